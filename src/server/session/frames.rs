//! What a connection is sent of that which its queue holds: each notification as the frames that it becomes.

use std::sync::atomic::Ordering;

use uuid::Uuid;

use super::Session;
use super::following::Followed;
use crate::play::link::{Notification, Published};
use crate::protocol::view::MatchState;
use crate::protocol::{FromServer, event_text};
use crate::server::error::ApiError;
use crate::server::queue::Outgoing;
use crate::server::relay;

/// A frame.
pub(in crate::server) enum Frame<'a> {
    /// For the client.
    Text(&'a str),
    /// For the node that carries the connection.
    Aside(&'a str),
}

impl Session {
    /// The frames that `outgoing` becomes.
    pub(in crate::server) fn frames(&mut self, outgoing: Outgoing, mut send: impl FnMut(Frame<'_>)) {
        match outgoing {
            Outgoing::Text(text) => send(Frame::Text(&text)),
            Outgoing::Notification(id, notification) => {
                // From here on the match tells it what happens, and no longer the node in between.
                if matches!(notification, Notification::Snapshot { .. } | Notification::Missed { .. })
                    && self.followed.get_mut(&id).is_some_and(|followed| followed.relayed.take().is_some())
                {
                    send(Frame::Aside(&relay::leave(id, self.dialect)));
                }
                self.notified(id, notification, |text| send(Frame::Text(text)));
            }
            Outgoing::Relayed(id, Notification::Closed) => send(Frame::Aside(&relay::leave(id, self.dialect))),
            Outgoing::Relayed(id, answer) => {
                let follows = match &answer {
                    Notification::Snapshot { snapshot, .. } => Some(snapshot.seq),
                    Notification::Missed { seq, .. } => Some(*seq),
                    _ => None,
                };
                self.notified(id, answer, |text| send(Frame::Text(text)));
                // It may have left meanwhile.
                let relayed = self.followed.get(&id).and_then(|followed| followed.relayed.as_ref());
                if let (Some(seq), Some(watch)) = (follows, relayed) {
                    send(Frame::Aside(&watch.follow(seq)));
                }
            }
        }
    }

    /// The texts that a match's notification becomes.
    fn notified(&mut self, id: Uuid, notification: Notification, mut send: impl FnMut(&str)) {
        let mut say = |message: &FromServer| send(&message.text());
        match notification {
            Notification::Reply { re, asked, result: Ok(()) } => {
                self.app.metrics.answers.observe(asked.elapsed().as_secs_f64());
                say(&FromServer::Ok { re, id: None, seq: None });
            }
            Notification::Reply { re, result: Err(rejection), .. } => {
                self.app.metrics.errors.fetch_add(1, Ordering::Relaxed);
                say(&ApiError::Rejected(rejection).message(re));
            }
            Notification::Snapshot { re, snapshot } => {
                let state = Box::new(MatchState::new(&snapshot, self.player.as_ref().map(|player| player.id)));
                say(&FromServer::Snapshot { re, id, seq: snapshot.seq, state });
            }
            Notification::Missed { re, seq, events } => {
                say(&FromServer::Ok { re, id: Some(id), seq: Some(seq) });
                for event in events {
                    self.event(id, &event).into_iter().for_each(&mut send);
                }
            }
            Notification::Event(event) => self.event(id, &event).into_iter().for_each(send),
            Notification::Superseded => say(&FromServer::Superseded { id }),
            Notification::Closed => {
                self.followed.remove(&id);
            }
        }
    }

    /// An event as this connection sees it, written once for all that see the same; none where it has left the match since.
    fn event<'a>(&self, id: Uuid, published: &'a Published) -> Option<&'a str> {
        let Followed { handle, .. } = self.followed.get(&id)?;
        let you = self.player.as_ref().and_then(|player| handle.seat_of(player.id));
        let turn = published.position.as_ref().and_then(|position| position.turn);
        let sees_moves = turn.is_some() && turn == you;
        Some(event_text(handle.setup(), published, self.dialect, sees_moves))
    }
}
