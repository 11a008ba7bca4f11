//! Finds a file given to a command, by its path or by the name of an embedded file.

use std::path::Path;

use arena_bots::charset::Decoded;
use arena_bots::embedded::Files;
use arena_bots::{FileError, unreadable};

/// Returns the name of a file for messages, and its text. `folder` is the configuration folder for such files, and
/// `kind` is what messages call them.
///
/// # Errors
/// If neither such a file nor an embedded one of that name exists; the error lists the embedded ones.
pub(super) fn find(
    file: &Path,
    config: Option<&Path>,
    folder: &str,
    kind: &str,
) -> Result<(String, String), FileError> {
    let wrong = |problem: String| FileError::new(file.display().to_string(), None, None, problem);
    // This includes `<(command)` of a shell, which is not a regular file but can be read.
    if file.exists() {
        return Ok((file.display().to_string(), unreadable::toml(file)?));
    }
    let files = Files::over(config);
    // A path in the repository also names the embedded file, so that the commands in the documentation work everywhere.
    let name = file.strip_prefix(Path::new("config").join(folder)).unwrap_or(file).to_string_lossy().into_owned();
    let name = name.strip_suffix(".toml").unwrap_or(&name);
    let embedded = if name.contains(['/', '\\']) { None } else { files.one(&format!("{folder}/{name}.toml"))? };
    if let Some(embedded) = embedded {
        return Ok(embedded);
    }
    let stem = |(path, _): &(String, String)| {
        Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let near = unreadable::nearest_file(file);
    if !near.is_empty() {
        return Err(wrong(format!("there is no such file{near}")));
    }
    let known: Vec<String> = files.all(folder)?.iter().map(stem).collect();
    let known = known.join(", ");
    Err(wrong(format!("there is no such file and no embedded {kind} of that name; embedded: {known}")))
}

/// Reads a file that `file` refers to by the relative `path`. `file` is a file on disk or an embedded one of the folder
/// `kind`. Returns the name for messages and the text, or an error message.
pub(super) fn beside(file: &Path, path: &str, config: Option<&Path>, kind: &str) -> Result<(String, Decoded), String> {
    if !file.is_file() {
        return Files::over(config).beside(kind, path).map_err(|error| error.to_string());
    }
    read(&file.parent().unwrap_or(Path::new("")).join(path))
}

/// Reads a file given by a path relative to the working directory.
pub(super) fn here(path: &str) -> Result<(String, Decoded), String> {
    read(Path::new(path))
}

/// Prints which lines of a file are not UTF-8, if any.
pub(super) fn tell_charset(name: &str, read: &Decoded) {
    if let Some(notice) = read.notice() {
        say!("{name}: {notice}");
    }
}

fn read(path: &Path) -> Result<(String, Decoded), String> {
    let name = path.display().to_string();
    let about = std::fs::metadata(path).map_err(|error| format!("{name} {}", unreadable::why(path, &error)))?;
    if !about.is_file() && !about.is_dir() {
        return Err(format!("{name} cannot be read: it is not a file"));
    }
    unreadable::text(path)
        .map(|text| (name, text))
        .map_err(|FileError { file, problem, .. }| format!("{file} {problem}"))
}
