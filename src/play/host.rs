//! The task that owns one match: it takes requests from links, watches deadlines, stores what happened, and then notifies
//! all links.
//!
//! One task owns one [`Match`]. It answers a request only when its events have been stored. While the event log fails nothing is
//! answered but [`Rejection::Unavailable`] and no deadline counts; when it works again the clocks go on from their
//! stored values, as they do after a restart.

mod links;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use tokio::sync::mpsc;

use super::handle::{Command, MatchHandle, MatchOverview, ReplyTo, Shared};
use super::link::{LinkId, Listener, Notification, Published, Rejection, Role};
use super::{Action, Event, EventLog, Match, MatchSetup, NumberedEvent, OfferKind, Phase, Seat};
use crate::games::{BySide, GameError, Side};

/// Commands that wait for a match; more are refused.
const COMMANDS: usize = 32;

/// Links that may wait for the event log to work again; more are refused.
const DEFERRED: usize = 256;

/// When storing takes longer than this, both clocks are set back to their stored readings, so that nobody loses time by it.
const SLOW_JOURNAL: Duration = Duration::from_millis(100);

/// The pause after a first failure of the event log; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// The longest pause between two attempts to store.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// How long a match sleeps that waits for nothing but commands.
const FAR: Duration = Duration::from_secs(86_400);

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

/// Makes rematches. Whoever keeps all matches implements it for the host.
pub trait Rematches: Send + Sync + 'static {
    /// Makes the rematch of `setup`, whose seats were `seats` at the end. Doing it twice makes one match.
    fn rematch<'a>(&'a self, setup: &'a MatchSetup, seats: BySide<Seat>) -> BoxFuture<'a, ()>;
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

/// The task that owns a match.
pub struct Host {
    setup: Arc<MatchSetup>,
    core: Match,
    event_log: Arc<dyn EventLog>,
    rematches: Arc<dyn Rematches>,
    host_timeouts: HostTimeouts,
    commands: mpsc::Receiver<Box<Command>>,
    deferred: VecDeque<Command>,
    shared: Arc<Shared>,
    links: Vec<Link>,
    /// The link that plays each seat.
    playing: BySide<Option<LinkId>>,
    gone: Vec<LinkId>,
    presence_at: Option<Instant>,
    first_link_by: Instant,
    last_request: Instant,
    /// Whether it rests once it is over, also where somebody watches.
    let_go: bool,
}

/// A handle on the match and the task that owns it, which runs when [`Host::run`] is spawned.
#[must_use]
pub fn channel(
    setup: Arc<MatchSetup>,
    core: Match,
    event_log: Arc<dyn EventLog>,
    rematches: Arc<dyn Rematches>,
    host_timeouts: HostTimeouts,
) -> (MatchHandle, Host) {
    let (sender, commands) = mpsc::channel(COMMANDS);
    let shared = Arc::new(Shared::new(MatchOverview::of(&core)));
    let now = Instant::now();
    let host = Host {
        setup: Arc::clone(&setup),
        core,
        event_log,
        rematches,
        host_timeouts,
        commands,
        deferred: VecDeque::new(),
        shared: Arc::clone(&shared),
        links: Vec::new(),
        playing: BySide::default(),
        gone: Vec::new(),
        presence_at: now.checked_add(host_timeouts.presence),
        first_link_by: now + host_timeouts.first_link,
        last_request: now,
        let_go: false,
    };
    (MatchHandle::new(setup, sender, shared), host)
}

impl Host {
    /// Runs the match until it is over and nobody watches it any more, until it rests because all its people have left, or
    /// until `stop` resolves.
    pub async fn run(mut self, stop: impl Future<Output = ()>) {
        tokio::select! {
            biased;
            () = stop => {}
            () = self.live() => {}
        }
        self.commands.close();
        while let Ok(command) = self.commands.try_recv() {
            self.turn_away(*command);
        }
        for link in &self.links {
            let _ = link.listener.notify(self.setup.id, Notification::Closed);
        }
    }

    async fn live(&mut self) {
        self.commit(None).await;
        if self.core.rematch_agreed() {
            self.rematches.rematch(&self.setup, self.core.seats().clone()).await;
        }
        let mut timer = std::pin::pin!(tokio::time::sleep(FAR));
        loop {
            self.drop_dead_links().await;
            if let Some(command) = self.deferred.pop_front() {
                self.take(command).await;
                continue;
            }
            let rests_at = self.rests_at();
            if rests_at.is_some_and(|at| at <= Instant::now()) {
                return;
            }
            let due = [self.core.deadline(), self.presence_at, rests_at].into_iter().flatten().min();
            let due = due.unwrap_or_else(|| Instant::now() + FAR).into();
            // A timer that rings too early does no harm; to set it anew after each move would cost more.
            if timer.deadline() > due || timer.is_elapsed() {
                timer.as_mut().reset(due);
            }
            tokio::select! {
                biased;
                command = self.commands.recv() => match command {
                    Some(command) => self.take(*command).await,
                    None => return,
                },
                () = &mut timer => self.wake(Instant::now()).await,
            }
        }
    }

    /// When the task of the match ends: some time after its end, or after all its people have left one that is not lost by
    /// that. A bot whose turn it is by then moves when somebody is back.
    fn rests_at(&self) -> Option<Instant> {
        let watched = self.links.iter().any(|link| !matches!(link.role, Role::Bot(_)));
        match self.core.phase() {
            Phase::Waiting => None,
            Phase::Live => {
                let seats = self.core.seats();
                let is_gone = |side: Side| seats[side].player().is_none() || self.core.is_away(side);
                let is_peopled = seats.iter().any(|(_, seat)| seat.player().is_some());
                let rests =
                    is_peopled && !watched && self.core.clock().is_none() && Side::BOTH.into_iter().all(is_gone);
                rests.then(|| self.last_request.checked_add(self.core.terms().timeouts.grace)).flatten()
            }
            Phase::Over(_) if self.let_go => Some(self.last_request),
            Phase::Over(_) if watched => self.last_request.checked_add(self.host_timeouts.linger),
            Phase::Over(_) => Some(self.first_link_by),
        }
    }

