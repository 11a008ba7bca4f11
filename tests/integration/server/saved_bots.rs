//! The bot configurations that people save.

use reqwest::Client as Http;
use serde_json::{Value, json};

use super::entered::asks;
use super::{Server, settings};

const SAVED: &str = "/api/accounts/saved-bots";

/// Numbers and depths of the versions.
fn versions(bot: &Value) -> Vec<(u64, u64)> {
    let all = bot["versions"].as_array().unwrap().iter();
    all.map(|it| (it["version"].as_u64().unwrap(), it["config"]["depth"].as_u64().unwrap())).collect()
}

#[tokio::test]
async fn a_person_saves_bots_with_versions() {
    let server = Server::start(settings!(accounts.saved_versions = 3)).await;
    let (address, ann, ben) = (server.running.address, server.person("Ann").await, server.person("Ben").await);
    let save = async |name: &str, versions: Value| {
        let body = json!({"game": "bones", "name": name, "versions": versions});
        asks(address, "POST", SAVED, &ann.token, body).await
    };
    assert_eq!(asks(address, "GET", SAVED, &ann.token, Value::Null).await, (200, json!({"bots": []})));
    // Several versions at once, as from a browser that kept them before the name was claimed.
    let (status, saved) = save("mine", json!([{"config": {"depth": 2}, "at_ms": 5}, {"config": {"depth": 3}}])).await;
    assert_eq!((status, versions(&saved["bots"][0])), (200, vec![(1, 2), (2, 3)]), "{saved}");
    assert_eq!(saved["bots"][0]["versions"][0]["at_ms"], 5);
    assert_eq!(saved["bots"][0]["versions"][0]["config"], json!({"depth": 2, "game": "bones", "name": "mine"}));
    // The same settings again make no version, but their duel is kept.
    let duel = "0190a000-0000-7000-8000-000000000001";
    let (_, saved) = save("mine", json!([{"config": {"depth": 3}, "duel": duel}])).await;
    assert_eq!(versions(&saved["bots"][0]), [(1, 2), (2, 3)]);
    assert_eq!(saved["bots"][0]["versions"][1]["duel"], duel);
    let (_, saved) = save("mine", json!([{"config": {"depth": 4}}, {"config": {"depth": 5}}])).await;
    assert_eq!(versions(&saved["bots"][0]), [(2, 3), (3, 4), (4, 5)], "the oldest version beyond three is dropped");
    let (_, saved) = save("other/one", json!([{"config": {"depth": 1}}])).await;
    assert_eq!((&saved["bots"][0]["name"], &saved["bots"][1]["name"]), (&json!("other/one"), &json!("mine")));

    // They belong to Ann alone.
    assert_eq!(asks(address, "GET", SAVED, &ben.token, Value::Null).await.1["bots"], json!([]));
    for (token, expected) in [(&ben.token, 404), (&ann.token, 200), (&ann.token, 404)] {
        let (status, answer) = asks(address, "DELETE", &format!("{SAVED}/bones/other%2Fone"), token, Value::Null).await;
        assert_eq!(status, expected, "{answer}");
    }
    let (_, left) = asks(address, "GET", SAVED, &ann.token, Value::Null).await;
    assert_eq!(left["bots"].as_array().unwrap().len(), 1, "{left}");
}

#[tokio::test]
async fn rejects_saved_bots_beyond_the_limits() {
    let server = Server::start(settings!(accounts.saved_bots = 2, accounts.saved_bytes = 300)).await;
    let (address, ann, guest) = (server.running.address, server.person("Ann").await, server.player("Ben").await);
    let save = async |token: &str, name: &str, config: Value| {
        let body = json!({"game": "bones", "name": name, "versions": [{"config": config}]});
        let (status, answer) = asks(address, "POST", SAVED, token, body).await;
        (status, answer["code"].as_str().unwrap_or_default().to_owned(), answer["args"].clone())
    };
    assert_eq!(save(&guest.token, "a", json!({"depth": 1})).await.1, "needs_name");
    assert_eq!(asks(address, "GET", SAVED, &guest.token, Value::Null).await.0, 403);
    for (name, config, code) in [
        ("a", json!({"depth": 0}), "range"),
        ("a", json!(1), "config_object"),
        ("bones-perfect", json!({"depth": 1}), "bot_named"),
    ] {
        let (status, found, _) = save(&ann.token, name, config.clone()).await;
        assert!(status == 400 || status == 422, "{config}: {status}");
        assert_eq!(found, code, "{config}");
    }
    for name in ["a", "b"] {
        assert_eq!(save(&ann.token, name, json!({"depth": 1})).await.0, 200);
    }
    assert_eq!(save(&ann.token, "c", json!({"depth": 1})).await, (429, "saved_bots".to_owned(), json!({"most": 2})));
    let long = "x".repeat(250);
    let (status, code, args) = save(&ann.token, "a", json!({"depth": 1, "about": long})).await;
    assert_eq!((status, &*code, args), (429, "saved_bytes", json!({"most": 300})));
    let (_, kept) = asks(address, "GET", SAVED, &ann.token, Value::Null).await;
    assert!(kept["bots"].as_array().unwrap().iter().all(|bot| versions(bot) == [(1, 1)]), "{kept}");
    let none = json!({"game": "bones", "name": "a", "versions": []});
    assert_eq!(asks(address, "POST", SAVED, &ann.token, none).await.1["code"], "saved_versions");
}

#[tokio::test]
async fn saved_bots_are_exported_and_deleted_with_the_account() {
    let server = Server::start(|_| {}).await;
    let (address, ann) = (server.running.address, server.person("Ann").await);
    let body = json!({"game": "bones", "name": "mine", "versions": [{"config": {"depth": 2}}]});
    asks(address, "POST", SAVED, &ann.token, body.clone()).await;
    let data = Http::new().get(server.url("/api/accounts/me/data")).bearer_auth(&ann.token).send().await.unwrap();
    let data = data.text().await.unwrap();
    let exported = data.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).find_map(|line| {
        let bots = line.get("saved_bots")?;
        Some(bots.clone())
    });
    assert_eq!(exported.unwrap()[0]["versions"][0]["config"]["depth"], 2, "{data}");
    // A program with a key of the account reads them, but does not change them.
    let (_, key) = asks(address, "POST", "/api/accounts/keys", &ann.token, json!({})).await;
    let key = key["key"].as_str().unwrap();
    assert_eq!(asks(address, "GET", SAVED, key, Value::Null).await.1["bots"][0]["name"], "mine");
    assert_eq!(asks(address, "POST", SAVED, key, body).await.1["code"], "not_by_key");

    let deleted = json!({"password": super::accounts::PASSWORD});
    assert_eq!(asks(address, "POST", "/api/accounts/delete", &ann.token, deleted).await.0, 200);
    let data = server.stop().await;
    let sql = rusqlite::Connection::open(data.path().join("arena.sqlite")).unwrap();
    let left: i64 = sql.query_row("SELECT COUNT(*) FROM saved_bots", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0);
}
