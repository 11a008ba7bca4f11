//! Adjudicates recorded matches again, to see whether they ended when and as the rules of their tournament say.

use std::collections::HashMap;

use super::judge::Judge;
use super::solver::{Solver, solver};
use crate::games::{GameError, MoveCode};
use crate::play::{EndReason, GameResult};
use crate::records::Record;
use crate::tournament::plan::Adjudication;

/// Judges recorded matches by the rules of one tournament.
pub struct Adjudicator {
    rules: Adjudication,
    /// By game and options.
    solvers: HashMap<String, Box<dyn Solver>>,
}

impl Adjudicator {
    /// An adjudicator by these rules.
    #[must_use]
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, solvers: HashMap::new() }
    }

    /// Whether a record ends as the rules say. The values in it are taken as they are; replaying the bots checks those.
    ///
    /// # Errors
    /// A sentence about what the rules say instead.
    pub fn check(&mut self, record: &Record) -> Result<(), String> {
        let (found, plies) = self.found(record).map_err(|error| error.to_string())?;
        let recorded = is_adjudicated(record.verdict.by).then_some((record.verdict.by, record.verdict.outcome));
        match (found, recorded) {
            (None, Some((by, _))) => Err(format!("nothing ends it by {}", word(by))),
            (Some((by, _)), None) => Err(format!("it is {} after {plies} plies", word(by))),
            (Some(found), Some(recorded)) if found != recorded => Err(format!(
                "it is {} with another result, or by another rule, than {}",
                word(found.0),
                word(recorded.0)
            )),
            (Some((by, _)), Some(_)) if plies != record.moves.len() => {
                Err(format!("it is {} after {plies} plies, and {} were played", word(by), record.moves.len()))
            }
            _ => Ok(()),
        }
    }

    /// The first adjudication that applies, and after how many plies it does.
    #[expect(clippy::type_complexity, reason = "two facts of an end, and where it is")]
    fn found(&mut self, record: &Record) -> Result<(Option<(EndReason, Option<GameResult>)>, usize), GameError> {
        let position = record.opening.position.as_deref();
        let mut board = record.game.board(&record.options, position)?;
        let mut judge = Judge::new(self.rules);
        let mut codes: Vec<MoveCode> = Vec::with_capacity(record.moves.len());
        for (ply, text) in record.moves.iter().enumerate() {
            if ply >= record.opening.moves.len()
                && let Some(ended) = self.solved(record, &codes)?
            {
                return Ok((Some((EndReason::AdjudicatedSolved, Some(ended))), ply));
            }
            let mv = record.game.parse_move(text)?;
            let side = board.to_move();
            board.play(mv, ply)?;
            codes.push(mv);
            if board.outcome().is_some() || board.repetition().is_some() {
                return Ok((None, codes.len()));
            }
            if ply >= record.opening.moves.len()
                && let Some(verdict) = judge.after(side, record.value(ply), codes.len())
            {
                return Ok((Some((verdict.by, verdict.outcome)), codes.len()));
            }
        }
        let solved = self.solved(record, &codes)?;
        Ok((solved.map(|ended| (EndReason::AdjudicatedSolved, Some(ended))), codes.len()))
    }

    fn solved(&mut self, record: &Record, codes: &[MoveCode]) -> Result<Option<GameResult>, GameError> {
        let Some(rule) = self.rules.solver else { return Ok(None) };
        let key = format!("{} {:?}", record.game, record.options);
        if !self.solvers.contains_key(&key) {
            let made = solver(record.game, &record.options, rule.empties)?;
            self.solvers.insert(key.clone(), made);
        }
        let solver = self.solvers.get_mut(&key).expect("it was made just now");
        solver.result(record.opening.position.as_deref(), codes)
    }
}

/// Whether a match was ended by adjudication.
#[must_use]
pub const fn is_adjudicated(by: EndReason) -> bool {
    matches!(
        by,
        EndReason::AdjudicatedDraw
            | EndReason::AdjudicatedWin
            | EndReason::AdjudicatedLength
            | EndReason::AdjudicatedSolved
    )
}

/// As records write it.
fn word(by: EndReason) -> String {
    serde_json::to_value(by).ok().and_then(|by| by.as_str().map(str::to_owned)).unwrap_or_default()
}
