//! `arena backup` and `arena restore`: copies of a server's data.

use std::io::Write;
use std::path::PathBuf;

use super::{CommandResult, ConfigDir, Failure, serve};
use crate::store::backup::{self, BackupError, Contents};

/// Copies the data of a server to a new file, even while the server runs: all matches, players and tournaments at this
/// moment.
///
/// The copy is checked, and gets its final name only when it is complete and flushed to disk. It contains hashes of
/// access tokens, so keep it private. Run the command as the server's user.
///
/// Example: arena backup --data data /backups/arena-monday.sqlite
#[derive(Debug, clap::Args)]
pub(super) struct BackupArgs {
    #[command(flatten)]
    server: serve::SettingsFlags,
    /// The new file; its folder must exist
    file: PathBuf,
}

/// Restores a copy made by `arena backup` into a data directory. No server may be using the directory.
///
/// The copy is checked before anything changes. An existing database is never overwritten; with --replace it is kept
/// under another name.
///
/// Example: arena restore --data data /backups/arena-monday.sqlite
#[derive(Debug, clap::Args)]
pub(super) struct RestoreArgs {
    #[command(flatten)]
    server: serve::SettingsFlags,
    /// Replace an existing database, which is kept under another name
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
