//! Plays a tournament on threads of its own; whatever finishes first, results leave in the order of the schedule.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::affinity::Taken;
use super::contest::{ArenaFailure, Minds, built_in};
pub use super::control::Control;
use super::course::Course;
use super::crew::{Crew, Message};
use super::dispenser::{Dispenser, Reorder, furthest};
use super::journal;
use super::plan::Plan;
use super::schedule::Pairing;
use super::tally::{Played, Tally};

/// The progress is told at most so often.
const TELL_EVERY: Duration = Duration::from_millis(100);
/// How a tournament is played; none of it changes a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// How many matches at a time to begin with: as many threads; [`Control`] changes it.
    pub concurrency: usize,
    /// Whether each match's record is written out for [`ResultSink::next`].
    pub records: bool,
    /// Whether records carry milliseconds.
    pub timings: bool,
    /// Whether each thread stays on one processor, with the engines that it starts; see [`super::affinity`].
    pub affinity: bool,
}

/// A finished match on its way to the sink.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Who met.
    pub pairing: Pairing,
    /// What came of it.
    pub played: Played,
    /// Its record as one line of JSON, without the line's end, when the setting asks for it.
    pub record: Option<String>,
}

/// Matches that a thread finished one after another.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The matches.
    pub finished: Vec<Finished>,
    /// The same as lines of a journal.
    pub journal: String,
}

impl Batch {
    pub(super) fn add(&mut self, plan: &Plan, setting: Setting, pairing: Pairing, played: Played) {
        journal::write_line(&mut self.journal, &played);
        let record = setting.records.then(|| plan.record_line(&pairing, &played, setting.timings));
        self.finished.push(Finished { pairing, played, record });
    }
}

/// Nothing was kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SinkError(pub String);

/// A place for results: what the tournament needs from a file or a store.
pub trait ResultSink {
    /// Keeps matches as they finish, in any order. What it answered with `Ok` survives the process being killed.
    ///
    /// # Errors
    /// [`SinkError`] ends the run.
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError>;

    /// Takes the next match in the order of the schedule, those of earlier runs included. Only when a run is stopped
    /// are matches left out.
    ///
    /// # Errors
    /// [`SinkError`] ends the run.
    fn next(&mut self, finished: &Finished) -> Result<(), SinkError>;

    /// The tournament was over before match `from`: what was kept of it and of those after it counts for nothing.
    ///
    /// # Errors
    /// [`SinkError`] ends the run.
    fn discard(&mut self, from: u64) -> Result<(), SinkError> {
        let _ = from;
        Ok(())
    }
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSink;

impl ResultSink for NoSink {
    fn keep(&mut self, _: &Batch) -> Result<(), SinkError> {
        Ok(())
    }

    fn next(&mut self, _: &Finished) -> Result<(), SinkError> {
        Ok(())
    }
}

/// Where a run stands.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The sums so far, in the order of the schedule.
    pub tally: &'a Tally,
    /// Matches finished, also those that wait for an earlier one.
    pub finished: u64,
    /// Those of them that an earlier run played.
    pub earlier: u64,
    /// Matches in all, as far as is known: a knockout and a sequential test end when they end.
    pub total: u64,
    /// How long this run has been playing, without its pauses.
    pub elapsed: Duration,
    /// Whether it is paused.
    pub paused: bool,
    /// How many matches it plays at a time.
    pub concurrency: usize,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The sums.
    pub tally: Tally,
    /// Whether every match of the schedule was played that is needed.
    pub complete: bool,
    /// Matches in all, as far as is known.
    pub total: u64,
    /// Matches that this run played.
    pub fresh: u64,
    /// How long it took, without its pauses.
    pub elapsed: Duration,
}

