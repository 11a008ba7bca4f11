//! The seats that agents hold. A request ends at once, but a player without a connection counts as away. So a link holds
//! the seat between the calls, until the match ends or the agent has not called for long.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::toolbox::ToolError;
use arena_games::Side;
use arena_play::handle::MatchHandle;
use arena_play::link::{LinkId, Notification, Role};
use arena_play::{Action, Event};
use arena_server::app::App;
use arena_server::error::ApiError;
use arena_server::linked::Linked;
use arena_server::principals::Requester;
use arena_server::queue::{Outgoing, Receiver};

/// Interval at which a held seat is checked.
const LOOK: Duration = Duration::from_secs(5);
/// Maximum number of seats whose illegal moves are remembered.
const MOST_COUNTS: usize = 10_000;

/// A player in a match.
type Seat = (Uuid, Uuid);

/// The held seats and the counts of illegal moves.
#[derive(Clone, Default)]
pub(crate) struct Seats(Arc<Mutex<SeatTable>>);

#[derive(Default)]
struct SeatTable {
    held: HashMap<Seat, Held>,
    tries: HashMap<Seat, Tries>,
    /// The seats in `tries`, the oldest first.
    counted: VecDeque<Seat>,
}

struct Held {
    link: LinkId,
    used: Instant,
}

/// Illegal moves of a player in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tries {
    /// In the whole match.
    pub all: u32,
    /// In the turn at `ply`.
    pub in_turn: u32,
    ply: usize,
}

impl Seats {
    fn lock(&self) -> MutexGuard<'_, SeatTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the link that holds the seat, and notes that the agent is there.
    fn link(&self, seat: Seat) -> Option<LinkId> {
        let mut state = self.lock();
        let held = state.held.get_mut(&seat)?;
        held.used = Instant::now();
        Some(held.link)
    }

    /// Returns the illegal moves of a player.
    pub(crate) fn tries(&self, player: Uuid, id: Uuid) -> Tries {
        self.lock().tries.get(&(player, id)).copied().unwrap_or_default()
    }

    /// Counts an illegal move in the turn at `ply`.
    pub(crate) fn count(&self, player: Uuid, id: Uuid, ply: usize) -> Tries {
        let mut state = self.lock();
        let seat = (player, id);
        let mut tries = state.tries.get(&seat).copied().unwrap_or_default();
        if tries.all == 0 {
            state.counted.push_back(seat);
        }
        let in_turn = if tries.ply == ply { tries.in_turn } else { 0 };
        tries = Tries { all: tries.all + 1, in_turn: in_turn + 1, ply };
        state.tries.insert(seat, tries);
        if state.counted.len() > MOST_COUNTS
            && let Some(oldest) = state.counted.pop_front()
        {
            state.tries.remove(&oldest);
        }
        tries
    }

    /// Takes a seat and holds it, unless it is held already.
    ///
    /// # Errors
    /// If no seat is free for the player, or the player holds too many.
    pub(crate) async fn hold(&self, app: &App, requester: &Requester, handle: &MatchHandle) -> Result<(), ToolError> {
        let seat = (requester.player.id, handle.id());
        if handle.is_over() || self.link(seat).is_some() {
            return Ok(());
        }
        let settings = app.settings.get();
        let most = settings.limits.followed;
        if self.lock().held.keys().filter(|(player, _)| *player == seat.0).count() >= most {
            return Err(ToolError(format!("a player can hold at most {most} seats; finish or resign a match first")));
        }
        let mut linked = Linked::new(app, requester.caller.address);
        let person = Role::Person { player: seat.0, name: requester.player.name.clone(), claims: false };
        linked.attach(handle, person).await?;
        let (link, cut) = (linked.link, CancellationToken::new());
        if let Some(other) = self.lock().held.insert(seat, Held { link, used: Instant::now() }) {
            handle.detach(other.link, None);
        }
        app.accounts.online.enters(&requester.player, link, requester.token, cut.clone(), None);
        let (seats, app, handle) = (self.clone(), app.clone(), handle.clone());
        tokio::spawn(async move {
            seats.keep(&app, seat, linked, &cut).await;
            handle.detach(link, None);
            app.accounts.online.leaves(seat.0, link);
            let mut state = seats.lock();
            if state.held.get(&seat).is_some_and(|held| held.link == link) {
                state.held.remove(&seat);
            }
        });
        Ok(())
    }

    /// Returns when the seat is to be left.
    async fn keep(&self, app: &App, seat: Seat, mut linked: Linked, cut: &CancellationToken) {
        let mut look = tokio::time::interval(LOOK);
        loop {
            tokio::select! {
                () = app.stopping.cancelled() => return,
                () = cut.cancelled() => return,
                next = linked.notified.recv() => match next {
                    Some(Outgoing::Notification(_, Notification::Closed | Notification::Superseded)) | None => return,
                    Some(Outgoing::Notification(_, Notification::Event(event))) => {
                        if matches!(event.event, Event::Ended { .. }) {
                            return;
                        }
                    }
                    Some(_) => {}
                },
                _ = look.tick() => {
                    let away = Duration::from_millis(app.settings.get().agents.away_ms);
                    let is_idle = |held: &Held| held.link != linked.link || held.used.elapsed() > away;
                    if linked.full.get() || self.lock().held.get(&seat).is_none_or(is_idle) {
                        return;
                    }
                }
            }
        }
    }

    /// Performs an action of a player who holds a seat.
    ///
    /// # Errors
    /// If the match refuses it.
    pub(crate) async fn act(
        &self,
        app: &App,
        requester: &Requester,
        handle: &MatchHandle,
        action: Action,
    ) -> Result<(), ToolError> {
        self.hold(app, requester, handle).await?;
        let mut linked = Linked::new(app, requester.caller.address);
        let link = self.link((requester.player.id, handle.id())).unwrap_or(linked.link);
        handle.act(linked.reply_to(link), action).map_err(ApiError::from)?;
        Ok(linked.answer().await?)
    }
}

/// Waits until a side is to move, or the match is over or gone.
pub(crate) async fn turn_or_end(notified: &mut Receiver, is_awaited: impl Fn(Side) -> bool) {
    loop {
        match notified.recv().await {
            Some(Outgoing::Notification(_, Notification::Event(event))) => {
                let turn = event.position.as_ref().and_then(|position| position.turn);
                if turn.is_some_and(&is_awaited) || matches!(event.event, Event::Ended { .. }) {
                    return;
                }
            }
            Some(Outgoing::Notification(_, Notification::Closed)) | None => return,
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn illegal_moves_are_counted_by_turn_and_in_all_within_a_bound() {
        let seats = Seats::default();
        let (ann, game) = (Uuid::from_u128(1), Uuid::from_u128(2));
        seats.count(ann, game, 3);
        assert_eq!(seats.count(ann, game, 3), Tries { all: 2, in_turn: 2, ply: 3 });
        assert_eq!(seats.count(ann, game, 5), Tries { all: 3, in_turn: 1, ply: 5 });
        assert_eq!(seats.tries(game, ann), Tries::default());
        for other in 0..MOST_COUNTS as u128 {
            seats.count(Uuid::from_u128(other + 10), game, 0);
        }
        assert_eq!(seats.tries(ann, game), Tries::default(), "the oldest count makes room");
        assert_eq!(seats.lock().tries.len(), MOST_COUNTS);
    }
}
