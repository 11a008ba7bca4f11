//! Lists of matches, tallies, leaderboards and players.

use super::{bot, ended, id, keep, numbered, person, setup, setup_of, store};
use uuid::Uuid;

use crate::accounts::Conflict;
use crate::moderation::NewReport;
use crate::{
    Holder, MatchFilter, MatchRow, MatchStatus, NameStart, Page, PlayerKind, PlayerRow, PlayerTally, Store, StoreError,
    TokenHolder,
};
use arena_games::{GameId, MoveCode, Side};
use arena_play::{Event, EventLog, GameResult, Seat};

fn moved(ply: usize) -> Event {
    let side = if ply.is_multiple_of(2) { Side::First } else { Side::Second };
    Event::Moved { ply, side, mv: MoveCode(u32::try_from(ply).unwrap()), clocks: None }
}

async fn listed(store: &Store, filter: MatchFilter) -> Vec<u64> {
    let page = store.matches(&filter).await.unwrap();
    page.items.iter().map(|row| row.id.as_u64_pair().1).collect()
}

async fn row(store: &Store) -> MatchRow {
    store.matches(&MatchFilter::default()).await.unwrap().items.remove(0)
}

#[tokio::test]
async fn row_reflects_the_events() {
    let (_dir, store) = store().await;
    let mut setup = setup_of(1, GameId::TicTacToe, person(1), Seat::Open);
    setup.opening = vec!["a1".to_owned()];
    store.create(&setup).await.unwrap();
    let first = row(&store).await;
    assert_eq!((first.status, first.plies, &first.seats), (MatchStatus::Open, 1, &setup.seats));
    assert_eq!((first.verdict, first.finished_ms, first.created_ms), (None, None, setup.created_ms));

    let (game, seat) = (setup.game, person(2));
    let append = async |from, events: Vec<Event>| store.append(setup.id, game, numbered(from, events)).await.unwrap();
    append(1, vec![Event::Seated { side: Side::Second, seat: seat.clone() }, Event::Started { clocks: None }]).await;
    let live = row(&store).await;
    assert_eq!((live.status, live.plies), (MatchStatus::Live, 1));
    assert_eq!((&live.seats.first, &live.seats.second), (&setup.seats.first, &seat));
    assert_eq!(store.setup(setup.id).await.unwrap().unwrap(), setup, "the setup keeps the initial seats");

    append(3, vec![moved(1), moved(2), moved(3)]).await;
    assert_eq!(row(&store).await.plies, 4);
    append(6, vec![Event::TakenBack { side: Side::First, ply: 2, clocks: None }]).await;
    assert_eq!(row(&store).await.plies, 2);
    append(7, vec![moved(2), ended(Some(GameResult::Second))]).await;
    let over = row(&store).await;
    assert_eq!((over.status, over.plies), (MatchStatus::Finished, 3));
    assert_eq!(over.verdict.unwrap().outcome, Some(GameResult::Second));
    assert!(over.finished_ms.unwrap() >= setup.created_ms);
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
}

#[tokio::test]
async fn filters_select_matching_matches() {
    let (_dir, store) = store().await;
    let live = [Event::Started { clocks: None }];
    keep(&store, &setup_of(1, GameId::TicTacToe, person(1), person(2)), live.clone()).await;
    keep(&store, &setup_of(2, GameId::Bones, bot("parity"), person(1)), [ended(Some(GameResult::First))]).await;
    keep(&store, &setup_of(3, GameId::Bones, bot("parity"), bot("modulo")), live).await;
    keep(&store, &setup_of(4, GameId::Bones, person(2), Seat::Reserved { player: id(1) }), []).await;
    // A person with the same name as a bot is not that bot.
    let namesake = Seat::person(id(3), "parity".to_owned());
    keep(&store, &setup_of(5, GameId::TicTacToe, namesake, Seat::Open), []).await;

    let all = MatchFilter::default;
    assert_eq!(listed(&store, all()).await, [5, 4, 3, 2, 1]);
    assert_eq!(listed(&store, MatchFilter { game: Some(GameId::Bones), ..all() }).await, [4, 3, 2]);
    assert_eq!(listed(&store, MatchFilter { player: Some(id(1)), ..all() }).await, [2, 1]);
    assert_eq!(listed(&store, MatchFilter { bot: Some("parity".to_owned()), ..all() }).await, [3, 2]);
    assert_eq!(listed(&store, MatchFilter { bot: Some("modulo".to_owned()), ..all() }).await, [3]);
    assert_eq!(listed(&store, MatchFilter { status: Some(MatchStatus::Open), ..all() }).await, [5, 4]);
    assert_eq!(listed(&store, MatchFilter { status: Some(MatchStatus::Live), ..all() }).await, [3, 1]);
    assert_eq!(listed(&store, MatchFilter { status: Some(MatchStatus::Finished), ..all() }).await, [2]);
    assert_eq!(listed(&store, MatchFilter { tournament: Some(id(9)), ..all() }).await, [] as [u64; 0]);
    let both = MatchFilter { game: Some(GameId::Bones), player: Some(id(2)), ..all() };
    assert_eq!(listed(&store, both).await, [4]);
}