    async fn wake(&mut self, now: Instant) {
        self.core.tick(now);
        if self.presence_at.is_some_and(|at| at <= now) {
            self.presence_at = None;
            for side in Side::BOTH {
                if self.playing[side].is_none() && self.core.seats()[side].player().is_some() {
                    self.set_away(side, now);
                }
            }
        }
        self.commit(None).await;
    }

    async fn take(&mut self, command: Command) {
        match command {
            Command::Attach { reply_to, role, since } => {
                self.last_request = Instant::now();
                self.attach(reply_to, role, since).await;
            }
            Command::Detach { link, reply_to } => {
                self.last_request = Instant::now();
                self.unlink(link).await;
                if let Some(reply_to) = reply_to {
                    self.reply((reply_to, Ok(())));
                }
            }
            Command::Act { reply_to, action } => {
                self.last_request = Instant::now();
                self.act(reply_to, action).await;
            }
            Command::LetGo => self.let_go = true,
            Command::CallOff { detail } => {
                // What is over stays as it is.
                let _ = self.core.call_off(&detail, Instant::now());
                self.commit(None).await;
            }
        }
    }

    async fn act(&mut self, reply_to: ReplyTo, action: Action) {
        let result = match self.side_of(reply_to.link) {
            Ok(side) => self.core.handle(side, action, reply_to.at).map_err(Rejection::from),
            Err(rejection) => Err(rejection),
        };
        self.commit(Some((reply_to, result))).await;
    }

    /// Stores what has happened, then answers, then notifies all links.
    async fn commit(&mut self, mut reply: Option<Reply>) {
        let fresh: Vec<NumberedEvent> = std::iter::from_fn(|| self.core.next_event()).collect();
        if !fresh.is_empty() {
            let since = Instant::now();
            if let Err(error) = self.event_log.append(self.setup.id, self.setup.game, fresh.clone()).await {
                tracing::warn!(id = %self.setup.id, %error, "a match waits for its storage");
                if let Some((reply_to, result)) = reply.take() {
                    // What was refused is not among the events that wait.
                    self.reply((reply_to, Err(Rejection::Unavailable { kept: result.is_ok() })));
                }
                self.retry_until_stored(&fresh).await;
            }
            if since.elapsed() > SLOW_JOURNAL {
                self.credit_clocks(Instant::now());
            }
        }
        let agreed = |numbered: &NumberedEvent| {
            matches!(numbered.event, Event::Answered { what: OfferKind::Rematch, accept: true, .. })
        };
        if fresh.iter().any(agreed) {
            self.rematches.rematch(&self.setup, self.core.seats().clone()).await;
        }
        if let Some(reply) = reply {
            self.reply(reply);
        }
        let mut fresh = fresh.into_iter().peekable();
        while let Some(numbered) = fresh.next() {
            let next = fresh.peek().map(|numbered| &numbered.event);
            let published = Arc::new(Published::new(numbered, next, self.core.board()));
            self.publish(&published);
        }
    }

    /// Tries to store until it works. Meanwhile nothing that would have to be stored is taken.
    async fn retry_until_stored(&mut self, fresh: &[NumberedEvent]) {
        let mut pause = FIRST_PAUSE;
        loop {
            let until = Instant::now() + pause;
            loop {
                tokio::select! {
                    biased;
                    () = tokio::time::sleep_until(until.into()) => break,
                    Some(command) = self.commands.recv() => self.defer(*command),
                }
            }
            match self.event_log.append(self.setup.id, self.setup.game, fresh.to_vec()).await {
                Ok(()) => return,
                Err(error) => tracing::debug!(id = %self.setup.id, %error, "still no storage"),
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn defer(&mut self, command: Command) {
        match command {
            // Each link has at most one such command under way, so the number of those that wait is bounded by the links.
            Command::Detach { .. } => self.deferred.push_back(command),
            // Whoever wants that will want it again.
            Command::CallOff { .. } | Command::LetGo => {}
            Command::Attach { .. } if self.deferred.len() < DEFERRED => self.deferred.push_back(command),
            Command::Attach { .. } | Command::Act { .. } => self.turn_away(command),
        }
    }

    /// Tells whoever sent a command that cannot be taken now that it may be sent again.
    fn turn_away(&mut self, command: Command) {
        if let Command::Attach { reply_to, .. } | Command::Act { reply_to, .. } = command {
            self.reply((reply_to, Err(Rejection::Unavailable { kept: false })));
        }
    }

    /// Lets the time begin anew from what is stored.
    fn credit_clocks(&mut self, now: Instant) {
        let (start, terms) = (self.core.start().boxed_clone(), self.core.terms().clone());
        let events = self.core.events().to_vec();
        let claims = self.core.claims();
        self.core = Match::replay(start, terms, self.setup.seats.clone(), events, now)
            .expect("these events have just led to this match");
        Side::BOTH.into_iter().for_each(|side| self.core.set_claims(side, claims[side]));
    }

    fn reply(&mut self, (reply_to, result): Reply) {
        let reply = Notification::Reply { re: reply_to.re, asked: reply_to.at, result };
        if reply_to.listener.notify(self.setup.id, reply).is_err() {
            self.gone.push(reply_to.link);
        }
    }

    fn publish(&mut self, published: &Arc<Published>) {
        self.shared.update(&published.event, &self.core);
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
