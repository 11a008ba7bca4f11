//! Tests of bot files, books, players and the pool.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};

use super::{Book, BotSpec, Choice, RawBot, Roster, Source, ThinkingObserver, ThinkingUpdate, TurnLimits, make_player};
use arena_games::{GameId, MoveCode, Options};
use arena_play::{Thought, ThoughtSource};
use arena_search::{SWITCHES, SearchOptions, Switch, SwitchKind};

fn embedded() -> Roster {
    Roster::load(None).expect("the embedded files are valid")
}

/// Loads a roster with one additional file of bots.
fn with_bots(text: &str) -> Result<Roster, String> {
    let folder = tempfile::tempdir().expect("create a temporary folder");
    fs::create_dir(folder.path().join("bots")).expect("create the folder");
    fs::write(folder.path().join("bots/own.toml"), text).expect("write the file");
    Roster::load(Some(folder.path())).map_err(|error| error.to_string())
}

#[test]
fn every_game_has_bots_from_random_to_its_best() {
    let roster = embedded();
    for &game in GameId::ALL {
        assert!(roster.of(game).count() >= 3, "{game}");
        assert_eq!(roster.of(game).next().map(|bot| bot.random_move), Some(1.0), "{game}: the weakest plays at random");
    }
    let names: BTreeSet<&str> = roster.all().iter().map(|bot| bot.name.as_str()).collect();
    assert_eq!(names.len(), roster.all().len());
}

#[test]
fn file_errors_give_the_line_the_key_and_the_expected_value() {
    let cases: &[(&str, &[&str])] = &[
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\ndept = 3", &["line 4", "dept", "unknown field"]),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\ndepth = 1000", &["line 4", "depth", "1 and 250"]),
        (
            "[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\ndepth = \"deep\"",
            &["line 4", "depth", "expected a whole number"],
        ),
        (
            "[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\npruning = \"beta\"",
            &["line 4", "pruning", "expected one of `none`, `alpha-beta`"],
        ),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\nordering = \"best\"", &["line 4", "natural"]),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\nordering = [\"static\", \"static\"]", &["line 4", "twice"]),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\nordering = \"table\"", &["line 4", "table_mb"]),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\ntable_mb = 10240", &["line 4", "table_mb", "0 and 4096"]),
        (
            "[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\npruning = \"none\"\nlmr = true",
            &["line 5", "lmr", "another kind of pruning"],
        ),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\nsymmetry = true", &["line 4", "table_mb"]),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\nthreads = 2", &["line 4", "threads", "table_mb"]),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\nthreads = 65", &["line 4", "threads", "1 and 64"]),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\naspiration = 50", &["line 4", "deepening = true"]),
        (
            "[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\naspiration = 5\ndeepening = true\npruning = \"mtdf\"",
            &["line 4", "mtdf has no window"],
        ),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\nevaluation = \"parity\"", &["line 4", "lines, classic, zero"]),
        (
            "[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\nevaluation = \"2*one + 8*tow\"",
            &["line 4", "column 11; did you mean \"two\"?"],
        ),
        ("[[bot]]\nname = \"x\"\ngame = \"bones\"\nevaluation = \"2*heap\"", &["line 4", "bones has no features"]),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\nrandom_move = 1.5", &["line 4", "between 0 and 1"]),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\nrandom_move = nan", &["line 4", "between 0 and 1"]),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\nnodes = -5", &["line 4", "nodes", "-5"]),
        ("[[bot]]\nname = \"x\"\ngame = \"tictactoe\"\nbook = \"mine\"", &["line 4", "book", "classic"]),
        ("[[bot]]\nname = \"x\"\ngame = \"tree\"\nbook = true", &["line 4", "book", "tree"]),
        ("[[bot]]\nname = \"x\"\ngame = \"ludo\"", &["line 3", "ludo", "tictactoe, bones, tree"]),
        ("[[bot]]\ngame = \"bones\"", &["line 1", "name"]),
        ("[[bot]]\nname = \"x\"", &["line 1", "game"]),
        ("[[bot]]\nname = \"tictactoe-random\"\ngame = \"tictactoe\"", &["line 2", "another bot"]),
        ("[[bots]]\nname = \"x\"", &["line 1", "bots", "expected `bot`"]),
        ("[[bot]\nname = 1", &["line 1"]),
    ];
    for (text, parts) in cases {
        let error = with_bots(text).expect_err(text);
        for part in [&"own.toml"].into_iter().chain(*parts) {
            assert!(error.contains(part), "{text}\n{error}\nmissing: {part}");
        }
    }
}

