//! Rate limits for logins and for claims of names.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::server::error::ApiError;
use crate::server::household::household;
use crate::settings::Accounts;

/// Rate limiters for logins (per account and per address) and for claims of names (per address).
pub(in crate::server) struct Attempts {
    by_account: DefaultKeyedRateLimiter<String>,
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    claims: DefaultKeyedRateLimiter<IpAddr>,
}

impl Attempts {
    pub(super) fn new(settings: &Accounts) -> Self {
        let n = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Self {
            by_account: RateLimiter::keyed(Quota::per_minute(n(settings.logins_per_minute))),
            by_address: RateLimiter::keyed(Quota::per_minute(n(settings.logins_per_minute_per_address))),
            claims: RateLimiter::keyed(Quota::per_hour(n(settings.claims_per_hour))),
        }
    }

    /// Counts one more login attempt for the name with this look-alike key, whether or not the account exists.
    ///
    /// # Errors
    /// [`ApiError::TooManyLogins`] with the time to wait.
    pub(super) fn admit(&self, look: &str, address: IpAddr) -> Result<(), ApiError> {
        let refused = |wait| ApiError::TooManyLogins { wait };
        // Check the address first: an attempt that is refused here is not counted for the account.
        self.by_address.check_key(&household(address)).map_err(|until| refused(wait(&until)))?;
        self.by_account.check_key(&look.to_owned()).map_err(|until| refused(wait(&until)))
    }

    /// Counts one more claim of a name.
    ///
    /// # Errors
    /// [`ApiError::TooManyLogins`] with the time to wait.
    pub(in crate::server) fn admit_claim(&self, address: IpAddr) -> Result<(), ApiError> {
        let checked = self.claims.check_key(&household(address));
        checked.map_err(|until| ApiError::TooManyLogins { wait: wait(&until) })
    }

    /// Drops rate limiter state that is no longer needed.
    pub(super) fn tidy(&self) {
        self.by_account.retain_recent();
        self.by_address.retain_recent();
        self.claims.retain_recent();
    }
}

fn wait(until: &governor::NotUntil<<DefaultClock as Clock>::Instant>) -> Duration {
    until.wait_time_from(DefaultClock::default().now())
}
