//! Matches against bots, sound and faulty ones.

use std::sync::atomic::Ordering;
use std::time::Duration;

use arena_bots::{Choice, Player, PlayerError, TurnLimits};
use arena_games::{GameError, GameId, MoveCode};
use arena_play::{Thought, ThoughtSource};
use serde_json::json;
use tempfile::TempDir;

use super::Server;
use super::client::tictactoe;

#[tokio::test]
async fn a_bot_plays_sends_thoughts_and_answers_offers() {
    let server = Server::start(|_| {}).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-perfect"}]))).await;
    ann.plays(&id, 0, "b2").await;
    let thought = ann.event("thought").await;
    assert_eq!((&thought["event"]["side"], &thought["event"]["ply"]), (&json!("second"), &json!(1)));
    let moved = ann.find(|told| told["event"]["ply"] == 1 && told["event"]["kind"] == "moved").await;
    assert_eq!(moved["event"]["legal"].as_array().unwrap().len(), 7);
    ann.ask(json!({"type": "offer", "match": id, "what": "takeback"})).await;
    assert_eq!(ann.event("taken_back").await["event"]["ply"], 0);
    ann.plays(&id, 0, "a1").await;
    ann.find(|told| told["event"]["ply"] == 1 && told["event"]["kind"] == "moved").await;
    ann.ask(json!({"type": "resign", "match": id})).await;
    ann.ask(json!({"type": "offer", "match": id, "what": "rematch"})).await;
    let answered = ann.find(|told| told["event"]["what"] == "rematch" && told["event"]["kind"] == "answered").await;
    let next = answered["event"]["match"].as_str().unwrap().to_owned();
    // The seats are exchanged, so the bot begins. Its move may precede the snapshot.
    let joined = ann.ask(json!({"type": "join", "match": next})).await;
    if joined["state"]["ply"] == 0 {
        let moved = ann.find(|told| told["event"]["kind"] == "moved" && told["match"] == json!(next)).await;
        assert_eq!(moved["event"]["side"], "first");
    }
}

#[tokio::test]
async fn two_bots_play_a_watched_match_to_its_end() {
    let server = Server::start(|_| {}).await;
    let mut ann = server.player("Ann").await;
    let spec = json!({"name": "mine", "depth": 9, "pruning": "alpha-beta"});
    let seats = json!([{"bot": spec}, {"bot": "tictactoe-perfect"}]);
    let created = ann.ask(tictactoe(seats)).await;
    let id = created["match"].as_str().unwrap().to_owned();
    // Some moves may precede the snapshot.
    let snapshot = ann.find(|told| told["type"] == "snapshot").await;
    let verdict = match snapshot["state"].get("verdict") {
        Some(verdict) => verdict.clone(),
        None => ann.event("ended").await["event"]["verdict"].clone(),
    };
    assert_eq!(verdict, json!({"outcome": "draw", "by": "rules"}));
    let record: serde_json::Value =
        reqwest::get(server.url(&format!("/api/matches/{id}/record"))).await.unwrap().json().await.unwrap();
    assert_eq!(record["moves"].as_array().unwrap().len(), 9);
    assert_eq!(record["seats"][0]["name"], "mine");
}

/// A player with a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Faulty {
    Panics,
    NeverAnswers,
    CheatsAtOnce,
    /// Is a module on a machine that is too slow for it.
    IsTooSlow,
    /// Takes 876 ms for a legal move.
    IsLate,
}

impl Player for Faulty {
    fn begin(&mut self, _: u64) {}

    fn set_position(&mut self, _: Option<&str>) -> Result<(), GameError> {
        Ok(())
    }

    fn choose(&mut self, _: &[MoveCode], limits: TurnLimits<'_>) -> Result<Option<Choice>, PlayerError> {
        match self {
            Self::Panics => panic!("this player is made to panic"),
            Self::IsTooSlow => Err(PlayerError::TooSlow),
            Self::NeverAnswers => {
                let stop = limits.stop.expect("searches on the server have a stop flag");
                while !stop.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Ok(None)
            }
            Self::CheatsAtOnce | Self::IsLate => {
                let (mv, elapsed) = match self {
                    Self::IsLate => (GameId::TicTacToe.parse_move("b2").unwrap(), Duration::from_millis(876)),
                    _ => (MoveCode(77), Duration::ZERO),
                };
                let from = ThoughtSource::Search;
                let line = vec![mv];
                let thought = Thought {
                    from,
                    value: Some(0),
                    win_in: None,
                    depth: 1,
                    nodes: 1,
                    line,
                    ms: 0,
                    table: None,
                    table_mb: None,
                };
                Ok(Some(Choice { mv, thought, elapsed, figures: Default::default() }))
            }
        }
    }
}

