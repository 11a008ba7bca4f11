//! The ranking of a live tournament.

use super::state::LiveState;
use arena_play::tournament::LiveFormat;

impl LiveState {
    /// Returns the entrants from best to worst, each with its rank from 1. A league ranks by rating: first established
    /// ratings, then provisional ones, then entrants that have not played this season. Points decide between equal
    /// ratings. All other formats rank by points.
    #[must_use]
    pub fn ranking(&self) -> Vec<(usize, usize)> {
        let key = |entrant: usize| {
            let it = &self.entrants()[entrant];
            let is_new = it.season.played() == 0;
            match self.terms().format {
                LiveFormat::League => (is_new, it.strength.is_provisional(), -it.strength.rating, -it.season.points()),
                _ => (false, false, 0.0, -it.season.points()),
            }
        };
        let order = |a: &usize, b: &usize| {
            let (one, other) = (key(*a), key(*b));
            (one.0, one.1).cmp(&(other.0, other.1)).then(one.2.total_cmp(&other.2)).then(one.3.total_cmp(&other.3))
        };
        let mut entrants: Vec<usize> = (0..self.entrants().len()).collect();
        entrants.sort_by(|a, b| order(a, b).then(a.cmp(b)));
        let mut ranked: Vec<(usize, usize)> = Vec::with_capacity(entrants.len());
        for (place, entrant) in entrants.into_iter().enumerate() {
            let rank = match ranked.last() {
                Some((rank, above)) if order(above, &entrant).is_eq() => *rank,
                _ => place + 1,
            };
            ranked.push((rank, entrant));
        }
        ranked
    }
}
