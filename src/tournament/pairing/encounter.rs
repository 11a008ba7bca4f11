//! Encounters: two matches between the same entrants from the same opening, with the seats exchanged.

use arena_games::BySide;
use arena_play::GameResult;

/// Two matches, the second with exchanged seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Encounter {
    /// The round, from 0.
    pub(super) round: u64,
    /// The seats of the first match.
    pub(super) seats: BySide<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EncounterResult {
    /// The seats of its first match.
    pub(super) seats: BySide<usize>,
    /// The half points, 0 to 4, of the entrant in the first seat of the first match.
    pub(super) halves: u8,
}

impl EncounterResult {
    pub(super) fn of(encounter: Encounter, [first_leg, second_leg]: [GameResult; 2]) -> Self {
        let halves = |ended: GameResult| match ended {
            GameResult::First => 2,
            GameResult::Draw => 1,
            GameResult::Second => 0,
        };
        Self { seats: encounter.seats, halves: halves(first_leg) + 2 - halves(second_leg) }
    }
}
