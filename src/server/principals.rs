//! Identity of players over HTTP, and the accounting of searches. A search is charged to a person and the address at
//! which that person was last seen. In a match between bots it is charged to the match's maker.
//!
//! Addresses are kept in memory only. After a restart an address is unknown until the player returns. All searches
//! without a known player share one allowance.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::Method;
use uuid::Uuid;

use super::edge::Caller;
use super::error::ApiError;
use super::origin::{NetworkPrefix, networks};
use arena_bots::Principal;
use arena_games::diagnostic;
use arena_protocol::account::Scope;
use arena_store::{PlayerKind, PlayerRow};

/// A player who sends an HTTP request with `Authorization: Bearer` and the token that `hello` also takes. The token is
/// never in a cookie, so a page of another site cannot make a browser send such a request.
#[derive(Clone)]
pub struct Requester {
    pub player: PlayerRow,
    /// The number of the token. `None` for a player's first token.
    pub token: Option<i64>,
    /// The scopes of a key; `None` for a session.
    pub scopes: Option<Vec<Scope>>,
    /// The address of the client.
    pub caller: Caller,
}

impl Requester {
    /// Returns the requester if the player has a claimed name.
    ///
    /// # Errors
    /// [`ApiError`] for a guest.
    pub fn known(&self) -> Result<&PlayerRow, ApiError> {
        match self.player.kind {
            PlayerKind::Person | PlayerKind::Bot { .. } => Ok(&self.player),
            PlayerKind::Guest | PlayerKind::Deleted => Err(ApiError::needs_name()),
        }
    }

    /// Returns the requester, who must be a person with a claimed name and must not use a key.
    ///
    /// # Errors
    /// Like [`Self::person`]; [`ApiError`] for a key.
    pub(super) fn owner(&self) -> Result<&PlayerRow, ApiError> {
        match self.scopes {
            None => self.person(),
            Some(_) => Err(ApiError::forbidden(diagnostic!(
                "not_by_key",
                "a key cannot change the account; log in, or use the session that claimed the name or a recovery code"
            ))),
        }
    }

    /// Rejects a key that lacks the scope.
    ///
    /// # Errors
    /// [`ApiError`] with the scope.
    pub(super) fn check_scope(&self, scope: Scope) -> Result<(), ApiError> {
        check_scope(self.scopes.as_deref(), scope)
    }

    /// Returns the requester, who must be a person with a claimed name.
    ///
    /// # Errors
    /// [`ApiError`] for a guest or a bot.
    pub(super) fn person(&self) -> Result<&PlayerRow, ApiError> {
        match self.known()?.kind {
            PlayerKind::Bot { .. } => {
                Err(ApiError::forbidden(diagnostic!("bots_person", "only the owner of a bot can do this")))
            }
            _ => Ok(&self.player),
        }
    }
}

/// Rejects a key that lacks the scope. A session has no scopes and may do everything.
///
/// # Errors
/// [`ApiError`] with the scope.
pub(super) fn check_scope(scopes: Option<&[Scope]>, scope: Scope) -> Result<(), ApiError> {
    match scopes {
        Some(scopes) if !scopes.contains(&scope) => {
            let scope = scope.word();
            Err(ApiError::forbidden(diagnostic!("scope", "this key lacks the scope {scope:?}", scope)))
        }
        _ => Ok(()),
    }
}

/// Returns the scope that a player's request needs, by its method and path. The handlers below `/api/accounts` check scopes
/// themselves.
pub(super) fn scope_of(method: &Method, path: &str) -> Option<Scope> {
    let streams = ["/api/stream", "/api/bot", "/api/board"].iter().any(|start| path.starts_with(start));
    if path.starts_with("/api/accounts") || !streams && (method == Method::GET || method == Method::HEAD) {
        return None;
    }
    let enters = path.ends_with("/enter");
    Some(if path.starts_with("/api/tournaments") && !enters { Scope::Organise } else { Scope::Play })
}

/// Time after which a player without activity and searches is dropped.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(3_600);

/// The addresses of players.
#[derive(Default)]
pub struct Principals {
    known: Mutex<AddressUse>,
}

