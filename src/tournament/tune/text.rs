//! A tuning's report for a terminal and as Markdown.

use std::fmt::Write;

use super::report::{TestRow, TuningReport};
use super::run::Point;
use crate::rating::Model;
use crate::report::escape_markdown as escaped;
use crate::report::number_format::{figure, grouped, halves, with_error};
use crate::report::terminal::wrapped;
use crate::report::text_width::width;

/// The number of points of the curve in a table.
const SHOWN: usize = 13;

/// Formats the report for a terminal with this many columns. The bot at the end is not wrapped, because it is meant to
/// be copied.
#[must_use]
pub fn plain(report: &TuningReport, columns: usize) -> String {
    let mut text = wrapped(&format!("{}\n{}\n\n", report.name, heading(report)), columns);
    text.push_str(&aligned_in(&weights(report), columns));
    text.push('\n');
    text.push_str(&aligned_in(&curve(report), columns));
    text.push('\n');
    for line in test(report) {
        text.push_str(&wrapped(&line, columns));
    }
    for warning in &report.warnings {
        text.push_str(&wrapped(&format!("Warning: {warning}"), columns));
    }
    let _ = write!(text, "\nThe tuned bot, for a file in config/bots:\n\n{}", report.snippet);
    text
}

/// Formats the report as Markdown.
#[must_use]
pub fn markdown(report: &TuningReport) -> String {
    let mut text = format!("# {}\n\n{}\n\n## Weights\n\n", escaped(&report.name), escaped(&heading(report)));
    text.push_str(&piped(&weights(report)));
    text.push_str("\n## Progress\n\n");
    text.push_str(&piped(&curve(report)));
    text.push_str("\n## Test\n\n");
    text.push_str(&escaped(&test(report).join("\n")));
    text.push('\n');
    for warning in &report.warnings {
        let _ = write!(text, "\n> {}\n", escaped(warning));
    }
    let _ = write!(text, "\n## The tuned bot\n\n```toml\n{}```\n", report.snippet);
    text
}

/// Describes the tuning in one line.
pub(super) fn heading(report: &TuningReport) -> String {
    let so_far = if report.encounters < report.scheduled {
        format!("{} of {} encounters", grouped(report.encounters), grouped(report.scheduled))
    } else {
        format!("{} encounters", grouped(report.encounters))
    };
    let tuned = match &report.evaluation {
        Some(evaluation) => format!("evaluation {evaluation} of a bot of {}", report.bot),
        None => format!("options of {}", report.bot),
    };
    let (title, batch, seed) = (report.game.info().title, report.batch, report.seed);
    format!("{title}, {tuned}: {so_far} in batches of {batch}, seed {seed}")
}

/// The table of the weights.
pub(super) fn weights(report: &TuningReport) -> Vec<Vec<String>> {
    let head = ["Tuned", "Start", "Value", "Estimate", "Range", "c_end", "r_end", "What it is"];
    let row = |row: &super::report::WeightRow| {
        vec![
            row.name.clone(),
            row.start.to_string(),
            row.tuned.to_string(),
            match row.error {
                Some(error) => format!("{:.2} ±{error:.2}", row.estimate),
                None => format!("{:.2}", row.estimate),
            },
            format!("{} to {}", row.min, row.max),
            row.c_end.to_string(),
            row.r_end.to_string(),
            row.about.clone(),
        ]
    };
    let follows = |row: &super::report::DerivedRow| {
        let mut cells = vec![row.name.clone(), row.start.to_string(), row.tuned.to_string()];
        cells.extend(["", "", "", ""].map(str::to_owned));
        cells.push(format!("= {}", row.expression));
        cells
    };
    let rows = report.weights.iter().map(row).chain(report.derived.iter().map(follows));
    std::iter::once(head.map(str::to_owned).to_vec()).chain(rows).collect()
}

/// Some points of the curve, including the first and the last.
fn curve(report: &TuningReport) -> Vec<Vec<String>> {
    let head = ["Encounters".to_owned()].into_iter().chain(report.weights.iter().map(|row| row.name.clone()));
    let row = |point: &Point| {
        let values = point.estimates.iter().map(|value| format!("{value:.2}"));
        [grouped(point.encounters)].into_iter().chain(values).collect()
    };
    std::iter::once(head.collect()).chain(thinned(&report.curve, SHOWN).into_iter().map(row)).collect()
}

