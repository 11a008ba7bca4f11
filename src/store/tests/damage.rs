//! Damaged rows are skipped where others are needed, and the integrity check names them.

use std::time::Instant;

use serde_json::json;

use super::tournaments::{files, row};
use super::{bot, id, keep, person, setup, setup_of, store, tamper};
use crate::{MatchFilter, Store, maintenance};
use arena_games::{GameId, Side};
use arena_play::{Action, Event, EventLog, Match, MatchSetup, Timeouts};
use arena_records::{Opening, Record, SeatRecord};

#[tokio::test]
async fn damaged_row_does_not_hide_the_others() {
    let (dir, store) = store().await;
    for n in 1..=4 {
        store.create(&setup(n)).await.unwrap();
        store.create_tournament(row(n), files()).await.unwrap();
    }
    store.close().await.unwrap();
    tamper(dir.path(), "UPDATE matches SET id = substr(id, 1, 15) WHERE key = 2");
    tamper(dir.path(), "UPDATE cards SET body = substr(body, 1, 20) WHERE match_key = 3");
    tamper(dir.path(), "UPDATE tournaments SET id = substr(id, 1, 15) WHERE key = 1");
    tamper(dir.path(), "UPDATE tournaments SET game = 'no game' WHERE key = 3");

    let store = Store::open(dir.path()).await.unwrap();
    let unfinished = store.unfinished_matches().await.unwrap();
    assert_eq!(unfinished.iter().map(|head| head.id).collect::<Vec<_>>(), [id(1), id(3), id(4)]);
    let (mut listed, mut before) = (Vec::new(), None);
    loop {
        let page = store.matches(&MatchFilter { before, limit: 1, ..MatchFilter::default() }).await.unwrap();
        listed.extend(page.items.into_iter().map(|row| row.id));
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    assert_eq!(listed, [id(4), id(1)], "pages continue after a damaged row");
    let tournaments = store.tournaments().await.unwrap();
    assert_eq!(tournaments.iter().map(|known| known.row.id).collect::<Vec<_>>(), [id(4), id(2)]);
    assert!(store.setup(id(3)).await.is_err());
    store.close().await.unwrap();

    let faults = maintenance::check(dir.path(), |_| Ok(())).await.unwrap();
    for part in [
        "id in row 2 of matches has 15 bytes instead of 16",
        "body in row 3 of cards is not JSON",
        "row 2 of matches:",
        "row 3 of matches: the setup of match",
        "id in row 1 of tournaments has 15 bytes",
        "row 3 of tournaments:",
    ] {
        assert!(faults.iter().any(|fault| fault.contains(part)), "{part:?} is not in {faults:#?}");
    }
}

/// Plays these moves, the two sides in turn.
fn played(setup: &MatchSetup, moves: &[&str]) -> Vec<Event> {
    let now = Instant::now();
    let terms = setup.terms(Timeouts::ENDLESS).unwrap();
    let mut core = Match::new(setup.board().unwrap(), terms, setup.seats.clone(), now).unwrap();
    for (ply, text) in moves.iter().enumerate() {
        let side = if ply % 2 == 0 { Side::First } else { Side::Second };
        let mv = setup.game.parse_move(text).unwrap();
        core.handle(side, Action::Move { ply, mv, thought: None }, now).unwrap();
    }
    core.events().to_vec()
}

fn record(n: u64) -> Record {
    let moves = ["a1", "b1", "a2", "b2", "a3"].map(str::to_owned);
    let setup = setup_of(n, GameId::TicTacToe, bot("one"), bot("two"));
    let events = played(&setup, &["a1", "b1", "a2", "b2", "a3"]);
    let Some(Event::Ended { verdict, .. }) = events.last() else { panic!("the match is not over: {events:?}") };
    Record {
        id: id(n),
        game: setup.game,
        options: setup.options,
        opening: Opening { position: None, moves: Vec::new() },
        seats: ["one", "two"].map(SeatRecord::named),
        seed: n,
        nodes: vec![0; moves.len()],
        moves: moves.to_vec(),
        verdict: verdict.clone(),
        ms: None,
        values: None,
        not_reproducible: Vec::new(),
        reproducible: None,
        late_ms: None,
        tries: None,
    }
}

#[tokio::test]
async fn check_replays_matches_and_results() {
    let (dir, store) = store().await;
    let setup = setup_of(1, GameId::TicTacToe, person(1), person(2));
    keep(&store, &setup, played(&setup, &["a1", "b1", "a2", "b2", "a3"])).await;
    let live = setup_of(2, GameId::TicTacToe, person(1), person(2));
    keep(&store, &live, played(&live, &["b2", "a1"])).await;
    store.create_tournament(row(1), files()).await.unwrap();
    store.put_results(id(1), vec![(0, record(9))]).await.unwrap();
    store.open_live(row(2), &[json!({"kind": "began"})]).await.unwrap();
    store.close().await.unwrap();
    let check = async || maintenance::check(dir.path(), |log| Err(log.join(","))).await.unwrap();
    let log = format!("row 2 of tournaments: the log of tournament {} cannot be read: {{\"kind\":\"began\"}}", id(2));
    assert_eq!(check().await, [log.as_str()], "only the caller's own fault is reported");

    let damage = [
        ("packs SET body = replace(body, '\"a1\"', '\"b2\"') WHERE match_key = 2", "cannot be replayed"),
        ("packs SET body = replace(body, '\"a3\"', '\"c3\"') WHERE match_key = 1", "the verdict of match"),
        ("matches SET outcome = 'second' WHERE key = 1", "the verdict of match"),
        ("matches SET ended_by = 'resignation' WHERE key = 1", "the verdict of match"),
        ("matches SET first_name = 'person 3' WHERE key = 2", "the players of match"),
        ("matches SET created_ms = created_ms + 64 WHERE key = 2", "is of another match"),
        ("cards SET body = replace(body, '\"seed\":2', '\"sead\":2') WHERE match_key = 2", "the setup of match"),
        ("results SET body = replace(body, '\"a3\"', '\"c3\"')", "result 0 in row 1 of tournaments"),
        ("results SET first_name = 'ona'", "its row is of another match"),
        ("tournaments SET files = '[]' WHERE key = 1", "the files of tournament"),
    ];
    for (update, part) in damage {
        let copy = tempfile::tempdir().unwrap();
        std::fs::copy(dir.path().join("arena.sqlite"), copy.path().join("arena.sqlite")).unwrap();
        tamper(copy.path(), format!("UPDATE {update}"));
        let faults = maintenance::check(copy.path(), |_| Ok(())).await.unwrap();
        assert!(faults.iter().any(|fault| fault.contains(part)), "{update}: {faults:#?}");
    }
}
