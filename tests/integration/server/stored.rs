//! Data directories that earlier versions left, killed with live matches: each of `tests/data/stored` is served, with
//! everything that its version said of it, and goes on. `tests/data/stored/make.mjs` makes another one.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::Server;
use super::client::Client;

/// The last steps of the schemas that the versions had.
const SCHEMAS: [i64; 4] = [2, 3, 7, 11];

/// Those that had a log as well.
const LOGS: [i64; 1] = [11];

fn folder(schema: i64) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests/data/stored", &format!("schema-{schema}")].iter().collect()
}

fn file(schema: i64, name: &str) -> String {
    fs::read_to_string(folder(schema).join(name)).unwrap()
}

/// A data directory with the database of this text.
fn directory(schema: i64, text: &str) -> TempDir {
    let data = TempDir::new().unwrap();
    let connection = Connection::open(data.path().join("arena.sqlite")).unwrap();
    connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    connection.execute_batch(&file(schema, text)).unwrap();
    connection.close().unwrap();
    data
}

/// Whether everything that was said is still said; more may be said now, and who is connected has changed.
#[track_caller]
fn still_said(then: &Value, now: &Value, place: &str) {
    match (then, now) {
        (Value::Object(then), Value::Object(now)) => {
            for (key, value) in then.iter().filter(|(key, _)| *key != "away") {
                let place = format!("{place}.{key}");
                still_said(value, now.get(key).unwrap_or_else(|| panic!("{place} is gone")), &place);
            }
        }
        (Value::Array(then), Value::Array(now)) if then.len() == now.len() => {
            then.iter().zip(now).enumerate().for_each(|(at, (then, now))| {
                still_said(then, now, &format!("{place}[{at}]"));
            });
        }
        // JSON has one kind of number, and what wrote the file has no 0.0.
        (Value::Number(then), Value::Number(now)) => assert_eq!(then.as_f64(), now.as_f64(), "{place}"),
        _ => assert_eq!(then, now, "{place}"),
    }
}

async fn said(server: &Server, path: &str) -> Value {
    let answer = reqwest::get(server.url(path)).await.unwrap();
    assert_eq!(answer.status(), 200, "{path}");
    serde_json::from_str(&answer.text().await.unwrap()).unwrap()
}

/// Everything there is to read of matches and of the finished tournament.
async fn everything_is_there(server: &Server, expected: &Value) {
    let matches = expected["matches"].as_array().unwrap();
    assert!(matches.len() >= 16 && matches.iter().filter(|one| one["status"] == "live").count() >= 4);
    let listed = said(server, "/api/matches?limit=100").await;
    assert_eq!(listed["matches"].as_array().unwrap().len(), matches.len());
    for one in matches {
        let path = format!("/api/matches/{}", one["match"].as_str().unwrap());
        still_said(one, &said(server, &path).await, &path);
    }
    still_said(&expected["leaderboard"], &said(server, "/api/leaderboard/tictactoe").await, "leaderboard");
    let path = format!("/api/tournaments/{}", expected["finished"]["id"].as_str().unwrap());
    still_said(&expected["finished"], &said(server, &path).await, "tournament");
    still_said(&expected["crosstable"], &said(server, &format!("{path}/crosstable")).await, "crosstable");
    still_said(&expected["records"], &said(server, &format!("{path}/records")).await, "records");
}

/// Ann and Ben come back by their tokens and play on; so do the bots.
async fn the_matches_go_on(server: &Server, expected: &Value) {
    let token = |at: usize| expected["players"][at]["token"].as_str().unwrap();
    let mut ann = Client::again(server.running.address, token(0)).await;
    let mut ben = Client::again(server.running.address, token(1)).await;
    let live = |game: &str| {
        let matches = expected["matches"].as_array().unwrap().iter();
        let mut found = matches.filter(|one| one["game"] == game && one["status"] == "live");
        found.next().unwrap()["match"].as_str().unwrap().to_owned()
    };

    let chess = live("chess");
    let state = ben.ask(json!({"type": "join", "match": chess})).await["state"].clone();
    assert_eq!(state["moves"], json!(["d2d4", "d7d5", "c2c4"]));
    assert_eq!((&state["you"], &state["offers"]["draw"]), (&json!("second"), &json!("second")));
    assert!(state["clocks"]["first"].as_u64().unwrap() > 500_000, "{state}");
    ben.plays(&chess, 3, "e7e6").await;
    ann.ask(json!({"type": "join", "match": chess})).await;
    ann.plays(&chess, 4, "b1c3").await;

    let reversi = live("reversi");
    assert_eq!(ann.ask(json!({"type": "join", "match": reversi})).await["state"]["ply"], 0, "a takeback");
    ann.plays(&reversi, 0, "d3").await;

    let connect4 = live("connect4");
    let state = ann.ask(json!({"type": "join", "match": connect4})).await["state"].clone();
    assert_eq!(state["ply"], 2, "{state}");
    ann.plays(&connect4, 2, "a").await;
    ann.find(|told| told["match"] == json!(connect4) && told["event"]["ply"] == 3).await;
}

