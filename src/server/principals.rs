//! Identity of players over HTTP, and the accounting of searches. A search is charged to a person and the address at
//! which that person was last seen. In a match between bots it is charged to the match's creator.
//!
//! The data is kept in memory only. After a restart an address is unknown until the player returns, and so are the
//! creators of matches. All searches without a known player share one allowance.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::edge::Caller;
use super::error::ApiError;
use super::household::household;
use crate::bots::Principal;
use crate::protocol::Reason;
use crate::store::{PlayerKind, PlayerRow};

/// A player who sends an HTTP request with `Authorization: Bearer` and the token that `hello` also takes. The token is
/// never in a cookie, so a page of another site cannot make a browser send such a request.
#[derive(Clone)]
pub(super) struct Requester {
    /// The player.
    pub player: PlayerRow,
    /// The number of the token. `None` for a player's first token.
    pub token: Option<i64>,
    /// The caller.
    pub caller: Caller,
}

impl Requester {
    /// Returns the requester if the player has a claimed name.
    ///
    /// # Errors
    /// [`ApiError::NoAccount`] for a guest.
    pub(super) fn known(&self) -> Result<&PlayerRow, ApiError> {
        match self.player.kind {
            PlayerKind::Person | PlayerKind::Bot { .. } => Ok(&self.player),
            PlayerKind::Guest | PlayerKind::Deleted => Err(ApiError::NoAccount),
        }
    }

    /// Returns the requester if the player is a person with a claimed name.
    ///
    /// # Errors
    /// [`ApiError::NoAccount`] for a guest, [`Reason::BotsPerson`] for a bot.
    pub(super) fn person(&self) -> Result<&PlayerRow, ApiError> {
        match self.known()?.kind {
            PlayerKind::Bot { .. } => Err(Reason::BotsPerson.into()),
            _ => Ok(&self.player),
        }
    }
}

/// Players who were neither seen nor charged for this long are dropped.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(3_600);

/// The addresses of players and the creators of matches.
#[derive(Default)]
pub struct Principals {
    known: Mutex<Whereabouts>,
}

#[derive(Default)]
struct Whereabouts {
    /// The household and the owner of each player, and the time of the last use.
    households: HashMap<Uuid, (IpAddr, Uuid, Instant)>,
    /// The creator of each running match.
    makers: HashMap<Uuid, Uuid>,
}

impl Principals {
    /// Records the address of a player who belongs to `owner`. Searches of a bot are charged to its owner.
    pub fn arrives(&self, player: Uuid, owner: Uuid, address: IpAddr) {
        self.lock().households.insert(player, (household(address), owner, Instant::now()));
    }

    /// Returns the household in which a player was last seen.
    #[must_use]
    pub fn address(&self, player: Uuid) -> Option<IpAddr> {
        self.lock().households.get(&player).map(|(address, ..)| *address)
    }

    /// Records the creator of a match.
    pub fn makes(&self, game: Uuid, player: Uuid) {
        self.lock().makers.insert(game, player);
    }

    /// Drops a match that has stopped.
    pub fn ends(&self, game: Uuid) {
        self.lock().makers.remove(&game);
    }

    /// Returns the principal of a search in a match: the person who plays in it, or else its creator.
    #[must_use]
    pub fn charged(&self, game: Uuid, person: Option<Uuid>) -> Principal {
        let mut known = self.lock();
        let player = person.or_else(|| known.makers.get(&game).copied());
        let seen = player.and_then(|player| known.households.get_mut(&player)).map(|(address, owner, last)| {
            *last = Instant::now();
            (*address, *owner)
        });
        let (address, owner) = seen.unzip();
        Principal { address, player: owner.or(player) }
    }

    /// Returns the principal of a search requested from this address.
    #[must_use]
    pub fn at(address: IpAddr) -> Principal {
        Principal { address: Some(household(address)), player: None }
    }

    /// Drops players who have been inactive for long.
    pub fn tidy(&self) {
        self.lock().households.retain(|_, (_, _, last)| last.elapsed() < FORGOTTEN_AFTER);
    }

    fn lock(&self) -> MutexGuard<'_, Whereabouts> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charges_the_person_in_a_match_or_else_its_creator() {
        let [game, ann, ben] = [1, 2, 3].map(Uuid::from_u128);
        let principals = Principals::default();
        assert_eq!(principals.charged(game, None), Principal::default(), "nothing is known after a restart");
        principals.makes(game, ann);
        assert_eq!(principals.charged(game, None), Principal { address: None, player: Some(ann) });
        principals.arrives(ann, ann, "2001:db8::1".parse().expect("a valid address"));
        let network = Some("2001:db8::".parse().expect("a valid address"));
        assert_eq!(principals.charged(game, None), Principal { address: network, player: Some(ann) });
        assert_eq!(principals.charged(game, Some(ben)), Principal { address: None, player: Some(ben) });
        let bot = Uuid::from_u128(4);
        principals.arrives(bot, ann, "2001:db8::1".parse().expect("a valid address"));
        assert_eq!(principals.charged(game, Some(bot)).player, Some(ann), "a bot's person is charged for it");
        principals.ends(game);
        assert_eq!(principals.charged(game, None), Principal::default());
    }
}
