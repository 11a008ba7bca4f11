//! Runs the program as a user does.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program with these arguments, in an empty folder so that no configuration lies about.
pub(crate) fn arena(arguments: &[&str]) -> Run {
    arena_reading(arguments, "")
}

/// The same with something on its standard input.
pub(crate) fn arena_reading(arguments: &[&str], input: &str) -> Run {
    arena_keeping(tempfile::tempdir().unwrap().path(), arguments, input)
}

/// The same, with what is kept from run to run in `state`.
pub(crate) fn arena_keeping(state: &Path, arguments: &[&str], input: &str) -> Run {
    run(tempfile::tempdir().unwrap().path(), state, arguments, input)
}

/// The same in a folder of the test's own.
pub(crate) fn arena_in(folder: &Path, arguments: &[&str], input: &str) -> Run {
    run(folder, tempfile::tempdir().unwrap().path(), arguments, input)
}

fn run(folder: &Path, state: &Path, arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("ARENA_CONFIG_DIR")
        .env("XDG_STATE_HOME", state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Run::of(&child.wait_with_output().unwrap())
}

/// What a run printed and how it ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Self { code: output.status.code().unwrap(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// The standard output of a run that succeeded, as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }
}

/// Compares with a file of `tests/data`; with `UPDATE_GOLDEN` set, writes it instead.
pub(crate) fn assert_golden(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, found).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert!(found == expected, "tests/data/{name} differs; found:\n{found}\nset UPDATE_GOLDEN=1 to accept it");
}
