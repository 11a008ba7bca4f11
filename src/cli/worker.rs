//! `arena worker`: plays matches for tournaments that run on other machines, and searches for live servers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};

use super::serve::Signals;
use super::{CommandResult, Failure};
use arena_bots::engine::{installed, kill_all};
use arena_cluster::{Equipment, Takes, WorkerError, work};
use arena_tournament::plan::MAX_CONCURRENCY;

/// Plays matches for tournaments that run with --nats, and searches for servers whose settings name the same NATS
/// server under the key nats of the section bots. Each worker adds to the number of concurrent matches and searches.
///
/// A worker accepts work from every tournament and server of the same build, until it is stopped. It may be killed at any
/// time: another worker replays its unfinished matches, and a server makes the unfinished searches itself. Ctrl-C (or
/// SIGTERM) stops it after the running matches, and a second one stops it at once.
///
/// Example: arena worker --nats nats://127.0.0.1:4222 --engines stockfish
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The NATS server. A user name and password, or a token, may precede the host, as in nats://me:secret@host:4222;
    /// tls:// encrypts the connection.
    #[arg(long, value_name = "URL", env = "ARENA_NATS")]
    nats: String,
    /// Concurrent matches or searches [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_CONCURRENCY as i64))]
    threads: Option<u16>,
    /// Take only matches of tournaments, or only searches of live servers. Without it the worker takes both, and searches
    /// come first.
    #[arg(long, value_name = "KIND")]
    only: Option<Only>,
    /// External engines that this machine may start, by program name, such as stockfish or stockfish=/opt/sf/stockfish;
    /// separated by commas. The tournament determines their arguments and options.
    #[arg(long, value_name = "NAME[=PATH]", value_delimiter = ',')]
    engines: Vec<String>,
    /// Name of the worker in messages [default: the machine and the process]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

/// The only kind of work that a worker takes.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Only {
    Tournaments,
    Live,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let threads = args.threads.map(usize::from);
    let equipment = Equipment {
        name: args.name.clone().unwrap_or_else(own_name),
        threads: threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get)),
        takes: match args.only {
            None => Takes::Everything,
            Some(Only::Tournaments) => Takes::Tournaments,
            Some(Only::Live) => Takes::Live,
        },
        memory: arena_server::memory() / 4,
        modules: Arc::new(arena_modules::Checker),
        engines: args.engines.iter().map(|text| engine(text)).collect::<Result<BTreeMap<_, _>, _>>()?,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime for the connection to NATS")?;
    let worked = runtime.block_on(async {
        let mut signals = Signals::new().context("cannot register the handlers of stop signals")?;
        let (say, stop) = tokio::sync::oneshot::channel();
        tokio::spawn(async move {
            signals.next().await;
            say!("Stopping after the running matches; Ctrl-C again stops at once.");
            let _ = say.send(());
            signals.next().await;
            kill_all();
            std::process::exit(1);
        });
        let stop = async {
            // The sender exists until the process exits.
            let _ = stop.await;
        };
        Ok::<_, anyhow::Error>(work(&args.nats, &equipment, stop).await)
    })?;
    // Threads that still play an unneeded match end with the process.
    kill_all();
    worked.map_err(Failure::from)
}

impl From<WorkerError> for Failure {
    fn from(error: WorkerError) -> Self {
        Self::Work(error.into())
    }
}

/// Parses `NAME` or `NAME=PATH`: the program's name in tournaments, and its path.
fn engine(text: &str) -> Result<(String, PathBuf), Failure> {
    let (name, path) = text.split_once('=').map_or((text, None), |(name, path)| (name, Some(path)));
    let program = match path {
        Some(path) => Some(PathBuf::from(path)).filter(|path| path.is_file()),
        None if name.contains('/') => Some(PathBuf::from(name)).filter(|path| path.is_file()),
        None => installed(name),
    };
    let named = Path::new(name).file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    let program = program.filter(|_| !named.is_empty());
    program.map(|path| (named, path)).ok_or_else(|| {
        Failure::Usage(anyhow!(
            "--engines: there is no program {text:?} on this machine; name it as stockfish=/path/to/it"
        ))
    })
}

/// Returns the names of the machine and the process.
fn own_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    format!("{} ({})", host.unwrap_or_else(|| "worker".to_owned()), std::process::id())
}
