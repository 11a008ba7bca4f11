//! The results of each two entrants by opening. Matches from the same opening are not independent, which the errors of
//! ratings must take into account.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::hashed::MixHasher;
use super::match_result::CountedResult;
use crate::rating::{Cluster, Meeting, Wdl};
use arena_games::Side;
use arena_games::seed::mix;

/// The most sums that are kept, each of three numbers. A tournament with more has enough matches for its errors to be
/// small anyway.
const MOST: usize = 1 << 21;
/// The bits of an entrant's number in a key.
const BITS: u32 = 16;

/// Sums of results by opening, first seat and second seat, without repeats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters {
    sums: HashMap<u64, ([u32; 3], u64), BuildHasherDefault<MixHasher>>,
    /// True once the sums have been discarded: there were too many, or the opening of a match was unknown.
    given_up: bool,
}

impl Clusters {
    /// Counts a match that is not a repeat.
    pub(super) fn count(&mut self, counted: &CountedResult) {
        let CountedResult { seats, cluster, ended, .. } = *counted;
        let fits = |number: usize| number < 1 << BITS;
        let cluster = cluster.filter(|cluster| cluster >> (64 - 2 * BITS) == 0);
        let Some(cluster) = cluster.filter(|_| !self.given_up && fits(seats.first) && fits(seats.second)) else {
            return self.give_up();
        };
        let key = cluster << (2 * BITS) | (seats.first as u64) << BITS | seats.second as u64;
        let result = match ended.winner() {
            Some(Side::First) => 0,
            None => 1,
            Some(Side::Second) => 2,
        };
        self.sums.entry(mix(key)).or_insert(([0; 3], key)).0[result] += 1;
        if self.sums.len() > MOST {
            self.give_up();
        }
    }

    fn give_up(&mut self) {
        self.given_up = true;
        self.sums = HashMap::default();
    }

    /// Returns the meetings from each opening, in the order of the openings. `opening` maps the cluster of a match to
    /// the number of its opening. Returns nothing if the sums have been discarded.
    #[must_use]
    pub fn by_opening(&self, opening: impl Fn(u64) -> u64) -> Vec<Vec<Meeting>> {
        let entrant = |bits: u64| usize::try_from(bits & ((1 << BITS) - 1)).unwrap_or(usize::MAX);
        let sum = |&(counts, key): &([u32; 3], u64)| {
            let [wins, draws, losses] = counts.map(u64::from);
            let all = Wdl { wins, draws, losses };
            let (first, second) = (entrant(key >> BITS), entrant(key));
            (opening(key >> (2 * BITS)), key, Meeting { first, second, all, independent: all })
        };
        let mut sums: Vec<(u64, u64, Meeting)> = self.sums.values().map(sum).collect();
        // A hash map has no order, but sums of floating-point numbers depend on it.
        sums.sort_unstable_by_key(|&(opening, key, _)| (opening, key));
        sums.chunk_by(|a, b| a.0 == b.0).map(|chunk| chunk.iter().map(|&(_, _, meeting)| meeting).collect()).collect()
    }
}

/// Returns each entrant's results by opening, without the openings that it did not play.
#[must_use]
pub fn of_entrants(entrants: usize, by_opening: &[Vec<Meeting>]) -> Vec<Vec<Cluster>> {
    let mut of_entrants: Vec<Vec<Cluster>> = vec![Vec::new(); entrants];
    let mut last: Vec<Option<usize>> = vec![None; entrants];
    for (opening, meetings) in by_opening.iter().enumerate() {
        for meeting in meetings {
            for (entrant, results) in [(meeting.first, meeting.all), (meeting.second, meeting.all.reversed())] {
                if last[entrant].replace(opening) != Some(opening) {
                    of_entrants[entrant].push(Cluster::default());
                }
                if let Some(cluster) = of_entrants[entrant].last_mut() {
                    cluster.add(results);
                }
            }
        }
    }
    of_entrants
}

/// Returns the results of `a` against `b` by opening.
#[must_use]
pub fn of_pair(a: usize, b: usize, by_opening: &[Vec<Meeting>]) -> Vec<Cluster> {
    let of_opening = |meetings: &Vec<Meeting>| {
        let mut cluster = Cluster::default();
        for meeting in meetings {
            match (meeting.first, meeting.second) {
                (first, second) if (first, second) == (a, b) => cluster.add(meeting.all),
                (first, second) if (first, second) == (b, a) => cluster.add(meeting.all.reversed()),
                _ => {}
            }
        }
        cluster
    };
    by_opening.iter().map(of_opening).filter(|cluster| cluster.played > 0.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_games::BySide;
    use arena_play::{EndReason, GameResult};

    fn counted(seats: (usize, usize), cluster: Option<u64>, ended: GameResult) -> CountedResult {
        let seats = BySide::new(seats.0, seats.1);
        let by = EndReason::Rules;
        CountedResult { seats, round: 0, cluster, second_leg: false, ended, by, late_ms: None, fingerprint: 0 }
    }

    #[test]
    fn sums_results_by_opening_and_entrant() {
        let mut clusters = Clusters::default();
        for (seats, cluster, ended) in [
            ((0, 1), 0, GameResult::First),
            ((1, 0), 0, GameResult::Draw),
            ((1, 2), 1, GameResult::Second),
            ((0, 1), 2, GameResult::Second),
            ((0, 1), 0, GameResult::First),
        ] {
            clusters.count(&counted(seats, Some(cluster), ended));
        }
        // The clusters 0 and 2 belong to the same opening.
        let by_opening = clusters.by_opening(|cluster| cluster % 2);
        assert_eq!(by_opening.iter().map(Vec::len).collect::<Vec<_>>(), [3, 1]);
        let cluster = |played, points| Cluster { played, points };
        assert_eq!(
            of_entrants(3, &by_opening),
            [vec![cluster(4.0, 2.5)], vec![cluster(4.0, 1.5), cluster(1.0, 0.0)], vec![cluster(1.0, 1.0)]]
        );
        assert_eq!(of_pair(1, 0, &by_opening), [cluster(4.0, 1.5)]);
        assert_eq!(of_pair(0, 2, &by_opening), []);
    }

    #[test]
    fn a_match_with_an_unknown_opening_discards_all_sums() {
        let mut clusters = Clusters::default();
        clusters.count(&counted((0, 1), Some(3), GameResult::First));
        clusters.count(&counted((0, 1), None, GameResult::First));
        clusters.count(&counted((0, 1), Some(3), GameResult::First));
        assert!(clusters.by_opening(|it| it).is_empty());
    }
}