/// Why a run was given up.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The arena cannot play a match.
    #[error(transparent)]
    Arena(#[from] ArenaFailure),
    /// Results cannot be kept.
    #[error("results cannot be kept: {0}")]
    Sink(#[from] SinkError),
    /// An earlier run's results do not belong to this tournament.
    #[error("the results of an earlier run do not fit this tournament: {0}")]
    Earlier(String),
    /// The system gave no thread.
    #[error("no thread to play on: {0}")]
    Thread(#[from] std::io::Error),
}

/// Plays a tournament of built-in bots, going on from the results of `earlier` runs; see [`run_with`].
///
/// # Errors
/// [`RunError`]; what was kept stays kept.
pub fn run(
    plan: &Plan,
    setting: Setting,
    earlier: impl Iterator<Item = Result<Played, SinkError>>,
    sink: &mut dyn ResultSink,
    progress: &mut dyn FnMut(&Progress<'_>),
    control: &Control,
) -> Result<Outcome, RunError> {
    run_with(plan, &built_in(plan), setting, earlier, sink, progress, control)
}

/// Plays a tournament between these minds.
///
/// `earlier` gives results of runs before this one, in any order in which they were kept. `sink` gets every match once,
/// `progress` is told at most ten times a second and once at the end, `control` steers the run.
///
/// # Errors
/// [`RunError`]; what was kept stays kept.
pub fn run_with(
    plan: &Plan,
    minds: &Minds<'_>,
    setting: Setting,
    earlier: impl Iterator<Item = Result<Played, SinkError>>,
    sink: &mut dyn ResultSink,
    progress: &mut dyn FnMut(&Progress<'_>),
    control: &Control,
) -> Result<Outcome, RunError> {
    control.begin_with(setting.concurrency);
    let mut desk = Desk::new(plan, setting, sink, progress, control);
    desk.take_earlier(earlier)?;
    let taken = Taken::default();
    let dispenser = Dispenser::new(desk.course(), control.concurrency(), desk.reorder.waiting());
    std::thread::scope(|scope| {
        let (mut crew, receiver) = Crew::new(scope, plan, minds, setting, &taken, &dispenser, control);
        let result = desk.collect(&receiver, &mut crew, &dispenser);
        // A thread must neither wait for the window nor for room in the channel when the desk has given up.
        dispenser.close();
        drop(receiver);
        result
    })?;
    desk.close()
}

/// Where results arrive and are put in order.
struct Desk<'a> {
    plan: &'a Plan,
    setting: Setting,
    sink: &'a mut dyn ResultSink,
    progress: &'a mut dyn FnMut(&Progress<'_>),
    reorder: Reorder<Finished>,
    tally: Tally,
    earlier: u64,
    fresh: u64,
    /// Whether something was kept that counts for nothing.
    discarded: bool,
    control: &'a Control,
    began: Instant,
    told: Option<Instant>,
    /// When the time was looked at last, and how much of it was pause.
    seen: Instant,
    paused: Duration,
}

impl<'a> Desk<'a> {
    fn new(
        plan: &'a Plan,
        setting: Setting,
        sink: &'a mut dyn ResultSink,
        progress: &'a mut dyn FnMut(&Progress<'_>),
        control: &'a Control,
    ) -> Self {
        let (tally, reorder, began) = (plan.tally(), Reorder::new(), Instant::now());
        let (seen, paused) = (began, Duration::ZERO);
        Self {
            plan,
            setting,
            sink,
            progress,
            reorder,
            tally,
            earlier: 0,
            fresh: 0,
            discarded: false,
            control,
            began,
            told: None,
            seen,
            paused,
        }
    }

    fn take_earlier(&mut self, earlier: impl Iterator<Item = Result<Played, SinkError>>) -> Result<(), RunError> {
        for played in earlier {
            let played = played?;
            let index = played.index;
            let twice = || RunError::Earlier(format!("match {index} is there twice"));
            if self.course().is_over() {
                if index < self.reorder.low() {
                    return Err(twice());
                }
                self.discarded = true;
                continue;
            }
            let pairing = self
                .course()
                .get(index)
                .filter(|_| played.verdict.outcome.is_some() && index <= self.reorder.low() + furthest())
                .ok_or_else(|| RunError::Earlier(format!("match {index} is out of place")))?;
            let record = self.setting.records;
            let record = record.then(|| self.plan.record_line(&pairing, &played, self.setting.timings));
            self.reorder.insert(index, Finished { pairing, played, record }).map_err(|_| twice())?;
            self.earlier += 1;
            self.emit()?;
        }
        self.began = Instant::now();
        self.seen = self.began;
        Ok(())
    }

    /// Takes in what the crew brings until all of it has left.
    fn collect(
        &mut self,
        receiver: &Receiver<Message>,
        crew: &mut Crew<'_, '_>,
        dispenser: &Dispenser,
    ) -> Result<(), RunError> {
        loop {
            crew.complete()?;
            if crew.has_left() {
                return Ok(());
            }
            let told = match receiver.recv_timeout(TELL_EVERY) {
                Ok(Message::Played(batch)) => {
                    self.take_in(batch)?;
                    dispenser.move_on(self.course());
                    true
                }
                Ok(Message::Failed(failure)) => return Err(failure.into()),
                Ok(Message::Left { number, for_good }) => {
                    crew.leaves(number, for_good);
                    false
                }
                Err(RecvTimeoutError::Timeout) => true,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            self.look_at_the_time();
            if told && self.told.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
                self.tell(self.reorder.finished());
                self.told = Some(Instant::now());
            }
        }
    }

    fn take_in(&mut self, batch: Batch) -> Result<(), SinkError> {
        if self.course().is_over() {
            return Ok(());
        }
        self.sink.keep(&batch)?;
        self.fresh += batch.finished.len() as u64;
        for finished in batch.finished {
            let index = finished.pairing.index;
            let inserted = self.reorder.insert(index, finished);
            assert!(inserted.is_ok(), "the dispenser handed match {index} out twice");
        }
        self.emit()
    }

    /// Pauses do not count as playing; they are measured in steps of [`TELL_EVERY`] at most.
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

    /// Everything that no earlier match is missing for goes on.
    fn emit(&mut self) -> Result<(), SinkError> {
        while !self.course().is_over() {
            let Some(finished) = self.reorder.pop() else { return Ok(()) };
            self.take(&finished)?;
        }
        // A test has ended it: what waits was played for nothing.
        self.discarded |= self.reorder.drop_waiting();
        Ok(())
    }

    fn course(&self) -> &Course {
        self.tally.course().expect("the tally of a plan has a course")
    }

    fn take(&mut self, finished: &Finished) -> Result<(), SinkError> {
        self.tally.add(&finished.pairing, &finished.played);
        self.sink.next(finished)
    }

    fn tell(&mut self, finished: u64) {
        let (elapsed, total) = (self.elapsed(), self.course().total());
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

    /// What is finished counts, also where a run that was stopped left an earlier match out.
    fn close(mut self) -> Result<Outcome, RunError> {
        let (complete, total) = (self.course().is_over(), self.course().total());
        if self.discarded {
            self.sink.discard(self.course().low())?;
        }
        let finished = self.reorder.finished();
        for waiting in std::mem::take(&mut self.reorder).into_waiting() {
            self.take(&waiting)?;
        }
        self.tell(finished);
        Ok(Outcome { complete, total, fresh: self.fresh, elapsed: self.elapsed(), tally: self.tally })
    }
}
