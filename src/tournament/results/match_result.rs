//! The result of one match, as a tournament counts it.

use crate::games::seed::mix;
use crate::games::{BySide, MoveCode, Side};
use crate::play::{EndReason, GameResult, Verdict};
use crate::records::replay::{ReplayError, replay_with};
use crate::records::{MoveNote, Record};

/// A finished match of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// Its number in the schedule.
    pub index: u64,
    /// All moves, those of the opening first.
    pub moves: Vec<MoveCode>,
    /// Who made the moves after the opening, what each cost in nodes, and in microseconds.
    pub costs: Vec<MoveCost>,
    /// What was told of each of these moves' searches, where the run keeps that; otherwise empty.
    pub notes: Vec<MoveNote>,
    /// By how many milliseconds the loser's time was passed, where it lost by that.
    pub late_ms: Option<u64>,
    /// How it ended; never void.
    pub verdict: Verdict,
    /// How often it was void before, by a failure of the arena, and was played again.
    pub voided: u32,
}

impl MatchResult {
    /// The result of match `index` from its record, for stores that keep records and nothing else. Without timings in
    /// it, and below a millisecond, times are lost; so are notes, and how often the match was void.
    ///
    /// # Errors
    /// [`ReplayError`] when the match cannot have happened by the rules.
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
        Ok(Self { index, moves, costs, notes: Vec::new(), late_ms, verdict, voided: 0 })
    }
}

/// What one move cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCost {
    /// Who made it.
    pub side: Side,
    /// Positions searched.
    pub nodes: u64,
    /// Microseconds.
    pub micros: u64,
    /// The value of the mover's search for itself, where it searched.
    pub value: Option<i32>,
}

/// One result on its way into the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CountedResult {
    pub(super) seats: BySide<usize>,
    /// Which round's opening was played.
    pub(super) round: u64,
    /// Identifies the opening: matches with the same number share it. None where it is not known.
    pub(super) cluster: Option<u64>,
    /// Whether it is the second match of the encounter that the last one began.
    pub(super) second_leg: bool,
    pub(super) ended: GameResult,
    pub(super) by: EndReason,
    /// By how many milliseconds the loser's time was passed, where it lost by that.
    pub(super) late_ms: Option<u64>,
    /// See [`fingerprint`].
    pub(super) fingerprint: u64,
}

/// A hash of who sat where and what was played: two matches with the same one are taken for the same match. Among a
/// million matches, two different ones share one with a chance below 10^-7.
pub(in crate::tournament) fn fingerprint(seats: BySide<usize>, moves: &[MoveCode]) -> u64 {
    let moves = moves.iter().map(|mv| u64::from(mv.0));
    [seats.first as u64, seats.second as u64].into_iter().chain(moves).fold(0, |hash, part| mix(hash ^ mix(part)))
}
