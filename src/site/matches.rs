//! Matches of the page: messages, bots and deadlines.

use std::sync::Arc;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::seat::{BotSeat, BotState};
use super::{Inbox, Outcome, PAGE, Site, needs_server, unix_ms};
use arena_games::{BySide, GameError, GameId};
use arena_play::handle::{Command, MatchHandle, ReplyTo};
use arena_play::host::{HostTimeouts, fresh, restored};
use arena_play::link::{LinkId, Notification, Rejection, Role};
use arena_play::match_timer::{MatchTimer, Next, host};
use arena_play::{Action, EndDetail, Match, MatchSetup, Seat, Timeouts, running_time};
use arena_protocol::from_client::Create;
use arena_protocol::new_match::{self, NewMatch, check_start};
use arena_protocol::{Envelope, ErrorBody, FromClient, FromServer, SeatChoice, bounds, name, notification_text};

/// The only person cannot be away, because the matches end with the page.
const TIMEOUTS: Timeouts = Timeouts { first_move: Some(Duration::from_secs(60)), ..Timeouts::ENDLESS };
const HOST_TIMEOUTS: HostTimeouts = HostTimeouts {
    presence: Duration::from_secs(10),
    linger: Duration::from_secs(1_800),
    first_link: Duration::from_secs(5),
};

/// A match in memory.
pub(crate) struct RunningMatch {
    pub(crate) handle: MatchHandle,
    timer: MatchTimer,
    bots: Vec<BotSeat>,
    /// Whether the page follows it.
    is_followed: bool,
}

impl Site {
    /// Ends the connection of the page. A new one begins with `hello`.
    pub fn leave(&mut self) -> Outcome {
        self.is_known = false;
        for running in self.running.values_mut() {
            running.is_followed = false;
            running.handle.detach(PAGE, None);
        }
        self.flush();
        Outcome { texts: Vec::new(), wait: Some(Duration::ZERO) }
    }

    /// Handles a message of the page.
    pub fn message(&mut self, text: &str) -> Outcome {
        let mut texts = Vec::new();
        let (re, done) = match Envelope::parse(text) {
            Ok(Envelope { re, message }) => (re, self.act(re, message, &mut texts)),
            Err(malformed) => (malformed.re(), Err(malformed.into())),
        };
        if let Err(error) = done {
            texts.push(FromServer::Error { re, error }.text());
        }
        texts.extend(self.flush());
        Outcome { texts, wait: Some(Duration::ZERO) }
    }

