//! Searches are shared fairly: whatever others ask for, a bot answers about as soon as it does alone.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Server;
use super::client::Client;

/// A turn of somebody else's search may have to end first.
const SLICE: Duration = Duration::from_millis(20);
/// Other tests share the processors and make threads wait for them, a few times a scheduler's period of some ten
/// milliseconds. Where searches are not shared, the victim waits for seconds.
const NOISE: Duration = Duration::from_millis(150);
/// How often the victim is measured.
const ROUNDS: usize = 40;

fn connect4(first: &Value) -> Value {
    json!({"type": "create", "game": "connect4", "seats": [{"bot": first}, "me"]})
}

/// How long a bot takes for its first move, from asking for the match on.
async fn takes(client: &mut Client, bot: &Value) -> Duration {
    let began = Instant::now();
    let created = client.ask(connect4(bot)).await;
    assert_eq!(created["type"], "created", "{created}");
    let id = created["match"].clone();
    let snapshot = client.find(|told| told["type"] == "snapshot" && told["match"] == id).await;
    if snapshot["state"]["ply"] == 0 {
        client.find(|told| told["match"] == id && told["event"]["kind"] == "moved").await;
    }
    let took = began.elapsed();
    client.ask(json!({"type": "resign", "match": id})).await;
    client.ask(json!({"type": "leave", "match": id})).await;
    took
}

/// The time that all but two of a hundred stay below.
async fn worst(client: &mut Client, bot: &Value) -> Duration {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        times.push(takes(client, bot).await);
    }
    times.sort();
    times[ROUNDS - 1 - ROUNDS / 50]
}

async fn flood(server: &Server, guests: usize, each: usize) -> Vec<Client> {
    // Nothing ends it before the test does.
    let strong = json!({"name": "strong", "depth": 40, "pruning": "alpha-beta"});
    let mut clients = Vec::new();
    for number in 0..guests {
        let mut guest = server.player(&format!("guest {number}")).await;
        for _ in 0..each {
            guest.create(connect4(&strong)).await;
        }
        clients.push(guest);
    }
    clients
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_searches_hardly_delays_anybody_elses_bot() {
    let server = Server::start(|settings| {
        settings.bots.threads = 1;
        settings.bots.nodes = 1 << 40;
        settings.bots.time_ms = 600_000;
        settings.bots.custom_ms = 600_000;
        settings.bots.analysis_ms = 600_000;
        settings.limits.messages = 100_000;
        settings.limits.players_per_minute = 1_000;
        settings.limits.analyses = 20;
        settings.limits.analyses_per_address = 20;
    })
    .await;
    let quick = json!({"name": "quick", "depth": 40, "nodes": 20_000, "pruning": "alpha-beta"});
    let mut victim = server.player("Vic").await;
    let alone = worst(&mut victim, &quick).await;
    let bar = 2 * alone + SLICE + NOISE;

    let one = flood(&server, 1, 20).await;
    let beside_one = worst(&mut victim, &quick).await;
    assert!(beside_one <= bar, "beside one stranger's twenty matches {beside_one:?}, alone {alone:?}");

    let (url, http) = (server.url("/api/analyse"), reqwest::Client::new());
    let question = json!({"game": "connect4", "depth": 40, "pruning": "alpha-beta"});
    let analyses: Vec<_> = (0..20).map(|_| tokio::spawn(http.post(&url).json(&question).send())).collect();
    let many = flood(&server, 20, 4).await;
    let beside_many = worst(&mut victim, &quick).await;
    assert!(beside_many <= bar, "beside a hundred matches and twenty analyses {beside_many:?}, alone {alone:?}");

    let metrics = reqwest::get(server.url("/metrics")).await.unwrap().text().await.unwrap();
    let gauge = |name: &str| {
        let line = metrics.lines().find(|line| line.starts_with(&format!("arena_{name} "))).expect(name);
        line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert!(gauge("searches_suspended") >= 20 && gauge("searches_waiting") >= 20, "{metrics}");
    assert_eq!(gauge("searches_running"), 1);
    assert!(analyses.iter().all(|analysis| !analysis.is_finished()), "the flood has gone on all the time");

    // Who gives up has nothing searched any more.
    analyses.iter().for_each(tokio::task::JoinHandle::abort);
    for mut guest in one.into_iter().chain(many) {
        guest.socket.close(None).await.unwrap();
    }
    server.stop().await;
}
