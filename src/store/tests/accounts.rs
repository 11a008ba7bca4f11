//! What is written of accounts is written wholly or not at all; a deletion goes on where it was interrupted.

use serde_json::json;

use super::{ended, id, keep, person, setup_of, store};
use crate::games::{GameId, Side};
use crate::play::{Event, GameResult, Seat};
use crate::store::accounts::{Change, Claim, Conflict, DELETED_NAME, NewToken, TokenKind};
use crate::store::{MatchFilter, PlayerKind, Store, StoreError};

fn claim(n: u64, looks: [&str; 2]) -> Claim {
    Claim {
        player: id(n),
        name: looks[0].to_owned(),
        looks: looks.map(str::to_owned).into(),
        owner: None,
        password: None,
        codes: vec![[9; 32]],
        token: None,
        at_ms: 7,
    }
}

fn token(hash: u8, kind: TokenKind, most: usize) -> NewToken {
    NewToken { hash: [hash; 32], kind, label: String::new(), most, at_ms: 7 }
}

async fn with_players() -> (tempfile::TempDir, Store) {
    let (dir, store) = store().await;
    for n in 1..=3 {
        store.create_player(id(n), &format!("person {n}"), [u8::try_from(n).unwrap(); 32], 5).await.unwrap();
    }
    (dir, store)
}

#[tokio::test]
async fn what_does_not_fit_changes_nothing() {
    let (_dir, store) = with_players().await;
    store.claim(claim(1, ["ann", "anu"])).await.unwrap();
    for (taken, why) in [
        (claim(1, ["ben", "ben"]), Conflict::HasAccount),
        (claim(2, ["anu", "x"]), Conflict::NameTaken),
        (claim(2, ["x", "ann"]), Conflict::NameTaken),
    ] {
        let refused = store.claim(taken).await.unwrap_err();
        assert!(matches!(refused, StoreError::Conflict(found) if found == why), "{refused}");
    }
    assert_eq!(store.player(id(2)).await.unwrap().unwrap().kind, PlayerKind::Guest);
    assert_eq!(store.claimed_by(&["x".to_owned(), "y".to_owned()]).await.unwrap(), None);

    // A code that is wrong ends no session and sets no password.
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
async fn keys_are_refused_when_there_are_too_many_and_sessions_end_the_oldest() {
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
    // Nobody revokes what is another's.
    assert!(store.revoke_token(id(2), newest.token).await.is_err());
    store.revoke_token(id(1), newest.token).await.unwrap();
    assert!(store.player_by_token(&[12; 32]).await.unwrap().is_none());
}

#[tokio::test]
async fn a_deletion_takes_the_name_out_of_every_match_step_by_step() {
    let (dir, store) = with_players().await;
    store.claim(claim(1, ["ann", "ann"])).await.unwrap();
    let bot = Claim { owner: Some((id(1), 1)), token: Some(token(30, TokenKind::Key, 1)), ..claim(9, ["bot", "bot"]) };
    store.claim(bot).await.unwrap();
    let seat = || Seat::Human { player: id(1), name: "ann".to_owned() };
    // More than one step's worth, in both seats, from the beginning and taken later.
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
    assert_eq!(store.deletions().await.unwrap().len(), 2, "the first step was not the last");
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
        let told = format!("{row:?} {setup} {events}");
        assert!(!told.contains("\"ann\"") && told.contains(DELETED_NAME), "{told}");
    }
    assert_eq!(store.check().await.unwrap(), [""; 0], "tallies are what the matches sum to");
    store.claim(claim(3, ["ann", "ann"])).await.unwrap();
}
