//! The course of a tournament: which matches come next, a fold over the results in the order of the schedule, pure.
//!
//! Where all pairings are known beforehand, they are computed from their numbers. Otherwise they come in blocks: a
//! block is paired when the one before it has been played to its end, so that the pairings depend on the results and
//! never on what finished first. A sequential test ends the course at an encounter; what was played beyond it counts
//! for nothing.

use std::sync::Arc;

use super::knockout::Knockout;
use super::schedule::{Pairing, Schedule};
use super::sequential::{SequentialTerms, SequentialTest};
use super::swiss::Swiss;
use crate::games::BySide;
use crate::play::Ended;

/// Two matches, of which the second has the seats exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Encounter {
    /// The round, whose opening is played.
    pub(super) round: u64,
    /// Who sits where in the first match.
    pub(super) seats: BySide<usize>,
}

/// What came of an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Met {
    /// The seats of its first match.
    pub(super) seats: BySide<usize>,
    /// Half points, 0 to 4, of the one who sat first in its first match.
    pub(super) halves: u8,
    /// Matches that each won, by the seats of its first match.
    pub(super) wins: BySide<u8>,
}

impl Met {
    fn of(encounter: Encounter, [first_leg, second_leg]: [Ended; 2]) -> Self {
        let halves = |ended: Ended| match ended {
            Ended::First => 2,
            Ended::Draw => 1,
            Ended::Second => 0,
        };
        let won = |ended: Ended, by: Ended| u8::from(ended == by);
        Self {
            seats: encounter.seats,
            halves: halves(first_leg) + 2 - halves(second_leg),
            wins: BySide::new(
                won(first_leg, Ended::First) + won(second_leg, Ended::Second),
                won(first_leg, Ended::Second) + won(second_leg, Ended::First),
            ),
        }
    }
}

/// Pairings that can be played: cheap to copy.
#[derive(Clone, Debug)]
pub(super) enum Ready {
    /// All of a schedule.
    All(Schedule),
    /// One block.
    Block {
        /// The number of its first match.
        from: u64,
        encounters: Arc<[Encounter]>,
    },
}

impl Ready {
    /// The first number that is not ready.
    pub(super) fn end(&self) -> u64 {
        match self {
            Self::All(schedule) => schedule.len(),
            Self::Block { from, encounters } => from + 2 * encounters.len() as u64,
        }
    }

    /// The pairing with that number, if it is ready.
    pub(super) fn get(&self, index: u64) -> Option<Pairing> {
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

/// What makes the blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pairer {
    Swiss(Swiss),
    Knockout(Knockout),
}

impl Pairer {
    fn next(&mut self) -> Vec<Encounter> {
        match self {
            Self::Swiss(swiss) => swiss.next(),
            Self::Knockout(knockout) => knockout.next(),
        }
    }

    fn take(&mut self, results: &[Met]) {
        match self {
            Self::Swiss(swiss) => swiss.take(results),
            Self::Knockout(knockout) => knockout.take(results),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    /// Everything is known beforehand.
    Fixed(Schedule),
    /// Everything is known beforehand, but it may end early.
    Tested(Schedule, SequentialTest),
    Blocks {
        pairer: Pairer,
        from: u64,
        encounters: Arc<[Encounter]>,
        results: Vec<Met>,
    },
}

/// The course of one tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    kind: Kind,
    /// Results that were taken in: the number of the next one.
    low: u64,
    /// How the first match of the present encounter ended, and whether it is a repeat.
    begun: Option<(Ended, bool)>,
}

impl Course {
    /// Before the first match.
    pub(super) fn new(schedule: Schedule, test: Option<SequentialTerms>) -> Self {
        let pairer = match (schedule.swiss_rounds(), schedule.knockout_rules()) {
            (Some(rounds), _) => Some(Pairer::Swiss(Swiss::new(schedule.entrants(), rounds))),
            (_, Some(rules)) => Some(Pairer::Knockout(Knockout::new(schedule.entrants(), rules))),
            _ => None,
        };
        let kind = match (pairer, test) {
            (Some(mut pairer), _) => {
                let encounters = pairer.next().into();
                Kind::Blocks { pairer, from: 0, encounters, results: Vec::new() }
            }
            (None, Some(terms)) => Kind::Tested(schedule, SequentialTest::new(terms)),
            (None, None) => Kind::Fixed(schedule),
        };
        Self { kind, low: 0, begun: None }
    }

