//! Tournaments with pairings that depend on results, on the server: complete, and identical after restarts.

use std::time::Duration;

use arena_bots::Roster;
use arena_bots::embedded::Files;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::Server;
use crate::tournament::{FORMAT_FIELD, format_file, format_pair};

/// A tournament in each format whose pairings depend on results.
fn formats() -> [String; 3] {
    let test = "[sprt]\nelo0 = 0.0\nelo1 = 20.0\n";
    [
        format_file("format = \"swiss\"\nrounds = 120\n") + FORMAT_FIELD,
        format_file("format = \"knockout\"\nrounds = 40\nknockout = { third_place = true }\n") + FORMAT_FIELD,
        format_file(&format!("format = \"match\"\nrounds = 4000\n{test}")) + &format_pair(),
    ]
}

async fn get(server: &Server, path: &str) -> Value {
    reqwest::get(server.url(path)).await.unwrap().json().await.unwrap()
}

/// Starts a tournament and returns its path.
async fn begun(server: &Server, toml: &str) -> String {
    begun_with(server, &json!({"toml": toml})).await
}

async fn begun_with(server: &Server, body: &Value) -> String {
    let request = server.operator_posts("/api/tournaments").json(body);
    let response = request.send().await.unwrap();
    let status = response.status();
    let started: Value = response.json().await.unwrap();
    assert_eq!(status, 201, "{started}");
    format!("/api/tournaments/{}", started["id"].as_str().unwrap())
}

