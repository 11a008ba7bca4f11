//! Task that plays a seat of a match with a bot.
//!
//! A bot is a player like any other: it receives events and sends actions. Its searches run on the search pool.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::{Notify, oneshot};
use uuid::Uuid;

use super::bot_service::BotService;
use super::error::ApiError;
use super::pooled_player::{MARGIN, PooledPlayer};
use super::thinking::SearchInMatch;
use arena_bots::module::WALL_CLOCK;
use arena_bots::{
    Choice, FollowedMatch, Lease, PlayerError, PoolFull, Priority, Reach, Request, Search, TurnLimits, overtime,
};
use arena_games::Side;
use arena_play::handle::{Command, MatchHandle, ReplyTo, SendError};
use arena_play::link::{LinkId, Listener, ListenerClosed, Notification, Role};
use arena_play::{Action, Detail, EndDetail, EndReason, running_time};
use arena_records::seat_seed;

/// Retry interval when a queue is full.
const AGAIN: Duration = Duration::from_millis(50);

#[derive(Default)]
struct Mailbox {
    view: Mutex<FollowedMatch>,
    wake: Notify,
}

impl Listener for Mailbox {
    fn notify(&self, _: Uuid, notification: Notification) -> Result<(), ListenerClosed> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner).notify(notification);
        self.wake.notify_one();
        Ok(())
    }
}

/// Task that plays a seat.
pub(super) struct BotPlayer {
    bots: Arc<BotService>,
    handle: MatchHandle,
    side: Side,
    link: LinkId,
    mailbox: Arc<Mailbox>,
    /// Time limit of the search for one move.
    time: Duration,
    /// The bot's own time per move. Exceeding it loses, as in a tournament.
    own_time: Option<Duration>,
    /// True if it plays with a module, which is limited by fuel and not by time.
    by_module: bool,
    /// Number of threads of one search.
    threads: u16,
    /// `None` while the player searches on another thread. The mutex only makes the task movable between threads.
    player: Mutex<Option<PooledPlayer>>,
    /// Value of the last move from the bot's point of view.
    last_value: Option<i32>,
}

/// Creates the task that plays the seat `side` with the bot of this configuration.
///
/// # Errors
/// If the configuration is invalid.
pub(super) fn seat(
    bots: Arc<BotService>,
    handle: MatchHandle,
    side: Side,
    link: LinkId,
    spec: &Value,
) -> Result<BotPlayer, ApiError> {
    let setup = handle.setup();
    let spec = bots.seated(spec, setup.game)?;
    let (time, threads, seed) = (bots.time_for(&spec), spec.search.threads, seat_seed(setup.seed, side));
    let by_module = spec.program().is_some();
    let (seat, own_time) = ((handle.id(), side as u8), spec.time_ms.map(Duration::from_millis));
    let player = PooledPlayer::new(Arc::clone(&bots), spec, Arc::clone(setup), (seat, seed))?;
    let player = Mutex::new(Some(player));
    let mailbox = Arc::default();
    Ok(BotPlayer { bots, handle, side, link, mailbox, time, own_time, by_module, threads, player, last_value: None })
}

/// Makes the seat lose the match because its bot cannot play.
pub(super) fn forfeit(handle: &MatchHandle, link: LinkId, side: Side, error: &ApiError) {
    let reply_to = ReplyTo::now(link, Arc::<Mailbox>::default(), None);
    // The match has just started, so its queue has room for both commands.
    let _ = handle.attach(reply_to.clone(), Role::Bot(side), None);
    let detail = EndDetail::CannotPlay { sentence: error.to_string() }.into();
    let _ = handle.act(reply_to, Action::Fail { by: EndReason::Forfeit, detail });
}

/// Result of a search thread: the player and its choice.
type Searched = (PooledPlayer, Result<Option<Choice>, PlayerError>);

/// Outcome of a search.
enum TurnOutcome {
    Move(Box<Choice>),
    /// The match has changed, and the move is no longer needed.
    Unwanted,
    /// There is no memory for the bot's module at the moment.
    Later,
    Failed(EndReason, Detail),
    /// The machine is too slow for the bot's module, which is no fault of the bot.
    Void(Detail),
}

