//! `arena book`: builds books by search and from records, prints and plays them.

use std::path::Path;

use crate::arena::{arena, arena_in};

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
    assert!(run.err.contains("matches counted, 0 of other"), "{}", run.err);
    let text = arena(&["book", "print", file]).out;
    assert!(text.contains("start: ") && text.contains("×)"), "{text}");
}

#[test]
fn reports_errors() {
    for (arguments, words) in [
        (&["print", "nothing"][..], "there is no book or file \"nothing\"; there are"),
        (&["build", "chess", "--bot", "bones-perfect", "-o", "x.toml"], "--bot: there is no bot"),
        (&["build", "chess", "--nodes", "1", "-o", "x.toml"], "1 nodes ends the search before depth 1"),
        (&["build", "chess", "--from-records", "none.jsonl", "-o", "x.toml"], "none.jsonl: cannot be read"),
        (&["build", "chequers", "-o", "x.toml"], "there is no game"),
        (&["build", "chess", "--plies", "61", "-o", "x.toml"], "61 is not in 1..=60"),
    ] {
        let run = arena(&[&["book"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
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
