//! The record of one finished match, one JSON object a line.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use uuid::Uuid;

use crate::games::seed::derive;
use crate::games::{GameId, Options, Side};
use crate::play::{ClockSetting, Seat, TableLoss, Verdict};

/// Who held a seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct SeatRecord {
    /// The name.
    pub name: String,
    /// The player, a person or a program of theirs: of the same name there can be several. None for bots and engines, for
    /// whoever played without a server, and in records of before this was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Uuid>,
    /// What the version of the player's program was called when the match began, where it had handed one in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// A bot's whole configuration; none for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    pub spec: Option<Value>,
    /// The clock of a seat whose time was limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
}

impl SeatRecord {
    /// Somebody of whom only the name is known.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// A seat of a match as it was held, with its clock.
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

    /// Who held the seat, without the clock: a bot unless the player is known.
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
    /// Its ply, from 0; where it was taken back, the ply from which on the match went on.
    pub ply: usize,
    /// The bot's side.
    pub side: Side,
    /// What was missing.
    pub table: TableLoss,
    /// The size of the table in MiB, where it was smaller than the bot's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_mb: Option<u32>,
}

/// What a match started from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Opening {
    /// The position, where it is not the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves that were played from there before the seats took over; they stand in [`Record::moves`] too.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A finished match. `S` is how its seats are held: many matches of the same bots can share what is written of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[cfg_attr(feature = "typescript", ts(rename = "MatchRecord", concrete(S = SeatRecord)))]
pub struct Record<S = SeatRecord> {
    /// The match.
    pub id: Uuid,
    /// The game.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub game: GameId,
    /// All of the game's options.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub options: Options,
    /// What it started from.
    pub opening: Opening,
    /// The first side's seat, then the second side's.
    pub seats: [S; 2],
    /// What the bots' random choices came from.
    pub seed: u64,
    /// All moves, those of the opening included.
    pub moves: Vec<String>,
    /// How it ended.
    pub verdict: Verdict,
    /// By how many milliseconds the loser's time was passed, where it lost by that and it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_ms: Option<u64>,
    /// The nodes searched for each move; 0 for a move of the opening, of a book, of chance or of a person.
    pub nodes: Vec<u64>,
    /// The milliseconds spent on each move; only where timings were asked for, since they are never the same twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<Vec<u64>>,
    /// What each mover thought the position was worth for itself, on the scale of its search; none for a move that was
    /// not searched, and nothing where no move was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Option<i32>>>,
    /// The moves that a bot made while memory was short. Where there are any, the match is not reproducible: from there on
    /// the bot's moves are not a function of the record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<ShortMove>>"))]
    pub not_reproducible: Vec<ShortMove>,
    /// Whether the seats and the seed tell what was played: `false` of a tournament's match that people, programs of their
    /// own or clocks had a part in. Where it is absent, the seats say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproducible: Option<bool>,
}

impl Record {
    /// What the mover at that ply thought the position was worth for itself, where it is known. A file can hold any number:
    /// the one that has no negative becomes its neighbour, so that the value can be seen from either side.
    #[must_use]
    pub fn value(&self, ply: usize) -> Option<i32> {
        self.values.as_ref()?.get(ply).copied().flatten().map(|value| value.max(-i32::MAX))
    }
}

/// The seed of a side's own randomness in the match with this seed: two equal bots do not think alike.
#[must_use]
pub fn seat_seed(match_seed: u64, side: Side) -> u64 {
    derive(match_seed, &[side as u64])
}
