//! `arena engine`: the answers to managers of engines. `tests/uci.py` drives it with python-chess.

use crate::arena::{arena, arena_reading, rook_table};

/// The engine's output for these lines, of which the last one ends it.
fn says(arguments: &[&str], lines: &[&str]) -> String {
    let input = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let run = arena_reading(&[&["engine"], arguments].concat(), &input);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    run.out
}

/// The chosen moves.
fn best_moves(out: &str) -> Vec<&str> {
    out.lines().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect()
}

#[test]
fn plays_legal_moves_in_every_game() {
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
fn obeys_its_configuration_and_the_limits_of_go() {
    let out = says(
        &["connect4", "--bot", "connect4-casual"],
        &["position startpos moves d d", "go infinite", "stop", "quit"],
    );
    assert_eq!(best_moves(&out).len(), 1, "{out}");
    // The search ends at the given depth, and the end of the input does not stop it.
    let out =
        says(&["tictactoe", "--bot", "tictactoe-perfect"], &["position fen xx./oo./... x moves c3", "d", "go depth 9"]);
    assert!(out.contains("legal \n") || out.contains("legal\n"), "the game is over: {out}");
    assert_eq!(best_moves(&out), ["(none)"], "{out}");
    let out = says(&["tictactoe", "--bot", "tictactoe-perfect"], &["position fen xx./oo./... x", "go depth 9"]);
    assert_eq!(best_moves(&out), ["c3"], "{out}");
    assert!(out.contains("score mate 1 "), "{out}");
}

#[test]
fn clearing_the_table_or_changing_the_bot_keeps_the_position() {
    let out = says(
        &["connect4", "--bot", "connect4-casual"],
        &["position startpos moves d d", "setoption name Clear Hash", "setoption name Bot value connect4-club", "d"],
    );
    assert!(out.contains("position ......./......./......./......./...o.../...x... x\n"), "{out}");
    // The two bots use their own evaluations; several lines are never from a book.
    let judged = |bot: &str, lines: &[&str]| {
        let out = says(
            &["connect4", "--bot", bot],
            &[lines, &["setoption name MultiPV value 2", "position startpos moves d d", "go depth 4"]].concat(),
        );
        let told = out
            .lines()
            .rfind(|line| line.starts_with("info depth"))
            .map(|line| line.split(' ').skip_while(|word| *word != "score").take(3).collect::<Vec<_>>().join(" "));
        (told.expect("the engine searched"), best_moves(&out)[0].to_owned())
    };
    assert_eq!(
        judged("connect4-beginner", &["setoption name Bot value connect4-strong"]),
        judged("connect4-strong", &[])
    );
}

#[test]
fn searches_use_syzygy_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let set = format!("setoption name SyzygyPath value {path}");
    let out = says(&[], &["uci", &set]);
    assert!(out.contains("option name SyzygyPath type string default <empty>\n"), "{out}");
    let empty = format!("info string setoption: no usable Syzygy table (such as KQvK.rtbw) in {path}\n");
    assert!(out.ends_with(&empty), "{out}");
    let out = says(&[], &["setoption name SyzygyPath value /nowhere/tables"]);
    let missing = "info string setoption: cannot read the folder of Syzygy tables /nowhere/tables: ";
    assert!(out.starts_with(missing) && out.lines().count() == 1, "{out}");

    std::fs::write(folder.path().join("KRvK.rtbw"), rook_table()).unwrap();
    std::fs::write(folder.path().join("KQvK.rtbw"), "no table").unwrap();
    // The rook takes the knight, and the table knows the rest.
    let position = "position fen 7k/8/8/8/8/5n2/8/K4R2 w - - 0 1";
    let out = says(&[], &[&set, position, "go depth 3"]);
    let damaged = format!("info string {path}/KQvK.rtbw is not used: ");
    assert!(out.starts_with(&damaged), "{out}");
    assert!(out.contains("\ninfo string found 1 WDL and 0 DTZ tables of up to 3 pieces\n"), "{out}");
    let hits = |out: &str| {
        let words: Vec<_> = out.lines().rfind(|line| line.starts_with("info depth")).unwrap().split(' ').collect();
        words.iter().position(|word| *word == "tbhits").map(|at| words[at + 1].parse::<u64>().unwrap())
    };
    assert!(hits(&out) > Some(0) && out.contains(" score cp 19999 "), "{out}");
    let limit = "setoption name SyzygyProbeLimit value 2";
    assert_eq!(hits(&says(&[], &[&set, limit, position, "go depth 3"])), Some(0));
    let off = "setoption name SyzygyPath value <empty>";
    assert_eq!(hits(&says(&[], &[&set, off, position, "go depth 3"])), None);
}

