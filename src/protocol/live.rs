//! Tournaments that one can enter: the bodies of HTTP, and what is told of them.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Reason;
use crate::tournament::live::{Phase, SeasonRow, Terms};

/// Most characters of what a version is called.
pub const LONGEST_VERSION: usize = 40;

/// Most invitations that one request makes.
pub const MOST_INVITATIONS: usize = 200;

/// What an entrant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum EntrantClass {
    /// A player: a guest, a person, or a bot's account that a program plays for.
    Player,
    /// A bot of the server.
    Bot,
    /// An engine that the server runs.
    Engine,
}

/// An entrant's line in the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct EntrantView {
    /// Its number, in the order in which they entered.
    pub number: u32,
    /// Its rank, from 1; equals share one.
    pub rank: u32,
    /// Its name, which no other entrant has.
    pub name: String,
    /// What it is.
    pub class: EntrantClass,
    /// The player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Uuid>,
    /// What its version is called, where it has told one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Whether it is connected and ready to play.
    pub here: bool,
    /// Whether it has left the tournament.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub left: bool,
    /// 1 for a win, ½ for a draw.
    pub points: f64,
    /// Matches won.
    pub wins: u64,
    /// Matches drawn.
    pub draws: u64,
    /// Matches lost.
    pub losses: u64,
    /// Those of them, and of the drawn ones, in which it stayed away.
    pub absences: u64,
    /// Its rating by the matches of this tournament, Glicko-2; everybody begins at 1500.
    pub rating: f64,
    /// The rating's standard deviation.
    pub deviation: f64,
}

/// A match of the tournament that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LiveMatchView {
    /// The match.
    #[serde(rename = "match")]
    pub id: Uuid,
    /// The number of the entrant who has the first seat.
    pub first: u32,
    /// The other's.
    pub second: u32,
}

/// A tournament that one can enter, as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct LiveView {
    /// The tournament.
    pub tournament: Uuid,
    /// What it is played by.
    pub terms: Terms,
    /// The player who opened it; none where the operator did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub by: Option<Uuid>,
    /// Where it stands.
    pub phase: Phase,
    /// Whether no matches are begun for now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub paused: bool,
    /// Whether somebody stopped it before its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub stopped: bool,
    /// Whether one can enter now.
    pub open: bool,
    /// When it was opened, in Unix milliseconds.
    pub created_ms: u64,
    /// When play began, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_ms: Option<u64>,
    /// When the last match is begun at the latest, in Unix milliseconds: of an arena, and where a player opened it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_ms: Option<u64>,
    /// The round of the schedule that is being played, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// How many rounds there are, as far as is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u64>,
    /// The season of a league that is being played, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub season: Option<u32>,
    /// Matches that count so far.
    pub played: u64,
    /// Matches in all, as far as is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// The entrants, the best first.
    pub entrants: Vec<EntrantView>,
    /// The matches that are being played.
    pub matches: Vec<LiveMatchView>,
}

/// What the asker may open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OpeningView {
    /// Whether the asker may open a tournament now.
    pub may: bool,
    /// Why not, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The same with its values, where that has a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Reason>,
    /// What players are bound by, and what of it the asker has left; none for the operator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<OpeningBounds>,
}

/// How large a player's tournaments may be, and how many more of them there may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct OpeningBounds {
    /// The games, by name.
    pub games: Vec<String>,
    /// Entrants of one at most.
    pub entrants: u32,
    /// Matches of one at most.
    pub matches: u64,
    /// How long after its opening one ends at the latest, in milliseconds.
    pub lasts_ms: u64,
    /// So many more may be under way at once.
    pub open_left: usize,
    /// So many more may be opened within a day.
    pub today_left: usize,
}

/// What somebody enters with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct EnterBody {
    /// What the program's version is called: another one than before counts as a new version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The asker's own bot that enters, in the asker's place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub bot: Option<Uuid>,
}

/// Who is to be in a tournament; for the operator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct InviteBody {
    /// Players who may enter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Uuid>>"))]
    pub players: Vec<Uuid>,
    /// Bots and engines of the server that enter now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub bots: Vec<String>,
}

/// New accounts to hand out; for the operator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct InvitationsBody {
    /// The names of the accounts, which are claimed for good.
    #[serde(default)]
    pub names: Vec<String>,
    /// More names, each with the next number that is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbered: Option<NumberedNames>,
    /// The tournament that they are invited to: its id, or its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
}

/// Names such as `student-07`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NumberedNames {
    /// What they begin with, before a hyphen and the number.
    pub prefix: String,
    /// How many.
    pub count: usize,
}

/// A new account and its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct InvitationView {
    /// Its name.
    pub name: String,
    /// The player.
    pub player: Uuid,
    /// The key, which is told once.
    pub key: String,
    /// A recovery code, with which its owner sets a first password; told once.
    pub recovery_code: String,
}

/// New accounts and their keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct InvitationsView {
    /// In the order of the names.
    pub invitations: Vec<InvitationView>,
    /// The name of the tournament that they are invited to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
}

/// A season of a league that was closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SeasonView {
    /// Its number, from 1.
    pub number: u32,
    /// When it was closed, in Unix milliseconds.
    pub closed_ms: u64,
    /// The table, the best first.
    pub table: Vec<SeasonRow>,
}

/// The seasons of a league that were closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SeasonsView {
    /// The first one first.
    pub seasons: Vec<SeasonView>,
}
