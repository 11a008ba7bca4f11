//! A report for a terminal of a hundred columns.

use std::fmt::Write;

use super::rating::{NoFigure, Wdl};
use super::report::{EntrantRow, Report};
use crate::games::Options;

/// Tables are made to fit this, where the names allow it.
const WIDTH: usize = 100;
/// Names are not broken into less.
const LEAST_NAME: usize = 14;
/// The matrix of pairs shows so many entrants, the best ones.
const MATRIX: usize = 12;

/// The crosstable, the matrix of pairs, the ends of the matches, and what a reader should know.
#[must_use]
pub fn crosstable(report: &Report) -> String {
    let mut text = heading(report);
    text.push('\n');
    text.push_str(&standings(report));
    text.push('\n');
    text.push_str(&matrix(report));
    text.push('\n');
    text.push_str(&footer(report));
    text
}

fn heading(report: &Report) -> String {
    let plural = |count: u64, one: &str| format!("{} {one}{}", grouped(count), if count == 1 { "" } else { "s" });
    // What every match of the game has unless told otherwise need not be said.
    let usual = report.game.complete_options(&Options::new()).unwrap_or_default();
    let unusual = report.options.iter().filter(|(name, value)| usual.get(*name) != Some(value));
    let options: Vec<String> = unusual.map(|(name, value)| format!("{name} {value}")).collect();
    let options = if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) };
    let openings = match report.random_plies {
        0 if report.openings.is_empty() => "no openings".to_owned(),
        0 => plural(report.opening_count as u64, "opening"),
        plies => format!("openings of {}", plural(plies as u64, "random ply").replace("plys", "plies")),
    };
    let lines = [
        report.name.clone(),
        format!(
            "{}{}, {}, {}, {}, {openings}, seed {}",
            report.game.info().title,
            if options.len() > 60 { "" } else { &options },
            report.format.name().replace('-', " "),
            plural(report.entrants.len() as u64, "entrant"),
            plural(report.rounds, "round"),
            report.seed
        ),
    ];
    lines.join("\n") + "\n"
}

fn standings(report: &Report) -> String {
    let timed = report.entrants.iter().any(|row| row.ms_per_move.is_some());
    let mut header = vec![
        "#",
        "Entrant",
        "Games",
        "W",
        "D",
        "L",
        "Points",
        "Score",
        "First",
        "Second",
        "Nodes/move",
        "ms/move",
        "Elo",
    ];
    if !timed {
        header.retain(|title| *title != "ms/move");
    }
    let mut rows = vec![header.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for (place, row) in report.entrants.iter().enumerate() {
        let Wdl { wins, draws, losses } = row.results;
        let mut cells = vec![(place + 1).to_string(), row.name.clone()];
        cells.extend([row.played, wins, draws, losses].map(grouped));
        cells.push(halves(row.results));
        cells.extend([row.score, row.first.score(), row.second.score()].map(percent));
        cells.push(row.nodes_per_move.map_or("–".to_owned(), nodes));
        if timed {
            cells.push(row.ms_per_move.map_or("–".to_owned(), milliseconds));
        }
        cells.push(elo(row));
        rows.push(cells);
    }
    table(&rows)
}

/// Right-aligned columns but for the second, the names, which are broken where the table would be too wide.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let mut widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| length(&row[column])).max().unwrap_or(0)).collect();
    let fits = |widths: &[usize], gap: usize| widths.iter().sum::<usize>() + gap * (columns - 1) <= WIDTH;
    let gap = if fits(&widths, 2) { 2 } else { 1 };
    if !fits(&widths, gap) {
        let others = widths.iter().sum::<usize>() - widths[1] + gap * (columns - 1);
        widths[1] = WIDTH.saturating_sub(others).clamp(LEAST_NAME.min(widths[1]), widths[1]);
    }
    let names: Vec<Vec<String>> = rows.iter().map(|row| broken(&row[1], widths[1])).collect();
    // A name of many lines reads better on a line of its own, above the figures.
    let above = names.iter().any(|name| name.len() > 2);
    if above {
        widths[1] = length(&rows[0][1]);
    }
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let name = match &names[number] {
            _ if above && number > 0 => {
                let _ = writeln!(text, "{:>width$}{}{}", row[0], " ".repeat(gap), cut(&row[1], 90), width = widths[0]);
                vec![String::new()]
            }
            name => name.clone(),
        };
        for (line, part) in name.iter().enumerate() {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                1 => format!("{part}{}", " ".repeat(width.saturating_sub(length(part)))),
                0 if above && number > 0 => " ".repeat(width),
                _ if line > 0 => " ".repeat(width),
                _ => format!("{}{cell}", " ".repeat(width.saturating_sub(length(cell)))),
            });
            let line = cells.collect::<Vec<_>>().join(&" ".repeat(gap));
            let _ = writeln!(text, "{}", line.trim_end());
        }
        if number == 0 {
            let _ = writeln!(text, "{}", "─".repeat(widths.iter().sum::<usize>() + gap * (columns - 1)));
        }
    }
    text
}

/// `text` in lines of at most `width` characters, broken at spaces where there are any.
fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let mut word = word.to_owned();
        let last = lines.last_mut().expect("there is always a line");
        if !last.is_empty() && length(last) + 1 + length(&word) <= width {
            last.push(' ');
            last.push_str(&word);
            continue;
        }
        if !last.is_empty() {
            lines.push(String::new());
        }
        while length(&word) > width {
            let rest: String = word.chars().skip(width).collect();
            *lines.last_mut().expect("there is always a line") = word.chars().take(width).collect();
            lines.push(String::new());
            word = rest;
        }
        *lines.last_mut().expect("there is always a line") = word;
    }
    lines
}

