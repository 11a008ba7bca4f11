//! Snapshots beside the log of changes, in parts, and how the log is made shorter with them.
//!
//! What is long goes over connections of its own, so that no move waits for it. Changes go in two steps: first the head of the
//! log says up to which they may be missing, then they are deleted, some at a time; whoever is killed in between has made
//! nothing wrong, and the next look goes on.

use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::Acquire;
use uuid::Uuid;

use super::changes::{Changes, within};
use crate::store::shared::{Growth, SharedLog, SharedLogError, Snapshot, Snapshots};

/// So long a part may take, or whatever else is about much.
const LONG: Duration = Duration::from_secs(60);
/// So many changes are deleted at a time.
const TOGETHER: i64 = 5_000;
/// The size of changes is guessed from so many of them.
const SAMPLE: i64 = 1_000;
/// The step of the schema that a program must know once changes are missing.
const STEP: i64 = 3;
/// The number of the lock under which a snapshot is begun.
const BEGINNING: i64 = 0x6172_656e_6121;

/// Which changes nobody needs: those in the newest snapshot that all lives have done, and those in the one before it.
const LIMIT: &str = "\
    WITH whole AS (SELECT reached FROM snapshots WHERE digest IS NOT NULL ORDER BY reached DESC LIMIT 2) \
    SELECT GREATEST(LEAST((SELECT max(reached) FROM whole), (SELECT min(reached) FROM lives)), \
            (SELECT min(reached) FROM whole HAVING count(*) = 2)) \
    FROM head WHERE EXISTS (SELECT FROM whole) AND NOT EXISTS (SELECT FROM lives WHERE reached IS NULL)";

/// Says that changes up to one are not needed, and of each life how far its own count has come in them. A single statement, so
/// that no life waits for this node to go on, and with the head held before the lives: nobody waits for it who holds them.
const CUT: &str = "\
    WITH counts AS MATERIALIZED (SELECT id, (SELECT max(own) FROM changes WHERE writer = lives.id AND number <= $1) AS own \
        FROM lives), \
    moved AS (UPDATE head SET cut = GREATEST(cut, $1) WHERE (SELECT count(*) FROM counts) >= 0 RETURNING cut), \
    counted AS (UPDATE lives SET counted = GREATEST(counted, own) FROM counts, moved WHERE lives.id = counts.id) \
    UPDATE schema SET least = $2 FROM moved WHERE least < $2";

const GROWTH: &str = "\
    WITH newest AS (SELECT reached, bytes FROM snapshots WHERE digest IS NOT NULL ORDER BY reached DESC LIMIT 1) \
    SELECT head.last - COALESCE((SELECT reached FROM newest), 0), COALESCE((SELECT bytes FROM newest), 0), \
        COALESCE((SELECT avg(octet_length(body))::bigint FROM changes WHERE number > head.last - $1), 0) \
    FROM head";

type Row = (i64, i64, i64, Vec<u8>);

impl Changes {
    /// As whom it writes.
    fn own_life(&self) -> Result<Uuid, SharedLogError> {
        self.writer().ok_or(SharedLogError::Ended)
    }

    async fn find_newest(&self) -> sqlx::Result<Option<Row>> {
        let newest = "SELECT reached, parts, bytes, digest FROM snapshots WHERE digest IS NOT NULL \
             ORDER BY reached DESC LIMIT 1";
        sqlx::query_as(newest).fetch_optional(&self.aside).await
    }

    async fn begin_as(&self, life: Uuid, reached: i64) -> sqlx::Result<bool> {
        let mut connection = self.aside.acquire().await?;
        let mut transaction = connection.begin().await?;
        // One at a time, without keeping anybody from the log.
        sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(BEGINNING).execute(&mut *transaction).await?;
        let left = "DELETE FROM snapshots WHERE digest IS NULL \
             AND (maker = $1 OR NOT EXISTS (SELECT FROM lives WHERE lives.id = maker))";
        sqlx::query(left).bind(life).execute(&mut *transaction).await?;
        let begin = "INSERT INTO snapshots (reached, maker) SELECT $1, $2 \
             WHERE EXISTS (SELECT FROM lives WHERE id = $2) \
             AND NOT EXISTS (SELECT FROM snapshots WHERE digest IS NULL OR reached >= $1)";
        let begun = sqlx::query(begin).bind(reached).bind(life).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(begun.rows_affected() > 0)
    }

    async fn finish_as(&self, life: Uuid, whole: &Snapshot) -> sqlx::Result<bool> {
        let finish = "UPDATE snapshots SET parts = $3, bytes = $4, digest = $5 \
             WHERE reached = $1 AND maker = $2 AND digest IS NULL AND EXISTS (SELECT FROM lives WHERE id = $2) \
             AND ($3, $4) = (SELECT count(*), COALESCE(sum(octet_length(body)), 0)::bigint \
                 FROM snapshot_parts WHERE snapshot = $1)";
        let finish = sqlx::query(finish).bind(whole.reached.cast_signed()).bind(life);
        let finish = finish.bind(whole.parts.cast_signed()).bind(whole.bytes.cast_signed()).bind(&whole.digest[..]);
        if finish.execute(&self.aside).await?.rows_affected() == 0 {
            return Ok(false);
        }
        let older = "DELETE FROM snapshots WHERE digest IS NOT NULL AND reached < \
             (SELECT reached FROM snapshots WHERE digest IS NOT NULL ORDER BY reached DESC OFFSET 1 LIMIT 1)";
        sqlx::query(older).execute(&self.aside).await?;
        Ok(true)
    }

