//! Tournaments with workers over NATS have the same bytes as on one machine, whichever process is killed. Searches of a
//! server have the same results at a worker.
//!
//! The tests need nats-server, which `tests/run` installs, so plain `cargo test` skips them. ARENA_NATS_SERVER names
//! another server.
#![cfg(unix)]

mod faults;
mod live;
mod server;
mod wire;

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use server::Nats;
use tempfile::TempDir;

use crate::modules::{CENTRE, TOURNAMENT, write_modules};

/// Time limit of every wait, generous for a busy machine.
const LONG: Duration = Duration::from_secs(240);

/// A tournament of 100 matches in which order matters: pairings that depend on results, books, node limits, and a
/// solver.
const MIXED: &str = r#"
name = "Played elsewhere"
game = "tictactoe"
format = "swiss"
rounds = 10
seed = 11
[openings]
random_plies = 1
[adjudication]
solver = { empties = 3 }
[[entrants]]
bot = "tictactoe-random"
[[entrants]]
bot = "tictactoe-perfect"
[[entrants]]
name = "by the book"
depth = 4
book = true
ties = "random"
[[entrants]]
grid = { depth = [2, 5, 7], ties = ["random"] }
[[entrants]]
name = "few nodes"
depth = 9
nodes = 300
[[entrants]]
name = "table"
depth = 6
pruning = "pvs"
ordering = ["table", "static"]
table_mb = 1
[[entrants]]
grid = { depth = [1, 3], pruning = ["none"] }
"#;

/// A folder with a tournament, and the runs in it.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new(file: &str) -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        fs::write(place.path("t.toml"), file).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts the program with these arguments; its errors go to a file.
    fn arena(&self, said: &str, arguments: &[&str]) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.current_dir(self.folder.path()).args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
        let said = self.path(said);
        command.stderr(fs::File::options().create(true).append(true).open(&said).unwrap());
        Process { child: command.spawn().unwrap(), said }
    }

    /// Starts a run of the tournament with output files of this name and further arguments.
    fn tournament(&self, name: &str, more: &[&str]) -> Process {
        let outputs = ["json", "csv", "records"].map(|kind| format!("--{kind}={name}.{kind}"));
        let data = format!("--data={name}");
        let mut arguments = vec!["tournament", "t.toml", "--quiet", &data];
        arguments.extend(outputs.iter().map(String::as_str));
        arguments.extend(more);
        self.arena(&format!("{name}.said"), &arguments)
    }

    fn worker(&self, nats: &Nats, name: &str, more: &[&str]) -> Process {
        let url = nats.url();
        let mut arguments = vec!["worker", "--nats", &url, "--name", name];
        arguments.extend(if more.is_empty() { &["--threads=1"] } else { more });
        self.arena(&format!("{name}.said"), &arguments)
    }

    /// The files written by a run of this name.
    fn written(&self, name: &str) -> [String; 3] {
        ["json", "csv", "records"].map(|kind| fs::read_to_string(self.path(&format!("{name}.{kind}"))).unwrap())
    }

    /// The files written by a run on this machine alone.
    fn alone(&self) -> [String; 3] {
        let mut run = self.tournament("alone", &["--concurrency=1"]);
        run.succeeds();
        self.written("alone")
    }
}

/// A process that is killed when the test ends.
struct Process {
    child: Child,
    said: PathBuf,
}

impl Process {
    fn said(&self) -> String {
        fs::read_to_string(&self.said).unwrap()
    }

    /// The output of all processes of its place.
    fn all_said(&self) -> String {
        let files = fs::read_dir(self.said.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
        let files = files.filter(|path| path.extension().is_some_and(|end| end == "said"));
        files.map(|path| format!("{}: {}\n", path.display(), fs::read_to_string(&path).unwrap())).collect()
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }

    fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap().success());
    }

    fn wait(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(began.elapsed() < LONG, "{} does not exit; {}", self.said.display(), self.all_said());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn succeeds(&mut self) {
        assert!(self.wait().success(), "{}", self.said());
    }

    /// Waits for these words in its output.
    fn says(&mut self, words: &str) {
        until(words, || self.said().contains(words), || self.said());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Waits until `holds` returns true.
fn until(what: &str, holds: impl Fn() -> bool, said: impl Fn() -> String) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < LONG, "no {what:?} in: {}", said());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
#[ignore = "needs nats-server: tests/run has it"]
fn two_workers_write_the_same_bytes_as_one_machine() {
    let place = Place::new(MIXED);
    let expected = place.alone();
    let nats = Nats::start();
    let mut first = place.worker(&nats, "first", &[]);
    let _second = place.worker(&nats, "second", &["--threads=2"]);
    let url = nats.url();
    let mut run = place.tournament("apart", &["--nats", &url]);
    run.succeeds();
    assert!(place.written("apart") == expected, "{}", run.said());
    // A second run with depths and lines of the searches, during which one worker stops.
    let mut again = place.tournament("again", &["--nats", &url, "--json-lines"]);
    first.signal("-TERM");
    first.succeeds();
    again.succeeds();
    assert!(place.written("again") == expected, "{}", again.said());
}

#[test]
#[ignore = "needs nats-server: tests/run has it"]
fn modules_play_on_workers_like_on_one_machine() {
    let place = Place::new(TOURNAMENT);
    write_modules(place.folder.path());
    // This one needs two messages.
    let long = format!("{} (@custom \"filling\" \"{}\"))", &CENTRE[..CENTRE.len() - 1], "x".repeat(900_000));
    fs::write(place.path("centre.wasm"), wat::parse_str(long).unwrap()).unwrap();
    let expected = place.alone();
    assert!(expected[2].contains("its module trapped in choose"), "{}", expected[2]);
    let nats = Nats::start();
    // The workers do not have the files.
    let elsewhere = Place::new("");
    let _workers = [("first", "--threads=1"), ("second", "--threads=2")]
        .map(|(name, threads)| elsewhere.worker(&nats, name, &[threads]));
    let url = nats.url();
    for name in ["apart", "again"] {
        let mut run = place.tournament(name, &["--nats", &url]);
        run.succeeds();
        assert!(place.written(name) == expected, "{}", run.said());
    }
}

#[test]
#[ignore = "needs nats-server: tests/run has it"]
fn a_decided_test_ends_the_run_while_workers_play() {
    let place = Place::new(
        r#"
        name = "Decided"
        game = "tictactoe"
        format = "match"
        rounds = 5000
        [sprt]
        elo0 = 0.0
        elo1 = 60.0
        [openings]
        random_plies = 2
        [[entrants]]
        depth = 3
        [[entrants]]
        depth = 1
        "#,
    );
    let expected = place.alone();
    let nats = Nats::start();
    let _workers = ["first", "second"].map(|name| place.worker(&nats, name, &[]));
    let mut run = place.tournament("apart", &["--nats", &nats.url()]);
    run.succeeds();
    assert!(place.written("apart") == expected, "{}", run.said());
}
