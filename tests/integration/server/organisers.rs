//! Tournaments that players open, within the operator's limits.

use serde_json::{Value, json};

use super::entered::{agree, asks, records, until};
use super::{Server, TOKEN};

#[tokio::test]
async fn players_open_tournaments_within_the_operators_limits() {
    let server = Server::start(|settings| {
        let bounds = &mut settings.tournaments;
        (bounds.open, bounds.entrants, bounds.matches) = (2, 4, 8);
        (bounds.openers, bounds.games) = (vec!["Bea".to_owned(), "Cem".to_owned()], vec!["tictactoe".parse().unwrap()]);
    })
    .await;
    let address = server.running.address;
    let names = json!({"names": ["Bea", "Cem", "Dea"]});
    let (_, made) = asks(address, "POST", "/api/operator/invitations", TOKEN, names).await;
    let key = |n: usize| made["invitations"][n]["key"].as_str().unwrap().to_owned();
    let (bea, cem, dea) = (key(0), key(1), key(2));
    let ann = server.player("Ann").await;
    let terms = |more: Value| {
        let clock = json!({"initial_ms": 60_000, "increment_ms": 1_000});
        let mut terms = json!({"name": "Ours", "game": "tictactoe", "format": "league", "clock": clock});
        terms.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        terms
    };
    let open =
        async |token: &str, more: Value| asks(address, "POST", "/api/tournaments/open", token, terms(more)).await;
    for (token, more, status, words) in [
        (&ann.token, json!({}), 403, "claimed name"),
        (&dea, json!({}), 403, "not allowed"),
        (&bea, json!({"game": "chess"}), 422, "game: players may only open tournaments of tictactoe"),
        (&bea, json!({"most": 5}), 422, "most: must be between 2 and 4, got 5"),
        (&bea, json!({"bots": ["a", "b", "c", "d", "e"]}), 422, "bots: at most 4 are allowed, got 5"),
        (&bea, json!({"starts_ms": 9_000_000_000_000_u64}), 422, "starts_ms"),
    ] {
        let (given, error) = open(token, more).await;
        let message = error["message"].as_str().unwrap();
        assert!(given == status && message.contains(words), "{given} {message}");
    }
    let openable = async |token: &str| asks(address, "GET", "/api/tournaments/open", token, json!(null)).await.1;
    for (token, reason) in [(&ann.token, "needs_name"), (&dea, "others_open")] {
        assert_eq!(openable(token).await["refusal"]["code"], reason);
    }
    assert_eq!(openable(TOKEN).await, json!({"may": true}));
    let left = openable(&bea).await;
    let bounds = json!({"games": ["tictactoe"], "entrants": 4, "matches": 8, "lasts_ms": 604_800_000, "open_left": 1, "today_left": 5});
    assert_eq!(left, json!({"may": true, "bounds": bounds}));
    let (_, error) = open(&bea, json!({"most": 5})).await;
    let expected = json!({"status": 422, "code": "range", "args": {"given": 5, "least": 2, "most": 4}, "key": "most",
        "message": "most: must be between 2 and 4, got 5"});
    assert_eq!(error, expected);
    let bots = json!({"bots": ["tictactoe-random", "tictactoe-beginner"]});
    let (status, view) = open(&bea, bots.clone()).await;
    assert_eq!(
        (status, &view["by"], &view["terms"]["most"]),
        (201, &made["invitations"][0]["player"], &json!(4)),
        "{view}"
    );
    assert!(view["ends_ms"].as_u64() > view["created_ms"].as_u64());
    let id = view["tournament"].as_str().unwrap().to_owned();
    let (status, error) = open(&bea, json!({"name": "Another"})).await;
    assert_eq!((status, &error["code"]), (429, &json!("own_tournaments")), "{error}");
    let left = openable(&bea).await;
    assert_eq!((&left["refusal"]["code"], &left["refusal"]["args"]), (&json!("own_tournaments"), &json!({"most": 1})));
    assert_eq!((&left["may"], &left["bounds"]["today_left"]), (&json!(false), &json!(4)));
    // Only its creator and the operator can steer it.
    let steer = format!("/api/tournaments/{id}/steer");
    for (token, status) in [(&cem, 403), (&ann.token, 403), (&bea, 200)] {
        let (given, answer) = asks(address, "POST", &steer, token, json!({"paused": false})).await;
        assert_eq!(given, status, "{answer}");
    }
    let over = until(address, &id, |view| view["phase"] == "closed").await;
    assert_eq!((&over["played"], &over["by"]), (&json!(8), &view["by"]), "the maximum number of matches");
    agree(&over, &records(address, &id).await);
    // A schedule with more matches than allowed does not begin.
    let (status, view) = open(&cem, json!({"format": "round-robin", "rounds": 5, "bots": bots["bots"]})).await;
    assert_eq!(status, 201, "{view}");
    let begin = format!("/api/tournaments/{}/begin", view["tournament"].as_str().unwrap());
    let (status, error) = asks(address, "POST", &begin, &cem, json!({})).await;
    assert!(status == 422 && error["message"].as_str().unwrap().contains("at most 8 matches"), "{status} {error}");
}
