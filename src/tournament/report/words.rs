//! The figures of a report as people read them: the same in text, Markdown and HTML.

use super::{Basis, EntrantRow, RatingBound, Ratio, Report, SwitchRow};
use crate::games::Options;
use crate::tournament::rating::{NoFigure, Wdl};

/// What was played, in a line.
pub(in crate::tournament) fn summary(report: &Report) -> String {
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
    format!(
        "{}{}, {}, {}, {}, {openings}, seed {}",
        report.game.info().title,
        if options.len() > 60 { "" } else { &options },
        report.format.name().replace('-', " "),
        plural(report.entrants.len() as u64, "entrant"),
        plural(report.rounds, "round"),
        report.seed
    )
}

/// All sentences about how to read the figures.
pub(in crate::tournament) fn notes(report: &Report) -> Vec<String> {
    [rating_legend(report), first_seat(report), frontier(report), switch_legend(report)].into_iter().flatten().collect()
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
pub fn halves(half_points: u64) -> String {
    let half = if half_points % 2 == 1 { "½" } else { "" };
    match half_points / 2 {
        0 if !half.is_empty() => half.to_owned(),
        whole => grouped(whole) + half,
    }
}

/// Points that come in halves, as a sum of matches or of opponents' points does.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "points are small and not below 0")]
pub(in crate::tournament) fn points(points: f64) -> String {
    halves((points * 2.0).round() as u64)
}

/// A step as it is told: `depth 2 → 4`.
pub(in crate::tournament) fn switch(row: &SwitchRow) -> String {
    format!("{} {} → {}", row.key, row.from, row.to)
}

pub(in crate::tournament) fn switch_elo(row: &SwitchRow) -> String {
    difference(row.elo, row.elo_error, row.elo_bound, row.elo_note)
}

pub(in crate::tournament) fn switch_score(row: &SwitchRow) -> String {
    let points = |score: f64| format!("{}%", signed(score * 100.0, 1));
    match (row.score_difference, row.score_error) {
        (None, _) => "–".to_owned(),
        (Some(score), None) => format!("{} ±?", points(score)),
        (Some(score), Some(error)) => format!("{} ±{:.1}", points(score), error * 100.0),
    }
}

/// A ratio with its range.
pub(in crate::tournament) fn ratio(ratio: Option<Ratio>) -> String {
    let short = |value: f64| if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") };
    match ratio {
        None => "–".to_owned(),
        Some(Ratio { mean, low: Some(low), high: Some(high) }) => {
            format!("{} ({}–{})", short(mean), short(low), short(high))
        }
        Some(Ratio { mean, .. }) => short(mean),
    }
}

/// The ends of matches with how often each came.
pub(in crate::tournament) fn ends(report: &Report) -> Vec<(String, u64)> {
    let name = |by| serde_json::to_value(by).ok().and_then(|by| by.as_str().map(str::to_owned)).unwrap_or_default();
    report.ends.iter().map(|(by, &count)| (name(by), count)).collect()
}

/// What the ratings are measured from.
pub(in crate::tournament) fn rating_legend(report: &Report) -> Option<String> {
    let zero = match &report.joint.anchor {
        None => "the mean of the rated entrants is 0".to_owned(),
        Some(anchor) => format!("{} has {:.0}", anchor.name, anchor.rating),
    };
    let encounters = report.entrants.iter().all(|row| row.errors_from == Basis::Encounters);
    let basis = if encounters { "encounters" } else { "encounters, or from matches where those are not whole" };
    Some(format!(
        "Rating: of the whole field at once, {zero}. Errors are halves of 95 % ranges: those of ratings from the \
         Fisher information of the matches, those of Elo and nElo from {basis}."
    ))
}

/// What the first seat is worth.
pub(in crate::tournament) fn first_seat(report: &Report) -> Option<String> {
    let Wdl { wins, draws, losses } = report.first_seat;
    let score = report.first_seat.score()?;
    let worth = match (report.joint.first_advantage, report.joint.first_advantage_error) {
        (Some(elo), Some(error)) => format!("; the seat is worth {} ±{error:.0} Elo", signed(elo, 0)),
        (Some(elo), None) => format!("; the seat is worth {} Elo", signed(elo, 0)),
        _ => String::new(),
    };
    let [wins, draws, losses] = [wins, draws, losses].map(grouped);
    Some(format!("The first seat won {wins}, drew {draws} and lost {losses} ({:.1}%){worth}.", score * 100.0))
}

/// Who gives most for the nodes.
pub(in crate::tournament) fn frontier(report: &Report) -> Option<String> {
    let mut on: Vec<&EntrantRow> = report.entrants.iter().filter(|row| row.frontier).collect();
    on.sort_by(|a, b| a.nodes_per_move.unwrap_or(0.0).total_cmp(&b.nodes_per_move.unwrap_or(0.0)));
    let name = |row: &&EntrantRow| format!("{} ({})", row.name, row.nodes_per_move.map_or("–".to_owned(), nodes));
    let most = on.iter().take(8).map(name).collect::<Vec<_>>().join(", ");
    let more = if on.len() > 8 { format!(" and {} more", on.len() - 8) } else { String::new() };
    (!on.is_empty()).then(|| format!("Nobody is stronger for as few nodes a move: {most}{more}."))
}

/// How to read the switches.
pub(in crate::tournament) fn switch_legend(report: &Report) -> Option<String> {
    (!report.switches.is_empty()).then(|| {
        "Switch: n pairs of bots that differ in nothing else; W-D-L and Elo in their direct matches, Score against the \
         whole field, Nodes and ms as ratios with 95 % ranges; Saved: nodes, where the values found are the same."
            .to_owned()
    })
}

pub(in crate::tournament) fn percent(score: Option<f64>) -> String {
    score.map_or("–".to_owned(), |score| format!("{:.1}%", score * 100.0))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of counts is positive")]
pub(in crate::tournament) fn nodes(nodes: f64) -> String {
    if nodes < 100.0 { format!("{nodes:.1}") } else { grouped(nodes.round() as u64) }
}

pub(in crate::tournament) fn milliseconds(ms: f64) -> String {
    if ms < 10.0 { format!("{ms:.3}") } else { format!("{ms:.1}") }
}

/// So many digits after the point, with a true minus; what rounds to 0 has none.
#[must_use]
pub fn figure(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value.abs());
    if value < 0.0 && !is_zero(&text) { format!("−{text}") } else { text }
}

/// The same for a difference, which has a sign unless it rounds to 0.
#[must_use]
pub fn signed(value: f64, digits: usize) -> String {
    let text = figure(value, digits);
    if value > 0.0 && !is_zero(&text) { format!("+{text}") } else { text }
}

fn is_zero(figure: &str) -> bool {
    figure.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// A value and its error, or what is known instead.
fn difference(value: Option<f64>, error: Option<f64>, bound: Option<f64>, note: Option<NoFigure>) -> String {
    match (value, bound, note) {
        (Some(_), ..) => with_error(value, error, 0),
        (None, Some(bound), Some(NoFigure::AllWon)) => format!("≥ {}", signed(bound, 0)),
        (None, Some(bound), _) => format!("≤ {}", signed(bound, 0)),
        _ => "–".to_owned(),
    }
}

/// A difference and half of its 95 % range: whole numbers in the table of a field, two digits after the point where two
/// sides are compared.
#[must_use]
pub fn with_error(value: Option<f64>, error: Option<f64>, digits: usize) -> String {
    match (value, error) {
        (Some(value), Some(error)) => format!("{} ±{error:.digits$}", signed(value, digits)),
        (Some(value), None) => format!("{} ±?", signed(value, digits)),
        (None, _) => "–".to_owned(),
    }
}

/// The difference to the field that was met.
pub(in crate::tournament) fn elo(row: &EntrantRow) -> String {
    difference(row.elo, row.elo_error, row.elo_bound, row.elo_note)
}

/// The rating among the whole field.
pub(in crate::tournament) fn rating(row: &EntrantRow) -> String {
    rating_text(row.rating, row.rating_error, row.rating_bound)
}

/// A rating, or what is known instead.
#[must_use]
pub fn rating_text(rating: Option<f64>, error: Option<f64>, bound: Option<RatingBound>) -> String {
    match bound {
        _ if rating.is_some() => with_error(rating, error, 0),
        Some(RatingBound::AtLeast(elo)) => format!("≥ {}", signed(elo, 0)),
        Some(RatingBound::AtMost(elo)) => format!("≤ {}", signed(elo, 0)),
        None => "–".to_owned(),
    }
}

/// The normalised difference to the field that was met.
pub(in crate::tournament) fn nelo(row: &EntrantRow) -> String {
    with_error(row.nelo, row.nelo_error, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_has_a_true_minus_and_nothing_has_no_sign() {
        let shown = |value| [figure(value, 2), signed(value, 2), signed(value, 0)];
        assert_eq!(shown(1.594), ["1.59", "+1.59", "+2"]);
        assert_eq!(shown(-10.5), ["−10.50", "−10.50", "−10"]);
        assert_eq!(shown(0.4), ["0.40", "+0.40", "0"]);
        assert_eq!(shown(-0.001), ["0.00", "0.00", "0"]);
        assert_eq!(with_error(Some(-3.0), Some(2.25), 0), "−3 ±2");
        assert_eq!(rating_text(None, None, Some(RatingBound::AtLeast(351.4))), "≥ +351");
    }

    #[test]
    fn points_are_told_in_halves() {
        assert_eq!([0.0, 0.5, 1.0, 1_234.5].map(points), ["0", "½", "1", "1,234½"]);
    }
}
