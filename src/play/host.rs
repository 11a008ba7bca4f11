//! A running match: takes requests from links, stores the resulting events, then answers and notifies all links.
//!
//! A `Host` is a plain struct without I/O, clock or task. Its callers hold the lock in `hosted`: a connection with a
//! move, the log with its answer, the match's `timer` at a deadline. The host answers a request only when its events
//! have been stored; later requests wait. While the event log fails, requests are answered with
//! [`Rejection::Unavailable`] only, and no deadline counts. When the log works again, the clocks continue from their
//! stored values, as after a restart.

mod links;
mod storage;
mod time;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use self::links::PendingLink;
use super::command::{Command, ReplyTo, SendError};
use super::link::{LinkId, Listener, Notification, Published, Publisher, Rejection, Role};
use super::overview::{Changes, MatchOverview};
use super::{Event, Match, MatchSetup, NumberedEvent, Seat};
use arena_games::{BySide, GameError, Side};

/// Maximum number of requests that wait for a match. Further ones are rejected.
const REQUESTS: usize = 32;

/// Maximum number of links that wait to be added. Further ones are rejected. Many arrive at once when clients reconnect
/// after a restart. Waiting removals need no limit, because there are no more of them than links.
const ARRIVALS: usize = 4_096;

/// The pause after a first failure of the event log. It doubles up to `storage::LONGEST_PAUSE`.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// Timeouts of a hosted match.
#[derive(Clone, Copy, Debug)]
pub struct HostTimeouts {
    /// Holders of seats who have not connected this long after the start of the host count as away.
    pub presence: Duration,
    /// The time for which a finished match is kept for its watchers after the last request.
    pub linger: Duration,
    /// The time for which a reloaded finished match waits for its first link.
    pub first_link: Duration,
}

/// A connection of the match.
struct Link {
    id: LinkId,
    role: Role,
    side: Option<Side>,
    listener: Arc<dyn Listener>,
}

/// A reply that is sent once its events are stored.
type Reply = (ReplyTo, Result<(), Rejection>);

/// An action to perform once all events are stored.
enum PendingAction {
    Nothing,
    /// Sends the reply, before the links are notified.
    Reply(Reply),
    /// Adds the link, after the others were notified.
    Attach(Box<PendingLink>),
    /// Replies to a removed link, after the others were notified.
    Unlinked(ReplyTo),
}

/// The state of the host.
enum Stage {
    /// Ready for the next command.
    Free,
    /// Waiting for the log since the first attempt. `pause` is the pause after another failure.
    Storing {
        since: Instant,
        then: PendingAction,
        pause: Duration,
    },
    /// The log has failed and is retried at `again`.
    Unstored {
        since: Instant,
        then: PendingAction,
        pause: Duration,
        again: Instant,
    },
    /// Waiting for the agreed rematch to be created.
    Rematching(PendingAction),
    Stopped,
}

/// The next task of the match's timer.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// Sleep until this instant.
    Sleep(Instant),
    /// Create the rematch, with the seats as they were at the end.
    Rematch(BySide<Seat>),
    /// Stop the match.
    Rest,
}

/// A running match.
pub(crate) struct Host {
    setup: Arc<MatchSetup>,
    core: Match,
    timeouts: HostTimeouts,
    stage: Stage,
    /// Events that are not published yet.
    fresh: Vec<NumberedEvent>,
    /// Whether `fresh` must still be passed to the log.
    unasked: bool,
    waiting: VecDeque<Command>,
    overview: MatchOverview,
    changes: Changes,
    publisher: Publisher,
    links: Vec<Link>,
    /// The link that plays each seat.
    playing: BySide<Option<LinkId>>,
    gone: Vec<LinkId>,
    presence_at: Option<Instant>,
    first_link_by: Instant,
    last_request: Instant,
    /// Whether the match is unloaded once it is over, even if it is watched.
    unload: bool,
    /// Whether players are no longer marked as away, because the server is stopping.
    keeps_seats: bool,
    /// The next time at which the timer wakes.
    timer_wakes: Instant,
}

