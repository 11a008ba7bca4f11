//! Keys, the bots of a person, and accounts that an operator or organiser hands out.

use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr};

use uuid::Uuid;

use super::{Accounts, new_codes, rated_from};
use crate::auth;
use crate::error::ApiError;
use crate::names::looks;
use crate::time::unix_ms;
use arena_games::{Diagnostic, diagnostic};
use arena_protocol::account::{KeyBody, Scope};
use arena_protocol::live::InvitationView;
use arena_protocol::name;
use arena_store::accounts::{Change, Claim};

/// Maximum number of days for which a key can be requested. The operator's limit applies as well.
const MOST_DAYS: u32 = 36_500;

impl Accounts {
    /// Returns the next `count` unclaimed names of the form `PREFIX-NN`.
    ///
    /// # Errors
    /// [`ApiError`] if such a name would be displayed differently, for example cut off because of its
    /// length.
    pub(crate) async fn free_numbers(&self, prefix: &str, count: usize) -> Result<Vec<String>, ApiError> {
        let mut free = Vec::with_capacity(count);
        for number in 1_u64.. {
            if free.len() == count {
                break;
            }
            let name = format!("{prefix}-{number:02}");
            if name::shown(&name) != name {
                return Err(ApiError::bad_request(diagnostic!(
                    "unshowable_name",
                    "numbered.prefix: {name} cannot be displayed as a name",
                    name
                ))
                .of("numbered.prefix"));
            }
            if self.store.claimed_by(&looks(&name), unix_ms()).await?.is_none() {
                free.push(name);
            }
        }
        Ok(free)
    }

    /// Creates an account with a key for each of these names.
    ///
    /// # Errors
    /// If a name cannot be claimed or occurs twice. No account is created then.
    pub(crate) async fn invite(&self, names: Vec<String>) -> Result<Vec<InvitationView>, ApiError> {
        let (mut free, mut seen) = (Vec::with_capacity(names.len()), HashSet::new());
        for (at, name) in names.into_iter().enumerate() {
            let key = format!("names[{at}]");
            let nowhere = IpAddr::V4(Ipv4Addr::LOCALHOST);
            let shown = self.free_name(&name, nowhere).await.map_err(|error| error.at(name).of(&*key))?;
            // Both look-alike keys of one name may be equal.
            let looks = looks(&shown);
            if looks.iter().any(|look| seen.contains(look)) {
                return Err(ApiError::bad_request(diagnostic!(
                    "alike",
                    "{name:?} looks like another of the names",
                    name = shown
                ))
                .of(key));
            }
            seen.extend(looks);
            free.push(shown);
        }
        let mut invitations = Vec::with_capacity(free.len());
        for name in free {
            let (player, at_ms) = (Uuid::new_v4(), unix_ms());
            // The first token is never handed out. The invitation contains the key.
            self.store.create_player(player, &name, auth::hash(auth::new_token()), at_ms).await?;
            let (key, token) = self.new_key("invitation", &Scope::ALL, None);
            let (mut codes, mut hashes) = new_codes();
            hashes.truncate(1);
            let recovery_code = codes.swap_remove(0);
            let looks = looks(&name).into();
            let (owner, password, codes, token) = (None, None, hashes, Some(token));
            let rated_ms = rated_from(&self.bounds(), at_ms);
            self.claim(Claim { player, name: name.clone(), looks, owner, password, codes, token, at_ms, rated_ms })
                .await?;
            invitations.push(InvitationView { name, player, key, recovery_code });
        }
        Ok(invitations)
    }

    /// Creates a key for this player, and revokes the earlier ones if it replaces them.
    pub(crate) async fn add_key(&self, player: Uuid, wanted: KeyBody) -> Result<String, ApiError> {
        let KeyBody { label, scopes, days, replace } = wanted;
        if scopes.as_ref().is_some_and(Vec::is_empty) {
            return Err(ApiError::bad_request(diagnostic!(
                "empty_list",
                "must not be empty; leave it out for the default"
            ))
            .at("scopes"));
        }
        let scopes = scopes.as_deref().unwrap_or(&Scope::ALL);
        if let Some((at, scope)) = scopes.iter().enumerate().find(|(at, scope)| scopes[..*at].contains(scope)) {
            let given = scope.word();
            let problem = diagnostic!("repeated", "{given} is repeated", given);
            return Err(ApiError::bad_request(problem).at(format!("scopes[{at}]")));
        }
        if let Some(days) = days.filter(|days| !(1..=MOST_DAYS).contains(days)) {
            return Err(ApiError::bad_request(Diagnostic::range(days, 1, MOST_DAYS)).at("days"));
        }
        let (key, token) = self.new_key(&label, scopes, days);
        self.change(player, Change { token: Some(token), ends_keys: replace, ..Change::default() }).await?;
        Ok(key)
    }

    /// Revokes a key or a session, and closes the connections that use it.
    pub(crate) async fn revoke(&self, player: Uuid, key: Option<i64>) -> Result<(), ApiError> {
        self.store.revoke_token(player, key).await?;
        self.online.cut_token(player, key);
        Ok(())
    }

    /// Returns the bot with this id if it belongs to `owner`.
    pub(crate) async fn own_bot(&self, owner: Uuid, bot: Uuid) -> Result<Uuid, ApiError> {
        let bots = self.store.bots_of(owner).await?;
        let own = bots.iter().any(|row| row.id == bot);
        if own {
            Ok(bot)
        } else {
            Err(ApiError::not_found(diagnostic!("no_such_own_bot", "you have no bot {bot}", bot)))
        }
    }
}
