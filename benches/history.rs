//! Measures the cost of finished matches: bytes per move on disk, server start, lists, and the replay of a match. Each
//! is compared with bare SQLite reading the same rows.
//!
//! `cargo bench --bench history -- [--matches 1000000] [--data DIR]`; Linux only. A data directory that already has
//! that many matches is used unchanged. Otherwise matches are created: tic-tac-toe of seven moves between a thousand
//! players, most of whom play little. Warm is the median of two hundred reads, each repeated over the same connection.
//! Cold is the median of ten reads, each by a newly opened store with no page of the database in the system's cache
//! (`posix_fadvise`). Bare SQLite reads the rows by key over its own connection and does not decode them.

#[path = "help/mod.rs"]
mod help;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use arena_bots::Roster;
use arena_bots::embedded::Files;
use arena_games::seed::Rng;
use arena_games::{BySide, GameId, Options, Side};
use arena_play::{EndReason, Event, EventLog, GameResult, MatchSetup, NumberedEvent, Seat, Verdict};
use arena_server::settings::Settings;
use arena_server::{Parts, start};
use arena_store::{MatchFilter, Store};
use clap::Parser;
use futures::StreamExt;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use rustix::fs::{Advice, fadvise};
use uuid::Uuid;

#[derive(Parser)]
struct Args {
    #[arg(long, default_value_t = 1_000_000)]
    matches: u64,
    #[arg(long)]
    data: Option<PathBuf>,
    /// Passed by cargo to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

const MOVES: [&str; 7] = ["b2", "a1", "c1", "a3", "a2", "c3", "b1"];
const PLAYERS: u64 = 1_000;
const WARM: usize = 200;
const COLD: usize = 10;
/// Number of matches created concurrently.
const AT_ONCE: usize = 2_000;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    if help::asked(include_str!("history.rs")) {
        return Ok(());
    }
    let args = Args::parse();
    let own = tempfile::tempdir()?;
    let data = args.data.as_deref().unwrap_or(own.path());
    let database = data.join("arena.sqlite");
    let found = if database.is_file() { count(&database)? } else { 0 };
    if found < args.matches {
        let began = Instant::now();
        fill(data, found..args.matches).await?;
        println!("{} matches were made in {:.0} s", args.matches - found, began.elapsed().as_secs_f64());
    }
    let bytes = std::fs::metadata(&database)?.len();
    let moves = args.matches * MOVES.len() as u64;
    println!("{:.0} bytes a move on the disk, with indexes, lists and tallies", bytes as f64 / moves as f64);
    let empty = tempfile::tempdir()?;
    let started = [starts(empty.path()).await?, starts(data).await?, starts(data).await?];
    let [nothing, first, again] = started.map(|time| time.as_secs_f64() * 1e3);
    println!(
        "from the start to the first answer: {first:.0} ms, again {again:.0} ms; with an empty data directory {nothing:.0} ms"
    );
    println!("{:<28} {:>10} {:>10} {:>6} {:>10} {:>10} {:>6}", "µs", "warm", "bare", "times", "cold", "bare", "times");
    for reading in Reading::ALL {
        reading.compare(data, args.matches).await?;
    }
    Ok(())
}

fn count(database: &Path) -> anyhow::Result<u64> {
    let count: i64 = Connection::open(database)?.query_row("SELECT COUNT(*) FROM matches", [], |row| row.get(0))?;
    Ok(u64::try_from(count)?)
}

fn player(n: u64) -> Uuid {
    Uuid::from_u64_pair(7, n)
}

fn match_id(n: u64) -> Uuid {
    Uuid::from_u64_pair(9, n)
}

/// Creates matches as a server does: each match is stored, then its events in order. No event may be rejected, although
/// the rate is higher than with real players.
async fn fill(data: &Path, numbers: std::ops::Range<u64>) -> anyhow::Result<()> {
    let store = Store::open(data).await?;
    let made = futures::stream::iter(numbers).map(|n| {
        let store = store.clone();
        async move {
            let (setup, events) = finished(n);
            store.create(&setup).await.context("a match is stored")?;
            store.append(setup.id, setup.game, events).await.context("its events are stored")
        }
    });
    let mut made = made.buffer_unordered(AT_ONCE);
    while let Some(done) = made.next().await {
        done?;
    }
    drop(made);
    store.close().await?;
    Ok(())
}

fn finished(n: u64) -> (MatchSetup, Vec<NumberedEvent>) {
    let mut rng = Rng::new(n);
    let mut someone = || {
        // Most players play little.
        let n = (rng.below(32) * rng.below(32)) as u64 % PLAYERS;
        Seat::person(player(n), format!("player {n}"))
    };
    let seats = BySide::new(someone(), someone());
    let game = GameId::TicTacToe;
    let setup = MatchSetup {
        id: match_id(n),
        game,
        options: game.complete_options(&Options::new()).expect("default options are valid"),
        position: None,
        opening: Vec::new(),
        seats,
        clock: None,
        rated: false,
        seed: n,
        created_ms: n,
        listed: true,
        made_by: None,
    };
    let mut events = vec![Event::Started { clocks: None }];
    for (ply, mv) in MOVES.iter().enumerate() {
        let side = if ply % 2 == 0 { Side::First } else { Side::Second };
        events.push(Event::Moved { ply, side, mv: game.parse_move(mv).expect("the move is valid"), clocks: None });
    }
    let verdict = Verdict { outcome: Some(GameResult::First), by: EndReason::Rules, detail: None };
    events.push(Event::Ended { verdict, clocks: None });
    (setup, (1..).zip(events).map(|(seq, event)| NumberedEvent { seq, event }).collect())
}

