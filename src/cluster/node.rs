//! A node: it says that it lives, leads the lobby when that is its turn, and knows who does when it is not.
//!
//! [`Tenure`](super::leases::Tenure) knows what has to be asked when; `living` asks it of PostgreSQL, and tells what has become of it.
//! NATS carries a bell: who has appended to the shared log rings it, so that the others read at once what they would find a
//! little later. It carries words of lives, too, for the same reason.

pub(super) mod living;

use std::path::PathBuf;
use std::sync::Arc;

use futures::StreamExt;
use futures::future::BoxFuture;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use uuid::Uuid;

use super::keeper::{Gate, Keeper};
use super::leases::{LeaseTable, Life, Neighbour, Unanswered};
use super::nats::{self, QueueError};
use super::postgres::{Changes, Postgres, PostgresError};
use crate::store::shared::SharedLog;
use living::{Lives, Living, Word};

/// Rings of the bell that may wait to be sent; one stands for all before it. Words of lives, too.
const RINGS: usize = 16;
/// What the bell is called, and what is heard of lives.
const BELL: &str = "arena.changes";
const WORDS: &str = "arena.lives";

/// Why a node cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum NodeError {
    /// The shared database cannot be used.
    #[error(transparent)]
    Database(#[from] PostgresError),
    /// NATS cannot be used.
    #[error(transparent)]
    Nats(#[from] QueueError),
    /// The shared database has stopped answering, or nobody can say that the node lives.
    #[error("{0}")]
    Unanswered(String),
}

impl NodeError {
    /// Whether it may be otherwise in a moment, without anybody changing what was asked for.
    #[must_use]
    pub const fn may_pass(&self) -> bool {
        matches!(
            self,
            Self::Unanswered(_)
                | Self::Database(PostgresError::Unreachable { .. })
                | Self::Nats(QueueError::Unreachable { .. })
        )
    }
}

/// What a node has to be told.
#[derive(Clone, Debug)]
pub struct Given {
    /// The address of PostgreSQL.
    pub database: String,
    /// The address of NATS.
    pub nats: String,
    /// Where the other nodes reach it, with what proves to it that they are nodes.
    pub inner: String,
    /// Where clients do.
    pub address: String,
}

/// Where a node stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// As whom it may act, while it lives as far as it can know.
    pub life: Option<Life>,
    /// Whether it leads, and may.
    pub leads: bool,
    /// Until when at most, unless it is said anew by then; who waits for changes is not told of that.
    pub until: Option<Instant>,
    /// Who leads, as it was last seen: it, or another one.
    pub leader: Option<Neighbour>,
    /// The other nodes.
    pub others: Vec<Neighbour>,
}

/// A node that lives.
pub struct Node {
    postgres: Postgres,
    log: Arc<Changes>,
    standing: watch::Receiver<Standing>,
    life: watch::Receiver<Life>,
    stop: watch::Sender<bool>,
}

