//! Rate limits for logins and for claims of names.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use crate::error::ApiError;
use crate::origin::NetworkPrefix;
use crate::rate::{NetworkRate, Rate};
use crate::settings::Accounts;
use arena_games::diagnostic;

/// Time for which a network is known for a name after a login, and maximum number of these pairs.
const KNOWN_FOR: Duration = Duration::from_secs(30 * 86_400);
const MOST_KNOWN: usize = 100_000;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);

/// A network and the look-alike key of a name.
type Pair = (NetworkPrefix, String);

/// Rate limits for attempts. Attempts from one network never delay those from another, and a wider network may be as often
/// as several addresses.
pub(crate) struct Attempts {
    by_pair: Rate<Pair>,
    by_address: NetworkRate,
    /// Attempts from a network that is known for the name.
    by_known: Rate<Pair>,
    /// Attempts made with a token of the account, by player and token.
    by_session: Rate<(Uuid, Option<i64>)>,
    claims: NetworkRate,
    /// The pairs that have logged in.
    known: Mutex<HashMap<Pair, Instant>>,
}

/// What an attempt is counted for.
#[derive(Clone, Debug)]
pub(crate) enum Tried {
    /// An account, from a network that is known for its name.
    Known(Pair),
    /// An account, from another network: that of this address.
    New(Pair, IpAddr),
    /// The password of an account, by a client with a token of it.
    Session(Uuid, Option<i64>),
    /// A name, from this address.
    Claim(IpAddr),
}

/// A counted attempt.
#[must_use = "an attempt that did no harm must be given back"]
pub(crate) struct Attempt<'a> {
    attempts: &'a Attempts,
    tried: Tried,
}

impl Attempt<'_> {
    /// Stops counting the attempt: a login with the right password, or a claim that came to nothing.
    pub(crate) fn give_back(self) {
        self.attempts.give_back(&self.tried);
    }
}

impl Attempts {
    pub(super) fn new(settings: &Accounts) -> Self {
        let (one, all) = (settings.logins_per_minute, settings.logins_per_minute_per_address);
        Self {
            by_pair: Rate::new(one, MINUTE),
            by_address: NetworkRate::new(all, MINUTE),
            by_known: Rate::new(all, MINUTE),
            by_session: Rate::new(all, MINUTE),
            claims: NetworkRate::new(settings.claims_per_hour, HOUR),
            known: Mutex::default(),
        }
    }

    /// Returns what an attempt at the account with this look-alike key is counted for, even if the account does not
    /// exist. `is_here` is true if the account was recently used from this address with a valid token.
    pub(super) fn at_account(&self, look: &str, address: IpAddr, is_here: bool) -> Tried {
        let pair = (NetworkPrefix::narrowest(address), look.to_owned());
        let is_known = is_here || self.known().get(&pair).is_some_and(|since| since.elapsed() < KNOWN_FOR);
        if is_known { Tried::Known(pair) } else { Tried::New(pair, address) }
    }

