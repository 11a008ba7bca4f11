//! Limits on the number of matches: per player, per network and in total. When the total is nearly reached, matches of guests
//! are evicted.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::{Lobby, MatchTable, is_evictable};
use crate::error::ApiError;
use crate::origin::Origin;
use crate::quota::{Bounds, Holder, Permit, Scope};
use crate::settings::{Limits, Settings};
use arena_games::diagnostic;
use arena_play::handle::{Command, MatchHandle};
use arena_play::{EndDetail, MatchSetup};
use arena_store::{PlayerKind, StoreError};

/// Matches are evicted when more than this many tenths of the limit are used.
const FULL_TENTHS: usize = 9;

/// One part in this many of the limit is reserved for players who are not guests.
const RESERVED_FROM_GUESTS: usize = 20;

/// Maximum number of matches that one pass ends.
const MOST_AT_ONCE: usize = 500;

/// The order in which matches of guests are evicted. A match in which a player with a claimed name has a seat is never
/// evicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Everybody has left, and not both sides have moved, or the opponent is a bot.
    Deserted,
    /// Everybody has left for long.
    Abandoned,
    /// Somebody is there, and not both sides have moved, or the opponent is a bot.
    Attended,
}

/// Returns the limits on unfinished matches. Guests cannot use up the room of players with a claimed name.
pub(crate) fn bounds(limits: &Limits, is_guest: bool) -> Bounds {
    let reserved = if is_guest { limits.matches / RESERVED_FROM_GUESTS } else { 0 };
    let shared = Bounds::shared(limits.matches_per_address, limits.matches - reserved);
    Bounds { per_key: limits.matches_per_player, ..shared }
}

impl MatchTable {
    /// True if the match is not over.
    fn is_unfinished(&self, id: Uuid) -> bool {
        let runs = |handle: &MatchHandle| !handle.is_stopped() && !handle.is_over();
        self.dormant.contains(&id) || self.running.get(&id).is_some_and(runs)
    }

    /// Drops permits of matches that are over, among those that `may_be_over` selects.
    fn drop_permits(&mut self, may_be_over: impl Fn(&Permit) -> bool) {
        let mut permits = std::mem::take(&mut self.permits);
        let over = permits.extract_if(|id, permit| may_be_over(permit) && !self.is_unfinished(*id));
        let over: Vec<_> = over.filter_map(|(id, permit)| Some((id, permit.holder().origin?))).collect();
        self.permits = permits;
        self.uncounted.extend(over);
    }

    /// Checks that the holder has room for one more match.
    ///
    /// # Errors
    /// [`ApiError`] that names the limit.
    fn check(&mut self, holder: &Holder, bounds: &Bounds) -> Result<(), ApiError> {
        let Err(full) = self.quota.room(holder, bounds, 0) else { return Ok(()) };
        // The matches that count there may be over.
        self.drop_permits(|permit| match full {
            Scope::Key => permit.holder().key == holder.key,
            Scope::Network => permit.holder().shares_network(holder),
            Scope::Total => true,
        });
        self.quota.room(holder, bounds, 0).map(drop).map_err(|full| {
            ApiError::over_limit(match full {
                Scope::Key => diagnostic!(
                    "own_matches",
                    "you already have {most} running matches; finish one first",
                    most = bounds.per_key
                ),
                Scope::Network => diagnostic!(
                    "address_matches",
                    "your address already has {most} running matches; finish one first",
                    most = self.quota.held_at(holder)
                ),
                Scope::Total => {
                    diagnostic!(
                        "server_matches",
                        "the server already has {most} matches; try again later",
                        most = bounds.total
                    )
                }
            })
        })
    }

