//! The bodies of HTTP that keep the peace: blocks, reports, bans, matches that are made void, and the operator's log.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::PlayerView;
use super::operator::Proof;

/// One player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct PlayerBody {
    /// Who.
    pub player: Uuid,
}

/// Whom one has blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct BlocksView {
    /// They, the newest first.
    pub players: Vec<PlayerView>,
}

/// Whether one takes offers in a match.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct MuteBody {
    /// Whether none are taken.
    pub muted: bool,
}

/// What one tells the operator of a player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct ReportBody {
    /// Of whom.
    pub player: Uuid,
    /// In which match.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub id: Option<Uuid>,
    /// What happened.
    pub reason: String,
}

/// A report that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ReportView {
    /// Its number.
    pub id: u64,
    /// When, in Unix milliseconds.
    pub at_ms: u64,
    /// By whom.
    pub reporter: Uuid,
    /// Of whom.
    pub player: Uuid,
    /// In which match.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub match_id: Option<Uuid>,
    /// What happened.
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
}

/// What the server noticed about accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NoticesView {
    /// The newest first.
    pub notices: Vec<NoticeView>,
}

/// Keeps a player out.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct BanBody {
    /// Whom; a person's bots as well.
    pub player: Uuid,
    /// Why; the player is told.
    pub reason: String,
    /// Until when, in Unix milliseconds; for good when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<u64>,
}

/// A ban that holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct BanView {
    /// Whom.
    pub player: Uuid,
    /// Why.
    pub reason: String,
    /// Since when, in Unix milliseconds.
    pub at_ms: u64,
    /// Until when, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<u64>,
}

/// All bans that hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct BansView {
    /// They, the newest first.
    pub bans: Vec<BanView>,
}

/// What the operator does that is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum DeedKind {
    /// Keeps a player out.
    Ban,
    /// Lifts a ban.
    Unban,
    /// Makes a match void.
    Void,
    /// Closes a report.
    CloseReport,
    /// Ends all that lets a player in, for a player who cannot get in any more.
    Reset,
    /// Tells everybody something, or takes that back.
    Announce,
    /// Lets players make no matches.
    Drain,
    /// Lets players make matches again.
    Undrain,
}

/// Something that the operator did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct DeedView {
    /// When, in Unix milliseconds.
    pub at_ms: u64,
    /// By what the operator was known.
    pub by: Proof,
    /// What.
    pub deed: DeedKind,
    /// To whom or what.
    pub subject: Uuid,
    /// Why.
    pub detail: String,
}

/// The operator's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct DeedsView {
    /// The newest deeds first.
    pub deeds: Vec<DeedView>,
}
