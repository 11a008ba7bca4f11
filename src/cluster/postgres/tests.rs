//! Against a real server. They need PostgreSQL's programs, which `tests/run` installs, and are left out of `cargo test` alone.

mod presence;
mod server;

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::{ConnectOptions, Connection};
use uuid::Uuid;

use self::server::Server;
use super::{Changes, Postgres, PostgresError, options};
use crate::cluster::leases::{self, Kind, LeaseTable, Life};
use crate::games::{BySide, GameId, Options, Side};
use crate::play::durable_log::conformance::{Logs, conforms};
use crate::play::{AppendError, DurableLog, Epoch, Event, MatchSetup, NewEntry, NumberedEvent, Seat, Write};
use crate::store::shared::{self, Batch, SharedLog, SharedLogError, Snapshot, Snapshots};

const LONG: Duration = Duration::from_secs(3_600);

/// Several nodes at one database: each owner is another one's life.
struct Nodes {
    url: String,
    lives: u64,
}

impl Logs for Nodes {
    type Log = Postgres;

    async fn own(&mut self, matches: &[Uuid]) -> (Arc<Postgres>, Epoch) {
        let node = Postgres::connect(&self.url).await.unwrap();
        self.lives += 1;
        let life = Life(Uuid::from_u64_pair(3, self.lives));
        node.join(life, LONG).await.unwrap();
        let mut epoch = Epoch(0);
        for id in matches {
            let owned = node.find(*id).await.unwrap();
            let lease = match owned {
                Some(owned) => node.pass(*id, owned.lease.epoch, Some(life)).await.unwrap(),
                None => node.make(life, Kind::Match, *id).await.unwrap(),
            };
            epoch = lease.unwrap().epoch;
        }
        (Arc::new(node), epoch)
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs; tests/run runs it"]
async fn it_is_a_durable_log_and_a_table_of_leases() {
    let server = Server::start().await;
    let mut nodes = Nodes { url: server.url(), lives: 0 };
    conforms(&mut nodes).await;
    let node = Postgres::connect(&server.url()).await.unwrap();
    // The suite begins with nobody.
    let mut connection = options(&server.url()).unwrap().connect().await.unwrap();
    sqlx::raw_sql("TRUNCATE leases, lives").execute(&mut connection).await.unwrap();
    leases::conformance::conforms(&node).await;
}

/// One node's way to the log of changes.
struct Way {
    node: Postgres,
    log: Changes,
    life: Life,
}

impl Way {
    async fn new(url: &str, n: u64) -> Arc<Self> {
        let node = Postgres::connect(url).await.unwrap();
        let (log, life) = (node.changes(Box::new(|_| {})), Life(Uuid::from_u64_pair(6, n)));
        node.join(life, LONG).await.unwrap();
        log.write_as(Some(life));
        Arc::new(Self { node, log, life })
    }
}

impl shared::conformance::Way for Way {
    fn log(&self) -> &dyn SharedLog {
        &self.log
    }

    fn end(&self) -> BoxFuture<'_, ()> {
        Box::pin(async { self.node.leave(self.life).await.unwrap() })
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs; tests/run runs it"]
async fn it_is_a_log_that_nodes_share() {
    let mut server = Server::start().await;
    let (one, two) = (Way::new(&server.url(), 1).await, Way::new(&server.url(), 2).await);
    shared::conformance::conforms(one.clone(), two).await;
    // What was answered outlives a crash; what comes meanwhile is not known to be kept, and the same again does no harm.
    let batch = |own: u64| Batch { writer: one.life.0, own, bodies: vec![format!("change {own}")] };
    server.crash();
    assert!(matches!(one.log.append(&batch(104)).await, Err(SharedLogError::Unavailable(_))));
    server.begin().await;
    assert_eq!(one.log.append(&batch(104)).await, Ok(205));
    assert_eq!(one.log.append(&batch(104)).await, Ok(205));
    assert_eq!(one.log.read(204).await.unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs; tests/run runs it"]
async fn a_connection_ends_with_the_runtime_on_which_it_was_made() {
    let server = Server::start().await;
    let one = Way::new(&server.url(), 1).await;
    let reading = Arc::clone(&one);
    let elsewhere = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(reading.log.read(0))
    };
    for _ in 0..2 {
        assert_eq!(std::thread::spawn(elsewhere.clone()).join().unwrap().unwrap().len(), 0);
        assert_eq!(one.log.read(0).await.unwrap().len(), 0);
    }
}

/// The numbers of the changes that the server has.
async fn numbers(connection: &mut sqlx::PgConnection) -> Vec<i64> {
    sqlx::query_scalar("SELECT number FROM changes ORDER BY number").fetch_all(connection).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs; tests/run runs it"]
async fn it_keeps_snapshots_beside_the_log() {
    let server = Server::start().await;
    let (one, two) = (Way::new(&server.url(), 1).await, Way::new(&server.url(), 2).await);
    shared::conformance::keeps_snapshots(one, two).await;
    let mut connection = options(&server.url()).unwrap().connect().await.unwrap();
    assert_eq!(numbers(&mut connection).await, [21]);
    let parts: i64 =
        sqlx::query_scalar("SELECT count(*) FROM snapshot_parts").fetch_one(&mut connection).await.unwrap();
    assert_eq!(parts, 4, "those of two snapshots");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs; tests/run runs it"]
async fn a_log_that_is_being_shortened_when_everything_dies_is_shortened_later() {
    let mut server = Server::start().await;
    let one = Way::new(&server.url(), 1).await;
    let bodies = (1..=12_000).map(|n| format!("change {n}")).collect();
    one.log.append(&Batch { writer: one.life.0, own: 1, bodies }).await.unwrap();
    let whole = Snapshot { reached: 11_990, parts: 1, bytes: 1, digest: [1; 32] };
    assert_eq!(one.log.begin(whole.reached).await, Ok(true));
    one.log.put(whole.reached, 0, vec![1]).await.unwrap();
    one.log.finish(&whole).await.unwrap();

    // A node of the release before, which would not notice, keeps it from being shortened.
    let mut connection = options(&server.url()).unwrap().connect().await.unwrap();
    let earlier =
        "INSERT INTO lives (id, expires) VALUES ('00000000-0000-0000-0000-000000000077', now() + interval '1 day')";
    sqlx::raw_sql(earlier).execute(&mut connection).await.unwrap();
    one.log.passed(12_000).await.unwrap();
    let least = "SELECT least FROM schema";
    assert_eq!(one.log.shorten().await, Ok(0));
    assert_eq!(sqlx::query_scalar::<_, i64>(least).fetch_one(&mut connection).await.unwrap(), 1);
    sqlx::raw_sql("DELETE FROM lives WHERE reached IS NULL").execute(&mut connection).await.unwrap();

    // Everything dies after the first part of it, and in the midst of the second.
    let cut = one.log.cut().await.unwrap();
    assert_eq!(cut, 11_990);
    assert!(one.log.delete(cut).await.unwrap());
    let mut transaction = connection.begin().await.unwrap();
    sqlx::raw_sql("DELETE FROM changes WHERE number < 7000").execute(&mut *transaction).await.unwrap();
    server.crash();
    drop(transaction);
    server.begin().await;
    let mut connection = options(&server.url()).unwrap().connect().await.unwrap();
    assert_eq!(numbers(&mut connection).await.first(), Some(&5_001));
    // Everybody can tell what is missing, whether it is gone already or not.
    let read = loop {
        // A connection that the crash has broken is made again.
        match one.log.read(4_000).await {
            Err(SharedLogError::Unavailable(_)) => tokio::time::sleep(Duration::from_millis(20)).await,
            read => break read,
        }
    };
    assert_eq!(read, Err(SharedLogError::Shortened));
    assert_eq!(one.log.read(5_000).await.unwrap()[0].number, 5_001);
    let shortened = loop {
        match one.log.shorten().await {
            Err(SharedLogError::Unavailable(_)) => tokio::time::sleep(Duration::from_millis(20)).await,
            shortened => break shortened,
        }
    };
    assert_eq!(shortened, Ok(11_990));
    assert_eq!(numbers(&mut connection).await, (11_991..=12_000).collect::<Vec<_>>());
    assert_eq!(one.log.read(11_990).await.unwrap().len(), 10);
    assert_eq!(one.log.part(11_990, 0).await, Ok(Some(vec![1])));
    // From now on it takes a program that knows of it.
    assert_eq!(sqlx::query_scalar::<_, i64>(least).fetch_one(&mut connection).await.unwrap(), 3);
    Postgres::connect(&server.url()).await.unwrap();
}

fn setup(n: u64) -> MatchSetup {
    let game = GameId::TicTacToe;
    MatchSetup {
        id: Uuid::from_u64_pair(4, n),
        game,
        options: game.complete_options(&Options::new()).unwrap(),
        position: None,
        opening: Vec::new(),
        seats: BySide::new(Seat::Open, Seat::Open),
        clock: None,
        rated: false,
        seed: n,
        created_ms: n,
    }
}

fn back(id: Uuid, epoch: Epoch, seq: u64) -> Write {
    let events = vec![NumberedEvent { seq, event: Event::Back { side: Side::First } }];
    Write { id, epoch, entry: NewEntry::Events { game: GameId::TicTacToe, events } }
}

/// A match, made by a life that owns it.
async fn made(node: &Postgres, n: u64) -> (Uuid, Epoch) {
    let (setup, life) = (setup(n), Life(Uuid::from_u64_pair(5, n)));
    node.join(life, LONG).await.unwrap();
    let lease = node.make(life, Kind::Match, setup.id).await.unwrap().unwrap();
    let id = setup.id;
    let write = Write { id, epoch: lease.epoch, entry: NewEntry::Match(Box::new(setup)) };
    assert_eq!(node.append(vec![write]).await, [Ok(())]);
    (id, lease.epoch)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs; tests/run runs it"]
async fn a_server_that_dies_loses_nothing_that_was_answered() {
    let mut server = Server::start().await;
    let node = Postgres::connect(&server.url()).await.unwrap();
    let (id, epoch) = made(&node, 1).await;
    let mut last = 0;
    for _ in 0..3 {
        for _ in 0..20 {
            last += 1;
            assert_eq!(node.append(vec![back(id, epoch, last)]).await, [Ok(())]);
        }
        server.crash();
        let answer = node.append(vec![back(id, epoch, last + 1)]).await;
        assert!(matches!(&answer[..], [Err(AppendError::Unavailable(_))]), "{answer:?}");
        assert!(node.read(id, 1).await.is_err());
        assert!(node.find(id).await.is_err());
        server.begin().await;
        // The same again goes on from where it was.
        while node.append(vec![back(id, epoch, last + 1)]).await != [Ok(())] {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        last += 1;
        let numbers = |read: crate::play::LoggedMatch| read.events.iter().map(|event| event.seq).collect::<Vec<_>>();
        let read = loop {
            if let Ok(read) = node.read(id, 1).await {
                break read.unwrap();
            }
        };
        assert_eq!(numbers(read), (1..=last).collect::<Vec<_>>());
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs; tests/run runs it"]
async fn a_node_that_stops_amid_a_write_holds_nobody_up() {
    let server = Server::start().await;
    let node = Postgres::connect(&server.url()).await.unwrap();
    let (id, epoch) = made(&node, 2).await;
    let mut stopped = options(&server.url()).unwrap().connect().await.unwrap();
    let mut transaction = stopped.begin().await.unwrap();
    sqlx::query("SELECT epoch FROM leases WHERE id = $1 FOR SHARE").bind(id).execute(&mut *transaction).await.unwrap();
    // While it is stopped, whoever takes over asks until the server gives the transaction up.
    let other = Life(Uuid::from_u64_pair(5, 99));
    let passed = loop {
        if let Ok(passed) = node.pass(id, epoch, Some(other)).await {
            break passed.unwrap();
        }
    };
    let late =
        sqlx::query("INSERT INTO events (match, seq, epoch, body) VALUES ($1, 1, $2, '{}')").bind(id).bind(1_i64);
    assert!(late.execute(&mut *transaction).await.is_err());
    drop(transaction);
    assert_eq!(
        node.append(vec![back(id, epoch, 1), back(id, passed.epoch, 1)]).await,
        [Err(AppendError::Stale), Ok(())]
    );
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs; tests/run runs it"]
async fn two_releases_share_a_schema_until_one_is_too_old() {
    let server = Server::start().await;
    let url = server.url();
    // Several start at once on an empty database.
    let starts = [1, 2, 3].map(|_| Postgres::connect(&url));
    for start in futures::future::join_all(starts).await {
        start.unwrap();
    }
    let mut connection = options(&url).unwrap().connect().await.unwrap();
    // A later release has added something that this one does not know.
    sqlx::raw_sql(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (1000, 'later', true, '', 0); \
         ALTER TABLE events ADD COLUMN later bigint",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    let node = Postgres::connect(&url).await.unwrap();
    let (id, epoch) = made(&node, 3).await;
    assert_eq!(node.append(vec![back(id, epoch, 1)]).await, [Ok(())]);
    // It has taken something away.
    sqlx::raw_sql("UPDATE schema SET least = 1000").execute(&mut connection).await.unwrap();
    let Err(error) = Postgres::connect(&url).await else { panic!("it was accepted") };
    assert!(matches!(error, PostgresError::Newer { least: 1000, .. }), "{error}");
}