/// Wins, draws and losses of each row against each column, columns by number, in as many blocks as the width needs.
fn matrix(report: &Report) -> String {
    let shown = report.entrants.len().min(MATRIX);
    // `pairs` lists (1, 2), (1, 3), …, (2, 3), … of the table's order.
    let place = |a: usize, b: usize| a * (2 * report.entrants.len() - a - 1) / 2 + b - a - 1;
    let between = |row: usize, column: usize| match row.cmp(&column) {
        std::cmp::Ordering::Less => Some(report.pairs[place(row, column)].results),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(report.pairs[place(column, row)].results.reversed()),
    };
    let cell = |wdl: Option<Wdl>| {
        wdl.map_or("·".to_owned(), |Wdl { wins, draws, losses }| format!("{wins}-{draws}-{losses}"))
    };
    let cells: Vec<Vec<String>> =
        (0..shown).map(|row| (0..shown).map(|column| cell(between(row, column))).collect()).collect();
    let width = cells.iter().flatten().map(|cell| length(cell)).max().unwrap_or(1);
    let per_block = |names: usize| (WIDTH.saturating_sub(names + 4) / (width + 2)).max(1);
    let longest = report.entrants.iter().take(shown).map(|row| length(&row.name)).max().unwrap_or(0);
    let name_width = longest.max(length("W-D-L of row"));
    // Names stand in the table above: where they would break the matrix up, the numbers do.
    let named = per_block(name_width) >= shown;
    let title = if named { "W-D-L of row" } else { "W-D-L" };
    let name_width = if named { name_width } else { length(title) };
    let mut text = String::new();
    let columns: Vec<usize> = (0..shown).collect();
    for (number, block) in columns.chunks(per_block(name_width)).enumerate() {
        let titles: String = block.iter().map(|column| format!("  {:>width$}", column + 1)).collect();
        let _ = writeln!(text, "{}{:>2}  {title:name_width$}{titles}", if number > 0 { "\n" } else { "" }, "#");
        for (row, entrant) in report.entrants.iter().take(shown).enumerate() {
            let name = if named { entrant.name.as_str() } else { "" };
            let results: String = block.iter().map(|&column| format!("  {:>width$}", cells[row][column])).collect();
            let _ = writeln!(text, "{:>2}  {name:name_width$}{results}", row + 1);
        }
    }
    if shown < report.entrants.len() {
        let _ = writeln!(
            text,
            "The best {shown} of {} entrants; --json has all {} pairs.",
            report.entrants.len(),
            grouped(report.pairs.len() as u64)
        );
    }
    text
}

fn footer(report: &Report) -> String {
    let mut text = String::new();
    let ends: Vec<String> = report
        .ends
        .iter()
        .map(|(by, count)| {
            let by = serde_json::to_value(by).ok().and_then(|by| by.as_str().map(str::to_owned)).unwrap_or_default();
            format!("{by} {}", grouped(*count))
        })
        .collect();
    let so_far = if report.matches < report.scheduled {
        format!("{} of {} matches (not finished)", grouped(report.matches), grouped(report.scheduled))
    } else {
        format!("{} matches", grouped(report.matches))
    };
    let ends = if ends.is_empty() { String::new() } else { format!("; ended by {}", ends.join(", ")) };
    let _ = writeln!(text, "{so_far}, {} of them distinct{ends}.", grouped(report.distinct));
    let mut legend =
        "First, Second: the score in that seat. Elo: difference to the field met, ± half its 95 % range".to_owned();
    if report.entrants.iter().any(|row| row.elo_bound.is_some()) {
        legend.push_str(";\n≥ and ≤: all was won or lost, and this holds with 95 %");
    }
    if report.entrants.iter().any(|row| row.elo.is_some() && row.elo_error.is_none()) {
        legend.push_str(";\n±?: the matches are too few, or too much alike, for an error");
    }
    let _ = writeln!(text, "{legend}.");
    for warning in &report.warnings {
        for (number, line) in broken(warning, WIDTH - 9).iter().enumerate() {
            let _ = writeln!(text, "{}{line}", if number == 0 { "Warning: " } else { "         " });
        }
    }
    text
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// At most `width` characters, with an ellipsis for what is left out.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    if length(text) <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// A number with its thousands apart.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Points with their half.
#[must_use]
pub fn halves(results: Wdl) -> String {
    let half = if results.half_points() % 2 == 1 { "½" } else { "" };
    match results.half_points() / 2 {
        0 if !half.is_empty() => half.to_owned(),
        whole => grouped(whole) + half,
    }
}

fn percent(score: Option<f64>) -> String {
    score.map_or("–".to_owned(), |score| format!("{:.1}%", score * 100.0))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of counts is positive")]
fn nodes(nodes: f64) -> String {
    if nodes < 100.0 { format!("{nodes:.1}") } else { grouped(nodes.round() as u64) }
}

fn milliseconds(ms: f64) -> String {
    if ms < 10.0 { format!("{ms:.3}") } else { format!("{ms:.1}") }
}

fn elo(row: &EntrantRow) -> String {
    let signed = |value: f64| if value < 0.0 { format!("−{:.0}", -value) } else { format!("+{value:.0}") };
    match (row.elo, row.elo_error, row.elo_bound, row.elo_note) {
        (Some(elo), Some(error), ..) => format!("{} ±{error:.0}", signed(elo)),
        (Some(elo), None, ..) => format!("{} ±?", signed(elo)),
        (None, _, Some(bound), Some(NoFigure::AllWon)) => format!("≥ {}", signed(bound)),
        (None, _, Some(bound), _) => format!("≤ {}", signed(bound)),
        _ => "–".to_owned(),
    }
}
