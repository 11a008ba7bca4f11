//! Who searches are charged to: people with the address that they were last seen at, and who made matches of bots.
//!
//! It is kept in memory alone. After a restart an address is unknown until the person is back, and the makers of matches
//! are; those searches share what all the unknown get.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::limits::household;
use crate::bots::Principal;

/// Whoever was not seen for so long, and had nothing searched, is forgotten.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(3_600);

/// Who is where, and who made what.
#[derive(Default)]
pub struct Principals {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// The household of a player, and when it was last of use.
    households: HashMap<Uuid, (IpAddr, Instant)>,
    /// Who made a match that runs.
    makers: HashMap<Uuid, Uuid>,
}

impl Principals {
    /// A player has come from this address.
    pub fn arrives(&self, player: Uuid, address: IpAddr) {
        self.lock().households.insert(player, (household(address), Instant::now()));
    }

    /// A player has made a match.
    pub fn makes(&self, game: Uuid, player: Uuid) {
        self.lock().makers.insert(game, player);
    }

    /// A match runs no more.
    pub fn ends(&self, game: Uuid) {
        self.lock().makers.remove(&game);
    }

    /// Who is charged for a search in a match: the person in it, or else who made it.
    #[must_use]
    pub fn charged(&self, game: Uuid, person: Option<Uuid>) -> Principal {
        let mut known = self.lock();
        let player = person.or_else(|| known.makers.get(&game).copied());
        let household = player.and_then(|player| known.households.get_mut(&player));
        let address = household.map(|(address, last)| {
            *last = Instant::now();
            *address
        });
        Principal { address, player }
    }

    /// Who is charged for a search that somebody at this address asks for.
    #[must_use]
    pub fn at(address: IpAddr) -> Principal {
        Principal { address: Some(household(address)), player: None }
    }

    /// Forgets who has been away for long.
    pub fn tidy(&self) {
        self.lock().households.retain(|_, (_, last)| last.elapsed() < FORGOTTEN_AFTER);
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_person_in_a_match_is_charged_or_else_who_made_it() {
        let [game, ann, ben] = [1, 2, 3].map(Uuid::from_u128);
        let principals = Principals::default();
        assert_eq!(principals.charged(game, None), Principal::default(), "nothing is known after a restart");
        principals.makes(game, ann);
        assert_eq!(principals.charged(game, None), Principal { address: None, player: Some(ann) });
        principals.arrives(ann, "2001:db8::1".parse().expect("an address"));
        let network = Some("2001:db8::".parse().expect("an address"));
        assert_eq!(principals.charged(game, None), Principal { address: network, player: Some(ann) });
        assert_eq!(principals.charged(game, Some(ben)), Principal { address: None, player: Some(ben) });
        principals.ends(game);
        assert_eq!(principals.charged(game, None), Principal::default());
    }
}
