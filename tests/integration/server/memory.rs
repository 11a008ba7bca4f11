//! Memory of searches: one budget for all requests.

use std::time::Duration;

use arena_records::{Record, Verifier};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Client, listed};
use super::process::{Process, command};
use super::{Server, settings};

/// Starts a server with a limited address space. Returns the lines of its log up to the one with the memory for searches.
#[cfg(unix)]
fn log_with(limit: &str) -> Vec<String> {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let data = TempDir::new().unwrap();
    let script = format!("{limit}; exec \"$0\" serve --listen 127.0.0.1:0 --data \"$1\"");
    let mut server = Command::new("sh")
        .args(["-c", &script])
        .args([env!("CARGO_BIN_EXE_arena").as_ref(), data.path().as_os_str()])
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut read = Vec::new();
    for line in BufReader::new(server.stderr.take().unwrap()).lines().map(Result::unwrap) {
        let is_last = line.contains("memory for hashing passwords");
        read.push(line);
        if is_last {
            break;
        }
    }
    server.kill().unwrap();
    server.wait().unwrap();
    read
}

#[cfg(unix)]
#[test]
fn warns_of_a_limited_address_space_and_stays_below_it() {
    let warns = |log: &[String]| log.iter().any(|line| line.contains("WARN") && line.contains("ulimit -v"));
    let log = log_with("ulimit -v 4194304");
    assert!(warns(&log), "{log:?}");
    let line = log.iter().find(|line| line.contains("memory for all searches")).unwrap();
    let (_, mib) = line.split_once("mib=").unwrap();
    let mib: u64 = mib.split(' ').next().unwrap().parse().unwrap();
    assert!(mib <= 1_024, "a quarter of 4 GiB: {line}");
    assert!(!warns(&log_with("true")));
}

