//! Plays a tournament on threads of its own; whatever finishes first, results leave in the order of the schedule.
//!
//! `match_queue` hands the pairings out to the `workers`, each of which plays one match after another by a
//! [`match_runner`]; the `collector` puts their results into order, adds them up and gives them to a `sink`, of which
//! the [`journal`] is one. Nothing here changes a result.

mod adjudicator;
pub mod affinity;
mod collector;
mod control;
mod estimate;
pub mod journal;
mod judge;
mod match_queue;
pub mod match_runner;
mod memory;
mod onlookers;
mod progress;
mod referee;
mod reorder_buffer;
mod sink;
mod solver;
mod workers;

pub use adjudicator::{Adjudicator, is_adjudicated};
use affinity::Taken;
use collector::Collector;
pub use control::Control;
pub use estimate::{Estimate, estimate};
use match_queue::MatchQueue;
use match_runner::{BotFactory, built_in};
pub use memory::largest_match;
pub use onlookers::{Onlookers, Underway};
pub use progress::{Progress, RunError, RunOutcome};
pub use sink::{Batch, Finished, NoSink, ResultSink, RunOptions, SinkError};
use workers::Workers;

use super::plan::Plan;
use super::results::MatchResult;

/// Plays a tournament of built-in bots, going on from the results of `earlier` runs; see [`run_with`].
///
/// # Errors
/// [`RunError`]; what was kept stays kept.
pub fn run(
    plan: &Plan,
    options: RunOptions,
    earlier: impl Iterator<Item = Result<MatchResult, SinkError>>,
    sink: &mut dyn ResultSink,
    progress: &mut dyn FnMut(&Progress<'_>),
    control: &Control,
) -> Result<RunOutcome, RunError> {
    run_with(plan, &built_in(plan), options, earlier, sink, progress, control)
}

/// Plays a tournament between these bots.
///
/// `earlier` yields the results of runs before this one, in any order. `sink` gets every match once, `progress` is
/// called at most ten times a second and once at the end, `control` steers the run.
///
/// # Errors
/// [`RunError`]; what was kept stays kept.
pub fn run_with(
    plan: &Plan,
    bots: &BotFactory<'_>,
    options: RunOptions,
    earlier: impl Iterator<Item = Result<MatchResult, SinkError>>,
    sink: &mut dyn ResultSink,
    progress: &mut dyn FnMut(&Progress<'_>),
    control: &Control,
) -> Result<RunOutcome, RunError> {
    control.begin_with(options.concurrency);
    let mut collector = Collector::new(plan, options, sink, progress, control);
    collector.take_earlier(earlier)?;
    let taken = Taken::default();
    let queue = MatchQueue::new(collector.pairer(), control.concurrency(), collector.waiting());
    std::thread::scope(|scope| {
        let (mut workers, receiver) = Workers::new(scope, plan, bots, options, &taken, &queue, control);
        let result = collector.collect(&receiver, &mut workers, &queue);
        // A thread must neither wait for the window nor for room in the channel when the collector has given up.
        queue.close();
        drop(receiver);
        result
    })?;
    collector.close()
}
