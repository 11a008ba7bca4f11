//! Finds the scheduled matches that can begin while people and programs come and go.
//!
//! Pairings come from the [`Pairer`], as a function of the results in the order of the schedule. The presence of
//! entrants only affects the order in which matches begin.

use std::collections::{BTreeMap, HashSet};

use super::state::LiveState;
use crate::pairing::knockout::KnockoutRules;
use crate::pairing::{Attendance, Pairer, Pairing, Schedule};
use arena_games::{Diagnostic, diagnostic};
use arena_play::GameResult;
use arena_play::tournament::{LiveFormat, MOST_MATCHES, Terms, TermsError};

/// The number of matches that are considered, from the first one without a result.
const WINDOW: u64 = 20_000;

/// The most additional encounters while a tie of a knockout is even.
pub(crate) const EXTRA: u64 = 2;

/// Creates the error for a schedule with too many matches.
fn too_many_matches(given: u64, most: u64) -> TermsError {
    let problem = diagnostic!("too_many_matches", "at most {most} matches are allowed, got {given}", given, most);
    TermsError { key: "rounds", problem }
}

/// The schedule of this many entrants; `None` for an arena or a league.
///
/// # Errors
/// [`TermsError`] when there are too few entrants, or too many matches.
pub(super) fn schedule(terms: &Terms, entrants: usize) -> Result<Option<Schedule>, TermsError> {
    if entrants < 2 && terms.format != LiveFormat::League {
        let problem =
            diagnostic!("too_few_entrants", "at least {least} are needed, got {given}", given = entrants, least = 2);
        return Err(TermsError { key: "entrants", problem });
    }
    let rounds = terms.rounds_of(entrants);
    let champions = terms.champions.unwrap_or(1) as usize;
    let schedule = match terms.format {
        LiveFormat::Arena | LiveFormat::League => return Ok(None),
        LiveFormat::Gauntlet if champions >= entrants => {
            let problem = Diagnostic::range(champions, 1, entrants - 1);
            return Err(TermsError { key: "champions", problem });
        }
        LiveFormat::RoundRobin => Schedule::round_robin(entrants, rounds),
        LiveFormat::Gauntlet => Schedule::gauntlet(entrants, champions, rounds),
        LiveFormat::Swiss => Schedule::swiss(entrants, rounds),
        LiveFormat::Knockout => Schedule::knockout(entrants, knockout_rules(rounds)),
    };
    let matches = schedule.as_ref().and_then(Schedule::most).unwrap_or(u64::MAX);
    if matches > MOST_MATCHES {
        return Err(too_many_matches(matches, MOST_MATCHES));
    }
    Ok(schedule)
}

/// The rules of a knockout whose ties have this many encounters.
pub(crate) const fn knockout_rules(encounters: u64) -> KnockoutRules {
    KnockoutRules { encounters, extra: EXTRA, third_place: false }
}

/// A schedule with the results so far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scheduled {
    pub(super) pairer: Pairer,
    /// The entrants by their numbers in the schedule: those that had not left when play began.
    field: Vec<usize>,
    /// Results that wait for an earlier one.
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

    /// Notes the attendance of an entrant. One that is not in the schedule is ignored.
    pub(super) fn attend(&mut self, entrant: usize, attendance: Attendance) {
        if let Ok(number) = self.field.binary_search(&entrant) {
            self.pairer.attend(number, attendance);
        }
    }

    /// The pairing with this number, if it is known. Its seats have the tournament's numbers of the entrants.
    pub(super) fn get(&self, index: u64) -> Option<Pairing> {
        let pairing = self.pairer.get(index)?;
        Some(Pairing { seats: pairing.seats.map(|number| self.field[number]), ..pairing })
    }

    /// Adds a result.
    pub(super) fn add(&mut self, index: u64, ended: GameResult) {
        self.waiting.insert(index, ended);
        while let Some(ended) = self.waiting.remove(&self.pairer.low()) {
            // Two equal games of people or programs are separate results, so none is a repeat.
            self.pairer.add(self.pairer.low(), ended, false);
        }
    }

    /// True if the match has a result.
    pub(super) fn has(&self, index: u64) -> bool {
        index < self.pairer.low() || self.waiting.contains_key(&index)
    }
}

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
    /// [`TermsError`] when there are too few entrants, or too many matches.
    pub fn check_beginning(&self) -> Result<(), TermsError> {
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

    /// The pairer of the schedule before its first result, with the attendance so far. With the same results it makes
    /// the same pairings. `None` without a schedule.
    pub(crate) fn pairer(&self) -> Option<Pairer> {
        let scheduled = self.scheduled()?;
        let schedule = schedule(self.terms(), scheduled.field.len()).ok()??;
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
        let rounds = self.terms().rounds_of(scheduled.field.len());
        let next = scheduled.pairer.get(scheduled.pairer.low()).map_or(rounds, |pairing| pairing.round + 1);
        Some((next, rounds.max(next)))
    }
}
