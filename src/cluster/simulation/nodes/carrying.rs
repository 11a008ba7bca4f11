//! The connections between people and the node where their match lives, in the world of the nodes, which the node carries that
//! they came to.
//!
//! What is carried arrives in its order or not at all: where something is lost nothing comes after it, and both ends find that
//! out by the silence. What the match's node does here stands for its relay; what the node does is the real code,
//! [`Feeds`](crate::play::feeds::Feeds) and [`MailedFollows`](crate::play::feeds::MailedFollows).

use std::sync::{Arc, Mutex};

use tokio::sync::mpsc::Receiver;
use uuid::Uuid;

use super::Fault;
use super::happens::Happens;
use super::lines::{Line, Told};
use super::world::{TROUBLE, World};
use crate::play::feeds::{Delivery, MailedFollows};
use crate::play::handle::{Command, ReplyTo};
use crate::play::link::{Gone, LinkId, Listener, Notification, Role};
use crate::play::{Action, Event};

/// So many events may wait for one client.
const ROOM: usize = 64;

/// What a client says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Up {
    /// It comes to a match, and knows its events up to this one.
    Join {
        number: u64,
        since: u64,
    },
    Move {
        number: u64,
        ply: usize,
        mv: crate::games::MoveCode,
    },
}

/// What is sent on a client's connection.
#[derive(Clone, Debug)]
pub(super) enum Down {
    Note(u64, Notification),
    /// What a node tells of a match that is watched there.
    Text(Arc<str>),
    /// A frame for the node alone.
    Aside(String),
    NoSuchMatch,
    Bye,
}

/// A client's connection to the node where its match lives.
pub(super) struct Connection {
    pub(super) client: usize,
    /// The node that the client came to, and that of the match, as it was opened for the so-manieth time.
    pub(super) front: usize,
    pub(super) target: usize,
    opened: u64,
    /// The line of the node that carries it, where that is another one.
    pub(super) line: Option<u64>,
    /// Whether nothing arrives any more, on either way.
    pub(super) is_broken: bool,
    /// When the last of what was sent arrives: at the node of the match, at the front, at the client.
    arrives: [u64; 3],
    follows: Option<(MailedFollows, Receiver<Delivery>)>,
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
struct Ear {
    outbox: Outbox,
    number: u64,
    to: Target,
    /// Who is answered first, where it listens for a line.
    first: Mutex<Option<u64>>,
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

impl World {
    /// A client comes to a node: its connection to where its match lives, if that can be reached from there.
    pub(super) fn connects(&mut self, client: usize, front: usize) -> Option<u64> {
        if !self.reaches(front, front) {
            return None;
        }
        let number = self.clients[client].number;
        let is_its = |(_, line): &(&u64, &Line)| line.front == front && line.heard[0].is_some();
        let line = match self.place(front, number) {
            Some(place) if place == front => None,
            Some(place) => Some(*self.lines.iter().find(|it| is_its(it) && it.1.target == place)?.0),
            // A node that does not serve carries it to one that does, which would pass it on.
            None => Some(*self.lines.iter().find(|it| is_its(it) && self.is_here(it.1.target, number))?.0),
        };
        let (target, opened, feeds) = match line.and_then(|id| self.lines.get(&id)) {
            // A node takes nothing over a line that it has given up.
            Some(line) if line.heard[1].is_some() && self.is_open(line.target, line.opened) => {
                (line.target, line.opened, Some(&line.feeds))
            }
            Some(_) => return None,
            None => (front, self.nodes[front].opened, None),
        };
        let follows = feeds.map(|feeds| MailedFollows::new(Arc::clone(feeds), ROOM));
        let id = self.next_id();
        let arrives = [self.now; 3];
        let connection = Connection { client, front, target, opened, line, is_broken: false, arrives, follows };
        self.connections.insert(id, connection);
        Some(id)
    }

