//! What a node tells its server of itself and of the other nodes.

use std::sync::Arc;

use tokio::sync::watch;

use crate::cluster::leases::{Life, Neighbour};
use crate::cluster::node::{Node, Standing};
use crate::server::nodes::{Lives, Look, NodeAddress, Others};

/// So many other nodes are remembered.
const REMEMBERED: usize = 16;

/// Whether a node lives this life at that time, as it was last told.
pub(super) fn lives(node: &Node, life: Life) -> Lives {
    let standing = node.standing();
    Box::new(move |now| {
        let standing = standing.borrow();
        standing.life == Some(life) && standing.until.is_some_and(|until| now < until.into_std())
    })
}

/// How it is asked who else lives.
pub(super) fn look(node: &Arc<Node>, own: String) -> Look {
    let node = Arc::clone(node);
    Box::new(move || {
        let (asking, own) = (node.neighbours(), own.clone());
        Box::pin(async move {
            let all = asking.await.map_err(|error| error.to_string())?;
            let others = all.iter().filter(|other| other.inner != own);
            Ok(others.filter_map(|other| Some((other.life.0, reached_at(other)?))).collect())
        })
    })
}

/// Where a node is reached by the others.
fn reached_at(node: &Neighbour) -> Option<NodeAddress> {
    let (inner, token) = node.inner.split_once(' ')?;
    Some(NodeAddress { inner: inner.parse().ok()?, token: token.to_owned() })
}

/// Tells what has to be known of the others. Those that are not on the list any more are remembered for a while: who
/// cannot reach the database may be reached all the same, and may lead when this one cannot look who does.
pub(super) async fn pass_on(mut standing: watch::Receiver<Standing>, tell: watch::Sender<Others>, own: String) {
    let mut known: Vec<Neighbour> = Vec::new();
    loop {
        let others = {
            let seen = standing.borrow_and_update();
            let listed: Vec<&Neighbour> = seen.others.iter().filter(|node| node.inner != own).collect();
            for node in &listed {
                known.retain(|earlier| earlier.inner != node.inner && earlier.address != node.address);
                known.insert(0, Neighbour::clone(node));
            }
            known.truncate(REMEMBERED);
            let living = listed.iter().filter_map(|node| Some((node.life.0, reached_at(node)?))).collect();
            let told: Vec<&Neighbour> = if listed.is_empty() { known.iter().collect() } else { listed };
            let addresses = told.iter().map(|node| node.address.clone()).filter(|address| !address.is_empty());
            Others {
                leader: seen.leader.as_ref().filter(|leader| leader.inner != own).and_then(reached_at),
                living,
                nodes: known.iter().filter_map(reached_at).collect(),
                addresses: addresses.collect(),
            }
        };
        tell.send_if_modified(|known| std::mem::replace(known, others.clone()) != others);
        if standing.changed().await.is_err() {
            return;
        }
    }
}
