//! `arena tournament` as a process, in every format: the same bytes at any concurrency and after any number of kills.

use std::fs;
use std::time::Duration;

use arena_bots::embedded::Files;
use arena_bots::{Roster, Source};
use arena_tournament::plan::file::{Overrides, read_with};
use serde_json::Value;

use super::command::{OUTPUTS, Place, killed, success};
use super::{FORMAT_FIELD, format_file, format_pair};

/// A file of each format, and a line of its table.
fn formats() -> Vec<(String, &'static str)> {
    let test = "[sprt]\nelo0 = 0.0\nelo1 = 20.0\nmodel = \"normalized\"\n";
    vec![
        (format_file("format = \"gauntlet\"\nchampions = 2\nrounds = 60\n") + FORMAT_FIELD, "gauntlet"),
        (format_file("format = \"swiss\"\nrounds = 120\n") + FORMAT_FIELD, "Sonneborn–Berger"),
        (
            format_file("format = \"knockout\"\nrounds = 40\nknockout = { third_place = true }\n") + FORMAT_FIELD,
            "final",
        ),
        (format_file(&format!("format = \"match\"\nrounds = 4000\n{test}")) + &format_pair(), "LLR"),
    ]
}

#[test]
fn every_format_writes_the_same_bytes_at_any_concurrency_and_after_kills() {
    for (file, says) in formats() {
        let place = Place::new(&file);
        let calm = ["--json", "calm.json", "--csv", "calm.csv", "--records", "calm.records"];
        let table = success(&place.run(&[&["t.toml", "--data", "calm", "--concurrency", "1"], &calm[..]].concat()));
        assert!(table.contains(says), "{says}: {table}");
        let kills = (0..3_u64).filter(|&kill| killed(&place, 200 + 400 * kill, Duration::from_micros(300 * kill)));
        assert!(kills.count() > 0, "{says}: it came to its end before it was killed");
        success(
            &place.run(&[&["t.toml", "--data", "killed", "--resume", "--concurrency", "2"], &OUTPUTS[..]].concat()),
        );
        assert!(place.written("calm") == place.written("k"), "{says}: other bytes after kills and at concurrency 2");
        let [json, _, records] = place.written("calm");
        let report: Value = serde_json::from_slice(&json).unwrap();
        let lines = records.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).count();
        assert_eq!(report["matches"], lines, "{says}");
    }
}

#[test]
fn json_lines_agree_with_the_report_in_every_format() {
    for (file, says) in formats() {
        let place = Place::new(&file);
        let output = success(&place.run(&["t.toml", "--json-lines", "--rounds", "12", "--json", "a.json", "-q"]));
        let events: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let matches = events.iter().filter(|event| event["event"] == "match").count();
        let done = events.last().unwrap();
        assert_eq!((&done["event"], &done["complete"]), (&"done".into(), &true.into()), "{says}");
        let report: Value = serde_json::from_slice(&fs::read(place.path("a.json")).unwrap()).unwrap();
        for count in [&done["counted"], &done["total"], &done["fresh"], &report["matches"]] {
            assert_eq!(*count, matches, "{says}: {done}");
        }
        let sides: u64 = report["entrants"].as_array().unwrap().iter().map(|row| row["played"].as_u64().unwrap()).sum();
        assert_eq!(sides, 2 * matches as u64, "{says}");
    }
}

#[test]
fn reads_every_included_tournament_and_plays_one_of_each_format() {
    let (files, roster) = (Files::over(None), Roster::load(None).unwrap());
    let all = files.all("tournaments").unwrap();
    assert!(!all.is_empty());
    for (name, text) in all {
        let open = |path: &str| files.beside("tournaments", path).map_err(|error| error.to_string().into());
        let read = read_with(&Source { file: &name, text: &text }, &roster, Overrides::default(), &open);
        read.unwrap_or_else(|error| panic!("{error}"));
    }
    let place = Place::new("");
    let quick = [
        ("tictactoe-gauntlet", "gauntlet"),
        ("connect4-swiss", "Buchholz"),
        ("connect4-knockout", "third place"),
        ("tictactoe-sprt", "LLR"),
    ];
    for (name, says) in quick {
        // Enough rounds to show the format. The knockout is complete, because its sample needs decided ties.
        let rounds: &[&str] = if name == "connect4-knockout" { &[] } else { &["--rounds", "6"] };
        let table = success(&place.run(&[&[name, "-q", "--json", "a.json"], rounds].concat()));
        assert!(table.contains(says), "{table}");
        let report: Value = serde_json::from_slice(&fs::read(place.path("a.json")).unwrap()).unwrap();
        let ties = report["knockout"].as_array().cloned().unwrap_or_default();
        let ties: Vec<&Value> = ties.iter().flat_map(|stage| stage["ties"].as_array().unwrap()).collect();
        assert_eq!(ties.len(), if name == "connect4-knockout" { 8 } else { 0 }, "{table}");
        let by_seed = ties.iter().filter(|tie| tie["by_seed"] == true).count();
        assert!(by_seed <= 1, "{table}");
    }
}

/// Two bots of a game in a short gauntlet.
fn short(game: &str) -> String {
    format!(
        "name = \"Short\"\ngame = \"{game}\"\nformat = \"gauntlet\"\nrounds = 2\n[openings]\nrandom_plies = 2\n\
         [adjudication]\nmax_plies = 12\n[[entrants]]\ndepth = 1\n[[entrants]]\nbot = \"{game}-random\"\n"
    )
}

#[test]
fn writes_notation_and_reports_in_one_run() {
    for (game, flag, sequences) in [("chess", "--pgn", "[Event \"Short\"]"), ("checkers", "--pdn", "[GameType \"21\"]")]
    {
        let place = Place::new(&short(game));
        let reports = ["--markdown", "a.md", "--html", "a.html", "--json", "a.json", "--csv", "a.csv"];
        success(&place.run(&[&["t.toml", "-q", flag, "a.games"], &reports[..]].concat()));
        let read = |name: &str| fs::read_to_string(place.path(name)).unwrap();
        let games = read("a.games");
        assert_eq!(games.matches(sequences).count(), 4, "{games}");
        assert_eq!(games.matches("[Result \"").count(), 4, "{games}");
        let report: Value = serde_json::from_str(&read("a.json")).unwrap();
        assert_eq!((&report["matches"], &report["format"]), (&4.into(), &"gauntlet".into()));
        assert!(read("a.md").starts_with("# Short\n") && read("a.html").starts_with("<!doctype html>"));
        assert_eq!(read("a.csv").lines().count(), 3);
    }
}
