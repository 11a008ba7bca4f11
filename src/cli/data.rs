//! `arena data`: checks and compacts the data of a server.

use std::io::Write;

use anyhow::{Context, anyhow};
use clap::Subcommand;

use super::{CommandResult, ConfigDir, Failure, serve};
use arena_play::characters::printable;
use arena_store::maintenance::{CompactError, check, compact};
use arena_tournament::live::LiveState;

/// Checks the data directory of a server, or reclaims unused space in it.
///
/// Example: arena data check --data data
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Reads the database and the log, replays all matches and results, and reports every problem (exit code 1). Changes
    /// nothing and works while a server runs. Needs free space of the size of the database
    Check {
        #[command(flatten)]
        server: serve::SettingsFlags,
    },
    /// Rewrites the database without the space of removed matches. No server may be running on it. Needs free space of
    /// twice the size of the database
    Compact {
        #[command(flatten)]
        server: serve::SettingsFlags,
    },
}

impl From<CompactError> for Failure {
    fn from(error: CompactError) -> Self {
        match error {
            CompactError::NoDatabase(_) => Self::Usage(error.into()),
            error => Self::Work(error.into()),
        }
    }
}

pub(super) fn run(args: Args, config: &ConfigDir) -> CommandResult {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start the async runtime")?;
    let mut out = std::io::stdout().lock();
    match args.action {
        Action::Check { server } => {
            let data = serve::settings(server, config, |_| true)?.server.data;
            let faults = runtime.block_on(check(&data, read_log))?;
            for fault in &faults {
                writeln!(out, "{}", printable(fault))?;
            }
            if !faults.is_empty() {
                let problem = "is damaged; restore a copy with `arena restore`";
                return Err(Failure::Work(anyhow!("{} {problem}", data.display())));
            }
            writeln!(out, "{} is sound", data.display())?;
        }
        Action::Compact { server } => {
            let data = serve::settings(server, config, |_| true)?.server.data;
            let (before, after) = runtime.block_on(compact(&data))?;
            let kib = |bytes: u64| bytes.div_ceil(1_024);
            writeln!(out, "{}: {} KiB before, {} KiB now", data.display(), kib(before), kib(after))?;
        }
    }
    Ok(())
}

/// Checks that the log of an open tournament can be replayed.
fn read_log(entries: &[String]) -> Result<(), String> {
    let entries = entries.iter().map(|entry| serde_json::from_str(entry).map_err(|error| error.to_string()));
    LiveState::of_log(&entries.collect::<Result<Vec<_>, _>>()?).map(drop)
}
