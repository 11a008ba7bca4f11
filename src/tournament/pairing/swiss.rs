//! Swiss tournaments: in every round each entrant meets an opponent that has about as many points. No I/O.
//!
//! Before a round the entrants are ranked by points, then by their order in the file. From the top, each entrant meets
//! the one half a score group below it. If that is impossible, it meets the nearest one below that, then above, then in
//! the next groups (it floats down). Two entrants meet again only if it cannot be avoided: a pair is fixed only if the
//! others can still be paired. In an odd field one entrant has a bye, the lowest of those with the fewest byes. A bye
//! counts as two wins and belongs to no match. An entrant that has left, or that stayed away from a match and is not
//! back, is not paired and gets no points.

use super::attendance::Attendance;
use super::encounter::{Encounter, EncounterResult};
use super::matching::Matching;
use crate::rating::Wdl;
use arena_games::BySide;

/// The half points for a bye: an encounter won twice.
const BYE: u64 = 4;

/// One entrant in a Swiss tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Entry {
    /// Half points, including byes.
    halves: u64,
    byes: u64,
    /// In first matches of encounters: how often it had the first seat minus how often the second.
    surplus: i64,
    /// The opponents that it met, each with the half points that it got.
    met: Vec<(u32, u8)>,
}

/// An entrant's points and tie-breaks, in the order in which they count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissStanding {
    /// Half points, including byes.
    pub halves: u64,
    /// Buchholz: the sum of the opponents' half points, once for each encounter. A bye counts as an opponent with the
    /// entrant's own points.
    pub buchholz: u64,
    /// Sonneborn–Berger: the sum of each opponent's points times the share of the encounter that was won. It is in
    /// eighths: an opponent's half points times the half points of the encounter, of which there are four.
    pub sonneborn_berger: u64,
    /// Matches won.
    pub wins: u64,
    /// The number of byes.
    pub byes: u64,
}

impl SwissStanding {
    /// The sort key of the ranking.
    pub(crate) const fn order(&self) -> (u64, u64, u64, u64) {
        (self.halves, self.buchholz, self.sonneborn_berger, self.wins)
    }
}

/// The state between two rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swiss {
    rounds: u64,
    /// The number of rounds paired so far.
    paired: u64,
    entries: Vec<Entry>,
    /// The number of meetings of each pair, by lower and higher number.
    meetings: Vec<u32>,
    /// The rounds paired so far.
    history: Vec<SwissRound>,
}

/// A round of a Swiss tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwissRound {
    /// The pairs in the order of the boards. The entrant with the first seat in the first match comes first.
    pub pairs: Vec<(usize, usize)>,
    /// The half points, 0 to 4, of the first entrant of each pair; empty until the round is complete.
    pub halves: Vec<u8>,
    /// The entrant without an opponent.
    pub bye: Option<usize>,
}

impl Swiss {
    pub(super) fn new(entrants: usize, rounds: u64) -> Self {
        let entries = vec![Entry::default(); entrants];
        Self { rounds, paired: 0, entries, meetings: vec![0; entrants * entrants], history: Vec::new() }
    }

    /// The number of rounds paired so far.
    #[must_use]
    pub const fn paired(&self) -> u64 {
        self.paired
    }

    /// The number of rounds that are still to be paired.
    pub(super) const fn unpaired(&self) -> u64 {
        self.rounds - self.paired
    }

    /// The rounds paired so far, in order.
    #[must_use]
    pub fn history(&self) -> &[SwissRound] {
        &self.history
    }

    /// Adds the results of a round.
    pub(super) fn take(&mut self, results: &[EncounterResult]) {
        if let Some(round) = self.history.last_mut() {
            round.halves = results.iter().map(|met| met.halves).collect();
        }
        for met in results {
            let BySide { first, second } = met.seats;
            for (one, other, halves) in [(first, second, met.halves), (second, first, 4 - met.halves)] {
                let entry = &mut self.entries[one];
                entry.halves += u64::from(halves);
                entry.met.push((u32::try_from(other).expect("entrants are bounded"), halves));
            }
        }
    }

