//! Passwords as argon2id (RFC 9106) hashes them. It is slow and takes much memory by design, so strangers can have a few
//! of them hashed at a time only: the others wait, and no more than so many do.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::bots::SearchMemory;
use crate::protocol::Reason;
use crate::server::error::ApiError;
use crate::settings::Accounts;

/// Whom it was too much is to come back after so long.
const LATER: Duration = Duration::from_secs(2);

/// Fewest and most bytes of a password.
const SHORTEST: usize = 8;
const LONGEST: usize = 256;

/// A salt and a hash of zeros: what the password of an unknown name is compared with.
const NOBODYS: &str = "$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes passwords, a few at a time.
pub(in crate::server) struct Passwords {
    params: Params,
    running: Arc<Semaphore>,
    places: Arc<Semaphore>,
    memory: SearchMemory,
}

impl Passwords {
    /// Hashing as the settings say, in the memory that searches have, too.
    pub(in crate::server) fn new(settings: &Accounts, memory: SearchMemory) -> Self {
        let params = Params::new(settings.password_memory_kb, settings.password_passes, 1, None);
        Self {
            params: params.expect("the bounds of the settings are within those of argon2"),
            running: Arc::new(Semaphore::new(settings.passwords_at_once)),
            places: Arc::new(Semaphore::new(settings.passwords_at_once + settings.passwords_waiting)),
            memory,
        }
    }

    /// The hash of a new password, with its salt and parameters, in the PHC format.
    ///
    /// # Errors
    /// [`ApiError::Told`] when it is too short or too long, [`ApiError::Busy`] when too many wait.
    pub(in crate::server) async fn hash(&self, password: String) -> Result<String, ApiError> {
        if !(SHORTEST..=LONGEST).contains(&password.len()) {
            return Err(Reason::PasswordLength { given: password.len(), least: SHORTEST, most: LONGEST }.into());
        }
        // 122 bits of the system's source of randomness.
        let salt = Uuid::new_v4();
        let hashed = self.work(move |argon2| {
            argon2.hash_password_with_salt(password.as_bytes(), salt.as_bytes()).map(|hash| hash.to_string())
        });
        hashed.await?.map_err(|error| ApiError::Internal(format!("a password could not be hashed: {error}")))
    }

    /// Whether this is the password with that hash. Without a hash it never is, after the same time.
    ///
    /// # Errors
    /// [`ApiError::Busy`] when too many wait.
    pub(in crate::server) async fn fits(&self, password: String, hash: Option<String>) -> Result<bool, ApiError> {
        let (known, hash) = (hash.is_some(), hash.unwrap_or_else(|| self.nobodys()));
        // Longer ones are nobody's, and are compared at the cost of a short one.
        let password = if password.len() > LONGEST { String::new() } else { password };
        let fits = self.work(move |argon2| argon2.verify_password(password.as_bytes(), hash.as_str()).is_ok());
        Ok(fits.await? && known)
    }

    fn nobodys(&self) -> String {
        let (memory, passes, lanes) = (self.params.m_cost(), self.params.t_cost(), self.params.p_cost());
        format!("$argon2id$v=19$m={memory},t={passes},p={lanes}{NOBODYS}")
    }

    /// Does the work on a thread that may be blocked, once there is room.
    async fn work<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Argon2<'_>) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let busy = |_| ApiError::Busy { wait: LATER };
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(busy)?;
        let turn = Arc::clone(&self.running).acquire_owned().await;
        let turn = turn.map_err(|closed| ApiError::Internal(closed.to_string()))?;
        let loan = self.memory.lend_now(u64::from(self.params.m_cost()) << 10);
        let loan = loan.ok_or(ApiError::Busy { wait: LATER })?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, self.params.clone());
        let working = tokio::task::spawn_blocking(move || {
            let _held_until_it_is_done = (place, turn, loan);
            job(&argon2)
        });
        working.await.map_err(|error| ApiError::Internal(format!("a password could not be hashed: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Accounts {
        Accounts { password_memory_kb: 64, passwords_at_once: 1, passwords_waiting: 1, ..Accounts::default() }
    }

    #[tokio::test]
    async fn a_password_fits_its_hash_alone() {
        let passwords = Passwords::new(&settings(), SearchMemory::unlimited());
        let hash = passwords.hash("correct horse".to_owned()).await.expect("there is room");
        assert!(hash.starts_with("$argon2id$v=19$m=64,t="), "{hash}");
        assert_ne!(passwords.hash("correct horse".to_owned()).await.expect("there is room"), hash, "its salt is new");
        for (password, fits) in [("correct horse", true), ("Correct horse", false), ("", false)] {
            assert_eq!(passwords.fits(password.to_owned(), Some(hash.clone())).await.ok(), Some(fits), "{password}");
            assert_eq!(passwords.fits(password.to_owned(), None).await.ok(), Some(false));
        }
        assert!(passwords.nobodys().len() == hash.len(), "what unknown names are compared with costs the same");
        assert!(matches!(
            passwords.hash("short".to_owned()).await,
            Err(ApiError::Told(Reason::PasswordLength { given: 5, .. }))
        ));
    }

    #[tokio::test]
    async fn what_is_too_much_is_told_to_come_back() {
        let passwords = Passwords::new(&settings(), SearchMemory::unlimited());
        let tries = (0..20).map(|_| passwords.hash("correct horse".to_owned()));
        let done = futures::future::join_all(tries).await;
        let refused = done.iter().filter(|done| matches!(done, Err(ApiError::Busy { .. }))).count();
        assert_eq!(refused, 18, "one runs and one waits");
        let nothing = Passwords::new(&settings(), SearchMemory::new(1 << 10, 1));
        assert!(matches!(nothing.hash("correct horse".to_owned()).await, Err(ApiError::Busy { .. })), "no memory");
    }
}
