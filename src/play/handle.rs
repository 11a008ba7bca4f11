//! What others hold of a running match: a way to send it actions, and an overview of its state.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::mpsc;
use uuid::Uuid;

use super::link::{LinkId, Listener, Role};
use super::{Action, Event, Match, MatchSetup, Phase, Seat};
use crate::games::{BySide, Side};

/// Who sent a request, and where the reply goes.
#[derive(Clone)]
pub struct ReplyTo {
    /// The link.
    pub link: LinkId,
    /// Where it is notified.
    pub listener: Arc<dyn Listener>,
    /// The number of the request.
    pub re: Option<u64>,
    /// When the request was received.
    pub at: Instant,
}

/// What a match is asked.
pub enum Command {
    /// To take a link in, which knows the events up to `since`, if any.
    Attach {
        /// Who comes.
        reply_to: ReplyTo,
        /// As what.
        role: Role,
        /// The last event that the link knows.
        since: Option<u64>,
    },
    /// To let go of a link.
    Detach {
        /// The link.
        link: LinkId,
        /// Who asked, if anybody waits for the answer.
        reply_to: Option<ReplyTo>,
    },
    /// To end without a result.
    CallOff {
        /// Why, for people.
        detail: String,
    },
    /// To be let go of, once it is over, whoever watches: what is stored of it has changed.
    LetGo,
    /// To do something for a link.
    Act {
        /// Who asks.
        reply_to: ReplyTo,
        /// For what.
        action: Action,
    },
}

/// How a match stands, for lists.
#[derive(Clone, Debug)]
pub struct MatchOverview {
    /// Who sits where.
    pub seats: BySide<Seat>,
    /// Who is away.
    pub away: BySide<bool>,
    /// Where it stands.
    pub phase: Phase,
    /// Moves made so far, those of the opening included.
    pub plies: usize,
    /// When something last happened.
    pub touched: Instant,
}

impl MatchOverview {
    /// The overview of `core`.
    #[must_use]
    pub fn of(core: &Match) -> Self {
        Self {
            seats: core.seats().clone(),
            away: BySide::from_fn(|side| core.is_away(side)),
            phase: core.phase().clone(),
            plies: core.moves().len(),
            touched: Instant::now(),
        }
    }
}

/// What has changed in an overview since [`MatchHandle::take_changes`] was last called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changes(u8);

impl Changes {
    const MOVED: u8 = 1;
    const STANDING: u8 = 2;

    /// Whether who sits there, who is away or the phase has changed.
    #[must_use]
    pub const fn of_standing(self) -> bool {
        self.0 & Self::STANDING != 0
    }

    /// Whether moves were made or taken back.
    #[must_use]
    pub const fn of_moves(self) -> bool {
        self.0 & Self::MOVED != 0
    }
}

/// The state that the host writes and all handles read.
pub(super) struct Shared {
    overview: Mutex<MatchOverview>,
    changed: AtomicU8,
}

impl Shared {
    pub(super) const fn new(overview: MatchOverview) -> Self {
        Self { overview: Mutex::new(overview), changed: AtomicU8::new(Changes::STANDING) }
    }

    /// Notes an event that has led to `core`.
    pub(super) fn update(&self, event: &Event, core: &Match) {
        let mut overview = self.overview.lock().unwrap_or_else(PoisonError::into_inner);
        let mut change = Changes::STANDING;
        overview.touched = Instant::now();
        match event {
            Event::Seated { side, .. } => overview.seats[*side] = core.seats()[*side].clone(),
            Event::Started { .. } | Event::Ended { .. } => overview.phase = core.phase().clone(),
            Event::Away { .. } | Event::Back { .. } => {
                Side::BOTH.into_iter().for_each(|side| overview.away[side] = core.is_away(side));
            }
            Event::Moved { .. } | Event::TakenBack { .. } => {
                overview.plies = core.moves().len();
                change = Changes::MOVED;
            }
            Event::Thought { .. } | Event::Offered { .. } | Event::Answered { .. } => return,
        }
        drop(overview);
        self.changed.fetch_or(change, Ordering::AcqRel);
    }
}

/// Why a match could not be asked, with what it was asked: whoever sent it may send the same again.
pub enum SendError {
    /// Its queue of requests is full; try again.
    Busy(Box<Command>),
    /// It is not running any more.
    Stopped(Box<Command>),
}

impl fmt::Debug for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Busy(_) => "Busy",
            Self::Stopped(_) => "Stopped",
        })
    }
}

impl From<mpsc::error::TrySendError<Box<Command>>> for SendError {
    fn from(error: mpsc::error::TrySendError<Box<Command>>) -> Self {
        match error {
            mpsc::error::TrySendError::Full(command) => Self::Busy(command),
            mpsc::error::TrySendError::Closed(command) => Self::Stopped(command),
        }
    }
}

