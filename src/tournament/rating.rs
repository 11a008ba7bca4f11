//! Ratings from wins, draws and losses, pure. Nothing here is ever infinite or not a number: where no figure exists,
//! [`Elo`] says why.

use serde::Serialize;

/// The 97.5th percentile of the normal distribution: two sides of it leave 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// Wins, draws and losses from the view of one entrant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
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

/// Why a rating or its error has no figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum NoFigure {
    /// No match was played.
    #[serde(rename = "none played")]
    NonePlayed,
    /// Every match was won: the difference has no upper end.
    #[serde(rename = "all won")]
    AllWon,
    /// Every match was lost: the difference has no lower end.
    #[serde(rename = "all lost")]
    AllLost,
    /// Every match was drawn: nothing shows how far the results scatter.
    #[serde(rename = "all drawn")]
    AllDrawn,
    /// The range reaches beyond a score of 0 or 1.
    #[serde(rename = "too few matches")]
    TooFew,
}

impl NoFigure {
    /// As people and files read it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::NonePlayed => "none played",
            Self::AllWon => "all won",
            Self::AllLost => "all lost",
            Self::AllDrawn => "all drawn",
            Self::TooFew => "too few matches",
        }
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

/// The logistic Elo difference that an expected score above 0 and below 1 stands for.
fn logistic(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The Elo difference of the score of `all` matches, with the error that `independent` ones of them allow (all but
/// repeats of a match that could not have gone otherwise).
///
/// The error is that of the trinomial: the variance of a match's points about their mean, divided by the matches, gives
/// the standard error of the score; the two ends of its 95 % range are turned into Elo, and half their distance is the
/// error (the method of fastchess, `elo_wdl.cpp`). When every match was won, a score of at least `0.05^(1/n)` is
/// certain to 95 %, because a score of s makes n wins in a row at most s^n likely.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
pub fn elo(all: Wdl, independent: Wdl) -> Elo {
    let nothing = |note| Elo { value: None, error: None, bound: None, note: Some(note) };
    let Some(score) = all.score() else { return nothing(NoFigure::NonePlayed) };
    let n = independent.played() as f64;
    let least = || 0.05_f64.powf(1.0 / n.max(1.0));
    if all.wins == all.played() {
        return Elo { bound: Some(logistic(least())), ..nothing(NoFigure::AllWon) };
    }
    if all.losses == all.played() {
        return Elo { bound: Some(-logistic(least())), ..nothing(NoFigure::AllLost) };
    }
    let value = Some(logistic(score));
    if all.draws == all.played() {
        return Elo { value, ..nothing(NoFigure::AllDrawn) };
    }
    let Some(mean) = independent.score() else { return Elo { value, ..nothing(NoFigure::TooFew) } };
    let squares = [(independent.wins, 1.0), (independent.draws, 0.5), (independent.losses, 0.0)];
    let variance = squares.iter().map(|&(count, points)| count as f64 * (points - mean).powi(2)).sum::<f64>() / n;
    let reach = Z95 * (variance / n).sqrt();
    let (low, high) = (mean - reach, mean + reach);
    if low <= 0.0 || high >= 1.0 || reach == 0.0 {
        return Elo { value, ..nothing(NoFigure::TooFew) };
    }
    Elo { value, error: Some((logistic(high) - logistic(low)) / 2.0), bound: None, note: None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn wdl(wins: u64, draws: u64, losses: u64) -> Wdl {
        Wdl { wins, draws, losses }
    }

    #[test]
    fn the_worked_example_of_fastchess() {
        let results = wdl(136, 111, 96);
        let elo = elo(results, results);
        assert_eq!(format!("{:.2} ± {:.2}", elo.value.unwrap(), elo.error.unwrap()), "40.70 ± 30.43");
        assert_eq!(elo.note, None);
    }

    #[test]
    fn a_score_without_an_end_says_so_and_gives_a_bound() {
        let won = elo(wdl(10, 0, 0), wdl(10, 0, 0));
        assert_eq!((won.value, won.error, won.note), (None, None, Some(NoFigure::AllWon)));
        // 0.05^(1/10) = 0.741134…, which is 182.7 Elo.
        assert!((won.bound.unwrap() - 182.7).abs() < 0.1, "{won:?}");
        let lost = elo(wdl(0, 0, 10), wdl(0, 0, 10));
        assert_eq!((lost.note, lost.bound), (Some(NoFigure::AllLost), won.bound.map(|bound| -bound)));
        let drawn = elo(wdl(0, 7, 0), wdl(0, 7, 0));
        assert_eq!((drawn.value, drawn.error, drawn.note), (Some(0.0), None, Some(NoFigure::AllDrawn)));
        assert_eq!(elo(Wdl::default(), Wdl::default()).note, Some(NoFigure::NonePlayed));
        let few = elo(wdl(1, 0, 1), wdl(1, 0, 1));
        assert_eq!((few.value, few.error, few.note), (Some(0.0), None, Some(NoFigure::TooFew)));
    }

    #[test]
    fn repeats_widen_the_error_but_leave_the_value() {
        let all = wdl(400, 400, 200);
        let (alone, repeated) = (elo(all, all), elo(all, wdl(40, 40, 20)));
        assert_eq!(alone.value, repeated.value);
        assert!(repeated.error.unwrap() > 3.0 * alone.error.unwrap());
    }

    proptest! {
        #[test]
        fn every_figure_is_finite_and_a_missing_one_has_a_reason(
            wins in 0_u64..50, draws in 0_u64..50, losses in 0_u64..50,
            part in 0_u64..=50,
        ) {
            let independent = wdl(wins.min(part), draws.min(part), losses.min(part));
            let found = elo(wdl(wins, draws, losses), independent);
            for figure in [found.value, found.error, found.bound].into_iter().flatten() {
                prop_assert!(figure.is_finite());
            }
            prop_assert!(found.error.is_none_or(|error| error > 0.0));
            prop_assert_eq!(found.note.is_none(), found.value.is_some() && found.error.is_some());
            let mirrored = elo(wdl(losses, draws, wins), independent.reversed());
            let negated = mirrored.value.map(|value| -value);
            let same = match (found.value, negated) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-9,
                (a, b) => a == b,
            };
            prop_assert!(same);
        }
    }
}
