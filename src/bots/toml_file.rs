//! Reads TOML files, with errors that give the file, line and key.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeTable;

use crate::games::parser_words::{MISSING, own_words, toml_syntax};
use crate::games::{FileFault, Known, Problem, beginning};

/// Maximum length of a problem's text, in characters. It may quote a part of the file.
const LONGEST: usize = 1_000;
/// Maximum length of a key in an error, in characters.
const LONGEST_KEY: usize = 100;

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
    pub problem: Box<Problem>,
}

impl FileError {
    /// Creates an error about a whole file, or about one of its lines.
    pub fn new(file: impl Into<String>, line: Option<usize>, key: Option<&str>, problem: impl Into<Problem>) -> Self {
        Self { file: file.into(), line, key: key.map(str::to_owned), problem: Box::new(problem.into()) }
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
        DeTable::parse(self.text).map_err(|error| {
            self.refused(&error, |message, sentence| {
                let (what, expected) = toml_syntax(message).unzip();
                FileFault::Syntax { what, expected: expected.flatten(), sentence }.into()
            })
        })
    }

    /// Deserializes a table, which may be the whole file.
    ///
    /// # Errors
    /// If a key is unknown or a value has the wrong type.
    pub fn read<T: DeserializeOwned>(&self, table: Located<'a>) -> Result<T, FileError> {
        serde_path_to_error::deserialize(toml::Deserializer::from(table)).map_err(|error| {
            let keys: Vec<String> = error.path().iter().filter_map(named).collect();
            self.refused_below(&keys, error.inner())
        })
    }

    /// Returns an error about `key` of `table`, at the line of the key, or of the table if the key is absent.
    #[must_use]
    pub fn wrong(&self, table: &Located<'_>, key: &str, problem: impl Into<Problem>) -> FileError {
        let key_at = table.get_ref().iter().find(|(name, _)| name.get_ref() == key).map(|(name, _)| name.span());
        self.at(key_at.unwrap_or_else(|| table.span()), Some(key), problem)
    }

    /// Returns an error about the whole file.
    #[must_use]
    pub fn whole(&self, problem: impl Into<Problem>) -> FileError {
        FileError::new(self.file, None, None, problem.into().shortened(LONGEST))
    }

    /// Returns an error at a location in the text.
    #[must_use]
    pub fn at(&self, span: Range<usize>, key: Option<&str>, problem: impl Into<Problem>) -> FileError {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let key = key.map(|key| beginning(key, LONGEST_KEY));
        FileError::new(self.file, Some(line), key.as_deref(), problem.into().shortened(LONGEST))
    }

    /// Like `refused`, but with the full path of the key. An error inside an inline table names only the key at the
    /// start of the line; the problem may be deeper.
    fn refused_below(&self, keys: &[String], error: &toml::de::Error) -> FileError {
        let refused = self.refused(error, told_by_parser);
        let Some(key) = &refused.key else { return refused };
        let below = match keys.iter().position(|other| other == key) {
            Some(at) => keys[at..].join("."),
            None => [std::slice::from_ref(key), keys].concat().join("."),
        };
        FileError { key: Some(beginning(&below, LONGEST_KEY)), ..refused }
    }

