//! The connections between people and the node where their match lives, in the world of the nodes: those that a node
//! [makes](super::sessions) in the name of who came to it, and those that it only carries, where it does not serve itself.
//!
//! What is carried arrives in its order or not at all: where something is lost nothing comes after it, and both ends find that
//! out, by the silence if by nothing else. What the node does that a client came to is the real code,
//! [`Feeds`](crate::play::feeds::Feeds) with those who follow them.

use std::collections::VecDeque;
use std::sync::Arc;

use tokio::sync::mpsc::Receiver;

use super::happens::Happens;
use super::lines::{Line, Told};
use super::sessions::Reader;
use super::speech::{Down, Up, topic};
use super::world::{TROUBLE, World};
use crate::play::feeds::{Delivery, Follows, MailedFollows};
use crate::play::handle::Command;
use crate::play::link::LinkId;
use crate::protocol::conversation::Conversation;

/// So many events may wait for one client.
const ROOM: usize = 64;
/// A connection that is lost is found out at both ends so late, where nothing is found out of their nodes.
const FOUND_LATE: usize = 2_500;

/// By what it is known what one who watches is told, which comes over the line of all who watch.
pub(super) enum Following {
    Looked(MailedFollows, Receiver<Delivery>),
    Told(Follows),
}

/// A connection to the node where a match lives.
pub(super) struct Connection {
    pub(super) client: usize,
    /// In the name of which session it was made; none where it is the client's own.
    pub(super) session: Option<u64>,
    /// The node that the client came to, and that of the match, as it was opened for the so-manieth time.
    pub(super) front: usize,
    pub(super) target: usize,
    pub(super) opened: u64,
    /// The line of the node that the client came to, where that is another one.
    pub(super) line: Option<u64>,
    /// Whether nothing arrives any more, on either way.
    pub(super) is_broken: bool,
    /// Whether it is gone at the front, and at the node of the match.
    pub(super) gone: [bool; 2],
    /// When the last of what was sent arrives: at the node of the match, at the front, at the client.
    arrives: [u64; 3],
    /// What has arrived at the node of the match and waits there, and since when.
    pub(super) said: VecDeque<(u64, Up)>,
    pub(super) follows: Option<Following>,
    /// What stands between the client and another node.
    pub(super) conversation: Option<Conversation>,
}

impl World {
    /// A client comes to a node: its session, or its connection where that node does not serve.
    pub(super) fn connects(&mut self, client: usize, front: usize) -> Option<u64> {
        if !self.reaches(front, front) {
            return None;
        }
        if self.nodes[front].open {
            return Some(self.begins_session(client, front));
        }
        // It is carried to a node that serves, which would pass it on.
        let number = self.clients[client].number;
        let is_its = |line: &Line| line.front == front && line.heard[0].is_some() && self.is_here(line.target, number);
        let line = *self.lines.iter().find(|(_, line)| is_its(line))?.0;
        self.opens(client, None, front, Some(line))
    }

    /// Makes a connection from a node to another one, over a line, or to itself; none where the other one takes none.
    pub(super) fn opens(
        &mut self,
        client: usize,
        session: Option<u64>,
        front: usize,
        over: Option<u64>,
    ) -> Option<u64> {
        let id = self.next_id();
        let (target, opened, feeds) = match over.map(|over| self.lines.get(&over)) {
            // A node takes nothing over a line that it has given up.
            Some(Some(line)) if line.heard[1].is_some() && self.is_open(line.target, line.opened) => {
                (line.target, line.opened, Some(&line.feeds))
            }
            Some(_) => return None,
            None => (front, self.nodes[front].opened, None),
        };
        let follows = feeds.map(|feeds| {
            let feeds = Arc::clone(feeds);
            if session.is_some() {
                Following::Told(Follows::new(feeds, Arc::new(Reader { id, delivered: Arc::clone(&self.delivered) })))
            } else {
                let (follows, delivered) = MailedFollows::new(feeds, ROOM);
                Following::Looked(follows, delivered)
            }
        });
        let connection = Connection {
            client,
            session,
            front,
            target,
            opened,
            line: over,
            is_broken: false,
            gone: [false; 2],
            arrives: [self.now; 3],
            said: VecDeque::new(),
            follows,
            conversation: (session.is_some() && over.is_some()).then(Conversation::default),
        };
        self.connections.insert(id, connection);
        Some(id)
    }

