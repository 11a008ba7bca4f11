//! `arena worker`: plays matches for tournaments that other machines lead.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::serve::Signals;
use super::{CommandResult, Failure};
use crate::bots::engine::{installed, kill_all};
use crate::cluster::{Equipment, WorkerError, work};
use crate::tournament::plan::MAX_CONCURRENCY;

/// Plays matches for tournaments that are run with --nats, on this machine or others: each worker adds to what they can play
/// at a time.
///
/// It takes work from every tournament of the same build at that NATS server, until it is stopped. It may be killed at any
/// time: what it was playing, another worker plays again. Ctrl-C (or SIGTERM) ends it after the matches being played, a second
/// one at once.
///
/// Example: arena worker --nats nats://127.0.0.1:4222 --engines stockfish
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The NATS server, with JetStream (nats-server -js). A name and a password may stand before the host, as in
    /// nats://me:secret@host:4222; tls:// encrypts.
    #[arg(long, value_name = "URL", env = "ARENA_NATS")]
    nats: String,
    /// How many matches at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_CONCURRENCY as i64))]
    threads: Option<u16>,
    /// The external engines that this machine has and may start, by the names of their programs, as stockfish or
    /// stockfish=/opt/sf/stockfish; several with commas between them. With which arguments and options they are started, the
    /// tournament says.
    #[arg(long, value_name = "NAME[=PATH]", value_delimiter = ',')]
    engines: Vec<String>,
    /// What the worker is called in messages [default: the machine and the process]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let threads = args.threads.map(usize::from);
    let equipment = Equipment {
        name: args.name.clone().unwrap_or_else(own_name),
        threads: threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get)),
        engines: args.engines.iter().map(|text| engine(text)).collect::<Result<BTreeMap<_, _>, _>>()?,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("no runtime for the connection to NATS")?;
    let worked = runtime.block_on(async {
        let mut signals = Signals::new().context("the signals that ask to stop cannot be heard")?;
        let (say, stop) = tokio::sync::oneshot::channel();
        tokio::spawn(async move {
            signals.next().await;
            say!("Stopping after the matches being played; Ctrl-C again stops at once.");
            let _ = say.send(());
            signals.next().await;
            kill_all();
            std::process::exit(1);
        });
        let stop = async {
            // The other end goes with the process.
            let _ = stop.await;
        };
        Ok::<_, anyhow::Error>(work(&args.nats, &equipment, stop).await)
    })?;
    // Threads that are still at a match of no use end with the process.
    kill_all();
    worked.map_err(Failure::from)
}

impl From<WorkerError> for Failure {
    fn from(error: WorkerError) -> Self {
        Self::Work(error.into())
    }
}

/// `NAME` or `NAME=PATH`: what tournaments call the program, and where it is.
fn engine(text: &str) -> Result<(String, PathBuf), Failure> {
    let (name, path) = text.split_once('=').map_or((text, None), |(name, path)| (name, Some(path)));
    let found = match path {
        Some(path) => Some(PathBuf::from(path)).filter(|path| path.is_file()),
        None if name.contains('/') => Some(PathBuf::from(name)).filter(|path| path.is_file()),
        None => installed(name),
    };
    let named = Path::new(name).file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    let found = found.filter(|_| !named.is_empty());
    found.map(|path| (named, path)).ok_or_else(|| {
        Failure::Usage(anyhow!(
            "--engines: there is no program {text:?} on this machine; name it as stockfish=/path/to/it"
        ))
    })
}

/// The machine and the process.
fn own_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    format!("{} ({})", host.unwrap_or_else(|| "worker".to_owned()), std::process::id())
}
