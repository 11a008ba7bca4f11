//! Quick pairing of players with equal requests: a pure function of their ratings and waiting times.

use std::time::Duration;

use uuid::Uuid;

/// A player who waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The person behind the player. Players of one person are never paired.
    pub(super) owner: Uuid,
    pub(super) rating: f64,
    /// Waiting time so far.
    pub(super) waited: Duration,
}

/// Largest rating difference at first, and its growth for each second that the longer of the two has waited.
const SPREAD: f64 = 100.0;
const SPREAD_PER_SECOND: f64 = 50.0;

/// Number of neighbours by rating that are examined on each side. It bounds the time for pools of any size.
const NEIGHBOURS: usize = 64;

/// Returns pairs of indices into `waiting`. The player who has waited longest chooses first, and gets the free player
/// with the closest rating that `may` allows.
pub(super) fn pairs(waiting: &[Candidate], may: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut by_rating: Vec<usize> = (0..waiting.len()).collect();
    by_rating.sort_by(|a, b| waiting[*a].rating.total_cmp(&waiting[*b].rating));
    let mut by_wait: Vec<usize> = (0..by_rating.len()).collect();
    by_wait.sort_by_key(|place| std::cmp::Reverse(waiting[by_rating[*place]].waited));
    let mut free = vec![true; waiting.len()];
    let mut pairs = Vec::new();
    for place in by_wait {
        let one = by_rating[place];
        if !free[one] {
            continue;
        }
        let below = by_rating[..place].iter().rev().take(NEIGHBOURS);
        let above = by_rating[place + 1..].iter().take(NEIGHBOURS);
        let apart = |other: usize| (waiting[one].rating - waiting[other].rating).abs();
        let fits = |other: &usize| {
            let (one_of, other_of) = (waiting[one], waiting[*other]);
            let waited = one_of.waited.max(other_of.waited).as_secs_f64();
            free[*other]
                && one_of.owner != other_of.owner
                && apart(*other) <= SPREAD_PER_SECOND.mul_add(waited, SPREAD)
                && may(one, *other)
        };
        let closest = below.chain(above).copied().filter(fits).min_by(|a, b| apart(*a).total_cmp(&apart(*b)));
        if let Some(other) = closest {
            (free[one], free[other]) = (false, false);
            pairs.push((one, other));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(owner: u128, rating: f64, waited_s: u64) -> Candidate {
        Candidate { owner: Uuid::from_u128(owner), rating, waited: Duration::from_secs(waited_s) }
    }

    #[test]
    fn pairs_closest_ratings_and_never_one_owner_with_itself() {
        let waiting =
            [candidate(1, 1_500.0, 3), candidate(2, 1_590.0, 2), candidate(3, 1_520.0, 1), candidate(1, 1_501.0, 0)];
        assert_eq!(pairs(&waiting, |_, _| true), [(0, 2), (1, 3)]);
        assert_eq!(pairs(&waiting[..1], |_, _| true), []);
        assert_eq!(pairs(&[waiting[0], waiting[3]], |_, _| true), [], "both belong to one person");
        assert_eq!(pairs(&waiting[..2], |_, _| false), [], "`may` forbids it");
    }

    #[test]
    fn distant_ratings_are_paired_after_a_longer_wait() {
        let far = |waited| [candidate(1, 1_000.0, waited), candidate(2, 2_000.0, 0)];
        assert_eq!(pairs(&far(5), |_, _| true), []);
        assert_eq!(pairs(&far(18), |_, _| true), [(0, 1)]);
    }
}
