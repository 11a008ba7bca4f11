//! Adjudicates recorded matches again, to check that they ended when and as the rules of their tournament say.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use super::judge::Judge;
use super::solver::{Solvers, solvers, verdict};
use crate::plan::Adjudication;
use arena_games::{GameError, MoveCode};
use arena_play::{Action, EndReason, Verdict};
use arena_records::Record;
use arena_records::verify::begin;
use arena_syzygy::Tablebases;

/// Adjudicates recorded matches by the rules of one tournament.
pub struct Adjudicator {
    rules: Adjudication,
    tablebases: Option<Arc<Tablebases>>,
    /// The solvers, by game and options.
    solvers: HashMap<String, Solvers>,
}

impl Adjudicator {
    /// Creates an adjudicator with these rules, and with tables of endings if there are any.
    #[must_use]
    pub fn new(rules: Adjudication, tablebases: Option<Arc<Tablebases>>) -> Self {
        Self { rules, tablebases, solvers: HashMap::new() }
    }

    /// True if an adjudication of this kind can be checked: one by tables only with tables.
    #[must_use]
    pub const fn can_check(&self, by: EndReason) -> bool {
        !matches!(by, EndReason::AdjudicatedTablebase) || self.rules.tablebase.is_none() || self.tablebases.is_some()
    }

    /// Compares the end of a record with the tournament's rules. The record's values are taken as they are; replaying
    /// the bots checks those. `now` is passed to the match core; the result does not depend on it.
    ///
    /// # Errors
    /// A message with what the rules say instead.
    pub fn check(&mut self, record: &Record, now: Instant) -> Result<(), String> {
        let (found, plies) = self.found(record, now).map_err(|error| error.to_string())?;
        let recorded = Some(&record.verdict).filter(|verdict| is_adjudicated(verdict.by));
        match (found, recorded) {
            (None, Some(recorded)) => Err(format!("nothing ends it by {}", word(recorded.by))),
            (Some(found), None) => Err(format!("it is {} after {plies} plies", word(found.by))),
            (Some(found), Some(recorded)) if (found.by, found.outcome) != (recorded.by, recorded.outcome) => Err(
                format!("the rules give {} with a different result or rule than {}", word(found.by), word(recorded.by)),
            ),
            (Some(found), Some(_)) if plies != record.moves.len() => Err(format!(
                "the rules give {} after {plies} plies, but {} were played",
                word(found.by),
                record.moves.len()
            )),
            (Some(found), Some(recorded)) if found.detail != recorded.detail => Err(format!(
                "its detail is {:?}, and the record has {:?}",
                found.detail.map(|detail| detail.to_string()).unwrap_or_default(),
                recorded.detail.as_ref().map(ToString::to_string).unwrap_or_default()
            )),
            _ => Ok(()),
        }
    }

    /// Returns the first adjudication that applies, and after how many plies. The match core decides when the rules of
    /// the game end the match, because repetition depends on earlier positions.
    fn found(&mut self, record: &Record, now: Instant) -> Result<(Option<Verdict>, usize), GameError> {
        let codes =
            record.moves.iter().map(|text| record.game.parse_move(text)).collect::<Result<Vec<MoveCode>, _>>()?;
        let mut contest = begin(record, &codes, now)?;
        let mut judge = Judge::new(self.rules);
        for ply in record.opening.moves.len()..=codes.len() {
            let Some(side) = contest.turn() else { return Ok((None, ply)) };
            if let Some(verdict) = self.solved(record, &codes[..ply])? {
                return Ok((Some(verdict), ply));
            }
            let Some(&mv) = codes.get(ply) else { break };
            let played = contest.handle(side, Action::Move { ply, mv, thought: None }, now);
            if played.is_err() || contest.turn().is_none() {
                return Ok((None, ply + 1));
            }
            if let Some(verdict) = judge.after(side, record.value(ply), ply + 1) {
                return Ok((Some(verdict), ply + 1));
            }
        }
        Ok((None, codes.len()))
    }

    fn solved(&mut self, record: &Record, codes: &[MoveCode]) -> Result<Option<Verdict>, GameError> {
        if self.rules.solver.is_none() && self.rules.tablebase.is_none() {
            return Ok(None);
        }
        let key = format!("{} {:?}", record.game, record.options);
        if !self.solvers.contains_key(&key) {
            let made = solvers(record.game, &record.options, &self.rules, self.tablebases.as_ref())?;
            self.solvers.insert(key.clone(), made);
        }
        let solvers = self.solvers.get_mut(&key).expect("they were made just now");
        verdict(solvers, record.opening.position.as_deref(), codes)
    }
}

/// True if a match was ended by adjudication.
#[must_use]
pub const fn is_adjudicated(by: EndReason) -> bool {
    matches!(
        by,
        EndReason::AdjudicatedDraw
            | EndReason::AdjudicatedWin
            | EndReason::AdjudicatedLength
            | EndReason::AdjudicatedSolved
            | EndReason::AdjudicatedTablebase
    )
}

/// Returns the word that records use for `by`.
fn word(by: EndReason) -> String {
    serde_json::to_value(by).ok().and_then(|by| by.as_str().map(str::to_owned)).unwrap_or_default()
}
