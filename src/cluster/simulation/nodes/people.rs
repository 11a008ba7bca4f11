//! People in the world of the nodes: two who play one match after another, and three who watch them, each at any node. Their
//! links are cut; then they come again, to the same node or to another one, and say which event they saw last. A move that
//! nobody has acknowledged is sent again, whether it has arrived or not.

use std::collections::BTreeMap;

use super::game::{board, player};
use super::happens::Happens;
use super::speech::{Down, Up, text};
use super::world::{END, NODES, World};
use crate::games::board::Board;
use crate::games::{MoveCode, Side};
use crate::play::Event;
use crate::play::link::{Notification, Role};

/// So often somebody looks whether there is something to do, in milliseconds.
const LOOK_EVERY: u64 = 150;
/// An answer that has not come for so long is not waited for: the move is sent again; and then the client comes again.
const AGAIN: u64 = 700;
const PATIENCE: u64 = 5_000;
/// The last part of the number of what asks to come to a match; that of a move is its ply.
const COMING: u64 = 0xffff;
/// Whoever has heard nothing new for so long in the end has been forgotten.
const STALE: u64 = 7_000;

pub(super) struct Client {
    /// Where it plays; none for one who watches.
    side: Option<Side>,
    pub(super) connection: Option<u64>,
    /// When it may come again.
    comes: u64,
    /// When it has begun to wait for something, if it waits.
    waits: Option<u64>,
    /// The match where it is, and the number of the last event that it saw.
    pub(super) number: u64,
    seen: u64,
    moved: u64,
    is_live: bool,
    is_over: bool,
    board: Box<dyn Board>,
    plies: usize,
    /// The move that nobody has acknowledged, and when it was sent last.
    pending: Option<(usize, MoveCode, u64)>,
    /// The ply of the last one that was acknowledged.
    made: Option<usize>,
}

impl Client {
    pub(super) fn all() -> Vec<Self> {
        [Some(Side::First), Some(Side::Second), None, None, None].into_iter().map(Self::new).collect()
    }

    fn new(side: Option<Side>) -> Self {
        Self {
            side,
            connection: None,
            comes: 0,
            waits: None,
            number: 1,
            seen: 0,
            moved: 0,
            is_live: false,
            is_over: false,
            board: board(),
            plies: 0,
            pending: None,
            made: None,
        }
    }

    pub(super) fn role(&self) -> Role {
        let person = |side| Role::Person { player: player(side), name: format!("{side:?}"), claims: false };
        self.side.map_or(Role::Watcher, person)
    }

    /// It goes on to the next match.
    fn next_match(&mut self) {
        *self =
            Self { number: self.number + 1, connection: self.connection, moved: self.moved, ..Self::new(self.side) };
    }

    /// Whether it is its turn, as far as it has seen.
    fn is_to_move(&self) -> bool {
        let is_turn = self.is_live && self.side == Some(self.board.to_move()) && self.board.outcome().is_none();
        is_turn && self.made.is_none_or(|made| made < self.plies)
    }

    fn sees(&mut self, event: &Event) {
        self.seen += 1;
        match event {
            Event::Started { .. } => self.is_live = true,
            Event::Moved { mv, ply, .. } => {
                self.board.play(*mv, *ply).expect("it is legal");
                self.plies = ply + 1;
            }
            Event::Ended { .. } => self.is_over = true,
            _ => {}
        }
    }
}

/// The moves that people mean to make, by match and ply, and those that were acknowledged to them.
#[derive(Default)]
pub(super) struct Moves {
    pub(super) meant: BTreeMap<(u64, usize), MoveCode>,
    pub(super) acknowledged: Vec<(u64, usize)>,
}

impl World {
    /// A client looks round.
    pub(super) fn looks_round(&mut self, who: usize) {
        self.at(self.now + LOOK_EVERY, Happens::Looks(who));
        let client = &mut self.clients[who];
        let Some(id) = client.connection else {
            if client.comes <= self.now {
                client.comes = self.now + 300;
                self.comes_again(who);
            }
            return;
        };
        let is_cut_off = self.is_cut_off(id);
        let client = &mut self.clients[who];
        // Its ping is not answered.
        if is_cut_off {
            client.waits.get_or_insert(self.now);
        }
        if client.waits.is_some_and(|since| since + PATIENCE <= self.now) {
            // It gives its connection up, which is found out at the other end some time later.
            (client.connection, client.waits) = (None, None);
            let late = 1 + self.rng.below(2_500) as u64;
            return self.at(self.now + late, Happens::Gone(id));
        }
        if client.is_over {
            client.next_match();
            if self.sessions.contains_key(&id) && self.rng.below(2) == 0 {
                let client = &mut self.clients[who];
                client.waits = Some(self.now);
                let number = client.number;
                return self.says(id, Up::Join { number, since: 0, re: Some(number << 16 | COMING) });
            }
            return self.is_gone(id);
        }
        let number = client.number;
        match client.pending {
            Some((ply, mv, sent)) if sent + AGAIN <= self.now => {
                client.pending = Some((ply, mv, self.now));
                client.waits.get_or_insert(self.now);
                self.says(id, Up::Move { number, ply, mv, re: Some(number << 16 | ply as u64) });
            }
            None if client.is_to_move() => {
                let legal = client.board.legal();
                let (ply, mv) = (client.plies, legal[self.rng.below(legal.len())]);
                let client = &mut self.clients[who];
                client.pending = Some((ply, mv, self.now));
                client.waits.get_or_insert(self.now);
                self.moves.meant.insert((number, ply), mv);
                self.says(id, Up::Move { number, ply, mv, re: Some(number << 16 | ply as u64) });
            }
            _ => {}
        }
    }

