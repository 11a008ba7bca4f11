//! Plays a tuning: batches of encounters between two versions of the bot, and then a test of the tuned bot against the
//! starting one.
//!
//! A batch is a barrier: the new weights depend on its results alone, and not on the order in which its matches
//! finished. The journal has the format of a tournament's, with the lines of the batches in order. A tuning resumes by
//! reading these lines.

use std::time::{Duration, Instant};

use super::spec::Tuning;
use super::spsa::Spsa;
use arena_games::Diagnostic;
use arena_tournament::plan::Entrant;
use arena_tournament::rating::{NoFigure, Pentanomial, Results, TestVerdict, Wdl};
use arena_tournament::results::{MatchResult, Tally};
use arena_tournament::run::{Batch, Control, Finished, ResultSink, RunOptions, SinkError, run};

/// The approximate number of points of a curve, regardless of the length of the tuning.
const POINTS: u64 = 1_000;
/// The test plays this many encounters at a time until it is decided.
const TEST_BATCH: u64 = 64;

/// The weights after a batch.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Point {
    /// The number of encounters learned from.
    pub encounters: u64,
    /// The results of the upper version against the lower one in this batch.
    #[serde(flatten)]
    pub results: Wdl,
    /// The estimated weights.
    pub estimates: Vec<f64>,
}

/// The log-likelihood ratio after an encounter of the test.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Ratio {
    /// The number of encounters that count.
    pub encounters: u64,
    /// The ratio.
    pub llr: f64,
}

/// The test of the tuned bot against the starting one. It is judged after each encounter, in the order of the schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    tally: Tally,
    /// The decision, if there is one.
    pub verdict: Option<TestVerdict>,
    /// The ratio after the last encounter, or why there is none.
    pub llr: Result<f64, NoFigure>,
    pub course: Vec<Ratio>,
}

impl Tested {
    fn new(tally: Tally) -> Self {
        Self { tally, verdict: None, llr: Err(NoFigure::NonePlayed), course: Vec::new() }
    }

    /// The matches, from the view of the tuned bot.
    #[must_use]
    pub fn results(&self) -> Wdl {
        self.tally.pair(0, 1)
    }

    /// All encounters of the tuned bot, and those that are not repeats. Only the latter count for the test.
    #[must_use]
    pub fn encounters(&self) -> (Pentanomial, Pentanomial) {
        self.tally.pairs().encounters(0, 1)
    }

    /// Adds the next match. Matches after the decision are ignored.
    fn add(&mut self, finished: &Finished, tuning: &Tuning) {
        if self.verdict.is_some() {
            return;
        }
        self.tally.add(&finished.pairing, &finished.played);
        if finished.pairing.leg == 0 {
            return;
        }
        let counted = self.encounters().1;
        let test = &tuning.test;
        self.llr = test.hypotheses.llr(Results::Pentanomial(counted));
        let Ok(llr) = self.llr else { return };
        self.verdict = test.hypotheses.verdict(llr);
        let every = test.encounters.div_ceil(POINTS);
        let encounters = counted.encounters();
        let reported = self.course.last().is_some_and(|last| last.encounters == encounters);
        if self.verdict.is_some() || (encounters.is_multiple_of(every) && !reported) {
            self.course.push(Ratio { encounters, llr });
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct TuningProgress<'a> {
    /// The number of encounters learned from.
    pub encounters: u64,
    /// The current estimates of the weights.
    pub estimates: &'a [f64],
    /// The test, once it has begun.
    pub test: Option<&'a Tested>,
    /// The number of matches that this run has played.
    pub fresh: u64,
    /// The time that this run has taken.
    pub elapsed: Duration,
}

/// The result of a tuning.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The estimated weights: the means of the last estimates.
    pub estimates: Vec<f64>,
    /// Half of the 95 % range of each weight, from the scatter of the last estimates.
    pub errors: Vec<Option<f64>>,
    /// The last estimates.
    pub last: Vec<f64>,
    /// The weights as whole numbers.
    pub values: Vec<i32>,
    /// The course of the weights, from the start.
    pub curve: Vec<Point>,
    /// The test, if it was played.
    pub test: Option<Tested>,
    /// Whether the tuning is complete. A run that was stopped can be resumed.
    pub complete: bool,
    /// The number of matches that this run played.
    pub fresh: u64,
    /// The time that this run took.
    pub elapsed: Duration,
}

/// Plays a tuning, resuming from the matches of `earlier` runs in the order in which they were kept. `sink` keeps each
/// match, `progress` is called after each batch, and `control` can stop the run.
///
/// # Errors
/// The failure that ended the run; matches that were kept stay kept.
pub fn tune(
    tuning: &Tuning,
    concurrency: usize,
    earlier: impl Iterator<Item = Result<MatchResult, SinkError>>,
    sink: &mut dyn ResultSink,
    progress: &mut dyn FnMut(&TuningProgress<'_>),
    control: &Control,
) -> Result<Tuned, Diagnostic> {
    let setting = RunOptions { concurrency, records: false, timings: false, notes: false, affinity: false };
    let mut tuner = Tuner { tuning, setting, earlier, control, fresh: 0, began: Instant::now() };
    let mut spsa = Spsa::new(tuning.weights.clone(), tuning.gains, tuning.encounters, tuning.plan.config.seed);
    let mut curve = vec![Point { encounters: 0, results: Wdl::default(), estimates: spsa.estimates().to_vec() }];
    let mut complete = tuner.learn(&mut spsa, &mut curve, sink, progress)?;
    let values = spsa.rounded();
    let mut test = None;
    let changed = tuning.weights.iter().zip(&values).any(|(weight, value)| weight.start != f64::from(*value));
    if complete && changed && tuning.test.encounters > 0 {
        let (tested, whole) = tuner.test(&spsa, sink, progress)?;
        (test, complete) = (Some(tested), whole);
    }
    let (fresh, elapsed) = (tuner.fresh, tuner.began.elapsed());
    let (estimates, errors, last) = (spsa.averaged(), spsa.errors(), spsa.estimates().to_vec());
    Ok(Tuned { estimates, errors, last, values, curve, test, complete, fresh, elapsed })
}

struct Tuner<'a, I> {
    tuning: &'a Tuning,
    setting: RunOptions,
    earlier: I,
    control: &'a Control,
    fresh: u64,
    began: Instant,
}

impl<I: Iterator<Item = Result<MatchResult, SinkError>>> Tuner<'_, I> {
    /// Plays the next rounds between two versions. Returns the results of the first version, or `None` if the run was
    /// stopped.
    fn rounds(
        &mut self,
        rounds: std::ops::Range<u64>,
        versions: [(&str, &[i32]); 2],
        sink: &mut dyn ResultSink,
    ) -> Result<Option<Wdl>, Diagnostic> {
        let bots = versions.map(|(name, values)| self.tuning.version(name, values));
        let plan = self.tuning.plan.part(rounds, bots.into());
        let most = usize::try_from(plan.schedule.len()).unwrap_or(usize::MAX);
        let earlier = self.earlier.by_ref().take(most);
        let outcome = run(&plan, self.setting, earlier, sink, &mut |_| {}, self.control)?;
        self.fresh += outcome.fresh;
        Ok(outcome.complete.then(|| outcome.tally.pair(0, 1)))
    }

