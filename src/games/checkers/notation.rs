//! Positions as text, in the FEN of Portable Draughts Notation, and as diagrams; moves as people write them.
//!
//! `B:W18,24,27:B12,K9` means: black to move; white has men on 18, 24 and 27; black has a man on 12 and a king on 9.
//! PDN has no field for the plies without a capture or a man's move. If the number is not 0, `:H3` follows, as in the
//! FEN of Lichess.

use std::borrow::Cow;

use super::moves::{NUMBERS, king_row, number, square, squares};
use super::position::QUIET_LIMIT;
use super::{Checkers, CheckersMove};
use crate::{BySide, Diagnostic, Diagram, Game, Grid, Side, beginning, diagnostic, letters, position_error};

/// Longer texts are rejected. Even a text that names every square twice is shorter.
const MAX_TEXT: usize = 300;
/// The greatest number of pieces of a side.
const MOST_PIECES: u32 = 12;

const FORM: &str = "the side to move, then each side's squares with K before kings, as B:W18,24,27:B12,K9";

/// Parses a position.
pub(super) fn parse(text: &str) -> Result<Checkers, Diagnostic> {
    if text.len() > MAX_TEXT {
        return Err(position_error::too_long(text, MAX_TEXT));
    }
    let form = || position_error::form(FORM);
    let text = text.trim();
    let mut parts = text.strip_suffix('.').unwrap_or(text).split(':').map(str::trim);
    let to_move = parts.next().and_then(letter).ok_or_else(form)?;
    let mut read: BySide<Option<(u64, u64)>> = BySide::default();
    let mut quiet = 0;
    for part in parts {
        let rest = part.get(1..).unwrap_or("");
        match (part.get(..1).and_then(letter), part.chars().next()) {
            (Some(side), _) if read[side].is_some() => {
                return Err(diagnostic!("side_listed_twice", "{side} is listed twice", side = name(side)));
            }
            (Some(side), _) => read[side] = Some(pieces(rest, side)?),
            (None, Some('H')) => {
                let read = rest.parse().ok().filter(|plies| *plies <= QUIET_LIMIT);
                quiet = read.ok_or_else(quiet_plies)?;
            }
            // The move number, which no rule uses.
            (None, Some('F')) if rest.parse::<u16>().is_ok() => {}
            _ => return Err(form()),
        }
    }
    let BySide { first: Some(first), second: Some(second) } = read else { return Err(form()) };
    let pieces = BySide::new(first.0, second.0);
    if let Some(twice) = squares(first.0 & second.0).next() {
        return Err(diagnostic!("shared_square", "both sides have a piece on {square}", square = number(twice)));
    }
    if pieces[!to_move] == 0 {
        return Err(diagnostic!(
            "no_pieces_left",
            "{side} has no pieces, so it cannot have moved last",
            side = name(!to_move)
        ));
    }
    Ok(Checkers { pieces, kings: first.1 | second.1, to_move, quiet })
}

fn quiet_plies() -> Diagnostic {
    diagnostic!(
        "quiet_plies",
        "H must be followed by the plies without a capture or a man's move, 0 to {most}",
        most = QUIET_LIMIT
    )
}

/// Parses a side's pieces. Returns all pieces, and the kings among them.
fn pieces(list: &str, side: Side) -> Result<(u64, u64), Diagnostic> {
    let (mut all, mut kings) = (0, 0);
    for word in list.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let (king, range) = word.strip_prefix('K').map_or((false, word), |rest| (true, rest));
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let read = |text: &str| text.parse::<u32>().ok().filter(|number| (1..=32).contains(number));
        let Some((first, last)) = read(first).zip(read(last)).filter(|(first, last)| first <= last) else {
            return Err(diagnostic!(
                "unknown_square",
                "{given:?} is not a square of {side}: squares are 1 to 32, kings K1 to K32",
                given = beginning(word, 20),
                side = name(side)
            ));
        };
        for square in (first..=last).map(square) {
            if all & square != 0 {
                return Err(diagnostic!(
                    "square_listed_twice",
                    "{side} lists the square {square} twice",
                    side = name(side),
                    square = number(square)
                ));
            }
            if !king && square & king_row(side) != 0 {
                return Err(diagnostic!(
                    "man_on_king_row",
                    "a piece of {side} on {square} is a king: write K{square}",
                    side = name(side),
                    square = number(square)
                ));
            }
            all |= square;
            kings |= if king { square } else { 0 };
        }
    }
    if all.count_ones() > MOST_PIECES {
        return Err(diagnostic!(
            "too_many_pieces",
            "{side} may have at most {most} pieces, got {given}",
            side = name(side),
            given = all.count_ones(),
            most = MOST_PIECES
        ));
    }
    Ok((all, kings))
}

