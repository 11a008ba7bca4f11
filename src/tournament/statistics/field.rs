//! The ratings of all entrants in a file of records, as JSON and as a document.

use serde_json::{Value, json};

use super::figures::{Figures, explained, reasons, rounded};
use crate::rating::{
    Anchor, EloBound, FEW_CLUSTERS, Figure, Hypotheses, Joint, Meeting, Model, NoFigure, Results, joint_clustered,
    sign_test,
};
use crate::report::number_format::{counted, grouped, halves, likelihood, percent, rating_text};
use crate::report::{Body, Document, MODEL, RatingBound, Table};
use crate::results::{GamesRead, RecordSums, RecordedEntrant, of_pair};
use crate::{RecordTally, Tally};

/// Maximum number of entrants for which the matrix of superiority and the pairs are printed. --json prints all.
const SHOWN: usize = 12;

/// Everything about the entrants of some records.
pub struct Field {
    entrants: Vec<RecordedEntrant>,
    tally: Tally,
    joint: Joint,
    /// Players seen only in unfinished matches.
    unfinished: Vec<String>,
    /// The entrant whose figures are given, and its opponent. The test is about the first one.
    sides: Option<(usize, usize)>,
    /// True if the command line names the sides.
    are_named: bool,
    /// The entrants from the best to the last, followed by those with fewer matches than `least`.
    order: Vec<usize>,
    least: u64,
    test: Option<Hypotheses>,
    /// Which games of a file were skipped, and how the results were read.
    games: Option<GamesRead>,
    /// The results of each pair by opening; empty if the openings are unknown.
    by_opening: Vec<Vec<Meeting>>,
}

/// What the command line selects.
#[derive(Clone, Debug, Default)]
pub struct Selection<'a> {
    /// Entrants with fixed ratings.
    pub anchors: Vec<(&'a str, f64)>,
    /// The entrant whose figures are given.
    pub subject: Option<&'a str>,
    pub opponent: Option<&'a str>,
    /// Entrants with fewer matches are listed separately.
    pub least: u64,
}

impl Selection<'_> {
    fn anchors(&self, entrants: &[RecordedEntrant]) -> Result<Vec<(usize, f64)>, String> {
        let mut anchors: Vec<(usize, f64)> = Vec::new();
        for &(name, elo) in &self.anchors {
            let entrant = numbered(entrants, "--anchor", name)?;
            if anchors.iter().any(|&(other, _)| other == entrant) {
                return Err(format!("--anchor: {name:?} is repeated"));
            }
            anchors.push((entrant, elo));
        }
        Ok(anchors)
    }

    /// Returns the sides of the figures at the top. Of two entrants, the first by name is the subject unless one is
    /// named.
    fn sides(&self, entrants: &[RecordedEntrant]) -> Result<Option<(usize, usize)>, String> {
        let Some(subject) = self.subject else { return Ok((entrants.len() == 2).then_some((0, 1))) };
        let subject = numbered(entrants, "--for", subject)?;
        let opponent = match self.opponent {
            Some(opponent) => numbered(entrants, "--against", opponent)?,
            None if entrants.len() == 2 => 1 - subject,
            None => {
                let count = entrants.len();
                return Err(format!("--for: there are {count} entrants; name the other with --against"));
            }
        };
        if subject == opponent {
            let name = &entrants[subject].label;
            return Err(format!("--against: {name:?} is also the entrant of --for"));
        }
        Ok(Some((subject, opponent)))
    }
}

/// Returns the index of the entrant with this name or id.
fn numbered(entrants: &[RecordedEntrant], flag: &str, name: &str) -> Result<usize, String> {
    let normal = arena_records::normal_name(name);
    let is_meant = |known: &RecordedEntrant| {
        known.label == name || known.label == normal || known.player.is_some_and(|id| name.parse() == Ok(id))
    };
    entrants
        .iter()
        .position(is_meant)
        .ok_or_else(|| format!("{flag}: no entrant {name:?}; the entrants are {}", labels(entrants)))
}

/// Lists the first entrants.
fn labels(entrants: &[RecordedEntrant]) -> String {
    entrants.iter().take(20).map(|known| known.label.as_str()).collect::<Vec<_>>().join(", ")
}

