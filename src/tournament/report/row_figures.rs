//! The figures of a report's rows as people read them: the same in text, Markdown and HTML.

use super::facts::EntrantRow;
use super::number_format::{difference, rating_text, signed, with_error};
use super::switches::SwitchRow;

/// A step between two values of a switch: `depth 2 → 4`.
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

/// The difference to the field that was met.
pub(super) fn elo(row: &EntrantRow) -> String {
    difference(row.elo, row.elo_error, row.elo_bound, row.elo_note)
}

/// The rating among the whole field.
pub(super) fn rating(row: &EntrantRow) -> String {
    rating_text(row.rating, row.rating_error, row.rating_bound)
}

/// The normalised difference to the field that was met.
pub(super) fn nelo(row: &EntrantRow) -> String {
    with_error(row.nelo, row.nelo_error, 0)
}