    /// Learns from batch after batch. Returns false if the run was stopped.
    fn learn(
        &mut self,
        spsa: &mut Spsa,
        curve: &mut Vec<Point>,
        sink: &mut dyn ResultSink,
        progress: &mut dyn FnMut(&TuningProgress<'_>),
    ) -> Result<bool, Diagnostic> {
        let Tuning { encounters: total, batch, .. } = *self.tuning;
        let every = total.div_ceil(batch).div_ceil(POINTS) * batch;
        while spsa.done() < total {
            let rounds = spsa.done()..total.min(spsa.done() + batch);
            let played = rounds.end - rounds.start;
            let probe = spsa.probe();
            let versions = [("plus", &probe.plus[..]), ("minus", &probe.minus[..])];
            let Some(results) = self.rounds(rounds, versions, sink)? else { return Ok(false) };
            spsa.learn(&probe, results.wins.cast_signed() - results.losses.cast_signed(), played);
            if spsa.done().is_multiple_of(every) || spsa.done() == total {
                curve.push(Point { encounters: spsa.done(), results, estimates: spsa.estimates().to_vec() });
            }
            self.tell(spsa, None, progress);
        }
        Ok(true)
    }

    /// Plays the tuned bot against the starting one. Also returns whether the test was completed.
    fn test(
        &mut self,
        spsa: &Spsa,
        sink: &mut dyn ResultSink,
        progress: &mut dyn FnMut(&TuningProgress<'_>),
    ) -> Result<(Tested, bool), Diagnostic> {
        let tuning = self.tuning;
        let starts: Vec<i32> = tuning.weights.iter().map(|weight| super::spsa::whole(weight.start)).collect();
        let tuned = spsa.rounded();
        let random = tuning.plan.entrants.iter().map(Entrant::is_random).collect();
        let mut tested = Tested::new(Tally::new(random));
        let mut done = 0;
        while done < tuning.test.encounters && tested.verdict.is_none() {
            let next = tuning.test.encounters.min(done + TEST_BATCH);
            let rounds = tuning.encounters + done..tuning.encounters + next;
            let mut judge = Judge { tuning, tested: &mut tested, sink };
            let versions = [("tuned", &tuned[..]), ("start", &starts[..])];
            if self.rounds(rounds, versions, &mut judge)?.is_none() {
                return Ok((tested, false));
            }
            done = next;
            self.tell(spsa, Some(&tested), progress);
        }
        Ok((tested, true))
    }

    fn tell(&self, spsa: &Spsa, test: Option<&Tested>, progress: &mut dyn FnMut(&TuningProgress<'_>)) {
        let (encounters, estimates) = (spsa.done(), spsa.estimates());
        progress(&TuningProgress { encounters, estimates, test, fresh: self.fresh, elapsed: self.began.elapsed() });
    }
}

/// Passes the matches of the test on, and judges them in the order of the schedule.
struct Judge<'a> {
    tuning: &'a Tuning,
    tested: &'a mut Tested,
    sink: &'a mut dyn ResultSink,
}

impl ResultSink for Judge<'_> {
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError> {
        self.sink.keep(batch)
    }

    fn next(&mut self, finished: &Finished) -> Result<(), SinkError> {
        self.tested.add(finished, self.tuning);
        self.sink.next(finished)
    }
}
