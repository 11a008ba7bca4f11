//! Matches between people.

use arena_server::settings::Settings;
use serde_json::{Value, json};

use super::client::{Client, code, status_of, tictactoe};
use super::{Server, settings};

/// A match of tic-tac-toe without a clock between two connected players.
pub(super) async fn two(server: &Server) -> (Client, Client, String) {
    two_by(server, Value::Null).await
}

/// As [`two`], with this clock.
async fn two_by(server: &Server, clock: Value) -> (Client, Client, String) {
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let mut wanted = tictactoe(json!(["me", "open"]));
    wanted["clock"] = clock;
    let id = ann.create(wanted).await;
    let joined = ben.ask(json!({"type": "join", "match": id})).await;
    assert_eq!(joined["type"], "snapshot", "{joined}");
    assert_eq!(joined["state"]["you"], "second");
    ann.event("started").await;
    (ann, ben, id)
}

#[tokio::test]
async fn all_followers_see_the_same_events_after_a_reconnect() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let mut eve = server.player("Eve").await;
    let id = ann.create(tictactoe(json!(["me", "open"]))).await;
    let watched = eve.ask(json!({"type": "watch", "match": id, "since": 0})).await;
    assert_eq!((&watched["type"], &watched["seq"]), (&json!("ok"), &json!(0)));
    ben.ask(json!({"type": "join", "match": id, "since": 0})).await;

    let (mut ann_saw, mut ben_saw, mut eve_saw) = (Vec::new(), Vec::new(), Vec::new());
    ann.plays(&id, 0, "b2").await;
    ben.plays(&id, 1, "a1").await;
    // Ben has received this event; then the connection is cut.
    let moved = ben.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == 0).await;
    let since = moved["seq"].as_u64().unwrap();
    for told in [ben.event("seated").await, ben.event("started").await, moved] {
        ben_saw.push(told);
    }
    let token = ben.token.clone();
    drop(ben);
    ann.plays(&id, 2, "a3").await;
    ann.event("away").await;
    let mut ben = Client::again(server.running.address, &token).await;
    let joined = ben.ask(json!({"type": "join", "match": id, "since": since})).await;
    assert_eq!(joined["type"], "ok", "{joined}");
    ben.plays(&id, 3, "c1").await;
    ann.plays(&id, 4, "b1").await;
    ben.plays(&id, 5, "b3").await;
    for (mv, ply) in [("c3", 6), ("a2", 7), ("c2", 8)] {
        let mover = if ply % 2 == 0 { &mut ann } else { &mut ben };
        mover.plays(&id, ply, mv).await;
    }
    ann.events_to_the_end(&mut ann_saw).await;
    ben.events_to_the_end(&mut ben_saw).await;
    eve.events_to_the_end(&mut eve_saw).await;

    let sequence: Vec<u64> = eve_saw.iter().map(|told| told["seq"].as_u64().unwrap()).collect();
    assert_eq!(sequence, (1..=eve_saw.len() as u64).collect::<Vec<_>>());
    for told in &mut ben_saw {
        told["event"].as_object_mut().unwrap().remove("legal");
    }
    assert_eq!(ben_saw, eve_saw);
    // Ann lacks only the event that the test took out before.
    let without_away: Vec<&Value> = eve_saw.iter().filter(|told| told["event"]["kind"] != "away").collect();
    assert_eq!(ann_saw.iter().collect::<Vec<_>>(), without_away);
    assert_eq!(eve_saw.last().unwrap()["event"]["verdict"]["by"], "rules");
}

#[tokio::test]
async fn only_the_side_to_move_gets_legal_moves() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben, id) = two(&server).await;
    ann.plays(&id, 0, "b2").await;
    let (told_ann, told_ben) = (ann.event("moved").await, ben.event("moved").await);
    assert!(told_ann["event"].get("legal").is_none(), "{told_ann}");
    assert_eq!(told_ben["event"]["legal"].as_array().unwrap().len(), 8);
    assert_eq!(told_ben["event"]["changed"], json!({"cells": [[4, "x"]], "last": ["b2"]}));
}

