//! Tournaments over HTTP: started, shown, paused, resumed after a restart.

use std::time::Duration;

use arena_bots::embedded::Files;
use reqwest::Client;
use reqwest::header::ACCEPT;
use serde_json::{Value, json};

use super::Server;
use super::http::{get, post};
use crate::arena::rook_table;

const SMALL: &str = r#"
name = "Small"
game = "bones"
rounds = 3
seed = 7

[[entrants]]
bot = "bones-random"

[[entrants]]
bot = "bones-beginner"
"#;

#[tokio::test]
async fn tournaments_survive_a_restart() {
    let server = Server::start(|_| {}).await;
    let mut ann = server.player("Ann").await;
    let (_, list) = get(&server, "/api/tournaments").await;
    assert_eq!(list["operator"], false, "a local client is not automatically the operator");
    assert!(list["available"].as_array().unwrap().iter().any(|file| file["file"] == "tictactoe-depths"), "{list}");
    let (status, started) = post(&server, "/api/tournaments", &json!({"toml": SMALL})).await;
    assert_eq!(status, 201, "{started}");
    assert_eq!((&started["name"], &started["total"]), (&json!("Small"), &json!(6)));
    let id = started["id"].as_str().unwrap().to_owned();
    ann.ask(json!({"type": "subscribe", "topic": format!("tournament:{id}")})).await;
    ann.find(|told| told["type"] == "tournament" && told["status"] == "finished").await;

    let until = tokio::time::Instant::now() + Duration::from_secs(20);
    while get(&server, &format!("/api/tournaments/{id}")).await.1["status"] != "finished" {
        assert!(tokio::time::Instant::now() < until, "the tournament did not end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (_, table) = get(&server, &format!("/api/tournaments/{id}/crosstable")).await;
    assert_eq!((&table["matches"], table["entrants"].as_array().unwrap().len()), (&json!(6), 2));
    let csv = Client::new().get(server.url(&format!("/api/tournaments/{id}/crosstable")));
    let csv = csv.header(ACCEPT, "text/csv").send().await.unwrap().text().await.unwrap();
    assert!(csv.starts_with("rank,name,"), "{csv}");
    let lines = reqwest::get(server.url(&format!("/api/tournaments/{id}/records.jsonl"))).await.unwrap();
    assert_eq!(lines.text().await.unwrap().lines().count(), 6);
    let records =
        get(&server, &format!("/api/tournaments/{id}/records?a=bones-random&b=bones-beginner&limit=2")).await.1;
    assert_eq!((records["records"].as_array().unwrap().len(), &records["total"]), (2, &json!(6)));
    let one = records["records"][0]["id"].as_str().unwrap().to_owned();
    let (_, events) = get(&server, &format!("/api/matches/{one}/events")).await;
    assert_eq!(events["events"].as_array().unwrap().last().unwrap()["event"]["kind"], "ended", "{events}");

    let data = server.stop().await;
    let server = Server::with(data, |_| {}, |_| {}).await;
    assert_eq!(get(&server, &format!("/api/tournaments/{id}/crosstable")).await.1, table);
}

/// White's rook takes the knight, and king and rook against king are in the table.
const TABLES: &str = r#"
name = "Tables"
game = "chess"
rounds = 1
adjudication = { tablebase = { pieces = 3 } }
openings = { positions = ["7k/8/8/8/8/5n2/8/K4R2 w - - 0 1"] }

[[entrants]]
name = "one"
depth = 2

[[entrants]]
name = "two"
depth = 3
"#;

#[tokio::test]
async fn tournaments_are_adjudicated_with_the_servers_tables() {
    let server = Server::start(|_| {}).await;
    let (status, error) = post(&server, "/api/tournaments", &json!({"toml": TABLES})).await;
    assert!(status == 422 && error["message"].as_str().unwrap().contains("no Syzygy tables"), "{status} {error}");
    let tables = tempfile::tempdir().unwrap();
    std::fs::write(tables.path().join("KRvK.rtbw"), rook_table()).unwrap();
    let data = server.stop().await;
    let server = Server::with(data, |settings| settings.bots.syzygy = vec![tables.path().to_owned()], |_| {}).await;
    let (status, started) = post(&server, "/api/tournaments", &json!({"toml": TABLES})).await;
    assert_eq!(status, 201, "{started}");
    let path = format!("/api/tournaments/{}", started["id"].as_str().unwrap());
    let until = tokio::time::Instant::now() + Duration::from_secs(60);
    while get(&server, &path).await.1["status"] != "finished" {
        assert!(tokio::time::Instant::now() < until, "the tournament did not end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let records = reqwest::get(server.url(&format!("{path}/records.jsonl"))).await.unwrap().text().await.unwrap();
    assert_eq!(records.matches("adjudicated-tablebase").count(), 2, "{records}");
}

#[tokio::test]
async fn the_list_of_tournaments_reads_current_files() {
    let config = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = config.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let files = Files::over(Some(config.path()));
    let server = Server::with(tempfile::tempdir().unwrap(), |_| {}, |parts| parts.files = files).await;
    let shown = async || {
        let (_, list) = get(&server, "/api/tournaments").await;
        let found = list["available"].as_array().unwrap().iter().find(|it| it["file"] == "mine").cloned();
        found.map(|it| it["name"].as_str().unwrap().to_owned())
    };
    let file = SMALL.replace("rounds = 3", "rounds = 3\nopenings = { file = \"mine.txt\" }");
    assert_eq!(shown().await, None);
    write("tournaments/mine.toml", &file);
    assert_eq!(shown().await, None, "its openings are missing");
    write("tournaments/mine.txt", "1\n2\n");
    for _ in 0..2 {
        assert_eq!(shown().await.as_deref(), Some("Small"));
    }
    write("tournaments/mine.toml", &file.replace("\"Small\"", "\"Renamed\""));
    assert_eq!(shown().await.as_deref(), Some("Renamed"));
    write("tournaments/mine.txt", "no move\n");
    assert_eq!(shown().await, None, "its openings are invalid");
}

#[tokio::test]
async fn a_pause_survives_a_restart() {
    let server = Server::start(|_| {}).await;
    let long = SMALL.replace("rounds = 3", "rounds = 20000");
    assert_ne!(long, SMALL);
    let (status, started) = post(&server, "/api/tournaments", &json!({"toml": long})).await;
    assert_eq!(status, 201, "{started}");
    let path = format!("/api/tournaments/{}", started["id"].as_str().unwrap());
    let (_, paused) = post(&server, &format!("{path}/steer"), &json!({"paused": true, "concurrency": 1})).await;
    assert_eq!((&paused["status"], &paused["detail"]), (&json!("running"), &json!("paused")), "{paused}");
    assert_eq!((&paused["state"], &paused["concurrency"]), (&json!("paused"), &json!(1)));
    for (change, words) in [
        (json!({"concurrency": 0}), "must be between 1 and"),
        (json!({}), "give paused, concurrency or both"),
        (json!({"paused": null}), "give paused"),
        (json!({"speed": 2}), "unknown field `speed`, expected `paused` or `concurrency`"),
    ] {
        let (status, refusal) = post(&server, &format!("{path}/steer"), &change).await;
        assert_eq!(status, 400, "{refusal}");
        assert!(refusal["message"].as_str().unwrap().contains(words), "{change}: {refusal}");
    }
    for (end, begins) in [("html", "<!doctype html>"), ("md", "# Small"), ("csv", "rank,name,")] {
        let report = reqwest::get(server.url(&format!("{path}/report.{end}"))).await.unwrap().text().await.unwrap();
        assert!(report.starts_with(begins), "{report}");
    }

    let data = server.stop().await;
    let server = Server::with(data, |_| {}, |_| {}).await;
    let (_, still) = get(&server, &path).await;
    assert_eq!((&still["status"], &still["state"]), (&json!("running"), &json!("paused")), "{still}");
    let mut viewer = super::client::Client::player(server.running.address, "Viewer").await;
    let topic = format!("tournament:{}", started["id"].as_str().unwrap());
    viewer.ask(json!({"type": "subscribe", "topic": topic})).await;
    viewer.find(|told| told["type"] == "tournament" && told["state"] == "paused" && told["status"] == "running").await;
    let played = still["played"].as_u64().unwrap();
    let (_, goes_on) = post(&server, &format!("{path}/steer"), &json!({"paused": false})).await;
    assert_eq!((&goes_on["state"], &goes_on["detail"]), (&json!("running"), &json!(null)), "{goes_on}");
    viewer.find(|told| told["type"] == "tournament" && told["state"] == "running").await;
    let until = tokio::time::Instant::now() + Duration::from_secs(20);
    while get(&server, &path).await.1["played"].as_u64().unwrap() <= played {
        assert!(tokio::time::Instant::now() < until, "the tournament did not resume");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (_, stopped) = post(&server, &format!("{path}/stop"), &json!({})).await;
    assert_eq!((&stopped["status"], &stopped["state"]), (&json!("stopped"), &json!("stopped")), "{stopped}");
}

#[tokio::test]
async fn a_new_server_plays_sample_tournaments_once() {
    let config = tempfile::tempdir().unwrap();
    std::fs::create_dir(config.path().join("tournaments")).unwrap();
    for game in ["tree", "bones", "tictactoe", "connect4"] {
        // A sample that cannot start does not keep the others from starting.
        let file = if game == "tree" { "name = 1".to_owned() } else { SMALL.replace("Small", game) };
        std::fs::write(config.path().join(format!("tournaments/{game}-ladder.toml")), file).unwrap();
    }
    let begin = async |data| {
        let files = Files::over(Some(config.path()));
        Server::with(data, |settings| settings.tournaments.samples = true, |parts| parts.files = files).await
    };
    let finished = async |server: &Server| {
        let list = get(server, "/api/tournaments").await.1["tournaments"].as_array().unwrap().clone();
        let finished = list.iter().filter(|it| it["status"] == "finished");
        let mut names: Vec<String> = finished.map(|it| it["name"].as_str().unwrap().to_owned()).collect();
        names.sort();
        names
    };
    let server = begin(tempfile::tempdir().unwrap()).await;
    let until = tokio::time::Instant::now() + Duration::from_secs(60);
    while finished(&server).await != ["bones", "connect4", "tictactoe"] {
        assert!(tokio::time::Instant::now() < until, "{:?}", finished(&server).await);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let data = server.stop().await;
    let server = begin(data).await;
    // A second start plays none of them again, even after a whole other tournament.
    post(&server, "/api/tournaments", &json!({"toml": SMALL})).await;
    while finished(&server).await.len() < 4 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(get(&server, "/api/tournaments").await.1["tournaments"].as_array().unwrap().len(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_match_can_be_followed_with_the_thoughts_of_both_bots() {
    let server = Server::start(|_| {}).await;
    let slow = r#"
name = "Slow"
game = "connect4"
rounds = 50
seed = 7

[[entrants]]
name = "deep"
depth = 9
pruning = "alpha-beta"

[[entrants]]
name = "shallow"
depth = 8
pruning = "alpha-beta"
"#;
    let (status, started) = post(&server, "/api/tournaments", &json!({"toml": slow})).await;
    assert_eq!(status, 201, "{started}");
    let id = started["id"].as_str().unwrap().to_owned();
    let until = tokio::time::Instant::now() + Duration::from_secs(60);
    // The events of a running match have its moves and all thoughts, so that they keep their numbers in the stored match.
    let events = loop {
        let (_, seen) = get(&server, &format!("/api/tournaments/{id}/underway")).await;
        assert!(tokio::time::Instant::now() < until, "no thoughts: {seen}");
        tokio::time::sleep(Duration::from_millis(400)).await;
        let Some(running) = seen["matches"][0]["match"].as_str() else { continue };
        let (_, about) = get(&server, &format!("/api/matches/{running}")).await;
        let (_, view) = get(&server, &format!("/api/matches/{running}/events")).await;
        let events = view["events"].as_array().cloned().unwrap_or_default();
        let (record, _) = get(&server, &format!("/api/matches/{running}/record")).await;
        let (_, after) = get(&server, &format!("/api/matches/{running}")).await;
        assert!(record == 409 || after["status"] != "live", "{record}");
        if about["status"] == "live" && events.iter().filter(|one| one["event"]["kind"] == "thought").count() >= 2 {
            assert_eq!((&about["tournament"], &about["game"]), (&json!(id), &json!("connect4")), "{about}");
            break events;
        }
    };
    let numbers: Vec<_> = events.iter().filter_map(|one| one["seq"].as_u64()).collect();
    assert_eq!(numbers, (1..=events.len() as u64).collect::<Vec<_>>());
    let of_kind = |kind: &str| -> Vec<&Value> {
        events.iter().map(|one| &one["event"]).filter(|event| event["kind"] == kind).collect()
    };
    let first = of_kind("moved")[0];
    assert_eq!((events[1]["event"]["kind"].as_str(), &events[1]["event"]["ply"]), (Some("thought"), &first["ply"]));
    for thought in of_kind("thought") {
        let made = *of_kind("moved").iter().find(|made| made["ply"] == thought["ply"]).unwrap();
        let (side, line, from) = (&thought["side"], &thought["line"], &thought["from"]);
        assert_eq!((side, &line[0], from), (&made["side"], &made["move"], &json!("search")), "{thought}");
        assert!(thought["value"].is_i64() && thought["nodes"].as_u64() > Some(0), "{thought}");
    }
    assert_eq!(post(&server, &format!("/api/tournaments/{id}/stop"), &json!({})).await.0, 200);
    server.stop().await;
}