impl BotPlayer {
    /// Plays until the match closes.
    pub(super) async fn run(mut self) {
        if !self.send(Command::Attach { reply_to: self.reply_to(), role: Role::Bot(self.side), since: None }).await {
            return;
        }
        loop {
            self.mailbox.wake.notified().await;
            let view = self.view();
            if view.closed {
                return;
            }
            if view.over {
                self.player().as_mut().map(PooledPlayer::give_back);
            }
            self.answer_offers(&view).await;
            if view.turn == Some(self.side) && !self.turn(&view).await {
                return;
            }
        }
    }

    /// Returns the player, or `None` while it searches on another thread.
    fn player(&mut self) -> &mut Option<PooledPlayer> {
        self.player.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn reply_to(&self) -> ReplyTo {
        let listener: Arc<dyn Listener> = Arc::clone(&self.mailbox) as _;
        ReplyTo::now(self.link, listener, None)
    }

    fn view(&self) -> FollowedMatch {
        self.mailbox.view.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sends a command, and retries while the queue is full. Returns false if the match has stopped. A retried command
    /// keeps its time stamp, so the wait is not charged to the bot's clock.
    async fn send(&self, mut command: Command) -> bool {
        loop {
            match self.handle.send(command) {
                Ok(()) => return true,
                Err(SendError::Busy(back)) => command = *back,
                Err(SendError::Stopped(_)) => return false,
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    async fn act(&self, action: Action) -> bool {
        self.send(Command::Act { reply_to: self.reply_to(), action }).await
    }

    async fn answer_offers(&self, view: &FollowedMatch) {
        for action in view.answers(self.side, self.last_value) {
            self.act(action).await;
        }
    }

    /// Searches and moves. Returns false if the task has nothing left to do in this match.
    async fn turn(&mut self, view: &FollowedMatch) -> bool {
        let began = Instant::now();
        match self.think(view).await {
            TurnOutcome::Unwanted => self.mailbox.wake.notify_one(),
            TurnOutcome::Later => {
                tokio::time::sleep(AGAIN).await;
                self.mailbox.wake.notify_one();
            }
            TurnOutcome::Failed(by, detail) => {
                tracing::warn!(id = %self.handle.id(), %detail, "a bot failed");
                self.act(Action::Fail { by, detail }).await;
                // The player was lost with the search, so the task ends.
                return false;
            }
            TurnOutcome::Void(detail) => {
                tracing::warn!(id = %self.handle.id(), %detail, "a match is void");
                self.send(Command::CallOff { detail, reply_to: None }).await;
                return false;
            }
            TurnOutcome::Move(choice) => {
                self.last_value = choice.thought.value;
                if view.against_person {
                    let usual = Duration::from_millis(self.bots.settings.get().bots.delay_ms);
                    tokio::time::sleep_until((began + view.pause(self.side, usual)).into()).await;
                }
                let thought = Some(Box::new(choice.thought));
                let action = Action::Move { ply: view.moves.len(), mv: choice.mv, thought };
                while self.wants(view) {
                    if !self.act(action.clone()).await {
                        return false;
                    }
                    // A wake-up follows when the move is made, or when storing it failed and it must be sent again.
                    let _ = tokio::time::timeout(AGAIN * 20, self.mailbox.wake.notified()).await;
                    if let Some(detail) = self.view().refused {
                        self.act(Action::Fail { by: EndReason::Illegal, detail }).await;
                        return false;
                    }
                }
                self.mailbox.wake.notify_one();
            }
        }
        true
    }

    /// True if the move after `view` is still needed.
    fn wants(&self, view: &FollowedMatch) -> bool {
        let now = self.mailbox.view.lock().unwrap_or_else(PoisonError::into_inner);
        !now.closed && now.turn == Some(self.side) && now.moves == view.moves
    }

    /// Describes the search. It is charged to the person who plays against the bot, or to the maker of a match between
    /// bots.
    fn request(&self, view: &FollowedMatch, reach: Reach) -> Request {
        let principal = self.bots.principals.charged(view.person.or(self.handle.setup().made_by));
        let priority = if view.against_person { Priority::People } else { Priority::Tournament };
        Request { principal, priority, threads: self.threads, reach }
    }

    async fn think(&mut self, view: &FollowedMatch) -> TurnOutcome {
        let Some(mut player) = self.player().take() else {
            return TurnOutcome::Failed(EndReason::Crash, "the bot is still searching for an earlier move".into());
        };
        let (time, clock, asked) = (self.time, view.clock(self.side), Instant::now());
        let (answer, mut answered) = oneshot::channel();
        let (begin, mut begun) = oneshot::channel();
        let (moves, nodes) = (view.moves.clone(), self.bots.settings.get().bots.nodes);
        let searched = view.has_searched(self.side);
        let request = self.request(view, player.reach());
        let observer = SearchInMatch {
            thinking: Arc::clone(&self.bots.thinking),
            id: self.handle.id(),
            side: self.side,
            moves: moves.as_slice().into(),
        };
        let mut job = move |lease: &Lease| {
            let _ = begin.send(());
            // The clock ran while the search waited for a thread.
            let clock = clock.map(|clock| clock.after(asked.elapsed()));
            let limits = TurnLimits {
                nodes: Some(nodes),
                time: Some(time),
                clock,
                stop: Some(lease.stop_flag()),
                turn: Some(lease),
                observer: Some(&observer),
                ..TurnLimits::default()
            };
            let choice = player.choose(&moves, limits, searched, lease);
            let _ = answer.send((player, choice));
        };
        let search = loop {
            match self.bots.pool.submit(request, job) {
                Ok(search) => break search,
                Err(PoolFull { job: again }) => job = again,
            }
            tokio::time::sleep(AGAIN).await;
        };
        let allowed = if self.by_module { WALL_CLOCK } else { time };
        let allowed = allowed + Duration::from_millis(self.bots.settings.get().bots.stall_ms);
        let (mut began, mut due): (Option<Instant>, Option<Instant>) = (None, None);
        loop {
            tokio::select! {
                done = &mut answered => return self.thought(done.ok(), &search),
                _ = &mut begun, if began.is_none() => {
                    began = Some(running_time::now());
                    due = began.map(|began| began + allowed);
                }
                () = self.mailbox.wake.notified() => {
                    if !self.wants(view) {
                        search.stop();
                    }
                    self.answer_offers(&self.view()).await;
                }
                () = until(due) => {
                    // The allowance is extended by the time in which the search was suspended.
                    due = began.map(|began| began + allowed + search.suspended());
                    if due.is_some_and(|due| running_time::now() < due) {
                        continue;
                    }
                    search.stop();
                    if self.by_module {
                        return too_slow();
                    }
                    return TurnOutcome::Failed(EndReason::Stall, "the bot did not move within its time".into());
                }
            }
        }
    }

    /// Evaluates the result of a search thread. `done` is `None` if the search panicked.
    fn thought(&mut self, done: Option<Searched>, search: &Search) -> TurnOutcome {
        let Some((player, choice)) = done else {
            return TurnOutcome::Failed(EndReason::Crash, "the bot's search crashed".into());
        };
        *self.player() = Some(player);
        match choice {
            _ if search.is_stopped() => TurnOutcome::Unwanted,
            Ok(Some(choice)) => {
                let took = choice.elapsed.saturating_sub(search.suspended());
                match overtime(took, self.own_time, MARGIN) {
                    Some(why) => TurnOutcome::Failed(EndReason::Timeout, why.into()),
                    None => TurnOutcome::Move(Box::new(choice)),
                }
            }
            Ok(None) => TurnOutcome::Failed(EndReason::Crash, "the bot found no move".into()),
            Err(PlayerError::NoMemory) => TurnOutcome::Later,
            Err(PlayerError::TooSlow) => too_slow(),
            Err(error) => {
                tracing::warn!(id = %self.handle.id(), %error, "a bot has failed in a match");
                TurnOutcome::Failed(error.by(), error.for_strangers())
            }
        }
    }
}

fn too_slow() -> TurnOutcome {
    TurnOutcome::Void(PlayerError::TooSlow.detail())
}

/// Sleeps until `due` on the clock of matches, or forever without it.
async fn until(due: Option<Instant>) {
    let Some(due) = due else { return std::future::pending().await };
    tokio::time::sleep_until(running_time::timer(due).into()).await;
}
