//! The threads of a run: each plays pairings from the queue and sends the results to the collector.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant};

use super::affinity::Taken;
use super::control::Control;
use super::match_queue::MatchQueue;
use super::match_runner::{BotFactory, MatchRunner};
use super::progress::ArenaFailure;
use super::sink::{Batch, RunOptions};
use crate::tournament::plan::MAX_CONCURRENCY;
use crate::tournament::plan::Plan;

/// How long a thread plays before it reports, so that many quick matches share the cost of one message.
const REPORT_AFTER: Duration = Duration::from_millis(2);
/// No more matches are reported at once.
const MOST_AT_ONCE: u64 = 128;

/// A message from a thread to the collector.
pub(super) enum Message {
    /// Matches are over.
    Played(Batch),
    /// The arena cannot play a match.
    Failed(ArenaFailure),
    /// The thread ends.
    Left {
        /// Which one it is.
        number: usize,
        /// Whether it ended because no match was left, rather than because there were more threads than wanted.
        for_good: bool,
    },
}

/// What all threads share.
#[derive(Clone, Copy)]
struct WorkerContext<'env> {
    plan: &'env Plan,
    bots: &'env BotFactory<'env>,
    options: RunOptions,
    taken: &'env Taken,
    queue: &'env MatchQueue,
    control: &'env Control,
}

/// The threads that are playing: those with the numbers below the concurrency that is wanted.
pub(super) struct Workers<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    context: WorkerContext<'env>,
    collector: SyncSender<Message>,
    /// By number: whether that thread is there.
    there: Vec<bool>,
    /// Once one has found nothing more to do, no other is needed.
    over: bool,
}

impl<'scope, 'env> Workers<'scope, 'env> {
    /// No threads yet, and the receiver at which their messages will arrive.
    pub(super) fn new(
        scope: &'scope Scope<'scope, 'env>,
        plan: &'env Plan,
        bots: &'env BotFactory<'env>,
        options: RunOptions,
        taken: &'env Taken,
        queue: &'env MatchQueue,
        control: &'env Control,
    ) -> (Self, Receiver<Message>) {
        // Two batches for each thread: a thread that is ahead waits for the collector.
        let (collector, receiver) = sync_channel(2 * control.concurrency());
        let context = WorkerContext { plan, bots, options, taken, queue, control };
        (Self { scope, context, collector, there: vec![false; MAX_CONCURRENCY], over: false }, receiver)
    }

    /// Starts the threads that are missing.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn complete(&mut self) -> std::io::Result<()> {
        let wanted = if self.over { 0 } else { self.context.control.concurrency() };
        for number in (0..wanted.min(MAX_CONCURRENCY)).filter(|&number| !self.there[number]).collect::<Vec<_>>() {
            let (context, collector) = (self.context, self.collector.clone());
            let work = move || {
                let mut leaving = Leaving { collector: &collector, number, for_good: true };
                leaving.for_good = play(context, number, &collector);
            };
            Builder::new().name(format!("match-{number}")).spawn_scoped(self.scope, work)?;
            self.there[number] = true;
        }
        Ok(())
    }

    /// A thread has left.
    pub(super) fn leaves(&mut self, number: usize, for_good: bool) {
        self.there[number] = false;
        self.over |= for_good;
    }

    /// Whether no thread is left and none will be started.
    pub(super) fn has_left(&self) -> bool {
        !self.there.contains(&true)
    }
}

/// Tells the collector that a thread ends, however it does.
struct Leaving<'a> {
    collector: &'a SyncSender<Message>,
    number: usize,
    for_good: bool,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        // The collector hangs up only when it has given up.
        let _ = self.collector.send(Message::Left { number: self.number, for_good: self.for_good });
    }
}

/// The loop of one thread: plays pairings until none is left (true) or there is one thread too many (false).
fn play(context: WorkerContext<'_>, number: usize, collector: &SyncSender<Message>) -> bool {
    let WorkerContext { plan, bots, options, taken, queue, control } = context;
    let _bound = options.affinity.then(|| taken.bind());
    let mut runner = MatchRunner::new(plan, bots, control, options.notes);
    let mut at_once = 1;
    loop {
        if control.is_paused() && !control.memory().is_unlimited() {
            // A pause may last for days, in which others can use the memory.
            runner.release();
        }
        control.wait(|| queue.is_over());
        if control.is_stopped() {
            // A thread that waits for a match that was handed out and will not be played would wait for ever.
            queue.close();
        }
        if number >= control.concurrency() {
            return false;
        }
        let claimed = queue.claim(at_once);
        if claimed.is_empty() {
            return true;
        }
        let count = claimed.len() as u32;
        let began = Instant::now();
        let mut reported = began;
        let mut batch = Batch::default();
        for pairing in claimed {
            if control.is_stopped() {
                break;
            }
            let played = match runner.provide(&pairing, || control.is_stopped()) {
                Ok(false) => break,
                Ok(true) => runner.play(&pairing),
                Err(failure) => Err(failure),
            };
            match played {
                Ok(played) => batch.add(plan, options, pairing, played),
                Err(failure) => {
                    let _ =
                        collector.send(Message::Played(batch)).and_then(|()| collector.send(Message::Failed(failure)));
                    return true;
                }
            }
            if reported.elapsed() >= REPORT_AFTER {
                if collector.send(Message::Played(std::mem::take(&mut batch))).is_err() {
                    return true;
                }
                reported = Instant::now();
            }
        }
        if !batch.finished.is_empty() && collector.send(Message::Played(batch)).is_err() {
            return true;
        }
        // As many matches as take about one reporting interval.
        let fitting = REPORT_AFTER.as_nanos() / (began.elapsed() / count).as_nanos().max(1);
        at_once = u64::try_from(fitting).unwrap_or(MOST_AT_ONCE).clamp(1, MOST_AT_ONCE);
    }
}
