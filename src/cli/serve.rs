//! `arena serve`: the server.

mod flags;
mod reload;

use std::io::{IsTerminal, Write};
use std::sync::Arc;

use anyhow::Context;

use super::{CommandResult, ConfigDir, Failure};
use arena_bots::embedded::Files;
use arena_bots::remote::Workers;
use arena_server::settings::Settings;
#[cfg(unix)]
use arena_server::{Parts, Running, inherited, start};
pub(super) use flags::{SettingsFlags, is_free, is_served, settings};
use reload::{Configuration, Hangups};
#[cfg(unix)]
use sd_notify::NotifyState;
use tracing_subscriber::Layer;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Makes glibc's allocator return the memory of transposition tables when they are dropped. By default it raises its
/// threshold after the first large allocation, and a server keeps the memory of its highest load. The allocator reads
/// this setting only at process start, so the server re-executes itself once before doing anything else.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn return_freed_memory() {
    use std::os::unix::process::CommandExt;

    /// Blocks of at least this size are mapped individually and unmapped when freed.
    const THRESHOLD: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "1048576");
    let mut arguments = std::env::args_os();
    let (Some(name), None) = (arguments.next(), std::env::var_os(THRESHOLD.0)) else { return };
    let Ok(program) = std::env::current_exe() else { return };
    // Returns only on failure. The server then runs without the setting and keeps more memory.
    let error = std::process::Command::new(program).arg0(name).args(arguments).env(THRESHOLD.0, THRESHOLD.1).exec();
    say!("arena: freed memory will not be returned to the system at once: {error}");
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
const fn return_freed_memory() {}

/// Runs the server: the page, the WebSocket at /ws and the HTTP interface below /api. This is the default command.
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
    let roster = super::modules::server_roster(config.folder()?)?;
    let files = Files::over(config.folder()?);
    // Colours are for terminals only, not for log files.
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
            // The log can be written while events are sent to subscribers, and sending them may append to the log
            // again.
            arena_store::before_pause();
            arena_play::burst::before_pause();
            arena_store::before_pause();
        })
        .build()
        .context("cannot start the async runtime")?;
    let mut parts = Parts::new(roster, files);
    parts.modules = Some(Arc::new(arena_modules::Checker));
    parts.extensions.push(Box::new(arena_lichess::BotApi::default()));
    #[cfg(feature = "mcp")]
    parts.extensions.push(Box::new(arena_mcp::Mcp::default()));
    #[cfg(unix)]
    {
        parts.listener = inherited().context("the file descriptor in LISTEN_FDS is not a listening TCP socket")?;
    }
    let served = runtime.block_on(serve(settings, parts, configuration));
    // Work that did not end in time is abandoned.
    runtime.shutdown_background();
    served
}

/// Returns the workers at the NATS server in the settings, if it is given.
#[cfg(feature = "cluster")]
async fn workers(settings: &Settings) -> Result<Option<Arc<dyn Workers>>, Failure> {
    if settings.bots.nats.is_empty() {
        return Ok(None);
    }
    let workers = arena_cluster::LiveWorkers::connect(settings.bots.nats.reveal()).await;
    let workers = workers.map_err(|error| Failure::Work(anyhow::Error::new(error).context("nats in [bots]")))?;
    Ok(Some(workers))
}

/// Refuses a NATS server in the settings, because this build has no workers.
#[cfg(not(feature = "cluster"))]
#[expect(clippy::unused_async, reason = "with the feature cluster it connects")]
async fn workers(settings: &Settings) -> Result<Option<Arc<dyn Workers>>, Failure> {
    if settings.bots.nats.is_empty() {
        return Ok(None);
    }
    Err(Failure::Usage(anyhow::anyhow!("nats in [bots] needs a build with `--features cluster`")))
}

async fn serve(settings: Settings, mut parts: Parts, mut configuration: Configuration) -> CommandResult {
    parts.workers = workers(&settings).await?;
    let mut signals = Signals::new().context("cannot register the handlers of stop signals")?;
    // Registered before the server announces itself: without a handler, the signal would end the process.
    let mut hangups = Hangups::new().context("cannot register the handler of SIGHUP")?;
    let data = settings.server.data.clone();
    let running = tokio::select! {
        started = start(settings, parts) => started.map_err(|error| Failure::Work(error.into()))?,
        () = signals.next() => return Ok(()),
    };
    // The server runs even if this output cannot be written.
    announce(&running, &data).ok();
    notify(&NotifyState::Ready);
    loop {
        tokio::select! {
            () = signals.next() => break,
            () = hangups.next() => say!("arena: SIGHUP: {}", configuration.reload(&running)),
        }
    }
    say!("arena: stopping; Ctrl-C again stops at once");
    notify(&NotifyState::Stopping);
    tokio::select! {
        closed = running.shut_down() => closed.map_err(|error| Failure::Work(error.into())),
        () = signals.next() => {
            say!("arena: stopped at once");
            std::process::exit(1);
        }
    }
}

/// Prints the addresses in one write, so that a reader that reads only the first lines and closes the pipe does not end
/// the server.
fn announce(running: &Running, data: &std::path::Path) -> std::io::Result<()> {
    let (link, life) = running.operator_link();
    let text = format!(
        "arena       {}\ndata        {}\noperator    {link}\n            (gives one browser operator rights, once, \
         within {} minutes; `arena operator-link` prints another)\n",
        running.url(),
        data.display(),
        life.as_millis().div_ceil(60_000)
    );
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Tells systemd about a change of state (`sd_notify(3)`). Does nothing outside a unit of `Type=notify`.
#[cfg(unix)]
fn notify(state: &NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(std::slice::from_ref(state)) {
        say!("systemd cannot be notified: {error}");
    }
}

/// The signals that ask the server to stop.
pub(super) struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    /// Signals that are ignored but would end the process without a handler. SIGXFSZ arrives when a file reaches the
    /// system's size limit; the write then fails as on a full disk and is reported as such.
    #[cfg(unix)]
    _unheard: [tokio::signal::unix::Signal; 3],
}

/// The number of SIGXFSZ on macOS and on the usual Linux architectures.
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
