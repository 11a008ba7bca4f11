//! WebAssembly modules that players hand in.

use std::sync::Arc;
use std::time::Duration;

use arena_bots::Roster;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Client, tictactoe};
use super::entered::{asks, records, until};
use super::{Server, TOKEN, settings};
use crate::arena::arena_in;

const HEAD: &str = r#"(memory (export "memory") 1) (func (export "input") (result i32) i32.const 1024)"#;
/// Chooses the last legal move.
const LAST: &str = r#"(func (export "choose") (param i32) (result i32) (i32.sub (local.get 0) (i32.const 1)))"#;
/// An evaluation for which all positions are equal.
const EVEN: &str = r#"(func (export "evaluate") (result i32) i32.const 0)"#;
const TRAPS: &str = r#"(func (export "choose") (param i32) (result i32) unreachable)"#;
/// In tic-tac-toe it begins in the corner c3 and traps at its second move. Random play of the analysis never begins there.
const TRAPS_LATER: &str = r#"(func (export "choose") (param i32) (result i32)
  (if (i32.and (i32.eq (local.get 0) (i32.const 7)) (i32.eq (i32.load8_u (i32.const 1032)) (i32.const 1)))
    (then unreachable))
  (select (i32.const 8) (i32.const 0) (i32.eq (local.get 0) (i32.const 9))))"#;

fn wasm(body: &str) -> Vec<u8> {
    wat::parse_str(format!("(module {HEAD} {body})")).unwrap()
}

