//! What a tournament that one can enter is played by.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use crate::bots::characters::is_unprintable;
use crate::games::{GameId, Options, Problem};
use crate::play::ClockSetting;
use crate::tournament::pairing::knockout::KnockoutRules;
use crate::tournament::pairing::{FormatName, Schedule};

/// No tournament has more entrants.
const MOST_ENTRANTS: u32 = 1_000;
/// No schedule has more rounds.
const MOST_ROUNDS: u32 = 1_000;
/// No schedule has more matches.
const MOST_MATCHES: u64 = 10_000_000;
/// No title has more characters.
const LONGEST_NAME: usize = 80;
/// How long an opponent is waited for, unless the terms say otherwise, and at most.
const ABSENCE_MS: u64 = 60_000;
const LONGEST_ABSENCE_MS: u64 = 7 * 86_400_000;
/// An arena lasts so long unless the terms say otherwise, and at most.
const LASTS_MS: u64 = 3_600_000;
const LONGEST_MS: u64 = 30 * 86_400_000;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum LiveFormat {
    /// In every round each two entrants play an encounter: two matches, with seats exchanged.
    RoundRobin,
    /// In every round the first entrants play an encounter with each of the others.
    Gauntlet,
    /// In every round each entrant plays an encounter with one of about as many points.
    Swiss,
    /// Who loses a tie is out.
    Knockout,
    /// Pairs whoever is free, by points, for so long.
    Arena,
    /// Pairs whoever is free, those whose ratings are least certain or closest; it does not end by itself.
    League,
}

impl LiveFormat {
    /// What it is called among all formats.
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

    /// Whether it has a schedule, rather than pairing whoever is free.
    #[must_use]
    pub const fn is_scheduled(self) -> bool {
        !matches!(self, Self::Arena | Self::League)
    }
}

/// What a tournament that one can enter is played by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Its title.
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
    /// Who meets whom.
    pub format: LiveFormat,
    /// Rounds of a schedule; 1 unless given, in a Swiss tournament as many as it takes to find the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// How many of the first entrants meet all others in a gauntlet; 1 unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub champions: Option<u32>,
    /// The clock of each side: there is one, so that every match ends.
    pub clock: ClockSetting,
    /// Whether matches count for the server's ratings, as far as these allow.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Whether only those enter who were invited.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub invited: bool,
    /// At most so many entrants; 1,000 unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
    /// Bots and engines of the server that enter at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub bots: Vec<String>,
    /// In a schedule, who stays away for so many milliseconds after being called forfeits the match; a minute unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence_ms: Option<u64>,
    /// When it starts, in Unix milliseconds; by hand when absent, and a league at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_ms: Option<u64>,
    /// How long an arena lasts, in milliseconds; an hour unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts_ms: Option<u64>,
}

/// What is wrong with the terms: the key and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct TermsError {
    /// The key.
    pub key: &'static str,
    /// What is wrong, and what would be right.
    pub problem: Problem,
}

