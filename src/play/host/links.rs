//! Links join a match, take seats, catch up with missed events, and leave.

use std::sync::Arc;
use std::time::Instant;

use super::{Host, Link, PendingAction};
use crate::command::ReplyTo;
use crate::link::{LinkId, Notification, Rejection, Role, Snapshot, republished};
use crate::{Action, Phase, Refusal, Seat};
use arena_games::Side;

/// A link that missed at most this many events is sent each of them. Otherwise it is sent a snapshot, which is shorter.
const MOST_MISSED: usize = 256;

/// A link that is to be taken in.
pub(super) struct PendingLink {
    reply_to: ReplyTo,
    role: Role,
    side: Option<Side>,
    /// The number of the last event that the link has.
    since: Option<u64>,
}

impl Host {
    /// Returns the side that the link plays.
    pub(super) fn side_of(&self, link: LinkId) -> Result<Side, Rejection> {
        let side = self.links.iter().find(|known| known.id == link).and_then(|known| known.side);
        let side = side.ok_or(Rejection::NotSeated)?;
        if self.playing[side] == Some(link) { Ok(side) } else { Err(Rejection::Superseded) }
    }

    pub(super) fn attach(&mut self, reply_to: ReplyTo, role: Role, since: Option<u64>, now: Instant) {
        let at = reply_to.at;
        self.core.tick(at);
        // A connection that plays a seat keeps it, even if it now asks only to watch.
        let kept = matches!(role, Role::Watcher).then(|| self.side_of(reply_to.link).ok()).flatten();
        let then = match kept.map_or_else(|| self.seat(&role, at), |side| Ok(Some(side))) {
            Ok(side) => PendingAction::Attach(Box::new(PendingLink { reply_to, role, side, since })),
            Err(rejection) => PendingAction::Reply((reply_to, Err(rejection))),
        };
        self.commit(then, now);
    }

    /// Adds a link whose seat is stored.
    pub(super) fn add_link(&mut self, arrival: PendingLink, now: Instant) {
        let PendingLink { reply_to: ReplyTo { link, listener, re, .. }, role, side, since } = arrival;
        self.links.retain(|known| known.id != link);
        if let Some(side) = side {
            let before = self.playing[side].replace(link).filter(|&before| before != link);
            if let Some(before) = self.links.iter().find(|known| Some(known.id) == before) {
                let _ = before.listener.notify(self.setup.id, Notification::Superseded);
            }
        }
        if !matches!(role, Role::Bot(_)) {
            self.first_link_by = now;
        }
        let missed = self.catch_up(since, re, now);
        if listener.notify(self.setup.id, missed).is_err() {
            self.gone.push(link);
        }
        self.links.push(Link { id: link, role, side, listener });
    }

    /// Returns the seat for a link in this role. Takes a free seat if necessary, and marks the player as back if
    /// away.
    fn seat(&mut self, role: &Role, now: Instant) -> Result<Option<Side>, Rejection> {
        let (player, name, claims) = match role {
            Role::Watcher => return Ok(None),
            Role::Bot(side) => return Ok(Some(*side)),
            Role::Person { player, name, claims } => (*player, name, *claims),
        };
        let seats = self.core.seats();
        if let Some(side) = Side::BOTH.into_iter().find(|&side| seats[side].player() == Some(player)) {
            if self.core.is_away(side) && !matches!(self.core.phase(), Phase::Over(_)) {
                self.core.handle(side, Action::Back, now)?;
            }
            self.core.set_claims(side, claims);
            return Ok(Some(side));
        }
        let admits = |side: &Side| seats[*side].admits(player);
        let reserved = Side::BOTH.into_iter().find(|side| admits(side) && seats[*side] != Seat::Open);
        let Some(side) = reserved.or_else(|| Side::BOTH.into_iter().find(admits)) else {
            return Err(Rejection::NO_SEAT);
        };
        self.core.handle(side, Action::Sit(Seat::person(player, name.clone())), now)?;
        self.core.set_claims(side, claims);
        Ok(Some(side))
    }

    /// Returns the first notification for a link that has the events up to `since`.
    fn catch_up(&self, since: Option<u64>, re: Option<u64>, now: Instant) -> Notification {
        let events = self.core.events();
        let seq = events.len() as u64;
        let missed = match since.and_then(|since| usize::try_from(since).ok()) {
            Some(since) if since == events.len() => Some(Vec::new()),
            Some(since) if since < events.len() && events.len() - since <= MOST_MISSED => {
                let opening = &self.core.terms().opening;
                let published = republished(self.core.start(), opening, events, since).ok();
                published.map(|published| published.into_iter().map(Arc::new).collect())
            }
            _ => None,
        };
        missed.map_or_else(
            || Notification::Snapshot { re, snapshot: Box::new(Snapshot::of(&self.setup, &self.core, now)) },
            |events| Notification::Missed { re, seq, events },
        )
    }

    pub(super) fn unlink(&mut self, link: LinkId, then: PendingAction, now: Instant) {
        self.links.retain(|known| known.id != link);
        for side in Side::BOTH {
            if self.playing[side] == Some(link) {
                self.playing[side] = None;
                self.set_away(side, now);
            }
        }
        self.commit(then, now);
    }

    /// Notes that a side's connection is lost, which matters only while the match goes on.
    pub(super) fn set_away(&mut self, side: Side, now: Instant) {
        if self.keeps_seats {
            return;
        }
        match self.core.handle(side, Action::Away, now) {
            Ok(()) | Err(Refusal::Over) => {}
            Err(refusal) => tracing::error!(id = %self.setup.id, %refusal, "a side could not be marked as away"),
        }
    }
}
