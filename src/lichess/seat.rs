//! The seat of an account in a match. The link of its stream holds it, or a temporary link for the duration of one
//! call.

use super::Lichess;
use super::ids;
use super::words::GAME;
use crate::short_id::ShortId;
use arena_games::Side;
use arena_play::handle::MatchHandle;
use arena_play::link::Role;
use arena_play::{Action, Seat};
use arena_server::error::ApiError;
use arena_server::linked::Linked;
use arena_server::principals::Requester;

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
    linked.leave(handle);
    done
}
