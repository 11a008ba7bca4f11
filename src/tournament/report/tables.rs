//! The tables of a report, cell by cell, for all formats that people read.

use std::cmp::Ordering;

use super::facts::{EntrantRow, PairRow, TournamentReport};
use super::format_report::{FormatReport, StageRow, SwissPair, SwissRoundRow, SwissRow, TieRow};
use super::number_format::{self, grouped, halves, milliseconds, nodes, percent};
use super::openings::OpeningRow;
use super::row_figures;
use super::sentences;
use super::text_width::cut;
use crate::rating::{TestVerdict, Wdl};
use crate::results::Failures;

/// A table. The second column is text, the others are figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The titles of the columns.
    pub header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    fn new(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Self {
        Self { header: header.iter().map(|title| (*title).to_owned()).collect(), rows: rows.collect() }
    }
}

impl TournamentReport {
    /// One row per entrant, with its score and its cost.
    #[must_use]
    pub fn standings_table(&self) -> Table {
        let timed = self.entrants.iter().any(|row| row.ms_per_move.is_some());
        let mut header =
            vec!["#", "Entrant", "Games", "W", "D", "L", "Points", "Score", "First", "Second", "Nodes/move"];
        header.extend(timed.then_some("ms/move"));
        header.push("Field Elo");
        let row = |(place, row): (usize, &EntrantRow)| {
            let Wdl { wins, draws, losses } = row.results;
            let mut cells = vec![(place + 1).to_string(), row.name.clone()];
            cells.extend([row.played, wins, draws, losses].map(grouped));
            cells.push(halves(row.results.half_points()));
            cells.extend([row.score, row.first.score(), row.second.score()].map(percent));
            cells.push(row.nodes_per_move.map_or("–".to_owned(), nodes));
            if timed {
                cells.push(row.ms_per_move.map_or("–".to_owned(), milliseconds));
            }
            cells.push(row_figures::elo(row));
            cells
        };
        Table::new(&header, self.entrants.iter().enumerate().map(row))
    }

