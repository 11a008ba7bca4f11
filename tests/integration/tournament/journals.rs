//! Corrupted journals: damage is named and yields no result.

use std::fs;
use std::path::Path;

use arena_games::seed::Rng;
use arena_tournament::run::journal::{Journal, JournalError, Opened};
use arena_tournament::{Batch, Finished};
use arena_tournament::{Control, Plan, ResultSink, SinkError, TournamentReport, run};

use super::{at, format_file, plan};

/// Collects the journal and the final output.
struct Kept(Journal, String);

impl ResultSink for Kept {
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError> {
        self.0.append(batch)
    }

    fn next(&mut self, finished: &Finished) -> Result<(), SinkError> {
        self.1.push_str(finished.record.as_ref().unwrap());
        Ok(())
    }
}

/// Runs to the end; returns the report with the records, and the number of played matches.
fn finished(plan: &Plan, opened: Opened) -> (String, u64) {
    let mut sink = Kept(opened.journal, String::new());
    let earlier = sink.0.matches().unwrap();
    let outcome = run(plan, at(2), earlier, &mut sink, &mut |_| {}, &Control::default()).unwrap();
    assert!(outcome.complete);
    (TournamentReport::new(plan, &outcome.tally, false).to_json() + &sink.1, outcome.fresh)
}

/// Resumes from this text.
fn resumed(plan: &Plan, data: &Path, text: &[u8]) -> Result<Opened, JournalError> {
    fs::write(Journal::path(data, plan), text).unwrap();
    Journal::resume(data, plan)
}

/// A small tournament of a format, its output, and its journal.
fn small(format: &str) -> (Plan, tempfile::TempDir, String, Vec<u8>) {
    let entrants = "[[entrants]]\nname = \"a\"\ndepth = 1\nties = \"random\"\n[[entrants]]\nname = \"b\"\ndepth = 2\nties = \
                    \"random\"\n[[entrants]]\nname = \"c\"\ndepth = 3\n[[entrants]]\nname = \"d\"\ndepth = 1\n";
    let text = format_file(&format!("{format}\n{entrants}")).replace("connect4", "tictactoe");
    let (plan, data) = (plan(&text), tempfile::tempdir().unwrap());
    let calm = finished(&plan, Journal::begin(data.path(), &plan).unwrap()).0;
    let text = fs::read(Journal::path(data.path(), &plan)).unwrap();
    (plan, data, calm, text)
}

const FORMATS: [&str; 3] = ["rounds = 2", "format = \"swiss\"\nrounds = 3", "format = \"knockout\""];

#[test]
fn every_flipped_bit_is_detected() {
    let mut rng = Rng::new(12);
    for format in FORMATS {
        let (plan, data, calm, text) = small(format);
        let (mut refused, mut named) = (0, 0);
        for _ in 0..350 {
            let (byte, bit) = (rng.below(text.len()), rng.below(8));
            let mut flipped = text.clone();
            flipped[byte] ^= 1 << bit;
            match resumed(&plan, data.path(), &flipped) {
                Err(error) => {
                    assert!(error.to_string().contains("journal"), "{error}");
                    refused += 1;
                }
                Ok(opened) => {
                    let lost = opened.damaged.len() as u64 + u64::from(opened.torn);
                    // A flipped line end joins two lines; a new one splits a line.
                    assert!((1..=2).contains(&lost), "byte {byte} bit {bit}: {:?} {}", opened.damaged, opened.torn);
                    let (told, fresh) = finished(&plan, opened);
                    assert!(told == calm, "byte {byte} bit {bit} changed a result of {format}");
                    assert!((1..=2).contains(&fresh), "byte {byte} bit {bit}: {fresh} matches were played again");
                    named += 1;
                }
            }
        }
        assert!(refused > 0 && named > 200, "{refused} refused, {named} named");
    }
}

#[test]
fn a_replayed_match_counts_and_the_bad_line_stays_named() {
    for format in FORMATS {
        let (plan, data, calm, text) = small(format);
        let second = text.iter().position(|byte| *byte == b'\n').unwrap() + 4;
        let mut bad = text.clone();
        bad[second] ^= 1;
        let opened = resumed(&plan, data.path(), &bad).unwrap();
        assert_eq!(opened.damaged, [2]);
        assert_eq!(finished(&plan, opened), (calm.clone(), 1));
        let again = Journal::resume(data.path(), &plan).unwrap();
        assert_eq!(again.damaged, [2]);
        assert_eq!(finished(&plan, again), (calm, 0), "{format}");
    }
}

