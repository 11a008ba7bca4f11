//! Estimates how long a tournament takes, before it begins. The estimate uses a first move of some of its bots, and the
//! length of random matches.

use std::time::Duration;

use crate::bots::{BotSpec, TurnLimits, logged_player};
use crate::games::seed::derive;
use crate::tournament::plan::{Entrant, Plan};

/// The most entrants that are tried, evenly spaced from the first to the last.
const MOST: usize = 24;
/// The number of random matches that measure the length of a match.
const PLAYOUTS: u64 = 24;
/// The longest random match, in plies.
const LONGEST: usize = 300;
/// The largest table of a trial search, in MiB.
const TABLE_MB: u32 = 16;
/// The number of moves on which a clock is spent.
const MOVES: f64 = 40.0;

/// A rough estimate of a tournament's duration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The duration in seconds with one match at a time.
    pub seconds: f64,
    /// Whether some bots needed more time for a move than the trial allowed, so that the tournament takes longer.
    pub at_least: bool,
    /// The mean number of moves of both sides in a match.
    pub plies: f64,
}

/// Tries the bots of a plan for about `budget` in all. Engines are left out.
#[must_use]
pub fn estimate(plan: &Plan, budget: Duration) -> Estimate {
    let plies = length(plan);
    let step = plan.entrants.len().div_ceil(MOST).max(1);
    let tried: Vec<&Entrant> = plan.entrants.iter().step_by(step).filter(|it| it.spec.engine.is_none()).collect();
    let each = budget / u32::try_from(tried.len().max(1)).unwrap_or(u32::MAX);
    let moves: Vec<(f64, bool)> = tried.iter().filter_map(|entrant| first_move(plan, entrant, each)).collect();
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let mean = moves.iter().map(|(seconds, _)| seconds).sum::<f64>() / (moves.len().max(1) as f64);
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let seconds = plan.schedule.len() as f64 * plies * mean;
    Estimate { seconds, at_least: moves.iter().any(|(_, longer)| *longer), plies }
}

/// The mean number of moves of both sides in a random match.
fn length(plan: &Plan) -> f64 {
    let Some(pairing) = plan.schedule.get(0) else { return 0.0 };
    let longest = plan.config.adjudication.max_plies.map_or(LONGEST, |most| LONGEST.min(most as usize));
    let mut all = 0;
    for playout in 0..PLAYOUTS {
        let mut board = plan.start(&pairing).boxed_clone();
        for ply in 0..longest {
            let legal = board.legal();
            if legal.is_empty() {
                break;
            }
            let chosen = derive(plan.config.seed, &[playout, ply as u64]) % legal.len() as u64;
            let played = usize::try_from(chosen).is_ok_and(|at| board.play(legal[at], ply).is_ok());
            if !played {
                break;
            }
            all += 1;
        }
    }
    f64::from(all) / PLAYOUTS as f64
}

/// Returns the seconds for a first move, and whether it would have taken longer.
fn first_move(plan: &Plan, entrant: &Entrant, budget: Duration) -> Option<(f64, bool)> {
    let mut spec: BotSpec = entrant.spec.clone();
    spec.search.table_mb = spec.search.table_mb.min(TABLE_MB);
    spec.search.deepening = true;
    spec.book = None;
    let pairing = plan.schedule.get(0)?;
    let opening = plan.opening(&pairing);
    let mut player = logged_player(&spec, &plan.config.options, opening.position.as_deref(), None).ok()?;
    player.begin(plan.config.seed);
    let limits = TurnLimits { time: Some(budget), ..TurnLimits::default() };
    let took = player.choose(&opening.moves, limits).ok()??.elapsed;
    let cut = took >= budget.mul_f64(0.9);
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let of_clock = entrant.limits.clock.map(|it| (it.initial_ms as f64 / MOVES + it.increment_ms as f64) / 1e3);
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let own = spec.time_ms.map(|ms| ms as f64 / 1e3);
    match own.into_iter().chain(of_clock).reduce(f64::min) {
        Some(given) if cut => Some((given, false)),
        _ => Some((took.as_secs_f64(), cut)),
    }
}
