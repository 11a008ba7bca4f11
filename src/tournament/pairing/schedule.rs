//! Schedules: round robins by the circle method, and gauntlets. No I/O.
//!
//! Each pairing that does not depend on results is computed from its number alone. A schedule of millions of matches
//! needs no memory, and a run can resume anywhere in it.

use super::knockout::{KnockoutRules, stages};
use arena_games::BySide;
use arena_games::seed::derive;

/// A match to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number in the schedule, from 0.
    pub index: u64,
    /// The round, from 0. Two entrants play at most one encounter in a round.
    pub round: u64,
    /// 0 for the first match of the encounter, 1 for the second, which has exchanged seats.
    pub leg: u8,
    /// The entrants' numbers, by seat.
    pub seats: BySide<usize>,
}

impl Pairing {
    /// The two entrants, the lower number first.
    #[must_use]
    pub fn pair(&self) -> (usize, usize) {
        let BySide { first, second } = self.seats;
        (first.min(second), first.max(second))
    }

    /// The number of the match's opening. It is the number of the encounter if each encounter has its own opening,
    /// otherwise that of the round.
    #[must_use]
    pub const fn turn(&self, by_encounter: bool) -> u64 {
        if by_encounter { self.index / 2 } else { self.round }
    }

    /// The seed of the match, below 2^53. It depends on the tournament's seed, the entrants, the round and the leg.
    #[must_use]
    pub fn seed(&self, tournament: u64) -> u64 {
        let (a, b) = self.pair();
        derive(tournament, &[self.round, a as u64, b as u64, u64::from(self.leg)]) >> 11
    }
}

/// The format of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PairingFormat {
    RoundRobin,
    /// The first `champions` entrants meet all others, but not each other.
    Gauntlet {
        champions: u64,
    },
    Swiss,
    Knockout(KnockoutRules),
    /// Free entrants are paired, so no pairing follows from its number.
    Open,
}

/// The matches of a tournament that do not depend on results. See [`super::Pairer`] for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    format: PairingFormat,
    entrants: u64,
    rounds: u64,
}

impl Schedule {
    /// Every two entrants play one encounter per round. Returns `None` if there are more than 2^53 matches.
    ///
    /// ```
    /// use arena_tournament::Schedule;
    ///
    /// let schedule = Schedule::round_robin(4, 1).expect("it is small");
    /// assert_eq!(schedule.len(), 12, "six pairs, two matches each");
    /// assert_eq!(schedule.iter().filter(|pairing| pairing.pair() == (0, 1)).count(), 2);
    /// ```
    #[must_use]
    pub fn round_robin(entrants: usize, rounds: u64) -> Option<Self> {
        Self { format: PairingFormat::RoundRobin, entrants: entrants as u64, rounds }.checked()
    }

    /// Each of the first `champions` entrants plays one encounter per round with each of the others. Returns `None` if
    /// there are more than 2^53 matches.
    #[must_use]
    pub fn gauntlet(entrants: usize, champions: usize, rounds: u64) -> Option<Self> {
        let champions = champions.min(entrants) as u64;
        Self { format: PairingFormat::Gauntlet { champions }, entrants: entrants as u64, rounds }.checked()
    }

    /// Each entrant plays one encounter per round with an opponent that has about as many points. Returns `None` if
    /// there are more than 2^53 matches.
    #[must_use]
    pub fn swiss(entrants: usize, rounds: u64) -> Option<Self> {
        Self { format: PairingFormat::Swiss, entrants: entrants as u64, rounds }.checked()
    }

    /// A knockout. Returns `None` if it may have more than 2^53 matches.
    #[must_use]
    pub fn knockout(entrants: usize, rules: KnockoutRules) -> Option<Self> {
        let rounds = rules.rounds_a_stage().checked_mul(stages(entrants).into())?;
        Self { format: PairingFormat::Knockout(rules), entrants: entrants as u64, rounds }.checked()
    }

    /// An empty schedule, for formats that pair free entrants.
    #[must_use]
    pub const fn open(entrants: usize) -> Self {
        Self { format: PairingFormat::Open, entrants: entrants as u64, rounds: 1 }
    }

    fn checked(self) -> Option<Self> {
        // The square of the number of entrants must fit into 64 bits.
        if self.entrants > 1 << 31 {
            return None;
        }
        self.most().filter(|&matches| matches <= 1 << 53).map(|_| self)
    }

    /// The largest possible number of matches; `None` beyond 2^64.
    #[must_use]
    pub fn most(&self) -> Option<u64> {
        let each = match self.format {
            PairingFormat::Knockout(rules) => {
                return rules.ties(self.entrants).checked_mul(rules.rounds_a_stage())?.checked_mul(2);
            }
            _ => self.encounters_a_round(),
        };
        each.checked_mul(2)?.checked_mul(self.rounds)
    }

