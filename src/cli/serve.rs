//! `arena serve`: the server.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context;
use tracing_subscriber::EnvFilter;

use super::{CommandResult, ConfigDir, Failure};
use crate::bots::Roster;
use crate::bots::embedded::Files;
use crate::server::edge::reachable;
use crate::server::{Parts, Running, start};
use crate::settings::{Settings, SettingsError};

/// Makes the system's allocator (glibc) give the memory of transposition tables back when they are dropped. Left alone, it
/// learns from the first large one to keep what comes after, and a server stays as large as a flood has made it. It reads
/// this only when a process starts, so the server replaces itself, once, before it has done anything.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn return_freed_memory() {
    use std::os::unix::process::CommandExt;

    /// Blocks from this size on are mapped each by itself, and unmapped when they are freed.
    const THRESHOLD: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "1048576");
    let mut arguments = std::env::args_os();
    let (Some(name), None) = (arguments.next(), std::env::var_os(THRESHOLD.0)) else { return };
    let Ok(program) = std::env::current_exe() else { return };
    // Comes back only where it failed; the server then runs as it is, and keeps more memory.
    let error = std::process::Command::new(program).arg0(name).args(arguments).env(THRESHOLD.0, THRESHOLD.1).exec();
    eprintln!("freed memory will not go back to the system at once: {error}");
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
const fn return_freed_memory() {}

/// Runs the server: the page, the WebSocket at /ws and the HTTP interface below /api. This is what `arena` alone does.
///
/// Example: arena serve --listen 127.0.0.1:8080 --data data
#[derive(Debug, Default, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    flags: SettingsFlags,
}

// What says which server is meant. No documentation: it would become that of the command which has these flags.
#[derive(Debug, Default, clap::Args)]
pub(super) struct SettingsFlags {
    /// The settings' file [default: arena.toml in the folder of configuration]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address and port to listen on; port 0 picks a free one [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR", env = "ARENA_LISTEN")]
    listen: Option<SocketAddr>,
    /// The data directory [default: data]
    #[arg(long, value_name = "DIR", env = "ARENA_DATA")]
    data: Option<PathBuf>,
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        Self::Usage(error.into())
    }
}

pub(super) fn run(args: Args, config: &ConfigDir) -> CommandResult {
    return_freed_memory();
    let settings = settings(args.flags, config)?;
    let roster = Roster::load(config.folder()?)?;
    let files = Files::over(config.folder()?);
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    // Colours are for terminals; a log file is to be read as it is.
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colours).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no runtime")?;
    let served = runtime.block_on(serve(settings, Parts::new(roster, files)));
    // Whatever did not end in time is not waited for.
    runtime.shutdown_background();
    served
}

/// The settings of file and environment, under the flags.
pub(super) fn settings(args: SettingsFlags, config: &ConfigDir) -> Result<Settings, Failure> {
    let beside = config.folder()?.map(|folder| folder.join("arena.toml")).filter(|path| path.is_file());
    let file = args.config.or(beside);
    // Variables in another encoding are none of ours.
    let environment: BTreeMap<String, String> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    let mut settings = Settings::load(file.as_deref(), environment)?;
    settings.server.listen = args.listen.unwrap_or(settings.server.listen);
    settings.server.data = args.data.unwrap_or(settings.server.data);
    settings.check()?;
    Ok(settings)
}

async fn serve(settings: Settings, parts: Parts) -> CommandResult {
    let mut signals = Signals::new().context("signals cannot be heard")?;
    let data = settings.server.data.clone();
    let running = start(settings, parts).await.map_err(|error| Failure::Work(error.into()))?;
    announce(&running, &data)?;
    signals.next().await;
    eprintln!("arena: stopping; once more to stop at once");
    tokio::select! {
        closed = running.shut_down() => closed.map_err(|error| Failure::Work(error.into())),
        () = signals.next() => {
            eprintln!("arena: stopped at once");
            std::process::exit(1);
        }
    }
}

/// Says what one needs. It is written at once: whoever reads only the first lines must not end the server with a pipe that
/// nobody reads.
fn announce(running: &Running, data: &std::path::Path) -> std::io::Result<()> {
    let text = format!(
        "arena       http://{}\ndata        {}\noperator    {}\n            (makes your browser the operator's, once; \
         `arena operator-link` prints another)\n",
        reachable(running.address),
        data.display(),
        running.operator_link()
    );
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The signals that ask to stop.
pub(super) struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    pub(super) fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    pub(super) async fn next(&mut self) {
        tokio::select! { _ = self.terminate.recv() => {}, _ = self.interrupt.recv() => {} }
    }
}

#[cfg(not(unix))]
impl Signals {
    pub(super) fn new() -> std::io::Result<Self> {
        Ok(Self {})
    }

    pub(super) async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
