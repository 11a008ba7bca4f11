//! Playing one match: its stream, which holds the seat, and the account's actions.

use std::time::Instant;

use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use utoipa::IntoParams;
use uuid::Uuid;

use super::Lichess;
use super::game::Game;
use super::requests::{Answer, BotAccount, Fields, OK};
use super::seat::{act, person, seated};
use super::streams::{self, Ended, Lines};
use crate::bot_streams::StreamKind;
use arena_games::{GameError, diagnostic};
use arena_play::link::Notification;
use arena_play::{Action, Claim, Event, OfferKind};
use arena_server::error::{ApiError, ErrorBody};
use arena_server::linked::Linked;
use arena_server::moderation;
use arena_server::principals::Requester;
use arena_server::queue::Outgoing;
use arena_server::request::Query;

/// Maximum length of a chat message in characters.
const LONGEST_WORDS: usize = 140;

/// Streams a match that the requester plays: first the whole match, then its state after each change, until it ends.
#[utoipa::path(get, path = "/api/bot/game/stream/{game}", tag = "lichess", params(("game" = String, Path)), responses(
    (status = 200, content_type = "application/x-ndjson", body = String),
    (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn stream(
    app: Lichess,
    BotAccount(requester): BotAccount,
    Path(text): Path<String>,
) -> Result<Response, ApiError> {
    app.accounts.admit(&requester).await?;
    let handle = seated(&app, &requester, &text).await?;
    let mut linked = Linked::new(&app, requester.caller.address);
    let (player, link, cut) = (requester.player.id, linked.link, CancellationToken::new());
    let most = app.settings.get().limits.followed;
    app.bot_streams.open(player, StreamKind::Match(handle.id()), link, &linked.queue, &cut, most)?;
    let first = match linked.attach(&handle, person(&requester)).await {
        Ok(snapshot) => {
            let game = Game::of(&snapshot);
            game.full(&app).await.map(|full| (game, full))
        }
        Err(error) => Err(error),
    };
    let (game, full) = match first {
        Ok(first) => first,
        Err(error) => {
            app.bot_streams.close(player, link);
            handle.detach(link, None);
            return Err(error);
        }
    };
    app.accounts.online.enters(&requester.player, link, requester.token, cut.clone(), None);
    let task = app.clone();
    Ok(streams::answer(&app, move |lines| async move {
        let mut stream = MatchStream { app: &task, game, player, lines };
        // The stream ends when the match does or when the client stops reading.
        let _ = stream.run(full, &mut linked, &cut).await;
        handle.detach(link, None);
        task.accounts.online.leaves(player, link);
        task.bot_streams.close(player, link);
    }))
}

/// The stream of one match.
struct MatchStream<'a> {
    app: &'a Lichess,
    game: Game,
    player: Uuid,
    lines: Lines,
}

impl MatchStream<'_> {
    async fn run(&mut self, full: Value, linked: &mut Linked, cut: &CancellationToken) -> Result<(), Ended> {
        self.lines.send(full).await?;
        let mut ticks = streams::alive();
        while !self.game.is_over() && !linked.full.get() {
            tokio::select! {
                biased;
                () = self.app.stopping.cancelled() => return Ok(()),
                () = cut.cancelled() => return Ok(()),
                () = self.lines.closed() => return Ok(()),
                outgoing = linked.notified.recv() => match outgoing {
                    Some(Outgoing::Text(line)) => self.lines.send(line).await?,
                    Some(Outgoing::Notification(_, notification)) => {
                        if !self.tell(notification).await? {
                            return Ok(());
                        }
                    }
                    None => return Ok(()),
                },
                _ = ticks.tick() => self.lines.keep_alive(),
            }
        }
        Ok(())
    }

    /// Reports a notification. Returns false if no more will follow.
    async fn tell(&mut self, notification: Notification) -> Result<bool, Ended> {
        let event = match notification {
            Notification::Event(published) => published,
            Notification::Superseded | Notification::Closed => return Ok(false),
            _ => return Ok(true),
        };
        // The move that ends a match is reported together with the end, which comes next.
        let ends = event.position.as_ref().is_some_and(|position| position.turn.is_none());
        if self.game.apply(&event.event) && !ends {
            self.lines.send(self.game.state()).await?;
        }
        let own = self.game.side_of(self.player);
        match &event.event {
            Event::Away { side, grace_ms } if Some(*side) != own => {
                let mut gone = json!({"type": "opponentGone", "gone": true});
                if *grace_ms > 0 {
                    gone["claimWinInSeconds"] = grace_ms.div_ceil(1_000).into();
                }
                self.lines.send(gone).await?;
            }
            Event::Back { side } if Some(*side) != own => {
                self.lines.send(json!({"type": "opponentGone", "gone": false})).await?;
            }
            _ => {}
        }
        Ok(true)
    }
}

