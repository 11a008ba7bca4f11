//! The terms of a live tournament.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::FormatName;
use crate::ClockSetting;
use crate::characters::is_unprintable;
use arena_games::{Diagnostic, FieldError, GameId, Options, diagnostic};

/// The most entrants.
const MOST_ENTRANTS: u32 = 1_000;
/// The most rounds of a schedule.
const MOST_ROUNDS: u32 = 1_000;
/// The most matches of a schedule.
pub const MOST_MATCHES: u64 = 10_000_000;
/// The highest pace of a league, in matches per hour.
const MOST_PER_HOUR: u64 = 3_600;
/// The most characters of a title.
const LONGEST_NAME: usize = 80;
/// The default and the longest time to wait for an absent opponent.
const ABSENCE_MS: u64 = 60_000;
const LONGEST_ABSENCE_MS: u64 = 7 * 86_400_000;
/// The default and the longest duration of an arena.
const LASTS_MS: u64 = 3_600_000;
const LONGEST_MS: u64 = 30 * 86_400_000;

/// The format of a live tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum LiveFormat {
    /// In every round, every two entrants play one encounter: two matches with exchanged seats.
    RoundRobin,
    /// In every round, the first entrants play one encounter with each of the others.
    Gauntlet,
    /// In every round, each entrant plays one encounter with an opponent that has about as many points.
    Swiss,
    /// The loser of a tie is out.
    Knockout,
    /// Free entrants are paired by points, for a limited time.
    Arena,
    /// Free entrants are paired, those with the least certain ratings first, each with the closest opponent. A league
    /// does not end by itself.
    League,
}

impl LiveFormat {
    /// The name among all formats.
    #[must_use]
    pub const fn name(self) -> FormatName {
        match self {
            Self::RoundRobin => FormatName::RoundRobin,
            Self::Gauntlet => FormatName::Gauntlet,
            Self::Swiss => FormatName::Swiss,
            Self::Knockout => FormatName::Knockout,
            Self::Arena => FormatName::Arena,
            Self::League => FormatName::League,
        }
    }

    /// True if it has a schedule, false if it pairs free entrants.
    #[must_use]
    pub const fn is_scheduled(self) -> bool {
        !matches!(self, Self::Arena | Self::League)
    }
}

/// The terms of a live tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The title.
    pub name: String,
    /// The game's name.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    #[schema(value_type = String)]
    pub game: GameId,
    /// Options of the game that differ from the defaults.
    #[serde(default, skip_serializing_if = "Options::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub options: Options,
    /// The format.
    pub format: LiveFormat,
    /// The rounds of a schedule. Default: 1, or in a Swiss tournament enough to find the best entrant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// In a gauntlet, the number of first entrants that meet all others. Default: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub champions: Option<u32>,
    /// The clock of each side. It is required, so that every match ends.
    pub clock: ClockSetting,
    /// Whether matches count for the server's ratings, if the server's rules permit it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Whether only invited players can enter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub invited: bool,
    /// The most entrants. Default: 1,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
    /// Bots and engines of the server that enter at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub bots: Vec<String>,
    /// In a schedule, an entrant that stays away for this many milliseconds after being called forfeits the match.
    /// Default: one minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence_ms: Option<u64>,
    /// The start time, in Unix milliseconds. Without it a league starts at once, and other tournaments are started by
    /// hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_ms: Option<u64>,
    /// The duration of an arena in milliseconds. Default: one hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts_ms: Option<u64>,
    /// In a league, the most matches of each pair in a season. Default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_pair: Option<u32>,
    /// In a league, the most matches that begin in an hour, at even intervals. Default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_hour: Option<u32>,
}

impl Terms {
    /// Checks that a tournament can be played on these terms. The clock is checked where matches are created.
    ///
    /// # Errors
    /// [`FieldError`] with the key.
    pub fn check(&self) -> Result<(), FieldError> {
        let wrong = |key, problem: Diagnostic| Err(FieldError::new(key, problem));
        let letters = self.name.chars().count();
        if !(1..=LONGEST_NAME).contains(&letters) || self.name.trim().is_empty() {
            return wrong(
                "name",
                diagnostic!(
                    "text_length",
                    "must have 1 to {most} characters, got {given}",
                    given = letters,
                    most = LONGEST_NAME
                ),
            );
        }
        if self.name.chars().any(is_unprintable) {
            return wrong("name", diagnostic!("unprintable", "must have printable characters only"));
        }
        let ranges: [(&'static str, Option<u64>, u64, u64); 7] = [
            ("rounds", self.rounds.map(u64::from), 1, MOST_ROUNDS.into()),
            ("champions", self.champions.map(u64::from), 1, u64::from(MOST_ENTRANTS) - 1),
            ("most", self.most.map(u64::from), 2, MOST_ENTRANTS.into()),
            ("absence_ms", self.absence_ms, 1, LONGEST_ABSENCE_MS),
            ("lasts_ms", self.lasts_ms, 1, LONGEST_MS),
            ("per_pair", self.per_pair.map(u64::from), 1, MOST_MATCHES),
            ("per_hour", self.per_hour.map(u64::from), 1, MOST_PER_HOUR),
        ];
        for (key, given, least, most) in ranges {
            if let Some(given) = given.filter(|given| !(least..=most).contains(given)) {
                return wrong(key, Diagnostic::range(given, least, most));
            }
        }
        let of_others = [
            ("rounds", self.rounds.is_some() && !self.format.is_scheduled()),
            ("champions", self.champions.is_some() && self.format != LiveFormat::Gauntlet),
            ("absence_ms", self.absence_ms.is_some() && !self.format.is_scheduled()),
            ("lasts_ms", self.lasts_ms.is_some() && self.format != LiveFormat::Arena),
            ("per_pair", self.per_pair.is_some() && self.format != LiveFormat::League),
            ("per_hour", self.per_hour.is_some() && self.format != LiveFormat::League),
        ];
        if let Some((key, _)) = of_others.into_iter().find(|(_, given)| *given) {
            return wrong(
                key,
                diagnostic!(
                    "not_of_format",
                    "does not apply to the format {format}",
                    format = self.format.name().word()
                ),
            );
        }
        if self.bots.len() > self.most() {
            return wrong(
                "bots",
                diagnostic!(
                    "too_many_bots",
                    "at most {most} are allowed, got {given}",
                    given = self.bots.len(),
                    most = self.most()
                ),
            );
        }
        if self.clock.per_move && !self.format.is_scheduled() {
            return wrong(
                "clock",
                diagnostic!("per_move_format", "per_move is only possible in formats with a schedule"),
            );
        }
        Ok(())
    }

    /// The most entrants.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most.unwrap_or(MOST_ENTRANTS) as usize
    }

    /// The time to wait for an entrant that was called, in milliseconds.
    #[must_use]
    pub fn absence_ms(&self) -> u64 {
        self.absence_ms.unwrap_or(ABSENCE_MS)
    }

    /// The duration of an arena, in milliseconds.
    #[must_use]
    pub fn lasts_ms(&self) -> u64 {
        self.lasts_ms.unwrap_or(LASTS_MS)
    }

    /// The number of rounds for this many entrants.
    #[must_use]
    pub fn rounds_of(&self, entrants: usize) -> u64 {
        let enough = || match self.format {
            // Enough rounds to halve the field down to one.
            LiveFormat::Swiss => entrants.next_power_of_two().ilog2().max(1),
            _ => 1,
        };
        self.rounds.unwrap_or_else(enough).into()
    }
}
