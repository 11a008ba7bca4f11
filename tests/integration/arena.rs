//! Runs the program like a user.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program with these arguments, in an empty folder without configuration.
pub(crate) fn arena(arguments: &[&str]) -> Run {
    arena_reading(arguments, "")
}

/// As [`arena`], with this standard input.
pub(crate) fn arena_reading(arguments: &[&str], input: &str) -> Run {
    arena_keeping(tempfile::tempdir().unwrap().path(), arguments, input)
}

/// As [`arena_reading`], with persistent state in `state`.
pub(crate) fn arena_keeping(state: &Path, arguments: &[&str], input: &str) -> Run {
    run(tempfile::tempdir().unwrap().path(), state, arguments, input)
}

/// As [`arena_keeping`], in a folder of the test.
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
    // A program that rejects its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Run::of(&child.wait_with_output().unwrap())
}

/// Asserts that the command refuses these arguments as wrong usage, with these words and without output.
pub(crate) fn refused(arguments: &[&str], words: &str) {
    let run = arena(arguments);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}: {}", run.err);
    assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
}

/// Output and exit code of a run.
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

    /// The standard output of a successful run, as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }
}

/// Compares with a file in `tests/data`, or writes the file if `UPDATE_GOLDEN` is set.
pub(crate) fn assert_golden(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, found).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert!(found == expected, "tests/data/{name} differs; found:\n{found}\nset UPDATE_GOLDEN=1 to accept it");
}

/// The content of a Syzygy table `KRvK.rtbw` in which the side with the rook wins every position.
pub(crate) fn rook_table() -> Vec<u8> {
    // Two sides to move; the order of the groups; rook, king, king; for each side its one value.
    let header = [0x31, 0, 0x44, 0x66, 0xee, 0];
    let mut bytes = [&0x5d23_e871_u32.to_le_bytes()[..], &header, &[0x80, 4, 0x80, 0]].concat();
    bytes.resize(80, 0);
    bytes
}
