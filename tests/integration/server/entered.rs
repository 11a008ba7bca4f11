//! Tournaments that people, remote bots, the server's bots and engines enter.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use super::client::{Client, status_of};
use super::http::get;
use super::process::Process;
use super::{Server, TOKEN};
use arena_protocol::date;

/// An HTTP request and its response.
pub(super) async fn asks(address: SocketAddr, method: &str, path: &str, token: &str, body: Value) -> (u16, Value) {
    let (client, url) = (reqwest::Client::new(), format!("http://{address}{path}"));
    let request = match method {
        "GET" => client.get(url),
        "DELETE" => client.delete(url),
        _ => client.post(url).json(&body),
    };
    let answer = request.bearer_auth(token).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

/// Opens a tic-tac-toe tournament as the operator.
async fn opened(address: SocketAddr, operator: &str, more: Value) -> String {
    let mut terms = json!({
        "name": "Class", "game": "tictactoe", "format": "round-robin",
        "clock": {"initial_ms": 60_000, "increment_ms": 1_000},
    });
    terms.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (status, view) = asks(address, "POST", "/api/tournaments/open", operator, terms).await;
    assert_eq!(status, 201, "{view}");
    view["tournament"].as_str().unwrap().to_owned()
}

async fn view(address: SocketAddr, id: &str) -> Value {
    let (status, view) = asks(address, "GET", &format!("/api/tournaments/{id}/live"), "", Value::Null).await;
    assert_eq!(status, 200, "{view}");
    view
}

/// Waits until the tournament's view satisfies `is`.
pub(super) async fn until(address: SocketAddr, id: &str, is: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..600 {
        let view = view(address, id).await;
        if is(&view) {
            return view;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the condition was never fulfilled: {:#}", view(address, id).await)
}

pub(super) async fn records(address: SocketAddr, id: &str) -> Vec<Value> {
    let url = format!("http://{address}/api/tournaments/{id}/records.jsonl");
    let text = reqwest::get(url).await.unwrap().text().await.unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Plays every paired match by the first legal move until the connection ends.
fn plays_along(mut client: Client) -> JoinHandle<()> {
    tokio::spawn(async move {
        while let Ok(told) = client.told().await {
            let state = match told["type"].as_str() {
                Some("paired") => {
                    client.send(&json!({"type": "join", "match": told["match"]})).await;
                    continue;
                }
                Some("snapshot") => &told["state"],
                Some("event") => &told["event"],
                _ => continue,
            };
            if state["kind"] == "ended" {
                client.send(&json!({"type": "leave", "match": told["match"]})).await;
            }
            let Some(mv) = state["legal"].get(0) else { continue };
            // An event has the ply that was made; a snapshot and a start, the next one.
            let made = u64::from(state["kind"] == "moved");
            let ply = state["ply"].as_u64().unwrap() + made;
            let sent = json!({"type": "move", "match": told["match"], "ply": ply, "move": mv});
            if client.try_send(&sent.to_string()).await.is_err() {
                return;
            }
        }
    })
}

async fn enter(client: &mut Client, tournament: &str) -> Value {
    client.ask(json!({"type": "enter", "tournament": tournament})).await
}

/// Asserts that the table agrees with the records.
pub(super) fn agree(view: &Value, records: &[Value]) {
    let mut counted: HashMap<&str, [u64; 3]> = HashMap::new();
    for record in records {
        for (side, seat) in ["first", "second"].iter().zip(record["seats"].as_array().unwrap()) {
            let outcome = record["verdict"]["outcome"].as_str().unwrap();
            let place = if outcome == "draw" { 1 } else { 2 * usize::from(outcome != *side) };
            counted.entry(seat["name"].as_str().unwrap()).or_default()[place] += 1;
        }
        assert_eq!(record["reproducible"], false, "{record}");
    }
    for row in view["entrants"].as_array().unwrap() {
        let shown = ["wins", "draws", "losses"].map(|key| row[key].as_u64().unwrap());
        let name = row["name"].as_str().unwrap();
        assert_eq!(shown, counted.get(name).copied().unwrap_or_default(), "{name}");
    }
    assert_eq!(view["played"], records.len());
}

#[tokio::test]
async fn people_and_bots_play_a_complete_round_robin() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let bots = json!({"bots": ["tictactoe-random", "tictactoe-perfect"]});
    let id = opened(address, TOKEN, bots).await;
    let mut watcher = server.player("Watcher").await;
    watcher.ask(json!({"type": "subscribe", "topic": format!("tournament:{id}")})).await;
    let mut playing = Vec::new();
    for name in ["Ann", "Ben", "Ann"] {
        let mut client = server.player(name).await;
        assert_eq!(enter(&mut client, if name == "Ben" { &id } else { "class" }).await["type"], "ok");
        playing.push(plays_along(client));
    }
    let names = |view: &Value| {
        let mut names: Vec<String> =
            view["entrants"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect();
        names.sort();
        names
    };
    let registered = view(address, &id).await;
    assert_eq!(names(&registered), ["Ann", "Ann (2)", "Ben", "tictactoe-perfect", "tictactoe-random"]);
    assert_eq!((&registered["phase"], &registered["open"]), (&json!("registering"), &json!(true)));
    let (status, begun) = asks(address, "POST", &format!("/api/tournaments/{id}/begin"), TOKEN, json!({})).await;
    assert_eq!((status, &begun["phase"], &begun["total"]), (200, &json!("playing"), &json!(20)));
    let mut late = server.player("Late").await;
    assert_eq!(status_of(&enter(&mut late, &id).await), 403);
    let over = until(address, &id, |view| view["phase"] == "closed").await;
    let records = records(address, &id).await;
    assert_eq!(records.len(), 20);
    assert!(records.iter().all(|record| record["verdict"]["by"] == "rules"), "{records:#?}");
    agree(&over, &records);
    let best = &over["entrants"][0];
    assert_eq!((&best["name"], &best["class"]), (&json!("tictactoe-perfect"), &json!("bot")));
    // The report is the same as for any other tournament.
    let (_, table) = asks(address, "GET", &format!("/api/tournaments/{id}/crosstable"), "", Value::Null).await;
    assert_eq!(
        (&table["matches"], &table["scheduled"], &table["reproducible"]),
        (&json!(20), &json!(20), &json!(false))
    );
    for row in table["entrants"].as_array().unwrap() {
        let shown = over["entrants"].as_array().unwrap().iter().find(|it| it["name"] == row["name"]).unwrap();
        assert_eq!((&row["wins"], &row["losses"], &row["played"]), (&shown["wins"], &shown["losses"], &json!(8)));
        // The search of other people's programs is unknown, not zero.
        let is_known = shown["class"] == "bot" && row["name"].as_str().unwrap().starts_with("tictactoe");
        assert_eq!(row["nodes_per_move"].is_number(), is_known, "{row}");
        assert!(is_known || row["frontier"] == false, "{row}");
    }
    let (_, listed) = asks(address, "GET", "/api/tournaments", "", Value::Null).await;
    assert_eq!(
        (&listed["tournaments"][0]["state"], &listed["tournaments"][0]["leader"]),
        (&json!("finished"), &best["name"])
    );
    let told = watcher.find(|told| told["type"] == "tournament" && told["state"] == "finished").await;
    assert_eq!((&told["played"], &told["live"]["phase"]), (&json!(20), &json!("closed")));
}

#[tokio::test]
async fn results_have_times_and_are_filtered_by_entrant() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let bots = json!({"bots": ["tictactoe-random", "tictactoe-perfect", "tictactoe-casual"]});
    let id = opened(address, TOKEN, bots).await;
    let (status, begun) = asks(address, "POST", &format!("/api/tournaments/{id}/begin"), TOKEN, json!({})).await;
    assert_eq!(status, 200, "{begun}");
    until(address, &id, |view| view["phase"] == "closed").await;
    let (_, listed) = asks(address, "GET", &format!("/api/matches?tournament={id}"), "", Value::Null).await;
    let rows = listed["matches"].as_array().unwrap();
    assert_eq!(rows.len(), 6);
    let opened_ms = begun["created_ms"].as_u64().unwrap();
    for row in rows {
        let (began, ended) = (row["created_ms"].as_u64().unwrap(), row["ended_ms"].as_u64().unwrap());
        assert!(opened_ms <= began && began <= ended, "{row}");
    }
    let lines = async |query: &str| {
        let url = format!("http://{address}/api/tournaments/{id}/records.jsonl{query}");
        reqwest::get(url).await.unwrap().text().await.unwrap()
    };
    let all = lines("").await;
    assert!(!all.contains("ed_ms\"") && !all.contains("\"ms\""), "records without timings are the same in every run");
    let of_one = lines("?player=tictactoe-perfect").await;
    let wanted: Vec<&str> = all.lines().filter(|line| line.contains("\"tictactoe-perfect\"")).collect();
    assert_eq!((of_one.lines().collect::<Vec<_>>(), wanted.len()), (wanted.clone(), 4));
    assert_eq!(lines("?player=nobody").await, "");
    let timed = lines("?timings=true").await;
    for (timed, plain) in timed.lines().zip(all.lines()) {
        let (mut timed, plain): (Value, Value) =
            (serde_json::from_str(timed).unwrap(), serde_json::from_str(plain).unwrap());
        let [began, ended] = ["began_ms", "ended_ms"].map(|key| timed.as_object_mut().unwrap().remove(key));
        let (began, ended) = (began.and_then(|ms| ms.as_u64()), ended.and_then(|ms| ms.as_u64()));
        assert!(Some(opened_ms) <= began && began <= ended, "{began:?} {ended:?}");
        assert_eq!(timed, plain);
    }
    // The same times in CSV: the number of rows, the entrants, and UTC times to the second.
    let url = format!("http://{address}/api/tournaments/{id}/records.csv");
    let csv = reqwest::get(&url).await.unwrap().text().await.unwrap();
    let (header, rows) = csv.split_once('\n').unwrap();
    assert_eq!(header, "match,id,first,second,result,by,detail,moves,began,ended");
    assert_eq!(rows.lines().count(), 6, "{csv}");
    for (number, (row, line)) in rows.lines().zip(timed.lines()).enumerate() {
        let record: Value = serde_json::from_str(line).unwrap();
        let fields: Vec<&str> = row.split(',').collect();
        let [first, second] = [0, 1].map(|seat| record["seats"][seat]["name"].as_str().unwrap());
        let outcome = record["verdict"]["outcome"].as_str().unwrap();
        let wanted = [&(number + 1).to_string(), record["id"].as_str().unwrap(), first, second, outcome];
        assert_eq!(fields[..5], wanted, "{row}");
        for (field, key) in fields[fields.len() - 2..].iter().zip(["began_ms", "ended_ms"]) {
            assert_eq!(*field, date::format(record[key].as_u64().unwrap(), "%Y-%m-%dT%H:%M:%SZ"), "{row}");
        }
    }
    let of_one = reqwest::get(format!("{url}?player=tictactoe-perfect")).await.unwrap().text().await.unwrap();
    assert_eq!(of_one.lines().count(), 5, "{of_one}");
}

#[tokio::test]
async fn pgn_has_the_times_of_matches_on_request() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let id = opened(address, TOKEN, json!({"game": "chess", "bots": ["chess-random", "chess-beginner"]})).await;
    let (status, begun) = asks(address, "POST", &format!("/api/tournaments/{id}/begin"), TOKEN, json!({})).await;
    assert_eq!(status, 200, "{begun}");
    until(address, &id, |view| view["phase"] == "closed").await;
    let pgn = async |query: &str| {
        let url = format!("http://{address}/api/tournaments/{id}/records.pgn{query}");
        reqwest::get(url).await.unwrap().text().await.unwrap()
    };
    let (plain, timed) = (pgn("").await, pgn("?timings=true").await);
    assert!(plain.contains("[Date \"????.??.??\"]") && !plain.contains("Time \""), "{plain}");
    for tag in ["[Date \"20", "[GameStartTime \"20", "[GameEndTime \"20"] {
        assert_eq!(timed.matches(tag).count(), 2, "{timed}");
    }
    // Without these tags the text is the same.
    let is_timed = |line: &&str| ["[Date ", "[GameStartTime ", "[GameEndTime "].iter().any(|tag| line.starts_with(tag));
    let rest = |text: &str| text.lines().filter(|line| !is_timed(line)).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rest(&timed), rest(&plain));
    assert_eq!(pgn("?player=nobody").await, "");
}

#[tokio::test]
async fn a_league_keeps_its_pace() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let bots = json!(["tictactoe-random", "tictactoe-perfect", "tictactoe-casual", "tictactoe-club"]);
    let slow = opened(address, TOKEN, json!({"name": "Slow", "format": "league", "per_hour": 1, "bots": bots})).await;
    until(address, &slow, |view| view["played"] == 1).await;
    let fast = opened(address, TOKEN, json!({"name": "Fast", "format": "league", "bots": bots})).await;
    until(address, &fast, |view| view["played"].as_u64() >= Some(20)).await;
    let played = view(address, &slow).await;
    assert_eq!((&played["played"], &played["matches"]), (&json!(1), &json!([])), "{played}");
    let server = Server::with(server.stop().await, |_| {}, |_| {}).await;
    let address = server.running.address;
    let fast = opened(address, TOKEN, json!({"name": "Again", "format": "league", "bots": bots})).await;
    until(address, &fast, |view| view["played"].as_u64() >= Some(20)).await;
    let played = view(address, &slow).await;
    assert_eq!((&played["played"], &played["matches"]), (&json!(1), &json!([])), "after a restart: {played}");
    let terms =
        json!({"name": "Cup", "game": "tictactoe", "format": "arena", "per_hour": 1, "clock": {"initial_ms": 60_000}});
    let (status, refused) = asks(address, "POST", "/api/tournaments/open", TOKEN, terms).await;
    assert_eq!((status, &refused["key"]), (422, &json!("per_hour")), "{refused}");
    // A league that waits for its pace would otherwise outlive the test.
    server.stop().await;
}

#[tokio::test]
async fn absent_entrants_forfeit_after_a_time_and_leavers_at_once() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let id = opened(address, TOKEN, json!({"absence_ms": 300})).await;
    let (mut ann, mut ben, mut eve) =
        (server.player("Ann").await, server.player("Ben").await, server.player("Eve").await);
    for client in [&mut ann, &mut ben, &mut eve] {
        assert_eq!(enter(client, &id).await["type"], "ok");
    }
    assert_eq!(ben.ask(json!({"type": "rest", "tournament": id})).await["type"], "ok");
    assert_eq!(eve.ask(json!({"type": "quit", "tournament": "Class"})).await["type"], "ok");
    asks(address, "POST", &format!("/api/tournaments/{id}/begin"), TOKEN, json!({})).await;
    let called = ann.find(|told| told["type"] == "called").await;
    assert_eq!((&called["opponent"], &called["round"], &called["within_ms"]), (&json!("Ben"), &json!(1), &json!(300)));
    let over = until(address, &id, |view| view["phase"] == "closed").await;
    let row = |name: &str| over["entrants"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone();
    assert_eq!(
        (&row("Ann")["wins"], &row("Ben")["absences"], &row("Eve")["absences"]),
        (&json!(2), &json!(2), &json!(0))
    );
    let records = records(address, &id).await;
    assert!(records.iter().all(|record| record["verdict"]["by"] == "absence" && record["moves"] == json!([])));
    let report = format!("http://{address}/api/tournaments/{id}/report.md");
    let report = reqwest::get(report).await.unwrap().text().await.unwrap();
    assert!(report.contains("Stayed away"), "{report}");
}

#[tokio::test]
async fn who_quits_returns_to_a_swiss_tournament_only() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    for (format, expected) in [("swiss", "ok"), ("round-robin", "error")] {
        let terms = json!({"name": format, "format": format, "rounds": 2, "absence_ms": 60_000});
        let id = opened(address, TOKEN, terms).await;
        let mut clients = Vec::new();
        for name in ["Ann", "Ben", "Eve", "Fay"] {
            let mut client = server.player(name).await;
            assert_eq!(enter(&mut client, &id).await["type"], "ok");
            clients.push(client);
        }
        asks(address, "POST", &format!("/api/tournaments/{id}/begin"), TOKEN, json!({})).await;
        until(address, &id, |view| view["phase"] == "playing").await;
        assert_eq!(clients[0].ask(json!({"type": "quit", "tournament": id})).await["type"], "ok");
        let answer = enter(&mut clients[0], &id).await;
        assert_eq!(answer["type"], expected, "{format}: {answer}");
        let mut late = server.player("Late").await;
        assert_eq!(enter(&mut late, &id).await["code"], "registration_over", "{format}");
    }
    server.stop().await;
}

