//! A class follows the lecture of a teacher.

use serde_json::json;

use super::Server;
use super::client::code;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_class_follows_the_step_that_the_teacher_shows() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let opened = ann.ask(json!({"type": "lecture", "path": "/step?game=tictactoe&at=1"})).await;
    assert_eq!((&opened["type"], &opened["followers"]), (&json!("lecture"), &json!(0)), "{opened}");
    let id = opened["lecture"].as_str().expect("an id").to_owned();

    let topic = json!({"type": "subscribe", "topic": format!("lecture:{id}")});
    assert_eq!(ben.ask(topic).await["type"], "ok");
    let first = ben.find(|told| told["type"] == "lecture").await;
    assert_eq!(first["path"], "/step?game=tictactoe&at=1");
    let moved = ann.ask(json!({"type": "lecture", "lecture": id, "path": "/step?game=tictactoe&at=2"})).await;
    assert_eq!((&moved["lecture"], &moved["followers"]), (&json!(id), &json!(1)));
    let next = ben.find(|told| told["type"] == "lecture").await;
    assert_eq!(next, json!({"type": "lecture", "lecture": id, "path": "/step?game=tictactoe&at=2"}));

    let foreign = ben.ask(json!({"type": "lecture", "lecture": id, "path": "/match/x"})).await;
    assert_eq!(code(&foreign), "no_such_lecture");
    let outside = ann.ask(json!({"type": "lecture", "path": "//example.org/step?"})).await;
    assert_eq!(code(&outside), "lecture_path");
    let unknown = json!({"type": "subscribe", "topic": format!("lecture:{}", uuid::Uuid::nil())});
    assert_eq!(code(&ben.ask(unknown).await), "no_such_lecture");
    server.stop().await;
}
