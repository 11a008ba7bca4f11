//! PGN and PDN from the command line.

use std::path::Path;
use std::process::{Command, Output};

use arena_records::imported_game::import;
use arena_records::pgn;

fn arena(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arena")).current_dir(folder).args(arguments).output().unwrap()
}

const CHESS: &str = "name = \"A \\\"small\\\" cup\"\ngame = \"chess\"\nrounds = 2\nadjudication = { max_plies = 30 }\n\
                     openings = { random_plies = 2 }\n[[entrants]]\nname = \"one\"\ndepth = 1\n[[entrants]]\nname = \
                     \"two\"\ndepth = 2\n";

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_with_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = "name = \"full\"\ngame = \"checkers\"\nadjudication = { max_plies = 12 }\n[[entrants]]\nname = \"one\"\n\
                depth = 1\n[[entrants]]\nname = \"two\"\ndepth = 2\n";
    std::fs::write(folder.path().join("t.toml"), file).unwrap();
    let played = arena(folder.path(), &["tournament", "t.toml", "--quiet", "--records", "records.jsonl"]);
    assert!(played.status.success(), "{played:?}");
    for command in [
        &["tournament", "t.toml", "--quiet", "--records", "/dev/full"][..],
        &["tournament", "t.toml", "--quiet", "--pdn", "/dev/full"],
        &["export", "records.jsonl", "--pdn", "/dev/full"],
    ] {
        let failed = arena(folder.path(), command);
        let error = String::from_utf8_lossy(&failed.stderr);
        assert_eq!(failed.status.code(), Some(1), "{command:?}: {error}");
        assert!(error.contains("/dev/full cannot be written: No space left on device"), "{command:?}: {error}");
    }
}

#[test]
fn writes_chess_tournaments_as_pgn_that_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("t.toml"), CHESS).unwrap();
    let played = arena(folder.path(), &["tournament", "t.toml", "-q", "--pgn", "t.pgn", "--records", "t.jsonl"]);
    assert!(played.status.success(), "{played:?}");
    let text = std::fs::read_to_string(at("t.pgn")).unwrap();
    assert!(text.starts_with("[Event \"A \\\"small\\\" cup\"]\n[Site \"minimax-arena\"]\n"), "{text}");
    assert!(text.contains("[%eval ") && text.contains("[Round \"2.2\"]"), "{text}");
    let games: Vec<_> = pgn::games(&text).collect::<Result<_, _>>().unwrap();
    let records = std::fs::read_to_string(at("t.jsonl")).unwrap();
    assert_eq!((games.len(), records.lines().count()), (4, 4));
    for (game, record) in games.iter().zip(records.lines()) {
        let record: arena_records::Record = serde_json::from_str(record).unwrap();
        let moves: Vec<String> =
            import(record.game, game).unwrap().moves.into_iter().map(|mv| record.game.move_text(mv)).collect();
        assert_eq!(moves, record.moves);
        assert_eq!(game.tag("White"), Some(record.seats[0].name.as_str()));
    }
    assert!(
        text.contains("[WhiteLimits \"depth 1\"]\n[BlackLimits \"depth 2\"]\n[Adjudication \"drawn after 30 plies\"]")
    );
    assert!(
        text.contains("[Openings \"2 random plies, one for each round\"]\n[Seed \"0\"]\n[PlayedBy \"minimax-arena ")
    );
    // The converter writes the same from records, except for the tournament's name, rounds and conditions, and for
    // depths, nodes and lines, which records lack.
    let exported = arena(folder.path(), &["export", "t.jsonl", "--pgn", "-"]);
    let bare = |text: &str| {
        let of_tournament =
            ["Event", "Round", "WhiteLimits", "BlackLimits", "Adjudication", "Openings", "Seed", "PlayedBy"];
        let tag = |line: &str| line.strip_prefix('[').and_then(|rest| rest.split(' ').next()).map(str::to_owned);
        let kept = text.lines().filter(|line| !tag(line).is_some_and(|tag| of_tournament.contains(&tag.as_str())));
        let words = kept.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        // Only the value remains of a comment such as {+0.06/2, n=236, pv="Bb2" [%eval 0.06]}.
        let comments = words.split('{').map(|part| part.find("[%eval").map_or(part, |value| &part[value..]));
        comments.collect::<Vec<_>>().join("{")
    };
    assert_eq!(bare(&String::from_utf8(exported.stdout).unwrap()), bare(&text));
    // Overwrites an older file, from records with a byte order mark.
    std::fs::write(at("t.jsonl"), format!("\u{feff}{records}")).unwrap();
    let exported = arena(folder.path(), &["export", "t.jsonl", "--pgn", "t.pgn"]);
    assert!(exported.status.success(), "{exported:?}");
    assert_eq!(bare(&std::fs::read_to_string(at("t.pgn")).unwrap()), bare(&text));
}

#[test]
fn rejects_a_format_for_another_game() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("t.toml"), CHESS).unwrap();
    let refused = |arguments: &[&str]| {
        let output = arena(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(
        refused(&["tournament", "t.toml", "--pdn", "x"])
            .contains("--pdn is for checkers, but the tournament is of chess")
    );
    assert!(refused(&["export", "t.jsonl"]).contains("--pgn"));
    assert!(refused(&["export", "none.jsonl", "--pgn", "-"]).contains("none.jsonl: cannot be read"));
    std::fs::write(folder.path().join("broken.jsonl"), "{}\n").unwrap();
    std::fs::write(folder.path().join("older.pgn"), "an older file").unwrap();
    assert!(refused(&["export", "broken.jsonl", "--pgn", "older.pgn"]).contains("broken.jsonl, line 1"));
    assert_eq!(std::fs::read_to_string(folder.path().join("older.pgn")).unwrap(), "an older file");
    assert!(refused(&["export", "broken.jsonl", "--pgn", "./broken.jsonl"]).contains("is the input"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "a temporary file was left behind");
}

#[test]
fn writes_searched_positions_as_samples() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("t.toml"), CHESS).unwrap();
    let played = arena(folder.path(), &["tournament", "t.toml", "-q", "--records", "t.jsonl"]);
    assert!(played.status.success(), "{played:?}");
    let samples = |more: &[&str]| {
        let run = arena(folder.path(), &[&["export", "t.jsonl", "--samples", "-"], more].concat());
        assert!(run.status.success(), "{run:?}");
        String::from_utf8(run.stdout).unwrap()
    };
    let all = samples(&[]);
    // Four matches of 30 plies, of which the first two are the opening.
    assert_eq!(all.lines().count(), 4 * 28);
    for line in all.lines() {
        let [position, value, result] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(arena_games::GameId::Chess.board(&arena_games::Options::new(), Some(position)).is_ok(), "{line}");
        assert!(value.parse::<i32>().is_ok() && ["0", "1", "2"].contains(&result), "{line}");
    }
    let some = samples(&["--share", "0.3"]);
    assert!((1..112).contains(&some.lines().count()) && some.lines().all(|line| all.contains(line)), "{some}");
    assert_eq!(some, samples(&["--share", "0.3"]));
    let wrong = arena(folder.path(), &["export", "t.jsonl", "--samples", "-", "--share", "2"]);
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
}
