//! Attempts to cheat for a rating or a seat, each named: rejected or without effect. They stay in one file, whatever
//! its length, so that a missing one is easy to see.

use std::net::Ipv4Addr;

use serde_json::{Value, json};

use super::client::{Client, code, status_of, tictactoe};
use super::entered::asks;
use super::{Server, TOKEN, settings};

/// A match that both agree to rate.
fn rated(seats: Value) -> Value {
    let mut wanted = tictactoe(seats);
    wanted["rated"] = true.into();
    wanted
}

async fn server() -> Server {
    Server::start(|_| {}).await
}

/// `winner` creates a match as `wanted`, with the second seat open, and wins it in two moves.
async fn beats(winner: &mut Client, loser: &mut Client, wanted: Value) -> String {
    let moves = if wanted["game"] == "bones" { ["1", "1"] } else { ["a1", "b2"] };
    let id = winner.against(loser, wanted).await;
    winner.plays(&id, 0, moves[0]).await;
    loser.plays(&id, 1, moves[1]).await;
    loser.ask(json!({"type": "resign", "match": id})).await;
    let ended = winner.find(|told| told["event"]["kind"] == "ended" && told["match"] == json!(id)).await;
    assert_eq!(ended["event"]["verdict"]["outcome"], "first");
    id
}

async fn wins(winner: &mut Client, loser: &mut Client) -> String {
    beats(winner, loser, rated(json!(["me", "open"]))).await
}

impl Server {
    /// A connected bot of this person.
    async fn bot_of(&self, person: &Client, name: &str) -> Client {
        let made = self.account_does("bots", &person.token, json!({"name": name})).await;
        Client::again(self.running.address, made["key"].as_str().unwrap()).await
    }

    async fn player_page(&self, id: &str) -> Value {
        reqwest::get(self.url(&format!("/api/players/{id}"))).await.unwrap().json().await.unwrap()
    }

    /// A player's rating and number of rated matches; `None` if no match counted.
    async fn rating(&self, player: &Client) -> Option<(i64, u64)> {
        let page = self.player_page(&player.id).await;
        let rating = page["ratings"].as_array().unwrap().first()?;
        Some((rating["rating"].as_i64().unwrap(), rating["matches"].as_u64().unwrap()))
    }
}

#[tokio::test]
async fn honest_matches_count_for_both() {
    let server = server().await;
    let (mut ann, mut ben) = (server.person("Ann").await, server.person("Ben").await);
    let id = wins(&mut ann, &mut ben).await;
    let (ann_rating, ben_rating) = (server.rating(&ann).await.unwrap(), server.rating(&ben).await.unwrap());
    assert!(ann_rating.0 > 1_500 && ben_rating.0 < 1_500, "{ann_rating:?} {ben_rating:?}");
    let board: Value =
        reqwest::get(server.url("/api/ratings/tictactoe?speed=untimed")).await.unwrap().json().await.unwrap();
    assert_eq!(board["provisional"][0]["player"], json!({"id": ann.id, "name": "Ann"}));
    assert!(board["rows"].as_array().unwrap().is_empty() && board["bots"].as_array().unwrap().len() > 2, "{board}");
    let history = format!("/api/players/{}/ratings?game=tictactoe&speed=untimed", ben.id);
    let history: Value = reqwest::get(server.url(&history)).await.unwrap().json().await.unwrap();
    let first = &history["matches"][0];
    assert_eq!(
        (&first["match"], &first["result"], &first["rating"]),
        (&json!(id), &json!("loss"), &json!(ben_rating.0))
    );
    let met = format!("/api/players/{}/opponents?game=tictactoe", ben.id);
    let met: Value = reqwest::get(server.url(&met)).await.unwrap().json().await.unwrap();
    assert_eq!(met["opponents"][0]["second"], json!({"wins": 0, "draws": 0, "losses": 1}));
    assert_eq!(met["opponents"][0]["player"], json!(ann.id));
}

#[tokio::test]
async fn beating_ones_own_bot() {
    let server = server().await;
    let mut ann = server.person("Ann").await;
    let mut bot = server.bot_of(&ann, "Ann's bot").await;
    wins(&mut ann, &mut bot).await;
    wins(&mut bot, &mut ann).await;
    assert_eq!((server.rating(&ann).await, server.rating(&bot).await), (None, None));
}

