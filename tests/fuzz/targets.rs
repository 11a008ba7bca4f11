//! Fuzz targets with their assertions, one function each. `tests/integration/fuzz.rs` runs them with grammars on every
//! toolchain, `tests/fuzz/fuzz_targets` with libFuzzer.
//!
//! A function panics if an assertion fails.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use arena_bots::module::ModuleLimits;
use arena_bots::{Roster, Source, charset};
use arena_games::board::Board;
use arena_games::{GameId, MoveCode, Options};
use arena_modules::check;
use arena_play::Seat;
use arena_protocol::{Envelope, strict};
use arena_records::imported_game::import;
use arena_records::pgn::ExtraTags;
use arena_records::{Record, pdn, pgn, replay};
use arena_server::settings::Settings;
use arena_tournament::plan::file::{Overrides, read, read_with};
use arena_tournament::run::journal::Journal;
use arena_tournament::{Control, Plan, RunOptions, run};
use serde_json::{Value, json};

/// A target's name and function.
pub(super) type Target = (&'static str, fn(&[u8]));

/// All targets.
pub(super) const TARGETS: [Target; 9] = [
    ("wire", wire),
    ("settings", settings),
    ("notations", notations),
    ("games_as_text", games_as_text),
    ("openings", openings),
    ("tournaments", tournaments),
    ("records", records),
    ("journals", journals),
    ("modules", modules),
];

/// Maximum length of an error in letters, because errors go to logs, terminals and clients.
const LONGEST_ERROR: usize = 2_000;

/// Asserts that an error has a moderate length, even if it quotes long input.
#[track_caller]
fn sentence(error: &impl ToString) {
    let text = error.to_string();
    let length = text.chars().count();
    let start: String = text.chars().take(200).collect();
    assert!((1..=LONGEST_ERROR).contains(&length), "an error of {length} characters: {start}");
}

/// The text of a WebSocket frame from a client.
pub(super) fn wire(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Envelope::parse(text) {
        Err(error) => sentence(&error),
        Ok(envelope) => {
            let mut again = serde_json::to_value(&envelope.message).expect("a message serialises");
            if let Some(re) = envelope.re {
                again["id"] = re.into();
            }
            let again = again.to_string();
            assert_eq!(Envelope::parse(&again).as_ref(), Ok(&envelope), "{again}");
            // The parsed value must equal the one seen by a reader that accepts either of two equal keys.
            let value: Value = serde_json::from_str(text).expect("it has been read");
            assert_eq!(strict::parse(text).expect("it has been read"), value);
        }
    }
}

/// Settings: TOML, and after a line of dashes environment variables.
pub(super) fn settings(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (file, variables) = text.split_once("\n---\n").unwrap_or((text, ""));
    match Settings::from_toml(file, Path::new("arena.toml")) {
        Err(error) => sentence(&error),
        Ok(read) => {
            let again = toml::to_string(&read).expect("settings serialise");
            if read.check().is_ok() {
                let same = Settings::from_toml(&again, Path::new("again.toml"));
                assert_eq!(same.ok().as_ref(), Some(&read), "{again}");
            }
        }
    }
    let environment: BTreeMap<String, String> =
        variables.lines().filter_map(|line| line.split_once('=')).map(|(a, b)| (a.to_owned(), b.to_owned())).collect();
    match Settings::load(None, environment) {
        Err(error) => sentence(&error),
        Ok(read) => read.check().expect("loaded settings are valid"),
    }
}

/// A game's options, position and moves: the first line names the game, the second may contain options as JSON, the
/// third is a position, each other one a move.
pub(super) fn notations(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut lines = text.split('\n');
    let Ok(game) = lines.next().unwrap_or_default().parse::<GameId>().inspect_err(sentence) else { return };
    let given: Options = lines.next().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    let options = match game.complete_options(&given) {
        Err(error) => return sentence(&error),
        Ok(options) => options,
    };
    assert_eq!(
        game.complete_options(&options).ok().as_ref(),
        Some(&options),
        "completing complete options changes nothing"
    );
    let position = lines.next().filter(|line| !line.is_empty());
    let mut board = match game.board(&options, position) {
        Err(error) => return sentence(&error),
        Ok(board) => board,
    };
    sound(&options, &*board);
    for (ply, text) in lines.enumerate().take(400) {
        match game.parse_move(text) {
            Err(error) => sentence(&error),
            Ok(code) => {
                let canonical = game.move_text(code);
                assert_eq!(game.parse_move(&canonical), Ok(code), "{text:?} is {canonical:?}");
            }
        }
        if let Some(meant) = board.read_move(text) {
            assert!(board.legal().contains(&meant), "{text:?} is parsed as an illegal move");
        }
        // An illegal move is replaced by a legal one, so that matches continue.
        let legal = board.legal();
        let Some(first) = legal.first().copied() else { break };
        let chosen = game.parse_move(text).ok().filter(|code| legal.contains(code)).unwrap_or(first);
        board.play(chosen, ply).expect("it is legal");
        sound(&options, &*board);
    }
}

/// A position parses back from its text, and is over exactly if it has no move.
fn sound(options: &Options, board: &dyn Board) {
    let (game, text, legal) = (board.game(), board.notation(), board.legal());
    assert_eq!(legal.is_empty(), board.outcome().is_some(), "{game} {text}");
    let again = match game.board(options, Some(&text)) {
        Ok(again) => again,
        Err(error) => panic!("{game} cannot parse its own notation {text:?}: {error}"),
    };
    assert_eq!(again.notation(), text, "{game}");
    // A node of a tree differs from the same node as a root.
    assert!(game == GameId::Tree || again.key() == board.key(), "{game} {text}");
    assert_eq!((again.legal(), again.outcome()), (legal.clone(), board.outcome()), "{game} {text}");
    for code in legal.into_iter().take(40) {
        let written = game.move_text(code);
        assert_eq!(game.parse_move(&written), Ok(code), "{game} {text}: {written}");
    }
}

/// Portable Game Notation and Portable Draughts Notation.
pub(super) fn games_as_text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for game in pgn::games(text).take(50) {
        match game.and_then(|game| import(GameId::Chess, &game)) {
            Err(error) => sentence(&error),
            Ok(read) => {
                let record = record(GameId::Chess, read.options, read.position, &read.moves);
                let written = pgn::write(&record, ExtraTags::default()).expect("it is chess");
                let again = pgn::games(&written).next().and_then(Result::ok).expect("the written text is a game");
                let moves = import(GameId::Chess, &again).expect("the played moves are legal").moves;
                assert_eq!(moves, read.moves, "{written}");
            }
        }
    }
    for game in pdn::games(text).take(50) {
        match game.and_then(|game| import(GameId::Checkers, &game)) {
            Err(error) => sentence(&error),
            Ok(read) => {
                let record = record(GameId::Checkers, read.options, read.position, &read.moves);
                let written = pdn::write(&record, ExtraTags::default()).expect("it is draughts");
                let again = pdn::games(&written).next().and_then(Result::ok).expect("the written text is a game");
                let moves = import(GameId::Checkers, &again).expect("the played moves are legal").moves;
                assert_eq!(moves, read.moves, "{written}");
            }
        }
    }
}

