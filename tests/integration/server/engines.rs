//! Engines of the operator as opponents of people.
#![cfg(unix)]

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Client, status_of};
use super::process::{Process, command};
use crate::engines::fake;

/// A server with these kinds of engines for chess.
fn serve(kinds: &[&str]) -> (Process, TempDir) {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("arena.toml"), "[bots]\ndelay_ms = 0\n").unwrap();
    let mut text = String::new();
    for kind in kinds {
        let command = serde_json::to_string(&fake::command(kind)).unwrap();
        text += &format!(
            "[[bot]]\nname = \"fake-{kind}\"\ngame = \"chess\"\ntime_ms = 20000\n\
             engine = {{ protocol = \"uci\", command = {command}, options = {{ Hash = 4 }} }}\n"
        );
    }
    fs::write(folder.path().join("engines.toml"), text).unwrap();
    let mut command = command(&folder.path().join("data"));
    command.arg("--config-dir").arg(folder.path());
    (Process::try_start(&mut command).expect("the server starts"), folder)
}

fn against(name: &str) -> Value {
    json!({"type": "create", "game": "chess", "seats": ["me", {"bot": name}]})
}

/// The event that ends this match, or the other side's move at that ply.
async fn answered(client: &mut Client, id: &str, ply: usize) -> Value {
    let told = client.find(|frame| {
        let event = &frame["event"];
        frame["match"] == id && (event["kind"] == "ended" || (event["kind"] == "moved" && event["ply"] == ply))
    });
    told.await["event"].clone()
}

#[tokio::test]
async fn people_play_engines_and_a_crash_loses_only_that_match() {
    let (server, _folder) = serve(&["good", "crashes"]);
    let mut client = Client::player(server.address, "Ann").await;
    let bots: Value =
        reqwest::get(format!("http://{}/api/bots?game=chess", server.address)).await.unwrap().json().await.unwrap();
    let listed = bots["bots"].as_array().unwrap().iter().find(|bot| bot["name"] == "fake-good").unwrap();
    assert_eq!(listed["spec"]["engine"], json!({"protocol": "uci"}), "the command must stay secret");
    for _ in 0..2 {
        let id = client.create(against("fake-good")).await;
        client.plays(&id, 0, "e2e4").await;
        let reply = answered(&mut client, &id, 1).await;
        assert_eq!(reply["move"], "h7h6", "{reply}");
        client.plays(&id, 2, "d2d4").await;
        assert_eq!(answered(&mut client, &id, 3).await["kind"], "moved");
        client.ask(json!({"type": "resign", "match": id})).await;
    }
    for _ in 0..2 {
        let id = client.create(against("fake-crashes")).await;
        client.plays(&id, 0, "e2e4").await;
        assert_eq!(answered(&mut client, &id, 1).await["kind"], "moved");
        client.plays(&id, 2, "d2d4").await;
        let ended = answered(&mut client, &id, 3).await;
        let told = ended.to_string();
        assert!(ended["kind"] == "ended" && told.contains("\"crash\""), "{ended}");
        assert!(told.contains("the bot's engine failed"), "the program must stay secret: {ended}");
    }
    // A client's configuration cannot name a program or an engine.
    let own = json!({"name": "mine", "game": "chess", "engine": {"protocol": "uci", "command": ["sh"]}});
    let refused = client.ask(json!({"type": "create", "game": "chess", "seats": ["me", {"bot": own}]})).await;
    assert_eq!(status_of(&refused), 422, "{refused}");
    let question = json!({"game": "chess", "bot": "fake-good"});
    let post = reqwest::Client::new().post(format!("http://{}/api/analyse", server.address)).json(&question);
    let refused = post.send().await.unwrap().text().await.unwrap();
    assert!(refused.contains("fake-good") && refused.contains("is an external engine"), "{refused}");
}

#[test]
fn a_missing_program_prevents_the_start() {
    let folder = TempDir::new().unwrap();
    let text =
        "[[bot]]\nname = \"gone\"\ngame = \"chess\"\nengine = { protocol = \"uci\", command = [\"/no/such\"] }\n";
    fs::write(folder.path().join("engines.toml"), text).unwrap();
    let run = crate::arena::arena(&["config", "check", "--config-dir", folder.path().to_str().unwrap()]);
    assert!(run.code != 0 && run.err.contains("engines.toml") && run.err.contains("no program"), "{}", run.err);
}
