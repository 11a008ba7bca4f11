//! The other nodes, where this server is one of several: what lives at which of them, and how it is reached.
//!
//! A match that players make lives at the node where they made it, whose tag its id bears
//! ([`match_id`]), for as long as that node lives. All else of which there is one, the list of matches, challenges, tournaments and their matches, lives at the
//! node that leads, and so does every match whose node lives no more. A client speaks to the node that it came to; what it
//! says that belongs elsewhere is passed on to there (`upstream`), and so are requests (`carry`).

mod adopt;
mod carry;
mod opening;
mod others;
mod upstream;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::error::ApiError;
use super::front::beat::{Reached, keep_reaching};
use super::inner;
use crate::play::homes::{Home, Homes};
use crate::play::match_id::{self, NodeTag};
use crate::protocol::Subject;
use crate::protocol::operator::{NodeView, OperationsView};
use crate::store::Store;
pub(super) use adopt::follow_others;
pub(super) use carry::pass_on;
use others::{Addresses, addresses};
pub use others::{Lives, Look, Membership, NodeAddress, Others};
pub(super) use upstream::{BY_NODE, Goodbye, POLICY, RESTART, Speaker, Upstream};

/// So long somebody waits for a node to lead, or for the matches of one that has died.
const NOBODY: Duration = Duration::from_secs(5);
/// A node that lives, and that this one has not reached for so long, is better asked by coming to another one.
const ELSEWHERE: Duration = Duration::from_secs(3);
/// What another node has written is here within this time, or at least nearly always.
pub(super) const HEARD_WITHIN: Duration = Duration::from_millis(500);
/// So long another node has to hear what it is told.
const TOLD_WITHIN: Duration = Duration::from_secs(1);
/// So often it is looked again meanwhile, also where there is no news.
const LOOK: Duration = Duration::from_millis(200);

/// Where something lives.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Here,
    At(NodeAddress),
    /// Nobody leads.
    Nowhere,
    /// It has to be found out whether the node lives at which this match was made.
    Unknown(Uuid),
}

/// The way to a node: whether it answers.
struct Way {
    reached: watch::Receiver<Option<Reached>>,
    stop: CancellationToken,
}

impl Drop for Way {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// The other nodes.
pub(super) struct Nodes {
    tag: NodeTag,
    store: Store,
    lives: Lives,
    look: Look,
    others: watch::Receiver<Others>,
    /// Where matches live, and where the nodes are reached.
    homes: watch::Sender<(Homes, Addresses)>,
    ways: Mutex<HashMap<NodeAddress, Way>>,
    /// Whoever finds out where matches live: once for all who ask.
    finding: tokio::sync::Mutex<()>,
    /// Changes whenever it may have become known where something lives, or a node is reached.
    news: watch::Sender<()>,
    /// Whether this node has brought back all that it has to since it leads.
    has_lobby: AtomicBool,
}

impl Nodes {
    pub(super) fn new(membership: Membership, store: Store) -> Self {
        let Membership { life, lives, look, others } = membership;
        let (tag, addresses) = (NodeTag::of(life), addresses(&others.borrow()));
        let homes = Homes::new(tag, addresses.keys().copied().collect());
        Self {
            tag,
            store,
            lives,
            look,
            others,
            homes: watch::Sender::new((homes, addresses)),
            ways: Mutex::default(),
            finding: tokio::sync::Mutex::default(),
            news: watch::Sender::new(()),
            has_lobby: AtomicBool::new(false),
        }
    }

    /// What the ids of matches bear that are made here.
    pub(super) const fn tag(&self) -> NodeTag {
        self.tag
    }

    /// Whether this node lives at this time.
    pub(super) fn lives(&self, now: std::time::Instant) -> bool {
        (self.lives)(now)
    }

    /// Whether this node leads.
    pub(super) fn leads(&self) -> bool {
        self.homes.borrow().0.leads()
    }

    /// This node leads from now on; it has everything that was written before.
    pub(super) fn lead(&self) {
        self.change(|homes, _| homes.lead());
    }

    /// From now on it serves those, too, who ask for what it has because it leads.
    pub(super) fn open_lobby(&self) {
        self.has_lobby.store(true, Ordering::Release);
        self.news.send_replace(());
    }

    /// Changes what is known of where matches live, and tells whoever waits for it.
    fn change(&self, change: impl FnOnce(&mut Homes, &mut Addresses)) {
        self.homes.send_modify(|(homes, addresses)| change(homes, addresses));
        self.news.send_replace(());
    }

    /// Where this is served: as it [lives](Self::place), but not here before this node has brought back what belongs to it.
    fn served_at(&self, subject: Subject) -> Place {
        let is_own = matches!(subject, Subject::Match(id) if match_id::home(id) == Some(self.tag));
        match self.place(subject) {
            Place::Here if !is_own && !self.has_lobby.load(Ordering::Acquire) => Place::Nowhere,
            place => place,
        }
    }