    /// One row per entrant, with its strength and its encounters.
    #[must_use]
    pub fn strength_table(&self) -> Table {
        let header = ["#", "Entrant", "Joint rating", "nElo", "LOS", "Draws", "Pairs W/L", "Encounters 0, ½, 1, 1½, 2"];
        let row = |(place, row): (usize, &EntrantRow)| {
            vec![
                (place + 1).to_string(),
                row.name.clone(),
                row_figures::rating(row),
                row_figures::nelo(row),
                percent(row.los),
                percent(share(row.results.draws, row.played)),
                row.pairs_ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}")),
                row.pentanomial.0.map(|count| count.to_string()).join(" "),
            ]
        };
        Table::new(&header, self.entrants.iter().enumerate().map(row))
    }

    /// One row per entrant that lost by its own failure; `None` if there are none.
    #[must_use]
    pub fn failure_table(&self) -> Option<Table> {
        let mut header = vec!["#", "Entrant", "Crashes", "No move", "Illegal move", "Late", "By at most"];
        let peopled = self.entrants.iter().any(|row| row.failures.absences > 0);
        header.extend(peopled.then_some("Stayed away"));
        let row = |(place, row): (usize, &EntrantRow)| {
            let Failures { crashes, stalls, illegal, late, late_ms, absences } = row.failures;
            let mut cells = vec![(place + 1).to_string(), row.name.clone()];
            cells.extend([crashes, stalls, illegal, late].map(grouped));
            cells.push(late_ms.map_or_else(|| "–".to_owned(), |ms| format!("{} ms", grouped(ms))));
            cells.extend(peopled.then(|| grouped(absences)));
            cells
        };
        let failed = self.entrants.iter().enumerate().filter(|(_, row)| row.failures.all() > 0);
        Some(Table::new(&header, failed.map(row))).filter(|table| !table.rows.is_empty())
    }

    /// One row per opening that was played, at most `most`. The openings that favoured a seat most come first.
    #[must_use]
    pub fn opening_table(&self, most: usize) -> Table {
        let mut rows: Vec<(f64, &OpeningRow)> =
            self.openings.iter().filter_map(|row| Some((row.results.score()?, row))).collect();
        rows.sort_by(|a, b| (b.0 - 0.5).abs().total_cmp(&(a.0 - 0.5).abs()));
        let rows = rows.into_iter().take(most).map(|(score, row)| {
            let Wdl { wins, draws, losses } = row.results;
            let [wins, draws, losses] = [wins, draws, losses].map(grouped);
            vec![grouped(row.results.played()), cut(&row.title(), 80), wins, draws, losses, percent(Some(score))]
        });
        Table::new(&["Matches", "Opening", "First won", "Drawn", "Lost", "Score"], rows)
    }

    /// One row per step of a key of a grid.
    #[must_use]
    pub fn switch_table(&self) -> Table {
        let timed = self.switches.iter().any(|row| row.ms_ratio.is_some());
        let mut header = vec!["n", "Switch", "W-D-L", "Elo", "Score", "Nodes ×"];
        header.extend(timed.then_some("ms ×"));
        header.push("Saved");
        let rows = self.switches.iter().map(|row| {
            let Wdl { wins, draws, losses } = row.direct;
            let mut cells =
                vec![row.comparisons.to_string(), row_figures::switch(row), format!("{wins}-{draws}-{losses}")];
            cells.extend([
                row_figures::switch_elo(row),
                row_figures::switch_score(row),
                number_format::ratio(row.nodes_ratio),
            ]);
            if timed {
                cells.push(number_format::ratio(row.ms_ratio));
            }
            cells.push(row.nodes_saved.map_or("–".to_owned(), |saved| format!("{:.1}%", saved * 100.0)));
            cells
        });
        Table::new(&header, rows)
    }

    /// A square table of the best entrants. `cell` fills in each row and column.
    pub(super) fn matrix_table(&self, cell: fn(&Self, usize, usize) -> String) -> Table {
        let shown = self.entrants.len().min(MATRIX);
        let mut header = vec!["#".to_owned(), "Entrant".to_owned()];
        header.extend((1..=shown).map(|number| number.to_string()));
        let row = |row: usize| {
            let cells = (0..shown).map(|column| cell(self, row, column));
            [(row + 1).to_string(), self.entrants[row].name.clone()].into_iter().chain(cells).collect()
        };
        Table { header, rows: (0..shown).map(row).collect() }
    }

    /// The number of matches by end reason.
    pub(super) fn ends_table(&self) -> Table {
        let rows = sentences::ends(self).into_iter().map(|(by, count)| vec![grouped(count), by]);
        Table { header: vec!["Matches".to_owned(), "Ended by".to_owned()], rows: rows.collect() }
    }

    /// The tables that depend on the format, each with its title: the table of a Swiss tournament, the stages of a
    /// knockout, a sequential test.
    #[must_use]
    pub fn placing_tables(&self) -> Vec<(String, Table)> {
        let FormatReport { swiss, swiss_rounds, knockout, test } = &self.placing;
        let mut tables = Vec::new();
        if !swiss.is_empty() {
            let header = ["#", "Entrant", "Points", "Buchholz", "Sonneborn–Berger", "Won", "Byes"];
            let row = |(place, row): (usize, &SwissRow)| {
                let mut cells = vec![(place + 1).to_string(), row.name.clone()];
                cells.extend([row.points, row.buchholz].map(number_format::points));
                cells.push(number_format::figure(row.sonneborn_berger, 2));
                cells.extend([grouped(row.wins), byes_cell(row)]);
                cells
            };
            tables.push(("Swiss table".to_owned(), Table::new(&header, swiss.iter().enumerate().map(row))));
        }
        for SwissRoundRow { round, pairs, bye } in swiss_rounds {
            let of_pair = |pair: &SwissPair| {
                let points = pair.half_points.map(|(a, b)| format!("{} – {}", halves(a), halves(b)));
                vec![points.unwrap_or_else(|| "–".to_owned()), format!("{} – {}", pair.a, pair.b)]
            };
            let rows = pairs.iter().take(FOLDED).map(of_pair);
            let more = pairs.len().saturating_sub(FOLDED);
            let more = (more > 0).then(|| vec![String::new(), format!("… {} more …", grouped(more as u64))]);
            let bye = bye.as_ref().map(|name| vec![halves(4), format!("{name}: a bye")]);
            tables.push((format!("Round {round}"), Table::new(&["Points", "Pair"], rows.chain(more).chain(bye))));
        }
        for row in knockout {
            let StageRow { stage, ties } = row;
            let played = ties.iter().enumerate().filter(|(_, tie)| tie.b.is_some());
            let rows = played.take(FOLDED).map(|(number, tie)| tie_cells(tie, row.is_for_third_place(number)));
            let byes = ties.iter().filter(|tie| tie.b.is_none()).count();
            // In a large field up to half of the entrants have a bye. They are the first ones in the file, so they are
            // only counted.
            let single = ties.iter().filter(|tie| tie.b.is_none() && byes <= FOLDED).map(|tie| tie_cells(tie, false));
            let more = (ties.len() - byes).saturating_sub(FOLDED);
            let line = |words: String| vec![String::new(), words, String::new(), String::new()];
            let more = (more > 0).then(|| line(format!("… {} more ties …", grouped(more as u64))));
            let many = (byes > FOLDED).then(|| line(format!("{} without an opponent", grouped(byes as u64))));
            let rows = rows.chain(more).chain(single).chain(many);
            let header = ["Points", "Tie", "Encounters", "Went on"];
            tables.push((format!("Knockout: {stage}"), Table::new(&header, rows)));
        }
        if let Some(test) = test {
            let ratio = test.llr.map_or("–".to_owned(), |llr| number_format::figure(llr, 2));
            let verdict = match test.verdict {
                Some(TestVerdict::H0) => "H0 accepted",
                Some(TestVerdict::H1) => "H1 accepted",
                None => "not decided",
            };
            let [lower, upper] = [test.lower, test.upper].map(|bound| number_format::figure(bound, 2));
            let encounters = test.pentanomial.0.map(|count| count.to_string()).join(" ");
            let about = format!("{}: {}", test.entrant, test.hypotheses);
            let header = ["LLR", "Hypotheses", "Lower", "Upper", "Encounters 0, ½, 1, 1½, 2", "Basis", "Verdict"];
            let row = vec![ratio, about, lower, upper, encounters, test.basis(), verdict.to_owned()];
            tables.push(("Sequential test".to_owned(), Table::new(&header, std::iter::once(row))));
        }
        tables
    }
}