/// A minimal record of these moves.
fn record(game: GameId, options: Options, position: Option<String>, moves: &[MoveCode]) -> Record {
    let moves: Vec<String> = moves.iter().map(|code| game.move_text(*code)).collect();
    serde_json::from_value(json!({
        "id": "00000000-0000-0000-0000-000000000001", "game": game, "options": options,
        "opening": {"position": position, "moves": []}, "seats": [{"name": "a"}, {"name": "b"}], "seed": 1,
        "nodes": vec![0; moves.len()], "moves": moves, "verdict": {"outcome": "draw", "by": "agreement"},
    }))
    .expect("it is a record")
}

static ROSTER: LazyLock<Roster> = LazyLock::new(|| Roster::load(None).expect("the shipped bots are valid"));

/// A file of openings: the first line names the game and the extension, such as `chess.epd`.
pub(super) fn openings(data: &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    let Ok(name) = std::str::from_utf8(&data[..end]) else { return };
    let content = charset::decode(data.get(end + 1..).unwrap_or_default().to_vec());
    assert!(content.text.matches('\u{FFFD}').count() <= data.windows(3).filter(|it| it == b"\xEF\xBF\xBD").count());
    let (game, ending) = name.split_once('.').unwrap_or((name, "txt"));
    if game.parse::<GameId>().is_err() || ending.contains(['"', '\\', '\r']) || ending.chars().any(char::is_control) {
        return;
    }
    let file = format!(
        "name = \"o\"\ngame = \"{game}\"\n[openings]\nfile = \"x.{ending}\"\n[[entrants]]\ndepth = 1\n[[entrants]]\ndepth = 2\n"
    );
    let open = |path: &str| Ok((path.to_owned(), content.clone()));
    match read_with(&Source { file: "test.toml", text: &file }, &ROSTER, Overrides::default(), &open) {
        Err(error) => sentence(&error),
        Ok(file) => {
            let plan = file.plan;
            assert!(!plan.openings().all().is_empty());
            for opening in plan.openings().all() {
                // Every opening was played when it was parsed.
                assert!(plan.openings().board(opening).outcome().is_none(), "an opening is over at its end");
            }
        }
    }
}