#[tokio::test]
async fn matches_between_ones_own_bots() {
    let server = server().await;
    let ann = server.person("Ann").await;
    let (mut one, mut other) = (server.bot_of(&ann, "one").await, server.bot_of(&ann, "other").await);
    wins(&mut one, &mut other).await;
    assert_eq!((server.rating(&one).await, server.rating(&other).await), (None, None));
}

#[tokio::test]
async fn farming_a_friends_bots() {
    let server = server().await;
    let (mut ann, ben) = (server.person("Ann").await, server.person("Ben").await);
    for name in ["one", "other", "third"] {
        let mut fed = server.bot_of(&ben, name).await;
        for _ in 0..5 {
            wins(&mut ann, &mut fed).await;
        }
    }
    let (_, matches) = server.rating(&ann).await.unwrap();
    assert_eq!(matches, 1, "only one match counts between two people and their bots until both have met others");
}

#[tokio::test]
async fn farming_guests() {
    let server = server().await;
    let mut ann = server.person("Ann").await;
    for _ in 0..3 {
        let mut guest = server.player("Nobody").await;
        wins(&mut ann, &mut guest).await;
    }
    assert_eq!(server.rating(&ann).await, None);
}

#[tokio::test]
async fn claiming_a_name_after_the_win() {
    let server = server().await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.person("Ben").await);
    let id = ann.against(&mut ben, rated(json!(["me", "open"]))).await;
    ann.plays(&id, 0, "a1").await;
    ben.plays(&id, 1, "b2").await;
    server.account_does("claim", &ann.token, json!({"name": "Ann"})).await;
    ben.ask(json!({"type": "resign", "match": id})).await;
    ann.event("ended").await;
    assert_eq!((server.rating(&ann).await, server.rating(&ben).await), (None, None));
}

#[tokio::test]
async fn options_with_a_won_start() {
    let server = server().await;
    let (mut ann, mut ben) = (server.person("Ann").await, server.person("Ben").await);
    let mut wanted = rated(json!(["me", "open"]));
    wanted["game"] = "bones".into();
    wanted["options"] = json!({"heap": 7});
    beats(&mut ann, &mut ben, wanted).await;
    assert_eq!((server.rating(&ann).await, server.rating(&ben).await), (None, None));
}

#[tokio::test]
async fn choosing_the_seed_of_a_bot() {
    let server = server().await;
    let mut ann = server.person("Ann").await;
    for (wanted, counts) in [(rated(json!([{"bot": "tictactoe-beginner"}, "me"])), true), {
        let mut wanted = rated(json!([{"bot": "tictactoe-club"}, "me"]));
        wanted["seed"] = 7.into();
        (wanted, false)
    }] {
        let before = server.rating(&ann).await.map_or(0, |rating| rating.1);
        let id = ann.create(wanted).await;
        let joined = ann.ask(json!({"type": "join", "match": id})).await;
        let ply = joined["state"]["ply"].as_u64().unwrap_or(0);
        if ply == 0 {
            ann.find(|told| told["event"]["kind"] == "moved" && told["match"] == json!(id)).await;
        }
        let state = ann.ask(json!({"type": "join", "match": id})).await;
        let mv = state["state"]["legal"][0].as_str().unwrap().to_owned();
        ann.plays(&id, 1, &mv).await;
        ann.ask(json!({"type": "resign", "match": id})).await;
        ann.find(|told| told["event"]["kind"] == "ended" && told["match"] == json!(id)).await;
        let after = server.rating(&ann).await.map_or(0, |rating| rating.1);
        assert_eq!(after - before, u64::from(counts));
    }
}

#[tokio::test]
async fn a_weak_bot_with_a_strong_bots_name() {
    let server = server().await;
    let mut ann = server.person("Ann").await;
    for name in ["tictactoe-perfect", "TicTacToe-Perfect", "T\u{456}ctactoe perfect"] {
        let weak = json!({"name": name, "depth": 1});
        assert_eq!(status_of(&ann.ask(rated(json!(["me", {"bot": weak}]))).await), 422, "{name}");
    }
    // With a name of its own it is not an anchor.
    let id = ann.create(rated(json!(["me", {"bot": {"name": "mine", "depth": 1}}]))).await;
    ann.plays(&id, 0, "a1").await;
    ann.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == 1).await;
    ann.ask(json!({"type": "resign", "match": id})).await;
    ann.event("ended").await;
    assert_eq!(server.rating(&ann).await, None);
}

