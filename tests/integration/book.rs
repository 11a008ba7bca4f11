//! `arena book`: builds books by search and from records, prints and plays them.

use std::path::Path;

use crate::arena::{arena, arena_in, refused};

#[test]
fn builds_prints_and_plays_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let books = folder.path().join("books");
    std::fs::create_dir(&books).unwrap();
    let file = books.join("made.toml");
    let file = file.to_str().unwrap();
    let run = arena(&["book", "build", "connect4", "--plies", "2", "--width", "2", "--nodes", "2000", "-o", file]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("3 positions, digest "), "{}", run.err);
    let first = std::fs::read_to_string(file).unwrap();
    let again = arena(&["book", "build", "connect4", "--plies", "2", "--width", "2", "--nodes", "2000", "-o", file]);
    assert_eq!((again.code, std::fs::read_to_string(file).unwrap()), (0, first), "the build is deterministic");
    let config = folder.path().to_str().unwrap();
    let book = arena(&["--config-dir", config, "book", "print", "made", "--json"]).json();
    assert_eq!((&book["game"], book["positions"].as_array().unwrap().len()), (&"connect4".into(), 3));
    let best = book["positions"][0]["known"][0]["move"].as_str().unwrap();
    let text = arena(&["book", "print", file]);
    assert!(text.out.contains(&format!("start: {best} ")), "{}", text.out);
    let found =
        arena(&["--config-dir", config, "analyse", "connect4", "--book", "made", "--depth", "1", "--json"]).json();
    assert_eq!((&found["book"]["name"], &found["book"]["moves"][0]), (&"made".into(), &best.into()));
    assert_eq!(found["settings"]["book_digest"], book["digest"]);
}

/// Books that a debug build makes in a second or two; `docs/search.md` gives the times of the others.
const SMALL_BOOKS: [&str; 1] = ["bones"];

#[test]
fn the_command_in_a_book_reproduces_it() {
    let books = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/books");
    let mut small = 0;
    for path in std::fs::read_dir(books).unwrap().map(|entry| entry.unwrap().path()) {
        let game = path.file_stem().unwrap().to_str().unwrap();
        let expected = std::fs::read_to_string(&path).unwrap();
        let Some(command) = expected.lines().next().and_then(|line| line.strip_prefix("# Made by: arena ")) else {
            continue;
        };
        assert!(command.ends_with(&format!("--output config/books/{game}.toml")), "{game}: {command}");
        if SMALL_BOOKS.contains(&game) {
            let folder = tempfile::tempdir().unwrap();
            std::fs::create_dir_all(folder.path().join("config/books")).unwrap();
            let run = arena_in(folder.path(), &command.split(' ').collect::<Vec<_>>(), "");
            assert_eq!(run.code, 0, "{game}: {}", run.err);
            let found = std::fs::read_to_string(folder.path().join(format!("config/books/{game}.toml"))).unwrap();
            assert!(
                found == expected,
                "config/books/{game}.toml differs from the output of the command in its first line:\n{found}"
            );
            small += 1;
        }
    }
    assert_eq!(small, SMALL_BOOKS.len());
}

#[test]
fn builds_a_book_from_records() {
    let folder = tempfile::tempdir().unwrap();
    let (records, file) = (folder.path().join("records.jsonl"), folder.path().join("played.toml"));
    let (records, file) = (records.to_str().unwrap(), file.to_str().unwrap());
    let run = arena(&["tournament", "tictactoe-beginners", "--rounds", "2", "--records", records]);
    assert_eq!(run.code, 0, "{}", run.err);
    let build = ["book", "build", "tictactoe", "--plies", "2", "--least", "1", "--from-records", records, "-o", file];
    let run = arena(&build);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("matches counted, 0 skipped"), "{}", run.err);
    let text = arena(&["book", "print", file]).out;
    assert!(text.contains("start: ") && text.contains("×)"), "{text}");
    // A file given twice counts once.
    let again = arena(&[
        "book",
        "build",
        "tictactoe",
        "--plies",
        "2",
        "--least",
        "1",
        "--from-records",
        records,
        records,
        "-o",
        file,
    ]);
    assert!(again.code == 0 && again.err.contains("duplicate records"), "{}", again.err);
    let moves = |text: &str| text.split_once("start: ").map(|(_, moves)| moves.to_owned());
    assert_eq!(moves(&arena(&["book", "print", file]).out), moves(&text));
}

