//! Excessive requests by every interface: rejected at once, with the value and the limit.

use serde_json::{Value, json};

use super::Server;
use super::client::status_of;
use crate::arena::{arena, refused};

/// Excessive switches, with the error of the command line and files, and that of a server, whose limits are lower.
fn switches() -> Vec<(&'static str, Value, &'static str, &'static str)> {
    vec![
        (
            "depth",
            json!(1_000),
            "depth: must be between 1 and 250, got 1000",
            "depth: must be between 1 and 250, got 1000",
        ),
        ("depth", json!(65), "", "depth: must be at most 64 on this server, got 65"),
        (
            "table_mb",
            json!(10_240),
            "table_mb: must be between 0 and 4096, got 10240",
            "must be between 0 and 4096, got 10240",
        ),
        ("table_mb", json!(65), "", "table_mb: must be at most 64 on this server, got 65"),
        ("threads", json!(1_000), "threads: must be between 1 and 64, got 1000", "must be between 1 and 64, got 1000"),
        ("threads", json!(2), "", "threads: must be at most 1 on this server, got 2"),
        ("nodes", json!(0), "nodes: must be between 1 and", "nodes: must be between 1 and"),
        ("aspiration", json!(i64::MAX), "aspiration: must be between", "aspiration"),
        ("solve_empties", json!(251), "solve_empties: must be between 1 and 250, got 251", "solve_empties"),
    ]
}

/// The switch with others that it needs.
fn bot(key: &str, value: &Value) -> Value {
    let mut bot = json!({"name": "greedy", "game": "connect4"});
    if key == "threads" {
        bot["table_mb"] = json!(1);
    }
    bot[key] = value.clone();
    bot
}

/// Invalid games, options and positions: game, options, position, error.
fn starts() -> Vec<(&'static str, Value, Option<String>, &'static str)> {
    let long = |part: &str| Some(part.repeat(60_000 / part.len()));
    vec![
        ("gomoku", json!({"size": 1_000}), None, "size must be between 3 and 20, got 1000"),
        ("bones", json!({"heap": 4_000_000_000_u32}), None, "heap"),
        ("chess", json!({}), long("r"), "bytes long, got 60000"),
        ("chess", json!({}), Some("9/8/8/8/8/8/8/8 w - - 0 1".to_owned()), "'9' on rank 8"),
        ("reversi", json!({}), long("X"), "bytes long, got 60000"),
        ("checkers", json!({}), long("W:"), "bytes long, got 60000"),
        ("gomoku", json!({}), long("."), "bytes long, got 60000"),
        ("connect4", json!({}), long("4"), "position of connect4"),
        ("tictactoe", json!({}), long("x"), "expected three rows"),
        ("tree", json!({}), Some("[".repeat(10_000) + &"]".repeat(10_000)), "recursion limit"),
    ]
}

/// Asserts that an error does not repeat long input.
fn is_short(text: &str) {
    assert!(text.len() < 1_000, "{} bytes: {}", text.len(), &text[..200]);
}

#[test]
fn command_line_and_files_reject_excess() {
    for (key, value, words, _) in switches().into_iter().filter(|case| !case.2.is_empty()) {
        let flag = format!("--{}={value}", key.replace('_', "-"));
        refused(
            &["analyse", "connect4", "--table-mb=1", &flag]
                .map(|flag| if key == "table_mb" && flag == "--table-mb=1" { "--json" } else { flag }),
            words,
        );
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("bots")).unwrap();
        let lines: Vec<String> =
            bot(key, &value).as_object().unwrap().iter().map(|(key, value)| format!("{key} = {value}")).collect();
        std::fs::write(folder.path().join("bots/greedy.toml"), format!("[[bot]]\n{}\n", lines.join("\n"))).unwrap();
        let run = arena(&["--config-dir", folder.path().to_str().unwrap(), "bots"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{key}: {}", run.err);
        assert!(run.err.contains("greedy.toml, line ") && run.err.contains(words), "{key}: {}", run.err);
    }
    for (game, options, position, words) in starts() {
        let options = options.as_object().unwrap().iter().map(|(name, value)| format!("--option={name}={value}"));
        let position = position.map(|text| format!("--position={text}"));
        let flags: Vec<String> = options.chain(position).collect();
        let flags: Vec<&str> = ["analyse", game].into_iter().chain(flags.iter().map(String::as_str)).collect();
        let run = arena(&flags);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{game}: {}", run.err);
        assert!(run.err.contains(words), "{game}: {}", run.err);
        is_short(&run.err);
    }
}

async fn analysed(server: &Server, body: &Value) -> (u16, String) {
    let answer = reqwest::Client::new().post(server.url("/api/analyse")).json(body).send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

#[tokio::test]
async fn server_rejects_excess() {
    let server = Server::start(|settings| settings.limits.messages = 1_000).await;
    let mut ann = server.player("Ann").await;
    for (key, value, _, words) in switches() {
        let mut body = bot(key, &value);
        body.as_object_mut().unwrap().remove("name");
        let (status, text) = analysed(&server, &body).await;
        assert!((400..500).contains(&status) && text.contains(words), "{key}: {status} {text}");
        let seats = json!(["me", {"bot": bot(key, &value)}]);
        let refused = ann.ask(json!({"type": "create", "game": "connect4", "seats": seats})).await;
        assert_eq!(status_of(&refused), 422, "{refused}");
        assert!(refused["message"].as_str().unwrap().contains(words), "{key}: {refused}");
    }
    for (game, options, position, words) in starts() {
        let body = json!({"game": game, "options": options, "position": position});
        let (status, text) = analysed(&server, &body).await;
        assert!((400..500).contains(&status) && text.contains(words), "{game}: {status} {text}");
        is_short(&text);
    }
    let large = json!({"game": "chess", "position": "r".repeat(1 << 20)});
    let (status, text) = analysed(&server, &large).await;
    assert_eq!(status, 413, "{text}");
    // The response says that the connection closes.
    let answer = reqwest::Client::new().post(server.url("/api/analyse")).json(&large).send().await.unwrap();
    assert_eq!(answer.headers()["connection"], "close");
    let nested: String = "[".repeat(10_000) + &"]".repeat(10_000);
    let body = format!("{{\"game\": \"tree\", \"options\": {{\"tree\": {nested}}}}}");
    let post = reqwest::Client::new().post(server.url("/api/analyse")).header("content-type", "application/json");
    let answer = post.body(body).send().await.unwrap();
    let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
    assert!((400..500).contains(&status), "{status} {text}");
    is_short(&text);
    let size =
        ann.ask(json!({"type": "create", "game": "gomoku", "options": {"size": 1000}, "seats": ["me", "open"]})).await;
    assert!(status_of(&size) == 422 && size["message"].as_str().unwrap().contains("between 3 and 20"), "{size}");
}
