//! A schedule that is played by people and programs who come and go: which of its matches can be begun.
//!
//! What is paired is the [`Pairer`]'s, a function of results in the schedule's order; presence decides only in which order
//! matches are begun.

use std::collections::{BTreeMap, HashSet};

use super::state::LiveState;
use super::terms::TermsError;
use crate::games::Problem;
use crate::play::GameResult;
use crate::tournament::pairing::{Pairer, Pairing};

/// How far beyond the first match without a result matches are looked at.
const WINDOW: u64 = 20_000;

/// A schedule with the results that have come so far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scheduled {
    pub(super) pairer: Pairer,
    /// The entrants by their numbers in the schedule: those that had not left when it began.
    field: Vec<usize>,
    /// Results that wait for one before them.
    waiting: BTreeMap<u64, GameResult>,
}

impl Scheduled {
    pub(super) const fn new(pairer: Pairer, field: Vec<usize>) -> Self {
        Self { pairer, field, waiting: BTreeMap::new() }
    }

    /// The entrants by their numbers in the schedule.
    pub(super) fn field(&self) -> &[usize] {
        &self.field
    }

    /// The pairing with that number, of entrants as the tournament numbers them, if it is known.
    pub(super) fn get(&self, index: u64) -> Option<Pairing> {
        let pairing = self.pairer.get(index)?;
        Some(Pairing { seats: pairing.seats.map(|number| self.field[number]), ..pairing })
    }

    /// Adds a result.
    pub(super) fn add(&mut self, index: u64, ended: GameResult) {
        self.waiting.insert(index, ended);
        while let Some(ended) = self.waiting.remove(&self.pairer.low()) {
            // What people and their programs play may look the same twice and is never counted as one match.
            self.pairer.add(self.pairer.low(), ended, false);
        }
    }

    /// Whether the match has its result.
    pub(super) fn has(&self, index: u64) -> bool {
        index < self.pairer.low() || self.waiting.contains_key(&index)
    }
}

/// What a schedule asks for now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Matches that can be begun: both are here and free.
    pub ready: Vec<Pairing>,
    /// Matches that could be begun if somebody came who is not here. Each entrant who is here is in one at most.
    pub called: Vec<Pairing>,
    /// Matches of entrants who have left.
    pub forfeited: Vec<Pairing>,
}

impl LiveState {
    /// Whether those who have entered can begin.
    ///
    /// # Errors
    /// [`TermsError`] when they are too few, or their matches more than there may be.
    pub fn check_beginning(&self) -> Result<(), TermsError> {
        let field = self.entrants().iter().filter(|it| !it.left).count();
        let schedule = self.terms().schedule(field)?;
        let matches = schedule.and_then(|schedule| schedule.most()).unwrap_or(0);
        match self.opener().filter(|opener| matches > opener.matches) {
            None => Ok(()),
            Some(opener) => {
                let problem = Problem::Matches { given: matches, most: opener.matches };
                Err(TermsError { key: "rounds", problem })
            }
        }
    }

    /// What the schedule asks for now; nothing in an arena or a league, or before the beginning.
    #[must_use]
    pub fn due(&self) -> Due {
        let mut due = Due::default();
        let Some(scheduled) = self.scheduled().filter(|_| self.begins_matches()) else { return due };
        let (low, end) = (scheduled.pairer.low(), scheduled.pairer.ready().end());
        let open: Vec<Pairing> = (low..end.min(low.saturating_add(WINDOW)))
            .filter(|&index| !scheduled.has(index) && !self.is_under_way(index))
            .filter_map(|index| scheduled.get(index))
            .collect();
        let mut busy: HashSet<usize> = HashSet::new();
        let has_left = |entrant: usize| self.entrants()[entrant].left;
        let is_free = |entrant: usize| self.is_free(entrant);
        for pairing in &open {
            let seats = pairing.seats.into_array();
            if seats.into_iter().any(has_left) {
                due.forfeited.push(*pairing);
            } else if seats.into_iter().all(|entrant| is_free(entrant) && !busy.contains(&entrant)) {
                busy.extend(seats);
                due.ready.push(*pairing);
            }
        }
        // Whoever is here and has nothing else to play waits for somebody who is not.
        let is_here = |entrant: usize| self.entrants()[entrant].is_here();
        for pairing in open.iter().filter(|pairing| !pairing.seats.into_array().into_iter().any(has_left)) {
            let [one, other] = pairing.seats.into_array();
            let waits = |here: usize, away: usize, busy: &HashSet<usize>| {
                is_free(here) && !busy.contains(&here) && !is_here(away) && !self.is_playing(away)
            };
            if waits(one, other, &busy) {
                busy.insert(one);
            } else if waits(other, one, &busy) {
                busy.insert(other);
            } else {
                continue;
            }
            due.called.push(*pairing);
        }
        if due == Due::default() && self.under_way().next().is_none() {
            // Nobody can play: those who come next are called, one match each.
            for pairing in open {
                if pairing.seats.into_array().into_iter().all(|entrant| busy.insert(entrant)) {
                    due.called.push(pairing);
                }
            }
        }
        due
    }

    /// The round that is being played, from 1, and how many there are; none without a schedule.
    #[must_use]
    pub fn round(&self) -> Option<(u64, u64)> {
        let scheduled = self.scheduled()?;
        let rounds = self.terms().rounds_of(scheduled.field.len());
        let next = scheduled.pairer.get(scheduled.pairer.low()).map_or(rounds, |pairing| pairing.round + 1);
        Some((next, rounds.max(next)))
    }
}
