//! The files of journals: their names, their locks, and other journals of a tournament with the same name.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::JournalError;
use crate::plan::Plan;

/// The name of the journal of a plan: `<name>-<hash>.journal`.
pub(super) fn journal_name(plan: &Plan) -> String {
    format!("{}-{}.journal", slug(&plan.config.name), &plan.hash[..16])
}

/// Returns a free name beside a journal.
pub(super) fn free_name(path: &Path) -> PathBuf {
    let aside = |number: u32| match number {
        1 => path.with_extension("journal.old"),
        _ => path.with_extension(format!("journal.old.{number}")),
    };
    (1..).map(aside).find(|aside| !aside.exists()).expect("there is always a free number")
}

pub(super) fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        Err(TryLockError::Error(source)) => Err(JournalError::Io { path: path.to_owned(), what: "locked", source }),
    }
}

/// Rejects anything that is not a file. Opening a pipe would wait for its other end, and a folder has no lines.
pub(super) fn check_kind(path: &Path) -> std::io::Result<()> {
    match path.metadata() {
        Ok(data) if !data.is_file() => Err(std::io::Error::other("it is not a file")),
        _ => Ok(()),
    }
}

/// Unlocks the file. Closing it would not be enough: a child process that another thread is just starting may hold it
/// open for a moment.
pub(super) fn unlock(file: &File) {
    file.unlock().ok();
}

/// Returns the other journals of tournaments with this name.
pub(super) fn other_journals(path: &Path, plan: &Plan) -> impl Iterator<Item = PathBuf> {
    let start = format!("{}-", slug(&plan.config.name));
    let hashed =
        move |stem: &str| stem.strip_prefix(&start).is_some_and(|hash| hash.len() == 16 && !hash.contains('-'));
    let entries = path.parent().and_then(|folder| std::fs::read_dir(folder).ok());
    entries.into_iter().flatten().flatten().map(|entry| entry.path()).filter(move |path| {
        path.extension().is_some_and(|extension| extension == "journal")
            && path.file_stem().and_then(|stem| stem.to_str()).is_some_and(&hashed)
    })
}

/// Converts the name of a tournament to a part of a file name that is valid on every system.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for letter in name.chars().take(60) {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "tournament".to_owned() } else { slug.to_owned() }
}
