//! The file from which programs of the server's own user take the operator's token.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// The file in this data directory.
#[must_use]
pub fn path(data: &Path) -> PathBuf {
    data.join("operator.token")
}

/// Replaces the file. Readers see the old file or the new one, and only the owner can read it.
///
/// # Errors
/// The data directory cannot be written to.
pub(in crate::server) fn write(data: &Path, token: &str) -> std::io::Result<()> {
    let mut file = NamedTempFile::with_prefix_in("operator.token.", data)?;
    writeln!(file, "{token}")?;
    file.as_file().sync_all()?;
    file.persist(path(data))?;
    Ok(())
}

/// Removes the file if it exists: a token from the settings is not written anywhere else.
///
/// # Errors
/// The file cannot be removed.
pub(in crate::server) fn clear(data: &Path) -> std::io::Result<()> {
    match fs::remove_file(path(data)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The token, where there is one.
///
/// # Errors
/// When the file is not there or not for the reader.
pub fn read(data: &Path) -> std::io::Result<String> {
    fs::read_to_string(path(data)).map(|text| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_for_its_owner_alone_whatever_was_there() {
        let data = tempfile::tempdir().expect("a folder");
        fs::write(path(data.path()), "old").expect("a file");
        write(data.path(), "new").expect("it can be written");
        assert_eq!(fs::read_dir(data.path()).expect("a folder").count(), 1, "no temporary file is left");
        assert_eq!(read(data.path()).expect("it can be read"), "new");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(path(data.path())).expect("it is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        clear(data.path()).expect("it can be removed");
        clear(data.path()).expect("it is gone already");
        assert!(read(data.path()).is_err());
    }
}
