//! Creating and listing matches, and invalid requests.

use serde_json::{Value, json};
use uuid::Uuid;

use super::client::{code, listed, status_of, tictactoe};
use super::http::get;
use super::matches::two;
use super::{Server, settings};

#[tokio::test]
async fn wrong_requests_get_codes_and_do_not_change_the_match() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben, id) = two(&server).await;
    let mut eve = server.player("Eve").await;
    let nowhere = Uuid::nil().to_string();
    ann.plays(&id, 0, "b2").await;
    ben.event("moved").await;
    let before = eve.ask(json!({"type": "watch", "match": id})).await;

    assert_eq!(code(&ann.play(&id, 1, "a1").await), "not_your_turn");
    assert_eq!(code(&ben.play(&id, 1, "b2").await), "illegal_move");
    assert_eq!(code(&ben.play(&id, 1, "z9").await), "not_a_move");
    assert_eq!(code(&ben.play(&id, 0, "a1").await), "stale_ply");
    assert_eq!(code(&ben.play(&id, 7, "a1").await), "stale_ply");
    assert_eq!(code(&eve.play(&id, 1, "a1").await), "not_seated");
    assert_eq!(code(&eve.ask(json!({"type": "join", "match": id})).await), "seat_taken");
    assert_eq!(code(&eve.ask(json!({"type": "resign", "match": id})).await), "not_seated");
    assert_eq!(code(&ben.play(&nowhere, 1, "a1").await), "no_such_match");
    assert_eq!(code(&eve.ask(json!({"type": "watch", "match": nowhere})).await), "no_such_match");
    let takeback = json!({"type": "offer", "match": id, "what": "takeback"});
    assert_eq!(code(&ben.ask(takeback).await), "nothing_to_take_back");
    let rematch = json!({"type": "offer", "match": id, "what": "rematch"});
    assert_eq!(code(&ben.ask(rematch).await), "rematch_early");
    assert_eq!(status_of(&ben.ask(json!({"type": "subscribe", "topic": "weather"})).await), 404);
    // A repeated move is applied once and acknowledged twice.
    ann.plays(&id, 0, "b2").await;

    let after = eve.ask(json!({"type": "watch", "match": id})).await;
    assert_eq!((&after["seq"], &after["state"]), (&before["seq"], &before["state"]));
    ben.plays(&id, 1, "a1").await;
    ann.plays(&id, 2, "c1").await;
    assert_eq!(code(&ben.ask(json!({"type": "abort", "match": id})).await), "too_late");
    ben.ask(json!({"type": "resign", "match": id})).await;
    assert_eq!(code(&ann.play(&id, 3, "a3").await), "match_over");
}

#[tokio::test]
async fn a_rematch_counts_toward_the_first_creators_limit() {
    let server = Server::start(|settings| settings.limits.matches_per_player = 1).await;
    let (mut ann, mut ben, id) = two(&server).await;
    let message = |id: &str, kind: &str| json!({"type": kind, "match": id, "what": "rematch", "accept": true});
    ann.ask(json!({"type": "resign", "match": id})).await;
    // A player at the limit can neither offer nor accept one more.
    let another = ann.create(tictactoe(json!(["me", "open"]))).await;
    assert_eq!(status_of(&ann.ask(message(&id, "offer")).await), 429);
    assert_eq!(ben.ask(message(&id, "offer")).await["type"], "ok");
    assert_eq!(status_of(&ann.ask(message(&id, "answer")).await), 429);
    ann.ask(json!({"type": "abort", "match": another})).await;
    assert_eq!(ann.ask(message(&id, "answer")).await["type"], "ok");
    let answered = ben.event("answered").await;
    let next = answered["event"]["match"].as_str().unwrap();
    assert_eq!(ann.ask(json!({"type": "join", "match": next})).await["type"], "snapshot");
    assert_eq!(status_of(&ann.ask(tictactoe(json!(["me", "open"]))).await), 429, "the rematch must count for Ann");
    ann.ask(json!({"type": "resign", "match": next})).await;
    ann.create(tictactoe(json!(["me", "open"]))).await;
}

