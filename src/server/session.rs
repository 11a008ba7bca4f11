//! The state of one WebSocket session, and the handling of its messages.

mod following;
mod frames;
mod others;
mod subscriptions;

pub(super) use frames::FrameWriter;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::accounts;
use super::app::App;
use super::edge::Caller;
use super::error::ApiError;
use super::limits::RateLimit;
use super::queue::Queue;
use super::socket::close_reason::CloseReason;
use super::topics::Topic;
use crate::settings::Settings;
use arena_games::diagnostic;
use arena_play::handle::{Command, MatchHandle, ReplyTo, SendError};
use arena_play::link::{LinkId, Listener, Rejection, Role};
use arena_play::{Action, EndDetail, OfferKind};
use arena_protocol::account::PlayerClass;
use arena_protocol::{Envelope, FromClient, FromServer, PlayerView};
use arena_store::PlayerRow;

pub(super) struct Session {
    app: App,
    settings: Arc<Settings>,
    caller: Caller,
    link: LinkId,
    queue: Queue,
    listener: Arc<dyn Listener>,
    player: Option<PlayerView>,
    /// The stored row of `player`.
    row: Option<PlayerRow>,
    /// True if the client claims wins itself when an opponent stays away.
    claims: bool,
    writer: Arc<FrameWriter>,
    rate_limit: Arc<RateLimit>,
    topics: HashSet<Topic>,
    /// Cancelled when the session's token is revoked, and when the server stops.
    cut: CancellationToken,
    misspoken: u32,
    reads_again: Option<Instant>,
    /// When this connection said its last phrase.
    last_chat: Option<Instant>,
}

impl Session {
    /// Creates a session. These settings apply until it ends.
    pub(super) fn new(app: App, settings: Arc<Settings>, caller: Caller, queue: Queue) -> Self {
        let link = app.lobby.new_link();
        let rate_limit = Arc::new(app.limiter.new_rate_limit());
        let cut = app.stopping.child_token();
        Self {
            writer: Arc::new(FrameWriter::new(Arc::clone(&app.metrics))),
            app,
            settings,
            caller,
            link,
            listener: Arc::new(queue.clone()),
            queue,
            player: None,
            row: None,
            claims: false,
            rate_limit,
            topics: HashSet::new(),
            cut,
            misspoken: 0,
            reads_again: None,
            last_chat: None,
        }
    }

    /// Returns the writer of outgoing frames.
    pub(super) const fn writer(&self) -> &Arc<FrameWriter> {
        &self.writer
    }

    /// Whether so much waits for the client that it is to be sent before its next message is read.
    pub(super) fn is_heavy(&self) -> bool {
        self.queue.is_heavy()
    }

    /// Cancelled when it is to end.
    pub(super) fn cut(&self) -> CancellationToken {
        self.cut.clone()
    }

    /// True after a successful `hello`.
    pub(super) const fn is_known(&self) -> bool {
        self.player.is_some()
    }

    /// Handles the text of a frame.
    pub(super) async fn on_message(&mut self, text: &str, at: Instant) -> Result<(), CloseReason> {
        self.app.metrics.messages_in.fetch_add(1, Ordering::Relaxed);
        let (re, done) = match Envelope::parse(text) {
            Ok(Envelope { re, message }) => {
                let handle = if let FromClient::Move { id, .. } = &message { self.followed(*id) } else { None };
                let admitted = match (&message, &handle) {
                    (FromClient::Move { ply, .. }, Some(handle)) if self.is_in_turn(handle, *ply, at) => Ok(()),
                    _ => self.rate_limit.admit(),
                };
                match (admitted, message, handle) {
                    (Ok(()), FromClient::Move { id, ply, mv }, Some(handle)) => {
                        (re, self.make_move(id, &handle, ply, &mv, re, at))
                    }
                    (Ok(()), FromClient::Leave { id }, _) if self.stop_following(id, re, at) => (re, Ok(())),
                    (Ok(()), FromClient::Join { id, since }, _) if let Some(handle) = self.running(id) => {
                        (re, self.join(&handle, since, re, at))
                    }
                    // Boxed, because other messages are rare and the future needs memory only while it runs.
                    (Ok(()), message, _) => (re, Box::pin(self.act(re, message, at)).await),
                    (Err(wait), ..) => (re, Err(ApiError::rate_limited(wait))),
                }
            }
            Err(malformed) => {
                self.misspoken += 1;
                (malformed.re(), Err(malformed.into()))
            }
        };
        let Err(error) = done else { return Ok(()) };
        self.app.metrics.errors.fetch_add(1, Ordering::Relaxed);
        let is_unknown = error.code() == "unknown_token";
        self.misspoken += u32::from(matches!(error.code(), "no_hello" | "rate_limited"));
        self.queue.send(&error.message(re));
        if is_unknown {
            return Err(CloseReason::UNAUTHORISED);
        }
        if self.misspoken >= self.settings.limits.bad_messages { Err(CloseReason::BAD_MESSAGES) } else { Ok(()) }
    }

