//! Tournaments of bots that players compose, within the operator's limits.

use std::time::Duration;

use serde_json::{Value, json};

use super::entered::asks;
use super::http::get;
use super::{Server, TOKEN};

const PLAN: &str = "/api/tournaments/plan";

fn file(rounds: u32, more: &str) -> String {
    format!(
        "name = \"Ours\"\ngame = \"bones\"\nrounds = {rounds}\nseed = 7\n{more}\n\
         [[entrants]]\nbot = \"bones-random\"\n[[entrants]]\nname = \"deep\"\ndepth = 2\n"
    )
}

/// A server that allows players three concurrent tournaments and ten minutes a day, and the keys of Bea and Cem.
async fn server(guest_matches: u64) -> (Server, String, String) {
    let server = Server::start(|settings| {
        let bounds = &mut settings.composing;
        (bounds.running, bounds.running_per_address, bounds.guest_matches) = (3, 3, guest_matches);
        (bounds.entrants, bounds.matches, bounds.nodes) = (4, 100, 5_000);
    })
    .await;
    let names = json!({"names": ["Bea", "Cem"]});
    let (_, made) = asks(server.running.address, "POST", "/api/operator/invitations", TOKEN, names).await;
    let key = |n: usize| made["invitations"][n]["key"].as_str().unwrap().to_owned();
    (server, key(0), key(1))
}

#[tokio::test]
async fn only_the_operator_composes_without_running_tournaments() {
    let server = Server::start(|settings| settings.composing.running = 0).await;
    let (address, ann) = (server.running.address, server.player("Ann").await);
    let (_, view) = asks(address, "GET", PLAN, &ann.token, Value::Null).await;
    assert_eq!((&view["may"], &view["refusal"]["code"]), (&json!(false), &json!("operator_composes")), "{view}");
    for path in [PLAN, "/api/tournaments"] {
        let (status, error) = asks(address, "POST", path, &ann.token, json!({"toml": file(1, "")})).await;
        assert_eq!((status, &error["code"]), (403, &json!("operator_composes")), "{error}");
        let (status, error) = asks(address, "POST", path, "", json!({"toml": file(1, "")})).await;
        assert_eq!((status, &error["code"]), (403, &json!("needs_operator")), "{error}");
    }
    assert_eq!(asks(address, "GET", PLAN, TOKEN, Value::Null).await.1, json!({"may": true}));
    let (_, planned) = asks(address, "POST", PLAN, TOKEN, json!({"toml": file(1, "")})).await;
    assert!(planned["plan"].is_object() && planned.get("cost").is_none(), "{planned}");
    assert!(!planned["toml"].as_str().unwrap().contains("nodes"), "the operator must have no limit: {planned}");
}

