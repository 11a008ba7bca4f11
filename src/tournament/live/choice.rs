//! Pairs free entrants in arenas and leagues. The choice is a function of the tournament's state.

use super::state::LiveState;
use arena_games::BySide;
use arena_play::tournament::LiveFormat;

/// The number of neighbours, by rating or by points, that are considered on either side. It keeps the pairing of any
/// field fast.
const NEIGHBOURS: usize = 64;

/// With at most this many entrants present, two that have just met may meet again at once, any number of times.
const FEW: usize = 3;

/// With at most this many entrants present, two that have just met may meet once more before they wait for others.
const SOME: usize = 8;

/// In a league, two bots of the server meet at most this often in a season, plus the number of matches that either has
/// played against players. A league without players therefore comes to rest.
const AMONG_BOTS: u32 = 20;

impl LiveState {
    /// Returns the pairs to begin now, by seat. Returns none if the format has a schedule.
    ///
    /// A league starts with the entrants whose ratings are least certain, and pairs each with the closest opponent. The
    /// distance is the difference of ratings in units of its own deviation, plus one for every meeting of the season.
    /// An arena starts with the entrants that have the most points. Its distance is the difference of points, plus one
    /// for every meeting.
    #[must_use]
    pub fn choice(&self) -> Vec<BySide<usize>> {
        if self.terms().format.is_scheduled() || !self.begins_matches() {
            return Vec::new();
        }
        let mut free: Vec<usize> = (0..self.entrants().len()).filter(|&entrant| self.is_free(entrant)).collect();
        if free.len() < 2 {
            return Vec::new();
        }
        let is_league = self.is_league();
        let here = self.entrants().iter().filter(|it| it.is_here()).count();
        // The number of matches in a row after which two entrants wait for others.
        let in_a_row = if here <= FEW { u32::MAX } else { 1 + u32::from(here <= SOME) };
        let measure = |entrant: usize| {
            let it = &self.entrants()[entrant];
            if is_league { it.strength.rating } else { it.season.points() }
        };
        free.sort_by(|&a, &b| measure(a).total_cmp(&measure(b)).then(a.cmp(&b)));
        let mut order: Vec<usize> = (0..free.len()).collect();
        let first = |&a: &usize, &b: &usize| {
            let (one, other) = (&self.entrants()[free[a]], &self.entrants()[free[b]]);
            let urgent = match is_league {
                true => other.strength.deviation.total_cmp(&one.strength.deviation),
                false => measure(free[b]).total_cmp(&measure(free[a])),
            };
            urgent.then(one.season.played().cmp(&other.season.played())).then(free[a].cmp(&free[b]))
        };
        order.sort_by(first);
        let mut taken = vec![false; free.len()];
        let mut pairs = Vec::new();
        for place in order {
            if taken[place] {
                continue;
            }
            let one = free[place];
            let near = (place.saturating_sub(NEIGHBOURS)..free.len().min(place + NEIGHBOURS + 1))
                .filter(|&at| at != place && !taken[at]);
            let allowed = |&at: &usize| {
                let other = free[at];
                self.may_meet(one, other)
                    && !(self.have_just_met(one, other, in_a_row)
                        && (self.has_another(one, other) || self.has_another(other, one)))
            };
            let cost = |at: usize| self.distance(one, free[at]) + f64::from(self.meetings(one, free[at]));
            let closest = near.filter(allowed).min_by(|&a, &b| cost(a).total_cmp(&cost(b)).then(a.cmp(&b)));
            if let Some(at) = closest {
                (taken[place], taken[at]) = (true, true);
                pairs.push(self.seated(one, free[at]));
            }
        }
        pairs
    }

    fn is_league(&self) -> bool {
        self.terms().format == LiveFormat::League
    }

    /// True if the two have not met as often as they may in this season.
    fn may_meet(&self, a: usize, b: usize) -> bool {
        !(self.is_league() && self.have_enough(a, b))
            && self.terms().per_pair.is_none_or(|most| self.meetings(a, b) < most)
    }

    /// True if somebody is here, besides `but`, for whom `entrant` can wait.
    fn has_another(&self, entrant: usize, but: usize) -> bool {
        let others =
            self.entrants().iter().enumerate().filter(|(other, it)| it.is_here() && *other != entrant && *other != but);
        others.into_iter().any(|(other, _)| self.may_meet(entrant, other))
    }

    /// True if both are bots of the server that have met often enough.
    fn have_enough(&self, a: usize, b: usize) -> bool {
        let (one, other) = (&self.entrants()[a], &self.entrants()[b]);
        let enough = AMONG_BOTS.saturating_add(one.with_players.max(other.with_players));
        one.is_bot() && other.is_bot() && self.meetings(a, b) >= enough
    }

    /// The distance of two entrants: the difference of points in an arena, otherwise that of ratings in units of its
    /// deviation.
    fn distance(&self, a: usize, b: usize) -> f64 {
        let (one, other) = (&self.entrants()[a], &self.entrants()[b]);
        if self.terms().format == LiveFormat::Arena {
            return (one.season.points() - other.season.points()).abs();
        }
        let apart = (one.strength.rating - other.strength.rating).abs();
        apart / one.strength.deviation.hypot(other.strength.deviation)
    }

    /// Assigns the seats. The first seat goes to the entrant that had it less often; between equals, to the one that
    /// did not have it in their last match.
    fn seated(&self, a: usize, b: usize) -> BySide<usize> {
        let surplus = |entrant: usize| self.entrants()[entrant].surplus;
        let b_first = match surplus(a).cmp(&surplus(b)) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => self.last_first(a, b) == Some(a),
        };
        if b_first { BySide::new(b, a) } else { BySide::new(a, b) }
    }
}
