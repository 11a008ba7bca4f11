//! The log of changes in PostgreSQL.
//!
//! A batch is appended by one statement, which is a transaction: it holds the writer's row in the list of lives, so that
//! nobody takes it from the list meanwhile, and the log's head, so that numbers are seen in their order.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use tokio::runtime::{Handle, Id};
use tokio::sync::Notify;
use uuid::Uuid;

use super::{ANSWER_WITHIN, Postgres};
use crate::cluster::leases::Life;
use crate::store::shared::{Batch, Change, SharedLog, SharedLogError};

/// So many changes are read at a time.
const MOST_READ: i64 = 1_000;
/// So often it is looked for changes of which nothing was heard.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Appends a batch whose writer is on the list of lives and that is not there yet; the number of its first change. One that
/// was sent again may arrive long after, when it is not there any more: the writer's count tells. The writer's last change is
/// asked for so that the index over writers gives it: whether there is one from a number on is looked for in the whole table
/// where one writer has made all of it.
const APPEND: &str = "\
    WITH alive AS (SELECT id FROM lives WHERE id = $1 AND counted < $2 FOR KEY SHARE), \
    grown AS (UPDATE head SET last = last + cardinality($3::text[]) \
        WHERE EXISTS (SELECT FROM alive) \
            AND $2 > COALESCE((SELECT own FROM changes WHERE writer = $1 ORDER BY own DESC LIMIT 1), 0) \
        RETURNING last - cardinality($3::text[]) AS before), \
    added AS (INSERT INTO changes (number, writer, own, body) \
        SELECT before + n, $1, $2 + n - 1, body FROM grown, unnest($3::text[]) WITH ORDINALITY AS given (body, n) \
        RETURNING number) \
    SELECT MIN(number) FROM added";

/// Changes after a number, and up to which they may be missing: seen at one time. A single row without a change where there
/// are none.
const READ: &str = "\
    SELECT cut, number, writer, own, body FROM head LEFT JOIN \
        (SELECT number, writer, own, body FROM changes WHERE number > $1 ORDER BY number LIMIT $2) AS later ON true \
    ORDER BY number";

/// A row of what was read: up to where changes may be missing, and the change.
type Row = (i64, Option<i64>, Option<Uuid>, Option<i64>, Option<String>);

/// One node's way to the log.
pub struct Changes {
    options: PgConnectOptions,
    /// For what is not about single changes.
    pub(super) aside: PgPool,
    /// For what is said of lives alone, and need not outlast a crash.
    pub(super) lives: PgPool,
    /// Made again after each failure, and where the runtime on which it was made is another one: it ends with that.
    connection: tokio::sync::Mutex<Option<(Id, PgConnection)>>,
    writer: Mutex<Option<Life>>,
    /// The next number of the own count.
    next: AtomicU64,
    grown: Arc<Notify>,
    /// Is told the number of the last change that was appended here.
    told: Box<dyn Fn(u64) + Send + Sync>,
}

impl Postgres {
    /// A way to the log of changes. Whatever was appended here is `told`, so that other nodes need not look for it.
    #[must_use]
    pub fn changes(&self, told: Box<dyn Fn(u64) + Send + Sync>) -> Changes {
        Changes {
            options: self.options.clone(),
            aside: self.readers.clone(),
            lives: self.lives.clone(),
            connection: tokio::sync::Mutex::default(),
            writer: Mutex::default(),
            next: AtomicU64::new(1),
            grown: Arc::default(),
            told,
        }
    }
}

impl Changes {
    /// As which life this node writes from now on, if it may.
    pub fn write_as(&self, life: Option<Life>) {
        *self.writer.lock().unwrap_or_else(PoisonError::into_inner) = life;
    }

    /// Rings when others have appended something.
    #[must_use]
    pub fn bell(&self) -> Arc<Notify> {
        Arc::clone(&self.grown)
    }

