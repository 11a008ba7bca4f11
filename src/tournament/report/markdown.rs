//! A report as Markdown (with the tables of GitHub's flavour).

use std::fmt::Write;

use super::words::{self, grouped};
use super::{Report, Sheet};
use crate::tournament::text::matrix::{MATRIX, los, wdl};

impl Report {
    /// The report as Markdown. Names cannot break out of their cells.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut text = format!("# {}\n\n{}\n\n", escaped(&self.name), escaped(&words::summary(self)));
        for warning in &self.warnings {
            let _ = writeln!(text, "> **Warning:** {}\n", escaped(warning));
        }
        let mut section = |title: &str, sheet: &Sheet| {
            let _ = write!(text, "## {title}\n\n{}\n", table(sheet));
        };
        for (title, sheet) in self.placing_sheets() {
            section(&title, &sheet);
        }
        section("Standings", &self.standings());
        section("Strength", &self.strengths());
        section("Who did what against whom", &self.square(wdl));
        if self.entrants.len() > 2 {
            section("Likelihood that the row is stronger, %", &self.square(los));
        }
        if !self.switches.is_empty() {
            section("What a switch bought", &self.switch_sheet());
        }
        if !self.openings.is_empty() {
            section("Openings, the most uneven first", &self.opening_sheet(40));
        }
        section("Ends", &self.ends_sheet());
        for note in words::notes(self) {
            let _ = writeln!(text, "- {}", escaped(&note));
        }
        text
    }

    /// A square of the best entrants, with what `cell` gives for row and column.
    pub(super) fn square(&self, cell: fn(&Self, usize, usize) -> String) -> Sheet {
        let shown = self.entrants.len().min(MATRIX);
        let mut header = vec!["#".to_owned(), "Entrant".to_owned()];
        header.extend((1..=shown).map(|number| number.to_string()));
        let row = |row: usize| {
            let cells = (0..shown).map(|column| cell(self, row, column));
            [(row + 1).to_string(), self.entrants[row].name.clone()].into_iter().chain(cells).collect()
        };
        Sheet { header, rows: (0..shown).map(row).collect() }
    }

    /// How many matches ended by what.
    pub(super) fn ends_sheet(&self) -> Sheet {
        let rows = words::ends(self).into_iter().map(|(by, count)| vec![grouped(count), by]);
        Sheet { header: vec!["Matches".to_owned(), "Ended by".to_owned()], rows: rows.collect() }
    }
}

fn table(sheet: &Sheet) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let alignment: Vec<&str> = (0..sheet.header.len()).map(|column| if column == 1 { "---" } else { "---:" }).collect();
    let mut text = line(&sheet.header) + &format!("| {} |\n", alignment.join(" | "));
    sheet.rows.iter().for_each(|row| text.push_str(&line(row)));
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
