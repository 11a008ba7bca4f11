//! Messages of the server come with codes and values.

use serde_json::{Value, json};
use uuid::Uuid;

use super::client::status_of;
use super::entered::asks;
use super::{Server, TOKEN, settings};

/// Returns the code of a message.
fn code(diagnostic: &Value) -> &str {
    diagnostic["code"].as_str().unwrap_or_default()
}

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
    for (toml, key, expected, args) in [
        (file("rounds = 0"), "rounds", "range", json!({"given": 0, "least": 1, "most": 1_000_000})),
        (file("champions = 1"), "champions", "other_format", json!({"format": "gauntlet"})),
        (file("[openings]\nrandom_plies = 1\norder = \"random\""), "order", "order_of_random", Value::Null),
        (file("[openings]\nlines = [\"b2 b2\"]"), "lines", "opening_move", json!({"given": "b2", "number": 2})),
    ] {
        let found = composed(&toml).await;
        let problem = &found["problem"];
        assert_eq!((&found["key"], code(problem), &problem["args"]), (&json!(key), expected, &args), "{found}");
    }
    let position = composed(&file("[openings]\npositions = [\"xx./.../...\"]")).await;
    assert_eq!((code(&position["problem"]), &position["problem"]["args"]["game"]), ("position", &json!("tictactoe")));
    let inner = &position["problem"]["args"]["problem"];
    assert_eq!((code(inner), &inner["args"]), ("stone_count", &json!({"x": 2, "o": 0})), "{position}");
    let grid = composed(&file("").replace("depth = 2", "grid = { depth = [2, 0] }")).await;
    let inner = &grid["problem"]["args"]["problem"];
    assert_eq!((code(&grid["problem"]), code(inner)), ("in_field", "range"), "{grid}");
    assert_eq!(inner["args"], json!({"given": 0, "least": 1, "most": 250}), "{grid}");
    let unknown = composed(&file("rnds = 2")).await;
    assert_eq!((&unknown["key"], code(&unknown["problem"])), (&json!("rnds"), "untranslated"), "{unknown}");
    let message = unknown["problem"]["message"].as_str().expect("a message");
    assert!(message.contains("unknown field `rnds`") && message.contains("`rounds`"), "{unknown}");
    let large = composed(&file("").replace("depth = 2", "name = \"large\"\ntable_mb = 64")).await;
    let inner = &large["problem"]["args"]["problem"];
    assert_eq!((code(&large["problem"]), code(inner)), ("of_entrant", "ceiling"), "{large}");
    assert_eq!(inner["args"], json!({"given": 64, "most": 16}), "{large}");

    // Starting it gives the same error.
    let body = json!({"toml": file("rounds = 0")});
    let (status, error) = asks(address, "POST", "/api/tournaments", TOKEN, body).await;
    assert_eq!((status, &error["code"], &error["key"]), (422, &json!("range"), &json!("rounds")), "{error}");
}

#[tokio::test]
async fn errors_in_positions_have_values_in_every_request() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let text = "8/8/8/8/8/8/8 w - - 0 1";
    let ranks = "there must be 8 ranks, separated by /, got 7";
    let problem = json!({
        "code": "position",
        "args": {"game": "chess", "problem": {"code": "rank_count", "args": {"given": 7}, "message": ranks}},
        "message": format!("position of chess: {ranks}"),
    });
    let body = json!({"game": "chess", "position": text});
    let (_, view) = asks(address, "POST", "/api/position", TOKEN, body.clone()).await;
    assert_eq!((&view["problem"]["field"], &view["problem"]["problem"]), (&json!("position"), &problem), "{view}");
    let (status, error) = asks(address, "POST", "/api/analyse", TOKEN, body).await;
    assert_eq!((status, &error["code"], &error["args"]), (422, &problem["code"], &problem["args"]), "{error}");
    for path in ["/api/analyse", "/api/trace", "/api/solve"] {
        for moves in ["a1", "zz"] {
            let body = json!({"game": "tictactoe", "moves": ["a1", moves]});
            let (status, error) = asks(address, "POST", path, TOKEN, body).await;
            assert_eq!((status, &error["key"]), (422, &json!("moves")), "{path} {moves}: {error}");
        }
    }
    let mut ann = server.player("Ann").await;
    let start = json!({"position": text});
    let made = json!({"type": "create", "game": "chess", "seats": ["me", "open"], "start": start});
    let refused = ann.ask(made).await;
    assert_eq!(
        (status_of(&refused), &refused["code"], &refused["args"]),
        (422, &problem["code"], &problem["args"]),
        "{refused}"
    );
    // Moves are read as on the page and in a terminal.
    let promotion = "4k3/1P6/8/8/8/8/8/4K2R w K - 0 1";
    for (game, position, typed, read) in [
        ("chess", Some(promotion), "b8=q", "b7b8q"),
        ("chess", Some(promotion), "b8q", "b7b8q"),
        ("chess", Some(promotion), "o-o", "e1g1"),
        ("chess", None, "Pe4", "e2e4"),
        ("reversi", None, "F5", "f5"),
    ] {
        let body = json!({"game": game, "position": position, "moves": [typed]});
        let (status, view) = asks(address, "POST", "/api/position", TOKEN, body).await;
        assert_eq!((status, &view["problem"], &view["moves"]), (200, &Value::Null, &json!([read])), "{typed}: {view}");
    }
    let options = json!({"type": "create", "game": "bones", "options": {"heap": 0}, "seats": ["me", "open"]});
    let refused = ann.ask(options).await;
    let outside = json!({
        "code": "option_range",
        "args": {"option": "heap", "given": 0, "least": 1, "most": 1000},
        "message": "heap must be between 1 and 1000, got 0",
    });
    assert_eq!(
        (status_of(&refused), &refused["code"], &refused["args"]),
        (422, &outside["code"], &outside["args"]),
        "{refused}"
    );
}

