//! Whether the leader can be reached: a connection to it on which both say now and then that they are there, and it tells what
//! happens in the matches that are watched at this node.

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::watch;
use uuid::Uuid;

use super::{CONNECT_WITHIN, Leader, Others};
use crate::play::feeds::Feeds;
use crate::server::inner;
use crate::server::relay::{BEAT_EVERY, SILENT};

const AGAIN: Duration = Duration::from_millis(100);

/// The leader, for as long as it can be reached.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    pub(super) leader: Leader,
    /// What this node is called to it, and what it tells here of matches; none where it is of a release before that.
    pub(super) told: Option<(u64, Arc<Feeds>)>,
}

impl Reached {
    /// Whether this is the same leader, which has been reached without a break between the two.
    fn is_same(&self, other: &Self) -> bool {
        let number = |it: &Self| it.told.as_ref().map(|(number, _)| *number);
        self.leader == other.leader && number(self) == number(other)
    }

    /// Comes back when this leader cannot be reached any more.
    pub(super) async fn is_lost(&self, way: &mut watch::Receiver<Way>) {
        let lost = |way: &Way| way.reached.as_ref().is_none_or(|now| !now.is_same(self));
        way.wait_for(lost).await.ok();
    }
}

/// What is known of the way to the leader.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    /// The leader, while it can be reached.
    pub(super) reached: Option<Reached>,
    /// Since when the one that others name cannot be.
    pub(super) missed: Option<Instant>,
}

/// Keeps `way` at whoever leads, for as long as it answers: the one of whom others say so, or, where they cannot be
/// asked or it does not answer, whichever node does, since a node that does not lead answers nobody. A leader that answers
/// stays, also when nobody says that it leads any more: perhaps it is this node that cannot ask.
pub(super) async fn watch_leader(mut others: watch::Receiver<Others>, way: watch::Sender<Way>) {
    // The leader that was not reached, and since when.
    let mut missed: Option<(Leader, Instant)> = None;
    loop {
        let (named, all) = {
            let others = others.borrow_and_update();
            let rest = others.nodes.iter().filter(|node| Some(*node) != others.leader.as_ref());
            let all: Vec<Leader> = others.leader.iter().chain(rest).cloned().collect();
            (others.leader.clone(), all)
        };
        let is_named = |(leader, _): &(Leader, Instant)| Some(leader) == named.as_ref();
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
        let leader = reached.leader.clone();
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

/// A connection to this node on which it answers, as soon as it leads.
async fn reach(node: &Leader) -> (Reached, Line) {
    loop {
        if let Some(reached) = try_to_reach(node).await {
            return reached;
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// A connection to this node on which it answers, if it leads.
async fn try_to_reach(node: &Leader) -> Option<(Reached, Line)> {
    // A number that no other node has, nor this one before.
    let number = Uuid::new_v4().as_u64_pair().0;
    let feeds = Arc::new(Feeds::default());
    let told = Some((number, Arc::clone(&feeds)));
    let opened = tokio::time::timeout(CONNECT_WITHIN, inner::connect_to_hear(node, number)).await.ok()?.ok()?;
    match Line::begin(opened, Some(feeds)).await {
        Ok(line) => Some((Reached { leader: node.clone(), told }, line)),
        // One of the release before does not know what it is asked for, and hangs up.
        Err(error) if error.kind() != ErrorKind::TimedOut => {
            let opened = tokio::time::timeout(CONNECT_WITHIN, inner::connect_to_beat(node)).await.ok()?.ok()?;
            let line = Line::begin(opened, None).await.ok()?;
            Some((Reached { leader: node.clone(), told: None }, line))
        }
        Err(_) => None,
    }
}

/// The connection.
struct Line {
    from: BufReader<OwnedReadHalf>,
    to: OwnedWriteHalf,
    feeds: Option<Arc<Feeds>>,
}

impl Line {
    /// One on which the other side has answered.
    async fn begin(stream: TcpStream, feeds: Option<Arc<Feeds>>) -> io::Result<Self> {
        let (from, mut to) = stream.into_split();
        to.write_all(b".").await?;
        let mut line = Self { from: BufReader::new(from), to, feeds };
        hear(&mut line.from, line.feeds.as_deref(), &mut String::new()).await?;
        Ok(line)
    }

    /// Comes back when the other side has ended it, or nothing was heard of it for too long: when it was heard last.
    async fn keep(self) -> Instant {
        let Self { mut from, mut to, feeds } = self;
        let mut heard = Instant::now();
        let beating = async {
            while to.write_all(b".").await.is_ok() {
                tokio::time::sleep(BEAT_EVERY).await;
            }
        };
        let hearing = async {
            let mut text = String::new();
            while hear(&mut from, feeds.as_deref(), &mut text).await.is_ok() {
                heard = Instant::now();
            }
        };
        tokio::select! { () = beating => {}, () = hearing => {} }
        heard
    }
}

/// Takes what comes next: a line, or one byte where there are no lines.
async fn hear(from: &mut BufReader<OwnedReadHalf>, feeds: Option<&Feeds>, text: &mut String) -> io::Result<()> {
    text.clear();
    let next = async {
        match feeds {
            None => from.read_u8().await.map(drop),
            Some(feeds) => {
                from.read_line(text).await?;
                let line = text.strip_suffix('\n').ok_or(ErrorKind::UnexpectedEof)?;
                let understood = if line.is_empty() { Some(()) } else { feeds.hear(line, Instant::now()) };
                understood.ok_or_else(|| ErrorKind::InvalidData.into())
            }
        }
    };
    tokio::time::timeout(SILENT, next).await.map_err(|_| io::Error::from(ErrorKind::TimedOut))?
}