    /// Whether two nodes can reach each other, and both do something.
    pub(super) fn reaches(&self, one: usize, other: usize) -> bool {
        let is_there = |it: &super::node::Node| it.up && it.still_until <= self.now;
        let is_cut = |node: usize| self.nodes[node].cut_until > self.now;
        is_there(&self.nodes[one]) && is_there(&self.nodes[other]) && (one == other || !is_cut(one) && !is_cut(other))
    }

    /// Whether a node serves since it was opened for the so-manieth time.
    pub(super) fn is_open(&self, node: usize, opened: u64) -> bool {
        let it = &self.nodes[node];
        it.up && it.open && it.opened == opened
    }

    pub(super) fn next_id(&mut self) -> u64 {
        self.ids += 1;
        self.ids
    }

    /// How long something takes on its way between two nodes, or to a client; none where it is lost.
    pub(super) fn way_between(&mut self, one: usize, other: usize) -> Option<u64> {
        let trouble = self.now < TROUBLE;
        let is_cut = one != other && (self.nodes[one].cut_until > self.now || self.nodes[other].cut_until > self.now);
        if is_cut || trouble && self.rng.below(400) == 0 {
            return None;
        }
        let long = trouble && self.rng.below(20) == 0;
        Some(1 + self.rng.below(if long { 1_500 } else { 8 }) as u64)
    }

    /// When what is sent on a connection arrives, on the so-manieth part of its way; none where it does not.
    pub(super) fn arrival(&mut self, id: u64, part: usize) -> Option<u64> {
        let it = self.connections.get(&id)?;
        let (one, other) = if part == 2 { (it.front, it.front) } else { (it.front, it.target) };
        let way = self.way_between(one, other);
        let it = self.connections.get_mut(&id)?;
        let Some(way) = way.filter(|_| !it.is_broken) else {
            let is_own = it.session.is_none();
            if !std::mem::replace(&mut it.is_broken, true) && !is_own {
                let late = [(); 2].map(|()| 1 + self.rng.below(FOUND_LATE) as u64);
                self.at(self.now + late[0], Happens::Lost(id));
                self.at(self.now + late[1], Happens::Left(id));
            }
            return None;
        };
        it.arrives[part] = it.arrives[part].max(self.now + way) + 1;
        Some(it.arrives[part])
    }

    /// Something is said on a connection, at the front.
    pub(super) fn says_over(&mut self, id: u64, up: Up) {
        if let Some(at) = self.arrival(id, 0) {
            self.at(at, Happens::Said(id, up));
        }
    }

    /// Something on a connection arrives at the node that the client came to.
    pub(super) fn is_carried(&mut self, id: u64, down: Down) {
        let Some(it) = self.connections.get_mut(&id).filter(|it| !it.gone[0]) else { return };
        match (down, &mut it.follows, it.session) {
            (Down::Aside(aside), Some(Following::Looked(follows, _)), _) => {
                follows.hear(&aside);
                self.delivers(id);
            }
            (Down::Aside(aside), Some(Following::Told(follows)), _) => {
                follows.hear(&aside);
                self.reads();
            }
            (Down::Aside(_), None, _) => {}
            (down, _, None) => self.passes(id, down),
            (down, _, Some(session)) => self.is_relayed(id, session, down),
        }
    }

    /// A node that does not serve passes something on to a client.
    fn passes(&mut self, id: u64, down: Down) {
        if let Some(at) = self.arrival(id, 2) {
            self.at(at, Happens::Heard(id, down));
        }
    }

