//! Keeps the log of changes short: says up to where this node's database has it, puts up a snapshot when the log has grown by
//! enough, and takes from it what nobody needs, where this node leads.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, watch};

use super::leases::Life;
use super::node::Standing;
use crate::store::shared::{Growth, PutUp, SharedLog, SharedLogError, place_of, put_up};

/// So often it is looked.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Held by who exchanges a node's database, and by who reads the file of it.
pub type Gate = Arc<Mutex<()>>;

/// The keeper of one node.
pub(super) struct Keeper<L> {
    /// The node's data directory.
    pub(super) dir: PathBuf,
    pub(super) log: Arc<L>,
    pub(super) standing: watch::Receiver<Standing>,
    pub(super) life: watch::Receiver<Life>,
    /// After so many changes there is to be a snapshot.
    pub(super) after: u64,
    pub(super) gate: Gate,
}

impl<L: SharedLog> Keeper<L> {
    pub(super) async fn run(self) {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            // While what nodes share cannot be asked, everybody hears of it from others.
            if let Err(problem) = self.look().await {
                tracing::debug!(problem, "the log of the nodes is kept as it is");
            }
        }
    }

    async fn look(&self) -> Result<(), String> {
        let said = |error: SharedLogError| error.to_string();
        if self.log.writer().is_none() {
            return Ok(());
        }
        let place = {
            let held = Arc::clone(&self.gate).lock_owned().await;
            let dir = self.dir.clone();
            let looking = tokio::task::spawn_blocking(move || {
                let place = place_of(&dir);
                drop(held);
                place
            });
            looking.await.map_err(|panic| panic.to_string())??
        };
        let Some((log, reached)) = place else { return Ok(()) };
        if log != self.log.id().await.map_err(said)? {
            return Ok(());
        }
        self.log.passed(reached).await.map_err(said)?;
        let growth = self.log.growth().await.map_err(said)?;
        if is_due(growth, self.after, before(&self.standing.borrow(), *self.life.borrow())) {
            self.put_up().await?;
        }
        if self.standing.borrow().leads {
            self.log.shorten().await.map_err(said)?;
        }
        Ok(())
    }

    async fn put_up(&self) -> Result<(), String> {
        // Held until the last reader of the file is done with it.
        let _held = Arc::clone(&self.gate).lock_owned().await;
        match put_up(&self.dir, &*self.log).await {
            Ok(PutUp::Done(whole)) => {
                tracing::info!(reached = whole.reached, bytes = whole.bytes, "a snapshot stands beside the nodes' log");
                Ok(())
            }
            Ok(PutUp::NotNeeded) => Ok(()),
            Err(error) => {
                tracing::warn!(%error, "no snapshot was put up beside the nodes' log");
                Err(error.to_string())
            }
        }
    }
}

/// How many nodes make a snapshot rather than the one that stands so and has this life: those that follow first, by their
/// lives, and who leads last.
pub(super) fn before(standing: &Standing, own: Life) -> u64 {
    let leader = standing.leader.as_ref().map(|leader| leader.life);
    let is_before = |life: Life| standing.leads || (Some(life) != leader && life < own);
    standing.others.iter().filter(|other| is_before(other.life)).count() as u64
}

/// Whether a node before which there are so many others makes a snapshot: after so many changes, and when what is to be read
/// after the last one takes at least half of what that one does. So a large database is not copied for a few changes.
pub(super) fn is_due(growth: Growth, after: u64, others: u64) -> bool {
    growth.changes >= after.saturating_mul(others + 1) && growth.bytes.saturating_mul(2) >= growth.snapshot
}

#[cfg(test)]
mod tests {
    use super::is_due;
    use crate::store::shared::Growth;

    #[test]
    fn a_snapshot_is_made_when_the_log_has_grown_by_enough_and_by_one_node_first() {
        let grown = |changes, bytes, snapshot| Growth { changes, bytes, snapshot };
        assert!(!is_due(grown(99, 9_900, 0), 100, 0));
        assert!(is_due(grown(100, 10_000, 0), 100, 0));
        assert!(!is_due(grown(100, 10_000, 0), 100, 1), "another one does it");
        assert!(is_due(grown(200, 20_000, 0), 100, 1), "it has not");
        assert!(!is_due(grown(100, 10_000, 20_001), 100, 0), "the database is much larger");
        assert!(is_due(grown(101, 10_100, 20_001), 100, 0));
    }
}
