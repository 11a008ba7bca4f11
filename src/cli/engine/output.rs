//! The answers of the engine.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use arena_games::conventions::Ucci;

/// True if answers are lines of UCCI.
pub(super) static SPEAKS_UCCI: AtomicBool = AtomicBool::new(false);

/// Standard output, locked for each write, because another thread may answer while a search runs. Each write has whole
/// lines.
pub(super) struct UciOutput;

impl Write for UciOutput {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let mut out = io::stdout().lock();
        if SPEAKS_UCCI.load(Ordering::Relaxed) {
            let text = String::from_utf8_lossy(text);
            out.write_all(text.lines().map(Ucci::write_answer).collect::<String>().as_bytes())?;
        } else {
            out.write_all(text)?;
        }
        out.flush()?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sends a sentence as one line.
pub(super) fn tell(sentence: &str) -> io::Result<()> {
    say(&format!("info string {}\n", one_line(sentence)))
}

/// Removes line ends and control characters, so that quoted text cannot be taken for another answer.
pub(super) fn one_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_control() || ['\u{85}', '\u{2028}', '\u{2029}'].contains(&letter));
    words.map(str::trim).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Writes the whole text at once.
pub(super) fn say(text: &str) -> io::Result<()> {
    UciOutput.write_all(text.as_bytes())
}
