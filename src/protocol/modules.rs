//! Bodies of HTTP responses about WebAssembly modules that players hand in.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::PlayerView;
use super::rating::TallyView;
use super::view::MatchSummary;
use arena_games::Diagnostic;
use arena_play::ModuleState;

/// Maximum length of a module's name in characters.
pub const LONGEST_NAME: usize = 32;

/// Checks the name of a module: small Latin letters, digits and hyphens, of which the first is a letter.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    name.len() <= LONGEST_NAME && name.starts_with(|first: char| first.is_ascii_lowercase()) && name.bytes().all(plain)
}

/// Returns the name of the bot that plays with a version of a module.
#[must_use]
pub fn bot_name(owner: &str, name: &str, version: u64) -> String {
    format!("{owner}/{name}@{version}")
}

/// A version of a module. It never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ModuleVersionView {
    /// Number, starting at 1.
    pub version: u64,
    /// Name of the bot that plays with it once it is accepted.
    pub bot: String,
    /// SHA-256 of the file, by which an accepted one can be downloaded.
    pub digest: String,
    /// Size of the file in bytes; 0 once it was refused.
    pub bytes: u64,
    /// Time when it was handed in, in Unix milliseconds.
    pub at_ms: u64,
    /// State.
    pub state: ModuleState,
    /// What `arena check` says; absent before the analysis, and if the file could not be analysed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// Why it was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Diagnostic>,
    /// The trial matches.
    pub trial: Vec<Uuid>,
    /// Results of its bot in the matches of the server.
    pub tally: TallyView,
    /// Rating of its bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<ModuleRatingView>,
    /// The newest matches that it lost by a failure, newest first.
    pub failures: Vec<MatchSummary>,
}

/// Rating of a bot with a module, from its newest matches against measured bots of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ModuleRatingView {
    /// Rating.
    pub rating: i32,
    /// Standard deviation.
    pub deviation: u32,
    /// True if the rating is too uncertain for a comparison.
    pub provisional: bool,
    /// Number of matches.
    pub matches: u64,
}

/// A module with its newest versions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ModuleView {
    /// The player who handed it in.
    pub player: PlayerView,
    /// Name of the game.
    pub game: String,
    /// Name of the module.
    pub name: String,
    /// Versions, newest first; at least one. Only its owner gets those that were not accepted.
    pub versions: Vec<ModuleVersionView>,
}

/// A page of modules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ModulesView {
    /// Those that were handed in last first.
    pub modules: Vec<ModuleView>,
    /// The value of `before` for the next page; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
