//! The tables of a report, cell by cell, for every format that people read.

use super::words::{self, grouped, halves, milliseconds, nodes, percent};
use super::{EntrantRow, OpeningRow, Report};
use crate::tournament::rating::{TestVerdict, Wdl};
use crate::tournament::report::placing::{Placing, StageRow, SwissRow, TieRow};
use crate::tournament::report::terminal::cut;

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

impl Report {
    /// A row for each entrant: what it scored, at what cost.
    #[must_use]
    pub fn standings(&self) -> Table {
        let timed = self.entrants.iter().any(|row| row.ms_per_move.is_some());
        let mut header =
            vec!["#", "Entrant", "Games", "W", "D", "L", "Points", "Score", "First", "Second", "Nodes/move"];
        header.extend(timed.then_some("ms/move"));
        header.push("Elo");
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
            cells.push(words::elo(row));
            cells
        };
        Table::new(&header, self.entrants.iter().enumerate().map(row))
    }

    /// A row for each entrant: how strong it is, and its encounters.
    #[must_use]
    pub fn strengths(&self) -> Table {
        let header = ["#", "Entrant", "Rating", "nElo", "LOS", "Draws", "Pairs W/L", "Encounters 0, ½, 1, 1½, 2"];
        let row = |(place, row): (usize, &EntrantRow)| {
            vec![
                (place + 1).to_string(),
                row.name.clone(),
                words::rating(row),
                words::nelo(row),
                percent(row.los),
                percent(row.draw_ratio),
                row.pairs_ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}")),
                row.pentanomial.0.map(|count| count.to_string()).join(" "),
            ]
        };
        Table::new(&header, self.entrants.iter().enumerate().map(row))
    }

    /// A row for each opening that was played, those first that favoured a seat most; at most `most`.
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

    /// A row for each step of a key of a grid.
    #[must_use]
    pub fn switch_table(&self) -> Table {
        let timed = self.switches.iter().any(|row| row.ms_ratio.is_some());
        let mut header = vec!["n", "Switch", "W-D-L", "Elo", "Score", "Nodes ×"];
        header.extend(timed.then_some("ms ×"));
        header.push("Saved");
        let rows = self.switches.iter().map(|row| {
            let Wdl { wins, draws, losses } = row.direct;
            let mut cells = vec![row.comparisons.to_string(), words::switch(row), format!("{wins}-{draws}-{losses}")];
            cells.extend([words::switch_elo(row), words::switch_score(row), words::ratio(row.nodes_ratio)]);
            if timed {
                cells.push(words::ratio(row.ms_ratio));
            }
            cells.push(row.nodes_saved.map_or("–".to_owned(), |saved| format!("{:.1}%", saved * 100.0)));
            cells
        });
        Table::new(&header, rows)
    }

    /// What belongs to the format, each with its title: the table of a Swiss tournament, the stages of a knockout, a
    /// sequential test.
    #[must_use]
    pub fn placing_tables(&self) -> Vec<(String, Table)> {
        let Placing { swiss, knockout, test } = &self.placing;
        let mut tables = Vec::new();
        if !swiss.is_empty() {
            let header = ["#", "Entrant", "Points", "Buchholz", "Sonneborn–Berger", "Won", "Byes"];
            let row = |(place, row): (usize, &SwissRow)| {
                let mut cells = vec![(place + 1).to_string(), row.name.clone()];
                cells.extend([row.points, row.buchholz].map(words::points));
                cells.push(words::figure(row.sonneborn_berger, 2));
                cells.extend([row.wins, row.byes].map(grouped));
                cells
            };
            tables.push(("Swiss table".to_owned(), Table::new(&header, swiss.iter().enumerate().map(row))));
        }
        for StageRow { stage, ties } in knockout {
            let rows = ties.iter().enumerate().map(|(number, tie)| tie_cells(tie, stage == "final" && number == 1));
            let header = ["Points", "Tie", "Encounters", "Went on"];
            tables.push((format!("Knockout: {stage}"), Table::new(&header, rows)));
        }
        if let Some(test) = test {
            let ratio = test.llr.map_or("–".to_owned(), |llr| words::figure(llr, 2));
            let verdict = match test.verdict {
                Some(TestVerdict::H0) => "H0 accepted",
                Some(TestVerdict::H1) => "H1 accepted",
                None => "not decided",
            };
            let [lower, upper] = [test.lower, test.upper].map(|bound| words::figure(bound, 2));
            let encounters = test.pentanomial.0.map(|count| count.to_string()).join(" ");
            let about = format!("{}: {}", test.entrant, test.hypotheses);
            let header = ["LLR", "Hypotheses", "Lower", "Upper", "Encounters 0, ½, 1, 1½, 2", "Basis", "Verdict"];
            let row = vec![ratio, about, lower, upper, encounters, test.basis(), verdict.to_owned()];
            tables.push(("Sequential test".to_owned(), Table::new(&header, std::iter::once(row))));
        }
        tables
    }
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
