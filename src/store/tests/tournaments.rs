//! Tournaments and their results.

use std::collections::BTreeMap;

use serde_json::json;

use super::{id, store};
use crate::{MatchFilter, MatchRow, MatchStatus, Page, Store, StoreError, TournamentRow, TournamentState};
use arena_games::{GameId, Options};
use arena_play::{EndReason, GameResult, Seat, Verdict};
use arena_records::{Opening, Record, SeatRecord};

pub(super) fn row(n: u64) -> TournamentRow {
    TournamentRow {
        id: id(n),
        name: format!("tournament {n}"),
        game: GameId::TicTacToe,
        format: "round-robin".to_owned(),
        source_toml: "name = \"x\"\n".to_owned(),
        seed: (1 << 53) - 1,
        total: 400,
        created_ms: 1_700_000_000_000,
        plan_hash: Some("a5".to_owned()),
        by: None,
    }
}

pub(super) fn files() -> BTreeMap<String, (String, String)> {
    BTreeMap::from([("o.epd".to_owned(), ("openings/o.epd".to_owned(), "8/8 w - -\n".to_owned()))])
}

fn record(n: u64, first: &str, second: &str) -> Record {
    let seat = |name: &str| SeatRecord { spec: Some(json!({"name": name, "depth": 2})), ..SeatRecord::named(name) };
    Record {
        id: id(1000 + n),
        game: GameId::TicTacToe,
        options: Options::new(),
        opening: Opening { position: None, moves: vec!["b2".to_owned()] },
        seats: [seat(first), seat(second)],
        seed: n,
        moves: vec!["b2".to_owned(), "a1".to_owned()],
        verdict: Verdict { outcome: Some(GameResult::First), by: EndReason::Rules, detail: None },
        nodes: vec![0, 17],
        ms: None,
        values: None,
        not_reproducible: Vec::new(),
        reproducible: None,
        late_ms: None,
        tries: None,
    }
}

