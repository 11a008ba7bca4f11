//! Reading TOML so that errors name file, line and key.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeTable;

use crate::games::beginning;
use crate::games::parser_words::{MISSING, own_words};

/// The longest problem text in letters; a part of it may be quoted from the file.
const LONGEST: usize = 1_000;
/// The longest key in an error, in letters.
const LONGEST_KEY: usize = 100;

/// A table of a file, with the place of everything in it.
pub type Located<'a> = Spanned<DeTable<'a>>;

/// What is wrong in a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {}{problem}", line.map(|line| format!(", line {line}")).unwrap_or_default(),
    key.as_ref().map(|key| format!("{key}: ")).unwrap_or_default())]
pub struct FileError {
    /// The file.
    pub file: String,
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// The key, where it is known.
    pub key: Option<String>,
    /// What is wrong and what would be right.
    pub problem: String,
}

/// The text of a TOML file and the name to call it by.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// Its text.
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// The whole file as a table.
    ///
    /// # Errors
    /// When it is not TOML.
    pub fn table(&self) -> Result<Located<'a>, FileError> {
        DeTable::parse(self.text).map_err(|error| self.refused(&error))
    }

    /// A table, or the whole file, as a `T`.
    ///
    /// # Errors
    /// When a key is unknown or a value of the wrong type.
    pub fn read<T: DeserializeOwned>(&self, table: Located<'a>) -> Result<T, FileError> {
        serde_path_to_error::deserialize(toml::Deserializer::from(table)).map_err(|error| {
            let keys: Vec<String> = error.path().iter().filter_map(named).collect();
            self.refused_below(&keys, error.inner())
        })
    }

    /// An error about `key` of `table`: at its line where it stands there, at the table's otherwise.
    #[must_use]
    pub fn wrong(&self, table: &Located<'_>, key: &str, problem: impl Into<String>) -> FileError {
        let key_at = table.get_ref().iter().find(|(name, _)| name.get_ref() == key).map(|(name, _)| name.span());
        self.at(key_at.unwrap_or_else(|| table.span()), Some(key), problem)
    }

    /// An error about the file as a whole.
    #[must_use]
    pub fn whole(&self, problem: impl Into<String>) -> FileError {
        let problem = beginning(&problem.into(), LONGEST);
        FileError { file: self.file.to_owned(), line: None, key: None, problem }
    }

    /// An error at a place in the text.
    #[must_use]
    pub fn at(&self, span: Range<usize>, key: Option<&str>, problem: impl Into<String>) -> FileError {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        FileError {
            file: self.file.to_owned(),
            line: Some(before.matches('\n').count() + 1),
            key: key.map(|key| beginning(key, LONGEST_KEY)),
            problem: beginning(&problem.into(), LONGEST),
        }
    }

    /// Of a table in braces the line's key is only where it begins: what is wrong may lie further in.
    fn refused_below(&self, keys: &[String], error: &toml::de::Error) -> FileError {
        let refused = self.refused(error);
        let Some(key) = &refused.key else { return refused };
        let below = match keys.iter().position(|other| other == key) {
            Some(at) => keys[at..].join("."),
            None => [std::slice::from_ref(key), keys].concat().join("."),
        };
        FileError { key: Some(beginning(&below, LONGEST_KEY)), ..refused }
    }

    fn refused(&self, error: &toml::de::Error) -> FileError {
        let problem = own_words(&error.message().lines().collect::<Vec<_>>().join("; "));
        let is_missing = error.message().starts_with(MISSING);
        // What the file as a whole lacks is missing on no line.
        let Some(span) = error.span().filter(|span| !is_missing || span.start > 0) else { return self.whole(problem) };
        let line_start = self.text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let line = self.text.get(line_start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let key = line.split_once('=').map(|(key, _)| key.trim()).filter(|key| !key.is_empty() && !key.contains('#'));
        self.at(span, key, problem)
    }
}

/// A step of the way to what is wrong, as a key is written; the places in lists and what no name is known of are not.
fn named(step: &serde_path_to_error::Segment) -> Option<String> {
    match step {
        // The parser's own name for where a value stands is none of the file's.
        serde_path_to_error::Segment::Map { key } if !key.starts_with('$') => Some(key.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn what_is_missing_is_told_with_the_table_in_which_it_is_missing() {
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
        for (text, told) in [
            ("game = 1", "f: `name` is missing"),
            ("# a file\ngame = 1", "f: `name` is missing"),
            ("name = \"a\"\nclock = {}", "f, line 2: clock: `initial` is missing"),
            ("name = \"a\"\n[other]\nspeed = 1", "f, line 2: `initial` is missing"),
            (
                "name = \"a\"\nother = { initial = true }",
                "f, line 2: other.initial: it must be a whole number, 0 or more, and is true",
            ),
        ] {
            let source = Source { file: "f", text };
            let refused = source.read::<File>(source.table().unwrap()).unwrap_err();
            assert_eq!(refused.to_string(), told);
        }
    }
}
