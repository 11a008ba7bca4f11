//! Formats the figures of a report's rows, in the same way in text, Markdown and HTML.

use super::facts::EntrantRow;
use super::number_format::{difference, rating_text, signed, with_error};
use super::switches::SwitchRow;

/// Formats a step between two values of a switch: `depth 2 → 4`.
pub(super) fn switch(row: &SwitchRow) -> String {
    format!("{} {} → {}", row.key, row.from, row.to)
}

pub(super) fn switch_elo(row: &SwitchRow) -> String {
    difference(row.elo, row.elo_error, row.elo_bound, row.elo_note)
}

pub(super) fn switch_score(row: &SwitchRow) -> String {
    let points = |score: f64| format!("{}%", signed(score * 100.0, 1));
    match (row.score_difference, row.score_error) {
        (None, _) => "–".to_owned(),
        (Some(score), None) => format!("{} ±?", points(score)),
        (Some(score), Some(error)) => format!("{} ±{:.1}", points(score), error * 100.0),
    }
}

/// Formats the difference to the opponents.
pub(super) fn elo(row: &EntrantRow) -> String {
    difference(row.elo, row.elo_error, row.elo_bound, row.elo_note)
}

/// Formats the rating in the whole field.
pub(super) fn rating(row: &EntrantRow) -> String {
    rating_text(row.rating, row.rating_error, row.rating_bound)
}

/// Formats the normalised difference to the opponents.
pub(super) fn nelo(row: &EntrantRow) -> String {
    with_error(row.nelo, row.nelo_error, 0)
}
