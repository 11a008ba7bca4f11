//! `arena play --url` against a scripted server.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

use crate::arena::{Run, arena, arena_keeping};

pub(super) type Socket = WebSocketStream<TcpStream>;

pub(super) async fn accept(listener: &TcpListener) -> Socket {
    #[expect(clippy::result_large_err, reason = "the signature is the library's")]
    let check = |request: &Request, mut response: Response| {
        assert_eq!(request.uri().path(), "/ws");
        assert_eq!(request.headers()["sec-websocket-protocol"], "arena.v1");
        response.headers_mut().insert("sec-websocket-protocol", "arena.v1".parse().unwrap());
        Ok(response)
    };
    accept_hdr_async(listener.accept().await.unwrap().0, check).await.unwrap()
}

pub(super) async fn expect(socket: &mut Socket) -> Value {
    loop {
        match socket.next().await.unwrap().unwrap() {
            Message::Text(text) => return serde_json::from_str(&text).unwrap(),
            Message::Close(_) => return json!({"type": "closed"}),
            _ => {}
        }
    }
}

pub(super) async fn tell(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

pub(super) const MATCH: &str = "018f3a5e-0000-7000-8000-000000000001";
const CHALLENGE: &str = "018f3a5e-0000-7000-8000-000000000009";

pub(super) fn board(cells: [&str; 9], last: &[&str]) -> Value {
    let points = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];
    json!({"kind": "grid", "columns": 3, "rows": 3, "cells": cells, "points": points, "last": last})
}

pub(super) fn event(seq: u64, event: Value) -> Value {
    json!({"type": "event", "match": MATCH, "seq": seq, "event": event})
}

pub(super) fn snapshot() -> Value {
    json!({"type": "snapshot", "match": MATCH, "seq": 1, "state": {
        "game": "tictactoe", "options": {}, "status": "live", "start": {}, "ply": 0, "turn": "first", "you": "first", "moves": [],
        "seats": [{"kind": "human", "player": MATCH, "name": "Ann", "away": false}, {"kind": "bot", "name": "ttt", "spec": {}}],
        "diagram": board([""; 9], &[]), "legal": ["a3", "b2"], "offers": {}, "thoughts": [],
    }})
}

/// Runs the client against a server whose connections `serve` handles.
pub(super) fn on_a_server<F: Future<Output = ()>>(
    arguments: &[&str],
    typed: &str,
    serve: impl FnOnce(TcpListener) -> F,
) -> Run {
    let state = tempfile::tempdir().unwrap();
    on_a_server_at(&mut None, state.path(), arguments, typed, serve)
}

/// As [`on_a_server`], optionally at an earlier address, with persistent state in `state`.
fn on_a_server_at<F: Future<Output = ()>>(
    address: &mut Option<SocketAddr>,
    state: &Path,
    arguments: &[&str],
    typed: &str,
    serve: impl FnOnce(TcpListener) -> F,
) -> Run {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let wanted = address.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 0)));
        let listener = TcpListener::bind(wanted).await.unwrap();
        let bound = *address.insert(listener.local_addr().unwrap());
        let url = format!("ws://{bound}");
        let mut all: Vec<String> = ["play", "tictactoe", "--url", &url].map(str::to_owned).to_vec();
        all.extend(arguments.iter().map(|&argument| argument.to_owned()));
        let (typed, state) = (typed.to_owned(), state.to_owned());
        let client = tokio::task::spawn_blocking(move || {
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            arena_keeping(&state, &all, &typed)
        });
        let served = tokio::time::timeout(Duration::from_secs(60), serve(listener)).await;
        let run = client.await.unwrap();
        assert!(served.is_ok(), "the client exited early: {run:?}");
        run
    })
}

