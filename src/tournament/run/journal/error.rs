//! Errors of journals.

use std::path::PathBuf;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file system reported an error.
    #[error("the journal {} could not be {what}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The operation that failed.
        what: &'static str,
        /// The system's error.
        source: std::io::Error,
    },
    /// Another run is writing it.
    #[error("the journal {} is in use by another process that plays this tournament", .0.display())]
    InUse(PathBuf),
    /// It belongs to another plan.
    #[error(
        "the journal {} is of a different tournament: the file, --seed or --rounds have changed since; restore \
         them to continue, or omit --resume to start again",
        .0.display()
    )]
    Different(PathBuf),
    /// It is of the same tournament with other rounds or entrants, on which the pairings depend.
    #[error(
        "the journal {} is of this tournament with other rounds or entrants: a {format} tournament cannot grow, because \
         its pairings depend on both; omit --resume to start again",
        path.display()
    )]
    Fixed {
        /// The file.
        path: PathBuf,
        format: &'static str,
    },
    /// Another version of the program wrote it.
    #[error(
        "the journal {} was written by version {version} of arena, this is {}: bots may play differently; omit \
         --resume to start again", path.display(), env!("CARGO_PKG_VERSION")
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that wrote it.
        version: String,
    },
    /// The header is missing or does not match its checksum.
    #[error("the journal {} is damaged in line 1, its header; omit --resume to start again", .0.display())]
    Damaged(PathBuf),
}