#[tokio::test]
async fn rejects_impossible_matches_with_a_reason() {
    let server = Server::start(|settings| settings.limits.matches_per_player = 2).await;
    let mut ann = server.player("Ann").await;
    let nobody = Uuid::nil().to_string();
    let bot = |spec: serde_json::Value| json!(["me", {"bot": spec}]);
    let from = |start: serde_json::Value, rated: bool| json!({"game": "tictactoe", "seats": ["me", "open"], "start": start, "rated": rated});
    let cases = [
        (json!({"game": "go", "seats": ["me", "open"]}), 404, "tictactoe"),
        (json!({"game": "bones", "options": {"heep": 3}, "seats": ["me", "open"]}), 422, "heep"),
        (
            json!({"game": "bones", "options": {"heap": 9_223_372_036_854_775_807_i64}, "seats": ["me", "open"]}),
            422,
            "heap",
        ),
        (json!({"game": "tree", "options": {"tree": [[3, []], [2]]}, "seats": ["me", "open"]}), 422, "tree"),
        (json!({"game": "bones", "seats": ["me", "me"]}), 422, "both seats"),
        (json!({"game": "bones", "seats": ["me", {"player": nobody}]}), 422, "no such player"),
        (json!({"game": "bones", "seats": ["me", {"bot": "tictactoe-perfect"}]}), 404, "bones-"),
        (json!({"game": "bones", "seats": bot(json!({"depth": 1000}))}), 422, "depth"),
        (json!({"game": "bones", "seats": bot(json!({"depht": 3}))}), 422, "depht"),
        (json!({"game": "bones", "seats": bot(json!({"game": "tictactoe"}))}), 422, "tictactoe"),
        (json!({"game": "bones", "seats": ["me", "open"], "clock": {"initial_ms": 0}}), 422, "initial_ms"),
        (
            json!({"game": "bones", "seats": ["me", "open"], "clock": {"initial_ms": 5, "increment_ms": 1e9 as u64}}),
            422,
            "increment_ms",
        ),
        (json!({"game": "bones", "seats": ["me", "open"], "seed": 9_007_199_254_740_992_u64}), 422, "seed"),
        (json!({"game": "bones", "seats": ["me", "nobody"]}), 400, "a seat is"),
        (from(json!({"moves": ["b2", "b2"]}), false), 422, "b2"),
        (from(json!({"position": "xxxoo"}), false), 422, "position"),
        (from(json!({"moves": ["a1", "b1", "a2", "b2", "a3"]}), false), 422, "over"),
        (from(json!({"moves": ["b2"]}), true), 422, "rated"),
    ];
    for (mut message, expected, part) in cases {
        message["type"] = "create".into();
        let answer = ann.ask(message.clone()).await;
        assert_eq!(status_of(&answer), expected, "{message}: {answer}");
        assert!(answer["message"].as_str().unwrap().contains(part), "{message}: {answer} lacks {part}");
    }
    ann.create(tictactoe(json!(["me", "open"]))).await;
    ann.create(tictactoe(json!(["me", "open"]))).await;
    assert_eq!(status_of(&ann.ask(tictactoe(json!(["me", "open"]))).await), 429);
}

#[tokio::test]
async fn a_match_can_start_from_a_position() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let start = json!({"position": "x.o/.../...", "moves": ["b2", "a1"]});
    let id = ann.create(json!({"type": "create", "game": "tictactoe", "seats": ["me", "open"], "start": start})).await;
    let joined = ben.ask(json!({"type": "join", "match": id})).await;
    let state = &joined["state"];
    assert_eq!((&state["start"], &state["ply"], &state["moves"]), (&start, &json!(2), &start["moves"]));
    assert_eq!(state["turn"], "first");
    ann.plays(&id, 2, "c2").await;
    // Moves before the match cannot be taken back.
    ann.ask(json!({"type": "offer", "match": id, "what": "takeback"})).await;
    ben.ask(json!({"type": "answer", "match": id, "what": "takeback", "accept": true})).await;
    let again = ann.ask(json!({"type": "offer", "match": id, "what": "takeback"})).await;
    assert_eq!(code(&again), "nothing_to_take_back");
}

