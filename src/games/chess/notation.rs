//! Positions as FEN and Shredder-FEN, and the diagram.

use std::borrow::Cow;
use std::fmt::Write as _;

use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Rank, Square, get_king_moves};

use super::Chess;
use super::moves::name;
use crate::{Check, Diagnostic, Diagram, Grid, Side, beginning, diagnostic, letters, position_error};

/// Longer texts are rejected. The longest FEN has some 90 bytes.
const MAX_TEXT: usize = 120;
/// The greatest number of plies without progress, at which the game is drawn. A FEN may state more: other programs play on
/// if nobody claims the draw.
const MOST_QUIET: u32 = 100;

/// Reads a FEN. The last two fields may be missing, as in EPD; a move number of 0 is read as 1; castling is `KQkq`, with the outermost rooks, or the
/// files of the rooks.
pub(super) fn parse(text: &str) -> Result<Board, Diagnostic> {
    if text.len() > MAX_TEXT {
        return Err(position_error::too_long(text, MAX_TEXT));
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (placement, turn, castling, passant, quiet, number) = match fields[..] {
        [placement, turn, castling, passant] => (placement, turn, castling, passant, "0", "1"),
        [placement, turn, castling, passant, quiet, number] => (placement, turn, castling, passant, quiet, number),
        _ => return Err(fen_fields(fields.len())),
    };
    // Some programs write 0 here, and no rule looks at the number.
    let number = if number.bytes().all(|digit| digit == b'0') { "1" } else { number };
    let most = MOST_QUIET.to_string();
    let quiet = if quiet.parse::<u16>().is_ok_and(|plies| u32::from(plies) > MOST_QUIET) { &most } else { quiet };
    check_placement(placement)?;
    check_pieces(placement)?;
    let castling = rook_files(placement, castling)?;
    let fen = format!("{placement} {turn} {castling} {passant} {quiet} {number}");
    let board = Board::from_fen(&fen, true).map_err(|error| {
        use cozy_chess::FenParseError::{
            InvalidBoard, InvalidCastlingRights, InvalidEnPassant, InvalidFullmoveNumber, InvalidHalfMoveClock,
            InvalidSideToMove, MissingField, TooManyFields,
        };
        let given = |text: &str| beginning(text, 20);
        match error {
            InvalidBoard => impossible_check(placement, turn),
            InvalidSideToMove => position_error::unknown_side(&given(turn), "w or b"),
            InvalidCastlingRights => diagnostic!(
                "castling_mismatch",
                "castling {given:?} does not match the kings and rooks",
                given = given(&castling)
            ),
            InvalidEnPassant => diagnostic!(
                "en_passant_field",
                "en passant must be - or the square that a pawn has just passed, got {given:?}",
                given = given(passant)
            ),
            InvalidHalfMoveClock => diagnostic!(
                "halfmove_clock",
                "the plies without progress must be between 0 and {most}, got {given:?}",
                given = given(quiet),
                most = u16::MAX
            ),
            InvalidFullmoveNumber => diagnostic!(
                "fullmove_number",
                "the move number must be between 1 and 65535, got {given:?}",
                given = given(number)
            ),
            MissingField | TooManyFields => fen_fields(fields.len()),
        }
    })?;
    // A fault that cozy-chess accepts.
    if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
        return Err(diagnostic!("adjacent_kings", "the two kings are on adjacent squares"));
    }
    Ok(board)
}

fn fen_fields(given: usize) -> Diagnostic {
    diagnostic!(
        "fen_fields",
        "a FEN must have six fields (pieces, w or b, castling, en passant, plies without progress, move number), got {given}",
        given
    )
}

/// Checks for eight ranks of eight squares with known letters.
fn check_placement(placement: &str) -> Result<(), Diagnostic> {
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != 8 {
        return Err(diagnostic!(
            "rank_count",
            "there must be 8 ranks, separated by /, got {given}",
            given = ranks.len()
        ));
    }
    for (index, rank) in ranks.into_iter().enumerate() {
        let mut squares = 0;
        for letter in rank.chars() {
            squares += match letter {
                '1'..='8' => letter as usize - '0' as usize,
                'p' | 'n' | 'b' | 'r' | 'q' | 'k' | 'P' | 'N' | 'B' | 'R' | 'Q' | 'K' => 1,
                _ => {
                    return Err(diagnostic!(
                        "unknown_piece_on_rank",
                        "{given:?} on rank {rank} is neither a piece nor a number of empty squares",
                        given = letter,
                        rank = 8 - index
                    ));
                }
            };
        }
        if squares != 8 {
            return Err(diagnostic!(
                "rank_length",
                "rank {rank} must have 8 squares, got {given}",
                rank = 8 - index,
                given = squares
            ));
        }
    }
    Ok(())
}

