//! The results of each two entrants by opening: matches from the same opening are not independent, which the errors
//! have to take into account.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::hashed::Mixed;
use super::match_result::CountedResult;
use crate::games::Side;
use crate::games::seed::mix;
use crate::tournament::rating::{Cluster, Meeting, Wdl};

/// So many sums are kept at most, of three numbers each. A tournament with more has matches enough for its errors to be
/// small in any case.
const MOST: usize = 1 << 21;
/// Bits of an entrant's number in a key.
const BITS: u32 = 16;

/// Sums by opening, first and second seat, repeats left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters {
    sums: HashMap<u64, ([u32; 3], u64), BuildHasherDefault<Mixed>>,
    /// Whether they were given up: there are too many, or a match does not tell its opening.
    given_up: bool,
}

impl Clusters {
    /// Counts a match that is no repeat.
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

    /// The meetings from each opening, in the order of the openings, which `opening` numbers by the cluster that a match
    /// was counted in. Empty where they are not known.
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
        // A hash map has no order, and sums of floating-point numbers depend on it.
        sums.sort_unstable_by_key(|&(opening, key, _)| (opening, key));
        sums.chunk_by(|a, b| a.0 == b.0).map(|chunk| chunk.iter().map(|&(_, _, meeting)| meeting).collect()).collect()
    }
}

/// What each opening brought each entrant, without those from which it did not play.
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

/// What each opening brought `a` against `b`.
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
    use crate::games::BySide;
    use crate::play::{EndReason, GameResult};

    fn counted(seats: (usize, usize), cluster: Option<u64>, ended: GameResult) -> CountedResult {
        let seats = BySide::new(seats.0, seats.1);
        let by = EndReason::Rules;
        CountedResult { seats, round: 0, cluster, second_leg: false, ended, by, late_ms: None, fingerprint: 0 }
    }

    #[test]
    fn sums_are_kept_by_opening_and_entrant() {
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
        // The clusters 0 and 2 are the same opening.
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
    fn a_match_that_does_not_tell_its_opening_leaves_nothing_to_go_by() {
        let mut clusters = Clusters::default();
        clusters.count(&counted((0, 1), Some(3), GameResult::First));
        clusters.count(&counted((0, 1), None, GameResult::First));
        clusters.count(&counted((0, 1), Some(3), GameResult::First));
        assert!(clusters.by_opening(|it| it).is_empty());
    }
}
