//! Limits on the number of matches: per player, per address and in total. When the total is nearly reached, matches are
//! evicted.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use uuid::Uuid;

use super::{Lobby, MatchTable};
use crate::error::ApiError;
use crate::settings::Settings;
use arena_games::diagnostic;
use arena_play::handle::{Command, MatchHandle};
use arena_play::{Circumstance, MatchSetup};

/// Matches are evicted when more than this many tenths of the limit are used.
const FULL_TENTHS: usize = 9;

/// One part in this many of the limit is reserved for players who are not guests.
const KEPT_FROM_GUESTS: usize = 20;

/// Maximum number of matches that one pass ends.
const MOST_AT_ONCE: usize = 500;

/// The order in which matches are evicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Created by a guest, and everybody has left.
    DesertedByGuests,
    /// Everybody has left.
    Deserted,
    /// Created by a guest.
    OfGuests,
}

/// Returns true if a match may be evicted to make room. A match in which both sides have moved is never evicted, unless a
/// guest plays it against a bot.
pub(super) fn is_evictable(handle: &MatchHandle, is_guests: bool) -> bool {
    !handle.both_have_moved() || is_guests && handle.has_bot()
}

impl MatchTable {
    /// Checks the limit of finished or of unfinished matches. Dormant matches are unfinished.
    pub(super) fn check_room(&self, is_over: bool, most: usize) -> Result<(), ApiError> {
        let dormant = if is_over { 0 } else { self.dormant.len() };
        let alike = || self.running.values().filter(|held| held.is_over() == is_over).count();
        // Counting visits all matches, so it is skipped if the sum cannot exceed the limit.
        if self.running.len() + dormant < most || alike() + dormant < most {
            return Ok(());
        }
        Err(ApiError::over_limit(if is_over {
            diagnostic!(
                "watched_matches",
                "{most} finished matches are already being watched; read this one from GET /api/matches/<id>/events",
                most
            )
        } else {
            diagnostic!("server_matches", "the server already has {most} matches; try again later", most)
        }))
    }

    /// True if the match is not over.
    fn is_unfinished(&self, id: Uuid) -> bool {
        let runs = |handle: &MatchHandle| !handle.is_stopped() && !handle.is_over();
        self.dormant.contains(&id) || self.running.get(&id).is_some_and(runs)
    }

    /// Returns the number of unfinished matches that were created from this address. A result below `most` may include
    /// finished matches.
    fn unfinished_from(&mut self, address: IpAddr, most: usize) -> usize {
        let Some(made) = self.made_from.get_mut(&address) else { return 0 };
        if made.len() < most {
            return made.len();
        }
        // Finished matches are dropped here. Otherwise each further match would be compared with all of them.
        let mut made = std::mem::take(made);
        made.retain(|id| self.is_unfinished(*id));
        let unfinished = made.len();
        self.made_from.insert(address, made);
        unfinished
    }

    /// Returns the matches that may be evicted to make room, with their rank (the lowest is evicted first) and the time of
    /// their last event. Matches that have been idle for `untouched` are omitted, because they expire anyway.
    fn candidates(&self, untouched: Duration) -> Vec<(Rank, Instant, Uuid)> {
        let rested = self.rested.iter().filter(|(_, it)| it.is_evictable && it.since.elapsed() < untouched);
        let rested = rested.map(|(id, it)| {
            let rank = if self.guests.contains(id) { Rank::DesertedByGuests } else { Rank::Deserted };
            (rank, it.since, *id)
        });
        let running = self.running.values().filter_map(|handle| {
            let is_guests = self.guests.contains(&handle.id());
            let deserted = handle.deserted_since();
            let rank = match (deserted, is_guests) {
                (Some(_), true) => Rank::DesertedByGuests,
                (Some(_), false) => Rank::Deserted,
                (None, true) => Rank::OfGuests,
                (None, false) => return None,
            };
            let may_go = !handle.is_stopped() && !handle.is_over() && is_evictable(handle, is_guests);
            may_go.then(|| (rank, deserted.unwrap_or_else(|| handle.touched()), handle.id()))
        });
        rested.chain(running).collect()
    }

