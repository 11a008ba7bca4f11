//! The arena's statistics of records.

use arena_games::Diagnostic;
use arena_records::Record;
use arena_tournament::RecordTally;
use arena_tournament::rating::{Hypotheses, Model};
use arena_tournament::report::WIDTH;
use arena_tournament::statistics::{Field, Selection};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use crate::ToolboxError;

/// The error rates of a sequential test.
const ERROR_RATE: f64 = 0.05;

/// Records of matches, and the figures to compute of them.
#[derive(Clone, Debug, Deserialize)]
pub struct Records {
    /// Each a JSON text.
    pub records: Vec<String>,
    /// The entrant whose figures are given, and its opponent.
    pub sides: Option<(String, String)>,
    /// Two hypotheses in normalised Elo, tested with error rates of 5 %.
    pub sprt: Option<(f64, f64)>,
}

impl Records {
    fn field(&self) -> Result<Field, ToolboxError> {
        let wrong = |line: usize, error: &dyn std::fmt::Display| {
            Diagnostic::untranslated(&format!("record {}: {error}", line + 1))
        };
        let mut tally = RecordTally::default();
        for (line, text) in self.records.iter().enumerate() {
            let record: Record = serde_json::from_str(text).map_err(|error| wrong(line, &error))?;
            tally.add(&record).map_err(|error| wrong(line, &error))?;
        }
        let test = |(elo0, elo1)| Hypotheses::new(elo0, elo1, ERROR_RATE, ERROR_RATE, Model::Normalized);
        let test = self.sprt.map(test).transpose().map_err(|error| {
            // The message names the hypothesis.
            Diagnostic { code: error.problem.code.clone(), ..Diagnostic::untranslated(&error.to_string()) }
        })?;
        let sides = self.sides.as_ref();
        let named = Selection {
            subject: sides.map(|it| it.0.as_str()),
            opponent: sides.map(|it| it.1.as_str()),
            ..Selection::default()
        };
        Ok(Field::new(tally, None, &named, test.as_ref()).map_err(|problem| Diagnostic::untranslated(&problem))?)
    }

    /// Returns the figures of `arena stats --json`.
    ///
    /// # Errors
    /// Returns an error if a record is invalid, a side is in none of them, or the hypotheses are invalid.
    pub fn statistics(&self) -> Result<Value, ToolboxError> {
        Ok(self.field()?.json())
    }

    /// Returns the text of `arena stats`.
    ///
    /// # Errors
    /// As [`Records::statistics`].
    pub fn report(&self) -> Result<String, ToolboxError> {
        Ok(self.field()?.document().to_text(WIDTH, false))
    }
}

/// Returns the identifier of a match in a tournament, which the names, the seed and the number of the match determine.
#[must_use]
pub fn match_id(names: (&str, &str), seed: u64, number: u64) -> String {
    Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{names:?} {seed} {number}").as_bytes()).to_string()
}