#[tokio::test]
async fn a_faulty_bot_loses_only_its_match() {
    let faults = [
        (Faulty::Panics, "crash"),
        (Faulty::NeverAnswers, "stall"),
        (Faulty::CheatsAtOnce, "illegal"),
        (Faulty::IsLate, "timeout"),
    ];
    for (faulty, by) in faults {
        let limits = |settings: &mut arena_server::settings::Settings| {
            settings.bots.time_ms = 50;
            // Only the bot that never answers may exceed this limit, because printing a panic takes time.
            settings.bots.stall_ms = if faulty == Faulty::NeverAnswers { 50 } else { 60_000 };
        };
        let server = Server::with(TempDir::new().unwrap(), limits, |parts| {
            parts.make = Box::new(move |_, _, _| Ok(Box::new(faulty)));
        })
        .await;
        let mut ann = server.player("Ann").await;
        let bot = json!({"name": "mine", "depth": 9, "time_ms": 100});
        ann.create(tictactoe(json!([{"bot": bot}, "me"]))).await;
        let ended = ann.event("ended").await;
        assert_eq!(ended["event"]["verdict"]["outcome"], "second", "{faulty:?}");
        assert_eq!(ended["event"]["verdict"]["by"], by, "{faulty:?}: {ended}");
        assert_eq!(ann.ask(json!({"type": "ping"})).await["type"], "pong");
        server.stop().await;
    }
}

#[tokio::test]
async fn a_match_is_void_if_the_machine_is_too_slow_for_a_module() {
    let server = Server::with(
        TempDir::new().unwrap(),
        |_| {},
        |parts| {
            parts.make = Box::new(|_, _, _| Ok(Box::new(Faulty::IsTooSlow)));
        },
    )
    .await;
    let mut ann = server.player("Ann").await;
    ann.create(tictactoe(json!([{"bot": "tictactoe-random"}, "me"]))).await;
    let verdict = &ann.event("ended").await["event"]["verdict"];
    assert_eq!((&verdict["outcome"], &verdict["by"]), (&serde_json::Value::Null, &json!("aborted")), "{verdict}");
    assert_eq!(verdict["detail"], "the module took more than 300 s of the machine's time for a move");
}

#[tokio::test]
async fn serves_chess_as_pgn_by_suffix_or_accept() {
    let server = Server::start(|_| {}).await;
    let mut ann = server.player("Ann").await;
    let mut chess = tictactoe(json!(["me", {"bot": "chess-random"}]));
    chess["game"] = "chess".into();
    let id = ann.create(chess).await;
    ann.plays(&id, 0, "e2e4").await;
    ann.find(|told| told["event"]["ply"] == 1 && told["event"]["kind"] == "moved").await;
    let url = |suffix: &str| server.url(&format!("/api/matches/{id}/record{suffix}"));
    let so_far = reqwest::get(url(".pgn?live=true")).await.unwrap().text().await.unwrap();
    assert!(so_far.contains("[Result \"*\"]\n") && so_far.contains("[Termination \"unterminated\"]\n"), "{so_far}");
    assert!(so_far.contains("\n1. e4 ") && so_far.trim_end().ends_with(" *"), "{so_far}");
    assert_eq!(reqwest::get(url(".pgn?live=false")).await.unwrap().status(), 409);
    ann.ask(json!({"type": "resign", "match": id})).await;
    let by_suffix = reqwest::get(url(".pgn")).await.unwrap();
    assert_eq!(by_suffix.headers()["content-type"], "application/x-chess-pgn");
    let text = by_suffix.text().await.unwrap();
    assert!(text.contains("[White \"Ann\"]\n[Black \"chess-random\"]\n[Result \"0-1\"]\n"), "{text}");
    assert!(text.contains("\n1. e4 ") && text.trim_end().ends_with("0-1"), "{text}");
    let accepting = reqwest::Client::new().get(url("")).header("accept", "application/x-chess-pgn, */*;q=0.1");
    assert_eq!(accepting.send().await.unwrap().text().await.unwrap(), text);
    let refused = reqwest::get(url(".pdn")).await.unwrap();
    assert_eq!(refused.status(), 400);
    assert!(refused.text().await.unwrap().contains("PDN is for checkers"));
}