/// A pause outlasts the change of the schema; one that its server could not go on with is tried again.
async fn what_was_a_sentence_is_a_state(server: &Server, expected: &Value) {
    for (which, state) in [("paused", "paused"), ("blocked", "running")] {
        let Some(id) = expected[which]["id"].as_str() else { continue };
        let now = said(server, &format!("/api/tournaments/{id}")).await;
        assert_eq!((&now["state"], &now["status"]), (&json!(state), &json!("running")), "{which}: {now}");
    }
}

#[tokio::test]
async fn what_earlier_versions_stored_is_served_and_goes_on() {
    let steps = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/migrations").read_dir().unwrap();
    // Their names begin with their numbers, some of which are left out.
    let number = |name: &str| name.split('_').next().and_then(|number| number.parse::<i64>().ok());
    let newest = steps.filter_map(|step| number(&step.unwrap().file_name().to_string_lossy())).max().unwrap();
    for schema in SCHEMAS {
        let expected: Value = serde_json::from_str(&file(schema, "expected.json")).unwrap();
        let server = Server::with(directory(schema, "arena.sql"), |_| {}, |_| {}).await;
        what_was_a_sentence_is_a_state(&server, &expected).await;
        everything_is_there(&server, &expected).await;
        the_matches_go_on(&server, &expected).await;

        let path = format!("/api/tournaments/{}", expected["interrupted"]["id"].as_str().unwrap());
        let first = said(&server, &path).await["played"].as_u64().unwrap();
        assert!(first >= 10, "schema {schema}: {first}");
        let going_on = async {
            loop {
                let now = said(&server, &path).await;
                if now["status"] == "finished" || now["played"].as_u64().unwrap() > first {
                    break;
                }
                assert_eq!(now["status"], "running");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(120), going_on).await.expect("the tournament was to go on");

        // The database is copied before it is changed, and only then; a second start finds nothing to do.
        let data = server.stop().await;
        let copy = data.path().join(format!("arena.schema-{schema}.sqlite"));
        assert_eq!(copy.is_file(), schema < newest, "schema {schema}");
        let server = Server::with(data, |_| {}, |_| {}).await;
        let data = server.stop().await;
        let copies = data
            .path()
            .read_dir()
            .unwrap()
            .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().contains("schema"));
        assert_eq!(copies.count(), usize::from(schema < newest), "schema {schema}");
    }
}

#[tokio::test]
async fn what_earlier_versions_had_only_logged_is_there_and_goes_on() {
    for schema in LOGS {
        let logged: Value = serde_json::from_str(&file(schema, "logged.json")).unwrap();
        let data = directory(schema, "logged.sql");
        for entry in folder(schema).read_dir().unwrap().map(Result::unwrap) {
            if entry.file_name().to_string_lossy().starts_with("arena.log-") {
                fs::copy(entry.path(), data.path().join(entry.file_name())).unwrap();
            }
        }
        let server = Server::with(data, |_| {}, |_| {}).await;
        let id = logged["match"].as_str().unwrap();
        let mut ben = Client::again(server.running.address, logged["tokens"][1].as_str().unwrap()).await;
        let state = ben.ask(json!({"type": "join", "match": id})).await["state"].clone();
        assert_eq!((&state["moves"], &state["you"]), (&logged["moves"], &json!("second")), "schema {schema}");
        ben.plays(id, 3, "b8c6").await;
        server.stop().await;
    }
}
