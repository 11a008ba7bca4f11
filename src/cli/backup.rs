//! `arena backup` and `arena restore`: the data of a server for safe keeping, and back.

use std::io::Write;
use std::path::PathBuf;

use super::{CommandResult, ConfigDir, Failure, serve};
use crate::store::backup::{self, BackupError, Contents};

/// Copies the data of a server to a new file, also while the server runs: all matches, people and tournaments as they are at
/// this moment.
///
/// The copy is checked, and has its name only once it is whole and on the disk. It holds what proves who is who (hashes of
/// tokens), so it is for its owner's eyes only. For the user that the server runs as.
///
/// Example: arena backup --data data /backups/arena-monday.sqlite
#[derive(Debug, clap::Args)]
pub(super) struct BackupArgs {
    #[command(flatten)]
    server: serve::SettingsFlags,
    /// The new file; its folder must be there
    file: PathBuf,
}

/// Puts a copy that `arena backup` made into a data directory. No server may be running on it.
///
/// The copy is checked before anything is changed. A database that is there is left alone, unless --replace is given: then
/// it is kept under another name.
///
/// Example: arena restore --data data /backups/arena-monday.sqlite
#[derive(Debug, clap::Args)]
pub(super) struct RestoreArgs {
    #[command(flatten)]
    server: serve::SettingsFlags,
    /// Puts the copy in the place of a database that is there, which is kept under another name
    #[arg(long)]
    replace: bool,
    /// The copy
    file: PathBuf,
}

impl From<BackupError> for Failure {
    fn from(error: BackupError) -> Self {
        let is_usage = matches!(error, BackupError::NoDatabase(_) | BackupError::Exists(_) | BackupError::Occupied(_));
        if is_usage { Self::Usage(error.into()) } else { Self::Work(error.into()) }
    }
}

pub(super) fn backup(args: BackupArgs, config: &ConfigDir) -> CommandResult {
    let settings = serve::settings(args.server, config, |_| true)?;
    let contents = backup::backup(&settings.server.data, &args.file)?;
    writeln!(std::io::stdout(), "{}: {}", args.file.display(), summary_text(contents))?;
    Ok(())
}

pub(super) fn restore(args: RestoreArgs, config: &ConfigDir) -> CommandResult {
    let settings = serve::settings(args.server, config, |_| true)?;
    let data = &settings.server.data;
    let (contents, before) = backup::restore(&args.file, data, args.replace)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}: {}", data.display(), summary_text(contents))?;
    if let Some(before) = before {
        writeln!(out, "what was there before is kept in {}", before.display())?;
    }
    Ok(())
}

fn summary_text(contents: Contents) -> String {
    let Contents { bytes, matches, players, tournaments } = contents;
    format!("matches {matches}, players {players}, tournaments {tournaments}; {} KiB", bytes.div_ceil(1_024))
}
