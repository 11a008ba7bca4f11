//! Password hashing with argon2id (RFC 9106). Hashing is slow and takes much memory by design, so only a few hashes run
//! at a time, in memory of their own. Other requests wait in a queue in which networks take turns.

use std::collections::HashSet;
use std::net::IpAddr;
use std::time::Duration;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use uuid::Uuid;

use crate::error::ApiError;
use crate::names::are_alike;
use crate::settings::Accounts;
use crate::turn_queue::{Bounds, Turn, TurnQueue};
use arena_games::diagnostic;

/// Retry delay that is sent with a refusal.
const LATER: Duration = Duration::from_secs(2);

/// Minimum and maximum length of a password in bytes.
const SHORTEST: usize = 8;
const LONGEST: usize = 256;

/// A salt and a hash of zeros. Passwords for unknown names are compared with it.
const NOBODYS: &str = "$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Divisor of the memory available to the process that gives the most that all hashes may take at a time.
const PART_OF_MEMORY: u64 = 8;

/// Returns how many passwords are hashed at a time, and the memory of all of them in bytes. There are fewer than in the
/// settings if they would take more than an eighth of `available` bytes, but at least one.
pub(crate) fn capacity(settings: &Accounts, available: u64) -> (usize, u64) {
    let each = u64::from(settings.password_memory_kb) << 10;
    let fit = usize::try_from(available / PART_OF_MEMORY / each).unwrap_or(usize::MAX);
    let at_once = settings.passwords_at_once.min(fit).max(1);
    (at_once, at_once as u64 * each)
}

/// Password hasher with limited concurrency.
pub(crate) struct Passwords {
    params: Params,
    turns: TurnQueue,
    bounds: Bounds,
}

/// The right to hash one password now.
pub(crate) struct HashingTurn {
    params: Params,
    turn: Turn,
}

/// A password that may become that of an account.
pub(crate) struct NewPassword(String);

impl NewPassword {
    /// Checks a password for the account with this name.
    ///
    /// # Errors
    /// [`ApiError`] if the password is too short, too long or weak.
    pub(crate) fn new(password: String, name: &str) -> Result<Self, ApiError> {
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
        Ok(Self(password))
    }
}

impl Passwords {
    /// Creates a hasher for a process with `available` bytes of memory.
    pub(crate) fn new(settings: &Accounts, available: u64) -> Self {
        let params = Params::new(settings.password_memory_kb, settings.password_passes, 1, None);
        let params = params.expect("the settings' ranges lie within those of argon2");
        let (at_once, _) = capacity(settings, available);
        let bounds = Bounds { at_once, waiting: settings.passwords_waiting, turn: None };
        Self { params, turns: TurnQueue::default(), bounds }
    }

    /// Waits for the turn of a client at `address`.
    ///
    /// # Errors
    /// [`ApiError`] if too many requests wait.
    pub(crate) async fn turn(&self, address: IpAddr) -> Result<HashingTurn, ApiError> {
        let turn = self.turns.take(address, self.bounds).await.ok_or_else(|| {
            let wait_s = LATER.as_secs();
            let message = diagnostic!("logins_busy", "too many logins at the moment; retry in {wait_s} s", wait_s);
            ApiError::unavailable(message).after(LATER)
        })?;
        Ok(HashingTurn { params: self.params.clone(), turn })
    }
}

impl HashingTurn {
    /// Hashes a new password with a new salt. The result is in the PHC string format.
    ///
    /// # Errors
    /// [`ApiError`] if hashing fails.
    pub(crate) async fn hash(self, NewPassword(password): NewPassword) -> Result<String, ApiError> {
        // A version-4 UUID has 122 bits from the system's source of randomness.
        let salt = Uuid::new_v4();
        let hashed = self.work(move |argon2| {
            argon2.hash_password_with_salt(password.as_bytes(), salt.as_bytes()).map(|hash| hash.to_string())
        });
        hashed.await?.0.map_err(|error| ApiError::internal(format!("a password could not be hashed: {error}")))
    }

    /// Checks a password against a hash. Without a hash the result is false after the same time. The caller drops the
    /// returned turn once it has counted the result, so that no more attempts are uncounted than there are turns.
    ///
    /// # Errors
    /// [`ApiError`] if hashing fails.
    pub(crate) async fn fits(self, password: String, hash: Option<String>) -> Result<(bool, Turn), ApiError> {
        let (known, hash) = (hash.is_some(), hash.unwrap_or_else(|| self.nobodys()));
        // No stored password is longer. The comparison with an empty password is cheap and always fails.
        let password = if password.len() > LONGEST { String::new() } else { password };
        let fits = self.work(move |argon2| argon2.verify_password(password.as_bytes(), hash.as_str()).is_ok());
        let (fits, turn) = fits.await?;
        Ok((fits && known, turn))
    }

    fn nobodys(&self) -> String {
        let (memory, passes, lanes) = (self.params.m_cost(), self.params.t_cost(), self.params.p_cost());
        format!("$argon2id$v=19$m={memory},t={passes},p={lanes}{NOBODYS}")
    }

    /// Runs `job` on a blocking thread, which holds the turn until it is done even if the caller leaves.
    async fn work<T: Send + 'static>(
        self,
        job: impl FnOnce(&Argon2<'_>) -> T + Send + 'static,
    ) -> Result<(T, Turn), ApiError> {
        let Self { params, turn } = self;
        let working =
            tokio::task::spawn_blocking(move || (job(&Argon2::new(Algorithm::Argon2id, Version::V0x13, params)), turn));
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

    /// Plenty of memory.
    const MEMORY: u64 = 1 << 30;

    #[tokio::test]
    async fn verifies_a_password_only_against_its_own_hash() {
        let passwords = Passwords::new(&settings(), MEMORY);
        let turn = async || passwords.turn(HOME).await.expect("there is room");
        let new = || NewPassword::new("correct horse".to_owned(), "Ann").expect("it is good");
        let hash = turn().await.hash(new()).await.expect("hashing works");
        assert!(hash.starts_with("$argon2id$v=19$m=64,t="), "{hash}");
        assert_ne!(turn().await.hash(new()).await.expect("hashing works"), hash, "its salt is new");
        for (password, fits) in [("correct horse", true), ("Correct horse", false), ("", false)] {
            assert_eq!(
                turn().await.fits(password.to_owned(), Some(hash.clone())).await.ok().map(|it| it.0),
                Some(fits),
                "{password}"
            );
            assert_eq!(turn().await.fits(password.to_owned(), None).await.ok().map(|it| it.0), Some(false));
        }
        assert!(turn().await.nobodys().len() == hash.len(), "the dummy hash costs the same");
        let refused = NewPassword::new("short".to_owned(), "Ann").err().expect("too short");
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
        let passwords = Passwords::new(&settings(), MEMORY);
        let turn = passwords.turn(HOME).await.expect("nothing runs");
        let mut waits = std::pin::pin!(passwords.turn(HOME));
        assert!(futures::poll!(&mut waits).is_pending());
        assert_eq!(passwords.turn(HOME).await.err().expect("one waits").code(), "logins_busy");
        drop(turn);
        assert!(waits.await.is_ok());
    }

    #[test]
    fn hashes_take_at_most_an_eighth_of_the_memory_but_one_runs_always() {
        let settings = Accounts::default();
        let mib = 1 << 20;
        for (available, at_once) in [(4_096, 2), (512, 2), (256, 1), (64, 1)] {
            assert_eq!(capacity(&settings, available * mib), (at_once, at_once as u64 * 19 * mib), "{available} MiB");
        }
    }
}