    /// Returns the matches that guests made and left before a person made a move, and when they left them.
    fn abandoned(&self, grace: Duration) -> Vec<(Instant, Uuid)> {
        let rested = self.rested.iter().filter(|(_, rested)| rested.is_abandoned);
        // They were unloaded when the grace time had passed.
        let rested = rested.map(|(id, rested)| (rested.since.checked_sub(grace).unwrap_or(rested.since), *id));
        let running = self.guests.iter().filter_map(|id| self.running.get(id)).filter_map(|handle| {
            let made = |player: &Uuid| self.made.get(player).is_some_and(|made| made.contains(&handle.id()));
            let maker = handle.setup().seats.iter().filter_map(|(_, seat)| seat.player()).find(made)?;
            let since = handle.gone_since(maker).filter(|_| handle.is_unbegun())?;
            Some((since, handle.id()))
        });
        rested.chain(running).collect()
    }

    fn unfinished_of(&self, made: Option<&HashSet<Uuid>>) -> usize {
        made.map_or(0, |made| made.iter().filter(|id| self.is_unfinished(**id)).count())
    }
}

impl Lobby {
    /// Checks that this player may create one more match.
    ///
    /// # Errors
    /// [`ApiError`] while the server drains, or if a limit is reached: of the server, of the player, or of the address
    /// where the player was last seen.
    pub(crate) fn check_room(&self, player: Uuid) -> Result<(), ApiError> {
        let principals = &self.inner.bots.principals;
        let (address, is_guest) = (principals.address(player), principals.is_guest(player));
        let settings = self.inner.settings.get();
        let limits = &settings.limits;
        let mut table = self.table();
        if table.is_draining {
            return Err(ApiError::draining());
        }
        // Guests cannot use up the room of players with a claimed name.
        let kept = if is_guest { limits.matches / KEPT_FROM_GUESTS } else { 0 };
        table.check_room(false, limits.matches - kept)?;
        let most = limits.matches_per_player;
        if table.unfinished_of(table.made.get(&player)) >= most {
            return Err(ApiError::over_limit(diagnostic!(
                "own_matches",
                "you already have {most} running matches; finish one first",
                most
            )));
        }
        let most = limits.matches_per_address;
        if address.is_some_and(|address| table.unfinished_from(address, most) >= most) {
            return Err(ApiError::over_limit(diagnostic!(
                "address_matches",
                "your address already has {most} running matches; finish one first",
                most
            )));
        }
        Ok(())
    }

    /// Returns the current settings.
    pub(crate) fn settings(&self) -> Arc<Settings> {
        self.inner.settings.get()
    }

    /// Returns the household in which a player was last seen.
    pub(crate) fn address(&self, player: Uuid) -> Option<IpAddr> {
        self.inner.bots.principals.address(player)
    }

    /// Counts one more match created from the player's household.
    ///
    /// # Errors
    /// [`ApiError`] with the time to wait.
    pub(crate) fn admit_making(&self, player: Uuid) -> Result<(), ApiError> {
        let Some(address) = self.inner.bots.principals.address(player) else { return Ok(()) };
        let checked = self.inner.making.check_key(&address);
        checked.map_err(|until| ApiError::too_many_requests(until.wait_time_from(DefaultClock::default().now())))
    }

    /// Counts a match as created by this player.
    pub(super) fn count_made(&self, player: Uuid, id: Uuid) {
        let principals = &self.inner.bots.principals;
        let (address, is_guest) = (principals.address(player), principals.is_guest(player));
        let mut table = self.table();
        table.made.entry(player).or_default().insert(id);
        if is_guest {
            table.guests.insert(id);
        }
        if let Some(address) = address {
            table.made_from.entry(address).or_default().insert(id);
        }
    }

    /// Counts a rematch for the creator of the match before it.
    pub(super) fn count_rematch(&self, before: &MatchSetup, id: Uuid) {
        let of = |player: &Uuid| self.table().made.get(player).is_some_and(|made| made.contains(&before.id));
        let maker = before.seats.iter().filter_map(|(_, seat)| seat.player()).find(of);
        if let Some(maker) = maker {
            self.count_made(maker, id);
        }
    }

