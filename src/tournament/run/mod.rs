//! Plays a tournament. Results leave in the order of the schedule, whichever match finishes first.
//!
//! `match_queue` hands the pairings out to a [`Venue`], such as the `threads` of this process. Each thread plays one
//! match after another with a [`match_runner`]. The `collector` puts the results in order, adds them up and passes them
//! to a `sink`, such as the [`journal`]. The number and timing of threads do not affect results.

mod adjudicator;
pub mod affinity;
mod audit;
mod collector;
mod control;
mod estimate;
pub mod journal;
mod judge;
mod match_queue;
pub mod match_runner;
mod memory;
mod progress;
mod referee;
mod reorder_buffer;
mod sink;
mod solver;
mod spectators;
mod threads;
mod venue;

pub use adjudicator::{Adjudicator, is_adjudicated};
pub use audit::{Audit, AuditError, Audited, Misplaced, Missing};
use collector::Collector;
pub use control::Control;
pub use estimate::{Estimate, estimate};
use match_queue::MatchQueue;
use match_runner::{BotFactory, built_in};
pub use memory::largest_match;
pub use progress::{Progress, RunOutcome};
pub use sink::{Batch, Finished, NoSink, ResultSink, RunOptions, SinkError};
pub use spectators::{Spectators, Underway};
use threads::Threads;
pub use venue::{HungUp, Receipt, RunHandle, Venue};

use std::sync::mpsc::sync_channel;
use std::thread::Builder;

use super::plan::Plan;
use super::results::MatchResult;
use arena_games::{Diagnostic, diagnostic};

/// Creates the failure of a thread that could not be started.
#[must_use]
pub fn no_thread(error: &std::io::Error) -> Diagnostic {
    let sentence = error.to_string();
    diagnostic!("tournament_no_thread", "cannot start a thread: {sentence}", sentence)
}

/// Plays a tournament of built-in bots, resuming from the results of `earlier` runs; see [`run_with`].
///
/// ```
/// use arena_bots::{Roster, Source};
/// use arena_tournament::plan::file::read;
/// use arena_tournament::{Control, NoSink, Overrides, RunOptions, TournamentReport, run};
///
/// let text = "name = \"Depths\"\ngame = \"tictactoe\"\nrounds = 4\nseed = 1\n[[entrants]]\ngrid = { depth = [1, 2] }";
/// let source = Source { file: "depths.toml", text };
/// let plan = read(&source, &Roster::load(None)?, Overrides::default())?.plan;
/// let options = RunOptions { concurrency: 2, records: false, timings: false, notes: false, affinity: false };
/// let none = std::iter::empty();
/// let played = run(&plan, options, none, &mut NoSink, &mut |_| {}, &Control::default()).expect("nothing fails");
/// let report = TournamentReport::new(&plan, &played.tally, false);
/// assert_eq!((report.matches, report.entrants.len()), (8, 2));
/// # Ok::<(), arena_bots::FileError>(())
/// ```
///
/// # Errors
/// The failure that ended the run; results that were kept stay kept.
pub fn run(
    plan: &Plan,
    options: RunOptions,
    earlier: impl Iterator<Item = Result<MatchResult, SinkError>>,
    sink: &mut dyn ResultSink,
    progress: &mut dyn FnMut(&Progress<'_>),
    control: &Control,
) -> Result<RunOutcome, Diagnostic> {
    run_with(plan, &built_in(plan), options, earlier, sink, progress, control)
}

/// Plays a tournament between these bots, on threads of this process; see [`run_at`].
///
/// # Errors
/// The failure that ended the run; results that were kept stay kept.
pub fn run_with(
    plan: &Plan,
    bots: &BotFactory<'_>,
    options: RunOptions,
    earlier: impl Iterator<Item = Result<MatchResult, SinkError>>,
    sink: &mut dyn ResultSink,
    progress: &mut dyn FnMut(&Progress<'_>),
    control: &Control,
) -> Result<RunOutcome, Diagnostic> {
    run_at(plan, &Threads { bots }, options, earlier, sink, progress, control)
}

/// Plays a tournament at this venue.
///
/// `earlier` yields the results of earlier runs, in any order. `sink` receives every match once. `progress` is called
/// at most ten times a second, and once at the end. `control` controls the run.
///
/// # Errors
/// The failure that ended the run; results that were kept stay kept.
pub fn run_at(
    plan: &Plan,
    venue: &dyn Venue,
    options: RunOptions,
    earlier: impl Iterator<Item = Result<MatchResult, SinkError>>,
    sink: &mut dyn ResultSink,
    progress: &mut dyn FnMut(&Progress<'_>),
    control: &Control,
) -> Result<RunOutcome, Diagnostic> {
    control.begin_with(options.concurrency);
    let mut collector = Collector::new(plan, options, sink, progress, control);
    collector.take_earlier(earlier)?;
    control.spectators().paired(collector.pairer());
    let queue = MatchQueue::new(collector.pairer(), control.concurrency(), collector.waiting());
    // There is room for two batches per thread. A thread that is ahead waits for the collector.
    let (sender, receiver) = sync_channel(2 * control.concurrency());
    std::thread::scope(|scope| {
        let handle = RunHandle { plan, options, queue: &queue, control, collector: sender };
        // The handle is dropped when the venue has ended. The collector then knows that no more results follow.
        let venue = Builder::new().name("venue".to_owned()).spawn_scoped(scope, move || venue.play(&handle));
        let venue = venue.map_err(|error| no_thread(&error))?;
        let result = collector.collect(&receiver, &queue);
        // After the collector has given up, a venue must wait neither for the window nor for room in the channel.
        queue.close();
        drop(receiver);
        let played = venue.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        result.and(played)
    })?;
    collector.close()
}