#[tokio::test]
async fn chess_moves_come_with_san() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    // The start may use this notation too.
    let start = json!({"moves": ["e4", "e7e5"]});
    let id = ann.create(json!({"type": "create", "game": "chess", "seats": ["me", "open"], "start": start})).await;
    let joined = ben.ask(json!({"type": "join", "match": id})).await;
    let state = &joined["state"];
    assert_eq!((&state["moves"], &state["notation"]), (&json!(["e2e4", "e7e5"]), &json!(["e4", "e5"])));
    assert!(state.get("legal_notation").is_none(), "it is not Ben's turn");
    let started = ann.event("started").await["event"].clone();
    let place = started["legal"].as_array().unwrap().iter().position(|mv| mv == "g1f3").unwrap();
    assert_eq!(started["legal_notation"][place], "Nf3");
    ann.plays(&id, 2, "g1f3").await;
    let moved = ben.event("moved").await["event"].clone();
    assert_eq!((&moved["move"], &moved["notation"]), (&json!("g1f3"), &json!("Nf3")));
    assert_eq!(moved["legal"].as_array().unwrap().len(), moved["legal_notation"].as_array().unwrap().len());
    ben.plays(&id, 3, "d7d6").await;
    ann.ask(json!({"type": "offer", "match": id, "what": "takeback"})).await;
    ben.ask(json!({"type": "answer", "match": id, "what": "takeback", "accept": true})).await;
    ann.plays(&id, 2, "f1c4").await;
    let seen = server.player("Eve").await.ask(json!({"type": "watch", "match": id})).await;
    assert_eq!(seen["state"]["notation"], json!(["e4", "e5", "Bc4"]));
    let (_, events) = get(&server, &format!("/api/matches/{id}/events")).await;
    assert_eq!(events["start"]["notation"], json!(["e4", "e5"]));
    let told = events["events"].as_array().unwrap().iter().filter_map(|told| told["event"]["notation"].as_str());
    assert_eq!(told.collect::<Vec<_>>(), ["Nf3", "d6", "Bc4"]);
    let other = ann.create(tictactoe(json!(["me", "open"]))).await;
    let state = ben.ask(json!({"type": "join", "match": other})).await;
    assert!(state["state"].get("notation").is_none() && state["state"].get("legal_notation").is_none(), "{state}");
}

#[tokio::test]
async fn reserved_seats_are_for_one_player_and_names_are_cleaned() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("\u{202e}<b>Ben</b>\u{0}").await);
    let mut eve = server.player("Eve").await;
    let id = ann.create(tictactoe(json!([{"player": ben.id}, "me"]))).await;
    assert_eq!(code(&eve.ask(json!({"type": "join", "match": id})).await), "seat_taken");
    let joined = ben.ask(json!({"type": "join", "match": id})).await;
    assert_eq!((&joined["state"]["you"], &joined["state"]["turn"]), (&json!("first"), &json!("first")));
    assert_eq!(joined["state"]["seats"][0]["name"], "<b>Ben</b>");
}

#[tokio::test]
async fn the_lobby_sends_open_and_live_matches_and_changes() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let first = ann.create(listed(tictactoe(json!(["me", "open"])))).await;
    assert_eq!(ben.ask(json!({"type": "subscribe", "topic": "lobby"})).await["type"], "ok");
    let all = ben.find(|told| told["type"] == "lobby").await;
    assert_eq!(all["matches"][0]["match"], json!(first));
    assert_eq!(all["matches"][0]["status"], "open");
    ben.ask(json!({"type": "join", "match": first})).await;
    let live = |told: &Value| {
        let matches = told["matches"].as_array();
        matches.is_some_and(|matches| matches.iter().any(|summary| summary["status"] == "live"))
    };
    ben.find(live).await;
    ann.ask(json!({"type": "resign", "match": first})).await;
    ben.find(|told| told["gone"].as_array().is_some_and(|gone| gone.contains(&json!(first)))).await;
}

#[tokio::test]
async fn watching_finished_matches_does_not_use_the_limit_of_matches() {
    let server = Server::start(settings!(limits.matches = 1, limits.finished = 2, matches.linger_ms = 3_600_000)).await;
    let mut ann = server.player("Ann").await;
    let mut over = Vec::new();
    for _ in 0..3 {
        let id = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-beginner"}]))).await;
        assert_eq!(ann.ask(json!({"type": "resign", "match": id})).await["type"], "ok");
        ann.event("ended").await;
        assert_eq!(ann.ask(json!({"type": "leave", "match": id})).await["type"], "ok");
        over.push(id);
    }
    let live = ann.create(tictactoe(json!(["me", "open"]))).await;
    let mut ben = server.player("Ben").await;
    // A full server still allows watching old matches, within a limit per connection.
    let mut held = 0;
    for id in &over {
        let answer = ben.ask(json!({"type": "watch", "match": id})).await;
        if answer["type"] == "snapshot" {
            held += 1;
        } else {
            assert_eq!(status_of(&answer), 429);
            assert_eq!(code(&answer), "watched_matches", "{answer}");
        }
    }
    assert!(held >= 2, "{held}");
    assert_eq!(status_of(&ben.ask(tictactoe(json!(["me", "open"]))).await), 429);
    assert_eq!(ann.ask(json!({"type": "resign", "match": live})).await["type"], "error", "the match has not begun");
    assert_eq!(ann.ask(json!({"type": "abort", "match": live})).await["type"], "ok");
    ann.event("ended").await;
    ben.create(tictactoe(json!(["me", "open"]))).await;
}
