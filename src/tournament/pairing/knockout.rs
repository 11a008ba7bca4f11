//! Knockouts: the loser of a tie is out. No I/O.
//!
//! The bracket is seeded by the order of the file, so that the best seeds meet last. If the number of entrants is not a
//! power of two, the best seeds have a bye in the first stage. A tie has a fixed number of encounters. While it is
//! even, single encounters are added up to a limit; after that the better seed advances. Between two blocks of
//! encounters, all ties of a stage wait for each other.

use super::encounter::{Encounter, EncounterResult};
use arena_games::BySide;

/// How ties are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct KnockoutRules {
    /// The number of encounters in every tie.
    pub encounters: u64,
    /// The most additional encounters while a tie is even.
    pub extra: u64,
    /// Whether the losers of the semifinals play for third place.
    pub third_place: bool,
}

impl KnockoutRules {
    /// The most rounds of a stage.
    pub(super) const fn rounds_a_stage(self) -> u64 {
        self.encounters.saturating_add(self.extra)
    }

    /// The number of ties in the whole bracket.
    pub(super) const fn ties(self, entrants: u64) -> u64 {
        entrants.saturating_sub(1) + (self.third_place && entrants >= 4) as u64
    }
}

/// The number of stages for a field of this size.
pub(crate) const fn stages(entrants: usize) -> u32 {
    entrants.next_power_of_two().trailing_zeros()
}

/// Two entrants, one of which advances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The better seed and its opponent; `None` for a bye.
    pub seeds: (usize, Option<usize>),
    /// Their half points.
    pub halves: (u64, u64),
    /// The number of encounters that were played.
    pub encounters: u64,
    /// The entrant that advances, once decided.
    pub winner: Option<usize>,
    /// Whether the tie stayed even, so that the better seed advances.
    pub by_seed: bool,
}

impl Tie {
    fn new(a: usize, b: Option<usize>) -> Self {
        let (seeds, winner) = match b {
            None => ((a, None), Some(a)),
            Some(b) => ((a.min(b), Some(a.max(b))), None),
        };
        Self { seeds, halves: (0, 0), encounters: 0, winner, by_seed: false }
    }

    /// The entrant that is out, once decided; `None` after a bye.
    #[must_use]
    pub fn loser(&self) -> Option<usize> {
        let (better, worse) = self.seeds;
        self.winner.and_then(|winner| if winner == better { worse } else { Some(better) })
    }
}

/// The state between two blocks of encounters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knockout {
    rules: KnockoutRules,
    entrants: usize,
    /// The ties of each stage that has begun. The last stage has the final and then the tie for third place.
    stages: Vec<Vec<Tie>>,
    /// The number of encounters paired so far for each tie of the current stage.
    paired: u64,
}

impl Knockout {
    pub(super) fn new(entrants: usize, rules: KnockoutRules) -> Self {
        let order = bracket(entrants.next_power_of_two());
        let here = |seed: usize| (seed < entrants).then_some(seed);
        let first = order.chunks(2).map(|pair| Tie::new(pair[0].min(pair[1]), here(pair[0].max(pair[1])))).collect();
        Self { rules, entrants, stages: vec![first], paired: 0 }
    }

    /// The ties of each stage so far.
    #[must_use]
    pub fn stages(&self) -> &[Vec<Tie>] {
        &self.stages
    }

    /// The number of stages of the whole bracket.
    #[must_use]
    pub const fn stages_in_all(&self) -> u32 {
        stages(self.entrants)
    }

    fn stage(&mut self) -> &mut Vec<Tie> {
        self.stages.last_mut().expect("there is always a stage")
    }

    /// Adds the results of a block of encounters.
    pub(super) fn take(&mut self, results: &[EncounterResult]) {
        let (encounters, last) = (self.rules.encounters, self.rules.rounds_a_stage());
        for met in results {
            let pair = (met.seats.first.min(met.seats.second), Some(met.seats.first.max(met.seats.second)));
            let tie = self.stage().iter_mut().find(|tie| tie.seeds == pair).expect("only ties of the stage are played");
            let (first, second) = (u64::from(met.halves), u64::from(4 - met.halves));
            let (better, worse) = if met.seats.first == pair.0 { (first, second) } else { (second, first) };
            tie.halves = (tie.halves.0 + better, tie.halves.1 + worse);
            tie.encounters += 1;
        }
        for tie in self.stage().iter_mut().filter(|tie| tie.winner.is_none() && tie.encounters >= encounters) {
            tie.winner = match tie.halves.0.cmp(&tie.halves.1) {
                std::cmp::Ordering::Greater => Some(tie.seeds.0),
                std::cmp::Ordering::Less => tie.seeds.1,
                std::cmp::Ordering::Equal => {
                    tie.by_seed = tie.encounters >= last;
                    Some(tie.seeds.0).filter(|_| tie.by_seed)
                }
            };
        }
    }

    /// Returns the next block of encounters, which is empty once all ties are decided.
    pub(super) fn next(&mut self) -> Vec<Encounter> {
        if self.stage().iter().all(|tie| tie.winner.is_some()) && !self.climb() {
            return Vec::new();
        }
        let base = (self.stages.len() as u64 - 1) * self.rules.rounds_a_stage();
        let block = if self.paired == 0 { 0..self.rules.encounters } else { self.paired..self.paired + 1 };
        self.paired = block.end;
        let ties = self.stages.last().expect("there is always a stage");
        let open: Vec<(usize, usize)> = ties
            .iter()
            .filter(|tie| tie.winner.is_none())
            .filter_map(|tie| Some((tie.seeds.0, tie.seeds.1?)))
            .collect();
        let encounter = |number: u64, (place, &(better, worse)): (u64, &(usize, usize))| {
            let seats = BySide::new(better, worse);
            let turned = (number + place) % 2 == 1;
            Encounter { round: base + number, seats: if turned { seats.exchanged() } else { seats } }
        };
        block.flat_map(|number| (0..).zip(&open).map(move |tie| encounter(number, tie))).collect()
    }