    /// Handles a frame that asks for nothing, such as a ping. It counts as a message, so that such frames cannot bypass
    /// the limit.
    pub(super) fn on_silent_frame(&mut self) -> Result<(), CloseReason> {
        if self.rate_limit.admit().is_ok() {
            return Ok(());
        }
        self.misspoken += 1;
        if self.misspoken >= self.settings.limits.bad_messages { Err(CloseReason::BAD_MESSAGES) } else { Ok(()) }
    }

    /// True if a move at this ply is a move at the current ply of a match in which this connection plays. Such a move
    /// is never refused for its frequency. If there are too many, the next message is read later.
    fn is_in_turn(&mut self, handle: &MatchHandle, ply: u32, at: Instant) -> bool {
        let in_turn = self.player.as_ref().is_some_and(|player| handle.is_at(ply, player.id));
        if in_turn {
            let wait = self.app.limiter.count_move(&self.rate_limit, self.caller.address, at);
            self.reads_again = (!wait.is_zero()).then(|| at + wait);
        }
        in_turn
    }

    /// Returns the time at which the next message may be read, if this connection exceeds its rate.
    pub(super) const fn reads_again(&self) -> Option<Instant> {
        self.reads_again
    }

    /// Resumes reading.
    pub(super) fn read_again(&mut self) {
        self.reads_again = None;
    }

