//! What people and nodes say to each other in the world of the nodes, and how the protocol writes it.

use std::sync::{Arc, Mutex};

use uuid::Uuid;

use super::game::setup;
use crate::games::MoveCode;
use crate::play::Event;
use crate::play::link::{Gone, Listener, Notification, Role};
use crate::protocol::{Code, Dialect, Envelope, FromClient, FromServer, event_text};

/// What a client says, with the number that the answer is to bear.
#[derive(Clone, Copy, Debug)]
pub(super) enum Up {
    /// It comes to a match, and knows its events up to this one.
    Join {
        number: u64,
        since: u64,
        re: Option<u64>,
    },
    Move {
        number: u64,
        ply: usize,
        mv: MoveCode,
        re: Option<u64>,
    },
}

impl Up {
    /// The number of the match that it is about.
    pub(super) const fn number(self) -> u64 {
        match self {
            Self::Join { number, .. } | Self::Move { number, .. } => number,
        }
    }

    /// As it is said in the protocol. A move's text is its code, for nobody reads it.
    pub(super) fn envelope(self, role: &Role) -> Envelope {
        let id = id(self.number());
        let (re, message) = match self {
            Self::Join { since, re, .. } if *role == Role::Watcher => {
                (re, FromClient::Watch { id, since: Some(since) })
            }
            Self::Join { since, re, .. } => (re, FromClient::Join { id, since: Some(since) }),
            Self::Move { ply, mv, re, .. } => {
                let ply = u32::try_from(ply).expect("matches are short");
                (re, FromClient::Move { id, ply, mv: mv.0.to_string() })
            }
        };
        Envelope { re, message }
    }

    /// What a message of the protocol says.
    pub(super) fn of(envelope: &Envelope) -> Self {
        let re = envelope.re;
        match &envelope.message {
            FromClient::Join { id, since } | FromClient::Watch { id, since } => {
                Self::Join { number: number(*id), since: since.unwrap_or_default(), re }
            }
            FromClient::Move { id, ply, mv } => {
                let mv = MoveCode(mv.parse().expect("a move's code"));
                Self::Move { number: number(*id), ply: *ply as usize, mv, re }
            }
            other => unreachable!("nobody says {other:?}"),
        }
    }

    /// The same when nobody waits for an answer.
    pub(super) const fn unnumbered(self) -> Self {
        match self {
            Self::Join { number, since, .. } => Self::Join { number, since, re: None },
            Self::Move { number, ply, mv, .. } => Self::Move { number, ply, mv, re: None },
        }
    }
}

/// What is sent on a client's connection.
#[derive(Clone, Debug)]
pub(super) enum Down {
    /// It has come to a match, whose last event has this number. What it has missed of that follows.
    Come {
        number: u64,
        re: Option<u64>,
        seq: u64,
    },
    Note(u64, Notification),
    /// What a node tells of a match that is watched there.
    Text(Arc<str>),
    /// A frame for the node alone.
    Aside(String),
    NoSuchMatch(Option<u64>),
    Bye,
}

impl Down {
    /// As the protocol writes it; none of what is no message there.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            Self::Come { number, re, seq } => {
                Some(FromServer::Ok { re: *re, id: Some(id(*number)), seq: Some(*seq) }.text())
            }
            Self::Note(number, Notification::Event(published)) => {
                Some(event_text(&setup(*number), published, Dialect::V2, false).to_owned())
            }
            Self::Note(_, Notification::Reply { re, result: Ok(()), .. }) => {
                Some(FromServer::Ok { re: *re, id: None, seq: None }.text())
            }
            Self::Note(_, Notification::Reply { re, result: Err(why), .. }) => Some(error(*re, why.to_string())),
            Self::Note(number, Notification::Superseded) => Some(FromServer::Superseded { id: id(*number) }.text()),
            Self::NoSuchMatch(re) => Some(error(*re, "there is no such match".to_owned())),
            Self::Note(..) | Self::Text(_) | Self::Aside(_) | Self::Bye => None,
        }
    }
}

fn error(re: Option<u64>, message: String) -> String {
    let code = Code::Unavailable;
    let (kept, retry_after_ms, detail, key, problem) = (None, None, None, None, None);
    FromServer::Error { re, code, message, kept, retry_after_ms, detail, key, problem }.text()
}

/// By which the protocol names a match.
fn id(number: u64) -> Uuid {
    setup(number).id
}

/// The match that the protocol names so.
pub(super) const fn number(id: Uuid) -> u64 {
    id.as_u64_pair().0
}

/// How a match is called on the lines between nodes.
pub(super) fn topic(number: u64) -> String {
    format!("{}/{}", id(number), Dialect::V2.subprotocol())
}

/// Where something goes that a match notifies of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Client(u64),
    /// The answer to one who watches over a line.
    Watcher(u64),
    Line(u64),
}

/// What matches have notified of and is not sent yet.
pub(super) type Outbox = Arc<Mutex<Vec<(u64, Target, Notification)>>>;

/// Listens to a match for somebody.
pub(super) struct Ear {
    pub(super) outbox: Outbox,
    pub(super) number: u64,
    pub(super) to: Target,
    /// Who is answered first, where it listens for a line.
    pub(super) first: Mutex<Option<u64>>,
}

impl Listener for Ear {
    fn notify(&self, _: Uuid, notification: Notification) -> Result<(), Gone> {
        let is_event = matches!(notification, Notification::Event(_));
        let to = match self.to {
            Target::Line(_) if matches!(notification, Notification::Closed | Notification::Superseded) => return Ok(()),
            Target::Line(_) if !is_event => match self.first.lock().unwrap().take() {
                Some(client) => Target::Watcher(client),
                None => return Ok(()),
            },
            to => to,
        };
        self.outbox.lock().unwrap().push((self.number, to, notification));
        Ok(())
    }
}

/// What is told of an event.
pub(super) fn text(seq: u64, event: &Event) -> String {
    format!("{seq} {event:?}")
}