impl Field {
    /// Rates the entrants.
    ///
    /// # Errors
    /// Returns an error that names the flag of `arena stats` if an entrant is unknown, or the test has no two sides.
    pub fn new(
        tally: RecordTally,
        games: Option<&GamesRead>,
        named: &Selection<'_>,
        test: Option<&Hypotheses>,
    ) -> Result<Self, String> {
        let RecordSums { entrants, unfinished, tally } = tally.finish();
        let (anchors, sides) = (named.anchors(&entrants)?, named.sides(&entrants)?);
        if test.is_some() && sides.is_none() {
            return Err(match entrants.len() {
                0 | 1 => "--sprt: no two entrants have finished a match".to_owned(),
                count => format!(
                    "--sprt tests two of the {count} entrants: name them with --for and --against; the entrants are {}",
                    labels(&entrants)
                ),
            });
        }
        let anchor = match anchors[..] {
            [] => Anchor::Mean(0.0),
            [(entrant, elo)] => Anchor::Entrant(entrant, elo),
            _ => Anchor::Entrants(&anchors),
        };
        let by_opening = tally.clusters().by_opening(|opening| opening);
        let joint = joint_clustered(entrants.len(), &tally.pairs().meetings(), &by_opening, anchor);
        // Entrants that won everything are sorted by the lower bound of their rating, so that a match or two put no
        // entrant on top. Entrants that lost everything follow, and then those without a rating.
        let place = |entrant: usize| match (joint.ratings[entrant].elo, joint.ratings[entrant].bound) {
            (Ok(elo), _) => (0, elo),
            (Err(NoFigure::AllWon), Some(EloBound::AtLeast(least))) => (0, least),
            (Err(NoFigure::AllLost), Some(EloBound::AtMost(most))) => (1, most),
            (Err(_), _) => (2, tally.standings()[entrant].all().score().unwrap_or(-1.0)),
        };
        let mut order: Vec<usize> = (0..entrants.len()).collect();
        let is_apart = |entrant: usize| tally.standings()[entrant].all().played() < named.least;
        order.sort_by(|&a, &b| {
            let (left, right) = (place(a), place(b));
            is_apart(a).cmp(&is_apart(b)).then(left.0.cmp(&right.0)).then(right.1.total_cmp(&left.1))
        });
        let (least, are_named) = (named.least, named.subject.is_some());
        let (test, games) = (test.copied(), games.cloned());
        Ok(Self { entrants, tally, joint, unfinished, sides, are_named, order, least, test, games, by_opening })
    }

    /// Returns the number of entrants with enough matches.
    fn with_enough_matches(&self) -> usize {
        let has_enough = |entrant: &&usize| self.tally.standings()[**entrant].all().played() >= self.least;
        self.order.iter().filter(has_enough).count()
    }

    fn label(&self, entrant: usize) -> &str {
        &self.entrants[entrant].label
    }

    /// Returns the figures of two entrants. Encounters are counted if every match belongs to one.
    fn pair(&self, a: usize, b: usize) -> Figures {
        let (all, new) = self.tally.pairs().encounters(a, b);
        let whole = 2 * all.encounters() == self.tally.pair(a, b).played();
        let clusters = of_pair(a, b, &self.by_opening);
        let bayesian = self.test.as_ref().is_some_and(|test| test.model() == Model::Bayesian);
        if whole && !bayesian {
            let [all, new] = [all, new].map(Results::Pentanomial);
            return Figures::new(all, new, self.test.as_ref()).clustered(new, &clusters);
        }
        let [all, new] = [self.tally.pair(a, b), self.tally.pairs().independent(a, b)].map(Results::Trinomial);
        Figures::new(all, new, self.test.as_ref()).clustered(new, &clusters)
    }

