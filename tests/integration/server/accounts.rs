//! Accounts: claimed names, logins, bots and their keys, and deletion.

use std::net::Ipv4Addr;
use std::process::Command;

use reqwest::Client as Http;
use serde_json::{Value, json};

use super::client::{Client, status_of, tictactoe};
use super::entered::asks;
use super::{Server, TOKEN, settings};

pub(super) const PASSWORD: &str = "correct horse";

impl Server {
    /// Posts to a path below `/api/accounts/` with a player's token; returns status and body.
    pub(super) async fn account(&self, path: &str, token: &str, body: Value) -> (u16, Value) {
        let mut request = Http::new().post(self.url(&format!("/api/accounts/{path}"))).json(&body);
        if !token.is_empty() {
            request = request.bearer_auth(token);
        }
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    /// As [`Self::account`], asserting success.
    pub(super) async fn account_does(&self, path: &str, token: &str, body: Value) -> Value {
        let (status, answer) = self.account(path, token, body).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    async fn me(&self, token: &str) -> Value {
        let asked = Http::new().get(self.url("/api/accounts/me")).bearer_auth(token).send().await.unwrap();
        asked.json().await.unwrap()
    }

    async fn deletes(&self, path: &str, token: &str) -> u16 {
        let request = Http::new().delete(self.url(&format!("/api/accounts/{path}"))).bearer_auth(token);
        request.send().await.unwrap().status().as_u16()
    }

    /// Connects a person with a claimed name. The client keeps its first token.
    pub(super) async fn person(&self, name: &str) -> Client {
        let client = self.player(name).await;
        self.account_does("claim", &client.token, json!({"name": name, "password": PASSWORD})).await;
        client
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[tokio::test]
async fn a_claimed_name_is_unique_in_every_spelling() {
    let server = Server::start(|_| {}).await;
    let (ann, other) = (server.player("Ann").await, server.player("Ann").await);
    let claimed = server.account_does("claim", &ann.token, json!({"name": "Ann", "password": PASSWORD})).await;
    assert_eq!((text(&claimed["player"]["id"]), text(&claimed["player"]["name"])), (&*ann.id, "Ann"));
    assert_eq!(claimed["recovery_codes"].as_array().unwrap().len(), 8);
    assert!(claimed.get("key").is_none(), "an account with a password gets no key");

    // A guest with her name, or one that looks the same, is welcomed with an addition.
    let mut again = Client::connect(server.running.address).await;
    let welcome = again.ask(json!({"type": "hello", "token": other.token})).await;
    assert_eq!(welcome["player"], json!({"id": other.id, "name": "Ann (guest)"}));
    for name in ["ann", "A\u{200b}nn", "\u{391}nn", "A.N.N."] {
        let mut guest = Client::connect(server.running.address).await;
        let welcome = guest.ask(json!({"type": "hello", "name": name})).await;
        assert!(text(&welcome["player"]["name"]).ends_with(" (guest)"), "{name:?} becomes {welcome}");
        let (status, refused) = server.account("claim", text(&welcome["token"]), json!({"name": name})).await;
        assert_eq!((status, text(&refused["code"])), (409, "name_taken"), "{name:?}");
    }
    for name in ["Guest", "chess-master", "...", "Ann (guest)"] {
        let (status, _) = server.account("claim", &other.token, json!({"name": name})).await;
        assert!(status == 400 || status == 409, "{name:?}: {status}");
    }

    // Her name stays, whatever she sends in hello, and `welcome` has her class.
    let mut back = Client::connect(server.running.address).await;
    let welcome = back.ask(json!({"type": "hello", "token": ann.token, "name": "Berta"})).await;
    assert_eq!((&welcome["player"]["name"], &welcome["class"]), (&json!("Ann"), &json!("person")));
    let (status, _) = server.account("claim", &ann.token, json!({"name": "Berta"})).await;
    assert_eq!(status, 409, "a player may claim only one name");
}

#[tokio::test]
async fn login_works_and_does_not_reveal_names() {
    let server = Server::start(|_| {}).await;
    let ann = server.person("Ann").await;
    let login = |name: &str, password: &str| json!({"name": name, "password": password});
    let entered = server.account_does("login", "", login("ann", PASSWORD)).await;
    let client = Client::again(server.running.address, text(&entered["token"])).await;
    assert_eq!(client.id, ann.id);
    let (wrong, unknown) = (
        server.account("login", "", login("Ann", "wrong horse")).await,
        server.account("login", "", login("Eve", PASSWORD)).await,
    );
    assert_eq!(wrong, unknown, "wrong password and unknown name get the same response");
    assert_eq!(wrong.0, 401);
    // Other requests do not admit a stranger either.
    for path in ["claim", "password", "codes", "logout", "delete", "keys", "bots"] {
        let (status, _) = server.account(path, "0123456789abcdef", json!({})).await;
        assert_eq!(status, 401, "{path}");
        let (status, _) = server.account(path, TOKEN, json!({})).await;
        assert_eq!(status, 401, "{path}: the operator token is not a player token");
    }
    let foreign = Http::new().post(server.url("/api/accounts/logout")).bearer_auth(&ann.token).json(&json!({}));
    assert_eq!(foreign.header("origin", "http://evil.example").send().await.unwrap().status(), 403);
}

#[tokio::test]
async fn limits_attempts_by_account_and_by_address() {
    let server =
        Server::start(settings!(accounts.logins_per_minute = 3, accounts.logins_per_minute_per_address = 5)).await;
    let wrong = |name: &str| json!({"name": name, "password": "wrong horse"});
    let mut told = Vec::new();
    for name in ["Ann", "ANN", "a-n-n", "Ann", "Ben", "Cy", "Dan"] {
        let (status, answer) = server.account("login", "", wrong(name)).await;
        assert_eq!(status == 429, answer["retry_after_ms"].is_u64(), "{answer}");
        told.push(status);
    }
    assert_eq!(
        told,
        [401, 401, 401, 429, 401, 401, 429],
        "three per name in any spelling, five per address, and a rejected one counts for neither"
    );
}

#[tokio::test]
async fn a_class_logs_in_at_once_from_a_new_address() {
    let server =
        Server::start(settings!(accounts.logins_per_minute = 3, accounts.logins_per_minute_per_address = 5)).await;
    let names: Vec<String> = (0..30).map(|number| format!("Pupil {number}")).collect();
    for name in &names {
        server.person(name).await;
    }
    let http = Http::builder().local_address(Some(Ipv4Addr::new(127, 0, 0, 9).into())).build().unwrap();
    let login = async |name: &str, password: &str| {
        let body = json!({"name": name, "password": password});
        let sent = http.post(server.url("/api/accounts/login")).json(&body).send();
        sent.await.unwrap().status().as_u16()
    };
    // All at once, and each twice more: right passwords do not count.
    let all = names.iter().cycle().take(90).map(|name| login(name, PASSWORD));
    let told = futures::future::join_all(all).await;
    assert!(told.iter().all(|status| *status == 200), "{told:?}");
    // Wrong ones do, even if they are sent at once.
    let nobody: Vec<String> = (0..20).map(|number| format!("Nobody {number}")).collect();
    let told = futures::future::join_all(nobody.iter().map(|name| login(name, "wrong horse"))).await;
    assert_eq!(told.iter().filter(|status| **status == 401).count(), 5, "{told:?}");
    assert!(told.iter().all(|status| [401, 429].contains(status)), "{told:?}");
    assert_eq!(login("Pupil 0", PASSWORD).await, 200, "a name that has logged in from here");
}

#[tokio::test]
async fn claims_that_fail_do_not_count() {
    let server = Server::start(settings!(accounts.claims_per_hour = 2)).await;
    let ann = server.person("Ann").await;
    let ben = server.player("Ben").await;
    for (name, password, status) in [("Ann", PASSWORD, 409), ("Ben", "12345678", 400), ("Ben", "short", 400)] {
        for _ in 0..3 {
            let (told, answer) = server.account("claim", &ben.token, json!({"name": name, "password": password})).await;
            assert_eq!(told, status, "{answer}");
        }
    }
    server.account_does("claim", &ben.token, json!({"name": "Ben", "password": PASSWORD})).await;
    let (status, answer) = server.account("bots", &ann.token, json!({"name": "Ann's bot"})).await;
    assert_eq!((status, answer["code"].as_str()), (429, Some("too_many_logins")), "{answer}");
}

#[tokio::test]
async fn a_recovery_code_works_once_and_the_operator_can_reset() {
    let server = Server::start(|_| {}).await;
    let ann = server.player("Ann").await;
    let claimed = server.account_does("claim", &ann.token, json!({"name": "Ann", "password": PASSWORD})).await;
    let lost = text(&claimed["recovery_codes"][3]);
    let recover = |code: &str, password: &str| json!({"name": "Ann", "code": code, "password": password});
    let (status, _) = server.account("recover", "", recover("00000-00000-00000-00000", "new horse")).await;
    assert_eq!(status, 401);
    let mut watching = Client::again(server.running.address, &ann.token).await;
    let entered = server.account_does("recover", "", recover(&lost.to_uppercase(), "new horse")).await;
    assert_eq!(text(&entered["player"]["id"]), ann.id);
    assert_eq!(watching.rest().await.1, Some(4401), "other sessions must be logged out");
    let (status, _) = server.account("recover", "", recover(lost, "third horse")).await;
    assert_eq!(status, 401, "a code can be used only once");
    server.account_does("login", "", json!({"name": "Ann", "password": "new horse"})).await;
    assert_eq!(server.me(text(&entered["token"])).await["recovery_codes"], 7);

    let (status, _) = server.account("reset", text(&entered["token"]), json!({"name": "Ann"})).await;
    assert_eq!(status, 403, "only the operator may reset");
    let reset = server.operator_posts("/api/accounts/reset").json(&json!({"name": "Ann"})).send().await.unwrap();
    let reset: Value = reset.json().await.unwrap();
    let (status, _) = server.account("login", "", json!({"name": "Ann", "password": "new horse"})).await;
    assert_eq!(status, 401, "the old password must not work");
    server.account_does("recover", "", recover(text(&reset["recovery_codes"][0]), "fourth horse")).await;
    server.account_does("login", "", json!({"name": "Ann", "password": "fourth horse"})).await;

    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(["account", "reset", "ANN", "--data"]).arg(server.data.path());
    let done = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let printed = String::from_utf8(done.stdout).unwrap();
    server.account_does("recover", "", recover(printed.trim(), "fifth horse")).await;
}

#[tokio::test]
async fn logout_everywhere_ends_every_token_and_connection() {
    let server = Server::start(|_| {}).await;
    let mut ann = server.person("Ann").await;
    let entered = server.account_does("login", "", json!({"name": "Ann", "password": PASSWORD})).await;
    let session = text(&entered["token"]).to_owned();
    let key = server.account_does("keys", &session, json!({"label": "laptop"})).await;
    let key = text(&key["key"]).to_owned();
    let mut by_key = Client::again(server.running.address, &key).await;
    let me = server.me(&session).await;
    assert_eq!((me["keys"][0]["label"].as_str(), me["sessions"].as_array().unwrap().len()), (Some("laptop"), 1));
    assert!(me["keys"][0]["used_ms"].is_u64(), "{me}");
    assert!(!me.to_string().contains(&key), "a key is shown only once");
    assert_eq!(me["session"], me["sessions"][0]["id"], "the session of the request is marked: {me}");
    for token in [&ann.token, &key] {
        assert!(server.me(token).await["session"].is_null(), "neither the first token nor a key is a session");
    }

    // Ends one session with its connections only.
    let mut by_session = Client::again(server.running.address, &session).await;
    server.account_does("logout", &session, json!({})).await;
    assert_eq!(by_session.rest().await.1, Some(4401));
    assert_eq!(ann.ask(json!({"type": "ping"})).await["type"], "pong");
    server.account_does("logout", &ann.token, json!({"everywhere": true})).await;
    assert_eq!((ann.rest().await.1, by_key.rest().await.1), (Some(4401), Some(4401)));
    for token in [&ann.token, &session, &key] {
        let mut back = Client::connect(server.running.address).await;
        assert_eq!(status_of(&back.ask(json!({"type": "hello", "token": token})).await), 401);
    }
    let guest = server.player("Ben").await;
    assert_eq!(server.account("logout", &guest.token, json!({})).await.0, 403, "a guest could not log in again");
}

#[tokio::test]
async fn a_person_creates_bots_and_revokes_their_keys() {
    let server = Server::start(settings!(accounts.bots = 2, accounts.keys = 2)).await;
    let (ann, ben) = (server.person("Ann").await, server.person("Ben").await);
    let made = server.account_does("bots", &ann.token, json!({"name": "Ann's bot"})).await;
    let (bot, key) = (text(&made["player"]["id"]).to_owned(), text(&made["key"]).to_owned());
    let mut playing = Client::connect(server.running.address).await;
    let welcome = playing.ask(json!({"type": "hello", "token": key})).await;
    assert_eq!((text(&welcome["player"]["id"]), text(&welcome["class"])), (&*bot, "bot"));
    assert_eq!(server.me(&key).await["owner"], json!(ann.id));
    // A bot cannot change its own account, and others cannot change it either.
    for (path, token, expected) in [
        ("bots".to_owned(), &key, 403),
        ("keys".to_owned(), &key, 403),
        (format!("bots/{bot}/keys"), &ben.token, 404),
        (format!("bots/{bot}/keys"), &ann.token, 200),
        (format!("bots/{bot}/keys"), &ann.token, 429),
    ] {
        let body = if path == "bots" { json!({"name": "Eve's"}) } else { json!({}) };
        assert_eq!(server.account(&path, token, body).await.0, expected, "{path}");
    }
    assert_eq!(server.account("bots", &ann.token, json!({"name": "ANN'S BOT"})).await.0, 409);
    server.account_does("bots", &ann.token, json!({"name": "second"})).await;
    assert_eq!(server.account("bots", &ann.token, json!({"name": "third"})).await.0, 429, "the limit is two bots");

    let keys = server.me(&ann.token).await["bots"][0]["keys"].clone();
    let first = keys.as_array().unwrap().iter().find(|key| key["used_ms"].is_u64()).unwrap()["id"].clone();
    assert_eq!(server.deletes(&format!("bots/{bot}/keys/{first}"), &ben.token).await, 404);
    assert_eq!(server.deletes(&format!("bots/{bot}/keys/{first}"), &ann.token).await, 200);
    assert_eq!(playing.rest().await.1, Some(4401), "the connection of the revoked key must close");
    assert_eq!(server.deletes(&format!("bots/{bot}"), &ann.token).await, 200);
    assert_eq!(server.me(&ann.token).await["bots"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_new_key_replaces_the_lost_one_of_a_bot() {
    let server = Server::start(settings!(accounts.keys = 1)).await;
    let ann = server.person("Ann").await;
    let made = server.account_does("bots", &ann.token, json!({"name": "Rover"})).await;
    let (bot, lost) = (text(&made["player"]["id"]).to_owned(), text(&made["key"]).to_owned());
    let mut playing = Client::connect(server.running.address).await;
    playing.ask(json!({"type": "hello", "token": lost})).await;

    let path = format!("bots/{bot}/keys");
    assert_eq!(server.account(&path, &ann.token, json!({})).await.0, 429, "the limit is one key");
    let replaced = server.account_does(&path, &ann.token, json!({"replace": true})).await;
    assert_eq!(playing.rest().await.1, Some(4401), "the connection of the old key must close");
    let (status, refused) = asks(server.running.address, "GET", "/api/accounts/me", &lost, Value::Null).await;
    assert_eq!(status, 401, "{refused}");
    let again = Client::again(server.running.address, text(&replaced["key"])).await;
    assert_eq!(again.id, bot, "the new key is of the same bot");
    assert_eq!(server.me(&ann.token).await["bots"][0]["keys"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn deletion_removes_the_name_from_matches() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.person("Ann").await, server.player("Ben").await);
    let first = ann.against(&mut ben, tictactoe(json!(["me", "open"]))).await;
    ben.ask(json!({"type": "resign", "match": first})).await;
    let second = ben.against(&mut ann, tictactoe(json!(["me", "open"]))).await;
    ann.ask(json!({"type": "resign", "match": second})).await;
    ann.event("ended").await;

    let data = Http::new().get(server.url("/api/accounts/me/data")).bearer_auth(&ann.token).send().await.unwrap();
    let data = data.text().await.unwrap();
    let lines: Vec<Value> = data.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = lines.iter().map(|line| line.as_object().unwrap().keys().next().unwrap().as_str()).collect();
    let rest = [
        "saved_bots",
        "modules",
        "ratings",
        "rules",
        "blocks",
        "mutes",
        "reports",
        "challenges",
        "tournaments",
        "composed",
    ];
    assert_eq!(kinds, [&["account"][..], &rest, &["match", "match"]].concat(), "{data}");
    assert_eq!(lines[0]["account"]["player"]["name"], "Ann");
    assert_eq!(
        (lines[11]["match"]["match"].as_str(), lines[12]["match"]["match"].as_str()),
        (Some(&*second), Some(&*first))
    );

    assert_eq!(server.account("delete", &ann.token, json!({"password": "wrong horse"})).await.0, 401);
    server.account_does("delete", &ann.token, json!({"password": PASSWORD})).await;
    assert_eq!(ann.rest().await.1, Some(4401));
    assert_eq!(server.account("login", "", json!({"name": "Ann", "password": PASSWORD})).await.0, 401);
    // Matches in memory show the name until they are unloaded; stored ones do not.
    let id = ann.id.clone();
    let data = server.stop().await;
    let server = Server::with(data, |_| {}, |_| {}).await;
    for path in [
        format!("/api/players/{id}"),
        format!("/api/matches/{first}"),
        format!("/api/matches/{second}"),
        format!("/api/matches/{second}/events"),
        format!("/api/matches?player={id}"),
        "/api/leaderboard/tictactoe".to_owned(),
    ] {
        let told = reqwest::get(server.url(&path)).await.unwrap().text().await.unwrap();
        assert!(!told.contains("Ann") && told.contains("deleted"), "{path}: {told}");
        assert!(path.ends_with("/record") || told.contains(&id), "{path}: {told}");
    }
    let next = server.player("Ann").await;
    server.account_does("claim", &next.token, json!({"name": "Ann"})).await;
}

/// Logs in from another address of this machine and returns the status.
async fn login_from(server: &Server, last: u8, password: &str) -> u16 {
    let from = Ipv4Addr::new(127, 0, 0, last);
    let http = Http::builder().local_address(Some(from.into())).build().unwrap();
    let login = http.post(server.url("/api/accounts/login")).json(&json!({"name": "Ann", "password": password}));
    login.send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn guessing_a_password_does_not_lock_out_its_owner() {
    let server =
        Server::start(settings!(accounts.logins_per_minute = 3, accounts.logins_per_minute_per_address = 8)).await;
    let ann = server.person("Ann").await;
    assert_eq!(login_from(&server, 9, PASSWORD).await, 200);
    let mut refused = 0;
    for last in [2, 3] {
        for _ in 0..6 {
            refused += u32::from(login_from(&server, last, "wrong horse").await == 429);
        }
    }
    assert_eq!(refused, 6, "three from each address");
    assert_eq!(login_from(&server, 4, PASSWORD).await, 200, "an unused address");
    for _ in 0..3 {
        login_from(&server, 9, "wrong horse").await;
    }
    assert_eq!(login_from(&server, 9, PASSWORD).await, 200, "an address that has logged in");
    for _ in 0..9 {
        server.account("login", "", json!({"name": "Ann", "password": "wrong horse"})).await;
    }
    let change = json!({"password": PASSWORD, "new_password": "new horse"});
    server.account_does("password", &ann.token, change).await;
}

#[tokio::test]
async fn a_key_can_play_but_not_change_the_account() {
    let server = Server::start(|_| {}).await;
    let ann = server.player("Ann").await;
    let claimed = server.account_does("claim", &ann.token, json!({"name": "Ann"})).await;
    let key = text(&claimed["key"]);
    let by_key = Client::again(server.running.address, key).await;
    assert_eq!(by_key.id, ann.id);
    for (path, body) in [
        ("password", json!({"new_password": "new horse"})),
        ("codes", json!({})),
        ("keys", json!({})),
        ("bots", json!({"name": "bot"})),
        ("delete", json!({})),
        ("logout", json!({"everywhere": true})),
    ] {
        let (status, answer) = server.account(path, key, body).await;
        assert_eq!((status, &answer["code"]), (403, &json!("not_by_key")), "{path}: {answer}");
    }
    for weak in ["12345678", "password", "Ann's", "annannann"] {
        assert_eq!(server.account("password", &ann.token, json!({"new_password": weak})).await.0, 400, "{weak}");
    }
    let organises = server.account_does("keys", &ann.token, json!({"scopes": ["organise"], "days": 2})).await;
    let mut client = Client::connect(server.running.address).await;
    let refused = client.ask(json!({"type": "hello", "token": organises["key"]})).await;
    assert_eq!((&refused["code"], &refused["args"]), (&json!("scope"), &json!({"scope": "play"})), "{refused}");
    let made = server.me(&ann.token).await["keys"][0].clone();
    assert_eq!(made["scopes"], json!(["organise"]));
    assert_eq!(made["expires_ms"].as_u64().unwrap() - made["created_ms"].as_u64().unwrap(), 2 * 86_400_000);
    // The session that claimed the name sets a first password, and so does a recovery code.
    server.account_does("password", &ann.token, json!({"new_password": "new horse"})).await;
    let recover = json!({"name": "Ann", "code": claimed["recovery_codes"][0], "password": "newer horse"});
    server.account_does("recover", "", recover).await;
}

#[tokio::test]
async fn sessions_and_keys_expire() {
    let server = Server::start(|_| {}).await;
    let ann = server.person("Ann").await;
    let session = server.account_does("login", "", json!({"name": "Ann", "password": PASSWORD})).await;
    let key = server.account_does("keys", &ann.token, json!({})).await;
    let data = server.stop().await;
    let sql = rusqlite::Connection::open(data.path().join("arena.sqlite")).unwrap();
    sql.execute_batch("UPDATE tokens SET expires_ms = 1; UPDATE accounts SET claimed_ms = 1").unwrap();
    drop(sql);
    let server = Server::with(data, |_| {}, |_| {}).await;
    for token in [&json!(ann.token), &session["token"], &key["key"]] {
        let mut back = Client::connect(server.running.address).await;
        assert_eq!(status_of(&back.ask(json!({"type": "hello", "token": token})).await), 401);
    }
    server.account_does("login", "", json!({"name": "Ann", "password": PASSWORD})).await;
}

#[tokio::test]
async fn a_key_used_from_many_addresses_is_reported_to_its_owner_and_the_operator() {
    let server = Server::start(settings!(accounts.key_addresses = 3)).await;
    let ann = server.person("Ann").await;
    let made = server.account_does("bots", &ann.token, json!({"name": "Ann's bot"})).await;
    for last in 2..=5 {
        assert!(server.me(&ann.token).await["bots"][0]["key_spread_ms"].is_null(), "{last}");
        let mut client = Client::connect_from(server.running.address, Ipv4Addr::new(127, 0, 0, last)).await.unwrap();
        assert_eq!(client.ask(json!({"type": "hello", "token": made["key"]})).await["type"], "welcome");
    }
    assert!(server.me(&ann.token).await["bots"][0]["key_spread_ms"].is_u64());
    let listed = Http::new().get(server.url("/api/operator/notices")).bearer_auth(TOKEN).send().await.unwrap();
    let listed: Value = listed.json().await.unwrap();
    assert_eq!(listed["notices"][0]["player"], made["player"]);
    assert_eq!((&listed["notices"][0]["notice"], &listed["notices"][0]["times"]), (&json!("key_addresses"), &json!(1)));
}