    /// Performs what is due: a deadline, a move, or one search of a bot.
    pub fn attend(&mut self) -> Outcome {
        let (mut wakes, mut rematches, mut over): (Option<Instant>, Vec<_>, Vec<_>) = (None, Vec::new(), Vec::new());
        for (id, running) in &mut self.running {
            match running.timer.attend() {
                Next::Sleep(until) => wakes = wakes.into_iter().chain([until]).min(),
                Next::Rematch(seats) => rematches.push((*id, seats)),
                Next::Rest => over.push(*id),
            }
        }
        for (id, seats) in rematches {
            self.rematch(id, seats);
        }
        for running in over.into_iter().filter_map(|id| self.running.remove(&id)) {
            running.timer.stop();
        }
        let mut has_acted = false;
        'searched: for running in self.running.values_mut() {
            for bot in &mut running.bots {
                match bot.attend(&running.handle) {
                    BotState::Idle => {}
                    BotState::Until(at) => wakes = wakes.into_iter().chain([at]).min(),
                    BotState::Acted => {
                        has_acted = true;
                        break 'searched;
                    }
                }
            }
        }
        let texts = self.flush();
        let left = |at: Instant| at.saturating_duration_since(running_time::now());
        let wait = if has_acted || !texts.is_empty() { Some(Duration::ZERO) } else { wakes.map(left) };
        Outcome { texts, wait }
    }

    /// Lets matches continue whose events are stored, and returns what they tell the page.
    fn flush(&mut self) -> Vec<String> {
        let mut texts = Vec::new();
        loop {
            let confirmed = self.events.confirm();
            let told = self.inbox.take();
            if !confirmed && told.is_empty() {
                return texts;
            }
            for (id, notification) in told {
                let running = self.running.get_mut(&id);
                if let (Notification::Closed, Some(running)) = (&notification, running) {
                    running.is_followed = false;
                }
                let follows = || self.running.get(&id).filter(|it| it.is_followed).map(|it| it.handle.clone());
                let mut send = |text: &str| texts.push(text.to_owned());
                notification_text(id, notification, Some(self.player.id), follows, &mut send);
            }
        }
    }

    fn act(&mut self, re: Option<u64>, message: FromClient, texts: &mut Vec<String>) -> Result<(), ErrorBody> {
        if self.is_known == matches!(message, FromClient::Hello { .. }) {
            return Err(ErrorBody::no_hello());
        }
        let ok = FromServer::Ok { re, id: None, seq: None };
        let answer = match message {
            FromClient::Hello { name: given, .. } => {
                self.is_known = true;
                self.player.name = name::shown(given.as_deref().unwrap_or_default());
                FromServer::Welcome { re, player: self.player.clone(), class: None, token: None }
            }
            FromClient::Create(wanted) => {
                let id = self.create(wanted)?;
                let role = self.role_in(id);
                texts.push(FromServer::Created { re, id }.text());
                return self.follow(id, role, None, None);
            }
            FromClient::Join { id, since } => return self.follow(id, self.person(), since, re),
            FromClient::Watch { id, since } => return self.follow(id, Role::Watcher, since, re),
            FromClient::Leave { id } => {
                if let Some(running) = self.running.get_mut(&id) {
                    running.is_followed = false;
                    running.handle.detach(PAGE, None);
                }
                ok
            }
            FromClient::Move { id, ply, mv } => {
                let game = self.followed(id)?.setup().game;
                let mv = game.parse_move(&mv).map_err(GameError::from)?;
                let ply = usize::try_from(ply).unwrap_or(usize::MAX);
                return self.play(id, re, Action::Move { ply, mv, thought: None });
            }
            FromClient::Resign { id, because } => {
                let action = because.map_or(Action::Resign, |failure| {
                    let (by, detail) = failure.ending();
                    Action::Fail { by, detail: detail.into() }
                });
                return self.play(id, re, action);
            }
            FromClient::Abort { id } => {
                let handle = self.followed(id)?;
                if handle.is_between_bots() {
                    let detail = EndDetail::Stopped {}.into();
                    return Ok(handle.send(Command::CallOff { detail, reply_to: Some(self.reply_to(re)) })?);
                }
                return self.play(id, re, Action::Abort);
            }
            FromClient::Claim { id, what } => return self.play(id, re, Action::Claim(what)),
            FromClient::Offer { id, what } => return self.play(id, re, Action::Offer(what)),
            FromClient::Answer { id, what, accept } => return self.play(id, re, Action::Answer { what, accept }),
            // A bot does not listen, and nobody else changes anything here.
            FromClient::Say { .. } | FromClient::Subscribe { .. } | FromClient::Unsubscribe { .. } => ok,
            FromClient::Ping => FromServer::Pong { re },
            FromClient::Challenge(_)
            | FromClient::Accept { .. }
            | FromClient::Decline { .. }
            | FromClient::Withdraw { .. }
            | FromClient::Pair(_)
            | FromClient::Unpair
            | FromClient::Enter { .. }
            | FromClient::Rest { .. }
            | FromClient::Quit { .. }
            | FromClient::Lecture { .. } => return Err(needs_server()),
        };
        texts.push(answer.text());
        Ok(())
    }

    fn create(&mut self, wanted: Create) -> Result<Uuid, ErrorBody> {
        let random = Uuid::new_v4().as_u128();
        let new = NewMatch::read(wanted, random, unix_ms())?;
        let (game, [first, second]) = (new.game(), new.choices.clone());
        let first = self.seat(game, first).map_err(|error| error.within("seats[0]"))?;
        let second = self.seat(game, second).map_err(|error| error.within("seats[1]"))?;
        let setup = MatchSetup { rated: false, made_by: Some(self.player.id), ..new.with(BySide::new(first, second)) };
        let core = fresh(&setup, TIMEOUTS, running_time::now()).map_err(ErrorBody::in_start)?;
        check_start(&setup, &core)?;
        let id = setup.id;
        self.start(setup, core);
        Ok(id)
    }

    fn seat(&self, game: GameId, choice: SeatChoice) -> Result<Seat, ErrorBody> {
        match choice {
            SeatChoice::Me => Ok(Seat::person(self.player.id, self.player.name.clone())),
            SeatChoice::Open | SeatChoice::Player(_) => Err(needs_server()),
            SeatChoice::NamedBot(name) => {
                let known = self.roster.find(&name).filter(|spec| spec.game == game);
                let unknown = || ErrorBody::not_found(self.roster.unknown(&name, Some(game))).within("bot");
                let spec = known.ok_or_else(unknown)?;
                Ok(Seat::Bot { name: spec.name.clone(), spec: spec.public_json() })
            }
            SeatChoice::Bot(given) => {
                bounds::check_bot(&given).map_err(|problem| ErrorBody::from(problem).within("bot"))?;
                let spec = self.roster.for_match(given, game).map_err(|error| ErrorBody::from(error).within("bot"))?;
                Ok(Seat::Bot { name: spec.name.clone(), spec: spec.to_json() })
            }
        }
    }

    /// Hosts a match, and seats its bots.
    fn start(&mut self, setup: MatchSetup, core: Match) {
        self.events.add(&setup);
        let seats = core.seats().clone();
        let (handle, timer) = host(Arc::new(setup), core, self.events.clone(), HOST_TIMEOUTS);
        self.events.confirm();
        let mut bots = Vec::new();
        for (side, seat) in seats.iter() {
            let Seat::Bot { spec, .. } = seat else { continue };
            // The configuration was checked when the match was made.
            let Ok(spec) = self.roster.from_json(spec.clone(), handle.setup().game) else { continue };
            let link = LinkId(self.next_link);
            self.next_link += 1;
            bots.push(BotSeat::new(&handle, side, link, Self::of_one_thread(spec), self.memory.clone()));
            self.events.confirm();
        }
        self.running.insert(handle.id(), RunningMatch { handle, timer, bots, is_followed: false });
    }

    fn rematch(&mut self, id: Uuid, seats: BySide<Seat>) {
        let Some(before) = self.running.get(&id) else { return };
        let next = new_match::rematch(before.handle.setup(), seats, unix_ms());
        if self.events.get(next.id).is_none()
            && let Ok(core) = fresh(&next, TIMEOUTS, running_time::now())
        {
            self.start(next, core);
        }
        if let Some(before) = self.running.get(&id) {
            before.timer.rematched();
        }
    }

    /// Returns the match, and restores it from its events if it is not in memory.
    fn find(&mut self, id: Uuid) -> Result<&mut RunningMatch, ErrorBody> {
        if !self.running.contains_key(&id) {
            let (setup, events) = self.events.get(id).ok_or_else(|| ErrorBody::no_such_match(id))?;
            let core = restored(&setup, events, TIMEOUTS, running_time::now())?;
            self.start(setup, core);
        }
        self.running.get_mut(&id).ok_or_else(|| ErrorBody::no_such_match(id))
    }

    fn follow(&mut self, id: Uuid, role: Role, since: Option<u64>, re: Option<u64>) -> Result<(), ErrorBody> {
        let reply_to = self.reply_to(re);
        let running = self.find(id)?;
        running.is_followed = true;
        Ok(running.handle.attach(reply_to, role, since)?)
    }

    fn play(&self, id: Uuid, re: Option<u64>, action: Action) -> Result<(), ErrorBody> {
        Ok(self.followed(id)?.act(self.reply_to(re), action)?)
    }

    /// Returns the match if the page follows it.
    fn followed(&self, id: Uuid) -> Result<&MatchHandle, ErrorBody> {
        let running = self.running.get(&id).filter(|running| running.is_followed);
        match running {
            Some(running) => Ok(&running.handle),
            None if self.events.get(id).is_some() => Err(Rejection::NotSeated.into()),
            None => Err(ErrorBody::no_such_match(id)),
        }
    }

    fn person(&self) -> Role {
        Role::Person { player: self.player.id, name: self.player.name.clone(), claims: false }
    }

    fn role_in(&self, id: Uuid) -> Role {
        let is_seated = self.running.get(&id).is_some_and(|it| it.handle.seat_of(self.player.id).is_some());
        if is_seated { self.person() } else { Role::Watcher }
    }

    fn reply_to(&self, re: Option<u64>) -> ReplyTo {
        ReplyTo::now(PAGE, Arc::<Inbox>::clone(&self.inbox), re)
    }
}
