use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{json, own_words, own_words_within};

/// All kinds of keys in files and request bodies.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Everything {
    text: String,
    truth: bool,
    byte: u8,
    count: u32,
    long: u64,
    whole: i64,
    number: f64,
    letter: char,
    list: Vec<u32>,
    pair: [u32; 2],
    mixed: (u32, String),
    table: Option<Inner>,
    word: Word,
    tagged: Option<Tagged>,
    any: Option<Loose>,
    named: std::collections::BTreeMap<String, u32>,
    id: uuid::Uuid,
    address: Option<std::net::SocketAddr>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Inner {
    depth: u32,
    other: Option<u32>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Word {
    #[default]
    Swiss,
    RoundRobin,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Tagged {
    Move { ply: u32, text: String },
    Hold { inner: Inner },
    Leave,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Loose {
    Truth(bool),
    Inner(Inner),
}

/// Words that only the parsers use.
const THEIRS: [&str; 21] = [
    "invalid type",
    "invalid value",
    "invalid length",
    "unknown field",
    "unknown variant",
    "missing field",
    "duplicate field",
    "expected ",
    "struct",
    "variant",
    "untagged",
    "map",
    "sequence",
    "u32",
    "u64",
    "i64",
    "f64",
    " at line ",
    "EOF",
    "Everything",
    "UUID parsing",
];

fn is_ours(sentence: &str) -> bool {
    // Rewritten messages use the word `expected` only for an expected sign, after the fault.
    let rest = sentence.replace(" is expected", "");
    !sentence.is_empty() && THEIRS.iter().all(|theirs| !rest.contains(theirs))
}

const KEYS: [&str; 18] = [
    "text", "truth", "byte", "count", "long", "whole", "number", "letter", "list", "pair", "mixed", "table", "word",
    "tagged", "any", "named", "id", "address",
];

#[test]
fn errors_for_wrong_values_are_reworded() {
    let values = [
        json!("x"),
        json!(""),
        json!(-1),
        json!(300),
        json!(5_000_000_000_u64),
        json!(1.5),
        json!(true),
        json!([]),
        json!([1]),
        json!(["x", 1, 2]),
        json!({}),
        json!({"a": 1}),
        json!({"depth": "x"}),
        json!({"dept": 1}),
        json!({"type": "move"}),
        json!({"type": "mov"}),
        json!({"type": "move", "ply": "x", "text": ""}),
        json!([[1]]),
        json!(u64::MAX),
    ];
    let mut refused = 0;
    for key in KEYS {
        for value in &values {
            let object = json!({ key: value });
            if let Err(problem) = json::<Everything>(&object) {
                refused += 1;
                assert!(is_ours(&problem) && problem.starts_with(key), "{object}: {problem}");
            }
            // TOML has a parser with messages of its own.
            let Ok(table) = toml::Table::try_from(&object) else { continue };
            let text = toml::to_string(&table).expect("the value is a table");
            if let Err(error) = toml::from_str::<Everything>(&text) {
                refused += 1;
                let problem = own_words(error.message());
                assert!(is_ours(&problem), "{text}: {} became {problem}", error.message());
            }
        }
    }
    assert!(refused > 400, "{refused}");
}

#[test]
fn errors_for_invalid_json_and_toml_are_reworded() {
    for text in [
        "",
        "{",
        "[",
        "[1",
        "[1 2",
        "{\"a\"",
        "{\"a\":",
        "{\"a\" 1}",
        "{\"a\":1,}",
        "{a:1}",
        "\"",
        "\"\\x\"",
        "\"\\ud800\"",
        "01",
        "1e999",
        "tru",
        "1 2",
        "-",
        "\"\n\"",
        "[1,]",
        "nulx",
        "\"\\u12\"",
        "{\"count\":1,\"count\":2}",
        "{\"coun\":1}",
    ] {
        let error = serde_json::from_str::<Everything>(text).expect_err(text).to_string();
        assert!(is_ours(&own_words(&error)), "{text}: {error} became {}", own_words(&error));
        let error = serde_json::from_str::<serde_json::Value>(text).map_err(|error| error.to_string());
        assert!(error.as_ref().err().is_none_or(|error| is_ours(&own_words(error))), "{text}: {error:?}");
    }
    let deep = "[".repeat(5_000);
    let error =
        serde_json::from_str::<serde_json::Value>(&deep).expect_err("the value is nested too deeply").to_string();
    assert_eq!(own_words(&error), "it is nested too deeply (column 128)");
    for text in [
        "a",
        "a =",
        "= 1",
        "a = x",
        "a = 1 2",
        "a = [1",
        "a = [1 2]",
        "a = [1,,2]",
        "a = {b = 1",
        "a = {b}",
        "a = {b = 1 c = 2}",
        "[a",
        "[[a]",
        "[]",
        "a = 1\na = 2",
        "a = 1\na.b = 2",
        "[a]\n[a]",
        "a = 01",
        "a = +-1",
        "a = 1__0",
        "a = 0X1",
        "a = -0x1",
        "a = \"x",
        "a = 'x",
        "a = \"\\q\"",
        "a = \"\\u12\"",
        "a = tru",
        "a = 2020-99-99",
        "a = 99999999999999999999",
        "a b = 1",
        "a = 1 # \u{1}",
        "a = 1e",
        "a = 0b2",
        "a = 0o9",
        "a = \"\"\"x",
        "a == 1",
        "a = [b = 1]",
        "a = {b = 1,,}",
        "a\r = 1",
        "\u{1}",
        "a = 1\r[b]",
        "a = {}\n[a.b]",
        "a = []\n[[a]]",
        "a = _1",
        "[a]]",
        "[a] b",
        "\"\"\"a\"\"\" = 1",
        "'''a''' = 1",
    ] {
        let error = toml::from_str::<toml::Table>(text).expect_err(text);
        let own = own_words(error.message());
        assert!(is_ours(&own) && own != error.message(), "{text}: {:?} became {own}", error.message());
    }
}

#[test]
fn rewords_known_messages() {
    for (said, own) in [
        ("invalid type: string \"x\", expected struct RawEngine", "it must be a table, and is the text \"x\""),
        (
            "invalid type: integer `1`, expected expected a clock as { a = 1 }",
            "it must be a clock as { a = 1 }, and is 1",
        ),
        ("invalid value: integer `-1`, expected u8", "it must be a whole number, 0 or more, and is -1"),
        ("invalid value: integer `300`, expected u8", "it must be a whole number of at most 255, and is 300"),
        ("invalid length 1, expected an array of length 2", "it must be a list of 2, and has 1 entry"),
        ("invalid length 0, expected struct RawSprt with 6 elements", "it must be a table, and is a list"),
        (
            "unknown field `cmd`, expected one of `protocol`, `command`",
            "there is no key \"cmd\"; there are protocol, command. Did you mean command?",
        ),
        (
            "unknown variant `swis`, expected `swiss` or `match`",
            "there is no \"swis\"; there are swiss, match. Did you mean swiss?",
        ),
        ("unknown field `x`, there are no fields", "there is no key \"x\", and none may stand there"),
        ("unknown field `x`, expected `paused`", "there is no key \"x\"; there is paused"),
        ("missing field `game`", "`game` is missing"),
        ("duplicate field `game` at line 1 column 9", "`game` stands twice (column 9)"),
        ("EOF while parsing an object at line 2 column 1", "it ends amid an object (line 2, column 1)"),
        ("Failed to deserialize query string: limit: invalid digit found in string", "limit: it is no whole number"),
        ("unclosed table, expected `]`", "the name of a table is not closed: ] is expected"),
        ("a sentence of ours: it stays", "a sentence of ours: it stays"),
    ] {
        assert_eq!(own_words(said), own);
    }
}

#[test]
fn suggestion_replaces_a_long_list_of_keys() {
    let many: Vec<String> = (0..20).map(|number| format!("`key_{number}x`")).collect();
    let said = |name: &str| own_words(&format!("unknown field `{name}`, expected one of {}", many.join(", ")));
    assert_eq!(said("key_7y"), "there is no key \"key_7y\". Did you mean key_7x or key_0x?");
    assert!(said("colour").ends_with("key_18x, key_19x"), "{}", said("colour"));
}

#[test]
fn error_in_a_buffered_type_names_its_key() {
    let wrong = json!({"tagged": {"type": "move", "ply": "x", "text": ""}});
    assert_eq!(
        json::<Everything>(&wrong).expect_err("the value is not a number"),
        "tagged: it must be a whole number, 0 or more, and is the text \"x\""
    );
    let alone = json!({"type": "move", "ply": "x", "text": ""});
    assert_eq!(
        json::<Tagged>(&alone).expect_err("the value is not a number"),
        "ply: it must be a whole number, 0 or more, and is the text \"x\""
    );
    let inner = json!({"list": [1, "x"]});
    assert_eq!(
        json::<Everything>(&inner).expect_err("the value is not a number"),
        "list[1]: it must be a whole number, 0 or more, and is the text \"x\""
    );
    assert_eq!(json::<Inner>(&json!({})).expect_err("the key is missing or wrong"), "`depth` is missing");
    assert_eq!(
        json::<Everything>(&json!({"table": 3})).expect_err("the key is missing or wrong"),
        "table: it must be an object, and is 3"
    );
    assert_eq!(
        json::<Everything>(&json!({"table": {"dpth": 1}})).expect_err("the key is missing or wrong"),
        "table.dpth: there is no key \"dpth\"; there are depth, other. Did you mean depth?"
    );
}

#[test]
fn errors_for_command_line_numbers_are_reworded() {
    for (said, own) in [
        ("error: invalid value 'x' for '--seed <N>': invalid digit found in string\n", ": it is no whole number\n"),
        ("'--rounds <N>': 99 is not in 0..=30\n\nFor more\n", ": 99 is outside 0 to 30\n\nFor more\n"),
        ("'--alpha': invalid float literal", ": it is no number"),
    ] {
        assert!(own_words_within(said).ends_with(own), "{}", own_words_within(said));
    }
}

#[test]
fn rejects_a_list_in_place_of_an_object() {
    for (given, key) in [
        (json!([]), ""),
        (json!(["text", true]), ""),
        (json!({"table": [7]}), "table: "),
        (json!({"table": [7, 8]}), "table: "),
        (json!({"any": [7, 8]}), "any: "),
    ] {
        let error = json::<Everything>(&given).expect_err("the value is a list");
        assert_eq!(error, format!("{key}it must be an object, and is a list"), "{given}");
    }
    // If the type tag is next to the other keys, all of them are buffered before they are deserialized.
    let inner = json!({"type": "hold", "inner": [7, 8]});
    assert_eq!(json::<Tagged>(&inner).expect_err("the value is a list"), "inner: it must be an object, and is a list");
    let lists = json!({"list": [1, 2], "pair": [3, 4], "mixed": [5, "x"]});
    assert_eq!(json::<Everything>(&lists).expect("lists are valid where lists are expected").list, [1, 2]);
}
