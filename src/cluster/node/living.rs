//! The one who says that a node lives, takes the lead of the lobby when that is its turn, and hears who has it when it is not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;
use uuid::Uuid;

use super::Standing;
use crate::cluster::leases::{Duty, Kind, LASTS, Lease, LeaseTable, Life, Neighbour, Tenure, Unanswered};

/// What is led.
pub(in crate::cluster) const LOBBY: Uuid = Uuid::from_u64_pair(0x6172_656e_6120_6c6f, 0x6262_7900_0000_0000);
/// So often it is looked whether something is to be said, and whether this node still counts as alive.
const TICK: Duration = Duration::from_millis(50);
/// So often it is looked who leads, and so often while the leader's process seems to have ended.
const LOOK_EVERY: Duration = Duration::from_millis(200);
const LOOK_AGAIN_EVERY: Duration = Duration::from_millis(100);
/// A life whose process has been gone for so long is ended, whenever its time is over: one that lives has made its connections
/// again by then.
const GONE: Duration = Duration::from_millis(300);
/// Who has not been told for so long that its life goes on says that it cannot reach the database, and so often again.
const UNANSWERED: Duration = Duration::from_millis(1_200);
const SAY_EVERY: Duration = Duration::from_millis(100);
/// An answer that takes so long leaves little time for the next one: it is said once in a life.
const SLOW: Duration = Duration::from_millis(400);
/// Who was told so within this time can: it may end such a life, if the database has not heard of that one for as long.
const ANSWERED: Duration = Duration::from_secs(1);

/// What a node asks of the database that all nodes share, besides its log.
pub(in crate::cluster) trait Lives: LeaseTable {
    /// Whether the process of a life that is on the list has ended, by the end of its connections. Perhaps it only lost them,
    /// and makes them again.
    fn has_gone(&self, life: Life) -> BoxFuture<'_, Result<bool, Unanswered>>;

    /// Ends a life that has not said for so long that it goes on.
    fn end_silent(&self, life: Life, silent: Duration) -> BoxFuture<'_, Result<(), Unanswered>>;

    /// Says where a life is reached.
    fn say_where(&self, of: Neighbour) -> BoxFuture<'_, Result<(), Unanswered>>;

    /// All lives that have said where they are reached, whether they have ended or not, if nobody has looked.
    fn neighbours(&self) -> BoxFuture<'_, Result<Vec<Neighbour>, Unanswered>>;
}

/// What nodes tell each other of a life. Where it is lost, the life ends when its time has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cluster) enum Word {
    /// Who has this life cannot reach the database: whoever can may end it.
    Unanswered(Life),
    /// It was ended by another node.
    Ended(Life),
}

impl Word {
    pub(super) fn text(self) -> String {
        match self {
            Self::Unanswered(life) => format!("unanswered {}", life.0),
            Self::Ended(life) => format!("ended {}", life.0),
        }
    }

    /// Words of a later release are none.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (word, life) = text.split_once(' ')?;
        let life = Life(life.parse().ok()?);
        match word {
            "unanswered" => Some(Self::Unanswered(life)),
            "ended" => Some(Self::Ended(life)),
            _ => None,
        }
    }
}

/// Where words of lives are said and heard.
pub(in crate::cluster) type Words = (mpsc::Sender<Word>, mpsc::Receiver<Word>);

/// What was asked, with its answer.
enum Answer {
    Joined(Life, Duration, Result<(), Unanswered>),
    Renewed(Life, Duration, Result<bool, Unanswered>),
    Adopted(Life, Result<Vec<Lease>, Unanswered>),
    Counted(Life, Result<Vec<Lease>, Unanswered>),
    /// What this life took over from that one.
    Followed(Life, Life, Result<Vec<Lease>, Unanswered>),
    Looked(Life, Result<Seen, Unanswered>),
}

/// What was seen of the lobby.
struct Seen {
    /// It is owned by this node from now on.
    made: Option<Lease>,
    owner: Option<Life>,
    /// The others whose processes have ended.
    gone: Vec<Life>,
    neighbours: Vec<Neighbour>,
}

/// The one who says that the node lives.
pub(in crate::cluster) struct Living<L> {
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
    /// The others whose processes have ended, and since when that is seen.
    gone: BTreeMap<Life, Duration>,
    words: Words,
    /// When it was last said that the database does not answer.
    said: Option<Duration>,
    /// The life in which it was said that it answers slowly.
    slow: Option<Life>,
    asked: JoinSet<Answer>,
}

