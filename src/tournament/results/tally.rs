//! What a tournament's matches add up to: a fold over results in the order of the schedule, pure.
//!
//! Its memory grows with the entrants, the pairs of them and the distinct matches (eight bytes each), not with what was
//! played.

use std::collections::{BTreeMap, HashSet};
use std::hash::BuildHasherDefault;

use super::clusters::Clusters;
use super::curve::Curve;
use super::hashed::Mixed;
use super::match_result::{CountedResult, MatchResult, fingerprint};
use super::pairs::Pairs;
use super::standing::Standing;
use crate::games::Side;
use crate::play::{EndReason, GameResult};
use crate::tournament::pairing::Pairer;
use crate::tournament::pairing::Pairing;
use crate::tournament::rating::Wdl;

/// The sums of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Whether chance, from the seed, has a part in an entrant's play.
    random: Vec<bool>,
    standings: Vec<Standing>,
    pairs: Pairs,
    ends: BTreeMap<EndReason, u64>,
    played: u64,
    voided: u64,
    repeats: u64,
    seen: HashSet<u64, BuildHasherDefault<Mixed>>,
    curve: Curve,
    clusters: Clusters,
    /// Whether each encounter has an opening of its own; otherwise each round has.
    by_encounter: bool,
    /// Wins, draws and losses of the first seat from each opening: one a round or one an encounter.
    by_turn: Vec<[u32; 3]>,
    /// Which matches come next; none where records are added up that no schedule stands behind.
    pairer: Option<Pairer>,
    /// Whether points rank, however many matches it took.
    by_points: bool,
}

impl Tally {
    /// Nothing played. `random` says of each entrant whether chance has a part in its play.
    #[must_use]
    pub fn new(random: Vec<bool>) -> Self {
        let entrants = random.len();
        Self {
            random,
            standings: vec![Standing::default(); entrants],
            pairs: Pairs::new(entrants),
            ends: BTreeMap::new(),
            played: 0,
            voided: 0,
            repeats: 0,
            seen: HashSet::default(),
            curve: Curve::new(),
            clusters: Clusters::default(),
            by_encounter: false,
            by_turn: Vec::new(),
            pairer: None,
            by_points: false,
        }
    }

    /// The same where points rank, however many matches it took.
    #[must_use]
    pub(in crate::tournament) fn ranked_by_points(self, by_points: bool) -> Self {
        Self { by_points, ..self }
    }

    /// The same for a tournament whose pairings come from this pairer.
    #[must_use]
    pub(in crate::tournament) fn paired_by(self, pairer: Pairer) -> Self {
        Self { pairer: Some(pairer), ..self }
    }

    /// The same where each encounter has an opening of its own.
    #[must_use]
    pub(in crate::tournament) fn with_openings_by_encounter(self, by_encounter: bool) -> Self {
        Self { by_encounter, ..self }
    }

    /// The pairer of the tournament, if it has a schedule.
    #[must_use]
    pub const fn pairer(&self) -> Option<&Pairer> {
        self.pairer.as_ref()
    }

    /// Adds the next match of the schedule. A void one only counts as void.
    ///
    /// # Panics
    /// When the pairing names an entrant that is not there.
    pub fn add(&mut self, pairing: &Pairing, played: &MatchResult) {
        self.voided += u64::from(played.voided);
        let Some(ended) = played.verdict.outcome else {
            self.count_void();
            return;
        };
        let turn = pairing.turn(self.by_encounter);
        let repeat = self.count(&CountedResult {
            seats: pairing.seats,
            round: pairing.round,
            cluster: Some(turn),
            second_leg: pairing.leg == 1,
            ended,
            by: played.verdict.by,
            late_ms: played.late_ms,
            fingerprint: fingerprint(pairing.seats, &played.moves),
        });
        self.count_turn(turn, ended);
        if let Some(pairer) = &mut self.pairer {
            pairer.add(pairing.index, ended, repeat);
        }
        for cost in &played.costs {
            let standing = &mut self.standings[pairing.seats[cost.side]];
            standing.moves += 1;
            standing.nodes += cost.nodes;
            standing.micros += cost.micros;
        }
    }

    fn count_turn(&mut self, turn: u64, ended: GameResult) {
        let turn = usize::try_from(turn).expect("matches are bounded");
        if self.by_turn.len() <= turn {
            self.by_turn.resize(turn + 1, [0; 3]);
        }
        let result = match ended.winner() {
            Some(Side::First) => 0,
            None => 1,
            Some(Side::Second) => 2,
        };
        self.by_turn[turn][result] += 1;
    }

    /// Counts a void match: the encounter that it belongs to is not whole.
    pub(super) fn count_void(&mut self) {
        self.voided += 1;
        self.pairs.interrupt();
    }

    /// Counts a result in everything but costs; whether it is a repeat.
    pub(super) fn count(&mut self, counted: &CountedResult) -> bool {
        let CountedResult { seats, ended, .. } = *counted;
        self.played += 1;
        *self.ends.entry(counted.by).or_default() += 1;
        let new = self.seen.insert(counted.fingerprint);
        let chance = seats.iter().any(|(_, &entrant)| self.random[entrant]);
        let repeat = !new && !chance;
        self.repeats += u64::from(repeat);
        if !repeat {
            self.clusters.count(counted);
        }
        for (side, &entrant) in seats.iter() {
            let result = match ended.winner() {
                None => Wdl { draws: 1, ..Wdl::default() },
                Some(winner) if winner == side => Wdl { wins: 1, ..Wdl::default() },
                Some(_) => Wdl { losses: 1, ..Wdl::default() },
            };
            let standing = &mut self.standings[entrant];
            standing.seats[side] = standing.seats[side] + result;
            if !repeat {
                standing.independent = standing.independent + result;
            }
            let stayed_away = counted.by == EndReason::Absence && result.wins == 0;
            if result.losses > 0 || stayed_away {
                standing.failures.count(counted.by, counted.late_ms);
            }
        }
        if let Some((points, new)) = self.pairs.count(counted, repeat) {
            for (entrant, points) in [(seats.first, points), (seats.second, 4 - points)] {
                self.standings[entrant].encounters.count(points);
                if new {
                    self.standings[entrant].independent_encounters.count(points);
                }
            }
        }
        self.curve.look(self.played, &self.standings);
        repeat
    }

