//! The results on which ratings are based: wins, draws and losses, and the points of complete encounters.

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
    /// The number of matches.
    #[must_use]
    pub const fn played(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Half points: two for a win, one for a draw.
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

    /// Points per match, from 0 to 1; `None` before the first match.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
    pub fn score(self) -> Option<f64> {
        (self.played() > 0).then(|| self.points() / self.played() as f64)
    }

    /// The share of draws; `None` before the first match.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
    pub fn draw_share(self) -> Option<f64> {
        (self.played() > 0).then(|| self.draws as f64 / self.played() as f64)
    }

    /// Wins, draws and losses.
    #[must_use]
    pub const fn counts(self) -> [u64; 3] {
        [self.wins, self.draws, self.losses]
    }

    /// The results from the view of the other entrant.
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

/// The number of encounters (two matches with exchanged seats) that brought an entrant 0, ½, 1, 1½ and 2 points. These
/// are: two losses; a loss and a draw; a win and a loss, or two draws; a win and a draw; two wins.
///
/// The two matches of an encounter share their opening. An opening that favours a seat gives each entrant a win and a
/// loss. Counted as independent matches, these results would seem to scatter more than they do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The number of encounters.
    #[must_use]
    pub fn encounters(self) -> u64 {
        self.0.iter().sum()
    }

    /// Half points over all encounters.
    #[must_use]
    pub fn half_points(self) -> u64 {
        self.0.iter().zip(0..).map(|(count, halves)| count * halves).sum()
    }

    /// Points per match, from 0 to 1; `None` before the first encounter.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
    pub fn score(self) -> Option<f64> {
        (self.encounters() > 0).then(|| self.half_points() as f64 / (4 * self.encounters()) as f64)
    }

    /// The encounters from the view of the other entrant.
    #[must_use]
    pub const fn reversed(self) -> Self {
        let [two_losses, loss, even, win, two_wins] = self.0;
        Self([two_wins, win, even, loss, two_losses])
    }

    /// Counts an encounter that brought `half_points`, 0 to 4.
    ///
    /// # Panics
    /// If `half_points` is more than 4.
    pub fn count(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }
}

/// Results from which a rating can be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// Individual matches.
    Trinomial(Wdl),
    /// Encounters.
    Pentanomial(Pentanomial),
}

impl Results {
    /// The counts, from the worst result to the best.
    pub(super) fn counts(self) -> Vec<u64> {
        match self {
            Self::Trinomial(Wdl { wins, draws, losses }) => vec![losses, draws, wins],
            Self::Pentanomial(Pentanomial(counts)) => counts.to_vec(),
        }
    }

    /// The number of results, which are matches or encounters.
    #[must_use]
    pub fn counted(self) -> u64 {
        self.counts().iter().sum()
    }

    /// The number of matches in one counted result.
    pub(super) const fn matches_each(self) -> u8 {
        match self {
            Self::Trinomial(_) => 1,
            Self::Pentanomial(_) => 2,
        }
    }
}
