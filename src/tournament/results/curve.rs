//! How the sums grew while the matches were counted: a bounded number of samples, evenly spaced.

use super::standing::Standing;

/// Fields with more entrants keep no curve: it would be neither small nor legible.
pub const MOST_ENTRANTS: usize = 12;
/// With so many samples every other one is dropped, and from then on they are taken half as often.
const MOST: usize = 128;

/// The sums at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Matches that counted by then.
    pub matches: u64,
    /// Each entrant's sums.
    pub standings: Vec<Standing>,
}

/// Looks at the sums as they grew, in the order of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    looks: Vec<Look>,
    stride: u64,
}

impl Curve {
    pub(super) const fn new() -> Self {
        Self { looks: Vec::new(), stride: 2 }
    }

    /// Looks, if it is time for it.
    pub(super) fn look(&mut self, matches: u64, standings: &[Standing]) {
        if standings.len() > MOST_ENTRANTS || !matches.is_multiple_of(self.stride) {
            return;
        }
        self.looks.push(Look { matches, standings: standings.to_vec() });
        if self.looks.len() >= MOST {
            self.stride *= 2;
            let stride = self.stride;
            self.looks.retain(|look| look.matches.is_multiple_of(stride));
        }
    }

    /// The samples, from the first to the last.
    #[must_use]
    pub fn looks(&self) -> &[Look] {
        &self.looks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_stay_few_and_evenly_spaced() {
        let mut curve = Curve::new();
        for matches in 1..=100_000 {
            curve.look(matches, &[Standing::default(); 2]);
            assert!(curve.looks().len() < MOST);
        }
        let at: Vec<u64> = curve.looks().iter().map(|look| look.matches).collect();
        assert!(at.len() >= MOST / 2 - 1, "{at:?}");
        assert!(at.windows(2).all(|two| two[1] - two[0] == at[0]), "{at:?}");
    }

    #[test]
    fn a_large_field_keeps_none() {
        let mut curve = Curve::new();
        curve.look(2, &[Standing::default(); MOST_ENTRANTS + 1]);
        assert!(curve.looks().is_empty());
    }
}
