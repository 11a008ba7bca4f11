//! Elo, normalised Elo and the likelihood of superiority, from matches or from encounters.
//!
//! With the results scored from 0 to 1 (¼ and ¾ for an encounter's ½ and 1½ points), let s be their mean, v their
//! variance about it and n their number. Then, as fastchess computes them (`elo_wdl.cpp`, `elo_pentanomial.cpp`):
//!
//! - Elo is −400 log₁₀(1/s − 1); its error is half of what lies between the Elo of the two ends of s ± 1.96 √(v/n).
//! - Normalised Elo is (s − ½)/σ · 800/ln 10, where σ² is the variance of one match: v for matches, 2 v for encounters,
//!   whose score is the mean of two (M. Van den Bergh, "Comments on Normalized Elo"). Its error is that of s on the
//!   same scale.
//! - The likelihood of superiority is Φ((s − ½)/√(v/n)).

use super::cluster::{Cluster, FEW_CLUSTERS, mean_error};
use super::normal::{Z95, cumulative};
use super::{NoFigure, Results};

/// One normalised Elo is so many standard deviations of a match: near 50 % and without draws, it is one Elo.
pub(super) const PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// A figure, or why there is none.
pub type Figure = Result<f64, NoFigure>;

/// Mean and scatter of results scored from 0 to 1.
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

/// The one result that all of them are, where that is so: then nothing shows how far results scatter.
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

/// The logistic Elo difference that an expected score above 0 and below 1 stands for.
pub(super) fn logistic(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// What results say about the difference between one side and the other. No figure is infinite or not a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The logistic Elo difference.
    pub elo: Figure,
    /// Half of its 95 % range.
    pub elo_error: Figure,
    /// When all was won, it is at least this with a confidence of 95 %; when all was lost, at most.
    pub elo_bound: Option<f64>,
    /// The normalised Elo difference.
    pub nelo: Figure,
    /// Half of its 95 % range.
    pub nelo_error: Figure,
    /// The likelihood of superiority, 0 to 1.
    pub los: Figure,
    /// When all was won, the likelihood is at least this; when all was lost, at most.
    pub los_bound: Option<f64>,
    /// The share of draws among matches, or of encounters that brought each side a point.
    pub draw_ratio: Figure,
    /// Encounters won to encounters lost.
    pub pairs_ratio: Figure,
}

/// The difference that these results stand for.
///
/// The bound where all m matches were won: a score of s makes that at most s^m likely, so below `0.05^(1/m)` it is
/// ruled out with 95 %; and between equals it is at most `2^−m` likely, which bounds the likelihood of superiority.
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

/// The same difference with errors from what each opening came to; see [`super::cluster`]. `certain` is that of
/// `results`, taken as independent: it stays where fewer than two openings were played or where nothing scatters, and with
/// few openings, which may be alike by chance, an error does not get smaller.
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

/// The logistic Elo difference to the field that was met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference; none when every match was won or lost, or none was played.
    pub value: Option<f64>,
    /// Half of the 95 % range.
    pub error: Option<f64>,
    /// When all matches were won, the difference is at least this with a confidence of 95 %; when all were lost, at
    /// most this.
    pub bound: Option<f64>,
    /// Why a figure is missing.
    pub note: Option<NoFigure>,
}

/// The Elo difference of the score of `all` results, with the error that `independent` ones of them allow (all but
/// repeats of a match that could not have gone otherwise); see [`difference`]. Where all were won or lost, the bound
/// comes from the independent ones.
#[must_use]
pub fn elo(all: Results, independent: Results) -> Elo {
    let (value, error) = (difference(all), difference(independent));
    match value.elo {
        Err(note) => Elo { value: None, error: None, bound: error.elo_bound, note: Some(note) },
        Ok(elo) => {
            let note = match error.elo_error {
                Ok(_) => None,
                // What is left without repeats may all be won though not everything was.
                Err(_) if uniform(all).is_none() => Some(NoFigure::TooFew),
                Err(note) => Some(note),
            };
            Elo { value: Some(elo), error: error.elo_error.ok(), bound: None, note }
        }
    }
}
