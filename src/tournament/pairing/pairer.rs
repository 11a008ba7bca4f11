//! The next matches of a tournament: a pure fold over the results in the order of the schedule.
//!
//! Pairings that are known in advance are computed from their numbers. All others come in blocks. A block is paired
//! when the previous one has been played completely, so pairings depend on the results but never on the order in which
//! matches finish. A sequential test ends the tournament after an encounter; matches played beyond it do not count.

use std::sync::Arc;

use super::attendance::{Attendance, AttendanceHistory};
use super::encounter::{Encounter, EncounterResult};
use super::knockout::Knockout;
use super::schedule::{Pairing, Schedule};
use super::sequential::{SequentialTerms, SequentialTest};
use super::swiss::Swiss;
use arena_play::GameResult;

/// Pairings that can be played. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) enum Ready {
    /// All pairings of a schedule.
    All(Schedule),
    /// One block of encounters.
    Block {
        /// The number of its first match.
        from: u64,
        encounters: Arc<[Encounter]>,
    },
}

impl Ready {
    /// The first number that is not ready.
    pub(crate) fn end(&self) -> u64 {
        match self {
            Self::All(schedule) => schedule.len(),
            Self::Block { from, encounters } => from + 2 * encounters.len() as u64,
        }
    }

    /// The pairing with this number, if it is ready.
    pub(crate) fn get(&self, index: u64) -> Option<Pairing> {
        match self {
            Self::All(schedule) => schedule.get(index),
            Self::Block { from, encounters } => {
                let place = index.checked_sub(*from)?;
                let &Encounter { round, seats } = encounters.get(usize::try_from(place / 2).ok()?)?;
                let leg = u8::from(place % 2 == 1);
                Some(Pairing { index, round, leg, seats: if leg == 0 { seats } else { seats.exchanged() } })
            }
        }
    }
}

/// The match that follows those in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextMatch {
    /// It has this pairing.
    Paired(Pairing),
    /// It is paired when the current round has ended.
    AfterRound,
    /// None follows, or nothing is known.
    Unknown,
}

/// The state of a format that is paired in blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
enum BlockPairer {
    Swiss(Swiss),
    Knockout(Knockout),
}

impl BlockPairer {
    fn next(&mut self, attendance: &[Attendance]) -> Vec<Encounter> {
        match self {
            Self::Swiss(swiss) => swiss.next(attendance),
            Self::Knockout(knockout) => knockout.next(),
        }
    }

    fn take(&mut self, results: &[EncounterResult]) {
        match self {
            Self::Swiss(swiss) => swiss.take(results),
            Self::Knockout(knockout) => knockout.take(results),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum PairingState {
    /// All pairings are known in advance.
    Fixed(Schedule),
    /// All pairings are known in advance, but a test may end the tournament early.
    Tested(Schedule, SequentialTest),
    Blocks {
        pairer: BlockPairer,
        from: u64,
        encounters: Arc<[Encounter]>,
        results: Vec<EncounterResult>,
    },
}

/// Pairs one tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairer {
    state: PairingState,
    /// The number of results added, which is the number of the next match.
    low: u64,
    /// The result of the first match of the current encounter, and whether it is a repeat.
    begun: Option<(GameResult, bool)>,
    history: AttendanceHistory,
    /// The attendance at the last result, and the number of changes in it.
    attendance: Vec<Attendance>,
    changes: usize,
}

impl Pairer {
    /// Creates the pairer of a tournament before its first match. All entrants are present.
    pub(crate) fn new(schedule: Schedule, test: Option<SequentialTerms>) -> Self {
        Self::attended(schedule, test, AttendanceHistory::all_here(schedule.entrants()))
    }

    /// Creates the pairer of a tournament before its first match. The history may go on until its end.
    pub(crate) fn attended(schedule: Schedule, test: Option<SequentialTerms>, history: AttendanceHistory) -> Self {
        let attendance = history.initial();
        let pairer = match (schedule.swiss_rounds(), schedule.knockout_rules()) {
            (Some(rounds), _) => Some(BlockPairer::Swiss(Swiss::new(schedule.entrants(), rounds))),
            (_, Some(rules)) => Some(BlockPairer::Knockout(Knockout::new(schedule.entrants(), rules))),
            _ => None,
        };
        let state = match (pairer, test) {
            (Some(mut pairer), _) => {
                let encounters = pairer.next(&attendance).into();
                PairingState::Blocks { pairer, from: 0, encounters, results: Vec::new() }
            }
            (None, Some(terms)) => PairingState::Tested(schedule, SequentialTest::new(terms)),
            (None, None) => PairingState::Fixed(schedule),
        };
        Self { state, low: 0, begun: None, history, attendance, changes: 0 }
    }

    /// Records that the attendance of an entrant changed after the results so far. It counts from the next round that
    /// is paired.
    pub(crate) fn attend(&mut self, entrant: usize, attendance: Attendance) {
        self.history.push(self.low, entrant, attendance);
    }

    /// The attendance so far.
    pub(crate) const fn history(&self) -> &AttendanceHistory {
        &self.history
    }

    /// The pairings that are known and may still have to be played.
    pub(crate) fn ready(&self) -> Ready {
        match &self.state {
            PairingState::Fixed(schedule) | PairingState::Tested(schedule, _) => Ready::All(*schedule),
            PairingState::Blocks { from, encounters, .. } => {
                Ready::Block { from: *from, encounters: Arc::clone(encounters) }
            }
        }
    }

    /// The pairing with this number, if it is known and may still have to be played.
    #[must_use]
    pub fn get(&self, index: u64) -> Option<Pairing> {
        self.ready().get(index)
    }

    /// The number of the next match, which is the number of results added.
    #[must_use]
    pub const fn low(&self) -> u64 {
        self.low
    }

    /// True if no further match is needed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match &self.state {
            PairingState::Tested(_, test) if test.verdict().is_some() => true,
            _ => self.low >= self.ready().end(),
        }
    }

