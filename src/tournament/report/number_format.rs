//! Formats figures for people, in the same way in text, Markdown and HTML.

use super::strength::RatingBound;
use super::switches::Ratio;
use crate::rating::NoFigure;
pub use arena_bots::tree::grouped;

/// Rounds to six decimals, so that a figure is the same on every machine. Logarithms may differ in later digits.
#[must_use]
pub fn rounded(value: f64) -> f64 {
    // Adding 0 turns −0 into 0.
    (value * 1e6).round() / 1e6 + 0.0
}

#[expect(clippy::cast_precision_loss, reason = "means of large sums need no more than a double's digits")]
pub(super) fn each(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| rounded(sum as f64 / count as f64))
}

/// Formats a value, or a dash if there is none.
pub(super) fn or_dash<T>(value: Option<T>, format: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), format)
}

/// Formats a count with its noun in the singular or plural.
#[must_use]
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// Formats half points, for example `12½`.
#[must_use]
pub fn halves(half_points: u64) -> String {
    let half = if half_points % 2 == 1 { "½" } else { "" };
    match half_points / 2 {
        0 if !half.is_empty() => half.to_owned(),
        whole => grouped(whole) + half,
    }
}

/// Formats points that are multiples of ½, such as those of matches or the sum of the opponents' points.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "points are small and not below 0")]
pub(super) fn points(points: f64) -> String {
    halves((points * 2.0).round() as u64)
}

/// Formats a ratio with its range.
pub(super) fn ratio(ratio: Option<Ratio>) -> String {
    let short = |value: f64| if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") };
    or_dash(ratio, |Ratio { mean, low, high }| match (low, high) {
        (Some(low), Some(high)) => format!("{} ({}–{})", short(mean), short(low), short(high)),
        _ => short(mean),
    })
}

/// Formats the likelihood of being stronger in per cent. If there is none, the bound by the sign test is shown.
#[must_use]
pub fn likelihood(likelihood: Option<f64>, sign_test: Option<f64>) -> String {
    let sign = match (likelihood, sign_test) {
        (Some(_), _) => "",
        (None, Some(bound)) if bound < 0.5 => "≤",
        (None, _) => "≥",
    };
    match likelihood.or(sign_test) {
        None => "–".to_owned(),
        Some(los) if los > 0.9995 => ">99.9".to_owned(),
        Some(los) if los < 0.0005 => "<0.1".to_owned(),
        Some(los) => format!("{sign}{:.1}", los * 100.0),
    }
}

/// Formats a share in per cent.
#[must_use]
pub fn percent(share: Option<f64>) -> String {
    or_dash(share, |share| format!("{:.1}%", share * 100.0))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of counts is positive")]
pub(super) fn nodes(nodes: f64) -> String {
    if nodes < 100.0 { format!("{nodes:.1}") } else { grouped(nodes.round() as u64) }
}

pub(super) fn milliseconds(ms: f64) -> String {
    if ms < 10.0 { format!("{ms:.3}") } else { format!("{ms:.1}") }
}

/// Formats a value with this number of decimals and a true minus sign. A value that rounds to 0 has no sign.
#[must_use]
pub fn figure(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value.abs());
    if value < 0.0 && !is_zero(&text) { format!("−{text}") } else { text }
}

/// Like [`figure`], with a plus sign for a positive value that does not round to 0.
#[must_use]
pub fn signed(value: f64, digits: usize) -> String {
    let text = figure(value, digits);
    if value > 0.0 && !is_zero(&text) { format!("+{text}") } else { text }
}

fn is_zero(figure: &str) -> bool {
    figure.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// Formats a value with its error, or a bound if there is no value.
pub(super) fn difference(value: Option<f64>, error: Option<f64>, bound: Option<f64>, note: Option<NoFigure>) -> String {
    match (value, bound, note) {
        (Some(_), ..) => with_error(value, error, 0),
        (None, Some(bound), Some(NoFigure::AllWon)) => format!("≥ {}", signed(bound, 0)),
        (None, Some(bound), _) => format!("≤ {}", signed(bound, 0)),
        _ => "–".to_owned(),
    }
}

/// Formats a difference with half of its 95 % range. The table of a field has whole numbers; a comparison of two sides
/// has two decimals.
#[must_use]
pub fn with_error(value: Option<f64>, error: Option<f64>, digits: usize) -> String {
    match (value, error) {
        (Some(value), Some(error)) => format!("{} ±{error:.digits$}", signed(value, digits)),
        (Some(value), None) => format!("{} ±?", signed(value, digits)),
        (None, _) => "–".to_owned(),
    }
}

/// Formats a rating with its error, or a bound if there is no rating.
#[must_use]
pub fn rating_text(rating: Option<f64>, error: Option<f64>, bound: Option<RatingBound>) -> String {
    match bound {
        _ if rating.is_some() => with_error(rating, error, 0),
        Some(RatingBound::AtLeast(elo)) => format!("≥ {}", signed(elo, 0)),
        Some(RatingBound::AtMost(elo)) => format!("≤ {}", signed(elo, 0)),
        None => "–".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_a_true_minus_and_zero_has_no_sign() {
        let shown = |value| [figure(value, 2), signed(value, 2), signed(value, 0)];
        assert_eq!(shown(1.594), ["1.59", "+1.59", "+2"]);
        assert_eq!(shown(-10.5), ["−10.50", "−10.50", "−10"]);
        assert_eq!(shown(0.4), ["0.40", "+0.40", "0"]);
        assert_eq!(shown(-0.001), ["0.00", "0.00", "0"]);
        assert_eq!(with_error(Some(-3.0), Some(2.25), 0), "−3 ±2");
        assert_eq!(rating_text(None, None, Some(RatingBound::AtLeast(351.4))), "≥ +351");
    }

    #[test]
    fn counts_have_singular_and_plural() {
        assert_eq!([0, 1, 1_234].map(|n| counted(n, "match", "matches")), ["0 matches", "1 match", "1,234 matches"]);
    }

    #[test]
    fn points_are_written_in_halves() {
        assert_eq!([0.0, 0.5, 1.0, 1_234.5].map(points), ["0", "½", "1", "1,234½"]);
    }
}