    /// Returns the matches that may be evicted to make room, with their rank (the lowest is evicted first) and the time of
    /// their last event. `started` is the time when the server started.
    fn candidates(&self, limits: Eviction, started: Instant) -> Vec<(Rank, Instant, Uuid)> {
        let ranked = |is_evictable: bool, since: Instant| {
            let rank = if is_evictable { Rank::Deserted } else { Rank::Abandoned };
            let least = if is_evictable { limits.grace } else { limits.abandoned };
            (since.elapsed() >= least).then_some((rank, since))
        };
        let candidate = |id: &Uuid| {
            if let Some(handle) = self.running.get(id) {
                if handle.is_stopped() || handle.is_over() {
                    return None;
                }
                let touched = handle.touched();
                return match handle.deserted_since() {
                    Some(since) => ranked(is_evictable(handle), since),
                    None => {
                        (is_evictable(handle) && touched.elapsed() >= limits.grace).then_some((Rank::Attended, touched))
                    }
                };
            }
            match self.rested.get(id) {
                // Those expire anyway.
                Some(rested) if rested.since.elapsed() >= limits.untouched => None,
                Some(rested) => ranked(rested.is_evictable, rested.since),
                // Nobody has opened it since the server started.
                None => self.dormant.contains(id).then(|| ranked(false, started)).flatten(),
            }
        };
        let unnamed = self.guests.iter().filter(|id| !self.named.contains(id));
        unnamed.filter_map(|id| candidate(id).map(|(rank, since)| (rank, since, *id))).collect()
    }

    /// Returns the matches that guests made and left before a person made a move, and when they left them.
    fn abandoned(&self, grace: Duration) -> Vec<(Instant, Uuid)> {
        let rested = self.rested.iter().filter(|(_, rested)| rested.is_abandoned);
        // They were unloaded when the grace time had passed.
        let rested = rested.map(|(id, rested)| (rested.since.checked_sub(grace).unwrap_or(rested.since), *id));
        let running = self.guests.iter().filter_map(|id| self.running.get(id)).filter_map(|handle| {
            let since = handle.gone_since(handle.setup().made_by?).filter(|_| handle.is_unbegun())?;
            Some((since, handle.id()))
        });
        rested.chain(running).collect()
    }
}

/// Times after which matches may be evicted.
#[derive(Clone, Copy)]
struct Eviction {
    /// Since the last event.
    grace: Duration,
    /// Since everybody has left, if both sides have moved.
    abandoned: Duration,
    /// Time after which a match expires anyway.
    untouched: Duration,
}

impl Lobby {
    /// Checks that this player may create one more match.
    ///
    /// # Errors
    /// [`ApiError`] while the server drains, or if a limit is reached: of the server, of the player, or of a network where
    /// the player was last seen.
    pub(crate) fn check_room(&self, player: Uuid) -> Result<(), ApiError> {
        let (holder, is_guest) = self.maker(player)?;
        self.check(&mut self.table(), &holder, is_guest)
    }

    fn check(&self, table: &mut MatchTable, holder: &Holder, is_guest: bool) -> Result<(), ApiError> {
        if table.is_draining {
            return Err(ApiError::draining());
        }
        let limits = &self.inner.settings.get().limits;
        table.check(holder, &bounds(limits, is_guest))?;
        let checked = holder.origin.map_or(Ok(()), |origin| self.inner.writes.check(&origin, limits, Instant::now()));
        checked.map_err(|wait| {
            let wait_s = wait.as_secs() + 1;
            let message = diagnostic!(
                "daily_matches",
                "your address has created as many matches as it may within a day; retry in {wait_s} s",
                wait_s
            );
            ApiError::over_limit(message).after(wait)
        })
    }

    /// Takes the permit for one more match of this player. Also returns whether the player is a guest.
    ///
    /// # Errors
    /// Like [`Self::check_room`].
    pub(super) fn admit(&self, player: Uuid) -> Result<(Permit, bool), ApiError> {
        let (holder, is_guest) = self.maker(player)?;
        let mut table = self.table();
        self.check(&mut table, &holder, is_guest)?;
        self.count_write(&holder);
        Ok((table.quota.restore(holder, 1), is_guest))
    }

