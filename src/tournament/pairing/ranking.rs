//! The ranking of entrants. Tables, leaders, reports and progress all use it.

use std::cmp::{Ordering, Reverse};

use super::pairer::Pairer;
use crate::rating::Wdl;

/// The ranking rule of a format.
enum Rule {
    /// By place in the bracket of a knockout.
    Places(Vec<usize>),
    /// By points and tie-breaks, the greater first.
    Keys(Vec<(u64, u64, u64, u64)>),
    /// By score per match.
    Scores,
}

/// Compares entrants by their results.
pub(crate) struct Ranking<'a> {
    rule: Rule,
    results: &'a [Wdl],
    /// The median number of matches of an entrant; the larger one of two in the middle.
    usual: u64,
}

impl<'a> Ranking<'a> {
    /// Knockouts rank by place, Swiss tournaments by points and tie-breaks, arenas (`by_points`) by points, and all
    /// others by score per match. In the last case a [`sparse`](Self::is_sparse) entrant ranks below all others,
    /// because a few wins do not show that it is the best.
    pub(crate) fn new(pairer: Option<&Pairer>, results: &'a [Wdl], by_points: bool) -> Self {
        let rule = if let Some(knockout) = pairer.and_then(Pairer::knockout) {
            Rule::Places(knockout.places())
        } else if let Some(swiss) = pairer.and_then(Pairer::swiss) {
            Rule::Keys(swiss.standings(results).iter().map(super::swiss::SwissStanding::order).collect())
        } else if by_points {
            Rule::Keys(results.iter().map(|results| (results.half_points(), 0, 0, 0)).collect())
        } else {
            Rule::Scores
        };
        let mut played: Vec<u64> = results.iter().map(|results| results.played()).collect();
        let middle = played.len() / 2;
        let usual = if played.is_empty() { 0 } else { *played.select_nth_unstable(middle).1 };
        Self { rule, results, usual }
    }

    /// True if scores rank and the entrant has played fewer than half as many matches as the median entrant, for
    /// example in a run that was cut short.
    pub(crate) fn is_sparse(&self, entrant: usize) -> bool {
        matches!(self.rule, Rule::Scores) && 2 * self.results[entrant].played() < self.usual
    }

    /// Returns the entrants from best to worst, each with its rank from 1. Equal entrants share a rank.
    pub(crate) fn ranked(&self) -> Vec<(usize, usize)> {
        ranked(self.results.len(), |a, b| match &self.rule {
            Rule::Places(places) => places[a].cmp(&places[b]),
            Rule::Keys(keys) => Reverse(keys[a]).cmp(&Reverse(keys[b])),
            Rule::Scores => {
                // Cross-multiplication compares scores without rounding. Entrants that have not played come last.
                let below = |entrant: usize| (self.results[entrant].played() == 0, self.is_sparse(entrant));
                let share = |one: usize, other: usize| {
                    u128::from(self.results[one].half_points()) * u128::from(self.results[other].played())
                };
                below(a).cmp(&below(b)).then(share(b, a).cmp(&share(a, b)))
            }
        })
    }
}

/// Returns the entrants in the order of `better`, which puts the better one first, each with its rank from 1. Equal
/// entrants share a rank.
pub(crate) fn ranked(entrants: usize, better: impl Fn(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
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
