//! Replays records by the rules.

use super::Record;
use arena_games::board::{Board, KeyHistory};
use arena_games::{BadMoveText, GameError, MoveCode, Outcome, Side};
use arena_play::{EndReason, GameResult};

/// Why a record cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The options or the start position are invalid.
    #[error("cannot set up the match: {0}")]
    Start(GameError),
    /// A move is illegal or cannot be parsed.
    #[error("ply {ply}: {problem}")]
    Move {
        /// The ply, from 0.
        ply: usize,
        /// What is wrong.
        problem: String,
    },
    /// The moves do not begin with those of the opening.
    #[error("the moves do not begin with the opening")]
    Opening,
    /// The number of node counts is not the number of moves.
    #[error("expected {moves} node counts, one per move, got {nodes}")]
    Nodes {
        /// The number of moves.
        moves: usize,
        /// The number of node counts.
        nodes: usize,
    },
    /// The verdict contradicts the rules.
    #[error("the rules say that the match {rules}, but the verdict says {verdict}")]
    Verdict {
        /// The result by the rules.
        rules: String,
        /// The recorded verdict.
        verdict: String,
    },
}

/// Plays a record's moves and returns the last position.
///
/// ```
/// use arena_records::{Record, replay};
///
/// let record: Record = serde_json::from_value(serde_json::json!({
///     "id": "00000000-0000-0000-0000-000000000001", "game": "chess", "options": {}, "opening": { "moves": [] },
///     "seats": [{ "name": "Ann" }, { "name": "Bob" }], "seed": 1, "moves": ["e2e4"], "nodes": [0],
///     "verdict": { "outcome": "first", "by": "resignation" },
/// }))?;
/// assert_eq!(replay(&record)?.legal().len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first [`ReplayError`] found.
pub fn replay(record: &Record) -> Result<Box<dyn Board>, ReplayError> {
    replay_with(record, |_, _| {})
}

/// Like [`replay`], but calls `each` with every move and the side that made it.
///
/// # Errors
/// The first [`ReplayError`] found.
pub fn replay_with(record: &Record, mut each: impl FnMut(Side, MoveCode)) -> Result<Box<dyn Board>, ReplayError> {
    let mut board =
        record.game.board(&record.options, record.opening.position.as_deref()).map_err(ReplayError::Start)?;
    if !record.moves.starts_with(&record.opening.moves) {
        return Err(ReplayError::Opening);
    }
    if record.moves.len() != record.nodes.len() {
        return Err(ReplayError::Nodes { moves: record.moves.len(), nodes: record.nodes.len() });
    }
    let mut history = KeyHistory::new(&*board);
    for (ply, text) in record.moves.iter().enumerate() {
        let fault = |problem: String| ReplayError::Move { ply, problem };
        let mv = record.game.parse_move(text).map_err(|error: BadMoveText| fault(error.to_string()))?;
        let side = board.to_move();
        board.play(mv, ply).map_err(|error| fault(error.to_string()))?;
        history.push(&*board);
        each(side, mv);
    }
    judge(record, &*board, history.repeated(&*board))?;
    Ok(board)
}

/// Checks the verdict against the last position. A match ends by the rules exactly when the position is final or
/// repeated.
fn judge(record: &Record, board: &dyn Board, repeated: Option<Outcome>) -> Result<(), ReplayError> {
    let say = |ended: Option<GameResult>| match ended {
        Some(GameResult::First) => "the first side won".to_owned(),
        Some(GameResult::Second) => "the second side won".to_owned(),
        Some(GameResult::Draw) => "it is drawn".to_owned(),
        None => "it is void".to_owned(),
    };
    let by_rules = record.verdict.by == EndReason::Rules;
    // Other programs claim draws by fewer repetitions.
    let claimed = record.verdict.outcome == Some(GameResult::Draw) && board.repetition().is_some();
    let repeated =
        || by_rules && (claimed || repeated.is_some_and(|outcome| record.verdict.outcome == Some(outcome.into())));
    let rules = match board.outcome() {
        Some(outcome) if by_rules && record.verdict.outcome == Some(outcome.into()) => return Ok(()),
        Some(outcome) => format!("is over: {}", say(Some(outcome.into()))),
        None if !by_rules || repeated() => return Ok(()),
        None => "is not over".to_owned(),
    };
    let by = if by_rules { "by the rules" } else { "by something else" };
    Err(ReplayError::Verdict { rules, verdict: format!("{} {by}", say(record.verdict.outcome)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(moves: &[&str], opening: &[&str], outcome: &str, by: &str) -> Record {
        serde_json::from_value(serde_json::json!({
            "id": "00000000-0000-0000-0000-000000000001",
            "game": "tictactoe",
            "options": {},
            "opening": { "moves": opening },
            "seats": [{ "name": "a" }, { "name": "b" }],
            "seed": 1,
            "moves": moves,
            "verdict": { "outcome": outcome, "by": by },
            "nodes": moves.iter().map(|_| 0).collect::<Vec<_>>(),
        }))
        .unwrap()
    }

    const WON: [&str; 5] = ["a1", "b2", "a2", "c3", "a3"];

    #[test]
    fn valid_record_replays_to_its_last_position() {
        let board = replay(&record(&WON, &["a1"], "first", "rules")).unwrap();
        assert_eq!(board.notation(), "x.o/xo./x.. o");
        assert!(replay(&record(&WON[..3], &[], "second", "resignation")).is_ok());
    }

    #[test]
    fn rejects_impossible_records() {
        let fault = |record| replay(&record).map(|_| ()).unwrap_err().to_string();
        assert!(fault(record(&["a1", "a1"], &[], "first", "crash")).starts_with("ply 1: a1 is not legal here"));
        assert!(fault(record(&["a1", "z9"], &[], "first", "crash")).starts_with("ply 1: \"z9\" is not a move"));
        assert!(fault(record(&WON, &["b1"], "first", "rules")).contains("opening"));
        assert!(
            fault(record(&WON, &[], "second", "rules")).contains("the first side won, but the verdict says the second")
        );
        assert!(fault(record(&WON, &[], "first", "resignation")).contains("by something else"));
        assert!(fault(record(&WON[..4], &[], "first", "rules")).contains("is not over"));
        let short = Record { nodes: vec![0], ..record(&WON, &[], "first", "rules") };
        assert_eq!(fault(short), "expected 5 node counts, one per move, got 1");
    }
}
