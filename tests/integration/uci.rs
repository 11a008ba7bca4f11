//! `arena engine`: what it answers to those who drive engines. python-chess drives it in `tests/uci.py`.

use crate::arena::{arena, arena_reading};

/// What the engine says to these lines, of which the last one ends it.
fn says(arguments: &[&str], lines: &[&str]) -> String {
    let input = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let run = arena_reading(&[&["engine"], arguments].concat(), &input);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    run.out
}

/// The moves that it chose.
fn best_moves(out: &str) -> Vec<&str> {
    out.lines().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect()
}

#[test]
fn every_game_can_be_chosen_and_plays_legal_moves() {
    let out = says(&[], &["uci", "isready"]);
    assert!(out.contains("uciok\n") && out.ends_with("readyok\n"), "{out}");
    let variants =
        out.lines().find_map(|line| line.strip_prefix("option name UCI_Variant type combo default chess")).unwrap();
    for game in variants.split(" var ").skip(1) {
        let out = says(&[], &[&format!("setoption name UCI_Variant value {game}"), "isready", "d", "go depth 2", "d"]);
        let legal = out.lines().find_map(|line| line.strip_prefix("legal ")).unwrap_or_else(|| panic!("{game}: {out}"));
        let [best] = best_moves(&out)[..] else { panic!("{game}: {out}") };
        assert!(legal.split(' ').any(|mv| mv == best), "{game}: {best} is none of {legal}");
    }
}

#[test]
fn a_bot_searches_as_its_configuration_says_and_within_what_go_says() {
    let out = says(
        &["connect4", "--bot", "connect4-casual"],
        &["position startpos moves d d", "go infinite", "stop", "quit"],
    );
    assert_eq!(best_moves(&out).len(), 1, "{out}");
    // It ends by itself at the depth that it was told, and the input's end does not cut it short.
    let out =
        says(&["tictactoe", "--bot", "tictactoe-perfect"], &["position fen xx./oo./... x moves c3", "d", "go depth 9"]);
    assert!(out.contains("legal \n") || out.contains("legal\n"), "the game is over: {out}");
    assert_eq!(best_moves(&out), ["(none)"], "{out}");
    let out = says(&["tictactoe", "--bot", "tictactoe-perfect"], &["position fen xx./oo./... x", "go depth 9"]);
    assert_eq!(best_moves(&out), ["c3"], "{out}");
    assert!(out.contains("score mate 1 "), "{out}");
}

#[test]
fn clearing_the_table_and_another_bot_leave_the_position() {
    let out = says(
        &["connect4", "--bot", "connect4-casual"],
        &["position startpos moves d d", "setoption name Clear Hash", "setoption name Bot value connect4-club", "d"],
    );
    assert!(out.contains("position ......./......./......./......./...o.../...x... x\n"), "{out}");
    // The two judge by evaluations of their own; of several lines none is from a book.
    let judged = |bot: &str, lines: &[&str]| {
        let out = says(
            &["connect4", "--bot", bot],
            &[lines, &["setoption name MultiPV value 2", "position startpos moves d d", "go depth 4"]].concat(),
        );
        let told = out
            .lines()
            .rfind(|line| line.starts_with("info depth"))
            .map(|line| line.split(' ').skip_while(|word| *word != "score").take(3).collect::<Vec<_>>().join(" "));
        (told.expect("it searched"), best_moves(&out)[0].to_owned())
    };
    assert_eq!(
        judged("connect4-beginner", &["setoption name Bot value connect4-strong"]),
        judged("connect4-strong", &[])
    );
}

/// A second `go` waits for the first, and meanwhile and after it the engine says that it lives.
#[test]
fn searches_that_wait_for_each_other_leave_the_engine_answering() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut engine = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(["engine", "tictactoe", "--bot", "tictactoe-perfect"])
        .env_remove("ARENA_CONFIG_DIR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    let mut lines = BufReader::new(engine.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut until = |begin: &str| lines.by_ref().find(|line| line.starts_with(begin)).expect(begin);
    input.write_all(b"go depth 2\ngo infinite\n").unwrap();
    until("bestmove ");
    // The second one runs and will not end by itself.
    input.write_all(b"isready\n").unwrap();
    until("readyok");
    input.write_all(b"go infinite\nstop\n").unwrap();
    until("bestmove ");
    until("bestmove ");
    input.write_all(b"quit\n").unwrap();
    assert!(engine.wait().unwrap().success());
}

#[test]
fn whatever_is_wrong_is_said_and_changes_nothing() {
    let out = says(
        &[],
        &[
            "position startpos moves e2e4 e2e4",
            "position fen nonsense",
            "setoption name Hash value much",
            "setoption name Bot value nobody",
            "go depth x",
            "castle",
            "position startpos moves e2e4",
            "d",
        ],
    );
    for words in [
        "e2e4 is no legal move in",
        "position: ",
        "Hash: \"much\"",
        "there is no bot \"nobody\"",
        "depth needs a number",
        "\"castle\" is no",
    ] {
        assert!(out.lines().any(|line| line.starts_with("info string") && line.contains(words)), "{words}: {out}");
    }
    assert!(out.contains("position rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), "{out}");
    let run = arena_reading(&["engine", "chess", "--bot", "connect4-club"], "");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--bot: there is no bot"), "{}", run.err);
}

/// A player of any game in eight lines of shell, and our own engine, beside the same bot played by the arena itself.
#[test]
fn programs_of_the_text_protocol_play_in_tournaments_of_any_game() {
    let folder = tempfile::tempdir().unwrap();
    let (player, file) = (folder.path().join("player.sh"), folder.path().join("text.toml"));
    std::fs::write(
        &player,
        "while read -r word rest; do\n  case $word in\n    uci) echo uciok ;;\n    isready) echo readyok ;;\n    \
         legal) legal=$rest ;;\n    go) set -- $legal; echo \"bestmove $1\" ;;\n  esac\ndone\n",
    )
    .unwrap();
    let program = env!("CARGO_BIN_EXE_arena");
    let tournament = format!(
        "name = \"Text\"\ngame = \"bones\"\nformat = \"round-robin\"\nrounds = 1\nseed = 3\n\
         options = {{ heap = 13, most = 4 }}\n\
         [[entrants]]\nname = \"search\"\ndepth = 13\n\
         [[entrants]]\nname = \"shell\"\ndepth = 1\nengine = {{ protocol = \"text\", command = [\"sh\", {player:?}] }}\n\
         [[entrants]]\nname = \"ours\"\ndepth = 60\n\
         engine = {{ protocol = \"text\", command = [{program:?}, \"engine\"], options = {{ MultiPV = 2 }} }}\n"
    );
    std::fs::write(&file, tournament).unwrap();
    let json = folder.path().join("report.json");
    let run = arena(&["tournament", file.to_str().unwrap(), "--json", json.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.err);
    let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    let entrants = report["entrants"].as_array().unwrap();
    assert_eq!(entrants.len(), 3, "{report}");
    for entrant in entrants {
        assert_eq!(entrant["played"], 4, "{entrant}");
        let failures = entrant["failures"].as_object();
        assert!(failures.is_none_or(|counts| counts.values().all(|n| n == 0)), "{entrant}");
    }
    // By the options of the match, who takes last loses to whoever searches to the end and moves first or is let to.
    let points =
        |name: &str| entrants.iter().find(|entrant| entrant["name"] == name).unwrap()["points"].as_f64().unwrap();
    assert!(points("search") > points("shell"), "{report}");
}
