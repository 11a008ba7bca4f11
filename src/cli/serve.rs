//! `arena serve`: the server.

mod flags;
mod reload;

use std::io::{IsTerminal, Write};

use anyhow::Context;

use super::{CommandResult, ConfigDir, Failure};
use crate::bots::Roster;
use crate::bots::embedded::Files;
use crate::server::{Parts, Running, start};
use crate::settings::Settings;
pub(super) use flags::{SettingsFlags, is_free, is_served, settings};
use reload::{Configuration, Hangups};

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

pub(super) fn run(args: Args, config: &ConfigDir) -> CommandResult {
    return_freed_memory();
    let flags = args.flags.clone();
    let settings = settings(args.flags, config, is_free)?;
    let roster = Roster::load(config.folder()?)?.with_engines(config.folder()?)?;
    let files = Files::over(config.folder()?);
    // Colours are for terminals; a log file is to be read as it is.
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let log = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(colours)
        .with_env_filter(reload::filter(&settings))
        .with_filter_reloading();
    let filter = log.reload_handle();
    let set_filter = move |wanted: &Settings| drop(filter.reload(reload::filter(wanted)));
    log.init();
    let folder = config.folder()?.map(std::path::Path::to_owned);
    let configuration = Configuration::new(flags, folder, &settings, &roster, Box::new(set_filter));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no runtime")?;
    let served = runtime.block_on(serve(settings, Parts::new(roster, files), configuration));
    // Whatever did not end in time is not waited for.
    runtime.shutdown_background();
    served
}

async fn serve(settings: Settings, parts: Parts, mut configuration: Configuration) -> CommandResult {
    let mut signals = Signals::new().context("signals cannot be heard")?;
    // Before anybody knows that the server runs: until then the signal would end it.
    let mut hangups = Hangups::new().context("SIGHUP cannot be heard")?;
    let data = settings.server.data.clone();
    let running = start(settings, parts).await.map_err(|error| Failure::Work(error.into()))?;
    announce(&running, &data)?;
    loop {
        tokio::select! {
            () = signals.next() => break,
            () = hangups.next() => eprintln!("arena: SIGHUP: {}", configuration.reload(&running)),
        }
    }
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
        "arena       {}\ndata        {}\noperator    {}\n            (makes your browser the operator's, once; \
         `arena operator-link` prints another)\n",
        running.url(),
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
