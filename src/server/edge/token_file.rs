//! The file from which programs of the server's own user read the operator token.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Path of the token file in this data directory.
#[must_use]
pub fn path(data: &Path) -> PathBuf {
    data.join("operator.token")
}

/// Replaces the file atomically. Only its owner can read it.
///
/// # Errors
/// If the data directory is not writable.
pub(in crate::server) fn write(data: &Path, token: &str) -> std::io::Result<()> {
    let mut file = NamedTempFile::with_prefix_in("operator.token.", data)?;
    writeln!(file, "{token}")?;
    file.as_file().sync_all()?;
    file.persist(path(data))?;
    Ok(())
}

/// Removes the file if it exists. A token from the settings is not written to a file.
///
/// # Errors
/// If the file cannot be removed.
pub(in crate::server) fn clear(data: &Path) -> std::io::Result<()> {
    match fs::remove_file(path(data)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Reads the token.
///
/// # Errors
/// If the file does not exist or is not readable.
pub fn read(data: &Path) -> std::io::Result<String> {
    fs::read_to_string(path(data)).map(|text| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_the_file_and_restricts_it_to_its_owner() {
        let data = tempfile::tempdir().expect("a temporary folder");
        fs::write(path(data.path()), "old").expect("the file can be written");
        write(data.path(), "new").expect("the file can be written");
        assert_eq!(fs::read_dir(data.path()).expect("a temporary folder").count(), 1, "no temporary file is left");
        assert_eq!(read(data.path()).expect("the file can be read"), "new");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(path(data.path())).expect("the file exists").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        clear(data.path()).expect("the file can be removed");
        clear(data.path()).expect("the file is already gone");
        assert!(read(data.path()).is_err());
    }
}