    /// The figures at the top are those of `sides`.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut json = self.sides.map_or_else(Figures::missing, |(a, b)| self.named(a, b));
        let met = |&(a, b): &(usize, usize)| self.tally.pair(a, b).played() > 0;
        let pairs = self.pairs().filter(met).map(|(a, b)| self.named(a, b));
        let optional = |figure: Figure| json!(figure.ok().map(rounded));
        let superiority: Vec<Vec<Value>> = self
            .order
            .iter()
            .map(|&a| self.order.iter().map(|&b| optional(self.joint.superiority(a, b))).collect())
            .collect();
        let more = json!({
            "matches": self.tally.played(),
            "distinct": self.tally.distinct(),
            "repeats": self.tally.repeats(),
            "void": self.tally.voided(),
            "ends": self.tally.ends(),
            "entrants": self.order.iter().map(|&entrant| self.entrant(entrant)).collect::<Vec<_>>(),
            "unfinished_only": self.unfinished,
            "apart": self.order.iter().skip(self.with_enough_matches()).map(|&entrant| self.label(entrant)).collect::<Vec<_>>(),
            "pairs": pairs.collect::<Vec<_>>(),
            "joint": {
                "model": MODEL,
                "openings": self.joint.clusters,
                "first_advantage": optional(self.joint.first_advantage),
                "first_advantage_error": optional(self.joint.first_advantage_error),
                "draw_ratio": optional(self.joint.draw_ratio),
                "reasons": reasons([
                    ("first_advantage", self.joint.first_advantage),
                    ("draw_ratio", self.joint.draw_ratio),
                ]),
            },
            "superiority": superiority,
        });
        if let (Value::Object(json), Value::Object(more)) = (&mut json, more) {
            json.extend(more);
        }
        if let Some(games) = &self.games {
            json["skipped"] = games.skipped.len().into();
            json["contradictions"] = games.contradictions.len().into();
            if let Some(first) = games.first_number {
                json["first_number"] = json!(first);
            }
        }
        json
    }

    /// Returns the figures of two entrants with their names and all counts.
    fn named(&self, a: usize, b: usize) -> Value {
        let results = self.tally.pair(a, b);
        let mut json = self.pair(a, b).json();
        json["a"] = json!(self.label(a));
        json["b"] = json!(self.label(b));
        json["wdl"] = json!([results.wins, results.draws, results.losses]);
        json["pentanomial"] = json!(self.tally.pairs().encounters(a, b).0);
        json
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let (order, sides) = (&self.order, self.sides.filter(|_| self.are_named));
        let turned = move |(a, b)| if sides == Some((b, a)) { (b, a) } else { (a, b) };
        order.iter().enumerate().flat_map(move |(place, &a)| order[place + 1..].iter().map(move |&b| turned((a, b))))
    }

    fn entrant(&self, entrant: usize) -> Value {
        let (standing, rating) = (&self.tally.standings()[entrant], &self.joint.ratings[entrant]);
        let all = standing.all();
        let mut json = json!({
            "name": self.label(entrant),
            "played": all.played(),
            "wins": all.wins,
            "draws": all.draws,
            "losses": all.losses,
            "points": all.points(),
            "score": all.score().map(rounded),
            "first": standing.seats.first,
            "second": standing.seats.second,
            "pentanomial": standing.encounters,
            "rating": rating.elo.ok().map(rounded),
            "rating_error": rating.error.ok().map(rounded),
        });
        let RecordedEntrant { player, version, .. } = &self.entrants[entrant];
        if let Some(player) = player {
            json["player"] = json!(player);
        }
        if let Some(version) = version {
            json["version"] = json!(version);
        }
        if let Some(bound) = rating.bound {
            json["rating_bound"] = match bound {
                EloBound::AtLeast(elo) => json!({"at_least": rounded(elo)}),
                EloBound::AtMost(elo) => json!({"at_most": rounded(elo)}),
            };
        }
        let missing = reasons([("rating", rating.elo), ("rating_error", rating.error)]);
        if !missing.is_empty() {
            json["reasons"] = missing.into();
        }
        json
    }

    /// The report for people.
    #[must_use]
    pub fn document(&self) -> Document {
        let mut document = Document { warnings: self.warnings(), ..Document::default() };
        let (listed, apart) = self.order.split_at(self.with_enough_matches());
        document.add("Standings", self.standings(listed), [self.note()]);
        document.add(format!("Fewer than {} matches", grouped(self.least)), self.standings(apart), None);
        if self.entrants.len() != 2 {
            let shown = listed.len().min(SHOWN);
            let more = (shown < self.order.len())
                .then(|| format!("The best {shown} of {} entrants; --json has all.", self.order.len()));
            document.add("Likelihood that the row is stronger than the column, %", self.superiority(shown), more);
        }
        document.add("Matches", Body::Lines(self.sentences()), None);
        if let Some((a, b)) = self.sides {
            let title = format!("Elo of {} against {}", self.label(a), self.label(b));
            document.add(title, Body::Terms(self.pair(a, b).terms()), None);
        }
        document
    }

    /// Explains the ratings.
    fn note(&self) -> String {
        let basis = match self.joint.clusters {
            Some(openings) => format!("the scores of {}", counted(openings as u64, "opening", "openings")),
            None => "the model, with independent matches".to_owned(),
        };
        format!(
            "Rating: all entrants on one scale, estimated from all matches, ± half of its 95 % interval by {basis}."
        )
    }

    fn warnings(&self) -> Vec<String> {
        let few = self.joint.clusters.filter(|openings| *openings < FEW_CLUSTERS);
        few.map(|few| format!("Only {few} openings were played. The result may differ with other openings."))
            .into_iter()
            .collect()
    }

    /// Describes the matches and what the ratings lack.
    fn sentences(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{}, {} of them distinct, {}, {} void.",
            counted(self.tally.played(), "match", "matches"),
            grouped(self.tally.distinct()),
            counted(self.tally.repeats(), "repeat", "repeats"),
            grouped(self.tally.voided())
        )];
        let (advantage, error) = (self.joint.first_advantage, self.joint.first_advantage_error);
        let unit = if advantage.is_ok() { " Elo" } else { "" };
        lines.push(format!("Advantage of the first seat: {}{unit}.", explained(advantage, error, 0)));
        if !self.unfinished.is_empty() {
            lines.push(format!("Not rated, without a finished match: {}.", self.unfinished.join(", ")));
        }
        let unrated = self.unrated().into_iter();
        lines.extend(
            unrated.map(|(reason, names)| format!("Without a rating or its error: {} ({reason}).", names.join(", "))),
        );
        if let Some((games, first)) = self.games.as_ref().and_then(|games| Some((games, games.first_number?))) {
            let shown = games.shown.found() == Some(first);
            let by = if shown {
                "according to games played to the end"
            } else {
                "by default, because no game was played to the end"
            };
            lines.push(format!("English draughts: 1-0 is {first}'s win, {by}."));
        }
        lines
    }

    /// Returns the reasons for missing ratings or errors, each with the names of the entrants.
    fn unrated(&self) -> Vec<(&'static str, Vec<&str>)> {
        let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
        for &entrant in &self.order {
            let rating = &self.joint.ratings[entrant];
            let Some(why) = rating.elo.and(rating.error).err().map(NoFigure::text) else { continue };
            let name = self.label(entrant);
            match found.iter_mut().find(|(reason, _)| *reason == why) {
                Some((_, names)) => names.push(name),
                None => found.push((why, vec![name])),
            }
        }
        found
    }

    fn standings(&self, order: &[usize]) -> Body {
        let cells = |&entrant: &usize| {
            let all = self.tally.standings()[entrant].all();
            let rating = &self.joint.ratings[entrant];
            let rating = rating_text(rating.elo.ok(), rating.error.ok(), rating.bound.map(RatingBound::from));
            let [wins, draws, losses] = all.counts().map(grouped);
            let points = halves(all.half_points());
            vec![
                self.label(entrant).to_owned(),
                grouped(all.played()),
                wins,
                draws,
                losses,
                points,
                percent(all.score()),
                rating,
            ]
        };
        let header = ["Entrant", "Games", "W", "D", "L", "Points", "Score", "Rating"];
        Body::Table(Table::numbered(header, order.iter().map(cells)))
    }

    /// The likelihood that each row is stronger than each column.
    fn superiority(&self, shown: usize) -> Body {
        let order = &self.order[..shown];
        let header = std::iter::once("Entrant".to_owned()).chain((1..=shown).map(|number| number.to_string()));
        let cell = |a: usize, b: usize| match self.joint.superiority(a, b) {
            _ if a == b => "·".to_owned(),
            los => likelihood(los.ok(), sign_test(self.tally.pairs().independent(a, b))),
        };
        let cells =
            |&a: &usize| std::iter::once(self.label(a).to_owned()).chain(order.iter().map(|&b| cell(a, b))).collect();
        Body::Table(Table::numbered(header, order.iter().map(cells)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::text_width::width;
    use arena_records::Record;

    /// Creates records with these seats and outcomes, each with different moves.
    fn tally(matches: &[(&str, &str, &str)]) -> RecordTally {
        let mut tally = RecordTally::default();
        for (number, (first, second, outcome)) in matches.iter().enumerate() {
            let squares = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
            let record = json!({
                "id": "00000000-0000-0000-0000-000000000000",
                "game": "tictactoe",
                "options": {},
                "opening": {"moves": []},
                "seats": [{"name": first}, {"name": second}],
                "seed": number,
                "moves": [squares[number % 9]],
                "verdict": {"outcome": outcome, "by": "resignation"},
                "nodes": [0],
            });
            let record: Record = serde_json::from_value(record).expect("the record is valid");
            tally.add(&record).expect("the record is counted");
        }
        tally
    }

    #[test]
    fn ratings_fit_a_terminal() {
        let matches = [
            ("chess-club", "a bot with quite a long name of its own", "first"),
            ("a bot with quite a long name of its own", "chess-club", "draw"),
            ("chess-club", "third", "second"),
            ("third", "a bot with quite a long name of its own", "second"),
            ("never", "chess-club", "second"),
            ("third", "chess-club", "draw"),
        ];
        for (name, matches) in [("field", &matches[..]), ("pair", &matches[..2])] {
            let field = Field::new(tally(matches), None, &Selection::default(), None).expect("no entrant is named");
            let shown = field.document().to_text(60, true);
            assert!(shown.lines().all(|line| width(line) <= 60), "{shown}");
            insta::assert_snapshot!(name, shown);
        }
    }
}
