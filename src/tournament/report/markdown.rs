//! A report as Markdown, with the tables of GitHub's flavour.

use std::fmt::Write;

use super::escape::markdown as escaped;
use super::facts::TournamentReport;
use super::sentences;
use super::tables::{Table, los_cell, wdl_cell};

impl TournamentReport {
    /// The report as Markdown. Names are escaped, so they cannot break out of their cells.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut text = format!("# {}\n\n{}\n\n", escaped(&self.name), escaped(&sentences::summary(self)));
        if !self.verdict.is_empty() {
            let _ = writeln!(text, "**Verdict:** {}\n", escaped(&self.verdict.join(" ")));
        }
        for warning in &self.warnings {
            let _ = writeln!(text, "> **Warning:** {}\n", escaped(warning));
        }
        let mut section = |title: &str, table: &Table| {
            let _ = write!(text, "## {title}\n\n{}\n", written(table));
        };
        for (title, table) in self.placing_tables() {
            section(&title, &table);
        }
        if let Some(failures) = self.failure_table() {
            section("Lost by failures", &failures);
        }
        section("Standings", &self.standings_table());
        section("Strength", &self.strength_table());
        section("Wins, draws and losses of row against column", &self.matrix_table(wdl_cell));
        if self.entrants.len() > 2 {
            section("Likelihood that the row is stronger, %", &self.matrix_table(los_cell));
        }
        if !self.switches.is_empty() {
            section("What a switch bought", &self.switch_table());
        }
        if !self.openings.is_empty() {
            section("Openings, the most uneven first", &self.opening_table(40));
        }
        section("Ends", &self.ends_table());
        let _ = writeln!(text, "## Conditions\n");
        for (title, words) in sentences::conditions(self) {
            let _ = writeln!(text, "- {title}: {}", escaped(&words));
        }
        let _ = writeln!(text, "\n## How to read this\n");
        for note in sentences::notes(self) {
            let _ = writeln!(text, "- {}", escaped(&note));
        }
        text
    }
}

fn written(table: &Table) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let alignment: Vec<&str> = (0..table.header.len()).map(|column| if column == 1 { "---" } else { "---:" }).collect();
    let mut text = line(&table.header) + &format!("| {} |\n", alignment.join(" | "));
    table.rows.iter().for_each(|row| text.push_str(&line(row)));
    text
}
