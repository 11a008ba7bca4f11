//! What is known of the terminal that is written to, and how text is made to fit it.

use crate::tournament::report::terminal::wrapped;
use crate::tournament::report::text_width::{broken, width};

/// However narrow the terminal, text beside a heading has so many columns.
pub(super) const LEAST_TEXT: usize = 24;

/// How many columns the standard output has; none where it is no terminal, or the system does not say.
pub(super) fn columns() -> Option<usize> {
    #[cfg(unix)]
    {
        let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
        (size.ws_col > 0).then(|| size.ws_col.into())
    }
    #[cfg(not(unix))]
    None
}

/// `text` with its long lines broken, where it is a terminal that is written to.
pub(super) fn fitted(text: &str) -> String {
    columns().map_or_else(|| text.to_owned(), |columns| wrapped(text, columns))
}

/// `text` behind a heading, in lines of at most so many columns; those after the first stand below it.
pub(super) fn beside(head: &str, text: &str, columns: usize) -> String {
    let indent = width(head);
    let lines = broken(text, columns.saturating_sub(indent).max(LEAST_TEXT));
    head.to_owned() + &lines.join(&format!("\n{}", " ".repeat(indent))) + "\n"
}
