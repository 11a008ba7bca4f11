//! Who of those that are free meets whom in an arena and in a league: a function of what is known of them.

use super::state::LiveState;
use super::terms::LiveFormat;
use crate::games::BySide;

/// So many neighbours by rating, or by points, are looked at on either side, so that a field of any size is paired in
/// little time.
const NEIGHBOURS: usize = 64;

/// With so few who are here, two who have just met may meet again at once.
const FEW: usize = 3;

/// In a league, two bots of the server meet so often in a season, and as often again as either has met players: while
/// nobody else is there, a league rests.
const AMONG_BOTS: u32 = 20;

impl LiveState {
    /// The pairs that are to be begun now, each as they are to sit; empty where the format has a schedule.
    ///
    /// A league begins with those whose ratings are least certain, and gives each the opponent who is closest: by the
    /// difference of ratings in units of its own deviation, to which every meeting of the season adds one. An arena begins
    /// with those who have most points, and goes by the difference of points in the same way.
    #[must_use]
    pub fn choice(&self) -> Vec<BySide<usize>> {
        if self.terms().format.is_scheduled() || !self.begins_matches() {
            return Vec::new();
        }
        let mut free: Vec<usize> = (0..self.entrants().len()).filter(|&entrant| self.is_free(entrant)).collect();
        if free.len() < 2 {
            return Vec::new();
        }
        let is_league = self.terms().format == LiveFormat::League;
        let here = self.entrants().iter().filter(|it| it.is_here()).count();
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
                (here <= FEW || !self.have_just_met(one, free[at])) && !(is_league && self.have_enough(one, free[at]))
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

    /// Whether these are two bots of the server that have met often enough.
    fn have_enough(&self, a: usize, b: usize) -> bool {
        let (one, other) = (&self.entrants()[a], &self.entrants()[b]);
        let enough = AMONG_BOTS.saturating_add(one.with_players.max(other.with_players));
        one.is_bot() && other.is_bot() && self.meetings(a, b) >= enough
    }

    /// How far apart two are, in units of what is not known of them.
    fn distance(&self, a: usize, b: usize) -> f64 {
        let (one, other) = (&self.entrants()[a], &self.entrants()[b]);
        if self.terms().format == LiveFormat::Arena {
            return (one.season.points() - other.season.points()).abs();
        }
        let apart = (one.strength.rating - other.strength.rating).abs();
        apart / one.strength.deviation.hypot(other.strength.deviation)
    }

    /// Who had the first seat less often has it now; of equals, the one that did not have it when they last met.
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
