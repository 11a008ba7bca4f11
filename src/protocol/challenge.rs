//! Challenges and quick pairing: parts of messages and bodies of HTTP requests.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::PlayerView;
use arena_games::{Options, Side};
use arena_play::ClockSetting;

/// Maximum length in characters of a reason for declining a challenge, a report, a ban or voiding a match.
pub const LONGEST_REASON: usize = 300;

/// Seat preference of a challenger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum SeatRequest {
    /// First seat.
    First,
    /// Second seat.
    Second,
    /// A random seat.
    #[default]
    Random,
}

impl SeatRequest {
    /// Returns the side; `None` for a random seat.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Random => None,
        }
    }
}

/// A new challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ChallengeBody {
    /// Opponent. If it is absent, anyone who knows the challenge's id can accept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Uuid>,
    /// Name of the game.
    pub game: String,
    /// Options of the game that differ from the defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub options: Option<Options>,
    /// Clock setting; unlimited time if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// Seat of the challenger; random if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatRequest>,
    /// True if the match counts for ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// True if an open challenge is listed publicly. Otherwise only players who know its id can see it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub listed: bool,
    /// Lifetime in milliseconds; one week if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_ms: Option<u64>,
}

/// State of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum ChallengeState {
    /// Open.
    Standing,
    /// A match was created.
    Accepted,
    /// The opponent declined it.
    Declined,
    /// The challenger withdrew it.
    Withdrawn,
    /// It expired without an answer.
    Expired,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ChallengeView {
    /// Id of the challenge. Anyone who knows it may accept an open challenge.
    pub challenge: Uuid,
    /// The challenger.
    pub challenger: PlayerView,
    /// The opponent; absent for an open challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<PlayerView>,
    /// Name of the game.
    pub game: String,
    /// All options of the game.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub options: Options,
    /// Clock setting; absent for unlimited time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// Seat of the challenger.
    pub seat: SeatRequest,
    /// True if the match counts for ratings.
    pub rated: bool,
    /// True if the challenge is listed publicly.
    pub listed: bool,
    /// Time of creation, in Unix milliseconds.
    pub created_ms: u64,
    /// Time of expiry, in Unix milliseconds.
    pub expires_ms: u64,
    /// State.
    pub state: ChallengeState,
    /// Reason for declining it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Match that resulted from it, once accepted.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub id: Option<Uuid>,
}

/// A list of challenges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ChallengesView {
    /// The challenges.
    pub challenges: Vec<ChallengeView>,
}

/// Response after a challenge was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AcceptedView {
    /// The new match.
    #[serde(rename = "match")]
    pub id: Uuid,
}

/// A reason.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ReasonBody {
    /// Reason in plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A player's rules for challenges. The server declines other challenges automatically.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ChallengeRules {
    /// Accepted games; all games if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub games: Vec<String>,
    /// True to accept only matches with a continuous clock, false for only matches without a clock or with time per
    /// move; both if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<bool>,
    /// Accepted range of the clock's initial time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_ms: Option<[u64; 2]>,
    /// True to accept only rated matches, false for only unrated ones; both if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// Accepted range of the challenger's rating in the game at its speed. An unrated challenger counts as 1500.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<[u32; 2]>,
    /// Maximum number of concurrent matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_once: Option<u32>,
    /// Declines all challenges if true.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub closed: bool,
}

/// A request for quick pairing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct PairRequest {
    /// Name of the game, which is played with its default options.
    pub game: String,
    /// Clock setting; unlimited time if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// True if the match counts for ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
}