#[tokio::test]
async fn name_that_looks_like_another() {
    let server = server().await;
    let _ann = server.person("Ann Green").await;
    for name in ["ANN GREEN", "Ann\u{2003}Green", "AnnGreen", "\u{391}nn Gr\u{435}en", "Ann-Green", "A\u{200d}nn Green"]
    {
        let eve = server.player("Eve").await;
        let (status, refused) = server.account("claim", &eve.token, json!({"name": name})).await;
        assert_eq!((status, refused["code"].as_str()), (409, Some("name_taken")), "{name:?}");
        let mut guest = Client::again(server.running.address, &eve.token).await;
        let id = guest.create(tictactoe(json!(["me", "open"]))).await;
        drop(guest);
        let mut renamed = Client::connect(server.running.address).await;
        let welcome = renamed.ask(json!({"type": "hello", "token": eve.token, "name": name})).await;
        assert!(welcome["player"]["name"].as_str().unwrap().ends_with("(guest)"), "{welcome}");
        renamed.ask(json!({"type": "abort", "match": id})).await;
    }
}

#[tokio::test]
async fn renaming_or_recreating_an_account() {
    let server = server().await;
    let (mut ann, mut ben) = (server.person("Ann").await, server.person("Ben").await);
    wins(&mut ann, &mut ben).await;
    let before = server.rating(&ben).await;
    let mut renamed = Client::connect(server.running.address).await;
    let welcome = renamed.ask(json!({"type": "hello", "token": ben.token, "name": "Fresh"})).await;
    assert_eq!(welcome["player"], json!({"id": ben.id, "name": "Ben"}));
    assert_eq!(server.account("claim", &ben.token, json!({"name": "Fresh"})).await.0, 409);
    assert_eq!(server.rating(&ben).await, before);
    // Deleting it gives a new name and a new id with an unknown rating; Ann's gains stay.
    let won = server.rating(&ann).await;
    server.account_does("delete", &ben.token, json!({"password": "correct horse"})).await;
    let mut fresh = server.person("Ben").await;
    assert_eq!((server.rating(&fresh).await, server.rating(&ann).await), (None, won));
    wins(&mut ann, &mut fresh).await;
    assert!(server.rating(&fresh).await.unwrap().0 < 1_500);
}

#[tokio::test]
async fn aborting_a_lost_match_and_leaving_before_it_counts() {
    let server = server().await;
    let (mut ann, mut ben) = (server.person("Ann").await, server.person("Ben").await);
    let id = ann.against(&mut ben, rated(json!(["me", "open"]))).await;
    ann.plays(&id, 0, "a1").await;
    ben.plays(&id, 1, "b2").await;
    for who in [&mut ann, &mut ben] {
        assert_eq!(code(&who.ask(json!({"type": "abort", "match": id})).await), "too_late");
    }
    ben.ask(json!({"type": "resign", "match": id})).await;
    ann.event("ended").await;
    assert_eq!(server.rating(&ben).await.unwrap().1, 1);
    // An aborted match, or one that ended before both had moved, is not a win either.
    let id = ann.against(&mut ben, rated(json!(["me", "open"]))).await;
    ben.ask(json!({"type": "resign", "match": id})).await;
    ann.find(|told| told["event"]["kind"] == "ended" && told["match"] == json!(id)).await;
    assert_eq!(server.rating(&ann).await.unwrap().1, 1);
}

#[tokio::test]
async fn two_sessions_with_one_key_and_both_seats() {
    let server = server().await;
    let mut ann = server.person("Ann").await;
    let mut again = Client::again(server.running.address, &ann.token).await;
    let id = ann.create(rated(json!(["me", "open"]))).await;
    // The second connection takes over the one seat, not the other.
    let joined = again.ask(json!({"type": "join", "match": id})).await;
    assert_eq!(joined["state"]["you"], "first", "{joined}");
    assert_eq!(joined["state"]["seats"][1]["kind"], "open", "{joined}");
    ann.find(|told| told["type"] == "superseded").await;
    assert_eq!(code(&ann.play(&id, 0, "a1").await), "superseded");
    assert_eq!(status_of(&ann.ask(rated(json!(["me", "me"]))).await), 422);
    assert_eq!(status_of(&ann.ask(rated(json!(["me", {"player": ann.id}]))).await), 422);
}