    /// Begins the next stage. Returns false after the final.
    fn climb(&mut self) -> bool {
        let ties = self.stages.last().expect("there is always a stage");
        if self.stages.len() == self.stages_in_all() as usize {
            return false;
        }
        let winner = |tie: &Tie| tie.winner.expect("all ties are decided");
        let mut next: Vec<Tie> =
            ties.chunks(2).map(|pair| Tie::new(winner(&pair[0]), Some(winner(&pair[1])))).collect();
        if let [one, other] = &ties[..]
            && self.rules.third_place
            && let (Some(one), Some(other)) = (one.loser(), other.loser())
        {
            next.push(Tie::new(one, Some(other)));
        }
        self.stages.push(next);
        self.paired = 0;
        true
    }

    /// The least number of matches that are still to be paired.
    pub(super) fn least_left(&self) -> u64 {
        let begun: u64 = self.stages.iter().flatten().filter(|tie| tie.seeds.1.is_some()).count() as u64;
        self.rules.ties(self.entrants as u64).saturating_sub(begun) * self.rules.encounters * 2
    }

    /// The place of every entrant, from 1. Entrants that got further have better places. Entrants that got equally far,
    /// and had no tie for their places, share the best of those places.
    #[must_use]
    pub fn places(&self) -> Vec<usize> {
        let mut places = vec![1; self.entrants];
        for (stage, ties) in self.stages.iter().enumerate() {
            let left = 1_usize << (self.stages_in_all() as usize - stage - 1);
            let is_final = left == 1;
            for (number, tie) in ties.iter().enumerate() {
                let third = if is_final && number == 1 { 2 } else { 0 };
                if let Some(loser) = tie.loser() {
                    places[loser] = left + third + 1;
                }
                if third > 0
                    && let Some(winner) = tie.winner
                {
                    places[winner] = 3;
                }
            }
        }
        places
    }
}

/// Returns the seeds, from 0, from the top of the bracket to the bottom; `size` is a power of two. In each stage the
/// best two seeds meet last.
fn bracket(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use arena_games::seed::Rng;

    const RULES: KnockoutRules = KnockoutRules { encounters: 1, extra: 2, third_place: true };

    /// Plays a knockout. `points` returns the half points, 0 to 4, of the entrant in the first seat.
    fn played(entrants: usize, rules: KnockoutRules, points: &mut dyn FnMut(BySide<usize>) -> u8) -> (Knockout, u64) {
        let mut knockout = Knockout::new(entrants, rules);
        let mut matches = 0;
        loop {
            let block = knockout.next();
            if block.is_empty() {
                return (knockout, matches);
            }
            matches += 2 * block.len() as u64;
            let met = |it: &Encounter| EncounterResult { seats: it.seats, halves: points(it.seats) };
            let results: Vec<EncounterResult> = block.iter().map(met).collect();
            knockout.take(&results);
        }
    }

    #[test]
    fn best_seeds_meet_last() {
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        let (knockout, matches) = played(8, RULES, &mut |seats| if seats.first < seats.second { 4 } else { 0 });
        let finals: Vec<_> = knockout.stages()[2].iter().map(|tie| tie.seeds).collect();
        assert_eq!(finals, [(0, Some(1)), (2, Some(3))]);
        assert_eq!(knockout.places(), [1, 2, 3, 4, 5, 5, 5, 5]);
        assert_eq!(matches, 16);
    }

    #[test]
    fn an_even_tie_is_extended_and_then_goes_to_the_better_seed() {
        let mut left = 3;
        let (knockout, matches) = played(2, RULES, &mut |seats| {
            left -= 1;
            if left > 0 {
                2
            } else if seats.first == 1 {
                3
            } else {
                1
            }
        });
        assert_eq!((matches, knockout.places()), (6, vec![2, 1]));
        let (knockout, matches) = played(2, RULES, &mut |_| 2);
        let tie = &knockout.stages()[0][0];
        assert_eq!((matches, tie.by_seed, tie.winner, tie.encounters), (6, true, Some(0), 3));
    }

    proptest! {
        #[test]
        fn produces_one_winner_and_one_runner_up(entrants in 2_usize..70, seed in 0_u64..500, third: bool) {
            let rules = KnockoutRules { third_place: third, ..RULES };
            let mut rng = Rng::new(seed);
            let (knockout, matches) = played(entrants, rules, &mut |_| u8::try_from(rng.below(5)).unwrap());
            let places = knockout.places();
            prop_assert_eq!(places.iter().filter(|&&place| place == 1).count(), 1);
            prop_assert_eq!(places.iter().filter(|&&place| place == 2).count(), 1);
            let ties = knockout.stages().iter().flatten().filter(|tie| tie.seeds.1.is_some());
            prop_assert_eq!(ties.count() as u64, rules.ties(entrants as u64));
            prop_assert!(matches >= 2 * rules.ties(entrants as u64) && knockout.least_left() == 0);
            let byes = knockout.stages()[0].iter().filter(|tie| tie.seeds.1.is_none()).map(|tie| tie.seeds.0);
            let mut byes: Vec<usize> = byes.collect();
            byes.sort_unstable();
            prop_assert_eq!(byes, (0..entrants.next_power_of_two() - entrants).collect::<Vec<_>>());
            for ties in &knockout.stages()[1..] {
                prop_assert!(ties.iter().all(|tie| tie.seeds.1.is_some() && tie.winner.is_some()));
            }
        }
    }
}
