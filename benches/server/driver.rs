//! Starts server and load generator in turns, each on its own processor, and collects the results.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use arena_games::GameId;
use clap::{Parser, Subcommand};

use super::disk::{self, Appends};
use super::load::{self, Outcome, Task};
use super::process::{Running, pin, processors};
use super::relay;
use super::table::{Size, print};

/// Approximate size of a move on disk, in bytes.
const MOVE_BYTES: f64 = 200.0;
/// Number of threads in which bots think if the arena has one processor.
const THINKING: usize = 1;
/// Duration of the measurement of the disk alone.
const DISK_TIME: Duration = Duration::from_secs(2);

/// Compares the arena with a relay of the same bytes: moves per second, processor time, latency and memory.
#[derive(Debug, Parser)]
struct Args {
    /// The game that is played: a random match, always the same one, in which the sides move in turn.
    #[arg(long, default_value = "tictactoe")]
    game: GameId,
    /// Numbers of connections.
    #[arg(long, value_delimiter = ',', default_value = "200,1000,5000")]
    connections: Vec<usize>,
    /// Also search for the rate at which p99 exceeds 10 ms.
    #[arg(long)]
    knee: bool,
    /// Keep bots thinking on every processor of the arena, and as many busy threads in the relay.
    #[arg(long)]
    busy: bool,
    /// Also measure the relay with a log, which only appends and syncs each move before answering.
    #[arg(long)]
    floor: bool,
    /// Number of measurements; the medians are printed.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Duration of each measurement, in seconds.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Moves per second while latency is measured; 0 is half of the arena's rate in the first round.
    #[arg(long, default_value_t = 0)]
    rate: u64,
    /// Folder for data directories; determines the measured file system.
    #[arg(long, default_value = env!("CARGO_TARGET_TMPDIR"))]
    data: PathBuf,
    /// The arena to measure.
    #[arg(long, default_value = env!("CARGO_BIN_EXE_arena"))]
    server: PathBuf,
    /// Passed by cargo to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
    #[command(subcommand)]
    role: Option<Role>,
}

/// The role of a process started by the benchmark.
#[derive(Debug, Subcommand)]
enum Role {
    #[command(hide = true)]
    Relay { recording: PathBuf, busy: usize, log: Option<PathBuf> },
    #[command(hide = true)]
    Record { address: SocketAddr, game: GameId, recording: PathBuf },
    #[command(hide = true)]
    Load(Task),
    #[command(hide = true)]
    Disk { directory: PathBuf, bytes: usize },
}

pub(crate) fn run() -> anyhow::Result<()> {
    let args = Args::parse();
    match args.role {
        None => measure(&args),
        Some(Role::Relay { recording, busy, log }) => relay::run(&recording, busy, log.as_deref()),
        Some(Role::Record { address, game, recording }) => load::record(address, game, &recording),
        Some(Role::Load(task)) => say(&load::run(&task)?),
        Some(Role::Disk { directory, bytes }) => say(&disk::measure(&directory, bytes, DISK_TIME)?),
    }
}

fn say(outcome: &impl serde::Serialize) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string(outcome)?);
    Ok(())
}

/// The processors of servers and of load generators.
#[derive(Clone, Copy)]
struct Places {
    server: usize,
    load: usize,
}

fn measure(args: &Args) -> anyhow::Result<()> {
    allow_files(args.connections.iter().copied().max().unwrap_or_default())?;
    let [server, load, ..] = processors()?[..] else { bail!("server and load need a processor each, there is one") };
    let places = Places { server, load };
    let kept = tempfile::tempdir_in(&args.data)?;
    let settings = kept.path().join("arena.toml");
    fs::write(&settings, SETTINGS)?;
    let recording = kept.path().join("recording.json");
    record(args, places, &settings, &recording)?;
    let mut sizes = Vec::new();
    for &connections in &args.connections {
        let mut size = Size { connections, ..Size::default() };
        let mut rate = args.rate;
        for round in 1..=args.rounds {
            let data = tempfile::tempdir_in(&args.data)?;
            let arena = Server::arena(args, places, &settings, data.path())?;
            if args.busy {
                load::have_bots_think(arena.address)?;
            }
            let task = |server: &Server, rate| Task {
                address: server.address,
                pid: server.process.0.id(),
                game: args.game,
                connections,
                seconds: args.seconds,
                rate,
                knee: args.knee,
            };
            let outcome = loaded(places, task(&arena, rate))?;
            size.commits.push(moves_a_commit(arena.address)?);
            arena.process.stop()?;
            drop(data);
            if rate == 0 {
                rate = (outcome.moves / 2.0).round() as u64;
            }
            let relays = |log: Option<&Path>| -> anyhow::Result<Outcome> {
                let relay = Server::relay(places, &recording, if args.busy { THINKING } else { 0 }, log)?;
                let outcome = loaded(places, task(&relay, rate))?;
                relay.process.stop()?;
                Ok(outcome)
            };
            let mut measured = |name: &str, outcomes: fn(&mut Size) -> &mut Vec<Outcome>, outcome: Outcome| {
                eprintln!("{connections} connections, round {round}: {name} {outcome:.1?}");
                outcomes(&mut size).push(outcome);
            };
            measured("arena", |size| &mut size.arena, outcome);
            measured("relay", |size| &mut size.relay, relays(None)?);
            if args.floor {
                let log = kept.path().join("log");
                measured("relay with a log", |size| &mut size.logged, relays(Some(&log))?);
            }
            let bytes = size.commits.last().map_or(MOVE_BYTES, |moves| moves * MOVE_BYTES);
            size.appends.push(appends(places, kept.path(), bytes as usize)?);
        }
        sizes.push(size);
    }
    print(&sizes);
    Ok(())
}