#[tokio::test]
async fn players_run_tournaments_within_their_bounds() {
    let (server, bea, cem) = server(0).await;
    let address = server.running.address;
    let ann = server.player("Ann").await;
    let start =
        async |token: &str, toml: &str| asks(address, "POST", "/api/tournaments", token, json!({"toml": toml})).await;
    let (status, error) = start(&ann.token, &file(1, "")).await;
    assert_eq!((status, &error["code"]), (403, &json!("needs_name")), "{error}");
    let (status, error) = asks(address, "POST", "/api/tournaments", &bea, json!({"file": "tictactoe-depths"})).await;
    assert_eq!(
        (status, &error["code"]),
        (403, &json!("needs_operator")),
        "what the operator has written is the operator's: {error}"
    );

    // The plan shows the limit per move, the cost and the remaining budget.
    let (_, composed) = asks(address, "POST", PLAN, &bea, json!({"toml": file(10, "")})).await;
    assert_eq!(composed["file"]["limits"]["nodes"], 5_000, "{composed}");
    assert!(composed["toml"].as_str().unwrap().contains("nodes = 5000"), "{composed}");
    let (cost, bounds) = (&composed["cost"], &composed["cost"]["bounds"]);
    assert_eq!((&cost["may"], &composed["plan"]["concurrency"]), (&json!(true), &json!(1)), "{cost}");
    assert!((1_200..60_000).contains(&cost["needed_ms"].as_u64().unwrap()), "20 matches and one second: {cost}");
    assert_eq!((&bounds["left_ms"], &bounds["budget_ms"]), (&json!(600_000), &json!(600_000)));
    assert_eq!((&bounds["running_left"], &bounds["matches"]), (&json!(1), &json!(100)));

    let solver = "[adjudication]\nsolver = { empties = 3 }";
    for (toml, key, words) in [
        (file(51, ""), "rounds", "matches must be between 2 and 100, got 102"),
        (
            file(1, "").replace("depth = 2", "grid = { depth = [1, 2, 3, 4] }").replace("name = \"deep\"\n", ""),
            "entrants",
            "entrants must be between 2 and 4, got 5",
        ),
        (
            file(1, "").replace("depth = 2", "depth = 2\nlimits = { nodes = 6000 }"),
            "",
            "deep: nodes: must be between 1 and 5000, got 6000",
        ),
        (file(1, solver).replace("bones", "reversi"), "solver", "only the operator"),
        (
            file(1, "").replace("depth = 2", "engine = { protocol = \"text\", command = [\"x\"] }"),
            "engine",
            "external engines",
        ),
    ] {
        let (_, composed) = asks(address, "POST", PLAN, &bea, json!({"toml": toml})).await;
        let problem = &composed["problem"];
        assert!(problem["problem"]["message"].as_str().unwrap_or_default().contains(words), "{key}: {composed}");
        assert_eq!(problem["key"].as_str().unwrap_or_default(), key, "{problem}");
        let (status, error) = start(&bea, &toml).await;
        assert!(status == 422 && error["message"].as_str().unwrap().contains(words), "{status} {error}");
    }

    let (status, begun) = start(&bea, &file(50, "")).await;
    assert_eq!((status, &begun["concurrency"]), (201, &json!(1)), "{begun}");
    let path = format!("/api/tournaments/{}", begun["id"].as_str().unwrap());
    assert!(get(&server, &path).await.1["source"].as_str().unwrap().contains("nodes = 5000"));
    // Other players cannot steer or stop it; its creator can only stop it.
    for (token, what, expected) in [(&cem, "stop", 403), (&bea, "steer", 403), (&bea, "stop", 200)] {
        let (status, answer) = asks(address, "POST", &format!("{path}/{what}"), token, json!({"paused": true})).await;
        assert_eq!(status, expected, "{what}: {answer}");
    }
    let page = get(&server, &path).await.1;
    assert!(page["by"].is_string(), "{page}");
    let (_, view) = asks(address, "GET", PLAN, &bea, Value::Null).await;
    let left = view["bounds"]["left_ms"].as_u64().unwrap();
    assert!(view["may"] == true && (590_000..600_000).contains(&left), "what was not played is given back: {view}");
    // After a restart it counts with its estimate.
    let data = server.stop().await;
    let server = Server::with(data, |settings| settings.composing.running = 1, |_| {}).await;
    let (_, view) = asks(server.running.address, "GET", PLAN, &bea, Value::Null).await;
    assert!(view["bounds"]["left_ms"].as_u64().unwrap() < 600_000, "{view}");
}

#[tokio::test]
async fn guests_compose_within_a_budget_of_matches() {
    let server = Server::start(|_| {}).await;
    let (address, ann) = (server.running.address, server.player("Ann").await);
    let (_, view) = asks(address, "GET", PLAN, &ann.token, Value::Null).await;
    assert_eq!((&view["may"], &view["bounds"]["matches"]), (&json!(true), &json!(200)), "{view}");
    assert_eq!(view["bounds"]["guest"], json!({"left": 200, "budget": 200}));
    let (_, composed) = asks(address, "POST", PLAN, &ann.token, json!({"toml": file(101, "")})).await;
    let refusal = &composed["cost"]["refusal"];
    let args = json!({"needed": 202, "left": 200, "budget": 200, "wait_ms": null});
    let [idle, busy] = ["seconds", "busy_seconds"].map(|key| composed["plan"][key].as_f64().unwrap());
    assert!(0.0 < idle && idle <= busy, "{composed}");
    assert_eq!((&refusal["code"], &refusal["args"]), (&json!("guest_matches"), &args), "{composed}");
    let start =
        async |token: &str, n| asks(address, "POST", "/api/tournaments", token, json!({"toml": file(n, "")})).await;
    assert_eq!(start(&ann.token, 101).await.1["code"], "guest_matches");
    let (status, begun) = start(&ann.token, 90).await;
    assert_eq!(status, 201, "{begun}");
    let path = format!("/api/tournaments/{}", begun["id"].as_str().unwrap());
    while get(&server, &path).await.1["status"] == "running" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Another guest from this address shares the budget. A claimed name does not count in it.
    let (ben, cem) = (server.player("Ben").await, server.person("Cem").await);
    let (status, error) = start(&ben.token, 11).await;
    assert_eq!((status, &error["code"], &error["args"]["left"]), (429, &json!("guest_matches"), &json!(20)), "{error}");
    assert!(error["retry_after_ms"].as_u64().unwrap() > 80_000_000, "{error}");
    let (_, view) = asks(address, "GET", PLAN, &cem.token, Value::Null).await;
    assert!(view["may"] == true && view["bounds"].get("guest").is_none(), "{view}");
    assert_eq!(start(&cem.token, 101).await.0, 201);
}

