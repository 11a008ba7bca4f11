//! Names, passwords and sessions: checks that a name is free, and logs players in.

use std::net::IpAddr;
use std::sync::atomic::Ordering;

use uuid::Uuid;

use super::{Accounts, view};
use crate::edge::Caller;
use crate::error::ApiError;
use crate::household::household;
use crate::names::{check_claim, looks};
use crate::principals::Requester;
use crate::time::unix_ms;
use arena_games::diagnostic;
use arena_protocol::account::LoggedInView;
use arena_protocol::name;
use arena_store::StoreError;
use arena_store::accounts::{AccountRow, Change, Claim, Conflict};

impl Accounts {
    /// Returns `wished` in its displayed form if the name is unclaimed.
    pub(crate) async fn free_name(&self, wished: &str, address: IpAddr) -> Result<String, ApiError> {
        // The name as given is checked first, because an empty name would be displayed as the default guest name.
        check_claim(wished)?;
        let name = name::shown(wished);
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

    /// Returns the account with this name and password. An unknown name takes the same time as a wrong password.
    pub(crate) async fn with_password(&self, name: &str, password: String, caller: &Caller) -> Result<Uuid, ApiError> {
        let (player, row) = self.by_name(name, caller).await?;
        let hash = row.and_then(|row| row.password);
        let fits = self.passwords.fits(password, hash, caller.address).await?;
        let player = player.filter(|_| fits).ok_or_else(ApiError::wrong_login)?;
        self.attempts.logged_in(&looks(&name::shown(name))[0], caller.address);
        Ok(player)
    }

    /// Counts a login attempt, then returns the account with this name.
    pub(crate) async fn by_name(
        &self,
        name: &str,
        caller: &Caller,
    ) -> Result<(Option<Uuid>, Option<AccountRow>), ApiError> {
        let looks = looks(&name::shown(name));
        let player = self.store.claimed_by(&looks, unix_ms()).await?;
        let lately = player.and_then(|player| self.bots.principals.address(player));
        self.attempts.admit(&looks[0], caller.address, lately == Some(household(caller.address)))?;
        // Also queried for an unknown name, so that both cases take the same time.
        let row = self.store.account(player.unwrap_or_default()).await?;
        Ok((player, row))
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
        self.attempts.admit_session(requester.player.id, requester.token)?;
        let password = password.ok_or_else(ApiError::wrong_login)?;
        let address = requester.caller.address;
        if self.passwords.fits(password, row.password.clone(), address).await? {
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

    /// Stores a claimed name.
    ///
    /// # Errors
    /// If the name has been taken meanwhile, or if the store fails.
    pub(crate) async fn claim(&self, claim: Claim) -> Result<(), StoreError> {
        self.store.claim(claim).await?;
        self.claimed.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}
