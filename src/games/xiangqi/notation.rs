//! Positions as FEN, and the diagram.
//!
//! The fields are those of chess: pieces from Black's first rank, `w` for Red to move or `b`, two fields that are always
//! `-`, the plies without a capture, and the number of the move. `H` and `E` are read for horse and elephant, and `r` for
//! Red to move.

use std::borrow::Cow;

use super::board::{
    ADVISOR_POINTS, ELEPHANT_POINTS, FILES, Kind, PALACES, POINTS, Pieces, Point, RANKS, SOLDIER_POINTS, Set, across,
    points, rook,
};
use super::position::{Xiangqi, XiangqiOptions};
use crate::{Diagnostic, Diagram, Game, Grid, Side, beginning, diagnostic, letters, position_error};

/// The initial position.
pub(super) const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Longer texts are rejected. The longest FEN has some 110 bytes.
const MAX_TEXT: usize = 140;

/// The counters of a FEN are read up to this number.
const MOST_COUNTED: u16 = 9_999;

const LETTERS: &str = "K A B N R C P (or E and H) and k a b n r c p (or e and h)";

/// Returns the name of a side in messages.
const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "Red",
        Side::Second => "Black",
    }
}

/// Returns the name of a kind in messages.
const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Advisor => "advisor",
        Kind::Elephant => "elephant",
        Kind::Soldier => "soldier",
        Kind::Horse => "horse",
        Kind::Cannon => "cannon",
        Kind::Rook => "rook",
        Kind::General => "general",
    }
}

/// Returns the greatest number of pieces of a kind on one side.
const fn most(kind: Kind) -> u32 {
    match kind {
        Kind::General => 1,
        Kind::Soldier => 5,
        _ => 2,
    }
}

/// Returns the points that pieces of a kind can reach.
pub(super) const fn reachable(kind: Kind, side: Side) -> Set {
    let own = !across(side);
    match kind {
        Kind::General => PALACES & own,
        Kind::Advisor => ADVISOR_POINTS & own,
        Kind::Elephant => ELEPHANT_POINTS & own,
        Kind::Soldier => match side {
            Side::First => SOLDIER_POINTS.first,
            Side::Second => SOLDIER_POINTS.second,
        },
        Kind::Horse | Kind::Cannon | Kind::Rook => super::board::BOARD,
    }
}

/// Reads a position and refuses impossible ones.
pub(super) fn parse(options: &XiangqiOptions, text: &str) -> Result<Xiangqi, Diagnostic> {
    let position = read(options, text)?;
    check(&position)?;
    Ok(position)
}

/// Reads a position that has a general on each side, possible or not.
pub(super) fn read(options: &XiangqiOptions, text: &str) -> Result<Xiangqi, Diagnostic> {
    if text.len() > MAX_TEXT {
        return Err(position_error::too_long(text, MAX_TEXT));
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [placement, turn, rest @ ..] = &fields[..] else { return Err(form()) };
    let (quiet, number) = match rest {
        [] | ["-", "-"] => ("0", "1"),
        ["-", "-", quiet, number] => (*quiet, *number),
        _ => return Err(form()),
    };
    let to_move = match *turn {
        "w" | "r" => Side::First,
        "b" => Side::Second,
        _ => return Err(position_error::unknown_side(&beginning(turn, 20), "w (or r) for Red or b for Black")),
    };
    let pieces = read_pieces(placement)?;
    for side in Side::BOTH {
        let given = pieces.own(side, Kind::General).count_ones();
        if given == 0 {
            return Err(diagnostic!("no_general", "{side} has no general", side = name(side)));
        }
    }
    let mut position = Xiangqi::new(pieces, to_move, options);
    position.plies = counter("plies without a capture", quiet)?.min(position.limit);
    position.number = counter("number of the move", number)?.max(1);
    Ok(position)
}

fn form() -> Diagnostic {
    position_error::form(
        "a FEN: ten ranks from Black's side separated by /, then w or b, and possibly - - with the plies without a \
         capture and the number of the move",
    )
}

fn counter(what: &str, text: &str) -> Result<u16, Diagnostic> {
    let digits = text.bytes().all(|digit| digit.is_ascii_digit());
    text.parse::<u16>().ok().filter(|number| digits && *number <= MOST_COUNTED).ok_or_else(|| {
        let given = beginning(text, 20);
        diagnostic!(
            "fen_counter",
            "the {what} must be between 0 and {most}, got {given:?}",
            what,
            most = MOST_COUNTED,
            given
        )
    })
}

fn read_pieces(placement: &str) -> Result<Pieces, Diagnostic> {
    let rows: Vec<&str> = placement.split('/').collect();
    if rows.len() != RANKS {
        return Err(position_error::row_count(rows.len(), RANKS, "ten ranks separated by /"));
    }
    let mut pieces = Pieces::default();
    for (row, rank) in rows.into_iter().zip((0..RANKS).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|empty| *empty > 0) {
                file += empty as usize;
                continue;
            }
            let Some((side, kind)) = piece(letter) else {
                let at = format!("rank {rank}");
                return Err(position_error::unknown_letter(letter, at, LETTERS));
            };
            if let Some(point) = Point::at(file, rank) {
                pieces.put(side, kind, point);
            }
            file += 1;
        }
        if file != FILES {
            return Err(position_error::row_length(rank, file, FILES));
        }
    }
    Ok(pieces)
}