/// Waits until the tournament satisfies `wished`.
async fn until(server: &Server, path: &str, wished: impl Fn(&Value) -> bool) -> Value {
    let end = tokio::time::Instant::now() + Duration::from_secs(60);
    loop {
        let told = get(server, path).await;
        if wished(&told) {
            return told;
        }
        assert!(tokio::time::Instant::now() < end, "the condition was never fulfilled: {told}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The report of a finished tournament, checked against its summary and records, without values that depend on the
/// tournament's id and the clock.
async fn report(server: &Server, path: &str) -> Value {
    let told = until(server, path, |told| told["status"] != "running").await;
    assert_eq!(told["status"], "finished", "{told}");
    let report = get(server, &format!("{path}/crosstable")).await;
    for count in [&told["played"], &told["total"], &report["scheduled"]] {
        assert_eq!(*count, report["matches"], "{told}");
    }
    let lines = reqwest::get(server.url(&format!("{path}/records.jsonl"))).await.unwrap().text().await.unwrap();
    assert_eq!(report["matches"], lines.lines().count(), "matches beyond the end must be dropped");
    let shared = report["entrants"][1]["rank"] == 1;
    let leader = if shared { &Value::Null } else { &report["entrants"][0]["name"] };
    assert_eq!(told["leader"], *leader);
    report
}

#[tokio::test]
async fn every_format_gives_the_same_report_after_restarts() {
    let mut server = Server::start(|_| {}).await;
    for toml in formats() {
        let path = begun(&server, &toml).await;
        let calm = report(&server, &path).await;
        let own = ["swiss", "knockout", "test"].into_iter().filter(|key| calm.get(key).is_some());
        assert_eq!(own.count(), 1, "{calm}");
        let path = begun(&server, &toml).await;
        let mut played = 0;
        for _ in 0..2 {
            let told = until(&server, &path, |told| told["played"].as_u64() > Some(played)).await;
            assert_eq!(told["status"], "running", "{told}");
            server = Server::with(server.stop().await, |_| {}, |_| {}).await;
            played = get(&server, &path).await["played"].as_u64().unwrap();
        }
        assert_eq!(report(&server, &path).await, calm);
        // Loaded from the store it is the same.
        server = Server::with(server.stop().await, |_| {}, |_| {}).await;
        assert_eq!(report(&server, &path).await, calm);
    }
}

#[tokio::test]
async fn a_stopped_swiss_tournament_keeps_its_table() {
    let server = Server::start(|_| {}).await;
    let path = begun(&server, &formats()[0].replace("rounds = 120", "rounds = 2000")).await;
    until(&server, &path, |told| told["played"].as_u64() > Some(10)).await;
    let stop = server.operator_posts(&format!("{path}/stop")).json(&json!({}));
    let told: Value = stop.send().await.unwrap().json().await.unwrap();
    assert_eq!(told["status"], "stopped", "{told}");
    assert!(told["played"].as_u64() < told["total"].as_u64(), "{told}");
    let table = get(&server, &format!("{path}/crosstable")).await;
    assert_eq!(table["matches"], told["played"], "{told}");
    let server = Server::with(server.stop().await, |_| {}, |_| {}).await;
    let again = get(&server, &format!("{path}/crosstable")).await;
    assert_eq!((&again["matches"], &again["swiss"]), (&table["matches"], &table["swiss"]));
}

#[tokio::test]
async fn a_sequential_test_has_the_same_records_at_any_concurrency() {
    let server = Server::start(|_| {}).await;
    let most = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut all = Vec::new();
    for concurrency in [1, most] {
        let path = begun(&server, &formats()[2]).await;
        let body = json!({"concurrency": concurrency});
        let steered = server.operator_posts(&format!("{path}/steer")).json(&body).send().await.unwrap();
        assert_eq!(steered.status(), 200);
        report(&server, &path).await;
        let lines = reqwest::get(server.url(&format!("{path}/records.jsonl"))).await.unwrap().text().await.unwrap();
        // Ids derive from the tournament's id, which is new each time.
        let without = |line: &str| {
            let mut record: Value = serde_json::from_str(line).unwrap();
            record.as_object_mut().unwrap().remove("id");
            record.to_string()
        };
        all.push(lines.lines().map(without).collect::<Vec<_>>());
    }
    assert!(!all[0].is_empty() && all[0] == all[1]);
}

/// A server with its configuration in `folder`.
async fn configured(data: TempDir, folder: &std::path::Path) -> Server {
    let parts = |parts: &mut arena_server::Parts| {
        *parts = arena_server::Parts::new(Roster::load(Some(folder)).unwrap(), Files::over(Some(folder)));
    };
    Server::with(data, |_| {}, parts).await
}

#[tokio::test]
async fn edits_during_downtime_do_not_change_started_tournaments() {
    let folder = TempDir::new().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let bot = |depth: u8| format!("[[bot]]\nname = \"own\"\ngame = \"connect4\"\ndepth = {depth}\nties = \"random\"\n");
    write("bots/own.toml", &bot(4));
    write("openings/list.txt", "d1 d2\nd1 c1\ne1 d1\n");
    let head = "name = \"Own\"\ngame = \"connect4\"\nrounds = 600\n[openings]\nfile = \"../openings/list.txt\"\n";
    write(
        "tournaments/own.toml",
        &(head.to_owned() + "[[entrants]]\nbot = \"own\"\n[[entrants]]\nbot = \"connect4-random\"\n"),
    );
    let mut server = configured(TempDir::new().unwrap(), folder.path()).await;
    let path = begun_with(&server, &json!({"file": "own"})).await;
    let calm = report(&server, &path).await;

    let path = begun_with(&server, &json!({"file": "own"})).await;
    until(&server, &path, |told| told["played"].as_u64() > Some(0)).await;
    let data = server.stop().await;
    write("openings/list.txt", "a1 a2\n");
    server = configured(data, folder.path()).await;
    assert_eq!(report(&server, &path).await, calm, "the original openings must be used");

    let path = begun_with(&server, &json!({"file": "own"})).await;
    until(&server, &path, |told| told["played"].as_u64() > Some(0)).await;
    let data = server.stop().await;
    write("bots/own.toml", &bot(3));
    server = configured(data, folder.path()).await;
    let told = get(&server, &path).await;
    assert_eq!((&told["status"], &told["state"]), (&json!("failed"), &json!("blocked")), "{told}");
    assert!(told["detail"].as_str().unwrap().contains("another configuration"), "{told}");
    assert_eq!(told["failure"]["code"], "tournament_changed", "{told}");
    assert_eq!(get(&server, &format!("{path}/crosstable")).await["matches"], told["played"]);

    let data = server.stop().await;
    write("bots/own.toml", &bot(4));
    server = configured(data, folder.path()).await;
    assert_eq!(
        report(&server, &path).await["matches"],
        1200,
        "the tournament must continue after the configuration is restored"
    );
}

#[tokio::test]
async fn exports_a_tournament_as_pgn_or_pdn() {
    let server = Server::start(|_| {}).await;
    for (game, ending, first, wrong) in [("chess", "pgn", "[White ", "pdn"), ("checkers", "pdn", "[GameType ", "pgn")] {
        let toml = format!(
            "name = \"Notes\"\ngame = \"{game}\"\nrounds = 2\n[adjudication]\nmax_plies = 10\n[[entrants]]\ndepth = 1\n\
             [[entrants]]\nbot = \"{game}-random\"\n"
        );
        let path = begun(&server, &toml).await;
        report(&server, &path).await;
        let games = reqwest::get(server.url(&format!("{path}/records.{ending}"))).await.unwrap().text().await.unwrap();
        assert_eq!(games.matches("[Event \"Notes\"]").count(), 4, "{games}");
        assert!(games.contains(first) && games.contains("[Round \"2.2\"]"), "{games}");
        let refused = reqwest::get(server.url(&format!("{path}/records.{wrong}"))).await.unwrap();
        assert_eq!(refused.status(), 400);
        let problem: Value = refused.json().await.unwrap();
        assert!(problem.to_string().contains(game), "{problem}");
    }
}

#[tokio::test]
async fn a_tournament_that_two_lead_names_no_leader() {
    let server = Server::start(|_| {}).await;
    let entrant = |depth| format!("[[entrants]]\nname = \"depth-{depth}\"\ndepth = {depth}\n");
    let toml = format!("name = \"equal\"\ngame = \"tictactoe\"\nrounds = 2\n{}{}", entrant(8), entrant(9));
    let path = begun(&server, &toml).await;
    let told = until(&server, &path, |told| told["status"] != "running").await;
    assert_eq!(told["status"], "finished", "{told}");
    let report = get(&server, &format!("{path}/crosstable")).await;
    assert_eq!([&report["entrants"][0]["rank"], &report["entrants"][1]["rank"]], [1, 1], "{report}");
    assert_eq!(told["leader"], Value::Null, "{told}");
    server.stop().await;
}
