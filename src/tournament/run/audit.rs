//! Compares a file of records with its tournament. Every match must be there once, with the id, seed, seats, opening
//! and options that the tournament's plan gives it.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use uuid::Uuid;

use super::is_adjudicated;
use crate::pairing::{Pairer, Pairing};
use crate::plan::{Entrant, Format, Plan};
use crate::results::fingerprint;
use arena_games::{BySide, MoveCode};
use arena_play::{EndReason, GameResult};
use arena_records::{Opening, Record, SeatRecord};

/// Collects the records of a file in any order, and then finds out which matches of the tournament they are.
pub struct Audit<'a> {
    plan: &'a Plan,
    numbers: HashMap<&'a str, usize>,
    seats: Vec<SeatRecord>,
    entries: Vec<Entry>,
    by_id: HashMap<Uuid, usize>,
}

/// The data kept of a record.
struct Entry {
    line: usize,
    id: Uuid,
    /// The entrants; `None` if one of them is not in the tournament.
    seats: Option<BySide<usize>>,
    seed: u64,
    opening: u64,
    fingerprint: u64,
    ended: Option<GameResult>,
}

/// Why a record is not a match of the tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// The file contains the match twice.
    #[error("duplicate match, also in line {0}")]
    Doubled(usize),
    /// The match is of another tournament.
    #[error("{0}")]
    Foreign(String),
    /// The match is of this tournament, but was changed.
    #[error("{0}")]
    Changed(String),
}

/// A record that does not fit the tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// The line of the file, from 1.
    pub line: usize,
    /// The id in the record.
    pub id: Uuid,
    /// The problem.
    pub error: AuditError,
}

/// A match of the tournament without a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its number in the schedule, from 0.
    pub index: u64,
    /// The match's id.
    pub id: Uuid,
    /// The names of the first and the second side.
    pub seats: [String; 2],
}

/// The result of an audit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audited {
    /// The number of matches in the tournament, according to its results.
    pub matches: u64,
    /// Records that are not matches of the tournament, or differ from them.
    pub misplaced: Vec<Misplaced>,
    /// Matches without a record, in the order of the schedule.
    pub missing: Vec<Missing>,
    /// Whether more matches may be missing: later pairings depend on the missing results.
    pub open: bool,
}

impl<'a> Audit<'a> {
    /// Creates an audit without records.
    #[must_use]
    pub fn new(plan: &'a Plan) -> Self {
        let numbers = plan.entrants.iter().map(Entrant::name).zip(0..).collect();
        let seats = (0..plan.entrants.len()).map(|entrant| plan.recorded_seat(entrant)).collect();
        Self { plan, numbers, seats, entries: Vec::new(), by_id: HashMap::new() }
    }

    /// Adds the record on `line`, and compares it with everything that the tournament's matches have in common.
    ///
    /// # Errors
    /// [`AuditError`] when the record is a duplicate or differs from the tournament.
    pub fn take(&mut self, line: usize, record: &Record) -> Result<(), AuditError> {
        if let Some(&earlier) = self.by_id.get(&record.id) {
            return Err(AuditError::Doubled(self.entries[earlier].line));
        }
        let numbers = record.seats.each_ref().map(|seat| self.numbers.get(seat.name.as_str()).copied());
        let seats = match numbers {
            [Some(first), Some(second)] => Some(BySide::new(first, second)),
            _ => None,
        };
        let codes: Result<Vec<MoveCode>, _> = record.moves.iter().map(|text| record.game.parse_move(text)).collect();
        let fingerprint = seats.zip(codes.ok()).map_or(0, |(seats, codes)| fingerprint(seats, &codes));
        let (id, seed, opening, ended) = (record.id, record.seed, hash(&record.opening), record.verdict.outcome);
        self.by_id.insert(id, self.entries.len());
        self.entries.push(Entry { line, id, seats, seed, opening, fingerprint, ended });
        self.compare(record)
    }

    fn compare(&self, record: &Record) -> Result<(), AuditError> {
        let config = &self.plan.config;
        if record.game != config.game {
            let (found, expected) = (record.game, config.game);
            return Err(AuditError::Foreign(format!(
                "this is a match of {found}, but the tournament plays {expected}"
            )));
        }
        if record.options != config.options {
            return Err(AuditError::Changed("its options differ from those of the tournament".to_owned()));
        }
        for seat in &record.seats {
            let Some(&number) = self.numbers.get(seat.name.as_str()) else {
                return Err(AuditError::Foreign(format!("{:?} is not in the tournament", seat.name)));
            };
            if *seat != self.seats[number] {
                let what = format!("{:?} has a different configuration or clock in the tournament", seat.name);
                return Err(AuditError::Changed(what));
            }
        }
        if !record.not_reproducible.is_empty() || (record.reproducible == Some(false) && self.plan.is_reproducible()) {
            let what = "it is marked as not reproducible, which no match of this tournament is";
            return Err(AuditError::Changed(what.to_owned()));
        }
        let by = record.verdict.by;
        let plain = is_adjudicated(by)
            || matches!(
                by,
                EndReason::Rules
                    | EndReason::Resignation
                    | EndReason::Timeout
                    | EndReason::Illegal
                    | EndReason::Crash
                    | EndReason::Stall
            );
        if !plain || record.verdict.outcome.is_none() {
            let what = "no match between bots in a tournament's file ends in this way, or void";
            return Err(AuditError::Changed(what.to_owned()));
        }
        Ok(())
    }

