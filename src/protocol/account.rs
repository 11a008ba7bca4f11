//! What HTTP says and takes of accounts.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::PlayerView;

/// What a player is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum PlayerClass {
    /// Known by a token alone, under a name that others may have too.
    Guest,
    /// A person with a name claimed for good.
    Person,
    /// A program with a name claimed for good, which belongs to a person.
    Bot,
}

/// What a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Play, challenge, enter tournaments, and report.
    Play,
    /// Open and compose tournaments, and control them.
    Organise,
}

impl Scope {
    /// All scopes: those of a key unless others are given.
    pub const ALL: [Self; 2] = [Self::Play, Self::Organise];

    /// The scope's word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Organise => "organise",
        }
    }
}

/// A key, without what it is: that is told once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct KeyView {
    /// Its number.
    pub id: u64,
    /// What its owner calls it.
    pub label: String,
    /// What a key may do; absent for a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<Scope>>,
    /// When it was made, in Unix milliseconds.
    pub created_ms: u64,
    /// When it expires, in Unix milliseconds.
    pub expires_ms: u64,
    /// When it was last used, to the minute, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<u64>,
}

/// A person's bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OwnedBotView {
    /// The bot's player.
    pub player: PlayerView,
    /// When it was made, in Unix milliseconds.
    pub created_ms: u64,
    /// Its keys, the newest first.
    pub keys: Vec<KeyView>,
    /// When a key of it was last used from very many addresses within a day, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_spread_ms: Option<u64>,
}

/// A player as the player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct AccountView {
    /// Who.
    pub player: PlayerView,
    /// What.
    pub class: PlayerClass,
    /// Whose, for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Uuid>,
    /// When the player first came, in Unix milliseconds.
    pub created_ms: u64,
    /// When the name was claimed, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_ms: Option<u64>,
    /// Whether there is a password.
    pub has_password: bool,
    /// Recovery codes that were not used.
    pub recovery_codes: u64,
    /// Its keys, the newest first.
    pub keys: Vec<KeyView>,
    /// When a key was last used from very many addresses within a day, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_spread_ms: Option<u64>,
    /// Where it is logged in besides by its first token, the newest first.
    pub sessions: Vec<KeyView>,
    /// Its bots.
    pub bots: Vec<OwnedBotView>,
}

/// A name was claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ClaimedView {
    /// Who one is now.
    pub player: PlayerView,
    /// Codes that each get one in once where the password or the key is lost; told once.
    pub recovery_codes: Vec<String>,
    /// Without a password, the key by which one is known; told once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// One is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LoggedInView {
    /// Who one is.
    pub player: PlayerView,
    /// The token to say hello with; told once.
    pub token: String,
}

/// Recovery codes in place of all that there were; told once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RecoveryCodesView {
    /// The codes.
    pub recovery_codes: Vec<String>,
}

/// A new key; told once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NewKeyView {
    /// The key: to be sent as the token of `hello`.
    pub key: String,
}

/// A new bot and its first key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NewBotView {
    /// The bot's player.
    pub player: PlayerView,
    /// The key: to be sent as the token of `hello`; told once.
    pub key: String,
}

/// The answer to a request that was carried out and has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct DoneView {
    /// Always true.
    pub done: bool,
}

/// Claims a name.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ClaimBody {
    /// The name.
    pub name: String,
    /// The password, of 8 to 256 bytes; without one a key is made.
    #[serde(default)]
    pub password: Option<String>,
}

/// Logs in.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct LoginBody {
    /// The claimed name.
    pub name: String,
    /// Its password.
    pub password: String,
}

/// Gets in where the password or the key is lost.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct RecoverBody {
    /// The claimed name.
    pub name: String,
    /// One of its recovery codes.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// Changes a password.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct PasswordBody {
    /// The present one, where there is one.
    #[serde(default)]
    pub password: Option<String>,
    /// The new one.
    pub new_password: String,
}

/// Proves anew that the caller owns the account, by its password.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ConfirmBody {
    /// The password, where there is one.
    #[serde(default)]
    pub password: Option<String>,
}

/// Logs out.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct LogoutBody {
    /// Whether every session and every key of the account end; otherwise the token that asks alone does.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub everywhere: bool,
}

/// Makes a key.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct KeyBody {
    /// What one calls it; 64 characters are kept.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub label: String,
    /// What it may do; everything that a key can unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub scopes: Option<Vec<Scope>>,
    /// How many days it lasts; as many as the server allows unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub days: Option<u32>,
}

/// Names a player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NameBody {
    /// The name.
    pub name: String,
}
