//! The record of one finished match. Files of records hold one JSON object per line.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use uuid::Uuid;

use arena_bots::IllegalTries;
use arena_games::seed::derive;
use arena_games::{GameId, Options, Side};
use arena_play::{ClockSetting, Seat, TableLoss, Verdict};

/// The holder of a seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct SeatRecord {
    /// The name.
    pub name: String,
    /// The id of the player, a person or a person's program, since names need not be unique. Absent for bots, for
    /// engines and for play without a server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Uuid>,
    /// The version that the player's program reported at the start of the match, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// A bot's complete configuration; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    pub spec: Option<Value>,
    /// The seat's clock, if its time was limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
}

impl SeatRecord {
    /// Creates a seat of which only the name is known.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Creates the record of a seat, with its clock.
    #[must_use]
    pub fn of(seat: &Seat, clock: Option<ClockSetting>) -> Self {
        let held = match seat {
            Seat::Human { player, name, version } => {
                Self { player: Some(*player), version: version.clone(), ..Self::named(name) }
            }
            Seat::Bot { name, spec } => Self { spec: Some(spec.clone()), ..Self::named(name) },
            Seat::Open | Seat::Reserved { .. } => Self::default(),
        };
        Self { clock, ..held }
    }

    /// Returns the seat without its clock. It is a bot's seat unless the player is known.
    #[must_use]
    pub fn seat(&self) -> Seat {
        let name = self.name.clone();
        match self.player {
            Some(player) => Seat::Human { player, name, version: self.version.clone() },
            None => Seat::Bot { name, spec: self.spec.clone().unwrap_or_default() },
        }
    }
}

/// A move that a bot made while memory was short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ShortMove {
    /// The ply, from 0. If the move was taken back, the ply to which the match went back.
    pub ply: usize,
    /// The bot's side.
    pub side: Side,
    /// How the table was affected.
    pub table: TableLoss,
    /// The size of the table in MiB, if it was smaller than configured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_mb: Option<u32>,
}

/// The start of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Opening {
    /// The position; absent for the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves that were played from there before the seats took over. [`Record::moves`] begins with them.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A finished match. `S` is the type of a seat. Many matches of the same bots can share one serialised seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[cfg_attr(feature = "typescript", ts(rename = "MatchRecord", concrete(S = SeatRecord)))]
pub struct Record<S = SeatRecord> {
    /// The id of the match.
    pub id: Uuid,
    /// The game.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub game: GameId,
    /// All of the game's options.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub options: Options,
    /// The start of the match.
    pub opening: Opening,
    /// The first side's seat, then the second side's.
    pub seats: [S; 2],
    /// The seed of the bots' random choices.
    pub seed: u64,
    /// All moves, including those of the opening.
    pub moves: Vec<String>,
    /// How the match ended, with the detail in words.
    pub verdict: Verdict,
    /// By how many milliseconds the loser exceeded its time, if it lost on time and the delay is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_ms: Option<u64>,
    /// The illegal moves that each side tried, first side first. Absent if there were none, and where they are not
    /// counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tries: Option<[IllegalTries; 2]>,
    /// The nodes searched for each move; 0 for a move of the opening, of a book, of chance or of a person.
    pub nodes: Vec<u64>,
    /// The milliseconds spent on each move. Present only if timings were requested, since they differ in every run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<Vec<u64>>,
    /// The value of each position for its mover, on the scale of the mover's search. An entry is `null` if the move was
    /// not searched; the list is absent if no move was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Option<i32>>>,
    /// The moves that a bot made while memory was short. The match is not reproducible if there are any: the bot's
    /// later moves are not a function of the record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<ShortMove>>"))]
    pub not_reproducible: Vec<ShortMove>,
    /// Whether the moves follow from the seats and the seed. `false` for a tournament match in which people, their
    /// programs or clocks took part. If it is absent, the seats tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproducible: Option<bool>,
}

impl Record {
    /// Returns the value of the position at `ply` for its mover, if known. A file can hold `i32::MIN`; it is read as
    /// `-i32::MAX`, so that every value can be negated.
    #[must_use]
    pub fn value(&self, ply: usize) -> Option<i32> {
        self.values.as_ref()?.get(ply).copied().flatten().map(|value| value.max(-i32::MAX))
    }
}

/// Returns the seed of a side's randomness. The two sides differ, so that equal bots choose differently.
#[must_use]
pub fn seat_seed(match_seed: u64, side: Side) -> u64 {
    derive(match_seed, &[side as u64])
}
