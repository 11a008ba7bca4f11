//! Handles of running matches, which send them commands and give an overview of their state.

use std::sync::Arc;
use std::time::Instant;

use uuid::Uuid;

pub use super::command::{Command, ReplyTo, SendError};
use super::host::Host;
use super::hosted::Hosted;
use super::link::{LinkId, Role};
pub use super::overview::{Changes, MatchOverview};
use super::{Action, MatchSetup, Phase, Seat, running_time};
use arena_games::Side;

/// A running match.
#[derive(Clone)]
pub struct MatchHandle(Arc<Hosted>);

impl MatchHandle {
    pub(super) const fn new(hosted: Arc<Hosted>) -> Self {
        Self(hosted)
    }

    /// Returns the id of the match.
    #[must_use]
    pub fn id(&self) -> Uuid {
        self.0.setup.id
    }

    /// Returns the unchanging part of the match.
    #[must_use]
    pub fn setup(&self) -> &Arc<MatchSetup> {
        &self.0.setup
    }

    fn overviewed<T>(&self, look: impl FnOnce(&MatchOverview) -> T) -> T {
        self.0.look(|host| look(host.overview()))
    }

    /// Returns the current overview.
    #[must_use]
    pub fn overview(&self) -> MatchOverview {
        self.overviewed(MatchOverview::clone)
    }

    /// Returns the side whose seat `player` holds.
    #[must_use]
    pub fn seat_of(&self, player: Uuid) -> Option<Side> {
        self.overviewed(|now| Side::BOTH.into_iter().find(|&side| now.seats[side].player() == Some(player)))
    }

    /// Returns the person in a seat other than `player`.
    #[must_use]
    pub fn other_person(&self, player: Uuid) -> Option<Uuid> {
        self.overviewed(|now| {
            Side::BOTH.into_iter().filter_map(|side| now.seats[side].player()).find(|other| *other != player)
        })
    }

    /// Returns whether the match is live, `ply` is its next ply, and `player` holds a seat.
    #[must_use]
    pub fn is_at(&self, ply: u32, player: Uuid) -> bool {
        self.overviewed(|now| {
            now.phase == Phase::Live
                && u32::try_from(now.plies) == Ok(ply)
                && now.seats.iter().any(|(_, seat)| seat.player() == Some(player))
        })
    }

    /// Returns whether the match is live and a person who fits holds a seat.
    pub fn is_live_for(&self, fits: impl Fn(Uuid) -> bool) -> bool {
        self.overviewed(|now| {
            now.phase == Phase::Live && now.seats.iter().filter_map(|(_, seat)| seat.player()).any(&fits)
        })
    }

    /// Returns the keys of the current position and of those that the next move can lead to.
    #[must_use]
    pub fn position_keys(&self) -> Vec<u64> {
        self.0.look(Host::position_keys)
    }

    /// Returns whether lists show the match: not while a seat is free that its maker did not list.
    #[must_use]
    pub fn is_public(&self) -> bool {
        self.overviewed(|now| self.setup().is_public(&now.seats))
    }

    /// Returns whether the match is not live, is one of two people, or has a move.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.overviewed(|now| {
            let is_of_people = Side::BOTH.into_iter().all(|side| now.seats[side].player().is_some());
            now.phase != Phase::Live || is_of_people || now.moved.first || now.moved.second
        })
    }

    /// Returns whether the match is live and no person has made a move.
    #[must_use]
    pub fn is_unbegun(&self) -> bool {
        self.overviewed(|now| {
            let has_moved = |side: Side| now.seats[side].player().is_some() && now.moved[side];
            now.phase == Phase::Live && !Side::BOTH.into_iter().any(has_moved)
        })
    }

    /// Returns the time of the last event if `player` holds a seat and is away.
    #[must_use]
    pub fn gone_since(&self, player: Uuid) -> Option<Instant> {
        self.overviewed(|now| {
            let is_gone = |side: Side| now.seats[side].player() == Some(player) && now.away[side];
            Side::BOTH.into_iter().any(is_gone).then_some(now.touched)
        })
    }

    /// Returns the time of the last event if all people have left the match and absence does not end it.
    #[must_use]
    pub fn deserted_since(&self) -> Option<Instant> {
        let stays = self.setup().clock.is_none_or(|clock| clock.per_move);
        self.overviewed(|now| {
            let is_gone = |side: Side| now.seats[side].player().is_none() || now.away[side];
            let is_deserted = stays && now.phase == Phase::Live && Side::BOTH.into_iter().all(is_gone);
            is_deserted.then_some(now.touched)
        })
    }

    /// Returns whether both sides have made a move.
    #[must_use]
    pub fn both_have_moved(&self) -> bool {
        self.overviewed(|now| now.moved.first && now.moved.second)
    }

    /// Returns whether a bot of the server has a seat.
    #[must_use]
    pub fn has_bot(&self) -> bool {
        self.overviewed(|now| now.seats.iter().any(|(_, seat)| matches!(seat, Seat::Bot { .. })))
    }

    /// Returns whether bots of the server have both seats.
    #[must_use]
    pub fn is_between_bots(&self) -> bool {
        self.overviewed(|now| now.seats.iter().all(|(_, seat)| matches!(seat, Seat::Bot { .. })))
    }

    /// Returns the people who play the match while it is live.
    #[must_use]
    pub fn live_people(&self) -> [Option<Uuid>; 2] {
        self.overviewed(|now| match now.phase {
            Phase::Live => Side::BOTH.map(|side| now.seats[side].player()),
            _ => [None; 2],
        })
    }

    /// Returns the time of the last event.
    #[must_use]
    pub fn touched(&self) -> Instant {
        self.overviewed(|now| now.touched)
    }

    /// Returns whether the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.overviewed(|now| matches!(now.phase, Phase::Over(_)))
    }

    /// Returns the changes of the overview since the last call.
    #[must_use]
    pub fn take_changes(&self) -> Changes {
        self.0.with(Host::take_changes)
    }

    /// Returns whether the match has stopped accepting commands.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.look(Host::is_stopped)
    }

    /// Stops marking players as away. Used when the server stops, because its players reconnect where the match
    /// continues.
    pub fn keep_seats(&self) {
        self.0.with(Host::keep_seats);
    }

    /// Returns whether both are handles of the same running match.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Sends a command to the match.
    ///
    /// # Errors
    /// Returns the command if the match does not accept it.
    pub fn send(&self, command: Command) -> Result<(), SendError> {
        self.0.with(|host| host.send(command, running_time::now()))
    }

    /// Adds a link to the match. It has the events up to `since` already, if any, and is sent the state of the match or
    /// the reason why it may not be added.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub fn attach(&self, reply_to: ReplyTo, role: Role, since: Option<u64>) -> Result<(), SendError> {
        self.send(Command::Attach { reply_to, role, since })
    }

    /// Sends the action of a link that was added. The reply goes to its listener.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub fn act(&self, reply_to: ReplyTo, action: Action) -> Result<(), SendError> {
        let now = reply_to.at;
        self.0.with(|host| host.send(Command::Act { reply_to, action }, now))
    }

    /// Removes a link from the match and replies to the request, if there was one. This command is always accepted, so
    /// that no lost connection keeps its seat. Does nothing if the match has stopped.
    pub fn detach(&self, link: LinkId, reply_to: Option<ReplyTo>) {
        let _ = self.send(Command::Detach { link, reply_to });
    }
}
