//! A report as one self-contained HTML file, without scripts, fonts or pictures from elsewhere.

use std::fmt::Write;
use std::sync::LazyLock;

use data_encoding::BASE64;
use sha2::{Digest, Sha256};

use super::escape::markup as escaped;
use super::facts::TournamentReport;
use super::number_format::grouped;
use super::plots::plots;
use super::sentences;
use super::tables::{Table, los_cell, wdl_cell};
use super::text_width::width;

/// The most openings that are listed.
const OPENINGS: usize = 16;
/// A table with more rows shows only the first of them. The rest can be expanded.
const MOST_ROWS: usize = 60;
const FIRST_ROWS: usize = 40;
/// A longer name makes its column wide.
const LONG_NAME: usize = 24;
/// The style sheet. It follows the system's light or dark theme.
const STYLE: &str = include_str!("report.css");

/// The content security policy of a report as a page: it loads nothing, and only its own style sheet applies.
pub static POLICY: LazyLock<String> =
    LazyLock::new(|| format!("default-src 'none'; style-src {}", style_source(STYLE)));

/// Returns the source expression that allows an inline style sheet with this text in a content security policy.
#[must_use]
pub fn style_source(sheet: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(&Sha256::digest(sheet)))
}

impl TournamentReport {
    /// The report as a page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let name = escaped(&self.name);
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
             <title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <header>\n<h1>{name}</h1>\n<p class=\"about\">{}</p>\n{}{}</header>\n",
            *POLICY,
            escaped(&sentences::summary(self)),
            verdict(self),
            tiles(self)
        );
        for warning in &self.warnings {
            let _ =
                writeln!(page, "<p class=\"warning\" role=\"note\"><strong>Warning.</strong> {}</p>", escaped(warning));
        }
        for (title, table) in self.placing_tables() {
            section(&mut page, &title, None, &table);
        }
        if let Some(failures) = self.failure_table() {
            section(&mut page, "Lost by failures", None, &failures);
        }
        section(&mut page, "Standings", None, &self.standings_table());
        let _ = writeln!(page, "<div class=\"plots\">");
        plots(self).iter().for_each(|plot| page.push_str(plot));
        let _ = writeln!(page, "</div>");
        section(&mut page, "Strength", sentences::rating_legend(self), &self.strength_table());
        if !self.switches.is_empty() {
            section(&mut page, "What a switch bought", sentences::switch_legend(self), &self.switch_table());
        }
        let best = self.entrants.len() > self.matrix_table(wdl_cell).rows.len();
        let best = best.then(|| "The best entrants; the JSON report has every pair.".to_owned());
        section(&mut page, "Wins, draws and losses of row against column", best.clone(), &self.matrix_table(wdl_cell));
        if self.entrants.len() > 2 {
            section(&mut page, "Likelihood that the row is stronger, %", best, &self.matrix_table(los_cell));
        }
        if !self.openings.is_empty() {
            let left_out = self.openings.len().saturating_sub(OPENINGS);
            let note =
                (left_out > 0).then(|| format!("{} more openings are in the JSON report.", grouped(left_out as u64)));
            section(&mut page, "Openings, the most uneven first", note, &self.opening_table(OPENINGS));
        }
        let _ = writeln!(page, "<section>\n<h2>Conditions</h2>\n<dl class=\"conditions\">");
        for (title, words) in sentences::conditions(self) {
            let _ = writeln!(page, "<dt>{title}</dt><dd>{}</dd>", escaped(&words));
        }
        let _ = writeln!(page, "</dl>\n</section>");
        section(&mut page, "How matches ended", sentences::first_seat(self), &self.ends_table());
        if let Some(frontier) = sentences::frontier(self) {
            let _ = writeln!(page, "<p class=\"note\">{}</p>", escaped(&frontier));
        }
        let _ = writeln!(
            page,
            "<footer>Field Elo is the difference to the field that was met; errors are halves of 95 % ranges. \
             minimax-arena {}</footer>\n</main>\n</body>\n</html>",
            env!("CARGO_PKG_VERSION")
        );
        page
    }
}

/// The verdict, before everything else.
fn verdict(report: &TournamentReport) -> String {
    let sentence = |text: &String| format!("<p>{}</p>\n", escaped(text));
    let sentences: String = report.verdict.iter().map(sentence).collect();
    if sentences.is_empty() { sentences } else { format!("<div class=\"verdict\">\n{sentences}</div>\n") }
}

/// The key facts, at the top of the page.
fn tiles(report: &TournamentReport) -> String {
    let leader = report.entrants.first().filter(|_| report.matches > 0).map_or("–", |row| &row.name);
    let played = if report.matches < report.scheduled {
        format!("{} of {}", grouped(report.matches), grouped(report.scheduled))
    } else {
        grouped(report.matches)
    };
    let tiles = [
        (if report.matches < report.scheduled { "Leads" } else { "First" }, leader.to_owned()),
        ("Matches", played),
        ("Distinct", grouped(report.distinct)),
        ("Entrants", grouped(report.entrants.len() as u64)),
        ("Reproducible", if report.reproducible { "yes" } else { "no" }.to_owned()),
    ];
    let mut html = "<dl class=\"tiles\">".to_owned();
    for (term, value) in tiles {
        let _ = write!(html, "<div><dt>{term}</dt><dd>{}</dd></div>", escaped(&value));
    }
    html + "</dl>\n"
}

fn section(page: &mut String, title: &str, note: Option<String>, table: &Table) {
    let _ = writeln!(page, "<section>\n<h2>{}</h2>", escaped(title));
    // The rest of a long table is collapsed.
    let shown = if table.rows.len() > MOST_ROWS { FIRST_ROWS } else { table.rows.len() };
    let (first, rest) = table.rows.split_at(shown);
    write_table(page, title, &table.header, first);
    if !rest.is_empty() {
        let _ = writeln!(page, "<details><summary>{} more</summary>", grouped(rest.len() as u64));
        write_table(page, &format!("{title}, the rest"), &table.header, rest);
        let _ = writeln!(page, "</details>");
    }
    if let Some(note) = note {
        let _ = writeln!(page, "<p class=\"note\">{}</p>", escaped(&note));
    }
    let _ = writeln!(page, "</section>");
}

fn write_table(page: &mut String, title: &str, header: &[String], rows: &[Vec<String>]) {
    let _ = writeln!(page, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">", escaped(title));
    let is_long = rows.iter().any(|row| row.get(1).is_some_and(|name| width(name) > LONG_NAME));
    let class = if is_long { "name long" } else { "name" };
    let _ = write!(page, "<table>\n<thead><tr>");
    for (column, title) in header.iter().enumerate() {
        let class = if column == 1 { format!(" class=\"{class}\"") } else { String::new() };
        let _ = write!(page, "<th scope=\"col\"{class}>{}</th>", escaped(title));
    }
    let _ = writeln!(page, "</tr></thead>\n<tbody>");
    for row in rows {
        let _ = write!(page, "<tr>");
        for (column, cell) in row.iter().enumerate() {
            let _ = match column {
                1 => write!(page, "<th scope=\"row\" class=\"{class}\">{}</th>", escaped(cell)),
                _ => write!(page, "<td>{}</td>", escaped(cell)),
            };
        }
        let _ = writeln!(page, "</tr>");
    }
    let _ = writeln!(page, "</tbody>\n</table>\n</div>");
}
