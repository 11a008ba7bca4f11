//! The load generator, a separate program. A single thread polls all connections without pausing and does as little
//! work as possible, so that the server is the bottleneck.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use arena_games::GameId;
use rustix::buffer::spare_capacity;
use rustix::event::epoll;
use rustix::fd::OwnedFd;
use rustix::time::Timespec;
use serde::{Deserialize, Serialize};

use super::frames::Socket;
use super::pairs::{Pace, Pair, Script, Took, moved};
use super::process::{processor_time, resident};
use super::relay::Recording;

/// The measurement to run.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Task {
    /// Address of the server.
    #[arg(long)]
    pub(crate) address: SocketAddr,
    /// Process id of the server.
    #[arg(long)]
    pub(crate) pid: u32,
    /// The game that is played.
    #[arg(long)]
    pub(crate) game: GameId,
    /// Number of connections.
    #[arg(long)]
    pub(crate) connections: usize,
    /// Duration of each measurement.
    #[arg(long)]
    pub(crate) seconds: u64,
    /// Moves per second in the second measurement; 0 is half of the rate in the first.
    #[arg(long, default_value_t = 0)]
    pub(crate) rate: u64,
    /// Search for the rate at which p99 exceeds [`KNEE`].
    #[arg(long)]
    pub(crate) knee: bool,
}

/// The results.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// Maximum number of moves per second.
    pub(crate) moves: f64,
    /// Processor time per move during that, in microseconds, of the server and of the load generator.
    pub(crate) server: f64,
    pub(crate) load: f64,
    /// The rate of the second measurement, and its latencies in microseconds.
    pub(crate) rate: f64,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    /// Growth of the server's memory in KiB per connection: after all have connected, and after all play.
    pub(crate) idle: f64,
    pub(crate) playing: f64,
    /// The highest rate with p99 below [`KNEE`], or 0 if it was not searched for.
    pub(crate) knee: f64,
}

/// The p99 at the knee, in microseconds.
const KNEE: f64 = 10_000.0;
/// Number of bisection steps.
const STEPS: usize = 5;

/// Timeout for every operation.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time for the server to settle after a change.
const SETTLING: Duration = Duration::from_secs(1);
/// The load generator never sleeps. Waking it would cost the server time that remote clients do not cost, and more of
/// it the slower the server is.
const AT_ONCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

struct Load {
    pairs: Vec<Pair>,
    poll: OwnedFd,
    events: Vec<epoll::Event>,
    scratch: Vec<u8>,
    pace: Pace,
    took: Vec<Took>,
}

/// Connects and runs the measurements.
pub(crate) fn run(task: &Task) -> anyhow::Result<Outcome> {
    let empty = resident(task.pid)?;
    let grown = || Ok::<_, anyhow::Error>((resident(task.pid)? - empty) / task.connections as f64);
    let mut load = Load::connect(task)?;
    load.go_until(|load| load.pairs.iter().all(Pair::is_welcome))?;
    load.go_on_for(SETTLING)?;
    let idle = grown()?;
    load.pairs.iter_mut().try_for_each(Pair::make)?;
    load.go_until(|load| load.pairs.iter().all(Pair::has_begun))?;
    load.go_on_for(SETTLING)?;
    let playing = grown()?;
    let peak = load.peak(task)?;
    let rate = if task.rate == 0 { peak.moves / 2.0 } else { task.rate as f64 };
    let [p50, p99] = load.paced(rate, Duration::from_secs(task.seconds))?;
    let knee = if task.knee { load.knee(peak.moves)? } else { 0.0 };
    Ok(Outcome { rate, p50, p99, idle, playing, knee, ..peak })
}

impl Load {
    fn connect(task: &Task) -> anyhow::Result<Self> {
        let pairs = task.connections / 2;
        let script = Arc::new(Script::new(task.game)?);
        let poll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let mut connected = Vec::with_capacity(pairs);
        for pair in 0..pairs as u64 {
            let connect = || Socket::connect(task.address);
            let sockets = [connect()?, connect()?];
            for (number, socket) in (2 * pair..).zip(&sockets) {
                socket.stream.set_nonblocking(true)?;
                epoll::add(&poll, &socket.stream, epoll::EventData::new_u64(number), epoll::EventFlags::IN)?;
            }
            connected.push(Pair::new(sockets, Arc::clone(&script))?);
        }
        Ok(Self {
            pairs: connected,
            poll,
            events: Vec::with_capacity(256),
            scratch: vec![0; 1 << 16],
            pace: Pace::Hold,
            took: Vec::new(),
        })
    }

