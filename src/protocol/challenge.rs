//! Challenges, quick pairing, and what keeps the peace: the messages' parts and the bodies of HTTP.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::PlayerView;
use crate::games::{Options, Side};
use crate::play::ClockSetting;

/// Most characters of a reason: why a challenge is declined, a player reported or banned, a match void.
pub const LONGEST_REASON: usize = 300;

/// The seat that a challenger wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum SeatWish {
    /// The first.
    First,
    /// The second.
    Second,
    /// By chance.
    #[default]
    Random,
}

impl SeatWish {
    /// The side, or none for chance.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Random => None,
        }
    }
}

/// A challenge that somebody makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ChallengeBody {
    /// Whom; anybody who knows the challenge's id when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Uuid>,
    /// The game's name.
    pub game: String,
    /// Options of the game that differ from the defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub options: Option<Options>,
    /// The clock; none for unlimited time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// The challenger's seat; by chance when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatWish>,
    /// Whether it counts for ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Whether an open challenge is shown to everybody; otherwise only those who were given its id know of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub listed: bool,
    /// For how long it stands, in milliseconds; a week when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_ms: Option<u64>,
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum ChallengeState {
    /// Nothing yet.
    Standing,
    /// A match was made.
    Accepted,
    /// The opponent does not want it.
    Declined,
    /// The challenger does not want it any more.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ChallengeView {
    /// Its id: whoever knows it may accept an open one.
    pub challenge: Uuid,
    /// Who challenges.
    pub challenger: PlayerView,
    /// Whom; anybody when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<PlayerView>,
    /// The game's name.
    pub game: String,
    /// All of the game's options.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub options: Options,
    /// The clock; none for unlimited time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// The challenger's seat.
    pub seat: SeatWish,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether it is shown to everybody.
    pub listed: bool,
    /// When it was made, in Unix milliseconds.
    pub created_ms: u64,
    /// Until when it stands, in Unix milliseconds.
    pub expires_ms: u64,
    /// What became of it.
    pub state: ChallengeState,
    /// Why it was declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The match, once it was accepted.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub id: Option<Uuid>,
}

/// Challenges over HTTP.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ChallengesView {
    /// The challenges.
    pub challenges: Vec<ChallengeView>,
}

/// The match that came of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AcceptedView {
    /// The match.
    #[serde(rename = "match")]
    pub id: Uuid,
}

/// Why something is done.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ReasonBody {
    /// A sentence for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// By which rules a player takes challenges: one that does not fit is declined at once, by the server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ChallengeRules {
    /// The games; none named for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub games: Vec<String>,
    /// With a clock only (true) or without only (false); either when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<bool>,
    /// From and to how many milliseconds the clock may have at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_ms: Option<[u64; 2]>,
    /// Rated only (true) or unrated only (false); either when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// From and to which rating, by the game and its speed, challengers may have; who has none counts as 1500.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<[u32; 2]>,
    /// So many matches may be under way at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_once: Option<u32>,
    /// No challenge at all.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub closed: bool,
}

/// What somebody wants to be paired for, quickly.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct PairWish {
    /// The game's name; it is played by its usual options.
    pub game: String,
    /// The clock; none for unlimited time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// Whether it counts for ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
}
