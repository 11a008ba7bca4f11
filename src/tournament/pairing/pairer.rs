//! Which matches of a tournament come next: a fold over the results in the order of the schedule, pure.
//!
//! Where all pairings are known beforehand, they are computed from their numbers. Otherwise they come in blocks: a
//! block is paired when the one before it has been played to its end, so that the pairings depend on the results and
//! never on what finished first. A sequential test ends the tournament at an encounter; what was played beyond it counts
//! for nothing.

use std::sync::Arc;

use super::encounter::{Encounter, EncounterResult};
use super::knockout::Knockout;
use super::schedule::{Pairing, Schedule};
use super::sequential::{SequentialTerms, SequentialTest};
use super::swiss::Swiss;
use crate::play::GameResult;

/// Pairings that can be played: cheap to copy.
#[derive(Clone, Debug)]
pub(in crate::tournament) enum Ready {
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
    pub(in crate::tournament) fn end(&self) -> u64 {
        match self {
            Self::All(schedule) => schedule.len(),
            Self::Block { from, encounters } => from + 2 * encounters.len() as u64,
        }
    }

    /// The pairing with that number, if it is ready.
    pub(in crate::tournament) fn get(&self, index: u64) -> Option<Pairing> {
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
enum BlockPairer {
    Swiss(Swiss),
    Knockout(Knockout),
}

impl BlockPairer {
    fn next(&mut self) -> Vec<Encounter> {
        match self {
            Self::Swiss(swiss) => swiss.next(),
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
enum Kind {
    /// Everything is known beforehand.
    Fixed(Schedule),
    /// Everything is known beforehand, but it may end early.
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
    kind: Kind,
    /// Results that were taken in: the number of the next one.
    low: u64,
    /// How the first match of the present encounter ended, and whether it is a repeat.
    begun: Option<(GameResult, bool)>,
}

impl Pairer {
    /// Before the first match.
    pub(in crate::tournament) fn new(schedule: Schedule, test: Option<SequentialTerms>) -> Self {
        let pairer = match (schedule.swiss_rounds(), schedule.knockout_rules()) {
            (Some(rounds), _) => Some(BlockPairer::Swiss(Swiss::new(schedule.entrants(), rounds))),
            (_, Some(rules)) => Some(BlockPairer::Knockout(Knockout::new(schedule.entrants(), rules))),
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
    pub(in crate::tournament) fn ready(&self) -> Ready {
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
            Kind::Blocks { pairer: BlockPairer::Knockout(knockout), .. } => self.ready().end() + knockout.least_left(),
            Kind::Blocks { pairer: BlockPairer::Swiss(swiss), encounters, .. } => {
                self.ready().end() + 2 * encounters.len() as u64 * swiss.unpaired()
            }
            Kind::Fixed(schedule) | Kind::Tested(schedule, _) => schedule.len(),
        }
    }

    /// Takes in how match `index` ended, and whether it repeats an earlier one. One that is not the next one is left out:
    /// a run that was stopped has gaps, and nothing is paired beyond the first.
    pub(in crate::tournament) fn add(&mut self, index: u64, ended: GameResult, repeat: bool) {
        if index != self.low || self.is_over() {
            return;
        }
        let pairing = self.get(index).expect("the next match is ready while the tournament is not over");
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
                results.push(EncounterResult::of(Encounter { round: pairing.round, seats }, [first.0, ended]));
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
            Kind::Blocks { pairer: BlockPairer::Swiss(swiss), .. } => Some(swiss),
            _ => None,
        }
    }

    /// The state of a knockout.
    #[must_use]
    pub const fn knockout(&self) -> Option<&Knockout> {
        match &self.kind {
            Kind::Blocks { pairer: BlockPairer::Knockout(knockout), .. } => Some(knockout),
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
