//! Account writes are atomic, and the deletion of an account resumes after an interruption.

use serde_json::{Value, json};

use super::{ended, id, keep, person, setup_of, store};
use crate::accounts::{Change, Claim, Conflict, DELETED_NAME, NewToken, TokenKind, deleted_entrant};
use crate::{MatchFilter, PlayerKind, Store, StoreError};
use arena_games::{GameId, Side};
use arena_play::{EndReason, Event, GameResult, Seat, Verdict};
use arena_records::{Record, SeatRecord};

pub(super) fn claim(n: u64, looks: [&str; 2]) -> Claim {
    Claim {
        player: id(n),
        name: looks[0].to_owned(),
        looks: looks.map(str::to_owned).into(),
        owner: None,
        password: None,
        codes: vec![[9; 32]],
        token: None,
        at_ms: 7,
        rated_ms: 7,
    }
}

pub(super) fn token(hash: u8, kind: TokenKind, most: usize) -> NewToken {
    NewToken { hash: [hash; 32], kind, label: String::new(), scopes: String::new(), most, at_ms: 7, expires_ms: 99 }
}

async fn with_players() -> (tempfile::TempDir, Store) {
    let (dir, store) = store().await;
    for n in 1..=3 {
        store.create_player(id(n), &format!("person {n}"), [u8::try_from(n).unwrap(); 32], 5).await.unwrap();
    }
    (dir, store)
}

