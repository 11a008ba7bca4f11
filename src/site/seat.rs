//! A bot's seat in a match.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use arena_bots::{BotSpec, FollowedMatch, PlayerError, SearchMemory, SeatPlayer, TurnLimits, make_player};
use arena_games::{MoveCode, Side};
use arena_play::handle::{MatchHandle, ReplyTo};
use arena_play::link::{LinkId, Listener, ListenerClosed, Notification, Role};
use arena_play::{Action, EndReason, running_time};
use arena_records::seat_seed;

/// Maximum number of nodes per move, maximum time per move, and pause before a move: the defaults of a server.
const NODES: u64 = 20_000_000;
const TIME: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(300);

#[derive(Default)]
struct Mailbox(Mutex<FollowedMatch>);

impl Listener for Mailbox {
    fn notify(&self, _: Uuid, notification: Notification) -> Result<(), ListenerClosed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).notify(notification);
        Ok(())
    }
}

/// A move that waits for its time.
struct ChosenMove {
    after: Vec<MoveCode>,
    action: Action,
    at: Instant,
}

/// The player of a bot's seat.
pub(crate) struct BotSeat {
    side: Side,
    link: LinkId,
    player: SeatPlayer,
    mailbox: Arc<Mailbox>,
    chosen: Option<ChosenMove>,
    /// Value of the last move from the bot's point of view.
    last_value: Option<i32>,
    /// True once the bot has failed.
    has_failed: bool,
}

/// What a bot needs next.
pub(crate) enum BotState {
    /// Nothing until the match changes.
    Idle,
    /// To be called again at this time.
    Until(Instant),
    /// It has acted or searched; the match may have changed.
    Acted,
}

impl BotSeat {
    /// Seats the bot.
    pub(crate) fn new(handle: &MatchHandle, side: Side, link: LinkId, spec: BotSpec, memory: SearchMemory) -> Self {
        let setup = handle.setup();
        let (options, position, seed) = (setup.options.clone(), setup.position.clone(), seat_seed(setup.seed, side));
        let player = SeatPlayer::new(memory, spec, options, position, seed);
        let seat =
            Self { side, link, player, mailbox: Arc::default(), chosen: None, last_value: None, has_failed: false };
        let _ = handle.attach(seat.reply_to(), Role::Bot(side), None);
        seat
    }

    fn reply_to(&self) -> ReplyTo {
        ReplyTo::now(self.link, Arc::<Mailbox>::clone(&self.mailbox), None)
    }

    fn act(&self, handle: &MatchHandle, action: Action) -> BotState {
        // The match stores its events at once, so it accepts every command until it stops.
        let _ = handle.act(self.reply_to(), action);
        BotState::Acted
    }

    /// Answers offers, searches if it is the bot's turn, and moves after a pause.
    pub(crate) fn attend(&mut self, handle: &MatchHandle) -> BotState {
        let view = self.mailbox.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if view.closed || self.has_failed {
            return BotState::Idle;
        }
        if view.over {
            self.player.give_back();
        }
        let answers: Vec<_> = view.answers(self.side, self.last_value).collect();
        if !answers.is_empty() {
            for answer in answers {
                self.act(handle, answer);
            }
            return BotState::Acted;
        }
        if view.turn != Some(self.side) {
            self.chosen = None;
            return BotState::Idle;
        }
        if let Some(detail) = view.refused {
            self.has_failed = true;
            return self.act(handle, Action::Fail { by: EndReason::Illegal, detail });
        }
        match self.chosen.take().filter(|chosen| chosen.after == view.moves) {
            None => self.think(handle, &view),
            Some(chosen) if chosen.at > running_time::now() => {
                let at = chosen.at;
                self.chosen = Some(chosen);
                BotState::Until(at)
            }
            Some(chosen) => self.act(handle, chosen.action),
        }
    }

    fn think(&mut self, handle: &MatchHandle, view: &FollowedMatch) -> BotState {
        let began = running_time::now();
        let limits =
            TurnLimits { nodes: Some(NODES), time: Some(TIME), clock: view.clock(self.side), ..TurnLimits::default() };
        let found = self.player.choose(&make_player, &view.moves, limits, view.has_searched(self.side));
        let found = found.map_err(|error: PlayerError| (error.by(), error.for_strangers()));
        match found.and_then(|found| found.ok_or_else(|| (EndReason::Crash, "the bot found no move".into()))) {
            Err((by, detail)) => {
                self.has_failed = true;
                self.act(handle, Action::Fail { by, detail })
            }
            Ok(choice) => {
                self.last_value = choice.thought.value;
                let action =
                    Action::Move { ply: view.moves.len(), mv: choice.mv, thought: Some(Box::new(choice.thought)) };
                let pause = if view.against_person { view.pause(self.side, PAUSE) } else { Duration::ZERO };
                self.chosen = Some(ChosenMove { after: view.moves.clone(), action, at: began + pause });
                BotState::Acted
            }
        }
    }
}
