//! `arena serve`: the server.

mod flags;
mod reload;

use std::io::{IsTerminal, Write};

use anyhow::Context;

use super::{CommandResult, ConfigDir, Failure};
use crate::bots::Roster;
use crate::bots::embedded::Files;
#[cfg(unix)]
use crate::server::inherited;
use crate::server::{Parts, Running, start};
use crate::settings::Settings;
pub(super) use flags::{SettingsFlags, is_free, is_served, settings};
use reload::{Configuration, Hangups};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

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
    say!("freed memory will not go back to the system at once: {error}");
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
    let (wanted, filter) = tracing_subscriber::reload::Layer::new(reload::filter(&settings));
    let set_filter = move |wanted: &Settings| drop(filter.reload(reload::filter(wanted)));
    let log = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .log_internal_errors(false)
        .with_ansi(colours)
        .with_filter(wanted);
    tracing_subscriber::registry().with(log).init();
    let folder = config.folder()?.map(std::path::Path::to_owned);
    let configuration = Configuration::new(flags, folder, &settings, &roster, Box::new(set_filter));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .on_thread_park(|| {
            // The log can be written while others are told what was; and in telling them more may be logged.
            crate::store::before_pause();
            crate::play::burst::before_pause();
            crate::store::before_pause();
        })
        .build()
        .context("no runtime")?;
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only a Unix process inherits a socket"))]
    let mut parts = Parts::new(roster, files);
    #[cfg(unix)]
    {
        parts.listener = inherited().context("the file descriptor in LISTEN_FDS is not a listening TCP socket")?;
    }
    let served = runtime.block_on(serve(settings, parts, configuration));
    // Whatever did not end in time is not waited for.
    runtime.shutdown_background();
    served
}

async fn serve(settings: Settings, parts: Parts, mut configuration: Configuration) -> CommandResult {
    let mut signals = Signals::new().context("signals cannot be heard")?;
    // Before anybody knows that the server runs: until then the signal would end it.
    let mut hangups = Hangups::new().context("SIGHUP cannot be heard")?;
    let data = settings.server.data.clone();
    let running = tokio::select! {
        started = start(settings, parts) => started.map_err(|error| Failure::Work(error.into()))?,
        () = signals.next() => return Ok(()),
    };
    // It serves also where nobody can read that.
    announce(&running, &data).ok();
    loop {
        tokio::select! {
            () = signals.next() => break,
            () = hangups.next() => say!("arena: SIGHUP: {}", configuration.reload(&running)),
        }
    }
    say!("arena: stopping; once more to stop at once");
    tokio::select! {
        closed = running.shut_down() => closed.map_err(|error| Failure::Work(error.into())),
        () = signals.next() => {
            say!("arena: stopped at once");
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
    /// Mean nothing to a server, and would end it if nobody took them. The last one comes where a file has become as large as
    /// the system lets it: writing it then fails, as on a full disk, and is told as that.
    #[cfg(unix)]
    _unheard: [tokio::signal::unix::Signal; 3],
}

/// SIGXFSZ, as Linux on the usual processors and macOS number it.
#[cfg(unix)]
const FILE_TOO_LARGE: i32 = 25;

#[cfg(unix)]
impl Signals {
    pub(super) fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            _unheard: [
                signal(SignalKind::user_defined1())?,
                signal(SignalKind::user_defined2())?,
                signal(SignalKind::from_raw(FILE_TOO_LARGE))?,
            ],
        })
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
