//! The event stream of an account: challenges, and the starts and ends of its matches.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::Receiver;
use tokio_util::sync::CancellationToken;
use utoipa::IntoParams;
use uuid::Uuid;

use super::Lichess;
use super::challenges::view;
use super::game::Game;
use super::requests::{Account, Answer, Base};
use super::seat::person;
use super::streams::{self, Ended, Lines};
use super::words::{GAME, reason_key};
use crate::bot_streams::StreamKind;
use arena_games::Side;
use arena_play::handle::{MatchHandle, ReplyTo};
use arena_play::link::{LinkId, Notification, Role, Snapshot};
use arena_play::{Event, Phase, Seat};
use arena_protocol::FromServer;
use arena_protocol::challenge::{ChallengeState, ChallengeView};
use arena_server::error::{ApiError, ErrorBody};
use arena_server::meter::Meter;
use arena_server::principals::Requester;
use arena_server::queue::{Outgoing, Queue};
use arena_server::request::Query;
use arena_store::{MatchFilter, MatchStatus};

/// Returns the requester's running matches, newest first, at most `most`.
async fn live(app: &Lichess, player: Uuid, most: usize) -> Result<Vec<MatchHandle>, ApiError> {
    let filter = MatchFilter {
        game: Some(*GAME),
        player: Some(player),
        status: Some(MatchStatus::Live),
        limit: u32::try_from(most).unwrap_or(u32::MAX),
        ..MatchFilter::default()
    };
    let mut handles = Vec::new();
    for row in app.store.matches(&filter).await?.items {
        handles.push(app.lobby.find(row.id).await?);
    }
    Ok(handles)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PlayingQuery {
    /// Maximum number of matches, 1 to 50. The default is 9.
    nb: Option<usize>,
}

/// Returns the requester's running matches, newest first.
#[utoipa::path(get, path = "/api/account/playing", tag = "lichess", params(PlayingQuery), responses(
    (status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody)))]
pub(super) async fn playing(app: Lichess, Account(requester): Account, Query(query): Query<PlayingQuery>) -> Answer {
    let mut summaries = Vec::new();
    for handle in live(&app, requester.player.id, query.nb.unwrap_or(9).clamp(1, 50)).await? {
        let (link, (queue, mut notified, _)) =
            (app.lobby.new_link(), Queue::new(64, Meter::new(&app.limiter, requester.caller.address)));
        let reply_to = ReplyTo::now(link, Arc::new(queue), None);
        handle.attach(reply_to, Role::Watcher, None)?;
        let first = notified.recv().await;
        handle.detach(link, None);
        if let Some(Outgoing::Notification(_, Notification::Snapshot { snapshot, .. })) = first {
            summaries.push(Game::of(&snapshot).summary(&app, requester.player.id).await?);
        }
    }
    Ok(Json(json!({"nowPlaying": summaries})))
}

/// Streams the requester's challenges, incoming and outgoing, and the starts and ends of the requester's matches.
/// Existing ones come first. Opening the stream closes the account's previous event stream.
#[utoipa::path(get, path = "/api/stream/event", tag = "lichess", responses(
    (status = 200, content_type = "application/x-ndjson", body = String),
    (status = 401, description = "no account's token", body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(super) async fn events(app: Lichess, Account(requester): Account, base: Base) -> Result<Response, ApiError> {
    app.accounts.admit(&requester).await?;
    let limits = app.settings.get().limits.clone();
    let (link, cut) = (app.lobby.new_link(), CancellationToken::new());
    let (queue, notified, full) = Queue::new(limits.outgoing, Meter::new(&app.limiter, requester.caller.address));
    let player = requester.player.id;
    app.bot_streams.open(player, StreamKind::Events, link, &queue, &cut, limits.followed)?;
    app.accounts.online.enters(&requester.player, link, requester.token, cut.clone(), None);
    let task = app.clone();
    Ok(streams::answer(&app, move |lines| async move {
        // Subscribed before the matches are read, so that none is missed.
        let seated = task.lobby.seated().listen(player);
        task.challenges.listen(player, link, &queue, Vec::new());
        let (app, most) = (&task, limits.followed);
        let mut stream = AccountStream { app, requester, base, link, queue, lines, most, followed: HashMap::new() };
        if let Err(Ended::Failed(error)) = stream.run(seated, notified, &full, &cut).await {
            tracing::warn!(%player, %error, "a stream of events ends");
        }
        for (_, Followed { handle, .. }) in stream.followed.drain() {
            handle.detach(link, None);
        }
        task.challenges.leave(player, link);
        task.accounts.online.leaves(player, link);
        task.bot_streams.close(player, link);
    }))
}

/// A match that the stream follows.
struct Followed {
    handle: MatchHandle,
    /// State of the match as it was reported. `None` until the snapshot arrives.
    game: Option<Game>,
}

/// The stream of one account.
struct AccountStream<'a> {
    app: &'a Lichess,
    requester: Requester,
    base: Base,
    link: LinkId,
    queue: Queue,
    lines: Lines,
    /// Maximum number of matches that are followed.
    most: usize,
    followed: HashMap<Uuid, Followed>,
}

