//! Statistics of the difference between two sides, as JSON and in words.

use serde_json::{Map, Value, json};

use crate::rating::{Cluster, Difference, Figure, Hypotheses, NoFigure, Results, TestVerdict, clustered, difference};
use crate::report::number_format::{figure, signed, with_error};

/// All statistics of one difference.
pub struct Figures {
    all: Results,
    /// Based on all results.
    value: Difference,
    /// Based on results without repeats.
    certain: Difference,
    test: Option<(Hypotheses, Figure)>,
    /// Number of openings by which errors are clustered, if they are.
    openings: Option<usize>,
}

/// Rounds to nine decimal places. Never returns −0.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9 + 0.0
}

/// The names of the figures in JSON.
const NAMES: [&str; 10] =
    ["elo", "elo_error", "nelo", "nelo_error", "los", "draw_ratio", "pairs_ratio", "llr", "lower", "upper"];

fn object(
    figures: [Figure; NAMES.len()],
    accepted: Result<TestVerdict, NoFigure>,
    bounds: Map<String, Value>,
) -> Value {
    let named = NAMES.into_iter().zip(figures);
    let values = named.clone().map(|(name, figure)| (name.to_owned(), json!(figure.ok().map(rounded))));
    let missing = named.chain([("accepted", accepted.map(|_| 0.0))]);
    let others = [("accepted", json!(accepted.ok())), ("reasons", reasons(missing).into()), ("bounds", bounds.into())];
    Value::Object(values.chain(others.map(|(name, value)| (name.to_owned(), value))).collect())
}