impl Node {
    /// Begins to live. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// [`NodeError`] when the database or NATS cannot be used.
    pub async fn join(given: Given) -> Result<Self, NodeError> {
        let postgres = Postgres::connect(&given.database).await?;
        let client = nats::connect(&given.nats, "arena serve").await?;
        let (rings, ringing) = mpsc::channel(RINGS);
        let log = Arc::new(postgres.changes(Box::new(move |last| {
            // Where many wait, whoever hears the first reads all of it.
            rings.try_send(last).ok();
        })));
        let id = log.id().await.map_err(|error| NodeError::Unanswered(error.to_string()))?;
        let subject = |name: &str| format!("{name}.{}", id.simple());
        say(client.clone(), subject(BELL), ringing, |last: u64| last.to_string());
        let bell = log.bell();
        hear(client.clone(), subject(BELL), move |_| bell.notify_one());
        let ((says, said), (tells, told)) = (mpsc::channel(RINGS), mpsc::channel(RINGS));
        say(client.clone(), subject(WORDS), said, Word::text);
        hear(client, subject(WORDS), move |text| {
            Word::parse(text).map(|word| tells.try_send(word).ok());
        });
        let (tell, standing) = watch::channel(Standing::default());
        let (stop, stopped) = watch::channel(false);
        let pen = Arc::clone(&log);
        let (place, words) = ((given.inner, given.address), (says, told));
        let (of_lives, (tell_life, life)) = (postgres.clone(), oneshot::channel());
        live_apart(async move {
            let of_lives = of_lives.apart();
            let (pen, next) = (Box::new(move |life| pen.write_as(life)), Box::new(|| Life(Uuid::new_v4())));
            let (living, life) = Living::new(Arc::new(of_lives.clone()), pen, next, place, tell, words);
            tell_life.send(life.clone()).ok();
            tokio::select! { () = living.run(stopped) => {}, () = of_lives.be_present(life) => {} }
        })?;
        let life = life.await.map_err(|_| NodeError::Unanswered("nobody says that this node lives".to_owned()))?;
        Ok(Self { postgres, log, standing, life, stop })
    }

    /// The log that all nodes share.
    #[must_use]
    pub fn log(&self) -> Arc<Changes> {
        Arc::clone(&self.log)
    }

    /// Keeps the log short from now on: with snapshots of the database in `dir`, of which there is to be one after so many
    /// changes. Whoever exchanges that database must hold the gate meanwhile.
    #[must_use]
    pub fn keep_short(&self, dir: PathBuf, after: u64) -> Gate {
        let gate = Gate::default();
        let (log, standing, life) = (self.log(), self.standing(), self.life.clone());
        tokio::spawn(Keeper { dir, log, standing, life, after, gate: Arc::clone(&gate) }.run());
        gate
    }

    /// Where this node stands, as it changes.
    #[must_use]
    pub fn standing(&self) -> watch::Receiver<Standing> {
        self.standing.clone()
    }

    /// All nodes that live, asked now.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn neighbours(&self) -> BoxFuture<'static, Result<Vec<Neighbour>, Unanswered>> {
        let postgres = self.postgres.clone();
        Box::pin(async move { postgres.neighbours().await })
    }

    /// Ends its life at once: another one takes over what it leads.
    pub async fn leave(&self) {
        self.stop.send_replace(true);
        self.log.write_as(None);
        let life = *self.life.borrow();
        if let Err(error) = self.postgres.leave(life).await {
            tracing::warn!(%error, "the other nodes were not told that this one stops; they find out");
        }
    }
}

/// Lives on a thread of its own, where it waits for nothing of what the server does: a node that is busy is not to be taken for
/// one that is gone.
fn live_apart(living: impl Future<Output = ()> + Send + 'static) -> Result<(), NodeError> {
    let problem = |error: std::io::Error| NodeError::Unanswered(format!("this node cannot say that it lives: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(problem)?;
    let thread = std::thread::Builder::new().name("lives".to_owned());
    thread.spawn(move || runtime.block_on(living)).map_err(problem)?;
    Ok(())
}

/// Says on NATS what it is given. What is lost is found by looking.
fn say<T: Send + 'static>(
    client: async_nats::Client,
    subject: String,
    mut given: mpsc::Receiver<T>,
    text: impl Fn(T) -> String + Send + 'static,
) {
    tokio::spawn(async move {
        while let Some(next) = given.recv().await {
            client.publish(subject.clone(), text(next).into()).await.ok();
        }
    });
}

/// Hears what is said there.
fn hear(client: async_nats::Client, subject: String, mut heard: impl FnMut(&str) + Send + 'static) {
    tokio::spawn(async move {
        // The client makes it again itself when the server was away.
        let Ok(mut messages) = client.subscribe(subject).await else { return };
        while let Some(message) = messages.next().await {
            heard(std::str::from_utf8(&message.payload).unwrap_or_default());
        }
    });
}