/// Returns the piece that a letter stands for.
pub(super) fn piece(letter: char) -> Option<(Side, Kind)> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    let kind = match letter.to_ascii_lowercase() {
        'h' => Kind::Horse,
        'e' => Kind::Elephant,
        letter => Kind::ALL.into_iter().find(|kind| char::from(kind.letter()) == letter)?,
    };
    Some((side, kind))
}

/// Refuses positions that no game can reach: too many pieces, pieces on points that they cannot reach, generals that
/// face each other, and a check by the side to move.
fn check(position: &Xiangqi) -> Result<(), Diagnostic> {
    let pieces = &position.pieces;
    for side in Side::BOTH {
        for kind in Kind::ALL {
            let own = pieces.own(side, kind);
            if own.count_ones() > most(kind) {
                return Err(diagnostic!(
                    "too_many_of_a_kind",
                    "{side} may have at most {most} pieces of the kind {piece}, got {given}",
                    side = name(side),
                    most = most(kind),
                    piece = kind_name(kind),
                    given = own.count_ones()
                ));
            }
            if let Some(point) = points(own & !reachable(kind, side)).next() {
                return Err(diagnostic!(
                    "unreachable_point",
                    "{side}'s {piece} cannot be on {point}",
                    side = name(side),
                    piece = kind_name(kind),
                    point = point.to_string()
                ));
            }
        }
    }
    let [red, black] = Side::BOTH.map(|side| pieces.general(side));
    if red.file() == black.file() && rook(red, pieces.occupied()) & black.set() != 0 {
        return Err(diagnostic!("facing_generals", "the generals face each other on an open file"));
    }
    if position.is_attacked(!position.to_move) {
        let side = name(!position.to_move);
        return Err(diagnostic!("general_in_check", "{side} is in check, but the other side is to move", side));
    }
    Ok(())
}

/// Writes a position.
pub(super) fn write(position: &Xiangqi) -> String {
    let turn = if position.to_move == Side::First { 'w' } else { 'b' };
    let placement = placement(cells(&position.pieces).into_iter());
    let quiet = position.quiet().min(position.limit);
    format!("{placement} {turn} - - {quiet} {}", position.number.min(MOST_COUNTED))
}

/// Writes the pieces of cells from the top, each a letter or 0.
fn placement(cells: impl Iterator<Item = u8>) -> String {
    let mut text = String::with_capacity(64);
    let mut empty = 0;
    let push_gap = |text: &mut String, empty: &mut u32| {
        text.extend(char::from_digit(std::mem::take(empty), 10).filter(|digit| *digit != '0'));
    };
    for (index, cell) in cells.enumerate() {
        if index % FILES == 0 && index > 0 {
            push_gap(&mut text, &mut empty);
            text.push('/');
        }
        if cell == 0 {
            empty += 1;
        } else {
            push_gap(&mut text, &mut empty);
            text.push(char::from(cell));
        }
    }
    push_gap(&mut text, &mut empty);
    text
}

/// Returns the FEN of the position whose diagram has these cells.
pub(super) fn of_cells(cells: &[Cow<'static, str>], to_move: Side) -> String {
    let turn = if to_move == Side::First { 'w' } else { 'b' };
    format!("{} {turn} - - 0 1", placement(cells.iter().map(|cell| cell.bytes().next().unwrap_or(0))))
}

/// Iterates over the points from Black's first rank, each rank from the left.
fn from_the_top() -> impl Iterator<Item = Point> {
    (0..POINTS).filter_map(|cell| Point::at(cell % FILES, RANKS - 1 - cell / FILES))
}

/// Returns the letter of each point, in the order of [`from_the_top`].
pub(super) fn cells(pieces: &Pieces) -> Vec<u8> {
    let cell = |point: Point| {
        let letter = pieces.at(point).map_or(0, Kind::letter);
        if pieces.of(Side::First) & point.set() != 0 { letter.to_ascii_uppercase() } else { letter }
    };
    from_the_top().map(cell).collect()
}

/// Draws the board with Black at the top. The pieces have their FEN letters.
pub(super) fn diagram(position: &Xiangqi, last: Vec<Cow<'static, str>>) -> Diagram {
    Diagram::Grid {
        grid: Grid { columns: FILES as u32, rows: RANKS as u32, cells: letters(&cells(&position.pieces)), last },
        points: from_the_top().map(|point| point.to_string().into()).collect(),
        line: Vec::new(),
        check: position.check(),
    }
}
