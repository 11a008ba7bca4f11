//! Records identify players by id: players with one name and versions stay apart, and deleted accounts are anonymous.

use std::fs;
use std::time::Duration;

use reqwest::Client as Http;
use serde_json::{Value, json};

use super::client::{Client, tictactoe};
use super::{Server, TOKEN};
use crate::arena::arena;

impl Server {
    async fn text(&self, path: &str) -> String {
        reqwest::get(self.url(path)).await.unwrap().text().await.unwrap()
    }

    async fn json(&self, path: &str) -> Value {
        serde_json::from_str(&self.text(path).await).unwrap()
    }

    /// Opens a tic-tac-toe league that begins immediately.
    async fn league(&self) -> String {
        let terms = json!({
            "name": "League", "game": "tictactoe", "format": "league",
            "clock": {"initial_ms": 600_000, "increment_ms": 0},
        });
        let asked = Http::new().post(self.url("/api/tournaments/open")).bearer_auth(TOKEN).json(&terms);
        let view: Value = asked.send().await.unwrap().json().await.unwrap();
        view["tournament"].as_str().unwrap().to_owned()
    }

    async fn live(&self, tournament: &str, is: impl Fn(&Value) -> bool) -> Value {
        loop {
            let view = self.json(&format!("/api/tournaments/{tournament}/live")).await;
            if is(&view) {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// The output of `arena stats` for records.
fn stats(records: &str, more: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.jsonl");
    fs::write(&path, records).unwrap();
    arena(&[&["stats", "--json", "--records", path.to_str().unwrap()], more].concat()).json()
}

fn names(found: &Value) -> Vec<&str> {
    let mut names: Vec<&str> =
        found["entrants"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    names
}

/// Joins every paired match, and resigns it if `resigns`, until the connection ends.
fn takes_seats(mut client: Client, resigns: bool) {
    tokio::spawn(async move {
        while let Ok(told) = client.told().await {
            let kinds: &[&str] = match told["type"].as_str() {
                Some("paired") => &["join"],
                Some("snapshot") if resigns => &["resign", "leave"],
                _ => continue,
            };
            for kind in kinds {
                let sent = json!({"type": kind, "match": told["match"]}).to_string();
                if client.try_send(&sent).await.is_err() {
                    return;
                }
            }
        }
    });
}

#[tokio::test]
async fn namesakes_stay_apart_in_records_and_statistics() {
    let server = Server::start(|_| {}).await;
    let mut namesakes = [server.player("Ann").await, server.player("Ann").await];
    let mut ben = server.player("Ben").await;
    let mut lines = String::new();
    for ann in &mut namesakes {
        let id = ann.against(&mut ben, tictactoe(json!(["me", "open"]))).await;
        ben.ask(json!({"type": "resign", "match": id})).await;
        ann.event("ended").await;
        let record = server.json(&format!("/api/matches/{id}/record")).await;
        assert_eq!((&record["seats"][0]["name"], &record["seats"][0]["player"]), (&json!("Ann"), &json!(ann.id)));
        assert_eq!(record["seats"][1]["player"], json!(ben.id));
        lines += &format!("{record}\n");
    }
    // A record without ids.
    let mut old: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    for seat in old["seats"].as_array_mut().unwrap() {
        seat.as_object_mut().unwrap().remove("player");
    }
    let found = stats(&format!("{lines}{old}\n"), &[]);
    assert_eq!((&found["matches"], found["entrants"].as_array().unwrap().len()), (&json!(3), 5));
    let shown = |client: &Client| format!("{} ({})", "Ann", &client.id[28..]);
    for ann in &namesakes {
        let row = found["entrants"].as_array().unwrap().iter().find(|row| row["player"] == json!(ann.id)).unwrap();
        assert_eq!((&row["name"], &row["wins"]), (&json!(shown(ann)), &json!(1)));
    }
    assert!(names(&found).contains(&"Ann") && names(&found).contains(&"Ben"), "{found}");
    let anchored = stats(&lines, &["--anchor", &format!("{}=1500", ben.id)]);
    assert_eq!(names(&anchored).len(), 3);
}

#[tokio::test]
async fn records_have_versions_and_statistics_can_separate_them() {
    let server = Server::start(|_| {}).await;
    let league = server.league().await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let (id, token) = (ann.id.clone(), ann.token.clone());
    ben.ask(json!({"type": "enter", "tournament": league})).await;
    ann.ask(json!({"type": "enter", "tournament": league, "version": "1.0"})).await;
    takes_seats(ann, true);
    takes_seats(ben, false);
    let path = format!("/api/tournaments/{league}/records.jsonl");
    let has = |records: &str, version: &str| {
        let is_of_it = |seat: &Value| seat["player"] == json!(id) && seat["version"] == version;
        let of_it =
            |line: &str| serde_json::from_str::<Value>(line).unwrap()["seats"].as_array().unwrap().iter().any(is_of_it);
        records.lines().any(of_it)
    };
    let mut records = String::new();
    for version in ["1.0", "2.0"] {
        let entered = Http::new().post(server.url(&format!("/api/tournaments/{league}/enter"))).bearer_auth(&token);
        assert_eq!(entered.json(&json!({"version": version})).send().await.unwrap().status(), 200);
        while !has(&records, version) {
            tokio::time::sleep(Duration::from_millis(20)).await;
            records = server.text(&path).await;
        }
    }
    assert_eq!(names(&stats(&records, &[])), ["Ann", "Ben"]);
    assert_eq!(names(&stats(&records, &["--versions"])), ["Ann 1.0", "Ann 2.0", "Ben"]);
    let table = server.text(&format!("/api/tournaments/{league}/report.csv")).await;
    assert!(table.lines().next().unwrap().contains(",player") && table.contains(&id), "{table}");
    let report = server.text(&format!("/api/tournaments/{league}/report.md")).await;
    assert!(report.contains("Ann: 1.0 (") && report.contains(", 2.0 ("), "{report}");
    let matches = server.json(&format!("/api/matches?tournament={league}&player={id}")).await;
    let has_her = |it: &Value| it["seats"].as_array().unwrap().iter().any(|seat| seat["player"] == json!(id));
    let listed = matches["matches"].as_array().unwrap();
    assert!(!listed.is_empty() && listed.iter().all(has_her), "{matches}");
}

#[tokio::test]
async fn deletion_removes_the_name_from_tournaments() {
    let server = Server::start(|settings| {
        // An absent player loses soon.
        settings.matches.grace_ms = 100;
    })
    .await;
    let league = server.league().await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    ben.ask(json!({"type": "enter", "tournament": league})).await;
    ann.ask(json!({"type": "enter", "tournament": league, "version": "Ann's second"})).await;
    let (id, token) = (ann.id.clone(), ann.token.clone());
    takes_seats(ann, true);
    takes_seats(ben, false);
    server.live(&league, |view| view["played"].as_u64() >= Some(1)).await;
    let season = Http::new().post(server.url(&format!("/api/tournaments/{league}/season"))).bearer_auth(TOKEN);
    assert_eq!(season.json(&json!({})).send().await.unwrap().status(), 200);
    let data = Http::new().get(server.url("/api/accounts/me/data")).bearer_auth(&token).send().await.unwrap();
    let data = data.text().await.unwrap();
    assert!(data.contains(&format!(r#"{{"entered_as":"Ann","id":"{league}""#)), "{data}");
    server.account_does("delete", &token, json!({})).await;
    // Waits for the end of a match that may have begun meanwhile.
    server.live(&league, |view| view["matches"] == json!([])).await;
    let anonymous = format!("deleted {}", &id.replace('-', "")[20..]);
    let looked = async |server: &Server| {
        for path in ["live", "seasons", "report.csv", "crosstable", "records.jsonl"] {
            let told = server.text(&format!("/api/tournaments/{league}/{path}")).await;
            assert!(!told.contains("Ann") && told.contains(&anonymous) && told.contains(&id), "{path}: {told}");
        }
        let view = server.live(&league, |_| true).await;
        let row = view["entrants"].as_array().unwrap().iter().find(|row| row["player"] == json!(id)).unwrap();
        assert_eq!((&row["name"], &row["left"]), (&json!(anonymous), &json!(true)));
        // The table still counts the account's results.
        let table = server.json(&format!("/api/tournaments/{league}/crosstable")).await;
        let row = table["entrants"].as_array().unwrap().iter().find(|row| row["name"] == anonymous.as_str()).unwrap();
        assert!(row["played"].as_u64() >= Some(1), "{table}");
    };
    looked(&server).await;
    // The log, read at the next start, agrees.
    let data = server.stop().await;
    looked(&Server::with(data, |_| {}, |_| {}).await).await;
}
