//! What a connection is sent of that which its queue holds: each notification as the frames that it becomes.

use std::sync::atomic::Ordering;

use tokio_tungstenite::tungstenite::Utf8Bytes;
use uuid::Uuid;

use super::Session;
use crate::play::link::{Notification, Published};
use crate::protocol::view::MatchState;
use crate::protocol::{FromServer, event_text};
use crate::server::error::ApiError;
use crate::server::queue::Outgoing;

impl Session {
    /// The frames that `outgoing` becomes.
    pub(in crate::server) fn frames(&mut self, outgoing: Outgoing, mut send: impl FnMut(Utf8Bytes)) {
        let (id, notification) = match outgoing {
            Outgoing::Text(text) => return send(Utf8Bytes::from(&*text)),
            Outgoing::Notification(id, notification) => (id, notification),
        };
        let mut say = |message: &FromServer| send(message.text().into());
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
                    send(self.event(id, &event));
                }
            }
            Notification::Event(event) => send(self.event(id, &event)),
            Notification::Superseded => say(&FromServer::Superseded { id }),
            Notification::Closed => {
                self.followed.remove(&id);
            }
        }
    }

    /// An event as this connection sees it, written once for all that see the same.
    fn event(&self, id: Uuid, published: &Published) -> Utf8Bytes {
        let Some(handle) = self.followed.get(&id) else {
            // It has left the match since.
            return Utf8Bytes::default();
        };
        let you = self.player.as_ref().and_then(|player| handle.seat_of(player.id));
        let turn = published.position.as_ref().and_then(|position| position.turn);
        let sees_moves = turn.is_some() && turn == you;
        Utf8Bytes::from(&**event_text(handle.setup(), published, sees_moves))
    }
}
