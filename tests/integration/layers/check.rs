//! The rules: allowed imports, forbidden names in pure modules, and the maximum length of files.

use super::source::Source;

/// A source file.
pub(super) struct File {
    /// Relative to `src`, separated by `/`: `games/board.rs`.
    pub(super) path: String,
    pub(super) text: String,
}

/// Maximum number of lines without a stated reason.
pub(super) const MOST_LINES: usize = 400;

/// The words that a longer file's first comment must contain, in the sentence with its reason.
pub(super) const REASON: &str = "in one file";

/// The layers, each with those that it may import.
const LAYERS: [(&str, &[&str]); 12] = [
    ("games", &[]),
    ("search", &["games"]),
    ("play", &["games"]),
    ("bots", &["games", "search", "play"]),
    ("records", &["games", "search", "play", "bots"]),
    ("tournament", &["games", "search", "play", "bots", "records"]),
    ("protocol", UP_TO_TOURNAMENT),
    ("store", UP_TO_TOURNAMENT),
    ("cluster", UP_TO_TOURNAMENT),
    ("settings", UP_TO_TOURNAMENT),
    ("server", UP_TO_SETTINGS),
    // `arena serve` is a subcommand, so the command line imports the server.
    (
        "cli",
        &[
            "games",
            "search",
            "play",
            "bots",
            "records",
            "tournament",
            "protocol",
            "store",
            "cluster",
            "settings",
            "server",
        ],
    ),
];

const UP_TO_TOURNAMENT: &[&str] = &["games", "search", "play", "bots", "records", "tournament"];

const UP_TO_SETTINGS: &[&str] =
    &["games", "search", "play", "bots", "records", "tournament", "protocol", "store", "settings"];

/// Parts of the layer `tournament`, from left to right. Each imports only those to its left, and `run` and `report` do
/// not import each other.
const ROOMS: [(&str, &[&str]); 8] = [
    ("rating", &[]),
    ("pairing", &["rating"]),
    ("live", &["rating", "pairing"]),
    ("results", &["rating", "pairing"]),
    ("plan", &["rating", "pairing", "live", "results"]),
    ("run", &["rating", "pairing", "results", "plan"]),
    ("report", &["rating", "pairing", "results", "plan"]),
    ("tune", &["rating", "pairing", "results", "plan", "run", "report"]),
];

/// Parts of the layer `store`, from left to right; each imports only those to its left.
const STORE: [&str; 27] = [
    "error",
    "values",
    "sql",
    "blocked",
    "directory",
    "metrics",
    "state",
    "bell",
    "load",
    "tables",
    "log",
    "tails",
    "additions",
    "schema",
    "readers",
    "inspect",
    "writes",
    "group",
    "backup",
    "log_writer",
    "writer",
    "shared",
    "writers",
    "database",
    "open_shared",
    "queries",
    "maintenance",
];

/// What the rest of the layer `server` stands on, from left to right: each imports, of the server, only those to its left.
/// Who handles requests, matches and tournaments knows all of these and is known by none of them.
const SERVER_GROUND: [&str; 25] = [
    "time",
    "seldom",
    "error",
    "answer",
    "auth",
    "names",
    "token_bucket",
    "current",
    "machine",
    "household",
    "byte_budget",
    "limits",
    "meter",
    "queue",
    "process",
    "metrics",
    "min_rate",
    "in_flight",
    "tls",
    "deeds",
    "edge",
    "catalog",
    "search_capacity",
    "warm_engines",
    "principals",
];

/// Modules that are pure functions of their arguments: no clock, no runtime, no logging.
const PURE: [&[&str]; 12] = [
    &["games"],
    &["search"],
    &["records"],
    &["bots", "pool", "schedule"],
    &["play", "match_core"],
    &["play", "clock"],
    &["tournament", "rating"],
    &["tournament", "pairing"],
    &["tournament", "results"],
    &["tournament", "plan", "openings"],
    &["cluster", "ledger"],
    &["cluster", "shift"],
];

/// A game's names, as other modules could write them.
pub(super) struct GameNames {
    /// In files, on the command line and on the wire.
    pub(super) id: String,
    /// In the catalog's enum.
    pub(super) variant: String,
}

/// Allowed texts that contain a game's name, with the reason.
const ABOUT_NO_GAME: [(&str, &str); 3] = [
    ("ethereal-chess", "the name of a program"),
    ("tictactoe", "help and messages that show what to write need the name of some game: it is always this one"),
    ("application/x-chess-pgn", "the media type of PGN"),
];

