//! Error messages that a client can show in another language.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An error message: a code for programs, the values in the message, and the message in English.
///
/// [`diagnostic!`](crate::diagnostic) creates one. A translation looks up the code and inserts the values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Diagnostic {
    /// Identifies the message, for example `not_legal`. Codes are unique in the whole program.
    pub code: Cow<'static, str>,
    /// The values in the message, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<Cow<'static, str>, Value>,
    /// The message in English.
    pub message: String,
}

impl Diagnostic {
    /// The code of messages of libraries, which have no translation.
    pub const UNTRANSLATED: &str = "untranslated";

    /// Creates a diagnostic from a message that has no translation, such as the message of a parser.
    pub fn untranslated(message: impl Into<String>) -> Self {
        Self { code: Cow::Borrowed(Self::UNTRANSLATED), args: BTreeMap::new(), message: message.into() }
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

/// Converts a value of a message. Only the macro [`diagnostic!`](crate::diagnostic) calls this.
#[doc(hidden)]
pub fn diagnostic_value(value: &(impl Serialize + ?Sized)) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

/// Keeps the variant's name as the code and its fields as values.
impl From<&crate::Problem> for Diagnostic {
    fn from(problem: &crate::Problem) -> Self {
        let mut fields = match diagnostic_value(problem) {
            Value::Object(fields) => fields,
            _ => return Self::untranslated(problem.to_string()),
        };
        let code = fields.remove("wrong").and_then(|code| code.as_str().map(str::to_owned));
        let args = fields.into_iter().filter(|(name, _)| name != "sentence");
        Self {
            code: code.unwrap_or_default().into(),
            args: args.map(|(name, value)| (Cow::Owned(name), value)).collect(),
            message: problem.to_string(),
        }
    }
}