    /// Compares all records with the schedule.
    #[must_use]
    pub fn finish(self) -> Audited {
        let mut by_seed: HashMap<u64, usize> = HashMap::new();
        for (number, entry) in self.entries.iter().enumerate() {
            by_seed.entry(entry.seed).or_insert(number);
        }
        let mut used = vec![false; self.entries.len()];
        let mut audited = Audited::default();
        let mut pairer = self.plan.pairer();
        let mut seen: HashSet<u64> = HashSet::new();
        // A sequential test may have ended at any match after a gap.
        let is_tested = matches!(self.plan.config.format, Format::Match { test: Some(_) });
        let mut after_gap = Vec::new();
        for index in 0.. {
            let Some(pairing) = next(&pairer, index) else { break };
            let id = self.plan.match_id(&pairing);
            let of_seed = || by_seed.get(&pairing.seed(self.plan.config.seed)).copied();
            let is_free = |number: &usize| !used[*number];
            let is_same = |number: &usize| is_free(number) && self.entries[*number].seats == Some(pairing.seats);
            let of_id = self.by_id.get(&id).copied().filter(is_free);
            let Some(number) = of_id.or_else(|| of_seed().filter(is_same)) else {
                let name = |entrant: usize| self.plan.entrants[entrant].name().to_owned();
                let missing = Missing { index, id, seats: pairing.seats.map(name).into_array() };
                if is_tested && audited.open {
                    after_gap.push(missing);
                } else {
                    audited.missing.push(missing);
                }
                audited.open |= is_tested;
                continue;
            };
            audited.missing.append(&mut after_gap);
            used[number] = true;
            let entry = &self.entries[number];
            if let Some(what) = self.difference(&pairing, entry) {
                audited.misplaced.push(Misplaced { line: entry.line, id: entry.id, error: AuditError::Changed(what) });
            }
            let chance = pairing.seats.iter().any(|(_, &entrant)| self.plan.entrants[entrant].is_random());
            let repeat = !seen.insert(entry.fingerprint) && !chance;
            if let Some(ended) = entry.ended {
                pairer.add(index, ended, repeat);
            }
        }
        let all_paired =
            matches!(self.plan.config.format, Format::RoundRobin | Format::Gauntlet { .. } | Format::Match { .. });
        audited.open |= !all_paired && !pairer.is_over();
        let found = used.iter().filter(|used| **used).count();
        audited.matches = (found + audited.missing.len()) as u64;
        for (entry, _) in self.entries.iter().zip(&used).filter(|(_, used)| !**used) {
            let what = match audited.open {
                true => "the tournament has no such match, as far as the records before it tell",
                false => "the tournament has no such match",
            };
            let error = AuditError::Foreign(what.to_owned());
            audited.misplaced.push(Misplaced { line: entry.line, id: entry.id, error });
        }
        audited.misplaced.sort_by_key(|misplaced| misplaced.line);
        audited
    }

    /// Describes how a record differs from the pairing whose id or seed it has.
    fn difference(&self, pairing: &Pairing, entry: &Entry) -> Option<String> {
        let id = self.plan.match_id(pairing);
        if entry.id != id {
            return Some(format!("the tournament gives this match the id {id}"));
        }
        if entry.seats.is_some_and(|seats| seats != pairing.seats) {
            let [first, second] = pairing.seats.map(|entrant| self.plan.entrants[entrant].name()).into_array();
            return Some(format!("the tournament seats {first:?} first and {second:?} second in this match"));
        }
        let seed = pairing.seed(self.plan.config.seed);
        if entry.seed != seed {
            return Some(format!("its seed is {}, but {seed} in the tournament", entry.seed));
        }
        let other = entry.opening != hash(&self.plan.recorded_opening(pairing));
        other.then(|| "its opening is not the one that the tournament gives this match".to_owned())
    }
}

/// Returns the pairing with this number, unless the tournament is over before it.
fn next(pairer: &Pairer, index: u64) -> Option<Pairing> {
    let ended_by_test = pairer.is_over() && pairer.low() <= index;
    pairer.get(index).filter(|_| !ended_by_test)
}

fn hash(opening: &Opening) -> u64 {
    let mut hash = DefaultHasher::new();
    (&opening.position, &opening.moves).hash(&mut hash);
    hash.finish()
}