    /// The number of matches in the whole tournament. If that depends on results, the least number that is still
    /// possible.
    #[must_use]
    pub fn total(&self) -> u64 {
        match &self.state {
            PairingState::Tested(_, test) if test.verdict().is_some() => self.low,
            PairingState::Blocks { pairer: BlockPairer::Knockout(knockout), .. } => {
                self.ready().end() + knockout.least_left()
            }
            PairingState::Blocks { pairer: BlockPairer::Swiss(swiss), encounters, .. } => {
                self.ready().end() + 2 * encounters.len() as u64 * swiss.unpaired()
            }
            PairingState::Fixed(schedule) | PairingState::Tested(schedule, _) => schedule.len(),
        }
    }

    /// Adds the result of match `index`, and whether it is a repeat. A match that is not the next one is ignored: a
    /// stopped run has gaps, and nothing is paired beyond the first gap.
    pub(crate) fn add(&mut self, index: u64, ended: GameResult, repeat: bool) {
        if index != self.low || self.is_over() {
            return;
        }
        let pairing = self.get(index).expect("the next match is ready while the tournament is not over");
        for &(_, entrant, attendance) in self.history.due(self.changes, self.low) {
            self.attendance[entrant] = attendance;
            self.changes += 1;
        }
        self.low += 1;
        if pairing.leg == 0 {
            self.begun = Some((ended, repeat));
            return;
        }
        let first = self.begun.take().expect("the first match of an encounter comes before the second");
        let seats = pairing.seats.exchanged();
        match &mut self.state {
            PairingState::Fixed(_) => {}
            PairingState::Tested(_, test) => test.add(seats, [first, (ended, repeat)]),
            PairingState::Blocks { pairer, from, encounters, results } => {
                results.push(EncounterResult::of(Encounter { round: pairing.round, seats }, [first.0, ended]));
                if results.len() == encounters.len() {
                    pairer.take(results);
                    results.clear();
                    *from = self.low;
                    *encounters = pairer.next(&self.attendance).into();
                }
            }
        }
    }

    /// The state of a Swiss tournament, if this is one.
    #[must_use]
    pub const fn swiss(&self) -> Option<&Swiss> {
        match &self.state {
            PairingState::Blocks { pairer: BlockPairer::Swiss(swiss), .. } => Some(swiss),
            _ => None,
        }
    }

    /// The state of a knockout, if this is one.
    #[must_use]
    pub const fn knockout(&self) -> Option<&Knockout> {
        match &self.state {
            PairingState::Blocks { pairer: BlockPairer::Knockout(knockout), .. } => Some(knockout),
            _ => None,
        }
    }

    /// The state of a sequential test, if there is one.
    #[must_use]
    pub const fn test(&self) -> Option<&SequentialTest> {
        match &self.state {
            PairingState::Tested(_, test) => Some(test),
            _ => None,
        }
    }
}
