//! The table of leases in PostgreSQL.

use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::PgPool;
use uuid::Uuid;

use super::{ANSWER_WITHIN, Postgres};
use crate::cluster::leases::{Kind, LASTS, Lease, LeaseTable, Life, Neighbour, Owned, Unanswered};
use crate::cluster::node::living::Lives;
use crate::play::Epoch;

/// A row of the table: id, kind and epoch.
type Row = (Uuid, String, i64);

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Tournament => "tournament",
            Self::Lobby => "lobby",
        }
    }

    fn named(name: &str) -> Self {
        [Self::Tournament, Self::Lobby].into_iter().find(|kind| kind.name() == name).unwrap_or(Self::Match)
    }
}

fn lease((id, kind, epoch): Row) -> Lease {
    Lease { id, kind: Kind::named(&kind), epoch: Epoch(epoch.cast_unsigned()) }
}

fn millis(lasts: Duration) -> i64 {
    i64::try_from(lasts.as_millis()).unwrap_or(i64::MAX)
}

/// Waits for an answer, but not for long.
async fn ask<T>(asking: impl Future<Output = sqlx::Result<T>>) -> Result<T, Unanswered> {
    match tokio::time::timeout(ANSWER_WITHIN, asking).await {
        Ok(answer) => answer.map_err(|error| Unanswered(format!("the database cannot be asked for leases: {error}"))),
        Err(_) => Err(Unanswered("the database does not answer".to_owned())),
    }
}

async fn adopt(leases: &PgPool, life: Life, most: i64) -> sqlx::Result<Vec<Row>> {
    // A life that says at this moment that it goes on either is not deleted, or hears that it has ended.
    sqlx::query("DELETE FROM lives WHERE expires <= clock_timestamp()").execute(leases).await?;
    // From each owner to the next one by the index, however much they own. What was seen in one look is consistent: a life is on
    // the list before it owns anything, and never again once it was taken from it.
    let ended: Vec<Uuid> = sqlx::query_scalar(
        "WITH RECURSIVE owners AS ( \
             (SELECT owner FROM leases WHERE owner IS NOT NULL ORDER BY owner LIMIT 1) UNION ALL \
             SELECT (SELECT owner FROM leases WHERE owner > owners.owner ORDER BY owner LIMIT 1) \
             FROM owners WHERE owners.owner IS NOT NULL) \
         SELECT owner FROM owners WHERE owner IS NOT NULL AND NOT EXISTS (SELECT FROM lives WHERE lives.id = owner)",
    )
    .fetch_all(leases)
    .await?;
    if ended.is_empty() {
        return Ok(Vec::new());
    }
    // What an owner writes at this moment is left for the next look.
    sqlx::query_as(
        "WITH orphans AS (SELECT id FROM leases WHERE owner = ANY($3) LIMIT $2 FOR UPDATE SKIP LOCKED) \
         UPDATE leases SET owner = $1, epoch = epoch + 1 FROM orphans WHERE leases.id = orphans.id \
         RETURNING leases.id, kind, epoch",
    )
    .bind(life.0)
    .bind(most)
    .bind(ended)
    .fetch_all(leases)
    .await
}

