//! Challenges, quick pairing, blocks and moderation.

use serde_json::{Value, json};

use super::client::{Client, code, status_of, tictactoe};
use super::process::Process;
use super::{Server, TOKEN, settings};

impl Server {
    /// A player's HTTP request and its response.
    async fn asks(&self, method: &str, path: &str, token: &str, body: Value) -> (u16, Value) {
        let client = reqwest::Client::new();
        let request = match method {
            "GET" => client.get(self.url(path)),
            "DELETE" => client.delete(self.url(path)),
            _ => client.post(self.url(path)).json(&body),
        };
        let answer = request.bearer_auth(token).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }
}

/// Returns a challenge to tic-tac-toe.
fn challenge_to(player: &Client) -> Value {
    json!({"type": "challenge", "opponent": player.id, "game": "tictactoe", "seat": "second"})
}

fn id_of(challenge: &Value) -> String {
    challenge["challenge"]["challenge"].as_str().unwrap_or_else(|| panic!("{challenge}")).to_owned()
}

async fn subscribe(client: &mut Client) -> Value {
    assert_eq!(client.ask(json!({"type": "subscribe", "topic": "challenges"})).await["type"], "ok");
    client.find(|told| told["type"] == "challenges").await
}

/// The next challenge pushed to this client in this state.
async fn told(client: &mut Client, state: &str) -> Value {
    client.find(|told| told["type"] == "challenge" && told["challenge"]["state"] == state).await
}

#[tokio::test]
async fn challenges_are_pushed_accepted_declined_withdrawn_and_expire() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    for client in [&mut ann, &mut ben] {
        assert_eq!(subscribe(client).await["challenges"], json!([]));
    }
    let made = ann.ask(challenge_to(&ben)).await;
    assert_eq!(made["challenge"]["state"], "standing", "{made}");
    let heard = told(&mut ben, "standing").await;
    assert_eq!((heard.get("re"), &heard["challenge"]["challenger"]["name"]), (None, &json!("Ann")));
    let accepted = ben.ask(json!({"type": "accept", "challenge": id_of(&made)})).await;
    assert_eq!(accepted["type"], "created", "{accepted}");
    let state = ben.find(|told| told["type"] == "snapshot").await;
    assert_eq!((&state["state"]["you"], &state["state"]["status"]), (&json!("first"), &json!("live")));
    let answer = told(&mut ann, "accepted").await;
    assert_eq!(answer["challenge"]["match"], accepted["match"]);
    let id = accepted["match"].as_str().unwrap();
    assert_eq!(ann.ask(json!({"type": "join", "match": id})).await["state"]["you"], "second");
    ben.plays(id, 0, "b2").await;

    let made = ann.ask(challenge_to(&ben)).await;
    let decline = json!({"type": "decline", "challenge": id_of(&made), "reason": "too\n late"});
    assert_eq!(code(&ann.ask(decline.clone()).await), "no_such_challenge", "the challenger cannot decline it");
    assert_eq!(ben.ask(decline).await["type"], "ok");
    assert_eq!(told(&mut ann, "declined").await["challenge"]["reason"], "too late");

    let made = ann.ask(challenge_to(&ben)).await;
    assert_eq!(ann.ask(json!({"type": "withdraw", "challenge": id_of(&made)})).await["type"], "ok");
    told(&mut ben, "withdrawn").await;
    let late = ben.ask(json!({"type": "accept", "challenge": id_of(&made)})).await;
    assert_eq!(code(&late), "no_such_challenge");

    let mut brief = challenge_to(&ben);
    brief["stands_ms"] = 1.into();
    ann.ask(brief).await;
    told(&mut ann, "expired").await;
    // The challenger, who may have been away, can read the results.
    let (_, mine) = server.asks("GET", "/api/challenges/mine", &ann.token, Value::Null).await;
    let states: Vec<&str> =
        mine["challenges"].as_array().unwrap().iter().map(|known| known["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["expired", "withdrawn", "declined", "accepted"]);
}

#[tokio::test]
async fn only_a_link_gives_access_to_an_open_challenge() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben, mut eve) =
        (server.player("Ann").await, server.player("Ben").await, server.player("Eve").await);
    let wanted = |listed: bool| json!({"game": "tictactoe", "listed": listed, "clock": {"initial_ms": 600_000}, "seat": "first"});
    let (status, private) = server.asks("POST", "/api/challenges", &ann.token, wanted(false)).await;
    assert_eq!(status, 200, "{private}");
    let (_, listed) = server.asks("POST", "/api/challenges", &ann.token, wanted(true)).await;
    let shown: Value = reqwest::get(server.url("/api/challenges")).await.unwrap().json().await.unwrap();
    assert_eq!(shown["challenges"], json!([listed]), "a private challenge must not be listed");
    subscribe(&mut eve).await;
    let (_, none) = server.asks("GET", "/api/challenges/mine", &eve.token, Value::Null).await;
    assert_eq!(none["challenges"], json!([]));

    let link = format!("/api/challenges/{}", private["challenge"].as_str().unwrap());
    assert_eq!(reqwest::get(server.url(&link)).await.unwrap().status(), 200);
    // A clock would run against an absent player.
    let token = ann.token.clone();
    ann.socket.close(None).await.unwrap();
    ann.rest().await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let away = ben.ask(json!({"type": "accept", "challenge": private["challenge"]})).await;
    assert_eq!(code(&away), "not_here");
    let mut ann = Client::again(server.running.address, &token).await;
    let (status, accepted) = server.asks("POST", &format!("{link}/accept"), &ben.token, json!({})).await;
    assert_eq!(status, 200, "{accepted}");
    for client in [&mut ann, &mut ben] {
        let joined = client.ask(json!({"type": "join", "match": accepted["match"]})).await;
        assert_eq!(joined["state"]["status"], "live", "{joined}");
    }
    let (status, _) = server.asks("POST", &format!("{link}/accept"), &eve.token, json!({})).await;
    assert_eq!(status, 404, "the link works only once");
    assert_eq!(reqwest::get(server.url(&link)).await.unwrap().status(), 404);
    let unknown = server.asks("POST", "/api/challenges/nobody/accept", &eve.token, json!({})).await;
    assert_eq!((unknown.0, unknown.1["code"].as_str()), (404, Some("no_such_challenge")));
}