    /// Waits for messages until `until` at most, and answers them.
    fn turn(&mut self, until: Instant) -> anyhow::Result<()> {
        self.events.clear();
        loop {
            epoll::wait(&self.poll, spare_capacity(&mut self.events), Some(&AT_ONCE))?;
            if !self.events.is_empty() || Instant::now() >= until {
                break;
            }
        }
        for event in std::mem::take(&mut self.events).drain(..) {
            let number = event.data.u64();
            let (pair, which) = (usize::try_from(number / 2)?, usize::try_from(number % 2)?);
            let mut texts = Vec::new();
            self.pairs[pair].sockets[which].receive(&mut self.scratch, |text| texts.push(text.to_owned()))?;
            for text in texts {
                self.took.extend(self.pairs[pair].hear(which, &text, self.pace)?);
            }
        }
        self.events.reserve(256);
        Ok(())
    }

    fn go_on_for(&mut self, time: Duration) -> anyhow::Result<()> {
        let until = Instant::now() + time;
        while Instant::now() < until {
            self.turn(until)?;
        }
        Ok(())
    }

    fn go_until(&mut self, is_done: impl Fn(&Self) -> bool) -> anyhow::Result<()> {
        let until = Instant::now() + PATIENCE;
        while !is_done(self) {
            if Instant::now() >= until {
                bail!("the server did not finish within {PATIENCE:?}");
            }
            self.go_on_for(Duration::from_millis(50))?;
        }
        Ok(())
    }

    /// Measures the maximum rate. The time to settle is not counted.
    fn peak(&mut self, task: &Task) -> anyhow::Result<Outcome> {
        self.pace = Pace::Free;
        let now = Instant::now();
        self.pairs.iter_mut().try_for_each(|pair| pair.go_on(Pace::Free, now))?;
        self.go_on_for(SETTLING)?;
        self.took.clear();
        let used = || Ok::<_, anyhow::Error>([processor_time(task.pid)?, processor_time(std::process::id())?]);
        let (began, before) = (Instant::now(), used()?);
        self.go_on_for(Duration::from_secs(task.seconds))?;
        let (seconds, after) = (began.elapsed().as_secs_f64(), used()?);
        let moves = self.took.len() as f64;
        let a_move = |which: usize| (after[which] - before[which]) * 1e6 / moves;
        Ok(Outcome { moves: moves / seconds, server: a_move(0), load: a_move(1), ..Outcome::default() })
    }

    /// Returns the highest rate of moves up to `peak` with p99 below [`KNEE`].
    fn knee(&mut self, peak: f64) -> anyhow::Result<f64> {
        let (mut well, mut ill) = (0.0, peak);
        for _ in 0..STEPS {
            let rate = f64::midpoint(well, ill);
            let [_, p99] = self.paced(rate, 2 * SETTLING)?;
            *(if p99 < KNEE { &mut well } else { &mut ill }) = rate;
        }
        Ok(well)
    }

    /// Makes `rate` moves per second, distributed over the pairs, each at a fixed instant. Returns the latencies at p50
    /// and p99 in microseconds, counted from the instant at which a move was due. Moves that are unfinished at the end
    /// count as if they finished then.
    fn paced(&mut self, rate: f64, time: Duration) -> anyhow::Result<[f64; 2]> {
        self.pace = Pace::Due;
        self.pairs.iter_mut().for_each(Pair::forget_due);
        self.go_on_for(SETTLING)?;
        self.took.clear();
        let began = Instant::now();
        let (counted, end) = (began + SETTLING, began + SETTLING + time);
        let mut next = 0;
        loop {
            let now = Instant::now();
            if now >= end {
                break;
            }
            let due = |number: usize| began + Duration::from_secs_f64(number as f64 / rate);
            while due(next) <= now {
                let pair = next % self.pairs.len();
                self.pairs[pair].is_due(due(next), now)?;
                next += 1;
            }
            self.turn(due(next).min(end))?;
        }
        let overdue: Vec<Took> = self.pairs.iter().flat_map(|pair| pair.overdue(end)).collect();
        let all = self.took.iter().chain(&overdue).filter(|took| took.since >= counted);
        let microseconds = |took: &Took| took.heard.saturating_duration_since(took.since).as_secs_f64() * 1e6;
        let mut latencies: Vec<f64> = all.map(microseconds).collect();
        latencies.sort_by(f64::total_cmp);
        Ok([50, 99].map(|part| latencies.get(latencies.len() * part / 100).copied().unwrap_or_default()))
    }
}