#[tokio::test]
async fn stolen_match_id() {
    let server = server().await;
    let (mut ann, mut ben, mut eve) =
        (server.person("Ann").await, server.person("Ben").await, server.person("Eve").await);
    let id = ann.create(rated(json!(["me", {"player": ben.id}]))).await;
    assert_eq!(
        code(&eve.ask(json!({"type": "join", "match": id})).await),
        "seat_taken",
        "the seat is reserved for Ben"
    );
    ben.ask(json!({"type": "join", "match": id})).await;
    eve.ask(json!({"type": "watch", "match": id})).await;
    for cheat in [
        json!({"type": "move", "match": id, "ply": 0, "move": "a1"}),
        json!({"type": "resign", "match": id}),
        json!({"type": "abort", "match": id}),
        json!({"type": "offer", "match": id, "what": "draw"}),
        json!({"type": "answer", "match": id, "what": "draw", "accept": true}),
    ] {
        assert_eq!(code(&eve.ask(cheat.clone()).await), "not_seated", "{cheat}");
    }
    assert_eq!(code(&ben.play(&id, 0, "a1").await), "not_your_turn");
    ann.plays(&id, 0, "a1").await;
}

#[tokio::test]
async fn foreign_invented_and_revoked_tokens() {
    let server = server().await;
    let ann = server.person("Ann").await;
    let bot = server.bot_of(&ann, "bot").await;
    let gone = reqwest::Client::new().delete(server.url(&format!("/api/accounts/bots/{}", bot.id)));
    assert_eq!(gone.bearer_auth(&ann.token).send().await.unwrap().status(), 200);
    let made_up = "0".repeat(64);
    for token in [&*made_up, "", TOKEN, &ann.id, &bot.token, &ann.token.to_uppercase(), &ann.token[..63]] {
        let mut eve = Client::connect(server.running.address).await;
        let answer = eve.ask(json!({"type": "hello", "token": token})).await;
        assert_eq!(status_of(&answer), 401, "{token}");
    }
}

#[tokio::test]
async fn replayed_moves() {
    let server = server().await;
    let (mut ann, mut ben) = (server.person("Ann").await, server.person("Ben").await);
    let first = wins(&mut ann, &mut ben).await;
    let after = server.rating(&ann).await;
    // Earlier messages are sent again, to the finished match and to another.
    ann.plays(&first, 0, "a1").await;
    assert_eq!(code(&ann.play(&first, 2, "c3").await), "match_over");
    assert_eq!(code(&ben.ask(json!({"type": "resign", "match": first})).await), "match_over");
    assert_eq!(server.rating(&ann).await, after);
    let second = ann.against(&mut ben, rated(json!(["me", "open"]))).await;
    ann.plays(&second, 0, "a1").await;
    ann.plays(&second, 0, "a1").await;
    assert_eq!(code(&ann.play(&second, 1, "a2").await), "not_your_turn");
    assert_eq!(code(&ann.play(&second, 0, "c3").await), "not_your_turn");
    ben.plays(&second, 1, "b2").await;
}

#[tokio::test]
async fn answering_ones_own_offers() {
    let server = server().await;
    let (mut ann, mut ben) = (server.person("Ann").await, server.person("Ben").await);
    let id = ann.against(&mut ben, rated(json!(["me", "open"]))).await;
    ann.plays(&id, 0, "a1").await;
    ben.plays(&id, 1, "b2").await;
    for what in ["draw", "takeback"] {
        assert_eq!(ann.ask(json!({"type": "offer", "match": id, "what": what})).await["type"], "ok");
        let answer = ann.ask(json!({"type": "answer", "match": id, "what": what, "accept": true})).await;
        assert_eq!(code(&answer), "no_such_offer", "{what}");
    }
}

#[tokio::test]
async fn guessing_credentials() {
    let server =
        Server::start(settings!(accounts.logins_per_minute = 5, accounts.logins_per_minute_per_address = 5)).await;
    let _ann = server.person("Ann").await;
    let mut refused = 0;
    for n in 0..10 {
        let code = format!("{n:05}-00000-00000-00000");
        let guesses = [
            ("login", json!({"name": "Ann", "password": format!("password {n}")})),
            ("recover", json!({"name": "Ann", "code": code, "password": "a new password"})),
        ];
        for (path, body) in guesses {
            let (status, _) = server.account(path, "", body).await;
            assert!(status == 401 || status == 429, "{path}: {status}");
            refused += u32::from(status == 429);
        }
    }
    assert!(refused >= 14, "{refused} rejected: only five attempts per minute are allowed in total");
}

fn open_challenge() -> Value {
    json!({"type": "challenge", "game": "tictactoe", "rated": true})
}