impl AccountStream<'_> {
    async fn run(
        &mut self,
        mut seated: Receiver<MatchHandle>,
        mut notified: arena_server::queue::Receiver,
        full: &arena_server::queue::WasFull,
        cut: &CancellationToken,
    ) -> Result<(), Ended> {
        for handle in live(self.app, self.requester.player.id, self.most).await? {
            self.follow(handle);
        }
        let mut ticks = streams::alive();
        while !full.get() {
            tokio::select! {
                biased;
                () = self.app.stopping.cancelled() => return Ok(()),
                () = cut.cancelled() => return Ok(()),
                () = self.lines.closed() => return Ok(()),
                outgoing = notified.recv() => match outgoing {
                    Some(Outgoing::Text(text)) => self.tell_challenges(&text).await?,
                    Some(Outgoing::Notification(id, notification)) => self.tell(id, notification).await?,
                    None => return Ok(()),
                },
                handle = seated.recv() => match handle {
                    Some(handle) => self.follow(handle),
                    None => return Ok(()),
                },
                _ = ticks.tick() => self.lines.keep_alive(),
            }
        }
        Ok(())
    }

    /// Follows a match, and takes the seat in it that is reserved for the account.
    fn follow(&mut self, handle: MatchHandle) {
        let (id, player) = (handle.id(), self.requester.player.id);
        if handle.setup().game != *GAME || self.followed.contains_key(&id) || handle.is_over() {
            return;
        }
        if self.followed.len() >= self.most {
            tracing::debug!(%player, %id, "an account plays more matches than its stream tells of");
            return;
        }
        let overview = handle.overview();
        let is_kept = Side::BOTH.into_iter().any(|side| overview.seats[side] == Seat::Reserved { player });
        let role = if is_kept { person(&self.requester) } else { Role::Watcher };
        let listener = Arc::new(self.queue.clone());
        let reply_to = ReplyTo::now(self.link, listener, None);
        if handle.attach(reply_to, role, None).is_ok() {
            self.followed.insert(id, Followed { handle, game: None });
        }
    }

    /// Reports the start or the end of a match.
    async fn tell(&mut self, id: Uuid, notification: Notification) -> Result<(), Ended> {
        let Some(followed) = self.followed.get_mut(&id) else { return Ok(()) };
        match notification {
            Notification::Snapshot { snapshot, .. } => return self.begin(id, &snapshot).await,
            Notification::Event(published) => {
                let before = followed.game.as_ref().map(|game| game.phase.clone());
                let Some(game) = &mut followed.game else { return Ok(()) };
                game.apply(&published.event);
                let word = match &published.event {
                    Event::Ended { .. } => "gameFinish",
                    Event::Started { .. } if before == Some(Phase::Waiting) => "gameStart",
                    _ => return Ok(()),
                };
                self.tell_game(id, word).await?;
                if word == "gameFinish"
                    && let Some(Followed { handle, .. }) = self.followed.remove(&id)
                {
                    handle.detach(self.link, None);
                }
            }
            Notification::Closed | Notification::Reply { result: Err(_), .. } => drop(self.followed.remove(&id)),
            Notification::Missed { .. } | Notification::Reply { .. } | Notification::Superseded => {}
        }
        Ok(())
    }

    async fn begin(&mut self, id: Uuid, snapshot: &Snapshot) -> Result<(), Ended> {
        let Some(followed) = self.followed.get_mut(&id) else { return Ok(()) };
        let game = followed.game.insert(Game::of(snapshot));
        match game.phase {
            Phase::Waiting => Ok(()),
            Phase::Live => self.tell_game(id, "gameStart").await,
            // The match ended before the stream reached it, so both events are reported.
            Phase::Over(_) => {
                self.tell_game(id, "gameStart").await?;
                self.tell_game(id, "gameFinish").await?;
                if let Some(Followed { handle, .. }) = self.followed.remove(&id) {
                    handle.detach(self.link, None);
                }
                Ok(())
            }
        }
    }

    async fn tell_game(&self, id: Uuid, word: &str) -> Result<(), Ended> {
        let game = self.followed.get(&id).and_then(|followed| followed.game.as_ref());
        if let Some(game) = game {
            let summary = game.summary(self.app, self.requester.player.id).await?;
            self.lines.send(json!({"type": word, "game": summary})).await?;
        }
        Ok(())
    }

    /// Reports changes of the account's challenges.
    async fn tell_challenges(&self, text: &str) -> Result<(), Ended> {
        let challenges = match serde_json::from_str(text) {
            Ok(FromServer::Challenges { challenges }) => challenges,
            Ok(FromServer::Challenge { challenge, .. }) => vec![*challenge],
            _ => return Ok(()),
        };
        for challenge in challenges.iter().filter(|challenge| challenge.game == GAME.name()) {
            if let Some(event) = self.challenge(challenge).await? {
                self.lines.send(event).await?;
            }
        }
        Ok(())
    }

    async fn challenge(&self, challenge: &ChallengeView) -> Result<Option<Value>, ApiError> {
        let word = match challenge.state {
            ChallengeState::Standing => "challenge",
            ChallengeState::Declined => "challengeDeclined",
            ChallengeState::Withdrawn | ChallengeState::Expired => "challengeCanceled",
            // The start of the match is reported instead.
            ChallengeState::Accepted => return Ok(None),
        };
        let mut json = view(self.app, challenge, self.requester.player.id, &self.base).await?;
        if challenge.state == ChallengeState::Declined {
            let reason = challenge.reason.as_deref().unwrap_or_default();
            json["declineReason"] = if reason.is_empty() { super::words::reason("") } else { reason }.into();
            json["declineReasonKey"] = reason_key(reason).into();
        }
        Ok(Some(json!({"type": word, "challenge": json, "compat": {"bot": true, "board": true}})))
    }
}
