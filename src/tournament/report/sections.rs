//! The sections of a tournament's report, built once for all formats that people read.

use std::cmp::Ordering;

use super::columns::EntrantTable;
use super::document::{Body, Document, Fold, Table};
use super::number_format::{counted, grouped, likelihood, nodes, or_dash, percent, ratio, signed};
use super::openings::OpeningRow;
use super::plots::plots;
use super::rows::{EntrantRow, PairRow, TournamentReport};
use super::strength::Basis;
use super::switches::SwitchRow;
use super::text_width::cut;
use crate::rating::{FEW_CLUSTERS, Wdl};
use arena_games::Options;

/// The most entrants in a matrix, and the most openings. The other ones are only in the JSON report.
const MATRIX: usize = 12;
const OPENINGS: usize = 40;

impl TournamentReport {
    /// The report for people.
    #[must_use]
    pub fn document(&self) -> Document {
        let mut document = Document {
            title: self.name.clone(),
            about: self.about(),
            verdict: self.verdict.clone(),
            facts: self.key_figures(),
            warnings: self.warnings.iter().map(ToString::to_string).collect(),
            sections: Vec::new(),
        };
        self.placing.add_to(&mut document);
        let standings = self.entrant_table(EntrantTable::Standings);
        document.add("Standings", Body::Table(standings), [self.standings_note()]);
        let best = (self.entrants.len() > MATRIX).then(|| {
            let pairs = grouped(self.pairs.len() as u64);
            format!("The best {MATRIX} of {} entrants; the JSON report has all {pairs} pairs.", self.entrants.len())
        });
        if !self.pairs.is_empty() {
            document.add("Wins, draws and losses of row against column", self.matrix(wdl_cell), best.clone());
        }
        let mut failures = self.entrant_table(EntrantTable::Failures);
        let has_failed = self.entrants.iter().map(|row| row.failures.all() > 0);
        failures.rows = failures.rows.into_iter().zip(has_failed).filter(|row| row.1).map(|row| row.0).collect();
        document.add("Lost by failures", Body::Table(failures), None);
        if self.entrants.iter().any(|row| row.legal_rate.is_some()) {
            let attempts = self.entrant_table(EntrantTable::Attempts);
            document.add("Attempts at moves", Body::Table(attempts), [ATTEMPTS_NOTE.to_owned()]);
        }
        document.add("Plots", Body::Plots(plots(self)), None);
        document.add("Strength", Body::Table(self.entrant_table(EntrantTable::Strength)), [self.rating_note()]);
        let encounters = self.entrant_table(EntrantTable::Encounters);
        document.add("Seats and encounters", Body::Table(encounters), [ENCOUNTERS_NOTE.to_owned()]);
        if self.pairs.len() > 1 {
            document.add("Likelihood that the row is stronger than the column, %", self.matrix(los_cell), best);
        }
        document.add("Effects of switches", Body::Table(self.switch_table()), [SWITCH_NOTE.to_owned()]);
        let more = self.openings.len().saturating_sub(OPENINGS);
        let more = (more > 0).then(|| format!("{} more openings are in the JSON report.", grouped(more as u64)));
        document.add("Openings, the most uneven first", Body::Table(self.opening_table()), more);
        let matches = [Some(self.matches_played()), self.first_seat(), self.frontier()];
        document.add("Matches", Body::Lines(matches.into_iter().flatten().collect()), None);
        if let Some(conditions) = &self.conditions {
            let terms = conditions.terms(self.seed, self.openings_played, self.opening_count);
            document.add_background("Conditions", terms);
        }
        document
    }

    /// Describes the tournament in one line.
    fn about(&self) -> String {
        // Options with default values are left out.
        let usual = self.game.complete_options(&Options::new()).unwrap_or_default();
        let unusual = self.options.iter().filter(|(name, value)| usual.get(*name) != Some(value));
        let options = unusual.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ");
        let is_short = (1..=57).contains(&options.len());
        let options = if is_short { format!(" ({options})") } else { String::new() };
        let all = || counted(self.opening_count as u64, "opening", "openings");
        let openings = match self.random_plies {
            0 if self.openings.is_empty() => "no openings".to_owned(),
            0 if self.openings_played < self.opening_count => {
                format!("{} of {} played", grouped(self.openings_played as u64), all())
            }
            0 => all(),
            plies => format!("openings of {}", counted(plies as u64, "random ply", "random plies")),
        };
        format!(
            "{}{options}, {}, {}, {}, {openings}, seed {}",
            self.game.info().title,
            self.format.name().word().replace('-', " "),
            counted(self.entrants.len() as u64, "entrant", "entrants"),
            counted(self.rounds, "round", "rounds"),
            self.seed
        )
    }

