//! Rewords the errors of parsers of JSON, TOML, queries and numbers for the author of the input.
//!
//! The parsers' messages name types of this program, and call a text a string, a table a map, and an unknown word a
//! variant. Users see such messages only through this module. It recognises every form of them, rewords it in the style
//! of the rest of the program, and suggests the nearest one or two names for an unknown one.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::nearest::did_you_mean;
use super::problem::SyntaxFault;

mod syntax;

/// Along with a suggestion, the known names are listed only if there are fewer than this many.
const MOST_NAMES: usize = 16;

/// The name of a container of keys in TOML.
const TABLE: &str = "a table";
/// The name of a container of keys in JSON.
const OBJECT: &str = "an object";

/// In objects with more keys than this, the faulty key is not searched for.
const MOST_BLAMED: usize = 32;

/// The beginning of the parsers' messages about a missing key.
pub const MISSING: &str = "missing field ";

/// Rewords a parser's message. Messages of this program are unchanged.
#[must_use]
pub fn own_words(message: &str) -> String {
    let (message, place) = without_place(message);
    format!("{}{place}", sentence(message, TABLE))
}

/// Returns the fault of a text that is not TOML, and the expected character if it is known.
#[must_use]
pub fn toml_syntax(message: &str) -> Option<(SyntaxFault, Option<String>)> {
    syntax::toml(message)
}

/// Rewords a message of the command line parser, including the messages of number parsers in it.
#[must_use]
pub fn own_words_within(text: &str) -> String {
    // The command line parser writes ranges as `0..=30`.
    let lines = syntax::within(text);
    let lines = lines.split_inclusive('\n').map(|line| match (line.contains(" is not in "), line.contains("..=")) {
        (true, true) => line.replacen(" is not in ", " is outside ", 1).replacen("..=", " to ", 1),
        _ => line.to_owned(),
    });
    lines.collect()
}

/// Deserializes a JSON value. A list must not replace an object: the parser would take the values of an object's keys
/// from a list, in the order of their declaration, and omit those without a value.
///
/// # Errors
/// Returns a message after the key to which it applies.
pub fn json<T: DeserializeOwned + Serialize>(value: &Value) -> Result<T, String> {
    let read: T = parsed(value)?;
    if !has_list(value) {
        return Ok(read);
    }
    // Compare with the serialized value, which has an object wherever an object was read. The parser cannot be asked,
    // because it buffers some types before it deserializes them.
    let list = serde_json::to_value(&read).ok().and_then(|written| list_for_object(value, &written));
    match list {
        None => Ok(read),
        Some(key) if key.is_empty() => Err(format!("it must be {OBJECT}, and is a list")),
        Some(key) => Err(format!("{key}: it must be {OBJECT}, and is a list")),
    }
}

/// Returns whether the value contains a list.
fn has_list(value: &Value) -> bool {
    match value {
        Value::Array(_) => true,
        Value::Object(fields) => fields.values().any(has_list),
        _ => false,
    }
}

/// Returns the path of the first list in `given` that was read as an object.
fn list_for_object(given: &Value, written: &Value) -> Option<String> {
    let inside = |key: String, given, written| {
        let found = list_for_object(given, written)?;
        Some(if found.is_empty() || found.starts_with('[') { key + &found } else { format!("{key}.{found}") })
    };
    match (given, written) {
        (Value::Array(_), Value::Object(_)) => Some(String::new()),
        (Value::Object(given), Value::Object(written)) => {
            given.iter().find_map(|(key, value)| inside(key.clone(), value, written.get(key)?))
        }
        (Value::Array(given), Value::Array(written)) => {
            let pairs = given.iter().zip(written).enumerate();
            pairs.into_iter().find_map(|(at, (value, written))| inside(format!("[{at}]"), value, written))
        }
        _ => None,
    }
}

fn parsed<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let message = error.into_inner().to_string();
        let mut key = path.trim_end_matches(['?', '.']);
        // The message about an unknown key already names it.
        if message.strip_prefix("unknown field `").and_then(|rest| rest.split('`').next()) == Some(key) {
            key = "";
        }
        match key {
            "" => match blamed::<T>(value, &message) {
                Some(key) => format!("{key}: {}", sentence(&message, OBJECT)),
                None => sentence(&message, OBJECT),
            },
            key => format!("{key}: {}", sentence(&message, OBJECT)),
        }
    })
}