#[test]
fn a_match_survives_a_lost_connection() {
    let arguments = ["--bot", "ttt", "--clock", "3+2", "--name", "Ann"];
    let run = on_a_server(&arguments, "e4\nb2\nresign\n", |listener| async move {
        let mut socket = accept(&listener).await;
        assert_eq!(expect(&mut socket).await, json!({"type": "hello", "name": "Ann"}));
        tell(&mut socket, json!({"type": "welcome", "player": {"id": MATCH, "name": "Ann"}, "token": "secret"})).await;
        let create = expect(&mut socket).await;
        assert_eq!((&create["seats"], &create["game"]), (&json!(["me", {"bot": "ttt"}]), &json!("tictactoe")));
        assert_eq!(create["clock"], json!({"initial_ms": 180_000, "increment_ms": 2_000}));
        tell(&mut socket, json!({"type": "created", "match": MATCH})).await;
        tell(&mut socket, snapshot()).await;
        assert_eq!(expect(&mut socket).await["move"], "e4");
        tell(&mut socket, json!({"type": "error", "status": 422, "code": "illegal_move", "message": "e4 is no point"}))
            .await;
        assert_eq!(expect(&mut socket).await, json!({"type": "move", "match": MATCH, "ply": 0, "move": "b2"}));
        let moved = json!({"kind": "moved", "ply": 0, "side": "first", "move": "b2", "turn": "second", "changed": {"cells": [[4, "x"]], "last": ["b2"]}});
        tell(&mut socket, event(2, moved.clone())).await;
        drop(socket);

        let mut socket = accept(&listener).await;
        assert_eq!(expect(&mut socket).await, json!({"type": "hello", "token": "secret"}));
        tell(&mut socket, json!({"type": "welcome", "player": {"id": MATCH, "name": "Ann"}})).await;
        assert_eq!(expect(&mut socket).await, json!({"type": "join", "match": MATCH, "since": 2}));
        tell(&mut socket, json!({"type": "ok", "match": MATCH, "seq": 4})).await;
        tell(&mut socket, event(2, moved)).await;
        let thought = json!({"kind": "thought", "ply": 1, "side": "second", "value": -3, "depth": 9, "nodes": 1234, "line": ["a3"], "ms": 1, "from": "search"});
        tell(&mut socket, event(3, thought)).await;
        tell(&mut socket, json!({"type": "weather", "sky": "blue"})).await;
        let clocks = json!({"first": 179_000, "second": 61_500, "running": "first"});
        tell(&mut socket, event(4, json!({"kind": "moved", "ply": 1, "side": "second", "move": "a3", "turn": "first", "changed": {"cells": [[0, "o"]], "last": ["a3"]}, "clocks": clocks, "legal": ["b3"]}))).await;
        assert_eq!(expect(&mut socket).await, json!({"type": "resign", "match": MATCH}));
        tell(&mut socket, event(5, json!({"kind": "ended", "verdict": {"outcome": "second", "by": "resignation"}})))
            .await;
        assert_eq!(expect(&mut socket).await, json!({"type": "leave", "match": MATCH}));
    });
    assert_eq!(run.code, 0, "{}", run.err);
    for words in [
        "Ann (X) against ttt (O)",
        "e4 is no point",
        "ttt thought: value −3, depth 9, 1,234 nodes, line a3",
        "ttt plays a3",
        "3 [O] ·  ·\n2  ·  X  ·\n",
        "Ann 2:59   ttt 1:01",
        "ttt wins (resignation).",
    ] {
        assert!(run.out.contains(words), "{words}:\n{}", run.out);
    }
    assert_eq!(run.out.matches("[X]").count(), 1, "a duplicate event is shown once:\n{}", run.out);
}

fn welcome(token: Option<&str>) -> Value {
    let mut welcome = json!({"type": "welcome", "player": {"id": MATCH, "name": "Ann"}});
    if let Some(token) = token {
        welcome["token"] = token.into();
    }
    welcome
}

