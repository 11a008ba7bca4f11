//! The source of a player's lines: an editor with a history on a terminal, or any other input.

use std::io::{BufRead, Read};
use std::path::PathBuf;

use rustyline::DefaultEditor;
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;

/// Maximum length of a line, in bytes.
const MOST_CHARACTERS: u64 = 4_096;
/// Maximum number of lines in the history.
const MOST_REMEMBERED: usize = 1_000;

/// A source of lines.
pub(super) trait Lines {
    /// Returns the next line after showing `prompt`, or `None` at the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read.
    fn next(&mut self, prompt: &str) -> std::io::Result<Option<String>>;
}

/// Lines from a file or a pipe, without prompts.
pub(super) struct Piped<R>(pub R);

impl<R: BufRead> Lines for Piped<R> {
    fn next(&mut self, _: &str) -> std::io::Result<Option<String>> {
        let mut line = Vec::new();
        let read = self.0.by_ref().take(MOST_CHARACTERS).read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

/// Lines edited on a terminal. The arrow keys recall lines, including those of earlier matches.
pub(super) struct Edited {
    editor: DefaultEditor,
    history: Option<PathBuf>,
}

impl Edited {
    /// Takes over the terminal. A history that cannot be read counts as empty.
    ///
    /// # Errors
    /// If there is no terminal that supports line editing.
    pub(super) fn new() -> std::io::Result<Self> {
        let mut editor = DefaultEditor::new().map_err(std::io::Error::other)?;
        editor.set_max_history_size(MOST_REMEMBERED).map_err(std::io::Error::other)?;
        let history = super::state::folder().map(|folder| folder.join("history"));
        if let Some(file) = &history {
            editor.load_history(file).ok();
        }
        Ok(Self { editor, history })
    }
}

impl Lines for Edited {
    fn next(&mut self, prompt: &str) -> std::io::Result<Option<String>> {
        match self.editor.readline(prompt) {
            Ok(line) => {
                if !line.trim().is_empty() {
                    self.editor.add_history_entry(line.trim()).ok();
                }
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(std::io::Error::other(error)),
        }
    }
}

impl Drop for Edited {
    fn drop(&mut self) {
        if let Some(file) = &self.history {
            // Failing to save the history is not worth an error at the end of a match.
            self.editor.save_history(file).ok();
        }
    }
}