    fn count_write(&self, holder: &Holder) {
        holder.origin.iter().for_each(|origin| self.inner.writes.count(origin, (1, 0), Instant::now()));
    }

    /// Takes the permit for a match that counts in total only: one of a tournament, or a stored one.
    ///
    /// # Errors
    /// [`ApiError`] if the server is full.
    pub(super) fn admit_tournament(&self) -> Result<Permit, ApiError> {
        let holder = Holder { key: None, origin: None };
        let mut table = self.table();
        table.check(&holder, &bounds(&self.inner.settings.get().limits, false))?;
        Ok(table.quota.restore(holder, 1))
    }

    /// Returns the holder of a player's matches, and whether the player is a guest. A player who was not here lately, such
    /// as the maker of an old challenge, counts where the player first came from.
    fn maker(&self, player: Uuid) -> Result<(Holder, bool), ApiError> {
        let principals = &self.inner.bots.principals;
        if let Some(address) = principals.address(player) {
            return Ok((Holder::new(player, Some(address)), principals.is_guest(player)));
        }
        let known = self.inner.store.player_origin(player)?;
        let is_guest = known.as_ref().is_some_and(|it| it.is_guest);
        let origin = known.and_then(|it| Origin::from_bytes(&it.network?));
        Ok((Holder { key: Some(player), origin }, is_guest))
    }

    /// Checks that one more finished match may be held for those who watch it.
    ///
    /// # Errors
    /// [`ApiError`] if there are too many.
    pub(super) fn check_watched(&self) -> Result<(), ApiError> {
        let most = self.inner.settings.get().limits.finished;
        let table = self.table();
        // Counting visits all matches, so it is skipped if there are few.
        if table.running.len() < most || table.running.values().filter(|held| held.is_over()).count() < most {
            return Ok(());
        }
        Err(ApiError::over_limit(diagnostic!(
            "watched_matches",
            "{most} finished matches are already being watched; read this one from GET /api/matches/<id>/events",
            most
        )))
    }

    /// Returns the current settings.
    pub(crate) fn settings(&self) -> Arc<Settings> {
        self.inner.settings.get()
    }

    /// Returns the address from which a player was last seen.
    pub(crate) fn address(&self, player: Uuid) -> Option<IpAddr> {
        self.inner.bots.principals.address(player)
    }

    /// Counts one more match created from the player's address.
    ///
    /// # Errors
    /// [`ApiError`] with the time to wait.
    pub(crate) fn admit_making(&self, player: Uuid) -> Result<(), ApiError> {
        let Some(address) = self.inner.bots.principals.address(player) else { return Ok(()) };
        self.inner.making.take(address, 1).map_err(ApiError::too_many_requests)
    }

    /// Counts a match until it is over.
    pub(super) fn count_made(&self, id: Uuid, permit: Permit, is_guests: bool) {
        let mut table = self.table();
        table.permits.insert(id, permit);
        if is_guests {
            table.guests.insert(id);
        }
    }

