//! HTTP: lists, records, analysis, and errors.

use std::io::Read;

use arena_games::GameId;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::tictactoe;
use super::{Server, settings};

pub(super) async fn get(server: &Server, path: &str) -> (StatusCode, Value) {
    let response = reqwest::get(server.url(path)).await.unwrap();
    let status = response.status();
    (status, response.json().await.unwrap())
}

pub(super) async fn post(server: &Server, path: &str, body: &Value) -> (StatusCode, Value) {
    let response = server.operator_posts(path).json(body).send().await.unwrap();
    let status = response.status();
    (status, response.json().await.unwrap())
}

#[tokio::test]
async fn lists_games_bots_and_the_description() {
    let server = Server::start(|_| {}).await;
    let (_, games) = get(&server, "/api/games").await;
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), GameId::ALL.len());
    let bones = games.iter().find(|game| game["name"] == "bones").unwrap();
    assert_eq!(bones["options"][0]["default"], 21);
    let (_, bots) = get(&server, "/api/bots?game=bones").await;
    assert!(bots["bots"].as_array().unwrap().iter().all(|bot| bot["game"] == "bones"));
    assert_eq!(bots["bots"][0]["level"], 1);
    let (_, described) = get(&server, "/api/openapi.json").await;
    let sources = [include_str!("../../../src/server/http.rs"), include_str!("../../../src/lichess/lib.rs")];
    let route = |line: &'static str| Some(line.strip_prefix("    \"")?.split_once("\" => ")?.0);
    let routes: Vec<&str> = sources.into_iter().flat_map(str::lines).filter_map(route).collect();
    assert!(routes.len() > 100, "{routes:?}");
    for path in routes {
        assert!(described["paths"].get(path).is_some(), "{path} is not described");
    }
    for status in ["200", "400", "404", "429", "503"] {
        let responses = &described["paths"]["/api/leaderboard/{game}"]["get"]["responses"];
        assert!(responses.get(status).is_some(), "{status}: {responses}");
    }
    let undefined: Vec<String> = references(&described)
        .into_iter()
        .filter(|name| described["components"]["schemas"].get(name).is_none())
        .collect();
    assert!(undefined.is_empty(), "not defined: {undefined:?}");
}

