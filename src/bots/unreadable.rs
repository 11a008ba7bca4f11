//! Why a file cannot be read, in words for whoever gave its name: one that is not there is compared with those that are.

use std::io::ErrorKind;
use std::path::Path;

use crate::games::nearest::did_you_mean;

/// Of a folder no more names are compared.
const MOST_NAMES: usize = 10_000;

/// What follows the file's name: `cannot be read: there is no such file. Did you mean short.txt?`
#[must_use]
pub fn why(path: &Path, error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => format!("cannot be read: {}", missing(path)),
        _ => format!("cannot be read: {error}"),
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
