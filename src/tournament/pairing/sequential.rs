//! A match of two entrants that ends when a sequential test decides. No I/O.
//!
//! The test examines the results after every encounter, in the order of the schedule. It ends at the same encounter,
//! regardless of how many matches are played at the same time and which of them finishes first.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use crate::games::BySide;
use crate::play::GameResult;
use crate::tournament::rating::{Figure, Hypotheses, Model, NoFigure, Pentanomial, Results, TestVerdict, Wdl};

/// The terms of a sequential test of the difference between the first entrant and the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequentialTerms {
    /// The hypotheses and the error rates.
    pub hypotheses: Hypotheses,
    /// Whether encounters are counted by their points; otherwise matches are counted.
    pub pentanomial: bool,
}

impl SequentialTerms {
    /// Describes the test, for example `normalised Elo, 0 against 5, by encounters`.
    #[must_use]
    pub fn describe(&self) -> String {
        let [elo0, elo1] = self.hypotheses.elos();
        let scale = match self.hypotheses.model() {
            Model::Normalized => "normalised Elo",
            Model::Logistic => "Elo",
            Model::Bayesian => "BayesElo",
        };
        format!("{scale}, {elo0} against {elo1}, by {}", self.counted().word(0))
    }

    /// The unit that is counted.
    #[must_use]
    pub const fn counted(&self) -> Counted {
        if self.pentanomial { Counted::Encounters } else { Counted::Matches }
    }
}

/// The unit that a sequential test counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// Encounters, by their points.
    Encounters,
    /// Matches, individually.
    Matches,
}

impl Counted {
    /// The word for `n` units.
    #[must_use]
    pub const fn word(self, n: u64) -> &'static str {
        match (self, n) {
            (Self::Encounters, 1) => "encounter",
            (Self::Encounters, _) => "encounters",
            (Self::Matches, 1) => "match",
            (Self::Matches, _) => "matches",
        }
    }
}

/// The most points of the ratio's course that are kept. At this number every other point is dropped and the interval
/// doubles.
const MOST_POINTS: usize = 256;

/// The log-likelihood ratio at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[cfg_attr(feature = "typescript", ts(rename = "TestRatio"))]
pub struct Ratio {
    /// The number of completed encounters, including repeats.
    pub encounters: u64,
    /// The ratio.
    pub llr: f64,
}

/// A test and the results so far. A match between entrants that do not play at random adds no information if it repeats
/// an earlier one, so it is left out. An encounter is left out if both its matches are repeats.
#[derive(Clone, Debug, PartialEq)]
pub struct SequentialTest {
    terms: SequentialTerms,
    encounters: Pentanomial,
    matches: Wdl,
    /// The number of completed encounters, including repeats.
    over: u64,
    /// The number of units that count, which are encounters or matches. `left_out` is the number of repeats.
    judged: u64,
    left_out: u64,
    llr: Figure,
    verdict: Option<TestVerdict>,
    course: Vec<Ratio>,
    stride: u64,
}

impl SequentialTest {
    pub(super) const fn new(terms: SequentialTerms) -> Self {
        let (encounters, matches) = (Pentanomial([0; 5]), Wdl { wins: 0, draws: 0, losses: 0 });
        Self {
            terms,
            encounters,
            matches,
            over: 0,
            judged: 0,
            left_out: 0,
            llr: Err(NoFigure::NonePlayed),
            verdict: None,
            course: Vec::new(),
            stride: 1,
        }
    }

    /// Adds the next encounter: the seats of its first match, and for each of its two matches the result and whether it
    /// is a repeat.
    pub(super) fn add(&mut self, seats: BySide<usize>, legs: [(GameResult, bool); 2]) {
        self.over += 1;
        let mut halves = 0;
        for (leg, (ended, repeat)) in legs.into_iter().enumerate() {
            let sits_first = (seats.first == 0) == (leg == 0);
            let (result, points) = match ended {
                GameResult::Draw => (Wdl { draws: 1, ..Wdl::default() }, 1),
                GameResult::First if sits_first => (Wdl { wins: 1, ..Wdl::default() }, 2),
                GameResult::Second if !sits_first => (Wdl { wins: 1, ..Wdl::default() }, 2),
                GameResult::First | GameResult::Second => (Wdl { losses: 1, ..Wdl::default() }, 0),
            };
            halves += points;
            if !repeat {
                self.matches = self.matches + result;
            }
        }
        let new = legs.iter().filter(|(_, repeat)| !repeat).count() as u64;
        if new > 0 {
            self.encounters.count(halves);
        }
        if self.terms.pentanomial {
            self.judged += u64::from(new > 0);
            self.left_out += u64::from(new == 0);
        } else {
            self.judged += new;
            self.left_out += 2 - new;
        }
        if new > 0 {
            self.judge();
        }
        if let Some(point) = self.now().filter(|point| point.encounters.is_multiple_of(self.stride)) {
            self.course.push(point);
            if self.course.len() >= MOST_POINTS {
                self.stride *= 2;
                let stride = self.stride;
                self.course.retain(|point| point.encounters.is_multiple_of(stride));
            }
        }
    }

