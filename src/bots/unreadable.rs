//! Reads text files and explains why a file cannot be read. A missing file is compared with the names that exist.

use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

use super::charset::{self, Decoded};
use super::toml_file::FileError;
use crate::suggest::did_you_mean;

/// Maximum size of a text file, in bytes. Files are held in memory as a whole.
const LARGEST: u64 = 256 << 20;
const NOT_UTF8: &str = "the file is not UTF-8 text";
/// The problem when a directory is given instead of a file.
pub const A_DIRECTORY: &str = "is a directory, but a file is needed";

/// Maximum number of names in a folder to compare.
const MOST_NAMES: usize = 10_000;

/// Returns the text that follows the file's name: `cannot be read: there is no such file. Did you mean short.txt?`
#[must_use]
pub fn why(path: &Path, error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => format!("cannot be read: {}", missing(path)),
        ErrorKind::IsADirectory => A_DIRECTORY.to_owned(),
        _ => format!("cannot be read: {}", cause(error)),
    }
}

/// Returns the system's error text, or our own for invalid UTF-8.
#[must_use]
pub fn cause(error: &Error) -> String {
    match error.kind() {
        // An error with a payload comes from a library and has its own text.
        ErrorKind::InvalidData if error.get_ref().is_none() => NOT_UTF8.to_owned(),
        ErrorKind::IsADirectory => format!("it {A_DIRECTORY}"),
        _ => error.to_string(),
    }
}

/// Reads a TOML file, which must be UTF-8 by the standard.
///
/// # Errors
/// If the file does not exist, cannot be read, is a directory, is not UTF-8 or is too large.
pub fn toml(path: &Path) -> Result<String, FileError> {
    String::from_utf8(bytes(path, LARGEST)?).map_err(|_| wrong(path, format!("cannot be read: {NOT_UTF8}")))
}

/// Reads a file that is not text.
///
/// # Errors
/// If the file does not exist, cannot be read, is a directory or is too large.
pub fn binary(path: &Path) -> Result<Vec<u8>, FileError> {
    bytes(path, LARGEST)
}

/// Reads any other text file, or a pipe or device with text; see [`charset`]. JSON must be UTF-8, like TOML.
///
/// # Errors
/// If the file does not exist, cannot be read, is a directory, is not text or is too large.
pub fn text(path: &Path) -> Result<Decoded, FileError> {
    text_within(path, LARGEST)
}

/// Like [`text`], but with a different size limit, in bytes.
///
/// # Errors
/// As [`text`].
pub fn text_within(path: &Path, limit: u64) -> Result<Decoded, FileError> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if ["toml", "json"].iter().any(|utf8| ending.eq_ignore_ascii_case(utf8)) {
        return toml(path).map(Decoded::utf8);
    }
    let bytes = bytes(path, limit)?;
    if memchr::memchr(0, &bytes).is_some() {
        return Err(wrong(path, "cannot be read: it is not text (it contains a zero byte, as UTF-16 does)".to_owned()));
    }
    Ok(charset::decode(bytes))
}

/// Reads at most `most` bytes.
///
/// # Errors
/// The error of the source, or [`ErrorKind::FileTooLarge`] if it has more, as a device without end has.
pub fn limited(source: impl Read, most: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    if source.take(most + 1).read_to_end(&mut bytes)? as u64 > most {
        return Err(Error::new(ErrorKind::FileTooLarge, format!("it has more than {} KiB", most >> 10)));
    }
    Ok(bytes)
}

/// The same for text in UTF-8.
///
/// # Errors
/// As [`limited`], or [`ErrorKind::InvalidData`].
pub fn limited_text(source: impl Read, most: u64) -> Result<String, Error> {
    String::from_utf8(limited(source, most)?).map_err(|_| ErrorKind::InvalidData.into())
}

fn bytes(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes)) {
        Ok(read) if read as u64 > limit => Err(wrong(path, format!("has more than {} MiB", limit >> 20))),
        Ok(_) => Ok(bytes),
        Err(error) => Err(wrong(path, why(path, &error))),
    }
}

fn wrong(path: &Path, problem: String) -> FileError {
    FileError::new(path.display().to_string(), None, None, problem)
}

/// Reports that a file does not exist, with the most similar name in its folder, or that the folder does not exist
/// either.
#[must_use]
pub fn missing(path: &Path) -> String {
    let folder = folder_of(path);
    match folder.is_dir() {
        true => format!("there is no such file{}", nearest_file(path)),
        false => format!("there is no folder {}", folder.display()),
    }
}

/// Returns `. Did you mean short.txt?` if a file in the same folder has a similar name, otherwise an empty string.
#[must_use]
pub fn nearest_file(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let files = files_of(folder_of(path));
    match did_you_mean(&name, files.iter().map(String::as_str)) {
        none if none.is_empty() => none,
        meant => format!(".{meant}"),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the names of the entries of a folder that are not folders.
pub(super) fn files_of(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().take(MOST_NAMES).filter_map(Result::ok);
    entries.filter(|entry| !entry.path().is_dir()).filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_files_and_directories_are_rejected() {
        let folder = tempfile::tempdir().expect("create a temporary folder");
        let file = folder.path().join("a.toml");
        std::fs::write(&file, [0xFF, 0xFE, 0]).expect("write the file");
        let problem = |path: &Path| text(path).expect_err("the file is not text").problem.to_string();
        assert_eq!(problem(&file), "cannot be read: the file is not UTF-8 text");
        let binary = folder.path().join("a.pgn");
        std::fs::copy(&file, &binary).expect("write the file");
        assert!(problem(&binary).contains("a zero byte"), "{}", problem(&binary));
        assert_eq!(problem(folder.path()), "is a directory, but a file is needed");
        assert!(problem(&folder.path().join("b.toml")).starts_with("cannot be read: there is no such file"));
        std::fs::write(&file, "").expect("write the file");
        assert_eq!(text(&file), Ok(Decoded::default()));
    }

    #[test]
    fn a_source_without_end_is_read_up_to_its_limit() {
        let error = limited(std::io::repeat(0), 2_048).expect_err("it has no end");
        assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::FileTooLarge, "it has more than 2 KiB"));
        assert_eq!(limited_text("text".as_bytes(), 4).expect("as many as may"), "text");
        assert_eq!(limited_text(&[0xFF][..], 4).expect_err("no text").kind(), ErrorKind::InvalidData);
    }

    #[test]
    fn only_toml_and_json_must_be_utf8() {
        let folder = tempfile::tempdir().expect("create a temporary folder");
        for (name, is_read) in
            [("a.pgn", true), ("a.PDN", true), ("a.epd", true), ("a.txt", true), ("a.toml", false), ("a.JSON", false)]
        {
            let file = folder.path().join(name);
            std::fs::write(&file, b"M\xFCller").expect("write the file");
            assert_eq!(text(&file).ok().map(|read| read.text), is_read.then(|| "Müller".to_owned()), "{name}");
        }
    }

    #[test]
    fn a_missing_file_suggests_a_similar_name() {
        let folder = tempfile::tempdir().expect("create a temporary folder");
        std::fs::write(folder.path().join("openings.txt"), "").expect("write the file");
        std::fs::create_dir(folder.path().join("opening.txt")).expect("create the folder");
        let at = |name: &str| missing(&folder.path().join(name));
        assert_eq!(at("opnings.txt"), "there is no such file. Did you mean openings.txt?");
        assert_eq!(at("games.pgn"), "there is no such file");
        assert!(at("none/openings.txt").starts_with("there is no folder "), "{}", at("none/x"));
    }
}
