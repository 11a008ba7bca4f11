//! Stores that share a log: whatever is written at whichever of them, and whatever becomes of them, all say the same.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures::future::{BoxFuture, join_all};
use tempfile::TempDir;

use super::{bot, ended, id, numbered, person, raw, setup, setup_of};
use crate::games::{GameId, Side};
use crate::play::{Event, EventLog, GameResult, MatchSetup};
use crate::store::accounts::{Change, Claim, Conflict};
use crate::store::peace::NewReport;
use crate::store::shared::SharedLog;
use crate::store::shared::conformance::{Way, conforms, keeps_snapshots};
use crate::store::shared::model::{Kept, Model};
use crate::store::{Store, StoreError, sql};

pub(super) const GAME: GameId = GameId::TicTacToe;

impl Way for Model {
    fn log(&self) -> &dyn SharedLog {
        self
    }

    fn end(&self) -> BoxFuture<'_, ()> {
        Self::end(self);
        Box::pin(async {})
    }
}

#[tokio::test]
async fn the_model_is_a_shared_log() {
    let kept = Arc::default();
    conforms(Model::new(&kept, 1), Model::new(&kept, 2)).await;
    let kept = Arc::default();
    keeps_snapshots(Model::new(&kept, 1), Model::new(&kept, 2)).await;
}

pub(super) async fn open(dir: &Path, kept: &Arc<Kept>, writer: u64) -> (Arc<Model>, Store) {
    let log = Model::new(kept, writer);
    let store = Store::open_shared(dir, Arc::clone(&log) as Arc<dyn SharedLog>).await.unwrap();
    (log, store)
}