impl Host {
    pub(crate) fn new(setup: Arc<MatchSetup>, core: Match, timeouts: HostTimeouts, now: Instant) -> Self {
        let mut host = Self {
            setup,
            timeouts,
            stage: Stage::Free,
            fresh: Vec::new(),
            unasked: false,
            waiting: VecDeque::new(),
            overview: MatchOverview::of(&core, now),
            changes: Changes::NEW,
            publisher: Publisher::after(core.start(), core.moves(), core.terms().opening.len(), core.board()),
            links: Vec::new(),
            playing: BySide::default(),
            gone: Vec::new(),
            presence_at: now.checked_add(timeouts.presence),
            first_link_by: now + timeouts.first_link,
            last_request: now,
            unload: false,
            keeps_seats: false,
            timer_wakes: now,
            core,
        };
        if host.core.rematch_agreed() {
            host.stage = Stage::Rematching(PendingAction::Nothing);
        } else {
            host.commit(PendingAction::Nothing, now);
        }
        host
    }

    /// Returns the overview, which contains only stored events.
    pub(crate) const fn overview(&self) -> &MatchOverview {
        &self.overview
    }

    /// Returns the keys of the current position and of those that the next move can lead to.
    pub(super) fn position_keys(&self) -> Vec<u64> {
        let board = self.core.board();
        let ply = self.core.moves().len();
        let after = |mv| {
            let mut next = board.boxed_clone();
            next.play(mv, ply).ok().map(|()| next.key())
        };
        std::iter::once(board.key()).chain(board.legal().into_iter().filter_map(after)).collect()
    }

    /// Returns the changes of the overview since the last call.
    pub(super) fn take_changes(&mut self) -> Changes {
        std::mem::replace(&mut self.changes, Changes::NONE)
    }

    /// Returns whether the match has stopped accepting commands.
    pub(super) const fn is_stopped(&self) -> bool {
        matches!(self.stage, Stage::Stopped)
    }

    /// Takes a command `now`, or queues it.
    ///
    /// # Errors
    /// Returns the command if the queue is full or the match has stopped.
    pub(crate) fn send(&mut self, command: Command, now: Instant) -> Result<(), SendError> {
        match self.stage {
            Stage::Stopped => return Err(SendError::Stopped(Box::new(command))),
            Stage::Free => {
                self.take(command, now);
                self.go_on(now);
            }
            Stage::Unstored { .. } => self.defer(command),
            Stage::Storing { .. } | Stage::Rematching(_) => {
                if self.is_crowded_for(&command) {
                    return Err(SendError::Busy(Box::new(command)));
                }
                self.waiting.push_back(command);
            }
        }
        Ok(())
    }

    /// Returns whether the queue is full for this kind of command.
    fn is_crowded_for(&self, command: &Command) -> bool {
        let arrives = |command: &Command| matches!(command, Command::Attach { .. });
        let most = if arrives(command) { ARRIVALS } else { REQUESTS };
        let is_like = |known: &&Command| arrives(known) == arrives(command) && !matches!(known, Command::Detach { .. });
        let goes = matches!(command, Command::Detach { .. });
        !goes && self.waiting.len() >= most && self.waiting.iter().filter(is_like).count() >= most
    }

    /// Returns the events that must be passed to the log now.
    pub(crate) fn take_unasked(&mut self) -> Option<&[NumberedEvent]> {
        std::mem::take(&mut self.unasked).then_some(&*self.fresh)
    }

    /// Continues after the rematch was created, or could not be.
    pub(super) fn rematched(&mut self, now: Instant) {
        if let Stage::Rematching(then) = std::mem::replace(&mut self.stage, Stage::Stopped) {
            self.finish(then, now);
            self.go_on(now);
        }
    }

    /// Stops marking players as away. Used when the server stops, because its players reconnect where the match
    /// continues.
    pub(super) const fn keep_seats(&mut self) {
        self.keeps_seats = true;
    }

    /// Stops the match and notifies the waiting senders and all links.
    pub(super) fn stop(&mut self) {
        self.stage = Stage::Stopped;
        std::mem::take(&mut self.waiting).into_iter().for_each(|command| self.turn_away(command));
        for link in std::mem::take(&mut self.links) {
            let _ = link.listener.notify(self.setup.id, Notification::Closed);
        }
    }

