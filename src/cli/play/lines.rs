//! Where a player's lines come from: an editor with a history on a terminal, or any other input.

use std::io::{BufRead, Read};
use std::path::PathBuf;

use rustyline::DefaultEditor;
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;

/// Longer lines are no moves.
const MOST_CHARACTERS: u64 = 4_096;
/// So many lines are remembered from match to match.
const MOST_REMEMBERED: usize = 1_000;

/// Gives one line after the other.
pub(super) trait Lines {
    /// The next line, asked for by `prompt`; none at the end of the input.
    ///
    /// # Errors
    /// When the input cannot be read.
    fn next(&mut self, prompt: &str) -> std::io::Result<Option<String>>;
}

/// Lines of a file or a pipe, where nobody sees a prompt.
pub(super) struct Piped<R>(pub R);

impl<R: BufRead> Lines for Piped<R> {
    fn next(&mut self, _: &str) -> std::io::Result<Option<String>> {
        let mut line = Vec::new();
        let read = self.0.by_ref().take(MOST_CHARACTERS).read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

/// Lines that are edited on a terminal, with those of earlier matches at the arrow keys.
pub(super) struct Edited {
    editor: DefaultEditor,
    history: Option<PathBuf>,
}

impl Edited {
    /// Takes the terminal. A history that cannot be read is an empty one.
    ///
    /// # Errors
    /// When this is no terminal that lines can be edited on.
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
            // A history that cannot be kept is no reason to complain at the end of a match.
            self.editor.save_history(file).ok();
        }
    }
}