/// Results of three entrants, so that each pair meets in both seat orders.
fn results(count: u64) -> Vec<(u64, Record)> {
    let pairs = [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c")];
    (0..count).map(|n| (n, pairs[usize::try_from(n).unwrap() % 5])).map(|(n, (a, b))| (n, record(n, a, b))).collect()
}

async fn with_results(count: u64) -> (tempfile::TempDir, Store) {
    let (dir, store) = store().await;
    store.create_tournament(row(1), files()).await.unwrap();
    store.put_results(id(1), results(count)).await.unwrap();
    (dir, store)
}

#[tokio::test]
async fn reads_back_a_tournament_and_its_state() {
    let (_dir, store) = store().await;
    for _ in 0..2 {
        store.create_tournament(row(1), files()).await.unwrap();
    }
    store.create_tournament(row(2), files()).await.unwrap();
    let stored = store.tournament(id(1)).await.unwrap().unwrap();
    assert_eq!(store.tournament_files(id(1)).await.unwrap(), files());
    assert_eq!(store.tournament_files(id(3)).await.unwrap(), BTreeMap::new());
    assert_eq!((stored.row, stored.state, stored.played), (row(1), TournamentState::Running, 0));

    let failed = TournamentState::Failed("no queue".into());
    store.set_tournament_state(id(1), failed.clone()).await.unwrap();
    // A repeated call does not reset the state.
    store.create_tournament(row(1), files()).await.unwrap();
    let all = store.tournaments().await.unwrap();
    assert_eq!(all.iter().map(|stored| stored.row.id).collect::<Vec<_>>(), [id(2), id(1)]);
    assert_eq!(all[1].state, failed);
    assert_eq!(store.tournament(id(3)).await.unwrap(), None);

    let other = store.create_tournament(TournamentRow { seed: 1, ..row(1) }, files()).await.unwrap_err();
    assert!(matches!(other, StoreError::Refused(_)), "{other}");
    let large = store.create_tournament(TournamentRow { seed: u64::MAX, ..row(3) }, files()).await.unwrap_err();
    assert!(large.to_string().contains("seed"), "{large}");
    let blocked = TournamentState::Blocked("it is not what it was".into());
    for state in [blocked, TournamentState::Paused, TournamentState::Stopped, TournamentState::Finished, failed] {
        store.set_tournament_state(id(2), state.clone()).await.unwrap();
        assert_eq!(store.tournament(id(2)).await.unwrap().unwrap().state, state);
    }
}

#[tokio::test]
async fn nothing_undoes_the_end_of_a_tournament() {
    use TournamentState::{Finished, Paused, Running, Stopped};
    let (_dir, store) = store().await;
    store.create_tournament(row(1), files()).await.unwrap();
    let blocked = || TournamentState::Blocked("it is not what it was".into());
    for (end, late) in
        [(Stopped, vec![Running, Paused, blocked()]), (Finished, vec![Running, Paused, blocked(), Stopped])]
    {
        store.set_tournament_state(id(1), end.clone()).await.unwrap();
        for state in late {
            store.set_tournament_state(id(1), state).await.unwrap();
            assert_eq!(store.tournament(id(1)).await.unwrap().unwrap().state, end);
        }
    }
}

#[tokio::test]
async fn each_position_keeps_its_first_result() {
    let (_dir, store) = with_results(300).await;
    store.put_results(id(1), results(300)).await.unwrap();
    assert_eq!(store.result_count(id(1)).await.unwrap(), 300);
    // One of these is new. The others are for positions that already have a result.
    let late = vec![(5, record(77, "x", "y")), (300, record(300, "a", "b")), (300, record(301, "b", "a"))];
    store.put_results(id(1), late).await.unwrap();
    assert_eq!(store.result_count(id(1)).await.unwrap(), 301);
    assert_eq!(store.tournament(id(1)).await.unwrap().unwrap().played, 301);

    let mut expected = results(300);
    expected.push((300, record(300, "a", "b")));
    assert_eq!(store.results(id(1), 0, 1000).await.unwrap(), expected);
    assert_eq!(store.results(id(1), 7, 3).await.unwrap(), expected[7..10]);
    assert_eq!(store.results(id(1), 301, 3).await.unwrap(), []);
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
}

#[tokio::test]
async fn rejects_results_without_a_tournament() {
    let (_dir, store) = store().await;
    let refused = store.put_results(id(1), results(1)).await.unwrap_err();
    assert!(matches!(refused, StoreError::NoSuch { what: "tournament", .. }), "{refused}");
    let refused = store.set_tournament_state(id(1), TournamentState::Stopped).await.unwrap_err();
    assert!(matches!(refused, StoreError::NoSuch { what: "tournament", .. }), "{refused}");
    assert_eq!(store.result_count(id(1)).await.unwrap(), 0);
    assert_eq!(store.health(), Ok(()));
}

#[tokio::test]
async fn finds_a_pair_in_both_seat_orders() {
    let (_dir, store) = with_results(50).await;
    let expected: Vec<_> = results(50).into_iter().map(|(_, record)| record).collect();
    let of_pair = |a: &str, b: &str| -> Vec<_> {
        let names = |record: &Record| record.seats.each_ref().map(|seat| seat.name.clone());
        expected.iter().filter(|record| [[a, b], [b, a]].iter().any(|pair| names(record) == *pair)).cloned().collect()
    };
    let page = store.results_of_pair(id(1), "b", "a", 0, 100).await.unwrap();
    assert_eq!((page.records, page.total), (of_pair("a", "b"), 20));
    let page = store.results_of_pair(id(1), "a", "b", 18, 5).await.unwrap();
    assert_eq!((page.records.as_slice(), page.total), (&of_pair("a", "b")[18..], 20));
    let page = store.results_of_pair(id(1), "a", "b", 99, 5).await.unwrap();
    assert_eq!((page.records.len(), page.total), (0, 20));
    assert_eq!(store.results_of_pair(id(1), "b", "c", 0, 100).await.unwrap().total, 10);
    assert_eq!(store.results_of_pair(id(2), "a", "b", 0, 100).await.unwrap().total, 0);
}

#[tokio::test]
async fn finds_a_match_in_the_newest_run_of_its_tournament() {
    let (_dir, store) = with_results(3).await;
    let wanted = record(1, "b", "a");
    assert_eq!(store.record_by_match(wanted.id).await.unwrap(), Some((id(1), wanted.clone())));
    assert_eq!(store.record_by_match(id(5)).await.unwrap(), None);
    // Repeats the matches with the same ids.
    store.create_tournament(row(2), files()).await.unwrap();
    store.put_results(id(2), results(3)).await.unwrap();
    assert_eq!(store.record_by_match(wanted.id).await.unwrap(), Some((id(2), wanted)));
}

#[tokio::test]
async fn tournament_matches_are_listed_separately() {
    let (_dir, store) = with_results(25).await;
    assert_eq!(store.matches(&MatchFilter::default()).await.unwrap().items, []);
    assert_eq!(store.leaderboard(GameId::TicTacToe, 10).await.unwrap(), []);

    let mut filter = MatchFilter { tournament: Some(id(1)), limit: 10, ..MatchFilter::default() };
    let mut seen = Vec::new();
    loop {
        let page = store.matches(&filter).await.unwrap();
        seen.extend(page.items);
        filter.before = page.next;
        if page.next.is_none() {
            break;
        }
    }
    let ids: Vec<_> = seen.iter().map(|row| row.id).collect();
    assert_eq!(ids, (0..25).rev().map(|n| id(1000 + n)).collect::<Vec<_>>());
    let last = &seen[24];
    assert_eq!((last.status, last.plies, last.created_ms), (MatchStatus::Finished, 2, row(1).created_ms));
    assert_eq!(last.seats.second, Seat::Bot { name: "b".to_owned(), spec: json!({"name": "b", "depth": 2}) });
    assert_eq!(last.verdict.as_ref().unwrap().outcome, Some(GameResult::First));

    let of = |bot: Option<&str>, status| {
        let bot = bot.map(str::to_owned);
        MatchFilter { tournament: Some(id(1)), bot, status, ..MatchFilter::default() }
    };
    assert_eq!(store.matches(&of(Some("c"), None)).await.unwrap().items.len(), 15);
    assert_eq!(store.matches(&of(None, Some(MatchStatus::Live))).await.unwrap().items, []);
    assert_eq!(store.matches(&of(None, Some(MatchStatus::Finished))).await.unwrap().items.len(), 25);
}

#[tokio::test]
async fn filters_tournament_matches_by_player() {
    let (_dir, store) = store().await;
    let entered = |n, name: &str| json!({"kind": "entered", "seat": Seat::person(id(n), name.to_owned())});
    store.open_live(row(1), &[entered(11, "a"), entered(12, "b")]).await.unwrap();
    store.open_live(row(2), &[entered(13, "a")]).await.unwrap();
    store.put_results(id(1), results(25)).await.unwrap();
    store.put_results(id(2), results(5)).await.unwrap();
    let of = |tournament, player, bot: Option<&str>| {
        let (tournament, player, bot) = (Some(id(tournament)), Some(id(player)), bot.map(str::to_owned));
        MatchFilter { tournament, player, bot, limit: 8, ..MatchFilter::default() }
    };
    let places = |page: &Page<MatchRow>| page.items.iter().map(|row| row.id).collect::<Vec<_>>();
    let page = store.matches(&of(1, 11, None)).await.unwrap();
    assert_eq!(places(&page), [23, 22, 21, 20, 18, 17, 16, 15].map(|n| id(1000 + n)));
    let after = MatchFilter { before: page.next, ..of(1, 11, None) };
    assert_eq!(places(&store.matches(&after).await.unwrap())[..2], [13, 12].map(|n| id(1000 + n)));
    let page = store.matches(&of(1, 11, Some("c"))).await.unwrap();
    assert_eq!(places(&page), [23, 22, 18, 17, 13, 12, 8, 7].map(|n| id(1000 + n)));
    for (tournament, player, matches) in [(1, 13, 0), (2, 13, 4), (2, 11, 0), (3, 11, 0)] {
        assert_eq!(store.matches(&of(tournament, player, None)).await.unwrap().items.len(), matches);
    }
}