/// Plays one match and records the server's messages, so that the relay can send the same ones.
pub(crate) fn record(address: SocketAddr, game: GameId, to: &Path) -> anyhow::Result<()> {
    let script = Script::new(game)?;
    let mut recording = Recording::default();
    let [mut maker, mut other] = [Ear::new(address)?, Ear::new(address)?];
    let hello = r#"{"type":"hello"}"#;
    recording.welcome = maker.ask(hello, |text| text.contains("welcome"))?;
    other.ask(hello, |text| text.contains("welcome"))?;
    recording.created = maker.ask(&script.create(), |text| text.contains(r#""created""#))?;
    recording.snapshots[0] = maker.hear(|text| text.contains(r#""snapshot""#))?;
    let id = recording.created.split_once(r#""match":""#).and_then(|(_, after)| after.get(..36));
    let id = id.context("a match has an id")?.to_owned();
    let join = format!(r#"{{"type":"join","match":"{id}"}}"#);
    recording.snapshots[1] = other.ask(&join, |text| text.contains(r#""snapshot""#))?;
    for (ply, mv) in script.moves.iter().enumerate() {
        let (mover, opponent) = if ply % 2 == 0 { (&mut maker, &mut other) } else { (&mut other, &mut maker) };
        let text = format!(r#"{{"type":"move","id":1,"match":"{id}","ply":{ply},"move":"{mv}"}}"#);
        recording.acknowledged = mover.ask(&text, |text| text.contains(r#""re":1"#))?;
        recording.moved.push(opponent.hear(|text| moved(text) == Some(ply))?);
    }
    let leave = format!(r#"{{"type":"leave","id":9,"match":"{id}"}}"#);
    recording.left = maker.ask(&leave, |text| text.contains(r#""re":9"#))?;
    recording.id = id;
    serde_json::to_writer(std::fs::File::create(to)?, &recording)?;
    Ok(())
}

/// Creates two matches in which bots think for a second per move, so that one of them is always thinking, for some
/// minutes.
pub(crate) fn have_bots_think(address: SocketAddr) -> anyhow::Result<()> {
    let mut ear = Ear::new(address)?;
    ear.ask(r#"{"type":"hello"}"#, |text| text.contains("welcome"))?;
    for _ in 0..2 {
        let create = r#"{"type":"create","game":"chess","seats":[{"bot":"chess-champion"},{"bot":"chess-champion"}]}"#;
        ear.ask(create, |text| text.contains(r#""created""#))?;
    }
    Ok(())
}

/// A connection that waits for texts one by one.
struct Ear {
    socket: Socket,
    heard: VecDeque<String>,
}

impl Ear {
    fn new(address: SocketAddr) -> anyhow::Result<Self> {
        let socket = Socket::connect(address)?;
        socket.stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self { socket, heard: VecDeque::new() })
    }

    fn ask(&mut self, text: &str, fits: impl Fn(&str) -> bool) -> anyhow::Result<String> {
        self.socket.send(text)?;
        self.hear(fits)
    }

    /// Returns the next text that fits; other texts are skipped.
    fn hear(&mut self, fits: impl Fn(&str) -> bool) -> anyhow::Result<String> {
        let until = Instant::now() + PATIENCE;
        loop {
            while let Some(text) = self.heard.pop_front() {
                if fits(&text) {
                    return Ok(text);
                }
            }
            if Instant::now() >= until {
                bail!("the server does not send the expected message");
            }
            self.socket.receive(&mut [0; 1 << 16], |text| self.heard.push_back(text.to_owned()))?;
        }
    }
}
