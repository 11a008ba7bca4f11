//! A document as Markdown, with the tables of GitHub's flavour.

use std::fmt::Write;

use super::document::{Body, Document, Table};
use super::escape::markdown as escaped;

impl Document {
    /// The document as Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut text = format!("# {}\n\n{}\n", escaped(&self.title), escaped(&self.about));
        if !self.verdict.is_empty() {
            let _ = write!(text, "\n**Verdict:** {}\n", escaped(&self.verdict.join(" ")));
        }
        for warning in &self.warnings {
            let _ = write!(text, "\n> **Warning:** {}\n", escaped(warning));
        }
        for section in &self.sections {
            let body = match &section.body {
                Body::Table(table) => table.to_markdown(),
                Body::Terms(terms) => {
                    terms.iter().map(|(title, words)| format!("- {title}: {}\n", escaped(words))).collect()
                }
                Body::Lines(lines) => lines.iter().map(|line| escaped(line) + "\n").collect::<Vec<_>>().join("\n"),
                Body::Code(code) => format!("```toml\n{code}```\n"),
                Body::Plots(_) => continue,
            };
            let _ = write!(text, "\n## {}\n\n{body}", escaped(&section.title));
            for note in &section.notes {
                let _ = write!(text, "\n{}\n", escaped(note));
            }
        }
        text
    }
}

impl Table {
    /// The table as Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let alignment = (0..self.header.len()).map(|column| if column == self.text { "---" } else { "---:" });
        let alignment = format!("| {} |\n", alignment.collect::<Vec<_>>().join(" | "));
        line(&self.header) + &alignment + &self.rows.iter().map(|row| line(row)).collect::<String>()
    }
}