    /// Starts or ends draining. While draining, players cannot create matches. Running matches continue, and
    /// tournaments start new ones.
    pub(crate) fn drain(&self, is_draining: bool) {
        self.table().is_draining = is_draining;
    }

    /// True while players cannot create matches.
    pub(crate) fn is_draining(&self) -> bool {
        self.table().is_draining
    }

    /// Returns the number of running, unfinished matches in which a player has a seat.
    pub(crate) fn under_way(&self, player: Uuid) -> usize {
        let table = self.table();
        table.running.values().filter(|handle| !handle.is_over() && handle.seat_of(player).is_some()).count()
    }

    /// Returns the number of unfinished matches, and how many of them are not in memory.
    pub(crate) fn unfinished(&self) -> (usize, usize) {
        let table = self.table();
        let running = table.running.values().filter(|held| !held.is_over()).count();
        (running + table.dormant.len(), table.dormant.len())
    }

    /// Drops the bookkeeping of finished matches and ends matches that were untouched for too long, or abandoned by a guest
    /// before the first move. If room is scarce,
    /// it also ends matches in the order of `Rank`, the longest untouched first, but none within the grace time.
    pub fn tidy(&self) {
        let (limits, grace, untouched, unbegun) = {
            let settings = self.inner.settings.get();
            let timeouts = settings.matches.timeouts();
            let unbegun = Duration::from_millis(settings.matches.unbegun_ms);
            (settings.limits.clone(), timeouts.grace, timeouts.untouched, unbegun)
        };
        let (excess, mut expired, mut abandoned, mut candidates) = {
            let mut table = self.table();
            let mut made_from = std::mem::take(&mut table.made_from);
            made_from.retain(|_, made| {
                made.retain(|id| table.is_unfinished(*id));
                !made.is_empty()
            });
            table.made_from = made_from;
            let mut guests = std::mem::take(&mut table.guests);
            guests.retain(|id| table.is_unfinished(*id));
            table.guests = guests;
            let unfinished = table.running.values().filter(|handle| !handle.is_over()).count() + table.dormant.len();
            let excess = unfinished.saturating_sub(limits.matches / 10 * FULL_TENTHS);
            let expired = table.rested.iter().filter(|(_, rested)| rested.since.elapsed() >= untouched);
            let expired: Vec<(Instant, Uuid)> = expired.map(|(id, rested)| (rested.since, *id)).collect();
            let candidates = if excess > expired.len() { table.candidates(untouched) } else { Vec::new() };
            (excess, expired, table.abandoned(grace), candidates)
        };
        expired.sort_unstable();
        abandoned.retain(|(since, _)| since.elapsed() >= unbegun);
        abandoned.sort_unstable();
        candidates.retain(|(_, since, _)| since.elapsed() >= grace);
        candidates.sort_unstable();
        candidates.truncate(excess.saturating_sub(expired.len()));
        if !candidates.is_empty() {
            tracing::info!(excess, evicted = candidates.len(), "matches are evicted to make room");
        }
        self.inner.making.retain_recent();
        let evicted = candidates.into_iter().map(|(_, since, id)| (since, id)).collect();
        self.call_off(expired, &Circumstance::Untouched {});
        self.call_off(abandoned, &Circumstance::Untouched {});
        self.call_off(evicted, &Circumstance::Room {});
    }

    /// Ends some of these matches.
    fn call_off(&self, matches: Vec<(Instant, Uuid)>, why: &'static Circumstance) {
        if matches.is_empty() {
            return;
        }
        let lobby = self.clone();
        self.inner.tasks.spawn(async move {
            for (_, id) in matches.into_iter().take(MOST_AT_ONCE) {
                // A match that cannot be restored or is too busy is tried again in a later pass.
                if let Ok(handle) = lobby.find(id).await {
                    let _ = handle.send(Command::CallOff { detail: why.clone().into(), reply_to: None });
                }
            }
        });
    }
}
