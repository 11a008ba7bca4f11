//! The formats of tournaments: who meets whom.

use serde_json::{Value, json};

use super::bounds::PlanError;
use crate::games::FileFault;
use crate::tournament::pairing::knockout::KnockoutRules;
use crate::tournament::pairing::sequential::SequentialTerms;
use crate::tournament::pairing::{FormatName, Schedule};

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Format {
    /// In every round each two entrants play an encounter.
    #[default]
    RoundRobin,
    /// In every round the first entrants play an encounter with each of the others.
    Gauntlet {
        /// How many meet all others.
        champions: usize,
    },
    /// In every round each entrant plays an encounter with one of about as many points.
    Swiss,
    /// Who loses a tie of so many rounds is out.
    Knockout {
        /// At most so many more encounters while a tie is even.
        extra: u64,
        /// Whether there is a tie for the third place.
        third_place: bool,
    },
    /// Two entrants, until the rounds are over or a test has decided.
    Match {
        /// The test.
        test: Option<SequentialTerms>,
    },
    /// Whoever is free is paired, by points; only on a server.
    Arena,
    /// Whoever is free is paired, by ratings; only on a server.
    League,
}

impl Format {
    /// What it is called, as in files.
    #[must_use]
    pub const fn name(self) -> FormatName {
        match self {
            Self::RoundRobin => FormatName::RoundRobin,
            Self::Gauntlet { .. } => FormatName::Gauntlet,
            Self::Swiss => FormatName::Swiss,
            Self::Knockout { .. } => FormatName::Knockout,
            Self::Match { .. } => FormatName::Match,
            Self::Arena => FormatName::Arena,
            Self::League => FormatName::League,
        }
    }

    /// What the schedule of so many entrants and rounds is; none when it is too large to count.
    pub(in crate::tournament) fn schedule(self, entrants: usize, rounds: u64) -> Option<Schedule> {
        match self {
            Self::RoundRobin | Self::Match { .. } => Schedule::round_robin(entrants, rounds),
            Self::Gauntlet { champions } => Schedule::gauntlet(entrants, champions, rounds),
            Self::Swiss => Schedule::swiss(entrants, rounds),
            Self::Knockout { extra, third_place } => {
                Schedule::knockout(entrants, KnockoutRules { encounters: rounds, extra, third_place })
            }
            Self::Arena | Self::League => Some(Schedule::open(entrants)),
        }
    }

    /// Whether so many entrants fit it.
    pub(super) fn check(self, entrants: usize) -> Result<(), PlanError> {
        match self {
            Self::Gauntlet { champions } if !(1..entrants).contains(&champions) => Err(PlanError {
                key: "champions",
                problem: FileFault::Champions { given: champions, most: entrants - 1 }.into(),
            }),
            Self::Match { .. } if entrants != 2 => {
                Err(PlanError { key: "entrants", problem: FileFault::NotTwo { given: entrants }.into() })
            }
            _ => Ok(()),
        }
    }

    /// All of it that results depend on.
    pub(super) fn content(self) -> Value {
        match self {
            Self::RoundRobin | Self::Swiss | Self::Arena | Self::League => json!(self.name()),
            Self::Gauntlet { champions } => json!([self.name(), champions]),
            Self::Knockout { extra, third_place } => json!([self.name(), extra, third_place]),
            Self::Match { test } => json!([self.name(), test.map(|test| format!("{test:?}"))]),
        }
    }
}

impl serde::Serialize for Format {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name().serialize(serializer)
    }
}