    /// Whether this is served here.
    pub(super) fn serves(&self, subject: Subject) -> bool {
        self.served_at(subject) == Place::Here
    }

    /// Where this lives.
    fn place(&self, subject: Subject) -> Place {
        let id = match subject {
            Subject::Match(id) => Some(id),
            Subject::Lobby => None,
        };
        let (homes, addresses) = &*self.homes.borrow();
        match homes.of(id) {
            Home::Here => Place::Here,
            Home::Node(tag) => addresses.get(&tag).cloned().map_or(Place::Nowhere, Place::At),
            Home::Unknown(_) => id.map_or(Place::Nowhere, Place::Unknown),
            Home::Leader => self.others.borrow().leader.clone().map_or(Place::Nowhere, Place::At),
        }
    }

    /// Whether this lives here.
    pub(super) fn is_here(&self, subject: Subject) -> bool {
        self.place(subject) == Place::Here
    }

    /// Whether it is known that this lives elsewhere than at this node.
    pub(super) fn has_left(&self, subject: Subject, node: &NodeAddress) -> bool {
        match self.place(subject) {
            Place::Here => true,
            Place::At(now) => now != *node,
            Place::Nowhere | Place::Unknown(_) => false,
        }
    }

    /// The other nodes that live.
    fn living(&self) -> Vec<NodeAddress> {
        self.others.borrow().living.iter().map(|(_, node)| node.clone()).collect()
    }

    /// Tells the other nodes that players are to make no matches for now, or make them again; who does not hear it in time is
    /// passed over.
    pub(super) async fn drain(&self, drain: bool) {
        let living = self.living();
        let told = living.iter().map(|node| tokio::time::timeout(TOLD_WITHIN, inner::tell_to_drain(node, drain)));
        for (node, told) in living.iter().zip(futures::future::join_all(told).await) {
            if !matches!(told, Ok(Ok(()))) {
                tracing::warn!(node = %node.inner, drain, "a node was not told whether players may make matches");
            }
        }
    }

    /// How the other nodes are doing, by their addresses; of one that does not say it in time only that it is there.
    pub(super) async fn operations(&self) -> Vec<NodeView> {
        let mut living = self.living();
        living.sort_unstable_by_key(|node| node.inner);
        let asked = living.into_iter().map(|node| async move {
            let told = tokio::time::timeout(TOLD_WITHIN, inner::ask_operations(&node)).await;
            let address = node.inner.to_string();
            match told {
                Ok(Ok(OperationsView { up_ms, store_problem, gauges, .. })) => {
                    NodeView { address, up_ms: Some(up_ms), store_problem, gauges }
                }
                _ => NodeView { address, up_ms: None, store_problem: None, gauges: Vec::new() },
            }
        });
        futures::future::join_all(asked).await
    }

    /// The node at which this lives, when it is reached; none where it lives here. Whoever leads is waited for, and whoever takes
    /// over the matches of a node that has died.
    ///
    /// # Errors
    /// [`ApiError::Unavailable`] with where else one may try it.
    pub(super) async fn reach(&self, subject: Subject) -> Result<Option<Reached>, ApiError> {
        let (began, mut news) = (Instant::now(), self.news.subscribe());
        // Since when the same node is not reached.
        let mut missed: Option<(NodeAddress, Instant)> = None;
        loop {
            let mut gives_up = began.elapsed() >= NOBODY;
            match self.served_at(subject) {
                Place::Here => return Ok(None),
                Place::At(node) => {
                    if let Some(reached) = self.reached(&node) {
                        return Ok(Some(reached));
                    }
                    let since = missed.filter(|(same, _)| *same == node).map_or_else(Instant::now, |(_, since)| since);
                    gives_up |= since.elapsed() >= ELSEWHERE;
                    missed = Some((node, since));
                }
                Place::Unknown(id) => {
                    if self.is_unmade(id, began).await? {
                        return Ok(None);
                    }
                    missed = None;
                }
                Place::Nowhere => missed = None,
            }
            if gives_up {
                return Err(self.unreachable());
            }
            tokio::time::timeout(LOOK, news.changed()).await.ok();
        }
    }

    /// Waits until this lives here, as another node says that it does: it may have heard first of who lives and who leads.
    ///
    /// # Errors
    /// [`ApiError::Unavailable`] when it goes on living elsewhere.
    pub(super) async fn await_here(&self, subject: Subject) -> Result<(), ApiError> {
        let (began, mut news) = (Instant::now(), self.news.subscribe());
        loop {
            match self.served_at(subject) {
                Place::Here => return Ok(()),
                Place::Unknown(id) if self.is_unmade(id, began).await? => return Ok(()),
                _ if began.elapsed() >= NOBODY => return Err(self.unreachable()),
                _ => drop(tokio::time::timeout(LOOK, news.changed()).await),
            }
        }
    }