    /// Returns the encounters of the next round; none when all rounds have been paired, or when fewer than two entrants
    /// are left.
    pub(super) fn next(&mut self, attendance: &[Attendance]) -> Vec<Encounter> {
        if self.paired == self.rounds {
            return Vec::new();
        }
        let all = || 0..self.entries.len();
        let mut order: Vec<usize> =
            all().filter(|&it| matches!(attendance[it], Attendance::Here | Attendance::Away)).collect();
        if order.len() < 2 {
            order = all().filter(|&it| attendance[it] != Attendance::Left).collect();
        }
        if order.len() < 2 {
            self.rounds = self.paired;
            return Vec::new();
        }
        order.sort_by_key(|&entrant| (std::cmp::Reverse(self.entries[entrant].halves), entrant));
        let (pairs, bye) = self.pairs(&order, attendance);
        if let Some(entrant) = bye {
            self.entries[entrant].byes += 1;
            self.entries[entrant].halves += BYE;
        }
        let round = self.paired;
        self.paired += 1;
        let seats = |(board, (a, b))| Encounter { round, seats: self.seat(board, a, b) };
        let encounters: Vec<Encounter> = (0..).zip(pairs).map(seats).collect();
        let pairs = encounters.iter().map(|it| (it.seats.first, it.seats.second)).collect();
        self.history.push(SwissRound { pairs, halves: Vec::new(), bye });
        encounters
    }

