//! The sums of a tournament: a pure fold over the results in the order of the schedule.
//!
//! Memory grows with the number of entrants, of pairs, and of distinct matches (eight bytes each), but not with the
//! number of matches played.

use std::collections::{BTreeMap, HashSet};
use std::hash::BuildHasherDefault;

use super::clusters::Clusters;
use super::curve::Curve;
use super::entrant_score::EntrantScore;
use super::hashed::MixHasher;
use super::match_result::{CountedResult, MatchResult, fingerprint};
use super::pairs::Pairs;
use crate::pairing::swiss::SwissStanding;
use crate::pairing::{Pairer, Pairing, Ranking};
use crate::rating::Wdl;
use arena_games::Side;
use arena_play::{EndReason, GameResult};

/// The sums of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Whether each entrant's play may be random.
    random: Vec<bool>,
    standings: Vec<EntrantScore>,
    pairs: Pairs,
    ends: BTreeMap<EndReason, u64>,
    played: u64,
    voided: u64,
    repeats: u64,
    seen: HashSet<u64, BuildHasherDefault<MixHasher>>,
    curve: Curve,
    clusters: Clusters,
    /// Whether each encounter has its own opening; otherwise each round has.
    by_encounter: bool,
    /// Wins, draws and losses of the first seat, by opening.
    by_turn: Vec<[u32; 3]>,
    /// The tournament's pairer; `None` if records are added up without a schedule.
    pairer: Option<Pairer>,
    /// Whether points rank the entrants, regardless of the number of matches.
    by_points: bool,
    /// The ranking of a format that does not rank by results alone.
    given_ranking: Option<Vec<(usize, usize)>>,
}

impl Tally {
    /// Creates an empty tally. `random` tells for each entrant whether its play may be random.
    #[must_use]
    pub fn new(random: Vec<bool>) -> Self {
        let entrants = random.len();
        Self {
            random,
            standings: vec![EntrantScore::default(); entrants],
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
            given_ranking: None,
        }
    }

    /// Sets the ranking, from best to worst with ranks from 1, in a format that does not rank by results alone.
    pub(crate) fn rank(&mut self, ranking: Vec<(usize, usize)>) {
        self.given_ranking = Some(ranking);
    }

    /// Sets whether points rank the entrants, regardless of the number of matches.
    #[must_use]
    pub(crate) fn ranked_by_points(self, by_points: bool) -> Self {
        Self { by_points, ..self }
    }

    /// Sets the pairer of the tournament.
    #[must_use]
    pub(crate) fn paired_by(self, pairer: Pairer) -> Self {
        Self { pairer: Some(pairer), ..self }
    }

    /// Sets whether each encounter has its own opening.
    #[must_use]
    pub(crate) fn with_openings_by_encounter(self, by_encounter: bool) -> Self {
        Self { by_encounter, ..self }
    }

    /// The pairer, if the tournament has a schedule.
    #[must_use]
    pub const fn pairer(&self) -> Option<&Pairer> {
        self.pairer.as_ref()
    }

    /// Adds the next match of the schedule. A void match counts only as void.
    ///
    /// # Panics
    /// If the pairing names an unknown entrant.
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
        for (side, tries) in played.tries.iter() {
            let failures = &mut self.standings[pairing.seats[side]].failures;
            failures.illegal_tries += u64::from(tries.illegal);
            failures.replaced_moves += u64::from(tries.replaced);
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

    /// Counts a void match. Its encounter stays incomplete.
    pub(super) fn count_void(&mut self) {
        self.voided += 1;
        self.pairs.interrupt();
    }

    /// Counts everything about a result except its costs. Returns whether it is a repeat.
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

    /// Samples of the sums as they grew.
    #[must_use]
    pub const fn curve(&self) -> &Curve {
        &self.curve
    }

    /// The sums of each entrant.
    #[must_use]
    pub fn standings(&self) -> &[EntrantScore] {
        &self.standings
    }

    /// The results of each two entrants.
    #[must_use]
    pub const fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// The results between `a` and `b`, from the view of `a`.
    #[must_use]
    pub fn pair(&self, a: usize, b: usize) -> Wdl {
        self.pairs.results(a, b)
    }

    /// The results of the first seat by opening, that is, by round or by encounter. Only matches of a schedule are
    /// included.
    pub fn turns(&self) -> impl Iterator<Item = Wdl> {
        let wide = |&[wins, draws, losses]: &[u32; 3]| (u64::from(wins), u64::from(draws), u64::from(losses));
        self.by_turn.iter().map(wide).map(|(wins, draws, losses)| Wdl { wins, draws, losses })
    }

    /// The number of matches by end reason.
    #[must_use]
    pub const fn ends(&self) -> &BTreeMap<EndReason, u64> {
        &self.ends
    }

    /// The number of matches that count.
    #[must_use]
    pub const fn played(&self) -> u64 {
        self.played
    }

    /// The number of matches that were void because of a failure of the arena. Each is played again.
    #[must_use]
    pub const fn voided(&self) -> u64 {
        self.voided
    }

    /// The number of distinct matches, which differ in seats or moves.
    #[must_use]
    pub fn distinct(&self) -> u64 {
        self.seen.len() as u64
    }

    /// The number of repeats: matches with the same seats and moves as an earlier one, between entrants whose play is
    /// not random. They add no information.
    #[must_use]
    pub const fn repeats(&self) -> u64 {
        self.repeats
    }

    /// Returns the entrants from best to worst, each with its rank from 1. Equal entrants share a rank.
    #[must_use]
    pub fn ranking(&self) -> Vec<(usize, usize)> {
        match &self.given_ranking {
            Some(ranking) => ranking.clone(),
            None => Ranking::new(self.pairer(), &self.results(), self.by_points).ranked(),
        }
    }

    /// True if an entrant ranks below the others because it has played far fewer matches.
    #[must_use]
    pub fn is_sparse(&self, entrant: usize) -> bool {
        self.given_ranking.is_none() && Ranking::new(self.pairer(), &self.results(), self.by_points).is_sparse(entrant)
    }

    /// The points and tie-breaks of each entrant of a Swiss tournament.
    #[must_use]
    pub fn swiss_standings(&self) -> Option<Vec<SwissStanding>> {
        Some(self.pairer()?.swiss()?.standings(&self.results()))
    }

    fn results(&self) -> Vec<Wdl> {
        self.standings.iter().map(EntrantScore::all).collect()
    }
}

#[cfg(test)]
mod tests;
