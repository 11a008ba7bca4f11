//! Table tests of the messages, and the samples shared with the browser client.

use std::path::Path;

use serde_json::Value;

use super::{Envelope, FromClient, FromServer, Malformed};

#[test]
fn rejects_invalid_messages_with_the_problem() {
    let deep = "[".repeat(5_000);
    let long_move = format!(r#"{{"type":"move","move":"{}"}}"#, "x".repeat(129));
    let long_topic = format!(r#"{{"type":"subscribe","topic":"{}"}}"#, "x".repeat(300));
    let cases = [
        ("", "EOF while parsing"),
        ("{", "EOF while parsing an object"),
        ("[]", "one JSON object"),
        ("{}", "type is missing"),
        (r#"{"type":7}"#, "type is missing"),
        (r#"{"type":"ping","type":"ping"}"#, "duplicate key"),
        (r#"{"type":"ping","a":{"b":1,"b":2}}"#, "duplicate key"),
        (r#"{"type":"ping","id":-1}"#, "id must be a whole number"),
        (r#"{"type":"ping","id":9007199254740992}"#, "2^53"),
        (r#"{"type":"resign"}"#, "match"),
        (long_move.as_str(), "move may have at most 128 bytes, got 129"),
        (long_topic.as_str(), "topic may have at most 128 bytes, got 300"),
        (r#"{"type":"create","game":"bones","seats":["me"]}"#, "invalid length 1, expected an array of length 2"),
        (r#"{"type":"create","game":"bones","seats":["me","you"]}"#, "a seat is"),
        (r#"{"type":"create","game":3,"seats":["me","me"]}"#, "invalid type: integer `3`, expected a string"),
        (
            r#"{"type":"create","game":"bones","seats":["me","me"],"clock":{"initial_ms":"x"}}"#,
            "expected a whole number, at least 0",
        ),
        (deep.as_str(), "recursion limit"),
    ];
    for (text, expected) in cases {
        let error = Envelope::parse(text).expect_err(text);
        assert!(matches!(error, Malformed::Bad { .. }), "{error}");
        assert!(error.to_string().contains(expected), "{error} lacks {expected}");
    }
}

#[test]
fn unknown_type_error_has_the_type_and_the_request_number() {
    let error = Envelope::parse(r#"{"type":"fly","id":5}"#).expect_err("the type is unknown");
    assert_eq!(error.re(), Some(5));
    assert!(error.to_string().contains("\"fly\"") && error.to_string().contains("subscribe"), "{error}");
}

#[test]
fn match_id_that_is_not_a_uuid_is_no_such_match() {
    let text = r#"{"type":"move","id":5,"match":"x","ply":0,"move":"a1"}"#;
    let error = Envelope::parse(text).expect_err("x is not a UUID");
    assert_eq!(error, Malformed::NoSuchMatch { re: Some(5), given: "x".to_owned() });
}

#[test]
fn unknown_fields_are_ignored() {
    let read = Envelope::parse(r#"{"type":"ping","id":1,"since":"yesterday"}"#).expect("a ping");
    assert_eq!(read, Envelope { re: Some(1), message: FromClient::Ping });
}

#[test]
fn parses_every_listed_type() {
    for kind in super::from_client::TYPES {
        match Envelope::parse(&format!(r#"{{"type":"{kind}"}}"#)) {
            Ok(_) => {}
            Err(error) => assert!(error.to_string().contains("missing field"), "{kind}: {error}"),
        }
    }
}

/// The browser client is tested with the same samples, so both sides agree on them.
#[test]
fn shared_samples_round_trip() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/wire");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of samples exists") {
        let path = entry.expect("the folder is readable").path();
        let text = std::fs::read_to_string(&path).expect("a sample is readable");
        let mut sample: Value = serde_json::from_str(&text).expect("a sample is JSON");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let written = if name.starts_with("client-") {
            let read = Envelope::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let id = sample.as_object_mut().and_then(|sample| sample.remove("id"));
            assert_eq!(id.as_ref().and_then(Value::as_u64), read.re, "{name}");
            serde_json::to_value(read.message)
        } else {
            let read: FromServer = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            serde_json::to_value(read)
        };
        assert_eq!(written.expect("a message serialises"), sample, "{name}");
        count += 1;
    }
    assert!(count > 30, "only {count} samples");
}

/// Parts of messages whose fields `docs/protocol.md` leaves to their generated types.
const OWN_TYPES: [&str; 9] =
    ["challenge", "challenges", "circumstance", "detail", "live", "matches", "problem", "spec", "table"];

#[test]
fn document_names_every_message_and_field() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let document = std::fs::read_to_string(root.join("docs/protocol.md")).expect("the document exists");
    let code: Vec<&str> = document.split('`').skip(1).step_by(2).collect();
    let is_named = |name: &str| {
        code.iter().any(|code| code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name))
    };
    for kind in super::from_client::TYPES {
        assert!(is_named(kind), "{kind}");
    }
    for entry in std::fs::read_dir(root.join("tests/data/wire")).expect("the folder of samples exists") {
        let path = entry.expect("the folder is readable").path();
        let text = std::fs::read_to_string(&path).expect("a sample is readable");
        let mut rest: Vec<Value> = vec![serde_json::from_str(&text).expect("a sample is JSON")];
        while let Some(value) = rest.pop() {
            match value {
                Value::Object(fields) => {
                    for (key, value) in fields {
                        assert!(is_named(&key), "{key} of {}", path.display());
                        rest.extend(Some(value).filter(|_| !OWN_TYPES.contains(&key.as_str())));
                    }
                }
                Value::Array(values) => rest.extend(values),
                Value::String(kind) if text.contains(&format!("\"type\": \"{kind}\"")) => {
                    assert!(is_named(&kind), "{kind} of {}", path.display());
                }
                _ => {}
            }
        }
    }
}
