//! The runner's decisions about entrants who enter, connect, disconnect and leave.

use uuid::Uuid;

use super::runner::Runner;
use super::view::is_open;
use crate::error::ApiError;
use crate::origin::Origin;
use crate::queue::Queue;
use crate::quota::Bounds;
use arena_games::diagnostic;
use arena_play::Seat;
use arena_play::link::LinkId;
use arena_play::tournament::{LiveFormat, Phase};
use arena_protocol::FromServer;
use arena_store::accounts::deleted_entrant;
use arena_store::{PlayerKind, PlayerRow};
use arena_tournament::live::Entry;

/// Maximum number of invited players. Each is an entry of the log.
const MOST_INVITED: usize = 10_000;

/// Maximum number of entrants, including those who have left, as a multiple of the tournament's capacity. Players with a
/// claimed name may enter up to twice this number.
const MOST_ENTRIES: usize = 4;

impl Runner {
    pub(super) fn enter(
        &mut self,
        player: &PlayerRow,
        version: Option<String>,
        link: Option<(LinkId, Queue)>,
    ) -> Result<(), ApiError> {
        let (entered, is_open, may, has_left, may_return) = {
            let state = self.running.state();
            let entered = state.entrant_of(player.id);
            let terms = state.terms();
            let may = !terms.invited || state.is_invited(player.id);
            // A Swiss tournament pairs those that are there when a round begins.
            let may_return = terms.format == LiveFormat::Swiss && state.phase() == Phase::Playing;
            (entered, is_open(&state), may, entered.is_some_and(|it| state.entrants()[it].left), may_return)
        };
        if (entered.is_none() || has_left && !may_return) && !is_open {
            return Err(ApiError::registration_over());
        }
        let entrant = match entered {
            Some(entrant) => entrant,
            None if !may => {
                return Err(ApiError::forbidden(diagnostic!("by_invitation", "this tournament is by invitation only")));
            }
            None => {
                self.make_room(player)?;
                let name = self.free_name(&player.name);
                self.add(Entry::Entered { seat: Seat::person(player.id, name) });
                let entrant = self.running.state().entrants().len() - 1;
                self.origins.insert(entrant, self.live.inner.lobby.address(player.id).map(Origin::of));
                if player.kind == PlayerKind::Guest {
                    self.guests.insert(entrant);
                }
                entrant
            }
        };
        if has_left {
            self.make_room(player)?;
        }
        self.admit(entrant)?;
        if has_left {
            self.add(Entry::Returned { entrant });
        }
        let (known, is_here) = {
            let state = self.running.state();
            (state.entrants()[entrant].version.clone(), state.entrants()[entrant].here)
        };
        if let Some(version) = version.filter(|version| known.as_ref() != Some(version)) {
            self.add(Entry::Version { entrant, version });
        }
        if let Some((link, queue)) = link {
            let links = self.links.entry(entrant).or_default();
            links.retain(|(known, queue)| *known != link && !queue.is_closed());
            links.push((link, queue.clone()));
            // Registered before checking whether a match runs, so that the entrant hears at least once of a match that
            // starts meanwhile.
            self.running.newest().insert(entrant, queue.clone());
            // A returning entrant may not know of the match that is being played.
            let playing = self.running.state().under_way().find(|it| it.seats.into_array().contains(&entrant)).copied();
            if let Some(playing) = playing.filter(|it| self.live.inner.lobby.get(it.id).is_some()) {
                queue.send(&FromServer::Paired { id: playing.id, tournament: Some(self.running.id) });
            }
            if !is_here {
                self.add(Entry::Came { entrant });
            }
        }
        Ok(())
    }

