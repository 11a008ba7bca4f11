//! Live tournaments, which people and programs can enter: bodies of HTTP requests and parts of messages.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ErrorBody;
use arena_play::tournament::{Phase, SeasonRow, Terms};

/// Maximum length of a version name in characters.
pub const LONGEST_VERSION: usize = 40;

/// Maximum number of invitations per request.
pub const MOST_INVITATIONS: usize = 200;

/// Kind of entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum EntrantClass {
    /// A player: a guest, a person, or a bot account that a program plays for.
    Player,
    /// A bot of the server.
    Bot,
    /// An engine that the server runs.
    Engine,
}

/// An entrant in the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct EntrantView {
    /// Number, in order of entry.
    pub number: u32,
    /// Rank, starting at 1; equal entrants share one.
    pub rank: u32,
    /// Name, unique within the tournament.
    pub name: String,
    /// Kind of entrant.
    pub class: EntrantClass,
    /// Id of the player, for a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Uuid>,
    /// Version of the program, if it stated one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// True if it is connected and ready to play.
    pub here: bool,
    /// True if it has withdrawn from the tournament.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub left: bool,
    /// Points: 1 for a win, ½ for a draw, 2 for a bye in a Swiss tournament.
    pub points: f64,
    /// Number of wins.
    pub wins: u64,
    /// Number of draws.
    pub draws: u64,
    /// Number of losses.
    pub losses: u64,
    /// Number of these losses and draws in which the entrant was absent.
    pub absences: u64,
    /// Glicko-2 rating from the matches of this tournament. All entrants start at 1500.
    pub rating: f64,
    /// Standard deviation of the rating.
    pub deviation: f64,
}

/// A match in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LiveMatchView {
    /// The match.
    #[serde(rename = "match")]
    pub id: Uuid,
    /// Number of the entrant in the first seat.
    pub first: u32,
    /// Number of the entrant in the second seat.
    pub second: u32,
}

/// Current state of a live tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct LiveView {
    /// The tournament.
    pub tournament: Uuid,
    /// Terms of the tournament.
    pub terms: Terms,
    /// Player who opened it; absent if the operator did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub by: Option<Uuid>,
    /// Phase.
    pub phase: Phase,
    /// True if no matches are started for now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub paused: bool,
    /// True if it was stopped before its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub stopped: bool,
    /// True if registration is open.
    pub open: bool,
    /// Time when it was opened, in Unix milliseconds.
    pub created_ms: u64,
    /// Time when play began, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_ms: Option<u64>,
    /// Time after which no match is started, in Unix milliseconds. It is present for arenas and for tournaments opened
    /// by players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_ms: Option<u64>,
    /// Current round of the schedule, starting at 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// Number of rounds, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u64>,
    /// Current season of a league, starting at 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub season: Option<u32>,
    /// Number of matches that count so far.
    pub played: u64,
    /// Total number of matches, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Entrants, best first.
    pub entrants: Vec<EntrantView>,
    /// Matches in progress.
    pub matches: Vec<LiveMatchView>,
}

/// Whether the caller may open live tournaments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OpeningView {
    /// True if the caller may open one now.
    pub may: bool,
    /// Reason if not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<ErrorBody>,
    /// Limits for players, and what the caller has left; absent for the operator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<OpeningBounds>,
}

/// Limits for a player's live tournaments, and the remaining quotas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct OpeningBounds {
    /// Names of the available games.
    pub games: Vec<String>,
    /// Maximum number of entrants.
    pub entrants: u32,
    /// Maximum number of matches.
    pub matches: u64,
    /// Maximum duration after the opening, in milliseconds.
    pub lasts_ms: u64,
    /// Number of further tournaments that may be open at the same time.
    pub open_left: usize,
    /// Number of further tournaments that may be opened within a day.
    pub today_left: usize,
}

/// Registration for a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct EnterBody {
    /// Version of the program. A change counts as a new version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Bot of the caller that enters instead of the caller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub bot: Option<Uuid>,
    /// Bot of a module of the caller that enters instead of the caller, such as `ann/centre@2`. An earlier version of the
    /// module leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
}

/// Adds entrants to a tournament; for the operator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct InviteBody {
    /// Players who may enter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Uuid>>"))]
    pub players: Vec<Uuid>,
    /// Bots and engines of the server that enter immediately.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub bots: Vec<String>,
}

/// Creates accounts to hand out; for the operator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct InvitationsBody {
    /// Names of the accounts. They are claimed permanently.
    #[serde(default)]
    pub names: Vec<String>,
    /// Further names that are numbered with the next free numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbered: Option<NumberedNames>,
    /// Id or name of the tournament to which they are invited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
}

/// Names such as `student-07`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NumberedNames {
    /// Prefix, before the hyphen and the number.
    pub prefix: String,
    /// Number of names.
    pub count: usize,
}

/// A new account and its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct InvitationView {
    /// Name of the account.
    pub name: String,
    /// Id of the player.
    pub player: Uuid,
    /// The key. It is shown only once.
    pub key: String,
    /// A recovery code, with which its owner sets a first password; told once.
    pub recovery_code: String,
}

/// New accounts and their keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct InvitationsView {
    /// Accounts in the order of their names.
    pub invitations: Vec<InvitationView>,
    /// Name of the tournament to which they are invited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
}

/// A closed season of a league.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SeasonView {
    /// Number of the season, starting at 1.
    pub number: u32,
    /// Time when it was closed, in Unix milliseconds.
    pub closed_ms: u64,
    /// Final table, best first.
    pub table: Vec<SeasonRow>,
}

/// The closed seasons of a league.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SeasonsView {
    /// Seasons, oldest first.
    pub seasons: Vec<SeasonView>,
}