fn letter(text: &str) -> Option<Side> {
    match text {
        "B" => Some(Side::First),
        "W" => Some(Side::Second),
        _ => None,
    }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// Returns the text of the position whose diagram has these cells.
pub(super) fn of_cells(cells: &[Cow<'static, str>], to_move: Side) -> String {
    let numbered = cells.iter().enumerate().filter(|(cell, _)| (cell / 8 + cell % 8) % 2 == 1);
    let pieces: Vec<(usize, &str)> = numbered.map(|(cell, piece)| (cell / 2 + 1, piece.as_ref())).collect();
    let list = |man: &str, king: &str| {
        let own = pieces.iter().filter(|(_, piece)| *piece == man || *piece == king);
        own.map(|(number, piece)| format!("{}{number}", if *piece == king { "K" } else { "" }))
            .collect::<Vec<_>>()
            .join(",")
    };
    let turn = if to_move == Side::First { "B" } else { "W" };
    format!("{turn}:W{}:B{}", list("M", "K"), list("m", "k"))
}

/// Writes a position.
pub(super) fn write(position: &Checkers) -> String {
    let list = |side: Side| {
        let write = |square: u64| format!("{}{}", if position.kings & square != 0 { "K" } else { "" }, number(square));
        squares(position.pieces[side]).map(write).collect::<Vec<_>>().join(",")
    };
    let turn = if position.to_move == Side::First { "B" } else { "W" };
    let text = format!("{turn}:W{}:B{}", list(Side::Second), list(Side::First));
    if position.quiet == 0 { text } else { format!("{text}:H{}", position.quiet) }
}

/// Returns, for each cell from the top, the number of its square, or `None` for a light square.
fn dark() -> impl Iterator<Item = Option<u32>> {
    (0..64).map(|cell| {
        let (row, column) = (cell / 8, cell % 8);
        ((row + column) % 2 == 1).then_some(row * 4 + column / 2 + 1)
    })
}

/// Returns the letter of each cell, in the order of [`dark`].
pub(super) fn cells(position: &Checkers) -> Vec<u8> {
    let cell = |number: Option<u32>| {
        let square = number.map_or(0, square);
        let king = position.kings & square != 0;
        match square {
            _ if position.pieces.first & square != 0 => {
                if king {
                    b'k'
                } else {
                    b'm'
                }
            }
            _ if position.pieces.second & square != 0 => {
                if king {
                    b'K'
                } else {
                    b'M'
                }
            }
            _ => 0,
        }
    };
    dark().map(cell).collect()
}

/// Returns the names of the squares that a move visited.
pub(super) fn marked(last: CheckersMove) -> Vec<Cow<'static, str>> {
    last.stops().map(|square| NUMBERS[number(square) as usize].into()).collect()
}

/// Draws the board with the squares 1 to 4 at the top. Black has `m` and `k`, white `M` and `K`. Light squares have no
/// name.
pub(super) fn diagram(position: &Checkers, last: Vec<Cow<'static, str>>) -> Diagram {
    Diagram::Grid {
        grid: Grid { columns: 8, rows: 8, cells: letters(&cells(position)), last },
        points: dark().map(|number| NUMBERS[number.unwrap_or(0) as usize].into()).collect(),
        line: Vec::new(),
        check: None,
    }
}

/// Returns the legal move that people mean by `text`, if there is one. Any sign may mark a step or a capture (`10x14`
/// for a step), and squares may have leading zeros. A capture needs only the squares that distinguish it from others
/// (`25x9` for a double jump). Captures that lead to the same position count as one.
pub(super) fn customary(board: &Checkers, text: &str) -> Option<CheckersMove> {
    let squares = text.split(['-', 'x', 'X', ':', '*']).map(|word| word.parse().ok().filter(|n| (1..=32).contains(n)));
    let wanted: Vec<u32> = squares.collect::<Option<_>>()?;
    let (first, last) = (*wanted.first()?, *wanted.last()?);
    if wanted.len() < 2 {
        return None;
    }
    let legal = board.moves();
    let fits = |mv: &CheckersMove| {
        let stops: Vec<u32> = mv.stops().map(number).collect();
        let mut rest = stops.iter();
        (stops.first(), stops.last()) == (Some(&first), Some(&last))
            && wanted.iter().all(|square| rest.any(|stop| stop == square))
    };
    // Either every square of the path is written, or only as many as distinguish the capture.
    let whole = |mv: &CheckersMove| mv.stops().count() == wanted.len();
    let fitting: Vec<CheckersMove> = legal.into_iter().filter(fits).collect();
    let after = |mv: &CheckersMove| {
        let mut board = board.clone();
        board.play(*mv);
        board
    };
    let mut exact = fitting.iter().filter(|mv| whole(mv));
    if let (Some(mv), None) = (exact.next(), exact.next()) {
        return Some(*mv);
    }
    let mv = *fitting.first()?;
    fitting.iter().all(|other| after(other) == after(&mv)).then_some(mv)
}
