//! JSON texts of what a match tells a connection.

use uuid::Uuid;

use super::error::ErrorBody;
use super::view::MatchState;
use super::{FromServer, event_text, ok_text};
use arena_play::handle::MatchHandle;
use arena_play::link::{Notification, Published};

/// Passes the texts of a notification of the match `id` to `send`, as the connection of `player` sees it. `follows` returns
/// the match if the connection follows it; otherwise events are dropped.
pub fn notification_text(
    id: Uuid,
    notification: Notification,
    player: Option<Uuid>,
    follows: impl Fn() -> Option<MatchHandle>,
    send: &mut impl FnMut(&str),
) {
    match notification {
        Notification::Reply { re, result: Ok(()), .. } => send(&ok_text(re, None, None)),
        Notification::Reply { re, result: Err(rejection), .. } => {
            send(&FromServer::Error { re, error: ErrorBody::from(rejection) }.text());
        }
        Notification::Snapshot { re, snapshot } => {
            let seq = snapshot.seq;
            let state = Box::new(MatchState::new(*snapshot, player));
            send(&FromServer::Snapshot { re, id, seq, state }.text());
        }
        Notification::Missed { re, seq, events } => {
            send(&FromServer::Ok { re, id: Some(id), seq: Some(seq) }.text());
            let handle = follows();
            events.iter().for_each(|event| event_for(player, handle.as_ref(), event, send));
        }
        Notification::Event(event) => event_for(player, follows().as_ref(), &event, send),
        Notification::Superseded => send(&FromServer::Superseded { id }.text()),
        Notification::Closed => {}
    }
}

/// Sends an event as this player sees it. The text is encoded once for all connections with the same view.
fn event_for(player: Option<Uuid>, handle: Option<&MatchHandle>, published: &Published, send: &mut impl FnMut(&str)) {
    let Some(handle) = handle else { return };
    let turn = published.position.as_ref().and_then(|position| position.turn);
    let sees_moves = turn.is_some() && turn == player.and_then(|player| handle.seat_of(player));
    send(event_text(handle.setup(), published, sees_moves));
}