/// An entry of a Polyglot book: the key of the position, and a move from and to these squares.
fn polyglot_entry(key: u64, [from, to]: [&str; 2], weight: u16) -> Vec<u8> {
    let square = |text: &str| u16::from(text.as_bytes()[0] - b'a') | u16::from(text.as_bytes()[1] - b'1') << 3;
    let mv = square(to) | square(from) << 6;
    [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
}

#[test]
fn builds_a_book_from_a_polyglot_book_that_bots_and_tournaments_use() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("books")).unwrap();
    let (bin, file) = (folder.path().join("book.bin"), folder.path().join("books/converted.toml"));
    let (source, file) = (bin.to_str().unwrap(), file.to_str().unwrap());
    // The keys of the initial position and of 1. e4 stand in the description of the format.
    let entries = [
        polyglot_entry(0x463b_9618_1691_fc9c, ["e2", "e4"], 40),
        polyglot_entry(0x463b_9618_1691_fc9c, ["d2", "d4"], 20),
        polyglot_entry(0x823c_9b50_fd11_4196, ["e7", "e5"], 7),
        polyglot_entry(0x823c_9b50_fd11_4196, ["e7", "e2"], 9),
    ];
    std::fs::write(&bin, entries.concat()).unwrap();
    let build = ["book", "build", "chess", "--from-polyglot", source, "--plies", "8", "-o", file];
    let run = arena(&build);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("skipped 1 illegal move") && run.err.contains("2 positions"), "{}", run.err);
    let text = arena(&["book", "print", file]).out;
    assert!(text.contains("start: e2e4 +40, d2d4 +20") && text.contains("e2e4: e7e5 +7"), "{text}");
    let config = folder.path().to_str().unwrap();
    let found =
        arena(&["--config-dir", config, "analyse", "chess", "--book", "converted", "--depth", "1", "--json"]).json();
    assert_eq!(found["book"]["moves"], serde_json::json!(["e2e4"]));
    let plan = folder.path().join("plan.toml");
    let openings = "[openings]\nbook = \"converted\"\nplies = 2\n[[entrants]]\ngrid = { depth = [1, 2] }\n";
    std::fs::write(
        &plan,
        format!("name = \"x\"\ngame = \"chess\"\nseed = 1\nrounds = 2\nadjudication = {{ max_plies = 4 }}\n{openings}"),
    )
    .unwrap();
    let records = folder.path().join("records.jsonl");
    let run =
        arena(&["--config-dir", config, "tournament", plan.to_str().unwrap(), "--records", records.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.err);
    let records = std::fs::read_to_string(records).unwrap();
    assert!(records.contains(r#""moves":["e2e4","e7e5""#), "{records}");

    for (content, words) in [
        (entries[0][..15].to_vec(), "its size is 15 bytes"),
        ([entries[2].clone(), entries[0].clone()].concat(), "entry 2 is out of order"),
        (entries[2].clone(), "no legal move for the initial position"),
    ] {
        std::fs::write(&bin, content).unwrap();
        refused(&build, words);
    }
    refused(&["book", "build", "hex", "--from-polyglot", source, "-o", file], "for chess, not for hex");
}

#[test]
fn reports_errors() {
    for (arguments, words) in [
        (&["print", "nothing"][..], "there is no book or file \"nothing\"; known books:"),
        (&["build", "chess", "--bot", "bones-perfect", "-o", "x.toml"], "--bot: there is no bot"),
        (&["build", "chess", "--nodes", "1", "-o", "x.toml"], "the limit of 1 nodes ended the search"),
        (&["build", "chess", "--from-records", "none.jsonl", "-o", "x.toml"], "none.jsonl: cannot be read"),
        (&["build", "chequers", "-o", "x.toml"], "there is no game"),
        (&["build", "chess", "--plies", "61", "-o", "x.toml"], "61 is not in 1..=60"),
    ] {
        refused(&[&["book"], arguments].concat(), words);
    }
}

#[test]
fn an_interrupted_build_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("made.toml");
    let build = ["book", "build", "connect4", "--plies", "2", "--width", "2", "--nodes", "2000", "-o"];
    let build = [&build[..], &[file.to_str().unwrap()]].concat();
    let whole = arena(&build);
    assert_eq!((whole.code, whole.err.lines().count()), (0, 1), "one line without a terminal: {}", whole.err);
    let expected = std::fs::read_to_string(&file).unwrap();
    assert!(!folder.path().join("made.toml.part").exists());
    let quiet = arena(&[&build[..], &["--quiet"]].concat());
    assert_eq!((quiet.code, quiet.err.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
}
