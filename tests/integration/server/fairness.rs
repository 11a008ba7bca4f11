//! Fair sharing of searches: a bot answers almost as fast beside others' searches as alone.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;
use super::{Server, settings};

/// The turn of another search may have to end first.
const SLICE: Duration = Duration::from_millis(20);

fn connect4(first: &Value) -> Value {
    json!({"type": "create", "game": "connect4", "seats": [{"bot": first}, "me"]})
}

/// Time of a bot's first move since the request for the match.
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

/// The 98th percentile of `rounds` times, or the 99th with a hundred or more.
async fn worst(client: &mut Client, bot: &Value, rounds: usize) -> Duration {
    let mut times = Vec::new();
    for _ in 0..rounds {
        times.push(takes(client, bot).await);
    }
    times.sort();
    times[rounds - 1 - if rounds < 100 { rounds / 50 } else { rounds / 100 }]
}

async fn flood(server: &Server, guests: usize, each: usize) -> Vec<Client> {
    // Only the test ends this search.
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

/// The tests of the pool check the order of the turns.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_answer_beside_a_flood_of_endless_searches() {
    beside_floods(10).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes on an otherwise idle machine"]
async fn under_a_flood_a_bot_takes_at_most_twice_its_time_plus_a_slice() {
    let [alone, beside_one, beside_many] = beside_floods(200).await;
    println!("alone {alone:?}; beside twenty matches {beside_one:?}; beside a hundred and analyses {beside_many:?}");
    assert!(beside_one.max(beside_many) <= 2 * alone + SLICE);
}

/// Returns the worst time of a bot's first move alone, beside twenty matches of one client, and beside a hundred matches
/// and twenty analyses.
async fn beside_floods(rounds: usize) -> [Duration; 3] {
    let server = Server::start(settings!(
        bots.threads = 1,
        bots.nodes = 1 << 40,
        bots.time_ms = 600_000,
        bots.custom_ms = 600_000,
        bots.analysis_ms = 600_000,
        limits.messages = 100_000,
        limits.players_per_minute = 1_000,
        limits.analyses = 20,
        limits.analyses_per_address = 20
    ))
    .await;
    let quick = json!({"name": "quick", "depth": 40, "nodes": 20_000, "pruning": "alpha-beta"});
    let mut victim = server.player("Vic").await;
    let alone = worst(&mut victim, &quick, rounds).await;

    let one = flood(&server, 1, 20).await;
    let beside_one = worst(&mut victim, &quick, rounds).await;

    let (url, http) = (server.url("/api/analyse"), reqwest::Client::new());
    let question = json!({"game": "connect4", "depth": 40, "pruning": "alpha-beta"});
    let analyses: Vec<_> = (0..20).map(|_| tokio::spawn(http.post(&url).json(&question).send())).collect();
    let many = flood(&server, 20, 4).await;
    let beside_many = worst(&mut victim, &quick, rounds).await;

    let metrics = reqwest::get(server.url("/metrics")).await.unwrap().text().await.unwrap();
    let gauge = |name: &str| {
        let line = metrics.lines().find(|line| line.starts_with(&format!("arena_{name} "))).expect(name);
        line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert!(gauge("searches_suspended") >= 20 && gauge("searches_waiting") >= 20, "{metrics}");
    assert_eq!(gauge("searches_running"), 1);
    assert!(analyses.iter().all(|analysis| !analysis.is_finished()), "the flood ended early");

    // An abandoned analysis is not searched any more.
    analyses.iter().for_each(tokio::task::JoinHandle::abort);
    for mut guest in one.into_iter().chain(many) {
        guest.socket.close(None).await.unwrap();
    }
    server.stop().await;
    [alone, beside_one, beside_many]
}