/// The most pairs or ties of a round that are listed.
const FOLDED: usize = 32;

/// Formats the number of byes and their rounds.
pub(super) fn byes_cell(row: &SwissRow) -> String {
    if row.bye_rounds.is_empty() {
        return grouped(row.byes);
    }
    let rounds: Vec<String> = row.bye_rounds.iter().map(u64::to_string).collect();
    format!("{} (round {})", row.byes, rounds.join(", "))
}

#[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn tie_cells(tie: &TieRow, for_third: bool) -> Vec<String> {
    let third = if for_third { "third place: " } else { "" };
    let (points, who) = match &tie.b {
        Some(b) => {
            (format!("{} – {}", halves(tie.half_points.0), halves(tie.half_points.1)), format!("{} – {b}", tie.a))
        }
        None => ("bye".to_owned(), tie.a.clone()),
    };
    let seed = if tie.by_seed { " by its seed" } else { "" };
    let winner = tie.winner.as_ref().map_or("–".to_owned(), |winner| format!("{winner}{seed}"));
    vec![points, format!("{third}{who}"), tie.encounters.to_string(), winner]
}

/// The most entrants in a matrix. The best ones are shown.
pub(super) const MATRIX: usize = 12;

/// Returns the pair of two entrants, by their places in the table, and whether the row's entrant comes first in it.
pub(super) fn pair_at(report: &TournamentReport, row: usize, column: usize) -> Option<(&PairRow, bool)> {
    // `pairs` lists (1, 2), (1, 3), …, (2, 3), … in the order of the table.
    let place = |a: usize, b: usize| a * (2 * report.entrants.len() - a - 1) / 2 + b - a - 1;
    match row.cmp(&column) {
        Ordering::Less => Some((&report.pairs[place(row, column)], true)),
        Ordering::Equal => None,
        Ordering::Greater => Some((&report.pairs[place(column, row)], false)),
    }
}

/// The results of a row's entrant against a column's, or a dot if they never met.
pub(super) fn wdl_cell(report: &TournamentReport, row: usize, column: usize) -> String {
    let Some((pair, ahead)) = pair_at(report, row, column) else { return "·".to_owned() };
    if pair.results.played() == 0 {
        return "·".to_owned();
    }
    let Wdl { wins, draws, losses } = if ahead { pair.results } else { pair.results.reversed() };
    format!("{wins}-{draws}-{losses}")
}

/// The likelihood in per cent that a row's entrant is stronger than a column's.
pub(super) fn los_cell(report: &TournamentReport, row: usize, column: usize) -> String {
    let Some((pair, ahead)) = pair_at(report, row, column) else { return "·".to_owned() };
    let seen = |likelihood: Option<f64>| likelihood.map(|los| if ahead { los } else { 1.0 - los });
    number_format::likelihood(seen(pair.superiority), seen(pair.sign_test))
}
