//! The result of one match, as a tournament counts it.

use arena_bots::IllegalTries;
use arena_games::seed::mix;
use arena_games::{BySide, MoveCode, Side};
use arena_play::{EndReason, GameResult, Verdict};
use arena_records::replay::{ReplayError, replay_with};
use arena_records::{MoveNote, Record};

/// A finished match of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The match's number in the schedule.
    pub index: u64,
    /// All moves, including those of the opening.
    pub moves: Vec<MoveCode>,
    /// The cost of each move after the opening.
    pub costs: Vec<MoveCost>,
    /// Search information on these moves, if the run keeps it; otherwise empty.
    pub notes: Vec<MoveNote>,
    /// By how many milliseconds the loser exceeded its time, if it lost on time.
    pub late_ms: Option<u64>,
    /// The illegal moves that each side tried, where these are counted.
    pub tries: BySide<IllegalTries>,
    /// How the match ended.
    pub verdict: Verdict,
    /// The number of times that the match was void, because of a failure of the arena, and played again.
    pub voided: u32,
}

impl MatchResult {
    /// Creates the result of match `index` from its record, for stores that keep only records. Notes and the number of
    /// void attempts are lost. Times are lost below a millisecond, and altogether if the record has no timings.
    ///
    /// # Errors
    /// [`ReplayError`] when the match is impossible by the rules.
    pub fn of_record(index: u64, record: &Record) -> Result<Self, ReplayError> {
        let (mut moves, mut costs) = (Vec::with_capacity(record.moves.len()), Vec::new());
        replay_with(record, |side, mv| {
            let ply = moves.len();
            moves.push(mv);
            if ply >= record.opening.moves.len() {
                let ms = record.ms.as_ref().and_then(|ms| ms.get(ply)).copied().unwrap_or(0);
                let (nodes, value) = (record.nodes[ply], record.value(ply));
                costs.push(MoveCost { side, nodes, micros: ms.saturating_mul(1_000), value });
            }
        })?;
        let (verdict, late_ms) = (record.verdict.clone(), record.late_ms);
        let tries = record.tries.map(BySide::from).unwrap_or_default();
        Ok(Self { index, moves, costs, notes: Vec::new(), late_ms, tries, verdict, voided: 0 })
    }
}

/// The cost of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCost {
    /// The side that made it.
    pub side: Side,
    /// Positions searched.
    pub nodes: u64,
    /// The time in microseconds.
    pub micros: u64,
    /// The value of the position for the mover, if it searched.
    pub value: Option<i32>,
}

/// A result that is added to the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CountedResult {
    pub(super) seats: BySide<usize>,
    /// The round of the match.
    pub(super) round: u64,
    /// Identifies the opening, which matches with the same number share. `None` if the opening is unknown.
    pub(super) cluster: Option<u64>,
    /// Whether this is the second match of the encounter that the previous match began.
    pub(super) second_leg: bool,
    pub(super) ended: GameResult,
    pub(super) by: EndReason,
    /// By how many milliseconds the loser exceeded its time, if it lost on time.
    pub(super) late_ms: Option<u64>,
    /// See [`fingerprint`].
    pub(super) fingerprint: u64,
}

/// A hash of the seats and the moves. Matches with equal hashes count as the same match. Among a million different
/// matches the chance of a collision is below 10^-7.
pub(crate) fn fingerprint(seats: BySide<usize>, moves: &[MoveCode]) -> u64 {
    let moves = moves.iter().map(|mv| u64::from(mv.0));
    [seats.first as u64, seats.second as u64].into_iter().chain(moves).fold(0, |hash, part| mix(hash ^ mix(part)))
}
