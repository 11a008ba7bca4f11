//! Checks of the layers: no module imports one to its right, pure modules stay pure, and files have a maximum length.
//!
//! The checks read the sources as text. They miss re-exports and macro expansions, but need no compiler and cover every
//! `cfg`.

mod check;
mod made_up;
mod source;

use std::fs;
use std::path::Path;

use check::{File, GameNames, faults, games_named, named_in_vain, too_long};
use minimax_arena::games::GameId;

/// Extensions of hand-written files.
const WRITTEN: [&str; 7] = [".rs", ".ts", ".svelte", ".css", ".mjs", ".py", ".sh"];

/// Collects all files below `folder` with one of these extensions, with relative paths separated by `/`.
fn read(folder: &Path, prefix: &str, ends: &[&str], files: &mut Vec<File>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(Result::unwrap).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            read(&entry.path(), &format!("{prefix}{name}/"), ends, files);
        } else if ends.iter().any(|end| name.ends_with(end)) {
            files.push(File { path: format!("{prefix}{name}"), text: fs::read_to_string(entry.path()).unwrap() });
        }
    }
}

fn sources() -> Vec<File> {
    let mut files = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &[".rs"], &mut files);
    assert!(files.iter().any(|file| file.path == "lib.rs"), "src/lib.rs was not found among {} files", files.len());
    files
}

#[test]
fn sources_respect_the_layers() {
    let files = sources();
    let mut found = faults(&files);
    found.extend(named_in_vain(&files));
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn long_files_state_a_reason() {
    let mut files = Vec::new();
    for folder in ["src", "tests", "benches", "clients/web/src"] {
        let known = files.len();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        read(&path, &format!("{folder}/"), &WRITTEN, &mut files);
        assert!(files.len() > known, "{folder} has no file that is looked at");
    }
    let found = too_long(&files);
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn games_are_named_only_in_their_own_folder() {
    let name = |id: &GameId| GameNames { id: id.name().to_owned(), variant: format!("{id:?}") };
    let games: Vec<_> = GameId::ALL.iter().map(name).collect();
    let found = games_named(&sources(), &games);
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}