/// Returns the key without which this error would not occur. Some types are buffered before they are deserialized, so
/// that the path to the error is lost.
fn blamed<T: DeserializeOwned>(value: &Value, message: &str) -> Option<String> {
    let is_told = message.starts_with(MISSING) || message.starts_with("unknown ");
    let object = value.as_object().filter(|object| object.len() <= MOST_BLAMED && !is_told)?;
    let is_to_blame = |key: &&String| {
        let mut without = object.clone();
        without.remove(*key);
        T::deserialize(&Value::Object(without)).err().is_none_or(|error| error.to_string() != message)
    };
    // Without the key that selects how the others are read, the error always changes, so check it last.
    let (kind, others): (Vec<_>, Vec<_>) = object.keys().partition(|key| *key == "type");
    others.into_iter().chain(kind).find(is_to_blame).cloned()
}

/// Splits off the position that `serde_json` appends, `at line 2 column 5`, and rewords it.
fn without_place(message: &str) -> (&str, String) {
    let found = message.rsplit_once(" at line ").and_then(|(rest, place)| {
        let (line, column) = place.split_once(" column ")?;
        Some((rest, line.parse::<u64>().ok()?, column.parse::<u64>().ok()?))
    });
    match found {
        None => (message, String::new()),
        Some((rest, _, 0)) => (rest, String::new()),
        Some((rest, 0 | 1, column)) => (rest, format!(" (column {column})")),
        Some((rest, line, column)) => (rest, format!(" (line {line}, column {column})")),
    }
}

fn sentence(message: &str, table: &str) -> String {
    let after = |start: &str| message.strip_prefix(start);
    if let Some(rest) = after("invalid type: ").or_else(|| after("invalid value: ")) {
        return wrong(rest, table).unwrap_or_else(|| message.to_owned());
    }
    if let Some((length, expected)) = after("invalid length ").and_then(|rest| rest.split_once(", expected ")) {
        // Some parsers accept a list for other types, which is not intended here.
        return match wanted(expected, "", table) {
            list if !list.starts_with("a list of ") && !list.ends_with("list") => {
                format!("it must be {list}, and is a list")
            }
            other if length == "1" => format!("it must be {other}, and has 1 entry"),
            other => format!("it must be {other}, and has {length} entries"),
        };
    }
    if let Some(rest) = after("unknown field `") {
        return unknown("there is no key", rest, message);
    }
    if let Some(rest) = after("unknown variant `") {
        return unknown("there is no", rest, message);
    }
    if let Some(key) = after(MISSING) {
        return format!("{key} is missing");
    }
    if let Some(key) = after("duplicate field ") {
        return format!("{key} stands twice");
    }
    if let Some(rest) = after("Failed to deserialize query string: ") {
        return sentence(rest, table);
    }
    if let Some(rest) = after("UUID parsing failed") {
        debug_assert!(rest.starts_with(':'), "{message}");
        return "it must be an id, which is a UUID".to_owned();
    }
    if let Some(own) = syntax::own(message) {
        return own;
    }
    // Some messages of this program have a key before a parser's message.
    match message.split_once(": ") {
        Some((key, rest)) if !key.is_empty() && key.chars().all(|letter| letter.is_alphanumeric() || letter == '_') => {
            format!("{key}: {}", sentence(rest, table))
        }
        _ => message.to_owned(),
    }
}

/// Rewords `string "x", expected u64`: the value found and the value expected.
fn wrong(rest: &str, table: &str) -> Option<String> {
    let (found, expected) = rest.rsplit_once(", expected ")?;
    Some(format!("it must be {}, and is {}", wanted(expected, found, table), what_is(found, table)))
}

/// Rewords a value that a parser found.
fn what_is(found: &str, table: &str) -> String {
    let quoted = |start: &str| found.strip_prefix(start)?.split('`').next();
    if let Some(plain) = ["boolean `", "integer `", "floating point `"].into_iter().find_map(quoted) {
        return plain.to_owned();
    }
    if let Some(text) = found.strip_prefix("string ") {
        return format!("the text {text}");
    }
    if let Some(letter) = quoted("character `") {
        return format!("the letter {letter}");
    }
    match found {
        "sequence" => "a list",
        "map" => table,
        "null" | "unit value" | "Option value" => "nothing",
        "byte array" => "a list of bytes",
        "newtype struct" | "enum" => "something else",
        "unit variant" | "newtype variant" | "tuple variant" | "struct variant" => "a word with or without a value",
        "datetime" => "a date",
        other => other,
    }
    .to_owned()
}