impl LeaseTable for Postgres {
    fn join(&self, life: Life, lasts: Duration) -> BoxFuture<'_, Result<(), Unanswered>> {
        let joining = sqlx::query(
            "INSERT INTO lives (id, expires, reached) VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond', 0) \
             ON CONFLICT (id) DO UPDATE SET expires = EXCLUDED.expires",
        );
        let joining = joining.bind(life.0).bind(millis(lasts)).execute(&self.leases);
        Box::pin(async move { ask(joining).await.map(|_| ()) })
    }

    fn renew(&self, life: Life, lasts: Duration) -> BoxFuture<'_, Result<bool, Unanswered>> {
        let renewing =
            sqlx::query("UPDATE lives SET expires = clock_timestamp() + $2 * interval '1 millisecond' WHERE id = $1");
        let renewing = renewing.bind(life.0).bind(millis(lasts)).execute(&self.lives);
        Box::pin(async move { ask(renewing).await.map(|done| done.rows_affected() > 0) })
    }

    fn adopt(&self, life: Life, most: usize) -> BoxFuture<'_, Result<Vec<Lease>, Unanswered>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        Box::pin(async move { Ok(ask(adopt(&self.leases, life, most)).await?.into_iter().map(lease).collect()) })
    }

    fn leave(&self, life: Life) -> BoxFuture<'_, Result<(), Unanswered>> {
        let leaving = sqlx::query("DELETE FROM lives WHERE id = $1").bind(life.0).execute(&self.leases);
        Box::pin(async move { ask(leaving).await.map(|_| ()) })
    }

    fn held(&self, life: Life) -> BoxFuture<'_, Result<Vec<Lease>, Unanswered>> {
        let asking = sqlx::query_as("SELECT id, kind, epoch FROM leases WHERE owner = $1 ORDER BY id");
        let asking = asking.bind(life.0).fetch_all(&self.leases);
        Box::pin(async move { Ok(ask(asking).await?.into_iter().map(lease).collect()) })
    }

    fn make(&self, life: Life, kind: Kind, id: Uuid) -> BoxFuture<'_, Result<Option<Lease>, Unanswered>> {
        let making = sqlx::query_as(
            "INSERT INTO leases (id, kind, owner, epoch) VALUES ($1, $2, $3, 1) ON CONFLICT (id) DO NOTHING \
             RETURNING id, kind, epoch",
        );
        let making = making.bind(id).bind(kind.name()).bind(life.0).fetch_optional(&self.leases);
        Box::pin(async move { Ok(ask(making).await?.map(lease)) })
    }

    fn pass(&self, id: Uuid, seen: Epoch, to: Option<Life>) -> BoxFuture<'_, Result<Option<Lease>, Unanswered>> {
        let passing = sqlx::query_as(
            "UPDATE leases SET owner = $3, epoch = epoch + 1 WHERE id = $1 AND epoch = $2 RETURNING id, kind, epoch",
        );
        let passing = passing.bind(id).bind(seen.0.cast_signed()).bind(to.map(|life| life.0));
        let passing = passing.fetch_optional(&self.leases);
        Box::pin(async move { Ok(ask(passing).await?.map(lease)) })
    }

    fn find(&self, id: Uuid) -> BoxFuture<'_, Result<Option<Owned>, Unanswered>> {
        let finding = sqlx::query_as("SELECT id, kind, epoch, owner FROM leases WHERE id = $1");
        let finding = finding.bind(id).fetch_optional(&self.leases);
        Box::pin(async move {
            let found: Option<(Uuid, String, i64, Option<Uuid>)> = ask(finding).await?;
            Ok(found.map(|(id, kind, epoch, owner)| Owned { lease: lease((id, kind, epoch)), owner: owner.map(Life) }))
        })
    }
}

impl Lives for Postgres {
    fn has_gone(&self, life: Life) -> BoxFuture<'_, Result<bool, Unanswered>> {
        let asking = sqlx::query_scalar(
            "SELECT CASE WHEN present THEN pg_try_advisory_xact_lock_shared(hashtextextended(id::text, 0)) ELSE false END \
             FROM lives WHERE id = $1",
        );
        let asking = asking.bind(life.0).fetch_optional(&self.leases);
        Box::pin(async move { Ok(ask(asking).await?.unwrap_or(false)) })
    }

    fn end_silent(&self, life: Life, silent: Duration) -> BoxFuture<'_, Result<(), Unanswered>> {
        let ending = sqlx::query(
            "DELETE FROM lives WHERE id = $1 AND expires <= clock_timestamp() + $2 * interval '1 millisecond'",
        );
        let ending = ending.bind(life.0).bind(millis(LASTS.saturating_sub(silent))).execute(&self.leases);
        Box::pin(async move { ask(ending).await.map(|_| ()) })
    }

    fn say_where(&self, of: Neighbour) -> BoxFuture<'_, Result<(), Unanswered>> {
        let saying = sqlx::query("UPDATE lives SET inner_address = $2, address = $3 WHERE id = $1");
        let saying = saying.bind(of.life.0).bind(of.inner).bind(of.address).execute(&self.leases);
        Box::pin(async move { ask(saying).await.map(|_| ()) })
    }

    fn neighbours(&self) -> BoxFuture<'_, Result<Vec<Neighbour>, Unanswered>> {
        let asking =
            sqlx::query_as("SELECT id, inner_address, address FROM lives WHERE inner_address IS NOT NULL ORDER BY id");
        let asking = asking.fetch_all(&self.leases);
        Box::pin(async move {
            let found: Vec<(Uuid, String, Option<String>)> = ask(asking).await?;
            let of = |(id, inner, address): (Uuid, String, Option<String>)| Neighbour {
                life: Life(id),
                inner,
                address: address.unwrap_or_default(),
            };
            Ok(found.into_iter().map(of).collect())
        })
    }
}
