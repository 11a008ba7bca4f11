//! The command line: completions, manual pages, the version, the doctor, measured strengths.

use std::net::TcpListener;

use crate::arena::arena;

#[test]
fn completions_and_manual_pages_cover_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = arena(&["completions", shell]);
        assert_eq!(run.code, 0, "{}", run.err);
        for word in ["analyse", "tournament", "multipv", "doctor"] {
            assert!(run.out.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(arena(&["completions", "cmd"]).code, 2);
    assert!(arena(&["man"]).out.contains(".TH"));
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("man1");
    assert_eq!(arena(&["man", "--dir", dir.to_str().unwrap()]).code, 0);
    let page = std::fs::read_to_string(dir.join("arena-analyse.1")).unwrap();
    assert!(page.contains("multipv"), "{page}");
}

#[test]
fn licenses_cover_the_linked_libraries_and_only_those() {
    let run = arena(&["licenses"]);
    assert_eq!(run.code, 0, "{}", run.err);
    // A crate without a file of its own, C code inside a crate, and the standard library.
    for part in [
        "\nserde 1.",
        "\nasync-nats ",
        "\nNoto Sans CJK ",
        "Apache License",
        "BoringSSL",
        "\nthe Rust standard library",
        "Copyright (c)",
    ] {
        assert!(run.out.contains(part), "{part:?}");
    }
    for crate_name in ["proptest", "criterion", "gametree-arena", "arena-cli", "syn"] {
        assert!(!run.out.contains(&format!("\n{crate_name} ")), "{crate_name} is not linked");
    }
}

#[test]
fn version_names_the_build() {
    let run = arena(&["--version"]);
    for word in [env!("CARGO_PKG_VERSION"), "\ncommit ", "\nbuild ", "\nfeatures "] {
        assert!(run.out.contains(word), "{word:?}: {}", run.out);
    }
    assert_eq!(arena(&["-V"]).out, format!("arena {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn without_a_command_the_environment_is_read_as_by_serve() {
    for arguments in [&[][..], &["serve"]] {
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_arena"))
            .args(arguments)
            .env("ARENA_LISTEN", "no-address")
            .output()
            .unwrap();
        let text = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains("no-address"), "{arguments:?}: {text}");
    }
}

#[test]
fn doctor_reports_obstacles_to_starting_a_server() {
    let free = arena(&["doctor", "--listen", "127.0.0.1:0", "--json"]).json();
    let findings = free["findings"].as_array().unwrap();
    let about: Vec<&str> = findings.iter().map(|one| one["about"].as_str().unwrap()).collect();
    let all = ["program", "page", "machine", "open files", "configuration", "settings", "address", "data", "engines"];
    assert_eq!(about, all);
    assert!(findings.iter().all(|one| one["state"] != "wrong"), "{free}");

    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("arena.sqlite"), "no database").unwrap();
    let run = arena(&["doctor", "--listen", &address, "--data", folder.path().to_str().unwrap()]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("is in use") && run.out.contains("cannot be read"), "{}", run.out);
    assert!(run.err.contains("2 problems found"), "{}", run.err);
}

#[test]
fn strengths_name_the_command_that_measures_them() {
    let run = arena(&["bots", "tictactoe", "--strength"]);
    assert!(run.out.contains("measured by arena tournament tictactoe-ladder"), "{}", run.out);
    assert!(run.out.contains("tictactoe-random"), "{}", run.out);
    let found = arena(&["bots", "tictactoe", "--strength", "--json"]).json();
    assert!(found["ladders"][0]["bots"][0]["elo"].is_f64(), "{found}");
    // An entrant that lost everything against the others has no rating, and is still last.
    let run = arena(&["bots", "reversi", "--strength"]);
    let at = |words: &str| run.out.find(words).unwrap_or_else(|| panic!("{words}: {}", run.out));
    assert!(at("reversi-master") < at("reversi-random"), "{}", run.out);
    assert!(at("reversi-random") < at("unrated: won or lost"), "{}", run.out);
}
