//! Statistics of the difference between two sides, as JSON and in words.

use serde_json::{Map, Value, json};

use arena_tournament::rating::{Cluster, Difference, Figure, Hypotheses, NoFigure, Results, clustered, difference};
use arena_tournament::report::number_format::{figure, signed, with_error};

/// All statistics of one difference.
pub(super) struct Figures {
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

impl Figures {
    /// Values are computed from `all` results; errors, likelihoods and the test from the `independent` ones.
    pub(super) fn new(all: Results, independent: Results, test: Option<&Hypotheses>) -> Self {
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

    fn named(&self) -> [(&'static str, Figure); 8] {
        let llr = self.test.map_or(Err(NoFigure::NoTest), |(_, llr)| llr);
        [
            ("elo", self.value.elo),
            ("elo_error", self.certain.elo_error),
            ("nelo", self.value.nelo),
            ("nelo_error", self.certain.nelo_error),
            ("los", self.certain.los),
            ("draw_ratio", self.value.draw_ratio),
            ("pairs_ratio", self.value.pairs_ratio),
            ("llr", llr),
        ]
    }

    /// Returns `{elo, elo_error, …}`. A null value has its reason in `reasons` and any known bound in `bounds`.
    pub(super) fn json(&self) -> Value {
        let mut json = Map::new();
        let mut reasons = Map::new();
        let mut bounds = Map::new();
        match self.all {
            Results::Trinomial(wdl) => {
                json.insert("wdl".to_owned(), json!([wdl.wins, wdl.draws, wdl.losses]));
                json.insert("score".to_owned(), json!(wdl.score().map(rounded)));
            }
            Results::Pentanomial(counts) => {
                json.insert("pentanomial".to_owned(), json!(counts));
                json.insert("score".to_owned(), json!(counts.score().map(rounded)));
            }
        }
        for (name, figure) in self.named() {
            json.insert(name.to_owned(), json!(figure.ok().map(rounded)));
            if let Err(reason) = figure {
                reasons.insert(name.to_owned(), reason.text().into());
            }
        }
        let limits = self.test.map(|(test, _)| (rounded(test.lower()), rounded(test.upper())));
        json.insert("lower".to_owned(), json!(limits.map(|(lower, _)| lower)));
        json.insert("upper".to_owned(), json!(limits.map(|(_, upper)| upper)));
        let accepted = self.test.and_then(|(test, llr)| test.verdict(llr.ok()?));
        json.insert("accepted".to_owned(), json!(accepted));
        let undecided = match self.test {
            None => Some(NoFigure::NoTest),
            Some((_, llr)) => llr.err().or_else(|| accepted.is_none().then_some(NoFigure::Undecided)),
        };
        for name in ["lower", "upper"].into_iter().filter(|_| limits.is_none()) {
            reasons.insert(name.to_owned(), NoFigure::NoTest.text().into());
        }
        if let Some(reason) = undecided {
            reasons.insert("accepted".to_owned(), reason.text().into());
        }
        let side = if self.value.elo == Err(NoFigure::AllLost) { "at_most" } else { "at_least" };
        for (name, bound) in [("elo", self.certain.elo_bound), ("los", self.certain.los_bound)] {
            if let Some(bound) = bound.filter(|_| self.value.elo.is_err()) {
                bounds.insert(name.to_owned(), json!({side: rounded(bound)}));
            }
        }
        json.extend(self.openings.map(|openings| ("openings".to_owned(), openings.into())));
        json.insert("reasons".to_owned(), reasons.into());
        json.insert("bounds".to_owned(), bounds.into());
        json.into()
    }

    /// The figures in words, with their titles.
    pub(super) fn terms(&self) -> Vec<(&'static str, String)> {
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