#[tokio::test]
async fn rejected_changes_have_no_effect() {
    let (_dir, store) = with_players().await;
    store.claim(claim(1, ["ann", "anu"])).await.unwrap();
    for (taken, why) in [
        (claim(1, ["ben", "ben"]), Conflict::HasAccount),
        (claim(2, ["anu", "x"]), Conflict::NameTaken),
        (claim(2, ["x", "ann"]), Conflict::NameTaken),
    ] {
        let refused = store.claim(taken).await.unwrap_err();
        assert!(matches!(refused, StoreError::Conflict(conflict) if conflict == why), "{refused}");
    }
    assert_eq!(store.player(id(2)).await.unwrap().unwrap().kind, PlayerKind::Guest);
    assert_eq!(store.claimed_by(&["x".to_owned(), "y".to_owned()], 8).await.unwrap(), None);

    // A wrong code neither ends sessions nor sets a password.
    let wrong =
        Change { spent: Some([8; 32]), password: Some(Some("p".to_owned())), ends_sessions: true, ..Change::default() };
    let refused = store.change_account(id(1), wrong.clone()).await.unwrap_err();
    assert!(matches!(refused, StoreError::Conflict(Conflict::NoSuchCode)), "{refused}");
    assert!(store.player_by_token(&[1; 32]).await.unwrap().is_some());
    assert_eq!(store.account(id(1)).await.unwrap().unwrap().password, None);
    store.change_account(id(1), Change { spent: Some([9; 32]), ..wrong }).await.unwrap();
    assert!(store.player_by_token(&[1; 32]).await.unwrap().is_none());
    assert_eq!(store.account(id(1)).await.unwrap().unwrap().codes, 0);
    assert_eq!(store.check().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn rejects_excess_keys_and_ends_the_oldest_excess_session() {
    let (_dir, store) = with_players().await;
    store.claim(claim(1, ["ann", "ann"])).await.unwrap();
    let add = |token| store.change_account(id(1), Change { token: Some(token), ..Change::default() });
    for hash in 10..13 {
        add(token(hash, TokenKind::Session, 2)).await.unwrap();
    }
    assert_eq!(store.tokens(id(1), TokenKind::Session).await.unwrap().len(), 2);
    assert!(store.player_by_token(&[10; 32]).await.unwrap().is_none());
    let newest = store.player_by_token(&[12; 32]).await.unwrap().unwrap();
    assert_eq!((newest.player.id, newest.used_ms), (id(1), None));
    store.note_use(newest.token.unwrap(), 99).await.unwrap();
    assert_eq!(store.player_by_token(&[12; 32]).await.unwrap().unwrap().used_ms, Some(99));
    add(token(20, TokenKind::Key, 1)).await.unwrap();
    let refused = add(token(21, TokenKind::Key, 1)).await.unwrap_err();
    assert!(matches!(refused, StoreError::Conflict(Conflict::Full)), "{refused}");
    // Players cannot revoke the tokens of others.
    assert!(store.revoke_token(id(2), newest.token).await.is_err());
    store.revoke_token(id(1), newest.token).await.unwrap();
    assert!(store.player_by_token(&[12; 32]).await.unwrap().is_none());
}

#[tokio::test]
async fn deletion_removes_the_name_from_all_matches_in_steps() {
    let (dir, store) = with_players().await;
    store.claim(claim(1, ["ann", "ann"])).await.unwrap();
    let bot = Claim { owner: Some((id(1), 1)), token: Some(token(30, TokenKind::Key, 1)), ..claim(9, ["bot", "bot"]) };
    store.claim(bot).await.unwrap();
    let seat = || Seat::person(id(1), "ann".to_owned());
    // More matches than one step handles, with the player in both seats, from the start and joining later.
    for n in 100..350 {
        let (setup, seated) = match n % 3 {
            0 => (setup_of(n, GameId::Bones, seat(), person(2)), None),
            1 => (setup_of(n, GameId::Bones, person(2), seat()), None),
            _ => (
                setup_of(n, GameId::Bones, person(2), Seat::Open),
                Some(Event::Seated { side: Side::Second, seat: seat() }),
            ),
        };
        keep(&store, &setup, seated.into_iter().chain([ended(Some(GameResult::First))])).await;
    }
    store.delete_account(id(1), 11).await.unwrap();
    for (player, token) in [(1, 1), (9, 30)] {
        assert_eq!(store.player(id(player)).await.unwrap().unwrap().kind, PlayerKind::Deleted);
        assert!(store.player_by_token(&[token; 32]).await.unwrap().is_none());
    }
    store.go_on_deleting(id(1)).await.unwrap();
    assert_eq!(store.deletions().await.unwrap().len(), 2, "one step does not finish the deletion");
    store.close().await.unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    for _ in 0..3 {
        for left in store.deletions().await.unwrap() {
            store.go_on_deleting(left).await.unwrap();
        }
    }
    assert!(store.deletions().await.unwrap().is_empty());
    let filter = MatchFilter { player: Some(id(1)), limit: 300, ..MatchFilter::default() };
    let page = store.matches(&filter).await.unwrap();
    assert_eq!(page.items.len(), 250);
    for row in &page.items {
        let setup = json!(store.setup(row.id).await.unwrap()).to_string();
        let events =
            json!(store.events(row.id).await.unwrap().iter().map(|one| format!("{one:?}")).collect::<Vec<_>>());
        let stored = format!("{row:?} {setup} {events}");
        assert!(!stored.contains("\"ann\"") && stored.contains(DELETED_NAME), "{stored}");
    }
    assert_eq!(store.check().await.unwrap(), [""; 0], "tallies equal the sums over matches");
    store.claim(claim(3, ["ann", "ann"])).await.unwrap();
}

#[tokio::test]
async fn compaction_erases_the_name_of_a_deleted_account() {
    let (dir, store) = with_players().await;
    store.claim(claim(1, ["zanzibar-ann", "zanzibar-ann"])).await.unwrap();
    let seat = Seat::person(id(1), "zanzibar-ann".to_owned());
    for n in 100..200 {
        let setup = setup_of(n, GameId::Bones, seat.clone(), person(2));
        keep(&store, &setup, [ended(Some(GameResult::First))]).await;
    }
    let named = || std::fs::read(dir.path().join("arena.sqlite")).unwrap().windows(12).any(|at| at == b"zanzibar-ann");
    store.close().await.unwrap();
    assert!(named());
    let store = Store::open(dir.path()).await.unwrap();
    store.delete_account(id(1), 11).await.unwrap();
    while let Some(left) = store.deletions().await.unwrap().first() {
        store.go_on_deleting(*left).await.unwrap();
    }
    store.close().await.unwrap();
    crate::maintenance::compact(dir.path()).await.unwrap();
    assert!(!named());
}

/// Result of a match between two entrants of a tournament.
fn result(place: u64, seats: [SeatRecord; 2]) -> (u64, Record) {
    let verdict = Verdict { outcome: Some(GameResult::First), by: EndReason::Resignation, detail: None };
    let record = json!({
        "id": id(10_000 + place), "game": "tictactoe", "options": {}, "opening": {"moves": []}, "seats": seats,
        "seed": 0, "moves": [], "verdict": verdict, "nodes": [],
    });
    (place, serde_json::from_value(record).unwrap())
}

#[tokio::test]
async fn deletion_removes_the_name_from_tournaments_but_not_from_namesakes() {
    let (_dir, store) = with_players().await;
    store.claim(claim(1, ["ann", "ann"])).await.unwrap();
    let seat = |n, name: &str| SeatRecord {
        player: Some(id(n)),
        version: Some("ann's".to_owned()),
        ..SeatRecord::named(name)
    };
    let entered = |n, name: &str| json!({"kind": "entered", "seat": Seat::person(id(n), name.to_owned())});
    let version = |entrant: usize| json!({"kind": "version", "entrant": entrant, "version": "ann's"});
    let log = [entered(2, "ben"), entered(1, "ann"), version(0), version(1)];
    store.open_live(super::tournaments::row(1), &log).await.unwrap();
    // More results than one step handles, with the player in both seats.
    let results = (0..450).map(|place| {
        let (ann, ben) = (seat(1, "ann"), seat(2, "ben"));
        result(place, if place % 2 == 0 { [ann, ben] } else { [ben, ann] })
    });
    store.put_results(id(1), results.collect()).await.unwrap();
    // A namesake in another tournament, and one who took the name here later.
    store.open_live(super::tournaments::row(2), &[entered(3, "ann")]).await.unwrap();
    store.put_results(id(2), vec![result(0, [seat(3, "ann"), seat(2, "ben")])]).await.unwrap();
    store.put_results(id(1), vec![result(450, [seat(3, "ann"), seat(2, "ben")])]).await.unwrap();
    assert_eq!(
        store.own_data(id(1)).await.unwrap().tournaments,
        [(id(1), "tournament 1".to_owned(), "ann".to_owned())]
    );
    store.delete_account(id(1), 11).await.unwrap();
    for _ in 0..10 {
        for left in store.deletions().await.unwrap() {
            store.go_on_deleting(left).await.unwrap();
        }
    }
    assert!(store.deletions().await.unwrap().is_empty());
    let anonymous = deleted_entrant(id(1));
    let of_ben = Some("ann's".to_owned());
    for (place, record) in store.results(id(1), 0, 450).await.unwrap() {
        let [first, second] = record.seats;
        let (ann, ben) = if place % 2 == 0 { (first, second) } else { (second, first) };
        assert_eq!((&ann.name, &ann.version), (&anonymous, &None));
        assert_eq!((ben.name.as_str(), &ben.version), ("ben", &of_ben));
    }
    assert_eq!(store.results_of_pair(id(1), &anonymous, "ben", 0, 1).await.unwrap().total, 450);
    for (tournament, place) in [(2, 0), (1, 450)] {
        assert_eq!(store.results(id(tournament), place, 1).await.unwrap()[0].1.seats[0].name, "ann");
    }
    let versionless = json!({"kind": "version", "entrant": 1, "version": ""});
    assert_eq!(
        store.live_log::<Value>(id(1)).await.unwrap(),
        [entered(2, "ben"), entered(1, &anonymous), version(0), versionless]
    );
    assert_eq!(store.live_log::<Value>(id(2)).await.unwrap(), [entered(3, "ann")]);
}

#[tokio::test]
async fn login_with_a_wrong_clock_ends_no_token_for_good() {
    let (_dir, store) = with_players().await;
    store.claim(claim(1, ["ann", "anu"])).await.unwrap();
    let add = async |hash: u8, kind, at_ms: u64| {
        let token = NewToken { at_ms, expires_ms: at_ms + 99, ..token(hash, kind, 3) };
        store.change_account(id(1), Change { token: Some(token), ..Change::default() }).await
    };
    for hash in 41..=43 {
        add(hash, TokenKind::Key, 7).await.unwrap();
    }
    assert!(add(44, TokenKind::Key, 8).await.is_err(), "three keys are the limit");
    add(10, TokenKind::Session, 7).await.unwrap();
    // A year ahead all have expired, and new ones are made.
    let year = 31_536_000_000;
    for hash in 21..=23 {
        add(hash, TokenKind::Key, year).await.unwrap();
    }
    add(11, TokenKind::Session, year).await.unwrap();
    let is_known = async |hash: u8| store.player_by_token(&[hash; 32]).await.unwrap().is_some();
    for hash in [41, 42, 43, 10, 11, 21, 22, 23] {
        assert!(is_known(hash).await, "{hash}");
    }
    // There is a limit for expired ones, too.
    for round in 1..=4 {
        add(30 + round, TokenKind::Key, year + 1_000 * u64::from(round)).await.unwrap();
    }
    assert!(!is_known(41).await && is_known(34).await);
    assert_eq!(store.tokens(id(1), TokenKind::Key).await.unwrap().len(), 6);
}