    /// Enters the bot of a player's module. An earlier version of it leaves.
    pub(super) fn enter_module(&mut self, player: &PlayerRow, seat: Seat) -> Result<(), ApiError> {
        let Seat::Bot { name, spec } = seat else { return Err(ApiError::internal("a module is no bot")) };
        let (known, earlier, is_open, may) = {
            let state = self.running.state();
            let module = |bot: &str| bot.rsplit_once('@').map(|(module, _)| module.to_owned());
            let earlier = state.entrants().iter().enumerate().filter(|(_, it)| {
                let bot = bot_of(&it.seat).filter(|bot| *bot != name);
                !it.left && bot.is_some_and(|bot| module(bot) == module(&name))
            });
            let earlier: Vec<usize> = earlier.map(|(entrant, _)| entrant).collect();
            let known = state.entrants().iter().position(|it| bot_of(&it.seat) == Some(&name));
            let known = known.map(|entrant| (entrant, state.entrants()[entrant].left));
            (known, earlier, is_open(&state), !state.terms().invited || state.is_invited(player.id))
        };
        match known {
            Some((_, false)) => return Ok(()),
            _ if !is_open => return Err(ApiError::registration_over()),
            _ if !may => {
                return Err(ApiError::forbidden(diagnostic!("by_invitation", "this tournament is by invitation only")));
            }
            _ => {}
        }
        earlier.into_iter().for_each(|entrant| self.remove(entrant));
        self.make_room(player)?;
        if let Some((entrant, _)) = known {
            self.admit(entrant)?;
            self.add(Entry::Returned { entrant });
            self.add(Entry::Came { entrant });
            return Ok(());
        }
        let name = self.free_name(&name);
        self.add(Entry::Entered { seat: Seat::Bot { name, spec } });
        let entrant = self.running.state().entrants().len() - 1;
        self.origins.insert(entrant, self.live.inner.lobby.address(player.id).map(Origin::of));
        Ok(())
    }

    /// Removes the entrants that play with a bot.
    pub(super) fn quit_bot(&mut self, bot: &str) -> Result<(), ApiError> {
        let present: Vec<usize> = {
            let state = self.running.state();
            let entrants = state.entrants().iter().enumerate();
            entrants.filter(|(_, it)| !it.left && bot_of(&it.seat) == Some(bot)).map(|(entrant, _)| entrant).collect()
        };
        if present.is_empty() {
            return Err(not_entered());
        }
        present.into_iter().for_each(|entrant| self.remove(entrant));
        Ok(())
    }

    /// Rejects one more entrant if the tournament is full, or if a network of the player has reached its limit. During registration
    /// a player with a claimed name replaces the guest who entered first.
    fn make_room(&mut self, player: &PlayerRow) -> Result<(), ApiError> {
        let lobby = &self.live.inner.lobby;
        let origin = lobby.address(player.id).map(Origin::of);
        let per_address = lobby.settings().tournaments.entrants_per_address;
        let (present, total, capacity, phase, full) = {
            let state = self.running.state();
            let present = |entrant: &usize| !state.entrants()[*entrant].left;
            let (total, capacity) = (state.entrants().len(), state.terms().most());
            let bounds = Bounds::shared(per_address, capacity);
            let is_in = |origin: &Origin, network| origin.prefixes().any(|(prefix, _)| prefix == network);
            let of = |network| {
                let here = self.origins.iter().filter(|(_, origin)| origin.is_some_and(|it| is_in(&it, network)));
                here.filter(|(entrant, _)| present(entrant)).count()
            };
            let mut prefixes = origin.into_iter().flat_map(|origin| origin.prefixes());
            let full = prefixes.find_map(|(prefix, multiple)| {
                let most = bounds.of_network(multiple);
                (of(prefix) >= most).then_some(most)
            });
            ((0..total).filter(present).count(), total, capacity, state.phase(), full)
        };
        if let Some(most) = full {
            return Err(ApiError::over_limit(diagnostic!(
                "address_entrants",
                "{most} players from your address have already entered this tournament, the limit",
                most
            )));
        }
        if present < capacity && total < MOST_ENTRIES * capacity {
            return Ok(());
        }
        let may_evict = player.kind != PlayerKind::Guest && phase == Phase::Registering;
        let evicted = self.guests.iter().copied().find(|it| !self.running.state().entrants()[*it].left);
        match evicted.filter(|_| may_evict && total < 2 * MOST_ENTRIES * capacity) {
            Some(guest) => {
                self.remove(guest);
                Ok(())
            }
            None => Err(ApiError::over_limit(diagnostic!(
                "tournament_full",
                "the tournament is full ({capacity} entrants)",
                capacity
            ))),
        }
    }