    async fn act(&mut self, re: Option<u64>, message: FromClient, at: Instant) -> Result<(), ApiError> {
        if self.is_known() == matches!(message, FromClient::Hello { .. }) {
            return Err(ApiError::no_hello());
        }
        let _acting = self.app.acting.token();
        match message {
            FromClient::Hello { token, name, capabilities } => {
                let words = capabilities.unwrap_or_default();
                let knows = |word: &str| words.iter().any(|known| known == word);
                self.claims = knows("claim");
                let hears = knows("said");
                self.hello(re, token, name, hears).await
            }
            FromClient::Create(wanted) => {
                let player = self.player.clone().ok_or_else(ApiError::no_hello)?;
                self.check_followed()?;
                let handle = self.app.lobby.create(&player, wanted).await?;
                self.queue.send(&FromServer::Created { re, id: handle.id() });
                let role = if handle.seat_of(player.id).is_some() { self.person()? } else { Role::Watcher };
                self.follow(handle, role, None, None, at)
            }
            FromClient::Join { id, since } => {
                let handle = self.app.lobby.find(id).await?;
                self.check_company(&handle).await?;
                self.join(&handle, since, re, at)
            }
            FromClient::Watch { id, since } => self.find_and_follow(id, Role::Watcher, since, re, at).await,
            FromClient::Leave { id } => {
                drop(self.app.lobby.find(id).await?);
                self.queue.send(&FromServer::Ok { re, id: None, seq: None });
                Ok(())
            }
            FromClient::Move { id, ply, mv, .. } => {
                let handle = self.seated(id).await?;
                self.make_move(id, &handle, ply, &mv, re, at)
            }
            FromClient::Resign { id, because } => {
                let action = because.map_or(Action::Resign, |failure| {
                    let (by, detail) = failure.ending();
                    Action::Fail { by, detail: detail.into() }
                });
                self.play(id, re, at, action).await
            }
            FromClient::Abort { id } if self.app.live.holds(id) => Err(ApiError::forbidden(diagnostic!(
                "no_tournament_abort",
                "a tournament match cannot be aborted; resign instead"
            ))),
            FromClient::Abort { id } => match self.own_match_of_bots(id).await {
                Some(handle) => {
                    let detail = EndDetail::Stopped {}.into();
                    Ok(handle.send(Command::CallOff { detail, reply_to: Some(self.reply_to(re, at)) })?)
                }
                None => self.play(id, re, at, Action::Abort).await,
            },
            FromClient::Claim { id, what } => self.play(id, re, at, Action::Claim(what)).await,
            FromClient::Challenge(body) => self.challenge(re, body).await,
            FromClient::Accept { challenge } => self.accept(re, challenge, at).await,
            FromClient::Decline { challenge, reason } => self.decline(re, challenge, reason).await,
            FromClient::Withdraw { challenge } => self.withdraw(re, challenge).await,
            FromClient::Pair(request) => self.pair(re, request).await,
            FromClient::Unpair => self.unpair(re),
            FromClient::Enter { tournament, version } => self.enter(re, &tournament, version).await,
            FromClient::Rest { tournament } => self.rest(re, &tournament).await,
            FromClient::Quit { tournament } => self.quit(re, &tournament).await,
            FromClient::Offer { id, what: OfferKind::Takeback } if self.app.live.holds(id) => Err(ApiError::forbidden(
                diagnostic!("no_tournament_takeback", "moves cannot be taken back in a tournament match"),
            )),
            FromClient::Offer { id, what } => {
                self.check_offer(id).await?;
                self.play(id, re, at, Action::Offer(what)).await
            }
            FromClient::Say { id, phrase } => self.say(re, id, phrase, at).await,
            FromClient::Answer { id, what, accept } => self.play(id, re, at, Action::Answer { what, accept }).await,
            FromClient::Lecture { lecture, path } => self.lecture(re, lecture, path, at),
            FromClient::Subscribe { topic, matches, challenges } => {
                self.subscribe(re, &topic, matches.unwrap_or_default(), challenges.unwrap_or_default()).await
            }
            FromClient::Unsubscribe { topic } => {
                let topic = Topic::parse(&topic).ok_or_else(|| no_topic(&topic))?;
                self.topics.remove(&topic);
                match (topic, &self.player) {
                    (Topic::Challenges, Some(player)) => self.app.challenges.leave(player.id, self.link),
                    _ => self.app.topics.leave(topic, self.link),
                }
                self.queue.send(&FromServer::Ok { re, id: None, seq: None });
                Ok(())
            }
            FromClient::Ping => {
                self.queue.send(&FromServer::Pong { re });
                Ok(())
            }
        }
    }

    async fn hello(
        &mut self,
        re: Option<u64>,
        token: Option<String>,
        name: Option<String>,
        hears: bool,
    ) -> Result<(), ApiError> {
        let app = self.app.clone();
        let arrival = app.accounts.arrive(&self.caller, token.clone(), name).await?;
        let row = &arrival.player;
        app.accounts.online.enters(row, self.link, arrival.token, self.cut.clone(), hears.then(|| self.queue.clone()));
        let player = accounts::view(row);
        // `hello` succeeds at most once, so the cell is empty.
        let _ = self.writer.player.set(player.id);
        self.player = Some(player.clone());
        self.row = Some(row.clone());
        // The token may have been revoked before this connection was registered.
        if !app.accounts.still_counts(&arrival, token.as_deref()).await? {
            return Err(ApiError::unknown_token());
        }
        self.rate_limit = app.limiter.rate_limit(row.id, row.kind);
        self.queue.is_of(&self.rate_limit);
        app.bots.principals.arrives(row, self.caller.address);
        let class = Some(accounts::class(row.kind)).filter(|class| *class != PlayerClass::Guest);
        self.queue.send(&FromServer::Welcome { re, player, class, token: arrival.new_token });
        Ok(())
    }