    /// Finds out where a match lives, if it is stored here; whether it has not been made, as far as one can know who has waited
    /// for it since then.
    async fn is_unmade(&self, id: Uuid, since: Instant) -> Result<bool, ApiError> {
        if self.store.setup(id).await?.is_none() {
            return Ok(since.elapsed() >= HEARD_WITHIN);
        }
        self.find_homes([id]).await?;
        Ok(false)
    }

    /// What is said where a node is not reached.
    pub(super) fn unreachable(&self) -> ApiError {
        let others = self.others.borrow().at_which();
        ApiError::Unavailable(format!(
            "the node that has this cannot be reached at the moment; try again, here{others}"
        ))
    }

    /// What clients are told whose connection ends with one to another node.
    pub(super) fn farewell(&self) -> String {
        self.others.borrow().farewell()
    }

    /// The way to this node, if it answers.
    fn reached(&self, node: &NodeAddress) -> Option<Reached> {
        let ways = self.ways.lock().unwrap_or_else(PoisonError::into_inner);
        ways.get(node).and_then(|way| way.reached.borrow().clone())
    }

    /// How it is heard that a node does not answer any more.
    fn watch(&self, node: &NodeAddress) -> Option<watch::Receiver<Option<Reached>>> {
        let ways = self.ways.lock().unwrap_or_else(PoisonError::into_inner);
        ways.get(node).map(|way| way.reached.clone())
    }

    /// Comes back when the node cannot be reached any more.
    async fn is_lost(&self, reached: &Reached) {
        if let Some(mut way) = self.watch(&reached.node) {
            let is_lost = |now: &Option<Reached>| now.as_ref().is_none_or(|now| !now.is_same(reached));
            way.wait_for(is_lost).await.ok();
        }
    }

    /// Tells whoever waits whenever a node is reached or not.
    async fn pass_news(self: Arc<Self>, mut reached: watch::Receiver<Option<Reached>>) {
        while reached.changed().await.is_ok() {
            self.news.send_replace(());
        }
    }

    /// Keeps a way to each of the nodes that live, until the server stops.
    pub(super) async fn keep_ways(self: Arc<Self>) {
        let mut others = self.others.clone();
        loop {
            let living: Vec<NodeAddress> = {
                let seen = others.borrow_and_update();
                seen.living.iter().map(|(_, node)| node).chain(&seen.leader).cloned().collect()
            };
            {
                let mut ways = self.ways.lock().unwrap_or_else(PoisonError::into_inner);
                ways.retain(|node, _| living.contains(node));
                for node in living {
                    ways.entry(node.clone()).or_insert_with(|| {
                        let (tell, reached) = watch::channel(None);
                        let stop = CancellationToken::new();
                        let (nodes, changed) = (Arc::clone(&self), reached.clone());
                        tokio::spawn(stop.clone().run_until_cancelled_owned(keep_reaching(node, tell)));
                        tokio::spawn(stop.clone().run_until_cancelled_owned(nodes.pass_news(changed)));
                        Way { reached, stop }
                    });
                }
            }
            if others.changed().await.is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::future::BoxFuture;

    use super::*;

    fn membership(others: watch::Receiver<Others>) -> Membership {
        let look = || -> BoxFuture<'static, _> { Box::pin(async { Ok(Vec::new()) }) };
        Membership { life: Uuid::nil(), lives: Box::new(|_| true), look: Box::new(look), others }
    }

    #[tokio::test]
    async fn whoever_asks_waits_for_somebody_to_lead_and_not_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let (tell, others) = watch::channel(Others { addresses: vec!["http://b".to_owned()], ..Others::default() });
        let nodes = Arc::new(Nodes::new(membership(others), store.clone()));
        tokio::time::pause();
        let refused = nodes.reach(Subject::Lobby).await.map(|_| ()).unwrap_err().to_string();
        assert!(refused.ends_with("here or at http://b"), "{refused}");
        let asking = tokio::spawn({
            let nodes = Arc::clone(&nodes);
            async move { nodes.reach(Subject::Lobby).await.map(|reached| reached.is_none()) }
        });
        tokio::time::sleep(Duration::from_secs(1)).await;
        nodes.lead();
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(nodes.is_here(Subject::Lobby) && !asking.is_finished(), "it has not brought everything back");
        nodes.open_lobby();
        assert!(asking.await.unwrap().unwrap());
        tokio::time::resume();
        // Of a match that nobody has heard of it need not be found out who made it.
        let unknown = Subject::Match(match_id::new(Some(NodeTag::of(Uuid::max()))));
        assert!(!nodes.is_here(unknown));
        nodes.await_here(unknown).await.unwrap();
        drop(tell);
        store.close().await.unwrap();
    }
}