/// Waits until a store has done what the log says, in its database as well.
pub(super) async fn caught_up(store: &Store, dir: &Path, kept: &Arc<Kept>) {
    let last = kept.changes().len() as i64;
    let connection = raw(dir);
    loop {
        store.catch_up().await;
        let reached: i64 = sql::value(&connection, "SELECT reached FROM replica", []).unwrap();
        if reached == last {
            return;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// All that a database says, without how it packs events and without the hashes that nobody has the secret of.
pub(super) fn told(dir: &Path) -> Vec<String> {
    let connection = raw(dir);
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN \
         ('packs', 'replica', 'log_of', 'players', '_sqlx_migrations', 'sqlite_sequence', 'sqlite_stat1') ORDER BY name";
    let tables: Vec<String> = sql::all(&connection, tables, [], sql::column).unwrap();
    let mut queries: Vec<String> = Vec::new();
    for table in &tables {
        let columns = "SELECT 'quote(' || group_concat(name, ') || '' '' || quote(') || ')' FROM pragma_table_info(?)";
        let columns: String = sql::value(&connection, columns, [table]).unwrap();
        queries.push(format!("SELECT '{table} ' || {columns} FROM {table} ORDER BY 1"));
    }
    queries.push("SELECT 'player ' || hex(id) || name || created_ms FROM players ORDER BY 1".to_owned());
    queries.push(
        "SELECT 'event ' || match_key || ' ' || (first_seq + key) || value FROM packs, json_each(packs.body) ORDER BY 1"
            .to_owned(),
    );
    let mut told = Vec::new();
    for query in queries {
        told.extend(sql::all(&connection, &query, [], sql::column::<String>).unwrap());
    }
    told
}

fn claim(player: u64, look: &str) -> Claim {
    Claim {
        player: id(player),
        name: format!("name {player}"),
        looks: vec![look.to_owned()],
        owner: None,
        password: Some("secret".to_owned()),
        codes: vec![[7; 32]],
        token: None,
        at_ms: 7,
    }
}

async fn play(store: &Store, setup: &MatchSetup, end: GameResult) {
    store.create(setup).await.unwrap();
    let moves = ["a1", "b2"].map(|text| GAME.parse_move(text).unwrap());
    for (ply, mv) in moves.into_iter().enumerate() {
        let side = if ply == 0 { Side::First } else { Side::Second };
        let moved = numbered(ply as u64 + 1, [Event::Moved { ply, side, mv, clocks: None }]);
        store.append(setup.id, GAME, moved).await.unwrap();
    }
    store.append(setup.id, GAME, numbered(3, [ended(Some(end))])).await.unwrap();
}

/// What a node's people do, many things at once.
pub(super) async fn busy(store: &Store, from: u64) {
    let people = (from..from + 8).map(|n| async move {
        let hash = [u8::try_from(n).unwrap(); 32];
        store.create_player(id(n), &format!("person {n}"), hash, 5).await.unwrap();
        store.claim(claim(n, &format!("look {n}"))).await.unwrap();
        let removed = Change { password: Some(None), codes: Some(vec![[8; 32]]), ..Change::default() };
        store.change_account(id(n), removed).await.unwrap();
        for game in 0..5 {
            // Against those of the other node as well.
            let (first, second) = (person(n), person(10 + (n * 7 + game) % 30));
            let result = if n % 2 == 0 { GameResult::First } else { GameResult::Draw };
            play(store, &MatchSetup { rated: true, ..setup_of(1_000 + n * 10 + game, GAME, first, second) }, result)
                .await;
        }
        let report = NewReport {
            reporter: id(n),
            reported: id(n),
            match_id: None,
            reason: "x".to_owned(),
            at_ms: 3,
            most: (9, 99),
        };
        store.report(report).await.unwrap();
    });
    join_all(people).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_come_to_the_same_whatever_is_written_where() {
    let (kept, dirs): (Arc<Kept>, [TempDir; 3]) =
        (Arc::default(), std::array::from_fn(|_| tempfile::tempdir().unwrap()));
    let (_, a) = open(dirs[0].path(), &kept, 1).await;
    let (_, b) = open(dirs[1].path(), &kept, 2).await;
    tokio::join!(busy(&a, 10), busy(&b, 20));

    // Two ask for one name at the same time: one of them gets it.
    let (one, other) = tokio::join!(a.claim(claim(30, "wanted")), b.claim(claim(31, "wanted")));
    assert!(one.is_err() && other.is_err(), "neither is a player yet");
    for (store, n) in [(&a, 30), (&b, 31)] {
        store.create_player(id(n), "somebody", [u8::try_from(n).unwrap(); 32], 5).await.unwrap();
    }
    let (one, other) = tokio::join!(a.claim(claim(30, "wanted")), b.claim(claim(31, "wanted")));
    let taken = [one, other].into_iter().filter(|it| matches!(it, Err(StoreError::Conflict(Conflict::NameTaken))));
    assert_eq!(taken.count(), 1);
    assert!(a.account(id(10)).await.unwrap().unwrap().password.is_none(), "a password that was taken away");

    // What was answered at one node is soon seen at the other, and read there where it is not in the database yet.
    let made = setup_of(5, GAME, bot("beginner"), person(10));
    a.create(&made).await.unwrap();
    while b.setup(made.id).await.unwrap().is_none() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    b.append(made.id, GAME, numbered(1, [Event::Back { side: Side::First }])).await.unwrap();
    // Whoever writes what another has written already is refused, or told so where it is the same.
    let other = numbered(1, [Event::Back { side: Side::Second }]);
    assert!(a.append(made.id, GAME, other).await.is_err());
    a.append(made.id, GAME, numbered(1, [Event::Back { side: Side::First }])).await.unwrap();

    // A third comes late, and one is killed and comes back.
    drop(b);
    let (_, c) = open(dirs[2].path(), &kept, 3).await;
    c.block(id(10), id(20), 3, 9).await.unwrap();
    c.delete_account(id(12), 9).await.unwrap();
    let (_, b) = open(dirs[1].path(), &kept, 4).await;
    assert!(
        b.are_apart(&b.player(id(10)).await.unwrap().unwrap(), &b.player(id(20)).await.unwrap().unwrap())
            .await
            .unwrap()
    );
    for (store, dir) in [(&a, &dirs[0]), (&b, &dirs[1]), (&c, &dirs[2])] {
        caught_up(store, dir.path(), &kept).await;
    }
    let told: Vec<_> = dirs.iter().map(|dir| told(dir.path())).collect();
    assert!(told[0].len() > 400, "{} rows", told[0].len());
    for other in &told[1..] {
        let differs: Vec<_> = told[0].iter().zip(other).filter(|(one, other)| one != other).take(5).collect();
        assert_eq!((told[0].len(), differs), (other.len(), Vec::new()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_was_thought_dead_is_told_so_and_reads_on() {
    let (kept, dirs): (Arc<Kept>, [TempDir; 2]) =
        (Arc::default(), std::array::from_fn(|_| tempfile::tempdir().unwrap()));
    let (log, a) = open(dirs[0].path(), &kept, 1).await;
    let (other, b) = open(dirs[1].path(), &kept, 2).await;
    a.create(&setup(1)).await.unwrap();
    log.end();
    assert!(matches!(a.create_player(id(1), "x", [1; 32], 5).await, Err(StoreError::NotWritten(_))));
    assert!(a.create(&setup(2)).await.is_err());
    b.create(&setup(3)).await.unwrap();
    caught_up(&a, dirs[0].path(), &kept).await;
    let store = &a;
    let there = join_all([1, 2, 3].map(|n| async move { store.setup(id(n)).await.unwrap().is_some() })).await;
    assert_eq!(there, [true, false, true]);
    // The store is opened again in the same life, as by a node that leads once more.
    b.close().await.unwrap();
    let b = Store::open_shared(dirs[1].path(), other).await.unwrap();
    b.create_player(id(2), "y", [2; 32], 5).await.unwrap();
    // Another life of the same node.
    log.begin_life(7);
    assert!(a.create(&setup(2)).await.is_err(), "what was asked in one life is not written in the next");
    a.close().await.unwrap();
    let a = Store::open_shared(dirs[0].path(), log).await.unwrap();
    a.create(&setup(2)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_directory_follows_one_log_or_none() {
    let (kept, dir, own): (Arc<Kept>, _, _) =
        (Arc::default(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (_, store) = open(dir.path(), &kept, 1).await;
    store.create(&setup(1)).await.unwrap();
    store.close().await.unwrap();
    assert!(matches!(Store::open(dir.path()).await, Err(StoreError::NotForThis { .. })));
    let store = Store::open(own.path()).await.unwrap();
    store.create(&setup(1)).await.unwrap();
    store.close().await.unwrap();
    let log = Model::new(&kept, 1) as Arc<dyn SharedLog>;
    assert!(matches!(Store::open_shared(own.path(), log).await, Err(StoreError::NotForThis { .. })));
}