/// Hands in a module of tic-tac-toe.
async fn hands_in(server: &Server, token: &str, name: &str, bytes: Vec<u8>) -> (u16, Value) {
    let request = reqwest::Client::new().post(server.url(&format!("/api/modules/tictactoe/{name}")));
    let answer =
        request.bearer_auth(token).header("Content-Type", "application/octet-stream").body(bytes).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

async fn listed(server: &Server, token: &str) -> Vec<Value> {
    let (status, page) = asks(server.running.address, "GET", "/api/modules", token, Value::Null).await;
    assert_eq!(status, 200, "{page}");
    page["modules"].as_array().unwrap().clone()
}

/// Waits until the newest version of the requester's module is accepted or refused, and returns it.
async fn tested(server: &Server, token: &str, name: &str) -> Value {
    for _ in 0..600 {
        let modules = listed(server, token).await;
        let module = modules.iter().find(|module| module["name"] == name).unwrap();
        let newest = module["versions"][0].clone();
        if ["accepted", "refused"].contains(&newest["state"].as_str().unwrap()) {
            return newest;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{name} was neither accepted nor refused")
}

async fn accepted(server: &Server, client: &Client, name: &str, body: &str) -> Value {
    let (status, module) = hands_in(server, &client.token, name, wasm(body)).await;
    assert_eq!(status, 202, "{module}");
    assert_eq!(module["versions"][0]["state"], "waiting");
    let version = tested(server, &client.token, name).await;
    assert_eq!(version["state"], "accepted", "{version}");
    version
}

#[tokio::test]
async fn a_module_is_analysed_tested_and_accepted() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let (ann, ben) = (server.person("Ann").await, server.person("Ben").await);
    let version = accepted(&server, &ann, "last", LAST).await;

    // The report is that of the command line.
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("last.wasm"), wasm(LAST)).unwrap();
    let checked = arena_in(folder.path(), &["check", "last.wasm", "--game", "tictactoe"], "");
    assert_eq!(checked.out, format!("last.wasm: {}\n", version["report"].as_str().unwrap()));
    assert_eq!((&version["bot"], version["version"].as_u64()), (&json!("Ann/last@1"), Some(1)));
    let trial = version["trial"].as_array().unwrap();
    assert_eq!((trial.len(), version["rating"]["matches"].as_u64()), (4, Some(4)), "{version}");
    let tally = ["wins", "draws", "losses"].map(|key| version["tally"][key].as_u64().unwrap());
    assert_eq!(tally.iter().sum::<u64>(), 4, "{version}");

    // Others see it, and its bot can be chosen.
    assert_eq!(listed(&server, &ben.token).await[0]["versions"][0], version);
    let (_, bots) = asks(address, "GET", "/api/bots?game=tictactoe", "", Value::Null).await;
    let bot = bots["bots"].as_array().unwrap().iter().find(|bot| bot["name"] == "Ann/last@1").unwrap().clone();
    assert_eq!(
        (&bot["module"], &bot["level"], &bot["summary"]),
        (&json!(true), &json!(0), &json!("the module last.wasm"))
    );
    let mut other = ben;
    let seats = json!(["me", {"bot": "Ann/last@1"}]);
    let id = other.create(tictactoe(seats)).await;
    other.plays(&id, 0, "a1").await;
    let answer = other.find(|it| it["event"]["kind"] == "moved" && it["event"]["ply"] == 1).await;
    assert_eq!(answer["event"]["move"], "c1", "the last legal move: {answer}");

    // Its matches are repeated from their records with the file that anybody can download.
    let digest = version["digest"].as_str().unwrap();
    let file = reqwest::get(server.url(&format!("/api/modules/files/{digest}"))).await.unwrap();
    assert_eq!(file.headers()["content-type"], "application/wasm");
    let bytes = file.bytes().await.unwrap();
    assert_eq!(bytes, wasm(LAST));
    let record =
        reqwest::get(server.url(&format!("/api/matches/{}/record", trial[0].as_str().unwrap()))).await.unwrap();
    let elsewhere = TempDir::new().unwrap();
    std::fs::write(elsewhere.path().join("trial.jsonl"), record.text().await.unwrap() + "\n").unwrap();
    std::fs::write(elsewhere.path().join("module.wasm"), bytes).unwrap();
    let verified = arena_in(elsewhere.path(), &["verify", "trial.jsonl", "--json"], "");
    let found: Value = serde_json::from_str(&verified.out).unwrap();
    assert_eq!((verified.code, &found["verified"]), (0, &json!(1)), "{}", verified.out);
    assert!(found["moves_by_rules"].as_u64() < found["moves_by_bots"].as_u64(), "{found}");
}

#[tokio::test]
async fn failing_modules_are_refused_with_the_reason_and_stay_private() {
    let server = Server::start(|_| {}).await;
    let (ann, ben) = (server.person("Ann").await, server.person("Ben").await);
    for (name, bytes, code, report) in [
        ("empty", Vec::new(), "module_invalid", None),
        (
            "import",
            wat::parse_str(r#"(module (import "env" "seed" (func (result f64))))"#).unwrap(),
            "module_import",
            None,
        ),
        ("traps", wasm(TRAPS), "module_fails", Some("its module trapped in choose")),
        ("later", wasm(TRAPS_LATER), "module_fails_trial", Some("it passes")),
    ] {
        let (status, module) = hands_in(&server, &ann.token, name, bytes).await;
        assert_eq!(status, 202, "{module}");
        let version = tested(&server, &ann.token, name).await;
        assert_eq!((&version["state"], &version["failure"]["code"]), (&json!("refused"), &json!(code)), "{version}");
        let said = version["report"].as_str().unwrap_or_default();
        assert!(said.contains(report.unwrap_or_default()) && report.is_none() == said.is_empty(), "{version}");
        assert_eq!(version["bytes"], 0, "its file is not kept");
        let file = server.url(&format!("/api/modules/files/{}", version["digest"].as_str().unwrap()));
        assert_eq!(reqwest::get(file).await.unwrap().status(), 404);
    }
    let later = tested(&server, &ann.token, "later").await;
    let failure = &later["failures"][0]["verdict"];
    assert_eq!((&failure["by"], later["trial"].as_array().map(Vec::len)), (&json!("crash"), Some(1)), "{later}");
    assert!(failure["detail"].as_str().unwrap().contains("trapped in choose"), "{failure}");
    assert!(listed(&server, &ben.token).await.is_empty(), "others see accepted versions only");
    let (_, bots) = asks(server.running.address, "GET", "/api/bots?game=tictactoe", "", Value::Null).await;
    assert!(bots["bots"].as_array().unwrap().iter().all(|bot| bot["module"].is_null()), "{bots}");
}

#[tokio::test]
async fn the_next_version_can_be_handed_in_as_soon_as_the_end_is_seen() {
    let server = Server::start(|settings| {
        settings.modules.per_hour = 1_000;
    })
    .await;
    let ann = server.person("Ann").await;
    for number in 0..16 {
        let bytes =
            wasm(&format!(r#"(func (export "choose") (param i32) (result i32) i32.const {number} unreachable)"#));
        let (status, module) = hands_in(&server, &ann.token, "mine", bytes).await;
        assert_eq!(status, 202, "{number}: {module}");
        while listed(&server, &ann.token).await[0]["versions"][0]["state"] != "refused" {}
    }
}

#[tokio::test]
async fn versions_never_change_and_are_limited() {
    let server =
        Server::start(settings!(modules.per_player = 1, modules.versions_per_player = 2, modules.per_hour = 1_000))
            .await;
    let (ann, guest) = (server.person("Ann").await, server.player("Guest").await);
    let code = async |token: &str, name: &str, bytes: Vec<u8>| {
        let (status, answer) = hands_in(&server, token, name, bytes).await;
        (status, answer["code"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(code(&guest.token, "mine", wasm(LAST)).await, (403, "needs_name".to_owned()));
    for name in ["Mine", "1st", "a%2Fb", "a%40b", &"x".repeat(33)] {
        assert_eq!(code(&ann.token, name, wasm(LAST)).await, (400, "module_name".to_owned()), "{name}");
    }
    assert_eq!(code(&ann.token, "mine", vec![0; (1 << 20) + 1]).await.0, 413);
    accepted(&server, &ann, "mine", LAST).await;
    // The same bytes make no version.
    let (_, again) = hands_in(&server, &ann.token, "mine", wasm(LAST)).await;
    assert_eq!((&again["versions"][0]["version"], &again["versions"][0]["state"]), (&json!(1), &json!("accepted")));
    assert_eq!(accepted(&server, &ann, "mine", EVEN).await["bot"], "Ann/mine@2");
    let modules = listed(&server, &ann.token).await;
    let versions = modules[0]["versions"].as_array().unwrap();
    assert_eq!(versions.iter().map(|it| it["version"].as_u64().unwrap()).collect::<Vec<_>>(), [2, 1]);
    assert_ne!(versions[0]["digest"], versions[1]["digest"]);
    assert_eq!(code(&ann.token, "other", wasm(LAST)).await, (429, "modules".to_owned()));
    assert_eq!(code(&ann.token, "mine", wasm(LAST)).await, (429, "module_versions".to_owned()));
    // Lists show the newest version, but both can be named.
    let (_, bots) = asks(server.running.address, "GET", "/api/bots?game=tictactoe", "", Value::Null).await;
    let names = bots["bots"].as_array().unwrap().iter().filter(|bot| bot["module"] == true).map(|bot| &bot["name"]);
    assert_eq!(names.collect::<Vec<_>>(), ["Ann/mine@2"]);
    let toml = "name = \"both\"\ngame = \"tictactoe\"\nrounds = 2\nseed = 1\n[limits]\nnodes = 500\n\
         [[entrants]]\nbot = \"Ann/mine@1\"\n[[entrants]]\nbot = \"Ann/mine@2\"\n";
    let (status, begun) =
        asks(server.running.address, "POST", "/api/tournaments", &ann.token, json!({"toml": toml})).await;
    assert_eq!(status, 201, "{begun}");
    let id = begun["id"].as_str().unwrap();
    for _ in 0..200 {
        let (_, page) = asks(server.running.address, "GET", &format!("/api/tournaments/{id}"), "", Value::Null).await;
        if page["summary"]["state"] == "finished" || page["state"] == "finished" {
            let played = records(server.running.address, id).await;
            let seats = played[0]["seats"].as_array().unwrap();
            let of = |bot: &str| seats.iter().find(|seat| seat["name"] == bot).unwrap()["spec"].clone();
            assert_eq!(of("Ann/mine@1")["module"]["digest"], versions[1]["digest"], "{}", played[0]);
            assert_eq!(of("Ann/mine@2")["evaluation"]["digest"], versions[0]["digest"], "{}", played[0]);
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the tournament did not end");
}

#[tokio::test]
async fn only_one_module_of_a_player_is_tested_at_a_time() {
    let server = Server::start(|_| {}).await;
    let ann = server.person("Ann").await;
    // Each of its calls takes a while.
    let slow = r#"(func (export "choose") (param i32) (result i32) (local $count i32) (loop $again
        (br_if $again (i32.lt_u (local.tee $count (i32.add (local.get $count) (i32.const 1))) (i32.const 30000000))))
        i32.const 0)"#;
    assert_eq!(hands_in(&server, &ann.token, "slow", wasm(slow)).await.0, 202);
    let (status, answer) = hands_in(&server, &ann.token, "other", wasm(LAST)).await;
    assert_eq!((status, &answer["code"]), (429, &json!("module_waits")), "{answer}");
    // It begins again after a restart.
    let data = server.stop().await;
    let server = Server::with(data, |_| {}, |_| {}).await;
    assert_eq!(listed(&server, &ann.token).await[0]["versions"][0]["state"], "waiting");
    let (_, answer) = hands_in(&server, &ann.token, "other", wasm(LAST)).await;
    assert_eq!(answer["code"], "module_waits");
    let delete = async |name| asks(server.running.address, "DELETE", name, &ann.token, Value::Null).await.0;
    assert_eq!(delete("/api/modules/tictactoe/slow").await, 200);
    assert_eq!(delete("/api/modules/tictactoe/slow").await, 404);
    assert!(listed(&server, &ann.token).await.is_empty());
}

#[tokio::test]
async fn a_module_plays_in_a_league_without_its_author_and_after_a_restart() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let (ann, ben) = (server.person("Ann").await, server.person("Ben").await);
    accepted(&server, &ann, "mine", LAST).await;
    let terms = json!({"name": "League", "game": "tictactoe", "format": "league", "bots": ["tictactoe-random"],
        "clock": {"initial_ms": 60_000, "increment_ms": 1_000}});
    let (_, opened) = asks(address, "POST", "/api/tournaments/open", TOKEN, terms).await;
    let (id, path) = (opened["tournament"].as_str().unwrap().to_owned(), |what: &str| {
        format!("/api/tournaments/{}/{what}", opened["tournament"].as_str().unwrap())
    });
    let enter =
        async |token: &str, bot: &str| asks(address, "POST", &path("enter"), token, json!({"module": bot})).await;
    assert_eq!(enter(&ben.token, "Ann/mine@1").await.1["code"], "not_your_module");
    assert_eq!(enter(&ann.token, "Ann/mine@1").await.0, 200);
    drop((ann.token.clone(), ben));
    let played = |view: &Value| view["played"].as_u64().unwrap() >= 4;
    until(address, &id, played).await;

    let token = ann.token.clone();
    let data = server.stop().await;
    let server = Server::with(data, |_| {}, |_| {}).await;
    let address = server.running.address;
    let before = until(address, &id, |_| true).await["played"].as_u64().unwrap();
    until(address, &id, |view| view["played"].as_u64().unwrap() >= before + 2).await;
    assert!(records(address, &id).await.iter().all(|record| {
        let module = record["seats"].as_array().unwrap().iter().find(|seat| seat["name"] == "Ann/mine@1").unwrap();
        module["spec"]["module"]["digest"].is_string() && record["verdict"]["by"] == "rules"
    }));

    // Their moves are repeated on another machine, although the league has clocks.
    let lines = reqwest::get(server.url(&format!("/api/tournaments/{id}/records.jsonl"))).await.unwrap();
    let elsewhere = TempDir::new().unwrap();
    std::fs::write(elsewhere.path().join("league.jsonl"), lines.text().await.unwrap()).unwrap();
    std::fs::write(elsewhere.path().join("module.wasm"), wasm(LAST)).unwrap();
    let verified = arena_in(elsewhere.path(), &["verify", "league.jsonl", "--json"], "");
    let found: Value = serde_json::from_str(&verified.out).unwrap();
    // A match that the restart interrupted goes on without what its players had found.
    assert!(found["matches_not_reproducible"].as_u64().unwrap() <= 1, "{}", verified.out);
    let unrepeated = &found["moves_not_reproducible"];
    assert_eq!((verified.code, &found["moves_by_rules"]), (0, unrepeated), "{}", verified.out);

    // A new version takes the place of the one before it.
    let (_, module) = hands_in(&server, &token, "mine", wasm(EVEN)).await;
    assert_eq!(module["versions"][0]["version"], 2, "{module}");
    tested(&server, &token, "mine").await;
    let (status, view) = asks(address, "POST", &path("enter"), &token, json!({"module": "Ann/mine@2"})).await;
    let left = |view: &Value, name: &str| {
        view["entrants"].as_array().unwrap().iter().find(|it| it["name"] == name).unwrap()["left"] == true
    };
    assert_eq!((status, left(&view, "Ann/mine@1"), left(&view, "Ann/mine@2")), (200, true, false), "{view}");
    // A deleted module leaves, and its file stays for the records.
    let digest = listed(&server, "").await[0]["versions"][1]["digest"].clone();
    let delete = asks(address, "DELETE", "/api/modules/tictactoe/mine", &token, Value::Null).await;
    assert_eq!(delete.0, 200, "{}", delete.1);
    until(address, &id, |view| left(view, "Ann/mine@2")).await;
    assert!(listed(&server, "").await.is_empty());
    let file = reqwest::get(server.url(&format!("/api/modules/files/{}", digest.as_str().unwrap()))).await.unwrap();
    assert_eq!(file.bytes().await.unwrap(), wasm(LAST));
    let (status, answer) = asks(address, "POST", &path("enter"), &token, json!({"module": "Ann/mine@2"})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("not_your_module")));
}

#[tokio::test]
async fn the_operator_refuses_a_module_for_good() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let (ann, ben) = (server.person("Ann").await, server.person("Ben").await);
    let version = accepted(&server, &ann, "mine", LAST).await;
    let digest = version["digest"].as_str().unwrap();
    let path = format!("/api/operator/modules/{digest}/refuse");
    let body = json!({"reason": "copied"});
    assert_eq!(asks(address, "POST", &path, &ann.token, body.clone()).await.0, 403);
    assert_eq!(asks(address, "POST", &path, TOKEN, json!({})).await.1["code"], "say_why");
    assert_eq!(asks(address, "POST", &path, TOKEN, body.clone()).await.0, 200);
    let other = format!("/api/operator/modules/{}/refuse", "0".repeat(64));
    assert_eq!(asks(address, "POST", &other, TOKEN, body).await.0, 404);
    let refused = tested(&server, &ann.token, "mine").await;
    assert_eq!(refused["failure"]["message"], "the operator has refused it: copied", "{refused}");
    assert_eq!(reqwest::get(server.url(&format!("/api/modules/files/{digest}"))).await.unwrap().status(), 404);
    let (_, bots) = asks(address, "GET", "/api/bots?game=tictactoe", "", Value::Null).await;
    assert!(bots["bots"].as_array().unwrap().iter().all(|bot| bot["name"] != "Ann/mine@1"), "{bots}");
    // Nobody hands it in again, not even after its deletion.
    asks(address, "DELETE", "/api/modules/tictactoe/mine", &ann.token, Value::Null).await;
    for token in [&ann.token, &ben.token] {
        let (status, answer) = hands_in(&server, token, "again", wasm(LAST)).await;
        assert_eq!((status, &answer["code"]), (403, &json!("module_refused_before")), "{answer}");
    }
    let (_, log) = asks(address, "GET", "/api/operator/log", TOKEN, Value::Null).await;
    let entry = &log["entries"][0];
    assert_eq!((&entry["action"], &entry["subject"]), (&json!("refuse-module"), &json!(ann.id)), "{log}");
    assert_eq!(entry["detail"], format!("{digest}: copied"));
}

#[tokio::test]
async fn a_deleted_account_takes_its_modules_out_of_play() {
    let server = Server::start(|_| {}).await;
    let (address, ann) = (server.running.address, server.person("Ann").await);
    let digest = accepted(&server, &ann, "mine", LAST).await["digest"].as_str().unwrap().to_owned();
    let data =
        reqwest::Client::new().get(server.url("/api/accounts/me/data")).bearer_auth(&ann.token).send().await.unwrap();
    assert!(data.text().await.unwrap().contains(&digest), "it is part of the export");
    let confirmed = json!({"password": super::accounts::PASSWORD});
    assert_eq!(asks(address, "POST", "/api/accounts/delete", &ann.token, confirmed).await.0, 200);
    assert!(listed(&server, "").await.is_empty());
    let (_, bots) = asks(address, "GET", "/api/bots?game=tictactoe", "", Value::Null).await;
    assert!(bots["bots"].as_array().unwrap().iter().all(|bot| bot["module"].is_null()), "{bots}");
    // The records of its matches can still be verified, also after a restart.
    let server = Server::with(server.stop().await, |_| {}, |_| {}).await;
    let file = reqwest::get(server.url(&format!("/api/modules/files/{digest}"))).await.unwrap();
    assert_eq!(file.bytes().await.unwrap(), wasm(LAST));
    let folder = server.stop().await;
    let checked = arena_in(folder.path(), &["data", "check", "--data", "."], "");
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
}

#[tokio::test]
async fn bots_of_the_servers_folder_with_modules_play_live_matches() {
    let folder = TempDir::new().unwrap();
    let bots = folder.path().join("bots");
    std::fs::create_dir(&bots).unwrap();
    std::fs::write(bots.join("last.wasm"), wasm(LAST)).unwrap();
    let file = "[[bot]]\nname = \"ours\"\ngame = \"tictactoe\"\nmodule = { wasm = \"last.wasm\", calls = 100 }\n";
    std::fs::write(bots.join("ours.toml"), file).unwrap();
    let files = arena_modules::ModuleFiles::within(vec![bots]);
    let roster = Roster::load_with(Some(folder.path()), Some(Arc::new(files))).unwrap().with_modules(None);
    let server = Server::with(TempDir::new().unwrap(), |_| {}, |parts| parts.roster = roster).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(tictactoe(json!(["me", {"bot": "ours"}]))).await;
    ann.plays(&id, 0, "a1").await;
    let answer = ann.find(|it| it["event"]["kind"] == "moved" && it["event"]["ply"] == 1).await;
    assert_eq!(answer["event"]["move"], "c1", "the last legal move: {answer}");
}
