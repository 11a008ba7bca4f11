//! Why a file cannot be read, in words for whoever gave its name: one that is not there is compared with those that are.

use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

use super::toml_file::FileError;
use crate::games::nearest::did_you_mean;

/// No text that is named by somebody is longer, in bytes: it is held in memory as a whole.
const LARGEST: u64 = 256 << 20;
/// What is said of a directory in the place of a file.
pub const A_DIRECTORY: &str = "is a directory, and a file is needed";

/// Of a folder no more names are compared.
const MOST_NAMES: usize = 10_000;

/// What follows the file's name: `cannot be read: there is no such file. Did you mean short.txt?`
#[must_use]
pub fn why(path: &Path, error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => format!("cannot be read: {}", missing(path)),
        ErrorKind::IsADirectory => A_DIRECTORY.to_owned(),
        _ => format!("cannot be read: {}", cause(error)),
    }
}

/// The system's sentence, or ours where it speaks of bytes that are no text.
#[must_use]
pub fn cause(error: &Error) -> String {
    match error.kind() {
        // What a library says of data of its own is its own sentence.
        ErrorKind::InvalidData if error.get_ref().is_none() => "it is no text (in UTF-8)".to_owned(),
        ErrorKind::IsADirectory => format!("it {A_DIRECTORY}"),
        _ => error.to_string(),
    }
}

/// The text of a file, or of a pipe or a device that has one.
///
/// # Errors
/// When it is not there or cannot be read, a directory, no text, or too long.
pub fn text(path: &Path) -> Result<String, FileError> {
    let wrong = |problem: String| FileError::new(path.display().to_string(), None, None, problem);
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text));
    match read {
        Ok(read) if read as u64 > LARGEST => Err(wrong(format!("has more than {} MiB", LARGEST >> 20))),
        Ok(_) => Ok(text),
        Err(error) => Err(wrong(why(path, &error))),
    }
}

/// That there is no such file, with the nearest names in its folder, or that its folder is not there either.
#[must_use]
pub fn missing(path: &Path) -> String {
    let folder = folder_of(path);
    match folder.is_dir() {
        true => format!("there is no such file{}", nearest_file(path)),
        false => format!("there is no such file, nor a folder {}", folder.display()),
    }
}

/// `. Did you mean short.txt?`, by the names in the file's folder; empty where none is near.
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

/// The names of what is in a folder and is no folder.
pub(super) fn files_of(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().take(MOST_NAMES).filter_map(Result::ok);
    entries.filter(|entry| !entry.path().is_dir()).filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_and_what_is_no_file_is_said_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.toml");
        std::fs::write(&file, [0xFF, 0xFE, 0]).expect("it is written");
        let problem = |path: &Path| text(path).expect_err("it is no text").problem.to_string();
        assert_eq!(problem(&file), "cannot be read: it is no text (in UTF-8)");
        assert_eq!(problem(folder.path()), "is a directory, and a file is needed");
        assert!(problem(&folder.path().join("b.toml")).starts_with("cannot be read: there is no such file"));
        std::fs::write(&file, "").expect("it is written");
        assert_eq!(text(&file), Ok(String::new()));
    }

    #[test]
    fn the_nearest_file_of_the_folder_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("openings.txt"), "").expect("it is written");
        std::fs::create_dir(folder.path().join("opening.txt")).expect("it is made");
        let at = |name: &str| missing(&folder.path().join(name));
        assert_eq!(at("opnings.txt"), "there is no such file. Did you mean openings.txt?");
        assert_eq!(at("games.pgn"), "there is no such file");
        assert!(at("none/openings.txt").starts_with("there is no such file, nor a folder "), "{}", at("none/x"));
    }
}