/// Checks the number of pieces of each side, and that no pawn is on the first or last rank.
fn check_pieces(placement: &str) -> Result<(), Diagnostic> {
    const MOST_PIECES: usize = 16;
    const MOST_PAWNS: usize = 8;
    let white: fn(&char) -> bool = char::is_ascii_uppercase;
    let black: fn(&char) -> bool = char::is_ascii_lowercase;
    for (side, is_own) in [("white", white), ("black", black)] {
        let count = |fits: fn(char) -> bool| placement.chars().filter(is_own).filter(|piece| fits(*piece)).count();
        let kings = count(|piece| piece.eq_ignore_ascii_case(&'k'));
        if kings != 1 {
            return Err(diagnostic!("king_count", "{side} must have one king, got {given}", side, given = kings));
        }
        let pieces = count(|_| true);
        if pieces > MOST_PIECES {
            return Err(diagnostic!(
                "too_many_pieces",
                "{side} may have at most {most} pieces, got {given}",
                side,
                given = pieces,
                most = MOST_PIECES
            ));
        }
        let pawns = count(|piece| piece.eq_ignore_ascii_case(&'p'));
        if pawns > MOST_PAWNS {
            return Err(diagnostic!(
                "too_many_pawns",
                "{side} may have at most {most} pawns, got {given}",
                side,
                given = pawns,
                most = MOST_PAWNS
            ));
        }
    }
    for (rank, row) in [(8, placement.split('/').next()), (1, placement.rsplit('/').next())] {
        if row.is_some_and(|row| row.contains(['p', 'P'])) {
            return Err(diagnostic!("pawn_rank", "there must be no pawn on rank {rank}", rank));
        }
    }
    Ok(())
}

/// Returns the error for checks that no move can have given. The pieces themselves are possible.
fn impossible_check(placement: &str, turn: &str) -> Diagnostic {
    let (next, side) = if turn == "w" { ("b", "black") } else { ("w", "white") };
    if Board::from_fen(&format!("{placement} {next} - - 0 1"), true).is_ok() {
        return diagnostic!("check_out_of_turn", "{side} is in check, but the other side is to move", side);
    }
    diagnostic!("impossible_check", "both kings are in check, or one is attacked by more than two pieces")
}

/// Replaces `K` and `Q` in the castling field by the file of the outermost rook on that side.
fn rook_files(placement: &str, castling: &str) -> Result<String, Diagnostic> {
    if castling == "-" {
        return Ok(castling.to_owned());
    }
    let ranks: Vec<&str> = placement.split('/').collect();
    let mut files = String::new();
    for letter in castling.chars() {
        let (rank, king, rook) = if letter.is_ascii_uppercase() { (ranks[7], 'K', 'R') } else { (ranks[0], 'k', 'r') };
        let squares: Vec<char> = rank.chars().flat_map(spread).collect();
        let missing = || {
            diagnostic!(
                "castling_without_rook",
                "castling {given:?} needs a king and a rook on their first rank",
                given = letter
            )
        };
        let at = squares.iter().position(|piece| *piece == king);
        let file = match letter.to_ascii_lowercase() {
            'k' => squares.iter().rposition(|piece| *piece == rook).filter(|rook| Some(*rook) > at),
            'q' => squares.iter().position(|piece| *piece == rook).filter(|rook| Some(*rook) < at),
            file @ 'a'..='h' => Some(file as usize - 'a' as usize),
            _ => {
                return Err(diagnostic!(
                    "castling_field",
                    "castling must be -, or some of KQkq or of the rooks' files, got {given:?}",
                    given = beginning(castling, 20)
                ));
            }
        };
        at.ok_or_else(missing)?;
        let file = char::from(File::index(file.ok_or_else(missing)?));
        files.push(if letter.is_ascii_uppercase() { file.to_ascii_uppercase() } else { file });
    }
    Ok(files)
}

/// Expands a letter of a rank to the squares that it stands for.
fn spread(letter: char) -> impl Iterator<Item = char> {
    let (piece, times) = letter.to_digit(10).map_or((letter, 1), |empty| ('.', empty as usize));
    std::iter::repeat_n(piece, times)
}

/// Writes a FEN, or a Shredder-FEN in Chess960. The en passant square is written only if a pawn can be captured.
pub(super) fn write(position: &Chess) -> String {
    write_with(position, |_, _, _| position.chess960)
}

/// Writes a FEN, or an X-FEN in Chess960: castling is `KQkq`, with the rook's file only if another rook stands further
/// out. Some programs cannot read Shredder-FEN.
pub(super) fn write_x_fen(position: &Chess) -> String {
    let board = &position.board;
    write_with(position, |color, king, rook| {
        let rooks = board.colored_pieces(color, Piece::Rook) & Rank::First.relative_to(color).bitboard();
        rooks.into_iter().any(|other| if rook > king { other.file() > rook } else { other.file() < rook })
    })
}

