//! From a record back to the result that a tally adds up: for stores that keep records and nothing else.

use crate::records::Record;
use crate::records::replay::{Fault, replay};
use crate::tournament::pairing::Pairing;
use crate::tournament::plan::Plan;
use crate::tournament::results::{MatchResult, MoveCost};

/// The record is not of this match of this tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// It has another id, seed or names.
    #[error("the record {id} is of another match or tournament")]
    Another {
        /// The record's id.
        id: uuid::Uuid,
    },
    /// It cannot have happened.
    #[error("the record {id} is wrong: {fault}")]
    Wrong {
        /// The record's id.
        id: uuid::Uuid,
        /// What is wrong.
        fault: Fault,
    },
}

/// The result that the record tells of. Without timings in it, and below a millisecond, times are lost; so is how often
/// the match was void.
///
/// # Errors
/// [`RestoreError`] when the record does not fit the pairing or the rules.
pub fn restore(plan: &Plan, pairing: &Pairing, record: &Record) -> Result<MatchResult, RestoreError> {
    let named = pairing.seats.map(|entrant| plan.entrants[entrant].name()).into_array();
    let names = record.seats.each_ref().map(|seat| seat.name.as_str());
    if record.id != plan.match_id(pairing) || record.seed != pairing.seed(plan.config.seed) || named != names {
        return Err(RestoreError::Another { id: record.id });
    }
    let wrong = |fault| RestoreError::Wrong { id: record.id, fault };
    replay(record).map_err(wrong)?;
    let mut board = plan.start(pairing).boxed_clone();
    let mut played = MatchResult {
        index: pairing.index,
        moves: Vec::with_capacity(record.moves.len()),
        costs: Vec::new(),
        verdict: record.verdict.clone(),
        voided: 0,
    };
    for (ply, (text, &nodes)) in record.moves.iter().zip(&record.nodes).enumerate() {
        let side = board.to_move();
        let fault = |problem: String| wrong(Fault::Move { ply, problem });
        let mv = plan.config.game.parse_move(text).map_err(|error| fault(error.to_string()))?;
        board.play(mv, ply).map_err(|error| fault(error.to_string()))?;
        played.moves.push(mv);
        if ply >= record.opening.moves.len() {
            let ms = record.ms.as_ref().and_then(|ms| ms.get(ply)).copied().unwrap_or(0);
            let value = record.value(ply);
            played.costs.push(MoveCost { side, nodes, micros: ms.saturating_mul(1_000), value });
        }
    }
    Ok(played)
}
