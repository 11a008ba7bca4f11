//! People who play consecutive matches with clocks, without noticing the load of others.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::super::client::Client;

/// A player who waits this long for the server loses on time.
const CLOCK_MS: u64 = 8_000;
const INCREMENT_MS: u64 = 500;

/// Waiting times for acknowledgements and for bots.
#[derive(Default)]
struct Waits {
    acknowledged: Vec<Duration>,
    bots: Vec<Duration>,
    matches: usize,
}

/// All players.
pub(super) struct People {
    playing: JoinSet<()>,
    waits: Arc<Mutex<Waits>>,
}

impl People {
    /// Starts `matches` concurrent matches, half between two people, half against a quick bot.
    pub(super) async fn sit_down(address: SocketAddr, matches: u8) -> Self {
        let (mut playing, waits) = (JoinSet::new(), Arc::new(Mutex::new(Waits::default())));
        for number in 0..matches {
            let mut players = Vec::new();
            for seat in 0..1 + number % 2 {
                // One or two people per address.
                let from = Ipv4Addr::new(127, 1, number, 1);
                players.push(Client::player_from(address, from, &format!("Person {number} {seat}")).await);
            }
            let (waits, seed) = (Arc::clone(&waits), u64::from(number) + 1);
            match <[Client; 2]>::try_from(players) {
                Ok(players) => playing.spawn(duels(players, seed, waits)),
                Err(one) => playing.spawn(against_a_bot(one.into_iter().next().unwrap(), seed, waits)),
            };
        }
        Self { playing, waits }
    }

    /// Fails with the problems of any player.
    pub(super) fn are_unharmed(&mut self) {
        if let Some(ended) = self.playing.try_join_next() {
            ended.unwrap();
            panic!("people play on and on");
        }
    }

    /// Describes the waiting times since the last call.
    pub(super) fn waited(&self) -> String {
        let mut waits = std::mem::take(&mut *self.waits.lock().unwrap());
        format!(
            "moves taken in {}, bots answered in {}, {} matches ended",
            spread(&mut waits.acknowledged),
            spread(&mut waits.bots),
            waits.matches
        )
    }
}

/// Median, 99th percentile and maximum.
fn spread(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).or(times.last()).map_or(0, Duration::as_millis);
    format!("{}/{}/{} ms (p50/p99/most of {})", at(50), at(99), at(100), times.len())
}

fn connect4(seats: &Value) -> Value {
    let clock = json!({"initial_ms": CLOCK_MS, "increment_ms": INCREMENT_MS});
    json!({"type": "create", "game": "connect4", "seats": seats, "clock": clock})
}

async fn duels([mut ann, mut ben]: [Client; 2], seed: u64, waits: Arc<Mutex<Waits>>) {
    for round in 1.. {
        let id = create(&mut ann, &json!(["me", "open"])).await;
        ben.send(&json!({"type": "join", "match": id})).await;
        let seed = seed.wrapping_mul(2 * round + 1);
        tokio::join!(plays(&mut ann, &id, seed, false, &waits), plays(&mut ben, &id, !seed, false, &waits));
    }
}

async fn against_a_bot(mut ann: Client, seed: u64, waits: Arc<Mutex<Waits>>) {
    for round in 1.. {
        let id = create(&mut ann, &json!(["me", {"bot": "connect4-casual"}])).await;
        plays(&mut ann, &id, seed.wrapping_mul(2 * round + 1), true, &waits).await;
    }
}

/// Requests a match; its snapshot follows.
async fn create(client: &mut Client, seats: &Value) -> String {
    let created = client.ask(connect4(seats)).await;
    assert_eq!(created["type"], "created", "a person's match is made: {created}");
    created["match"].as_str().unwrap().to_owned()
}

/// Plays legal moves, each after a moment, until the rules end the match.
async fn plays(client: &mut Client, id: &str, seed: u64, bot: bool, waits: &Mutex<Waits>) {
    let mut random = seed | 1;
    let (mut sent, mut taken): (Option<Instant>, Option<Instant>) = (None, None);
    loop {
        let told = client.told().await.unwrap_or_else(|code| panic!("a person's connection was closed: {code:?}"));
        if told["type"] == "error" {
            panic!("a person was refused: {told}");
        } else if told["type"] == "ok" {
            if let Some(sent) = sent.take() {
                waits.lock().unwrap().acknowledged.push(sent.elapsed());
            }
            continue;
        }
        if told["match"] != id {
            continue;
        }
        let news = if told["type"] == "snapshot" { &told["state"] } else { &told["event"] };
        if news["kind"] == "ended" {
            assert_eq!(news["verdict"]["by"], "rules", "nobody loses otherwise: {told}");
            waits.lock().unwrap().matches += 1;
            let left = client.ask(json!({"type": "leave", "match": id})).await;
            assert_eq!(left["type"], "ok", "{left}");
            return;
        }
        let legal = news["legal"].as_array().filter(|legal| !legal.is_empty());
        let (Some(legal), Some(ply)) = (legal, news["ply"].as_u64()) else { continue };
        if let Some(taken) = taken.take().filter(|_| bot) {
            waits.lock().unwrap().bots.push(taken.elapsed());
        }
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        tokio::time::sleep(Duration::from_millis(50 + random % 150)).await;
        let choice = &legal[usize::try_from(random >> 32).unwrap() % legal.len()];
        // The event of a move has its own ply.
        let next = if news["kind"] == "moved" { ply + 1 } else { ply };
        client.send(&json!({"type": "move", "id": 0, "match": id, "ply": next, "move": choice})).await;
        (sent, taken) = (Some(Instant::now()), Some(Instant::now()));
    }
}
