//! The seat of an account in a match. The link of its stream holds it, or a temporary link for the duration of one
//! call.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use super::Lichess;
use super::game::Game;
use super::ids;
use super::words::GAME;
use crate::short_id::ShortId;
use arena_games::Side;
use arena_play::handle::{MatchHandle, ReplyTo};
use arena_play::link::{LinkId, Notification, Role};
use arena_play::{Action, Seat};
use arena_server::error::ApiError;
use arena_server::meter::Meter;
use arena_server::principals::Requester;
use arena_server::queue::{Outgoing, Queue, Receiver, WasFull};

/// Time limit for the match to answer.
const ANSWER: Duration = Duration::from_secs(30);

/// Returns the match in which the requester holds or has reserved a seat.
pub(super) async fn seated(app: &Lichess, requester: &Requester, text: &str) -> Result<MatchHandle, ApiError> {
    let player = requester.player.id;
    // Most calls concern a match that is being streamed, which needs no query.
    let id = match ShortId::parse(text).and_then(|id| app.bot_streams.playing(player, id)) {
        Some(id) => id,
        None => ids::find(app, text).await?,
    };
    let handle = app.lobby.find(id).await?;
    let is_kept = |side: Side| handle.overview().seats[side] == Seat::Reserved { player };
    let is_theirs = handle.seat_of(player).is_some() || Side::BOTH.into_iter().any(is_kept);
    if handle.setup().game != *GAME || !is_theirs {
        return Err(ApiError::no_such_match(id));
    }
    Ok(handle)
}

/// The role in which an account takes its seat. The server claims a win for it if the opponent stays away.
pub(super) fn person(requester: &Requester) -> Role {
    Role::Person { player: requester.player.id, name: requester.player.name.clone(), claims: false }
}

/// A link and the queue of its notifications.
pub(super) struct Linked {
    pub(super) link: LinkId,
    pub(super) queue: Queue,
    pub(super) notified: Receiver,
    pub(super) full: WasFull,
}

impl Linked {
    pub(super) fn new(app: &Lichess, address: IpAddr) -> Self {
        let (queue, notified, full) = Queue::new(app.settings.get().limits.outgoing, Meter::new(&app.limiter, address));
        Self { link: app.lobby.new_link(), queue, notified, full }
    }

    fn reply_to(&self, link: LinkId) -> ReplyTo {
        ReplyTo::now(link, Arc::new(self.queue.clone()), None)
    }

    /// Takes a seat in a match and returns the current state of the match.
    pub(super) async fn attach(&mut self, handle: &MatchHandle, role: Role) -> Result<Game, ApiError> {
        handle.attach(self.reply_to(self.link), role, None)?;
        loop {
            match self.next().await? {
                Notification::Snapshot { snapshot, .. } => return Ok(Game::of(&snapshot)),
                Notification::Reply { result: Err(rejection), .. } => return Err(rejection.into()),
                _ => {}
            }
        }
    }

    /// Waits for the result of a command.
    async fn answer(&mut self) -> Result<(), ApiError> {
        loop {
            if let Notification::Reply { result, .. } = self.next().await? {
                return Ok(result?);
            }
        }
    }

    async fn next(&mut self) -> Result<Notification, ApiError> {
        loop {
            match tokio::time::timeout(ANSWER, self.notified.recv()).await {
                Ok(Some(Outgoing::Notification(_, Notification::Closed) | Outgoing::Text(_))) => {}
                Ok(Some(Outgoing::Notification(_, notification))) => return Ok(notification),
                Ok(None) | Err(_) => return Err(ApiError::match_busy()),
            }
        }
    }
}

/// Performs an action in a match over the link of its stream, or over a temporary link if there is none.
pub(super) async fn act(
    app: &Lichess,
    requester: &Requester,
    handle: &MatchHandle,
    action: Action,
) -> Result<(), ApiError> {
    let mut linked = Linked::new(app, requester.caller.address);
    if let Some((link, _)) = app.bot_streams.of_match(requester.player.id, handle.id()) {
        handle.act(linked.reply_to(link), action)?;
        return linked.answer().await;
    }
    linked.attach(handle, person(requester)).await?;
    let done = match handle.act(linked.reply_to(linked.link), action) {
        Ok(()) => linked.answer().await,
        Err(error) => Err(error.into()),
    };
    handle.detach(linked.link, None);
    done
}