#[tokio::test]
async fn draws_takebacks_rematches_and_aborts_work() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben, id) = two(&server).await;
    let message = |kind: &str, what: &str| json!({"type": kind, "match": id, "what": what, "accept": true});
    ann.plays(&id, 0, "b2").await;
    assert_eq!(ann.ask(message("offer", "takeback")).await["type"], "ok");
    ben.event("offered").await;
    assert_eq!(ben.ask(message("answer", "takeback")).await["type"], "ok");
    let back = ann.event("taken_back").await;
    assert_eq!((&back["event"]["ply"], &back["event"]["turn"]), (&json!(0), &json!("first")));
    assert_eq!(back["event"]["legal"].as_array().unwrap().len(), 9);

    ann.plays(&id, 0, "a1").await;
    assert_eq!(ben.ask(message("offer", "draw")).await["type"], "ok");
    assert_eq!(code(&ben.ask(message("offer", "draw")).await), "already_offered");
    assert_eq!(code(&ben.ask(message("answer", "draw")).await), "no_such_offer");
    assert_eq!(ann.ask(message("answer", "draw")).await["type"], "ok");
    let ended = ben.event("ended").await;
    assert_eq!(ended["event"]["verdict"], json!({"outcome": "draw", "by": "agreement"}));

    assert_eq!(ann.ask(message("offer", "rematch")).await["type"], "ok");
    assert_eq!(ben.ask(message("answer", "rematch")).await["type"], "ok");
    let answered = ann.find(|told| told["event"]["what"] == "rematch" && told["event"]["kind"] == "answered").await;
    let next = answered["event"]["match"].as_str().unwrap().to_owned();
    let joined = ann.ask(json!({"type": "join", "match": next})).await;
    assert_eq!((&joined["state"]["you"], &joined["state"]["status"]), (&json!("second"), &json!("live")));
    assert_eq!(ann.ask(json!({"type": "abort", "match": next})).await["type"], "ok");
    let ended = ann.find(|told| told["event"]["kind"] == "ended" && told["match"] == json!(next)).await;
    assert_eq!(ended["event"]["verdict"]["outcome"], Value::Null);
    assert_eq!(code(&ann.ask(json!({"type": "resign", "match": next})).await), "match_over");
}

#[tokio::test]
async fn an_absent_player_loses_after_the_grace_time() {
    let server = Server::start(|settings| settings.matches.grace_ms = 150).await;
    let (mut ann, ben, id) = two_by(&server, json!({"initial_ms": 600_000})).await;
    drop(ben);
    assert_eq!(ann.event("away").await["event"]["grace_ms"], 150);
    assert_eq!(ann.event("ended").await["event"]["verdict"], json!({"outcome": "first", "by": "absence"}));
    // The match is loaded from the store for later watchers.
    assert_eq!(ann.ask(json!({"type": "leave", "match": id})).await["type"], "ok");
    let again = ann.ask(json!({"type": "watch", "match": id})).await;
    assert_eq!(again["state"]["status"], "finished", "{again}");
}

#[tokio::test]
async fn the_grace_time_begins_anew_after_a_restart_and_is_twice_as_long() {
    let quick = |settings: &mut arena_server::settings::Settings| {
        settings.matches.grace_ms = 5_000;
        settings.matches.presence_ms = 50;
    };
    let server = Server::start(quick).await;
    let (mut ann, mut ben, id) = two_by(&server, json!({"initial_ms": 600_000})).await;
    ann.plays(&id, 0, "b2").await;
    ben.plays(&id, 1, "a1").await;
    drop(ben);
    assert_eq!(ann.event("away").await["event"]["grace_ms"], 5_000);
    let token = ann.token.clone();
    let data = server.stop().await;
    let server = Server::with(data, quick, |_| {}).await;
    let mut ann = Client::again(server.running.address, &token).await;
    let joined = ann.ask(json!({"type": "join", "match": id})).await;
    assert_eq!(joined["state"]["status"], "live", "{joined}");
    let claim = ann.ask(json!({"type": "claim", "match": id, "what": "win"})).await;
    assert_eq!(code(&claim), "may_come_back");
    let wait = claim["retry_after_ms"].as_u64().expect("the rest of the grace time");
    assert!(wait > 5_000, "{claim}");
}

