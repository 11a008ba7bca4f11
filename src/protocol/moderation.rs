//! Moderation: bodies of HTTP requests and responses about blocks, mutes, reports, bans, voided matches and the audit
//! log.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::PlayerView;
use super::operator::Proof;

/// A player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct PlayerBody {
    /// Id of the player.
    pub player: Uuid,
}

/// Players that the caller has blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct BlocksView {
    /// Blocked players, newest first.
    pub players: Vec<PlayerView>,
}

/// Mutes or unmutes offers in a match.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct MuteBody {
    /// True to receive no offers.
    pub muted: bool,
}

/// Reports a player to the operator.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct ReportBody {
    /// Reported player.
    pub player: Uuid,
    /// Match in question, if any.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub id: Option<Uuid>,
    /// Description of what happened.
    pub reason: String,
}

/// An open report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ReportView {
    /// Id of the report.
    pub id: u64,
    /// Time, in Unix milliseconds.
    pub at_ms: u64,
    /// Player who reports.
    pub reporter: Uuid,
    /// Reported player.
    pub player: Uuid,
    /// Match in question, if any.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub match_id: Option<Uuid>,
    /// Description by the reporter.
    pub reason: String,
    /// Whether the reporter is a guest.
    pub guest: bool,
}

/// A page of open reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ReportsView {
    /// Those of players with a claimed name first, then those of guests, the oldest first.
    pub reports: Vec<ReportView>,
    /// The value of `after` for the next page; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// What the server noticed about an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum NoticeWord {
    /// A key was used from very many addresses within a day.
    KeyAddresses,
    /// Matches that it won do not count, since both sides came from one address.
    SameAddress,
    /// Matches that it won do not count, since one of the sides has met too few others.
    FewOpponents,
    /// Matches that it won do not count, since it has met enough others of the opponents' network.
    OneNetwork,
}

/// Something that the server noticed about an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NoticeView {
    /// The account.
    pub player: PlayerView,
    /// What.
    pub notice: NoticeWord,
    /// How often.
    pub times: u64,
    /// When last, in Unix milliseconds.
    pub last_ms: u64,
    /// For the notice `one_network`: its opponents who share a network with one another.
    pub group: Vec<PlayerView>,
}

/// What the server noticed about accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NoticesView {
    /// The newest first.
    pub notices: Vec<NoticeView>,
}

/// Bans a player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct BanBody {
    /// Player to ban. The ban includes the bots of a person.
    pub player: Uuid,
    /// Reason, which the player can see.
    pub reason: String,
    /// End in UTC, as a date (`2027-01-31`) or a time (`2027-01-31T18:00Z`); permanent if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// A ban in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct BanView {
    /// Banned player.
    pub player: Uuid,
    /// Reason.
    pub reason: String,
    /// Start, in Unix milliseconds.
    pub at_ms: u64,
    /// End, in Unix milliseconds; permanent if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<u64>,
}

/// All bans in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct BansView {
    /// Bans, newest first.
    pub bans: Vec<BanView>,
}

/// Kinds of actions in the audit log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum AuditAction {
    /// Bans a player.
    Ban,
    /// Lifts a ban.
    Unban,
    /// Voids a match.
    Void,
    /// Closes a report.
    CloseReport,
    /// Revokes all credentials of a player who has lost access.
    Reset,
    /// Sets or removes the announcement.
    Announce,
    /// Disables the creation of matches by players.
    Drain,
    /// Enables the creation of matches by players.
    Undrain,
    /// Pauses a tournament.
    PauseTournament,
    /// Resumes a tournament.
    ResumeTournament,
    /// Stops a tournament.
    StopTournament,
    /// Refuses a module that a player handed in.
    RefuseModule,
}

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AuditEntryView {
    /// Time, in Unix milliseconds.
    pub at_ms: u64,
    /// How the operator was authenticated.
    pub by: Proof,
    /// Kind of action.
    pub action: AuditAction,
    /// Id of the player or object concerned.
    pub subject: Uuid,
    /// Reason.
    pub detail: String,
}

/// The audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AuditLogView {
    /// Entries, newest first.
    pub entries: Vec<AuditEntryView>,
}
