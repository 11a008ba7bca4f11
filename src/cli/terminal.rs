//! What is known of the terminal that is written to.

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
