//! What the node of a match does in the world of the nodes with what arrives there on connections, and what it sends on them: this
//! stands for its sessions, and for its relay.

use std::sync::{Arc, Mutex};

use super::Fault;
use super::happens::Happens;
use super::lines::Told;
use super::speech::{Down, Ear, Target, Up, text, topic};
use super::world::World;
use crate::play::Action;
use crate::play::handle::{Command, ReplyTo};
use crate::play::link::{LinkId, Notification, Role};

/// So long a node waits for a match that another one says lives there: one that it does not know, and one that it does.
pub(super) const UNMADE: u64 = 500;
const COMES_HERE: u64 = 5_000;

impl World {
    /// What was said on a connection arrives at the node of the match.
    pub(super) fn is_told(&mut self, id: u64, up: Up) {
        let now = self.now;
        if let Some(it) = self.connections.get_mut(&id).filter(|it| !it.gone[1]) {
            it.said.push_back((now, up));
            self.does_what_was_said(id);
        }
    }

    /// The node of a match does what has arrived on a connection, if that is about matches that live there.
    pub(super) fn does_what_was_said(&mut self, id: u64) {
        loop {
            let Some(it) = self.connections.get(&id).filter(|it| !it.gone[1]) else { return };
            let (Some((since, up)), node) = (it.said.front().copied(), it.target) else { return };
            let (number, is_made_for) = (up.number(), it.conversation.is_some());
            if !self.is_open(node, it.opened) {
                return;
            }
            let is_there = self.has_match(node, number);
            if !is_there && is_made_for {
                // It may hear later than the other node that the match lives here.
                let within = if self.nodes[node].stored.has(number) { COMES_HERE } else { UNMADE };
                if self.now < since + within {
                    return;
                }
            }
            self.connections.get_mut(&id).expect("it is there").said.pop_front();
            match up {
                _ if is_there => self.acts(id, up),
                Up::Join { re, .. } => self.sends(id, Down::NoSuchMatch(re)),
                Up::Move { re, .. } if is_made_for => self.sends(id, Down::NoSuchMatch(re)),
                Up::Move { .. } => {}
            }
        }
    }

    /// A match that runs is asked for something.
    fn acts(&mut self, id: u64, up: Up) {
        let it = &self.connections[&id];
        let (client, node, line) = (it.client, it.target, it.line);
        let at = self.began + self.clock(node);
        match up {
            Up::Join { number, since, re } => {
                let role = self.clients[client].role();
                let line = line.filter(|line| role == Role::Watcher && self.lines.contains_key(line));
                let (link, to) = match line {
                    Some(line) => (self.watches(line, number, id), Target::Line(line)),
                    None => (LinkId(id), Target::Client(id)),
                };
                let (outbox, first) = (Arc::clone(&self.outbox), Mutex::new(Some(id)));
                let listener = Arc::new(Ear { outbox, number, to, first });
                let reply_to = ReplyTo { link, listener, re, at };
                self.in_match(node, number, Command::Attach { reply_to, role, since: Some(since) });
            }
            Up::Move { number, mut ply, mv, re } => {
                if self.has(Fault::AppliedAgain) {
                    ply = self.plies(node, number).map_or(ply, |plies| plies.max(ply));
                }
                let (outbox, first) = (Arc::clone(&self.outbox), Mutex::new(None));
                let listener = Arc::new(Ear { outbox, number, to: Target::Client(id), first });
                let reply_to = ReplyTo { link: LinkId(id), listener, re, at };
                self.in_match(node, number, Command::Act { reply_to, action: Action::Move { ply, mv, thought: None } });
            }
        }
    }

    /// Sends what matches have notified of.
    pub(super) fn sends_what_waits(&mut self) {
        let waiting = std::mem::take(&mut *self.outbox.lock().unwrap());
        for (number, to, notification) in waiting {
            match (to, notification) {
                (Target::Client(id), notification) => self.sends_note(id, number, notification),
                (Target::Watcher(id), notification) => {
                    let seq = match &notification {
                        Notification::Snapshot { snapshot, .. } => Some(snapshot.seq),
                        Notification::Missed { seq, .. } => Some(*seq),
                        _ => None,
                    };
                    self.sends_note(id, number, notification);
                    if let Some(seq) = seq {
                        let seq = match self.fault {
                            Some(Fault::FollowedTooEarly) => seq.saturating_sub(1),
                            Some(Fault::FollowedTooLate) => seq + 1,
                            _ => seq,
                        };
                        self.sends(id, Down::Aside(format!("follow {} {seq}", topic(number))));
                    }
                }
                (Target::Line(line), Notification::Event(published)) => {
                    let text = text(published.seq, &published.event);
                    let line_text = format!("event {} {} {number} {text}", topic(number), published.seq);
                    self.tells(line, Told::Line(line_text));
                }
                (Target::Line(_), _) => {}
            }
        }
    }

    /// Sends what a match notifies of, in as many messages as the protocol has for it.
    fn sends_note(&mut self, id: u64, number: u64, notification: Notification) {
        let Notification::Missed { re, seq, events } = notification else {
            return self.sends(id, Down::Note(number, notification));
        };
        self.sends(id, Down::Come { number, re, seq });
        for event in events {
            self.sends(id, Down::Note(number, Notification::Event(event)));
        }
    }

    /// Sends something on a connection, from the node of the match.
    fn sends(&mut self, id: u64, down: Down) {
        let Some(it) = self.connections.get(&id).filter(|it| !it.gone[1]) else { return };
        if it.session.is_some() && it.line.is_none() {
            // It is the node that the client came to.
            self.is_carried(id, down);
        } else if let Some(at) = self.arrival(id, 1) {
            self.at(at, Happens::Carried(id, down));
        }
    }
}
