//! Receives the results of all threads, puts them in order, adds them up and passes them on.

use std::collections::{BTreeMap, HashSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::control::Control;
use super::match_queue::{MatchQueue, furthest};
use super::progress::{Progress, RunOutcome};
use super::reorder_buffer::ReorderBuffer;
use super::sink::{Batch, Finished, ResultSink, RunOptions, SinkError};
use super::venue::Message;
use crate::pairing::{Pairer, Pairing};
use crate::plan::Plan;
use crate::results::{MatchResult, Tally};
use arena_games::{Diagnostic, diagnostic};

/// The shortest time between two calls of `progress`.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// Receives results and puts them in order.
pub(super) struct Collector<'a> {
    plan: &'a Plan,
    options: RunOptions,
    sink: &'a mut dyn ResultSink,
    progress: &'a mut dyn FnMut(&Progress<'_>),
    reorder: ReorderBuffer<Finished>,
    /// Results of earlier runs whose pairings are not known yet, because an earlier result is missing.
    later: BTreeMap<u64, MatchResult>,
    tally: Tally,
    earlier: u64,
    fresh: u64,
    /// Whether the sink holds results from after the tournament's end, which must be discarded.
    discarded: bool,
    control: &'a Control,
    began: Instant,
    reported: Option<Instant>,
    /// The time at which the clock was last read, and the duration of all pauses until then.
    seen: Instant,
    paused: Duration,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        options: RunOptions,
        sink: &'a mut dyn ResultSink,
        progress: &'a mut dyn FnMut(&Progress<'_>),
        control: &'a Control,
    ) -> Self {
        let (tally, reorder, began) = (plan.tally(), ReorderBuffer::new(), Instant::now());
        let (seen, paused) = (began, Duration::ZERO);
        Self {
            plan,
            options,
            sink,
            progress,
            reorder,
            later: BTreeMap::new(),
            tally,
            earlier: 0,
            fresh: 0,
            discarded: false,
            control,
            began,
            reported: None,
            seen,
            paused,
        }
    }

    pub(super) fn take_earlier(
        &mut self,
        earlier: impl Iterator<Item = Result<MatchResult, SinkError>>,
    ) -> Result<(), Diagnostic> {
        for played in earlier {
            let played = played?;
            let index = played.index;
            let wrong = |problem: &str| {
                let sentence = format!("match {index} is {problem}");
                Err(diagnostic!(
                    "tournament_earlier",
                    "the results of an earlier run belong to another tournament: {sentence}",
                    sentence
                ))
            };
            if index < self.reorder.low() || self.reorder.holds(index) {
                return wrong("there twice");
            }
            if self.pairer().is_over() {
                self.discarded = true;
                continue;
            }
            let possible = self.plan.schedule.most().is_none_or(|most| index < most);
            if !possible || played.verdict.outcome.is_none() {
                return wrong("out of place");
            }
            if self.later.insert(index, played).is_some() {
                return wrong("there twice");
            }
            self.earlier += 1;
            self.place()?;
        }
        self.began = Instant::now();
        self.seen = self.began;
        Ok(())
    }

    /// Receives the venue's results until the last of them has been passed on.
    pub(super) fn collect(&mut self, receiver: &Receiver<Message>, queue: &MatchQueue) -> Result<(), Diagnostic> {
        loop {
            match receiver.recv_timeout(TELL_EVERY) {
                Ok(Message::Played(batch, kept)) => {
                    self.store_batch(batch)?;
                    queue.move_on(self.pairer());
                    self.control.spectators().paired(self.pairer());
                    if let Some(kept) = kept {
                        kept();
                    }
                }
                Ok(Message::Failed(failure)) => return Err(failure),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            self.look_at_the_time();
            if self.reported.is_none_or(|reported| reported.elapsed() >= TELL_EVERY) {
                self.tell(self.finished());
                self.reported = Some(Instant::now());
            }
        }
    }

    /// The matches that must not be played again.
    pub(super) fn waiting(&self) -> HashSet<u64> {
        let mut waiting = self.reorder.waiting();
        waiting.extend(self.later.keys());
        waiting
    }

    /// Inserts the results of earlier runs whose pairings are known by now.
    fn place(&mut self) -> Result<(), SinkError> {
        loop {
            let before = self.later.len();
            while let Some(entry) =
                self.later.first_entry().filter(|entry| *entry.key() <= self.reorder.low() + furthest())
            {
                let pairer = self.tally.pairer().expect("the tally of a plan has a pairer");
                let Some(pairing) = pairer.get(*entry.key()) else { break };
                let (index, played) = entry.remove_entry();
                let inserted = self.reorder.insert(index, restored(self.plan, self.options, pairing, played));
                assert!(inserted.is_ok(), "match {index} was there, and so it was neither waiting nor handed out");
            }
            if self.later.len() == before {
                return Ok(());
            }
            self.emit()?;
        }
    }

    fn store_batch(&mut self, batch: Batch) -> Result<(), SinkError> {
        if self.pairer().is_over() {
            return Ok(());
        }
        self.sink.keep(&batch)?;
        self.fresh += batch.finished.len() as u64;
        for finished in batch.finished {
            let index = finished.pairing.index;
            let inserted = self.reorder.insert(index, finished);
            assert!(inserted.is_ok(), "the queue handed match {index} out twice");
        }
        self.emit()?;
        self.place()
    }

    /// Measures pauses, which do not count as playing time, in steps of at most [`TELL_EVERY`].
    fn look_at_the_time(&mut self) {
        let now = Instant::now();
        if self.control.is_paused() {
            self.paused += now - self.seen;
        }
        self.seen = now;
    }

    fn elapsed(&self) -> Duration {
        self.began.elapsed().saturating_sub(self.paused)
    }

    /// Passes on, in order, every result that has no missing match before it.
    fn emit(&mut self) -> Result<(), SinkError> {
        while !self.pairer().is_over() {
            let Some(finished) = self.reorder.pop() else { return Ok(()) };
            self.take(&finished)?;
        }
        // A sequential test has ended the tournament, so the waiting results are not needed.
        self.discarded |= self.reorder.drop_waiting() || !self.later.is_empty();
        self.later.clear();
        Ok(())
    }

    pub(super) fn pairer(&self) -> &Pairer {
        self.tally.pairer().expect("the tally of a plan has a pairer")
    }

    fn take(&mut self, finished: &Finished) -> Result<(), SinkError> {
        self.tally.add(&finished.pairing, &finished.played);
        self.sink.next(finished)
    }

    /// The number of results, of this run and of earlier ones.
    fn finished(&self) -> u64 {
        self.reorder.finished() + self.later.len() as u64
    }

    fn tell(&mut self, finished: u64) {
        let (elapsed, total) = (self.elapsed(), self.pairer().total());
        (self.progress)(&Progress {
            tally: &self.tally,
            finished,
            earlier: self.earlier.min(finished),
            total,
            elapsed,
            paused: self.control.is_paused(),
            concurrency: self.control.concurrency(),
        });
    }

    /// Counts all finished matches, even after a match that a stopped run left out. Returns the outcome.
    pub(super) fn close(mut self) -> Result<RunOutcome, Diagnostic> {
        let (complete, total) = (self.pairer().is_over(), self.pairer().total());
        if self.discarded {
            self.sink.discard(self.pairer().low())?;
        }
        let finished = self.finished();
        for waiting in std::mem::take(&mut self.reorder).into_waiting() {
            self.take(&waiting)?;
        }
        for (index, played) in std::mem::take(&mut self.later) {
            // The pairings of a block are unknown until it is paired.
            let Some(pairing) = self.pairer().get(index) else { continue };
            let finished = restored(self.plan, self.options, pairing, played);
            self.take(&finished)?;
        }
        self.tell(finished);
        Ok(RunOutcome { complete, total, fresh: self.fresh, elapsed: self.elapsed(), tally: self.tally })
    }
}

/// Restores a match of an earlier run, with its record if the options ask for it.
fn restored(plan: &Plan, options: RunOptions, pairing: Pairing, played: MatchResult) -> Finished {
    let record = options.records.then(|| plan.record_line(&pairing, &played, options.timings));
    Finished { pairing, played, record }
}
