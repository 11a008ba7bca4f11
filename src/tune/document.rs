//! A tuning's report for people.

use super::report::{TestRow, TuningReport, WeightRow};
use super::run::Point;
use arena_tournament::rating::Model;
use arena_tournament::report::number_format::{counted, figure, grouped, halves, with_error};
use arena_tournament::report::{Body, Document, Table, curve_plot, ratio_plot};

/// The number of points of the curve in a table.
const SHOWN: usize = 13;
/// The most points through which a curve is drawn.
const DRAWN: usize = 400;

impl TuningReport {
    /// The report for people.
    #[must_use]
    pub fn document(&self) -> Document {
        let mut document = Document {
            title: self.name.clone(),
            about: self.about(),
            verdict: self.test.as_ref().map_or_else(|| vec![NO_TEST.to_owned()], TestRow::sentences),
            warnings: self.warnings.clone(),
            ..Document::default()
        };
        document.add("Weights", Body::Table(self.weight_table()), [WEIGHTS_NOTE.to_owned()]);
        document.add("Progress", Body::Table(self.progress_table()), None);
        document.add("Plots", Body::Plots(self.plots()), None);
        document.add("The tuned bot, for a file in config/bots", Body::Code(self.snippet.clone()), None);
        document
    }

    /// Describes the tuning in one line.
    fn about(&self) -> String {
        let of =
            if self.encounters < self.scheduled { format!("{} of ", grouped(self.encounters)) } else { String::new() };
        let encounters = counted(self.scheduled, "encounter", "encounters");
        let tuned = match &self.evaluation {
            Some(evaluation) => format!("evaluation {evaluation} of a bot of {}", self.bot),
            None => format!("options of {}", self.bot),
        };
        let (title, batch, seed) = (self.game.info().title, self.batch, self.seed);
        format!("{title}, {tuned}: {of}{encounters} in batches of {batch}, seed {seed}")
    }

    fn weight_table(&self) -> Table {
        let row = |row: &WeightRow| {
            let error = row.error.map_or_else(String::new, |error| format!(" ±{error:.2}"));
            let estimate = format!("{:.2}{error}", row.estimate);
            let name = format!("{}: {}", row.name, row.about);
            let range = format!("{} to {}", row.min, row.max);
            let steps = [row.c_end, row.r_end].map(|step| step.to_string());
            [vec![name, row.start.to_string(), row.tuned.to_string(), estimate, range], steps.to_vec()].concat()
        };
        Table::numbered(
            ["Tuned", "Start", "Value", "Estimate", "Range", "c_end", "r_end"],
            self.weights.iter().map(row),
        )
    }

    /// Some points of the curve, including the first and the last.
    fn progress_table(&self) -> Table {
        let header = std::iter::once("Encounters").chain(self.weights.iter().map(|row| row.name.as_str()));
        let row = |point: &Point| {
            let values = point.estimates.iter().map(|value| format!("{value:.2}"));
            std::iter::once(grouped(point.encounters)).chain(values).collect()
        };
        Table { text: 0, ..Table::new(header, thinned(&self.curve, SHOWN).into_iter().map(row)) }
    }

    fn plots(&self) -> Vec<String> {
        let curve = thinned(&self.curve, DRAWN);
        let weight = |(place, row): (usize, &WeightRow)| {
            #[expect(clippy::cast_precision_loss, reason = "a tuning has at most a million encounters")]
            let points: Vec<_> = curve.iter().map(|it| (it.encounters as f64, it.estimates[place])).collect();
            let levels = [("start".to_owned(), f64::from(row.start))];
            let title = format!("{} by encounters", row.name);
            curve_plot(&title, row.about.clone(), ("encounters", &row.name), &points, &levels)
        };
        let test = self.test.as_ref().filter(|test| !test.course.is_empty()).map(|test| {
            let course = test.course.iter().map(|it| (it.encounters, it.llr));
            ratio_plot("The test: log-likelihood ratio", test.decision().to_owned(), course, (test.lower, test.upper))
        });
        self.weights.iter().enumerate().map(weight).chain(test).collect()
    }
}

const NO_TEST: &str = "No test of the tuned weights was played.";
const WEIGHTS_NOTE: &str = "Estimate: the mean of the last estimates, ± half of its 95 % range by their scatter. c_end \
                            and r_end: the perturbation and the step rate at the end.";

/// Returns at most `most` of the items, evenly spaced, including the first and the last.
fn thinned<T>(items: &[T], most: usize) -> Vec<&T> {
    if items.len() <= most {
        return items.iter().collect();
    }
    (0..most).map(|place| &items[place * (items.len() - 1) / (most - 1)]).collect()
}

impl TestRow {
    fn sentences(&self) -> Vec<String> {
        let results = self.results;
        let decision = format!(
            "Test against the start: {} after {} encounters ({} at most).",
            self.decision(),
            grouped(self.pentanomial.encounters()),
            grouped(self.most)
        );
        let matches = format!(
            "Matches: {} points of {} (+{} ={} −{}), encounters by points {:?}.",
            halves(results.half_points()),
            grouped(results.played()),
            results.wins,
            results.draws,
            results.losses,
            self.pentanomial.0
        );
        let llr = match (self.llr, self.llr_note) {
            (Some(llr), _) => {
                format!("{}, bounds ({}, {}),", figure(llr, 2), figure(self.lower, 2), figure(self.upper, 2))
            }
            (None, note) => note.map_or_else(|| "–".to_owned(), |note| note.text().to_owned()),
        };
        let scale = match self.model {
            Model::Normalized => "normalised",
            Model::Logistic => "logistic",
            Model::Bayesian => "Bayesian",
        };
        let elo = format!(
            "Elo {}, nElo {}; LLR {llr} for {scale} Elo {} against {}.",
            with_error(self.elo, self.elo_error, 2),
            with_error(self.nelo, self.nelo_error, 2),
            self.elo0,
            self.elo1
        );
        vec![decision, matches, elo]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_both_ends() {
        let many: Vec<u32> = (0..100).collect();
        assert_eq!(thinned(&many, 4), [&0, &33, &66, &99]);
        assert_eq!(thinned(&many[..3], 4).len(), 3);
    }
}
