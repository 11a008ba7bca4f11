//! Password hashing with argon2id (RFC 9106). Hashing is slow and takes much memory by design, so only a few hashes run
//! at a time. A limited number of requests wait, and the server refuses the rest.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::shares::Shares;
use crate::error::ApiError;
use crate::names::are_alike;
use crate::settings::Accounts;
use arena_bots::SearchMemory;
use arena_games::diagnostic;

/// Retry delay that is sent with a refusal.
const LATER: Duration = Duration::from_secs(2);

/// Minimum and maximum length of a password in bytes.
const SHORTEST: usize = 8;
const LONGEST: usize = 256;

/// A salt and a hash of zeros. Passwords for unknown names are compared with it.
const NOBODYS: &str = "$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Password hasher with limited concurrency.
pub(crate) struct Passwords {
    params: Params,
    running: Arc<Semaphore>,
    places: Arc<Semaphore>,
    /// Slots in use per household, which are limited to a quarter of all.
    shares: Shares,
    share: usize,
    memory: SearchMemory,
}

impl Passwords {
    /// Creates a hasher. Hashing takes its memory from the same budget as searches.
    pub(crate) fn new(settings: &Accounts, memory: SearchMemory) -> Self {
        let params = Params::new(settings.password_memory_kb, settings.password_passes, 1, None);
        Self {
            params: params.expect("the settings' ranges lie within those of argon2"),
            running: Arc::new(Semaphore::new(settings.passwords_at_once)),
            places: Arc::new(Semaphore::new(settings.passwords_at_once + settings.passwords_waiting)),
            shares: Shares::default(),
            share: ((settings.passwords_at_once + settings.passwords_waiting) / 4).max(2),
            memory,
        }
    }

    /// Hashes a new password with a new salt. The result is in the PHC string format.
    ///
    /// # Errors
    /// [`ApiError`] if the password is too short, too long or weak, or if too many requests wait.
    pub(crate) async fn hash(&self, password: String, name: &str, address: IpAddr) -> Result<String, ApiError> {
        if !(SHORTEST..=LONGEST).contains(&password.len()) {
            return Err(ApiError::bad_request(diagnostic!(
                "password_length",
                "the password must have {least} to {most} bytes, got {given}",
                given = password.len(),
                least = SHORTEST,
                most = LONGEST
            ))
            .of("password"));
        }
        if is_weak(&password, name) {
            return Err(ApiError::bad_request(diagnostic!(
                "password_weak",
                "the password is easy to guess; choose another one"
            ))
            .of("password"));
        }
        // A version-4 UUID has 122 bits from the system's source of randomness.
        let salt = Uuid::new_v4();
        let hashed = self.work(address, move |argon2| {
            argon2.hash_password_with_salt(password.as_bytes(), salt.as_bytes()).map(|hash| hash.to_string())
        });
        hashed.await?.map_err(|error| ApiError::internal(format!("a password could not be hashed: {error}")))
    }

    /// Checks a password against a hash. Without a hash the result is false after the same time.
    ///
    /// # Errors
    /// [`ApiError`] if too many requests wait.
    pub(crate) async fn fits(&self, password: String, hash: Option<String>, address: IpAddr) -> Result<bool, ApiError> {
        let (known, hash) = (hash.is_some(), hash.unwrap_or_else(|| self.nobodys()));
        // No stored password is longer. The comparison with an empty password is cheap and always fails.
        let password = if password.len() > LONGEST { String::new() } else { password };
        let fits = self.work(address, move |argon2| argon2.verify_password(password.as_bytes(), hash.as_str()).is_ok());
        Ok(fits.await? && known)
    }

    fn nobodys(&self) -> String {
        let (memory, passes, lanes) = (self.params.m_cost(), self.params.t_cost(), self.params.p_cost());
        format!("$argon2id$v=19$m={memory},t={passes},p={lanes}{NOBODYS}")
    }

    /// Runs `job` on a blocking thread once there is room.
    async fn work<T: Send + 'static>(
        &self,
        address: IpAddr,
        job: impl FnOnce(&Argon2<'_>) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let busy = || {
            let wait_s = LATER.as_secs();
            let message = diagnostic!("logins_busy", "too many logins at the moment; retry in {wait_s} s", wait_s);
            ApiError::unavailable(message).after(LATER)
        };
        let share = self.shares.take(address, self.share).ok_or_else(busy)?;
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| busy())?;
        let turn = Arc::clone(&self.running).acquire_owned().await;
        let turn = turn.map_err(ApiError::internal)?;
        let loan = self.memory.lend_now(u64::from(self.params.m_cost()) << 10);
        let loan = loan.ok_or_else(busy)?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, self.params.clone());
        let working = tokio::task::spawn_blocking(move || {
            let _held_until_it_is_done = (place, turn, loan, share);
            job(&argon2)
        });
        working.await.map_err(|error| ApiError::internal(format!("a password could not be hashed: {error}")))
    }
}

