//! A table of a tuning file, with its location.

use toml::Spanned;
use toml::de::DeValue;

use arena_bots::toml_file::Located;
use arena_bots::{FileError, Source};
use arena_games::{Diagnostic, diagnostic};

/// A table of a tuning file. Errors in it name its location.
pub(super) struct FileTable<'a, 's> {
    pub(super) source: &'s Source<'a>,
    pub(super) table: Located<'a>,
}

impl<'s, 'a> FileTable<'a, 's> {
    pub(super) fn wrong(&self, key: &str, problem: impl Into<Diagnostic>) -> FileError {
        self.source.wrong(&self.table, key, problem)
    }

    /// Returns the table under `key`, or this table if there is none.
    pub(super) fn within(&self, key: &str) -> Self {
        let inner = self.table.get_ref().get(key).and_then(|value| match value.get_ref() {
            DeValue::Table(inner) => Some(Spanned::new(value.span(), inner.clone())),
            _ => None,
        });
        Self { source: self.source, table: inner.unwrap_or_else(|| self.table.clone()) }
    }

    pub(super) fn integer(&self, key: &str, value: i64, min: i64, max: i64) -> Result<u64, FileError> {
        let problem = || self.wrong(key, Diagnostic::range(value, min, max));
        if (min..=max).contains(&value) { Ok(value.unsigned_abs()) } else { Err(problem()) }
    }

    pub(super) fn number(&self, key: &str, value: f64, above: f64, max: f64) -> Result<f64, FileError> {
        let problem = || {
            self.wrong(
                key,
                diagnostic!(
                    "number_range",
                    "must be greater than {above} and at most {max}, got {given}",
                    given = value,
                    above,
                    max
                ),
            )
        };
        if value > above && value <= max { Ok(value) } else { Err(problem()) }
    }
}