    /// Converts a parser error. `read` gets the parser's message and our own wording of it, and returns the problem.
    fn refused(&self, error: &toml::de::Error, read: impl Fn(&str, String) -> Problem) -> FileError {
        let message = error.message().lines().collect::<Vec<_>>().join("; ");
        let problem = read(&message, beginning(&own_words(&message), LONGEST));
        let is_missing = error.message().starts_with(MISSING);
        // A key missing from the whole file has no line.
        let Some(span) = error.span().filter(|span| !is_missing || span.start > 0) else { return self.whole(problem) };
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

/// Prefixes of the parser's messages about unknown names.
const UNKNOWN: [(&str, Known); 2] = [("unknown field `", Known::Key), ("unknown variant `", Known::Value)];
/// Expected types: the start of our own sentence, and the word for the type.
const TYPES: [(&str, &str); 6] = [
    ("it must be a whole number", "whole number"),
    ("it must be a number", "number"),
    ("it must be text in quotes", "text"),
    ("it must be true or false", "true or false"),
    ("it must be a list", "list"),
    ("it must be a table", "table"),
];

/// Classifies a parser message; `sentence` is our own wording of it.
fn told_by_parser(message: &str, sentence: String) -> Problem {
    if let Some(missing) = message.strip_prefix(MISSING) {
        return FileFault::Missing { missing: missing.trim_matches('`').to_owned() }.into();
    }
    for (start, what) in UNKNOWN {
        if let Some((name, rest)) = message.strip_prefix(start).and_then(|rest| rest.split_once('`')) {
            return what.lacks(name, rest.split('`').skip(1).step_by(2), sentence);
        }
    }
    if ["invalid type: ", "invalid value: ", "invalid length "].into_iter().any(|start| message.starts_with(start)) {
        let wanted = TYPES.into_iter().find(|(words, _)| sentence.starts_with(words)).map(|(_, word)| word.to_owned());
        let rest = sentence.strip_prefix(TYPES[0].0).and_then(|rest| rest.split_once(", and is "));
        let least = rest.and_then(|(rest, _)| rest.strip_prefix(", ")?.strip_suffix(" or more")?.parse().ok());
        let most = rest.and_then(|(rest, _)| rest.strip_prefix(" of at most ")?.parse().ok());
        return FileFault::Type { wanted, least, most, sentence }.into();
    }
    sentence.into()
}

#[cfg(test)]
mod tests {
    use super::{Source, told_by_parser};
    use crate::games::parser_words::own_words;
    use crate::games::{FileFault, Known, Problem, SyntaxFault};

    #[test]
    fn parser_messages_become_structured_problems() {
        let told = |said: &str| told_by_parser(said, own_words(said));
        assert_eq!(told("missing field `game`"), FileFault::Missing { missing: "game".to_owned() }.into());
        let said = "unknown field `cmd`, expected one of `protocol`, `command`";
        let Problem::Unknown { what: Known::Key, given, known, .. } = told(said) else { panic!("{said}") };
        assert_eq!((given.as_str(), known), ("cmd", vec!["protocol".to_owned(), "command".to_owned()]));
        let said = "unknown variant `swis`, expected `swiss` or `match`";
        let Problem::Unknown { what: Known::Value, known, .. } = told(said) else { panic!("{said}") };
        assert_eq!(known, ["swiss", "match"]);
        for (said, word) in [("i64", Some("whole number")), ("a sequence", Some("list")), ("a clock", None)] {
            let Problem::File { fault: FileFault::Type { wanted, .. } } =
                told(&format!("invalid type: string \"x\", expected {said}"))
            else {
                panic!("{said}");
            };
            assert_eq!(wanted.as_deref(), word, "{said}");
        }
        for (said, bounds) in [("-1`, expected u32", (Some(0), None)), ("300`, expected u8", (None, Some(255)))] {
            let Problem::File { fault: FileFault::Type { wanted, least, most, .. } } =
                told(&format!("invalid value: integer `{said}"))
            else {
                panic!("{said}");
            };
            assert_eq!((wanted.as_deref(), (least, most)), (Some("whole number"), bounds), "{said}");
        }
    }

    #[test]
    fn syntax_errors_are_classified() {
        for (text, word, sign) in [
            ("a", SyntaxFault::NoValue, Some("=")),
            ("a = [1,,2]", SyntaxFault::ListCommas, None),
            ("a = 1\na = 2", SyntaxFault::Twice, None),
            ("[a", SyntaxFault::OpenTable, None),
            ("a = x", SyntaxFault::Unquoted, None),
        ] {
            let refused = Source { file: "f", text }.table().expect_err(text);
            let Problem::File { fault: FileFault::Syntax { what, expected, sentence } } = *refused.problem else {
                panic!("{text}");
            };
            assert_eq!(what, Some(word), "{text}: {sentence}");
            assert!(sentence.starts_with(&word.to_string()), "{text}: {sentence}");
            if sign.is_some() {
                assert_eq!(expected.as_deref(), sign, "{text}");
            }
        }
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
