//! How engines play the game: by the Universal Chess Interface, as in Fairy-Stockfish.

use super::rules::{Point, TicTacToe};
use crate::conventions::{EnginePlay, EngineProtocol, EngineVariant};
use crate::drops::{Drops, read_drop, read_fen, write_drop};
use crate::{BySide, Game, GameMove, NoOptions, Side};

const VARIANT: EngineVariant = EngineVariant { name: "tic-tac-toe", option: "UCI_Variant", value: "tictactoe" };

pub(super) const PLAY: &[EnginePlay<TicTacToe>] = &[EnginePlay {
    variants: &[VARIANT],
    variant: |_| Some(VARIANT),
    position: write_fen,
    read_position: from_fen,
    write_move: |_, mv| {
        let (column, row) = place(mv);
        write_drop(column, row)
    },
    read_move: |_, text| {
        let at = read_drop(text)?;
        Point::all().find(|point| place(*point) == at)
    },
    ..EnginePlay::plain(EngineProtocol::Uci)
}];

/// Returns the column and the row from the bottom.
fn place(point: Point) -> (usize, usize) {
    let index = point.code().0 as usize;
    (index % 3, 2 - index / 3)
}

fn write_fen(position: &TicTacToe) -> String {
    let stones = BySide::from_fn(|side| position.stones(side));
    let left = BySide::new(5 - stones.first.count_ones() as usize, 4 - stones.second.count_ones() as usize);
    Drops { columns: 3, rows: 3, left, to_move: position.to_move() }.fen(|column, row| {
        let bit = 1 << ((2 - row) * 3 + column);
        Side::BOTH.into_iter().find(|side| stones[*side] & bit != 0)
    })
}

fn from_fen(options: &NoOptions, text: &str) -> Result<TicTacToe, String> {
    let (rows, to_move) = read_fen(3, 3, text).ok_or("a FEN has three rows of three, as 3/1P1/3[PPPPpppp] b")?;
    let row = |row: &Vec<Option<Side>>| row.iter().map(|cell| cell.map_or('.', letter)).collect::<String>();
    let board: Vec<String> = rows.iter().map(row).collect();
    TicTacToe::parse(options, &format!("{} {}", board.join("/"), letter(to_move))).map_err(|error| error.to_string())
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}