    /// Says which changes nobody needs.
    pub(super) async fn cut(&self) -> sqlx::Result<i64> {
        let cut: i64 = sqlx::query_scalar("SELECT cut FROM head").fetch_one(&self.aside).await?;
        let found: Option<Option<i64>> = sqlx::query_scalar(LIMIT).fetch_optional(&self.aside).await?;
        let Some(limit) = found.flatten().filter(|limit| *limit > cut) else { return Ok(cut) };
        // Whoever has not done them must not ask again for what it appended there, so its life ends.
        sqlx::query("DELETE FROM lives WHERE reached < $1").bind(limit).execute(&self.aside).await?;
        sqlx::query(CUT).bind(limit).bind(STEP).execute(&self.aside).await?;
        Ok(limit)
    }

    /// Deletes some changes up to this one, the first ones first; whether there may be more.
    pub(super) async fn delete(&self, cut: i64) -> sqlx::Result<bool> {
        let delete = "DELETE FROM changes WHERE number IN \
             (SELECT number FROM changes WHERE number <= $1 ORDER BY number LIMIT $2)";
        let deleted = sqlx::query(delete).bind(cut).bind(TOGETHER).execute(&self.aside).await?;
        Ok(deleted.rows_affected() > 0)
    }
}

impl Snapshots for Changes {
    fn newest(&self) -> BoxFuture<'_, Result<Option<Snapshot>, SharedLogError>> {
        Box::pin(async {
            let Some((reached, parts, bytes, digest)) = within(LONG, self.find_newest()).await? else {
                return Ok(None);
            };
            let unreadable = |_| SharedLogError::Unavailable("the digest of a snapshot is no SHA-256".to_owned());
            Ok(Some(Snapshot {
                reached: reached.cast_unsigned(),
                parts: parts.cast_unsigned(),
                bytes: bytes.cast_unsigned(),
                digest: digest.try_into().map_err(unreadable)?,
            }))
        })
    }

    fn part(&self, reached: u64, part: u64) -> BoxFuture<'_, Result<Option<Vec<u8>>, SharedLogError>> {
        let find = sqlx::query_scalar("SELECT body FROM snapshot_parts WHERE snapshot = $1 AND part = $2");
        let find = find.bind(reached.cast_signed()).bind(part.cast_signed());
        Box::pin(within(LONG, find.fetch_optional(&self.aside)))
    }

    fn begin(&self, reached: u64) -> BoxFuture<'_, Result<bool, SharedLogError>> {
        Box::pin(async move { within(LONG, self.begin_as(self.own_life()?, reached.cast_signed())).await })
    }

    fn put(&self, reached: u64, part: u64, body: Vec<u8>) -> BoxFuture<'_, Result<(), SharedLogError>> {
        let put = sqlx::query("INSERT INTO snapshot_parts (snapshot, part, body) VALUES ($1, $2, $3)");
        let put = put.bind(reached.cast_signed()).bind(part.cast_signed()).bind(body);
        Box::pin(async move { within(LONG, put.execute(&self.aside)).await.map(|_| ()) })
    }

    fn finish<'a>(&'a self, whole: &'a Snapshot) -> BoxFuture<'a, Result<(), SharedLogError>> {
        Box::pin(async move {
            let is_ours = within(LONG, self.finish_as(self.own_life()?, whole)).await?;
            if is_ours { Ok(()) } else { Err(SharedLogError::Ended) }
        })
    }

    fn growth(&self) -> BoxFuture<'_, Result<Growth, SharedLogError>> {
        let asked = sqlx::query_as(GROWTH).bind(SAMPLE);
        Box::pin(async move {
            let (changes, snapshot, each): (i64, i64, i64) = within(LONG, asked.fetch_one(&self.aside)).await?;
            let [changes, snapshot, each] = [changes, snapshot, each].map(|number| number.max(0).cast_unsigned());
            Ok(Growth { changes, bytes: changes.saturating_mul(each), snapshot })
        })
    }

    fn passed(&self, reached: u64) -> BoxFuture<'_, Result<(), SharedLogError>> {
        Box::pin(async move {
            let passed = sqlx::query("UPDATE lives SET reached = $2 WHERE id = $1");
            let passed = passed.bind(self.own_life()?).bind(reached.cast_signed());
            // A write that waits for the disk would hold the life for as long. Where it is lost, more is kept.
            within(LONG, passed.execute(&self.lives)).await.map(|_| ())
        })
    }

    fn shorten(&self) -> BoxFuture<'_, Result<u64, SharedLogError>> {
        Box::pin(async {
            let cut = within(LONG, self.cut()).await?;
            while cut > 0 && within(LONG, self.delete(cut)).await? {}
            Ok(cut.cast_unsigned())
        })
    }
}