fn accept(challenge: &Value) -> Value {
    json!({"type": "accept", "challenge": challenge["challenge"]["challenge"]})
}

#[tokio::test]
async fn accepting_ones_own_challenge_with_another_account() {
    let server = server().await;
    let mut ann = server.person("Ann").await;
    let mut bot = server.bot_of(&ann, "Ann's bot").await;
    let mut other = server.bot_of(&ann, "Ann's other").await;
    let made = ann.ask(open_challenge()).await;
    for player in [&mut ann, &mut bot, &mut other] {
        assert_eq!(status_of(&player.ask(accept(&made)).await), 403);
    }
    let made = bot.ask(open_challenge()).await;
    assert_eq!(status_of(&other.ask(accept(&made)).await), 403, "both bots belong to one person");
    let to_bot = json!({"type": "challenge", "game": "tictactoe", "rated": true, "opponent": bot.id});
    assert_eq!(status_of(&ann.ask(to_bot).await), 403);
}

#[tokio::test]
async fn stolen_challenge() {
    let server = server().await;
    let (mut ann, mut ben, mut eve) =
        (server.person("Ann").await, server.person("Ben").await, server.person("Eve").await);
    let mut wanted = open_challenge();
    wanted["opponent"] = json!(ben.id);
    let made = ann.ask(wanted).await;
    let id = made["challenge"]["challenge"].as_str().unwrap();
    for theft in
        [accept(&made), json!({"type": "decline", "challenge": id}), json!({"type": "withdraw", "challenge": id})]
    {
        assert_eq!(code(&eve.ask(theft.clone()).await), "no_such_challenge", "{theft}");
    }
    let seen = reqwest::get(server.url(&format!("/api/challenges/{id}"))).await.unwrap();
    assert_eq!(seen.status(), 404, "a challenge to another player must not be visible by its id");
    assert_eq!(ben.ask(accept(&made)).await["type"], "created");
}

#[tokio::test]
async fn accepting_twice_or_after_withdrawal() {
    let server = server().await;
    let (mut ann, mut ben, mut eve) =
        (server.person("Ann").await, server.person("Ben").await, server.person("Eve").await);
    let made = ann.ask(open_challenge()).await;
    let first = ben.ask(accept(&made)).await;
    let again = ben.ask(accept(&made)).await;
    assert_eq!(first["match"], again["match"], "accepting again must return the same match");
    assert_eq!(code(&eve.ask(accept(&made)).await), "no_such_challenge");
    // Exactly one of several simultaneous requests succeeds.
    for _ in 0..10 {
        let made = ann.ask(open_challenge()).await;
        let withdraw = json!({"type": "withdraw", "challenge": made["challenge"]["challenge"]});
        let (withdrawn, ben_took, eve_took) =
            tokio::join!(ann.ask(withdraw), ben.ask(accept(&made)), eve.ask(accept(&made)));
        let took = [&withdrawn["type"] == "ok", &ben_took["type"] == "created", &eve_took["type"] == "created"];
        assert_eq!(took.iter().filter(|took| **took).count(), 1, "{withdrawn} {ben_took} {eve_took}");
        for answer in [&ben_took, &eve_took].into_iter().filter(|answer| answer["type"] == "created") {
            ann.ask(json!({"type": "join", "match": answer["match"]})).await;
            ann.ask(json!({"type": "abort", "match": answer["match"]})).await;
        }
    }
}

#[tokio::test]
async fn claiming_against_a_present_player_or_as_a_spectator() {
    let server = Server::start(settings!(matches.grace_ms = 50)).await;
    let (mut ann, mut ben, mut eve) =
        (server.person("Ann").await, server.person("Ben").await, server.person("Eve").await);
    let mut wanted = rated(json!(["me", "open"]));
    wanted["clock"] = json!({"initial_ms": 600_000});
    let id = ann.create(wanted).await;
    let mut newer = Client::connect(server.running.address).await;
    newer.ask(json!({"type": "hello", "token": ben.token, "capabilities": ["claim"]})).await;
    newer.ask(json!({"type": "join", "match": id})).await;
    ann.plays(&id, 0, "a1").await;
    newer.plays(&id, 1, "b2").await;
    let claim = json!({"type": "claim", "match": id, "what": "win"});
    assert_eq!(code(&newer.ask(claim.clone()).await), "nothing_to_claim", "Ann is present");
    assert_eq!(code(&eve.ask(claim.clone()).await), "not_seated");
    eve.ask(json!({"type": "watch", "match": id})).await;
    drop(ann);
    newer.event("away").await;
    tokio::time::sleep(std::time::Duration::from_millis(150)).await;
    assert_eq!(code(&eve.ask(claim.clone()).await), "not_seated", "a spectator has nothing to claim");
    assert_eq!(code(&ben.ask(claim.clone()).await), "not_seated", "a connection without the seat has nothing to claim");
    assert_eq!(newer.ask(claim.clone()).await["type"], "ok");
    assert_eq!(code(&newer.ask(claim).await), "match_over");
    assert_eq!(server.rating(&ben).await.unwrap().1, 1, "the match must count once");
}