/// Rewords a value that a parser expected. `found` is the value that it found.
fn wanted(expected: &str, found: &str, table: &str) -> String {
    // Some messages of this program begin with the word that the parser adds.
    let expected = expected.strip_prefix("expected ").unwrap_or(expected);
    let most = match expected.trim_start_matches("a nonzero ") {
        "u8" => Some("255"),
        "u16" => Some("65535"),
        "u32" => Some("4294967295"),
        _ => None,
    };
    let is_large = found.starts_with("integer `") && !found.starts_with("integer `-") && found != "integer `0`";
    if let Some(most) = most.filter(|_| is_large) {
        return format!("a whole number of at most {most}");
    }
    match expected {
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => "a whole number, 0 or more",
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a string"
        | "a borrowed string"
        | "string"
        | "str"
        | "string or map"
        | "map with a single key"
        | "path string" => "text in quotes",
        "a boolean" => "true or false",
        "a char" | "a character" => "one letter",
        "a sequence" => "a list, as [1, 2]",
        "a map" | "map" => table,
        "any value" | "any valid JSON value" => "a value",
        "fewer elements in array" => "a shorter list",
        "fewer elements in map" => "a table of fewer keys",
        "unit" => "nothing",
        "option" => "a value, or nothing",
        "field identifier" | "variant identifier" => "a name",
        "socket address" => "an address and a port, as 127.0.0.1:8080",
        "IP address" | "IPv4 address" | "IPv6 address" => "an address, as 127.0.0.1",
        "a UUID string" | "a formatted UUID string" => "an id, which is a UUID",
        other => return wanted_type(other, table),
    }
    .to_owned()
}

/// Rewords an expected value for which a parser names a type of this program, or a number of elements.
fn wanted_type(expected: &str, table: &str) -> String {
    if expected.starts_with("a nonzero ") {
        return "a whole number, 1 or more".to_owned();
    }
    let counted = |start: &str| expected.strip_prefix(start).and_then(|rest| rest.parse::<u64>().ok());
    if let Some(length) = counted("a tuple of size ").or_else(|| counted("an array of length ")) {
        return format!("a list of {length}");
    }
    for (kind, ours) in [
        ("struct variant ", table),
        ("tuple struct ", "a list, as [1, 2]"),
        ("tuple variant ", "a list, as [1, 2]"),
        ("unit struct ", "nothing"),
        ("unit variant ", "a name"),
        ("struct ", table),
        ("enum ", "a name"),
        ("internally tagged enum ", table),
        ("adjacently tagged enum ", table),
        ("externally tagged enum ", "a name"),
    ] {
        if let Some(rest) = expected.strip_prefix(kind) {
            // The type name may be followed by a message of this program.
            let rest = rest.trim_start_matches(|letter: char| letter.is_alphanumeric() || "_:<>".contains(letter));
            let is_counted = rest.is_empty() || rest.starts_with(" with ");
            return if is_counted {
                ours.to_owned()
            } else {
                format!("{ours}{}{rest}", if rest.starts_with(' ') { "," } else { "" })
            };
        }
    }
    expected.to_owned()
}

/// Rewords an unknown name: `cmd`, expected one of `protocol`, `command`.
fn unknown(there_is_no: &str, rest: &str, message: &str) -> String {
    let Some((name, rest)) = rest.split_once('`') else { return message.to_owned() };
    let known: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    let meant = did_you_mean(name, known.iter().copied());
    let listed = known.join(", ");
    match (known.len(), meant.is_empty()) {
        (0, _) => format!("{there_is_no} {name:?}, and none may stand there"),
        (1, _) => format!("{there_is_no} {name:?}; there is {listed}"),
        (_, true) => format!("{there_is_no} {name:?}; there are {listed}"),
        // With a suggestion, a long list of names is not needed.
        (MOST_NAMES.., false) => format!("{there_is_no} {name:?}.{meant}"),
        (_, false) => format!("{there_is_no} {name:?}; there are {listed}.{meant}"),
    }
}

#[cfg(test)]
mod tests;