    /// The number of encounters per round, or 0 if it differs between rounds.
    const fn encounters_a_round(&self) -> u64 {
        match self.format {
            PairingFormat::RoundRobin => self.entrants * self.entrants.saturating_sub(1) / 2,
            PairingFormat::Gauntlet { champions } => champions * (self.entrants - champions),
            PairingFormat::Swiss => self.entrants / 2,
            PairingFormat::Knockout(_) | PairingFormat::Open => 0,
        }
    }

    /// The number of matches. For a knockout it is the least possible number.
    #[must_use]
    pub const fn len(&self) -> u64 {
        match self.format {
            PairingFormat::Knockout(rules) => rules.ties(self.entrants) * rules.encounters * 2,
            _ => 2 * self.encounters_a_round() * self.rounds,
        }
    }

    /// True if there are no matches.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of rounds. Each has one opening, unless encounters have their own.
    #[must_use]
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The number of entrants.
    #[expect(clippy::cast_possible_truncation, reason = "it was a usize")]
    pub(super) const fn entrants(&self) -> usize {
        self.entrants as usize
    }

    /// The rounds of a Swiss tournament, if this is one.
    pub(super) const fn swiss_rounds(&self) -> Option<u64> {
        match self.format {
            PairingFormat::Swiss => Some(self.rounds),
            _ => None,
        }
    }

    /// The rules of a knockout, if this is one.
    pub(super) const fn knockout_rules(&self) -> Option<KnockoutRules> {
        match self.format {
            PairingFormat::Knockout(rules) => Some(rules),
            _ => None,
        }
    }

    /// The pairing with this number, if it exists and does not depend on results.
    #[must_use]
    pub fn get(&self, index: u64) -> Option<Pairing> {
        let each = self.encounters_a_round();
        if index >= self.len() || each == 0 {
            return None;
        }
        let leg = u8::from(index % 2 == 1);
        let (round, within) = (index / 2 / each, index / 2 % each);
        let (seats, turned) = match self.format {
            PairingFormat::RoundRobin => self.circle(within),
            PairingFormat::Gauntlet { champions } => gauntlet(champions, within),
            PairingFormat::Swiss | PairingFormat::Knockout(_) | PairingFormat::Open => return None,
        };
        let exchanged = (turned + round + u64::from(leg)) % 2 == 1;
        Some(Pairing { index, round, leg, seats: if exchanged { seats.exchanged() } else { seats } })
    }

    /// Returns encounter `within` of a round of the round robin, and how often its seats are exchanged.
    ///
    /// The circle method needs an even number m of places; an odd field gets an empty one. Place m − 1 is fixed and the
    /// others rotate. In stage s the fixed place meets place s, and for k = 1 … m/2 − 1 place s + k meets place s − k,
    /// both modulo m − 1. Over all stages each place is once s + k and once s − k for each k. Seats are therefore
    /// balanced, except for the fixed place, which changes its seat from stage to stage. From round to round all seats
    /// are exchanged.
    #[expect(clippy::cast_possible_truncation, reason = "all are below the number of entrants, which was a usize")]
    const fn circle(&self, within: u64) -> (BySide<usize>, u64) {
        let circle = self.entrants - 1 + self.entrants % 2;
        let meetings = self.entrants / 2;
        let (stage, board) = (within / meetings, within % meetings);
        // In an odd field the fixed place is empty, so there is no meeting 0.
        let k = board + self.entrants % 2;
        let (plus, minus) = ((stage + k) % circle, (stage + circle - k) % circle);
        let (one, other) = if k == 0 { (circle, stage) } else { (plus, minus) };
        (BySide::new(one as usize, other as usize), if k == 0 { stage } else { k - 1 })
    }

    /// Iterates over the pairings that do not depend on results.
    pub fn iter(&self) -> impl Iterator<Item = Pairing> + use<> {
        let schedule = *self;
        (0..self.len()).map_while(move |index| schedule.get(index))
    }
}

