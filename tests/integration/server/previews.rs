//! Links that show themselves: the tags of documents, the pictures, animations, and the counts of the daily position.

use reqwest::header::{ACCEPT_LANGUAGE, ETAG, IF_NONE_MATCH};
use reqwest::{Client, StatusCode};
use serde_json::json;

use super::Server;
use super::client::tictactoe;
use super::http::get;

/// Returns the content of a tag of the document at a path.
async fn tag(server: &Server, path: &str, property: &str, language: &str) -> Option<String> {
    let response = Client::new().get(server.url(path)).header(ACCEPT_LANGUAGE, language).send().await.unwrap();
    let document = response.text().await.unwrap();
    let (_, rest) = document.split_once(&format!("<meta property=\"{property}\" content=\""))?;
    Some(rest.split('"').next()?.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_to_a_match_shows_the_players_and_the_position() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann <b>").await, server.player("Ben").await);
    let id = ann.against(&mut ben, tictactoe(json!(["me", "open"]))).await;
    let page = format!("/match/{id}");
    assert_eq!(tag(&server, &page, "og:title", "en").await.as_deref(), Some("Ann &lt;b&gt; – Ben"));
    let picture = tag(&server, &page, "og:image", "en").await.expect("a picture");
    assert_eq!(picture, server.url(&format!("/api/matches/{id}/card.png")));
    let card = |path: String| async move {
        let response = reqwest::get(path).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        (response.headers()["cache-control"].to_str().unwrap().to_owned(), response.bytes().await.unwrap())
    };
    let (cache, empty) = card(picture.clone()).await;
    assert!(empty.starts_with(b"\x89PNG") && cache.ends_with("=30"), "{cache}");
    ann.plays(&id, 0, "b2").await;
    let (_, moved) = card(picture.clone()).await;
    assert_ne!(empty, moved);
    ben.plays(&id, 1, "a1").await;
    ann.ask(json!({"type": "resign", "match": id})).await;
    let described = tag(&server, &page, "og:description", "en").await.expect("a description");
    assert!(described.contains("Tic-tac-toe: Ben won."), "{described}");
    let chinese = tag(&server, &page, "og:description", "zh-CN").await.expect("a description");
    assert!(chinese.starts_with("Ben 胜。"), "{chinese}");
    assert!(card(picture).await.0.ends_with("=86400"));

    let (_, gif) = card(server.url(&format!("/api/matches/{id}/moves.gif?seconds=3"))).await;
    assert!(gif.starts_with(b"GIF89a"));
    let (status, refused) = get(&server, &format!("/api/matches/{id}/moves.gif?seconds=31")).await;
    assert_eq!((status, refused["code"].as_str()), (StatusCode::UNPROCESSABLE_ENTITY, Some("animation_seconds")));

    // A browser that has the document gets no other copy.
    let first = reqwest::get(server.url(&page)).await.unwrap();
    let known = first.headers()[ETAG].clone();
    let again = Client::new().get(server.url(&page)).header(IF_NONE_MATCH, known).send().await.unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lessons_and_the_daily_position_have_previews_and_other_views_none() {
    let server = Server::start(|_| {}).await;
    for (page, title) in [("/lessons?lesson=alpha-beta", "Lessons"), ("/daily", "Guess the cut")] {
        assert_eq!(tag(&server, page, "og:title", "en").await.as_deref(), Some(title));
        let picture = tag(&server, page, "og:image", "en").await.expect("a picture");
        assert!(reqwest::get(picture).await.unwrap().bytes().await.unwrap().starts_with(b"\x89PNG"));
    }
    assert_eq!(tag(&server, "/bots", "og:title", "en").await, None);
    assert_eq!(tag(&server, &format!("/match/{}", uuid::Uuid::nil()), "og:title", "en").await, None);
    assert_eq!(get(&server, "/api/cards/nothing").await.0, StatusCode::NOT_FOUND);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_answer_of_a_player_to_the_daily_position_counts() {
    let server = Server::start(|_| {}).await;
    let ann = server.player("Ann").await;
    let day = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() / 86_400;
    let path = format!("/api/daily/{day}");
    let answer = |right: bool| {
        let sent = Client::new().post(server.url(&path)).bearer_auth(&ann.token).json(&json!({"right": right}));
        async move { sent.send().await.unwrap().json::<serde_json::Value>().await.unwrap() }
    };
    assert_eq!(get(&server, &path).await.1, json!({"answers": 0, "right": 0}));
    assert_eq!(answer(true).await, json!({"answers": 1, "right": 1}));
    assert_eq!(answer(false).await, json!({"answers": 1, "right": 1}));
    let anyone = Client::new().post(server.url(&path)).json(&json!({"right": true})).send().await.unwrap();
    assert_eq!(anyone.status(), StatusCode::UNAUTHORIZED);
    let server = Server::with(server.stop().await, |_| {}, |_| {}).await;
    assert_eq!(get(&server, &path).await.1, json!({"answers": 1, "right": 1}), "after a restart");
    server.stop().await;
}
