//! Reading TOML so that whatever is wrong is named by file, line and key.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeTable;

use crate::games::beginning;

/// Letters of what is wrong, of which a part may be quoted from the file.
const LONGEST: usize = 1_000;
/// Letters of a key.
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
        T::deserialize(toml::Deserializer::from(table)).map_err(|error| self.refused(&error))
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

    fn refused(&self, error: &toml::de::Error) -> FileError {
        let mut problem = error.message().lines().collect::<Vec<_>>().join("; ");
        for (rust, words) in [
            ("u32", "a whole number, 0 or more"),
            ("i64", "a whole number"),
            ("i32", "a whole number"),
            ("f64", "a number"),
        ] {
            problem = problem.replace(&format!("expected {rust}"), &format!("expected {words}"));
        }
        let Some(span) = error.span() else { return self.whole(problem) };
        let line_start = self.text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let line = self.text.get(line_start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let key = line.split_once('=').map(|(key, _)| key.trim()).filter(|key| !key.is_empty() && !key.contains('#'));
        self.at(span, key, problem)
    }
}
