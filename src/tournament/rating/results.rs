//! What ratings are made from: wins, draws and losses, and the points of whole encounters.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// Wins, draws and losses from the view of one entrant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Wdl {
    /// Matches won.
    pub wins: u64,
    /// Matches drawn.
    pub draws: u64,
    /// Matches lost.
    pub losses: u64,
}

impl Wdl {
    /// All matches.
    #[must_use]
    pub const fn played(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points in halves: two for a win, one for a draw.
    #[must_use]
    pub const fn half_points(self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Points: 1 for a win, ½ for a draw.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
    pub fn points(self) -> f64 {
        self.half_points() as f64 / 2.0
    }

    /// Points a match, 0 to 1; none before the first match.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
    pub fn score(self) -> Option<f64> {
        (self.played() > 0).then(|| self.points() / self.played() as f64)
    }

    /// The same matches from the view of the other entrant.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl std::ops::Add for Wdl {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { wins: self.wins + other.wins, draws: self.draws + other.draws, losses: self.losses + other.losses }
    }
}

/// How many encounters (two matches, seats exchanged) brought an entrant 0, ½, 1, 1½ and 2 points: two losses; a loss
/// and a draw; a win and a loss, or two draws; a win and a draw; two wins.
///
/// The two matches of an encounter share their opening, so that an opening that favours a seat gives each entrant one
/// of each result; counted as independent matches they would seem to scatter more than the entrants do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// All encounters.
    #[must_use]
    pub fn encounters(self) -> u64 {
        self.0.iter().sum()
    }

    /// Points in halves over all encounters.
    #[must_use]
    pub fn half_points(self) -> u64 {
        self.0.iter().zip(0..).map(|(count, halves)| count * halves).sum()
    }

    /// Points a match, 0 to 1; none before the first encounter.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
    pub fn score(self) -> Option<f64> {
        (self.encounters() > 0).then(|| self.half_points() as f64 / (4 * self.encounters()) as f64)
    }

    /// The same encounters from the view of the other entrant.
    #[must_use]
    pub const fn reversed(self) -> Self {
        let [two_losses, loss, even, win, two_wins] = self.0;
        Self([two_wins, win, even, loss, two_losses])
    }

    /// Counts an encounter that brought `half_points`, 0 to 4.
    ///
    /// # Panics
    /// With more than 4 half points.
    pub fn count(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }
}

/// Results that a rating can be made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// Matches, each on its own.
    Trinomial(Wdl),
    /// Encounters.
    Pentanomial(Pentanomial),
}

impl Results {
    /// The counts from the worst result to the best.
    pub(super) fn counts(self) -> Vec<u64> {
        match self {
            Self::Trinomial(Wdl { wins, draws, losses }) => vec![losses, draws, wins],
            Self::Pentanomial(Pentanomial(counts)) => counts.to_vec(),
        }
    }

    /// How many results there are: matches or encounters.
    #[must_use]
    pub fn counted(self) -> u64 {
        self.counts().iter().sum()
    }

    /// How many matches make one counted result.
    pub(super) const fn matches_each(self) -> u8 {
        match self {
            Self::Trinomial(_) => 1,
            Self::Pentanomial(_) => 2,
        }
    }
}
