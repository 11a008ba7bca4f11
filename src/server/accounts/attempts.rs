//! Rate limits for logins and for claims of names.

use arena_games::diagnostic;
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use uuid::Uuid;

use crate::error::ApiError;
use crate::household::household;
use crate::settings::Accounts;

/// Time for which a household is known for a name after a login, and maximum number of these pairs.
const KNOWN_FOR: Duration = Duration::from_secs(30 * 86_400);
const MOST_KNOWN: usize = 100_000;

/// A household and the look-alike key of a name.
type Pair = (IpAddr, String);

/// Rate limits for attempts. Attempts from one household never delay those from another.
pub(crate) struct Attempts {
    by_pair: DefaultKeyedRateLimiter<Pair>,
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    /// Attempts from a household that is known for the name.
    by_known: DefaultKeyedRateLimiter<Pair>,
    /// Attempts made with a token of the account, by player and token.
    by_session: DefaultKeyedRateLimiter<(Uuid, Option<i64>)>,
    claims: DefaultKeyedRateLimiter<IpAddr>,
    /// The pairs that have logged in.
    known: Mutex<HashMap<Pair, Instant>>,
}

impl Attempts {
    pub(super) fn new(settings: &Accounts) -> Self {
        let n = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Self {
            by_pair: RateLimiter::keyed(Quota::per_minute(n(settings.logins_per_minute))),
            by_address: RateLimiter::keyed(Quota::per_minute(n(settings.logins_per_minute_per_address))),
            by_known: RateLimiter::keyed(Quota::per_minute(n(settings.logins_per_minute_per_address))),
            by_session: RateLimiter::keyed(Quota::per_minute(n(settings.logins_per_minute_per_address))),
            claims: RateLimiter::keyed(Quota::per_hour(n(settings.claims_per_hour))),
            known: Mutex::default(),
        }
    }

    /// Counts one more attempt at the account with this look-alike key, even if the account does not exist. `is_here` is
    /// true if the account was recently used from this address with a valid token.
    ///
    /// # Errors
    /// [`ApiError`] with the time to wait.
    pub(super) fn admit(&self, look: &str, address: IpAddr, is_here: bool) -> Result<(), ApiError> {
        let pair = (household(address), look.to_owned());
        if is_here || self.known().get(&pair).is_some_and(|since| since.elapsed() < KNOWN_FOR) {
            return self.by_known.check_key(&pair).map_err(|until| refused(&until));
        }
        // An attempt that the address limit rejects does not count for the pair.
        self.by_address.check_key(&pair.0).map_err(|until| refused(&until))?;
        self.by_pair.check_key(&pair).map_err(|until| refused(&until))
    }

    /// Counts one more attempt at the password by a client with a token of the account.
    ///
    /// # Errors
    /// [`ApiError`] with the time to wait.
    pub(super) fn admit_session(&self, player: Uuid, token: Option<i64>) -> Result<(), ApiError> {
        self.by_session.check_key(&(player, token)).map_err(|until| refused(&until))
    }

    /// Remembers a login, so that failed attempts of others from this address do not delay the next one.
    pub(super) fn logged_in(&self, look: &str, address: IpAddr) {
        let mut known = self.known();
        if known.len() < MOST_KNOWN {
            known.insert((household(address), look.to_owned()), Instant::now());
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Pair, Instant>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one more claim of a name.
    ///
    /// # Errors
    /// [`ApiError`] with the time to wait.
    pub(crate) fn admit_claim(&self, address: IpAddr) -> Result<(), ApiError> {
        let checked = self.claims.check_key(&household(address));
        checked.map_err(|until| refused(&until))
    }

    /// Drops rate limiter state that is no longer needed.
    pub(super) fn tidy(&self) {
        self.by_pair.retain_recent();
        self.by_address.retain_recent();
        self.by_known.retain_recent();
        self.by_session.retain_recent();
        self.claims.retain_recent();
        self.known().retain(|_, since| since.elapsed() < KNOWN_FOR);
    }
}

fn refused(until: &governor::NotUntil<<DefaultClock as Clock>::Instant>) -> ApiError {
    let wait = until.wait_time_from(DefaultClock::default().now());
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

    #[test]
    fn wrong_passwords_from_elsewhere_do_not_lock_an_account() {
        let attempts = attempts();
        let [home, away] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let from = |address| attempts.admit("ann", address, false).is_ok();
        assert_eq!([from(away), from(away), from(away)], [true, true, false], "two for a pair");
        assert!(from(home), "another address");
        let others: Vec<bool> = (0..5).map(|n| attempts.admit(&format!("name {n}"), away, false).is_ok()).collect();
        assert_eq!(
            others,
            [true, true, false, false, false],
            "five for an address, of which one was refused by the pair"
        );
    }

    #[test]
    fn a_known_device_and_a_session_are_not_locked_out_by_others() {
        let attempts = attempts();
        let home = IpAddr::from([192, 0, 2, 1]);
        attempts.logged_in("ann", home);
        for n in 0..9 {
            let _ = attempts.admit(&format!("name {n}"), home, false);
        }
        assert!(attempts.admit("ben", home, false).is_err(), "the address has used up its attempts");
        assert!(attempts.admit("ann", home, false).is_ok(), "it has logged in from here");
        assert!(attempts.admit("cy", home, true).is_ok(), "it is logged in from here");
        let ann = Uuid::from_u128(1);
        assert!(attempts.admit_session(ann, None).is_ok());
        let tries = (0..9).filter(|_| attempts.admit_session(ann, Some(1)).is_ok()).count();
        assert_eq!(tries, 5, "a stolen session guesses no faster");
    }
}