/// A search tree is not the game: the game is identified only by its path and its variant.
const SEARCH_TREE: &str = "tree";

/// Tokens that a pure module must not contain.
const IMPURE: [&[&str]; 9] = [
    &["tokio"],
    &["tracing"],
    &["async"],
    &["await"],
    &["SystemTime"],
    &["Instant", "::", "now"],
    &["thread", "::", "sleep"],
    &["new_v4"],
    &["now_v7"],
];

/// All violations in `files`, each with file and line.
pub(super) fn faults(files: &[File]) -> Vec<String> {
    let modules: Vec<_> = files.iter().map(|file| module_of(&file.path)).collect();
    let sources: Vec<_> = files.iter().zip(&modules).map(|(file, module)| Source::read(module, &file.text)).collect();
    let test_modules: Vec<_> = sources.iter().flat_map(|source| &source.test_modules).collect();

    let mut faults = Vec::new();
    for ((file, module), source) in files.iter().zip(&modules).zip(&sources) {
        let mut at = |line: usize, fault: String| {
            faults.push(format!("src/{}:{line}: {fault}", file.path));
        };
        let Some(layer) = module.first() else {
            continue; // `main.rs` and `lib.rs` tie the layers together.
        };
        arrows(layer, source, &mut at);
        let only_for_tests = test_modules.iter().any(|tests| module.starts_with(tests));
        if let [layer, room, ..] = &module[..]
            && !only_for_tests
        {
            arrows_between_rooms(layer, room, source, &mut at);
        }
        if is_pure(module) && !only_for_tests {
            impurities(source, &mut at);
        }
    }
    faults
}

/// Files that are too long without a stated reason.
pub(super) fn too_long(files: &[File]) -> Vec<String> {
    let is_comment = |line: &&str| ["//", "/*", "*", "#", "<!--", "\"\"\""].iter().any(|mark| line.starts_with(mark));
    let says_why = |text: &str| {
        // In a component of the page, the script's tag precedes the first comment.
        let head = text.lines().map(str::trim).skip_while(|line| line.starts_with("<script"));
        let head = head.take_while(|line| line.is_empty() || is_comment(line));
        let head: Vec<_> = head.map(|line| line.trim_start_matches(['/', '!', '*', '#', ' '])).collect();
        head.join(" ").contains(REASON)
    };
    let over = |file: &&File| file.text.lines().count() > MOST_LINES && !says_why(&file.text);
    let sentence = |file: &File| {
        let lines = file.text.lines().count();
        let path = &file.path;
        format!(
            "{path}: {lines} lines, over {MOST_LINES}: split it by concept, or say in the comment at its top why all of \
             it stands {REASON}"
        )
    };
    files.iter().filter(over).map(sentence).collect()
}

/// Every place outside `src/games` and its tests that names a game in code, in a text, or in a comment that becomes
/// help or documentation. Facts about a game belong in its folder.
pub(super) fn games_named(files: &[File], games: &[GameNames]) -> Vec<String> {
    let modules: Vec<_> = files.iter().map(|file| module_of(&file.path)).collect();
    let sources: Vec<_> = files.iter().zip(&modules).map(|(file, module)| Source::read(module, &file.text)).collect();
    let test_modules: Vec<_> = sources.iter().flat_map(|source| &source.test_modules).collect();
    let mut faults = Vec::new();
    for ((file, module), source) in files.iter().zip(&modules).zip(&sources) {
        if module.first().is_some_and(|layer| layer == "games")
            || test_modules.iter().any(|tests| module.starts_with(tests))
        {
            continue;
        }
        for (line, text) in (1..).zip(file.text.lines()) {
            let comment = text.trim_start();
            let is_plain = comment.starts_with("//") && !comment.starts_with("///");
            if is_plain || source.is_test(line) {
                continue;
            }
            for game in games.iter().filter(|game| names(text, game)) {
                let sentence = "let it say so of itself in its folder, as in `Conventions`";
                faults.push(format!("src/{}:{line}: the game `{}` is named: {sentence}", file.path, game.id));
            }
        }
    }
    faults
}

fn names(line: &str, game: &GameNames) -> bool {
    if has_word(line, &format!("GameId::{}", game.variant)) || has_word(line, &format!("games::{}", game.id)) {
        return true;
    }
    let rest = ABOUT_NO_GAME.iter().fold(line.to_owned(), |line, (phrase, _)| line.replace(phrase, ""));
    game.id != SEARCH_TREE && has_word(&rest, &game.id) && !is_example(&rest, &game.id)
}