#[tokio::test]
async fn rejects_empty_lists_and_absurd_times_by_field() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let ann = server.person("Ann").await;
    let league = |starts_ms: u64| {
        let clock = json!({"initial_ms": 60_000});
        json!({"name": "N", "game": "tictactoe", "format": "arena", "clock": clock, "starts_ms": starts_ms})
    };
    let (status, opened) = asks(address, "POST", "/api/tournaments/open", TOKEN, league(1 << 42)).await;
    assert_eq!((status, &opened["key"]), (422, &json!("starts_ms")), "{opened}");
    let (_, opened) = asks(address, "POST", "/api/tournaments/open", TOKEN, {
        let mut terms = league(0);
        terms.as_object_mut().unwrap().remove("starts_ms");
        terms
    })
    .await;
    let invite = format!("/api/tournaments/{}/invite", opened["tournament"].as_str().unwrap());
    let ban = |until: &str| json!({"player": ann.id, "reason": "x", "until": until});
    for (path, token, body, expected, words) in [
        ("/api/tournaments/open", TOKEN, league(1 << 53), "far_ahead", "starts_ms: must be within 366 days"),
        ("/api/tournaments/open", TOKEN, league(0), "past", "starts_ms: must be in the future"),
        (
            "/api/accounts/keys",
            &*ann.token,
            json!({"scopes": ["play", "play"]}),
            "repeated",
            "scopes[1]: play is repeated",
        ),
        ("/api/accounts/keys", &*ann.token, json!({"scopes": []}), "empty_list", "scopes: must not be empty"),
        ("/api/accounts/keys", &*ann.token, json!({"days": 0}), "range", "days: must be between 1 and"),
        ("/api/accounts/keys", &*ann.token, json!({"days": u32::MAX}), "range", "days: must be between 1 and"),
        (&*invite, TOKEN, json!({"players": [], "bots": []}), "players_or_bots", "give players, bots or both"),
        ("/api/operator/bans", TOKEN, ban("9999-12-31"), "far_ahead", "until: must be within 36500 days"),
        ("/api/operator/bans", TOKEN, ban("2020-01-01"), "past", "until: must be in the future"),
        ("/api/operator/bans", TOKEN, ban("soon"), "not_a_date", "until: \"soon\" is not a date"),
        (
            "/api/challenges/rules",
            &*ann.token,
            json!({"initial_ms": [2, 1]}),
            "empty_range",
            "initial_ms: must not begin",
        ),
        (
            "/api/challenges/rules",
            &*ann.token,
            json!({"rating": [1_600, 1_500]}),
            "empty_range",
            "rating: must not begin",
        ),
    ] {
        let (status, error) = asks(address, "POST", path, token, body).await;
        assert!([400, 422].contains(&status) && code(&error) == expected, "{path}: {status} {error}");
        assert!(error["message"].as_str().unwrap().starts_with(words), "{error}");
    }
}

