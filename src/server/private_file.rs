//! Files that nobody but the server's own user can read.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Writes the text where its owner alone can read it. Readers see the old file or the new one, whole.
///
/// # Errors
/// When the folder cannot be written to.
pub(in crate::server) fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let new = path.with_added_extension("new");
    // An earlier start may have left this file half written, with another mode.
    remove(&new)?;
    let mut file = private(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    fs::rename(new, path)
}

/// Removes the file, which need not be there.
///
/// # Errors
/// When it is there and stays.
pub(in crate::server) fn remove(path: &Path) -> std::io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A new file that is created with mode 0600, so that nobody else can ever open it.
fn private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
