//! Accounts: bodies of HTTP requests and responses.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::PlayerView;

/// Kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum PlayerClass {
    /// A player without an account, known only by a token. Others may use the same name.
    Guest,
    /// A person with a claimed name.
    Person,
    /// A program with a claimed name. A person owns it.
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
    /// Id of the key.
    pub id: u64,
    /// Label that the owner gave it.
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

/// A bot account and its keys, for its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OwnedBotView {
    /// The bot's player.
    pub player: PlayerView,
    /// Time of creation, in Unix milliseconds.
    pub created_ms: u64,
    /// Keys of the bot, newest first.
    pub keys: Vec<KeyView>,
    /// When a key of it was last used from very many addresses within a day, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_spread_ms: Option<u64>,
}

/// A player's own account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct AccountView {
    /// The player.
    pub player: PlayerView,
    /// Kind of player.
    pub class: PlayerClass,
    /// Owner, for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Uuid>,
    /// Time when the player was created, in Unix milliseconds.
    pub created_ms: u64,
    /// Time when the name was claimed, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_ms: Option<u64>,
    /// True if the account has a password.
    pub has_password: bool,
    /// Number of unused recovery codes.
    pub recovery_codes: u64,
    /// Keys of the account, newest first.
    pub keys: Vec<KeyView>,
    /// When a key was last used from very many addresses within a day, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_spread_ms: Option<u64>,
    /// Where it is logged in besides by its first token, the newest first.
    pub sessions: Vec<KeyView>,
    /// Id of the session that sent the request; absent for the first token and for a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<u64>,
    /// Bots of the account.
    pub bots: Vec<OwnedBotView>,
}

/// Response after a name was claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ClaimedView {
    /// The player with its new name.
    pub player: PlayerView,
    /// Single-use codes for regaining access without the password or key. They are shown only once.
    pub recovery_codes: Vec<String>,
    /// Key of the account if it has no password. It is shown only once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Response after a login.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LoggedInView {
    /// The player.
    pub player: PlayerView,
    /// Token for `hello`. It is shown only once.
    pub token: String,
}

/// New recovery codes, which replace all previous ones. They are shown only once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RecoveryCodesView {
    /// Recovery codes.
    pub recovery_codes: Vec<String>,
}

/// A new key. It is shown only once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NewKeyView {
    /// The key. It is sent as the token in `hello`.
    pub key: String,
}

/// A new bot and its first key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NewBotView {
    /// The bot's player.
    pub player: PlayerView,
    /// The key. It is sent as the token in `hello` and shown only once.
    pub key: String,
}

/// Response to a successful request without a result.
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
    /// Password of 8 to 256 bytes. If it is absent, a key is created.
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

/// Regains access with a recovery code.
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
    /// Current password, if there is one.
    #[serde(default)]
    pub password: Option<String>,
    /// New password.
    pub new_password: String,
}

/// Confirms a request with the account's password.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ConfirmBody {
    /// Password, if there is one.
    #[serde(default)]
    pub password: Option<String>,
}

/// Logs out.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct LogoutBody {
    /// Ends all sessions and revokes all keys of the account if true. Otherwise only the current token is revoked.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub everywhere: bool,
}

/// Creates a key.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct KeyBody {
    /// Label of the key. It is cut off after 64 characters.
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
    /// Revokes all earlier keys of the account if true, for example because one was lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub replace: bool,
}

/// The bots that a person saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SavedBotsView {
    /// The bots, last saved first.
    pub bots: Vec<SavedBotView>,
}

/// A saved bot with its versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SavedBotView {
    /// Name of the game.
    pub game: String,
    /// Name of the bot.
    pub name: String,
    /// The newest versions, oldest first; at least one.
    pub versions: Vec<SavedVersionView>,
}

/// A version of a saved bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct SavedVersionView {
    /// Number, starting at 1.
    pub version: u64,
    /// Time when it was saved, in Unix milliseconds.
    pub at_ms: u64,
    /// The configuration, key by key.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub config: Value,
    /// The tournament in which it met the bots of its game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duel: Option<Uuid>,
}

/// Saves a bot: appends versions, or creates it with them.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct SaveBotBody {
    /// Name of the game.
    pub game: String,
    /// Name of the bot.
    pub name: String,
    /// The versions to append, oldest first; at least one.
    pub versions: Vec<SaveVersionBody>,
}

/// A version to append to a saved bot.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct SaveVersionBody {
    /// The configuration, key by key. If it equals the newest version, only that version's `duel` changes.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub config: Value,
    /// Time when it was saved elsewhere, in Unix milliseconds; now unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<u64>,
    /// The tournament in which it met the bots of its game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duel: Option<Uuid>,
}

/// A name for a player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NameBody {
    /// The name.
    pub name: String,
}
