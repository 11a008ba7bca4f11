//! Deserializes values strictly, with errors that name the key.

use std::fmt::Display;

use serde::de::DeserializeOwned;
use serde_json::Value;

use arena_games::FieldError;
use arena_games::objects::Objects;

/// Converts an error of a parser.
pub fn located<E: Display>(error: &serde_path_to_error::Error<E>) -> FieldError {
    let path = Some(error.path().to_string()).filter(|path| path != ".");
    let problem = in_plain_types(&error.inner().to_string());
    // The path to a key that is missing or occurs twice is that of its object.
    let inner = ["missing field `", "duplicate field `"].iter().find_map(|text| problem.strip_prefix(text));
    let inner = inner.and_then(|rest| rest.split('`').next());
    let path = match (path, inner) {
        (Some(path), Some(inner)) if !path.ends_with(inner) => format!("{path}.{inner}"),
        (path, inner) => path.or_else(|| inner.map(str::to_owned)).unwrap_or_default(),
    };
    FieldError::new(path, problem)
}

/// Replaces the name of a type at the end of a parser's message: "expected a whole number" instead of "expected i64".
#[must_use]
pub fn in_plain_types(problem: &str) -> String {
    let Some((before, name)) = problem.rsplit_once(", expected ") else { return problem.to_owned() };
    let expected = match name {
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, at least 0",
        "f32" | "f64" => "a number",
        _ => return problem.to_owned(),
    };
    format!("{before}, expected {expected}")
}

/// Deserializes a JSON value. An object with fixed keys must be given as an object, at every depth.
///
/// # Errors
/// Returns the parser's message with the key to which it applies.
pub fn from_json<T: DeserializeOwned>(value: &Value) -> Result<T, FieldError> {
    serde_path_to_error::deserialize(Objects(value)).map_err(|error| located(&error))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_described_without_their_types() {
        let problem = |value| from_json::<Inner>(&value).unwrap_err().to_string();
        let expected = "count: invalid type: floating point `1.5`, expected a whole number from 0 to 255";
        assert_eq!(problem(json!({"count": 1.5})), expected);
        assert_eq!(
            in_plain_types("invalid type: string \"x\", expected f64"),
            "invalid type: string \"x\", expected a number"
        );
        assert_eq!(in_plain_types("expected i64, expected one of"), "expected i64, expected one of");
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Inner {
        count: u8,
        #[serde(default)]
        next: Option<Box<Inner>>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Plain,
        Counted { inner: Inner },
        Wrapped(Inner),
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        inner: Inner,
        #[serde(default)]
        list: Vec<Inner>,
        #[serde(default)]
        pair: Option<(u8, String)>,
        #[serde(default)]
        kind: Option<Kind>,
    }

    #[test]
    fn reads_objects_lists_and_enums() {
        let value = json!({
            "inner": {"count": 1, "next": {"count": 2, "next": null}},
            "list": [{"count": 3}], "pair": [4, "x"], "kind": {"counted": {"inner": {"count": 5}}},
        });
        let inner = |count| Inner { count, next: None };
        assert_eq!(
            from_json(&value),
            Ok(Outer {
                inner: Inner { count: 1, next: Some(Box::new(inner(2))) },
                list: vec![inner(3)],
                pair: Some((4, "x".to_owned())),
                kind: Some(Kind::Counted { inner: inner(5) }),
            })
        );
        assert_eq!(from_json(&json!("plain")), Ok(Kind::Plain));
    }

    #[test]
    fn rejects_an_array_for_an_object_at_every_depth_and_names_the_key() {
        for (value, key, problem) in [
            (json!([{"count": 1}]), None, "invalid type: sequence, expected an object with keys"),
            (json!({"inner": [1]}), Some("inner"), "invalid type: sequence, expected an object with keys"),
            (json!({"inner": {"count": 1, "next": [2]}}), Some("inner.next"), "invalid type: sequence"),
            (json!({"inner": {"count": 1}, "list": [{"count": 1}, [2]]}), Some("list[1]"), "invalid type: sequence"),
            (json!({"inner": {"count": 1}, "kind": {"counted": [[1]]}}), Some("kind"), "invalid type: sequence"),
            (json!({"inner": {"count": 1}, "kind": {"wrapped": [1]}}), Some("kind"), "invalid type: sequence"),
            (json!({"inner": {}}), Some("inner.count"), "missing field `count`"),
            (json!({}), Some("inner"), "missing field `inner`"),
            (
                json!({"inner": {"count": 256}}),
                Some("inner.count"),
                "invalid value: integer `256`, expected a whole number from 0 to 255",
            ),
            (json!({"inner": {"count": 1}, "more": 1}), Some("more"), "unknown field `more`"),
            (json!("x"), None, "invalid type: string \"x\""),
        ] {
            let error = from_json::<Outer>(&value).expect_err("it is invalid");
            assert!(error.problem.message.starts_with(problem), "{value}: {error}");
            let found = error.key();
            assert!(
                found == key || found.zip(key).is_some_and(|(found, key)| found.starts_with(&format!("{key}."))),
                "{value}: {found:?}"
            );
        }
    }
}
