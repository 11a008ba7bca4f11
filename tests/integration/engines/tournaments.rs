//! Engines in tournaments: rejections before the first match, and failures during a match.

use arena_bots::{FileError, Roster, Source};
use arena_play::EndReason;
use arena_tournament::plan::Engines;
use arena_tournament::plan::file::{Overrides, read};
use arena_tournament::{Control, NoSink, Plan, RunOptions, TournamentReport, run};

use super::fake;
use crate::arena::arena;

/// A tournament file with an entrant for each of these engines.
fn text(head: &str, engines: &[(&str, &str)]) -> String {
    let mut text = format!("name = \"Engines\"\ngame = \"chess\"\n{head}\n");
    for (mode, more) in engines {
        let command = serde_json::to_string(&fake::command(mode)).unwrap();
        text += &format!(
            "[[entrants]]\nname = \"{mode}\"\n[entrants.engine]\nprotocol = \"uci\"\ncommand = {command}\n{more}\n"
        );
    }
    text
}

fn file(text: &str, engines: Engines) -> Result<Plan, FileError> {
    let overrides = Overrides { engines, ..Overrides::default() };
    read(&Source { file: "t.toml", text }, &Roster::load(None).unwrap(), overrides).map(|file| file.plan)
}

pub(super) fn report(plan: &Plan) -> TournamentReport {
    let setting = RunOptions { concurrency: 2, records: true, timings: false, notes: false, affinity: false };
    let control = Control::default();
    let outcome = run(plan, setting, std::iter::empty(), &mut NoSink, &mut |_| {}, &control).unwrap();
    assert!(outcome.complete);
    TournamentReport::new(plan, &outcome.tally, false)
}

#[test]
fn a_failing_engine_loses_only_that_match() {
    let head = "[limits]\ndepth = 4\n[adjudication]\nmax_plies = 8";
    let engines = [("good", ""), ("crashes", ""), ("lies", ""), ("stalls", "stall_ms = 100")];
    let plan = file(&text(head, &engines), Engines::Probed).unwrap_or_else(|error| panic!("{error}"));
    assert!(!plan.is_reproducible());
    let report = report(&plan);
    let good = report.entrants.iter().find(|row| row.name == "good").unwrap();
    assert_eq!((good.results.wins, good.results.draws, good.results.losses), (6, 0, 0));
    assert_eq!((report.matches, report.void), (12, 0));
    // The first to fail loses: the stalling engine at its first turn, the others at their second, in order of seats.
    assert_eq!(report.ends.get(&EndReason::Stall), Some(&6));
    assert_eq!((report.ends.get(&EndReason::Crash), report.ends.get(&EndReason::Illegal)), (Some(&3), Some(&3)));
}

#[test]
fn a_slow_engine_loses_on_time_and_sound_ones_are_adjudicated() {
    let head = "[limits]\nclock = { initial_ms = 60000, increment_ms = 10 }\nmargin_ms = 50\n\
                [adjudication]\ndraw = { moves = 2, value = 30 }";
    let late = ("stalls", "[entrants.limits]\nclock = { initial_ms = 100 }");
    let plan = file(&text(head, &[("good", ""), ("plain", ""), late]), Engines::Probed).unwrap();
    let report = report(&plan);
    assert_eq!(report.ends.get(&EndReason::Timeout), Some(&4));
    assert_eq!(report.ends.get(&EndReason::AdjudicatedDraw), Some(&2));
    // The excess includes the margin and the time that a stopped engine gets.
    let late = report.entrants.iter().find(|row| row.name == "stalls").unwrap();
    assert_eq!((late.failures.late, late.failures.late_ms), (4, Some(550)));
    let warning = "Lost on time: stalls 4 (up to 550 ms late).";
    assert!(report.warnings.iter().any(|it| it.message == warning), "{:?}", report.warnings);
    let document = report.document();
    for text in [document.to_text(100, false), document.to_markdown(), document.to_html()] {
        assert!(text.contains(warning) && text.contains("By at most") && text.contains("550 ms"), "{text}");
    }
    assert!(report.to_csv().contains(",4,550\n"), "{}", report.to_csv());
}

