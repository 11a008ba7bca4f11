//! Positions as text: the rows from the top, or the columns of the moves that lead to them.

use std::borrow::Cow;

use super::bitboard::{COLUMNS, ROWS, has_four, point};
use super::rules::{Column, ConnectFour};
use crate::{
    BySide, Diagnostic, Diagram, Game, GameMove, Grid, MoveCode, Side, cell_name, diagnostic, letters, position_error,
};

const FORM: &str = "six rows of seven x, o or . from the top, as ......./......./......./......./...o.../...x... x, or \
                    the columns played so far, as 44 or dd";
/// The number of stones in a winning line.
const FOUR: u8 = 4;
/// Longer texts are rejected.
const MAX_TEXT: usize = 200;

/// Iterates over the row and column of each cell of a diagram.
pub(super) fn points() -> impl Iterator<Item = (u8, u8)> {
    (0..ROWS).rev().flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
}

/// Returns the name of a cell.
pub(super) fn name((row, column): (u8, u8)) -> Cow<'static, str> {
    cell_name::name(column.into(), row.into()).into()
}

/// Draws the position with these cells marked.
pub(super) fn diagram(position: &ConnectFour, last: Vec<Cow<'static, str>>) -> Diagram {
    let grid = Grid { columns: COLUMNS.into(), rows: ROWS.into(), cells: letters(&position.cells()), last };
    Diagram::Grid { grid, points: points().map(name).collect(), line: position.line(), check: None }
}

/// Writes the rows from the top, then the side to move.
pub(super) fn write(position: &ConnectFour) -> String {
    let mut text = String::with_capacity(49);
    for row in (0..ROWS).rev() {
        text.extend((0..COLUMNS).map(|column| position.stone(point(column, row)).unwrap_or('.')));
        text.push(if row > 0 { '/' } else { ' ' });
    }
    text.push(letter(position.to_move()));
    text
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

/// Parses the output of [`write()`], or the columns of moves as digits 1 to 7 or letters a to g.
pub(super) fn parse(text: &str) -> Result<ConnectFour, Diagnostic> {
    let text = text.trim();
    if text.is_empty() || text.len() > MAX_TEXT {
        return Err(position_error::form(FORM));
    }
    if text.contains('/') { parse_rows(text) } else { parse_moves(text) }
}

fn parse_moves(text: &str) -> Result<ConnectFour, Diagnostic> {
    let mut position = ConnectFour::EMPTY;
    for (ply, letter) in text.chars().filter(|letter| !letter.is_whitespace()).enumerate() {
        let index = match letter {
            '1'..='7' => u32::from(letter) - u32::from('1'),
            'a'..='g' => u32::from(letter) - u32::from('a'),
            'A'..='G' => u32::from(letter) - u32::from('A'),
            given => {
                return Err(diagnostic!(
                    "unknown_column",
                    "move {number}: {given:?} is not a column; expected {expected}",
                    given,
                    number = ply + 1,
                    expected = FORM
                ));
            }
        };
        let column = Column::from_code(MoveCode(index)).expect("only seven columns are matched");
        if position.outcome().is_some() {
            return Err(diagnostic!(
                "moves_after_end",
                "the game is over after {moves} moves, but more follow",
                moves = ply
            ));
        }
        if !position.is_legal(column) {
            return Err(diagnostic!(
                "full_column",
                "move {number}: the column {column} is full",
                number = ply + 1,
                column = column.to_string()
            ));
        }
        position.play(column);
    }
    Ok(position)
}

fn parse_rows(text: &str) -> Result<ConnectFour, Diagnostic> {
    let (board, turn) = match text.split_once(' ') {
        Some((board, turn)) => (board, Some(turn.trim())),
        None => (text, None),
    };
    let stones = parse_board(board)?;
    let counts = stones.map(|of| of.count_ones() as usize);
    let to_move = match (counts.first, counts.second) {
        (x, o) if x == o => Side::First,
        (x, o) if x == o + 1 => Side::Second,
        (x, o) => return Err(position_error::stone_count(x, o)),
    };
    if turn.is_some_and(|turn| turn.chars().ne([letter(to_move)])) {
        return Err(position_error::wrong_turn(letter(to_move)));
    }
    check_end(&stones, to_move)?;
    Ok(ConnectFour::of(&stones, to_move))
}

fn parse_board(board: &str) -> Result<BySide<u64>, Diagnostic> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != usize::from(ROWS) {
        let (given, wanted) = (rows.len(), usize::from(ROWS));
        return Err(position_error::row_count(given, wanted, FORM));
    }
    let mut stones = BySide::new(0, 0);
    for (row, cells) in (0..ROWS).zip(rows.iter().rev()) {
        if cells.chars().count() != usize::from(COLUMNS) {
            let (row, given) = (usize::from(row) + 1, cells.chars().count());
            return Err(position_error::row_length(row, given, usize::from(COLUMNS)));
        }
        for (column, cell) in Column::all().zip(cells.chars()) {
            let point = point(column.index(), row);
            match cell {
                'x' | 'X' => stones.first |= point,
                'o' | 'O' => stones.second |= point,
                '.' | '-' | '_' => continue,
                given => {
                    let at = format!("{column}{}", row + 1);
                    return Err(position_error::unknown_letter(given, at, "x, o, ."));
                }
            }
            if row > 0 && (stones.first | stones.second) & point >> 1 == 0 {
                let (at, below) = (format!("{column}{}", row + 1), format!("{column}{row}"));
                return Err(diagnostic!(
                    "floating_stone",
                    "the stone on {at} has nothing below it: {below} is empty",
                    at,
                    below
                ));
            }
        }
    }
    Ok(stones)
}

/// Checks that only the side that moved last has four in a line, and that one move completed all its lines.
fn check_end(stones: &BySide<u64>, to_move: Side) -> Result<(), Diagnostic> {
    let (next, last) = (letter(to_move), letter(!to_move));
    match (has_four(stones[to_move]), has_four(stones[!to_move])) {
        (true, true) => return Err(position_error::both_won(FOUR)),
        (true, false) => return Err(position_error::won_to_move(next, FOUR)),
        (false, false) => return Ok(()),
        (false, true) => {}
    }
    let all = stones.first | stones.second;
    let highest =
        |column: Column| (0..ROWS).rev().map(move |row| point(column.index(), row)).find(|top| all & top != 0);
    let ended_it = |top: u64| stones[!to_move] & top != 0 && !has_four(stones[!to_move] & !top);
    if Column::all().filter_map(highest).any(ended_it) {
        return Ok(());
    }
    Err(position_error::won_before(last, FOUR))
}
