//! How engines play the game: by the Universal Chess Interface as in Fairy-Stockfish, where a move names the point that
//! the stone falls to.

use super::bitboard::{COLUMNS, ROWS, point};
use super::rules::{Column, ConnectFour};
use crate::conventions::{EnginePlay, EngineProtocol, EngineVariant};
use crate::drops::{Drops, read_drop, read_fen, write_drop};
use crate::{BySide, Game, NoOptions, Side};

const VARIANT: EngineVariant = EngineVariant { name: "connect four", option: "UCI_Variant", value: "cfour" };

pub(super) const PLAY: &[EnginePlay<ConnectFour>] = &[EnginePlay {
    variants: &[VARIANT],
    variant: |_| Some(VARIANT),
    position: write_fen,
    read_position: from_fen,
    write_move: |position, mv| {
        let column = mv.index();
        let row = (0..ROWS).find(|row| position.playable() & point(column, *row) != 0).unwrap_or(ROWS);
        write_drop(column.into(), row.into())
    },
    read_move: |_, text| {
        let (column, _) = read_drop(text)?;
        Column::all().find(|known| usize::from(known.index()) == column)
    },
    ..EnginePlay::plain(EngineProtocol::Uci)
}];

fn write_fen(position: &ConnectFour) -> String {
    let (columns, rows) = (usize::from(COLUMNS), usize::from(ROWS));
    let left = BySide::from_fn(|side| columns * rows / 2 - position.stones(side).count_ones() as usize);
    let small = |at: usize| u8::try_from(at).expect("the board has at most seven columns");
    Drops { columns, rows, left, to_move: position.to_move() }.fen(|column, row| {
        let at = point(small(column), small(row));
        Side::BOTH.into_iter().find(|side| position.stones(*side) & at != 0)
    })
}

fn from_fen(options: &NoOptions, text: &str) -> Result<ConnectFour, String> {
    let (rows, to_move) = read_fen(COLUMNS.into(), ROWS.into(), text)
        .ok_or("a FEN has six rows of seven and what is left to drop, as 7/7/7/7/7/3P3[PPpp] b")?;
    let row = |row: &Vec<Option<Side>>| row.iter().map(|cell| cell.map_or('.', letter)).collect::<String>();
    let board: Vec<String> = rows.iter().map(row).collect();
    ConnectFour::parse(options, &format!("{} {}", board.join("/"), letter(to_move))).map_err(|error| error.to_string())
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}
