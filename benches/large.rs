//! Plays the largest tournaments: a thousand entrants and about a million matches. Prints the rate, the peak memory of
//! the process, and the time for the report.
//!
//! `cargo bench --bench large -- 1000 1` sets entrants and rounds; the game is tic-tac-toe between random movers.

mod help;

use std::time::Instant;

use arena_bots::{Roster, Source};
use arena_tournament::plan::file::{Overrides, read};
use arena_tournament::{Control, NoSink, RunOptions, TournamentReport, run};

fn main() {
    if help::asked(include_str!("large.rs")) {
        return;
    }
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let [entrants, rounds] = numbers[..] else { return play(1_000, 1) };
    play(entrants, rounds);
}

fn play(entrants: u64, rounds: u64) {
    let mut text = format!("name = \"large\"\ngame = \"tictactoe\"\nrounds = {rounds}\n");
    for number in 0..entrants {
        text.push_str(&format!("[[entrants]]\nname = \"random {number}\"\nrandom_move = 1.0\n"));
    }
    let roster = Roster::load(None).expect("the embedded files are valid");
    let source = Source { file: "bench", text: &text };
    let plan = read(&source, &roster, Overrides::default()).expect("the file is valid").plan;
    println!("{entrants} entrants, {} matches; before the first: {}", plan.schedule.len(), memory());
    let setting = RunOptions { concurrency: 2, records: true, timings: false, notes: false, affinity: false };
    let began = Instant::now();
    let outcome = run(&plan, setting, std::iter::empty(), &mut NoSink, &mut |_| {}, &Control::default())
        .expect("the run succeeds");
    let seconds = began.elapsed().as_secs_f64();
    let rate = plan.schedule.len() as f64 / seconds;
    println!("played in {seconds:.1} s, {rate:.0} matches a second with records: {}", memory());
    let began = Instant::now();
    let report = TournamentReport::new(&plan, &outcome.tally, false);
    println!("the report took {:.2} s: {}", began.elapsed().as_secs_f64(), memory());
    let began = Instant::now();
    let table = report.document().to_text(100, true);
    println!("its text of {} lines took {:.2} s: {}", table.lines().count(), began.elapsed().as_secs_f64(), memory());
    let began = Instant::now();
    let json = report.to_json();
    println!("its JSON of {} MB took {:.2} s: {}", json.len() >> 20, began.elapsed().as_secs_f64(), memory());
}

/// Returns the peak memory of this process, if the system reports it.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")).and_then(|rest| rest.split_whitespace().next());
    peak.and_then(|kib| kib.parse::<u64>().ok()).map_or_else(String::new, |kib| format!("{} MiB at most", kib >> 10))
}