/// A tournament's file and its bots.
pub(super) fn tournaments(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match read(&Source { file: "test.toml", text }, &ROSTER, Overrides::default()) {
        Err(error) => sentence(&error),
        Ok(file) => {
            let (one, other) = (&file.plan, read(&Source { file: "test.toml", text }, &ROSTER, Overrides::default()));
            assert_eq!(
                other.map(|file| file.plan.hash).ok().as_ref(),
                Some(&one.hash),
                "the same file gives the same hash"
            );
            assert!(one.entrants.len() >= 2);
        }
    }
}

/// Records, one JSON object per line.
pub(super) fn records(data: &[u8]) {
    for line in data.split(|byte| *byte == b'\n').take(50) {
        let Ok(record) = serde_json::from_slice::<Record>(line) else { continue };
        let written = serde_json::to_string(&record).expect("a record serialises");
        assert_eq!(serde_json::from_str::<Record>(&written).ok().as_ref(), Some(&record), "{written}");
        match replay(&record) {
            Err(fault) => sentence(&fault),
            Ok(board) => {
                sound(&record.options, &*board);
                if let Ok(text) = pgn::write(&record, ExtraTags::default()) {
                    let game = pgn::games(&text).next().and_then(Result::ok).expect("the written text is a game");
                    assert_eq!(game.moves.len(), record.moves.len(), "{text}");
                }
                if let Ok(text) = pdn::write(&record, ExtraTags::default()) {
                    let game = pdn::games(&text).next().and_then(Result::ok).expect("the written text is a game");
                    assert_eq!(game.moves.len(), record.moves.len(), "{text}");
                }
            }
        }
    }
    let _: Result<Seat, _> = serde_json::from_slice(data);
}

/// A small tournament and its complete journal.
static JOURNAL: LazyLock<(Plan, Vec<u8>, Vec<String>)> = LazyLock::new(|| {
    let text =
        "name = \"j\"\ngame = \"bones\"\nrounds = 3\n[[entrants]]\nbot = \"bones-random\"\n[[entrants]]\ndepth = 2\n";
    let plan = read(&Source { file: "j.toml", text }, &ROSTER, Overrides::default()).expect("the file is valid").plan;
    let data = tempfile::tempdir().expect("a temporary folder can be created");
    let mut journal = Journal::begin(data.path(), &plan).expect("the journal can be written").journal;
    let setting = RunOptions { concurrency: 1, records: false, timings: false, notes: false, affinity: false };
    let control = Control::default();
    run(&plan, setting, std::iter::empty(), &mut journal, &mut |_| {}, &control).expect("it is played");
    let text = std::fs::read(Journal::path(data.path(), &plan)).expect("the journal exists");
    drop(journal);
    let whole = matches(&plan, &text).expect("the journal is valid");
    (plan, text, whole)
});

/// The matches accepted from a journal with this text.
fn matches(plan: &Plan, text: &[u8]) -> Option<Vec<String>> {
    let data = tempfile::tempdir().expect("a temporary folder can be created");
    let path = Journal::path(data.path(), plan);
    std::fs::create_dir_all(path.parent().expect("the path has a parent")).expect("the folder can be created");
    std::fs::write(&path, text).expect("it can be written");
    let opened = Journal::resume(data.path(), plan).inspect_err(sentence).ok()?;
    let found: Vec<String> = opened
        .journal
        .matches()
        .expect("it can be read")
        .map(|played| format!("{:?}", played.expect("damaged lines are skipped")))
        .collect();
    assert_eq!(found.len() as u64, opened.matches);
    Some(found)
}

/// A journal: any bytes, or after a first byte of 0xFF changes of a valid one, three bytes each: position and new
/// value.
pub(super) fn journals(data: &[u8]) {
    let (plan, text, whole) = &*JOURNAL;
    if let Some((0xFF, changes)) = data.split_first() {
        let mut text = text.clone();
        for change in changes.chunks_exact(3) {
            let place = usize::from(u16::from_be_bytes([change[0], change[1]])) % text.len();
            text[place] ^= change[2];
        }
        let header = text.iter().position(|byte| *byte == b'\n');
        let Some(found) = matches(plan, &text) else { return };
        // Only written matches are accepted, in their order; an invalid header rejects all.
        let mut rest = whole.iter();
        assert!(found.iter().all(|one| rest.any(|other| other == one)), "{found:?}\nis not of\n{whole:?}");
        assert!(header.is_some() || found.is_empty());
    } else {
        matches(plan, data);
    }
}

/// A WebAssembly module: it is refused, or it plays, and then it plays the same again.
pub(super) fn modules(data: &[u8]) {
    let usual = ModuleLimits::default();
    let limits = ModuleLimits { evaluation_fuel: 2_000, start_fuel: 2_000, move_fuel: 100_000, ..usual };
    let play = || check(data, GameId::ConnectFour, &Options::new(), limits);
    match play() {
        Err(refused) => sentence(&refused),
        Ok(report) => assert_eq!(play(), Ok(report)),
    }
}
