//! Measures how sixteen readers of leaderboards and lists over a million matches affect other requests: the latency of
//! logins and of pages of single matches. Also prints the time for migrating such a database from a version without
//! stored standings.
//!
//! `cargo bench --bench reads -- 1000000 20` sets matches and seconds.

mod help;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use arena_bots::Roster;
use arena_bots::embedded::Files;
use arena_games::{BySide, GameId, Options, Side};
use arena_play::{EndReason, Event, EventLog, GameResult, MatchSetup, NumberedEvent, Seat, Verdict};
use arena_server::settings::Settings;
use arena_server::{Parts, start};
use arena_store::Store;
use futures::{SinkExt, StreamExt};
use rusqlite::Connection;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

const PLAYERS: u64 = 50_000;
const READERS: usize = 16;

/// Sums the tallies of all matches, which a server otherwise updates with each result.
const STANDINGS: &str = "INSERT INTO standings (game, player, name, shown, wins, draws, losses) \
    SELECT game, player, MAX(name), MAX(name), SUM(outcome = side), SUM(outcome = 'draw'), \
    SUM(outcome NOT IN (side, 'draw')) FROM ( \
      SELECT game, first_player AS player, first_name AS name, outcome, 'first' AS side FROM matches \
      UNION ALL SELECT game, second_player, second_name, outcome, 'second' FROM matches \
    ) WHERE outcome IS NOT NULL GROUP BY game, player, CASE WHEN player IS NULL THEN name END";

#[tokio::main]
async fn main() {
    if help::asked(include_str!("reads.rs")) {
        return;
    }
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let (matches, seconds) = match numbers[..] {
        [matches, seconds] => (matches, seconds),
        _ => (1_000_000, 20),
    };
    let dir = tempfile::tempdir().expect("create a temporary folder");
    let began = Instant::now();
    fill(dir.path(), matches).await;
    println!("{matches} matches were made in {:.1} s", began.elapsed().as_secs_f64());
    let store = Store::open(dir.path()).await.expect("the store opens");
    let looked_at = some_matches(&store).await;
    store.close().await.expect("the store closes");
    serve(dir.path(), &looked_at, Duration::from_secs(seconds)).await;
}

/// Creates a database with this many finished matches.
async fn fill(dir: &Path, matches: u64) {
    Store::open(dir).await.expect("the store opens").close().await.expect("the store closes");
    let connection = Connection::open(dir.join("arena.sqlite")).expect("open the database");
    let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) ";
    let player = "CAST(printf('%016d', $X) AS BLOB)";
    let insert_players = format!(
        "{numbers} INSERT INTO players (id, name, token_hash, created_ms) \
         SELECT {}, 'player ' || i, randomblob(32), 0 FROM n",
        player.replace("$X", "i")
    );
    run(&connection, &insert_players, PLAYERS);
    let games = GameId::ALL.iter().map(|game| format!("'{}'", game.name())).collect::<Vec<_>>().join(", ");
    // Few players play much, and bots hold half of all seats. Each value is drawn once per row and not on every use.
    let drawn = format!(
        "{numbers}, names (g, game) AS MATERIALIZED (SELECT ROW_NUMBER() OVER () - 1, column1 FROM (VALUES {})), \
         drawn AS MATERIALIZED (SELECT i, abs(random()) % {} AS g, abs(random()) % 4 AS outcome, \
           abs(random()) % 2 AS fh, abs(random()) % 2 AS sh, \
           1 + (abs(random()) % 224) * (abs(random()) % 223) AS f, \
           1 + (abs(random()) % 224) * (abs(random()) % 223) AS s FROM n)",
        games.split(", ").map(|game| format!("({game})")).collect::<Vec<_>>().join(", "),
        GameId::ALL.len()
    );
    let insert_matches = format!(
        "{drawn} INSERT INTO matches (id, game, status, plies, created_ms, finished_ms, outcome, ended_by, \
         first_player, first_name, second_player, second_name) \
         SELECT randomblob(16), game, 'finished', 9, i, i, \
         CASE outcome WHEN 0 THEN 'first' WHEN 1 THEN 'second' WHEN 2 THEN 'draw' END, \
         CASE outcome WHEN 3 THEN 'aborted' ELSE 'rules' END, \
         CASE fh WHEN 1 THEN {} END, CASE fh WHEN 1 THEN 'player ' || f ELSE game || '-' || (f % 8) END, \
         CASE sh WHEN 1 THEN {} END, CASE sh WHEN 1 THEN 'player ' || s ELSE game || '-' || (s % 8) END \
         FROM drawn JOIN names ON names.g = drawn.g",
        player.replace("$X", "f"),
        player.replace("$X", "s")
    );
    run(&connection, &insert_matches, matches);
    let made: i64 =
        connection.query_row("SELECT COUNT(*) FROM matches", [], |row| row.get(0)).expect("count the matches");
    assert_eq!(u64::try_from(made).ok(), Some(matches), "the requested number of matches exists");
    let body = serde_json::to_string(&setup(Uuid::nil())).expect("a setup is JSON");
    let insert_cards = "INSERT INTO cards (match_key, body) SELECT key, ?1 FROM matches";
    connection.execute(insert_cards, [body]).expect("insert the cards");
    let insert_packs = "INSERT INTO packs (match_key, first_seq, last_seq, body) SELECT key, 1, 1, ?1 FROM matches";
    let ended = "[{\"ended\":{\"verdict\":{\"outcome\":\"first\",\"by\":\"rules\"}}}]";
    connection.execute(insert_packs, [ended]).expect("insert the events");
    connection.execute(STANDINGS, []).expect("sum the tallies");
}

