//! Elo, normalised Elo and the likelihood of superiority, from matches or from encounters.
//!
//! Results are scored from 0 to 1 (¼ and ¾ for an encounter's ½ and 1½ points). Let s be their mean, v their variance
//! and n their number. The formulas are those of fastchess (`elo_wdl.cpp`, `elo_pentanomial.cpp`):
//!
//! - Elo is −400 log₁₀(1/s − 1). Its error is half of the difference between the Elo at s + 1.96 √(v/n) and at s − 1.96
//!   √(v/n).
//! - Normalised Elo is (s − ½)/σ · 800/ln 10, where σ² is the variance of one match: v for matches, 2 v for encounters,
//!   whose score is the mean of two (M. Van den Bergh, "Comments on Normalized Elo"). Its error is that of s on the
//!   same scale.
//! - The likelihood of superiority is Φ((s − ½)/√(v/n)).

use super::cluster::{Cluster, FEW_CLUSTERS, mean_error};
use super::normal::{Z95, cumulative};
use super::{NoFigure, Results, Wdl};

/// The normalised Elo of one standard deviation of a match. Near 50 % and without draws, normalised Elo equals Elo.
pub(super) const PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// A figure, or the reason why there is none.
pub type Figure = Result<f64, NoFigure>;

/// Mean and variance of results that are scored from 0 to 1.
#[derive(Clone, Copy, Debug)]
struct Scatter {
    n: f64,
    mean: f64,
    variance: f64,
}

impl Scatter {
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
    fn of(results: Results) -> Result<Self, NoFigure> {
        let counts = results.counts();
        let n = counts.iter().sum::<u64>() as f64;
        if n == 0.0 {
            return Err(NoFigure::NonePlayed);
        }
        let best = (counts.len() - 1) as f64;
        let scored = || counts.iter().enumerate().map(|(place, &count)| (place as f64 / best, count as f64 / n));
        let mean = scored().map(|(score, share)| score * share).sum::<f64>();
        let variance = scored().map(|(score, share)| share * (score - mean).powi(2)).sum::<f64>();
        Ok(Self { n, mean, variance })
    }

    /// Half of the 95 % range of the mean.
    fn reach(self) -> f64 {
        Z95 * (self.variance / self.n).sqrt()
    }
}

/// Returns the reason for missing figures if all results are the same. Their scatter is unknown then.
fn uniform(results: Results) -> Option<NoFigure> {
    let counts = results.counts();
    let mut found = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let (Some((place, _)), None) = (found.next(), found.next()) else { return None };
    Some(match (place, results) {
        (0, _) => NoFigure::AllLost,
        (place, _) if place + 1 == counts.len() => NoFigure::AllWon,
        (_, Results::Trinomial(_)) => NoFigure::AllDrawn,
        (_, Results::Pentanomial(_)) => NoFigure::AllAlike,
    })
}

/// The logistic Elo difference of an expected score above 0 and below 1.
pub(super) fn logistic(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The difference between one side and the other, estimated from results. All figures are finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The logistic Elo difference.
    pub elo: Figure,
    /// Half of its 95 % range.
    pub elo_error: Figure,
    /// If everything was won, the difference is at least this with a confidence of 95 %. If everything was lost, it is
    /// at most this.
    pub elo_bound: Option<f64>,
    /// The normalised Elo difference.
    pub nelo: Figure,
    /// Half of its 95 % range.
    pub nelo_error: Figure,
    /// The likelihood of superiority, from 0 to 1.
    pub los: Figure,
    /// If everything was won, the likelihood is at least this. If everything was lost, it is at most this.
    pub los_bound: Option<f64>,
    /// The share of draws among matches, or of encounters that brought each side one point.
    pub draw_ratio: Figure,
    /// The ratio of encounters won to encounters lost.
    pub pairs_ratio: Figure,
}

/// The bound of the likelihood of superiority by the sign test, if one side won every match that was decided. Between
/// equals, n decided matches are all won with a probability of `2^−n`. The likelihood is at least `1 − 2^−n` if all were
/// won, and at most `2^−n` if all were lost. One match gives no bound: it is ½.
#[must_use]
pub fn sign_test(results: Wdl) -> Option<f64> {
    let by_chance = |decided: u64| 0.5_f64.powi(i32::try_from(decided).unwrap_or(i32::MAX));
    match (results.wins, results.losses) {
        (0 | 1, 0) | (0, 1) => None,
        (wins, 0) => Some(1.0 - by_chance(wins)),
        (0, losses) => Some(by_chance(losses)),
        _ => None,
    }
}

