//! Moves in Standard Algebraic Notation, as used in PGN: `Nbxd7+`, `O-O`, `e8=Q#`.

use cozy_chess::{
    BitBoard, Board, File, Move, Piece, Rank, Square, get_bishop_moves, get_bishop_rays, get_knight_moves,
    get_pawn_attacks, get_rook_moves, get_rook_rays,
};

use super::moves::name;
use super::{Chess, ChessMove};
use crate::Game;

impl Chess {
    /// Returns a legal move in Standard Algebraic Notation.
    ///
    /// # Panics
    /// Panics if the move is not legal.
    #[must_use]
    pub fn san(&self, mv: ChessMove) -> String {
        let mut text = String::with_capacity(8);
        self.put_san(mv, &mut text);
        text
    }

    /// Appends a legal move in Standard Algebraic Notation.
    pub(super) fn put_san(&self, mv: ChessMove, text: &mut String) {
        write(&self.board, self.inner(mv).expect("the move is legal"), text);
    }
}

/// Appends a legal move. Castling is encoded as the king capturing its rook, as in cozy-chess.
pub(super) fn write(board: &Board, mv: Move, text: &mut String) {
    let Move { from, to, promotion } = mv;
    let piece = board.piece_on(from).expect("the move is legal");
    let letter = |piece: Piece| char::from(piece).to_ascii_uppercase();
    let castles = board.colors(board.side_to_move()).has(to);
    let passes = piece == Piece::Pawn && from.file() != to.file() && !board.occupied().has(to);
    if castles {
        text.push_str(if to.file() > from.file() { "O-O" } else { "O-O-O" });
    } else {
        let takes = passes || board.occupied().has(to);
        let (by_file, by_rank) = match piece {
            Piece::Pawn => (takes, false),
            Piece::King => (false, false),
            _ => disambiguation(board, piece, mv),
        };
        let mut put = |shown: bool, letter: char| {
            if shown {
                text.push(letter);
            }
        };
        put(piece != Piece::Pawn, letter(piece));
        put(by_file, from.file().into());
        put(by_rank, from.rank().into());
        put(takes, 'x');
        text.push_str(name(to));
        if let Some(piece) = promotion {
            text.extend(['=', letter(piece)]);
        }
    }
    // Most moves neither give check nor take away a piece from a square that is not theirs.
    if castles || passes || gives_check(board, piece, mv) {
        let mut after = board.clone();
        after.play_unchecked(mv);
        if !after.checkers().is_empty() {
            text.push(if after.generate_moves(|_| true) { '+' } else { '#' });
        }
    }
}

/// Returns whether a move other than castling and capturing en passant gives check.
fn gives_check(board: &Board, piece: Piece, Move { from, to, promotion }: Move) -> bool {
    let color = board.side_to_move();
    let king = board.king(!color);
    let placed = promotion.unwrap_or(piece);
    let own = |of: Piece| {
        let there = if placed == of { to.bitboard() } else { BitBoard::EMPTY };
        (board.colored_pieces(color, of) - from.bitboard()) | there
    };
    // Most moves are excluded without regard to what stands between.
    let (straight, diagonal) = (get_rook_rays(king), get_bishop_rays(king));
    let opens = |rays: BitBoard, of: Piece| {
        rays.has(from)
            && !(rays & (board.colored_pieces(color, of) | board.colored_pieces(color, Piece::Queen))).is_empty()
    };
    let attacks = match placed {
        Piece::Pawn => get_pawn_attacks(king, !color).has(to),
        Piece::Knight => get_knight_moves(king).has(to),
        Piece::Bishop => diagonal.has(to),
        Piece::Rook => straight.has(to),
        Piece::Queen => (straight | diagonal).has(to),
        Piece::King => false,
    };
    if !attacks && !opens(straight, Piece::Rook) && !opens(diagonal, Piece::Bishop) {
        return false;
    }
    let occupied = (board.occupied() - from.bitboard()) | to.bitboard();
    let queens = own(Piece::Queen);
    let checkers = get_rook_moves(king, occupied) & (own(Piece::Rook) | queens)
        | get_bishop_moves(king, occupied) & (own(Piece::Bishop) | queens)
        | get_knight_moves(king) & own(Piece::Knight)
        | get_pawn_attacks(king, !color) & own(Piece::Pawn);
    !checkers.is_empty()
}

/// Returns whether a piece needs its file, and whether it needs its rank, to distinguish it from others of its kind.
fn disambiguation(board: &Board, piece: Piece, Move { from, to, .. }: Move) -> (bool, bool) {
    let like = board.colored_pieces(board.side_to_move(), piece) - from.bitboard();
    if like.is_empty() {
        return (false, false);
    }
    let reaching = match piece {
        Piece::Knight => get_knight_moves(to),
        Piece::Bishop => get_bishop_moves(to, board.occupied()),
        Piece::Rook => get_rook_moves(to, board.occupied()),
        _ => get_rook_moves(to, board.occupied()) | get_bishop_moves(to, board.occupied()),
    };
    let others = like & reaching;
    let (mut any, mut same_file, mut same_rank) = (false, false, false);
    if !others.is_empty() {
        // Some of them may be pinned.
        board.generate_moves_for(others, |moves| {
            if moves.to.has(to) {
                any = true;
                same_file |= moves.from.file() == from.file();
                same_rank |= moves.from.rank() == from.rank();
            }
            false
        });
    }
    (any && (!same_file || same_rank), any && same_file)
}