/// Returns the schemas that a description refers to.
fn references(value: &Value) -> Vec<String> {
    match value {
        Value::Object(object) => {
            let own = object.get("$ref").and_then(Value::as_str).and_then(|name| name.rsplit('/').next());
            own.map(str::to_owned).into_iter().chain(object.values().flat_map(references)).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn serves_a_match_during_and_after_play() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let id = ann.against(&mut ben, tictactoe(json!(["me", "open"]))).await;
    ann.plays(&id, 0, "b2").await;
    let (status, refusal) = get(&server, &format!("/api/matches/{id}/record")).await;
    assert_eq!((status, &refusal["code"]), (StatusCode::CONFLICT, &json!("not_finished")));
    let (status, so_far) = get(&server, &format!("/api/matches/{id}/record?live=true")).await;
    assert_eq!((status, &so_far["moves"]), (StatusCode::OK, &json!(["b2"])));
    assert_eq!(so_far["seats"][1]["name"], "Ben");
    // The seed predicts a bot's moves.
    assert!(so_far.get("seed").is_none() && so_far.get("verdict").is_none(), "{so_far}");
    assert_eq!(get(&server, &format!("/api/matches/{id}")).await.1["status"], "live");
    ben.ask(json!({"type": "resign", "match": id})).await;

    let (_, told) = get(&server, &format!("/api/matches/{id}")).await;
    assert_eq!((&told["status"], &told["plies"]), (&json!("finished"), &json!(1)));
    assert_eq!(told["record"]["moves"], json!(["b2"]));
    let (_, record) = get(&server, &format!("/api/matches/{id}/record")).await;
    assert_eq!(record["verdict"], json!({"outcome": "first", "by": "resignation"}));
    assert_eq!(get(&server, &format!("/api/matches/{id}/record?live=true")).await.1, record);
    let (_, events) = get(&server, &format!("/api/matches/{id}/events")).await;
    assert_eq!(events["start"]["turn"], "first");
    let kinds: Vec<&str> =
        events["events"].as_array().unwrap().iter().map(|told| told["event"]["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["seated", "started", "moved", "ended"]);
    assert_eq!(events["events"][2]["event"]["changed"]["last"], json!(["b2"]));
    assert!(events.get("next").is_none(), "{events}");
    // Pages together have the same events.
    let (mut paged, mut since) = (Vec::new(), 0);
    loop {
        let (status, page) = get(&server, &format!("/api/matches/{id}/events?limit=3&since={since}")).await;
        assert_eq!((status, &page["start"]), (StatusCode::OK, &events["start"]));
        paged.extend(page["events"].as_array().unwrap().clone());
        let Some(next) = page["next"].as_u64() else { break };
        since = next;
    }
    assert_eq!((json!(paged), since), (events["events"].clone(), 3));
    // The package for Python fits the server; npm's is in binaries with the page.
    let wheel = server.url(concat!("/packages/gametree_arena_client-", env!("CARGO_PKG_VERSION"), "-py3-none-any.whl"));
    let wheel = reqwest::get(wheel).await.unwrap();
    assert_eq!(wheel.status(), 200);
    assert!(wheel.bytes().await.unwrap().starts_with(b"PK"));
    assert_eq!(reqwest::get(server.url("/packages/nothing")).await.unwrap().status(), 404);
    for query in ["limit=0", "limit=257", "since=-1"] {
        assert_eq!(
            get(&server, &format!("/api/matches/{id}/events?{query}")).await.0,
            StatusCode::BAD_REQUEST,
            "{query}"
        );
    }

    let (_, page) = get(&server, &format!("/api/matches?player={}&status=finished&limit=1", ann.id)).await;
    assert_eq!(page["matches"][0]["match"], json!(id));
    let row = &page["matches"][0];
    assert!(row["ended_ms"].as_u64().unwrap() >= row["created_ms"].as_u64().unwrap(), "{row}");
    assert!(page.get("next").is_none(), "{page}");
    let (_, player) = get(&server, &format!("/api/players/{}", ann.id)).await;
    assert_eq!(player["tallies"]["tictactoe"], json!({"wins": 1, "draws": 0, "losses": 0}));
    let (_, board) = get(&server, "/api/leaderboard/tictactoe").await;
    assert_eq!((&board["rows"][0]["name"], &board["rows"][0]["wins"]), (&json!("Ann"), &json!(1)));
}

#[tokio::test]
async fn wrong_requests_get_a_status_and_a_message() {
    let server = Server::start(|settings| settings.limits.body_bytes = 2_000).await;
    let nobody = Uuid::nil();
    let nothing = [
        (format!("/api/matches/{nobody}"), 404, "no_such_match"),
        ("/api/matches/123".to_owned(), 404, "no_such_match"),
        ("/api/tournaments/123".to_owned(), 404, "no_such_tournament"),
        (format!("/api/matches/{nobody}/events"), 404, "no_such_match"),
        ("/api/matches/seven".to_owned(), 404, "no_such_match"),
        ("/api/matches?limit=1000".to_owned(), 400, "range"),
        ("/api/matches?limit=many".to_owned(), 400, "bad_filter"),
        ("/api/matches?status=odd".to_owned(), 400, "bad_filter"),
        ("/api/matches?before=odd".to_owned(), 400, "bad_filter"),
        ("/api/matches?game=go".to_owned(), 404, "unknown_game"),
        ("/api/leaderboard/go".to_owned(), 404, "unknown_game"),
        (format!("/api/players/{nobody}"), 404, "no_such_player"),
        (format!("/api/tournaments/{nobody}"), 404, "no_such_tournament"),
        ("/api/nothing".to_owned(), 404, "not_found"),
        ("/missing.js".to_owned(), 404, "not_found"),
    ];
    for (path, status, code) in nothing {
        let (told, body) = get(&server, &path).await;
        assert_eq!((told.as_u16(), body["code"].as_str().unwrap()), (status, code), "{path}: {body}");
        assert!(!body["message"].as_str().unwrap().is_empty(), "{path}");
    }
    let deep = format!("{{\"game\":{}", "[".repeat(1_500));
    let bodies = [
        ("{}".to_owned(), 400, "game"),
        ("{\"game\":\"bones\",\"game\":\"tree\"}".to_owned(), 400, "duplicate key"),
        (deep, 400, "recursion limit"),
        ("{\"game\":\"go\"}".to_owned(), 404, "go"),
        ("{\"game\":\"bones\",\"depth\":60000}".to_owned(), 422, "depth"),
        ("{\"game\":\"bones\",\"moves\":[\"9\"]}".to_owned(), 422, "9"),
        ("{\"game\":\"bones\",\"bot\":\"nobody\"}".to_owned(), 404, "nobody"),
        (format!("{{\"game\":\"{}\"}}", "x".repeat(3_000)), 413, "2000"),
    ];
    for (body, status, part) in bodies {
        let request = Client::new().post(server.url("/api/analyse")).header(CONTENT_TYPE, "application/json");
        let response = request.body(body.clone()).send().await.unwrap();
        let told = response.status().as_u16();
        let answer: Value = response.json().await.unwrap();
        let shown: String = body.chars().take(80).collect();
        assert_eq!(told, status, "{shown}: {answer}");
        assert!(answer["message"].as_str().unwrap().contains(part), "{shown}: {answer} lacks {part}");
    }
    let plain = Client::new().post(server.url("/api/analyse")).body("{}").send().await.unwrap();
    assert_eq!(plain.status(), 400);
    let wrong_method = Client::new().request(Method::DELETE, server.url("/api/games")).send().await.unwrap();
    assert_eq!(wrong_method.status(), 405);
    assert_eq!(wrong_method.json::<Value>().await.unwrap()["code"], "method_not_allowed");
}

#[tokio::test]
async fn serves_the_page_with_its_headers_on_all_routes() {
    let server = Server::start(|_| {}).await;
    let of_a_match = format!("/match/{}", Uuid::nil());
    for path in ["/", of_a_match.as_str(), "/tournaments"] {
        let response = reqwest::get(server.url(path)).await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        let headers = response.headers().clone();
        assert!(headers["content-type"].to_str().unwrap().starts_with("text/html"), "{path}");
        assert!(headers["content-security-policy"].to_str().unwrap().contains("default-src 'self'"));
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(headers["x-frame-options"], "DENY", "{path}");
        assert!(!headers.contains_key("strict-transport-security"), "only a server with TLS knows that there is TLS");
        assert!(!policy.contains("unsafe"), "{policy}");
        let tag = headers["etag"].clone();
        assert!(!headers.contains_key("cross-origin-opener-policy"), "a browser would complain over plain HTTP");
        let again = Client::new().get(server.url(path)).header("if-none-match", tag).header("sec-fetch-site", "none");
        let again = again.send().await.unwrap();
        assert_eq!(again.status(), 304);
        assert_eq!(again.headers()["cross-origin-opener-policy"], "same-origin");
    }
    let of_browsers = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8";
    for path in ["/match/1", "/nothing", "/bots/x", "/missing.html"] {
        let response = Client::new().get(server.url(path)).header(ACCEPT, of_browsers).send().await.unwrap();
        assert_eq!(response.status(), 404, "{path}");
        assert!(response.headers()["content-type"].to_str().unwrap().starts_with("text/html"), "{path}");
        assert!(response.headers().get("etag").is_none(), "{path}");
        assert_eq!(get(&server, path).await.1["code"], "not_found", "{path}: programs must get JSON");
    }
    let nothing = Client::new().get(server.url("/api/nothing")).header(ACCEPT, of_browsers).send().await.unwrap();
    assert_eq!(nothing.json::<Value>().await.unwrap()["code"], "not_found");
    let metrics = reqwest::get(server.url("/metrics")).await.unwrap().text().await.unwrap();
    assert!(metrics.contains("arena_responses_total") && metrics.contains("arena_store_healthy 1"), "{metrics}");
    for line in metrics.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
        let (name, kind) = line.split_once(' ').unwrap();
        assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
    }
    assert_eq!(get(&server, "/readyz").await.0, 200);
}

#[tokio::test]
async fn only_the_embedded_page_may_be_framed() {
    let server = Server::start(|_| {}).await;
    for (path, status, ancestors) in [
        ("/embed/step", 200, "*"),
        ("/embed/step?game=tictactoe", 200, "*"),
        ("/step", 200, "'none'"),
        ("/embed", 404, "'none'"),
        ("/embed/step/account", 404, "'none'"),
        ("/api/games", 200, "'none'"),
    ] {
        let response = Client::new().get(server.url(path)).header(ACCEPT, "text/html").send().await.unwrap();
        assert_eq!(response.status(), status, "{path}");
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert_eq!(policy.rsplit("frame-ancestors ").next(), Some(ancestors), "{path}: {policy}");
        assert!(policy.contains("script-src 'self';"), "{path}: {policy}");
        assert_eq!(response.headers().contains_key("x-frame-options"), ancestors != "*", "{path}");
    }
}

/// The response to a client that accepts gzip: status, tag, encoding, and the decoded text.
async fn get_gzip(server: &Server, method: Method, path: &str, known: Option<&str>) -> (u16, String, String, String) {
    let mut request = Client::new().request(method, server.url(path)).header("accept-encoding", "gzip, deflate, br");
    if let Some(known) = known {
        request = request.header("if-none-match", known);
    }
    let response = request.send().await.unwrap();
    let header = |name| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    let (status, tag) = (response.status().as_u16(), header("etag").unwrap_or_default());
    let encoding = header("content-encoding").unwrap_or_default();
    let body = response.bytes().await.unwrap();
    let mut text = String::new();
    if encoding == "gzip" {
        flate2::read::GzDecoder::new(&body[..]).read_to_string(&mut text).unwrap();
    } else {
        text = String::from_utf8(body.to_vec()).unwrap();
    }
    (status, tag, encoding, text)
}

#[tokio::test]
async fn gzip_clients_get_readable_errors_and_the_precompressed_page() {
    let server = Server::start(|_| {}).await;
    for (method, path, part) in [
        (Method::GET, "/api/matches?limit=many", "invalid digit"),
        (Method::DELETE, "/api/games", "method"),
        (Method::GET, "/api/nothing", "/api/nothing"),
        (Method::GET, "/api/matches?limit=1000", "between 1 and 100"),
    ] {
        let (status, _, _, text) = get_gzip(&server, method, path, None).await;
        let body: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text:?}"));
        assert!(status >= 400 && body["message"].as_str().unwrap().contains(part), "{path}: {body}");
    }
    let plain = reqwest::get(server.url("/")).await.unwrap();
    let plain_tag = plain.headers()["etag"].to_str().unwrap().to_owned();
    let page = plain.text().await.unwrap();
    let (status, tag, encoding, text) = get_gzip(&server, Method::GET, "/", None).await;
    assert_eq!((status, encoding.as_str(), text), (200, "gzip", page));
    assert_ne!(tag, plain_tag, "another encoding needs another tag");
    for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", W/{tag}"), "*".to_owned()] {
        let (status, _, _, text) = get_gzip(&server, Method::GET, "/", Some(&known)).await;
        assert_eq!((status, text.as_str()), (304, ""), "{known}");
    }
    assert_eq!(get_gzip(&server, Method::GET, "/", Some(&plain_tag)).await.0, 200);
}