    /// The results by opening.
    #[must_use]
    pub const fn clusters(&self) -> &Clusters {
        &self.clusters
    }

    /// How the sums grew.
    #[must_use]
    pub const fn curve(&self) -> &Curve {
        &self.curve
    }

    /// Each entrant's sums.
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// The results between each two entrants.
    #[must_use]
    pub const fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// The results between two entrants from the view of the first one named.
    #[must_use]
    pub fn pair(&self, a: usize, b: usize) -> Wdl {
        self.pairs.results(a, b)
    }

    /// The results from each opening, that of a round or of an encounter, from the view of the first seat. Only matches
    /// of a schedule are counted here.
    pub fn turns(&self) -> impl Iterator<Item = Wdl> {
        let wide = |&[wins, draws, losses]: &[u32; 3]| (u64::from(wins), u64::from(draws), u64::from(losses));
        self.by_turn.iter().map(wide).map(|(wins, draws, losses)| Wdl { wins, draws, losses })
    }

    /// How many matches were decided by what.
    #[must_use]
    pub const fn ends(&self) -> &BTreeMap<EndReason, u64> {
        &self.ends
    }

    /// Matches that count.
    #[must_use]
    pub const fn played(&self) -> u64 {
        self.played
    }

    /// Matches that a failure of the arena made void; each was played again.
    #[must_use]
    pub const fn voided(&self) -> u64 {
        self.voided
    }

    /// Different matches: those that differ in seats or moves.
    #[must_use]
    pub fn distinct(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Matches that had been played before, move by move, between entrants that use no chance: they add no information.
    #[must_use]
    pub const fn repeats(&self) -> u64 {
        self.repeats
    }

    /// The entrants from the best to the worst, each with its rank from 1; equals share a rank. What counts is the
    /// place in a knockout, points and tie-breaks in a Swiss tournament, and the score a match everywhere else, where who is
    /// [`sparse`](Self::is_sparse) stands below all others: a match or two won make nobody the best.
    #[must_use]
    pub fn ranking(&self) -> Vec<(usize, usize)> {
        if let Some(knockout) = self.pairer().and_then(Pairer::knockout) {
            let places = knockout.places();
            return ranked(places.len(), |a, b| places[a].cmp(&places[b]));
        }
        if let Some(swiss) = self.pairer().and_then(Pairer::swiss) {
            let standings = swiss.standings();
            return ranked(standings.len(), |a, b| standings[b].order().cmp(&standings[a].order()));
        }
        if self.by_points {
            let points = |entrant: usize| self.standings[entrant].all().half_points();
            return ranked(self.standings.len(), |a, b| points(b).cmp(&points(a)));
        }
        let usual = self.usual_matches();
        // Cross-multiplied, so that equal scores stay equal without rounding; entrants that have not played come last.
        let better = |a: usize, b: usize| {
            let (a, b) = (self.standings[a].all(), self.standings[b].all());
            let left = u128::from(b.half_points()) * u128::from(a.played());
            let right = u128::from(a.half_points()) * u128::from(b.played());
            let below = |results: Wdl| (results.played() == 0, 2 * results.played() < usual);
            below(a).cmp(&below(b)).then(left.cmp(&right))
        };
        ranked(self.standings.len(), better)
    }

    /// Whether an entrant has played fewer than half as many matches as most of the field, as where a run was cut short, so
    /// that it is ranked below the others. Nobody is in Swiss tournaments and knockouts, which rank by other things.
    #[must_use]
    pub fn is_sparse(&self, entrant: usize) -> bool {
        let other = self.by_points
            || self.pairer().is_some_and(|pairer| pairer.knockout().is_some() || pairer.swiss().is_some());
        !other && 2 * self.standings[entrant].all().played() < self.usual_matches()
    }

    /// How many matches at least half of the field has played: the median, the greater of the two in the middle.
    fn usual_matches(&self) -> u64 {
        let mut played: Vec<u64> = self.standings.iter().map(|standing| standing.all().played()).collect();
        let middle = played.len() / 2;
        if played.is_empty() { 0 } else { *played.select_nth_unstable(middle).1 }
    }
}

/// All entrants in this order, which puts the better first, each with its rank from 1; equals share a rank.
fn ranked(entrants: usize, better: impl Fn(usize, usize) -> std::cmp::Ordering) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..entrants).collect();
    order.sort_by(|&a, &b| better(a, b));
    let mut ranked: Vec<(usize, usize)> = Vec::with_capacity(order.len());
    for (place, &entrant) in order.iter().enumerate() {
        let rank = match ranked.last() {
            Some(&(rank, above)) if better(above, entrant).is_eq() => rank,
            _ => place + 1,
        };
        ranked.push((rank, entrant));
    }
    ranked
}

#[cfg(test)]
mod tests;