/// Positions of eight to ten plies in which a search of two million nodes plays a worse move.
#[test]
#[ignore = "takes minutes without optimisation"]
fn connect4_master_gives_nothing_away_from_six_plies_on() {
    let roster = embedded();
    let bot = roster.find("connect4-master").expect("the bot is shipped");
    let mut player = make_player(bot, &Options::new(), None).expect("the bot is valid");
    for (path, best, value) in
        [("17735461", "f", 31), ("26725277", "e", 31), ("635566321", "c", 31), ("6526115477", "d", 0)]
    {
        let moves: Vec<MoveCode> = path.bytes().map(|column| MoveCode(u32::from(column - b'1'))).collect();
        player.begin(1);
        let choice = player.choose(&moves, TurnLimits::default()).expect("a move").expect("the game is not over");
        assert_eq!(GameId::ConnectFour.move_text(choice.mv), best, "{path}");
        assert_eq!(choice.thought.win_in.unwrap_or(0), value, "{path}");
    }
}

#[test]
fn a_file_of_the_same_name_overrides_the_embedded_one() {
    let folder = tempfile::tempdir().expect("create a temporary folder");
    fs::create_dir(folder.path().join("bots")).expect("create the folder");
    fs::write(folder.path().join("bots/bones.toml"), "[[bot]]\nname = \"mine\"\ngame = \"bones\"\n")
        .expect("write the file");
    let roster = Roster::load(Some(folder.path())).expect("the file is valid");
    assert_eq!(roster.of(GameId::Bones).map(|bot| bot.name.as_str()).collect::<Vec<_>>(), ["mine"]);
    assert!(roster.find("tictactoe-perfect").is_some());
}

#[test]
fn configurations_round_trip_through_json() {
    let roster = embedded();
    for bot in roster.all() {
        assert_eq!(roster.from_json(bot.to_json(), bot.game).as_ref(), Ok(bot));
    }
    let error = roster.from_json(json!({"depht": 3}), GameId::Bones).expect_err("the key is misspelt").to_string();
    assert!(error.contains("depht") && error.contains("unknown field"), "{error}");
    let error = roster.from_json(json!({"depth": 0}), GameId::Bones).expect_err("the depth is too small").to_string();
    assert!(error.contains("between 1 and 250"), "{error}");
}

#[test]
fn every_search_switch_round_trips_through_json_and_is_summarised() {
    let switches = json!({
        "name": "x", "pruning": "pvs", "ordering": ["table", "captures", "killers", "counter", "history", "static"],
        "deepening": true, "table_mb": 8, "threads": 3, "symmetry": true, "aspiration": 25, "hints": true, "solve_empties": 12,
        "quiescence": true, "null_move": true, "lmr": true, "futility": 90, "extensions": true, "width": 30,
    });
    let roster = embedded();
    let bot = roster.from_json(switches.clone(), GameId::ConnectFour).expect("the switches are compatible");
    let written = bot.to_json();
    for (key, value) in switches.as_object().expect("the value is an object") {
        assert_eq!(&written[key], value, "{key}");
    }
    assert_eq!(roster.from_json(written, GameId::ConnectFour).as_ref(), Ok(&bot));
    let summary = bot.summary();
    for part in [
        "pvs to depth 6, deepening",
        "windows of ±25",
        "table of 8 MiB folded by symmetry",
        "3 threads",
        "the game's hints",
        "solves from 12 empty places on",
        "quiescence",
        "null moves",
        "late-move reduction",
        "futility",
        "check extensions",
        "the best 30 moves",
        "table then captures",
    ] {
        assert!(summary.contains(part), "{part} is missing in {summary}");
    }
}

#[test]
fn a_node_limit_enables_deepening_unless_it_is_disabled() {
    let check = |raw: RawBot| {
        let raw = RawBot { name: Some("x".into()), game: Some(GameId::Bones), ..raw };
        raw.check(&[]).expect("the bot is valid").search.deepening
    };
    assert!(!check(RawBot::default()));
    assert!(check(RawBot { nodes: Some(10), ..RawBot::default() }));
    assert!(!check(RawBot { nodes: Some(10), deepening: Some(false), ..RawBot::default() }));
}

#[test]
fn an_unknown_bot_name_suggests_similar_names() {
    let sentence = embedded().unknown("tictactoe-perfekt", Some(GameId::TicTacToe)).to_string();
    assert!(sentence.contains("there are tictactoe-perfect,"), "{sentence}");
}