#[test]
fn rejects_missing_edited_moved_and_repeated_lines() {
    let (plan, data, calm, text) = small(FORMATS[0]);
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let edited = String::from_utf8(lines[3].to_vec()).unwrap();
    let edited = if edited.contains("\"first\"") {
        edited.replace("\"first\"", "\"second\"")
    } else {
        edited.replacen("[[0,", "[[1,", 1)
    };
    let changes: [(&str, Vec<&[u8]>); 4] = [
        ("left out", [&lines[..3], &lines[4..]].concat()),
        ("edited", [&lines[..3], &[edited.as_bytes()], &lines[4..]].concat()),
        ("moved", [&lines[..3], &[lines[4], lines[3]], &lines[5..]].concat()),
        ("repeated", [&lines[..4], &[lines[3]], &lines[4..]].concat()),
    ];
    for (what, lines) in changes {
        let opened = resumed(&plan, data.path(), &lines.concat()).unwrap();
        assert!((1..=3).contains(&opened.damaged.len()), "{what}: {:?}", opened.damaged);
        assert!(finished(&plan, opened).0 == calm, "{what}");
    }
}

/// A run of a file with these arguments; its records and JSON.
fn grown(folder: &std::path::Path, file: &str, data: &str, arguments: &[&str]) -> (crate::arena::Run, String, String) {
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (records, json) = (at("records.jsonl"), at("report.json"));
    let (file, data) = (at(file), at(data));
    let fixed = ["tournament", &file, "--data", &data, "--records", &records, "--json", &json];
    let run = crate::arena::arena(&[&fixed[..], arguments].concat());
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    (run, read(&records), read(&json))
}

#[test]
fn grown_tournaments_resume_to_the_bytes_of_a_fresh_run() {
    let folder = tempfile::tempdir().unwrap();
    let entrant = |depth: u32| format!("[[entrants]]\ndepth = {depth}\nname = \"d{depth}\"\nties = \"random\"\n");
    let write = |name: &str, format: &str, depths: &[u32]| {
        let entrants: String = depths.iter().map(|depth| entrant(*depth)).collect();
        let head = format!("name = \"Grows\"\ngame = \"tictactoe\"\nrounds = 3\n{format}");
        std::fs::write(folder.path().join(name), format!("{head}[openings]\nrandom_plies = 2\n{entrants}")).unwrap();
    };
    write("small.toml", "", &[1, 2, 3]);
    write("large.toml", "", &[1, 2, 3, 4, 5]);
    assert_eq!(grown(folder.path(), "small.toml", "one", &["-q"]).0.code, 0);
    for (file, rounds) in [("small.toml", "5"), ("large.toml", "5")] {
        let (resumed, records, json) = grown(folder.path(), file, "one", &["--rounds", rounds, "--resume"]);
        assert!(resumed.code == 0 && resumed.err.contains("Continuing after"), "{}", resumed.err);
        assert!(!resumed.err.contains("Continuing after 0"), "{}", resumed.err);
        let (fresh, as_fresh, report) = grown(folder.path(), file, "two", &["--rounds", rounds, "-q"]);
        assert_eq!((fresh.code, records == as_fresh, json == report), (0, true, true), "{file}");
    }
    // Fewer rounds are not a continuation, and a Swiss tournament cannot grow.
    let (refused, ..) = grown(folder.path(), "small.toml", "one", &["--rounds", "2", "--resume", "-q"]);
    assert!(refused.code != 0 && refused.err.contains("of a different tournament"), "{}", refused.err);
    write("swiss.toml", "format = \"swiss\"\n", &[1, 2, 3, 4]);
    assert_eq!(grown(folder.path(), "swiss.toml", "three", &["-q"]).0.code, 0);
    let (refused, ..) = grown(folder.path(), "swiss.toml", "three", &["--rounds", "4", "--resume", "-q"]);
    assert!(refused.code != 0 && refused.err.contains("a swiss tournament cannot grow"), "{}", refused.err);
}
