//! The ranking of a live tournament.

use super::state::LiveState;
use crate::pairing::{Ranking, ranked};
use crate::rating::Wdl;
use arena_play::tournament::LiveFormat;

impl LiveState {
    /// Returns the entrants from best to worst, each with its rank from 1.
    ///
    /// A league ranks by rating: first established ratings, then provisional ones, then entrants that have not played
    /// this season. Points decide between equal ratings. All other formats rank as in their reports. Entrants that left
    /// before play began come last.
    #[must_use]
    pub fn ranking(&self) -> Vec<(usize, usize)> {
        if self.terms().format == LiveFormat::League {
            return self.by_rating();
        }
        let field = self.field();
        let results: Vec<Wdl> = field.iter().map(|&entrant| self.entrants()[entrant].season).collect();
        let pairer = self.scheduled().map(|it| &it.pairer);
        let ranking = Ranking::new(pairer, &results, self.terms().format == LiveFormat::Arena);
        let mut all: Vec<(usize, usize)> =
            ranking.ranked().into_iter().map(|(rank, number)| (rank, field[number])).collect();
        let last = field.len() + 1;
        all.extend(
            (0..self.entrants().len()).filter(|entrant| !field.contains(entrant)).map(|entrant| (last, entrant)),
        );
        all
    }

    fn by_rating(&self) -> Vec<(usize, usize)> {
        let key = |entrant: usize| {
            let it = &self.entrants()[entrant];
            let group = (it.season.played() == 0, it.strength.is_provisional());
            (group, it.strength.rating, it.season.points())
        };
        ranked(self.entrants().len(), |a, b| {
            let (one, other) = (key(a), key(b));
            one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)).then(other.2.total_cmp(&one.2))
        })
    }

    /// The points of each entrant, which include those for byes.
    #[must_use]
    pub fn points(&self) -> Vec<f64> {
        let mut points: Vec<f64> = self.entrants().iter().map(|it| it.season.points()).collect();
        if let Some(scheduled) = self.scheduled()
            && let Some(swiss) = scheduled.pairer.swiss()
        {
            for (number, &entrant) in scheduled.field().iter().enumerate() {
                points[entrant] += swiss.bye_points(number);
            }
        }
        points
    }
}