#[tokio::test]
async fn challenges_and_rules_survive_a_restart() {
    let server = Server::start(|_| {}).await;
    let (mut ann, ben) = (server.player("Ann").await, server.player("Ben").await);
    let made = ann.ask(challenge_to(&ben)).await;
    let rules = json!({"games": ["tictactoe"], "at_once": 1, "rated": false});
    assert_eq!(server.asks("POST", "/api/challenges/rules", &ben.token, rules.clone()).await.0, 200);
    let (ann_token, ben_token) = (ann.token.clone(), ben.token.clone());
    drop((ann, ben));
    let server = Server::with(server.stop().await, |_| {}, |_| {}).await;
    let mut ben = Client::again(server.running.address, &ben_token).await;
    assert_eq!(subscribe(&mut ben).await["challenges"], json!([made["challenge"]]));
    assert_eq!(server.asks("GET", "/api/challenges/rules", &ben_token, Value::Null).await.1, rules);
    let mut ann = Client::again(server.running.address, &ann_token).await;
    for (field, value, rule) in [
        ("game", json!("bones"), "only challenges to tictactoe"),
        ("rated", json!(true), "only challenges to unrated matches"),
    ] {
        let mut other = challenge_to(&ben);
        other[field] = value;
        let declined = ann.ask(other).await;
        assert_eq!(status_of(&declined), 409);
        assert!(declined["message"].as_str().unwrap().contains(rule), "{declined}");
    }
    let accepted = ben.ask(json!({"type": "accept", "challenge": id_of(&made)})).await;
    assert_eq!(accepted["type"], "created", "{accepted}");
    let busy = ann.ask(challenge_to(&ben)).await;
    assert_eq!(status_of(&busy), 409, "the rule allows only one match at once: {busy}");
}