#[tokio::test]
async fn pairing_with_ones_own_accounts() {
    let server = server().await;
    let mut ann = server.person("Ann").await;
    let mut again = Client::again(server.running.address, &ann.token).await;
    let mut bot = server.bot_of(&ann, "Ann's bot").await;
    let mut ben = server.person("Ben").await;
    let wish = json!({"type": "pair", "game": "tictactoe", "rated": true});
    for client in [&mut ann, &mut again, &mut bot] {
        client.ask(wish.clone()).await;
    }
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    let matches: Value =
        reqwest::get(server.url(&format!("/api/matches?player={}", ann.id))).await.unwrap().json().await.unwrap();
    assert_eq!(matches["matches"], json!([]), "all three players are Ann's");
    ben.ask(wish).await;
    ben.find(|told| told["type"] == "paired").await;
    let matches: Value =
        reqwest::get(server.url(&format!("/api/matches?player={}", ann.id))).await.unwrap().json().await.unwrap();
    assert_eq!(matches["matches"].as_array().unwrap().len(), 1, "{matches}");
}

#[tokio::test]
async fn evading_a_ban_with_ones_bots() {
    let server = server().await;
    let ann = server.person("Ann").await;
    let bot = server.bot_of(&ann, "Ann's bot").await;
    let ban = server.operator_posts("/api/operator/bans").json(&json!({"player": ann.id, "reason": "no"}));
    assert_eq!(ban.send().await.unwrap().status(), 200);
    for token in [&ann.token, &bot.token] {
        let mut back = Client::connect(server.running.address).await;
        assert_eq!(status_of(&back.ask(json!({"type": "hello", "token": token})).await), 403);
    }
}

/// Returns the operator's notices: player, kind of notice, and number of times.
async fn notices(server: &Server) -> Vec<(String, String, u64)> {
    let (_, listed) = asks(server.running.address, "GET", "/api/operator/notices", TOKEN, Value::Null).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let row = |it: &Value| (text(&it["player"]["name"]), text(&it["notice"]), it["times"].as_u64().unwrap());
    listed["notices"].as_array().unwrap().iter().map(row).collect()
}

#[tokio::test]
async fn beating_accounts_of_ones_own_address() {
    let server = Server::start(settings!(accounts.rated_same_address = false)).await;
    let mut ann = server.person("Ann").await;
    for name in ["one", "two", "three"] {
        let mut fed = server.person(name).await;
        for _ in 0..2 {
            wins(&mut ann, &mut fed).await;
        }
    }
    assert_eq!(server.rating(&ann).await, None);
    assert_eq!(notices(&server).await, [("Ann".to_owned(), "same_address".to_owned(), 6)]);
    // A match against a player from another address counts, until both were seen at one address.
    let mut ben = person_from(&server, Ipv4Addr::new(127, 0, 0, 9), "Ben").await;
    wins(&mut ann, &mut ben).await;
    assert_eq!(server.rating(&ann).await.map(|(_, matches)| matches), Some(1));
}

/// A person with a claimed name who comes from another address of this machine.
async fn person_from(server: &Server, from: Ipv4Addr, name: &str) -> Client {
    let guest = Client::player_from(server.running.address, from, name).await;
    let http = reqwest::Client::builder().local_address(Some(from.into())).build().unwrap();
    let claim = http.post(server.url("/api/accounts/claim")).bearer_auth(&guest.token).json(&json!({"name": name}));
    assert_eq!(claim.send().await.unwrap().status(), 200);
    let mut person = Client::connect_from(server.running.address, from).await.unwrap();
    person.ask(json!({"type": "hello", "token": guest.token})).await;
    person
}