    /// A node that does not serve tells a client what has come for it from the feeds.
    pub(super) fn delivers(&mut self, id: u64) {
        loop {
            let Some(it) = self.connections.get_mut(&id) else { return };
            let Some(Following::Looked(follows, delivered)) = &mut it.follows else { return };
            let Ok(delivery) = delivered.try_recv() else { return };
            match follows.admit(delivery) {
                Ok(Some(text)) => self.passes(id, Down::Text(text)),
                Ok(None) => {}
                // It is to come again.
                Err(_) => return self.ends(id),
            }
        }
    }

    /// A node ends the connection of a client.
    pub(super) fn ends(&mut self, id: u64) {
        if self.sessions.contains_key(&id) {
            return self.ends_session(id);
        }
        self.passes(id, Down::Bye);
        let at = self.connections.get(&id).map_or(self.now, |it| it.arrives[2]);
        self.at(at + 1, Happens::Gone(id));
    }

    /// What a client had at a node is gone, for everybody.
    pub(super) fn is_gone(&mut self, id: u64) {
        if self.sessions.contains_key(&id) {
            return self.session_is_gone(id);
        }
        let Some(it) = self.connections.get_mut(&id) else { return };
        it.gone[0] = true;
        let client = &mut self.clients[it.client];
        if client.connection == Some(id) {
            client.connection = None;
        }
        self.drops(id);
    }

    /// The front lets go of a connection, of which the other end hears some time later.
    pub(super) fn hangs_up(&mut self, id: u64) {
        let Some(it) = self.connections.get_mut(&id) else { return };
        (it.gone[0], it.follows) = (true, None);
        if it.gone[1] {
            self.connections.remove(&id);
        } else if it.line.is_none() {
            self.drops(id);
        } else {
            let late = 1 + self.rng.below(FOUND_LATE) as u64;
            self.at(self.now + late, Happens::Left(id));
        }
    }

    /// The node of the match lets go of a connection.
    pub(super) fn drops(&mut self, id: u64) {
        let Some(it) = self.connections.get_mut(&id).filter(|it| !it.gone[1]) else { return };
        it.gone[1] = true;
        let (front, target, opened, line) = (it.front, it.target, it.opened, it.line);
        if it.gone[0] {
            self.connections.remove(&id);
        } else if let Some(way) = self.way_between(target, front) {
            self.at(self.now + way, Happens::Lost(id));
        }
        if !self.is_open(target, opened) {
            return;
        }
        for number in self.matches_of(target) {
            self.in_match(target, number, Command::Detach { link: LinkId(id), reply_to: None });
        }
        let Some(watched) = line.and_then(|line| self.lines.get_mut(&line)).map(|line| &mut line.watched) else {
            return;
        };
        let mut left = Vec::new();
        watched.retain(|number, (link, by)| {
            if by.remove(&id) && by.is_empty() {
                left.push((*number, *link));
            }
            !by.is_empty()
        });
        for (number, link) in left {
            self.tells(line.expect("it came over one"), Told::Line(format!("close {}", topic(number))));
            self.in_match(target, number, Command::Detach { link, reply_to: None });
        }
    }

    /// A node serves no more, or is gone: so are all who came to it, and what others had there.
    pub(super) fn lets_go(&mut self, node: usize) {
        let is_up = self.nodes[node].up;
        let sessions: Vec<u64> = self.sessions.iter().filter(|(_, it)| it.front == node).map(|(id, _)| *id).collect();
        for id in sessions {
            if is_up { self.ends(id) } else { self.is_gone(id) }
        }
        let is_its = |it: &Connection| it.target == node || it.front == node && it.session.is_none();
        let ids: Vec<u64> = self.connections.iter().filter(|(_, it)| is_its(it)).map(|(id, _)| *id).collect();
        for id in ids {
            match self.connections.get(&id) {
                Some(it) if it.session.is_some() => self.drops(id),
                Some(it) if is_up && it.front == node => self.ends(id),
                Some(_) => self.is_gone(id),
                None => {}
            }
        }
    }
}
