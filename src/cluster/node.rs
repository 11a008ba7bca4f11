//! A node: it says that it lives, leads the lobby when that is its turn, and knows who does when it is not.
//!
//! [`Tenure`] knows what has to be asked when; this asks it of PostgreSQL, and tells what has become of it. NATS carries a
//! bell: who has appended to the shared log rings it, so that the others read at once what they would find a little later.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;
use uuid::Uuid;

use super::keeper::{Gate, Keeper};
use super::leases::{Duty, Kind, LASTS, Lease, LeaseTable, Life, Neighbour, Tenure, Unanswered};
use super::nats::{self, QueueError};
use super::postgres::{Changes, Postgres, PostgresError};
use crate::store::shared::SharedLog;

/// What is led.
pub(super) const LOBBY: Uuid = Uuid::from_u64_pair(0x6172_656e_6120_6c6f, 0x6262_7900_0000_0000);
/// So often it is looked whether something is to be said, and whether this node still counts as alive.
const TICK: Duration = Duration::from_millis(50);
/// So often it is looked who leads.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// A leader whose process has been gone for so long is followed by another one, whenever its life ends: one that lives has made
/// its connections again by then.
const GONE: Duration = Duration::from_millis(400);
/// Rings of the bell that may wait to be sent; one stands for all before it.
const RINGS: usize = 16;
/// What the bell is called.
const BELL: &str = "arena.changes";