#[tokio::test]
async fn a_subscriber_learns_how_known_challenges_ended() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let mut eve = server.player("Eve").await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(id_of(&ann.ask(challenge_to(&ben)).await));
    }
    let [accepted, declined, stands] = &ids[..] else { panic!("expected three challenges") };
    let made = ben.ask(json!({"type": "accept", "challenge": accepted})).await;
    ben.ask(json!({"type": "decline", "challenge": declined})).await;
    let known = json!([accepted, stands, declined, accepted, uuid::Uuid::nil()]);
    let subscribe = json!({"type": "subscribe", "topic": "challenges", "challenges": known});
    let mut heard = Vec::new();
    for client in [&mut ann, &mut eve] {
        assert_eq!(client.ask(subscribe.clone()).await["type"], "ok");
        let mut texts = Vec::new();
        client.send(&json!({"type": "ping"})).await;
        while texts.last().is_none_or(|told: &Value| told["type"] != "pong") {
            texts.push(client.next().await.unwrap());
        }
        heard.push(texts);
    }
    let [anns, eves] = &heard[..] else { panic!("expected two clients") };
    assert_eq!(anns[0]["challenges"].as_array().map(Vec::len), Some(1), "{anns:?}");
    let ended = |told: &Value| {
        let challenge = &told["challenge"];
        (challenge["challenge"].clone(), challenge["state"].clone(), challenge["match"].clone())
    };
    let expected = [
        (json!(accepted), json!("accepted"), made["match"].clone()),
        (json!(declined), json!("declined"), Value::Null),
    ];
    let anns: Vec<_> = anns.iter().filter(|told| told["type"] == "challenge").map(ended).collect();
    assert!(anns.len() == 2 && expected.iter().all(|end| anns.contains(end)), "{anns:?}");
    assert_eq!(eves.len(), 2, "she must not see the challenges of others: {eves:?}");
}

#[tokio::test]
async fn a_killed_server_keeps_challenges_and_creates_each_match_once() {
    let data = tempfile::TempDir::new().unwrap();
    let process = Process::start(data.path());
    let (mut ann, mut ben) =
        (Client::player(process.address, "Ann").await, Client::player(process.address, "Ben").await);
    let [stands, withdrawn, accepted] =
        [ann.ask(challenge_to(&ben)).await, ann.ask(challenge_to(&ben)).await, ann.ask(challenge_to(&ben)).await];
    ann.ask(json!({"type": "withdraw", "challenge": id_of(&withdrawn)})).await;
    let accept = |challenge: &Value| json!({"type": "accept", "challenge": id_of(challenge)});
    let made = ben.ask(accept(&accepted)).await;
    drop(process);
    let process = Process::start(data.path());
    let (mut ann, mut ben) =
        (Client::again(process.address, &ann.token).await, Client::again(process.address, &ben.token).await);
    assert_eq!(subscribe(&mut ben).await["challenges"], json!([stands["challenge"]]));
    assert_eq!(code(&ben.ask(accept(&withdrawn)).await), "no_such_challenge");
    assert_eq!(ben.ask(accept(&accepted)).await["match"], made["match"], "accepting again returns the same match");
    let second = ben.ask(accept(&stands)).await;
    assert_eq!(ann.ask(json!({"type": "join", "match": second["match"]})).await["state"]["status"], "live");
}

#[tokio::test]
async fn challenges_are_limited() {
    let server = Server::start(settings!(limits.challenges_per_player = 2, limits.challenges_to_player = 3)).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let eve = server.player("Eve").await;
    for client in [&mut ann, &mut ben] {
        client.ask(challenge_to(&eve)).await;
    }
    let last = ann.ask(challenge_to(&eve)).await;
    assert_eq!(status_of(&ann.ask(challenge_to(&eve)).await), 429, "Ann has two pending challenges");
    assert_eq!(status_of(&ben.ask(challenge_to(&eve)).await), 429, "Eve has three pending challenges");
    ann.ask(json!({"type": "withdraw", "challenge": id_of(&last)})).await;
    assert_eq!(ben.ask(challenge_to(&eve)).await["type"], "challenge");
    let wrong = [
        json!({"opponent": ben.id}),
        json!({"opponent": eve.id, "listed": true}),
        json!({"stands_ms": 0}),
        json!({"clock": {"initial_ms": 0}}),
        json!({"clock": {"initial_ms": 1_000, "per_move": true, "increment_ms": 5}}),
    ];
    for fields in wrong {
        let mut message = json!({"type": "challenge", "game": "tictactoe"});
        message.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        assert_eq!(status_of(&ben.ask(message.clone()).await), 422, "{message}");
    }
    let long = json!({"type": "decline", "challenge": eve.id, "reason": "x".repeat(1_300)});
    assert_eq!(status_of(&ben.ask(long).await), 400);
}

