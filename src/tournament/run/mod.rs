//! Plays a tournament; whatever finishes first, results leave in the order of the schedule.
//!
//! `match_queue` hands the pairings out to a [`Venue`], of which the `threads` of this process are one: each plays one match
//! after another by a [`match_runner`]. The `collector` puts their results into order, adds them up and gives them to a
//! `sink`, of which the [`journal`] is one. Nothing here changes a result.

mod adjudicator;
pub mod affinity;
mod audit;
mod collector;
mod control;
mod estimate;
mod failure;
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
mod threads;
mod venue;

pub use adjudicator::{Adjudicator, is_adjudicated};
pub use audit::{Audit, AuditError, Audited, Misplaced, Missing};
use collector::Collector;
pub use control::Control;
pub use estimate::{Estimate, estimate};
pub use failure::Failure;
use match_queue::MatchQueue;
use match_runner::{BotFactory, built_in};
pub use memory::largest_match;
pub use onlookers::{Onlookers, Underway};
pub use progress::{ArenaFailure, Progress, RunError, RunOutcome};
pub use sink::{Batch, Finished, NoSink, ResultSink, RunOptions, SinkError};
use threads::Threads;
pub use venue::{Desk, HungUp, Receipt, Venue};

use std::sync::mpsc::sync_channel;
use std::thread::Builder;

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

/// Plays a tournament between these bots, on threads of this process; see [`run_at`].
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
    run_at(plan, &Threads { bots }, options, earlier, sink, progress, control)
}

/// Plays a tournament at this venue.
///
/// `earlier` yields the results of runs before this one, in any order. `sink` gets every match once, `progress` is
/// called at most ten times a second and once at the end, `control` steers the run.
///
/// # Errors
/// [`RunError`]; what was kept stays kept.
pub fn run_at(
    plan: &Plan,
    venue: &dyn Venue,
    options: RunOptions,
    earlier: impl Iterator<Item = Result<MatchResult, SinkError>>,
    sink: &mut dyn ResultSink,
    progress: &mut dyn FnMut(&Progress<'_>),
    control: &Control,
) -> Result<RunOutcome, RunError> {
    control.begin_with(options.concurrency);
    let mut collector = Collector::new(plan, options, sink, progress, control);
    collector.take_earlier(earlier)?;
    let queue = MatchQueue::new(collector.pairer(), control.concurrency(), collector.waiting());
    // Two batches for each thread: a thread that is ahead waits for the collector.
    let (sender, receiver) = sync_channel(2 * control.concurrency());
    std::thread::scope(|scope| {
        let desk = Desk { plan, options, queue: &queue, control, collector: sender };
        // The desk goes when the venue has ended; by that the collector knows that no result follows.
        let venue = Builder::new().name("venue".to_owned()).spawn_scoped(scope, move || venue.play(&desk))?;
        let result = collector.collect(&receiver, &queue);
        // A venue must neither wait for the window nor for room in the channel when the collector has given up.
        queue.close();
        drop(receiver);
        let played = venue.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        result.and(played)
    })?;
    collector.close()
}