/// Tests with real tables, which `tests/syzygy` fetches.
mod with_tables {
    use super::*;

    /// The engine mates with bishop and knight against itself, at so few nodes that it would not without tables.
    #[test]
    #[ignore = "needs tables, which tests/syzygy fetches"]
    fn the_engine_wins_what_is_won() {
        let folder =
            std::env::var("ARENA_SYZYGY").expect("ARENA_SYZYGY names the folder of the tables: run tests/syzygy");
        let set = format!("setoption name SyzygyPath value {folder}");
        let mut moves = String::new();
        for ply in 0.. {
            assert!(ply < 110, "no mate after {moves}");
            let position = format!("position fen 8/8/8/8/1k6/8/8/KBN5 w - - 0 1 moves{moves}");
            let out = says(&["chess"], &[&set, &position, "go nodes 50"]);
            let [best] = best_moves(&out)[..] else { panic!("{out}") };
            if best == "(none)" {
                assert!(out.contains("score mate 0"), "{moves}: {out}");
                break;
            }
            assert!(out.contains(" score cp 20000 ") || out.contains(" score mate ") || ply % 2 == 1, "{out}");
            moves = format!("{moves} {best}");
        }
    }
}

/// A second `go` waits for the first; the engine answers during and after it.
#[test]
fn answers_while_searches_wait_for_each_other() {
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
    // The second search is infinite.
    input.write_all(b"isready\n").unwrap();
    until("readyok");
    input.write_all(b"go infinite\nstop\n").unwrap();
    until("bestmove ");
    until("bestmove ");
    input.write_all(b"quit\n").unwrap();
    assert!(engine.wait().unwrap().success());
}

#[test]
fn survives_invalid_utf8_and_huge_numbers() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut engine = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(["engine", "tictactoe", "--bot", "tictactoe-perfect"])
        .env_remove("ARENA_CONFIG_DIR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = b"\xff\xfe\ngo nodes 999999999999999999999 depth 2\nisready\ngo wtime 99999999999999999999 depth 2\n";
    engine.stdin.as_mut().unwrap().write_all(lines).unwrap();
    let told = engine.wait_with_output().unwrap();
    let told_text = String::from_utf8(told.stdout).unwrap();
    assert!(told.status.success() && told_text.matches("bestmove ").count() == 2, "{told_text}");
}