#[tokio::test]
async fn passwords_need_no_memory_of_searches() {
    // The searches have less memory than one password needs.
    let server = Server::start(settings!(
        bots.memory_mb = 6,
        bots.threads = 1,
        accounts.password_passes = 1,
        accounts.password_memory_kb = 19_456
    ))
    .await;
    let ann = server.player("Ann").await;
    let claim = json!({"name": "Ann", "password": "correct horse"});
    server.account_does("claim", &ann.token, claim.clone()).await;
    server.account_does("login", "", claim).await;
    let change = json!({"password": "correct horse", "new_password": "new horse"});
    server.account_does("password", &ann.token, change).await;
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[tokio::test]
async fn memory_of_a_flood_is_returned_to_the_system() {
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpSocket;

    let data = TempDir::new().unwrap();
    let mut arena = command(data.path());
    let process = Process::try_start(arena.env("ARENA_LIMITS_MEMORY_MB", "512")).unwrap();
    let before = process.resident();
    // Bodies of 60 kB that are sent but for their ends, by 16 addresses.
    let head = "POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60001\r\n\r\n";
    let half = [head.as_bytes(), &[b' '; 60_000]].concat();
    let mut held = Vec::new();
    for address in 1..=16 {
        for _ in 0..100 {
            let socket = TcpSocket::new_v4().unwrap();
            socket.bind(std::net::SocketAddr::from(([127, 9, 0, address], 0))).unwrap();
            let mut stream = socket.connect(process.address).await.unwrap();
            stream.write_all(&half).await.unwrap();
            held.push(stream);
        }
    }
    let mut flooded = before;
    for _ in 0..100 {
        flooded = flooded.max(process.resident());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(flooded > before + (60 << 20), "the flood holds only {} MiB", (flooded - before) >> 20);
    drop(held);
    for _ in 0..1_200 {
        if process.resident() < before + (flooded - before) / 4 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} MiB before, {} MiB flooded, {} MiB left", before >> 20, flooded >> 20, process.resident() >> 20);
}

/// A bot with memory: a table of 8 MiB.
fn strong() -> Value {
    json!({"bot": {"name": "strong", "depth": 5, "table_mb": 8, "ordering": ["table", "history"], "ties": "first"}})
}

fn connect4(seats: Value) -> Value {
    json!({"type": "create", "game": "connect4", "seats": seats})
}

/// `table` and `table_mb` in a bot's thought about the move at this ply, once it exists.
async fn thought(server: &Server, id: &str, ply: usize) -> (Value, Value) {
    for _ in 0..800 {
        let told = reqwest::get(server.url(&format!("/api/matches/{id}/events"))).await.unwrap();
        let told: Value = told.json().await.unwrap();
        let events = told["events"].as_array().unwrap().iter().map(|numbered| &numbered["event"]);
        let mut thoughts = events.filter(|event| event["kind"] == "thought" && event["ply"] == ply);
        if let Some(thought) = thoughts.next() {
            return (thought["table"].clone(), thought["table_mb"].clone());
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("no thought at ply {ply}");
}

/// Waits until no memory is in use.
async fn all_given_back(server: &Server) {
    for _ in 0..400 {
        if server.metric("search_memory_bytes").await == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{} bytes are still lent", server.metric("search_memory_bytes").await);
}

async fn record(server: &Server, id: &str) -> Record {
    let url = server.url(&format!("/api/matches/{id}/record"));
    reqwest::get(url).await.unwrap().json().await.unwrap()
}

/// A server with one search at a time and this budget, up to half of it for searches without a table.
async fn server(memory_mb: u32) -> Server {
    Server::start(settings!(bots.memory_mb = memory_mb, bots.threads = 1, bots.custom_ms = 10_000)).await
}

#[tokio::test]
async fn a_flood_of_matches_stays_within_the_budget_and_reports_losses() {
    let server = server(40).await;
    let mut ann = server.player("Ann").await;
    let mut ids = Vec::new();
    for _ in 0..6 {
        let id = ann.create(connect4(json!([strong(), "me"]))).await;
        assert_eq!(thought(&server, &id, 0).await, (Value::Null, Value::Null));
        ids.push(id);
    }
    // Two of them fit at a time.
    assert_eq!(server.metric("bot_states_kept").await, 2);
    assert_eq!(server.metric("bot_states_dropped_total").await, 4);
    assert!(server.metric("search_memory_bytes").await <= server.metric("search_memory_bound_bytes").await);
    assert_eq!(server.metric("search_memory_bound_bytes").await, 40 << 20);
    // The last state is still there, so its match is reproducible; the first was dropped.
    for (id, table) in [(&ids[5], Value::Null), (&ids[0], "lost".into())] {
        ann.plays(id, 1, "a").await;
        assert_eq!(thought(&server, id, 2).await, (table, Value::Null));
    }
    for id in &ids {
        ann.ask(json!({"type": "resign", "match": id})).await;
    }
    // A finished match releases everything, even while it is watched.
    all_given_back(&server).await;
    let mut verifier = Verifier::new(Vec::new());
    let now = std::time::Instant::now();
    let whole = record(&server, &ids[5]).await;
    assert!(whole.not_reproducible.is_empty());
    let checked = verifier.check(&whole, now).unwrap();
    assert!(checked.by_bots >= 2 && checked.not_reproducible == 0, "{checked:?}");
    let marked = record(&server, &ids[0]).await;
    assert_eq!(marked.not_reproducible.iter().map(|short| short.ply).collect::<Vec<_>>(), [2]);
    let checked = verifier.check(&marked, now).unwrap();
    assert_eq!((checked.by_bots, checked.not_reproducible), (1, 1));
}

#[tokio::test]
async fn a_table_shrinks_when_memory_is_short_and_the_match_reports_it() {
    let server = server(6).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(connect4(json!([strong(), "me"]))).await;
    assert_eq!(thought(&server, &id, 0).await, (json!("smaller"), json!(2)));
    ann.plays(&id, 1, "a").await;
    assert_eq!(thought(&server, &id, 2).await, (json!("smaller"), json!(2)));
    ann.ask(json!({"type": "resign", "match": id})).await;
    all_given_back(&server).await;
    let marked = record(&server, &id).await;
    assert_eq!(
        marked.not_reproducible.iter().map(|short| (short.ply, short.table_mb)).collect::<Vec<_>>(),
        [(0, Some(2)), (2, Some(2))]
    );
    assert_eq!(Verifier::new(Vec::new()).check(&marked, std::time::Instant::now()).unwrap().by_bots, 0);
    // An analysis uses the same budget and reports its table.
    let question = json!({"game": "connect4", "depth": 4, "table_mb": 16, "pruning": "alpha-beta"});
    let answer = reqwest::Client::new().post(server.url("/api/analyse")).json(&question).send().await.unwrap();
    let answer: Value = answer.json().await.unwrap();
    assert_eq!((&answer["table"], &answer["table_mb"]), (&json!("smaller"), &json!(2)), "{answer}");
    assert_eq!(answer["settings"]["table_mb"], 2);
}

#[tokio::test]
async fn a_bot_without_a_table_holds_no_memory_between_moves() {
    let server = server(4).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(connect4(json!([{"bot": {"name": "plain", "depth": 3}}, "me"]))).await;
    assert_eq!(thought(&server, &id, 0).await, (Value::Null, Value::Null));
    all_given_back(&server).await;
    ann.plays(&id, 1, "a").await;
    assert_eq!(thought(&server, &id, 2).await, (Value::Null, Value::Null));
}

#[tokio::test]
async fn a_bots_state_lost_in_a_restart_is_reported() {
    let first = server(0).await;
    let mut ann = first.player("Ann").await;
    let id = ann.create(connect4(json!([strong(), "me"]))).await;
    thought(&first, &id, 0).await;
    let data: TempDir = first.stop().await;
    let second = Server::with(data, |_| {}, |_| {}).await;
    let mut ann = Client::again(second.running.address, &ann.token).await;
    ann.ask(json!({"type": "join", "match": id})).await;
    ann.plays(&id, 1, "a").await;
    assert_eq!(thought(&second, &id, 2).await, (json!("lost"), Value::Null));
}

/// The operator's token on the servers of these tests.
const TOKEN: &str = "the-operator-of-the-tests";

async fn post(server: &Server, path: &str, body: &Value) -> (u16, Value) {
    let request = reqwest::Client::new().post(server.url(path)).bearer_auth(TOKEN).json(body);
    let answer = request.send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

fn tournament(table_mb: u32) -> Value {
    let toml = format!(
        "name = 'm'\ngame = 'connect4'\nrounds = 2\nconcurrency = 2\n\
         [[entrants]]\nname = 'large'\ndepth = 3\ntable_mb = {table_mb}\n\
         [[entrants]]\nname = 'small'\ndepth = 3\ntable_mb = 1\n\
         [[entrants]]\nname = 'middle'\ndepth = 3\ntable_mb = 4\n"
    );
    json!({ "toml": toml })
}

#[tokio::test]
async fn a_tournament_waits_for_memory_and_an_impossible_one_is_rejected() {
    let server = server(20).await;
    let (status, refused) = post(&server, "/api/tournaments", &tournament(16)).await;
    let message = refused["message"].as_str().unwrap();
    assert_eq!(status, 422, "{message}");
    for part in ["large", "table_mb = 16", "21 MiB", "11 MiB"] {
        assert!(message.contains(part), "{message} lacks {part}");
    }
    // A search in a person's match holds most of the memory for less than a minute.
    let mut ann = server.player("Ann").await;
    let id = ann.create(connect4(json!([strong(), "me"]))).await;
    thought(&server, &id, 0).await;
    let (status, made) = post(&server, "/api/tournaments", &tournament(4)).await;
    assert!(status < 300, "{made}");
    let path = format!("/api/tournaments/{}", made["id"].as_str().unwrap());
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let waits: Value = reqwest::get(server.url(&path)).await.unwrap().json().await.unwrap();
        assert_eq!((&waits["status"], &waits["played"]), (&json!("running"), &json!(0)), "{waits}");
    }
    assert_eq!(server.metric("bot_states_dropped_total").await, 0);
    ann.ask(json!({"type": "resign", "match": id})).await;
    for _ in 0..800 {
        let now: Value = reqwest::get(server.url(&path)).await.unwrap().json().await.unwrap();
        if now["status"] == "finished" {
            all_given_back(&server).await;
            assert_eq!(server.metric("tables_shrunk_total").await, 0);
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the tournament waits forever");
}

#[tokio::test]
async fn a_restart_restores_matches_lazily() {
    let first = server(0).await;
    let (mut ann, mut zoe) = (first.player("Ann").await, first.player("Zoe").await);
    let open = ann.create(listed(connect4(json!(["me", "open"])))).await;
    let live = ann.create(connect4(json!(["me", strong()]))).await;
    let mut with_clock = connect4(json!(["me", strong()]));
    with_clock["clock"] = json!({"initial_ms": 600_000});
    let left = zoe.create(with_clock).await;
    ann.plays(&live, 0, "d").await;
    thought(&first, &live, 1).await;
    let data = first.stop().await;
    let second = Server::with(
        data,
        settings!(limits.matches_per_player = 2, matches.presence_ms = 1_500, matches.grace_ms = 1_500),
        |_| {},
    )
    .await;
    assert_eq!(second.metric("matches").await, 3);
    let mut ann = Client::again(second.running.address, &ann.token).await;
    // The lobby lists dormant matches, and the limits count them.
    ann.ask(json!({"type": "subscribe", "topic": "lobby"})).await;
    let lobby = ann.find(|told| told["type"] == "lobby").await;
    let mut shown: Vec<&str> =
        lobby["matches"].as_array().unwrap().iter().map(|it| it["match"].as_str().unwrap()).collect();
    let mut made = [&open, &live, &left].map(String::as_str);
    shown.sort_unstable();
    made.sort_unstable();
    assert_eq!(shown, made);
    let refused = ann.ask(connect4(json!(["me", "open"]))).await;
    assert_eq!(super::client::status_of(&refused), 429, "{refused}");
    // A returning player continues the match.
    let state = ann.ask(json!({"type": "join", "match": live})).await;
    assert_eq!(state["state"]["ply"], 2, "{state}");
    ann.plays(&live, 2, "d").await;
    // Without a visitor the time runs out as well.
    for id in [&left, &open] {
        let mut ended = Value::Null;
        for _ in 0..800 {
            let url = second.url(&format!("/api/matches/{id}"));
            let seen: Value = reqwest::get(url).await.unwrap().json().await.unwrap();
            ended = seen["verdict"].clone();
            if ended.is_object() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        assert!(ended["by"] == "absence" || ended["by"] == "aborted", "{ended}");
    }
    assert_eq!(second.metric("matches_dormant").await, 0);
}

/// The server counts memory in use; this test looks at the system's figure.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn memory_of_finished_matches_returns_to_the_system() {
    const MIB: u64 = 1 << 20;
    let (data, settings) = (TempDir::new().unwrap(), tempfile::NamedTempFile::new().unwrap());
    std::fs::write(settings.path(), "[bots]\nthreads = 1\nmemory_mb = 512\ncustom_ms = 60000\ntime_ms = 60000\n")
        .unwrap();
    let server = Process::try_start(command(data.path()).arg("--config").arg(settings.path())).expect("it starts");
    let mut ann = Client::player(server.address, "Ann").await;
    // The first search allocates permanent memory: threads, statements, the allocator's own.
    let bot = |table_mb: u32| {
        let ordering = json!(["table", "history"]);
        json!({"bot": {"name": "b", "depth": 40, "nodes": 60_000, "table_mb": table_mb, "ordering": ordering, "pruning": "pvs"}})
    };
    let mut ids = vec![first_move(&mut ann, bot(1)).await];
    let before = server.resident();
    for _ in 0..4 {
        ids.push(first_move(&mut ann, bot(64)).await);
    }
    let most = server.resident();
    assert!(most > before + 100 * MIB, "four tables must be filled: {} MiB, before {} MiB", most / MIB, before / MIB);
    for id in ids {
        ann.ask(json!({"type": "resign", "match": id})).await;
    }
    for _ in 0..400 {
        if server.resident() < before + 32 * MIB {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{} MiB are kept, of {} MiB; before {} MiB", server.resident() / MIB, most / MIB, before / MIB);
}

/// Creates a match in which this bot has made the first move.
#[cfg(target_os = "linux")]
async fn first_move(client: &mut Client, bot: Value) -> String {
    let id = client.create(connect4(json!([bot, "me"]))).await;
    client.find(|told| told["match"] == id.as_str() && told["event"]["kind"] == "moved").await;
    id
}