#[tokio::test]
async fn rate_limited_addresses_get_a_retry_time() {
    let server = Server::start(settings!(limits.requests = 3, limits.requests_window_ms = 3_600_000)).await;
    for _ in 0..3 {
        assert_eq!(get(&server, "/api/games").await.0, 200);
    }
    let refused = reqwest::get(server.url("/api/games")).await.unwrap();
    assert_eq!(refused.status(), 429);
    let wait: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    let body: Value = refused.json().await.unwrap();
    assert_eq!(body["code"], "too_many_requests");
    let told = body["retry_after_ms"].as_u64().unwrap();
    assert!(told > 0 && wait == told.div_ceil(1_000), "{wait} s, {body}");
    for path in ["/healthz", "/readyz"] {
        assert_eq!(get(&server, path).await.0, 200, "{path}");
    }
}

#[tokio::test]
async fn analyses_a_position() {
    let server = Server::start(|_| {}).await;
    let tree = json!({"game": "tree", "options": {"tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]}, "depth": 2,
        "pruning": "alpha-beta", "tree_depth": 2});
    let (status, found) = post(&server, "/api/analyse", &tree).await;
    assert_eq!(status, 200, "{found}");
    assert_eq!((&found["value"], &found["best"]), (&json!(3), &json!("0")));
    assert!(found["tree"]["children"].is_array() && found["diagram"]["kind"] == "tree", "{found}");
}

#[tokio::test]
async fn pages_the_steps_of_a_search_by_range_and_subtree() {
    let server = Server::start(|_| {}).await;
    let asked = |page: Value| json!({"game": "tree", "options": {"tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]}, "depth": 2, "page": page});
    let (status, whole) = post(&server, "/api/trace", &asked(Value::Null)).await;
    assert!(status == 200 && whole["value"] == 3, "{whole}");
    let steps = whole["steps"]["steps"].as_array().unwrap();
    assert_eq!(whole["steps"]["total"], steps.len(), "{whole}");
    assert!(whole["steps"].get("next").is_none(), "{whole}");
    let cuts: Vec<&Value> = steps.iter().filter(|step| step["code"] == "cut").collect();
    assert_eq!(cuts.len(), 1, "{whole}");
    let cut = cuts[0];
    assert_eq!(
        (&cut["alpha"], &cut["value"], &cut["max"], &cut["pruned"]["leaves"]),
        (&json!(3), &json!(2), &json!(false), &json!(2))
    );
    let (_, page) = post(&server, "/api/trace", &asked(json!({"from": 4, "count": 3}))).await;
    assert_eq!((&page["steps"]["steps"], &page["steps"]["next"]), (&json!(steps[4..7]), &json!(7)));
    let (_, below) = post(&server, "/api/trace", &asked(json!({"below": ["1"]}))).await;
    let part = below["steps"]["steps"].as_array().unwrap();
    assert!(part.len() < steps.len() && part.contains(cut) && part.iter().all(|step| step["ply"] != 0), "{below}");
    for (page, named) in [
        (json!({"from": -1}), "page.from"),
        (json!({"count": 2_001}), "1 to 2000"),
        (json!({"below": ["9"]}), "9"),
        (json!({"form": 1}), "page.form"),
        (json!(7), "page"),
    ] {
        let (status, error) = post(&server, "/api/trace", &asked(page)).await;
        assert!(status == 400 || status == 422, "{status} {error}");
        assert!(error["message"].as_str().unwrap().contains(named), "{error} lacks {named}");
    }
}
