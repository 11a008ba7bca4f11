//! Nearly valid input, so that it gets far: valid text from files of the project or from random matches, with a few
//! changes.

mod tokens;

use std::fs;
use std::path::Path;

use arena_games::board::Board;
use arena_games::{GameId, Options};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use tokens::TOKENS;

fn text_of(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The texts of the files in a folder whose names start with `start`.
fn texts(folder: &str, start: &str) -> Vec<String> {
    let mut paths: Vec<_> = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(folder)
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.retain(|path| path.file_name().unwrap().to_str().unwrap().starts_with(start) && path.is_file());
    paths.sort();
    assert!(!paths.is_empty(), "nothing in {folder} begins with {start:?}");
    paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// One mutation of a text.
#[derive(Clone, Debug)]
struct Change {
    kind: u8,
    at: Index,
    length: usize,
    to: Index,
    token: &'static str,
}

fn changes(most: usize) -> impl Strategy<Value = Vec<Change>> {
    let change = (0..6_u8, any::<Index>(), 1..12_usize, any::<Index>(), select(TOKENS));
    let change = change.prop_map(|(kind, at, length, to, token)| Change { kind, at, length, to, token });
    prop::collection::vec(change, 0..most)
}

/// Applies changes: inserted, replaced, deleted, doubled and swapped tokens.
fn changed(text: &str, changes: &[Change]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for change in changes {
        let at = change.at.index(letters.len() + 1);
        let end = (at + change.length).min(letters.len());
        match change.kind {
            0 => drop(letters.splice(at..at, change.token.chars())),
            1 => drop(letters.splice(at..end, change.token.chars())),
            2 => drop(letters.drain(at..end)),
            3 => {
                let part = letters[at..end].to_vec();
                let to = change.to.index(letters.len() + 1);
                drop(letters.splice(to..to, part));
            }
            4 if !letters.is_empty() => {
                let (one, other) = (change.at.index(letters.len()), change.to.index(letters.len()));
                letters.swap(one, other);
            }
            _ => {
                // Replaces a number.
                let start = letters[at..].iter().position(char::is_ascii_digit).map_or(at, |digit| at + digit);
                let end =
                    letters[start..].iter().position(|c| !c.is_ascii_digit()).map_or(letters.len(), |n| start + n);
                drop(letters.splice(start..end, change.token.chars()));
            }
        }
    }
    letters.into_iter().collect()
}

fn near(texts: Vec<String>, most: usize) -> impl Strategy<Value = String> {
    (select(texts), changes(most)).prop_map(|(text, changes)| changed(&text, &changes))
}

fn bytes(texts: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<u8>> {
    texts.prop_map(String::into_bytes)
}

/// Generates arbitrary JSON.
fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        select(TOKENS).prop_map(Into::into),
        "\\PC{0,12}".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::btree_map("[a-z_]{1,8}", inner, 0..4)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

pub(super) fn message() -> impl Strategy<Value = Vec<u8>> {
    let samples = texts("tests/data/wire", "client-");
    let one_wrong_field = (select(samples.clone()), any::<Index>(), json()).prop_map(|(text, at, value)| {
        let mut message: serde_json::Value = serde_json::from_str(&text).unwrap();
        let fields = message.as_object_mut().unwrap();
        let key = fields.keys().nth(at.index(fields.len())).unwrap().clone();
        fields.insert(key, value);
        message.to_string()
    });
    bytes(prop_oneof![near(samples, 5), one_wrong_field, json().prop_map(|value| value.to_string())])
}

pub(super) fn settings() -> impl Strategy<Value = Vec<u8>> {
    let shipped = text_of("config/arena.toml");
    let lines: Vec<String> = shipped.lines().filter(|line| line.contains('=')).map(str::to_owned).collect();
    let keys: Vec<String> = {
        let mut section = String::new();
        let mut keys = Vec::new();
        for line in shipped.lines() {
            if let Some(name) = line.strip_prefix('[') {
                section = name.trim_end_matches(']').to_uppercase();
            } else if let Some((key, _)) = line.split_once('=').filter(|(key, _)| !key.starts_with('#')) {
                keys.push(format!("ARENA_{section}_{}", key.trim().to_uppercase()));
            }
        }
        keys
    };
    let sections = select(&["[server]", "[limits]", "[matches]", "[bots]", "[[limits]]", "[bots.x]"][..]);
    let part = (sections, prop::collection::vec(near(lines, 2), 0..4))
        .prop_map(|(section, lines)| format!("{section}\n{}\n", lines.join("\n")));
    let file = prop::collection::vec(part, 0..3).prop_map(|parts| parts.concat());
    let value = prop_oneof![select(TOKENS).prop_map(str::to_owned), "[0-9]{1,12}", "\\PC{0,20}"];
    let variable = (near(keys, 2), value).prop_map(|(key, value)| format!("{key}={value}"));
    let variables = prop::collection::vec(variable, 0..4).prop_map(|lines| lines.join("\n"));
    let whole = near(vec![shipped], 3);
    bytes((prop_oneof![file, whole], variables).prop_map(|(file, variables)| format!("{file}\n---\n{variables}")))
}

/// Non-default options of a game.
fn options(game: GameId) -> &'static [&'static str] {
    match game {
        GameId::Bones => &["{}", r#"{"heap":1,"most":1}"#, r#"{"heap":30,"most":4}"#, r#"{"heap":-1}"#],
        GameId::Tree => &["{}", r#"{"tree":[[1,2],[3,[4,-5]]]}"#, r#"{"tree":7}"#, r#"{"tree":[[]]}"#],
        GameId::Gomoku => &["{}", r#"{"size":9}"#, r#"{"columns":3,"rows":3,"length":3}"#, r#"{"size":1000000}"#],
        GameId::Hex => &["{}", r#"{"size":3,"swap":true}"#, r#"{"size":19}"#, r#"{"size":2}"#],
        GameId::Chess => &["{}", r#"{"chess960":0}"#, r#"{"chess960":959}"#, r#"{"chess960":960}"#],
        _ => &["{}", r#"{"size":8}"#],
    }
}

/// Plays the chosen moves and returns the board and their texts.
fn played(game: GameId, options: &str, choices: &[Index]) -> (Option<Box<dyn Board>>, Vec<String>) {
    let options: Options = serde_json::from_str(options).unwrap();
    let Ok(mut board) = game.board(&options, None) else { return (None, Vec::new()) };
    let mut moves = Vec::new();
    for (ply, choice) in choices.iter().enumerate() {
        let legal = board.legal();
        if legal.is_empty() {
            break;
        }
        let code = legal[choice.index(legal.len())];
        moves.push(game.move_text(code));
        board.play(code, ply).unwrap();
    }
    (Some(board), moves)
}

fn choices(most: usize) -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 0..most)
}

pub(super) fn notation() -> impl Strategy<Value = Vec<u8>> {
    let game = select(GameId::ALL).prop_flat_map(|game| (Just(game), select(options(game))));
    let parts = (game, choices(60), choices(30), changes(4), changes(4), any::<bool>());
    bytes(parts.prop_map(|((game, options), before, after, in_position, in_moves, whole)| {
        let (board, _) = played(game, options, &before);
        let notation = board.as_ref().map_or_else(String::new, |board| board.notation());
        let moves = if whole { played(game, options, &after).1.join("\n") } else { String::new() };
        let position = if in_position.len() > 2 { String::new() } else { changed(&notation, &in_position) };
        format!("{game}\n{options}\n{}\n{}", position.replace('\n', " "), changed(&moves, &in_moves))
    }))
}

pub(super) fn games() -> impl Strategy<Value = Vec<u8>> {
    let extras = select(
        &["", "{a {b}", "(1. e4 (1. d4))", "; to the end\n", "%escaped\n", "$1", "!?", "[FEN \"\"]", "1...", "(", "{"]
            [..],
    );
    let parts = (any::<bool>(), choices(60), extras, any::<Index>(), changes(4));
    bytes(parts.prop_map(|(chess, choices, extra, at, changes)| {
        let game = if chess { GameId::Chess } else { GameId::Checkers };
        let mut moves = played(game, "{}", &choices).1;
        let place = at.index(moves.len() + 1);
        moves.insert(place, extra.to_owned());
        let text = moves.chunks(2).zip(1..).map(|(pair, number)| format!("{number}. {} ", pair.join(" ")));
        let text = format!("[Event \"x\"]\n[Result \"1-0\"]\n\n{} 1-0\n\n", text.collect::<String>());
        changed(&text, &changes)
    }))
}

pub(super) fn openings() -> impl Strategy<Value = Vec<u8>> {
    let ending = select(&["txt", "epd", "fen", "pgn", "pdn", "toml", "json", "exe"][..]);
    let shipped = ["chess", "checkers"].map(|game| {
        let lines: Vec<String> =
            text_of(&format!("config/openings/{game}.txt")).lines().take(8).map(str::to_owned).collect();
        format!("{game}.txt\n{}", lines.join("\n"))
    });
    let parts = (select(GameId::ALL), ending, choices(10), changes(4));
    let made = parts.prop_map(|(game, ending, choices, changes)| {
        let (board, moves) = played(game, "{}", &choices);
        let (position, moves) = (board.unwrap().notation(), moves.join(" "));
        let content = match ending {
            "epd" | "fen" => position,
            "toml" => {
                format!("[[opening]]\nname = \"one\"\nposition = '{position}'\n[[opening]]\nmoves = \"{moves}\"\n")
            }
            "json" => serde_json::json!([{"name": "one", "fen": position, "moves": moves}]).to_string(),
            _ => moves,
        };
        format!("{game}.{ending}\n{}", changed(&content, &changes))
    });
    bytes(prop_oneof![made, near(shipped.to_vec(), 4)])
}

pub(super) fn tournament() -> impl Strategy<Value = Vec<u8>> {
    let shipped = texts("config/tournaments", "tictactoe");
    let formats = ["swiss", "knockout", "gauntlet", "match", "round-robin"].map(|format| {
        format!(
            "name = \"f\"\ngame = \"bones\"\nformat = \"{format}\"\nrounds = 3\nseed = 5\n[limits]\ndepth = 3\nclock = \
             \"10+0.1\"\n[adjudication]\nlength = 40\n[openings]\nrandom_plies = 2\n[[entrants]]\ndepth = 1\n\
             [[entrants]]\ngrid = {{ depth = [2], ties = [\"random\"] }}\n"
        )
    });
    bytes(near([shipped, formats.to_vec()].concat(), 5))
}

pub(super) fn records() -> impl Strategy<Value = Vec<u8>> {
    let stored: Vec<String> = text_of("tests/data/records.jsonl").lines().map(str::to_owned).collect();
    let one_wrong_field = (select(stored.clone()), any::<Index>(), json()).prop_map(|(text, at, value)| {
        let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
        let fields = record.as_object_mut().unwrap();
        let key = fields.keys().nth(at.index(fields.len())).unwrap().clone();
        fields.insert(key, value);
        record.to_string()
    });
    bytes(prop_oneof![3 => near(stored, 3), 1 => one_wrong_field])
}

pub(super) fn journal() -> impl Strategy<Value = Vec<u8>> {
    let stored = text_of("tests/data/interrupted.journal");
    let lines: Vec<String> = stored.lines().map(str::to_owned).collect();
    let flips = prop::collection::vec(any::<[u8; 3]>(), 1..6).prop_map(|flips| {
        let mut data = vec![0xFF];
        data.extend(flips.concat());
        data
    });
    prop_oneof![3 => flips, 1 => bytes(near(lines, 3)), 1 => bytes(near(vec![stored], 4))]
}

/// A module whose evaluation has a loop and reads the board, with a few changed bytes, or any bytes.
pub(super) fn module() -> impl Strategy<Value = Vec<u8>> {
    let text = r#"(module (memory (export "memory") 1) (func (export "input") (result i32) i32.const 1024)
        (func (export "evaluate") (result i32) (local $at i32) (local $sum i32)
            (loop $next
                (local.set $sum (i32.add (local.get $sum) (i32.load8_u offset=1024 (local.get $at))))
                (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (i32.const 42))))
            local.get $sum))"#;
    let valid = wat::parse_str(text).unwrap();
    let changes = prop::collection::vec((any::<Index>(), any::<u8>()), 0..8);
    let changed = changes.prop_map(move |changes| {
        let mut bytes = valid.clone();
        changes.into_iter().for_each(|(at, byte)| bytes[at.index(valid.len())] = byte);
        bytes
    });
    prop_oneof![4 => changed, 1 => prop::collection::vec(any::<u8>(), 0..300)]
}

/// Unbounded input: nested, repeated, long.
pub(super) fn large(target: &str) -> Vec<(&'static str, Vec<u8>)> {
    let deep = |open: &str, close: &str, levels: usize| format!("{}1{}", open.repeat(levels), close.repeat(levels));
    let mut all = vec![
        ("nothing", String::new()),
        ("arrays", deep("[", "]", 100_000)),
        ("open arrays", "[".repeat(1 << 20)),
        ("objects", deep("{\"a\":", "}", 50_000)),
        ("a long word", "a".repeat(1 << 20)),
        ("a long number", "9".repeat(1 << 20)),
        ("spaces", " ".repeat(1 << 20)),
        ("empty lines", "\n".repeat(1 << 18)),
    ];
    let head = "name = \"d\"\ngame = \"tictactoe\"\n";
    match target {
        "wire" => {
            let seats = deep("{\"bot\":", "}", 10_000);
            all.push(("nested seats", format!(r#"{{"type":"create","game":"bones","seats":[{seats},"me"]}}"#)));
            let tree = deep("[", "]", 100);
            all.push((
                "a deep tree",
                format!(r#"{{"type":"create","game":"tree","options":{{"tree":{tree}}},"seats":["me","open"]}}"#),
            ));
            all.push((
                "many keys",
                format!("{{{}\"type\":\"ping\"}}", (0..60_000).map(|n| format!("\"{n}\":0,")).collect::<String>()),
            ));
        }
        "settings" | "tournaments" => {
            let head = if target == "settings" { "[limits]\n" } else { head };
            all.push(("nested lists", format!("{head}x = {}", deep("[", "]", 20_000))));
            all.push(("nested tables", format!("{head}x = {}", deep("{a=", "}", 20_000))));
            all.push(("dotted keys", format!("{head}{}b = 1", "a.".repeat(5_000))));
            all.push((
                "many tables",
                format!("{head}{}", (0..20_000).map(|n| format!("[t{n}]\n")).collect::<String>()),
            ));
            all.push((
                "many keys",
                format!("{head}{}", (0..20_000).map(|n| format!("k{n} = {n}\n")).collect::<String>()),
            ));
        }
        "notations" => {
            for game in GameId::ALL {
                for long in ["9", "/", "x", "1,", "K", "[", "-", "8/", "W:"] {
                    all.push(("a long position", format!("{game}\n{{}}\n{}", long.repeat((1 << 20) / long.len()))));
                }
                all.push(("a long move", format!("{game}\n{{}}\n\n{}", "a1x".repeat(1 << 18))));
            }
            all.push(("a deep tree", format!("tree\n{{}}\n{}", deep("[", "]", 10_000))));
            all.push(("a tree", format!("tree\n{{}}\n{}", deep("[", "]", 120))));
            all.push(("a wide tree", format!("tree\n{{}}\n[{}1]", "1,".repeat(200_000))));
        }
        "games_as_text" => {
            all.push(("variations", deep("(", ")", 1 << 18)));
            all.push(("comments", "{".repeat(1 << 20)));
            all.push(("tags", "[A \"b\"]\n".repeat(1 << 15)));
            all.push(("many games", "1. e4 *\n".repeat(1 << 14)));
            all.push(("a long game", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(1 << 11)));
            all.push(("a long FEN", format!("[FEN \"{}\"]\n1. e4 *", "8/".repeat(1 << 19))));
        }
        "openings" => {
            for ending in ["txt", "epd", "pgn", "json", "toml"] {
                let all_of = |start: &str, part: &str, times| format!("chess.{ending}\n{start}{}", part.repeat(times));
                all.push(("brackets", all_of("", "[", 100_000)));
                all.push(("lines", all_of("", "e4 e5\n", 20_000)));
                all.push(("a long line", all_of("", "Nf3 Nf6 Ng1 Ng8 ", 5_000)));
            }
        }
        "records" => {
            let stored = text_of("tests/data/records.jsonl");
            let line = stored.lines().next().unwrap();
            all.push((
                "a deep spec",
                line.replacen("\"spec\":{", &format!("\"spec\":{{\"x\":{},", deep("[", "]", 10_000)), 1),
            ));
            all.push((
                "many moves",
                line.replacen("\"moves\":[", &format!("\"moves\":[{}", "\"a1\",".repeat(200_000)), 2),
            ));
        }
        _ => {
            let stored = text_of("tests/data/interrupted.journal");
            all.push(("a long line", format!("{stored}[0,[{}1]", "1,".repeat(1 << 19))));
            all.push(("many lines", format!("{stored}{}", "[1]\n".repeat(1 << 16))));
        }
    }
    all.into_iter().map(|(what, text)| (what, text.into_bytes())).collect()
}