/// Returns at most `most` of the items, evenly spaced, including the first and the last.
pub(super) fn thinned<T>(items: &[T], most: usize) -> Vec<&T> {
    if items.len() <= most {
        return items.iter().collect();
    }
    (0..most).map(|place| &items[place * (items.len() - 1) / (most - 1)]).collect()
}

/// Describes the result of the test, in lines.
pub(super) fn test(report: &TuningReport) -> Vec<String> {
    let Some(test) = &report.test else { return vec!["No test of the tuned weights was played.".to_owned()] };
    let TestRow { results, .. } = test;
    let matches = results.played();
    let mut lines = vec![format!(
        "Test against the start: {} after {} encounters ({} at most).",
        test.decision(),
        grouped(test.pentanomial.encounters()),
        grouped(test.most)
    )];
    lines.push(format!(
        "Matches: {} points of {} (+{} ={} −{}), encounters by points {:?}.",
        halves(results.half_points()),
        grouped(matches),
        results.wins,
        results.draws,
        results.losses,
        test.pentanomial.0
    ));
    let llr = match (test.llr, test.llr_note) {
        (Some(llr), _) => format!("{}, bounds ({}, {}),", figure(llr, 2), figure(test.lower, 2), figure(test.upper, 2)),
        (None, note) => note.map_or_else(|| "–".to_owned(), |note| note.text().to_owned()),
    };
    lines.push(format!(
        "Elo {}, nElo {}; LLR {llr} for {} Elo {} against {}.",
        with_error(test.elo, test.elo_error, 2),
        with_error(test.nelo, test.nelo_error, 2),
        scale(test.model),
        test.elo0,
        test.elo1
    ));
    lines
}

const fn scale(model: Model) -> &'static str {
    match model {
        Model::Normalized => "normalised",
        Model::Logistic => "logistic",
        Model::Bayesian => "Bayesian",
    }
}

/// Aligns columns: the first one and texts to the left, numbers to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &wide))| {
            let gap = " ".repeat(wide - width(cell));
            let left = column == 0 || rows.get(1).is_some_and(|row| row[column].starts_with(char::is_alphabetic));
            if left { format!("{cell}{gap}") } else { format!("{gap}{cell}") }
        });
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}

/// Aligns columns within a width of `most`. A wider table is split into several, each with the first column.
fn aligned_in(rows: &[Vec<String>], most: usize) -> String {
    let whole = aligned(rows);
    let columns = rows.first().map_or(0, Vec::len);
    if columns < 3 || whole.lines().all(|line| width(line) <= most) {
        return wrapped(&whole, most);
    }
    let widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0)).collect();
    let (mut blocks, mut from, mut used) = (Vec::new(), 1, widths[0]);
    for column in 1..columns {
        if used + 2 + widths[column] > most && column > from {
            blocks.push(from..column);
            (from, used) = (column, widths[0]);
        }
        used += 2 + widths[column];
    }
    blocks.push(from..columns);
    let part = |block: &std::ops::Range<usize>| {
        let cells = |row: &Vec<String>| [&row[..1], &row[block.clone()]].concat();
        wrapped(&aligned(&rows.iter().map(cells).collect::<Vec<_>>()), most)
    };
    blocks.iter().map(part).collect::<Vec<_>>().join("\n")
}

fn piped(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
        if number == 0 {
            let _ = writeln!(text, "|{}", " --- |".repeat(row.len()));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_table_is_split_into_several_that_fit() {
        let cells = |row: &[&str]| row.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let rows = [
            cells(&["Tuned", "Start", "Value", "Estimate", "What it is"]),
            cells(&["open_two", "8", "13", "13.39 ±2.47", "an open line with two stones"]),
        ];
        assert_eq!(aligned_in(&rows, 100), aligned(&rows));
        let narrow = aligned_in(&rows, 30);
        assert!(narrow.lines().all(|line| width(line) <= 30), "{narrow}");
        assert_eq!(narrow.matches("open_two").count(), 3, "{narrow}");
    }

    #[test]
    fn thinning_keeps_both_ends() {
        let many: Vec<u32> = (0..100).collect();
        assert_eq!(thinned(&many, 4), [&0, &33, &66, &99]);
        assert_eq!(thinned(&many[..3], 4).len(), 3);
    }
}
