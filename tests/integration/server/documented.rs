//! Every response of the HTTP API is in its description.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::tictactoe;
use super::{Server, TOKEN, settings};

/// Paths that would end the sessions or the server that the test needs.
const LEFT_OUT: [&str; 4] =
    ["/api/accounts/logout", "/api/accounts/delete", "/api/operator/drain", "/api/accounts/password"];

/// Returns the paths of a described path: with ids that do not exist or are none, and with each of the existing ones.
fn paths(described: &str, existing: &[String]) -> Vec<String> {
    let parts: Vec<&str> = described.split('/').collect();
    let fill = |value: &str| {
        let filled = parts.iter().map(|part| if part.starts_with('{') { value } else { part });
        filled.collect::<Vec<_>>().join("/")
    };
    let invented = ["nonsense".to_owned(), Uuid::from_u128(7).to_string()];
    let all: BTreeSet<String> = invented.iter().chain(existing).map(|value| fill(value)).collect();
    all.into_iter().collect()
}

/// Bodies for any request: some fit, most do not.
fn bodies(player: &str) -> Vec<Value> {
    vec![
        json!({}),
        json!({"game": "nonsense"}),
        json!({"games": ["nonsense"]}),
        json!({"muted": true}),
        json!({"player": Uuid::from_u128(7), "reason": "it is away"}),
        json!({"player": player, "reason": "it is here"}),
        json!({"opponent": Uuid::from_u128(7), "game": "chess"}),
        json!({"name": "Nonsense", "password": "wrong horse", "code": "wrong"}),
        json!({"toml": "nonsense"}),
        json!({"game": "chess", "position": "nonsense"}),
        json!({"players": [Uuid::from_u128(7)], "bots": ["nonsense"]}),
    ]
}

#[tokio::test]
async fn every_status_is_described() {
    let server = Server::start(settings!(
        limits.requests = 1_000_000,
        limits.messages = 1_000_000,
        limits.answer_bytes_per_address = 1 << 30
    ))
    .await;
    let person = server.person("Ann").await;
    let mut guest = server.player("Ben").await;
    let running = guest.create(tictactoe(json!(["me", "open"]))).await;
    let terms = json!({"name": "Class", "game": "tictactoe", "format": "round-robin", "clock": {"initial_ms": 60_000}});
    let opened: Value =
        server.operator_posts("/api/tournaments/open").json(&terms).send().await.unwrap().json().await.unwrap();
    let tournament = opened["tournament"].as_str().unwrap().to_owned();
    let player = guest.id.clone();
    let existing = [running, player.clone(), tournament, "chess".to_owned(), "1".to_owned()];

    let http = reqwest::Client::new();
    let described: Value = http.get(server.url("/api/openapi.json")).send().await.unwrap().json().await.unwrap();
    let mut undescribed = BTreeSet::new();
    let mut statuses = BTreeSet::new();
    for (template, operations) in described["paths"].as_object().unwrap() {
        if LEFT_OUT.contains(&template.as_str()) {
            continue;
        }
        for (method, operation) in operations.as_object().unwrap() {
            let bodies = if operation.get("requestBody").is_some() { bodies(&player) } else { vec![Value::Null] };
            for path in paths(template, &existing) {
                for token in ["", "wrong", &guest.token, &person.token, TOKEN] {
                    for body in &bodies {
                        let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
                        let mut request = http.request(method.clone(), server.url(&path));
                        if !token.is_empty() {
                            request = request.bearer_auth(token);
                        }
                        if !body.is_null() {
                            request = request.json(body);
                        }
                        // Streams go on, so the bodies of answers are not read.
                        let status = request.send().await.unwrap().status().as_u16();
                        statuses.insert(status);
                        if operation["responses"].get(status.to_string()).is_none() {
                            undescribed.insert(format!("{method} {template}: {status}"));
                        }
                    }
                }
            }
        }
    }
    assert!([200, 400, 401, 403, 404, 409, 422].iter().all(|status| statuses.contains(status)), "{statuses:?}");
    assert!(undescribed.is_empty(), "{undescribed:#?}");
}
