//! Standings equal the sums over all matches, and lists and standings are read from indexes.

use std::time::Duration;

use rusqlite::Connection;
use uuid::Uuid;

use super::{bot, ended, id, keep, numbered, person, raw, setup_of, store, tamper};
use crate::games::seed::derive;
use crate::games::{GameId, Side};
use crate::play::{Event, EventLog, GameResult, Seat};
use crate::store::queries::check::SUMMED;
use crate::store::queries::lists::keys::{newest, next_kind, whom};
use crate::store::queries::lists::names::{bearer, range};
use crate::store::sql::Query;
use crate::store::{Holder, MatchFilter, MatchStatus, Store, StoreError, sql};

/// Computes the leaderboard by summing over all matches.
fn summed(dir: &std::path::Path, game: GameId) -> Vec<(Option<Uuid>, String, [i64; 3])> {
    let query = format!(
        "SELECT player, shown, wins, draws, losses FROM ({SUMMED}) WHERE game = ?1 \
         ORDER BY 2 * wins + draws DESC, losses, shown, player LIMIT 1000"
    );
    let line = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, [row.get(2)?, row.get(3)?, row.get(4)?]));
    sql::all(&raw(dir), &query, [game.name()], line).unwrap()
}

async fn kept(store: &Store, game: GameId) -> Vec<(Option<Uuid>, String, [i64; 3])> {
    let board = store.leaderboard(game, 1_000).await.unwrap();
    let line = board.into_iter().map(|line| {
        let player = match line.holder {
            Holder::Player(player) => Some(player),
            Holder::Bot(name) => {
                assert_eq!(name, line.name);
                None
            }
        };
        let tally = [line.tally.wins, line.tally.draws, line.tally.losses].map(|count| i64::try_from(count).unwrap());
        (player, line.name, tally)
    });
    line.collect()
}

/// A random seat: a person with one of several names, a bot, or a free seat.
fn seat(random: u64) -> Seat {
    let who = random / 7 % 6;
    match random % 7 {
        0..=2 => Seat::person(id(who), format!("name {}", random / 42 % 3)),
        3 | 4 => bot(&format!("name {who}")),
        5 => Seat::Open,
        _ => Seat::Reserved { player: id(who) },
    }
}

#[tokio::test]
async fn standings_equal_the_sums_over_matches() {
    let (dir, store) = store().await;
    let games = [GameId::Bones, GameId::TicTacToe];
    let outcomes =
        [None, Some(None), Some(Some(GameResult::First)), Some(Some(GameResult::Second)), Some(Some(GameResult::Draw))];
    for n in 0..400_u64 {
        let random = |what| derive(n, &[what]);
        if n % 40 == 0 {
            let player = n / 40;
            store
                .create_player(id(player), &format!("Ann {player}"), [u8::try_from(player).unwrap(); 32], 5)
                .await
                .unwrap();
        }
        if n % 30 == 0 {
            // The player may not exist.
            let _ = store.rename_player(id(random(9) % 6), &format!("Ben {}", random(8) % 4)).await;
        }
        let setup = setup_of(n, games[usize::from(random(0) % 2 == 0)], seat(random(1)), seat(random(2)));
        let seated = (random(3) % 3 == 0).then(|| Event::Seated { side: Side::Second, seat: seat(random(4)) });
        let end = outcomes[usize::try_from(random(5) % 5).unwrap()].map(ended);
        let events: Vec<Event> = seated.into_iter().chain(end).collect();
        keep(&store, &setup, events.clone()).await;
        // Repeated after a lost answer: nothing counts twice.
        store.append(setup.id, setup.game, numbered(1, events)).await.unwrap();
    }
    store.catch_up().await;
    for game in games {
        let expected = summed(dir.path(), game);
        assert!(expected.len() > 8, "{expected:?}");
        assert_eq!(kept(&store, game).await, expected);
        for (player, _, [wins, draws, losses]) in expected {
            let Some(player) = player else { continue };
            let tally = store.tally(player).await.unwrap()[&game];
            assert_eq!(
                [tally.wins, tally.draws, tally.losses].map(|n| i64::try_from(n).unwrap()),
                [wins, draws, losses]
            );
        }
    }
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);

    tamper(dir.path(), "UPDATE standings SET wins = wins + 1 WHERE key = 1");
    let faults = store.check().await.unwrap();
    assert!(!faults.is_empty() && faults.iter().all(|fault| fault.contains("tally of")), "{faults:?}");
}

/// Returns the steps of SQLite's query plan, each with its parent.
fn steps(connection: &Connection, query: &Query) -> Vec<(i64, String)> {
    let mut explain = Query::new("EXPLAIN QUERY PLAN ");
    explain.append(query);
    explain.all(connection, |row| Ok((row.get("parent")?, row.get("detail")?))).unwrap()
}