/// Estimates the difference from these results.
///
/// The bounds apply if all m matches were won. With an expected score of s the probability of that is at most s^m, so a
/// score below `0.05^(1/m)` is excluded with a confidence of 95 %. Between equals the probability is at most `2^−m`,
/// which bounds the likelihood of superiority.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
pub fn difference(results: Results) -> Difference {
    let counts = results.counts();
    let scatter = Scatter::of(results);
    let uniform = uniform(results);
    let varied = scatter.and_then(|scatter| uniform.map_or(Ok(scatter), Err));
    let per_match = f64::from(results.matches_each()).sqrt();
    let matches = scatter.map_or(0.0, |scatter| scatter.n * f64::from(results.matches_each()));
    let one_sided = |at_least: f64| match uniform {
        Some(NoFigure::AllWon) => Some(at_least),
        Some(NoFigure::AllLost) => Some(1.0 - at_least),
        _ => None,
    };
    let share = |part: u64| scatter.map(|scatter| part as f64 / scatter.n);
    Difference {
        elo: scatter.and_then(|scatter| match uniform {
            Some(all @ (NoFigure::AllWon | NoFigure::AllLost)) => Err(all),
            _ => Ok(logistic(scatter.mean)),
        }),
        elo_error: varied.and_then(|scatter| {
            let (low, high) = (scatter.mean - scatter.reach(), scatter.mean + scatter.reach());
            if low <= 0.0 || high >= 1.0 {
                return Err(NoFigure::TooFew);
            }
            Ok((logistic(high) - logistic(low)) / 2.0)
        }),
        elo_bound: one_sided(0.05_f64.powf(1.0 / matches.max(1.0))).map(logistic),
        nelo: varied.map(|it| (it.mean - 0.5) / (per_match * it.variance.sqrt()) * PER_DEVIATION),
        nelo_error: varied.map(|it| it.reach() / (per_match * it.variance.sqrt()) * PER_DEVIATION),
        los: varied.map(|it| cumulative((it.mean - 0.5) / (it.variance / it.n).sqrt())),
        los_bound: one_sided(1.0 - 0.5_f64.powf(matches)),
        draw_ratio: share(counts[counts.len() / 2]),
        pairs_ratio: match results {
            Results::Trinomial(_) => Err(NoFigure::NoEncounters),
            Results::Pentanomial(_) if scatter.is_err() => Err(NoFigure::NonePlayed),
            Results::Pentanomial(_) if counts[0] + counts[1] == 0 => Err(NoFigure::NoneLost),
            Results::Pentanomial(_) => Ok((counts[3] + counts[4]) as f64 / (counts[0] + counts[1]) as f64),
        },
    }
}

/// Returns the difference with errors that are clustered by opening; see [`super::cluster`]. `certain` is the
/// difference for independent results. It is returned if fewer than two openings were played or nothing scatters. With
/// few openings, which may be alike by chance, an error does not become smaller.
#[must_use]
pub fn clustered(certain: Difference, results: Results, clusters: &[Cluster]) -> Difference {
    let (Some((mean, error)), Ok(scatter), None) = (mean_error(clusters), Scatter::of(results), uniform(results))
    else {
        return certain;
    };
    let error = if clusters.len() < FEW_CLUSTERS { error.max(scatter.reach()) } else { error };
    if error <= 0.0 {
        return certain;
    }
    let (low, high) = (mean - error, mean + error);
    let reaches_out = low <= 0.0 || high >= 1.0;
    let deviation = f64::from(results.matches_each()).sqrt() * scatter.variance.sqrt();
    Difference {
        elo_error: if reaches_out { Err(NoFigure::TooFew) } else { Ok((logistic(high) - logistic(low)) / 2.0) },
        nelo_error: Ok(error / deviation * PER_DEVIATION),
        los: Ok(cumulative((mean - 0.5) * Z95 / error)),
        ..certain
    }
}

/// The logistic Elo difference to the opponents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference; `None` if every match was won, every match was lost, or none was played.
    pub value: Option<f64>,
    /// Half of the 95 % range.
    pub error: Option<f64>,
    /// If all matches were won, the difference is at least this with a confidence of 95 %. If all were lost, it is at
    /// most this.
    pub bound: Option<f64>,
    /// The reason for a missing figure.
    pub note: Option<NoFigure>,
}

/// The Elo difference of the score in `all` results. Its error is based on the `independent` results, which exclude
/// repeats; see [`difference`]. If everything was won or lost, the bound is based on the independent results too.
///
/// ```
/// use arena_tournament::rating::{Results, Wdl, elo::elo};
///
/// let results = Results::Trinomial(Wdl { wins: 60, draws: 20, losses: 20 });
/// let found = elo(results, results);
/// assert_eq!(found.value.map(f64::round), Some(147.0));
/// assert!(found.error.is_some_and(|error| error < 80.0));
/// ```
#[must_use]
pub fn elo(all: Results, independent: Results) -> Elo {
    let (value, error) = (difference(all), difference(independent));
    match value.elo {
        Err(note) => Elo { value: None, error: None, bound: error.elo_bound, note: Some(note) },
        Ok(elo) => {
            let note = match error.elo_error {
                Ok(_) => None,
                // The results without repeats may all be won although some of the others were not.
                Err(_) if uniform(all).is_none() => Some(NoFigure::TooFew),
                Err(note) => Some(note),
            };
            Elo { value: Some(elo), error: error.elo_error.ok(), bound: None, note }
        }
    }
}
