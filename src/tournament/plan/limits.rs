//! The limits in a tournament file, for all entrants or for one.
//!
//! Limits of depth, nodes and time per move become part of the bot's configuration, so its records contain everything
//! that its play depends on. Clocks and margins are enforced while the match runs.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::DeValue;

use arena_bots::toml_file::Located;
use arena_bots::{BotSpec, FileError, Source};
use arena_games::{Diagnostic, diagnostic};
use arena_play::ClockSetting;
use arena_search::MAX_DEPTH;

/// The default margin for late moves. Threads and pipes of a busy computer delay a move between the program and the
/// clock.
const MARGIN_MS: u64 = 100;
/// The longest time limit: one day.
const LONGEST_MS: i64 = 86_400_000;
const MOST_NODES: i64 = (1 << 53) - 1;
/// The most moves in a period of a clock.
const LONGEST_PERIOD: i64 = 1_000;

/// What an entrant may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The maximum depth in plies.
    pub depth: Option<u16>,
    /// The most nodes per move.
    pub nodes: Option<u64>,
    /// The most milliseconds per move. A player that takes longer loses.
    pub time_ms: Option<u64>,
    /// A clock for all of its moves.
    pub clock: Option<ClockSetting>,
    /// The tolerance for late moves, in milliseconds.
    pub margin_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: None, nodes: None, time_ms: None, clock: None, margin_ms: MARGIN_MS }
    }
}

impl Limits {
    /// The tolerance for late moves.
    #[must_use]
    pub const fn margin(&self) -> Duration {
        Duration::from_millis(self.margin_ms)
    }

    /// True if time must be checked while the match runs.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        self.time_ms.is_some() || self.clock.is_some()
    }

    /// Applies the limits to a bot or an engine; the stricter limit holds. A bot whose search may be interrupted uses
    /// iterative deepening, because it always needs a move to return.
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
    expecting = "a clock as { initial_ms = 10000, increment_ms = 100 }, or { moves = 40, initial_ms = 60000 }"
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

/// Reads the table `limits` of `table`; missing values come from `base`.
///
/// # Errors
/// [`FileError`] with line and key.
pub fn read(source: &Source<'_>, table: &Located<'_>, base: Limits) -> Result<Limits, FileError> {
    let Some(value) = table.get_ref().get("limits") else { return Ok(base) };
    let DeValue::Table(inner) = value.get_ref() else {
        return Err(source.wrong(
            table,
            "limits",
            diagnostic!(
                "limits_form",
                "must be a table, as {example}",
                example = "{ depth = 6, nodes = 10000, time_ms = 100 } or { clock = { initial_ms = 10000, increment_ms = 100 } }"
            ),
        ));
    };
    let table = Spanned::new(value.span(), inner.clone());
    let raw: RawLimits = source.read(table.clone())?;
    let number = |key: &str, value: Option<i64>, min: i64, max: i64| match value {
        Some(value) if !(min..=max).contains(&value) => {
            Err(source.wrong(&table, key, Diagnostic::range(value, min, max)))
        }
        value => Ok(value.map(i64::unsigned_abs)),
    };
    let depth = number("depth", raw.depth, 1, i64::from(MAX_DEPTH))?.and_then(|depth| u16::try_from(depth).ok());
    let nodes = number("nodes", raw.nodes, 1, MOST_NODES)?;
    let time_ms = number("time_ms", raw.time_ms, 1, LONGEST_MS)?;
    let margin_ms = number("margin_ms", raw.margin_ms, 0, LONGEST_MS)?;
    if time_ms.is_some() && raw.clock.is_some() {
        return Err(source.wrong(
            &table,
            "clock",
            diagnostic!("time_and_clock", "set either time_ms or a clock, not both"),
        ));
    }
    let clock = raw.clock.map(|clock| {
        let RawClock { initial_ms, increment_ms, moves, delay_ms, per_move } = clock;
        let time = |key: &str, value: i64, least: i64| match value {
            value if (least..=LONGEST_MS).contains(&value) => Ok(value.unsigned_abs()),
            value => Err(source.wrong(&table, "clock", Diagnostic::option_range(key, value, least, LONGEST_MS))),
        };
        let initial_ms = time("initial_ms", initial_ms, 1)?;
        let (increment_ms, delay_ms) = (time("increment_ms", increment_ms, 0)?, time("delay_ms", delay_ms, 0)?);
        if let Some(moves) = moves.filter(|moves| !(1..=LONGEST_PERIOD).contains(moves)) {
            let problem = Diagnostic::option_range("moves", moves, 1, LONGEST_PERIOD);
            return Err(source.wrong(&table, "clock", problem));
        }
        let moves = moves.and_then(|moves| u32::try_from(moves).ok());
        let clock = ClockSetting { initial_ms, increment_ms, moves, delay_ms, per_move };
        clock.check_per_move().map_err(|problem| source.wrong(&table, "clock", problem))?;
        Ok(clock)
    });
    let clock = clock.transpose()?;
    let limits = Limits {
        depth: depth.or(base.depth),
        nodes: nodes.or(base.nodes),
        // A limit of either kind replaces the other kind in `base`.
        time_ms: time_ms.or(base.time_ms.filter(|_| clock.is_none())),
        clock: clock.or(base.clock.filter(|_| time_ms.is_none())),
        margin_ms: margin_ms.unwrap_or(base.margin_ms),
    };
    Ok(limits)
}

/// Rejects a margin in the table `limits` of `table` if `is_timed` is false, because no move can be late then.
///
/// # Errors
/// [`FileError`] with line and key.
pub(super) fn check_margin(source: &Source<'_>, table: &Located<'_>, is_timed: bool) -> Result<(), FileError> {
    match table.get_ref().get("limits").map(Spanned::get_ref) {
        Some(DeValue::Table(limits)) if !is_timed && limits.contains_key("margin_ms") => {
            let limits = Spanned::new(table.span(), limits.clone());
            Err(source.wrong(
                &limits,
                "margin_ms",
                diagnostic!("margin_without_time", "needs a time limit; set time_ms or a clock"),
            ))
        }
        _ => Ok(()),
    }
}
