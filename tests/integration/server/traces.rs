//! Traces as a collector of OpenTelemetry is told them: a stand-in takes what the program sends.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Json;
use axum::extract::State;
use axum::routing::post;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Client, tictactoe};
use super::process::{Process, command};

type Told = Arc<Mutex<Vec<Value>>>;

async fn take(State(told): State<Told>, Json(message): Json<Value>) -> Json<Value> {
    told.lock().unwrap().push(message);
    Json(json!({}))
}

/// The attributes of a span or a resource, as texts.
fn attributes(of: &Value) -> BTreeMap<String, String> {
    let all = of["attributes"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned();
    all.map(|one| (one["key"].as_str().unwrap().to_owned(), text(&one["value"]))).collect()
}

#[tokio::test]
async fn a_collector_is_told_requests_searches_and_groups_of_the_log() {
    let told = Told::default();
    let collector = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", collector.local_addr().unwrap());
    let router = axum::Router::new().route("/v1/traces", post(take)).with_state(Arc::clone(&told));
    tokio::spawn(async move { axum::serve(collector, router).await });

    let data = TempDir::new().unwrap();
    let mut program = command(data.path());
    program.env("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint).env("OTEL_SERVICE_NAME", "test-arena");
    let server = Process::try_start(&mut program).expect("it starts");
    let mut ann = Client::player(server.address, "Ann").await;
    let id = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-beginner"}]))).await;
    ann.plays(&id, 0, "b2").await;
    ann.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == 1).await;
    let page = reqwest::get(format!("http://{}/api/matches/{id}?secret=very", server.address)).await.unwrap();
    assert_eq!(page.status(), 200);

    let spans = loop {
        let messages = told.lock().unwrap().clone();
        let resources = messages.iter().flat_map(|message| message["resourceSpans"].as_array().unwrap());
        let scopes = resources.clone().flat_map(|resource| resource["scopeSpans"].as_array().unwrap());
        let spans: Vec<Value> = scopes.flat_map(|scope| scope["spans"].as_array().unwrap().clone()).collect();
        let all_there = ["request", "search", "log"].iter().all(|name| spans.iter().any(|span| span["name"] == *name));
        if all_there && spans.iter().any(|span| attributes(span).get("status").is_some_and(|status| status == "200")) {
            assert_eq!(attributes(&resources.clone().next().unwrap()["resource"])["service.name"], "test-arena");
            break spans;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    for span in &spans {
        let [trace, own] = ["traceId", "spanId"].map(|key| span[key].as_str().unwrap());
        assert!(trace.len() == 32 && own.len() == 16 && format!("{trace}{own}").bytes().all(|b| b.is_ascii_hexdigit()));
        let [began, ended] = ["startTimeUnixNano", "endTimeUnixNano"].map(|key| span[key].as_str().unwrap());
        assert!(began.parse::<u128>().unwrap() <= ended.parse::<u128>().unwrap());
    }
    let of = |name: &str| -> Vec<_> { spans.iter().filter(|span| span["name"] == name).map(attributes).collect() };
    let request = of("request").into_iter().find(|request| request["route"] == "/api/matches/{id}").unwrap();
    assert_eq!((request["method"].as_str(), request["status"].as_str()), ("GET", "200"));
    assert_eq!(of("search")[0]["bot"], "tictactoe-beginner");
    let all = serde_json::to_string(&spans).unwrap();
    assert!(!all.contains("very") && !all.contains(&ann.token), "nothing that is to stay secret is told");
}