#[tokio::test]
async fn pairs_players_with_equal_requests() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben, mut eve) =
        (server.person("Ann").await, server.person("Ben").await, server.player("Eve").await);
    let made = server.account_does("bots", &ann.token, json!({"name": "Ann's bot"})).await;
    let mut bot = Client::again(server.running.address, made["key"].as_str().unwrap()).await;
    let wish = json!({"type": "pair", "game": "tictactoe", "clock": {"initial_ms": 60_000}});
    for client in [&mut ann, &mut bot] {
        assert_eq!(client.ask(wish.clone()).await["type"], "ok");
    }
    // One waits for something else, and one no longer waits.
    eve.ask(json!({"type": "pair", "game": "tictactoe"})).await;
    let mut gone = server.player("Gone").await;
    gone.ask(wish.clone()).await;
    gone.ask(json!({"type": "unpair"})).await;
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    assert_eq!(ben.ask(wish.clone()).await["type"], "ok");
    let paired = ben.find(|told| told["type"] == "paired").await;
    let joined = ben.ask(json!({"type": "join", "match": paired["match"]})).await;
    assert_eq!(joined["state"]["status"], "live", "{joined}");
    let seats = joined["state"]["seats"].as_array().unwrap();
    let names: Vec<&str> = seats.iter().map(|seat| seat["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"Ben") && (names.contains(&"Ann") || names.contains(&"Ann's bot")), "{names:?}");
    for client in [&mut ann, &mut bot, &mut eve, &mut gone] {
        let told = client.ask(json!({"type": "ping"})).await;
        assert_eq!(told["type"], "pong");
    }
}

#[tokio::test]
async fn a_blocked_player_cannot_contact_or_meet_the_blocker() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut eve) = (server.player("Ann").await, server.player("Eve").await);
    let id = eve.against(&mut ann, tictactoe(json!(["me", "open"]))).await;
    let draw = json!({"type": "offer", "match": id, "what": "draw"});
    assert_eq!(eve.ask(draw.clone()).await["type"], "ok");
    ann.ask(json!({"type": "answer", "match": id, "what": "draw", "accept": false})).await;
    eve.plays(&id, 0, "a1").await;
    let mute = format!("/api/matches/{id}/mute");
    assert_eq!(server.asks("POST", &mute, &ann.token, json!({"muted": true})).await.0, 200);
    let refused = eve.ask(draw.clone()).await;
    assert_eq!(code(&refused), "no_offers");
    assert_eq!(server.asks("GET", &mute, &ann.token, Value::Null).await.1, json!({"muted": true}));
    assert_eq!(server.asks("POST", &mute, &ann.token, json!({"muted": false})).await.0, 200);
    assert_eq!(eve.ask(draw.clone()).await["type"], "ok");
    ann.ask(json!({"type": "resign", "match": id})).await;

    assert_eq!(server.asks("POST", "/api/blocks", &ann.token, json!({"player": eve.id})).await.0, 200);
    let (_, blocked) = server.asks("GET", "/api/blocks", &ann.token, Value::Null).await;
    assert_eq!(blocked["players"], json!([{"id": eve.id, "name": "Eve"}]));
    assert_eq!(status_of(&eve.ask(challenge_to(&ann)).await), 409);
    let offer = json!({"type": "offer", "match": id, "what": "rematch"});
    assert_eq!(status_of(&eve.ask(offer).await), 403);
    let open = ann.create(tictactoe(json!(["me", "open"]))).await;
    assert_eq!(code(&eve.ask(json!({"type": "join", "match": open})).await), "seat_taken");
    assert_eq!(status_of(&eve.ask(tictactoe(json!(["me", {"player": ann.id}]))).await), 409);
    let path = format!("/api/blocks/{}", eve.id);
    assert_eq!(server.asks("DELETE", &path, &ann.token, Value::Null).await.0, 200);
    assert_eq!(eve.ask(challenge_to(&ann)).await["type"], "challenge");
}

