//! Plays a tuning: batch after batch of encounters between two versions of the bot, and at the end the tuned one against
//! that of the start.
//!
//! A batch is a barrier: the new weights depend on its results alone, not on the order in which its matches finished.
//! The journal has the format of a tournament's, with the lines of one batch after the other, so that a tuning is
//! continued by reading them again.

use std::time::{Duration, Instant};

use super::spec::Tuning;
use super::spsa::Spsa;
use crate::tournament::plan::Entrant;
use crate::tournament::rating::{NoFigure, Pentanomial, Results, TestVerdict, Wdl};
use crate::tournament::results::{MatchResult, Tally};
use crate::tournament::run::{Batch, Control, Finished, ResultSink, RunError, RunOptions, SinkError, run};

/// A curve has about so many points, however long the tuning.
const POINTS: u64 = 1_000;
/// The test plays so many encounters before each check whether it is decided.
const TEST_BATCH: u64 = 64;

/// Where the weights stood after a batch.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Point {
    /// Encounters learned from.
    pub encounters: u64,
    /// How the upper version fared against the lower one in this batch.
    #[serde(flatten)]
    pub results: Wdl,
    /// The weights, as they were estimated then.
    pub estimates: Vec<f64>,
}

/// The log-likelihood ratio after an encounter of the test.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Ratio {
    /// Encounters that count.
    pub encounters: u64,
    /// The ratio.
    pub llr: f64,
}

/// The tuned bot against that of the start, judged encounter by encounter in the order of the schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    tally: Tally,
    /// What was decided, if anything.
    pub verdict: Option<TestVerdict>,
    /// The ratio after the last encounter, or why there is none.
    pub llr: Result<f64, NoFigure>,
    /// How the ratio went.
    pub course: Vec<Ratio>,
}

impl Tested {
    fn new(tally: Tally) -> Self {
        Self { tally, verdict: None, llr: Err(NoFigure::NonePlayed), course: Vec::new() }
    }

    /// Matches of the tuned bot.
    #[must_use]
    pub fn results(&self) -> Wdl {
        self.tally.pair(0, 1)
    }

    /// Encounters of the tuned bot, and those of them that are no repeats: they alone count for the test.
    #[must_use]
    pub fn encounters(&self) -> (Pentanomial, Pentanomial) {
        self.tally.pairs().encounters(0, 1)
    }

    /// Takes the next match; once the test is decided, nothing counts any more.
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
        let told = self.course.last().is_some_and(|last| last.encounters == encounters);
        if self.verdict.is_some() || (encounters.is_multiple_of(every) && !told) {
            self.course.push(Ratio { encounters, llr });
        }
    }
}

/// Where a tuning stands.
#[derive(Clone, Copy, Debug)]
pub struct TuningProgress<'a> {
    /// Encounters learned from.
    pub encounters: u64,
    /// The weights as they are estimated now.
    pub estimates: &'a [f64],
    /// The test, once it has begun.
    pub test: Option<&'a Tested>,
    /// Matches that this run played.
    pub fresh: u64,
    /// How long it has been playing.
    pub elapsed: Duration,
}

/// What a tuning came to.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The weights as they are estimated: the means of the last estimates.
    pub estimates: Vec<f64>,
    /// Half of the 95 % range of each, as the last estimates scatter.
    pub errors: Vec<Option<f64>>,
    /// The last estimates themselves.
    pub last: Vec<f64>,
    /// The nearest whole numbers.
    pub values: Vec<i32>,
    /// How they went there, the start first.
    pub curve: Vec<Point>,
    /// The test, where one was played.
    pub test: Option<Tested>,
    /// Whether all of it was played; a run that was stopped can be gone on from.
    pub complete: bool,
    /// Matches that this run played.
    pub fresh: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// Plays a tuning, going on from the matches of `earlier` runs, in the order in which they were kept. `sink` keeps each
/// match; `progress` is called after each batch; `control` stops the run.
///
/// # Errors
/// [`RunError`]; what was kept stays kept.
pub fn tune(
    tuning: &Tuning,
    concurrency: usize,
    earlier: impl Iterator<Item = Result<MatchResult, SinkError>>,
    sink: &mut dyn ResultSink,
    progress: &mut dyn FnMut(&TuningProgress<'_>),
    control: &Control,
) -> Result<Tuned, RunError> {
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
    /// Plays the next rounds between two versions: the first one's results, or none when the run was stopped.
    fn rounds(
        &mut self,
        rounds: std::ops::Range<u64>,
        versions: [(&str, &[i32]); 2],
        sink: &mut dyn ResultSink,
    ) -> Result<Option<Wdl>, RunError> {
        let bots = versions.map(|(name, values)| self.tuning.version(name, values));
        let plan = self.tuning.plan.part(rounds, bots.into());
        let most = usize::try_from(plan.schedule.len()).unwrap_or(usize::MAX);
        let earlier = self.earlier.by_ref().take(most);
        let outcome = run(&plan, self.setting, earlier, sink, &mut |_| {}, self.control)?;
        self.fresh += outcome.fresh;
        Ok(outcome.complete.then(|| outcome.tally.pair(0, 1)))
    }

    /// Learns from one batch after the other; false when the run was stopped.
    fn learn(
        &mut self,
        spsa: &mut Spsa,
        curve: &mut Vec<Point>,
        sink: &mut dyn ResultSink,
        progress: &mut dyn FnMut(&TuningProgress<'_>),
    ) -> Result<bool, RunError> {
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

    /// The tuned bot against that of the start, and whether the test came to its end.
    fn test(
        &mut self,
        spsa: &Spsa,
        sink: &mut dyn ResultSink,
        progress: &mut dyn FnMut(&TuningProgress<'_>),
    ) -> Result<(Tested, bool), RunError> {
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

/// Hands the matches of the test on, and judges them in the order of the schedule.
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