/// Words in the most common passwords.
const COMMON: [&str; 44] = [
    "password",
    "passwort",
    "passw0rd",
    "p@ssw0rd",
    "p@ssword",
    "qwerty",
    "qwertyuiop",
    "qwertz",
    "qwertzuiop",
    "azerty",
    "azertyuiop",
    "asdfgh",
    "asdfghjkl",
    "zxcvbn",
    "zxcvbnm",
    "1qaz2wsx",
    "1q2w3e4r",
    "1q2w3e4r5t",
    "q1w2e3r4",
    "qazwsx",
    "qazwsxedc",
    "zaq12wsx",
    "iloveyou",
    "letmein",
    "welcome",
    "football",
    "baseball",
    "superman",
    "princess",
    "sunshine",
    "starwars",
    "whatever",
    "trustno1",
    "computer",
    "internet",
    "changeme",
    "secret",
    "administrator",
    "admin",
    "minimax",
    "arena",
    "woaini",
    "mima",
    "test",
];

/// Returns true if a password is easy to guess: a common word or the account's own name, even if repeated or surrounded by
/// digits and punctuation; a run of consecutive characters; or very few distinct characters.
fn is_weak(password: &str, name: &str) -> bool {
    let lower = password.to_lowercase();
    let letters: Vec<char> = lower.chars().collect();
    let distinct: HashSet<&char> = letters.iter().collect();
    let steps = letters.windows(2).filter(|pair| (pair[0] as u32).abs_diff(pair[1] as u32) <= 1).count();
    if distinct.len() <= 3 || steps + 1 >= letters.len() {
        return true;
    }
    let core = lower.trim_matches(|letter: char| !letter.is_alphabetic());
    let halves = lower.len() / 2;
    let half = lower.get(..halves).filter(|half| lower.get(halves..) == Some(*half));
    let name = name.to_lowercase();
    let own = !name.is_empty() && (are_alike(&lower, &name) || !core.is_empty() && are_alike(core, &name));
    own || [Some(&*lower), Some(core), half].into_iter().flatten().any(|word| COMMON.contains(&word) || word == name)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const HOME: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn settings() -> Accounts {
        Accounts { password_memory_kb: 64, passwords_at_once: 1, passwords_waiting: 1, ..Accounts::default() }
    }

    #[tokio::test]
    async fn verifies_a_password_only_against_its_own_hash() {
        let passwords = Passwords::new(&settings(), SearchMemory::unlimited());
        let hash = passwords.hash("correct horse".to_owned(), "Ann", HOME).await.expect("there is room");
        assert!(hash.starts_with("$argon2id$v=19$m=64,t="), "{hash}");
        assert_ne!(
            passwords.hash("correct horse".to_owned(), "Ann", HOME).await.expect("there is room"),
            hash,
            "its salt is new"
        );
        for (password, fits) in [("correct horse", true), ("Correct horse", false), ("", false)] {
            assert_eq!(
                passwords.fits(password.to_owned(), Some(hash.clone()), HOME).await.ok(),
                Some(fits),
                "{password}"
            );
            assert_eq!(passwords.fits(password.to_owned(), None, HOME).await.ok(), Some(false));
        }
        assert!(passwords.nobodys().len() == hash.len(), "the dummy hash costs the same");
        let refused = passwords.hash("short".to_owned(), "Ann", HOME).await.expect_err("too short");
        assert_eq!(refused.code(), "password_length");
    }

    #[test]
    fn passwords_that_are_guessed_first_are_weak() {
        for weak in [
            "12345678",
            "87654321",
            "11111111",
            "12121212",
            "password",
            "Password1",
            "PASSWORD123!",
            "abcdefgh",
            "qwertyuiop",
            "passwordpassword",
            "1q2w3e4r",
            "Annabelle",
            "annabelle1",
            "Anna-Belle!",
            "annabelleannabelle",
        ] {
            assert!(is_weak(weak, "Annabelle"), "{weak}");
        }
        for good in ["correct horse", "new horse", "annabelles friend", "8f3k2m9x", "四五六七八九十一"] {
            assert!(!is_weak(good, "Annabelle"), "{good}");
        }
        assert!(!is_weak("tr0ub4dor", ""), "an account without a name");
    }

    #[tokio::test]
    async fn refuses_with_busy_when_too_many_wait() {
        let is_busy = |done: &Result<String, ApiError>| done.as_ref().is_err_and(|error| error.code() == "logins_busy");
        let passwords = Passwords::new(&settings(), SearchMemory::unlimited());
        // The test takes the only turn, so that no try ends and makes room before all have asked.
        let turn = passwords.running.acquire().await.expect("the semaphore is open");
        let tries = (0..20).map(|_| passwords.hash("correct horse".to_owned(), "Ann", HOME));
        let mut tries = futures::future::join_all(tries);
        assert!(futures::poll!(&mut tries).is_pending(), "two are not refused");
        drop(turn);
        let done = tries.await;
        let refused = done.iter().filter(|done| is_busy(done)).count();
        assert_eq!(refused, 18, "one runs and one waits");
        let nothing = Passwords::new(&settings(), SearchMemory::new(1 << 10, 1));
        assert!(is_busy(&nothing.hash("correct horse".to_owned(), "Ann", HOME).await), "no memory");
    }
}
