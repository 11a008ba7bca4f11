//! A report for a terminal.

mod format_text;
mod layout;
mod matrix;

use std::fmt::Write;

use format_text::format_text;
pub use layout::{WIDTH, table, wrapped};
use matrix::matrix;

use super::facts::TournamentReport;
use super::number_format::{counted, grouped};
use super::sentences;
use super::tables::Table;
use super::text_width::broken;

/// The smallest width that is assumed for a terminal.
const LEAST_WIDTH: usize = 40;
/// The number of openings shown.
const OPENINGS: usize = 6;
/// Fields with more entrants are folded.
const MOST_ROWS: usize = 40;
/// The best entrants shown of a folded field,
const TOP: usize = 20;
/// the last ones,
const LAST: usize = 5;
/// and those on each side of the anchor.
const NEIGHBOURS: usize = 2;

/// Formats the crosstable, the matrix of pairs, the ratings, the switches, the ends of the matches, and notes and
/// warnings. A field of more than 40 entrants is folded.
#[must_use]
pub fn crosstable(report: &TournamentReport) -> String {
    crosstable_in(report, WIDTH)
}

/// Like [`crosstable`], for a terminal with this many columns, but at least 40.
#[must_use]
pub fn crosstable_in(report: &TournamentReport, columns: usize) -> String {
    let columns = columns.max(LEAST_WIDTH);
    let mut parts = vec![
        format!("{}\n{}\n", report.name, sentences::summary(report)),
        verdict(report, columns),
        failures(report, columns),
        format_text(&report.placing, columns),
        folded(report, &report.standings_table(), columns),
        matrix(report, columns),
        folded(report, &report.strength_table(), columns),
    ];
    if report.entrants.len() > 2 {
        parts.push(matrix::superiority(report, columns));
    }
    if !report.switches.is_empty() {
        let Table { header, rows } = report.switch_table();
        parts.push(table(&[vec![header], rows].concat(), columns));
    }
    if !report.openings.is_empty() {
        let Table { header, mut rows } = report.opening_table(usize::MAX);
        let more = rows.len().saturating_sub(OPENINGS);
        rows.truncate(OPENINGS);
        let more = if more > 0 {
            format!("The most uneven openings; {} more.\n", grouped(more as u64))
        } else {
            String::new()
        };
        parts.push(table(&[vec![header], rows].concat(), columns) + &more);
    }
    parts.push(footer(report, columns));
    parts.retain(|part| !part.is_empty());
    let parts: Vec<String> = parts.iter().map(|part| wrapped(part, columns)).collect();
    parts.join("\n")
}

/// The places of the entrants that are shown. A gap between two places means that entrants are left out.
fn shown(report: &TournamentReport) -> Vec<usize> {
    let count = report.entrants.len();
    if count <= MOST_ROWS {
        return (0..count).collect();
    }
    let anchor = report.joint.anchor.as_ref().and_then(|it| report.entrants.iter().position(|row| row.name == it.name));
    let near = |place: usize| anchor.is_some_and(|anchor| anchor.abs_diff(place) <= NEIGHBOURS);
    (0..count).filter(|&place| place < TOP || place + LAST >= count || near(place)).collect()
}

/// Formats a table with a row for each entrant. One line stands for all that are left out.
fn folded(report: &TournamentReport, whole: &Table, columns: usize) -> String {
    let mut rows = vec![whole.header.clone()];
    let mut next = 0;
    for place in shown(report) {
        if place > next {
            let mut gap = vec![String::new(); whole.header.len()];
            gap[1] = format!("… {} more …", grouped((place - next) as u64));
            rows.push(gap);
        }
        rows.push(whole.rows[place].clone());
        next = place + 1;
    }
    table(&rows, columns)
}

/// Lists the entrants that lost by their own failure, with a warning. It comes before the tables, because they are
/// based on these matches too.
fn failures(report: &TournamentReport, columns: usize) -> String {
    let Some(Table { header, rows }) = report.failure_table() else { return String::new() };
    let lost = report.entrants.iter().map(|row| row.failures.all()).sum::<u64>();
    format!(
        "Warning: {} of {} matches were lost because of failures.\n{}",
        grouped(lost),
        grouped(report.matches),
        table(&[vec![header], rows].concat(), columns)
    )
}

/// The verdict, a paragraph for each sentence.
fn verdict(report: &TournamentReport, columns: usize) -> String {
    let lines = report.verdict.iter().flat_map(|sentence| broken(sentence, columns));
    lines.map(|line| format!("{line}\n")).collect()
}

fn footer(report: &TournamentReport, columns: usize) -> String {
    let mut text = String::new();
    let ends: Vec<String> =
        sentences::ends(report).into_iter().map(|(by, count)| format!("{by} {}", grouped(count))).collect();
    let so_far = if report.matches < report.scheduled {
        format!("{} of {} matches (not finished)", grouped(report.matches), grouped(report.scheduled))
    } else {
        counted(report.matches, "match", "matches")
    };
    let ends = if ends.is_empty() { String::new() } else { format!("; ended by {}", ends.join(", ")) };
    let _ = writeln!(text, "{so_far}, {} of them distinct{ends}.", grouped(report.distinct));
    let mut legend =
        "First, Second: score in that seat. Field Elo: difference to the opponents, ± half of its 95 % interval"
            .to_owned();
    if report.entrants.iter().any(|row| row.elo_bound.is_some()) {
        legend.push_str(";\n≥ and ≤: all matches were won or lost; a bound with 95 % confidence");
    }
    if report.entrants.iter().any(|row| row.elo.is_some() && row.elo_error.is_none()) {
        legend.push_str(";\n±?: too few or too similar matches for an error");
    }
    let _ = writeln!(text, "{legend}.");
    for (title, words) in sentences::conditions(report) {
        for (number, part) in broken(&format!("{title}: {words}."), WIDTH - 2).iter().enumerate() {
            let _ = writeln!(text, "{}{part}", if number == 0 { "" } else { "  " });
        }
    }
    for line in sentences::notes(report) {
        for part in broken(&line, columns) {
            let _ = writeln!(text, "{part}");
        }
    }
    for warning in &report.warnings {
        for (number, line) in broken(warning, columns - 9).iter().enumerate() {
            let _ = writeln!(text, "{}{line}", if number == 0 { "Warning: " } else { "         " });
        }
    }
    text
}