/// Returns encounter `within` of a round of a gauntlet, one challenger after another, and how often its seats are
/// exchanged. A champion changes seats from challenger to challenger, and a challenger from champion to champion.
#[expect(clippy::cast_possible_truncation, reason = "both are below the number of entrants, which was a usize")]
const fn gauntlet(champions: u64, within: u64) -> (BySide<usize>, u64) {
    let (challenger, champion) = (within / champions, within % champions);
    (BySide::new(champion as usize, (champions + challenger) as usize), challenger + champion)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use proptest::prelude::*;

    use super::*;
    use arena_games::Side;
    use arena_records::seat_seed;

    proptest! {
        #[test]
        fn each_pair_meets_once_in_each_seat_per_round(entrants in 2_usize..14, rounds in 1_u64..4) {
            let schedule = Schedule::round_robin(entrants, rounds).unwrap();
            let mut met: HashMap<(u64, usize, usize), u32> = HashMap::new();
            for (index, pairing) in schedule.iter().enumerate() {
                prop_assert_eq!(pairing.index, index as u64);
                *met.entry((pairing.round, pairing.seats.first, pairing.seats.second)).or_default() += 1;
            }
            prop_assert_eq!(met.len(), usize::try_from(rounds).unwrap() * entrants * (entrants - 1));
            prop_assert!(met.iter().all(|(&(_, a, b), &times)| times == 1 && a != b && a < entrants && b < entrants));
            prop_assert_eq!(schedule.len(), met.len() as u64);
        }

        #[test]
        fn the_legs_of_an_encounter_are_consecutive(entrants in 2_usize..14, rounds in 1_u64..4) {
            let all: Vec<_> = Schedule::round_robin(entrants, rounds).unwrap().iter().collect();
            for legs in all.chunks(2) {
                prop_assert_eq!(legs[0].seats, legs[1].seats.exchanged());
                prop_assert_eq!((legs[0].leg, legs[1].leg, legs[0].round), (0, 1, legs[1].round));
            }
        }

        #[test]
        fn first_legs_have_balanced_seats_in_every_round(entrants in 2_usize..14, rounds in 1_u64..5) {
            let schedule = Schedule::round_robin(entrants, rounds).unwrap();
            for round in 0..rounds {
                let mut surplus = vec![0_i32; entrants];
                for pairing in schedule.iter().filter(|pairing| pairing.round == round && pairing.leg == 0) {
                    surplus[pairing.seats.first] += 1;
                    surplus[pairing.seats.second] -= 1;
                }
                prop_assert!(surplus.iter().all(|more| more.abs() <= 1), "{:?}", surplus);
            }
        }

        #[test]
        fn no_entrant_plays_twice_in_a_stage(entrants in 2_usize..14) {
            let all: Vec<_> = Schedule::round_robin(entrants, 1).unwrap().iter().filter(|p| p.leg == 0).collect();
            for stage in all.chunks(entrants / 2) {
                let players: HashSet<_> = stage.iter().flat_map(|pairing| pairing.seats.into_array()).collect();
                prop_assert_eq!(players.len(), 2 * stage.len());
            }
        }
    }

    proptest! {
        #[test]
        fn gauntlet_champions_meet_all_others_with_balanced_seats(
            entrants in 2_usize..14, champions in 1_usize..5, rounds in 1_u64..4
        ) {
            let champions = champions.min(entrants - 1);
            let schedule = Schedule::gauntlet(entrants, champions, rounds).unwrap();
            let mut met: HashMap<(u64, usize, usize), u32> = HashMap::new();
            let mut surplus = vec![0_i32; entrants];
            for (index, pairing) in schedule.iter().enumerate() {
                prop_assert_eq!(pairing.index, index as u64);
                let BySide { first, second } = pairing.seats;
                prop_assert!((first < champions) != (second < champions));
                *met.entry((pairing.round, first, second)).or_default() += 1;
                if pairing.leg == 0 && pairing.round == 0 {
                    surplus[first] += 1;
                    surplus[second] -= 1;
                }
            }
            prop_assert!(met.values().all(|&times| times == 1));
            prop_assert_eq!(met.len() as u64, schedule.len());
            prop_assert_eq!(schedule.len(), 2 * rounds * (champions * (entrants - champions)) as u64);
            prop_assert!(surplus.iter().all(|more| more.abs() <= 1), "{:?}", surplus);
        }
    }

    #[test]
    fn first_legs_change_seats_from_round_to_round() {
        let schedule = Schedule::round_robin(4, 2).unwrap();
        let all: Vec<_> = schedule.iter().filter(|pairing| pairing.leg == 0).collect();
        for (one, next) in all[..6].iter().zip(&all[6..]) {
            assert_eq!(one.seats, next.seats.exchanged());
        }
    }

    #[test]
    fn seeds_do_not_depend_on_the_number_of_entrants() {
        let find = |entrants| {
            let schedule = Schedule::round_robin(entrants, 2).unwrap();
            schedule.iter().find(|p| (p.round, p.leg, p.pair()) == (1, 0, (0, 2))).unwrap().seed(7)
        };
        assert_eq!(find(3), find(9));
        let seeds: HashSet<_> = Schedule::round_robin(9, 20).unwrap().iter().map(|pairing| pairing.seed(1)).collect();
        assert_eq!(seeds.len(), 9 * 8 * 20);
        assert!(seeds.iter().all(|&seed| seed < 1 << 53));
        assert_ne!(seat_seed(1, Side::First), seat_seed(1, Side::Second));
    }

    #[test]
    fn smallest_and_largest_schedules() {
        assert!(Schedule::round_robin(0, 5).unwrap().is_empty());
        assert!(Schedule::round_robin(1, 5).unwrap().is_empty());
        assert_eq!(Schedule::round_robin(2, 1).unwrap().len(), 2);
        assert_eq!(Schedule::round_robin(2, 1).unwrap().get(2), None);
        assert_eq!(Schedule::round_robin(8, 100).unwrap().len(), 5_600);
        assert_eq!(Schedule::round_robin(usize::MAX, 2), None);
        assert_eq!(Schedule::round_robin(2, u64::MAX), None);
        let million = Schedule::round_robin(1_000, 1_000_000).unwrap();
        assert!(million.get(million.len() - 1).is_some());
    }
}