#[track_caller]
fn refused(text: &str, key: &str, parts: &[&str]) {
    let error = file(text, Engines::Probed).err().unwrap_or_else(|| panic!("this was accepted:\n{text}"));
    let line = error.line.and_then(|line| text.lines().nth(line - 1)).unwrap_or_default();
    assert!(error.key.as_deref() == Some(key) && line.contains(key), "{error}\nin {line:?}");
    for part in parts {
        assert!(error.problem.to_string().contains(part), "{part:?} is not in: {error}");
    }
}

#[test]
fn rejects_an_unusable_engine_before_the_first_match_with_line_and_key() {
    let two = |more: &str| text("[limits]\ndepth = 1", &[("good", ""), ("plain", more)]);
    assert!(file(&two(""), Engines::Probed).is_ok());
    refused(&two("options = { Hahs = 4 }"), "Hahs", &["no such option", "Hash, Skill Level, Style"]);
    refused(&two("[entrants.engine.options]\nHash = 16\nStyle = \"wild\""), "Style", &["Solid, Very Risky"]);
    refused(&two("option = 1"), "option", &["unknown field"]);
    refused(
        &two("").replace("\"/usr/bin/env\",\"FAKE_ENGINE=plain\"", "\"no-such-engine\""),
        "command",
        &["no program \"no-such-engine\"", "PATH"],
    );
    refused(&text("", &[("good", ""), ("plain", "")]), "engine", &["no limit: give depth"]);
    refused(&two("").replace("\"uci\"", "\"winboard\""), "protocol", &["winboard", "xboard"]);
    refused(&two("").replace("[entrants.engine]", "pruning = \"pvs\"\n[entrants.engine]"), "engine", &["pruning"]);
    refused(
        &text("options = { chess960 = 5 }\n[limits]\ndepth = 1", &[("good", ""), ("plain", "")]),
        "command",
        &["UCI_Chess960"],
    );
    let elsewhere = two("").replace("game = \"chess\"", "game = \"bones\"");
    refused(&elsewhere, "engine", &["not for bones"]);
    // A file from the network starts no programs, and neither does a listing.
    let error = file(&two(""), Engines::Refused).err().unwrap().to_string();
    assert!(error.contains("engine: external engines play in tournaments whose files lie on"), "{error}");
    assert!(file(&two("").replace("/usr/bin/env", "/nowhere"), Engines::Unseen).is_ok());
}

#[test]
fn logs_the_dialogue_with_engines() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let text = text("[limits]\ndepth = 4\n[adjudication]\nmax_plies = 4", &[("good", ""), ("crashes", "")]);
    std::fs::write(path("t.toml"), text).unwrap();
    let log = path("engines.log");
    let command = ["tournament", &path("t.toml"), "--data", &path("data"), "-q", "--concurrency", "1", "--log", &log];
    let run = arena(&command);
    assert_eq!(run.code, 0, "{}", run.err);
    let text = std::fs::read_to_string(&log).unwrap();
    // Lines of different processes may be out of order, because each is written when the engine is read again.
    let of_one = text.lines().filter(|line| line.contains("good(2)"));
    let times: Vec<u64> = of_one.map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
    assert!(times.is_sorted(), "{times:?}");
    for said in [
        ">good(2): uci\n",
        "<good(2): uciok\n",
        ">good(2): go depth 4\n",
        "<good(2): info depth 3",
        "<good(2): bestmove h2h4 ponder a1a1\n",
        ">good(2): quit\n",
        "!crashes(1): it exited (exit status: 3) after printing \"out of ideas\"\n",
        // The replacement process.
        ">crashes(3): uci\n",
    ] {
        assert!(text.contains(said), "{said:?} is missing in\n{text}");
    }
    let refused = arena(&["tournament", &path("t.toml"), "--log", "-"]);
    assert!(refused.code == 2 && refused.err.contains("--log"), "{}", refused.err);
}
