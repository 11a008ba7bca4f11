//! Standings are what the matches sum to; lists and standings come out of indexes.

use std::time::Duration;

use sqlx::{AssertSqlSafe, QueryBuilder, Row};
use uuid::Uuid;

use super::{bot, ended, id, keep, numbered, person, raw, setup_of, store};
use crate::games::seed::derive;
use crate::games::{GameId, Side};
use crate::play::{Event, EventLog, GameResult, Seat};
use crate::store::queries::check::SUMMED;
use crate::store::queries::lists::matches::push_keys;
use crate::store::{Holder, MatchFilter, MatchStatus, Store, StoreError};

/// Leaderboards and tallies as they were before they were kept up: summed over all matches.
async fn summed(dir: &std::path::Path, game: GameId) -> Vec<(Option<Uuid>, String, [i64; 3])> {
    let query = format!(
        "SELECT * FROM ({SUMMED}) WHERE game = $1 ORDER BY 2 * wins + draws DESC, losses, shown, player LIMIT 1000"
    );
    let rows = sqlx::query(AssertSqlSafe(query)).bind(game.name()).fetch_all(&mut raw(dir).await).await.unwrap();
    rows.iter()
        .map(|row| (row.get("player"), row.get("shown"), ["wins", "draws", "losses"].map(|column| row.get(column))))
        .collect()
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

/// Somebody: a person who may have come under several names, a bot, or nobody yet.
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
async fn standings_are_what_the_matches_sum_to() {
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
            // Not everybody is there to be renamed.
            let _ = store.rename_player(id(random(9) % 6), &format!("Ben {}", random(8) % 4)).await;
        }
        let setup = setup_of(n, games[usize::from(random(0) % 2 == 0)], seat(random(1)), seat(random(2)));
        let seated = (random(3) % 3 == 0).then(|| Event::Seated { side: Side::Second, seat: seat(random(4)) });
        let end = outcomes[usize::try_from(random(5) % 5).unwrap()].map(ended);
        let events: Vec<Event> = seated.into_iter().chain(end).collect();
        keep(&store, &setup, events.clone()).await;
        // Told again, as after an answer that was lost: nothing counts twice.
        store.append(setup.id, setup.game, numbered(1, events)).await.unwrap();
    }
    store.catch_up().await;
    for game in games {
        let expected = summed(dir.path(), game).await;
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

    // A database of before: its standings are summed once, when it is opened.
    store.close().await.unwrap();
    let before = kept_rows(&mut raw(dir.path()).await).await;
    super::turn_back(dir.path(), 2).await;
    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(kept_rows(&mut raw(dir.path()).await).await, before);
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);

    sqlx::query("UPDATE standings SET wins = wins + 1 WHERE key = 1")
        .execute(&mut raw(dir.path()).await)
        .await
        .unwrap();
    let faults = store.check().await.unwrap();
    assert!(!faults.is_empty() && faults.iter().all(|fault| fault.contains("tally of")), "{faults:?}");
}

async fn kept_rows(connection: &mut sqlx::SqliteConnection) -> Vec<String> {
    let rows: Vec<(String,)> = sqlx::query_as(
        "SELECT game || '|' || COALESCE(hex(player), '') || '|' || name || '|' || shown || '|' || wins || '|' || draws \
         || '|' || losses || '|' || points FROM standings ORDER BY 1",
    )
    .fetch_all(connection)
    .await
    .unwrap();
    rows.into_iter().map(|(row,)| row).collect()
}

#[tokio::test]
async fn no_list_goes_through_all_matches() {
    let (dir, store) = store().await;
    store.create_player(id(1), "Ann", [1; 32], 5).await.unwrap();
    let mut connection = raw(dir.path()).await;
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
        let mut query = QueryBuilder::new("EXPLAIN QUERY PLAN ");
        push_keys(&mut query, &filter);
        let plan = query.build().fetch_all(&mut connection).await.unwrap();
        let is_whole = filter.game.is_none() && filter.player.is_none() && filter.bot.is_none();
        let steps: Vec<(i64, &str)> = plan.iter().map(|step| (step.get("parent"), step.get("detail"))).collect();
        for (parent, step) in &steps {
            // The newest of all matches are the end of the table itself.
            let is_end = is_whole && filter.status.is_none() && *step == "SCAN matches";
            assert!(is_end || !step.starts_with("SCAN matches"), "{step}: {filter:?}");
            // What has been cut to a page is sorted, but nothing that is as long as it likes.
            let of_matches = |other: &(i64, &str)| other.0 == *parent && other.1.contains(" matches");
            assert!(!(step.contains("TEMP B-TREE") && steps.iter().any(of_matches)), "{steps:?}: {filter:?}");
        }
    }
}

#[tokio::test]
async fn a_list_that_takes_too_long_is_given_up_and_the_next_one_is_read() {
    let (_dir, store) = store().await;
    keep(&store, &setup_of(1, GameId::Bones, person(1), person(2)), [ended(Some(GameResult::First))]).await;
    store.limit_lists(Duration::from_millis(50));
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n";
    let mut reader = store.list_reader().await.unwrap();
    let given_up = sqlx::query_scalar::<_, i64>(endless).fetch_one(&mut *reader).await.map_err(StoreError::from);
    assert!(matches!(given_up, Err(StoreError::NotInTime)), "{given_up:?}");
    drop(reader);
    store.limit_lists(Duration::from_secs(60));
    // One that nobody waits for any more does not hold its connection either.
    let mut reader = store.list_reader().await.unwrap();
    let unwanted = sqlx::query_scalar::<_, i64>(endless).fetch_one(&mut *reader);
    assert!(tokio::time::timeout(Duration::from_millis(50), unwanted).await.is_err());
    drop(reader);
    assert_eq!(store.leaderboard(GameId::Bones, 10).await.unwrap().len(), 2);
    // Those that find no connection in time are told so; single things are looked up all the same.
    store.limit_lists(Duration::from_millis(50));
    let mut held = Vec::new();
    let crowded = loop {
        match store.list_reader().await {
            Ok(reader) => held.push(reader),
            Err(error) => break error,
        }
    };
    assert!(matches!(crowded, StoreError::NotInTime), "{crowded}");
    assert!(store.setup(id(1)).await.unwrap().is_some());
}