/// Why a node cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum NodeError {
    /// The shared database cannot be used.
    #[error(transparent)]
    Database(#[from] PostgresError),
    /// NATS cannot be used.
    #[error(transparent)]
    Nats(#[from] QueueError),
    /// The shared database has stopped answering.
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
    /// Whether it leads, and may.
    pub leads: bool,
    /// Until when at most, unless it is said anew by then; who waits for changes is not told of that.
    pub until: Option<Instant>,
    /// Who leads, as it was last seen: it, or another one.
    pub leader: Option<Neighbour>,
    /// The other nodes.
    pub others: Vec<Neighbour>,
}

/// What a node asks of the database that all nodes share, besides its log.
pub(super) trait Lives: LeaseTable {
    /// Whether the process of a life that is on the list has ended, by the end of its connections. Perhaps it only lost them,
    /// and makes them again.
    fn has_gone(&self, life: Life) -> BoxFuture<'_, Result<bool, Unanswered>>;

    /// Says where a life is reached.
    fn say_where(&self, of: Neighbour) -> BoxFuture<'_, Result<(), Unanswered>>;

    /// All lives that have said where they are reached, whether they have ended or not, if nobody has looked.
    fn neighbours(&self) -> BoxFuture<'_, Result<Vec<Neighbour>, Unanswered>>;
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
        let (rings, mut ringing) = mpsc::channel(RINGS);
        let log = Arc::new(postgres.changes(Box::new(move |last| {
            // Where many wait, whoever hears the first reads all of it.
            rings.try_send(last).ok();
        })));
        let id = log.id().await.map_err(|error| NodeError::Unanswered(error.to_string()))?;
        let subject = format!("{BELL}.{}", id.simple());
        let (bell, speaker, heard) = (log.bell(), client.clone(), subject.clone());
        tokio::spawn(async move {
            while let Some(last) = ringing.recv().await {
                let last: u64 = last;
                // What is lost is found by looking.
                speaker.publish(heard.clone(), last.to_string().into()).await.ok();
            }
        });
        tokio::spawn(async move {
            use futures::StreamExt;
            // The client makes it again itself when the server was away.
            let Ok(mut heard) = client.subscribe(subject).await else { return };
            while heard.next().await.is_some() {
                bell.notify_one();
            }
        });
        let (tell, standing) = watch::channel(Standing::default());
        let (stop, stopped) = watch::channel(false);
        let pen = Arc::clone(&log);
        let (living, life) = Living::new(
            Arc::new(postgres.clone()),
            Box::new(move |life| pen.write_as(life)),
            Box::new(|| Life(Uuid::new_v4())),
            (given.inner, given.address),
            tell,
        );
        tokio::spawn(living.run(stopped));
        tokio::spawn(postgres.clone().be_present(life.clone()));
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

    /// Ends its life at once: another one takes over what it leads.
    pub async fn leave(self) {
        self.stop.send_replace(true);
        self.log.write_as(None);
        let life = *self.life.borrow();
        if let Err(error) = self.postgres.leave(life).await {
            tracing::warn!(%error, "the other nodes were not told that this one stops; they find out");
        }
    }
}

/// What was asked, with its answer.
enum Answer {
    Joined(Life, Duration, Result<(), Unanswered>),
    Renewed(Life, Duration, Result<bool, Unanswered>),
    Adopted(Life, Result<Vec<Lease>, Unanswered>),
    Counted(Life, Result<Vec<Lease>, Unanswered>),
    Looked(Life, Result<Seen, Unanswered>),
}

/// What was seen of the lobby.
struct Seen {
    /// It is owned by this node from now on.
    made: Option<Lease>,
    owner: Option<Life>,
    /// Whether the owner's process has ended.
    has_gone: bool,
    neighbours: Vec<Neighbour>,
}

/// The one who says that the node lives.
pub(super) struct Living<L> {
    tenure: Tenure,
    table: Arc<L>,
    /// Is told as which life this node may write.
    pen: Box<dyn Fn(Option<Life>) + Send + Sync>,
    /// Gives a life that nobody has had.
    next_life: Box<dyn Fn() -> Life + Send + Sync>,
    /// Where the other nodes reach it, and where clients do.
    place: (String, String),
    tell: watch::Sender<Standing>,
    tell_life: watch::Sender<Life>,
    began: Instant,
    looked: Option<Duration>,
    /// The leader whose process has ended, and since when that is seen.
    gone: Option<(Life, Duration)>,
    asked: JoinSet<Answer>,
}

impl<L: Lives> Living<L> {
    /// A node that begins to live, and which life it has, as that changes.
    pub(super) fn new(
        table: Arc<L>,
        pen: Box<dyn Fn(Option<Life>) + Send + Sync>,
        next_life: Box<dyn Fn() -> Life + Send + Sync>,
        place: (String, String),
        tell: watch::Sender<Standing>,
    ) -> (Self, watch::Receiver<Life>) {
        let first = next_life();
        let (tell_life, life) = watch::channel(first);
        let living = Self {
            tenure: Tenure::new(first),
            table,
            pen,
            next_life,
            place,
            tell,
            tell_life,
            began: Instant::now(),
            looked: None,
            gone: None,
            asked: JoinSet::new(),
        };
        (living, life)
    }

    pub(super) async fn run(mut self, mut stopped: watch::Receiver<bool>) {
        loop {
            let now = self.began.elapsed();
            for duty in self.tenure.due(now) {
                self.ask(duty);
            }
            if self.looked.is_none_or(|looked| now.saturating_sub(looked) >= LOOK_EVERY) {
                self.looked = Some(now);
                let (table, life, alive) = (Arc::clone(&self.table), self.tenure.life(), self.tenure.is_alive(now));
                self.asked.spawn(async move { Answer::Looked(life, look(&*table, life, alive).await) });
            }
            self.judge();
            tokio::select! {
                biased;
                _ = stopped.wait_for(|stopped| *stopped) => return,
                Some(answer) = self.asked.join_next() => {
                    if let Ok(answer) = answer {
                        self.hear(answer);
                        self.judge();
                    }
                }
                () = tokio::time::sleep(TICK) => {}
            }
        }
    }

    fn ask(&mut self, duty: Duty) {
        let (table, life) = (Arc::clone(&self.table), self.tenure.life());
        let place = Neighbour { life, inner: self.place.0.clone(), address: self.place.1.clone() };
        self.asked.spawn(async move {
            match duty {
                Duty::Join(at) => {
                    let joined = match table.join(life, LASTS).await {
                        Ok(()) => table.say_where(place).await,
                        Err(error) => Err(error),
                    };
                    Answer::Joined(life, at, joined)
                }
                Duty::Renew(at) => Answer::Renewed(life, at, table.renew(life, LASTS).await),
                Duty::Adopt => Answer::Adopted(life, table.adopt(life, 1).await),
                Duty::Recount => Answer::Counted(life, table.held(life).await),
            }
        });
    }

    fn hear(&mut self, answer: Answer) {
        let now = self.began.elapsed();
        let own = self.tenure.life();
        match answer {
            Answer::Joined(life, at, Ok(())) | Answer::Renewed(life, at, Ok(true)) if life == own => {
                self.tenure.granted(at, now);
                (self.pen)(Some(own));
            }
            Answer::Renewed(life, _, Ok(false)) if life == own => {
                tracing::warn!("this node was away for too long, and counts as a new one");
                (self.pen)(None);
                let next = (self.next_life)();
                self.tenure.ended(next);
                self.tell_life.send_replace(next);
            }
            Answer::Adopted(life, Ok(leases)) | Answer::Counted(life, Ok(leases)) => {
                leases.into_iter().for_each(|lease| self.tenure.owns(life, lease));
            }
            Answer::Looked(life, Ok(seen)) => {
                if let Some(lease) = seen.made {
                    self.tenure.owns(life, lease);
                }
                self.see_gone(seen.owner.filter(|_| seen.has_gone), now);
                self.tell.send_if_modified(|standing| {
                    let leader = seen.neighbours.iter().find(|it| Some(it.life) == seen.owner).cloned();
                    let others = seen.neighbours.into_iter().filter(|it| it.life != own).collect();
                    let is_new = standing.leader != leader || standing.others != others;
                    (standing.leader, standing.others) = (leader, others);
                    is_new
                });
            }
            Answer::Adopted(_, Err(_)) | Answer::Counted(_, Err(_)) | Answer::Looked(_, Err(_)) => {
                self.tenure.missed(now);
            }
            // Asked again anyway.
            Answer::Joined(..) | Answer::Renewed(..) => {}
        }
    }

    /// Takes over from a leader whose process has been gone for long enough. Where it lives nonetheless, it is fenced off as one
    /// whose time has run out, and begins another life.
    fn see_gone(&mut self, leader: Option<Life>, now: Duration) {
        let before = self.gone.take();
        let Some(leader) = leader else { return };
        let since = before.filter(|(same, _)| *same == leader).map_or(now, |(_, since)| since);
        if now.saturating_sub(since) < GONE || !self.tenure.is_settled(now) {
            self.gone = Some((leader, since));
            return;
        }
        let (table, life) = (Arc::clone(&self.table), self.tenure.life());
        self.asked.spawn(async move {
            let adopted = match table.leave(leader).await {
                Ok(()) => table.adopt(life, 1).await,
                Err(error) => Err(error),
            };
            Answer::Adopted(life, adopted)
        });
    }

    /// Tells whether this node leads, as far as it can know.
    fn judge(&self) {
        let leads = self.tenure.epoch(LOBBY, self.began.elapsed()).is_some();
        let until = self.tenure.until().map(|until| self.began + until);
        self.tell.send_if_modified(|standing| {
            standing.until = until;
            std::mem::replace(&mut standing.leads, leads) != leads
        });
    }
}

/// Looks who leads, and takes the lead where nobody ever had it or it was given up.
async fn look(table: &impl Lives, life: Life, alive: bool) -> Result<Seen, Unanswered> {
    let found = table.find(LOBBY).await?;
    let (made, owner) = match found {
        None if alive => (table.make(life, Kind::Lobby, LOBBY).await?, None),
        Some(owned) if alive && owned.owner.is_none() => {
            (table.pass(LOBBY, owned.lease.epoch, Some(life)).await?, None)
        }
        found => (None, found.and_then(|owned| owned.owner)),
    };
    let owner = made.map(|_| life).or(owner);
    let has_gone = match owner {
        Some(owner) if owner != life => table.has_gone(owner).await?,
        _ => false,
    };
    Ok(Seen { made, owner, has_gone, neighbours: table.neighbours().await? })
}