/// True if the line shows a shell command about the game, such as `arena perft chess 3`.
fn is_example(line: &str, id: &str) -> bool {
    let command = |rest: &str| rest.split_whitespace().nth(1) == Some(id);
    line.split("arena ").skip(1).any(command)
}

fn has_word(line: &str, word: &str) -> bool {
    let is_part = |letter: char| letter == '_' || letter.is_alphanumeric();
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part))
}

/// The module path of the file at `path`; empty for the roots of library and program.
fn module_of(path: &str) -> Vec<String> {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    match path {
        "lib" | "main" => Vec::new(),
        _ => path.split('/').map(str::to_owned).collect(),
    }
}

fn is_pure(module: &[String]) -> bool {
    PURE.iter().any(|pure| begins_with(module, pure))
}

fn begins_with(module: &[String], start: &[&str]) -> bool {
    module.len() >= start.len() && start.iter().zip(module).all(|(a, b)| a == b)
}

/// Modules in [`PURE`] that do not exist, so that a rename does not silently disable a check.
pub(super) fn named_in_vain(files: &[File]) -> Vec<String> {
    let modules: Vec<_> = files.iter().map(|file| module_of(&file.path)).collect();
    let exists = |start: &[&str]| modules.iter().any(|module| begins_with(module, start));
    PURE.iter()
        .filter(|pure| exists(&pure[..1]) && !exists(pure))
        .map(|pure| {
            format!("the list of pure modules names {}, which does not exist: correct the list", pure.join("::"))
        })
        .collect()
}

/// Reports every import of `source` that `layer` may not have.
fn arrows(layer: &str, source: &Source<'_>, fault: &mut impl FnMut(usize, String)) {
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
        fault(1, format!("`{layer}` is no layer: give it a place in the list of layers"));
        return;
    };
    for reference in &source.references {
        let target = reference.path.first().map_or("", String::as_str);
        if target == layer || allowed.contains(&target) {
            continue;
        }
        let path = reference.path.join("::");
        let sentence = if LAYERS.iter().any(|(name, _)| *name == target) {
            format!("`{layer}` must not import `{target}` (crate::{path})")
        } else {
            format!("`crate::{path}` names no layer: name the module that it comes from")
        };
        fault(reference.line, sentence);
    }
}

/// The parts of a layer, each with those that it may import; empty if the layer has none.
fn rooms_of(layer: &str) -> Vec<(&'static str, &'static [&'static str])> {
    match layer {
        "tournament" => ROOMS.to_vec(),
        "store" => in_order(&STORE),
        "server" => in_order(&SERVER_GROUND),
        _ => Vec::new(),
    }
}

/// Parts of which each may import those to its left.
fn in_order(rooms: &'static [&'static str]) -> Vec<(&'static str, &'static [&'static str])> {
    (0..rooms.len()).map(|at| (rooms[at], &rooms[..at])).collect()
}

/// Reports every import of `source`, in a part of `layer`, that the part may not have.
fn arrows_between_rooms(layer: &str, room: &str, source: &Source<'_>, fault: &mut impl FnMut(usize, String)) {
    let rooms = rooms_of(layer);
    if rooms.is_empty() || (layer == "server" && !SERVER_GROUND.contains(&room)) {
        return;
    }
    let Some((_, allowed)) = rooms.iter().find(|(name, _)| *name == room) else {
        fault(1, format!("`{room}` is no room of the layer `{layer}`: give it a place in the list of rooms"));
        return;
    };
    for reference in &source.references {
        let [other, target, ..] = &reference.path[..] else { continue };
        if other != layer || target == room || allowed.contains(&target.as_str()) {
            continue;
        }
        let path = reference.path.join("::");
        let sentence = if layer == "server" || rooms.iter().any(|(name, _)| name == target) {
            format!("`{layer}::{room}` must not import `{target}` (crate::{path})")
        } else {
            format!("`crate::{path}` names no room: name the one that it comes from")
        };
        fault(reference.line, sentence);
    }
}

/// Reports every clock, runtime or log in `source`, which must be pure.
fn impurities(source: &Source<'_>, fault: &mut impl FnMut(usize, String)) {
    for (at, token) in source.tokens.iter().enumerate() {
        let words = || source.tokens[at..].iter().map(|token| token.text);
        for impure in IMPURE {
            if !token.test && words().take(impure.len()).eq(impure.iter().copied()) {
                fault(token.line, format!("`{}` in a pure module: pass it in as an argument", impure.concat()));
            }
        }
    }
}
