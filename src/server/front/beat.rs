//! Whether another node can be reached: a connection to it on which both say now and then that they are there, and it tells
//! what happens in those of its matches that are watched at this node.

use std::io::{self, ErrorKind};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::watch;
use uuid::Uuid;

use super::CONNECT_WITHIN;
use crate::play::burst;
use crate::play::feeds::Feeds;
use crate::server::inner;
use crate::server::nodes::{NodeAddress, Others};
use crate::server::relay::{BEAT_EVERY, SILENT};

const AGAIN: Duration = Duration::from_millis(100);

/// A node, for as long as it can be reached.
#[derive(Clone, Debug)]
pub(in crate::server) struct Reached {
    pub(in crate::server) node: NodeAddress,
    /// What this node is called to it.
    pub(in crate::server) number: u64,
    /// What it tells here of matches.
    pub(in crate::server) feeds: Arc<Feeds>,
    /// When it was heard last, once it cannot be reached any more.
    pub(in crate::server) heard: Arc<OnceLock<Instant>>,
}

impl Reached {
    /// Whether this is the same node, which has been reached without a break between the two.
    pub(in crate::server) fn is_same(&self, other: &Self) -> bool {
        self.node == other.node && self.number == other.number
    }

    /// Comes back when this node cannot be reached any more.
    pub(super) async fn is_lost(&self, way: &mut watch::Receiver<Way>) {
        let lost = |way: &Way| way.reached.as_ref().is_none_or(|now| !now.is_same(self));
        way.wait_for(lost).await.ok();
    }
}

/// What is known of the way to a node that carries on what comes here.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    /// The node, while it can be reached.
    pub(super) reached: Option<Reached>,
    /// Since when the leader that others name cannot be.
    pub(super) missed: Option<Instant>,
}

/// Keeps `way` at a node that lives, for as long as it answers: whichever of those that are known answers first, since one
/// that does not live answers nobody. It stays, also when nobody says any more that it lives: perhaps it is this node that
/// cannot ask.
pub(super) async fn keep_way(mut others: watch::Receiver<Others>, way: watch::Sender<Way>) {
    // The leader that was not reached, and since when.
    let mut missed: Option<(NodeAddress, Instant)> = None;
    loop {
        let (named, all) = {
            let others = others.borrow_and_update();
            let rest = others.nodes.iter().filter(|node| Some(*node) != others.leader.as_ref());
            let all: Vec<NodeAddress> = others.leader.iter().chain(rest).cloned().collect();
            (others.leader.clone(), all)
        };
        let is_named = |(leader, _): &(NodeAddress, Instant)| Some(leader) == named.as_ref();
        missed = missed.filter(is_named).or_else(|| named.clone().map(|named| (named, Instant::now())));
        let since = missed.as_ref().map(|(_, since)| *since);
        way.send_if_modified(|way| std::mem::replace(&mut way.missed, since) != since);
        if all.is_empty() {
            if others.changed().await.is_err() {
                return;
            }
            continue;
        }
        let mut reaching = all.iter().map(|node| Box::pin(reach(node))).collect::<FuturesUnordered<_>>();
        // What is heard of others meanwhile may be better.
        let (reached, line) = tokio::select! {
            Some(found) = reaching.next() => found,
            changed = others.changed() => match changed {
                Ok(()) => continue,
                Err(_) => return,
            },
        };
        drop(reaching);
        let leader = reached.node.clone();
        way.send_replace(Way { reached: Some(reached), missed: None });
        let is_replaced =
            |others: &Others| others.leader != named && others.leader.as_ref().is_some_and(|newer| *newer != leader);
        let replaced = async { drop(others.wait_for(is_replaced).await) };
        tokio::select! {
            heard = line.keep() => missed = Some((leader.clone(), heard)),
            () = replaced => {}
        }
        way.send_modify(|way| way.reached = None);
        tokio::time::timeout(AGAIN, others.changed()).await.ok();
    }
}

/// Tells whether this node is reached, as that changes.
pub(in crate::server) async fn keep_reaching(node: NodeAddress, tell: watch::Sender<Option<Reached>>) {
    loop {
        let (reached, line) = reach(&node).await;
        let heard = Arc::clone(&reached.heard);
        tell.send_replace(Some(reached));
        // It is said once.
        let _ = heard.set(line.keep().await);
        tell.send_replace(None);
        tokio::time::sleep(AGAIN).await;
    }
}

/// A connection to this node on which it answers, as soon as it lives.
async fn reach(node: &NodeAddress) -> (Reached, Line) {
    loop {
        if let Some(reached) = try_to_reach(node).await {
            return reached;
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// A connection to this node on which it answers, if it lives.
async fn try_to_reach(node: &NodeAddress) -> Option<(Reached, Line)> {
    // A number that no other node has, nor this one before.
    let number = Uuid::new_v4().as_u64_pair().0;
    let feeds = Arc::new(Feeds::default());
    let opened = tokio::time::timeout(CONNECT_WITHIN, inner::connect_to_hear(node, number)).await.ok()?.ok()?;
    let line = Line::begin(opened, Arc::clone(&feeds)).await.ok()?;
    Some((Reached { node: node.clone(), number, feeds, heard: Arc::default() }, line))
}

/// So many bytes are read at once.
const READ: usize = 1 << 16;

/// The connection.
struct Line {
    from: OwnedReadHalf,
    to: OwnedWriteHalf,
    feeds: Arc<Feeds>,
    /// What has come of a line that has not ended.
    begun: Vec<u8>,
}

impl Line {
    /// One on which the other side has answered.
    async fn begin(stream: TcpStream, feeds: Arc<Feeds>) -> io::Result<Self> {
        let (from, mut to) = stream.into_split();
        to.write_all(b".").await?;
        let mut line = Self { from, to, feeds, begun: Vec::with_capacity(READ) };
        hear(&mut line.from, &line.feeds, &mut line.begun).await?;
        Ok(line)
    }

    /// Comes back when the other side has ended it, or nothing was heard of it for too long: when it was heard last.
    async fn keep(self) -> Instant {
        let Self { mut from, mut to, feeds, mut begun } = self;
        let mut heard = Instant::now();
        let beating = async {
            while to.write_all(b".").await.is_ok() {
                tokio::time::sleep(BEAT_EVERY).await;
            }
        };
        let hearing = async {
            while hear(&mut from, &feeds, &mut begun).await.is_ok() {
                heard = Instant::now();
            }
        };
        tokio::select! { () = beating => {}, () = hearing => {} }
        heard
    }
}

/// Takes the lines that come next, one at least; what they tell is sent to all who watch before more is read.
async fn hear(from: &mut OwnedReadHalf, feeds: &Feeds, begun: &mut Vec<u8>) -> io::Result<()> {
    let reading = async {
        loop {
            let before = begun.len();
            if from.read_buf(begun).await? == 0 {
                return Err(io::Error::from(ErrorKind::UnexpectedEof));
            }
            if let Some(end) = begun[before..].iter().rposition(|byte| *byte == b'\n') {
                return Ok(before + end + 1);
            }
        }
    };
    let end = tokio::time::timeout(SILENT, reading).await.map_err(|_| io::Error::from(ErrorKind::TimedOut))??;
    let lines = std::str::from_utf8(&begun[..end]).map_err(|_| ErrorKind::InvalidData)?;
    let (now, mut understood) = (Instant::now(), true);
    burst::together(|| understood = lines.lines().all(|line| line.is_empty() || feeds.hear(line, now).is_some()));
    begun.drain(..end);
    if understood { Ok(()) } else { Err(ErrorKind::InvalidData.into()) }
}
