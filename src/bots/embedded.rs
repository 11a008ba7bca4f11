//! The configuration embedded in the program, and the files that override it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::charset::Decoded;
use super::{FileError, unreadable};
use crate::suggest::did_you_mean;

/// The source of the configuration: a folder, if given, takes precedence over the embedded files.
#[derive(Clone, Debug, Default)]
pub struct Files {
    folder: Option<PathBuf>,
}

impl Files {
    /// Files below `folder` override embedded files of the same name and are added to the rest.
    #[must_use]
    pub fn over(folder: Option<&Path>) -> Self {
        Self { folder: folder.map(Path::to_owned) }
    }

    /// Returns the TOML files of the subfolder `kind`, such as `bots`: each file's name in errors, and its text. They
    /// are sorted by name; files that are not embedded come last.
    ///
    /// # Errors
    /// If the folder or a file in it cannot be read.
    pub fn all(&self, kind: &str) -> Result<Vec<(String, String)>, FileError> {
        let mut files = BTreeMap::new();
        for path in arena_config::paths() {
            if let Some(name) =
                path.strip_prefix(kind).and_then(|rest| rest.strip_prefix('/')).filter(|name| is_toml(name))
            {
                files.insert((false, name.to_owned()), (format!("config/{path}"), embedded(&path)?));
            }
        }
        if let Some(folder) = self.folder.as_ref().map(|folder| folder.join(kind)).filter(|folder| folder.is_dir()) {
            let entries = std::fs::read_dir(&folder).map_err(|error| no_folder(&folder, &error))?;
            for entry in entries {
                let path = entry.map_err(|error| no_folder(&folder, &error))?.path();
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                if is_toml(&name) {
                    let text = unreadable::toml(&path)?;
                    let added = !files.contains_key(&(false, name.clone()));
                    files.insert((added, name), (path.display().to_string(), text));
                }
            }
        }
        Ok(files.into_values().collect())
    }

    /// Returns the paths of all embedded files below the subfolder `kind`, relative to it.
    #[must_use]
    pub fn names(&self, kind: &str) -> Vec<String> {
        let below = |path: &str| Some(path.strip_prefix(kind)?.strip_prefix('/')?.to_owned());
        arena_config::paths().filter_map(|path| below(&path)).collect()
    }

    /// Reads a file that is referenced from a file of the subfolder `kind` by the relative `path`, such as
    /// `../openings/short.txt`. Returns its name in errors, and its text.
    ///
    /// # Errors
    /// If the file does not exist, is outside of the configuration or cannot be read.
    pub fn beside(&self, kind: &str, path: &str) -> Result<(String, Decoded), FileError> {
        let wrong = |problem: &str| FileError::new(path, None, None, problem);
        let mut parts = vec![kind];
        for part in path.split('/') {
            match part {
                "." => {}
                ".." => {
                    parts.pop().ok_or_else(|| wrong("is outside the configuration folder"))?;
                }
                "" => return Err(wrong("is outside the configuration folder")),
                part if part.contains('\\') => return Err(wrong("must separate folders by /")),
                part => parts.push(part),
            }
        }
        let resolved = parts.join("/");
        self.decoded(&resolved)?.ok_or_else(|| {
            let ships: Vec<_> = arena_config::paths().collect();
            let meant = did_you_mean(&resolved, ships.iter().map(AsRef::as_ref));
            let stop = if meant.is_empty() { "" } else { "." };
            wrong(&format!("does not exist{stop}{meant}"))
        })
    }

    /// Reads one configuration file, such as `arena.toml`. Returns its name in errors and its text, or `None` if there
    /// is no such file.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn one(&self, name: &str) -> Result<Option<(String, String)>, FileError> {
        Ok(self.decoded(name)?.map(|(name, read)| (name, read.text)))
    }

    /// Like [`Files::one`], but also returns how the text was decoded. For files that are not TOML.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn decoded(&self, name: &str) -> Result<Option<(String, Decoded)>, FileError> {
        if let Some(path) = self.folder.as_ref().map(|folder| folder.join(name)).filter(|path| path.is_file()) {
            let text = unreadable::text(&path)?;
            return Ok(Some((path.display().to_string(), text)));
        }
        arena_config::get(name).map(|_| Ok((format!("config/{name}"), Decoded::utf8(embedded(name)?)))).transpose()
    }
}

fn is_toml(name: &str) -> bool {
    name.strip_suffix(".toml").is_some_and(|stem| !stem.is_empty() && !stem.starts_with('.'))
}

fn embedded(path: &str) -> Result<String, FileError> {
    let problem = |problem: &str| FileError::new(format!("config/{path}"), None, None, problem);
    let file = arena_config::get(path).ok_or_else(|| problem("does not exist"))?;
    String::from_utf8(file.into_owned()).map_err(|_| problem("is not UTF-8 text"))
}

fn no_folder(path: &Path, error: &std::io::Error) -> FileError {
    FileError::new(path.display().to_string(), None, None, format!("cannot be read: {error}"))
}