#[test]
fn identity_and_match_persist_between_runs() {
    let state = tempfile::tempdir().unwrap();
    let mut address = None;
    let mut run = |arguments: &[&str], typed: &str, script: Vec<(Value, Vec<Value>)>| {
        on_a_server_at(&mut address, state.path(), arguments, typed, |listener| async move {
            if script.is_empty() {
                return;
            }
            let mut socket = accept(&listener).await;
            for (heard, told) in script {
                if heard["type"] == "closed" {
                    socket = accept(&listener).await;
                    continue;
                }
                let said = expect(&mut socket).await;
                for (key, value) in heard.as_object().unwrap() {
                    assert_eq!(&said[key], value, "{said}");
                }
                assert_eq!(said["token"].is_null(), heard["token"].is_null(), "{said}");
                for message in told {
                    tell(&mut socket, message).await;
                }
            }
        })
    };
    let hello = |token: &str| json!({"type": "hello", "token": token});
    let left = || json!({"type": "leave", "match": MATCH});
    let nothing = run(&["--again"], "", Vec::new());
    assert_eq!(nothing.code, 2);
    assert!(nothing.err.contains("--again: no unfinished match of yours is known"), "{}", nothing.err);

    let created = vec![json!({"type": "created", "match": MATCH}), snapshot()];
    let made = run(
        &["--bot", "ttt"],
        "quit\n",
        vec![
            (json!({"type": "hello"}), vec![welcome(Some("secret"))]),
            (json!({"type": "create"}), created),
            (left(), Vec::new()),
        ],
    );
    assert!(made.code == 0 && made.out.contains("--again"), "{made:?}");
    let file = state.path().join("arena").join("servers.json");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    // Watching another match does not replace one's own.
    let mut seen = snapshot();
    seen["match"] = json!("018f3a5e-0000-7000-8000-000000000002");
    seen["state"]["you"] = Value::Null;
    let mut ended = event(2, json!({"kind": "ended", "verdict": {"outcome": "second", "by": "resignation"}}));
    ended["match"] = seen["match"].clone();
    let other = seen["match"].as_str().unwrap().to_owned();
    let watched = run(
        &["--watch", &other],
        "",
        vec![
            (hello("secret"), vec![welcome(None)]),
            (json!({"type": "watch", "match": other}), vec![seen, ended]),
            (json!({"type": "leave"}), Vec::new()),
        ],
    );
    assert!(watched.code == 0 && watched.out.contains("ttt wins (resignation)."), "{watched:?}");

    let came_back = run(
        &["--again"],
        "resign\n",
        vec![
            (hello("secret"), vec![welcome(None)]),
            (json!({"type": "join", "match": MATCH}), vec![snapshot()]),
            (
                json!({"type": "resign", "match": MATCH}),
                vec![event(2, json!({"kind": "ended", "verdict": {"outcome": "second", "by": "resignation"}}))],
            ),
            (left(), Vec::new()),
        ],
    );
    assert_eq!(came_back.code, 0, "{}", came_back.err);
    assert_eq!(run(&["--again"], "", Vec::new()).code, 2, "that match is over");

    // A server that does not know the player creates a new one, and so does `--forget`.
    let unknown = json!({"type": "error", "status": 401, "code": "unknown_token", "message": "who is this?"});
    let anew = run(
        &[],
        "quit\n",
        vec![
            (hello("secret"), vec![unknown]),
            (json!({"type": "closed"}), Vec::new()),
            (json!({"type": "hello"}), vec![welcome(Some("another"))]),
            (json!({"type": "create"}), vec![snapshot()]),
            (left(), Vec::new()),
        ],
    );
    assert!(anew.code == 0 && anew.err.contains("does not know your stored identity"), "{anew:?}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("another"));
    let forgotten = run(
        &["--forget"],
        "quit\n",
        vec![
            (json!({"type": "hello"}), vec![welcome(Some("third"))]),
            (json!({"type": "create"}), vec![snapshot()]),
            (left(), Vec::new()),
        ],
    );
    assert_eq!(forgotten.code, 0, "{}", forgotten.err);
}

/// A challenge in a message.
fn challenge(re: Option<u64>, state: &str) -> Value {
    let mut told = json!({"type": "challenge", "challenge": {
        "challenge": CHALLENGE, "challenger": {"id": MATCH, "name": "Ann"}, "game": "tictactoe", "options": {}, "seat": "second",
        "rated": true, "listed": false, "created_ms": 1, "expires_ms": 2, "state": state, "reason": "no time",
    }});
    if let Some(re) = re {
        told["re"] = re.into();
    }
    if state == "accepted" {
        told["challenge"]["match"] = json!(MATCH);
    }
    told
}

#[test]
fn challenges_are_made_accepted_and_declined() {
    for state in ["accepted", "declined"] {
        let arguments = ["--challenge", "open", "--clock", "3+2", "--seat", "second", "--rated"];
        let run = on_a_server(&arguments, "quit\n", |listener| async move {
            let mut socket = accept(&listener).await;
            expect(&mut socket).await;
            tell(&mut socket, welcome(Some("t"))).await;
            assert_eq!(expect(&mut socket).await, json!({"type": "subscribe", "topic": "challenges"}));
            let clock = json!({"initial_ms": 180_000, "increment_ms": 2_000});
            let wanted = json!({"type": "challenge", "id": 1, "game": "tictactoe", "seat": "second", "clock": clock, "rated": true});
            assert_eq!(expect(&mut socket).await, wanted);
            for told in [challenge(None, "standing"), challenge(Some(1), "standing"), challenge(None, state)] {
                tell(&mut socket, told).await;
            }
            if state == "accepted" {
                assert_eq!(expect(&mut socket).await, json!({"type": "join", "match": MATCH}));
                tell(&mut socket, snapshot()).await;
                expect(&mut socket).await;
            }
        });
        assert!(run.out.contains(&format!("arena play tictactoe --url … --accept {CHALLENGE}")), "{run:?}");
        let refused = run.err.contains("the challenge is declined: no time");
        assert_eq!((run.code, refused), (i32::from(state == "declined"), state == "declined"), "{run:?}");
    }
    let run = on_a_server(&["--accept", MATCH, "--key", "a-key"], "quit\n", |listener| async move {
        let mut socket = accept(&listener).await;
        assert_eq!(expect(&mut socket).await, json!({"type": "hello", "token": "a-key"}));
        tell(&mut socket, welcome(None)).await;
        assert_eq!(expect(&mut socket).await, json!({"type": "accept", "challenge": MATCH}));
        for told in [json!({"type": "created", "match": MATCH}), snapshot()] {
            tell(&mut socket, told).await;
        }
        expect(&mut socket).await;
    });
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn login_asks_for_the_password() {
    let run = on_a_server(&["--name", "Ann", "--sign-in"], "correct horse\nquit\n", |listener| async move {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut asked = String::new();
        while !asked.contains("horse") {
            let mut part = [0; 4_096];
            let read = stream.read(&mut part).await.unwrap();
            asked.push_str(std::str::from_utf8(&part[..read]).unwrap());
        }
        assert!(asked.starts_with("POST /api/accounts/login "), "{asked}");
        let body = json!({"player": {"id": MATCH, "name": "Ann"}, "token": "a-session"}).to_string();
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
        stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
        let mut socket = accept(&listener).await;
        assert_eq!(expect(&mut socket).await, json!({"type": "hello", "token": "a-session", "name": "Ann"}));
        tell(&mut socket, welcome(None)).await;
        assert_eq!(expect(&mut socket).await["type"], "create");
        tell(&mut socket, snapshot()).await;
        expect(&mut socket).await;
    });
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("signed in as Ann"), "{run:?}");
}

#[test]
fn a_rejected_match_fails_with_the_servers_message() {
    let run = on_a_server(&["--match", MATCH], "", |listener| async move {
        let mut socket = accept(&listener).await;
        expect(&mut socket).await;
        tell(&mut socket, json!({"type": "welcome", "player": {"id": MATCH, "name": "Guest"}, "token": "t"})).await;
        assert_eq!(expect(&mut socket).await, json!({"type": "join", "match": MATCH}));
        tell(
            &mut socket,
            json!({"type": "error", "status": 404, "code": "no_such_match", "message": "there is no match \u{1b}[31m1"}),
        )
        .await;
    });
    assert_eq!(run.code, 1);
    assert!(run.err.contains("the server refused: there is no match \u{fffd}[31m1"), "{:?}", run.err);
}

#[test]
fn an_unreachable_server_is_named() {
    let run = arena(&["play", "tictactoe", "--url", "ws://127.0.0.1:1"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("ws://127.0.0.1:1/ws cannot be reached; is a server running there?"), "{}", run.err);
}
