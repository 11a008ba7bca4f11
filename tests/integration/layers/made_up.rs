//! Tests of the checks with made-up sources.

use super::check::{File, GameNames, MOST_LINES, faults, games_named, named_in_vain, too_long};

/// The violations in one made-up file.
fn faults_of(path: &str, text: &str) -> Vec<String> {
    faults(&[File { path: path.to_owned(), text: text.to_owned() }])
}

#[track_caller]
fn assert_clean(path: &str, text: &str) {
    assert_eq!(faults_of(path, text), [""; 0], "{path}: {text}");
}

/// Asserts that the file has exactly one violation, in `line`, whose text contains `about`.
#[track_caller]
fn assert_fault(path: &str, text: &str, line: usize, about: &str) {
    let found = faults_of(path, text);
    assert_eq!(found.len(), 1, "{path}: {text}: {found:?}");
    assert!(
        found[0].starts_with(&format!("src/{path}:{line}: ")) && found[0].contains(about),
        "{path}: {text}: {found:?}"
    );
}

#[test]
fn allows_imports_to_the_left() {
    for (path, text) in [
        ("search/alpha_beta.rs", "use crate::games::Game;"),
        ("play/host.rs", "use crate::games::{Board, Side};"),
        ("bots/player.rs", "use crate::{games, play::Action, search};"),
        ("records/verify.rs", "fn f() { crate::bots::spec::parse() }"),
        ("tournament/run/mod.rs", "use crate::records::Record;"),
        ("protocol/mod.rs", "use crate::tournament::Tally;"),
        ("store/mod.rs", "use crate::tournament::Tally;"),
        ("settings.rs", "use crate::tournament::Format;"),
        ("server/http.rs", "use crate::{protocol, settings, store};"),
        ("cli/serve.rs", "use crate::{protocol, server, settings, store};"),
        ("main.rs", "use minimax_arena::cli;"),
        ("lib.rs", "pub mod games; pub use crate::cli::run;"),
    ] {
        assert_clean(path, text);
    }
}

#[test]
fn rejects_imports_to_the_right() {
    for (path, text, target) in [
        ("games/mod.rs", "use crate::search::Budget;", "`search`"),
        ("search/mod.rs", "use crate::play::Match;", "`play`"),
        ("play/host.rs", "use crate::search::Budget;", "`search`"),
        ("play/host.rs", "use crate::bots::Player;", "`bots`"),
        ("bots/mod.rs", "use crate::records::Record;", "`records`"),
        ("records/mod.rs", "use crate::tournament::Tally;", "`tournament`"),
        ("tournament/run/mod.rs", "use crate::store::Store;", "`store`"),
        ("tournament/run/mod.rs", "use crate::settings::Settings;", "`settings`"),
        ("protocol/mod.rs", "use crate::store::Store;", "`store`"),
        ("store/mod.rs", "use crate::protocol::FromServer;", "`protocol`"),
        ("store/mod.rs", "use crate::settings::Settings;", "`settings`"),
        ("settings.rs", "use crate::server::Limits;", "`server`"),
        ("server/mod.rs", "use crate::cli::Arguments;", "`cli`"),
    ] {
        assert_fault(path, text, 1, target);
    }
}

#[test]
fn checks_the_order_within_tournament() {
    assert_clean("tournament/run/sink.rs", "use super::control::Control; use crate::tournament::plan::Plan;");
    assert_clean("tournament/tune/run.rs", "use crate::tournament::{report::terminal, run::run};");
    for (path, text, target) in [
        ("tournament/plan/file.rs", "use crate::tournament::run::Control;", "`run`"),
        ("tournament/results/tally.rs", "use super::super::plan::Plan;", "`plan`"),
        ("tournament/run/sink.rs", "use crate::tournament::report::TournamentReport;", "`report`"),
        ("tournament/report/mod.rs", "use crate::tournament::Plan;", "names no room"),
        ("tournament/other.rs", "", "`other` is no room"),
    ] {
        assert_fault(path, text, 1, target);
    }
}

#[test]
fn checks_the_order_within_store() {
    assert_clean("store/queries/players.rs", "use crate::store::{database::Store, tables::players::NewPlayer};");
    assert_clean("store/mod.rs", "#[cfg(test)] mod tests; pub use database::Store;");
    for (path, text, target) in [
        ("store/tables/players.rs", "use crate::store::writes::Write;", "`writes`"),
        ("store/writes.rs", "use super::queries::players::PlayerRow;", "`queries`"),
        ("store/queries/players.rs", "use crate::store::Store;", "names no room"),
        ("store/other.rs", "", "`other` is no room"),
    ] {
        assert_fault(path, text, 1, target);
    }
}

