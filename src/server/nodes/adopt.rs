//! The matches of a node that lives no more go on at the node that leads.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::Nodes;
use super::others::addresses;
use crate::play::homes::Home;
use crate::play::match_id::NodeTag;
use crate::server::app::App;
use crate::server::error::ApiError;

/// After a failure it is tried again so much later.
const AGAIN: Duration = Duration::from_millis(100);

impl Nodes {
    /// Finds out whether the nodes live at which these matches were made, where this node leads and does not know. The
    /// matches must be in the store already. Those whose node lives no more live here then, and the store has all of them.
    ///
    /// # Errors
    /// When what nodes share cannot be asked.
    pub(in crate::server) async fn find_homes(&self, matches: impl IntoIterator<Item = Uuid>) -> Result<(), ApiError> {
        let _alone = self.finding.lock().await;
        let unknown: BTreeSet<NodeTag> = {
            let (homes, _) = &*self.homes.borrow();
            let unknown = |id| match homes.of(Some(id)) {
                Home::Unknown(tag) => Some(tag),
                _ => None,
            };
            matches.into_iter().filter_map(unknown).collect()
        };
        if unknown.is_empty() {
            return Ok(());
        }
        let living = (self.look)().await.map_err(ApiError::Unavailable)?;
        let living: HashMap<NodeTag, _> = living.into_iter().map(|(life, node)| (NodeTag::of(life), node)).collect();
        let (alive, ended): (Vec<_>, Vec<_>) = unknown.into_iter().partition(|tag| living.contains_key(tag));
        if !ended.is_empty() {
            // Whoever has ended writes nothing after this.
            self.store.settle().await?;
        }
        self.change(|homes, addresses| {
            for tag in alive {
                homes.lives(tag);
                addresses.extend(living.get(&tag).map(|node| (tag, node.clone())));
            }
            homes.end(ended);
        });
        Ok(())
    }
}

/// Follows which nodes live, until the server stops. Where this node leads, it takes over the matches of those that live no more.
pub(in crate::server) async fn follow_others(app: Arc<App>) {
    let Some(nodes) = app.nodes.clone() else { return };
    let mut others = nodes.others.clone();
    loop {
        let now = addresses(&others.borrow_and_update());
        let living: BTreeSet<NodeTag> = now.keys().copied().collect();
        let before: BTreeSet<NodeTag> = nodes.homes.borrow().1.keys().copied().collect();
        nodes.change(|homes, addresses| {
            homes.see(living.clone());
            *addresses = now;
        });
        if nodes.leads() && !before.is_subset(&living) {
            while let Err(error) = app.lobby.restore().await {
                tracing::warn!(%error, "the matches of a node that is gone cannot be taken over yet");
                tokio::time::sleep(AGAIN).await;
            }
            let waking = Arc::clone(&app);
            tokio::spawn(app.stopping.clone().run_until_cancelled_owned(async move { waking.lobby.wake().await }));
        }
        if others.changed().await.is_err() {
            return;
        }
    }
}