    /// Counts a rematch for the creator of the match before it, whatever the limits are: they were checked when the rematch
    /// was agreed on.
    pub(super) fn count_rematch(&self, before: &MatchSetup, id: Uuid) {
        let Some(maker) = before.made_by else { return };
        let holder = self.maker(maker).inspect_err(|error| tracing::warn!(%id, %error, "a rematch counts nowhere"));
        let Ok((holder, is_guest)) = holder else { return };
        let permit = self.table().quota.restore(holder, 1);
        self.count_write(&holder);
        self.count_made(id, permit, is_guest);
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
    pub fn under_way(&self, player: Uuid) -> usize {
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
    /// before the first move. If room is scarce, it also ends matches in the order of `Rank`, the longest untouched first.
    pub fn tidy(&self) {
        let (limits, times, unbegun) = {
            let settings = self.inner.settings.get();
            let matches = &settings.matches;
            let timeouts = matches.timeouts();
            let abandoned = Duration::from_millis(matches.abandoned_ms);
            let times = Eviction { grace: timeouts.grace, abandoned, untouched: timeouts.untouched };
            (settings.limits.clone(), times, Duration::from_millis(matches.unbegun_ms))
        };
        let (excess, mut expired, mut abandoned, mut candidates, uncounted) = {
            let mut table = self.table();
            table.drop_permits(|_| true);
            let (mut guests, mut named) = (std::mem::take(&mut table.guests), std::mem::take(&mut table.named));
            guests.retain(|id| table.is_unfinished(*id));
            named.retain(|id| guests.contains(id));
            (table.guests, table.named) = (guests, named);
            let excess = table.quota.held().saturating_sub(limits.matches / 10 * FULL_TENTHS);
            let expired = table.rested.iter().filter(|(_, rested)| rested.since.elapsed() >= times.untouched);
            let expired: Vec<(Instant, Uuid)> = expired.map(|(id, rested)| (rested.since, *id)).collect();
            let scarce = excess > expired.len();
            let candidates = if scarce { table.candidates(times, self.inner.started) } else { Vec::new() };
            (excess, expired, table.abandoned(times.grace), candidates, std::mem::take(&mut table.uncounted))
        };
        self.inner.writes.tidy(Instant::now());
        self.count_events(uncounted);
        expired.sort_unstable();
        abandoned.retain(|(since, _)| since.elapsed() >= unbegun);
        abandoned.sort_unstable();
        candidates.sort_unstable();
        candidates.truncate(excess.saturating_sub(expired.len()));
        if !candidates.is_empty() {
            tracing::info!(excess, evicted = candidates.len(), "matches are evicted to make room");
        }
        self.inner.making.tidy();
        let evicted = candidates.into_iter().map(|(_, since, id)| (since, id)).collect();
        self.call_off(expired, &EndDetail::Untouched {});
        self.call_off(abandoned, &EndDetail::Untouched {});
        self.call_off(evicted, &EndDetail::Room {});
    }

    /// Counts the events of matches that are over.
    fn count_events(&self, matches: Vec<(Uuid, Origin)>) {
        if matches.is_empty() {
            return;
        }
        let lobby = self.clone();
        self.inner.tasks.spawn_blocking(move || {
            for (id, origin) in matches {
                match lobby.inner.store.event_bytes(id) {
                    Ok(bytes) => lobby.inner.writes.count(&origin, (0, bytes), Instant::now()),
                    Err(error) => tracing::warn!(%id, %error, "the events of a match cannot be counted"),
                }
            }
        });
    }

    /// Ends some of these matches.
    fn call_off(&self, matches: Vec<(Instant, Uuid)>, why: &'static EndDetail) {
        if matches.is_empty() {
            return;
        }
        let lobby = self.clone();
        self.inner.tasks.spawn(async move {
            for (_, id) in matches.into_iter().take(MOST_AT_ONCE) {
                // A match that cannot be restored or is too busy is tried again in a later pass.
                let Ok(handle) = lobby.find(id).await else { continue };
                if *why == (EndDetail::Room {}) && lobby.keeps_place(&handle).await.unwrap_or(true) {
                    continue;
                }
                let _ = handle.send(Command::CallOff { detail: why.clone().into(), reply_to: None });
            }
        });
    }

    /// Returns true for a match that is never evicted, because a player with a claimed name has a seat. The guest who made
    /// it may have claimed a name since, or a player with a name may have joined it.
    async fn keeps_place(&self, handle: &MatchHandle) -> Result<bool, StoreError> {
        for player in handle.overview().seats.iter().filter_map(|(_, seat)| seat.player()) {
            let known = self.inner.store.player(player).await?;
            if known.is_some_and(|row| matches!(row.kind, PlayerKind::Person | PlayerKind::Bot { .. })) {
                self.table().named.insert(handle.id());
                return Ok(true);
            }
        }
        Ok(false)
    }
}
