//! `arena play --url` with input from a pipe: lines wait for their turn.

use std::time::Duration;

use serde_json::{Value, json};

use super::remote::{MATCH, Socket, accept, board, event, expect, on_a_server, snapshot, tell};

/// Expects no message for a while.
async fn silence(socket: &mut Socket) {
    let early = tokio::time::timeout(Duration::from_millis(100), expect(socket)).await;
    assert!(early.is_err(), "{early:?}");
}

#[test]
fn an_unstarted_match_can_be_left_or_aborted_and_moves_wait() {
    let made = json!({"type": "move", "match": MATCH, "ply": 0, "move": "b2"});
    for (typed, said) in [
        ("", json!({"type": "leave", "match": MATCH})),
        ("abort\n", json!({"type": "abort", "match": MATCH})),
        ("b2\n", made.clone()),
    ] {
        let moves = said == made;
        let run = on_a_server(&[], typed, |listener| async move {
            let mut socket = accept(&listener).await;
            expect(&mut socket).await;
            tell(&mut socket, json!({"type": "welcome", "player": {"id": MATCH, "name": "Ann"}, "token": "t"})).await;
            assert_eq!(expect(&mut socket).await["seats"], json!(["me", "open"]));
            tell(&mut socket, json!({"type": "created", "match": MATCH})).await;
            let mut alone = snapshot();
            (alone["state"]["status"], alone["state"]["turn"]) = (json!("open"), Value::Null);
            alone["state"]["seats"][1] = json!({"kind": "open"});
            tell(&mut socket, alone).await;
            if moves {
                silence(&mut socket).await;
                let diagram = board([""; 9], &[]);
                let started =
                    json!({"kind": "started", "ply": 0, "turn": "first", "diagram": diagram, "legal": ["b2"]});
                tell(&mut socket, event(2, started)).await;
            }
            assert_eq!(expect(&mut socket).await, said);
            if moves {
                // The last move of a match. The end follows it and is still shown, although the input has ended.
                let changed = json!({"cells": [[4, "x"]], "last": ["b2"]});
                let moved = json!({"kind": "moved", "ply": 0, "side": "first", "move": "b2", "changed": changed});
                tell(&mut socket, event(3, moved)).await;
                silence(&mut socket).await;
            }
            tell(&mut socket, event(4, json!({"kind": "ended", "verdict": {"by": "aborted"}}))).await;
        });
        assert_eq!((run.code, run.out.contains("Your seat is held")), (0, typed.is_empty()), "{run:?}");
    }
}
