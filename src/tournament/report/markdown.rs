//! A report as Markdown (with the tables of GitHub's flavour).

use std::fmt::Write;

use super::words::{self, grouped};
use super::{Report, Table};
use crate::tournament::report::terminal::matrix::{MATRIX, los, wdl};

impl Report {
    /// The report as Markdown. Names cannot break out of their cells.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut text = format!("# {}\n\n{}\n\n", escaped(&self.name), escaped(&words::summary(self)));
        for warning in &self.warnings {
            let _ = writeln!(text, "> **Warning:** {}\n", escaped(warning));
        }
        let mut section = |title: &str, table: &Table| {
            let _ = write!(text, "## {title}\n\n{}\n", written(table));
        };
        for (title, table) in self.placing_tables() {
            section(&title, &table);
        }
        section("Standings", &self.standings());
        section("Strength", &self.strengths());
        section("Who did what against whom", &self.square(wdl));
        if self.entrants.len() > 2 {
            section("Likelihood that the row is stronger, %", &self.square(los));
        }
        if !self.switches.is_empty() {
            section("What a switch bought", &self.switch_table());
        }
        if !self.openings.is_empty() {
            section("Openings, the most uneven first", &self.opening_table(40));
        }
        section("Ends", &self.ends_table());
        for note in words::notes(self) {
            let _ = writeln!(text, "- {}", escaped(&note));
        }
        text
    }

    /// A square of the best entrants, with what `cell` gives for row and column.
    pub(super) fn square(&self, cell: fn(&Self, usize, usize) -> String) -> Table {
        let shown = self.entrants.len().min(MATRIX);
        let mut header = vec!["#".to_owned(), "Entrant".to_owned()];
        header.extend((1..=shown).map(|number| number.to_string()));
        let row = |row: usize| {
            let cells = (0..shown).map(|column| cell(self, row, column));
            [(row + 1).to_string(), self.entrants[row].name.clone()].into_iter().chain(cells).collect()
        };
        Table { header, rows: (0..shown).map(row).collect() }
    }

    /// How many matches ended by what.
    pub(super) fn ends_table(&self) -> Table {
        let rows = words::ends(self).into_iter().map(|(by, count)| vec![grouped(count), by]);
        Table { header: vec!["Matches".to_owned(), "Ended by".to_owned()], rows: rows.collect() }
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

/// Text in which nothing is taken for markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => out.extend(['\\', letter]),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}
