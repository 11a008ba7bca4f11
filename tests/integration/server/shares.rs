//! Global limits that guests from a few addresses exhaust: shares per address, and eviction.

use std::net::Ipv4Addr;
use std::time::Duration;

use arena_server::settings::Settings;
use serde_json::{Value, json};

use super::client::{Client, code, status_of, tictactoe};
use super::entered::asks;
use super::http::get;
use super::{Server, TOKEN, settings};

/// Accepts the addresses that clients name, so that each client can be anywhere.
fn behind_a_proxy(settings: &mut Settings) {
    settings.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
}

/// Connects a new guest from this address.
async fn guest_at(server: &Server, address: &str) -> Client {
    let mut client = Client::try_connect(server.running.address, &[("x-forwarded-for", address)]).await.unwrap();
    let welcome = client.ask(json!({"type": "hello", "name": "Guest"})).await;
    welcome["token"].as_str().expect("a new player is welcome").clone_into(&mut client.token);
    client
}

/// Sends a request from this address.
async fn asks_at(server: &Server, path: &str, token: &str, address: &str, body: Value) -> (u16, Value) {
    let request = reqwest::Client::new().post(server.url(path)).header("x-forwarded-for", address).json(&body);
    let request = if token.is_empty() { request } else { request.bearer_auth(token) };
    let answer = request.send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

/// Creates matches between two guests at this address, in which both move and which both then leave. Returns how many.
async fn abandons_matches(server: &Server, address: &str, most: usize) -> usize {
    let (mut ann, mut ben) = (guest_at(server, address).await, guest_at(server, address).await);
    for count in 0..most {
        let made = ann.ask(tictactoe(json!(["me", "open"]))).await;
        let Some(id) = made["match"].as_str().map(str::to_owned) else { return count };
        assert_ne!(ben.ask(json!({"type": "join", "match": id})).await["type"], "error");
        ann.plays(&id, 0, "a1").await;
        ben.plays(&id, 1, "b2").await;
    }
    most
}

/// Waits until a guest at this address gets a match.
async fn gets_a_match(server: &Server, address: &str) {
    let mut guest = guest_at(server, address).await;
    for _ in 0..200 {
        let answer = guest.ask(tictactoe(json!(["me", "open"]))).await;
        if answer["type"] == "created" {
            return;
        }
        assert_eq!(code(&answer), "server_matches", "{answer}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("no match makes room");
}

#[tokio::test]
async fn matches_that_guests_have_left_for_long_make_room_and_those_of_named_players_stay() {
    let change = |settings: &mut Settings| {
        behind_a_proxy(settings);
        (settings.matches.grace_ms, settings.matches.presence_ms, settings.matches.abandoned_ms) = (20, 20, 300);
        (settings.limits.matches, settings.limits.matches_per_address) = (20, 4);
    };
    let server = Server::start(change).await;
    let (mut nan, mut guest) = (server.person("Nan").await, server.player("Guest").await);
    let kept = guest.against(&mut nan, tictactoe(json!(["me", "open"]))).await;
    guest.plays(&kept, 0, "a1").await;
    nan.plays(&kept, 1, "b2").await;
    drop((nan, guest));
    for n in 0..30 {
        abandons_matches(&server, &format!("2001:db8:{n:x}::1"), 4).await;
    }
    gets_a_match(&server, "192.0.2.1").await;
    assert_eq!(state(&server, &kept).await["status"], "live", "a player with a name has a seat");
    for n in 30..60 {
        abandons_matches(&server, &format!("2001:db8:{n:x}::1"), 4).await;
    }
    let server = Server::with(server.stop().await, change, |_| {}).await;
    gets_a_match(&server, "192.0.2.2").await;
    gets_a_match(&server, "192.0.2.3").await;
    assert_eq!(state(&server, &kept).await["status"], "live", "a player with a name has a seat");
}

#[tokio::test]
async fn a_48_has_the_places_of_four_addresses_also_after_a_restart() {
    let change = |settings: &mut Settings| {
        behind_a_proxy(settings);
        settings.limits.matches_per_address = 2;
    };
    let server = Server::start(change).await;
    let mut made = 0;
    for n in 0..12 {
        made += abandons_matches(&server, &format!("2001:db8:7:{n:x}00::1"), 1).await;
    }
    assert_eq!(made, 8);
    let server = Server::with(server.stop().await, change, |_| {}).await;
    let mut same = guest_at(&server, "2001:db8:7:ff00::1").await;
    assert_eq!(code(&same.ask(tictactoe(json!(["me", "open"]))).await), "address_matches");
    gets_a_match(&server, "2001:db8:8::1").await;
}

#[tokio::test]
async fn analyses_from_many_addresses_all_finish() {
    let server = Server::start(|settings| {
        behind_a_proxy(settings);
        settings.limits.analyses = 2;
        settings.bots.analysis_ms = 50;
    })
    .await;
    let question = json!({"game": "gomoku", "depth": 60});
    let asked = (0..20).map(|n| {
        let (server, question) = (&server, question.clone());
        async move { asks_at(server, "/api/analyse", "", &format!("192.0.2.{n}"), question).await }
    });
    for (status, answer) in futures::future::join_all(asked).await {
        assert_eq!(status, 200, "{answer}");
    }
}

#[tokio::test]
async fn bot_tournaments_of_many_addresses_take_turns() {
    let server = Server::start(|settings| {
        behind_a_proxy(settings);
        (settings.composing.running, settings.composing.turn_ms) = (1, 1);
    })
    .await;
    let file = "name = \"N\"\ngame = \"bones\"\nrounds = 40\nseed = 7\n\
                [[entrants]]\nbot = \"bones-random\"\n[[entrants]]\nname = \"deep\"\ndepth = 2\n";
    let mut begun = Vec::new();
    for address in ["192.0.2.1", "192.0.2.2", "2001:db8:7::1"] {
        let guest = guest_at(&server, address).await;
        let (status, answer) = asks_at(&server, "/api/tournaments", &guest.token, address, json!({"toml": file})).await;
        assert_eq!(status, 201, "{answer}");
        begun.push(answer["id"].as_str().unwrap().to_owned());
    }
    for id in begun {
        let path = format!("/api/tournaments/{id}");
        while get(&server, &path).await.1["status"] == "running" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(get(&server, &path).await.1["status"], "finished");
    }
}

#[tokio::test]
async fn matches_and_bytes_per_day_are_limited_per_network() {
    let server = Server::start(|settings| {
        behind_a_proxy(settings);
        settings.limits.matches_per_day_per_address = 2;
    })
    .await;
    let mut guest = guest_at(&server, "192.0.2.1").await;
    for _ in 0..2 {
        guest.create(tictactoe(json!(["me", "open"]))).await;
    }
    let refused = guest.ask(tictactoe(json!(["me", "open"]))).await;
    assert_eq!(code(&refused), "daily_matches", "{refused}");
    assert!(refused["retry_after_ms"].as_u64().unwrap() > 80_000_000, "{refused}");
    gets_a_match(&server, "192.0.2.2").await;
}

/// Returns the state of a match as a new watcher sees it.
async fn state(server: &Server, id: &str) -> Value {
    let mut watcher = server.player("Watcher").await;
    watcher.ask(json!({"type": "watch", "match": id})).await["state"].take()
}

#[tokio::test]
async fn a_full_server_evicts_matches_of_guests_but_none_that_both_sides_have_played_in() {
    let server = Server::start(settings!(matches.grace_ms = 20, limits.matches = 20)).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let mut correspondence = tictactoe(json!(["me", "open"]));
    correspondence["clock"] = json!({"initial_ms": 86_400_000, "per_move": true});
    let kept = ann.against(&mut ben, correspondence).await;
    ann.plays(&kept, 0, "a1").await;
    ben.plays(&kept, 1, "b2").await;
    drop((ann, ben));
    let mut eve = server.player("Eve").await;
    let mut floods = Vec::new();
    for _ in 0..18 {
        floods.push(eve.create(tictactoe(json!(["me", "open"]))).await);
    }
    assert_eq!(status_of(&eve.ask(tictactoe(json!(["me", "open"]))).await), 429, "the last places are not for guests");
    let mut named = server.person("Nan").await;
    let own = named.create(tictactoe(json!(["me", "open"]))).await;
    while state(&server, &floods[0]).await["status"] != "finished" {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(state(&server, &floods[0]).await["verdict"]["by"], "aborted");
    assert_eq!(state(&server, &kept).await["status"], "live", "both had played in it");
    assert_eq!(state(&server, &own).await["status"], "open", "its player has a name");
}

#[tokio::test]
async fn matches_per_minute_are_limited_per_address() {
    let server = Server::start(|settings| settings.limits.matches_per_minute_per_address = 3).await;
    let mut codes = Vec::new();
    for name in ["Ann", "Ben"] {
        let mut guest = server.player(name).await;
        for _ in 0..2 {
            let answer = guest.ask(tictactoe(json!(["me", "open"]))).await;
            codes.push(if answer["type"] == "created" { "created" } else { code(&answer) }.to_owned());
        }
    }
    assert_eq!(codes, ["created", "created", "created", "too_many_requests"]);
    let mut other = Client::player_from(server.running.address, Ipv4Addr::new(127, 0, 0, 9), "Cy").await;
    other.create(tictactoe(json!(["me", "open"]))).await;
}

#[tokio::test]
async fn challenges_of_guests_make_room_for_others() {
    let server = Server::start(settings!(limits.challenges = 4, limits.challenges_per_address = 4)).await;
    let open = json!({"type": "challenge", "game": "tictactoe", "listed": true});
    let mut eve = server.player("Eve").await;
    let mut made = Vec::new();
    for _ in 0..4 {
        made.push(eve.ask(open.clone()).await["challenge"]["challenge"].clone());
        // The age decides which one is evicted, and it is counted in milliseconds.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(status_of(&eve.ask(open.clone()).await), 429, "three from one address, the refused one among them");
    let mut other = Client::player_from(server.running.address, Ipv4Addr::new(127, 0, 0, 9), "Cy").await;
    let answer = other.ask(open).await;
    assert_eq!(answer["challenge"]["state"], "standing", "{answer}");
    let late = other.ask(json!({"type": "accept", "challenge": made[0]})).await;
    assert_eq!(code(&late), "no_such_challenge", "the oldest was evicted");
}

#[tokio::test]
async fn an_open_tournament_has_a_share_per_address_and_prefers_named_players() {
    let server = Server::start(settings!(tournaments.entrants_per_address = 3)).await;
    let address = server.running.address;
    let terms = json!({"name": "Open", "game": "tictactoe", "format": "round-robin", "most": 4,
        "clock": {"initial_ms": 60_000, "increment_ms": 1_000}});
    let (status, view) = asks(address, "POST", "/api/tournaments/open", TOKEN, terms).await;
    assert_eq!(status, 201, "{view}");
    let enter = format!("/api/tournaments/{}/enter", view["tournament"].as_str().unwrap());
    let mut told = Vec::new();
    for name in ["a", "b", "c", "d"] {
        let guest = server.player(name).await;
        let (status, answer) = asks(address, "POST", &enter, &guest.token, json!({})).await;
        told.push((status, answer["code"].as_str().unwrap_or_default().to_owned()));
    }
    assert_eq!(told[2..], [(200, String::new()), (429, "address_entrants".to_owned())]);
    let enters = async |last: u8, name: &'static str| {
        let mut client = Client::player_from(address, Ipv4Addr::new(127, 0, 0, last), name).await;
        let id = view["tournament"].clone();
        client.ask(json!({"type": "enter", "tournament": id})).await
    };
    assert_eq!(enters(8, "e").await["type"], "ok");
    assert_eq!(status_of(&enters(9, "f").await), 429, "it is full");
    let guest = Client::player_from(address, Ipv4Addr::new(127, 0, 0, 10), "Nan").await;
    server.account_does("claim", &guest.token, json!({"name": "Nan"})).await;
    let mut nan = Client::connect_from(address, Ipv4Addr::new(127, 0, 0, 10)).await.unwrap();
    assert_eq!(nan.ask(json!({"type": "hello", "token": guest.token})).await["type"], "welcome");
    let entered = nan.ask(json!({"type": "enter", "tournament": view["tournament"]})).await;
    assert_eq!(entered["type"], "ok", "{entered}");
}

#[tokio::test]
async fn a_report_of_a_named_player_is_not_buried_by_those_of_guests() {
    let server = Server::start(settings!(limits.reports_per_address = 3)).await;
    let address = server.running.address;
    let bad = server.player("Bad").await;
    let report = json!({"player": bad.id, "reason": "flood"});
    let guest = server.player("Guest").await;
    assert_eq!(asks(address, "POST", "/api/reports", &guest.token, report.clone()).await.0, 200);
    let (status, again) = asks(address, "POST", "/api/reports", &guest.token, report.clone()).await;
    assert_eq!((status, &again["code"]), (429, &json!("already_reported")));
    let nan = server.person("Nan").await;
    assert_eq!(asks(address, "POST", "/api/reports", &nan.token, report.clone()).await.0, 200);
    let other = server.player("Other").await;
    assert_eq!(asks(address, "POST", "/api/reports", &other.token, report).await.0, 429, "four from one address");
    let (_, listed) = asks(address, "GET", "/api/operator/reports", TOKEN, Value::Null).await;
    let reporters: Vec<&str> =
        listed["reports"].as_array().unwrap().iter().map(|it| it["reporter"].as_str().unwrap()).collect();
    assert_eq!(reporters, [&*nan.id, &*guest.id]);
}

#[tokio::test]
async fn help_in_a_rated_match_is_refused_to_the_whole_48_of_a_player() {
    let server = Server::start(behind_a_proxy).await;
    let mut players = Vec::new();
    for (name, address) in [("Ann", "2001:db8:7:100::1"), ("Ben", "192.0.2.9")] {
        let player = guest_at(&server, address).await;
        let claim = json!({"name": name});
        assert_eq!(asks_at(&server, "/api/accounts/claim", &player.token, address, claim).await.0, 200);
        players.push(player);
    }
    let [ann, ben] = &mut players[..] else { unreachable!() };
    let mut wanted = tictactoe(json!(["me", "open"]));
    (wanted["rated"], wanted["clock"]) = (true.into(), json!({"initial_ms": 600_000}));
    let id = ann.against(ben, wanted).await;
    ann.plays(&id, 0, "a1").await;
    ben.plays(&id, 1, "b2").await;
    let asked = json!({"game": "tictactoe", "moves": ["a1", "b2"]});
    for (address, status) in
        [("2001:db8:7:100::1", 403), ("2001:db8:7:900::5", 403), ("192.0.2.9", 403), ("2001:db8:8::1", 200)]
    {
        assert_eq!(asks_at(&server, "/api/analyse", "", address, asked.clone()).await.0, status, "{address}");
    }
}