#[tokio::test]
async fn finds_any_number_of_names_by_prefix() {
    let (_dir, store) = store().await;
    let named = |n: u64, name: &str| Seat::person(id(n), name.to_owned());
    // More names than are queried one by one, each in both seats.
    let many: Vec<Seat> = (0..60).map(|n| named(100 + n, &format!("Many {n}"))).collect();
    for (n, pair) in (1..).zip(many.chunks(2)) {
        keep(&store, &setup_of(n, GameId::Bones, pair[0].clone(), pair[1].clone()), []).await;
    }
    keep(&store, &setup_of(50, GameId::TicTacToe, named(1, "Éva"), named(2, "manfred")), []).await;
    keep(&store, &setup_of(51, GameId::Bones, bot("parity"), named(1, "éVA")), [ended(Some(GameResult::First))]).await;
    let by = |name: &str| MatchFilter { name: NameStart::new(name), limit: 100, ..MatchFilter::default() };
    let all: Vec<u64> = (1..=30).rev().collect();
    assert_eq!(listed(&store, by("MANY")).await, all);
    assert_eq!(
        listed(&store, by("ma")).await,
        [&[50][..], &all].concat(),
        "another name with the same prefix is included"
    );
    assert_eq!(listed(&store, by("Many 5")).await, [30, 29, 28, 27, 26, 3]);
    assert_eq!(listed(&store, by("éva")).await, [51, 50]);
    assert_eq!(listed(&store, by("parit")).await, [51]);
    assert_eq!(listed(&store, MatchFilter { game: Some(GameId::TicTacToe), ..by("ma") }).await, [50]);
    assert_eq!(listed(&store, MatchFilter { bot: Some("parity".to_owned()), ..by("é") }).await, [51]);
    assert_eq!(listed(&store, MatchFilter { player: Some(id(1)), ..by("MAN") }).await, [50]);
    // The same query in pages.
    let mut seen = Vec::new();
    let mut filter = MatchFilter { limit: 7, ..by("m") };
    loop {
        let page = store.matches(&filter).await.unwrap();
        seen.extend(page.items.iter().map(|row| row.id.as_u64_pair().1));
        let Some(next) = page.next else { break };
        filter.before = Some(next);
    }
    assert_eq!(seen, [&[50][..], &all].concat());
}

#[tokio::test]
async fn pages_are_stable_while_matches_are_added() {
    let (_dir, store) = store().await;
    for n in 1..=25 {
        store.create(&setup(n)).await.unwrap();
    }
    let mut seen = Vec::new();
    let mut filter = MatchFilter { limit: 10, ..MatchFilter::default() };
    for added in 100.. {
        let Page { items, next } = store.matches(&filter).await.unwrap();
        seen.push(items.iter().map(|row| row.id).collect::<Vec<_>>());
        let Some(next) = next else { break };
        // Cursors are exchanged as text.
        filter.before = Some(next.to_string().parse().unwrap());
        store.create(&setup(added)).await.unwrap();
    }
    assert_eq!(seen.iter().map(Vec::len).collect::<Vec<_>>(), [10, 10, 5]);
    assert_eq!(seen.concat(), (1..=25).rev().map(id).collect::<Vec<_>>());
    let exactly = MatchFilter { limit: 27, ..MatchFilter::default() };
    assert_eq!(store.matches(&exactly).await.unwrap().next, None, "the last page has no cursor");
}