    /// Takes queued commands until events must be stored.
    fn go_on(&mut self, now: Instant) {
        while matches!(self.stage, Stage::Free) {
            if let Some(link) = self.gone.pop() {
                self.unlink(link, PendingAction::Nothing, now);
            } else if let Some(command) = self.waiting.pop_front() {
                self.take(command, now);
            } else {
                return;
            }
        }
    }

    fn take(&mut self, command: Command, now: Instant) {
        match command {
            Command::Attach { reply_to, role, since } => {
                self.last_request = now;
                self.attach(reply_to, role, since, now);
            }
            Command::Detach { link, reply_to } => {
                self.last_request = now;
                self.unlink(link, reply_to.map_or(PendingAction::Nothing, PendingAction::Unlinked), now);
            }
            Command::Act { reply_to, action } => {
                self.last_request = now;
                let result = match self.side_of(reply_to.link) {
                    Ok(side) => self.core.handle(side, action, reply_to.at).map_err(Rejection::from),
                    Err(rejection) => Err(rejection),
                };
                self.commit(PendingAction::Reply((reply_to, result)), now);
            }
            Command::Unload => self.unload = true,
            Command::CallOff { detail, reply_to } => {
                // A finished match stays unchanged.
                let result = self.core.call_off(detail, now).map_err(Rejection::from);
                let then = reply_to.map_or(PendingAction::Nothing, |reply_to| PendingAction::Reply((reply_to, result)));
                self.commit(then, now);
            }
        }
    }

    /// Stores pending events, then performs `then`. Performs it at once if there are no events.
    fn commit(&mut self, then: PendingAction, now: Instant) {
        self.fresh.extend(std::iter::from_fn(|| self.core.next_event()));
        if self.fresh.is_empty() {
            self.finish(then, now);
        } else {
            self.stage = Stage::Storing { since: now, then, pause: FIRST_PAUSE };
            self.unasked = true;
        }
    }

    /// Answers and notifies, now that all events are stored.
    fn finish(&mut self, then: PendingAction, now: Instant) {
        self.stage = Stage::Free;
        let then = if let PendingAction::Reply(reply) = then {
            self.reply(reply);
            PendingAction::Nothing
        } else {
            then
        };
        let mut fresh = std::mem::take(&mut self.fresh).into_iter().peekable();
        while let Some(numbered) = fresh.next() {
            let next = fresh.peek().map(|numbered| &numbered.event);
            let published = Arc::new(self.publisher.publish(numbered, next, self.core.board()));
            self.publish(&published, now);
        }
        match then {
            PendingAction::Attach(arrival) => self.add_link(*arrival, now),
            PendingAction::Unlinked(reply_to) => self.reply((reply_to, Ok(()))),
            PendingAction::Nothing | PendingAction::Reply(_) => {}
        }
    }

    fn reply(&mut self, (reply_to, result): Reply) {
        let reply = Notification::Reply { re: reply_to.re, asked: reply_to.at, result };
        if reply_to.listener.notify(self.setup.id, reply).is_err() {
            self.gone.push(reply_to.link);
        }
    }

    fn publish(&mut self, published: &Arc<Published>, now: Instant) {
        self.changes |= self.overview.follow(&published.event, &self.core, now);
        for link in &self.links {
            if link.listener.notify(self.setup.id, Notification::Event(Arc::clone(published))).is_err() {
                self.gone.push(link.id);
            }
        }
    }
}

/// Creates the match of a setup without any events.
///
/// # Errors
/// Returns an error if the options, the position or the opening are invalid.
pub fn fresh(setup: &MatchSetup, timeouts: super::Timeouts, now: Instant) -> Result<Match, GameError> {
    Match::new(setup.board()?, setup.terms(timeouts)?, setup.seats.clone(), now)
}

/// Restores the match of a setup from its events.
///
/// # Errors
/// Returns an error if the setup is invalid or the events do not belong to the match.
pub fn restored(
    setup: &MatchSetup,
    events: impl IntoIterator<Item = Event>,
    timeouts: super::Timeouts,
    now: Instant,
) -> Result<Match, GameError> {
    Match::replay(setup.board()?, setup.terms(timeouts)?, setup.seats.clone(), events, now)
}