/// Writes a FEN. `by_file` says for a color and the files of its king and its rook whether a right to castle is written
/// as the file of the rook.
fn write_with(position: &Chess, by_file: impl Fn(Color, File, File) -> bool) -> String {
    let board = &position.board;
    // The longest FEN has some 90 bytes. Engines are sent one for most moves, so it is built letter by letter.
    let mut text = String::with_capacity(96);
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            let square = Square::new(file, rank);
            let Some(piece) = board.piece_on(square) else {
                empty += 1;
                continue;
            };
            push_gap(&mut text, &mut empty);
            let letter = char::from(piece);
            let white = board.colors(Color::White).has(square);
            text.push(if white { letter.to_ascii_uppercase() } else { letter });
        }
        push_gap(&mut text, &mut empty);
        text.push(if rank == Rank::First { ' ' } else { '/' });
    }
    text.push_str(if board.side_to_move() == Color::White { "w " } else { "b " });
    let castling = text.len();
    for color in Color::ALL {
        let rights = board.castle_rights(color);
        for (file, usual) in [(rights.short, 'k'), (rights.long, 'q')] {
            let Some(file) = file else { continue };
            let letter = if by_file(color, board.king(color).file(), file) { char::from(file) } else { usual };
            text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if text.len() == castling {
        text.push('-');
    }
    text.push(' ');
    match board.en_passant().filter(|_| position.can_take_passing_pawn()) {
        Some(file) => {
            text.push(char::from(file));
            text.push(if board.side_to_move() == Color::White { '6' } else { '3' });
        }
        None => text.push('-'),
    }
    // Writing into a string cannot fail.
    let _ = write!(text, " {} {}", board.halfmove_clock(), board.fullmove_number());
    text
}

/// Writes the number of empty squares, if any, and resets it.
fn push_gap(text: &mut String, empty: &mut u32) {
    text.extend(char::from_digit(std::mem::take(empty), 9).filter(|digit| *digit != '0'));
}

/// Returns the FEN of the position whose diagram has these cells. Kings and rooks on their standard squares are assumed
/// not to have moved.
pub(super) fn of_cells(cells: &[Cow<'static, str>], to_move: Side) -> String {
    let mut text = String::new();
    for (index, row) in cells.chunks(8).enumerate() {
        let mut empty = 0;
        if index > 0 {
            text.push('/');
        }
        for cell in row {
            if cell.is_empty() {
                empty += 1;
            } else {
                push_gap(&mut text, &mut empty);
                text.push_str(cell);
            }
        }
        push_gap(&mut text, &mut empty);
    }
    let stands = |at: usize, piece: &str| cells.get(at).is_some_and(|cell| cell == piece);
    let castles = [(60, "K", 63, "R", 'K'), (60, "K", 56, "R", 'Q'), (4, "k", 7, "r", 'k'), (4, "k", 0, "r", 'q')];
    let rights = castles.into_iter().filter(|(king, k, rook, r, _)| stands(*king, k) && stands(*rook, r));
    let rights: String = rights.map(|(.., letter)| letter).collect();
    let turn = if to_move == Side::First { 'w' } else { 'b' };
    format!("{text} {turn} {} - 0 1", if rights.is_empty() { "-" } else { &rights })
}

/// Iterates over the squares from the top rank, each rank from the left.
fn squares() -> impl Iterator<Item = Square> {
    let ranks = Rank::ALL.into_iter().rev();
    ranks.flat_map(|rank| File::ALL.into_iter().map(move |file| Square::new(file, rank)))
}

/// Returns the FEN letter of each square, in the order of [`squares`].
pub(super) fn cells(board: &Board) -> Vec<u8> {
    let mut cells = vec![0; 64];
    for (piece, letters) in Piece::ALL.into_iter().zip([*b"Pp", *b"Nn", *b"Bb", *b"Rr", *b"Qq", *b"Kk"]) {
        for (color, letter) in Color::ALL.into_iter().zip(letters) {
            for square in board.colored_pieces(color, piece) {
                cells[(7 - square.rank() as usize) * 8 + square.file() as usize] = letter;
            }
        }
    }
    cells
}

/// Returns the check that the side to move is in, if any.
pub(super) fn check(board: &Board) -> Option<Check> {
    (!board.checkers().is_empty())
        .then(|| Check { point: name(board.king(board.side_to_move())).into(), mate: !board.generate_moves(|_| true) })
}

/// Draws the board with rank 8 at the top. The pieces have their FEN letters.
pub(super) fn diagram(board: &Board, last: Vec<Cow<'static, str>>) -> Diagram {
    Diagram::Grid {
        grid: Grid { columns: 8, rows: 8, cells: letters(&cells(board)), last },
        points: squares().map(|square| name(square).into()).collect(),
        line: Vec::new(),
        check: check(board),
    }
}

/// Returns the position with exchanged colours on a board turned upside down.
pub(super) fn colour_flipped(board: &Board) -> Option<Board> {
    let from = BoardBuilder::from_board(board);
    let mut to = BoardBuilder { side_to_move: !from.side_to_move, ..from.clone() };
    for square in Square::ALL {
        *to.square_mut(square.flip_rank()) = from.square(square).map(|(piece, color)| (piece, !color));
    }
    for color in Color::ALL {
        *to.castle_rights_mut(!color) = *from.castle_rights(color);
    }
    to.en_passant = from.en_passant.map(Square::flip_rank);
    to.build().ok()
}