#[tokio::test]
async fn absence_loses_nothing_without_a_clock() {
    let quick = |settings: &mut arena_server::settings::Settings| {
        settings.matches.grace_ms = 50;
        settings.matches.presence_ms = 50;
    };
    let server = Server::start(quick).await;
    let mut ann = server.player("Ann").await;
    let against_bot = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-perfect"}]))).await;
    let by_post = json!({"initial_ms": 259_200_000, "per_move": true});
    let (mut eve, ben, friends) = two_by(&server, by_post).await;
    ann.plays(&against_bot, 0, "b2").await;
    let (token, ben_token) = (ann.token.clone(), ben.token.clone());
    drop((ann, ben));
    assert_eq!(eve.event("away").await["event"]["grace_ms"], 0);
    // Long after the grace time, and after a restart.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let early = eve.ask(json!({"type": "claim", "match": friends, "what": "win"})).await;
    assert_eq!(code(&early), "nothing_to_claim");
    let data = server.stop().await;
    let server = Server::with(data, quick, |_| {}).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let mut ann = Client::again(server.running.address, &token).await;
    let joined = ann.ask(json!({"type": "join", "match": against_bot})).await;
    assert_eq!(joined["state"]["status"], "live", "{joined}");
    let mut ben = Client::again(server.running.address, &ben_token).await;
    let joined = ben.ask(json!({"type": "join", "match": friends})).await;
    assert_eq!((&joined["state"]["status"], &joined["state"]["clocks"]["per_move"]), (&json!("live"), &json!(true)));
}

#[tokio::test]
async fn clients_with_the_capability_claim_decide_about_absence() {
    let server = Server::start(|settings| settings.matches.grace_ms = 1_500).await;
    for (what, outcome) in [("win", "first"), ("draw", "draw")] {
        let (mut ann, ben, id) = two_by(&server, json!({"initial_ms": 600_000, "delay_ms": 1_000})).await;
        let mut newer = Client::connect(server.running.address).await;
        newer.ask(json!({"type": "hello", "token": ann.token, "capabilities": ["claim", "what nobody knows"]})).await;
        newer.ask(json!({"type": "join", "match": id})).await;
        ann.find(|told| told["type"] == "superseded").await;
        let claim = json!({"type": "claim", "match": id, "what": what});
        assert_eq!(code(&newer.ask(claim.clone()).await), "nothing_to_claim", "he is present");
        assert_eq!(code(&ann.ask(claim.clone()).await), "superseded");
        drop(ben);
        newer.event("away").await;
        let early = newer.ask(claim.clone()).await;
        let wait = early["retry_after_ms"].as_u64().expect("the rest of the grace time");
        tokio::time::sleep(std::time::Duration::from_millis(wait + 150)).await;
        let state = newer.ask(json!({"type": "watch", "match": id})).await;
        assert_eq!(state["state"]["status"], "live", "nothing was claimed: {state}");
        assert_eq!(newer.ask(claim).await["type"], "ok");
        let verdict = newer.event("ended").await;
        assert_eq!(verdict["event"]["verdict"], json!({"outcome": outcome, "by": "absence"}));
    }
}

#[tokio::test]
async fn deserted_matches_expire_when_space_is_short() {
    let server = Server::start(settings!(matches.grace_ms = 1, limits.matches_per_address = 3)).await;
    let mut ann = server.player("Ann").await;
    let mut ben = server.player("Ben").await;
    for _ in 0..2 {
        ann.create(tictactoe(json!(["me", {"bot": "tictactoe-perfect"}]))).await;
    }
    let id = ben.create(tictactoe(json!(["me", {"bot": "tictactoe-perfect"}]))).await;
    let refused = ben.ask(tictactoe(json!(["me", "open"]))).await;
    assert_eq!(status_of(&refused), 429);
    assert!(refused["message"].as_str().unwrap().contains("your address"), "{refused}");
    ben.ask(json!({"type": "resign", "match": id})).await;
    ben.event("ended").await;
    ben.create(tictactoe(json!(["me", "open"]))).await;
}

