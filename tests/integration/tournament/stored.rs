//! Journals and records that earlier versions wrote: each of `tests/data/stored` is gone on with, and read.

use std::fs;
use std::path::PathBuf;

use minimax_arena::games::GameId;
use minimax_arena::records::Record;
use minimax_arena::records::replay::replay;
use minimax_arena::tournament::run::journal::Journal;
use minimax_arena::tournament::{Control, run};

use super::{Collected, at, plan};
use crate::arena::arena;

/// The folders of the versions.
const VERSIONS: [&str; 2] = ["schema-2", "schema-3"];

fn path(version: &str, name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests/data/stored", version, name].iter().collect()
}

#[test]
fn journals_of_earlier_versions_are_gone_on_with() {
    for version in VERSIONS {
        let plan = plan(&fs::read_to_string(path(version, "interrupted.toml")).unwrap());
        let written = fs::read_to_string(path(version, "interrupted.journal")).unwrap();
        let data = tempfile::tempdir().unwrap();
        let file = Journal::path(data.path(), &plan);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, &written).unwrap();
        let opened = Journal::resume(data.path(), &plan).unwrap();
        let kept = written.lines().count() as u64 - 1;
        assert_eq!((opened.matches, kept >= 10), (kept, true), "{version}");
        let earlier = opened.journal.matches().unwrap();
        let mut sink = Collected::default();
        let outcome = run(&plan, at(1), earlier, &mut sink, &mut |_| {}, &Control::default()).unwrap();
        assert!(outcome.complete);
        assert_eq!(outcome.fresh, plan.schedule.len() - kept, "{version}: what was played is not played again");
    }
}

#[test]
fn records_of_earlier_versions_are_read_and_replayed() {
    for version in VERSIONS {
        let written = fs::read_to_string(path(version, "records.jsonl")).unwrap();
        let records: Vec<Record> = written.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        // Hex came after the first of these versions.
        let is_before_hex = |game: &GameId| version == "schema-2" && *game == GameId::Hex;
        for &game in GameId::ALL.iter().filter(|game| !is_before_hex(game)) {
            assert!(records.iter().any(|record| record.game == game), "{version} lacks {game}");
        }
        for (record, line) in records.iter().zip(written.lines()) {
            replay(record).unwrap();
            assert_eq!(serde_json::to_string(record).unwrap(), line, "{version}");
        }
        let chess = written.lines().filter(|line| line.contains(r#""game":"chess""#)).collect::<Vec<_>>().join("\n");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("chess.jsonl");
        fs::write(&file, chess).unwrap();
        let told = arena(&["stats", "--records", file.to_str().unwrap()]);
        assert!(told.code == 0 && told.out.contains("one") && told.out.contains("two"), "{told:?}");
    }
}