#[tokio::test]
async fn every_refusal_of_a_field_has_its_path() {
    let server = Server::start(settings!(limits.bad_messages = 100)).await;
    let address = server.running.address;
    let mut ann = server.person("Ann").await;
    let token = ann.token.clone();
    let clock = json!({"initial_ms": 60_000});
    let create = |clock: Value| json!({"type": "create", "game": "tictactoe", "seats": ["me", "open"], "clock": clock});
    let analyse = json!({"game": "tictactoe", "evaluation": ["lines", {}]});
    let begun = |start: Value| json!({"type": "create", "game": "tictactoe", "seats": ["me", "open"], "start": start});
    let seat = |bot: Value| json!({"type": "create", "game": "tictactoe", "seats": ["me", {"bot": bot}]});
    for (path, token, body, key, code) in [
        ("/api/accounts/keys", &*token, json!([]), Value::Null, "bad_body"),
        ("/api/accounts/keys", &*token, json!({"days": "x"}), json!("days"), "bad_body"),
        ("/api/accounts/keys", &*token, json!({"scopes": ["play", "all"]}), json!("scopes[1]"), "bad_body"),
        ("/api/accounts/bots", &*token, json!({}), json!("name"), "bad_body"),
        ("/api/accounts/bots", &*token, json!({"name": "admin"}), json!("name"), "name_reserved"),
        ("/api/challenges", &*token, json!({"game": "tictactoe", "clock": [60_000, 0]}), json!("clock"), "bad_body"),
        ("/api/challenges", &*token, json!({"game": "tictactoe", "clock": {}}), json!("clock.initial_ms"), "bad_body"),
        ("/api/challenges", &*token, json!({"game": "tictactoe", "stands_ms": 0}), json!("stands_ms"), "stands_ms"),
        ("/api/challenges/rules", &*token, json!({"games": ["chess", "go"]}), json!("games[1]"), "unknown_game"),
        ("/api/blocks", &*token, json!({"player": ann.id}), json!("player"), "block_yourself"),
        ("/api/reports", &*token, json!({"player": ann.id, "reason": ""}), json!("reason"), "say_why"),
        ("/api/analyse", "", json!({"game": "tictactoe", "position": "x"}), json!("position"), "position"),
        ("/api/solve", "", json!({"game": "tictactoe", "position": "x"}), json!("position"), "position"),
        ("/api/challenge/ai", &*token, json!({"level": [1]}), json!("level"), "bad_body"),
        ("/api/challenge/ai", &*token, json!({"level": 9}), json!("level"), "level"),
        ("/api/challenge/ai", &*token, json!({"color": "green"}), json!("color"), "bad_field"),
        ("/api/challenge/ai", &*token, json!({"clock.limit": -1}), json!("clock.limit"), "bad_field"),
        ("/api/analyse", "", analyse, json!("evaluation"), "bad_body"),
        ("/api/analyse", "", json!({"game": "tictactoe", "page": 1}), json!("page"), "bad_body"),
        (
            "/api/analyse",
            "",
            json!({"game": "tictactoe", "options": {"x": "y".repeat(17_000)}}),
            json!("options"),
            "too_long",
        ),
        ("/api/operator/invitations", TOKEN, json!({"names": ["Cat", "admin"]}), json!("names[1]"), "name_reserved"),
        ("/api/operator/invitations", TOKEN, json!({"names": ["Cat", "cat"]}), json!("names[1]"), "alike"),
        ("/api/operator/invitations", TOKEN, json!({"names": []}), json!("names"), "invitations"),
        (
            "/api/operator/bans",
            TOKEN,
            json!({"player": ann.id, "reason": "x", "until": "x"}),
            json!("until"),
            "not_a_date",
        ),
        ("/api/operator/announcement", TOKEN, json!({"text": "x".repeat(1_000)}), json!("text"), "long_announcement"),
        (
            "/api/tournaments/open",
            TOKEN,
            json!({"name": "N", "game": "bones", "clock": [1]}),
            json!("clock"),
            "bad_body",
        ),
    ] {
        let (status, error) = asks(address, "POST", path, token, body).await;
        assert!((400..=422).contains(&status), "{path}: {status} {error}");
        assert_eq!((&error["key"], &error["code"]), (&key, &json!(code)), "{path}: {error}");
    }
    for (path, key) in
        [("/api/matches?limit=1000", "limit"), ("/api/matches?limit=-1", "limit"), ("/api/bots?game=1&game=2", "game")]
    {
        let (_, error) = asks(address, "GET", path, "", Value::Null).await;
        assert_eq!(error["key"], json!(key), "{path}: {error}");
    }
    for (message, key, code) in [
        (create(json!([60_000, 0])), "clock", "bad_message"),
        (create(json!({"initial_ms": 60_000, "delay_ms": "x"})), "clock.delay_ms", "bad_message"),
        (json!({"type": "pair", "game": "tictactoe", "clock": [60_000]}), "clock", "bad_message"),
        (json!({"type": "challenge", "game": "tictactoe", "clock": [60_000]}), "clock", "bad_message"),
        (seat(json!({"depth": 0})), "seats[1].bot.depth", "range"),
        (seat(json!({"evaluation": ["lines", {}]})), "seats[1].bot.evaluation", "untranslated"),
        (json!({"type": "fly"}), "type", "unknown_type"),
        (begun(json!({"position": "x"})), "start.position", "position"),
        (begun(json!({"moves": ["a1", "a1"]})), "start.moves", "illegal_move"),
        (begun(json!({"moves": "a1"})), "start.moves", "bad_message"),
        (json!({"type": "watch", "match": Uuid::nil(), "since": -1}), "since", "bad_message"),
        (json!({"type": "move", "match": Uuid::nil(), "move": "a1"}), "ply", "bad_message"),
        (json!({"type": "say", "match": Uuid::nil(), "phrase": "x", "more": 1}), "phrase", "bad_message"),
        (
            json!({"type": "create", "game": "bones", "options": {"heap": 0}, "seats": ["me", "open"]}),
            "options",
            "option_range",
        ),
        (json!({"type": "subscribe", "topic": "x".repeat(200)}), "topic", "too_long"),
    ] {
        let error = ann.ask(message.clone()).await;
        assert_eq!((&error["key"], &error["code"]), (&json!(key), &json!(code)), "{message}: {error}");
    }
    assert_eq!(ann.ask(create(clock)).await["type"], "created");
}