#[test]
fn the_classic_book_opens_in_the_centre() {
    let roster = embedded();
    let bot = roster.find("tictactoe-textbook").expect("the bot is embedded");
    let mut player = make_player(bot, &Options::new(), None).expect("default options are valid");
    for seed in 0..20 {
        player.begin(seed);
        let choice =
            player.choose(&[], TurnLimits::default()).expect("the moves are legal").expect("the game is not over");
        assert_eq!(GameId::TicTacToe.move_text(choice.mv), "b2");
        assert_eq!((choice.thought.from, choice.thought.nodes), (ThoughtSource::Book, 0));
    }
    let second = player
        .choose(&[MoveCode(0)], TurnLimits::default())
        .expect("the moves are legal")
        .expect("the game is not over");
    assert_eq!(second.thought.from, ThoughtSource::Search, "the book knows the empty board only");
}

#[test]
fn a_random_bot_says_when_it_had_no_choice() {
    let roster = embedded();
    let bot = roster.find("tictactoe-random").expect("the bot is embedded");
    let mut player = make_player(bot, &Options::new(), None).expect("default options are valid");
    let filled = [0, 1, 2, 4, 3, 5, 7, 6].map(MoveCode);
    for (moves, from) in [(&filled[..7], ThoughtSource::Random), (&filled[..], ThoughtSource::Forced)] {
        player.begin(1);
        let choice =
            player.choose(moves, TurnLimits::default()).expect("the moves are legal").expect("the game is not over");
        assert_eq!(choice.thought.from, from);
    }
}