#[test]
fn answers_0000_after_a_rejected_position() {
    let refused = [
        "position startpos moves e2e4 e2e4",
        "position fen nonsense",
        "position fen",
        "position",
        "setoption name UCI_Variant value nonsense",
        "game nonsense",
    ];
    for line in refused {
        let out = says(
            &["chess"],
            &["position startpos moves d2d4", line, "go depth 1", "ucinewgame", "go infinite", "stop", "d"],
        );
        assert_eq!(best_moves(&out), ["0000", "0000"], "{line}: {out}");
        assert!(out.lines().any(|told| told.starts_with("info string no move: ")), "{line}: {out}");
        assert!(!out.contains("\nlegal "), "{line}: {out}");
        let valid = ["setoption name UCI_Variant value chess", "position startpos moves e2e4", "go depth 1"];
        let best = says(&["chess"], &[&[line, "go depth 1"][..], &valid].concat());
        let best = best_moves(&best);
        assert!(best.len() == 2 && best[0] == "0000" && best[1] != "0000", "{line}: {best:?}");
    }
    // With the text protocol and its command for the game.
    let lines = ["game connect4 {}", "position startpos moves d d", "position startpos moves z", "go depth 2"];
    assert_eq!(best_moves(&says(&[], &lines)), ["0000"]);
    // With the Gomocup protocol.
    let last = |lines: &[&str]| {
        let out = says(&[], &[&["START 9", "INFO timeout_turn 50", "TURN 4,4"][..], lines].concat());
        out.lines().rfind(|line| !line.starts_with("MESSAGE")).map(str::to_owned).unwrap()
    };
    let stone = ["1,1,1", "2,2,2", "DONE"];
    for refused in [
        &["START 99"][..],
        &["START x"],
        &["TAKEBACK 4,4"],
        &["BOARD", "1,1,1", "2,2,3", "DONE"],
        &["BOARD", "1;1;1", "DONE"],
        &["BOARD", "1,1,1", "2,1,1", "DONE"],
        &["INFO rule 4"],
        &["SWAP2BOARD", "DONE"],
    ] {
        let told = last(&[refused, &["TURN 5,5"]].concat());
        assert!(told.starts_with("ERROR "), "{refused:?}: {told}");
        let again = ["INFO rule 0", "START 9", "BOARD"];
        let told = last(&[refused, &again, &stone].concat());
        assert!(told.starts_with(|letter: char| letter.is_ascii_digit()), "{refused:?}: {told}");
    }
}

#[test]
fn searches_only_the_given_moves_and_reports_whole_mates() {
    let kept = ["go depth 3 searchmoves a2a3 h2h3", "go searchmoves a2a3 nodes 500", "go depth 2 searchmoves e2e5"];
    let out = says(&["chess"], &[&["position startpos"][..], &kept].concat());
    let best = best_moves(&out);
    assert!(["a2a3", "h2h3"].contains(&best[0]) && best[1..] == ["a2a3", "0000"], "{out}");
    let lines = out.lines().filter_map(|line| line.split_once(" pv ")).map(|(_, line)| line);
    assert!(
        lines.clone().count() > 1 && lines.clone().all(|line| line.starts_with("a2a3") || line.starts_with("h2h3"))
    );
    assert!(out.contains("e2e5 is not a legal move"), "{out}");
    // Results for some moves are not reused for all of them.
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let out = says(&["chess"], &[mate, "go depth 3 searchmoves e1e2", "go depth 3"]);
    assert_eq!(best_moves(&out), ["e1e2", "a1a8"], "{out}");
    // A mate in two: two rooks against a king.
    let two = "position fen 7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";
    let out = says(&["chess"], &[two, "go mate 2"]);
    let last = out.lines().rfind(|line| line.starts_with("info depth")).unwrap();
    assert!(last.contains("score mate 2 ") && last.split_once(" pv ").unwrap().1.split(' ').count() == 3, "{out}");
    for line in out.lines().filter(|line| line.contains("score mate 2 ")) {
        assert!(line.split_once(" pv ").is_none_or(|(_, line)| line.split(' ').count() == 3), "{line}");
    }
    let mated = "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    let out = says(&["chess"], &[mated, "go depth 3"]);
    assert_eq!(out, "info depth 0 score mate 0\nbestmove (none)\n");
    let stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(says(&["chess"], &[stalemate, "go"]), "info depth 0 score cp 0\nbestmove (none)\n");
}

#[test]
fn reports_selective_depth_table_use_and_chances() {
    let out = says(&["chess"], &["uci", "setoption name Hash value 1", "position startpos", "go nodes 20000"]);
    assert!(out.contains("option name UCI_ShowWDL type check default false"), "{out}");
    let last = out.lines().rfind(|line| line.contains(" seldepth ")).unwrap();
    let number = |key: &str| -> u64 {
        let word = last.split_once(&format!(" {key} ")).unwrap().1.split(' ').next().unwrap();
        word.parse().unwrap()
    };
    assert!(number("seldepth") > number("depth"), "quiescence goes deeper: {last}");
    assert!((1..=1_000).contains(&number("hashfull")), "{last}");
    assert!(!out.contains(" wdl "), "{out}");
    let on = ["setoption name UCI_ShowWDL value true", "position startpos", "go nodes 2000"];
    let out = says(&["chess"], &on);
    let told = out.lines().find_map(|line| line.split_once(" wdl ")).unwrap().1;
    let chances: Vec<u32> = told.split(' ').take(3).map(|word| word.parse().unwrap()).collect();
    assert_eq!(chances.iter().sum::<u32>(), 1_000, "{out}");
    // A mate is certain.
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    assert!(says(&["chess"], &[on[0], mate, "go depth 3"]).contains("score mate 1 wdl 1000 0 0"));
}