#[tokio::test]
async fn rejects_excess_with_values_and_a_retry_time() {
    let server = Server::start(|settings| {
        let bounds = &mut settings.composing;
        (bounds.running, bounds.running_per_address, bounds.guest_matches) = (2, 2, 1_000_000);
        // Two matches count for at least 1,020 ms.
        (bounds.budget_ms_per_player, bounds.matches) = (2_500, 1_000_000);
    })
    .await;
    let address = server.running.address;
    let (ann, ben) = (server.player("Ann").await, server.player("Ben").await);
    let start =
        async |token: &str, toml: &str| asks(address, "POST", "/api/tournaments", token, json!({"toml": toml})).await;
    let (_, composed) = asks(address, "POST", PLAN, &ann.token, json!({"toml": file(100, "")})).await;
    let cost = &composed["cost"];
    let refusal = &cost["refusal"];
    assert_eq!(
        (&cost["may"], &refusal["code"], &refusal["args"]["scope"]),
        (&json!(false), &json!("budget"), &json!("player"))
    );
    assert_eq!((&refusal["args"]["left_ms"], &refusal["args"]["budget_ms"]), (&json!(2_500), &json!(2_500)));
    assert!(refusal.get("retry_after_ms").is_none(), "the cost exceeds the budget of a whole day: {cost}");
    let (status, error) = start(&ann.token, &file(100, "")).await;
    assert_eq!((status, &error["code"], &error["args"]["scope"]), (429, &json!("budget"), &json!("player")), "{error}");

    for _ in 0..2 {
        let (status, begun) = start(&ann.token, &file(1, "")).await;
        assert_eq!(status, 201, "{begun}");
        let path = format!("/api/tournaments/{}", begun["id"].as_str().unwrap());
        while get(&server, &path).await.1["status"] == "running" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let (status, error) = start(&ann.token, &file(1, "")).await;
    assert_eq!((status, &error["code"]), (429, &json!("budget")), "{error}");
    let wait = error["retry_after_ms"].as_u64().unwrap();
    assert!((86_000_000..=86_400_000).contains(&wait), "{error}");
    assert_eq!(start(&ben.token, &file(1, "")).await.0, 201, "each player has a separate budget");
}

#[tokio::test]
async fn a_tournament_over_budget_ends() {
    let server = Server::start(|settings| {
        let bounds = &mut settings.composing;
        (bounds.running, bounds.running_per_address, bounds.guest_matches) = (2, 2, 1_000);
        (bounds.budget_ms_per_player, bounds.nodes) = (3_000, 1_000_000);
    })
    .await;
    let address = server.running.address;
    let ann = server.player("Ann").await;
    // Every second entrant is sampled for the estimate, and those think little.
    let mut toml = "name = \"Long\"\ngame = \"chess\"\nformat = \"gauntlet\"\n[adjudication]\nmax_plies = 4\n\
         [openings]\nrandom_plies = 2\n"
        .to_owned();
    for n in 0..26 {
        let depth = if n % 2 == 0 { 1 } else { 40 };
        toml += &format!("[[entrants]]\nname = \"e{n}\"\ndepth = {depth}\ntable_mb = 1\n");
    }
    let (status, begun) = asks(address, "POST", "/api/tournaments", &ann.token, json!({"toml": toml})).await;
    assert_eq!(status, 201, "{begun}");
    let path = format!("/api/tournaments/{}", begun["id"].as_str().unwrap());
    let over = loop {
        let (_, page) = get(&server, &path).await;
        if page["status"] != "running" {
            break page;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!((&over["state"], &over["failure"]["code"]), (&json!("failed"), &json!("tournament_budget")), "{over}");
    assert!((1..50).contains(&over["played"].as_u64().unwrap()), "the played matches must be kept: {over}");
    let (_, view) = asks(address, "GET", PLAN, &ann.token, Value::Null).await;
    assert_eq!(view["bounds"]["left_ms"], 0, "{view}");
}

#[tokio::test]
async fn limits_concurrent_tournaments() {
    let (server, bea, cem) = server(1_000).await;
    let address = server.running.address;
    // A tournament paused by the operator counts as running.
    let start = async |token: &str| {
        let (status, begun) = asks(address, "POST", "/api/tournaments", token, json!({"toml": file(50, "")})).await;
        if let Some(id) = begun["id"].as_str() {
            let steer = format!("/api/tournaments/{id}/steer");
            let (_, steered) = asks(address, "POST", &steer, TOKEN, json!({"paused": true})).await;
            assert_eq!(steered["state"], "paused", "{steered}");
        }
        (status, begun)
    };
    let (status, first) = start(&bea).await;
    assert_eq!(status, 201, "{first}");
    // The error names a tournament that counts.
    let args = json!({"most": 1, "tournament": first["id"]});
    let (status, error) = start(&bea).await;
    assert_eq!((status, &error["code"], &error["args"]), (429, &json!("own_runs"), &args), "{error}");
    assert_eq!(start(&cem).await.0, 201);
    let (ann, ben) = (server.player("Ann").await, server.player("Ben").await);
    assert_eq!(start(&ann.token).await.0, 201, "guests are allowed here");
    let (status, error) = start(&ben.token).await;
    assert_eq!((status, &error["code"]), (429, &json!("address_runs")), "{error}");
    assert_eq!(error["args"]["tournament"], first["id"], "{error}");
}