#[tokio::test]
async fn a_program_that_failed_loses_by_its_failure() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    for (because, detail) in [("crash", "its program failed"), ("illegal", "its program chose an illegal move")] {
        let id = ann.create(tictactoe(json!(["me", "open"]))).await;
        let early = ann.ask(json!({"type": "resign", "match": id, "because": because})).await;
        assert_eq!(code(&early), "not_started", "{early}");
        ben.ask(json!({"type": "join", "match": id})).await;
        assert_eq!(ann.ask(json!({"type": "resign", "match": id, "because": because})).await["type"], "ok");
        let ended = ben.find(|told| told["match"] == json!(id) && told["event"]["kind"] == "ended").await;
        let verdict = &ended["event"]["verdict"];
        assert_eq!((&verdict["outcome"], &verdict["by"]), (&json!("second"), &json!(because)), "{verdict}");
        assert_eq!(verdict["detail"], json!(detail));
    }
    let wrong = ann.ask(json!({"type": "resign", "match": uuid::Uuid::nil(), "because": "boredom"})).await;
    assert_eq!(wrong["type"], "error", "{wrong}");
}

#[tokio::test]
async fn open_seats_and_idle_matches_expire() {
    let server =
        Server::start(settings!(matches.open_seat_ms = 100, matches.move_ms = 300, matches.first_move_ms = 100)).await;
    let mut ann = server.player("Ann").await;
    ann.create(tictactoe(json!(["me", "open"]))).await;
    assert_eq!(ann.event("ended").await["event"]["verdict"]["by"], "aborted");
    ann.create(tictactoe(json!(["me", {"bot": "tictactoe-perfect"}]))).await;
    let expired = ann.event("ended").await;
    assert_eq!(expired["event"]["verdict"]["by"], "aborted", "no player loses without a clock");
    let mut with_clock = tictactoe(json!(["me", {"bot": "tictactoe-perfect"}]));
    with_clock["clock"] = json!({"initial_ms": 50, "increment_ms": 0});
    ann.create(with_clock.clone()).await;
    let ended = ann.event("ended").await["event"].clone();
    assert_eq!((&ended["verdict"]["by"], &ended["clocks"]["first"]), (&json!("aborted"), &json!(50)), "{ended}");
    assert_eq!(ended["verdict"]["circumstance"]["code"], "end_not_begun");
    // With time enough for the first move.
    let server = Server::start(|_| {}).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(with_clock).await;
    ann.plays(&id, 0, "b2").await;
    let ended = ann.event("ended").await["event"].clone();
    assert_eq!((&ended["verdict"]["by"], &ended["clocks"]["first"]), (&json!("timeout"), &json!(0)), "{ended}");
}

#[tokio::test]
async fn each_clock_starts_after_the_first_move_of_its_side() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben, id) = two_by(&server, json!({"initial_ms": 600_000, "increment_ms": 1_000})).await;
    for (ply, text) in ["b2", "a1", "c1"].into_iter().enumerate() {
        let player = if ply % 2 == 0 { &mut ann } else { &mut ben };
        let state = player.ask(json!({"type": "watch", "match": id})).await["state"].clone();
        let running = if ply == 2 { json!("first") } else { Value::Null };
        let (all, left) = (&state["clocks"]["first_move_ms"], state["clocks"]["first_move_left_ms"].as_u64());
        assert_eq!((all, left.is_some()), (&json!(60_000), ply < 2), "{state}");
        assert!(left.is_none_or(|left| left <= 60_000), "{state}");
        assert_eq!((&state["clocks"]["running"], &state["turn"]), (&running, &json!(["first", "second"][ply % 2])));
        player.plays(&id, ply, text).await;
        let moved = ben.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == ply).await;
        let clocks = &moved["event"]["clocks"];
        assert_eq!(clocks["running"], [Value::Null, json!("first"), json!("second")][ply], "{moved}");
        if ply < 2 {
            assert_eq!((&clocks["first"], &clocks["second"]), (&json!(600_000), &json!(600_000)));
        }
    }
}

#[tokio::test]
async fn the_newest_connection_takes_over_a_seat() {
    let server = Server::start(|_| {}).await;
    let (mut ann, _ben, id) = two(&server).await;
    let mut newer = Client::again(server.running.address, &ann.token).await;
    assert_eq!(newer.ask(json!({"type": "join", "match": id})).await["state"]["you"], "first");
    let told = ann.find(|told| told["type"] == "superseded").await;
    assert_eq!(told["match"], json!(id));
    let refused = ann.play(&id, 0, "b2").await;
    assert_eq!(code(&refused), "superseded");
    newer.plays(&id, 0, "b2").await;
    assert_eq!(ann.event("moved").await["event"]["move"], "b2", "it goes on as a watcher");
    // The older connection's end does not count as absence.
    drop(ann);
    newer.plays(&id, 0, "b2").await;
    let state = newer.ask(json!({"type": "watch", "match": id})).await;
    assert_eq!(state["state"]["seats"][0]["away"], false);
}