#[test]
fn sees_a_mate_shortly_before_the_fiftieth_move() {
    // Twelve plies are left, and the mate takes eleven.
    let out = says(
        &["chess", "--bot", "chess-strong"],
        &["position fen 4k3/8/7Q/8/8/K7/8/8 w - - 88 100", "go nodes 150000"],
    );
    assert!(out.contains("score mate 6 "), "{out}");
}

#[test]
fn generates_random_positions_for_openbench() {
    let fens = |seed: &str| {
        let out = says(&["chess"], &[&format!("genfens 20 seed {seed} book None")]);
        let fens: Vec<String> =
            out.lines().map(|line| line.strip_prefix("info string genfens ").expect("a position").to_owned()).collect();
        assert_eq!(fens.len(), 20, "{out}");
        fens
    };
    let (one, other) = (fens("1"), fens("2"));
    assert!(one == fens("1") && one != other);
    assert!(one.iter().all(|fen| arena_games::GameId::Chess.board(&Default::default(), Some(fen)).is_ok()), "{one:?}");
    assert!([" w ", " b "].iter().all(|turn| one.iter().any(|fen| fen.contains(turn))), "{one:?}");
}

#[test]
fn does_not_announce_gomoku() {
    let out = says(&[], &["uci", "setoption name UCI_Variant value gomoku", "go depth 1"]);
    assert!(!out.contains("var gomoku ") && out.contains("var hex"), "{out}");
    assert_eq!(best_moves(&out).len(), 1, "the variant can still be set by name: {out}");
}

#[test]
fn accepts_gomocup_in_lower_case_with_any_line_ends() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    for end in ["\r\n", "\r", "\n"] {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_arena"))
            .arg("engine")
            .env_remove("ARENA_CONFIG_DIR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = ["start 9", "info timeout_turn 50", "begin", "turn 0,0", "takeback 0,0"];
        let input: String = lines.iter().map(|line| format!("{line}{end}")).collect();
        engine.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let told = String::from_utf8(engine.wait_with_output().unwrap().stdout).unwrap();
        let kinds: Vec<&str> = told.lines().filter(|line| !line.starts_with("MESSAGE")).collect();
        assert!(kinds.len() == 4 && kinds[0] == "OK" && kinds[3].starts_with("ERROR"), "{end:?}: {told}");
        assert!(kinds[1..3].iter().all(|line| line.contains(',')), "{end:?}: {told}");
    }
}

#[test]
fn messages_are_single_lines() {
    // Errors about positions of several lines.
    for lines in [
        &["START 9", "BOARD", "1,1,1", "2,1,1", "3,1,1", "DONE"][..],
        &["START 9", "BOARD", "1,1,1", "1,1,2", "DONE"],
        &["setoption name UCI_Variant value gomoku", "position fen 1,1 x", "go depth 1"],
    ] {
        let out = says(&[], lines);
        for line in out.lines() {
            let known = ["OK", "ERROR ", "info string ", "bestmove 0000"].iter().any(|begin| line.starts_with(begin));
            assert!(known, "{line:?} in {out}");
        }
    }
}

