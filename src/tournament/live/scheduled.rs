//! The schedule of a tournament that people and programs enter, with the results so far.

use std::collections::BTreeMap;

use crate::pairing::knockout::KnockoutRules;
use crate::pairing::{Attendance, Pairer, Pairing, Schedule};
use arena_games::{Diagnostic, FieldError, diagnostic};
use arena_play::GameResult;
use arena_play::tournament::{LiveFormat, MOST_MATCHES, Terms};

/// The most additional encounters while a tie of a knockout is even.
pub(crate) const EXTRA: u64 = 2;

/// Creates the error for a schedule with too many matches.
pub(super) fn too_many_matches(given: u64, most: u64) -> FieldError {
    let problem = diagnostic!("too_many_matches", "at most {most} matches are allowed, got {given}", given, most);
    FieldError::new("rounds", problem)
}

/// The schedule of this many entrants; `None` for an arena or a league.
///
/// # Errors
/// [`FieldError`] when there are too few entrants, or too many matches.
pub(super) fn schedule(terms: &Terms, entrants: usize) -> Result<Option<Schedule>, FieldError> {
    if entrants < 2 && terms.format != LiveFormat::League {
        let problem =
            diagnostic!("too_few_entrants", "at least {least} are needed, got {given}", given = entrants, least = 2);
        return Err(FieldError::new("entrants", problem));
    }
    let rounds = terms.rounds_of(entrants);
    let champions = terms.champions.unwrap_or(1) as usize;
    let schedule = match terms.format {
        LiveFormat::Arena | LiveFormat::League => return Ok(None),
        LiveFormat::Gauntlet if champions >= entrants => {
            let problem = Diagnostic::range(champions, 1, entrants - 1);
            return Err(FieldError::new("champions", problem));
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
