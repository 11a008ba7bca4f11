//! The formats of tournaments.

use serde_json::{Value, json};

use crate::pairing::Schedule;
use crate::pairing::knockout::KnockoutRules;
use crate::pairing::sequential::SequentialTerms;
use arena_games::{FieldError, diagnostic};
use arena_play::tournament::FormatName;

/// A tournament's format, with its parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Format {
    /// In every round, every two entrants play one encounter.
    #[default]
    RoundRobin,
    /// In every round, the first entrants play one encounter with each of the others.
    Gauntlet {
        /// The number of entrants that play all others.
        champions: usize,
    },
    /// In every round, each entrant plays one encounter with an opponent that has about as many points.
    Swiss,
    /// The loser of a tie is out. A tie consists of as many encounters as the tournament has rounds.
    Knockout {
        /// The most additional encounters while a tie is even.
        extra: u64,
        /// Whether there is a tie for third place.
        third_place: bool,
    },
    /// Two entrants play until the rounds are over or a test decides.
    Match { test: Option<SequentialTerms> },
    /// Free entrants are paired by points. Only on a server.
    Arena,
    /// Free entrants are paired by rating. Only on a server.
    League,
}

impl Format {
    /// The format's name, as in files.
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

    /// Returns the schedule, or `None` if it is too large.
    pub(crate) fn schedule(self, entrants: usize, rounds: u64) -> Option<Schedule> {
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

    /// Checks that this number of entrants suits the format.
    pub(super) fn check(self, entrants: usize) -> Result<(), FieldError> {
        match self {
            Self::Gauntlet { champions } if !(1..entrants).contains(&champions) => Err(FieldError::new(
                "champions",
                diagnostic!(
                    "champion_count",
                    "champions must be between 1 and {most}, got {given}",
                    given = champions,
                    most = entrants - 1
                ),
            )),
            Self::Match { .. } if entrants != 2 => {
                let problem = diagnostic!(
                    "match_entrants",
                    "a match must have two entrants, got {given}; use the format gauntlet for more",
                    given = entrants
                );
                Err(FieldError::new("entrants", problem))
            }
            _ => Ok(()),
        }
    }

    /// Everything in the format that results depend on.
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