    /// Assigns the seats of the first match. The first seat goes to the entrant that had it less often.
    fn seat(&mut self, board: u64, a: usize, b: usize) -> BySide<usize> {
        let place = self.place(a, b);
        self.meetings[place] += 1;
        let a_first = match self.entries[a].surplus.cmp(&self.entries[b].surplus) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => (board + self.paired).is_multiple_of(2),
        };
        let seats = if a_first { BySide::new(a, b) } else { BySide::new(b, a) };
        self.entries[seats.first].surplus += 1;
        self.entries[seats.second].surplus -= 1;
        seats
    }

    const fn place(&self, a: usize, b: usize) -> usize {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        low * self.entries.len() + high
    }

    fn met(&self, a: usize, b: usize) -> u32 {
        self.meetings[self.place(a, b)]
    }

    /// The number of meetings of the pair that has met least often.
    fn least_met(&self) -> u32 {
        let entrants = self.entries.len();
        let pairs = (0..entrants).flat_map(|a| (a + 1..entrants).map(move |b| (a, b)));
        pairs.map(|(a, b)| self.met(a, b)).min().unwrap_or(0)
    }

    /// Pairs the entrants in `order`, best first. In an odd field one entrant has a bye, preferably a present one.
    fn pairs(&self, order: &[usize], attendance: &[Attendance]) -> (Vec<(usize, usize)>, Option<usize>) {
        let is_here = |entrant: &usize| attendance[*entrant] == Attendance::Here;
        let is_anyone_here = order.iter().any(is_here);
        let can_rest = |entrant: &usize| !is_anyone_here || is_here(entrant);
        let resting = order.iter().filter(|entrant| can_rest(entrant));
        let fewest = resting.map(|&entrant| self.entries[entrant].byes).min().unwrap_or(0);
        for most in self.least_met().. {
            if order.len().is_multiple_of(2) {
                if let Some(pairs) = self.pairs_of(order, most) {
                    return (pairs, None);
                }
                continue;
            }
            for (place, &bye) in order.iter().enumerate().rev() {
                if !can_rest(&bye) || self.entries[bye].byes > fewest {
                    continue;
                }
                let others = [&order[..place], &order[place + 1..]].concat();
                if let Some(pairs) = self.pairs_of(&others, most) {
                    return (pairs, Some(bye));
                }
            }
        }
        unreachable!("where everybody may meet everybody, an even number can be paired")
    }

    /// Pairs an even number of entrants such that no pair has met more than `most` times before. Returns `None` if that
    /// is impossible.
    fn pairs_of(&self, order: &[usize], most: u32) -> Option<Vec<(usize, usize)>> {
        let adjacent = |a: usize, b: usize| a != b && self.met(order[a], order[b]) <= most;
        let mut matching = Matching::perfect(order.len(), &adjacent)?;
        let mut pairs = Vec::with_capacity(order.len() / 2);
        for a in 0..order.len() {
            if !matching.is_here(a) {
                continue;
            }
            let below: Vec<usize> = (a + 1..order.len()).filter(|&b| matching.is_here(b)).collect();
            let mut wanted = self.wanted(order, a, below);
            // If repeated meetings cannot be avoided, opponents that were met less often come first.
            wanted.sort_by_key(|&b| self.met(order[a], order[b]));
            let partner = wanted.into_iter().find(|&b| adjacent(a, b) && matching.fix(a, b));
            pairs.push((order[a], order[partner.expect("all remaining entrants can be paired")]));
        }
        Some(pairs)
    }

    /// Returns the entrants `below` in the order in which the entrant at place `a` prefers to meet them.
    fn wanted(&self, order: &[usize], a: usize, below: Vec<usize>) -> Vec<usize> {
        let points = |place: usize| self.entries[order[place]].halves;
        let Some(&next) = below.first() else { return below };
        let group = below.iter().take_while(|&&b| points(b) == points(next)).count();
        // An entrant that floated down meets the best of the group. The best of a group meets the one in its middle.
        let ideal = if points(next) == points(a) { group.div_ceil(2) - 1 } else { 0 };
        let down = ideal..group;
        let up = (0..ideal).rev();
        down.chain(up).chain(group..below.len()).map(|place| below[place]).collect()
    }

    /// The points that an entrant has for byes.
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 rounds")]
    pub(crate) fn bye_points(&self, entrant: usize) -> f64 {
        (BYE * self.entries[entrant].byes) as f64 / 2.0
    }

    /// The points and tie-breaks of every entrant. `results` are all results so far, also those of an unfinished round.
    #[must_use]
    pub fn standings(&self, results: &[Wdl]) -> Vec<SwissStanding> {
        let halves = |entrant: usize| results[entrant].half_points() + BYE * self.entries[entrant].byes;
        let points = |opponent: u32| halves(opponent as usize);
        self.entries
            .iter()
            .enumerate()
            .map(|(entrant, entry)| {
                let own = entry.byes * halves(entrant);
                SwissStanding {
                    halves: halves(entrant),
                    buchholz: own + entry.met.iter().map(|&(other, _)| points(other)).sum::<u64>(),
                    sonneborn_berger: own * 4
                        + entry.met.iter().map(|&(other, got)| points(other) * u64::from(got)).sum::<u64>(),
                    wins: results[entrant].wins,
                    byes: entry.byes,
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use proptest::prelude::*;

    use super::*;
    use arena_games::seed::Rng;

    /// Plays all rounds with random results. Returns the encounters of each round.
    fn played(entrants: usize, rounds: u64, seed: u64) -> (Swiss, Vec<Vec<Encounter>>) {
        let mut swiss = Swiss::new(entrants, rounds);
        let mut rng = Rng::new(seed);
        let mut all = Vec::new();
        loop {
            let encounters = swiss.next(&vec![Attendance::Here; entrants]);
            if encounters.is_empty() {
                return (swiss, all);
            }
            let met = |encounter: &Encounter| {
                let halves = u8::try_from(rng.below(5)).unwrap();
                EncounterResult { seats: encounter.seats, halves }
            };
            swiss.take(&encounters.iter().map(met).collect::<Vec<_>>());
            all.push(encounters);
        }
    }

    /// Returns results that give the half points of the finished rounds.
    fn results(swiss: &Swiss) -> Vec<Wdl> {
        let of = |halves: u64| Wdl { wins: halves / 2, draws: halves % 2, losses: 0 };
        let sum =
            |entry: &Entry| entry.met.iter().fold(Wdl::default(), |sum, (_, halves)| sum + of(u64::from(*halves)));
        swiss.entries.iter().map(sum).collect()
    }

    proptest! {
        #[test]
        fn every_entrant_plays_each_round_and_no_pair_meets_twice(
            entrants in 2_usize..24, seed in 0_u64..1_000
        ) {
            // The rounds are few enough that no pair has to meet again.
            let rounds = (entrants as u64 / 2).clamp(1, 6);
            let (swiss, all) = played(entrants, rounds, seed);
            prop_assert_eq!(all.len() as u64, rounds);
            let mut met = HashSet::new();
            for (round, encounters) in all.iter().enumerate() {
                let seats: HashSet<usize> = encounters.iter().flat_map(|it| it.seats.into_array()).collect();
                prop_assert_eq!(seats.len(), entrants - entrants % 2);
                for encounter in encounters {
                    let BySide { first, second } = encounter.seats;
                    prop_assert_eq!(encounter.round, round as u64);
                    prop_assert!(met.insert((first.min(second), first.max(second))), "{} met {} again", first, second);
                }
            }
            prop_assert!(swiss.entries.iter().all(|entry| entry.byes <= 1));
            let halves: u64 = swiss.standings(&results(&swiss)).iter().map(|standing| standing.halves).sum();
            prop_assert_eq!(halves, rounds * (4 * (entrants as u64 / 2) + BYE * (entrants as u64 % 2)));
            let surplus = swiss.entries.iter().map(|entry| entry.surplus.abs()).max().unwrap();
            prop_assert!(surplus <= 3, "{}", surplus);
        }

        #[test]
        fn byes_and_meetings_stay_balanced_over_many_rounds(entrants in 2_usize..9, seed in 0_u64..1_000) {
            let rounds = 3 * entrants as u64;
            let (swiss, all) = played(entrants, rounds, seed);
            prop_assert_eq!(all.len() as u64, rounds);
            let byes: Vec<u64> = swiss.entries.iter().map(|entry| entry.byes).collect();
            prop_assert!(byes.iter().max().unwrap() - byes.iter().min().unwrap() <= 1);
            let mut met: HashMap<(usize, usize), u64> = HashMap::new();
            for BySide { first, second } in all.iter().flatten().map(|it| it.seats) {
                *met.entry((first.min(second), first.max(second))).or_default() += 1;
            }
            // No pair meets much more often than the average pair.
            prop_assert!(met.values().max().unwrap() <= &(2 * rounds / (entrants as u64 - 1) + 2));
        }
    }

    #[test]
    fn upper_half_meets_lower_half_then_winners_meet_winners() {
        let mut swiss = Swiss::new(8, 3);
        let pairs = |encounters: &[Encounter]| -> Vec<(usize, usize)> {
            let sorted = |it: &Encounter| {
                let BySide { first, second } = it.seats;
                (first.min(second), first.max(second))
            };
            encounters.iter().map(sorted).collect()
        };
        let first = swiss.next(&[Attendance::Here; 8]);
        assert_eq!(pairs(&first), [(0, 4), (1, 5), (2, 6), (3, 7)]);
        // The lower number wins both matches.
        let won = |encounter: &Encounter| {
            let low_first = encounter.seats.first < encounter.seats.second;
            EncounterResult { seats: encounter.seats, halves: if low_first { 4 } else { 0 } }
        };
        swiss.take(&first.iter().map(won).collect::<Vec<_>>());
        let second = swiss.next(&[Attendance::Here; 8]);
        assert_eq!(pairs(&second), [(0, 2), (1, 3), (4, 6), (5, 7)]);
        swiss.take(&second.iter().map(won).collect::<Vec<_>>());
        // Entrants 0 and 1 have won both encounters, 2, 3, 4 and 5 have won one, 6 and 7 none.
        assert_eq!(pairs(&swiss.next(&[Attendance::Here; 8])), [(0, 1), (2, 4), (3, 5), (6, 7)]);
    }

    #[test]
    fn tie_breaks_depend_on_the_opponents() {
        let mut swiss = Swiss::new(3, 3);
        for _ in 0..3 {
            let encounters = swiss.next(&[Attendance::Here; 3]);
            let even = |encounter: &Encounter| EncounterResult { seats: encounter.seats, halves: 2 };
            swiss.take(&encounters.iter().map(even).collect::<Vec<_>>());
        }
        // Each entrant has a bye and half of the points against each of the others: 4 points, or 8 half points.
        let each = SwissStanding { halves: 8, buchholz: 24, sonneborn_berger: 8 * 4 + 2 * 16, wins: 2, byes: 1 };
        assert_eq!(swiss.standings(&results(&swiss)), [each; 3]);
    }

    #[test]
    fn entrants_that_left_or_stay_away_are_not_paired() {
        use Attendance::{Away, Here, Left, Missing};
        let mut swiss = Swiss::new(5, 6);
        let mut paired = |attendance: &[Attendance]| {
            let encounters = swiss.next(attendance);
            let even = |encounter: &Encounter| EncounterResult { seats: encounter.seats, halves: 2 };
            swiss.take(&encounters.iter().map(even).collect::<Vec<_>>());
            let mut seats: Vec<usize> = encounters.iter().flat_map(|it| it.seats.into_array()).collect();
            seats.sort_unstable();
            (seats, swiss.history().last().and_then(|round| round.bye))
        };
        assert_eq!(paired(&[Here, Here, Here, Here, Away]), (vec![0, 1, 2, 4], Some(3)), "the bye is for one present");
        assert_eq!(paired(&[Here, Left, Here, Here, Here]), (vec![0, 2, 3, 4], None));
        assert_eq!(paired(&[Here, Left, Missing, Here, Here]), (vec![3, 4], Some(0)), "the others have not met");
        assert_eq!(paired(&[Here, Here, Here, Here, Left]), (vec![0, 1, 2, 3], None), "one came back");
        assert_eq!(paired(&[Missing, Left, Missing, Left, Left]), (vec![0, 2], None), "two are left");
        let (seats, _) = paired(&[Here, Left, Left, Left, Left]);
        assert_eq!((seats, swiss.unpaired()), (vec![], 0), "one alone has nobody to meet");
    }

    #[test]
    fn pairs_a_thousand_entrants() {
        let (swiss, all) = played(1_000, 12, 3);
        assert_eq!((all.len(), swiss.paired()), (12, 12));
        assert!(swiss.meetings.iter().all(|&times| times <= 1));
    }
}