    /// Has a connection answer. It is taken from its place, and put back when it has: so whoever asks next, after a failure as
    /// well, finds one that works.
    async fn asking<T>(&self, ask: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<T>) -> sqlx::Result<T> {
        let runtime = Handle::current().id();
        let mut kept = self.connection.lock().await;
        let mut connection = match kept.take() {
            Some((of, connection)) if of == runtime => connection,
            _ => self.options.connect().await?,
        };
        let answer = ask(&mut connection).await?;
        *kept = Some((runtime, connection));
        Ok(answer)
    }

    async fn append_one(&self, batch: &Batch) -> sqlx::Result<Option<i64>> {
        let own = batch.own.cast_signed();
        self.asking(async |connection| {
            let append = sqlx::query_scalar(APPEND).bind(batch.writer).bind(own).bind(&batch.bodies);
            let first: Option<i64> = append.fetch_one(&mut *connection).await?;
            if first.is_some() {
                return Ok(first);
            }
            let known = sqlx::query_scalar("SELECT number FROM changes WHERE writer = $1 AND own = $2");
            known.bind(batch.writer).bind(own).fetch_optional(connection).await
        })
        .await
    }

    async fn read_after(&self, after: u64) -> sqlx::Result<Vec<Row>> {
        let read = sqlx::query_as(READ).bind(after.cast_signed()).bind(MOST_READ);
        self.asking(async |connection| read.fetch_all(connection).await).await
    }

    async fn own_id(&self) -> sqlx::Result<Uuid> {
        self.asking(async |connection| sqlx::query_scalar("SELECT id FROM head").fetch_one(connection).await).await
    }
}

/// Waits for an answer, but not for long.
async fn soon<T>(asking: impl Future<Output = sqlx::Result<T>>) -> Result<T, SharedLogError> {
    within(ANSWER_WITHIN, asking).await
}

/// Waits for an answer for so long.
pub(super) async fn within<T>(
    time: Duration,
    asking: impl Future<Output = sqlx::Result<T>>,
) -> Result<T, SharedLogError> {
    let unavailable = |problem: &dyn std::fmt::Display| {
        SharedLogError::Unavailable(format!("the shared database cannot be used: {problem}"))
    };
    match tokio::time::timeout(time, asking).await {
        Ok(answer) => answer.map_err(|error| unavailable(&error)),
        Err(_) => Err(unavailable(&"it does not answer")),
    }
}

impl SharedLog for Changes {
    fn id(&self) -> BoxFuture<'_, Result<Uuid, SharedLogError>> {
        Box::pin(soon(self.own_id()))
    }

    fn writer(&self) -> Option<Uuid> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner).map(|life| life.0)
    }

    fn numbers(&self, count: u64) -> u64 {
        self.next.fetch_add(count, Ordering::Relaxed)
    }

    fn append<'a>(&'a self, batch: &'a Batch) -> BoxFuture<'a, Result<u64, SharedLogError>> {
        Box::pin(async move {
            let first = soon(self.append_one(batch)).await?.ok_or(SharedLogError::Ended)?.cast_unsigned();
            (self.told)(first + batch.bodies.len() as u64 - 1);
            Ok(first)
        })
    }

    fn read(&self, after: u64) -> BoxFuture<'_, Result<Vec<Change>, SharedLogError>> {
        Box::pin(async move {
            let rows = soon(self.read_after(after)).await?;
            let cut = rows.first().map_or(0, |row| row.0.cast_unsigned());
            let change = |(_, number, writer, own, body): Row| {
                Some(Change {
                    number: number?.cast_unsigned(),
                    writer: writer?,
                    own: own?.cast_unsigned(),
                    body: body?,
                })
            };
            let changes: Vec<Change> = rows.into_iter().filter_map(change).collect();
            let begins_later = changes.first().map_or(cut > after, |first| first.number > after + 1);
            if begins_later { Err(SharedLogError::Shortened) } else { Ok(changes) }
        })
    }

    fn more(&self, _: u64) -> BoxFuture<'_, ()> {
        Box::pin(async {
            // What was missed is found a little later.
            tokio::time::timeout(LOOK_EVERY, self.grown.notified()).await.ok();
        })
    }
}
