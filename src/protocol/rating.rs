//! What HTTP tells of ratings, and of whom a player met.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::PlayerView;
use super::account::PlayerClass;
use crate::play::Speed;

/// A player's rating in a game at a speed, as of now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RatingView {
    /// The game's name.
    pub game: String,
    /// With a clock or without.
    pub speed: Speed,
    /// The rating.
    pub rating: i32,
    /// Its standard deviation.
    pub deviation: u32,
    /// Whether too little is known to compare it with others.
    pub provisional: bool,
    /// Rated matches.
    pub matches: u64,
    /// How many others they were against; the bots of one person are one.
    pub opponents: u64,
    /// When the last one ended, in Unix milliseconds.
    pub last_ms: u64,
}

/// A line of a leaderboard by rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct RatedPlayerView {
    /// Who.
    pub player: PlayerView,
    /// A person or a bot.
    pub class: PlayerClass,
    /// Whose, for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Uuid>,
    /// The rating.
    #[serde(flatten)]
    pub rating: RatingView,
}

/// A bot of the server, by which ratings are anchored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MeasuredBotView {
    /// Its name.
    pub name: String,
    /// What it was measured to be.
    pub rating: i32,
    /// How uncertain that is.
    pub deviation: u32,
}

/// The leaderboards by rating of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RatingsView {
    /// The game's name.
    pub game: String,
    /// With a clock or without.
    pub speed: Speed,
    /// The best, by rating.
    pub rows: Vec<RatedPlayerView>,
    /// Those of whom too little is known, by rating.
    pub provisional: Vec<RatedPlayerView>,
    /// The measured bots of the server, the strongest first.
    pub bots: Vec<MeasuredBotView>,
}

/// What a match came to for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum ResultWord {
    /// The player won.
    Win,
    /// Nobody did.
    Draw,
    /// The other one did.
    Loss,
}

/// Why a match counts for no ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Unrated {
    /// It was not made to be rated.
    NotAgreed,
    /// It does not begin at the game's usual start.
    Start,
    /// The game's options are not the usual ones.
    Options,
    /// A seat is held by a guest.
    Guest,
    /// A seat is held by a bot of the server whose strength was not measured.
    Unmeasured,
    /// Both sides are of one person.
    OnePerson,
    /// It was over before both had moved, or the two had as many rated matches within a day as count.
    NotCounted,
}

/// A rated match in a player's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RatedMatchView {
    /// The match.
    #[serde(rename = "match")]
    pub id: Uuid,
    /// When its end was stored, in Unix milliseconds.
    pub at_ms: u64,
    /// What it came to for the player.
    pub result: ResultWord,
    /// The player's rating after it.
    pub rating: i32,
    /// Its deviation.
    pub deviation: u32,
    /// The other side's rating after it.
    pub opponent_rating: i32,
    /// Its deviation.
    pub opponent_deviation: u32,
}

/// A page of a player's rating over time, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct RatingHistoryView {
    /// The rated matches.
    pub matches: Vec<RatedMatchView>,
    /// To be given as `before` for the next page, unless this is the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TallyView {
    /// Matches won.
    pub wins: u64,
    /// Matches that nobody won.
    pub draws: u64,
    /// Matches lost.
    pub losses: u64,
}

/// Whom a player met, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OpponentView {
    /// The other player's id; absent for a bot of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Uuid>,
    /// The name to show.
    pub name: String,
    /// The player's matches in the first seat.
    pub first: TallyView,
    /// Those in the second seat.
    pub second: TallyView,
}

/// Whom a player met most in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct OpponentsView {
    /// The game's name.
    pub game: String,
    /// The most frequent first.
    pub opponents: Vec<OpponentView>,
}
