//! Plays a run on threads of this process. Each thread plays one match after another and reports the results.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::affinity::ReservedCores;
use super::match_runner::{BotFactory, MatchRunner};
use super::sink::Batch;
use super::venue::{RunHandle, Venue};
use crate::plan::MAX_CONCURRENCY;
use arena_games::Diagnostic;

/// The time after which a thread reports, so that many quick matches share the cost of one message.
const REPORT_AFTER: Duration = Duration::from_millis(2);
/// The most matches that a thread claims at once.
const MOST_AT_ONCE: u64 = 128;
/// The interval at which the wanted number of threads is checked.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Plays on threads of its own. A thread runs while its number is below the wanted concurrency.
pub(super) struct Threads<'a> {
    pub(super) bots: &'a BotFactory<'a>,
}

/// The end of a thread.
struct ThreadExit {
    number: usize,
    /// Whether it ended because no match was left. Otherwise there were more threads than wanted.
    for_good: bool,
}

impl Venue for Threads<'_> {
    fn play(&self, handle: &RunHandle<'_>) -> Result<(), Diagnostic> {
        let taken = ReservedCores::default();
        let (leaving, left) = channel();
        let mut there = vec![false; MAX_CONCURRENCY];
        // Once a thread has found no more matches, no other thread is needed.
        let mut over = false;
        std::thread::scope(|scope| {
            loop {
                let wanted = if over { 0 } else { handle.control.concurrency().min(MAX_CONCURRENCY) };
                for number in (0..wanted).filter(|&number| !there[number]).collect::<Vec<_>>() {
                    let (taken, leaving) = (&taken, leaving.clone());
                    let work = move || {
                        let mut leaving = ExitGuard { leaving, number, for_good: true };
                        leaving.for_good = self.work(handle, number, taken);
                    };
                    let started = Builder::new().name(format!("match-{number}")).spawn_scoped(scope, work);
                    if let Err(error) = started {
                        handle.close();
                        return Err(super::no_thread(&error));
                    }
                    there[number] = true;
                }
                if !there.contains(&true) {
                    return Ok(());
                }
                match left.recv_timeout(LOOK_EVERY) {
                    Ok(ThreadExit { number, for_good }) => {
                        there[number] = false;
                        over |= for_good;
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
        })
    }
}

/// Reports the end of a thread, however it ends.
struct ExitGuard {
    leaving: Sender<ThreadExit>,
    number: usize,
    for_good: bool,
}

impl Drop for ExitGuard {
    fn drop(&mut self) {
        // The receiver is gone only if a thread could not be started.
        let _ = self.leaving.send(ThreadExit { number: self.number, for_good: self.for_good });
    }
}

impl Threads<'_> {
    /// Plays pairings on one thread. Returns true when none is left, or false when there is one thread too many.
    fn work(&self, handle: &RunHandle<'_>, number: usize, taken: &ReservedCores) -> bool {
        let &RunHandle { plan, options, queue, control, .. } = handle;
        let _bound = options.affinity.then(|| taken.bind());
        let mut runner = MatchRunner::new(plan, self.bots, control, options.notes);
        let mut at_once = 1;
        loop {
            if control.rests() && !control.memory().is_unlimited() {
                // A pause may last for days, in which others can use the memory.
                runner.release();
            }
            control.wait(|| queue.is_over());
            if control.is_stopped() {
                // A thread that waits for a match that was handed out, and will not be played, would wait forever.
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
                    Err(problem) => Err(problem),
                };
                match played {
                    Ok(played) => batch.add(plan, options, pairing, played),
                    Err(problem) => {
                        let _ = handle.bring(batch, None).and_then(|()| handle.fail(pairing.index, problem));
                        return true;
                    }
                }
                if reported.elapsed() >= REPORT_AFTER {
                    if handle.bring(std::mem::take(&mut batch), None).is_err() {
                        return true;
                    }
                    reported = Instant::now();
                }
            }
            if !batch.finished.is_empty() && handle.bring(batch, None).is_err() {
                return true;
            }
            // Claims as many matches as take about one reporting interval.
            let fitting = REPORT_AFTER.as_nanos() / (began.elapsed() / count).as_nanos().max(1);
            at_once = u64::try_from(fitting).unwrap_or(MOST_AT_ONCE).clamp(1, MOST_AT_ONCE);
        }
    }
}
