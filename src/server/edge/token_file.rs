//! The file from which programs of the server's own user take the operator's token.

use std::fs;
use std::path::{Path, PathBuf};

use crate::server::private_file;

/// The file in this data directory.
#[must_use]
pub fn path(data: &Path) -> PathBuf {
    data.join("operator.token")
}

/// Writes the token where its owner alone can read it. Readers see the old file or the new one, whole.
///
/// # Errors
/// When the data directory cannot be written to.
pub(in crate::server) fn write(data: &Path, token: &str) -> std::io::Result<()> {
    private_file::replace(&path(data), &format!("{token}\n"))
}

/// Removes the file: a token that the settings give is not written anywhere else.
///
/// # Errors
/// When it is there and stays.
pub(in crate::server) fn clear(data: &Path) -> std::io::Result<()> {
    private_file::remove(&path(data))
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
        for left in ["operator.token", "operator.token.new"] {
            fs::write(data.path().join(left), "old").expect("a file");
        }
        write(data.path(), "new").expect("it can be written");
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