    /// Whether two nodes can reach each other, and both do something.
    pub(super) fn reaches(&self, one: usize, other: usize) -> bool {
        let is_there = |it: &super::world::Node| it.up && it.still_until <= self.now;
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

    /// A client says something.
    pub(super) fn says(&mut self, id: u64, up: Up) {
        let Some(it) = self.connections.get(&id) else { return };
        let way = self.way_between(it.front, it.target);
        let it = self.connections.get_mut(&id).expect("it is there");
        it.is_broken |= way.is_none();
        if let (Some(way), false) = (way, it.is_broken) {
            it.arrives[0] = it.arrives[0].max(self.now + way) + 1;
            let at = it.arrives[0];
            self.at(at, Happens::Said(id, up));
        }
    }

    /// What a client has said arrives at the node of the match.
    pub(super) fn is_told(&mut self, id: u64, up: Up) {
        let Some(it) = self.connections.get(&id) else { return };
        let (client, node, line) = (it.client, it.target, it.line);
        if !self.is_open(node, it.opened) {
            return;
        }
        let now = self.began + self.clock(node);
        match up {
            Up::Join { number, since } => {
                if !self.has_match(node, number) {
                    return self.sends(id, Down::NoSuchMatch);
                }
                let role = self.clients[client].role();
                let line = line.filter(|line| role == Role::Watcher && self.lines.contains_key(line));
                let (link, to) = match line {
                    Some(line) => (self.watches(line, number, id), Target::Line(line)),
                    None => (LinkId(id), Target::Client(id)),
                };
                let (outbox, first) = (Arc::clone(&self.outbox), Mutex::new(Some(id)));
                let listener = Arc::new(Ear { outbox, number, to, first });
                let reply_to = ReplyTo { link, listener, re: None, at: now };
                self.in_match(node, number, Command::Attach { reply_to, role, since: Some(since) });
            }
            Up::Move { number, mut ply, mv } => {
                if self.has(Fault::AppliedAgain) {
                    ply = self.plies(node, number).map_or(ply, |plies| plies.max(ply));
                }
                let (outbox, first) = (Arc::clone(&self.outbox), Mutex::new(None));
                let listener = Arc::new(Ear { outbox, number, to: Target::Client(id), first });
                let re = Some(number << 16 | ply as u64);
                let reply_to = ReplyTo { link: LinkId(id), listener, re, at: now };
                self.in_match(node, number, Command::Act { reply_to, action: Action::Move { ply, mv, thought: None } });
            }
        }
    }

    /// Sends what matches have notified of.
    pub(super) fn sends_what_waits(&mut self) {
        let waiting = std::mem::take(&mut *self.outbox.lock().unwrap());
        for (number, to, notification) in waiting {
            match (to, notification) {
                (Target::Client(id), notification) => self.sends(id, Down::Note(number, notification)),
                (Target::Watcher(id), notification) => {
                    let seq = match &notification {
                        Notification::Snapshot { snapshot, .. } => Some(snapshot.seq),
                        Notification::Missed { seq, .. } => Some(*seq),
                        _ => None,
                    };
                    self.sends(id, Down::Note(number, notification));
                    if let Some(seq) = seq {
                        let seq = match self.fault {
                            Some(Fault::FollowedTooEarly) => seq.saturating_sub(1),
                            Some(Fault::FollowedTooLate) => seq + 1,
                            _ => seq,
                        };
                        self.sends(id, Down::Aside(format!("follow {number} {seq}")));
                    }
                }
                (Target::Line(line), Notification::Event(published)) => {
                    let text = text(published.seq, &published.event);
                    self.tells(line, Told::Line(format!("event {number} {} {number} {text}", published.seq)));
                }
                (Target::Line(_), _) => {}
            }
        }
    }

    /// Sends something on a client's connection, from the node of the match.
    fn sends(&mut self, id: u64, down: Down) {
        let Some(it) = self.connections.get(&id) else { return };
        let way = self.way_between(it.target, it.front);
        let it = self.connections.get_mut(&id).expect("it is there");
        it.is_broken |= way.is_none();
        if let (Some(way), false) = (way, it.is_broken) {
            it.arrives[1] = it.arrives[1].max(self.now + way) + 1;
            let at = it.arrives[1];
            self.at(at, Happens::Carried(id, down));
        }
    }

    /// Something on a client's connection arrives at the node that the client came to.
    pub(super) fn is_carried(&mut self, id: u64, down: Down) {
        match (down, self.connections.get_mut(&id)) {
            (Down::Aside(aside), Some(it)) => {
                if let Some((follows, _)) = &mut it.follows {
                    follows.hear(&aside);
                }
                self.delivers(id);
            }
            (down, Some(_)) => self.passes(id, down),
            (_, None) => {}
        }
    }

    /// A node passes something on to a client.
    fn passes(&mut self, id: u64, down: Down) {
        let Some(front) = self.connections.get(&id).map(|it| it.front) else { return };
        let way = self.way_between(front, front);
        let it = self.connections.get_mut(&id).expect("it is there");
        it.is_broken |= way.is_none();
        if let (Some(way), false) = (way, it.is_broken) {
            it.arrives[2] = it.arrives[2].max(self.now + way) + 1;
            let at = it.arrives[2];
            self.at(at, Happens::Heard(id, down));
        }
    }

    /// A node tells a client what has come for it from the feeds.
    pub(super) fn delivers(&mut self, id: u64) {
        loop {
            let Some((follows, delivered)) = self.connections.get_mut(&id).and_then(|it| it.follows.as_mut()) else {
                return;
            };
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
        self.passes(id, Down::Bye);
        let at = self.connections.get(&id).map_or(self.now, |it| it.arrives[2]);
        self.at(at + 1, Happens::Gone(id));
    }

    /// A connection is gone, for everybody.
    pub(super) fn is_gone(&mut self, id: u64) {
        let Some(it) = self.connections.remove(&id) else { return };
        if self.clients[it.client].connection == Some(id) {
            self.clients[it.client].connection = None;
        }
        if !self.is_open(it.target, it.opened) {
            return;
        }
        for number in self.matches_of(it.target) {
            self.in_match(it.target, number, Command::Detach { link: LinkId(id), reply_to: None });
        }
        let Some(line) = it.line.and_then(|line| self.lines.get_mut(&line)) else { return };
        let mut left = Vec::new();
        line.watched.retain(|number, (link, by)| {
            if by.remove(&id) && by.is_empty() {
                left.push((*number, *link));
            }
            !by.is_empty()
        });
        for (number, link) in left {
            self.tells(it.line.expect("it came over one"), Told::Line(format!("close {number}")));
            self.in_match(it.target, number, Command::Detach { link, reply_to: None });
        }
    }

    /// A node serves no more, or is gone: so are all who came to it.
    pub(super) fn lets_go(&mut self, node: usize) {
        let is_its = |it: &Connection| it.target == node || it.front == node;
        let gone: Vec<u64> = self.connections.iter().filter(|(_, it)| is_its(it)).map(|(id, _)| *id).collect();
        for id in gone {
            if self.nodes[node].up && self.connections[&id].front == node {
                self.ends(id);
            } else {
                self.is_gone(id);
            }
        }
    }
}
