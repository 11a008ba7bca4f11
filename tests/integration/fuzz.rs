//! Hostile input from grammars, on every toolchain. `tests/fuzz/targets.rs` has the assertions, which libFuzzer uses
//! too. `ARENA_FUZZ_CASES` sets the number of inputs per target.

mod grammars;
#[path = "../fuzz/targets.rs"]
mod targets;

use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Default number of inputs per target.
const CASES: u32 = 300;

fn run(target: fn(&[u8]), inputs: impl Strategy<Value = Vec<u8>>) {
    let cases = std::env::var("ARENA_FUZZ_CASES").map_or(CASES, |text| text.parse().unwrap());
    // A failing input is printed. Fix it and add it to tests/fuzz/samples; proptest's own file is disabled.
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
fn client_messages() {
    run(targets::wire, grammars::message());
}

#[test]
fn settings_from_files_and_environment() {
    run(targets::settings, grammars::settings());
}

#[test]
fn game_options_positions_and_moves() {
    run(targets::notations, grammars::notation());
}

#[test]
fn pgn_and_pdn_games() {
    run(targets::games_as_text, grammars::games());
}

#[test]
fn opening_files() {
    run(targets::openings, grammars::openings());
}

#[test]
fn tournament_files() {
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

#[test]
fn webassembly_modules() {
    run(targets::modules, grammars::module());
}

/// Runs the target in a thread and reports a panic or an endless loop. A stack overflow ends the tests.
fn in_time(name: &str, target: fn(&[u8]), data: Vec<u8>) -> Result<(), String> {
    let (done, waiting) = mpsc::channel();
    // The stack size of the server's threads.
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
fn earlier_findings_stay_fixed() {
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
fn rejects_deep_and_long_input_in_time_without_stack_overflow() {
    let mut wrong = Vec::new();
    for (name, target) in targets::TARGETS {
        for (what, data) in grammars::large(name) {
            wrong.extend(in_time(&format!("{what} for {name}"), target, data).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
