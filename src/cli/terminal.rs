//! Properties of the terminal, and fitting text to it.

use crate::tournament::report::terminal::wrapped;
use crate::tournament::report::text_width::{broken, width};

/// Minimum width of text next to a heading, even on a narrower terminal.
pub(super) const LEAST_TEXT: usize = 24;

/// Returns the width of standard output in columns, or `None` if it is not a terminal or its width is unknown.
pub(super) fn columns() -> Option<usize> {
    #[cfg(unix)]
    {
        let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
        (size.ws_col > 0).then(|| size.ws_col.into())
    }
    #[cfg(not(unix))]
    None
}

/// Wraps long lines of `text` if standard output is a terminal.
pub(super) fn fitted(text: &str) -> String {
    columns().map_or_else(|| text.to_owned(), |columns| wrapped(text, columns))
}

/// Puts `text` after a heading, wrapped to `columns`. Further lines are indented by the width of the heading.
pub(super) fn beside(head: &str, text: &str, columns: usize) -> String {
    let indent = width(head);
    let lines = broken(text, columns.saturating_sub(indent).max(LEAST_TEXT));
    head.to_owned() + &lines.join(&format!("\n{}", " ".repeat(indent))) + "\n"
}