    /// Whether what a client says does not arrive any more.
    fn is_cut_off(&self, id: u64) -> bool {
        match self.sessions.get(&id) {
            Some(it) => it.is_broken,
            None => self.connections.get(&id).is_none_or(|it| it.is_broken),
        }
    }

    /// A client comes again, to any node, and says at once what it has to say.
    fn comes_again(&mut self, who: usize) {
        let front = self.rng.below(NODES);
        let Some(id) = self.connects(who, front) else { return };
        let client = &mut self.clients[who];
        (client.connection, client.waits) = (Some(id), Some(self.now));
        let (number, since, pending) = (client.number, client.seen, client.pending);
        self.says(id, Up::Join { number, since, re: Some(number << 16 | COMING) });
        if let Some((ply, mv, _)) = pending {
            self.says(id, Up::Move { number, ply, mv, re: Some(number << 16 | ply as u64) });
        }
    }

    /// A client hears something.
    pub(super) fn hears(&mut self, id: u64, down: Down) {
        let session = self.sessions.get(&id).map(|it| it.client);
        let Some(who) = session.or_else(|| Some(self.connections.get(&id)?.client)) else { return };
        if self.clients[who].connection != Some(id) {
            return;
        }
        let number = self.clients[who].number;
        match down {
            Down::Note(of, _) if of != number => {}
            Down::Note(_, Notification::Event(published)) => {
                self.sees(who, published.seq, text(published.seq, &published.event));
            }
            Down::Come { number: of, .. } if of == number => self.clients[who].waits = None,
            Down::Note(_, Notification::Reply { re: Some(re), result, .. }) => {
                let client = &mut self.clients[who];
                let Some((ply, _, _)) = client.pending.filter(|(ply, ..)| re == number << 16 | *ply as u64) else {
                    return;
                };
                if result.is_ok() {
                    (client.pending, client.waits, client.made) = (None, None, Some(ply));
                    self.is_acknowledged(number, ply);
                }
            }
            Down::Note(_, Notification::Snapshot { snapshot, .. }) => {
                let seen = self.clients[who].seen;
                self.finds(format!(
                    "client {who} has seen {seen} events of match {number}, which has {}",
                    snapshot.seq
                ));
            }
            Down::Come { .. } | Down::Note(..) | Down::Aside(_) => {}
            Down::Text(told) => {
                let (of, told) = told.split_once(' ').expect("the number of a match");
                let seq = told.split(' ').next().expect("the number of an event").parse().expect("a number");
                if of.parse() == Ok(number) {
                    self.sees(who, seq, told.to_owned());
                }
            }
            // It is not made yet.
            Down::NoSuchMatch(_) | Down::Bye => self.is_gone(id),
        }
    }

    /// A client is told of an event.
    fn sees(&mut self, who: usize, seq: u64, told: String) {
        let client = &mut self.clients[who];
        let (number, seen) = (client.number, client.seen);
        if seq != seen + 1 {
            return self.finds(format!("client {who} sees event {seq} of match {number} after event {seen}"));
        }
        let Some(event) = self.truth.event(number, seq).filter(|event| text(seq, event) == told) else {
            return self.finds(format!("client {who} sees \"{told}\" of match {number}, which is not kept"));
        };
        client.sees(event);
        client.moved = self.now;
        // Whoever sees his own move need not send it again.
        if let (Event::Moved { ply, .. }, Some((own, ..))) = (event, client.pending)
            && *ply == own
        {
            client.pending = None;
            client.waits = None;
        }
    }

    fn is_acknowledged(&mut self, number: u64, ply: usize) {
        self.moves.acknowledged.push((number, ply));
        self.is_made(number, ply);
    }

    /// Looks whether a move that was acknowledged is in its match.
    fn is_made(&mut self, number: u64, ply: usize) {
        let meant = self.moves.meant.get(&(number, ply));
        if self.truth.move_at(number, ply).as_ref() != meant {
            self.finds(format!("move {ply} of match {number} was acknowledged and is not kept"));
        }
    }

    /// Looks whether people mean to make the moves that a write says, each once.
    pub(super) fn is_meant(&mut self, said: &super::game::Said) {
        for numbered in &said.events {
            if let Event::Moved { ply, mv, .. } = &numbered.event
                && self.moves.meant.get(&(said.number, *ply)) != Some(mv)
            {
                self.finds(format!("nobody has made move {ply} of match {}, which is kept", said.number));
            }
        }
    }

    /// Looks in the end whether everybody plays and watches on, and everything that was acknowledged is there.
    pub(super) fn all_go_on(&mut self) {
        for (number, ply) in std::mem::take(&mut self.moves.acknowledged) {
            self.is_made(number, ply);
        }
        let stale = self.clients.iter().position(|client| client.moved + STALE < END);
        if let Some(who) = stale {
            let (number, seen) = (self.clients[who].number, self.clients[who].seen);
            self.finds(format!("client {who} hears nothing more after event {seen} of match {number}"));
        }
    }
}