#[tokio::test]
async fn tallies_exclude_void_unfinished_and_self_play_matches() {
    let (_dir, store) = store().await;
    let (bones, tictactoe) = (GameId::Bones, GameId::TicTacToe);
    let matches = [
        (bones, person(1), person(2), Some(Some(GameResult::First))),
        (bones, person(2), person(1), Some(Some(GameResult::First))),
        (bones, person(2), person(1), Some(Some(GameResult::Second))),
        (bones, bot("parity"), person(1), Some(Some(GameResult::Second))),
        (tictactoe, person(1), bot("beginner"), Some(Some(GameResult::Draw))),
        // Void and unfinished matches and matches against oneself do not count.
        (bones, person(1), person(2), Some(None)),
        (bones, person(1), person(2), None),
        (bones, person(1), person(1), Some(Some(GameResult::First))),
        (bones, bot("parity"), bot("parity"), Some(Some(GameResult::First))),
    ];
    for (n, (game, first, second, outcome)) in (1..).zip(matches) {
        keep(&store, &setup_of(n, game, first, second), outcome.map(ended)).await;
    }
    let tally = |wins, draws, losses| PlayerTally { wins, draws, losses };
    let of_one = store.tally(id(1)).await.unwrap();
    assert_eq!(of_one.into_iter().collect::<Vec<_>>(), [(tictactoe, tally(0, 1, 0)), (bones, tally(3, 0, 1))]);
    assert_eq!(store.tally(id(8)).await.unwrap().len(), 0);

    store.create_player(id(1), "Ann", [1; 32], 5).await.unwrap();
    let board = store.leaderboard(bones, 10).await.unwrap();
    let lines: Vec<_> = board.iter().map(|line| (line.holder.clone(), line.name.as_str(), line.tally)).collect();
    let expected = [
        (Holder::Player(id(1)), "Ann", tally(3, 0, 1)),
        (Holder::Player(id(2)), "person 2", tally(1, 0, 2)),
        (Holder::Bot("parity".to_owned()), "parity", tally(0, 0, 1)),
    ];
    assert_eq!(lines, expected);
    assert_eq!(store.leaderboard(bones, 1).await.unwrap().len(), 1);
    assert_eq!(store.leaderboard(GameId::Tree, 10).await.unwrap(), []);
}

#[tokio::test]
async fn finds_players_by_id_and_by_token_hash() {
    let (dir, store) = store().await;
    for _ in 0..2 {
        store.create_player(id(1), "Ann", [1; 32], 5).await.unwrap();
    }
    store.create_player(id(2), "Ann", [2; 32], 6).await.unwrap();
    let ann = PlayerRow { id: id(1), name: "Ann".to_owned(), created_ms: 5, kind: PlayerKind::Guest };
    assert_eq!(store.player(id(1)).await.unwrap(), Some(ann.clone()));
    let known =
        TokenHolder { player: ann, token: None, used_ms: None, scopes: None, expires_ms: None, claimed_ms: None };
    assert_eq!(store.player_by_token(&[1; 32]).await.unwrap(), Some(known));
    assert_eq!(store.player_by_token(&[3; 32]).await.unwrap(), None);
    assert_eq!(store.player(id(3)).await.unwrap(), None);

    let taken_id = store.create_player(id(1), "Eve", [3; 32], 7).await.unwrap_err();
    let taken_token = store.create_player(id(3), "Eve", [1; 32], 7).await.unwrap_err();
    assert!(matches!((taken_id, taken_token), (StoreError::Refused(_), StoreError::Refused(_))));

    store.rename_player(id(1), "Anna").await.unwrap();
    let nobody = store.rename_player(id(3), "Eve").await.unwrap_err();
    assert!(matches!(nobody, StoreError::NoSuch { what: "player", id: no_one } if no_one == id(3)), "{nobody}");
    store.close().await.unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(store.player(id(1)).await.unwrap().unwrap().name, "Anna");
}

#[tokio::test]
async fn reports_are_paged_with_those_of_named_players_first_and_guests_make_room() {
    let (_dir, store) = store().await;
    for n in 1..=40_u64 {
        store.create_player(id(n), "x", [u8::try_from(n).unwrap(); 32], 5).await.unwrap();
    }
    let new = |n: u64, is_guests: bool| NewReport {
        reporter: id(n),
        reported: id(40),
        match_id: None,
        reason: "r".to_owned(),
        is_guests,
        at_ms: 7,
        most: (20, 30),
    };
    for n in 1..=29 {
        store.report(new(n, true)).await.unwrap();
    }
    let again = store.report(new(1, true)).await.unwrap_err();
    assert!(matches!(again, StoreError::Conflict(Conflict::AlreadyReported)), "{again}");
    for n in 30..=32 {
        store.report(new(n, false)).await.unwrap();
    }
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let page = store.open_reports(after, 7).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.key);
        seen.extend(page.into_iter().map(|row| row.reporter));
    }
    let expected: Vec<Uuid> = (30..=32).chain(3..=29).map(id).collect();
    assert_eq!(seen, expected, "the first two of the guests' made room");
}
