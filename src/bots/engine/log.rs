//! A log file of the communication between the arena and its engines.
//!
//! In `1734 >stockfish(2): go depth 8`, the arena sent the text to the second process of the run 1,734 ms after the
//! start of the log. `<` marks the engine's output and `!` events of the process. The lines of a process are buffered
//! until the arena reads from it or writes to it again. If the arena is killed, the lines of the last read are lost.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use arena_play::characters::is_hidden;

/// Maximum number of buffered bytes.
const MOST_WAITING: usize = 64 << 10;

/// A file that records the communication with all engines of a run.
#[derive(Clone, Debug)]
pub struct EngineLog(Arc<LogFile>);

#[derive(Debug)]
struct LogFile {
    began: Instant,
    processes: AtomicU64,
    /// The first error ends the log but not the run.
    file: Mutex<Result<File, std::io::Error>>,
}

impl EngineLog {
    /// Creates a new file, or appends to an existing one if `goes_on`. Times count from now.
    ///
    /// # Errors
    /// If the file cannot be opened for writing.
    pub fn open(path: &Path, goes_on: bool) -> std::io::Result<Self> {
        let file = if goes_on { File::options().append(true).create(true).open(path)? } else { File::create(path)? };
        let file = Mutex::new(Ok(file));
        Ok(Self(Arc::new(LogFile { began: Instant::now(), processes: AtomicU64::new(0), file })))
    }

    /// Returns the error that cut the log short, if any.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let file = self.0.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.as_ref().err().map(ToString::to_string)
    }

    /// Creates the transcript of a new process of the engine with this name.
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

/// The transcript of one process.
#[derive(Debug)]
pub(super) struct Transcript {
    log: EngineLog,
    who: String,
    waiting: String,
}

impl Transcript {
    /// Records lines sent to the engine.
    pub(super) fn sent(&mut self, lines: &str) {
        lines.lines().for_each(|line| self.add('>', line));
        self.flush();
    }

    /// Records a line of the engine's output.
    pub(super) fn says(&mut self, line: &str) {
        self.add('<', line);
    }

    /// Records an event.
    pub(super) fn happens(&mut self, what: &str) {
        self.add('!', what);
        self.flush();
    }

    fn add(&mut self, sign: char, line: &str) {
        let ms = self.log.0.began.elapsed().as_millis();
        // Writing to a string cannot fail.
        let _ = write!(self.waiting, "{ms} {sign}{}: ", self.who);
        push_printable(&mut self.waiting, line.trim_end_matches('\r'));
        self.waiting.push('\n');
        if self.waiting.len() > MOST_WAITING {
            self.flush();
        }
    }

    /// Writes the buffered lines.
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

/// Escapes control and hidden characters, such as those that move a terminal's cursor.
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
        let folder = tempfile::tempdir().expect("create a temporary folder");
        let path = folder.path().join("log");
        let log = EngineLog::open(&path, false).expect("open the log");
        let (mut one, mut two) = (log.process("a\nb"), log.process("c"));
        one.sent("uci\nisready\n");
        two.says("uciok \u{1b}[2J\r");
        let read = || std::fs::read_to_string(&path).expect("read the log");
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