fn run(connection: &Connection, sql: &str, count: u64) {
    let count = i64::try_from(count).expect("the count fits into i64");
    connection.execute(sql, [count]).expect("insert the rows");
}

fn setup(id: Uuid) -> MatchSetup {
    let seat = |name: &str| Seat::person(Uuid::from_u128(7), name.to_owned());
    let options = GameId::TicTacToe.complete_options(&Options::new()).expect("default options are valid");
    MatchSetup {
        id,
        game: GameId::TicTacToe,
        options,
        position: None,
        opening: Vec::new(),
        seats: BySide::new(seat("Ann"), Seat::Open),
        clock: None,
        rated: false,
        seed: 1,
        created_ms: 1,
        listed: true,
        made_by: None,
    }
}

/// Plays matches with moves, for later requests.
async fn some_matches(store: &Store) -> Vec<Uuid> {
    let mut made = Vec::new();
    for n in 0..50 {
        let setup = setup(Uuid::from_u64_pair(9, n));
        store.create(&setup).await.expect("store the match");
        let mut events = vec![
            Event::Seated { side: Side::Second, seat: Seat::person(Uuid::from_u128(8), "Ben".to_owned()) },
            Event::Started { clocks: None },
        ];
        for (ply, mv) in ["b2", "a1", "c3"].iter().enumerate() {
            let side = if ply % 2 == 0 { Side::First } else { Side::Second };
            let mv = GameId::TicTacToe.parse_move(mv).expect("the move is valid");
            events.push(Event::Moved { ply, side, mv, clocks: None });
        }
        let verdict = Verdict { outcome: Some(GameResult::First), by: EndReason::Resignation, detail: None };
        events.push(Event::Ended { verdict, clocks: None });
        let events = (1..).zip(events).map(|(seq, event)| NumberedEvent { seq, event }).collect();
        store.append(setup.id, setup.game, events).await.expect("store the match");
        made.push(setup.id);
    }
    made
}