#[tokio::test]
async fn beating_many_accounts_of_another_network() {
    let server = Server::start(settings!(accounts.rated_same_address = false)).await;
    let mut ann = server.person("Ann").await;
    for (name, last) in [("one", 1), ("two", 1), ("three", 2), ("four", 3)] {
        let mut fed = person_from(&server, Ipv4Addr::new(127, 0, 1, last), name).await;
        wins(&mut ann, &mut fed).await;
    }
    assert_eq!(server.rating(&ann).await.map(|(_, matches)| matches), Some(3), "they count as one opponent");
    let (_, listed) = asks(server.running.address, "GET", "/api/operator/notices", TOKEN, Value::Null).await;
    let notice = &listed["notices"][0];
    assert_eq!((&notice["player"]["name"], &notice["notice"]), (&json!("Ann"), &json!("one_network")));
    assert_eq!(notice["times"], 1);
    let group = notice["group"].as_array().unwrap().iter().map(|member| member["name"].as_str().unwrap());
    assert_eq!(group.collect::<Vec<_>>(), ["four", "one", "three", "two"]);
}

#[tokio::test]
async fn beating_brand_new_accounts() {
    let server = Server::start(settings!(accounts.rated_after_hours = 24)).await;
    let (mut ann, ben) = (server.person("Ann").await, server.person("Ben").await);
    let mut bot = server.bot_of(&ben, "Ben's bot").await;
    wins(&mut ann, &mut bot).await;
    assert_eq!((server.rating(&ann).await, server.rating(&bot).await), (None, None));
}

#[tokio::test]
async fn banned_person_can_neither_create_keys_nor_reclaim_the_name() {
    let server = server().await;
    let ann = server.person("Ann").await;
    let bot = server.account_does("bots", &ann.token, json!({"name": "Ann's bot"})).await;
    let ban = server.operator_posts("/api/operator/bans").json(&json!({"player": ann.id, "reason": "no"}));
    assert_eq!(ban.send().await.unwrap().status(), 200);
    let keys = format!("bots/{}/keys", bot["player"]["id"].as_str().unwrap());
    for (path, body) in [("keys", json!({})), ("bots", json!({"name": "another"})), (&*keys, json!({}))] {
        let (status, answer) = server.account(path, &ann.token, body).await;
        assert_eq!((status, &answer["code"]), (403, &json!("banned")), "{path}");
    }
    server.account_does("delete", &ann.token, json!({"password": "correct horse"})).await;
    let again = server.player("Someone").await;
    for name in ["Ann", "A.n.n", "Ann's bot"] {
        assert_eq!(server.account("claim", &again.token, json!({"name": name})).await.0, 409, "{name}");
    }
    let path = format!("/api/operator/bans/{}", ann.id);
    assert_eq!(asks(server.running.address, "DELETE", &path, TOKEN, Value::Null).await.0, 200);
    server.account_does("claim", &again.token, json!({"name": "Ann"})).await;
}

#[tokio::test]
async fn claiming_a_name_of_the_operator() {
    let server = server().await;
    let guest = server.player("ᴀᴅᴍɪɴ").await;
    let mut back = Client::connect(server.running.address).await;
    let welcome = back.ask(json!({"type": "hello", "token": guest.token})).await;
    assert_eq!(welcome["player"]["name"], "ᴀᴅᴍɪɴ (guest)");
    for name in ["admin", "Operator", "ᴏᴘᴇʀᴀᴛᴏʀ", "the moderator"] {
        let (status, answer) = server.account("claim", &guest.token, json!({"name": name})).await;
        assert_eq!((status, &answer["code"]), (400, &json!("name_reserved")), "{name}");
    }
}

/// The status and the error code of an analysis. Without a token, the caller is known by the address only.
async fn analysed(server: &Server, path: &str, token: Option<&str>, moves: &[&str]) -> (u16, Value) {
    let body = json!({"game": "tictactoe", "moves": moves});
    let mut request = reqwest::Client::new().post(server.url(path)).json(&body);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let answer = request.send().await.unwrap();
    (answer.status().as_u16(), answer.json::<Value>().await.unwrap()["code"].clone())
}

/// The tournament of bots that a player starts, without its openings.
const COMPOSED: &str = r#"
name = "N"
game = "tictactoe"
rounds = 1
entrants = [{ bot = "tictactoe-beginner" }, { bot = "tictactoe-club" }]

"#;

