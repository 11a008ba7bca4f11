//! One match while it runs: it takes requests from links, has stored what happened, and then answers and notifies all
//! links.
//!
//! A `Host` is a plain struct without I/O, clock and task. Whoever has something for it calls it, under the lock of
//! `hosted`: a connection with a move, the log with its answer, the match's `keeper` with the time. It answers a request
//! only when its events have been stored; what is asked meanwhile waits. While the event log fails nothing is answered but
//! [`Rejection::Unavailable`] and no deadline counts; when it works again the clocks go on from their stored values, as they
//! do after a restart.

pub(super) mod hosted;
mod keeper;
mod links;
mod storage;
mod time;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use self::keeper::{Keeper, Rematches, host};
use self::links::Arrival;
use super::handle::{Changes, Command, MatchOverview, ReplyTo, SendError};
use super::link::{LinkId, Listener, Notification, Published, Publisher, Rejection, Role};
use super::{Event, Match, MatchSetup, NumberedEvent, Seat};
use crate::games::{BySide, GameError, Side};

/// Requests that wait for a match; more are refused.
const REQUESTS: usize = 32;

/// Links that wait for a match to take them in; more are refused. After a restart all of them come at once. Links that go are
/// not counted: there are no more of them than there are links.
const ARRIVALS: usize = 4_096;

/// The pause after a first failure of the event log; it doubles up to `storage::LONGEST_PAUSE`.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// How long a host waits for whom.
#[derive(Clone, Copy, Debug)]
pub struct HostTimeouts {
    /// How long holders of seats have to connect, from the start of the host, before they count as away.
    pub presence: Duration,
    /// How long a finished match is kept for its viewers after the last request.
    pub linger: Duration,
    /// How long a finished match that was brought back waits for its first link.
    pub first_link: Duration,
}

/// One connection's bond to the match.
struct Link {
    id: LinkId,
    role: Role,
    side: Option<Side>,
    listener: Arc<dyn Listener>,
}

/// A reply that is due once all that happened is stored.
type Reply = (ReplyTo, Result<(), Rejection>);

/// What is done once all that happened is stored.
enum Then {
    Nothing,
    /// The reply, before the links are notified.
    Reply(Reply),
    /// The link is taken in, after they were notified.
    Attach(Box<Arrival>),
    /// The reply to a link that has gone, after they were notified.
    Gone(ReplyTo),
}

/// What the match is doing.
enum Stage {
    /// It takes the next command.
    Free,
    /// It waits for the log, since the first attempt; after failures the pause that follows another one is longer.
    Storing { since: Instant, then: Then, pause: Duration },
    /// The log has failed and is asked again at an instant.
    Unstored { since: Instant, then: Then, pause: Duration, again: Instant },
    /// The rematch is being made that was agreed to.
    Rematching(Then),
    /// It has stopped.
    Stopped,
}

/// What is to be done next for a match by whoever keeps it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing before this instant.
    Sleep(Instant),
    /// Its rematch is to be made, with the seats as they were at the end.
    Rematch(BySide<Seat>),
    /// It is to be stopped.
    Rest,
}

