//! `arena serve`: the server.

mod reload;

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;

use super::{CommandResult, ConfigDir, Failure};
use crate::bots::Roster;
use crate::bots::embedded::Files;
use crate::server::edge::reachable;
use crate::server::{Parts, Running, start};
use crate::settings::{Settings, SettingsError};
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

/// How long an address is given to answer.
const WITHIN: Duration = Duration::from_secs(2);

/// Runs the server: the page, the WebSocket at /ws and the HTTP interface below /api. This is what `arena` alone does.
///
/// Example: arena serve --listen 127.0.0.1:8080 --data data
#[derive(Debug, Default, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    flags: SettingsFlags,
}

// What says which server is meant. No documentation: it would become that of the command which has these flags.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct SettingsFlags {
    /// The settings' file [default: arena.toml in the folder of configuration]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address or name, and port, to listen on; of a name's addresses the first that is free. Port 0 picks a free one
    /// [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR:PORT", env = "ARENA_LISTEN")]
    listen: Option<Listen>,
    /// The data directory [default: data]
    #[arg(long, value_name = "DIR", env = "ARENA_DATA")]
    data: Option<PathBuf>,
}

/// The addresses that somebody means, at least one.
#[derive(Clone, Debug)]
struct Listen(Vec<SocketAddr>);

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "expected an address and a port, as 127.0.0.1:8080, [::1]:8080 or localhost:8080";
        let Some((_, port)) = text.rsplit_once(':') else { return Err(form.to_owned()) };
        if port.parse::<u16>().is_err() {
            return Err(format!("{port:?} is no port from 0 to 65535; {form}"));
        }
        let found: Vec<SocketAddr> = text.to_socket_addrs().map_err(|error| format!("{error}; {form}"))?.collect();
        if found.is_empty() { Err(format!("the name has no address; {form}")) } else { Ok(Self(found)) }
    }
}

impl Listen {
    /// The first of the addresses for which this holds, or the first of all, so that what is wrong with it is said.
    fn first(&self, holds: impl Fn(&SocketAddr) -> bool) -> SocketAddr {
        self.0.iter().copied().find(|address| holds(address)).unwrap_or(self.0[0])
    }
}

/// Whether nobody listens there, and we may.
pub(super) fn is_free(address: &SocketAddr) -> bool {
    TcpListener::bind(address).is_ok()
}

/// Whether somebody listens there.
pub(super) fn is_served(address: &SocketAddr) -> bool {
    TcpStream::connect_timeout(address, WITHIN).is_ok()
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        Self::Usage(error.into())
    }
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

/// The settings of file and environment, under the flags. Of several addresses of a name the first that is `wanted` is
/// taken.
pub(super) fn settings(
    args: SettingsFlags,
    config: &ConfigDir,
    wanted: fn(&SocketAddr) -> bool,
) -> Result<Settings, Failure> {
    let beside = config.folder()?.map(|folder| folder.join("arena.toml")).filter(|path| path.is_file());
    let file = args.config.or(beside);
    // Variables in another encoding are none of ours.
    let environment: BTreeMap<String, String> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    let mut settings = Settings::load(file.as_deref(), environment)?;
    if let Some(listen) = args.listen {
        settings.server.listen = listen.first(wanted);
    }
    settings.server.data = args.data.unwrap_or(settings.server.data);
    settings.check()?;
    Ok(settings)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_listened_on_at_one_of_its_addresses() {
        let Listen(found) = "localhost:8080".parse().expect("every machine has it");
        assert!(!found.is_empty() && found.iter().all(|address| address.ip().is_loopback() && address.port() == 8080));
        let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let taken = taken.local_addr().expect("it has an address");
        let other = SocketAddr::from(([127, 0, 0, 1], 0));
        assert_eq!(Listen(vec![taken, other]).first(is_free), other);
        assert_eq!(Listen(vec![taken]).first(is_free), taken, "what is wrong with it is said where it is used");
        for (text, words) in
            [("8080", "as 127.0.0.1:8080"), ("localhost", "expected"), ("localhost:http", "is no port")]
        {
            let problem = text.parse::<Listen>().expect_err(text);
            assert!(problem.contains(words), "{text}: {problem}");
        }
    }
}