#[test]
fn base_modules_of_the_server_import_nothing_above() {
    assert_clean("server/edge/operators.rs", "use crate::server::auth::hash; use super::Caller;");
    assert_clean("server/lobby.rs", "use super::{edge::Caller, bot_player};");
    assert_fault("server/error.rs", "use super::lobby::Lobby;", 1, "`lobby`");
    assert_fault("server/time.rs", "use crate::server::error::ApiError;", 1, "`error`");
}

#[test]
fn sees_every_form_of_a_module_path() {
    for text in [
        "pub(crate) use crate::bots::Player;",
        "use crate::{games::{self, Side}, bots as b, search};",
        "use crate::{\n};fn f(x: crate::bots::Player) {}",
        "use crate::games::{Board, Side}; fn f() -> crate::bots::Player { todo() }",
        "fn f() { crate::games::g::<crate::bots::Player>() }",
        "use super::super::bots::Player;",
        "use super::{super::bots, table};",
        "use self::super::super::bots;",
        "mod inner { use super::super::super::bots::Player; }",
        "mod inner { mod deeper {} } use super::super::bots;",
        "use minimax_arena::bots;",
        "use crate::r#bots::Player;",
        "macro_rules! m { () => { $crate::bots::f() } }",
        "#[cfg(test)] mod tests { use crate::bots::Player; }",
        "const QUOTE: char = '\"'; use crate::bots; const OTHER: char = '\\''; type T<'a> = &'a str;",
        "const S: &str = r#\"\"#; use crate::bots;",
    ] {
        let found = faults_of("search/alpha_beta.rs", text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(found[0].contains("must not import `bots`"), "{text}: {found:?}");
    }
}

#[test]
fn ignores_paths_within_the_layer_and_outside_code() {
    for text in [
        "use super::table::Table; use super::*;",
        "mod inner { use super::super::table; pub(super) use super::*; }",
        "pub(in crate::search) fn f() {}",
        "pub(super) fn f() {}",
        "// use crate::bots::Player;\n/// [`crate::bots`]\n/* a /* crate::bots */ crate::bots */",
        "const S: &str = \"crate::bots\\\" crate::bots\";",
        "const S: &str = r##\"crate::bots\"# crate::bots\"##; const B: &[u8] = b\"crate::bots\";",
        "fn f<'a>(x: &'a str) -> char { 'x' } use other::crate_::bots;",
    ] {
        assert_clean("search/alpha_beta.rs", text);
    }
}

#[test]
fn a_violation_names_its_line() {
    let text = "//! Why.\n\nconst S: &str = \"\n\";\nuse crate::{\n    games,\n    bots::Player,\n};\n";
    assert_fault("search/mod.rs", text, 7, "crate::bots::Player");
}

#[test]
fn rejects_paths_that_hide_their_layer() {
    assert_fault("bots/mod.rs", "use crate::*;", 1, "names no layer");
    assert_fault("bots/mod.rs", "use crate::Board;", 1, "names no layer");
    assert_fault("bots/pool.rs", "use super::super::*;", 1, "names no layer");
    assert_fault("helpers.rs", "", 1, "`helpers` is no layer");
}

#[test]
fn rejects_clock_runtime_and_log_in_pure_modules() {
    for text in [
        "use tokio::sync::mpsc;",
        "fn f() { tracing::info!(\"x\") }",
        "async fn f() {}",
        "use std::time::SystemTime;",
        "fn f() { let now = Instant::now(); }",
        "fn f() { std::thread::sleep(LONG) }",
        "fn f() { Uuid::new_v4() }",
        "fn f() { Uuid::now_v7() }",
        "#[cfg(test)] mod tests { fn g() {} } fn f() { Instant::now() }",
        "#[cfg(test)] use x::y; fn f() { Instant::now() }",
    ] {
        for path in ["games/board.rs", "search/mod.rs", "records/record.rs"] {
            assert_fault(path, text, 1, "in a pure module");
        }
        assert_clean("bots/pool.rs", text);
    }
}

#[test]
fn checks_single_pure_files() {
    let text = "use std::time::Instant; fn f() { Instant::now() }";
    for (layer, pure, shell) in [
        ("play", ["clock", "match_core", "match_core/fold"].as_slice(), "host"),
        ("tournament", &["rating", "pairing/schedule", "results/tally"], "run/mod"),
    ] {
        let mut files: Vec<_> =
            pure.iter().map(|name| File { path: format!("{layer}/{name}.rs"), text: text.to_owned() }).collect();
        files.push(File { path: format!("{layer}/{shell}.rs"), text: text.to_owned() });
        let found = faults(&files);
        assert_eq!(found.len(), pure.len(), "{found:?}");
        for (fault, name) in found.iter().zip(pure) {
            assert!(fault.starts_with(&format!("src/{layer}/{name}.rs:1: ")), "{fault}");
        }
    }
}

#[test]
fn allows_clocks_in_tests_of_pure_modules() {
    assert_clean(
        "search/budget.rs",
        "use std::time::Instant;\n#[cfg(test)]\nmod tests { fn f() { { Instant::now() } } }",
    );
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
    let reads = "fn f() { Instant::now() }";
    let declared = [file("search/mod.rs", "#[cfg(test)]\nmod tests;"), file("search/tests.rs", reads)];
    assert_eq!(faults(&declared), [""; 0]);
    let undeclared = [file("search/mod.rs", "mod tests;"), file("search/tests.rs", reads)];
    assert_eq!(faults(&undeclared).len(), 1);
}

#[test]
fn reports_missing_pure_modules() {
    let named = |paths: &[&str]| {
        let files = paths.iter().map(|path| File { path: (*path).to_owned(), text: String::new() });
        named_in_vain(&files.collect::<Vec<_>>())
    };
    assert_eq!(named(&["play/clock.rs", "play/match_core/mod.rs"]), [""; 0]);
    let found = named(&["play/clock.rs", "play/core.rs"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("play::match_core"), "{found:?}");
}

#[test]
fn long_files_need_a_reason() {
    let found = |path: &str, head: &str| {
        let text = head.to_owned() + &"x\n".repeat(MOST_LINES);
        too_long(&[File { path: path.to_owned(), text }])
    };
    assert_eq!(found("src/games/board.rs", ""), [""; 0]);
    let one = found("src/games/board.rs", "//! Boards.\n");
    assert_eq!(one.len(), 1, "{one:?}");
    assert!(one[0].starts_with(&format!("src/games/board.rs: {} lines", MOST_LINES + 1)), "{one:?}");
    for head in [
        "//! Boards. All of them stand in one file, so that they are compared at a glance.\n",
        "//! Boards. All of them stand\n//! in one file: it is a table.\n",
        "<script lang=\"ts\">\n  /** All boards stand in one file: it is a table. */\n",
    ] {
        assert_eq!(found("tests/boards.rs", head), [""; 0], "{head}");
    }
    assert_eq!(found("tests/boards.rs", "use a;\n// All of it stands in one file.\n").len(), 1, "only its top counts");
}

#[test]
fn finds_named_games() {
    let names = |id: &str, variant: &str| GameNames { id: id.to_owned(), variant: variant.to_owned() };
    let games = [names("chess", "Chess"), names("tree", "Tree"), names("tictactoe", "TicTacToe")];
    let found = |path: &str, text: &str| {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        games_named(&[file], &games).len()
    };
    for text in [
        "fn f() { game == GameId::Chess }",
        "use crate::games::{chess::Chess, Side};",
        "use crate::games::tree::Tree;",
        "const HELP: &str = \"in chess, e2e4\";",
        "/// Of chess.\nfn f() {}",
        "const A: [GameId; 1] = [GameId::TicTacToe];",
        "#[cfg(test)]\nfn f() {}\nconst B: &str = \"chess\";",
    ] {
        assert_eq!(found("cli/a.rs", text), 1, "{text}");
        assert_eq!(found("games/a.rs", text), 0, "{text}");
    }
    for text in [
        "//! A chess clock.",
        "/// Example: arena perft tictactoe 9",
        "  arena perft chess 3",
        "const PGN: &str = \"application/x-chess-pgn\";",
        "fn tree(chess960: bool) { Diagram::Tree }",
        "#[cfg(test)]\nmod tests {\n    /// Of chess.\n    const A: GameId = GameId::Chess;\n}",
    ] {
        assert_eq!(found("cli/a.rs", text), 0, "{text}");
    }
}