#[tokio::test]
async fn asking_the_server_for_the_best_move_of_a_rated_match() {
    let server = Server::start(settings!(composing.running = 9, composing.running_per_address = 9)).await;
    let (mut ann, mut ben, eve) = (server.person("Ann").await, server.person("Ben").await, server.person("Eve").await);
    let bot = server.bot_of(&ann, "Ann's bot").await;
    let mut wanted = rated(json!(["me", "open"]));
    wanted["clock"] = json!({"initial_ms": 600_000});
    let id = ann.against(&mut ben, wanted).await;
    ann.event("started").await;
    let refused = (403, json!("rated_match"));
    assert_eq!(analysed(&server, "/api/analyse", Some(&ann.token), &[]).await, refused);
    assert_eq!(analysed(&server, "/api/analyse", None, &[]).await.0, 200, "the initial position is everybody's");
    for (ply, text) in ["a1", "b2", "c3"].into_iter().enumerate() {
        let player = if ply % 2 == 0 { &mut ann } else { &mut ben };
        player.plays(&id, ply, text).await;
    }
    for path in ["/api/analyse", "/api/trace", "/api/solve"] {
        // However the position is reached, by both players, a bot of theirs, and without a token from their address.
        for moves in [["a1", "b2", "c3"], ["c3", "b2", "a1"]] {
            for token in [Some(&*ann.token), Some(&*ben.token), Some(&*bot.token), None] {
                assert_eq!(analysed(&server, path, token, &moves).await, refused, "{path} {moves:?} {token:?}");
            }
        }
        assert_eq!(analysed(&server, path, Some(&eve.token), &["a1", "b2", "c3"]).await.0, 200, "Eve does not play");
        assert_eq!(analysed(&server, path, Some(&ann.token), &["a1", "b2"]).await, refused, "no position of this game");
        assert_eq!(analysed(&server, path, None, &["a1", "b2"]).await.0, 200, "another position without a token");
        assert_eq!(
            analysed(&server, path, None, &["a1", "b2", "c3", "a3"]).await,
            refused,
            "a move that Ben considers"
        );
        let two = ["a1", "b2", "c3", "a3", "c1"];
        assert_eq!(analysed(&server, path, None, &two).await.0, 200, "two moves ahead without a token");
    }
    let continued = json!({"type": "create", "game": "tictactoe", "seats": [{"bot": "tictactoe-perfect"}, "me"],
                           "start": {"moves": ["a1", "b2", "c3"]}});
    assert_eq!(ann.ask(continued.clone()).await["code"], "rated_match");
    // A guest may be Ann's second identity, so the address counts.
    let mut guest = server.player("Guest").await;
    assert_eq!(analysed(&server, "/api/analyse", Some(&guest.token), &["a1", "b2", "c3"]).await, refused);
    assert_eq!(analysed(&server, "/api/analyse", Some(&guest.token), &["a1", "b2"]).await.0, 200);
    assert_eq!(guest.ask(continued).await["code"], "rated_match");
    // A tournament of bots would play on from the position, too.
    let compose = async |token: &str, openings: &str| {
        let body = json!({"toml": format!("{COMPOSED}{openings}")});
        let (status, answer) = asks(server.running.address, "POST", "/api/tournaments", token, body).await;
        (status, answer["code"].clone())
    };
    let current = "[openings]\nlines = [\"a1 b2 c3\"]\n";
    let other = "[openings]\nlines = [\"a1 b2\"]\n";
    assert_eq!(compose(&ann.token, current).await, refused);
    assert_eq!(compose(&ann.token, "[openings]\nrandom_plies = 2\n").await, refused);
    assert_eq!(compose(&guest.token, current).await, refused);
    let planned = async |token: &str, openings: &str| {
        let body = json!({"toml": format!("{COMPOSED}{openings}")});
        let (_, answer) = asks(server.running.address, "POST", "/api/tournaments/plan", token, body).await;
        (answer["cost"]["may"].clone(), answer["cost"]["refusal"]["code"].clone())
    };
    assert_eq!(planned(&ann.token, current).await, (json!(false), json!("rated_match")), "the check foresees it");
    assert_eq!(planned(&eve.token, current).await, (json!(true), Value::Null));
    for (token, openings) in [(&ann.token, ""), (&guest.token, other), (&eve.token, current)] {
        assert_eq!(compose(token, openings).await, (201, Value::Null), "{openings}");
    }
    ben.ask(json!({"type": "resign", "match": id})).await;
    ann.event("ended").await;
    assert_eq!(analysed(&server, "/api/analyse", Some(&ann.token), &["a1", "b2", "c3"]).await.0, 200, "it is over");
}