#[test]
fn plays_on_where_nobody_claims_the_fifty_move_draw() {
    let rook = "8/8/8/3k4/8/8/R7/K7 w - -";
    for counts in ["100 80", "103 90", "150 99"] {
        let out = says(&["chess"], &[&format!("position fen {rook} {counts}"), "go nodes 100"]);
        let best = best_moves(&out);
        assert!(best.len() == 1 && !["(none)", "0000"].contains(&best[0]), "{counts}: {out}");
    }
    let shuffle = "a2a3 d5d4 a3a2 d4d5 ".repeat(3);
    let played = format!("position fen {rook} 97 80 moves {shuffle}");
    let out = says(&["chess"], &[played.trim(), "d", "go nodes 100"]);
    assert!(out.contains("position 8/8/8/3k4/8/8/R7/K7 w - - 99 86"), "{out}");
    assert!(!out.contains("bestmove 0000") && !out.contains("(none)"), "{out}");
    // No move can win here, whatever the counter says.
    let out = says(&["chess"], &["position fen 8/8/8/3k4/8/8/8/K7 w - - 100 80", "go nodes 100"]);
    assert_eq!(best_moves(&out), ["(none)"], "{out}");
}

#[test]
fn a_wrong_limit_does_not_keep_the_move_back() {
    for go in ["go depth x nodes 1", "go depth nodes 1", "go nodes 1 movetime"] {
        let out = says(&["chess", "--bot", "chess-club"], &[go]);
        assert!(out.contains("needs a number") && best_moves(&out).len() == 1, "{go}: {out}");
    }
}

