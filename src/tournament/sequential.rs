//! A match of two that ends as soon as a sequential test has decided, pure.
//!
//! The test looks at the results after every encounter, in the order of the schedule. Whichever encounter finished
//! first and however many were played at a time, it therefore ends at the same one.

use super::course::Met;
use super::rating::{Figure, Hypotheses, Model, NoFigure, Pentanomial, Results, TestVerdict, Wdl};

/// What is tested about the difference between the first entrant and the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequentialTerms {
    /// The hypotheses and how often the test may err.
    pub hypotheses: Hypotheses,
    /// Whether encounters are counted by their points, rather than matches one by one.
    pub pentanomial: bool,
}

impl SequentialTerms {
    /// As people read it: `normalised Elo, 0 against 5, by encounters`.
    #[must_use]
    pub fn describe(&self) -> String {
        let [elo0, elo1] = self.hypotheses.elos();
        let scale = match self.hypotheses.model() {
            Model::Normalized => "normalised Elo",
            Model::Logistic => "Elo",
            Model::Bayesian => "BayesElo",
        };
        let by = if self.pentanomial { "encounters" } else { "matches" };
        format!("{scale}, {elo0} against {elo1}, by {by}")
    }
}

/// A test and the results so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SequentialTest {
    terms: SequentialTerms,
    encounters: Pentanomial,
    matches: Wdl,
    llr: Figure,
    verdict: Option<TestVerdict>,
}

impl SequentialTest {
    pub(super) fn new(terms: SequentialTerms) -> Self {
        let (encounters, matches) = (Pentanomial::default(), Wdl::default());
        Self { terms, encounters, matches, llr: Err(NoFigure::NonePlayed), verdict: None }
    }

    pub(super) fn add(&mut self, met: &Met) {
        let is_first = met.seats.first == 0;
        let (wins, losses) =
            if is_first { (met.wins.first, met.wins.second) } else { (met.wins.second, met.wins.first) };
        self.encounters.count(usize::from(if is_first { met.halves } else { 4 - met.halves }));
        let draws = 2 - u64::from(wins) - u64::from(losses);
        self.matches = self.matches + Wdl { wins: wins.into(), draws, losses: losses.into() };
        let results = if self.terms.pentanomial {
            Results::Pentanomial(self.encounters)
        } else {
            Results::Trinomial(self.matches)
        };
        self.llr = self.terms.hypotheses.llr(results);
        self.verdict = self.llr.ok().and_then(|llr| self.terms.hypotheses.verdict(llr));
    }

    /// What is tested.
    #[must_use]
    pub const fn terms(&self) -> &SequentialTerms {
        &self.terms
    }

    /// The log-likelihood ratio of the higher hypothesis to the lower one.
    ///
    /// # Errors
    /// [`NoFigure`] where the results have none yet; the test goes on.
    pub const fn llr(&self) -> Figure {
        self.llr
    }

    /// What the test has decided.
    #[must_use]
    pub const fn verdict(&self) -> Option<TestVerdict> {
        self.verdict
    }

    /// The encounters that the test has seen, by the points of the first entrant.
    #[must_use]
    pub const fn encounters(&self) -> Pentanomial {
        self.encounters
    }
}
