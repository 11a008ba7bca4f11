//! Tournaments, from the file to the output.

mod command;
mod command_formats;
mod command_steering;
mod determinism;
mod examples;
mod failures;
mod files;
mod formats;
mod journals;
mod limits;
mod pinned;
mod reports;
mod seat;
mod steering;
mod strength;

use arena_bots::{FileError, Roster, Source};
use arena_tournament::plan::file::{Overrides, TournamentFile, read};
use arena_tournament::{
    Batch, Control, Finished, MatchResult, Plan, ResultSink, RunOptions, RunOutcome, SinkError, TournamentReport, run,
};

/// Reads a tournament file named `test.toml`, with the included bots.
fn file(text: &str) -> Result<TournamentFile, FileError> {
    read(&Source { file: "test.toml", text }, &Roster::load(None).unwrap(), Overrides::default())
}

fn plan(text: &str) -> Plan {
    file(text).unwrap_or_else(|error| panic!("{error}")).plan
}

/// Openings and entrants of connect four that keep a process busy long enough to be killed.
pub(crate) const FORMAT_FIELD: &str = r#"
[openings]
random_plies = 4
[[entrants]]
bot = "connect4-random"
[[entrants]]
grid = { depth = [3, 4], ties = ["random", "first"] }
"#;

/// Openings of [`FORMAT_FIELD`], for two entrants.
pub(crate) fn format_pair() -> String {
    FORMAT_FIELD.split("[[entrants]]").next().unwrap().to_owned()
        + "[[entrants]]\nname = \"deeper\"\ndepth = 4\n[[entrants]]\ndepth = 3\nties = \"random\"\n"
}

/// The head of such a file, with its format.
pub(crate) fn format_file(rest: &str) -> String {
    format!("name = \"Formats\"\ngame = \"connect4\"\nseed = 4\n{rest}")
}

/// Collects everything that a run writes.
#[derive(Default)]
struct Collected {
    records: String,
    kept: Vec<MatchResult>,
    indexes: Vec<u64>,
}

impl ResultSink for Collected {
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError> {
        self.kept.extend(batch.finished.iter().map(|finished| finished.played.clone()));
        Ok(())
    }

    fn next(&mut self, finished: &Finished) -> Result<(), SinkError> {
        self.indexes.push(finished.played.index);
        self.records.push_str(finished.record.as_ref().unwrap());
        self.records.push('\n');
        Ok(())
    }
}

const fn at(concurrency: usize) -> RunOptions {
    RunOptions { concurrency, records: true, timings: false, notes: false, affinity: false }
}

/// Plays a whole tournament and returns the report, the output and how the run ended.
fn played(plan: &Plan, concurrency: usize) -> (TournamentReport, Collected, RunOutcome) {
    let mut sink = Collected::default();
    let control = Control::default();
    let outcome = run(plan, at(concurrency), std::iter::empty(), &mut sink, &mut |_| {}, &control).unwrap();
    assert!(outcome.complete);
    (TournamentReport::new(plan, &outcome.tally, false), sink, outcome)
}
