//! Hostile input by grammars, on every toolchain: what must hold of it stands in `tests/fuzz/targets.rs`, which
//! libFuzzer runs too. `ARENA_FUZZ_CASES` sets how many inputs each target gets.

mod grammars;
#[path = "../fuzz/targets.rs"]
mod targets;

use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// How many inputs each target gets, unless said otherwise.
const CASES: u32 = 300;

fn run(target: fn(&[u8]), inputs: impl Strategy<Value = Vec<u8>>) {
    let cases = std::env::var("ARENA_FUZZ_CASES").map_or(CASES, |text| text.parse().unwrap());
    // What fails is printed; it is mended and kept in tests/fuzz/samples, not in a file of proptest's own.
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 2_000, ..Config::default() };
    let judged = TestRunner::new(config).run(&inputs, |data| {
        let before = String::from_utf8_lossy(&data).into_owned();
        let held = std::panic::catch_unwind(|| target(&data));
        prop_assert!(held.is_ok(), "{before}");
        Ok(())
    });
    if let Err(error) = judged {
        panic!("{error}");
    }
}

#[test]
fn messages() {
    run(targets::wire, grammars::message());
}

#[test]
fn settings_of_files_and_of_the_environment() {
    run(targets::settings, grammars::settings());
}

#[test]
fn options_positions_and_moves() {
    run(targets::notations, grammars::notation());
}

#[test]
fn games_of_pgn_and_pdn() {
    run(targets::games_as_text, grammars::games());
}

#[test]
fn files_of_openings() {
    run(targets::openings, grammars::openings());
}

#[test]
fn files_of_tournaments() {
    run(targets::tournaments, grammars::tournament());
}

#[test]
fn records() {
    run(targets::records, grammars::records());
}

#[test]
fn journals() {
    run(targets::journals, grammars::journal());
}

/// Runs it where a panic or an endless loop is seen and named; an overflow of the stack ends the tests.
fn in_time(name: &str, target: fn(&[u8]), data: Vec<u8>) -> Result<(), String> {
    let (done, waiting) = mpsc::channel();
    // As much stack as a thread of the server has.
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    let run = thread.spawn(move || {
        target(&data);
        done.send(()).unwrap();
    });
    run.unwrap();
    waiting.recv_timeout(Duration::from_secs(60)).map_err(|error| match error {
        mpsc::RecvTimeoutError::Timeout => format!("{name} takes over a minute"),
        mpsc::RecvTimeoutError::Disconnected => format!("{name} broke a promise, see above"),
    })
}

#[test]
fn what_was_found_once_is_not_found_again() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/samples");
    let mut wrong = Vec::new();
    for (name, target) in targets::TARGETS {
        let Ok(folder) = samples.join(name).read_dir() else { continue };
        for file in folder {
            let file = file.unwrap().path();
            wrong.extend(in_time(&file.display().to_string(), target, std::fs::read(&file).unwrap()).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_deep_or_long_is_refused_in_time_and_without_an_overflow() {
    let mut wrong = Vec::new();
    for (name, target) in targets::TARGETS {
        for (what, data) in grammars::large(name) {
            wrong.extend(in_time(&format!("{what} for {name}"), target, data).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