#[tokio::test]
async fn no_list_scans_all_matches() {
    let (dir, store) = store().await;
    store.create_player(id(1), "Ann", [1; 32], 5).await.unwrap();
    let connection = raw(dir.path());
    let kind = ("bones".to_owned(), "open".to_owned());
    for number in 0..32_u8 {
        let has = |bit: u8| number & (1 << bit) != 0;
        let filter = MatchFilter {
            game: has(0).then_some(GameId::Bones),
            status: has(1).then_some(MatchStatus::Open),
            player: has(2).then(|| id(1)),
            bot: has(3).then(|| "parity".to_owned()),
            before: has(4).then(|| "7".parse().unwrap()),
            ..MatchFilter::default()
        };
        let is_whole = filter.game.is_none() && filter.player.is_none() && filter.bot.is_none();
        for who in whom(&filter) {
            let steps_to_newest = steps(&connection, &newest(&who, (!is_whole).then_some(&kind), &filter));
            assert!(!steps_to_newest.is_empty());
            for (_, step) in steps_to_newest {
                // The newest of all matches are at the end of the table itself.
                let is_end = is_whole && filter.status.is_none() && step == "SCAN matches";
                assert!(is_end || step.starts_with("SEARCH matches "), "{step}: {filter:?}");
            }
            // The step to the next game and status uses only the index and skips all matches in between.
            for (query, bounds) in next_kind(&who, &kind).iter().zip(["game=? AND status>?)", "game>?)"]) {
                let steps = steps(&connection, query);
                let is_right = |step: &str| step.contains("USING COVERING INDEX") && step.ends_with(bounds);
                assert!(steps.len() == 1 && is_right(&steps[0].1), "{steps:?}: {filter:?}");
            }
        }
    }
}

#[tokio::test]
async fn name_queries_use_their_index() {
    let (dir, _store) = store().await;
    let connection = raw(dir.path());
    let kind = ("bones".to_owned(), "open".to_owned());
    for number in 0..8_u8 {
        let has = |bit: u8| number & (1 << bit) != 0;
        let filter = MatchFilter {
            game: has(0).then_some(GameId::Bones),
            status: has(1).then_some(MatchStatus::Open),
            before: has(2).then(|| "7".parse().unwrap()),
            ..MatchFilter::default()
        };
        for side in Side::BOTH {
            let who = bearer(side, "Ann");
            let [of_game, of_another] = next_kind(&who, &kind);
            for query in [newest(&who, Some(&kind), &filter), of_game, of_another, range(side, "Ann", &filter)] {
                let steps = steps(&connection, &query);
                let read: Vec<_> = steps.iter().filter(|(_, step)| step.contains(" matches ")).collect();
                let by_name = |step: &str| step.starts_with("SEARCH matches USING COVERING INDEX matches_by_");
                assert!(!read.is_empty() && read.iter().all(|(_, step)| by_name(step)), "{steps:?}: {filter:?}");
                assert!(read.iter().all(|(_, step)| step.contains("_name (")), "{steps:?}: {filter:?}");
            }
        }
    }
}

/// A list query that never ends.
fn endless(connection: &Connection) -> Result<i64, StoreError> {
    let count = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n";
    sql::value(connection, count, [])
}

#[tokio::test]
async fn cancels_a_slow_list_and_continues_with_the_next() {
    let (_dir, store) = store().await;
    keep(&store, &setup_of(1, GameId::Bones, person(1), person(2)), [ended(Some(GameResult::First))]).await;
    store.limit_lists(Duration::from_millis(50));
    let given_up = store.list(endless).await;
    assert!(matches!(given_up, Err(StoreError::NotInTime)), "{given_up:?}");
    store.limit_lists(Duration::from_secs(60));
    // A query whose caller is gone releases its slot.
    let unwanted = store.list(endless);
    assert!(tokio::time::timeout(Duration::from_millis(50), unwanted).await.is_err());
    assert_eq!(store.leaderboard(GameId::Bones, 10).await.unwrap().len(), 2);
    // Queries without a slot fail in time and do not start. Short reads still work.
    let crowd: Vec<_> = std::iter::repeat_with(|| store.clone()).take(16).collect();
    let crowd: Vec<_> = crowd.into_iter().map(|store| tokio::spawn(async move { store.list(endless).await })).collect();
    tokio::task::yield_now().await;
    store.limit_lists(Duration::from_millis(50));
    let (read, was_read) = std::sync::mpsc::channel();
    let crowded = store.list(move |_| Ok(read.send(()).is_ok())).await;
    assert!(matches!(crowded, Err(StoreError::NotInTime)), "{crowded:?}");
    assert!(was_read.try_recv().is_err(), "no slot was free");
    assert!(store.setup(id(1)).await.unwrap().is_some());
    // Slots are free again after the running queries were aborted.
    crowd.iter().for_each(tokio::task::JoinHandle::abort);
    store.limit_lists(Duration::from_secs(60));
    assert_eq!(store.leaderboard(GameId::Bones, 10).await.unwrap().len(), 2);
}
