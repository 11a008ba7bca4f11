//! `arena tournament` as a process: outputs, interruptions and wrong usage.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use arena_games::seed::Rng;
use tempfile::TempDir;

const SLOW: &str = r#"
name = "Killed often"
game = "tictactoe"
rounds = 250
seed = 5
[openings]
random_plies = 1
[[entrants]]
bot = "tictactoe-random"
[[entrants]]
grid = { depth = [3, 5, 6], ties = ["random"] }
"#;

pub(super) struct Place {
    folder: TempDir,
}

impl Place {
    pub(super) fn new(file: &str) -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        fs::write(place.path("t.toml"), file).unwrap();
        place
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn arena(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.current_dir(self.folder.path()).arg("tournament").args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(super) fn run(&self, arguments: &[&str]) -> Output {
        self.arena(arguments).output().unwrap()
    }

    pub(super) fn journal(&self, data: &str) -> Option<PathBuf> {
        let entries = fs::read_dir(self.path(data).join("tournaments")).ok()?;
        entries.map(|entry| entry.unwrap().path()).find(|path| path.extension().is_some_and(|kind| kind == "journal"))
    }

    pub(super) fn written(&self, prefix: &str) -> [Vec<u8>; 3] {
        ["json", "csv", "records"].map(|kind| fs::read(self.path(&format!("{prefix}.{kind}"))).unwrap())
    }
}

pub(super) fn success(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn complaint(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(super) const OUTPUTS: [&str; 6] = ["--json", "k.json", "--csv", "k.csv", "--records", "k.records"];

/// Starts a run, waits until its journal has grown by `grown` bytes and then for `moment`, and kills it. Returns false
/// if it finished before.
pub(super) fn killed(place: &Place, grown: u64, moment: Duration) -> bool {
    let size = || place.journal("killed").map_or(0, |path| fs::metadata(path).unwrap().len());
    let before = size();
    let mut child =
        place.arena(&[&["t.toml", "--data", "killed", "--resume", "-q"], &OUTPUTS[..]].concat()).spawn().unwrap();
    let started = Instant::now();
    while size() < before + grown && started.elapsed() < Duration::from_secs(60) {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(moment);
    // SIGKILL: the process cannot clean up.
    child.kill().unwrap();
    !child.wait().unwrap().success()
}

/// Number of kills of one run.
const KILLS: usize = 20;

#[test]
fn repeated_kills_do_not_change_the_output() {
    let place = Place::new(SLOW);
    let calm = ["--json", "calm.json", "--csv", "calm.csv", "--records", "calm.records"];
    success(&place.run(&[&["t.toml", "--data", "calm", "--concurrency", "1"], &calm[..]].concat()));
    // The first kill comes right after the start, before or after the journal exists.
    let mut chance = Rng::new(20);
    let mut moment = |most: usize| Duration::from_micros(chance.below(most) as u64);
    let kills = (0..KILLS).filter(|&kill| {
        let grown = if kill == 0 { 0 } else { moment(4_000).as_micros() as u64 };
        killed(&place, grown, moment(2_000))
    });
    assert_eq!(kills.count(), KILLS, "the run finished before all kills");
    let journal = place.journal("killed").unwrap();
    let matches = fs::read_to_string(&journal).unwrap().lines().count();
    assert!((2..3_000).contains(&matches), "{matches}");
    // A line that was being written during a power failure.
    let torn = [fs::read(&journal).unwrap(), b"[2999,[1,2".to_vec()].concat();
    fs::write(&journal, torn).unwrap();
    let output = place.run(&[&["t.toml", "--data", "killed", "--resume", "--concurrency", "2"], &OUTPUTS[..]].concat());
    success(&output);
    assert!(String::from_utf8_lossy(&output.stderr).contains("Continuing after"), "{output:?}");
    assert_eq!(place.written("calm"), place.written("k"));
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 3_001);
    // Resuming a finished run plays nothing and prints the same.
    success(&place.run(&[&["t.toml", "--data", "killed", "--resume"], &OUTPUTS[..]].concat()));
    assert_eq!(place.written("calm"), place.written("k"));
}

const QUICK: &str = r#"
name = "Quick"
game = "bones"
rounds = 3
concurrency = 1
[[entrants]]
bot = "bones-random"
[[entrants]]
bot = "bones-perfect"
"#;

#[test]
fn rejects_a_journal_of_another_tournament() {
    let place = Place::new(QUICK);
    success(&place.run(&["t.toml"]));
    let error = complaint(&place.run(&["t.toml", "--resume", "--rounds", "2"]), 1);
    assert!(error.contains("of a different tournament") && error.contains("omit --resume"), "{error}");
    // A journal with the right name and another hash inside.
    let journal = place.journal("data").unwrap();
    let text = fs::read_to_string(&journal).unwrap();
    let hash = text.split("\"plan\":\"").nth(1).unwrap()[..8].to_owned();
    fs::write(&journal, text.replacen(&hash, "00000000", 1)).unwrap();
    assert!(complaint(&place.run(&["t.toml", "--resume"]), 1).contains("of a different tournament"));
    fs::write(&journal, text.replacen(env!("CARGO_PKG_VERSION"), "0.0.0", 1)).unwrap();
    assert!(complaint(&place.run(&["t.toml", "--resume"]), 1).contains("written by version 0.0.0"));
    fs::write(&journal, text.replacen("Quick", "Quack", 1)).unwrap();
    assert!(complaint(&place.run(&["t.toml", "--resume"]), 1).contains("damaged in line 1"));
    // A damaged or duplicate line costs its own match and is named.
    let damaged = text.replacen("\n[1,", "\n[2,", 1);
    let twice = format!("{text}{}\n", text.lines().nth(1).unwrap());
    for (wrong, line) in [(damaged, "line 3"), (twice, "line 8")] {
        fs::write(&journal, wrong).unwrap();
        let resumed = place.run(&["t.toml", "--resume"]);
        let report = success(&resumed);
        let told = String::from_utf8_lossy(&resumed.stderr);
        assert!(told.contains(&format!("{line} is damaged")), "{told}");
        assert!(report.contains(&format!("Journal: {line} was damaged")), "{report}");
    }
    // Without --resume a new journal is created, and an unfinished one is renamed.
    let unfinished: String = text.split_inclusive('\n').take(4).collect();
    fs::write(&journal, &unfinished).unwrap();
    success(&place.run(&["t.toml"]));
    assert_eq!(fs::read_to_string(journal.with_extension("journal.old")).unwrap(), unfinished);
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 7);
    // Another unfinished one is not overwritten either.
    let other: String = text.split_inclusive('\n').take(3).collect();
    fs::write(&journal, &other).unwrap();
    success(&place.run(&["t.toml"]));
    assert_eq!(fs::read_to_string(journal.with_extension("journal.old")).unwrap(), unfinished);
    assert_eq!(fs::read_to_string(journal.with_extension("journal.old.2")).unwrap(), other);
}

#[test]
fn a_dash_writes_to_standard_output_instead_of_the_table() {
    let place = Place::new(QUICK);
    let table = success(&place.run(&["t.toml", "-q"]));
    assert!(table.starts_with("Quick\nGame of bones") && table.contains("row against column"), "{table}");
    let json = success(&place.run(&["t.toml", "--json", "-"]));
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["matches"], 6);
    let records = success(&place.run(&["t.toml", "--records", "-"]));
    assert_eq!(records.lines().count(), 6);
    let timed: serde_json::Value =
        serde_json::from_str(&success(&place.run(&["t.toml", "--json", "-", "--timings"]))).unwrap();
    assert!(timed["entrants"][0]["ms_per_move"].is_number() && report["entrants"][0].get("ms_per_move").is_none());
    let journal = fs::read(place.journal("data").unwrap()).unwrap();
    let both = complaint(&place.run(&["t.toml", "--json", "-", "--csv", "-"]), 2);
    assert!(both.contains("--json and --csv"), "{both}");
    let itself = complaint(&place.run(&["t.toml", "--html", "./t.toml"]), 2);
    assert!(itself.contains("--html cannot write to ./t.toml, which is an input"), "{itself}");
    assert_eq!(
        fs::read(place.journal("data").unwrap()).unwrap(),
        journal,
        "rejected arguments must not change the journal"
    );
}

#[test]
fn rejects_wrong_files_and_flags_before_the_first_match() {
    let place = Place::new(&QUICK.replace("bones-perfect", "bones-perfekt"));
    let error = complaint(&place.run(&["t.toml"]), 2);
    assert!(error.contains("t.toml, line 9: bot: there is no bot \"bones-perfekt\""), "{error}");
    assert!(place.journal("data").is_none());
    let error = complaint(&place.run(&["tictactoe-dephts"]), 2);
    assert!(error.contains("tictactoe-depths"), "{error}");
    complaint(&place.run(&["t.toml", "--concurrency", "0"]), 2);
    complaint(&place.run(&["t.toml", "--rounds", "0"]), 2);
    fs::write(place.path("t.toml"), QUICK).unwrap();
    let error = complaint(&place.run(&["t.toml", "--json", "no/such/folder.json"]), 1);
    assert!(error.contains("no/such/folder.json cannot be written"), "{error}");
    fs::write(place.path("file"), "").unwrap();
    let error = complaint(&place.run(&["t.toml", "--data", "file"]), 1);
    assert!(error.contains("journal") && error.contains("could not be created"), "{error}");
}

#[test]
fn finds_included_files_by_name_and_by_path() {
    let place = Place::new(QUICK);
    for name in ["bones-evaluations", "config/tournaments/bones-evaluations.toml"] {
        assert!(!Path::new(name).is_absolute());
        let table = success(&place.run(&[name, "--rounds", "1", "-q"]));
        assert!(table.starts_with("Bones: knowing beats searching\n"), "{table}");
    }
}

#[test]
fn json_lines_describe_the_run_with_consistent_counts() {
    let place = Place::new(&SLOW.replace("rounds = 250", "rounds = 5"));
    let output = place.run(&["t.toml", "--json-lines", "--json", "a.json", "--html", "a.html", "--markdown", "a.md"]);
    let text = success(&output);
    let events: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["event"], "started");
    let matches: Vec<_> = events.iter().filter(|event| event["event"] == "match").collect();
    assert!(matches.iter().zip(0_u64..).all(|(event, index)| event["index"] == index));
    let (last, total) = (events.last().unwrap(), events[0]["total"].as_u64().unwrap());
    assert_eq!((matches.len() as u64, last["event"].as_str()), (total, Some("done")));
    assert_eq!((&last["complete"], &last["counted"], &last["total"]), (&true.into(), &total.into(), &total.into()));
    assert!(events.iter().any(|event| event["event"] == "standings"));
    let report: serde_json::Value = serde_json::from_slice(&fs::read(place.path("a.json")).unwrap()).unwrap();
    assert_eq!(report["matches"], total);
    let page = fs::read_to_string(place.path("a.html")).unwrap();
    assert!(
        page.contains("<svg") && !page.contains("http://") && !page.contains("https://") && !page.contains("<script")
    );
    for written in [page, fs::read_to_string(place.path("a.md")).unwrap(), text] {
        let odd = written.split(|letter: char| !letter.is_alphanumeric()).find(|word| *word == "NaN" || *word == "inf");
        assert_eq!(odd, None);
    }
    let both = place.run(&["t.toml", "--json-lines", "--csv", "-"]);
    assert_eq!(both.status.code(), Some(2), "{both:?}");
}
