//! Error messages that a client can show in another language.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{BadMoveText, GameError, beginning, diagnostic};

/// The greatest length of a message that may quote the input, in characters.
const LONGEST: usize = 1_000;

/// An error message: a code for programs, the values in the message, and the message in English. A translation looks up
/// the code and inserts the values.
// The macro `diagnostic!` creates one. Clients read the text above.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[error("{message}")]
pub struct Diagnostic {
    /// Identifies the message, for example `not_legal`. Codes are unique in the whole program.
    #[cfg_attr(feature = "wire", schema(value_type = String))]
    pub code: Cow<'static, str>,
    /// The values in the message, by name. A value may be another message.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wire", schema(value_type = BTreeMap<String, Value>))]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    pub args: BTreeMap<Cow<'static, str>, Value>,
    /// The message in English.
    pub message: String,
}

impl Diagnostic {
    /// The code of messages of libraries, which have no translation.
    pub const UNTRANSLATED: &str = "untranslated";

    /// Creates a diagnostic from a message that has no translation, such as the message of a parser. Only the first
    /// 1,000 characters are kept, because the message may quote the input.
    #[must_use]
    pub fn untranslated(message: &str) -> Self {
        let message = beginning(message, LONGEST);
        Self { code: Cow::Borrowed(Self::UNTRANSLATED), args: BTreeMap::new(), message }
    }

    /// Creates the error for a part of a value, with the name of the part.
    pub fn in_field(field: &str, problem: &Self) -> Self {
        diagnostic!("in_field", "{field}: {problem}", field, problem)
    }

    /// Creates the error for a number that is out of range.
    pub fn range(
        given: impl Display + Serialize,
        least: impl Display + Serialize,
        most: impl Display + Serialize,
    ) -> Self {
        diagnostic!("range", "must be between {least} and {most}, got {given}", given, least, most)
    }

    /// Creates the error for an option of a game, or a number of a clock, that is out of range.
    pub fn option_range(
        option: &str,
        given: impl Display + Serialize,
        least: impl Display + Serialize,
        most: impl Display + Serialize,
    ) -> Self {
        diagnostic!(
            "option_range",
            "{option} must be between {least} and {most}, got {given}",
            option,
            given,
            least,
            most
        )
    }
}

/// An error in a field of a file, a request or a configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", self.key().map(|key| format!("{key}: ")).unwrap_or_default())]
pub struct FieldError {
    /// Path of the field, as `clock.initial_ms` or `names[1]`. Empty if the problem is the value as a whole.
    pub path: String,
    /// What is wrong and what is expected.
    pub problem: Diagnostic,
}

impl FieldError {
    /// Creates an error about one field.
    pub fn new(path: impl Into<String>, problem: impl Into<Diagnostic>) -> Self {
        Self { path: path.into(), problem: problem.into() }
    }

    /// Creates an error about the value as a whole.
    pub fn whole(problem: impl Into<Diagnostic>) -> Self {
        Self::new("", problem)
    }

    /// Returns the path; `None` if the problem is the value as a whole.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        Some(&*self.path).filter(|path| !path.is_empty())
    }
}

/// Creates a [`Diagnostic`] from its code, its English message, and the values in the message.
///
/// ```
/// let [given, most] = [70, 64];
/// let diagnostic = arena_games::diagnostic!("too_many", "at most {most} are allowed, got {given}", given, most);
/// assert_eq!(diagnostic.message, "at most 64 are allowed, got 70");
/// assert_eq!(diagnostic.args["most"], 64);
/// ```
#[macro_export]
macro_rules! diagnostic {
    ($code:literal, $message:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        $($(let $name = $value;)?)*
        $crate::Diagnostic {
            code: ::std::borrow::Cow::Borrowed($code),
            args: [$((::std::borrow::Cow::Borrowed(stringify!($name)), $crate::diagnostic_value(&$name))),*].into(),
            message: ::std::format!($message),
        }
    }};
}

/// Converts a value of a message. Only the macro [`diagnostic!`](macro@crate::diagnostic) calls this.
#[doc(hidden)]
pub fn diagnostic_value(value: &(impl Serialize + ?Sized)) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

impl From<&GameError> for Diagnostic {
    fn from(error: &GameError) -> Self {
        match error {
            GameError::IllegalMove { text, ply, legal } => {
                diagnostic!(
                    "illegal_move",
                    "{given} is not legal here (ply {ply}); legal: {legal}",
                    given = text,
                    ply,
                    legal
                )
            }
            GameError::Options { problem, .. } | GameError::Evaluation { problem, .. } => problem.clone(),
            GameError::Position { game, problem } => {
                diagnostic!("position", "position of {game}: {problem}", game, problem)
            }
            GameError::MoveText(BadMoveText { game, text, expected }) => {
                let given = text;
                diagnostic!("not_a_move", "{given:?} is not a move of {game}: {expected}", game, given, expected)
            }
            GameError::UnknownGame { name, known } => {
                diagnostic!("unknown_game", "there is no game {given:?}; there are {known}", given = name, known)
            }
        }
    }
}

/// Keeps a message that has no translation.
impl From<&str> for Diagnostic {
    fn from(message: &str) -> Self {
        Self::untranslated(message)
    }
}

/// Keeps a message that has no translation.
impl From<String> for Diagnostic {
    fn from(message: String) -> Self {
        Self::untranslated(&message)
    }
}