    /// Rejects an entrant who enters or connects too often.
    fn admit(&self, entrant: usize) -> Result<(), ApiError> {
        self.comes.take(&entrant, 1).map_err(ApiError::rate_limited)
    }

    /// Returns `name`, or a variant of it that no other entrant has.
    fn free_name(&self, name: &str) -> String {
        let state = self.running.state();
        let is_taken = |name: &str| state.entrants().iter().any(|it| it.name() == name);
        let others = (2..).map(|number: u32| format!("{name} ({number})"));
        let free = std::iter::once(name.to_owned()).chain(others).find(|name| !is_taken(name));
        free.expect("one of infinitely many names is free")
    }

    /// Returns the index of a player who has entered and not left.
    fn entrant(&self, player: Uuid) -> Result<usize, ApiError> {
        let state = self.running.state();
        let entrant = state.entrant_of(player).filter(|it| !state.entrants()[*it].left);
        entrant.ok_or_else(not_entered)
    }

    pub(super) fn rest(&mut self, player: Uuid, link: LinkId) -> Result<(), ApiError> {
        let entrant = self.entrant(player)?;
        if let Some(links) = self.links.get_mut(&entrant) {
            links.retain(|(known, _)| *known != link);
            if let Some((_, queue)) = links.last() {
                self.running.newest().insert(entrant, queue.clone());
            }
        }
        self.drop_links();
        Ok(())
    }

    pub(super) fn quit(&mut self, player: Uuid) -> Result<(), ApiError> {
        let entrant = self.entrant(player)?;
        self.remove(entrant);
        Ok(())
    }

    /// Removes an entrant who has not left.
    fn remove(&mut self, entrant: usize) {
        self.links.remove(&entrant);
        self.running.newest().remove(&entrant);
        let is_here = self.running.state().entrants()[entrant].here;
        if is_here {
            self.add(Entry::Went { entrant });
        }
        self.add(Entry::Left { entrant });
    }

    /// Removes a deleted player. Only the id stays.
    pub(super) fn forget(&mut self, player: Uuid) -> Result<(), ApiError> {
        if self.entrant(player).is_ok() {
            self.quit(player)?;
        }
        self.running.state().rename(player, &deleted_entrant(player));
        Ok(())
    }

    pub(super) fn invite(&mut self, players: Vec<Uuid>, seats: Vec<Seat>) -> Result<(), ApiError> {
        {
            let state = self.running.state();
            if !seats.is_empty() && !is_open(&state) {
                return Err(ApiError::registration_over());
            }
            if state.invited() + players.len() > MOST_INVITED {
                return Err(ApiError::over_limit(diagnostic!(
                    "invited_players",
                    "at most {most} players can be invited to a tournament",
                    most = MOST_INVITED
                )));
            }
            if state.entrants().len() + seats.len() > state.terms().most() {
                return Err(ApiError::over_limit(diagnostic!(
                    "invited_bots",
                    "the tournament has room for {most} entrants; invite fewer bots",
                    most = state.terms().most()
                )));
            }
        }
        for player in players {
            let is_new = !self.running.state().is_invited(player);
            if is_new {
                self.add(Entry::Invited { player });
            }
        }
        for seat in seats {
            let seat = match seat {
                Seat::Bot { name, spec } => Seat::Bot { name: self.free_name(&name), spec },
                other => other,
            };
            self.add(Entry::Entered { seat });
        }
        Ok(())
    }
}

fn not_entered() -> ApiError {
    ApiError::forbidden(diagnostic!("not_entered", "you have not entered this tournament"))
}

/// Returns the name of the bot in a seat. As an entrant it may have another one.
fn bot_of(seat: &Seat) -> Option<&str> {
    match seat {
        Seat::Bot { spec, .. } => spec.get("name").and_then(serde_json::Value::as_str),
        _ => None,
    }
}
