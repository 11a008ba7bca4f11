//! How others see at once that a node's process has ended: it has a connection that does nothing but hold a lock, and the
//! server lets the lock go with the connection. A node that is cut off without a word still has it there; of that one the time
//! of its life decides.

use std::time::Duration;

use sqlx::{ConnectOptions, Connection};
use tokio::sync::watch;

use super::{ANSWER_WITHIN, Postgres};
use crate::cluster::leases::Life;

/// So often it is looked whether the connection still holds.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// A connection that ended is made again so much later.
const AGAIN: Duration = Duration::from_millis(50);

impl Postgres {
    /// Shows that a life is there, and the next one after it, until nobody says any more which it is.
    pub async fn be_present(self, mut life: watch::Receiver<Life>) {
        loop {
            let now = *life.borrow_and_update();
            tokio::select! {
                changed = life.changed() => if changed.is_err() { return },
                // Whatever ended it is found again by whoever asks for leases.
                _ = self.hold(now) => tokio::time::sleep(AGAIN).await,
            }
        }
    }

    /// Holds the lock of a life until the connection ends.
    async fn hold(&self, life: Life) -> sqlx::Result<()> {
        let connecting = tokio::time::timeout(ANSWER_WITHIN, self.options.connect());
        let mut connection = connecting.await.map_err(|_| sqlx::Error::PoolTimedOut)??;
        sqlx::query("SELECT pg_advisory_lock(hashtextextended($1::text, 0))")
            .bind(life.0)
            .execute(&mut connection)
            .await?;
        loop {
            sqlx::query("UPDATE lives SET present = true WHERE id = $1 AND NOT present")
                .bind(life.0)
                .execute(&mut connection)
                .await?;
            tokio::time::sleep(LOOK_EVERY).await;
            connection.ping().await?;
        }
    }
}