    fn key_figures(&self) -> Vec<(&'static str, String)> {
        let leader = self.entrants.first().filter(|_| self.matches > 0).map_or("–", |row| &row.name);
        let under_way = self.matches < self.scheduled;
        let of = if under_way { format!(" of {}", grouped(self.scheduled)) } else { String::new() };
        vec![
            (if under_way { "Leads" } else { "First" }, leader.to_owned()),
            ("Matches", grouped(self.matches) + &of),
            ("Distinct", grouped(self.distinct)),
            ("Entrants", grouped(self.entrants.len() as u64)),
            ("Reproducible", if self.reproducible { "yes" } else { "no" }.to_owned()),
        ]
    }

    /// The number of matches, and how they ended.
    fn matches_played(&self) -> String {
        let played = if self.matches < self.scheduled {
            format!("{} of {} matches (not finished)", grouped(self.matches), grouped(self.scheduled))
        } else {
            counted(self.matches, "match", "matches")
        };
        let name = |by| serde_json::to_value(by).ok().and_then(|by| by.as_str().map(str::to_owned)).unwrap_or_default();
        let ends: Vec<String> =
            self.ends.iter().map(|(by, &count)| format!("{} {}", name(by), grouped(count))).collect();
        let ends = if ends.is_empty() { String::new() } else { format!("; ended by {}", ends.join(", ")) };
        format!("{played}, {} of them distinct{ends}.", grouped(self.distinct))
    }

    /// Describes the results of the first seat, and its advantage.
    fn first_seat(&self) -> Option<String> {
        let score = percent(Some(self.first_seat.score()?));
        let worth = self.joint.first_advantage.map_or_else(String::new, |elo| {
            let error = self.joint.first_advantage_error.map_or_else(String::new, |error| format!(" ±{error:.0}"));
            let by = match self.joint.first_advantage_openings {
                None => String::new(),
                Some(few) if few < FEW_CLUSTERS => format!(" (only {few} openings)"),
                Some(openings) => format!(" ({} openings)", grouped(openings as u64)),
            };
            format!("; the seat is worth {}{error} Elo{by}", signed(elo, 0))
        });
        let [wins, draws, losses] = self.first_seat.counts().map(grouped);
        Some(format!("The first seat won {wins}, drew {draws} and lost {losses} ({score}){worth}."))
    }

    /// Lists the entrants on the frontier of strength against nodes.
    pub(super) fn frontier(&self) -> Option<String> {
        let mut on: Vec<&EntrantRow> = self.entrants.iter().filter(|row| row.frontier).collect();
        on.sort_by(|a, b| a.nodes_per_move.unwrap_or(0.0).total_cmp(&b.nodes_per_move.unwrap_or(0.0)));
        let name = |row: &&EntrantRow| format!("{} ({})", row.name, or_dash(row.nodes_per_move, nodes));
        let most = on.iter().take(8).map(name).collect::<Vec<_>>().join(", ");
        let more = if on.len() > 8 { format!(" and {} more", on.len() - 8) } else { String::new() };
        match on.len() {
            0 => None,
            1 => {
                let of =
                    if self.entrants.iter().all(|row| row.nodes_per_move.is_some()) { "" } else { " with known nodes" };
                Some(format!(
                    "No entrant{of} is significantly stronger (97.5 %) than the one with the fewest nodes per move: {most}."
                ))
            }
            _ => Some(format!(
                "Frontier of strength against nodes per move, each entrant significantly stronger (97.5 %) than the \
                 ones before it: {most}{more}."
            )),
        }
    }

    fn standings_note(&self) -> String {
        let mut note = "Field Elo: the Elo difference that the score corresponds \
                        to, whoever the opponents were, ± half of its 95 % interval."
            .to_owned();
        if self.entrants.iter().any(|row| row.elo_bound.is_some()) {
            note.push_str(" ≥ and ≤: all matches were won or lost; a bound with 95 % confidence.");
        }
        if self.entrants.iter().any(|row| row.elo.is_some() && row.elo_error.is_none()) {
            note.push_str(" ±?: too few or too similar matches for an error.");
        }
        note
    }

    fn rating_note(&self) -> String {
        let zero = match &self.joint.anchor {
            None => "their mean is 0".to_owned(),
            Some(anchor) => format!("{} is fixed at {:.0}", anchor.name, anchor.rating),
        };
        let encounters = self.entrants.iter().all(|row| row.errors_from == Basis::Encounters);
        let basis = match self.entrants.iter().filter_map(|row| row.errors_openings).min() {
            Some(openings) => format!("the scores of each opening (at least {} openings)", grouped(openings as u64)),
            None if encounters => "the scores of encounters".to_owned(),
            None => "the scores of encounters, or of matches if encounters are incomplete".to_owned(),
        };
        let rated = match self.joint.openings {
            Some(openings) => format!("the scores of {} openings", grouped(openings as u64)),
            None => "the model, with independent matches".to_owned(),
        };
        format!(
            "Joint rating: all entrants on one scale, estimated from all matches; {zero}. It differs from the field Elo \
             by the strength of the opponents and by the origin of the scale. A draw counts half a win in both. Errors \
             are half of a 95 % interval: ratings use {rated}, Elo and nElo use {basis}."
        )
    }

