//! What is said between the arena and its engines, line by line, for a file.
//!
//! `1734 >stockfish(2): go depth 8` is what the arena said 1,734 ms after the log was begun to the second process of the
//! run; `<` stands before what it answered, `!` before what became of the process. A process's lines wait until it is
//! listened to or spoken to again, and are then written in one piece: what one read brought, and no more, is lost when
//! the arena is killed.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::bots::characters::is_hidden;

/// No more than this waits to be written, in bytes.
const MOST_WAITING: usize = 64 << 10;

/// A file that keeps what all engines of a run say and are told.
#[derive(Clone, Debug)]
pub struct EngineLog(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    began: Instant,
    processes: AtomicU64,
    /// The first error ends the log, not the run.
    file: Mutex<Result<File, std::io::Error>>,
}

impl EngineLog {
    /// Begins a new file, or goes on with the one that is there; its times count from now.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn open(path: &Path, goes_on: bool) -> std::io::Result<Self> {
        let file = if goes_on { File::options().append(true).create(true).open(path)? } else { File::create(path)? };
        let file = Mutex::new(Ok(file));
        Ok(Self(Arc::new(Shared { began: Instant::now(), processes: AtomicU64::new(0), file })))
    }

    /// Why the file is not whole, where it is not.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let file = self.0.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.as_ref().err().map(ToString::to_string)
    }

    /// The part of a process that begins now, of the engine with that name.
    pub(super) fn process(&self, name: &str) -> Transcript {
        let number = self.0.processes.fetch_add(1, Ordering::Relaxed) + 1;
        let mut who = String::new();
        push_printable(&mut who, name);
        Transcript { log: self.clone(), who: format!("{who}({number})"), waiting: String::new() }
    }

    fn write(&self, text: &str) {
        let mut file = self.0.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(out) = file.as_mut()
            && let Err(error) = out.write_all(text.as_bytes())
        {
            *file = Err(error);
        }
    }
}

/// What one process says and is told.
#[derive(Debug)]
pub(super) struct Transcript {
    log: EngineLog,
    who: String,
    waiting: String,
}

impl Transcript {
    /// It is told these lines.
    pub(super) fn sent(&mut self, lines: &str) {
        lines.lines().for_each(|line| self.add('>', line));
        self.flush();
    }

    /// It says a line.
    pub(super) fn says(&mut self, line: &str) {
        self.add('<', line);
    }

    /// Something happens to it.
    pub(super) fn happens(&mut self, what: &str) {
        self.add('!', what);
        self.flush();
    }

    fn add(&mut self, sign: char, line: &str) {
        let ms = self.log.0.began.elapsed().as_millis();
        // Writing into a string cannot fail.
        let _ = write!(self.waiting, "{ms} {sign}{}: ", self.who);
        push_printable(&mut self.waiting, line.trim_end_matches('\r'));
        self.waiting.push('\n');
        if self.waiting.len() > MOST_WAITING {
            self.flush();
        }
    }

    /// Writes what waits.
    pub(super) fn flush(&mut self) {
        if !self.waiting.is_empty() {
            self.log.write(&self.waiting);
            self.waiting.clear();
        }
    }
}

impl Drop for Transcript {
    fn drop(&mut self) {
        self.flush();
    }
}

/// What a program says may hold what moves a terminal's cursor or hides.
fn push_printable(text: &mut String, raw: &str) {
    for letter in raw.chars() {
        if (letter.is_control() && letter != '\t') || is_hidden(letter) {
            text.extend(letter.escape_unicode());
        } else {
            text.push(letter);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_time_direction_and_process() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let log = EngineLog::open(&path, false).expect("a file");
        let (mut one, mut two) = (log.process("a\nb"), log.process("c"));
        one.sent("uci\nisready\n");
        two.says("uciok \u{1b}[2J\r");
        let read = || std::fs::read_to_string(&path).expect("a file");
        assert!(!read().contains("uciok"), "what was said waits until it is listened to again");
        drop(two);
        one.happens("killed");
        let text = read();
        let lines: Vec<&str> = text.lines().filter_map(|line| line.split_once(' ')).map(|(_, rest)| rest).collect();
        let expected =
            [">a\\u{a}b(1): uci", ">a\\u{a}b(1): isready", "<c(2): uciok \\u{1b}[2J", "!a\\u{a}b(1): killed"];
        assert_eq!(lines, expected);
        assert!(text.lines().all(|line| line.split(' ').next().is_some_and(|ms| ms.parse::<u64>().is_ok())));
        assert_eq!(log.problem(), None);
    }
}