    fn person(&self) -> Result<Role, ApiError> {
        let player = self.player.as_ref().ok_or_else(ApiError::no_hello)?;
        Ok(Role::Person { player: player.id, name: player.name.clone(), claims: self.claims })
    }

    /// Role of the player in this match. In a tournament the server itself makes an absent player lose.
    fn person_in(&self, id: Uuid) -> Result<Role, ApiError> {
        let Role::Person { player, name, claims } = self.person()? else { return Err(ApiError::no_hello()) };
        Ok(Role::Person { player, name, claims: claims && !self.app.live.holds(id) })
    }

    fn reply_to(&self, re: Option<u64>, at: Instant) -> ReplyTo {
        ReplyTo { link: self.link, listener: Arc::clone(&self.listener), re, at }
    }

    /// Returns the match if this connection follows it.
    async fn seated(&self, id: Uuid) -> Result<MatchHandle, ApiError> {
        match self.followed(id) {
            Some(handle) => Ok(handle),
            None => {
                self.app.lobby.find(id).await?;
                Err(Rejection::NotSeated.into())
            }
        }
    }

    /// Returns the match if it is between bots, and this player has made it.
    async fn own_match_of_bots(&self, id: Uuid) -> Option<MatchHandle> {
        let player = self.player.as_ref()?.id;
        let handle = self.app.lobby.find(id).await.ok().filter(MatchHandle::is_between_bots)?;
        (handle.setup().made_by == Some(player)).then_some(handle)
    }

    async fn play(&self, id: Uuid, re: Option<u64>, at: Instant, action: Action) -> Result<(), ApiError> {
        let handle = self.seated(id).await?;
        self.check_rematch(&action)?;
        self.act_in(id, &handle, re, at, action)
    }

    /// Makes a move in a match that this connection follows.
    fn make_move(
        &self,
        id: Uuid,
        handle: &MatchHandle,
        ply: u32,
        mv: &str,
        re: Option<u64>,
        at: Instant,
    ) -> Result<(), ApiError> {
        let mv = handle.setup().game.parse_move(mv).map_err(arena_games::GameError::from)?;
        let ply = usize::try_from(ply).unwrap_or(usize::MAX);
        self.act_in(id, handle, re, at, Action::Move { ply, mv, thought: None })
    }

    /// Performs an action in a match that this connection follows.
    fn act_in(
        &self,
        id: Uuid,
        handle: &MatchHandle,
        re: Option<u64>,
        at: Instant,
        action: Action,
    ) -> Result<(), ApiError> {
        let asked = handle.act(self.reply_to(re, at), action);
        if matches!(asked, Err(SendError::Stopped(_))) {
            drop(self.writer.following().remove(id));
        }
        Ok(asked?)
    }

    /// Leaves all matches and topics. Seats that this connection played count as away.
    pub(super) async fn end(self) {
        self.app.topics.forget(self.link);
        if let Some(player) = &self.player {
            self.app.accounts.online.leaves(player.id, self.link);
            self.app.challenges.leave(player.id, self.link);
            self.app.challenges.pool.leave(self.link);
        }
        // Dropped outside the lock.
        let followed = self.writer.following().take();
        for handle in followed {
            handle.detach(self.link, None);
        }
    }
}

/// The error for an unknown topic.
fn no_topic(name: &str) -> ApiError {
    let name: String = name.chars().take(64).collect();
    ApiError::not_found(diagnostic!(
        "no_such_topic",
        "there is no topic {name:?}; there are \"lobby\", \"boards\", \"challenges\", \"announcements\", \
         \"tournament:<id>\", \"thinking:<match>\" and \"lecture:<id>\"",
        name
    ))
}