#[tokio::test]
async fn a_player_who_watches_keeps_playing() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben, id) = two(&server).await;
    let watched = ann.ask(json!({"type": "watch", "match": id})).await;
    assert_eq!(watched["type"], "snapshot", "{watched}");
    ann.plays(&id, 0, "b2").await;
    assert_eq!(ben.event("moved").await["event"]["move"], "b2");
}

#[tokio::test]
async fn a_client_that_missed_much_gets_a_snapshot() {
    let server = Server::start(|settings| settings.limits.messages = 1_000_000).await;
    let (mut ann, mut ben, id) = two(&server).await;
    ann.plays(&id, 0, "b2").await;
    // Each takeback and the following move are four events.
    for _ in 0..50 {
        assert_eq!(ann.ask(json!({"type": "offer", "match": id, "what": "takeback"})).await["type"], "ok");
        let answer = json!({"type": "answer", "match": id, "what": "takeback", "accept": true});
        assert_eq!(ben.ask(answer).await["type"], "ok");
        ann.plays(&id, 0, "b2").await;
    }
    let offer = json!({"type": "offer", "match": id, "what": "takeback"});
    assert_eq!(code(&ann.ask(offer).await), "takebacks");
    for mv in [("a1", 1), ("c1", 2)] {
        let mover = if mv.1 == 1 { &mut ben } else { &mut ann };
        mover.plays(&id, mv.1, mv.0).await;
    }
    let offer = json!({"type": "offer", "match": id, "what": "takeback"});
    let answer = json!({"type": "answer", "match": id, "what": "takeback", "accept": true});
    for _ in 0..20 {
        assert_eq!(ben.ask(offer.clone()).await["type"], "ok");
        assert_eq!(ann.ask(answer.clone()).await["type"], "ok");
        ben.plays(&id, 1, "a1").await;
    }
    let mut eve = server.player("Eve").await;
    let late = eve.ask(json!({"type": "watch", "match": id, "since": 1})).await;
    assert_eq!(late["type"], "snapshot", "{late}");
    let seq = late["seq"].as_u64().unwrap();
    assert!(seq > 257, "{seq}");
    let soon = eve.ask(json!({"type": "watch", "match": id, "since": seq - 2})).await;
    assert_eq!(soon["type"], "ok", "{soon}");
    assert_eq!(code(&eve.ask(json!({"type": "watch", "match": "123"})).await), "no_such_match");
}

#[tokio::test]
async fn the_maker_of_a_match_between_bots_stops_it() {
    let long = |settings: &mut Settings| settings.bots.nodes = 1 << 40;
    let server = Server::start(long).await;
    let mut ann = server.player("Ann").await;
    let deep = json!({"bot": {"name": "deep", "depth": 40, "pruning": "alpha-beta", "nodes": 1_u64 << 40}});
    let id = ann.ask(json!({"type": "create", "game": "connect4", "seats": [deep, deep]})).await["match"]
        .as_str()
        .unwrap()
        .to_owned();
    // The right outlives the process.
    let server = Server::with(server.stop().await, long, |_| {}).await;
    let mut ann = Client::again(server.running.address, &ann.token).await;
    let mut ben = server.player("Ben").await;
    ben.ask(json!({"type": "watch", "match": id})).await;
    assert_eq!(code(&ben.ask(json!({"type": "abort", "match": id})).await), "not_seated");
    assert_eq!(ann.ask(json!({"type": "abort", "match": id})).await["type"], "ok");
    let verdict = ben.event("ended").await["event"]["verdict"].clone();
    assert_eq!((&verdict["outcome"], &verdict["by"]), (&Value::Null, &json!("aborted")), "{verdict}");
    assert_eq!(verdict["circumstance"]["code"], "end_stopped");
    server.stop().await;
}
