//! Writes the searched positions of a match with their values and the result, as data for training an evaluation. No
//! I/O.

use std::fmt::Write as _;

use super::Record;
use super::replay::ReplayError;
use arena_games::Side;
use arena_games::seed::{Rng, derive};
use arena_play::GameResult;

/// Separates the choice of samples from the other uses of a match's seed.
const SAMPLES: u64 = 0x7361_6d70;

/// Returns one line of CSV for each searched position of the match, in the format of c-chess-cli: the position, its value
/// for the side to move, and the result for that side (2 for a win, 1 for a draw, 0 for a loss). A position is taken
/// with the probability `share`, which depends on the match's seed only. A match without a result has no samples.
///
/// # Errors
/// [`ReplayError`] when the record is invalid.
pub fn write(record: &Record, share: f64) -> Result<String, ReplayError> {
    let mut text = String::new();
    let Some(outcome) = record.verdict.outcome else { return Ok(text) };
    let result = |side: Side| match (outcome, side) {
        (GameResult::Draw, _) => 1,
        (GameResult::First, Side::First) | (GameResult::Second, Side::Second) => 2,
        _ => 0,
    };
    let opening = record.opening.position.as_deref();
    let mut board = record.game.board(&record.options, opening).map_err(ReplayError::Start)?;
    for (ply, mv) in record.moves.iter().enumerate() {
        let fault = |problem: String| ReplayError::Move { ply, problem };
        let taken = || Rng::new(derive(record.seed, &[SAMPLES, ply as u64])).chance(share);
        if let Some(value) = record.value(ply).filter(|_| taken()) {
            let position = quoted(&board.notation());
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{position},{value},{}", result(board.to_move()));
        }
        let mv = record.game.parse_move(mv).map_err(|error| fault(error.to_string()))?;
        board.play(mv, ply).map_err(|error| fault(error.to_string()))?;
    }
    Ok(text)
}

/// Quotes a field of CSV if necessary.
fn quoted(text: &str) -> String {
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        serde_json::from_value(serde_json::json!({
            "id": "00000000-0000-0000-0000-000000000001",
            "game": "tictactoe",
            "options": {},
            "opening": { "moves": ["a1"] },
            "seats": [{ "name": "a" }, { "name": "b" }],
            "seed": 1,
            "moves": ["a1", "b2", "a2", "c3", "a3"],
            "verdict": { "outcome": "first", "by": "rules" },
            "nodes": [0, 9, 9, 9, 9],
            "values": [null, -3, 5, null, 999_999],
        }))
        .expect("a valid record")
    }

    #[test]
    fn searched_positions_have_values_and_results_of_the_mover() {
        let text = write(&record(), 1.0).expect("a legal match");
        assert_eq!(text, ".../.../x.. o,-3,0\n.../.o./x.. x,5,2\n..o/xo./x.. x,999999,2\n");
        assert_eq!(write(&record(), 0.0).expect("a legal match"), "");
        let mut drawn = record();
        drawn.verdict.outcome = Some(GameResult::Draw);
        assert!(write(&drawn, 1.0).expect("a legal match").lines().all(|line| line.ends_with(",1")));
        drawn.verdict.outcome = None;
        assert_eq!(write(&drawn, 1.0).expect("a legal match"), "");
        let illegal = Record { moves: vec!["a1".to_owned(), "a1".to_owned()], ..record() };
        assert!(write(&illegal, 1.0).is_err());
        assert_eq!(quoted("{\"a\",1}"), "\"{\"\"a\"\",1}\"");
    }

    #[test]
    fn a_share_of_the_positions_is_the_same_each_time() {
        let lines = |seed| write(&Record { seed, ..record() }, 0.5).expect("a legal match").lines().count();
        let all: Vec<usize> = (0..200).map(lines).collect();
        assert_eq!(all, (0..200).map(lines).collect::<Vec<_>>());
        assert!((200..400).contains(&all.iter().sum::<usize>()), "about half of 600");
    }
}
