//! The wire by tables, and the TypeScript types.

use std::path::Path;

use serde_json::Value;

use super::{Envelope, FromClient, FromServer, Malformed};

#[test]
fn texts_that_are_no_message_are_refused_with_what_is_wrong() {
    let deep = "[".repeat(5_000);
    let long_move = format!(r#"{{"type":"move","move":"{}"}}"#, "x".repeat(129));
    let long_topic = format!(r#"{{"type":"subscribe","topic":"{}"}}"#, "x".repeat(300));
    let cases = [
        ("", "it ends where a value is needed"),
        ("{", "it ends amid an object"),
        ("[]", "one JSON object"),
        ("{}", "`type` is missing"),
        (r#"{"type":7}"#, "`type` is missing"),
        (r#"{"type":"ping","type":"ping"}"#, "stands twice"),
        (r#"{"type":"ping","a":{"b":1,"b":2}}"#, "stands twice"),
        (r#"{"type":"ping","id":-1}"#, "`id`"),
        (r#"{"type":"ping","id":9007199254740992}"#, "2^53"),
        (r#"{"type":"resign"}"#, "`match`"),
        (long_move.as_str(), "move has 129 bytes, but may have at most 128"),
        (long_topic.as_str(), "topic has 300 bytes, but may have at most 128"),
        (r#"{"type":"create","game":"bones","seats":["me"]}"#, "seats: it must be a list of 2, and has 1 entry"),
        (r#"{"type":"create","game":"bones","seats":["me","you"]}"#, "a seat is"),
        (r#"{"type":"create","game":3,"seats":["me","me"]}"#, "game: it must be text in quotes, and is 3"),
        (
            r#"{"type":"create","game":"bones","seats":["me","me"],"clock":{"initial_ms":"x"}}"#,
            "clock: it must be a whole",
        ),
        (deep.as_str(), "nested too deeply"),
    ];
    for (text, expected) in cases {
        let error = Envelope::parse(text).expect_err(text);
        assert!(matches!(error, Malformed::Bad { .. }), "{error}");
        assert!(error.to_string().contains(expected), "{error} lacks {expected}");
    }
}

#[test]
fn an_unknown_type_is_named_and_its_number_kept() {
    let error = Envelope::parse(r#"{"type":"fly","id":5}"#).expect_err("nobody flies");
    assert_eq!(error.re(), Some(5));
    assert!(error.to_string().contains("\"fly\"") && error.to_string().contains("subscribe"), "{error}");
}

#[test]
fn what_is_no_uuid_is_no_match() {
    let text = r#"{"type":"move","id":5,"match":"x","ply":0,"move":"a1"}"#;
    let error = Envelope::parse(text).expect_err("x is no id");
    assert_eq!(error, Malformed::NoSuchMatch { re: Some(5), given: "x".to_owned() });
}

#[test]
fn unknown_fields_are_ignored() {
    let read = Envelope::parse(r#"{"type":"ping","id":1,"since":"yesterday"}"#).expect("a ping");
    assert_eq!(read, Envelope { re: Some(1), message: FromClient::Ping });
}

#[test]
fn every_type_that_is_listed_is_read() {
    for kind in super::from_client::TYPES {
        match Envelope::parse(&format!(r#"{{"type":"{kind}"}}"#)) {
            Ok(_) => {}
            Err(error) => assert!(error.to_string().contains(" is missing"), "{kind}: {error}"),
        }
    }
}

/// The samples that the browser client is tested with, too: what one side reads and writes, the other does.
#[test]
fn the_shared_samples_are_read_and_written_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/wire");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the samples are there") {
        let path = entry.expect("the folder can be read").path();
        let text = std::fs::read_to_string(&path).expect("a sample can be read");
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
        assert_eq!(written.expect("a message is plain data"), sample, "{name}");
        count += 1;
    }
    assert!(count > 30, "only {count} samples");
}
