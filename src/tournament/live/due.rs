//! Finds the scheduled matches that can begin while people and programs come and go.
//!
//! Pairings come from the [`Pairer`], as a function of the results in the order of the schedule. The presence of
//! entrants only affects the order in which matches begin.

use std::collections::HashSet;

use super::scheduled::{schedule, too_many_matches};
use super::state::LiveState;
use crate::pairing::{NextMatch, Pairer, Pairing};
use arena_games::FieldError;

/// The number of matches that are considered, from the first one without a result.
const WINDOW: u64 = 20_000;

/// The matches that the schedule calls for now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DueMatches {
    /// Matches that can begin: both entrants are present and free.
    pub ready: Vec<Pairing>,
    /// Matches that could begin if an absent entrant came. Each present entrant is in at most one.
    pub called: Vec<Pairing>,
    /// Matches of entrants that have left.
    pub forfeited: Vec<Pairing>,
}

impl LiveState {
    /// Checks that play can begin with the present entrants of the tournament.
    ///
    /// # Errors
    /// [`FieldError`] when there are too few entrants, or too many matches.
    pub fn check_beginning(&self) -> Result<(), FieldError> {
        let field = self.entrants().iter().filter(|it| !it.left).count();
        let schedule = schedule(self.terms(), field)?;
        let matches = schedule.and_then(|schedule| schedule.most()).unwrap_or(0);
        match self.opener().filter(|opener| matches > opener.matches) {
            None => Ok(()),
            Some(opener) => Err(too_many_matches(matches, opener.matches)),
        }
    }

    /// Returns the matches that the schedule calls for now. Returns none in an arena or a league, or before play
    /// begins.
    #[must_use]
    pub fn due(&self) -> DueMatches {
        let mut due = DueMatches::default();
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
        // A free entrant without a match waits for an absent opponent.
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
        if due == DueMatches::default() && self.under_way().next().is_none() {
            // No entrant can play, so the next pairings are called, at most one per entrant.
            for pairing in open {
                if pairing.seats.into_array().into_iter().all(|entrant| busy.insert(entrant)) {
                    due.called.push(pairing);
                }
            }
        }
        due
    }

    /// Returns the match that follows those in progress. It is unknown in an arena or a league, which pair free entrants.
    #[must_use]
    pub fn next_match(&self) -> NextMatch {
        let Some(scheduled) = self.scheduled().filter(|_| self.begins_matches()) else { return NextMatch::Unknown };
        let (low, end) = (scheduled.pairer.low(), scheduled.pairer.ready().end());
        let has_left = |pairing: &Pairing| pairing.seats.into_array().into_iter().any(|it| self.entrants()[it].left);
        let mut open = (low..end.min(low.saturating_add(WINDOW)))
            .filter(|&index| !scheduled.has(index) && !self.is_under_way(index))
            .filter_map(|index| scheduled.get(index));
        match open.find(|pairing| !has_left(pairing)) {
            Some(pairing) => NextMatch::Paired(pairing),
            None if scheduled.pairer.total() > end => NextMatch::AfterRound,
            None => NextMatch::Unknown,
        }
    }

    /// The pairer of the schedule before its first result, with the attendance so far. With the same results it makes
    /// the same pairings. `None` without a schedule.
    pub(crate) fn pairer(&self) -> Option<Pairer> {
        let scheduled = self.scheduled()?;
        let schedule = schedule(self.terms(), scheduled.field().len()).ok()??;
        Some(Pairer::attended(schedule, None, scheduled.pairer.history().clone()))
    }

    /// True if the match with this number of the schedule has a result.
    #[must_use]
    pub fn has_result(&self, index: u64) -> bool {
        self.scheduled().is_some_and(|it| it.has(index))
    }

    /// The current round, from 1, and the number of rounds. `None` without a schedule.
    #[must_use]
    pub fn round(&self) -> Option<(u64, u64)> {
        let scheduled = self.scheduled()?;
        let rounds = self.terms().rounds_of(scheduled.field().len());
        let next = scheduled.pairer.get(scheduled.pairer.low()).map_or(rounds, |pairing| pairing.round + 1);
        Some((next, rounds.max(next)))
    }
}