    /// Counts one more attempt.
    ///
    /// # Errors
    /// [`ApiError`] with the time to wait. Such an attempt is not counted.
    pub(crate) fn count(&self, tried: Tried) -> Result<Attempt<'_>, ApiError> {
        match &tried {
            Tried::Known(pair) => self.by_known.take(pair, 1),
            Tried::New(pair, address) => {
                let pair = || self.by_pair.take(pair, 1).inspect_err(|_| self.by_address.give_back(*address, 1));
                self.by_address.take(*address, 1).and_then(|()| pair())
            }
            Tried::Session(player, token) => self.by_session.take(&(*player, *token), 1),
            Tried::Claim(address) => self.claims.take(*address, 1),
        }
        .map_err(refused)?;
        Ok(Attempt { attempts: self, tried })
    }

    /// Rejects an attempt that [`Self::count`] would reject now. Counts nothing.
    ///
    /// # Errors
    /// [`ApiError`] with the time to wait.
    pub(crate) fn check(&self, tried: Tried) -> Result<(), ApiError> {
        self.count(tried).map(Attempt::give_back)
    }

    fn give_back(&self, tried: &Tried) {
        match tried {
            Tried::Known(pair) => self.by_known.give_back(pair, 1),
            Tried::New(pair, address) => {
                self.by_address.give_back(*address, 1);
                self.by_pair.give_back(pair, 1);
            }
            Tried::Session(player, token) => self.by_session.give_back(&(*player, *token), 1),
            Tried::Claim(address) => self.claims.give_back(*address, 1),
        }
    }

    /// Remembers a login, so that failed attempts of others from this address do not delay the next one.
    pub(super) fn logged_in(&self, look: &str, address: IpAddr) {
        let mut known = self.known();
        if known.len() < MOST_KNOWN {
            known.insert((NetworkPrefix::narrowest(address), look.to_owned()), Instant::now());
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Pair, Instant>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops rate limiter state that is no longer needed.
    pub(super) fn tidy(&self) {
        self.by_pair.tidy();
        self.by_address.tidy();
        self.by_known.tidy();
        self.by_session.tidy();
        self.claims.tidy();
        self.known().retain(|_, since| since.elapsed() < KNOWN_FOR);
    }
}

fn refused(wait: Duration) -> ApiError {
    let wait_s = wait.as_secs() + 1;
    ApiError::over_limit(diagnostic!("too_many_logins", "too many attempts; retry in {wait_s} s", wait_s)).after(wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempts() -> Attempts {
        let settings = Accounts { logins_per_minute: 2, logins_per_minute_per_address: 5, ..Accounts::default() };
        Attempts::new(&settings)
    }

    fn is_counted(attempts: &Attempts, tried: Tried) -> bool {
        attempts.count(tried).is_ok()
    }

    #[test]
    fn wrong_passwords_from_elsewhere_do_not_lock_an_account() {
        let attempts = attempts();
        let [home, away] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let from = |name: &str, address| is_counted(&attempts, attempts.at_account(name, address, false));
        assert_eq!([(); 3].map(|()| from("ann", away)), [true, true, false], "two for a pair");
        assert!(from("ann", home), "another address");
        let others = ["b", "c", "d", "e", "f"].map(|name| from(name, away));
        assert_eq!(others, [true, true, true, false, false], "five for an address; the refused one is not counted");
    }

    #[test]
    fn guesses_and_claims_from_a_48_count_together() {
        let attempts = attempts();
        let address = |n: u16| IpAddr::from([0x2001, 0xdb8, 7, n, 0, 0, 0, 1]);
        let guesses = (0..99)
            .filter(|n| is_counted(&attempts, attempts.at_account(&format!("name {n}"), address(n << 8), false)));
        assert_eq!(guesses.count(), 20, "four times as many as an address");
        let most = 4 * Accounts::default().claims_per_hour as usize;
        let claims = (0..999).filter(|n| is_counted(&attempts, Tried::Claim(address(n << 6))));
        assert_eq!(claims.count(), most);
    }

    #[test]
    fn a_known_device_and_a_session_are_not_locked_out_by_others() {
        let attempts = attempts();
        let home = IpAddr::from([192, 0, 2, 1]);
        let from = |name: &str, is_here| is_counted(&attempts, attempts.at_account(name, home, is_here));
        attempts.logged_in("ann", home);
        for n in 0..9 {
            from(&format!("name {n}"), false);
        }
        assert!(!from("ben", false), "the address has used up its attempts");
        assert!(from("ann", false), "it has logged in from here");
        assert!(from("cy", true), "it is logged in from here");
        let ann = Uuid::from_u128(1);
        assert!(is_counted(&attempts, Tried::Session(ann, None)));
        let tries = (0..9).filter(|_| is_counted(&attempts, Tried::Session(ann, Some(1)))).count();
        assert_eq!(tries, 5, "a stolen session guesses no faster");
    }

    #[test]
    fn attempts_that_are_given_back_or_refused_are_not_counted() {
        let attempts = attempts();
        let home = IpAddr::from([192, 0, 2, 1]);
        let ann = Uuid::from_u128(1);
        let [known, new] = [true, false].map(|is_here| attempts.at_account("ann", home, is_here));
        for tried in [known, new.clone(), Tried::Session(ann, None), Tried::Claim(home)] {
            for _ in 0..100 {
                attempts.check(tried.clone()).expect("nothing is counted");
                attempts.count(tried.clone()).expect("nothing is counted").give_back();
            }
        }
        for _ in 0..100 {
            let _ = attempts.count(new.clone());
        }
        assert!(attempts.check(new).is_err());
        let other = attempts.at_account("ben", home, false);
        assert!(attempts.check(other).is_ok(), "the address is charged for two");
        attempts.tidy();
        assert_eq!(attempts.by_session.keys(), 0, "what was given back leaves nothing");
    }
}