impl Terms {
    /// Whether a tournament can be played by these. The clock is checked by whoever makes the matches.
    ///
    /// # Errors
    /// [`TermsError`] with the key.
    pub fn check(&self) -> Result<(), TermsError> {
        let wrong = |key, problem: Problem| Err(TermsError { key, problem });
        let letters = self.name.chars().count();
        if !(1..=LONGEST_NAME).contains(&letters) || self.name.trim().is_empty() {
            return wrong("name", Problem::Letters { given: letters, most: LONGEST_NAME });
        }
        if self.name.chars().any(is_unprintable) {
            return wrong("name", Problem::Unseen);
        }
        let ranges: [(&'static str, Option<u64>, u64, u64); 5] = [
            ("rounds", self.rounds.map(u64::from), 1, MOST_ROUNDS.into()),
            ("champions", self.champions.map(u64::from), 1, u64::from(MOST_ENTRANTS) - 1),
            ("most", self.most.map(u64::from), 2, MOST_ENTRANTS.into()),
            ("absence_ms", self.absence_ms, 1, LONGEST_ABSENCE_MS),
            ("lasts_ms", self.lasts_ms, 1, LONGEST_MS),
        ];
        for (key, given, least, most) in ranges {
            if let Some(given) = given.filter(|given| !(least..=most).contains(given)) {
                return wrong(key, Problem::outside(given, least, most));
            }
        }
        let of_others = [
            ("rounds", self.rounds.is_some() && !self.format.is_scheduled()),
            ("champions", self.champions.is_some() && self.format != LiveFormat::Gauntlet),
            ("absence_ms", self.absence_ms.is_some() && !self.format.is_scheduled()),
            ("lasts_ms", self.lasts_ms.is_some() && self.format != LiveFormat::Arena),
        ];
        if let Some((key, _)) = of_others.into_iter().find(|(_, given)| *given) {
            return wrong(key, format!("the format {:?} has none", self.format.name().word()).into());
        }
        if self.bots.len() > self.most() {
            return wrong("bots", Problem::TooMany { given: self.bots.len(), most: self.most() });
        }
        if self.clock.per_move && !self.format.is_scheduled() {
            return wrong("clock", "with per_move a match may take weeks, for which nobody is free".into());
        }
        Ok(())
    }

    /// At most so many entrants.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most.unwrap_or(MOST_ENTRANTS) as usize
    }

    /// For how long somebody who was called is waited for.
    #[must_use]
    pub fn absence_ms(&self) -> u64 {
        self.absence_ms.unwrap_or(ABSENCE_MS)
    }

    /// How long an arena lasts.
    #[must_use]
    pub fn lasts_ms(&self) -> u64 {
        self.lasts_ms.unwrap_or(LASTS_MS)
    }

    /// The rounds that so many entrants play.
    #[must_use]
    pub fn rounds_of(&self, entrants: usize) -> u64 {
        let enough = || match self.format {
            // As many as halve the field down to one.
            LiveFormat::Swiss => entrants.next_power_of_two().ilog2().max(1),
            _ => 1,
        };
        self.rounds.unwrap_or_else(enough).into()
    }

    /// The schedule of so many entrants; none of an arena or a league.
    ///
    /// # Errors
    /// [`TermsError`] when they are too few, or their matches too many.
    pub fn schedule(&self, entrants: usize) -> Result<Option<Schedule>, TermsError> {
        if entrants < 2 && self.format != LiveFormat::League {
            return Err(TermsError { key: "entrants", problem: Problem::TooFew { given: entrants, least: 2 } });
        }
        let rounds = self.rounds_of(entrants);
        let champions = self.champions.unwrap_or(1) as usize;
        let schedule = match self.format {
            LiveFormat::Arena | LiveFormat::League => return Ok(None),
            LiveFormat::Gauntlet if champions >= entrants => {
                let problem = format!("of {entrants} entrants at most {} can be champions", entrants - 1);
                return Err(TermsError { key: "champions", problem: problem.into() });
            }
            LiveFormat::RoundRobin => Schedule::round_robin(entrants, rounds),
            LiveFormat::Gauntlet => Schedule::gauntlet(entrants, champions, rounds),
            LiveFormat::Swiss => Schedule::swiss(entrants, rounds),
            LiveFormat::Knockout => Schedule::knockout(entrants, Self::knockout_rules(rounds)),
        };
        let matches = schedule.as_ref().and_then(Schedule::most).unwrap_or(u64::MAX);
        if matches > MOST_MATCHES {
            let problem = Problem::Matches { given: matches, most: MOST_MATCHES };
            return Err(TermsError { key: "rounds", problem });
        }
        Ok(schedule)
    }

    /// The rules of a knockout whose ties have so many encounters.
    pub(in crate::tournament) const fn knockout_rules(encounters: u64) -> KnockoutRules {
        KnockoutRules { encounters, extra: EXTRA, third_place: false }
    }
}

/// An even tie of a knockout goes on for at most so many encounters.
pub(in crate::tournament) const EXTRA: u64 = 2;