/// A match while it runs.
pub(crate) struct Host {
    setup: Arc<MatchSetup>,
    core: Match,
    timeouts: HostTimeouts,
    stage: Stage,
    /// What has happened and is not published yet.
    fresh: Vec<NumberedEvent>,
    /// Whether the log is still to be asked to store that.
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
    /// Whether it rests once it is over, also where somebody watches.
    let_go: bool,
    /// Whether nobody counts as away from now on, since all go who are here.
    keeps_seats: bool,
    /// When the keeper comes next.
    keeper_comes: Instant,
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
            publisher: Publisher::after(core.start(), core.moves(), core.board()),
            links: Vec::new(),
            playing: BySide::default(),
            gone: Vec::new(),
            presence_at: now.checked_add(timeouts.presence),
            first_link_by: now + timeouts.first_link,
            last_request: now,
            let_go: false,
            keeps_seats: false,
            keeper_comes: now,
            core,
        };
        if host.core.rematch_agreed() {
            host.stage = Stage::Rematching(Then::Nothing);
        } else {
            host.commit(Then::Nothing, now);
        }
        host
    }

    /// How it stands, as far as everybody may know.
    pub(crate) const fn overview(&self) -> &MatchOverview {
        &self.overview
    }

    /// What has changed in the overview since this was last asked.
    pub(super) fn take_changes(&mut self) -> Changes {
        std::mem::replace(&mut self.changes, Changes::NONE)
    }

    /// Whether it takes nothing any more.
    pub(super) const fn is_stopped(&self) -> bool {
        matches!(self.stage, Stage::Stopped)
    }

    /// Takes a command, `now` or as soon as it can.
    ///
    /// # Errors
    /// When too many wait, or it has stopped; the command comes back.
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

    /// Whether as many wait as may that are like this one.
    fn is_crowded_for(&self, command: &Command) -> bool {
        let arrives = |command: &Command| matches!(command, Command::Attach { .. });
        let most = if arrives(command) { ARRIVALS } else { REQUESTS };
        let is_like = |known: &&Command| arrives(known) == arrives(command) && !matches!(known, Command::Detach { .. });
        let goes = matches!(command, Command::Detach { .. });
        !goes && self.waiting.len() >= most && self.waiting.iter().filter(is_like).count() >= most
    }

    /// The events that the log is to be asked to store now.
    pub(crate) fn take_unasked(&mut self) -> Option<&[NumberedEvent]> {
        std::mem::take(&mut self.unasked).then_some(&*self.fresh)
    }

    /// The rematch that was agreed to has been made, as far as it could be.
    pub(super) fn rematched(&mut self, now: Instant) {
        if let Stage::Rematching(then) = std::mem::replace(&mut self.stage, Stage::Stopped) {
            self.finish(then, now);
            self.go_on(now);
        }
    }

    /// From now on nobody counts as away: the server stops, and whoever goes by that comes again where the match goes on.
    pub(super) const fn keep_seats(&mut self) {
        self.keeps_seats = true;
    }

    /// Takes nothing any more, and tells all that wait and all links.
    pub(super) fn stop(&mut self) {
        self.stage = Stage::Stopped;
        std::mem::take(&mut self.waiting).into_iter().for_each(|command| self.turn_away(command));
        for link in std::mem::take(&mut self.links) {
            let _ = link.listener.notify(self.setup.id, Notification::Closed);
        }
    }

    /// Takes what waits, until something has to be stored.
    fn go_on(&mut self, now: Instant) {
        while matches!(self.stage, Stage::Free) {
            if let Some(link) = self.gone.pop() {
                self.unlink(link, Then::Nothing, now);
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
                self.unlink(link, reply_to.map_or(Then::Nothing, Then::Gone), now);
            }
            Command::Act { reply_to, action } => {
                self.last_request = now;
                let result = match self.side_of(reply_to.link) {
                    Ok(side) => self.core.handle(side, action, reply_to.at).map_err(Rejection::from),
                    Err(rejection) => Err(rejection),
                };
                self.commit(Then::Reply((reply_to, result)), now);
            }
            Command::LetGo => self.let_go = true,
            Command::CallOff { detail } => {
                // What is over stays as it is.
                let _ = self.core.call_off(&detail, now);
                self.commit(Then::Nothing, now);
            }
        }
    }

    /// Has stored what has happened, if anything has; what is to be done then is done.
    fn commit(&mut self, then: Then, now: Instant) {
        self.fresh.extend(std::iter::from_fn(|| self.core.next_event()));
        if self.fresh.is_empty() {
            self.finish(then, now);
        } else {
            self.stage = Stage::Storing { since: now, then, pause: FIRST_PAUSE };
            self.unasked = true;
        }
    }

    /// Answers and notifies: all that happened is stored.
    fn finish(&mut self, then: Then, now: Instant) {
        self.stage = Stage::Free;
        let then = if let Then::Reply(reply) = then {
            self.reply(reply);
            Then::Nothing
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
            Then::Attach(arrival) => self.take_in(*arrival, now),
            Then::Gone(reply_to) => self.reply((reply_to, Ok(()))),
            Then::Nothing | Then::Reply(_) => {}
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

/// The match of a setup, before anything has happened in it.
///
/// # Errors
/// When the setup's options, position or opening are wrong.
pub fn fresh(setup: &MatchSetup, timeouts: super::Timeouts, now: Instant) -> Result<Match, GameError> {
    Match::new(setup.board()?, setup.terms(timeouts)?, setup.seats.clone(), now)
}

/// The match of a setup to which `events` have happened.
///
/// # Errors
/// When the setup is wrong or the events are not of this match.
pub fn restored(
    setup: &MatchSetup,
    events: impl IntoIterator<Item = Event>,
    timeouts: super::Timeouts,
    now: Instant,
) -> Result<Match, GameError> {
    Match::replay(setup.board()?, setup.terms(timeouts)?, setup.seats.clone(), events, now)
}
