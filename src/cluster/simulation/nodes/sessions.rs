//! The sessions of people in the world of the nodes, each at a node that serves: what they say of a match that lives elsewhere is
//! passed on over a connection that the node makes in their name. When that is lost, all of it is said again where the match
//! lives then, as the real code, [`Conversation`], has noted it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use super::Fault;
use super::happens::Happens;
use super::lines::Line;
use super::serving::UNMADE;
use super::speech::{Down, Up, number};
use super::world::World;
use crate::play::feeds::{Audience, Delivery};
use crate::protocol::conversation::{Again, Conversation, Heard};
use crate::protocol::{Envelope, FromClient, Subject};

/// So long a node looks for where a match lives, before it ends a session.
const FOUND_WITHIN: u64 = 4_300;

/// What is delivered to the connections of sessions and not read yet: by which, of which topic, and what.
pub(super) type Delivered = Arc<Mutex<Vec<(u64, String, Delivery)>>>;

/// Hears what one who watches is to be told.
pub(super) struct Reader {
    pub(super) id: u64,
    pub(super) delivered: Delivered,
}

impl Audience for Reader {
    fn tell(&self, topic: &str, delivery: Delivery) {
        self.delivered.lock().unwrap().push((self.id, topic.to_owned(), delivery));
    }
}

/// A client's session.
pub(super) struct Session {
    pub(super) client: usize,
    pub(super) front: usize,
    /// Its connections to nodes where matches live, its own one among them.
    connections: Vec<u64>,
    /// What is to be said next, whether the node says it by itself, and since when there is something.
    waiting: VecDeque<(Envelope, bool)>,
    since: Option<u64>,
    /// Whether nothing arrives any more, on either way, and whether the node has ended it.
    pub(super) is_broken: bool,
    is_over: bool,
    /// When the last of what was sent arrives: at the node, at the client.
    arrives: [u64; 2],
}

impl World {
    /// A client begins a session at a node.
    pub(super) fn begins_session(&mut self, client: usize, front: usize) -> u64 {
        let id = self.next_id();
        let (connections, waiting, arrives) = (Vec::new(), VecDeque::new(), [self.now; 2]);
        let (is_broken, is_over, since) = (false, false, None);
        let session = Session { client, front, connections, waiting, since, is_broken, is_over, arrives };
        self.sessions.insert(id, session);
        id
    }

    /// A client says something, in its session or on its connection.
    pub(super) fn says(&mut self, id: u64, up: Up) {
        if !self.sessions.contains_key(&id) {
            self.says_over(id, up);
        } else if let Some(at) = self.session_arrival(id, 0) {
            self.at(at, Happens::Comes(id, up));
        }
    }

    /// When what is said in a session arrives at one of its ends; none where it does not.
    fn session_arrival(&mut self, id: u64, end: usize) -> Option<u64> {
        let front = self.sessions.get(&id)?.front;
        let way = self.way_between(front, front);
        let it = self.sessions.get_mut(&id)?;
        it.is_broken |= way.is_none();
        let way = way.filter(|_| !it.is_broken)?;
        it.arrives[end] = it.arrives[end].max(self.now + way) + 1;
        Some(it.arrives[end])
    }

    /// What a client says in its session arrives.
    pub(super) fn comes(&mut self, id: u64, up: Up) {
        let Some(client) = self.sessions.get(&id).map(|it| it.client) else { return };
        let envelope = up.envelope(&self.clients[client].role());
        self.sessions.get_mut(&id).expect("it is there").waiting.push_back((envelope, false));
        self.session_goes_on(id);
    }

    /// A session says what is to be said, as far as it is known where.
    pub(super) fn session_goes_on(&mut self, id: u64) {
        loop {
            self.takes_lost(id);
            let Some(it) = self.sessions.get_mut(&id).filter(|it| !it.is_over) else { return };
            let Some((envelope, unasked)) = it.waiting.front().cloned() else {
                it.since = None;
                return;
            };
            let (since, up) = (*it.since.get_or_insert(self.now), Up::of(&envelope));
            let Some(over) = self.connection_for(id, up.number(), since) else {
                if since + FOUND_WITHIN <= self.now {
                    self.ends(id);
                }
                return;
            };
            let it = self.sessions.get_mut(&id).expect("it is there");
            it.waiting.pop_front();
            it.since = None;
            match self.connections.get_mut(&over).and_then(|it| it.conversation.as_mut()) {
                Some(conversation) => {
                    conversation.ask(envelope, unasked);
                    self.says_over(over, up);
                }
                None => self.is_told(over, if unasked { up.unnumbered() } else { up }),
            }
        }
    }

    /// The session's connection to where a match lives; none where that is not known, or not reached.
    fn connection_for(&mut self, id: u64, number: u64, since: u64) -> Option<u64> {
        let it = &self.sessions[&id];
        let (client, front) = (it.client, it.front);
        let place = self.place(front, number)?;
        if place == front && !self.has_match(front, number) {
            let is_known = self.nodes[front].stored.has(number) || self.is_unsure(front, number);
            if is_known || self.now < since + UNMADE {
                return None;
            }
        }
        let its = &self.sessions[&id].connections;
        if let Some(known) = its.iter().find(|known| self.connections[known].target == place) {
            return Some(*known);
        }
        let is_way = |line: &Line| (line.front, line.target) == (front, place) && line.heard[0].is_some();
        let over = if place == front { None } else { Some(*self.lines.iter().find(|(_, line)| is_way(line))?.0) };
        let made = self.opens(client, Some(id), front, over)?;
        self.sessions.get_mut(&id).expect("it is there").connections.push(made);
        Some(made)
    }

