//! Rounds the figures of a report, so that they are the same on every machine.

/// Rounds to six decimals. Logarithms on two machines may differ in later digits.
pub(super) fn rounded(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    // Turns −0 into 0.
    rounded + 0.0
}

#[expect(clippy::cast_precision_loss, reason = "means of large sums need no more than a double's digits")]
pub(super) fn each(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| rounded(sum as f64 / count as f64))
}
