//! How engines play the game: by the Universal Chess Interface as in Fairy-Stockfish, where it is called flipello, and
//! by the Go Text Protocol as in Edax.

use super::position::{Reversi, Turn};
use crate::conventions::{EnginePlay, EngineProtocol, EngineVariant};
use crate::drops::{Drops, read_drop, read_fen, read_square, write_drop};
use crate::{BySide, Game, GameMove, MoveCode, NoOptions, Side};

const FLIPELLO: EngineVariant = EngineVariant { name: "reversi", option: "UCI_Variant", value: "flipello" };
/// The number of discs that each side can drop in Fairy-Stockfish, where the sides do not share discs.
const DISCS: usize = 64;

pub(super) const PLAY: &[EnginePlay<Reversi>] = &[
    EnginePlay {
        variants: &[FLIPELLO],
        variant: |_| Some(FLIPELLO),
        position: write_fen,
        read_position: from_fen,
        write_move: write_for_uci,
        read_move: |_, text| {
            if let Some((column, row)) = read_drop(text) {
                return turn(column, 7_usize.checked_sub(row)?);
            }
            // A pass is written as a piece that stays where it is.
            let (from, to) = text.split_at_checked(2)?;
            (from == to && read_square(from).is_some()).then_some(Turn::PASS)
        },
        ..EnginePlay::plain(EngineProtocol::Uci)
    },
    EnginePlay {
        setup: |_| Ok("boardsize 8\nclear_board\n".to_owned()),
        read_move: |_, text| text.to_ascii_lowercase().parse().ok(),
        ..EnginePlay::plain(EngineProtocol::Gtp)
    },
];

/// Fairy-Stockfish counts rows from the bottom, this game from the top.
fn turn(column: usize, row: usize) -> Option<Turn> {
    let square = (column < 8 && row < 8).then_some(row * 8 + column)?;
    Turn::from_code(MoveCode(u32::try_from(square).ok()?))
}

/// A pass is written as the side's lowest disc that stays where it is.
fn write_for_uci(position: &Reversi, mv: Turn) -> String {
    let square = mv.code().0 as usize;
    if mv != Turn::PASS {
        return write_drop(square % 8, 7 - square / 8);
    }
    let own = position.discs(position.to_move());
    let lowest = (0..64).find(|at| own >> ((7 - at / 8) * 8 + at % 8) & 1 == 1).unwrap_or(0);
    let square = write_drop(lowest % 8, lowest / 8).split_off(2);
    format!("{square}{square}")
}

fn write_fen(position: &Reversi) -> String {
    let drops = Drops { columns: 8, rows: 8, left: BySide::new(DISCS, DISCS), to_move: position.to_move() };
    drops.fen(|column, row| {
        let bit = 1 << ((7 - row) * 8 + column);
        Side::BOTH.into_iter().find(|side| position.discs(*side) & bit != 0)
    })
}

fn from_fen(options: &NoOptions, text: &str) -> Result<Reversi, String> {
    let (rows, to_move) = read_fen(8, 8, text).ok_or("a FEN has eight rows of eight, as 8/8/8/3pP3/3Pp3/8/8/8[] w")?;
    let squares: String = rows.iter().flatten().map(|cell| cell.map_or('-', letter)).collect();
    Reversi::parse(options, &format!("{squares} {}", letter(to_move))).map_err(|error| error.to_string())
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uci_board_is_flipped_and_a_pass_names_a_disc() {
        let uci = EnginePlay::<Reversi>::of(EngineProtocol::Uci).expect("reversi is played by UCI");
        let start = Reversi::initial(&NoOptions::default()).expect("the initial position is valid");
        let legal = start.moves();
        let mut texts: Vec<String> = legal.iter().map(|mv| (uci.write_move)(&start, *mv)).collect();
        texts.sort();
        // The list of Fairy-Stockfish.
        assert_eq!(texts, ["P@c5", "P@d6", "P@e3", "P@f4"]);
        assert!((uci.position)(&start).starts_with("8/8/8/3pP3/3Pp3/8/8/8[PPPP"), "{}", (uci.position)(&start));
        // White has no move. Its lowest disc is on b1 in Fairy-Stockfish.
        let text = format!("{}XO------ O", "X".repeat(56));
        let position = Reversi::parse(&NoOptions::default(), &text).expect("the position is valid");
        assert_eq!((uci.write_move)(&position, Turn::PASS), "b1b1");
        assert_eq!((uci.read_move)(&position, "b1b1"), Some(Turn::PASS));
        assert_eq!((uci.read_move)(&position, "b1b2"), None);
    }
}
