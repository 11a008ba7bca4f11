//! Length limits for texts from clients. Every text that is stored, shown to others or sent back has a limit here.
//!
//! A text that is only compared with known ones, such as a token or the name of a game, needs no limit of its own.
//! Messages and bodies are limited as a whole, and errors repeat only the start of a text.

use serde_json::{Map, Value};

use arena_games::{Diagnostic, diagnostic};

/// Maximum length of a move in bytes.
pub const LONGEST_MOVE: usize = 128;

/// Maximum length of a reason in a message, in bytes.
pub const LONGEST_REASON: usize = 1_200;

/// Maximum length of a topic name in bytes.
pub const LONGEST_TOPIC: usize = 128;

/// Maximum length of the address that a lecture shows, in bytes.
pub const LONGEST_PATH: usize = 4_096;

/// Maximum length of `about` in a bot's configuration, in characters.
pub const LONGEST_ABOUT: usize = 500;

/// Maximum length in bytes of other texts in a bot's configuration, and of a bot's name in a query: 80 characters.
pub const LONGEST_WORD: usize = 320;

/// Maximum size of the options of a game as JSON, in bytes.
pub const LARGEST_OPTIONS: usize = 16 * 1_024;

/// Maximum number of moves that an analysis plays before it searches.
pub const MOST_MOVES: usize = 4_096;

/// Checks the length of a text or a list. `unit` is `bytes`, `characters` or `moves`.
fn check(field: &str, given: usize, unit: &str, most: usize) -> Result<(), Diagnostic> {
    if given > most {
        return Err(diagnostic!(
            "too_long",
            "{field} may have at most {most} {unit}, got {given}",
            field,
            given,
            unit,
            most
        ));
    }
    Ok(())
}

/// Returns the field of an error of this module.
#[must_use]
pub fn field_of(problem: &Diagnostic) -> Option<&str> {
    problem.args.get("field").and_then(Value::as_str)
}

/// Checks a single text, such as a query parameter.
///
/// # Errors
/// An error with the name of the field.
pub fn check_word(field: &'static str, text: &str) -> Result<(), Diagnostic> {
    check(field, text.len(), "bytes", LONGEST_WORD)
}

/// Checks the texts of a message by field name.
///
/// # Errors
/// An error with the name of the field.
pub(super) fn check_message(message: &Map<String, Value>) -> Result<(), Diagnostic> {
    for (field, most) in [
        ("move", LONGEST_MOVE),
        ("topic", LONGEST_TOPIC),
        ("reason", LONGEST_REASON),
        ("path", LONGEST_PATH),
        ("tournament", LONGEST_WORD),
        ("version", LONGEST_WORD),
    ] {
        if let Some(Value::String(text)) = message.get(field) {
            check(field, text.len(), "bytes", most)?;
        }
    }
    check_options(message)
}

/// Checks the texts of a bot's configuration.
///
/// # Errors
/// An error with the name of the key.
pub fn check_bot(spec: &Value) -> Result<(), Diagnostic> {
    let Value::Object(keys) = spec else { return Ok(()) };
    for (key, value) in keys {
        match value {
            Value::String(about) if key == "about" => {
                check("about", about.chars().count(), "characters", LONGEST_ABOUT)?;
            }
            _ => check_words(key, value)?,
        }
    }
    Ok(())
}

/// Checks the texts of an analysis request. The position is excluded, because each game limits it itself.
///
/// # Errors
/// An error with the name of the field.
pub fn check_question(question: &Value) -> Result<(), Diagnostic> {
    let Value::Object(fields) = question else { return Ok(()) };
    check_options(fields)?;
    for (field, value) in fields {
        check("a key", field.len(), "bytes", LONGEST_WORD)?;
        match (field.as_str(), value) {
            ("moves", Value::Array(moves)) => {
                check("moves", moves.len(), "moves", MOST_MOVES)?;
                for mv in moves.iter().filter_map(Value::as_str) {
                    check("a move of moves", mv.len(), "bytes", LONGEST_MOVE)?;
                }
            }
            ("options" | "position" | "about", _) => {}
            (key, value) => check_words(key, value)?,
        }
    }
    Ok(())
}

fn check_options(fields: &Map<String, Value>) -> Result<(), Diagnostic> {
    match fields.get("options") {
        None | Some(Value::Null) => Ok(()),
        Some(options) => check("options", options.to_string().len(), "bytes", LARGEST_OPTIONS),
    }
}

/// Checks all texts under a key recursively. The nesting limit of JSON bounds the recursion.
fn check_words(key: &str, value: &Value) -> Result<(), Diagnostic> {
    let word = |text: &str| check(&key.chars().take(32).collect::<String>(), text.len(), "bytes", LONGEST_WORD);
    match value {
        Value::String(text) => word(text),
        Value::Array(items) => items.iter().try_for_each(|item| check_words(key, item)),
        Value::Object(entries) => {
            entries.iter().try_for_each(|(inner, value)| word(inner).and_then(|()| check_words(inner, value)))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rejects_texts_that_exceed_their_limit() {
        let cases = [
            (json!({"about": "é".repeat(500)}), ""),
            (json!({"about": "é".repeat(501)}), "about may have at most 500 characters, got 501"),
            (json!({"book": "x".repeat(321)}), "book may have at most 320 bytes, got 321"),
            (json!({"evaluation": {"name": "x".repeat(400)}}), "name may have at most 320 bytes, got 400"),
            (json!({"evaluation": {"weights": {"x".repeat(400): 1}}}), "weights may have at most 320 bytes, got 400"),
            (json!({"ordering": ["killers", "x".repeat(400)]}), "ordering may have at most 320 bytes, got 400"),
        ];
        for (spec, expected) in cases {
            let told = check_bot(&spec).map_or_else(|error| error.to_string(), |()| String::new());
            assert!(told.starts_with(expected) && told.is_empty() == expected.is_empty(), "{told:?}: {expected}");
        }
        let questions = [
            (json!({"moves": vec!["a1"; 5_000]}), "moves may have at most 4096 moves, got 5000"),
            (json!({"moves": ["x".repeat(200)]}), "a move of moves may have at most 128 bytes, got 200"),
            (json!({"bot": "x".repeat(400)}), "bot may have at most 320 bytes, got 400"),
            (json!({"x".repeat(400): 1}), "a key may have at most 320 bytes, got 400"),
            (json!({"options": {"tree": vec![1; 10_000]}}), "options may have at most"),
        ];
        for (question, expected) in questions {
            let told = check_question(&question).expect_err(expected).to_string();
            assert!(told.starts_with(expected), "{told:?}: {expected}");
        }
    }
}