async fn serve(dir: &Path, looked_at: &[Uuid], time: Duration) {
    let mut settings = Settings::default();
    settings.server.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    settings.server.data = dir.to_owned();
    settings.limits.requests = 100_000_000;
    settings.limits.players_per_minute = 1_000_000;
    let parts = Parts::new(Roster::load(None).expect("the embedded bots are valid"), Files::over(None));
    let running = start(settings, parts).await.expect("the server starts");
    let address = running.address;
    for (what, readers) in [("alone", 0), ("beside sixteen readers", READERS)] {
        let stop = Arc::new(AtomicBool::new(false));
        let answered = Arc::new(AtomicUsize::new(0));
        let reading: Vec<_> = (0..readers)
            .map(|n| tokio::spawn(read_lists(address, n, Arc::clone(&stop), Arc::clone(&answered))))
            .collect();
        let until = Instant::now() + time;
        let (logins, pages) = tokio::join!(log_in(address, until), read_matches(address, looked_at, until));
        stop.store(true, Ordering::Relaxed);
        for reader in reading {
            reader.await.expect("the reader ends");
        }
        let rate = answered.load(Ordering::Relaxed) as f64 / time.as_secs_f64();
        println!("{what}: logins {}, matches {}, {rate:.0} lists a second", told(logins), told(pages));
    }
    running.shut_down().await.expect("the server stops");
}

/// Requests leaderboards, lists of all kinds and pages of players.
async fn read_lists(address: SocketAddr, n: usize, stop: Arc<AtomicBool>, answered: Arc<AtomicUsize>) {
    let client = reqwest::Client::new();
    let mut number = n;
    while !stop.load(Ordering::Relaxed) {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let random = number >> 33;
        let game = GameId::ALL[random % GameId::ALL.len()].name();
        let player =
            Uuid::from_slice(format!("{:016}", 1 + random % 40_000).as_bytes()).expect("the id has sixteen bytes");
        let path = match random % 8 {
            0 | 1 => format!("/api/leaderboard/{game}"),
            2 => format!("/api/matches?game={game}&status=live"),
            3 => format!("/api/matches?player={player}"),
            4 => format!("/api/matches?bot={game}-3&status=open"),
            5 => format!("/api/matches?bot={game}-3&limit=100"),
            6 => format!("/api/matches?before={}&game={game}", random % 1_000_000),
            _ => format!("/api/players/{player}"),
        };
        let response = client.get(format!("http://{address}{path}")).send().await.expect("the server answers");
        assert!(response.status().is_success(), "{path}: {}", response.status());
        response.bytes().await.expect("read the body");
        answered.fetch_add(1, Ordering::Relaxed);
    }
}

/// Measures the time from connecting to the welcome message.
async fn log_in(address: SocketAddr, until: Instant) -> Vec<Duration> {
    let mut times = Vec::new();
    let mut token: Option<String> = None;
    while Instant::now() < until {
        let began = Instant::now();
        let (mut socket, _) =
            connect_async(format!("ws://{address}/ws")).await.expect("the server accepts the connection");
        let hello = match &token {
            Some(token) => serde_json::json!({"type": "hello", "token": token}),
            None => serde_json::json!({"type": "hello", "name": "Ann"}),
        };
        socket.send(Message::text(hello.to_string())).await.expect("send the greeting");
        let Some(Ok(Message::Text(text))) = socket.next().await else { panic!("no welcome") };
        times.push(began.elapsed());
        let welcome: serde_json::Value = serde_json::from_str(&text).expect("the message is JSON");
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        token = token.or_else(|| welcome["token"].as_str().map(str::to_owned));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    times
}

async fn read_matches(address: SocketAddr, matches: &[Uuid], until: Instant) -> Vec<Duration> {
    let client = reqwest::Client::new();
    let mut times = Vec::new();
    for id in matches.iter().cycle() {
        if Instant::now() >= until {
            break;
        }
        let began = Instant::now();
        let response =
            client.get(format!("http://{address}/api/matches/{id}")).send().await.expect("the server answers");
        assert!(response.status().is_success(), "{}", response.status());
        response.bytes().await.expect("read the body");
        times.push(began.elapsed());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    times
}

fn told(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    format!("{:.1} ms at the median, {:.1} ms at p99 of {}", at(50), at(99), times.len())
}