/// Returns the legal move that `text` means. `None` if the text is invalid or fits no move or several.
pub(super) fn read(position: &Chess, text: &str) -> Option<ChessMove> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let legal = position.moves();
    let wanted = SanParts::of(text)?;
    let mut meant = legal.into_iter().filter(|&mv| wanted.fits(position, mv));
    let found = meant.next()?;
    meant.next().is_none().then_some(found)
}

/// The contents of a move's text.
enum SanParts {
    /// Castling, on the king's side if `short`.
    Castling {
        short: bool,
    },
    Move {
        piece: Piece,
        from_file: Option<File>,
        from_rank: Option<Rank>,
        to: Square,
        promotion: Option<Piece>,
    },
}

impl SanParts {
    fn of(text: &str) -> Option<Self> {
        match text {
            "O-O" | "0-0" => return Some(Self::Castling { short: true }),
            "O-O-O" | "0-0-0" => return Some(Self::Castling { short: false }),
            _ => {}
        }
        let officer = |letter: char| {
            Some(match letter {
                'K' => Piece::King,
                'Q' => Piece::Queen,
                'R' => Piece::Rook,
                'B' => Piece::Bishop,
                'N' => Piece::Knight,
                _ => return None,
            })
        };
        // `e8=Q`, `e8Q`, `e8(Q)` and `e8/Q` are customary.
        let mut rest: Vec<char> = text.strip_suffix(')').unwrap_or(text).chars().collect();
        let promotion = rest.last().copied().and_then(officer);
        if promotion.is_some() {
            rest.pop();
            while rest.last().is_some_and(|letter| matches!(letter, '=' | '(' | '/')) {
                rest.pop();
            }
        }
        let pawn = rest.first().filter(|letter| **letter == 'P').map(|_| Piece::Pawn);
        let piece = pawn.or_else(|| rest.first().copied().and_then(officer));
        if piece.is_some() {
            rest.remove(0);
        }
        let (rank, file) = (rest.pop()?, rest.pop()?);
        let to = format!("{file}{rank}").parse().ok()?;
        if rest.last().is_some_and(|letter| matches!(letter, 'x' | ':' | '-')) {
            rest.pop();
        }
        let from_rank = rest.last().and_then(|letter| letter.to_string().parse().ok());
        if from_rank.is_some() {
            rest.pop();
        }
        let from_file = rest.last().and_then(|letter| letter.to_string().parse().ok());
        if from_file.is_some() {
            rest.pop();
        }
        let piece = piece.unwrap_or(Piece::Pawn);
        rest.is_empty().then_some(Self::Move { piece, from_file, from_rank, to, promotion })
    }

    fn fits(&self, position: &Chess, mv: ChessMove) -> bool {
        let board = &position.board;
        let moved = board.piece_on(mv.from);
        let castles = || {
            let onto_own = board.colors(board.side_to_move()).has(mv.to);
            moved == Some(Piece::King)
                && (onto_own || (!position.is_chess960() && (mv.from.file() as i8 - mv.to.file() as i8).abs() == 2))
        };
        match self {
            Self::Castling { short } => castles() && (mv.to.file() > mv.from.file()) == *short,
            Self::Move { piece, from_file, from_rank, to, promotion } => {
                moved == Some(*piece)
                    && mv.to == *to
                    && mv.promotion == *promotion
                    && from_file.is_none_or(|file| mv.from.file() == file)
                    && from_rank.is_none_or(|rank| mv.from.rank() == rank)
                    && !castles()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::position::ChessOptions;

    fn read_at(fen: &str, text: &str) -> Option<String> {
        let position = Chess::parse(&ChessOptions::default(), fen).unwrap();
        read(&position, text).map(|mv| mv.to_string())
    }

    #[test]
    fn reads_all_forms_of_moves() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let crowded = "4k3/P7/8/8/1N6/8/8/R2NKN2 w - - 0 1";
        let cases = [
            (start, "e4", Some("e2e4")),
            (start, "Nf3!?", Some("g1f3")),
            (start, "Nf6", None),
            (start, "e5", None),
            (start, "", None),
            (start, "Zf3", None),
            (castling, "O-O", Some("e1g1")),
            (castling, "0-0-0+", Some("e1c1")),
            (castling, "Rxh8+", Some("h1h8")),
            (castling, "Kd1", Some("e1d1")),
            (crowded, "a8=Q+", Some("a7a8q")),
            (crowded, "a8N", Some("a7a8n")),
            (crowded, "a8(R)", Some("a7a8r")),
            (crowded, "a7-a8/B", Some("a7a8b")),
            (crowded, "Pa7-a8=(Q)+", Some("a7a8q")),
            (start, "Pe2-e4", Some("e2e4")),
            (crowded, "a8", None),
            (crowded, "Ne3", None),
            (crowded, "Nde3", Some("d1e3")),
            (crowded, "Nf1e3", Some("f1e3")),
            (crowded, "N1e3", None),
        ];
        for (fen, text, expected) in cases {
            assert_eq!(read_at(fen, text).as_deref(), expected, "{text} in {fen}");
        }
    }
}