    /// Takes what stood on connections that are lost, or whose matches live elsewhere now, to be said again.
    fn takes_lost(&mut self, id: u64) {
        let Some(it) = self.sessions.get(&id) else { return };
        let front = it.front;
        let lost: Vec<u64> = it.connections.iter().copied().filter(|over| self.is_over(front, *over)).collect();
        for over in lost {
            let it = self.connections.get_mut(&over).expect("it is a session's");
            let again = it.conversation.as_mut().map(Conversation::take).unwrap_or_default();
            if self.has(Fault::OldLineHeard) {
                self.connections.get_mut(&over).expect("it is a session's").conversation = None;
            } else {
                self.hangs_up(over);
            }
            let says_again = !self.has(Fault::NotSaidAgain);
            let from_the_start = self.has(Fault::SaidAgainFromTheStart);
            let session = self.sessions.get_mut(&id).expect("it is there");
            session.connections.retain(|known| *known != over);
            for again in again.into_iter().rev().filter(|_| says_again) {
                let Again::Ask { mut envelope, unasked } = again else {
                    unreachable!("all that people say can be said again");
                };
                if let (FromClient::Join { since, .. } | FromClient::Watch { since, .. }, true) =
                    (&mut envelope.message, from_the_start)
                {
                    *since = Some(0);
                }
                session.waiting.push_front((envelope, unasked));
                self.said_again += 1;
            }
        }
    }

    /// Whether a session's connection to another node is lost, or something has left that node that the client had there.
    fn is_over(&self, front: usize, over: u64) -> bool {
        let it = &self.connections[&over];
        let has_left = |subject| match subject {
            Subject::Match(id) => self.place(front, number(id)).is_some_and(|place| place != it.target),
            Subject::Lobby => false,
        };
        it.conversation.as_ref().is_some_and(|it| it.is_lost || it.subjects().into_iter().any(has_left))
    }

    /// A node finds out that a connection to another one is lost.
    pub(super) fn is_lost(&mut self, id: u64) {
        let Some(it) = self.connections.get_mut(&id).filter(|it| !it.gone[0]) else { return };
        if let (Some(session), Some(conversation)) = (it.session, &mut it.conversation) {
            conversation.is_lost = true;
            self.session_goes_on(session);
        }
    }

    /// Something that another node says arrives for a session.
    pub(super) fn is_relayed(&mut self, id: u64, session: u64, down: Down) {
        let conversation = self.connections.get_mut(&id).and_then(|it| it.conversation.as_mut());
        let heard = match (conversation, down.text()) {
            (Some(conversation), Some(text)) => conversation.hear(&text),
            _ => Heard::Tell,
        };
        match heard {
            Heard::Tell | Heard::Paired(_) | Heard::Snapshot(_) => self.tells_client(session, down),
            Heard::Nothing => {}
            Heard::Refused => self.ends(session),
        }
    }

    /// Those who watch are told what the feeds have delivered to them.
    pub(super) fn reads(&mut self) {
        let mut delivered = std::mem::take(&mut *self.delivered.lock().unwrap());
        // Those who watch have no order of their own.
        delivered.sort_by_key(|(id, ..)| *id);
        for (id, topic, delivery) in delivered {
            let Some(it) = self.connections.get_mut(&id).filter(|it| !it.gone[0]) else { continue };
            let session = it.session.expect("only those of sessions are read to");
            match delivery {
                Delivery::Event(_, seq, text) => {
                    if it.conversation.as_mut().is_none_or(|conversation| conversation.tell(&topic, seq)) {
                        self.tells_client(session, Down::Text(text));
                    }
                }
                Delivery::Missing(_) => self.is_lost(id),
            }
        }
    }

    /// A node tells a client something in its session.
    fn tells_client(&mut self, session: u64, down: Down) {
        if let Some(at) = self.session_arrival(session, 1) {
            self.at(at, Happens::Heard(session, down));
        }
    }

    /// A node ends a session.
    pub(super) fn ends_session(&mut self, id: u64) {
        self.lets_connections_go(id);
        self.tells_client(id, Down::Bye);
        if let Some(it) = self.sessions.get_mut(&id) {
            it.is_over = true;
            let at = it.arrives[1];
            self.at(at + 1, Happens::Gone(id));
        }
    }

    /// A session is gone, for both.
    pub(super) fn session_is_gone(&mut self, id: u64) {
        self.lets_connections_go(id);
        if let Some(it) = self.sessions.remove(&id)
            && self.clients[it.client].connection == Some(id)
        {
            self.clients[it.client].connection = None;
        }
    }

    fn lets_connections_go(&mut self, id: u64) {
        let connections = self.sessions.get_mut(&id).map(|it| std::mem::take(&mut it.connections));
        connections.into_iter().flatten().for_each(|over| self.hangs_up(over));
    }

    /// What waits at a node is looked at again.
    pub(super) fn keeps_sessions(&mut self, node: usize) {
        let sessions: Vec<u64> = self.sessions.iter().filter(|(_, it)| it.front == node).map(|(id, _)| *id).collect();
        sessions.into_iter().for_each(|id| self.session_goes_on(id));
        let at: Vec<u64> = self.connections.iter().filter(|(_, it)| it.target == node).map(|(id, _)| *id).collect();
        at.into_iter().for_each(|id| self.does_what_was_said(id));
    }
}
