//! Reading TOML so that errors name file, line and key.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeTable;

use crate::games::beginning;
use crate::games::nearest::did_you_mean;

/// The longest problem text in letters; a part of it may be quoted from the file.
const LONGEST: usize = 1_000;
/// The longest key in an error, in letters.
const LONGEST_KEY: usize = 100;

/// How the parser begins what it says of a key that is not there.
const MISSING: &str = "missing field ";

/// So many keys are listed beside the one that was meant.
const MOST_KEYS: usize = 16;

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

/// The parser's message without its names for types, and with a suggestion for an unknown key.
#[must_use]
pub fn own_words(message: &str) -> String {
    let mut words = Vec::new();
    let mut parts = message.split(' ').peekable();
    while let Some(part) = parts.next() {
        match (part, parts.peek().copied()) {
            // Some of the arena's own sentences begin with the word that the parser puts before them.
            ("expected", Some("expected")) => {}
            // The name of the Rust type that a table is read into means nothing to a reader of the message.
            ("struct", Some(name)) if words.last() == Some(&"expected") => {
                let rest = name.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
                parts.next();
                words.push(if rest.is_empty() { "a table" } else { "a table," });
            }
            (part, _) => words.push(part),
        }
    }
    let mut problem = words.join(" ");
    if let Some(key) = problem.strip_prefix(MISSING) {
        return format!("{key} is missing");
    }
    problem = problem.replacen("unknown variant", "unknown value", 1);
    for (rust, own) in [
        ("u32", "a whole number, 0 or more"),
        ("u64", "a whole number, 0 or more"),
        ("i64", "a whole number"),
        ("i32", "a whole number"),
        ("f64", "a number"),
        ("a sequence", "a list, as [1, 2]"),
        ("a map", "a table"),
        ("a borrowed string", "text in quotes"),
        ("a string", "text in quotes"),
        ("a boolean", "true or false"),
    ] {
        problem = problem.replace(&format!("expected {rust}"), &format!("expected {own}"));
    }
    let unknown = problem.strip_prefix("unknown field `").and_then(|rest| rest.split_once('`'));
    let unknown = unknown.or_else(|| problem.strip_prefix("unknown value `").and_then(|rest| rest.split_once('`')));
    let Some((name, rest)) = unknown else { return problem };
    let known: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    match did_you_mean(name, known.iter().copied()) {
        meant if meant.is_empty() => problem,
        // Nobody reads a long list who has been told the one that was meant.
        meant if known.len() > MOST_KEYS => {
            format!("{}`.{meant}", &problem[..problem.len() - rest.len()].trim_end_matches('`'))
        }
        meant => format!("{problem}.{meant}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, own_words};

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
        ] {
            let source = Source { file: "f", text };
            let refused = source.read::<File>(source.table().unwrap()).unwrap_err();
            assert_eq!(refused.to_string(), told);
        }
    }

    #[test]
    fn the_parsers_words_become_ours() {
        for (said, own) in [
            ("invalid type: string \"x\", expected struct RawEngine", "invalid type: string \"x\", expected a table"),
            (
                "invalid type: integer `1`, expected expected a clock as { a = 1 }",
                "invalid type: integer `1`, expected a clock as { a = 1 }",
            ),
            ("invalid type: string \"x\", expected i64", "invalid type: string \"x\", expected a whole number"),
            (
                "unknown field `cmd`, expected one of `protocol`, `command`",
                "unknown field `cmd`, expected one of `protocol`, `command`. Did you mean command?",
            ),
            (
                "unknown variant `swis`, expected one of `swiss`, `match`",
                "unknown value `swis`, expected one of `swiss`, `match`. Did you mean swiss?",
            ),
            ("missing field `game`", "`game` is missing"),
            ("unknown field `zzz`, expected `a` or `b`", "unknown field `zzz`, expected `a` or `b`"),
        ] {
            assert_eq!(own_words(said), own);
        }
    }
}
