//! Errors of figures whose matches share openings.
//!
//! An opening favours a seat, or an entrant, to some degree. Results from the same opening are therefore alike, and
//! errors that treat them as independent are too small. Here the openings are the sample. The variance of a mean is
//! that of a ratio of totals by opening (W. G. Cochran, *Sampling Techniques*, 6.3). Ranges use Student's quantile for
//! the number of openings less one.

use super::Wdl;
use super::normal::student95;

/// With fewer openings, errors that are based on them are rough.
pub const FEW_CLUSTERS: usize = 10;

/// The results from one opening.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cluster {
    /// The number of matches.
    pub played: f64,
    /// Points: 1 for a win, ½ for a draw.
    pub points: f64,
}

impl Cluster {
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
    pub fn add(&mut self, results: Wdl) {
        self.played += results.played() as f64;
        self.points += results.points();
    }
}

/// The mean score of a match and half of its 95 % range. `None` if fewer than two openings were played.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 openings")]
pub fn mean_error(clusters: &[Cluster]) -> Option<(f64, f64)> {
    let played: Vec<&Cluster> = clusters.iter().filter(|cluster| cluster.played > 0.0).collect();
    if played.len() < 2 {
        return None;
    }
    let matches = played.iter().map(|cluster| cluster.played).sum::<f64>();
    let mean = played.iter().map(|cluster| cluster.points).sum::<f64>() / matches;
    let surplus = |cluster: &&Cluster| (cluster.points - mean * cluster.played).powi(2);
    let count = played.len() as f64;
    let variance = played.iter().map(surplus).sum::<f64>() * count / (count - 1.0) / matches.powi(2);
    Some((mean, student95(count - 1.0) * variance.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_games::seed::Rng;

    /// Returns the results of thirty openings with twenty matches each. Each opening favours a seat to a different
    /// degree.
    fn drawn(seed: u64) -> Vec<Cluster> {
        let mut rng = Rng::new(seed);
        let opening = |_| {
            let chance = 20 + rng.below(71);
            let wins = (0..20).filter(|_| rng.below(100) < chance).count();
            Cluster { played: 20.0, points: f64::from(u32::try_from(wins).unwrap()) }
        };
        (0..30).map(opening).collect()
    }

    #[test]
    fn the_range_covers_the_true_score_if_matches_share_openings() {
        let covered = (0..400).filter(|&seed| {
            let (score, error) = mean_error(&drawn(seed)).unwrap();
            (score - 0.55).abs() <= error
        });
        let covered = covered.count();
        assert!((370..=392).contains(&covered), "{covered} of 400");
    }

    #[test]
    fn one_opening_gives_no_error() {
        let one = Cluster { played: 6.0, points: 3.5 };
        assert_eq!(mean_error(&[one, Cluster::default()]), None);
        assert!(mean_error(&[one, one]).unwrap().1 < 1e-9);
    }
}