#[test]
fn errors_are_reported_and_change_nothing() {
    let out = says(
        &[],
        &[
            "go depth x nodes 1",
            "position startpos moves e2e4 e2e4",
            "position fen nonsense",
            "setoption name Hash value much",
            "setoption name Bot value nobody",
            "castle",
            "position startpos moves e2e4",
            "d",
        ],
    );
    for words in [
        "e2e4 is not a legal move in",
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

/// A player in eight lines of shell, and our own engine, beside the same bot played by the arena itself.
#[test]
fn text_protocol_programs_play_every_game() {
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
         [[entrants]]\nname = \"shell\"\ndepth = 1\n\
         engine = {{ protocol = \"text\", command = [\"sh\", {player:?}], start_ms = 600_000 }}\n\
         [[entrants]]\nname = \"ours\"\ndepth = 60\n\
         engine = {{ protocol = \"text\", command = [{program:?}, \"engine\"], options = {{ MultiPV = 2 }}, \
         start_ms = 600_000 }}\n"
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
    // With the match's options, the side that takes the last bone loses to a full search.
    let points =
        |name: &str| entrants.iter().find(|entrant| entrant["name"] == name).unwrap()["points"].as_f64().unwrap();
    assert!(points("search") > points("shell"), "{report}");
}

#[test]
fn fairy_stockfish_names_select_its_notation() {
    let out =
        says(&[], &["setoption name UCI_Variant value cfour", "position startpos moves P@d1 P@d2", "d", "go depth 3"]);
    assert!(out.contains("position 7/7/7/7/3p3/3P3[") && out.contains("] w - - 0 1\n"), "{out}");
    assert!(out.contains("legal P@a1 P@b1 P@c1 P@d3 "), "{out}");
    let line = out.lines().rev().find_map(|line| line.split_once(" pv ")).map(|(_, line)| line).unwrap();
    assert!(line.split(' ').all(|mv| mv.starts_with("P@")), "{out}");
    assert!(best_moves(&out)[0].starts_with("P@"), "{out}");
    // A position in their notation in which the side has to pass.
    let passes = "position fen p7/8/8/8/8/8/8/pP6[PPpp] w - - 0 1";
    let out = says(&[], &["setoption name UCI_Variant value flipello", passes, "go depth 2"]);
    assert_eq!(best_moves(&out), ["b1b1"], "{out}");
    let out =
        says(&[], &["setoption name UCI_Variant value tictactoe", "position fen 3/1P1/3[PPPPpppp] b - - 0 1", "d"]);
    assert!(out.contains("legal P@a3 P@b3 P@c3 P@a2 P@c2 "), "{out}");
    // The arena's own name of a game keeps the arena's notation.
    let out = says(&[], &["setoption name UCI_Variant value connect4", "position startpos moves d d", "d"]);
    assert!(out.contains("legal a b c d e f g\n"), "{out}");
}

#[test]
fn limits_strength_to_measured_bots() {
    let out = says(&["connect4"], &["uci"]);
    let range = out.lines().find_map(|line| line.strip_prefix("option name UCI_Elo type spin default ")).unwrap();
    let numbers: Vec<i64> = range.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.len() == 3 && numbers[0] == numbers[2] && numbers[1] < 1_000, "{range}");
    // The weakest bot plays at random without search output.
    let limited = ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 0", "go depth 4"];
    let out = says(&["connect4"], &limited);
    assert!(out.contains("info string without search"), "{out}");
    let lifted = [&limited[..2], &["setoption name UCI_LimitStrength value false", "go depth 4"]].concat();
    assert!(!says(&["connect4"], &lifted).contains("UCI"), "the options must exist");
}

#[test]
fn ucci_as_a_first_command_selects_the_protocol_and_xiangqi() {
    let mated = "3k5/9/9/9/9/9/9/9/r8/r3K4 w - - 0 1";
    let out = says(
        &[],
        &[
            "ucci",
            "isready",
            "setoption usemillisec true",
            "setoption hashsize 4",
            "setoption newgame",
            "position startpos moves h2e2",
            "go depth 2",
            &format!("position fen {mated}"),
            "go time 1000 increment 0",
            "position startpos moves h3e3",
            "go depth 1",
            "probe startpos",
        ],
    );
    assert!(out.starts_with("id name xiangqi-strong (minimax-arena "), "{out}");
    for line in ["option hashsize type spin ", "option usemillisec type check default false\n", "ucciok\nreadyok\n"] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let [best] = best_moves(&out)[..] else { panic!("{out}") };
    assert!(best[1..2].parse::<u8>().is_ok_and(|rank| rank >= 5), "a move of Black: {best}");
    let figures = out.lines().find(|line| line.starts_with("info depth 2 score ")).unwrap_or_else(|| panic!("{out}"));
    assert!(figures.split(' ').nth(4).unwrap().parse::<i32>().is_ok() && figures.contains(" pv "), "{figures}");
    assert!(out.contains("info depth 0 score -30000\nnobestmove\n"), "{out}");
    assert!(out.contains("info message position: h3e3 is not a legal move"), "{out}");
    assert!(out.ends_with("nobestmove\npophash\nbye\n"), "{out}");
}

#[test]
fn moves_banned_by_ucci_are_not_played_in_that_position() {
    let mated = "position fen 3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1";
    let bans = |moves: &str| says(&[], &["ucci", mated, moves, "go depth 1", mated, "go depth 1"]);
    assert_eq!(best_moves(&bans("banmoves"))[..], ["a0d0", "a0d0"]);
    let out = bans("banmoves a0d0 i9i8");
    let [banned, free] = best_moves(&out)[..] else { panic!("{out}") };
    assert!(banned != "a0d0" && free == "a0d0", "{out}");
    let all = (1..=5).map(|rank| format!("a0a{rank}")).chain(["b0", "c0", "d0"].map(|to| format!("a0{to}")));
    let all: Vec<String> = all.chain(["e0d0", "e0f0", "e0e1"].map(str::to_owned)).collect();
    assert!(bans(&format!("banmoves {}", all.join(" "))).contains("\nnobestmove\n"));
}

#[test]
fn detects_gomocup_by_its_first_command() {
    let lines = ["ABOUT", "START 9", "INFO timeout_turn 100", "INFO rule 1", "BEGIN", "TURN 0,0"];
    let out = says(&[], &lines);
    assert!(out.starts_with("name=\"gomoku") && out.contains("\nOK\n"), "{out}");
    let moves: Vec<&str> = out.lines().filter(|line| line.starts_with(|it: char| it.is_ascii_digit())).collect();
    assert_eq!(moves.len(), 2, "{out}");
    // The engine completes four in a row, whichever side began.
    let board = ["BOARD", "1,1,1", "2,1,1", "3,1,1", "4,1,1", "1,2,2", "2,2,2", "3,2,2", "5,1,2", "DONE"];
    let out = says(&[], &[&["START 9", "INFO timeout_turn 200"], &board[..]].concat());
    assert_eq!(out.lines().last(), Some("0,1"), "{out}");
    // The contest's size.
    let out = says(&[], &["START 20", "INFO timeout_turn 100", "TURN 19,19", "INFO rule 4", "TURN 0,0"]);
    let kinds: Vec<&str> = out.lines().filter(|line| !line.starts_with("MESSAGE")).collect();
    assert!(kinds.len() == 4 && kinds[0] == "OK" && kinds[1].contains(','), "{out}");
    assert!(kinds[2].contains("renju") && kinds[3].starts_with("ERROR"), "{out}");
    // The rule is a sum of bits, of which only "exactly five" is played.
    for rule in ["2", "3", "5", "8", "9", "12", "16", "-1", "caro", ""] {
        let info = format!("INFO rule {rule}");
        let info = info.as_str();
        for lines in [["START 15", info, "BEGIN"], [info, "START 15", "BEGIN"]] {
            let out = says(&[], &lines);
            let last = out.lines().last().unwrap();
            assert!(last.starts_with("ERROR") && last.contains("rule"), "{rule:?}: {out}");
        }
        let out = says(&[], &["START 15", "INFO timeout_turn 100", info, "INFO rule 1", "BEGIN"]);
        assert!(out.lines().last().unwrap().contains(','), "{rule:?}: {out}");
    }
    let out =
        says(&[], &["START 9", "TURN 20,1", "RESTART", "BOARD", "1,1,7", "DONE", "SWAP2BOARD", "START 99", "END"]);
    let answers: Vec<&str> = out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(answers, ["OK", "ERROR", "OK", "ERROR", "UNKNOWN", "ERROR"], "{out}");
}

/// Both sides of every protocol that the arena and its engine speak.
#[test]
fn arena_and_engine_play_each_other_in_every_protocol() {
    let folder = tempfile::tempdir().unwrap();
    let (file, json) = (folder.path().join("t.toml"), folder.path().join("report.json"));
    let program = env!("CARGO_BIN_EXE_arena");
    let cases = [
        ("tictactoe", "uci", "depth = 9", "openings = { random_plies = 1 }"),
        ("connect4", "uci", "depth = 4", "openings = { random_plies = 4 }"),
        ("reversi", "uci", "depth = 2", "openings = { random_plies = 6 }"),
        (
            "reversi",
            "uci",
            "depth = 2",
            "openings = { positions = [\"XO------XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O\"] }",
        ),
        ("xiangqi", "ucci", "time_ms = 50", "openings = { random_plies = 4 }\nlimits = { margin_ms = 60_000 }"),
        (
            "gomoku",
            "gomocup",
            "time_ms = 50",
            "openings = { random_plies = 3 }\noptions = { size = 9, exact = true }\nlimits = { margin_ms = 60_000 }",
        ),
    ];
    for (game, protocol, limit, head) in cases {
        let hash = if protocol == "ucci" { "hashsize" } else { "Hash" };
        let text = format!(
            "name = \"Both\"\ngame = \"{game}\"\nrounds = 1\nseed = 3\n{head}\nadjudication = {{ max_plies = 70 }}\n\
             [[entrants]]\nname = \"engine\"\n{limit}\n\
             engine = {{ protocol = \"{protocol}\", command = [{program:?}, \"engine\"], options = {{ {hash} = 4 }}, \
             start_ms = 600_000, stall_ms = 600_000 }}\n\
             [[entrants]]\nname = \"own\"\ndepth = 1\n"
        );
        std::fs::write(&file, text).unwrap();
        let run = arena(&["tournament", file.to_str().unwrap(), "-q", "--json", json.to_str().unwrap()]);
        assert_eq!(run.code, 0, "{game}: {}", run.err);
        let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
        for failure in ["crash", "stall", "illegal", "timeout"] {
            assert!(report["ends"].get(failure).is_none(), "{game}: {}", report["ends"]);
        }
        assert_eq!(report["matches"], 2, "{game}");
    }
}
