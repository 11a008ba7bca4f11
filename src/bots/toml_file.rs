//! Reads TOML files, with errors that give the file, line and key.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeTable;

use arena_games::objects::Objects;
use arena_games::{Diagnostic, FieldError, beginning, diagnostic};
use arena_play::json::in_plain_types;

/// Exclusive upper bound for integers sent over the wire. JSON readers store numbers as doubles.
pub(crate) const MAX_WIRE_INTEGER: i64 = 1 << 53;

/// Maximum length of a key in an error, in characters.
const LONGEST_KEY: usize = 100;

/// Checks that an optional integer lies within its bounds.
pub(crate) fn integer(key: &'static str, value: Option<i64>, min: i64, max: i64) -> Result<Option<u64>, FieldError> {
    match value {
        None => Ok(None),
        Some(value) if (min..=max).contains(&value) => Ok(u64::try_from(value).ok()),
        Some(value) => Err(FieldError::new(key, Diagnostic::range(value, min, max))),
    }
}

/// A table of a file, with the location of everything in it.
pub type Located<'a> = Spanned<DeTable<'a>>;

/// A problem in a file, with its location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {}{problem}", line.map(|line| format!(", line {line}")).unwrap_or_default(),
    key.as_ref().map(|key| format!("{key}: ")).unwrap_or_default())]
pub struct FileError {
    /// Name of the file.
    pub file: String,
    /// Line number, from 1, if known.
    pub line: Option<usize>,
    /// Key, if known.
    pub key: Option<String>,
    /// What is wrong and what is expected.
    pub problem: Box<Diagnostic>,
}

impl FileError {
    /// Creates an error about a whole file, or about one of its lines.
    pub fn new(
        file: impl Into<String>,
        line: Option<usize>,
        key: Option<&str>,
        problem: impl Into<Diagnostic>,
    ) -> Self {
        Self { file: file.into(), line, key: key.map(str::to_owned), problem: Box::new(problem.into()) }
    }
}

impl From<FileError> for Diagnostic {
    fn from(error: FileError) -> Self {
        let FileError { line, key, problem, .. } = &error;
        diagnostic!("tournament_file", "{error}", line, key, problem)
    }
}

/// The text of a TOML file, and its name in errors.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Name of the file.
    pub file: &'a str,
    /// Text of the file.
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// Parses the whole file as a table.
    ///
    /// # Errors
    /// If the text is not TOML.
    pub fn table(&self) -> Result<Located<'a>, FileError> {
        DeTable::parse(self.text).map_err(|error| self.refused(&error, error.span()))
    }

    /// Deserializes a table, which may be the whole file.
    ///
    /// # Errors
    /// If a key is unknown or a value has the wrong type.
    pub fn read<T: DeserializeOwned>(&self, table: Located<'a>) -> Result<T, FileError> {
        let table_span = table.span();
        serde_path_to_error::deserialize(Objects(toml::Deserializer::from(table))).map_err(|error| {
            let keys: Vec<String> = error.path().iter().filter_map(named).collect();
            // A key missing from the whole file has no line.
            let is_whole = table_span.start == 0 && error.inner().span().is_none_or(|span| span == table_span);
            if is_whole { self.refused(error.inner(), None) } else { self.refused_below(&keys, error.inner()) }
        })
    }

    /// Returns an error about `key` of `table`, at the line of the key, or of the table if the key is absent.
    #[must_use]
    pub fn wrong(&self, table: &Located<'_>, key: &str, problem: impl Into<Diagnostic>) -> FileError {
        let key_at = table.get_ref().iter().find(|(name, _)| name.get_ref() == key).map(|(name, _)| name.span());
        self.at(key_at.unwrap_or_else(|| table.span()), Some(key), problem)
    }

    /// Returns an error about the whole file.
    #[must_use]
    pub fn whole(&self, problem: impl Into<Diagnostic>) -> FileError {
        FileError::new(self.file, None, None, problem)
    }

    /// Returns an error at a location in the text.
    #[must_use]
    pub fn at(&self, span: Range<usize>, key: Option<&str>, problem: impl Into<Diagnostic>) -> FileError {
        let key = key.map(|key| beginning(key, LONGEST_KEY));
        FileError::new(self.file, Some(self.line(&span)), key.as_deref(), problem)
    }

    /// Returns the line of a location in the text, from 1.
    #[must_use]
    pub fn line(&self, span: &Range<usize>) -> usize {
        self.text.get(..span.start).unwrap_or(self.text).matches('\n').count() + 1
    }

    /// Like `refused`, but with the full path of the key. An error inside an inline table names only the key at the
    /// start of the line; the problem may be deeper.
    fn refused_below(&self, keys: &[String], error: &toml::de::Error) -> FileError {
        let refused = self.refused(error, error.span());
        let Some(key) = &refused.key else { return refused };
        let below = match keys.iter().position(|other| other == key) {
            Some(at) => keys[at..].join("."),
            None => [std::slice::from_ref(key), keys].concat().join("."),
        };
        FileError { key: Some(beginning(&below, LONGEST_KEY)), ..refused }
    }

    /// Converts a parser error. The message of the parser is kept.
    fn refused(&self, error: &toml::de::Error, span: Option<Range<usize>>) -> FileError {
        let problem =
            Diagnostic::untranslated(&in_plain_types(&error.message().lines().collect::<Vec<_>>().join("; ")));
        let Some(span) = span else { return self.whole(problem) };
        let line_start = self.text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let line = self.text.get(line_start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let key = line.split_once('=').map(|(key, _)| key.trim()).filter(|key| !key.is_empty() && !key.contains('#'));
        self.at(span, key, problem)
    }
}

/// Returns the key at one step of the path to an error; `None` for list indexes and unknown steps.
fn named(step: &serde_path_to_error::Segment) -> Option<String> {
    match step {
        // Keys that start with `$` are internal to the parser.
        serde_path_to_error::Segment::Map { key } if !key.starts_with('$') => Some(key.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn syntax_errors_keep_the_message_of_the_parser() {
        let refused = Source { file: "f", text: "a = 1\na = 2" }.table().unwrap_err();
        assert_eq!(refused.to_string(), "f, line 2: a: duplicate key");
    }

    #[test]
    fn missing_keys_are_reported_with_their_table() {
        #[derive(Debug, serde::Deserialize)]
        struct Clock {
            #[expect(dead_code, reason = "it is only read")]
            initial: u64,
        }
        #[derive(Debug, serde::Deserialize)]
        #[expect(dead_code, reason = "it is only read")]
        struct File {
            name: String,
            clock: Option<Clock>,
            other: Option<Clock>,
        }
        for (text, message) in [
            ("game = 1", "f: missing field `name`"),
            ("# a file\ngame = 1", "f: missing field `name`"),
            ("name = \"a\"\nclock = {}", "f, line 2: clock: missing field `initial`"),
            ("name = \"a\"\n[other]\nspeed = 1", "f, line 2: missing field `initial`"),
            ("name = \"a\"\nother = [1]", "f, line 2: other: invalid type: sequence, expected an object with keys"),
            (
                "name = \"a\"\nother = { initial = true }",
                "f, line 2: other.initial: invalid type: boolean `true`, expected a whole number, at least 0",
            ),
        ] {
            let source = Source { file: "f", text };
            let refused = source.read::<File>(source.table().unwrap()).unwrap_err();
            assert_eq!(refused.to_string(), message);
        }
    }
}