/// A running match.
#[derive(Clone)]
pub struct MatchHandle {
    setup: Arc<MatchSetup>,
    /// Boxed, since a channel holds room for many from its beginning on, and a match has few at a time.
    commands: mpsc::Sender<Box<Command>>,
    shared: Arc<Shared>,
}

impl MatchHandle {
    pub(super) const fn new(setup: Arc<MatchSetup>, commands: mpsc::Sender<Box<Command>>, shared: Arc<Shared>) -> Self {
        Self { setup, commands, shared }
    }

    /// The match.
    #[must_use]
    pub fn id(&self) -> Uuid {
        self.setup.id
    }

    /// Its unchanging part.
    #[must_use]
    pub const fn setup(&self) -> &Arc<MatchSetup> {
        &self.setup
    }

    /// How it stands.
    #[must_use]
    pub fn overview(&self) -> MatchOverview {
        self.shared.overview.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The side whose seat `player` holds.
    #[must_use]
    pub fn seat_of(&self, player: Uuid) -> Option<Side> {
        let overview = self.shared.overview.lock().unwrap_or_else(PoisonError::into_inner);
        Side::BOTH.into_iter().find(|&side| overview.seats[side].player() == Some(player))
    }

    /// The person in a seat who is not this player.
    #[must_use]
    pub fn other_person(&self, player: Uuid) -> Option<Uuid> {
        let overview = self.shared.overview.lock().unwrap_or_else(PoisonError::into_inner);
        Side::BOTH.into_iter().filter_map(|side| overview.seats[side].player()).find(|other| *other != player)
    }

    /// Whether the match goes on, this is its next ply, and `player` holds a seat of it.
    #[must_use]
    pub fn is_at(&self, ply: u32, player: Uuid) -> bool {
        let overview = self.shared.overview.lock().unwrap_or_else(PoisonError::into_inner);
        overview.phase == Phase::Live
            && u32::try_from(overview.plies) == Ok(ply)
            && overview.seats.iter().any(|(_, seat)| seat.player() == Some(player))
    }

    /// Since when nothing has happened in a match that all its people have left, and that is not lost by that.
    #[must_use]
    pub fn deserted_since(&self) -> Option<Instant> {
        let stays = self.setup.clock.is_none_or(|clock| clock.per_move);
        let overview = self.shared.overview.lock().unwrap_or_else(PoisonError::into_inner);
        let is_gone = |side: Side| overview.seats[side].player().is_none() || overview.away[side];
        let is_deserted = stays && overview.phase == Phase::Live && Side::BOTH.into_iter().all(is_gone);
        is_deserted.then_some(overview.touched)
    }

    /// Whether the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.shared.overview.lock().unwrap_or_else(PoisonError::into_inner).phase, Phase::Over(_))
    }

    /// What has changed in the overview since the last call.
    #[must_use]
    pub fn take_changes(&self) -> Changes {
        Changes(self.shared.changed.swap(0, Ordering::AcqRel))
    }

    /// Whether the host has stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.commands.is_closed()
    }

    /// Whether both are handles on the same host.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }

    /// Asks the match for something, unless its queue is full.
    ///
    /// # Errors
    /// When the match does not take the command; it comes back.
    pub fn send(&self, command: Command) -> Result<(), SendError> {
        Ok(self.commands.try_send(Box::new(command))?)
    }

    /// Adds a link to the match. It has the events up to `since` already, if any, and is sent the state of the match or
    /// the reason why it may not be added.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub fn attach(&self, reply_to: ReplyTo, role: Role, since: Option<u64>) -> Result<(), SendError> {
        self.send(Command::Attach { reply_to, role, since })
    }

    /// Sends the action of a link that was added. The reply goes to its listener.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub fn act(&self, reply_to: ReplyTo, action: Action) -> Result<(), SendError> {
        self.send(Command::Act { reply_to, action })
    }

    /// Removes a link from the match without waiting. False where the queue is full; true also where the match has
    /// stopped.
    #[must_use]
    pub fn try_detach(&self, link: LinkId) -> bool {
        !matches!(self.send(Command::Detach { link, reply_to: None }), Err(SendError::Busy(_)))
    }

    /// Removes a link from the match and replies to the request, if there was one. Waits for room in the queue, so that
    /// no seat counts as held by a connection that is gone. Does nothing where the match has stopped.
    pub async fn detach(&self, link: LinkId, reply_to: Option<ReplyTo>) {
        let _ = self.commands.send(Box::new(Command::Detach { link, reply_to })).await;
    }
}