/// Performs an action that the opponent is notified of. It counts as a message.
async fn does(app: &Lichess, requester: &Requester, text: &str, action: Action) -> Answer {
    app.accounts.admit(requester).await?;
    let handle = seated(app, requester, text).await?;
    act(app, requester, &handle, action).await?;
    Ok(Json(OK.clone()))
}

/// Makes or declines an offer. An offer to an opponent who accepts none from this player is refused.
async fn offers(app: &Lichess, requester: &Requester, text: &str, what: OfferKind, accept: &str) -> Answer {
    app.accounts.admit(requester).await?;
    let handle = seated(app, requester, text).await?;
    let action = match accept {
        "yes" | "true" => {
            if moderation::has_blocked(&app.store, &handle, &requester.player).await? {
                return Err(ApiError::no_offers());
            }
            Action::Offer(what)
        }
        "no" | "false" => Action::Answer { what, accept: false },
        _ => return Err(ApiError::bad_request(diagnostic!("yes_or_no", "the last part of the URL must be yes or no"))),
    };
    act(app, requester, &handle, action).await?;
    Ok(Json(OK.clone()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MoveQuery {
    /// `true` offers a draw with the move, or accepts the opponent's offer.
    #[serde(rename = "offeringDraw")]
    offering_draw: Option<String>,
}

/// Makes a move in UCI notation. Moves are never refused for their frequency; above the rate limit the response is
/// delayed.
#[utoipa::path(post, path = "/api/bot/game/{game}/move/{move}", tag = "lichess",
    params(("game" = String, Path), ("move" = String, Path), MoveQuery), responses(
    (status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    (status = 422, description = "the move is not legal", body = ErrorBody)))]
pub(super) async fn make_move(
    app: Lichess,
    BotAccount(requester): BotAccount,
    Path((text, mv)): Path<(String, String)>,
    Query(query): Query<MoveQuery>,
) -> Answer {
    let moved = async {
        let handle = seated(&app, &requester, &text).await?;
        let mv = handle.setup().game.parse_move(&mv).map_err(GameError::from)?;
        let ply = handle.overview().plies;
        act(&app, &requester, &handle, Action::Move { ply, mv, thought: None }).await?;
        Ok(handle)
    };
    let handle = match moved.await {
        Ok(handle) => handle,
        Err(error) => {
            // A refused move counts as an ordinary message.
            app.accounts.admit(&requester).await?;
            return Err(error);
        }
    };
    let rate = app.limiter.rate_limit(requester.player.id, requester.player.kind);
    tokio::time::sleep(app.limiter.count_move(&rate, requester.caller.address, Instant::now())).await;
    let offers_draw = query.offering_draw.as_deref() == Some("true");
    if offers_draw && !handle.is_over() && !moderation::has_blocked(&app.store, &handle, &requester.player).await? {
        // The move stands, whether or not the offer succeeds.
        let _ = act(&app, &requester, &handle, Action::Offer(OfferKind::Draw)).await;
    }
    Ok(Json(OK.clone()))
}

/// Resigns a match.
#[utoipa::path(post, path = "/api/bot/game/{game}/resign", tag = "lichess", params(("game" = String, Path)), responses(
    (status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn resign(app: Lichess, BotAccount(requester): BotAccount, Path(text): Path<String>) -> Answer {
    does(&app, &requester, &text, Action::Resign).await
}

/// Aborts a match before its second move.
#[utoipa::path(post, path = "/api/bot/game/{game}/abort", tag = "lichess", params(("game" = String, Path)), responses(
    (status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn abort(app: Lichess, BotAccount(requester): BotAccount, Path(text): Path<String>) -> Answer {
    does(&app, &requester, &text, Action::Abort).await
}

/// Offers a draw or accepts one (`yes`), or declines one (`no`).
#[utoipa::path(post, path = "/api/bot/game/{game}/draw/{accept}", tag = "lichess",
    params(("game" = String, Path), ("accept" = String, Path)), responses(
    (status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn draw(
    app: Lichess,
    BotAccount(requester): BotAccount,
    Path((text, accept)): Path<(String, String)>,
) -> Answer {
    offers(&app, &requester, &text, OfferKind::Draw, &accept).await
}

/// Requests a takeback or accepts one (`yes`), or declines one (`no`).
#[utoipa::path(post, path = "/api/bot/game/{game}/takeback/{accept}", tag = "lichess",
    params(("game" = String, Path), ("accept" = String, Path)), responses(
    (status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn takeback(
    app: Lichess,
    BotAccount(requester): BotAccount,
    Path((text, accept)): Path<(String, String)>,
) -> Answer {
    offers(&app, &requester, &text, OfferKind::Takeback, &accept).await
}

/// Claims a win in a match that the opponent left for longer than the grace time.
#[utoipa::path(post, path = "/api/bot/game/{game}/claim-victory", tag = "lichess", params(("game" = String, Path)),
    responses((status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn claim_victory(app: Lichess, BotAccount(requester): BotAccount, Path(text): Path<String>) -> Answer {
    does(&app, &requester, &text, Action::Claim(Claim::Win)).await
}

/// Claims a draw in a match that the opponent left for longer than the grace time.
#[utoipa::path(post, path = "/api/bot/game/{game}/claim-draw", tag = "lichess", params(("game" = String, Path)),
    responses((status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn claim_draw(app: Lichess, BotAccount(requester): BotAccount, Path(text): Path<String>) -> Answer {
    does(&app, &requester, &text, Action::Claim(Claim::Draw)).await
}

/// Sends a chat message to the opponent: to the opponent's stream of the match, and as `said` to connections that
/// subscribe to chat. Messages are not stored.
#[utoipa::path(post, path = "/api/bot/game/{game}/chat", tag = "lichess", params(("game" = String, Path)),
    request_body(content = Value, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn chat(
    app: Lichess,
    BotAccount(requester): BotAccount,
    Path(text): Path<String>,
    fields: Fields,
) -> Answer {
    app.accounts.admit(&requester).await?;
    let handle = seated(&app, &requester, &text).await?;
    let words: String = fields.get("text").unwrap_or_default().chars().filter(|letter| !letter.is_control()).collect();
    if words.is_empty() || words.chars().count() > LONGEST_WORDS {
        return Err(ApiError::bad_request(diagnostic!(
            "chat_length",
            "text must have 1 to {most} characters",
            most = LONGEST_WORDS
        ))
        .of("text"));
    }
    let room = if fields.get("room") == Some("spectator") { "spectator" } else { "player" };
    moderation::say(&app.app, &handle, &requester.player, room, words, None).await?;
    Ok(Json(OK.clone()))
}

/// Returns an empty list, because chat messages are not stored.
#[utoipa::path(get, path = "/api/bot/game/{game}/chat", tag = "lichess", params(("game" = String, Path)), responses(
    (status = 200, body = Vec<Value>), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn said(
    app: Lichess,
    BotAccount(requester): BotAccount,
    Path(text): Path<String>,
) -> Result<Json<Vec<Value>>, ApiError> {
    seated(&app, &requester, &text).await?;
    Ok(Json(Vec::new()))
}
