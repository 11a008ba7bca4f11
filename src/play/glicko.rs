//! Ratings of players: Glicko-2 by Mark Glickman (<http://www.glicko.net/glicko/glicko2.pdf>). Each match is a separate
//! rating period, and the deviation grows while a player does not play.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// A rating with a deviation above this is provisional.
pub const PROVISIONAL: f64 = 110.0;

/// Bounds of the deviation: that of a new player, and about that of a player who plays every day.
const GREATEST: f64 = 350.0;
const LEAST: f64 = 45.0;

/// Bounds of ratings, which manipulated results cannot exceed.
const RATINGS: std::ops::RangeInclusive<f64> = 100.0..=4_000.0;

/// Time in milliseconds without a match after which the deviation grows by the volatility once: a hundred hours. The rating
/// of a frequent player then becomes provisional after about a year.
const PERIOD_MS: f64 = 360_000_000.0;

/// Glicko-2's internal scale.
const SCALE: f64 = 173.717_8;

/// Estimated strength of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The rating; 1500 is the middle.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// Expected fluctuation of the strength.
    pub volatility: f64,
}

impl Strength {
    /// Strength of a player without a match.
    pub const NEW: Self = Self { rating: 1_500.0, deviation: GREATEST, volatility: 0.06 };

    /// Strength of a measured bot: `elo` above the middle, and half the width of its 95 % interval.
    #[must_use]
    pub fn measured(elo: f64, error: f64) -> Self {
        Self { rating: 1_500.0 + elo, deviation: (error / 1.96).clamp(LEAST, GREATEST), volatility: 0.06 }
    }

    /// Returns the strength after `ms` milliseconds without a match.
    #[must_use]
    pub fn after_pause(self, ms: u64) -> Self {
        let periods = ms as f64 / PERIOD_MS;
        let growth = (self.volatility * SCALE).powi(2) * periods;
        Self { deviation: self.deviation.mul_add(self.deviation, growth).sqrt().clamp(LEAST, GREATEST), ..self }
    }

    /// Returns the strength after a match with `opponent`: won, drawn (`None`) or lost.
    ///
    /// ```
    /// use arena_play::glicko::Strength;
    ///
    /// let winner = Strength::NEW.after_match(Strength::NEW, Some(true));
    /// assert!(winner.rating > 1_500.0 && winner.deviation < Strength::NEW.deviation);
    /// ```
    #[must_use]
    pub fn after_match(self, opponent: Self, won: Option<bool>) -> Self {
        let outcome = match won {
            Some(true) => Outcomes::WIN,
            None => Outcomes::DRAW,
            Some(false) => Outcomes::LOSS,
        };
        let rating = |Self { rating, deviation, volatility }| Glicko2Rating { rating, deviation, volatility };
        let (after, _) = glicko2(&rating(self), &rating(opponent), &outcome, &Glicko2Config::new());
        Self {
            rating: after.rating.clamp(*RATINGS.start(), *RATINGS.end()),
            // With one period per match, the volatility would increase the deviation with every match, as after a long
            // rest.
            deviation: after.deviation.min(self.deviation).clamp(LEAST, GREATEST),
            volatility: after.volatility.clamp(0.01, 0.1),
        }
    }

    /// Whether so little is known that the rating is not to be compared yet.
    #[must_use]
    pub fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_match_between_equals_is_as_published() {
        // Glickman's example has three matches in a period; the first of them alone, by his formulas.
        let player = Strength { rating: 1_500.0, deviation: 200.0, volatility: 0.06 };
        let opponent = Strength { rating: 1_400.0, deviation: 30.0, volatility: 0.06 };
        let after = player.after_match(opponent, Some(true));
        assert!((after.rating - 1_563.56).abs() < 0.1, "{after:?}");
        assert!((after.deviation - 175.4).abs() < 0.1, "{after:?}");
    }

    #[test]
    fn strength_settles_by_matches_and_is_forgotten_in_pauses() {
        let anchor = Strength::measured(200.0, 60.0);
        let mut player = Strength::NEW;
        let mut matches = 0;
        while player.is_provisional() {
            player = player.after_match(anchor, [Some(true), Some(false)][matches % 2]);
            matches += 1;
        }
        assert!((5..20).contains(&matches), "{matches}");
        assert!((player.rating - 1_700.0).abs() < 100.0, "half of the points make an equal: {player:?}");
        let day = 86_400_000;
        assert!(!player.after_pause(day).is_provisional() || player.deviation > 109.0);
        let rested = Strength { deviation: LEAST, ..player }.after_pause(200 * day);
        assert!(rested.deviation < PROVISIONAL && rested.after_pause(400 * day).is_provisional(), "{rested:?}");
        assert!(player.after_pause(u64::MAX).deviation <= GREATEST);
    }

    #[test]
    fn repeated_wins_over_one_opponent_gain_less_each_time() {
        let weak = Strength { rating: 1_200.0, deviation: 60.0, volatility: 0.06 };
        let mut player = Strength { rating: 1_800.0, deviation: 60.0, volatility: 0.06 };
        for _ in 0..1_000 {
            let after = player.after_match(weak, Some(true));
            assert!(after.rating - player.rating < 3.0, "{player:?} {after:?}");
            player = after;
        }
        assert!(player.rating < 2_300.0 && player.deviation <= 60.0, "{player:?}");
    }
}