#[derive(Default)]
struct AddressUse {
    /// The narrowest network and the owner of each player, and the time of the last use.
    places: HashMap<Uuid, (IpAddr, Uuid, Instant)>,
    /// The guests among these players.
    guests: HashSet<Uuid>,
}

impl Principals {
    /// Records the address and the owner of a player. The searches of a bot are charged to its owner.
    pub fn arrives(&self, player: &PlayerRow, address: IpAddr) {
        let mut known = self.lock();
        known.places.insert(player.id, (NetworkPrefix::narrowest(address).first(), player.owner(), Instant::now()));
        if player.kind == PlayerKind::Guest {
            known.guests.insert(player.id);
        } else {
            known.guests.remove(&player.id);
        }
    }

    /// Returns whether a player was a guest when last seen.
    #[must_use]
    pub fn is_guest(&self, player: Uuid) -> bool {
        self.lock().guests.contains(&player)
    }

    /// Returns the narrowest network from which a player was last seen.
    #[must_use]
    pub fn address(&self, player: Uuid) -> Option<IpAddr> {
        self.lock().places.get(&player).map(|(address, ..)| *address)
    }

    /// Returns the narrowest network from which a player was last seen, and the person to whom the player belongs.
    #[must_use]
    pub fn seen(&self, player: Uuid) -> Option<(IpAddr, Uuid)> {
        self.lock().places.get(&player).map(|(address, owner, _)| (*address, *owner))
    }

    /// Returns the person to whom a player belongs, or the player if not seen lately.
    #[must_use]
    pub fn owner(&self, player: Uuid) -> Uuid {
        self.seen(player).map_or(player, |(_, owner)| owner)
    }

    /// Returns the principal of a search for this player.
    #[must_use]
    pub fn charged(&self, player: Option<Uuid>) -> Principal {
        let mut known = self.lock();
        let seen = player.and_then(|player| known.places.get_mut(&player)).map(|(address, owner, last)| {
            *last = Instant::now();
            (*address, *owner)
        });
        let (address, owner) = seen.unzip();
        Principal { player: owner.or(player), ..address.map(Self::at).unwrap_or_default() }
    }

    /// Returns the principal of a search requested from this address.
    #[must_use]
    pub fn at(address: IpAddr) -> Principal {
        let mut networks = networks(address).map(|(network, _)| network.first());
        Principal { address: networks.next(), wider: [networks.next(), networks.next()], player: None }
    }

    /// Drops players who have been inactive for long and are not connected.
    pub fn tidy(&self, is_connected: impl Fn(Uuid) -> bool) {
        let mut known = self.lock();
        let AddressUse { places, guests } = &mut *known;
        places.retain(|player, (_, _, last)| last.elapsed() < FORGOTTEN_AFTER || is_connected(*player));
        guests.retain(|guest| places.contains_key(guest));
    }

    fn lock(&self) -> MutexGuard<'_, AddressUse> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charges_a_person_at_the_address_last_seen() {
        let [ann, ben, bot] = [1, 2, 3].map(Uuid::from_u128);
        let principals = Principals::default();
        assert_eq!(principals.charged(None), Principal::default());
        assert_eq!(principals.charged(Some(ann)), Principal { player: Some(ann), ..Principal::default() });
        let row = |id, kind| PlayerRow { id, name: String::new(), created_ms: 0, kind };
        principals.arrives(&row(ann, PlayerKind::Guest), "2001:db8::1".parse().expect("an address"));
        assert!(principals.is_guest(ann) && !principals.is_guest(ben));
        let network = Some("2001:db8::".parse().expect("an address"));
        let wider = [network; 2];
        assert_eq!(principals.charged(Some(ann)), Principal { address: network, wider, player: Some(ann) });
        assert_eq!(principals.charged(Some(ben)), Principal { player: Some(ben), ..Principal::default() });
        principals.arrives(&row(bot, PlayerKind::Bot { owner: ann }), "2001:db8::1".parse().expect("an address"));
        assert_eq!(principals.charged(Some(bot)).player, Some(ann), "a bot's person is charged for it");
    }
}