/// Returns how long a server takes from its start to the first answered list.
async fn starts(data: &Path) -> anyhow::Result<Duration> {
    let mut settings = Settings::default();
    settings.server.listen = ([127, 0, 0, 1], 0).into();
    settings.server.data = data.to_owned();
    let began = Instant::now();
    let parts = Parts::new(Roster::load(None).map_err(anyhow::Error::from)?, Files::over(None));
    let running = start(settings, parts).await?;
    let answer = reqwest::get(format!("http://{}/api/matches?limit=1", running.address)).await?;
    ensure!(answer.status().is_success(), "{}", answer.status());
    let took = began.elapsed();
    running.shut_down().await?;
    Ok(took)
}

/// The kinds of reads.
#[derive(Clone, Copy, Debug)]
enum Reading {
    Newest,
    OfPlayer,
    Replay,
}

impl Reading {
    const ALL: [Self; 3] = [Self::Newest, Self::OfPlayer, Self::Replay];

    /// Reads through the server's code `times` times, each time a different item. Returns the median in microseconds.
    async fn ours(
        self,
        store: &Store,
        matches: u64,
        times: usize,
        rng: &mut Rng,
    ) -> anyhow::Result<(f64, Vec<Vec<Uuid>>)> {
        let (mut took, mut read) = (Vec::new(), Vec::new());
        for _ in 0..times {
            let filter = match self {
                Self::OfPlayer => MatchFilter { player: Some(player(rng.below(30) as u64)), ..MatchFilter::default() },
                _ => MatchFilter::default(),
            };
            let id = match_id(rng.below(usize::try_from(matches)?) as u64);
            let began = Instant::now();
            let ids = if matches!(self, Self::Replay) {
                ensure!(store.events(id).await?.len() == MOVES.len() + 2, "all events of a match are there");
                vec![id]
            } else {
                store.matches(&filter).await?.items.into_iter().map(|row| row.id).collect()
            };
            took.push(began.elapsed());
            read.push(ids);
        }
        Ok((median(took), read))
    }

    /// Reads the rows of the same matches by key. Returns the median in microseconds.
    fn bare(self, connection: &Connection, read: &[Vec<Uuid>]) -> anyhow::Result<f64> {
        let mut took = Vec::new();
        for ids in read {
            let keys: Vec<Value> = ids.iter().map(|id| key(connection, *id)).collect::<Result<_, _>>()?;
            let marks = vec!["?"; keys.len()].join(", ");
            let sql = match self {
                Self::Replay => format!(
                    "SELECT game, first_seq, body FROM packs JOIN matches ON key = match_key WHERE match_key IN ({marks})"
                ),
                _ => format!(
                    "SELECT * FROM matches JOIN cards ON match_key = key WHERE key IN ({marks}) ORDER BY key DESC"
                ),
            };
            let began = Instant::now();
            let mut statement = connection.prepare_cached(&sql)?;
            let columns = statement.column_count();
            let mut rows = statement.query(params_from_iter(keys))?;
            let mut found = 0;
            while let Some(row) = rows.next()? {
                for column in 0..columns {
                    std::hint::black_box(row.get_ref(column)?);
                }
                found += 1;
            }
            took.push(began.elapsed());
            ensure!(found > 0, "bare SQLite reads the same");
        }
        Ok(median(took))
    }

    async fn compare(self, data: &Path, matches: u64) -> anyhow::Result<()> {
        let database = data.join("arena.sqlite");
        let store = Store::open(data).await?;
        // Both have read the same items before.
        self.ours(&store, matches, WARM, &mut Rng::new(1)).await?;
        let (warm, read) = self.ours(&store, matches, WARM, &mut Rng::new(1)).await?;
        let connection = Connection::open(&database)?;
        self.bare(&connection, &read)?;
        let warm_bare = self.bare(&connection, &read)?;
        drop(connection);
        store.close().await?;
        let rng = &mut Rng::new(2);
        let (mut cold, mut cold_bare) = (Vec::new(), Vec::new());
        for _ in 0..COLD {
            let store = Store::open(data).await?;
            forget(&database)?;
            let (took, read) = self.ours(&store, matches, 1, rng).await?;
            store.close().await?;
            cold.push(Duration::from_secs_f64(took / 1e6));
            // The keys are fetched first; then the cache is emptied again.
            let keys: Vec<Vec<Uuid>> = read;
            let connection = Connection::open(&database)?;
            for id in keys.iter().flatten() {
                key(&connection, *id)?;
            }
            drop(connection);
            forget(&database)?;
            let connection = Connection::open(&database)?;
            cold_bare.push(Duration::from_secs_f64(self.bare(&connection, &keys)? / 1e6));
        }
        let (cold, cold_bare) = (median(cold), median(cold_bare));
        let name = format!("{self:?}");
        let (warms, colds) = (warm / warm_bare, cold / cold_bare);
        println!("{name:<28} {warm:>10.0} {warm_bare:>10.0} {warms:>6.1} {cold:>10.0} {cold_bare:>10.0} {colds:>6.1}");
        Ok(())
    }
}

fn key(connection: &Connection, id: Uuid) -> rusqlite::Result<Value> {
    connection.prepare_cached("SELECT key FROM matches WHERE id = ?")?.query_row([id], |row| row.get(0))
}

/// Drops a file from the system's page cache.
fn forget(path: &Path) -> anyhow::Result<()> {
    let file = File::open(path)?;
    file.sync_all()?;
    Ok(fadvise(&file, 0, None, Advice::DontNeed)?)
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e6
}
