//! Messages of the server come with codes and values.

use serde_json::{Value, json};

use super::client::code;
use super::entered::asks;
use super::{Server, TOKEN};

/// A tournament file with two bots of tic-tac-toe and more text.
fn file(more: &str) -> String {
    format!(
        "name = \"N\"\ngame = \"tictactoe\"\n{more}\n[[entrants]]\nbot = \"tictactoe-random\"\n[[entrants]]\ndepth = 2\n"
    )
}

#[tokio::test]
async fn errors_in_tournament_files_have_values() {
    let server = Server::start(|settings| settings.bots.table_mb = 16).await;
    let address = server.running.address;
    let composed = async |toml: &str| {
        let (status, answer) = asks(address, "POST", "/api/tournaments/plan", TOKEN, json!({"toml": toml})).await;
        assert_eq!(status, 200, "{answer}");
        answer["problem"].clone()
    };
    let of_file = |fault: Value| json!({"wrong": "file", "fault": fault});
    for (toml, key, what) in [
        (file("rounds = 0"), "rounds", json!({"wrong": "outside", "given": "0", "least": "1", "most": "1000000"})),
        (file("champions = 1"), "champions", of_file(json!({"fault": "other_format", "format": "gauntlet"}))),
        (file("[openings]\nrandom_plies = 1\norder = \"random\""), "order", of_file(json!({"fault": "no_order"}))),
        (
            file("[openings]\nlines = [\"b2 b2\"]"),
            "lines",
            of_file(json!({"fault": "opening_move", "given": "b2", "number": 2})),
        ),
        (
            file("[openings]\npositions = [\"xx./.../...\"]"),
            "positions",
            json!({
                "wrong": "position", "game": "tictactoe",
                "fault": {"fault": "stones", "x": 2, "o": 0, "swap": false},
            }),
        ),
        (file("").replace("depth = 2", "grid = { depth = [2, 0] }"), "grid", {
            let inner = json!({"wrong": "outside", "given": "0", "least": "1", "most": "250"});
            of_file(json!({"fault": "in_grid", "inner": "depth", "problem": inner}))
        }),
    ] {
        let problem = composed(&toml).await;
        assert_eq!((&problem["key"], &problem["what"]), (&json!(key), &what), "{problem}");
    }
    let unknown = composed(&file("rnds = 2")).await;
    let (what, known) = (&unknown["what"], unknown["what"]["known"].as_array().expect("a list"));
    assert_eq!((&what["wrong"], &what["what"], &what["given"]), (&json!("unknown"), &json!("key"), &json!("rnds")));
    assert!(known.contains(&json!("rounds")), "{unknown}");
    assert_eq!(composed("name = ").await["what"]["fault"]["fault"], "syntax");
    let large = composed(&file("").replace("depth = 2", "name = \"large\"\ntable_mb = 64")).await;
    let inner = json!({"wrong": "ceiling", "given": 64, "most": 16});
    let fault = json!({"fault": "of_entrant", "name": "large", "inner": "table_mb", "problem": inner});
    assert_eq!(large["what"], of_file(fault), "{large}");

    // Starting it gives the same error.
    let body = json!({"toml": file("rounds = 0")});
    let (status, error) = asks(address, "POST", "/api/tournaments", TOKEN, body).await;
    assert_eq!((status, &error["code"], &error["key"]), (422, &json!("bad_options"), &json!("rounds")), "{error}");
    assert_eq!(error["problem"]["wrong"], "outside");
}

#[tokio::test]
async fn errors_in_positions_have_values_in_every_request() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let text = "8/8/8/8/8/8/8 w - - 0 1";
    let problem = json!({"wrong": "position", "game": "chess", "fault": {"fault": "ranks", "given": 7}});
    let body = json!({"game": "chess", "position": text});
    let (_, view) = asks(address, "POST", "/api/position", TOKEN, body.clone()).await;
    assert_eq!((&view["problem"]["field"], &view["problem"]["problem"]), (&json!("position"), &problem), "{view}");
    let (status, error) = asks(address, "POST", "/api/analyse", TOKEN, body).await;
    assert_eq!((status, &error["problem"]), (422, &problem), "{error}");
    let mut ann = server.player("Ann").await;
    let start = json!({"position": text});
    let made = json!({"type": "create", "game": "chess", "seats": ["me", "open"], "start": start});
    let refused = ann.ask(made).await;
    assert_eq!((code(&refused), &refused["problem"]), ("bad_options", &problem), "{refused}");
    let options = json!({"type": "create", "game": "bones", "options": {"heap": 0}, "seats": ["me", "open"]});
    let refused = ann.ask(options).await;
    let outside = json!({"wrong": "option", "option": "heap", "given": 0, "least": 1, "most": 1000});
    assert_eq!((code(&refused), &refused["problem"]), ("bad_options", &outside), "{refused}");
}