#[test]
fn a_book_with_a_wrong_move_is_rejected_with_the_line() {
    let read = |text: &str| Book::read(&Source { file: "b.toml", text }).map_err(|error| error.to_string());
    let head = "name = \"b\"\ngame = \"tictactoe\"\n";
    for (body, parts) in [
        ("[[position]]\nmoves = \"b2\"\nvalues = { b2 = 1 }", ["line 3", "b2 is not legal"]),
        ("[[position]]\nmoves = \"b2 b2\"\nvalues = { a1 = 1 }", ["line 3", "not legal here (ply 1)"]),
        ("[[position]]\nmoves = \"\"\nvalues = { d4 = 1 }", ["line 3", "\"d4\" is not a move"]),
        ("[[position]]\nmoves = \"\"\nvalues = {}", ["line 3", "at least one"]),
        ("[[position]]\nmoves = \"\"\nvalue = {}", ["line 5", "value"]),
    ] {
        let error = read(&format!("{head}{body}")).expect_err(body);
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
}

#[test]
fn equal_seeds_give_equal_matches_and_other_seeds_differ() {
    let roster = embedded();
    let bot = roster.find("tictactoe-beginner").expect("the bot is embedded");
    let play = |seed| {
        let mut player = make_player(bot, &Options::new(), None).expect("default options are valid");
        player.begin(seed);
        let mut moves = Vec::new();
        while let Some(choice) = player.choose(&moves, TurnLimits::default()).expect("the moves are legal") {
            moves.push(choice.mv);
        }
        moves
    };
    assert_eq!(play(5), play(5));
    assert!((0..50).map(play).collect::<BTreeSet<_>>().len() > 20);
}

#[test]
fn a_player_follows_taken_back_moves_and_rejects_illegal_ones() {
    let roster = embedded();
    let mut player = make_player(roster.find("bones-perfect").expect("the bot is embedded"), &Options::new(), None)
        .expect("default options are valid");
    player.begin(1);
    let mut choose = |moves: &[u32]| {
        let moves: Vec<MoveCode> = moves.iter().copied().map(MoveCode).collect();
        player.choose(&moves, TurnLimits::default()).map(|choice| choice.map(|choice| choice.mv.0))
    };
    assert_eq!(choose(&[]), Ok(Some(1)), "21 is one more than a multiple of four");
    assert_eq!(choose(&[1, 3]), Ok(Some(1)));
    assert_eq!(choose(&[1, 2]), Ok(Some(2)));
    assert!(choose(&[9]).is_err());
    assert_eq!(choose(&[3; 7]), Ok(None), "the heap is empty");
}

#[test]
fn the_stricter_node_limit_applies() {
    let roster = embedded();
    let mut player = make_player(roster.find("tictactoe-perfect").expect("the bot is embedded"), &Options::new(), None)
        .expect("default options are valid");
    player.begin(1);
    let limits = TurnLimits { nodes: Some(100), ..TurnLimits::default() };
    let choice = player.choose(&[], limits).expect("the moves are legal").expect("the game is not over");
    assert_eq!(choice.thought.nodes, 100);
}

/// Returns a value of the switch that differs from its default.
/// Observes everything, and sums up what it sees.
#[derive(Default)]
struct Observer(std::sync::Mutex<Vec<ThinkingUpdate>>);

impl ThinkingObserver for Observer {
    fn is_watched(&self) -> bool {
        true
    }

    fn deepened(&self, update: ThinkingUpdate) {
        self.0.lock().expect("no thread panics").push(update);
    }
}

#[test]
fn an_observed_search_is_the_same_and_reports_every_depth() {
    for bot in ["chess-club", "connect4-club", "reversi-club", "tictactoe-perfect"] {
        let roster = embedded();
        let bot = roster.find(bot).expect("the bot is embedded");
        let choose = |observer: Option<&dyn ThinkingObserver>| {
            let mut player = make_player(&BotSpec { book: None, ..bot.clone() }, &Options::new(), None)
                .expect("default options are valid");
            player.begin(7);
            let limits = TurnLimits { nodes: Some(20_000), observer, ..TurnLimits::default() };
            player.choose(&[], limits).expect("no moves").expect("the game is not over")
        };
        let observer = Observer::default();
        let (alone, observed) = (choose(None), choose(Some(&observer)));
        let thought = |choice: Choice| (choice.mv, Thought { ms: 0, ..choice.thought });
        let alone = thought(alone);
        assert_eq!(alone, thought(observed), "{}", bot.name);
        let seen = observer.0.into_inner().expect("no thread panics");
        let depths: Vec<u16> = seen.iter().map(|update| update.thought.depth).collect();
        assert!(!depths.is_empty() && depths.is_sorted(), "{}: {depths:?}", bot.name);
        assert_eq!(depths.last(), Some(&alone.1.depth), "{}", bot.name);
        for update in seen {
            assert_eq!(update.thought.line.first(), update.root.first().map(|one| &one.mv), "{}", bot.name);
        }
    }
}

fn another_value(switch: &Switch) -> Value {
    let default = switch.to_json(&SearchOptions::default());
    match switch.kind {
        SwitchKind::Bool => json!(default != Some(json!(true))),
        SwitchKind::Number(min, _) => json!(min + 1),
        SwitchKind::Word(words) => json!(words.iter().find(|word| default != Some(json!(word)))),
        SwitchKind::Words(words) => json!([words.last()]),
    }
}

/// Returns switches with which every other switch has an effect.
fn company() -> serde_json::Map<String, Value> {
    let company = json!({"name": "x", "deepening": true, "ordering": ["static"], "table_mb": 8});
    company.as_object().expect("the value is an object").clone()
}

#[test]
fn every_switch_is_read_written_and_checked_as_declared() {
    let roster = embedded();
    for switch in SWITCHES {
        let with = |value: Value| {
            let mut bot = company();
            bot.insert(switch.key.to_owned(), value);
            roster.from_json(bot.into(), GameId::ConnectFour)
        };
        let value = another_value(switch);
        let bot = with(value.clone()).unwrap_or_else(|error| panic!("{}: {error}", switch.key));
        assert!(switch.is_set(&bot.search), "{}", switch.key);
        let written = bot.to_json();
        assert_eq!(written[switch.key], value, "{}", switch.key);
        assert_eq!(roster.from_json(written, GameId::ConnectFour), Ok(bot), "{}", switch.key);
        for wrong in [json!("unheard-of"), json!(7.5)] {
            assert!(with(wrong).is_err(), "{}", switch.key);
        }
        if let SwitchKind::Number(min, max) = switch.kind {
            for outside in [min - 1, max + 1] {
                let error = with(outside.into()).expect_err(switch.key).to_string();
                assert!(error.contains(switch.key) && error.contains(&format!("between {min} and {max}")), "{error}");
            }
        }
    }
}

#[test]
fn the_documentation_lists_every_switch_with_its_values_and_its_default() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/search.md");
    let text = fs::read_to_string(path).expect("read docs/search.md");
    for switch in SWITCHES {
        let row = text.lines().find(|line| line.starts_with(&format!("| `{}`", switch.key)));
        let row = row.unwrap_or_else(|| panic!("docs/search.md has no row for {}", switch.key)).replace('`', "");
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let off = if switch.kind == SwitchKind::Bool { "false" } else { "none" };
        let default = switch.default().unwrap_or_else(|| off.to_owned());
        assert_eq!((cells[1], cells[2]), (switch.values().as_str(), default.as_str()), "{}", switch.key);
    }
}
