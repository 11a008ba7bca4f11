//! Tests of the arena in a page.

use serde_json::{Value, json};

use super::{Outcome, Request, Site};

/// A page that is connected.
struct Page {
    site: Site,
    /// What the site has sent, in order.
    sent: Vec<Value>,
}

impl Page {
    fn new() -> Self {
        let mut page = Self { site: Site::new().expect("the shipped bots are valid"), sent: Vec::new() };
        page.send(&json!({ "type": "hello", "name": "Ann" }));
        page
    }

    fn take(&mut self, outcome: Outcome) {
        self.sent.extend(outcome.texts.iter().map(|text| serde_json::from_str(text).expect("messages are JSON")));
    }

    fn send(&mut self, message: &Value) {
        let outcome = self.site.message(&message.to_string());
        self.take(outcome);
    }

    /// Lets bots and timers act until nothing is due at once.
    fn attend(&mut self) {
        loop {
            let outcome = self.site.attend();
            let wait = outcome.wait;
            self.take(outcome);
            match wait {
                Some(wait) if wait.as_millis() < 1_000 => std::thread::sleep(wait),
                _ => return,
            }
        }
    }

    fn last(&self, kind: &str) -> &Value {
        self.sent.iter().rfind(|sent| sent["type"] == kind).expect("the site has sent such a message")
    }

    fn create(&mut self, seats: &Value) -> String {
        self.send(&json!({ "type": "create", "id": 1, "game": "tictactoe", "seats": seats }));
        self.last("created")["match"].as_str().expect("ids are texts").to_owned()
    }

    fn get(&self, path: &str) -> (u16, Value) {
        let answer = self.site.request(&Request { path: path.to_owned(), ..Request::default() });
        (answer.status, serde_json::from_str(&answer.body).expect("answers are JSON"))
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let request = Request { path: path.to_owned(), body: Some(body.to_string()), ..Request::default() };
        let answer = self.site.request(&request);
        (answer.status, serde_json::from_str(&answer.body).expect("answers are JSON"))
    }

    fn events(&self, id: &str) -> Vec<Value> {
        let (status, page) = self.get(&format!("/api/matches/{id}/events"));
        assert_eq!(status, 200);
        page["events"].as_array().expect("a page has events").clone()
    }

    fn moves(&self, id: &str) -> Vec<Value> {
        self.events(id).into_iter().filter(|it| it["event"]["kind"] == "moved").collect()
    }

    fn is_over(&self, id: &str) -> bool {
        self.events(id).iter().any(|it| it["event"]["kind"] == "ended")
    }
}

/// Plays the first legal move until the match is over.
fn play_out(page: &mut Page, id: &str) {
    page.attend();
    while !page.is_over(id) {
        let record = page.moves(id);
        let played: Vec<&str> = record.iter().filter_map(|it| it["event"]["move"].as_str()).collect();
        let (_, position) = page.post("/api/position", &json!({ "game": "tictactoe", "moves": played }));
        let mv = position["legal"][0].as_str().expect("the match goes on").to_owned();
        page.send(&json!({ "type": "move", "match": id, "ply": played.len(), "move": mv }));
        page.attend();
    }
}

#[test]
fn match_against_a_bot_is_played_to_the_end() {
    let mut page = Page::new();
    let id = page.create(&json!(["me", { "bot": "tictactoe-perfect" }]));
    assert_eq!(page.last("snapshot")["match"], id.as_str());
    play_out(&mut page, &id);
    let (_, view) = page.get(&format!("/api/matches/{id}"));
    assert_eq!(view["status"], "finished");
    assert_eq!(view["record"]["moves"].as_array().map(Vec::len), Some(page.moves(&id).len()));
    let listed = page.get("/api/matches").1;
    assert_eq!(listed["matches"][0]["match"], id.as_str());
    // Every event was sent once, in order.
    let seqs: Vec<_> = page.sent.iter().filter(|it| it["type"] == "event").map(|it| it["seq"].clone()).collect();
    let first = seqs[0].as_u64().expect("events have numbers");
    assert_eq!(seqs, (first..first + seqs.len() as u64).map(Value::from).collect::<Vec<_>>());
    assert!(page.sent.iter().any(|it| it["event"]["kind"] == "thought"), "the bot's thoughts are missing");
}

#[test]
fn bot_accepts_a_takeback_and_a_rematch() {
    let mut page = Page::new();
    let id = page.create(&json!(["me", { "bot": "tictactoe-perfect" }]));
    page.send(&json!({ "type": "move", "match": id, "ply": 0, "move": "a1" }));
    page.attend();
    assert_eq!(page.moves(&id).len(), 2);
    page.send(&json!({ "type": "offer", "match": id, "what": "takeback" }));
    page.attend();
    assert!(page.events(&id).iter().any(|it| it["event"]["kind"] == "taken_back"));
    page.send(&json!({ "type": "resign", "match": id }));
    page.attend();
    assert!(page.is_over(&id));
    page.send(&json!({ "type": "offer", "match": id, "what": "rematch" }));
    page.attend();
    assert_eq!(page.get("/api/matches").1["matches"].as_array().map(Vec::len), Some(2));
}

#[test]
fn returning_page_gets_the_missed_events() {
    let mut page = Page::new();
    let id = page.create(&json!([{ "bot": "tictactoe-random" }, { "bot": "tictactoe-perfect" }]));
    page.site.leave();
    page.attend();
    assert!(page.is_over(&id), "bots play on");
    page.sent.clear();
    page.send(&json!({ "type": "hello" }));
    page.send(&json!({ "type": "watch", "id": 7, "match": id, "since": 1 }));
    assert_eq!(page.last("ok")["re"], 7);
    assert_eq!(page.sent.iter().filter(|it| it["type"] == "event").count(), page.events(&id).len() - 1);
}

#[test]
fn refuses_what_needs_a_server() {
    let mut page = Page::new();
    assert_eq!(page.get("/api/tournaments").1["code"], "needs_server");
    page.send(&json!({ "type": "create", "id": 2, "game": "tictactoe", "seats": ["me", "open"] }));
    assert_eq!(page.last("error")["code"], "needs_server");
    assert_eq!(page.last("error")["re"], 2);
    page.send(&json!({ "type": "create", "game": "tictactoe", "seats": ["me", { "bot": "nobody" }] }));
    assert_eq!(page.last("error")["key"], "seats[1].bot");
}

#[test]
fn analyses_are_those_of_a_server() {
    let page = Page::new();
    let search = json!({ "game": "tictactoe", "pruning": "none", "depth": 3 });
    let (status, answer) = page.post("/api/trace", &search);
    assert_eq!((status, &answer["leaves"]), (200, &json!(9 * 8 * 7)));
    assert_eq!(answer["steps"]["steps"].as_array().map(Vec::len), Some(500), "a page of steps");
    assert_eq!(page.post("/api/analyse", &json!({ "game": "tictactoe", "depth": 0 })).0, 422);
    let (_, solved) = page.post("/api/solve", &json!({ "game": "tictactoe" }));
    assert_eq!(solved["payoff"], 0);
    assert_eq!(page.get("/api/catalog").0, 200);
    assert!(page.get("/api/bots").1["bots"].as_array().is_some_and(|bots| bots.len() > 20));
}
