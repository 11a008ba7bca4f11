//! Lists of matches and tournaments: pages, filters and searches.

use serde_json::{Value, json};

use super::client::{listed, tictactoe};
use super::entered::asks;
use super::http::{get, post};
use super::{Server, TOKEN, settings};

fn small(name: &str, game: &str) -> String {
    format!(
        "name = \"{name}\"\ngame = \"{game}\"\n[[entrants]]\nbot = \"{game}-random\"\n[[entrants]]\nbot = \"{game}-beginner\"\n"
    )
}

fn names(list: &Value) -> Vec<&str> {
    list["tournaments"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

/// Waits until no tournament is running.
async fn all_over(server: &Server) {
    while !names(&get(server, "/api/tournaments?status=running").await.1).is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn pages_tournaments_on_request() {
    let server = Server::start(|_| {}).await;
    for (name, game) in [("Écoles 1", "bones"), ("Bones at 100%", "bones"), ("Last", "tictactoe")] {
        assert_eq!(post(&server, "/api/tournaments", &json!({"toml": small(name, game)})).await.0, 201);
    }
    let clock = json!({"initial_ms": 60_000, "increment_ms": 1_000});
    let terms = json!({"name": "Class league", "game": "tictactoe", "format": "league", "clock": clock});
    assert_eq!(asks(server.running.address, "POST", "/api/tournaments/open", TOKEN, terms).await.0, 201);
    let list = async |query: &str| {
        let (status, list) = get(&server, &format!("/api/tournaments{query}")).await;
        assert_eq!(status, 200, "{query}: {list}");
        list
    };
    // The league continues; the others end soon.
    while names(&list("?status=running").await) != ["Class league"] {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let all = list("").await;
    assert_eq!(
        names(&all),
        ["Class league", "Last", "Bones at 100%", "Écoles 1"],
        "a request without a page must return all"
    );
    assert!(all.get("next").is_none() && all["available"].as_array().unwrap().len() > 20, "{all}");

    let first = list("?limit=3").await;
    assert_eq!(names(&first), ["Class league", "Last", "Bones at 100%"]);
    assert_eq!(post(&server, "/api/tournaments", &json!({"toml": small("Newer", "bones")})).await.0, 201);
    let second = list(&format!("?limit=3&before={}", first["next"].as_str().unwrap())).await;
    assert_eq!(names(&second), ["Écoles 1"], "a new tournament must not shift the pages");
    assert!(second.get("next").is_none(), "{second}");
    assert_eq!(second["available"], all["available"]);

    for (query, found) in [
        ("?game=tictactoe", &["Class league", "Last"][..]),
        ("?live=true", &["Class league"]),
        ("?live=false&game=bones&name=BONES", &["Bones at 100%"]),
        ("?name=100%25%20bones", &["Bones at 100%"]),
        ("?name=100_", &[]),
        ("?name=%C3%A9COLES", &["Écoles 1"]),
        ("?name=nobody", &[]),
        ("?status=stopped", &[]),
    ] {
        assert_eq!(names(&list(query).await), found, "{query}");
    }
    for (query, words) in [
        ("limit=0", "limit: must be between 1 and 100, got 0"),
        ("status=paused", "status: the status of a tournament must be running, finished, stopped or failed"),
        ("before=x", "before: a cursor"),
        ("live=maybe", "live: provided string was not"),
    ] {
        let (status, error) = get(&server, &format!("/api/tournaments?{query}")).await;
        let message = error["message"].as_str().unwrap();
        assert!(status == 400 && message.starts_with(words), "{query}: {status} {message}");
    }
    assert_eq!(get(&server, "/api/tournaments?game=go").await.0, 404);
}

#[tokio::test]
async fn finds_matches_by_the_start_of_a_name() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut zoe) = (server.player("Annette").await, server.player("Zoë").await);
    let against_bot = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-perfect"}]))).await;
    let between = zoe.against(&mut ann, tictactoe(json!(["me", "open"]))).await;
    let alone = zoe.create(listed(json!({"type": "create", "game": "bones", "seats": ["open", "me"]}))).await;
    let found = async |query: &str| {
        let (status, page) = get(&server, &format!("/api/matches?{query}")).await;
        assert_eq!(status, 200, "{query}: {page}");
        let ids = page["matches"].as_array().unwrap().iter().map(|one| one["match"].as_str().unwrap().to_owned());
        (ids.collect::<Vec<_>>(), page["next"].as_str().map(str::to_owned))
    };
    for (query, expected) in [
        ("name=ann", vec![&between, &against_bot]),
        ("name=%20ANNETTE%20", vec![&between, &against_bot]),
        ("name=nett", vec![]),
        ("name=zo%C3%AB", vec![&alone, &between]),
        ("name=ZO%C3%8B", vec![&alone, &between]),
        ("name=TicTacToe-p", vec![&against_bot]),
        ("name=zo&status=open", vec![&alone]),
        ("name=zo&game=tictactoe", vec![&between]),
        ("name=tictac&bot=tictactoe-perfect", vec![]),
        ("name=ann&bot=tictactoe-perfect", vec![&against_bot]),
        ("name=nobody", vec![]),
        ("name=%25", vec![]),
        // Without a name, a match against a bot has a move.
        ("name=", vec![&alone, &between]),
    ] {
        assert_eq!(found(query).await.0, expected.into_iter().cloned().collect::<Vec<_>>(), "{query}");
    }
    // With a player, the name is the opponent's.
    assert_eq!(found(&format!("player={}&name=z", ann.id)).await.0, vec![between.clone()]);
    assert!(found(&format!("player={}&name=ann", ann.id)).await.0.is_empty());
    let (first, next) = found("name=zo&limit=1").await;
    assert_eq!(first, vec![alone.clone()]);
    assert_eq!(found(&format!("name=zo&limit=1&before={}", next.unwrap())).await, (vec![between], None));
    let long = "x".repeat(400);
    assert_eq!(get(&server, &format!("/api/matches?name={long}")).await.0, 400);
}

#[tokio::test]
async fn finds_tournament_matches_by_the_start_of_a_name() {
    let server = Server::start(|_| {}).await;
    let (_, started) = post(&server, "/api/tournaments", &json!({"toml": small("Small", "bones")})).await;
    all_over(&server).await;
    let id = started["id"].as_str().unwrap();
    for (query, count) in [("name=Bones-R", 2), ("name=random", 0), ("name=bones-b&bot=bones-random", 2)] {
        let (_, page) = get(&server, &format!("/api/matches?tournament={id}&{query}")).await;
        assert_eq!(page["matches"].as_array().unwrap().len(), count, "{query}: {page}");
    }
}

#[tokio::test]
async fn match_of_two_people_is_listed_before_its_first_move() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let id = ann.create(tictactoe(json!(["me", "open"]))).await;
    assert_eq!(ben.ask(json!({"type": "join", "match": id})).await["state"]["status"], "live");
    let page = get(&server, "/api/matches?status=live").await.1;
    assert_eq!((&page["matches"][0]["match"], &page["matches"][0]["plies"]), (&json!(id), &json!(0)), "{page}");
}

#[tokio::test]
async fn an_unlisted_seat_is_found_only_with_its_link() {
    let server = Server::start(|settings| settings.matches.grace_ms = 50).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    ben.ask(json!({"type": "subscribe", "topic": "lobby"})).await;
    assert_eq!(ben.find(|told| told["type"] == "lobby").await["matches"], json!([]));
    let hidden = ann.create(tictactoe(json!(["me", "open"]))).await;
    let reserved = ann.create(tictactoe(json!(["me", {"player": ben.id}]))).await;
    let open = ann.create(listed(tictactoe(json!(["me", "open"])))).await;
    let ids =
        |page: &Value| page["matches"].as_array().unwrap().iter().map(|it| it["match"].clone()).collect::<Vec<_>>();
    // The listed match was made last, so the lobby has had the time to show the others.
    let told = ben.find(|told| told["type"] == "lobby").await;
    assert_eq!(ids(&told), [json!(open)], "{told}");
    let mut late = server.player("Late").await;
    late.ask(json!({"type": "subscribe", "topic": "lobby"})).await;
    let first = late.find(|told| told["type"] == "lobby").await;
    assert_eq!((ids(&first), first.get("more")), (vec![json!(open)], None), "{first}");
    let queries = ["", "?status=open", "?game=tictactoe", "?name=ann", &format!("?player={}", ann.id)];
    for query in queries {
        let (_, page) = get(&server, &format!("/api/matches{query}")).await;
        assert_eq!(ids(&page), [json!(open)], "{query}: {page}");
    }
    // Its maker finds it with the own token, and nobody else does.
    let own = async |token: &str| {
        let url = server.url(&format!("/api/matches?player={}", ann.id));
        ids(&reqwest::Client::new().get(url).bearer_auth(token).send().await.unwrap().json().await.unwrap())
    };
    assert_eq!(own(&ann.token).await, [json!(open), json!(reserved), json!(hidden)]);
    assert_eq!(own(&ben.token).await, [json!(open)]);
    // The link takes the seat, and the running match is listed like all others.
    assert_eq!(ben.ask(json!({"type": "join", "match": hidden})).await["state"]["status"], "live");
    let (_, page) = get(&server, "/api/matches?status=live").await;
    assert_eq!(ids(&page), [json!(hidden)], "{page}");
    // A seat that nobody took stays out of the lists of finished matches.
    let mut eve = server.player("Eve").await;
    eve.ask(json!({"type": "watch", "match": reserved})).await;
    ann.ask(json!({"type": "abort", "match": reserved})).await;
    eve.event("ended").await;
    let (_, page) = get(&server, "/api/matches?status=finished").await;
    assert_eq!(ids(&page), Vec::<Value>::new(), "{page}");
}

#[tokio::test]
async fn a_match_that_a_guest_abandons_before_the_first_move_is_not_listed_and_expires() {
    let server =
        Server::start(settings!(matches.grace_ms = 50, matches.presence_ms = 50, matches.unbegun_ms = 200)).await;
    let mut ann = server.player("Ann").await;
    let abandoned = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-perfect"}]))).await;
    let begun = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-perfect"}]))).await;
    let listed = async |query: &str| {
        let page = get(&server, &format!("/api/matches?status=live{query}")).await.1;
        page["matches"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["match"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(listed("").await, Vec::<String>::new(), "nobody has moved");
    assert_eq!(listed(&format!("&player={}", ann.id)).await, [begun.clone(), abandoned.clone()]);
    ann.plays(&begun, 0, "b2").await;
    assert_eq!(listed("").await, std::slice::from_ref(&begun));
    let mut eve = server.player("Eve").await;
    assert_eq!(eve.ask(json!({"type": "watch", "match": abandoned})).await["state"]["status"], "live");
    drop(ann);
    let ended = eve.event("ended").await;
    assert_eq!(ended["event"]["verdict"]["circumstance"]["code"], "end_untouched", "{ended}");
    assert_eq!(listed("").await, [begun], "a match with a move stays");
}