/// Returns the reasons for missing figures.
pub(super) fn reasons(figures: impl IntoIterator<Item = (&'static str, Figure)>) -> Map<String, Value> {
    let reason = |(name, figure): (&str, Figure)| Some((name.to_owned(), figure.err()?.text().into()));
    figures.into_iter().filter_map(reason).collect()
}

impl Figures {
    /// Values are computed from `all` results; errors, likelihoods and the test from the `independent` ones.
    #[must_use]
    pub fn new(all: Results, independent: Results, test: Option<&Hypotheses>) -> Self {
        let test = test.map(|test| (*test, test.llr(independent)));
        Self { all, value: difference(all), certain: difference(independent), test, openings: None }
    }

    /// Returns the figures with errors clustered by opening, if several independent results share an opening.
    pub(super) fn clustered(self, independent: Results, clusters: &[Cluster]) -> Self {
        let shared = clusters.len() > 1 && (clusters.len() as u64) < independent.counted();
        if !shared {
            return self;
        }
        Self { certain: clustered(self.certain, independent, clusters), openings: Some(clusters.len()), ..self }
    }

    /// Returns the figures by their names. A null value has its reason in `reasons` and any known bound in `bounds`.
    #[must_use]
    pub fn json(&self) -> Value {
        let Difference { elo, nelo, draw_ratio, pairs_ratio, .. } = self.value;
        let Difference { elo_error, nelo_error, los, elo_bound, los_bound, .. } = self.certain;
        let limits = self.test.map(|(test, _)| (test.lower(), test.upper())).ok_or(NoFigure::NoTest);
        let (lower, upper) = (limits.map(|it| it.0), limits.map(|it| it.1));
        let llr = self.test.map_or(Err(NoFigure::NoTest), |(_, llr)| llr);
        let verdict = |(test, llr): (Hypotheses, Figure)| test.verdict(llr?).ok_or(NoFigure::Undecided);
        let accepted = self.test.map_or(Err(NoFigure::NoTest), verdict);
        let side = if elo == Err(NoFigure::AllLost) { "at_most" } else { "at_least" };
        let bounds = [("elo", elo_bound), ("los", los_bound)].into_iter().filter(|_| elo.is_err());
        let bounds = bounds.filter_map(|(name, bound)| Some((name.to_owned(), json!({side: rounded(bound?)}))));
        let figures = [elo, elo_error, nelo, nelo_error, los, draw_ratio, pairs_ratio, llr, lower, upper];
        let mut json = object(figures, accepted, bounds.collect());
        let (counted, counts, score) = match self.all {
            Results::Trinomial(wdl) => ("wdl", json!(wdl.counts()), wdl.score()),
            Results::Pentanomial(counts) => ("pentanomial", json!(counts), counts.score()),
        };
        json[counted] = counts;
        json["score"] = json!(score.map(rounded));
        if let Some(openings) = self.openings {
            json["openings"] = openings.into();
        }
        json
    }

    /// Returns the figures of a missing difference.
    pub(super) fn missing() -> Value {
        object([Err(NoFigure::NotTwo); NAMES.len()], Err(NoFigure::NotTwo), Map::new())
    }

    /// The figures in words, with their titles.
    #[must_use]
    pub fn terms(&self) -> Vec<(&'static str, String)> {
        let sign = if self.value.elo == Err(NoFigure::AllLost) { "≤" } else { "≥" };
        // A bound stands in for a missing figure.
        let bound = |bound: Option<f64>| bound.filter(|_| self.value.elo.is_err());
        let least = bound(self.certain.elo_bound)
            .map_or_else(String::new, |it| format!(", {sign} {} with 95 %", signed(it, 2)));
        let elo = explained(self.value.elo, self.certain.elo_error, 2) + &least;
        let least =
            bound(self.certain.los_bound).map_or_else(String::new, |it| format!(", {sign} {:.2} %", it * 100.0));
        let los = shown(self.certain.los.map(|los| los * 100.0), " %") + &least;
        let (counts, score) = match self.all {
            Results::Trinomial(wdl) => {
                let [wins, draws, losses] = wdl.counts();
                (("Matches", format!("{} (W {wins}, D {draws}, L {losses})", wdl.played())), wdl.score())
            }
            Results::Pentanomial(counts) => {
                (("Encounters", format!("{} {:?}", counts.encounters(), counts.0)), counts.score())
            }
        };
        let mut terms = vec![
            counts,
            ("Score", score.map_or("–".to_owned(), |score| format!("{:.2} %", score * 100.0))),
            ("Elo", elo),
            ("nElo", explained(self.value.nelo, self.certain.nelo_error, 2)),
            ("LOS", los),
            ("Draw ratio", shown(self.value.draw_ratio.map(|ratio| ratio * 100.0), " %")),
        ];
        if let Results::Pentanomial(_) = self.all {
            terms.push(("Pairs ratio", shown(self.value.pairs_ratio, "")));
        }
        if let Some(openings) = self.openings {
            let words = format!("{openings}; the errors and LOS are clustered by opening, the LLR is not");
            terms.push(("Openings", words));
        }
        if let Some((test, llr)) = self.test {
            let (lower, upper) = (figure(test.lower(), 2), figure(test.upper(), 2));
            let verdict = match llr.map(|llr| test.verdict(llr)) {
                Ok(Some(verdict)) => format!("{} accepted", json!(verdict).as_str().unwrap_or_default().to_uppercase()),
                Ok(None) => NoFigure::Undecided.text().to_owned(),
                Err(reason) => reason.text().to_owned(),
            };
            let llr = llr.map_or("–".to_owned(), |llr| figure(llr, 2));
            terms.push(("LLR", format!("{llr} ({lower}, {upper}), {verdict}")));
        }
        terms
    }
}

fn shown(value: Figure, unit: &str) -> String {
    value.map_or_else(|reason| format!("– ({})", reason.text()), |value| format!("{}{unit}", figure(value, 2)))
}

/// Formats a value and its error, or the reason for a missing one.
pub(super) fn explained(value: Figure, error: Figure, digits: usize) -> String {
    let text = with_error(value.ok(), error.ok(), digits);
    value.and(error).err().map_or(text.clone(), |reason| format!("{text} ({})", reason.text()))
}
