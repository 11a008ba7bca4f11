//! The seat of an account in a match: held by the link of its stream, or for the moment of one call where there is none.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::app::App;
use super::super::error::ApiError;
use super::super::meter::Meter;
use super::super::principals::Requester;
use super::super::queue::{Outgoing, Queue, Receiver, WasFull};
use super::super::short_id::ShortId;
use super::game::Game;
use super::ids;
use super::words::GAME;
use crate::games::Side;
use crate::play::handle::{MatchHandle, ReplyTo};
use crate::play::link::{LinkId, Notification, Role};
use crate::play::{Action, Seat};

/// How long a match may take to answer.
const ANSWER: Duration = Duration::from_secs(30);

/// The match in which the requester holds a seat, or is kept one.
pub(super) async fn seated(app: &App, requester: &Requester, text: &str) -> Result<MatchHandle, ApiError> {
    let player = requester.player.id;
    // Most calls are for a match that is streamed: then nothing is read.
    let id = match ShortId::parse(text).and_then(|id| app.bot_streams.playing(player, id)) {
        Some(id) => id,
        None => ids::find(app, text).await?,
    };
    let handle = app.lobby.find(id).await?;
    let is_kept = |side: Side| handle.overview().seats[side] == Seat::Reserved { player };
    let is_theirs = handle.seat_of(player).is_some() || Side::BOTH.into_iter().any(is_kept);
    if handle.setup().game != *GAME || !is_theirs {
        return Err(ApiError::NoSuchMatch(format!("{id} that you play here")));
    }
    Ok(handle)
}

/// In which role an account sits down. The server claims for it where an opponent stays away.
pub(super) fn person(requester: &Requester) -> Role {
    Role::Person { player: requester.player.id, name: requester.player.name.clone(), claims: false }
}

/// A link with what it is notified of.
pub(super) struct Linked {
    pub(super) link: LinkId,
    pub(super) queue: Queue,
    pub(super) notified: Receiver,
    pub(super) full: WasFull,
}

impl Linked {
    pub(super) fn new(app: &App, address: IpAddr) -> Self {
        let (queue, notified, full) = Queue::new(app.settings.get().limits.outgoing, Meter::new(&app.limiter, address));
        Self { link: app.lobby.new_link(), queue, notified, full }
    }

    fn reply_to(&self, link: LinkId) -> ReplyTo {
        ReplyTo { link, listener: Arc::new(self.queue.clone()), re: None, at: Instant::now() }
    }

    /// Sits down in a match: the match as it stands.
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

    /// Waits until the match has done what was asked.
    async fn answer(&mut self) -> Result<(), ApiError> {
        loop {
            if let Notification::Reply { result, .. } = self.next().await? {
                return Ok(result?);
            }
        }
    }

    async fn next(&mut self) -> Result<Notification, ApiError> {
        let late = || ApiError::Unavailable("the match does not answer at the moment; try again".to_owned());
        loop {
            match tokio::time::timeout(ANSWER, self.notified.recv()).await {
                Ok(Some(Outgoing::Notification(_, Notification::Closed) | Outgoing::Text(_))) => {}
                Ok(Some(Outgoing::Notification(_, notification))) => return Ok(notification),
                Ok(None) | Err(_) => return Err(late()),
            }
        }
    }
}

/// Does something in a match: by the link of its stream, or by one of its own where there is none.
pub(super) async fn act(
    app: &App,
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
