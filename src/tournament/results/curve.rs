//! Samples of the sums, taken while matches are counted. They are evenly spaced and their number is bounded.

use super::entrant_score::EntrantScore;

/// The largest field that keeps a curve. The curve of a larger one would be neither small nor legible.
pub const MOST_ENTRANTS: usize = 12;
/// At this number of samples, every other one is dropped and the interval between samples doubles.
const MOST: usize = 128;

/// The sums at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The number of matches counted by then.
    pub matches: u64,
    /// The sums of each entrant.
    pub standings: Vec<EntrantScore>,
}

/// Samples of the sums, in the order of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    looks: Vec<Checkpoint>,
    stride: u64,
}

impl Curve {
    pub(super) const fn new() -> Self {
        Self { looks: Vec::new(), stride: 2 }
    }

    /// Takes a sample if one is due.
    pub(super) fn look(&mut self, matches: u64, standings: &[EntrantScore]) {
        if standings.len() > MOST_ENTRANTS || !matches.is_multiple_of(self.stride) {
            return;
        }
        self.looks.push(Checkpoint { matches, standings: standings.to_vec() });
        if self.looks.len() >= MOST {
            self.stride *= 2;
            let stride = self.stride;
            self.looks.retain(|look| look.matches.is_multiple_of(stride));
        }
    }

    /// The samples, oldest first.
    #[must_use]
    pub fn looks(&self) -> &[Checkpoint] {
        &self.looks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_stay_few_and_evenly_spaced() {
        let mut curve = Curve::new();
        for matches in 1..=100_000 {
            curve.look(matches, &[EntrantScore::default(); 2]);
            assert!(curve.looks().len() < MOST);
        }
        let at: Vec<u64> = curve.looks().iter().map(|look| look.matches).collect();
        assert!(at.len() >= MOST / 2 - 1, "{at:?}");
        assert!(at.windows(2).all(|two| two[1] - two[0] == at[0]), "{at:?}");
    }

    #[test]
    fn a_large_field_has_no_samples() {
        let mut curve = Curve::new();
        curve.look(2, &[EntrantScore::default(); MOST_ENTRANTS + 1]);
        assert!(curve.looks().is_empty());
    }
}
