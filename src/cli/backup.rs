//! `arena backup` and `arena restore`: copies of a server's data.

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;

use super::{CommandResult, ConfigDir, Failure, serve};
use arena_protocol::date;
use arena_store::backup::{self, BackupError, Contents};

/// Copies the data of a server to a new file, even while the server runs: all matches, players and tournaments at this
/// moment. In a folder, the file is named after the time, and --keep removes the oldest ones.
///
/// The copy is checked, and gets its final name only when it is complete and flushed to disk. A database that is damaged or
/// lacks acknowledged changes is not copied, and no older copy is removed (exit code 1). It contains hashes of
/// access tokens, so keep it private. Run the command as the server's user.
///
/// Example: arena backup --data data --keep 14 /backups
#[derive(Debug, clap::Args)]
pub(super) struct BackupArgs {
    #[command(flatten)]
    server: serve::SettingsFlags,
    /// Keep only this many of the newest copies in the folder, the new one included
    #[arg(long, value_name = "COPIES", value_parser = clap::value_parser!(u32).range(1..))]
    keep: Option<u32>,
    /// The new file, or an existing folder for it
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
    let folder = args.file.is_dir().then_some(&args.file);
    if args.keep.is_some() && folder.is_none() {
        return Err(Failure::Usage(anyhow!("--keep needs a folder, but {} is not one", args.file.display())));
    }
    let file =
        folder.map_or_else(|| args.file.clone(), |folder| folder.join(backup::name(&date::now("%Y-%m-%dT%H%M%SZ"))));
    let contents = backup::backup(&settings.server.data, &file)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}: {}", file.display(), summary_text(contents))?;
    if let (Some(folder), Some(keep)) = (folder, args.keep) {
        for removed in backup::remove_old(folder, &file, keep as usize)? {
            writeln!(out, "{} removed", removed.display())?;
        }
    }
    Ok(())
}

pub(super) fn restore(args: RestoreArgs, config: &ConfigDir) -> CommandResult {
    let settings = serve::settings(args.server, config, |_| true)?;
    let data = &settings.server.data;
    let (contents, before) = backup::restore(&args.file, data, args.replace)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}: {}", data.display(), summary_text(contents))?;
    if let Some(before) = before {
        writeln!(out, "the previous database was renamed to {}", before.display())?;
    }
    Ok(())
}

fn summary_text(contents: Contents) -> String {
    let Contents { bytes, matches, players, tournaments } = contents;
    format!("matches {matches}, players {players}, tournaments {tournaments}; {} KiB", bytes.div_ceil(1_024))
}
