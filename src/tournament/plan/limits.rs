//! The limits of a tournament's file: for all entrants, and for one alone.
//!
//! What a bot of ours is limited to is folded into its configuration, so that its records tell all that its play is a
//! function of; clocks and margins are judged while the match is run.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::DeValue;

use crate::bots::toml_file::Located;
use crate::bots::{BotSpec, FileError, Source};
use crate::games::{FileFault, Problem};
use crate::play::ClockSetting;
use crate::search::MAX_DEPTH;

/// A move that comes so much too late is let pass, unless the file says otherwise: between a program and the clock lie
/// the threads and pipes of a computer that has other things to do.
const MARGIN_MS: u64 = 100;
/// No limit is longer than a day.
const LONGEST_MS: i64 = 86_400_000;
const MOST_NODES: i64 = (1 << 53) - 1;
/// No period of a clock has more moves.
const LONGEST_PERIOD: i64 = 1_000;

/// What an entrant may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// At most so many plies deep.
    pub depth: Option<u16>,
    /// At most so many nodes a move.
    pub nodes: Option<u64>,
    /// At most so many milliseconds a move; who takes longer loses.
    pub time_ms: Option<u64>,
    /// A clock for all its moves.
    pub clock: Option<ClockSetting>,
    /// By so many milliseconds a move may be late.
    pub margin_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: None, nodes: None, time_ms: None, clock: None, margin_ms: MARGIN_MS }
    }
}

impl Limits {
    /// By how much a move may be late.
    #[must_use]
    pub const fn margin(&self) -> Duration {
        Duration::from_millis(self.margin_ms)
    }

    /// Whether time has to be judged while the match is run.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        self.time_ms.is_some() || self.clock.is_some()
    }

    /// Narrows what a bot or an engine may do; the stricter limit holds. A bot that could be cut short searches every
    /// depth in turn, since it always needs a move to fall back on.
    pub(super) fn narrow(&self, spec: &mut BotSpec) {
        let stricter = |own: Option<u64>, given: Option<u64>| own.into_iter().chain(given).min();
        match &mut spec.engine {
            Some(engine) => engine.depth = engine.depth.into_iter().chain(self.depth).min(),
            None => {
                spec.search.depth = self.depth.map_or(spec.search.depth, |depth| depth.min(spec.search.depth));
                spec.search.deepening |= self.nodes.is_some() || self.is_timed();
            }
        }
        spec.nodes = stricter(spec.nodes, self.nodes);
        spec.time_ms = stricter(spec.time_ms, self.time_ms);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLimits {
    depth: Option<i64>,
    nodes: Option<i64>,
    time_ms: Option<i64>,
    clock: Option<RawClock>,
    margin_ms: Option<i64>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "expected a clock as { initial_ms = 10000, increment_ms = 100 }, or { moves = 40, initial_ms = 60000 }"
)]
struct RawClock {
    initial_ms: i64,
    #[serde(default)]
    increment_ms: i64,
    moves: Option<i64>,
    #[serde(default)]
    delay_ms: i64,
    #[serde(default)]
    per_move: bool,
}

/// The limits in the table `limits` of `table`, over `base`.
///
/// # Errors
/// [`FileError`] with line and key.
pub(super) fn read(source: &Source<'_>, table: &Located<'_>, base: Limits) -> Result<Limits, FileError> {
    let Some(value) = table.get_ref().get("limits") else { return Ok(base) };
    let DeValue::Table(inner) = value.get_ref() else {
        return Err(source.wrong(table, "limits", FileFault::LimitsForm));
    };
    let table = Spanned::new(value.span(), inner.clone());
    let raw: RawLimits = source.read(table.clone())?;
    let number = |key: &str, value: Option<i64>, min: i64, max: i64| match value {
        Some(value) if !(min..=max).contains(&value) => {
            Err(source.wrong(&table, key, Problem::outside(value, min, max)))
        }
        value => Ok(value.map(i64::unsigned_abs)),
    };
    let depth = number("depth", raw.depth, 1, i64::from(MAX_DEPTH))?.and_then(|depth| u16::try_from(depth).ok());
    let nodes = number("nodes", raw.nodes, 1, MOST_NODES)?;
    let time_ms = number("time_ms", raw.time_ms, 1, LONGEST_MS)?;
    let margin_ms = number("margin_ms", raw.margin_ms, 0, LONGEST_MS)?;
    if time_ms.is_some() && raw.clock.is_some() {
        return Err(source.wrong(&table, "clock", FileFault::TimeAndClock));
    }
    let clock = raw.clock.map(|clock| {
        let RawClock { initial_ms, increment_ms, moves, delay_ms, per_move } = clock;
        let time = |key: &str, value: i64, least: i64| match value {
            value if (least..=LONGEST_MS).contains(&value) => Ok(value.unsigned_abs()),
            value => Err(source.wrong(&table, "clock", format!("{key}: {value} is outside {least} to {LONGEST_MS}"))),
        };
        let initial_ms = time("initial_ms", initial_ms, 1)?;
        let (increment_ms, delay_ms) = (time("increment_ms", increment_ms, 0)?, time("delay_ms", delay_ms, 0)?);
        if let Some(moves) = moves.filter(|moves| !(1..=LONGEST_PERIOD).contains(moves)) {
            let (number, least, most) = ("moves".to_owned(), 1, LONGEST_PERIOD);
            return Err(source.wrong(&table, "clock", FileFault::Bounds { number, given: moves, least, most }));
        }
        if per_move && (increment_ms > 0 || moves.is_some() || delay_ms > 0) {
            return Err(source.wrong(&table, "clock", FileFault::PerMove));
        }
        let moves = moves.and_then(|moves| u32::try_from(moves).ok());
        Ok(ClockSetting { initial_ms, increment_ms, moves, delay_ms, per_move })
    });
    let clock = clock.transpose()?;
    let limits = Limits {
        depth: depth.or(base.depth),
        nodes: nodes.or(base.nodes),
        // One of the two takes the other's place.
        time_ms: time_ms.or(base.time_ms.filter(|_| clock.is_none())),
        clock: clock.or(base.clock.filter(|_| time_ms.is_none())),
        margin_ms: margin_ms.unwrap_or(base.margin_ms),
    };
    if margin_ms.is_some() && !limits.is_timed() {
        return Err(source.wrong(&table, "margin_ms", FileFault::NothingLate));
    }
    Ok(limits)
}
