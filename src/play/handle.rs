//! What others hold of a running match: a way to send it actions, and an overview of its state.

use std::fmt;
use std::ops::BitOrAssign;
use std::sync::Arc;
use std::time::Instant;

use uuid::Uuid;

use super::host::Host;
use super::host::hosted::Hosted;
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
    /// The overview of `core` at `now`.
    #[must_use]
    pub fn of(core: &Match, now: Instant) -> Self {
        Self {
            seats: core.seats().clone(),
            away: BySide::from_fn(|side| core.is_away(side)),
            phase: core.phase().clone(),
            plies: core.moves().len(),
            touched: now,
        }
    }

    /// Follows an event that has led to `core`, as is known at `now`; what has changed by it.
    pub(super) fn follow(&mut self, event: &Event, core: &Match, now: Instant) -> Changes {
        self.touched = now;
        match event {
            Event::Seated { side, .. } => self.seats[*side] = core.seats()[*side].clone(),
            Event::Started { .. } | Event::Ended { .. } => self.phase = core.phase().clone(),
            Event::Away { .. } | Event::Back { .. } => self.away = BySide::from_fn(|side| core.is_away(side)),
            Event::Moved { .. } | Event::TakenBack { .. } => {
                self.plies = core.moves().len();
                return Changes(Changes::MOVED);
            }
            Event::Thought { .. } | Event::Offered { .. } | Event::Answered { .. } => return Changes(0),
        }
        Changes(Changes::STANDING)
    }
}

/// What has changed in an overview since [`MatchHandle::take_changes`] was last called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changes(u8);

/// Whoever has never looked finds all of it new.
impl Changes {
    pub(super) const NEW: Self = Self(Self::STANDING);
    pub(super) const NONE: Self = Self(0);
}

impl BitOrAssign for Changes {
    fn bitor_assign(&mut self, more: Self) {
        self.0 |= more.0;
    }
}

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

/// Why a match could not be asked, with what it was asked: whoever sent it may send the same again.
pub enum SendError {
    /// Too much waits for it; try again.
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

/// A running match.
#[derive(Clone)]
pub struct MatchHandle(Arc<Hosted>);

impl MatchHandle {
    pub(super) const fn new(hosted: Arc<Hosted>) -> Self {
        Self(hosted)
    }

    /// The match.
    #[must_use]
    pub fn id(&self) -> Uuid {
        self.0.setup.id
    }

    /// Its unchanging part.
    #[must_use]
    pub fn setup(&self) -> &Arc<MatchSetup> {
        &self.0.setup
    }

    fn overviewed<T>(&self, look: impl FnOnce(&MatchOverview) -> T) -> T {
        self.0.look(|host| look(host.overview()))
    }

    /// How it stands.
    #[must_use]
    pub fn overview(&self) -> MatchOverview {
        self.overviewed(MatchOverview::clone)
    }

    /// The side whose seat `player` holds.
    #[must_use]
    pub fn seat_of(&self, player: Uuid) -> Option<Side> {
        self.overviewed(|now| Side::BOTH.into_iter().find(|&side| now.seats[side].player() == Some(player)))
    }

    /// The person in a seat who is not this player.
    #[must_use]
    pub fn other_person(&self, player: Uuid) -> Option<Uuid> {
        self.overviewed(|now| {
            Side::BOTH.into_iter().filter_map(|side| now.seats[side].player()).find(|other| *other != player)
        })
    }

    /// Whether the match goes on, this is its next ply, and `player` holds a seat of it.
    #[must_use]
    pub fn is_at(&self, ply: u32, player: Uuid) -> bool {
        self.overviewed(|now| {
            now.phase == Phase::Live
                && u32::try_from(now.plies) == Ok(ply)
                && now.seats.iter().any(|(_, seat)| seat.player() == Some(player))
        })
    }

    /// Since when nothing has happened in a match that all its people have left, and that is not lost by that.
    #[must_use]
    pub fn deserted_since(&self) -> Option<Instant> {
        let stays = self.setup().clock.is_none_or(|clock| clock.per_move);
        self.overviewed(|now| {
            let is_gone = |side: Side| now.seats[side].player().is_none() || now.away[side];
            let is_deserted = stays && now.phase == Phase::Live && Side::BOTH.into_iter().all(is_gone);
            is_deserted.then_some(now.touched)
        })
    }

    /// Whether the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.overviewed(|now| matches!(now.phase, Phase::Over(_)))
    }

    /// What has changed in the overview since the last call.
    #[must_use]
    pub fn take_changes(&self) -> Changes {
        self.0.with(Host::take_changes)
    }

    /// Whether the match takes nothing any more.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.look(Host::is_stopped)
    }

    /// From now on nobody counts as away in it: the server stops, and whoever goes by that comes again where the match goes on.
    pub fn keep_seats(&self) {
        self.0.with(Host::keep_seats);
    }

    /// Whether both are handles on the same running match.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Asks the match for something, unless too much waits.
    ///
    /// # Errors
    /// When the match does not take the command; it comes back.
    pub fn send(&self, command: Command) -> Result<(), SendError> {
        self.0.with(|host| host.send(command, Instant::now()))
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

    /// Removes a link from the match and replies to the request, if there was one. There is always room for that, so that
    /// no seat counts as held by a connection that is gone. Does nothing where the match has stopped.
    pub fn detach(&self, link: LinkId, reply_to: Option<ReplyTo>) {
        let _ = self.send(Command::Detach { link, reply_to });
    }
}