/// Settings under which the load generator is not rate-limited.
const SETTINGS: &str = include_str!("../help/no_flood.toml");

/// A running server.
struct Server {
    process: Running,
    address: SocketAddr,
}

impl Server {
    fn arena(args: &Args, places: Places, settings: &Path, data: &Path) -> anyhow::Result<Self> {
        let mut command = Command::new(&args.server);
        command.env("RUST_LOG", "warn");
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data).arg("--config").arg(settings);
        command.env("ARENA_TOURNAMENTS_SAMPLES", "false");
        Self::start(&mut command, places)
    }

    fn relay(places: Places, recording: &Path, busy: usize, log: Option<&Path>) -> anyhow::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        Self::start(command.arg("relay").arg(recording).arg(busy.to_string()).args(log), places)
    }

    fn start(command: &mut Command, places: Places) -> anyhow::Result<Self> {
        let mut process = Running::start(command, places.server)?;
        let mut line = String::new();
        BufReader::new(process.0.stdout.take().context("it is piped")?).read_line(&mut line)?;
        let address = line.trim().rsplit("http://").next().and_then(|address| address.parse().ok());
        Ok(Self { process, address: address.with_context(|| format!("the server printed {line:?}"))? })
    }
}

fn record(args: &Args, places: Places, settings: &Path, recording: &Path) -> anyhow::Result<()> {
    let data = tempfile::tempdir_in(&args.data)?;
    let server = Server::arena(args, places, settings, data.path())?;
    load::record(server.address, args.game, recording)?;
    server.process.stop()
}

/// Measures a server with a load generator.
fn loaded(places: Places, task: Task) -> anyhow::Result<Outcome> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("load").args(["--address", &task.address.to_string(), "--pid", &task.pid.to_string()]);
    command.args(["--game", task.game.name()]);
    command.args(["--connections", &task.connections.to_string(), "--seconds", &task.seconds.to_string()]);
    command.args(["--rate", &task.rate.to_string()]);
    command.args(task.knee.then_some("--knee"));
    printed_json(&mut command, places.load)
}

fn appends(places: Places, directory: &Path, bytes: usize) -> anyhow::Result<Appends> {
    printed_json(
        Command::new(std::env::current_exe()?).arg("disk").arg(directory).arg(bytes.to_string()),
        places.server,
    )
}

/// Runs a command to its end and parses its output.
fn printed_json<T: serde::de::DeserializeOwned>(command: &mut Command, processor: usize) -> anyhow::Result<T> {
    pin(processor)?;
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    serde_json::from_slice(&output.stdout).with_context(|| format!("{command:?} failed"))
}

/// Returns the average number of moves per commit, from the server's counters.
fn moves_a_commit(address: SocketAddr) -> anyhow::Result<f64> {
    let mut stream = std::net::TcpStream::connect(address)?;
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    std::io::Write::write_all(&mut stream, request.as_bytes())?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    let value = |name: &str| -> anyhow::Result<f64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        Ok(line.with_context(|| format!("there is no {name} in /metrics"))?.trim().parse()?)
    };
    Ok(value("arena_store_requests_total")? / value("arena_store_commits_total")?.max(1.0))
}

/// A connection needs one file at each end.
fn allow_files(connections: usize) -> anyhow::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let wanted = connections as u64 + 256;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current.is_some_and(|current| current < wanted) {
        setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum })
            .with_context(|| format!("{wanted} open files are needed: raise the hard limit (ulimit -Hn)"))?;
    }
    Ok(())
}