    /// One row per opening that was played. The openings that favoured a seat most come first.
    fn opening_table(&self) -> Table {
        let mut rows: Vec<(f64, &OpeningRow)> =
            self.openings.iter().filter_map(|row| Some((row.results.score()?, row))).collect();
        rows.sort_by(|a, b| (b.0 - 0.5).abs().total_cmp(&(a.0 - 0.5).abs()));
        let rows = rows.into_iter().take(OPENINGS).map(|(score, row)| {
            let [wins, draws, losses] = row.results.counts().map(grouped);
            vec![grouped(row.results.played()), cut(&row.title(), 80), wins, draws, losses, percent(Some(score))]
        });
        let table = Table::new(["Matches", "Opening", "First won", "Drawn", "Lost", "Score"], rows);
        Table { fold: Fold::after(6), ..table }
    }

    /// One row per step of a key of a grid.
    fn switch_table(&self) -> Table {
        let timed = self.switches.iter().any(|row| row.ms_ratio.is_some());
        let header = ["n", "Switch", "W-D-L", "Elo", "Score", "Nodes ×", "Saved"].into_iter();
        let cells = |row: &SwitchRow| {
            let saved = or_dash(row.nodes_saved, |saved| format!("{:.1}%", saved * 100.0));
            let cells = [row.comparisons.to_string(), row.title(), wdl(row.direct), row.elo_text(), row.score_text()];
            let cells = cells.into_iter().chain([ratio(row.nodes_ratio), saved]);
            cells.chain(timed.then(|| ratio(row.ms_ratio))).collect()
        };
        Table::new(header.chain(timed.then_some("ms ×")), self.switches.iter().map(cells))
    }

    /// A square table of the best entrants. `cell` describes a pair from the view of its first entrant, if the flag is
    /// set, or of its second one.
    fn matrix(&self, cell: fn(&PairRow, bool) -> Option<String>) -> Body {
        let shown = self.entrants.len().min(MATRIX);
        let header = std::iter::once("Entrant".to_owned()).chain((1..=shown).map(|number| number.to_string()));
        // `pairs` lists (1, 2), (1, 3), …, (2, 3), … in the order of the table.
        let place = |a: usize, b: usize| a * (2 * self.entrants.len() - a - 1) / 2 + b - a - 1;
        let of = |row: usize, column: usize| match row.cmp(&column) {
            Ordering::Less => cell(&self.pairs[place(row, column)], true),
            Ordering::Equal => None,
            Ordering::Greater => cell(&self.pairs[place(column, row)], false),
        };
        let cells = |row: usize| {
            let name = self.entrants[row].label.as_ref().unwrap_or(&self.entrants[row].name);
            let cells = (0..shown).map(|column| of(row, column).unwrap_or_else(|| "·".to_owned()));
            std::iter::once(name.clone()).chain(cells).collect()
        };
        Body::Table(Table::numbered(header, (0..shown).map(cells)))
    }
}

const ENCOUNTERS_NOTE: &str = "First, Second: the score in that seat. Draws: the share of the entrant's matches. Pairs W/L: \
                               encounters won for each one lost. Encounters: their number by points.";
const ATTEMPTS_NOTE: &str = "Legal moves: the share of legal ones among the moves that an entrant tried. Replaced moves were \
    played for it at random after its last attempt; forfeits are matches lost by that attempt.";
const SWITCH_NOTE: &str = "n: pairs of bots that differ only in this switch. W-D-L and Elo: their direct matches. Score: \
                           against the whole field. Nodes and ms: ratios with 95 % intervals. Saved: nodes, if both find \
                           the same values.";

fn wdl(results: Wdl) -> String {
    results.counts().map(|count| count.to_string()).join("-")
}

/// The results of a row's entrant against a column's, if they met.
fn wdl_cell(pair: &PairRow, ahead: bool) -> Option<String> {
    (pair.results.played() > 0).then(|| wdl(if ahead { pair.results } else { pair.results.reversed() }))
}

/// The likelihood in per cent that a row's entrant is stronger than a column's.
fn los_cell(pair: &PairRow, ahead: bool) -> Option<String> {
    let seen = |likelihood: Option<f64>| likelihood.map(|los| if ahead { los } else { 1.0 - los });
    Some(likelihood(seen(pair.superiority), seen(pair.sign_test)))
}