#[tokio::test]
async fn the_operator_reads_reports_bans_and_voids_with_a_log() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut eve) = (server.person("Ann").await, server.person("Eve").await);
    let mut wanted = tictactoe(json!(["me", "open"]));
    wanted["rated"] = true.into();
    let mut matches = Vec::new();
    for _ in 0..2 {
        let id = eve.against(&mut ann, wanted.clone()).await;
        eve.plays(&id, 0, "a1").await;
        ann.plays(&id, 1, "b2").await;
        matches.push(id);
    }
    let [finished, live] = [matches[0].clone(), matches[1].clone()];
    ann.ask(json!({"type": "resign", "match": finished})).await;
    eve.find(|told| told["event"]["kind"] == "ended").await;
    let report = json!({"player": eve.id, "match": finished, "reason": "a second window"});
    assert_eq!(server.asks("POST", "/api/reports", &ann.token, report).await.0, 200);
    let (status, _) = server.asks("GET", "/api/operator/reports", &ann.token, Value::Null).await;
    assert_eq!(status, 403);
    let (_, reports) = server.asks("GET", "/api/operator/reports", TOKEN, Value::Null).await;
    let told = &reports["reports"][0];
    assert_eq!((&told["player"], &told["match"]), (&json!(eve.id), &json!(finished)));

    for id in [&finished, &live] {
        let path = format!("/api/operator/matches/{id}/void");
        assert_eq!(server.asks("POST", &path, TOKEN, json!({"reason": "unfair"})).await.0, 200);
    }
    let ended = ann.find(|told| told["event"]["kind"] == "ended" && told["match"] == json!(live)).await;
    assert_eq!(ended["event"]["verdict"], json!({"outcome": null, "by": "aborted", "detail": "unfair"}));
    let page: Value =
        reqwest::get(server.url(&format!("/api/players/{}", eve.id))).await.unwrap().json().await.unwrap();
    assert_eq!((&page["ratings"], &page["tallies"]), (&json!([]), &json!({})), "a void match must not count: {page}");

    let list: Value = reqwest::get(server.url("/api/matches?status=finished")).await.unwrap().json().await.unwrap();
    assert!(list["matches"].as_array().unwrap().iter().all(|row| row["verdict"]["outcome"].is_null()), "{list}");

    let ban = json!({"player": eve.id, "reason": "as told"});
    assert_eq!(server.asks("POST", "/api/operator/bans", TOKEN, ban).await.0, 200);
    // A ban that has ended does not lift it, and neither does something that is not a date.
    for (until, problem) in [("2024-02-29", "got 2024-02-29 00:00 UTC"), ("1790000000000", "is not a date")] {
        let wrong = json!({"player": eve.id, "reason": "no", "until": until});
        let (status, body) = server.asks("POST", "/api/operator/bans", TOKEN, wrong).await;
        assert!(status == 400 && body.to_string().contains(problem), "{body}");
    }
    let (last, code_of_end) = eve.rest().await;
    let bye = last.last().expect("a bye message").to_string();
    assert!(code_of_end == Some(4401) && bye.contains("as told"), "the connection must close: {bye}");
    let mut again = Client::connect(server.running.address).await;
    let refused = again.ask(json!({"type": "hello", "token": eve.token})).await;
    assert_eq!((code(&refused), &refused["args"]), ("banned", &json!({"reason": "as told"})), "{refused}");
    assert_eq!(server.asks("POST", "/api/challenges", &eve.token, json!({"game": "bones"})).await.0, 403);
    let dated = json!({"player": eve.id, "reason": "as told", "until": "2099-12-31T18:00Z"});
    assert_eq!(server.asks("POST", "/api/operator/bans", TOKEN, dated).await.0, 200);
    let (_, refused) = server.asks("POST", "/api/challenges", &eve.token, json!({"game": "bones"})).await;
    assert!(refused["message"].as_str().unwrap().contains("until 2099-12-31 18:00 UTC"), "{refused}");
    let path = format!("/api/operator/bans/{}", eve.id);
    assert_eq!(server.asks("DELETE", &path, TOKEN, Value::Null).await.0, 200);
    Client::again(server.running.address, &eve.token).await;
    let close = format!("/api/operator/reports/{}/close", told["id"]);
    assert_eq!(server.asks("POST", &close, TOKEN, json!({})).await.0, 200);
    let (_, log) = server.asks("GET", "/api/operator/log", TOKEN, Value::Null).await;
    let actions: Vec<&str> =
        log["entries"].as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["close-report", "unban", "ban", "ban", "void", "void"]);
    assert_eq!(log["entries"][2]["subject"], json!(eve.id));
}