    fn judge(&mut self) {
        let results = if self.terms.pentanomial {
            Results::Pentanomial(self.encounters)
        } else {
            Results::Trinomial(self.matches)
        };
        self.llr = self.terms.hypotheses.llr(results);
        self.verdict = self.llr.ok().and_then(|llr| self.terms.hypotheses.verdict(llr));
    }

    fn now(&self) -> Option<Ratio> {
        self.llr.ok().map(|llr| Ratio { encounters: self.over, llr })
    }

    /// Returns the course of the ratio: evenly spaced points, then the current one.
    #[must_use]
    pub fn course(&self) -> Vec<Ratio> {
        let last = self.now().filter(|now| self.course.last() != Some(now));
        self.course.iter().copied().chain(last).collect()
    }

    /// The number of units that were judged, and the number that were left out as repeats.
    #[must_use]
    pub const fn judged(&self) -> (u64, u64) {
        (self.judged, self.left_out)
    }

    /// The terms of the test.
    #[must_use]
    pub const fn terms(&self) -> &SequentialTerms {
        &self.terms
    }

    /// The log-likelihood ratio of the higher hypothesis to the lower one.
    ///
    /// # Errors
    /// [`NoFigure`] if the results so far give no ratio; the test goes on then.
    pub const fn llr(&self) -> Figure {
        self.llr
    }

    /// The decision, if there is one.
    #[must_use]
    pub const fn verdict(&self) -> Option<TestVerdict> {
        self.verdict
    }

    /// The encounters that count, by points of the first entrant.
    #[must_use]
    pub const fn encounters(&self) -> Pentanomial {
        self.encounters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(pentanomial: bool) -> SequentialTest {
        let hypotheses = Hypotheses::new(0.0, 30.0, 0.05, 0.05, Model::Logistic).unwrap();
        SequentialTest::new(SequentialTerms { hypotheses, pentanomial })
    }

    /// The first entrant wins both matches.
    const WON: [GameResult; 2] = [GameResult::First, GameResult::Second];

    #[test]
    fn repeats_do_not_decide_a_test() {
        for pentanomial in [true, false] {
            let (mut repeated, mut new) = (test(pentanomial), test(pentanomial));
            for encounter in 0..1_000 {
                repeated.add(BySide::new(0, 1), WON.map(|ended| (ended, encounter > 0)));
                new.add(BySide::new(0, 1), WON.map(|ended| (ended, false)));
            }
            let a_piece = if pentanomial { 1 } else { 2 };
            assert_eq!((repeated.verdict(), repeated.judged()), (None, (a_piece, 999 * a_piece)));
            assert_eq!((new.verdict(), new.judged()), (Some(TestVerdict::H1), (1_000 * a_piece, 0)));
            assert_eq!(repeated.encounters().encounters(), 1);
        }
    }

    #[test]
    fn an_encounter_with_one_new_match_counts() {
        let legs = [(GameResult::First, true), (GameResult::Draw, false)];
        let (mut by_encounters, mut by_matches) = (test(true), test(false));
        by_encounters.add(BySide::new(1, 0), legs);
        by_matches.add(BySide::new(1, 0), legs);
        assert_eq!((by_encounters.judged(), by_encounters.encounters()), ((1, 0), Pentanomial([0, 1, 0, 0, 0])));
        assert_eq!((by_matches.judged(), by_matches.matches), ((1, 1), Wdl { draws: 1, ..Wdl::default() }));
    }

    #[test]
    fn the_course_stays_bounded_and_ends_at_the_last_encounter() {
        let mut test = test(true);
        for encounter in 0..10_001_u64 {
            let legs = if encounter % 2 == 0 { WON } else { [GameResult::Second, GameResult::First] };
            test.add(BySide::new(0, 1), legs.map(|ended| (ended, false)));
        }
        let course = test.course();
        assert!(course.len() <= MOST_POINTS, "{}", course.len());
        assert!(course.windows(2).all(|two| two[0].encounters < two[1].encounters));
        assert_eq!(course.last().map(|point| (point.encounters, Ok(point.llr))), Some((10_001, test.llr())));
    }
}