impl<L: Lives> Living<L> {
    /// A node that begins to live, and which life it has, as that changes.
    pub(in crate::cluster) fn new(
        table: Arc<L>,
        pen: Box<dyn Fn(Option<Life>) + Send + Sync>,
        next_life: Box<dyn Fn() -> Life + Send + Sync>,
        place: (String, String),
        tell: watch::Sender<Standing>,
        words: Words,
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
            gone: BTreeMap::new(),
            words,
            said: None,
            slow: None,
            asked: JoinSet::new(),
        };
        (living, life)
    }

    pub(in crate::cluster) async fn run(mut self, mut stopped: watch::Receiver<bool>) {
        loop {
            let now = self.began.elapsed();
            for duty in self.tenure.due(now) {
                self.ask(duty);
            }
            let every = if !self.gone.is_empty() { LOOK_AGAIN_EVERY } else { LOOK_EVERY };
            if self.looked.is_none_or(|looked| now.saturating_sub(looked) >= every) {
                self.looked = Some(now);
                let (table, life, alive) = (Arc::clone(&self.table), self.tenure.life(), self.tenure.is_alive(now));
                self.asked.spawn(async move { Answer::Looked(life, look(&*table, life, alive).await) });
            }
            self.judge();
            self.complain(now);
            tokio::select! {
                biased;
                _ = stopped.wait_for(|stopped| *stopped) => return,
                Some(word) = self.words.1.recv() => {
                    self.listen(word);
                    self.judge();
                }
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
                self.note_time(now.saturating_sub(at));
            }
            Answer::Renewed(life, _, Ok(false)) if life == own => {
                tracing::warn!("this node was away for too long, and counts as a new one");
                self.begin_anew();
            }
            Answer::Followed(life, before, Ok(leases)) => {
                self.words.0.try_send(Word::Ended(before)).ok();
                leases.into_iter().for_each(|lease| self.tenure.owns(life, lease));
            }
            Answer::Adopted(life, Ok(leases)) | Answer::Counted(life, Ok(leases)) => {
                leases.into_iter().for_each(|lease| self.tenure.owns(life, lease));
            }
            Answer::Looked(life, Ok(seen)) => {
                if let Some(lease) = seen.made {
                    self.tenure.owns(life, lease);
                }
                self.see_gone(seen.gone, now);
                self.tell.send_if_modified(|standing| {
                    let leader = seen.neighbours.iter().find(|it| Some(it.life) == seen.owner).cloned();
                    let others = seen.neighbours.into_iter().filter(|it| it.life != own).collect();
                    let is_new = standing.leader != leader || standing.others != others;
                    (standing.leader, standing.others) = (leader, others);
                    is_new
                });
            }
            Answer::Adopted(_, Err(_))
            | Answer::Counted(_, Err(_))
            | Answer::Followed(_, _, Err(_))
            | Answer::Looked(_, Err(_)) => self.tenure.missed(now),
            // Asked again anyway.
            Answer::Joined(..) | Answer::Renewed(..) => {}
        }
    }

    fn note_time(&mut self, took: Duration) {
        let own = Some(self.tenure.life());
        if took >= SLOW && self.slow != own {
            self.slow = own;
            let (took, most) = (took.as_millis(), UNANSWERED.as_millis());
            tracing::warn!(
                "the database took {took} ms to answer that this node lives; after {most} ms others may take over from it"
            );
        }
    }

    /// Ends the lives of others whose processes have been gone for long enough, and takes over from them. Who lives nonetheless
    /// is fenced off as one whose time has run out, and begins another life.
    fn see_gone(&mut self, gone: Vec<Life>, now: Duration) {
        let before = std::mem::take(&mut self.gone);
        for life in gone {
            let since = before.get(&life).copied().unwrap_or(now);
            if now.saturating_sub(since) < GONE || !self.tenure.is_settled(now) {
                self.gone.insert(life, since);
            } else {
                self.follow(life, None);
            }
        }
    }

    /// Ends another life, where it has been silent for so long if that is asked for, and takes over from it.
    fn follow(&mut self, other: Life, silent: Option<Duration>) {
        let (table, life) = (Arc::clone(&self.table), self.tenure.life());
        self.asked.spawn(async move {
            let ended = match silent {
                Some(silent) => table.end_silent(other, silent).await,
                None => table.leave(other).await,
            };
            let adopted = match ended {
                Ok(()) => table.adopt(life, 1).await,
                Err(error) => Err(error),
            };
            Answer::Followed(life, other, adopted)
        });
    }

    /// Says, while it lives, that the database does not answer it. It goes on: perhaps nobody else is answered, either.
    fn complain(&mut self, now: Duration) {
        let is_due = self.said.is_none_or(|said| now.saturating_sub(said) >= SAY_EVERY);
        if self.tenure.is_alive(now) && is_due && self.tenure.unanswered(now).is_some_and(|time| time >= UNANSWERED) {
            self.said = Some(now);
            self.words.0.try_send(Word::Unanswered(self.tenure.life())).ok();
        }
    }

    fn listen(&mut self, word: Word) {
        let (now, own) = (self.began.elapsed(), self.tenure.life());
        let is_answered =
            self.tenure.is_settled(now) && self.tenure.unanswered(now).is_some_and(|time| time < ANSWERED);
        match word {
            Word::Unanswered(life) if life != own && is_answered => self.follow(life, Some(ANSWERED)),
            Word::Ended(life) if life == own => {
                tracing::warn!("another node has taken over: this one could not reach the database");
                self.begin_anew();
            }
            Word::Unanswered(_) | Word::Ended(_) => {}
        }
    }

    /// Begins another life, since this one has ended.
    fn begin_anew(&mut self) {
        (self.pen)(None);
        let next = (self.next_life)();
        self.tenure.ended(next);
        self.tell_life.send_replace(next);
    }

    /// Tells whether this node lives, and leads, as far as it can know.
    fn judge(&self) {
        let now = self.began.elapsed();
        let leads = self.tenure.epoch(LOBBY, now).is_some();
        let life = self.tenure.is_alive(now).then(|| self.tenure.life());
        let until = self.tenure.until().map(|until| self.began + until);
        self.tell.send_if_modified(|standing| {
            standing.until = until;
            let is_new = (standing.leads, standing.life) != (leads, life);
            (standing.leads, standing.life) = (leads, life);
            is_new
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
    let (owner, neighbours) = (made.map(|_| life).or(owner), table.neighbours().await?);
    let mut gone = Vec::new();
    // Who leads may not have said where it is reached.
    let others: BTreeSet<Life> = neighbours.iter().map(|it| it.life).chain(owner).filter(|it| *it != life).collect();
    for other in others {
        if table.has_gone(other).await? {
            gone.push(other);
        }
    }
    Ok(Seen { made, owner, gone, neighbours })
}
