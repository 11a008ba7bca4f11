//! Accepted settings, and the errors for rejected ones.

use super::*;

fn env(name: &str, value: &str) -> Vec<(String, String)> {
    vec![(name.to_owned(), value.to_owned())]
}

#[test]
fn shipped_file_lists_every_key_with_its_default() {
    let shipped: Table = SHIPPED.parse().expect("the shipped file is TOML");
    let defaults = Table::try_from(Settings::default()).expect("settings are plain tables");
    assert_eq!(shipped, defaults);
    assert!(Settings::default().check().is_ok());
}

#[test]
fn rejects_files_with_line_key_and_expectation() {
    let cases = [
        ("[limits]\nmesages = 5", &["line 2", "mesages", "messages"][..]),
        ("\n[server]\nlisten = \"nowhere\"", &["line 3", "listen", "socket address"]),
        ("[limits]\nmessages = \"many\"", &["line 2", "messages = \"many\"", "expected u32"]),
        ("[limit]\n", &["line 1", "limit", "limits"]),
        ("[server]\ntrusted_proxies = [\"me\"]", &["line 2", "\"me\"", "10.0.0.0/8"]),
        ("[limits\n", &["line 1"]),
    ];
    for (text, expected) in cases {
        let error = Settings::from_toml(text, Path::new("arena.toml")).expect_err(text).to_string();
        assert!(error.starts_with("arena.toml: "), "{error}");
        for part in expected {
            assert!(error.contains(part), "{error:?} lacks {part:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_settings_file_without_end_is_refused() {
    let error = Settings::load(Some(Path::new("/dev/zero")), Vec::new()).expect_err("it has no end").to_string();
    assert_eq!(error, "the settings file /dev/zero cannot be read: it has more than 1024 KiB");
}

#[test]
fn rejects_a_value_out_of_range_with_its_place() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("arena.toml");
    let refused = |text: &str, environment| {
        std::fs::write(&path, text).expect("the file can be written");
        Settings::load(Some(&path), environment).expect_err(text).to_string()
    };
    for (text, line, key) in [
        ("# One\n[limits]\nmessages = 0\n", 3, "limits.messages is 0"),
        ("[server]\n\nallowed_hosts = [\n\"http://x/\"]", 3, "server.allowed_hosts is http://x/"),
        ("server = { operator_token = \"short\" }", 1, "server.operator_token is 5 characters"),
        (
            "[server]\noperator_token = \"                    \"",
            2,
            "server.operator_token is a token that can be guessed",
        ),
        (
            "[server]\noperator_token = \"abababababababababab\"",
            2,
            "server.operator_token is a token that can be guessed",
        ),
        (
            "[server]\noperator_token = \"a token with blanks\"",
            2,
            "server.operator_token is a token that can be guessed",
        ),
        ("[server]\ndata = \"\"", 2, "server.data is empty"),
    ] {
        let error = refused(text, Vec::new());
        assert!(error.starts_with(&format!("{}: line {line}: {key}", path.display())), "{error}");
    }
    let error = refused("", env("ARENA_LIMITS_MESSAGES", "0"));
    assert!(error.starts_with("the environment variable ARENA_LIMITS_MESSAGES: limits.messages is 0"), "{error}");
    // A value that conflicts with the bound of another key.
    let error = refused("[limits]\ndead_ms = 2\n", Vec::new());
    assert!(error.starts_with(&format!("{}: limits.ping_ms is 20000", path.display())), "{error}");
}

#[test]
fn errors_never_show_the_operator_token() {
    for wrong in ["operator_token = sesame-of-the-test", "operatr_token = \"sesame\"", "operator_token = 7355608"] {
        let text = format!("[server]\n{wrong}\n");
        let error = Settings::from_toml(&text, Path::new("arena.toml")).expect_err(wrong).to_string();
        assert!(error.contains("line 2") && error.contains("_token"), "{error}");
        assert!(!error.contains("sesame") && !error.contains("7355608"), "{error}");
    }
    let mut settings = Settings::default();
    settings.server.operator_token = Secret::from("sesame-of-the-test");
    assert!(!format!("{settings:?}").contains("sesame"));
}

#[test]
fn bounds_the_delays_of_bots() {
    for key in ["delay_ms", "stall_ms"] {
        let mut settings = Settings::default();
        let slot = if key == "delay_ms" { &mut settings.bots.delay_ms } else { &mut settings.bots.stall_ms };
        *slot = u64::MAX;
        let error = settings.check().expect_err("out of range").to_string();
        assert!(error.contains(key) && error.contains("from 0 to 600000"), "{error}");
    }
}

#[test]
fn environment_overrides_and_is_validated() {
    let load = |name, value| Settings::load(None, env(name, value));
    assert_eq!(load("ARENA_LIMITS_MESSAGES", "7").expect("a valid number").limits.messages, 7);
    assert_eq!(load("ARENA_SERVER_LISTEN", "[::1]:0").expect("a valid address").server.listen.port(), 0);
    let origins = load("ARENA_SERVER_ORIGINS", "http://a.org,https://b.org").expect("valid origins").server.origins;
    assert_eq!(origins, ["http://a.org", "https://b.org"]);
    assert!(load("ARENA_BIN", "x").is_ok(), "not a section of the settings");
    let wrong = [
        ("ARENA_LIMITS_MESAGES", "7", "has no key"),
        ("ARENA_LIMITS_MESSAGES", "many", "whole number"),
        ("ARENA_LIMITS_MESSAGES", "-1", "invalid value: integer `-1`, expected u32"),
        ("ARENA_LIMITS_MESSAGES", "0", "limits.messages is 0"),
        ("ARENA_SERVER_LISTEN", "here", "socket address"),
        ("ARENA_SERVER_OPERATOR_TOKEN", "short", "16 characters"),
        ("ARENA_SERVER_LOG", "server=loud", "server.log is server=loud"),
        ("ARENA_SERVER_ORIGINS", "example.org", "https://example.org"),
        ("ARENA_SERVER_ALLOWED_HOSTS", "https://a.org", "without scheme"),
        ("ARENA_SERVER_TRUSTED_PROXIES", "127.0.0.1,everybody", "everybody"),
    ];
    for (name, value, expected) in wrong {
        let error = load(name, value).expect_err(value).to_string();
        assert!(error.contains(expected), "{error:?} lacks {expected:?}");
    }
}