    /// The pairings that are known and may still have to be played.
    pub(super) fn ready(&self) -> Ready {
        match &self.kind {
            Kind::Fixed(schedule) | Kind::Tested(schedule, _) => Ready::All(*schedule),
            Kind::Blocks { from, encounters, .. } => Ready::Block { from: *from, encounters: Arc::clone(encounters) },
        }
    }

    /// The pairing with that number, if it is known and may still have to be played.
    #[must_use]
    pub fn get(&self, index: u64) -> Option<Pairing> {
        self.ready().get(index)
    }

    /// The number of the next match: so many results were taken in.
    #[must_use]
    pub const fn low(&self) -> u64 {
        self.low
    }

    /// Whether the next match, and every one after it, is not needed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match &self.kind {
            Kind::Tested(_, test) if test.verdict().is_some() => true,
            _ => self.low >= self.ready().end(),
        }
    }

    /// How many matches the tournament has in all: as many as it must have, as far as is known now.
    #[must_use]
    pub fn total(&self) -> u64 {
        match &self.kind {
            Kind::Tested(_, test) if test.verdict().is_some() => self.low,
            Kind::Blocks { pairer: Pairer::Knockout(knockout), .. } => self.ready().end() + knockout.least_left(),
            Kind::Blocks { pairer: Pairer::Swiss(swiss), encounters, .. } => {
                self.ready().end() + 2 * encounters.len() as u64 * swiss.unpaired()
            }
            Kind::Fixed(schedule) | Kind::Tested(schedule, _) => schedule.len(),
        }
    }

    /// Takes in how match `index` ended, and whether it repeats an earlier one. One that is not the next one is left out:
    /// a run that was stopped has gaps, and its course ends at the first.
    pub(super) fn add(&mut self, index: u64, ended: Ended, repeat: bool) {
        if index != self.low || self.is_over() {
            return;
        }
        let pairing = self.get(index).expect("the next match is ready while the course is not over");
        self.low += 1;
        if pairing.leg == 0 {
            self.begun = Some((ended, repeat));
            return;
        }
        let first = self.begun.take().expect("the first match of an encounter comes before the second");
        let seats = pairing.seats.exchanged();
        match &mut self.kind {
            Kind::Fixed(_) => {}
            Kind::Tested(_, test) => test.add(seats, [first, (ended, repeat)]),
            Kind::Blocks { pairer, from, encounters, results } => {
                results.push(Met::of(Encounter { round: pairing.round, seats }, [first.0, ended]));
                if results.len() == encounters.len() {
                    pairer.take(results);
                    results.clear();
                    *from = self.low;
                    *encounters = pairer.next().into();
                }
            }
        }
    }

    /// The state of a Swiss tournament.
    #[must_use]
    pub const fn swiss(&self) -> Option<&Swiss> {
        match &self.kind {
            Kind::Blocks { pairer: Pairer::Swiss(swiss), .. } => Some(swiss),
            _ => None,
        }
    }

    /// The state of a knockout.
    #[must_use]
    pub const fn knockout(&self) -> Option<&Knockout> {
        match &self.kind {
            Kind::Blocks { pairer: Pairer::Knockout(knockout), .. } => Some(knockout),
            _ => None,
        }
    }

    /// The state of a sequential test.
    #[must_use]
    pub const fn test(&self) -> Option<&SequentialTest> {
        match &self.kind {
            Kind::Tested(_, test) => Some(test),
            _ => None,
        }
    }
}
