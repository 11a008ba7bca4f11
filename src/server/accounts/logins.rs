//! Names, passwords and sessions: checks that a name is free, and logs players in.

use std::net::IpAddr;
use std::sync::atomic::Ordering;

use uuid::Uuid;

use super::attempts::Tried;
use super::{Accounts, view};
use crate::edge::Caller;
use crate::error::ApiError;
use crate::names::{check_claim, looks};
use crate::origin::NetworkPrefix;
use crate::principals::Requester;
use crate::time::unix_ms;
use arena_games::diagnostic;
use arena_protocol::account::LoggedInView;
use arena_protocol::name;
use arena_store::StoreError;
use arena_store::accounts::{AccountRow, Change, Claim, Conflict};

impl Accounts {
    /// Returns `requested` in its displayed form if the name is unclaimed.
    pub(crate) async fn free_name(&self, requested: &str, address: IpAddr) -> Result<String, ApiError> {
        // The name as given is checked first, because an empty name would be displayed as the default guest name.
        check_claim(requested)?;
        let name = name::shown(requested);
        check_claim(&name)?;
        if self.bots.listed.get().names.of_person(name.clone()) != name
            || self.store.claimed_by(&looks(&name), unix_ms()).await?.is_some()
        {
            return Err(Conflict::NameTaken.into());
        }
        let most = self.bounds().most;
        if self.claimed.load(Ordering::Relaxed) >= most {
            tracing::warn!(most, %address, "as many names are claimed as may be");
            return Err(ApiError::over_limit(diagnostic!(
                "claimed_names",
                "the server already has {most} claimed names, the limit",
                most
            )));
        }
        Ok(name)
    }

    /// Returns the account with this name and password. An unknown name takes the same time as a wrong password. Only a
    /// wrong password counts as an attempt.
    pub(crate) async fn with_password(&self, name: &str, password: String, caller: &Caller) -> Result<Uuid, ApiError> {
        let (player, row, tried) = self.by_name(name, caller).await?;
        let hash = row.and_then(|row| row.password);
        let fits = self.is_right(password, hash, caller.address, tried).await?;
        let player = player.filter(|_| fits).ok_or_else(ApiError::wrong_login)?;
        self.attempts.logged_in(&looks(&name::shown(name))[0], caller.address);
        Ok(player)
    }

    /// Checks a password against a hash, in turn. Counts the attempt unless the password is right.
    async fn is_right(
        &self,
        password: String,
        hash: Option<String>,
        address: IpAddr,
        tried: Tried,
    ) -> Result<bool, ApiError> {
        let turn = self.passwords.turn(address).await?;
        // Counted before the password is checked, so that concurrent attempts cannot exceed the limit.
        let attempt = self.attempts.count(tried)?;
        let (fits, _turn) = turn.fits(password, hash).await?;
        if fits {
            attempt.give_back();
        }
        Ok(fits)
    }

    /// Returns the account with this name, and what an attempt at it is counted for.
    ///
    /// # Errors
    /// [`ApiError`] if there were too many attempts, or if the store fails.
    pub(crate) async fn by_name(
        &self,
        name: &str,
        caller: &Caller,
    ) -> Result<(Option<Uuid>, Option<AccountRow>, Tried), ApiError> {
        let looks = looks(&name::shown(name));
        let player = self.store.claimed_by(&looks, unix_ms()).await?;
        let lately = player.and_then(|player| self.bots.principals.address(player));
        let tried = self.attempts.at_account(
            &looks[0],
            caller.address,
            lately == Some(NetworkPrefix::narrowest(caller.address).first()),
        );
        self.attempts.check(tried.clone())?;
        // Also queried for an unknown name, so that both cases take the same time.
        let row = self.store.account(player.unwrap_or_default()).await?;
        Ok((player, row, tried))
    }

    /// Checks the password of the requester's account. An account without a password always passes.
    pub(crate) async fn confirm(
        &self,
        requester: &Requester,
        password: Option<String>,
    ) -> Result<AccountRow, ApiError> {
        let row = self.store.account(requester.player.id).await?.ok_or_else(ApiError::needs_name)?;
        if row.password.is_none() {
            return Ok(row);
        }
        let tried = Tried::Session(requester.player.id, requester.token);
        self.attempts.check(tried.clone())?;
        let password = password.ok_or_else(ApiError::wrong_login)?;
        if self.is_right(password, row.password.clone(), requester.caller.address, tried).await? {
            Ok(row)
        } else {
            Err(ApiError::wrong_login())
        }
    }

    /// Applies a change to the account and opens a new session.
    pub(crate) async fn log_in(&self, player: Uuid, change: Change) -> Result<LoggedInView, ApiError> {
        let (token, stored) = self.new_session();
        self.change(player, Change { token: Some(stored), ..change }).await?;
        let row = self.store.player(player).await?.ok_or(StoreError::NoSuch { what: "player", id: player })?;
        Ok(LoggedInView { player: view(&row), token })
    }

    /// Stores a claimed name, and counts it for its address. A claim that fails does not count.
    ///
    /// # Errors
    /// If the address has claimed too many names, if the name has been taken meanwhile, or if the store fails.
    pub(crate) async fn claim_from(&self, address: IpAddr, claim: Claim) -> Result<(), ApiError> {
        let attempt = self.attempts.count(Tried::Claim(address))?;
        if let Err(error) = self.claim(claim).await {
            attempt.give_back();
            return Err(error.into());
        }
        Ok(())
    }

    /// Stores a claimed name.
    ///
    /// # Errors
    /// If the name has been taken meanwhile, or if the store fails.
    pub(crate) async fn claim(&self, claim: Claim) -> Result<(), StoreError> {
        self.store.claim(claim).await?;
        self.claimed.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Rejects a claim from an address that has claimed too many names.
    ///
    /// # Errors
    /// [`ApiError`] with the time to wait.
    pub(crate) fn check_claims(&self, address: IpAddr) -> Result<(), ApiError> {
        self.attempts.check(Tried::Claim(address))
    }
}