#[tokio::test]
async fn person_without_a_first_move_gets_no_match_until_the_next_entry() {
    let server = Server::start(|settings| settings.matches.first_move_ms = 300).await;
    let address = server.running.address;
    let id = opened(address, TOKEN, json!({"format": "league"})).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let program = json!({"type": "enter", "tournament": id, "version": "1"});
    assert_eq!(ann.ask(json!({"type": "enter", "tournament": id})).await["type"], "ok");
    assert_eq!(ben.ask(program).await["type"], "ok");
    let here = |view: &Value, name: &str| {
        let row = view["entrants"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone();
        row["here"].as_bool().unwrap()
    };
    // The program goes on after its own missed matches.
    let paused = until(address, &id, |view| !here(view, "Ann")).await;
    assert!(here(&paused, "Ben"), "{paused}");
    let played = paused["played"].clone();
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(view(address, &id).await["played"], played, "no match begins without Ann");
    assert_eq!(ann.ask(json!({"type": "enter", "tournament": id})).await["type"], "ok");
    let again = until(address, &id, |view| here(view, "Ann")).await;
    assert!(here(&again, "Ben"), "{again}");
    server.stop().await;
}

#[tokio::test]
async fn entry_needs_an_invitation_and_only_the_operator_opens() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let mut ann = server.player("Ann").await;
    let terms = json!({"name": "x", "game": "tictactoe", "format": "league", "clock": {"initial_ms": 1_000}});
    let (status, _) = asks(address, "POST", "/api/tournaments/open", &ann.token, terms.clone()).await;
    assert_eq!(status, 403);
    let id = opened(address, TOKEN, json!({"format": "league", "invited": true})).await;
    for (wrong, key) in [
        (json!({"rounds": 2}), "rounds"),
        (json!({"clock": {"initial_ms": 0}}), "clock"),
        (json!({"name": "CLASS"}), "name"),
        (json!({"bots": ["nobody"]}), "nobody"),
    ] {
        let mut terms = terms.clone();
        terms.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        let (status, error) = asks(address, "POST", "/api/tournaments/open", TOKEN, terms).await;
        assert!([404, 422].contains(&status) && error["message"].as_str().unwrap().contains(key), "{status} {error}");
    }
    assert_eq!(status_of(&enter(&mut ann, "Class").await), 403);
    assert_eq!(status_of(&enter(&mut ann, "Another").await), 404);
    let invite = format!("/api/tournaments/{id}/invite");
    asks(address, "POST", &invite, TOKEN, json!({"players": [ann.id], "bots": ["tictactoe-casual"]})).await;
    assert_eq!(enter(&mut ann, "Class").await["type"], "ok");
    let invitations = json!({"names": ["Bea", "Cem"], "tournament": "class"});
    let (status, made) = asks(address, "POST", "/api/operator/invitations", TOKEN, invitations.clone()).await;
    assert_eq!((status, &made["tournament"]), (200, &json!("Class")), "{made}");
    let key = made["invitations"][0]["key"].as_str().unwrap();
    let mut bea = Client::again(address, key).await;
    assert_eq!(enter(&mut bea, &id).await["type"], "ok");
    let (status, refused) = asks(address, "POST", "/api/operator/invitations", TOKEN, invitations).await;
    assert_eq!(status, 409, "the names are already taken");
    assert!(refused["message"].as_str().unwrap().starts_with("Bea: "), "{refused}");
    let numbered = json!({"names": ["kid-02"], "numbered": {"prefix": "kid", "count": 1}});
    for expected in [["kid-02", "kid-01"], ["kid-04", "kid-03"]] {
        let mut more = numbered.clone();
        more["names"] = json!([expected[0]]);
        let (_, made) = asks(address, "POST", "/api/operator/invitations", TOKEN, more).await;
        let names: Vec<&Value> = made["invitations"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
        assert_eq!(names, expected);
    }
    let long = json!({"numbered": {"prefix": "a".repeat(60), "count": 1}});
    for _ in 0..2 {
        let (status, refused) = asks(address, "POST", "/api/operator/invitations", TOKEN, long.clone()).await;
        assert!(
            status == 400 && refused["message"].as_str().unwrap().contains("prefix"),
            "the name would be cut off: {refused}"
        );
    }
    assert_eq!(view(address, &id).await["entrants"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn tournament_matches_allow_no_abort_and_no_takeback() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let id = opened(address, TOKEN, json!({"format": "league"})).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    enter(&mut ann, &id).await;
    enter(&mut ben, &id).await;
    let paired = ann.find(|told| told["type"] == "paired").await;
    assert_eq!(paired["tournament"], json!(id));
    for client in [&mut ann, &mut ben] {
        client.ask(json!({"type": "join", "match": paired["match"]})).await;
    }
    assert_eq!(status_of(&ann.ask(json!({"type": "abort", "match": paired["match"]})).await), 403);
    let (_, told) = get(&server, &format!("/api/matches/{}", paired["match"].as_str().unwrap())).await;
    assert_eq!(told["tournament"], json!(id));
    let takeback = json!({"type": "offer", "match": paired["match"], "what": "takeback"});
    assert_eq!(status_of(&ben.ask(takeback).await), 403);
    assert_eq!(ann.ask(json!({"type": "resign", "match": paired["match"]})).await["type"], "ok");
    let next = ben.find(|told| told["type"] == "paired" && told["match"] != paired["match"]).await;
    assert_eq!(next["tournament"], json!(id), "two remaining entrants must be paired again");
}

#[tokio::test]
async fn an_arena_ends_on_time_and_a_season_is_kept() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let bots = json!(["tictactoe-random", "tictactoe-beginner", "tictactoe-casual", "tictactoe-perfect"]);
    let soon = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64 + 500;
    let arena = json!({"name": "Blitz", "format": "arena", "lasts_ms": 4_000, "bots": bots, "starts_ms": soon});
    let arena = opened(address, TOKEN, arena).await;
    let league = opened(address, TOKEN, json!({"format": "league", "bots": bots})).await;
    let over = until(address, &arena, |view| view["phase"] == "closed").await;
    assert!(over["played"].as_u64().unwrap() > 3, "{over:#}");
    agree(&over, &records(address, &arena).await);
    let points = |row: &Value| row["points"].as_f64().unwrap();
    assert!(over["entrants"].as_array().unwrap().windows(2).all(|two| points(&two[0]) >= points(&two[1])));
    let (_, table) = asks(address, "GET", &format!("/api/tournaments/{arena}/crosstable"), "", Value::Null).await;
    assert_eq!((&table["matches"], &table["format"]), (&over["played"], &json!("arena")));

    until(address, &league, |view| view["played"].as_u64().unwrap() > 10).await;
    let (status, seasons) = asks(address, "POST", &format!("/api/tournaments/{league}/season"), TOKEN, json!({})).await;
    assert_eq!(status, 200, "{seasons}");
    assert_eq!(
        (&seasons["seasons"][0]["number"], seasons["seasons"][0]["table"].as_array().unwrap().len()),
        (&json!(1), 4)
    );
    assert_eq!(view(address, &league).await["season"], 2);
    asks(address, "POST", &format!("/api/tournaments/{league}/steer"), TOKEN, json!({"paused": true})).await;
    let paused = until(address, &league, |view| view["matches"] == json!([])).await;
    assert_eq!(paused["paused"], true);
    asks(address, "POST", &format!("/api/tournaments/{league}/stop"), TOKEN, json!({})).await;
    let stopped = view(address, &league).await;
    assert_eq!((&stopped["phase"], &stopped["stopped"]), (&json!("closed"), &json!(true)));
}

#[tokio::test]
async fn a_killed_server_keeps_registrations_matches_and_tables() {
    let data = TempDir::new().unwrap();
    let mut process = Process::start(data.path());
    let operator = || std::fs::read_to_string(data.path().join("operator.token")).unwrap().trim().to_owned();
    let id = opened(process.address, &operator(), json!({"rounds": 4, "bots": ["tictactoe-random"]})).await;
    let mut tokens = Vec::new();
    for name in ["Ann", "Ben", "Cem", "Dea", "Eve"] {
        let mut client = Client::player(process.address, name).await;
        assert_eq!(enter(&mut client, &id).await["type"], "ok");
        tokens.push(client.token.clone());
    }
    drop(process);
    process = Process::start(data.path());
    assert_eq!(view(process.address, &id).await["entrants"].as_array().unwrap().len(), 6);
    asks(process.address, "POST", &format!("/api/tournaments/{id}/begin"), &operator(), json!({})).await;
    let mut kills = 0;
    loop {
        let mut playing = Vec::new();
        for token in &tokens {
            let mut client = Client::again(process.address, token).await;
            enter(&mut client, &id).await;
            // Players rejoin running matches.
            for running in view(process.address, &id).await["matches"].as_array().unwrap() {
                client.send(&json!({"type": "join", "match": running["match"]})).await;
            }
            playing.push(plays_along(client));
        }
        let before = view(process.address, &id).await["played"].as_u64().unwrap();
        let enough = |view: &Value| view["phase"] == "closed" || view["played"].as_u64().unwrap() > before + 20;
        let now = until(process.address, &id, enough).await;
        if now["phase"] == "closed" {
            break;
        }
        // Tables never go back.
        drop(process);
        process = Process::start(data.path());
        kills += 1;
        let after = view(process.address, &id).await;
        assert!(after["played"].as_u64() >= now["played"].as_u64(), "{now:#} {after:#}");
    }
    assert!(kills >= 3, "{kills}");
    let over = view(process.address, &id).await;
    let records = records(process.address, &id).await;
    assert_eq!(records.len(), 120);
    agree(&over, &records);
    let (_, table) = asks(process.address, "GET", &format!("/api/tournaments/{id}/crosstable"), "", Value::Null).await;
    assert_eq!((&table["matches"], &table["void"]), (&json!(120), &json!(0)));
}

#[tokio::test]
async fn shows_running_matches_with_positions() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let id = opened(address, TOKEN, json!({"format": "league"})).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    enter(&mut ann, &id).await;
    enter(&mut ben, &id).await;
    let paired = ann.find(|told| told["type"] == "paired").await["match"].clone();
    for client in [&mut ann, &mut ben] {
        client.ask(json!({"type": "join", "match": paired})).await;
    }
    let made = json!({"type": "move", "match": paired, "ply": 0, "move": "b2"});
    let answers = [ann.ask(made.clone()).await, ben.ask(made).await];
    assert!(answers.iter().any(|answer| answer["type"] == "ok"), "{answers:?}");
    let (_, seen) = asks(address, "GET", &format!("/api/tournaments/{id}/underway"), "", Value::Null).await;
    let shown = &seen["matches"][0];
    assert_eq!((&shown["match"], &shown["ply"], &shown["turn"]), (&paired, &json!(1), &json!("second")), "{seen}");
    assert_eq!(shown["diagram"]["cells"][4], "x");
    let mut names = [&shown["first"], &shown["second"]].map(|name| name.as_str().unwrap());
    names.sort_unstable();
    assert_eq!(names, ["Ann", "Ben"]);
}
