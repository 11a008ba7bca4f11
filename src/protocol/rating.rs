//! Ratings and opponents: HTTP responses.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::PlayerView;
use super::account::PlayerClass;
use arena_play::Speed;

/// Current rating of a player in a game at a speed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RatingView {
    /// The game's name.
    pub game: String,
    /// Speed: with or without a clock.
    pub speed: Speed,
    /// Rating.
    pub rating: i32,
    /// Standard deviation.
    pub deviation: u32,
    /// True if the rating is too uncertain for a comparison.
    pub provisional: bool,
    /// Number of rated matches.
    pub matches: u64,
    /// Number of distinct opponents. A person and all the person's bots count as one.
    pub opponents: u64,
    /// Time when the last rated match ended, in Unix milliseconds.
    pub last_ms: u64,
}

/// A row of a leaderboard by rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct RatedPlayerView {
    /// The player.
    pub player: PlayerView,
    /// Kind of player: a person or a bot.
    pub class: PlayerClass,
    /// Owner, for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Uuid>,
    /// Rating.
    #[serde(flatten)]
    pub rating: RatingView,
}

/// A bot of the server that anchors the ratings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MeasuredBotView {
    /// Its name.
    pub name: String,
    /// Measured rating.
    pub rating: i32,
    /// Standard deviation.
    pub deviation: u32,
}

/// The leaderboards of a game by rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RatingsView {
    /// The game's name.
    pub game: String,
    /// Speed: with or without a clock.
    pub speed: Speed,
    /// Players with settled ratings, best first.
    pub rows: Vec<RatedPlayerView>,
    /// Players with provisional ratings, best first.
    pub provisional: Vec<RatedPlayerView>,
    /// Measured bots of the server, strongest first.
    pub bots: Vec<MeasuredBotView>,
}

/// Result of a match for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum ResultWord {
    /// The player won.
    Win,
    /// The match was drawn.
    Draw,
    /// The player lost.
    Loss,
}

/// Reason why a match does not count for ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Unrated {
    /// The match was created as unrated.
    NotAgreed,
    /// It does not start from the game's initial position.
    Start,
    /// The options of the game differ from the defaults.
    Options,
    /// A player is a guest.
    Guest,
    /// A player is a bot of the server without a measured strength.
    Unmeasured,
    /// Both players belong to the same person.
    OnePerson,
    /// It ended before both sides had moved, or the daily limit of rated matches between the two was reached.
    NotCounted,
}

/// A rating before and after a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RatingChange {
    /// Rating before the match.
    pub before: i32,
    /// Rating after the match.
    pub after: i32,
}

/// A rated match in a player's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RatedMatchView {
    /// The match.
    #[serde(rename = "match")]
    pub id: Uuid,
    /// Time when its end was stored, in Unix milliseconds.
    pub at_ms: u64,
    /// Result for the player.
    pub result: ResultWord,
    /// Rating of the player after the match.
    pub rating: i32,
    /// Standard deviation of the player's rating.
    pub deviation: u32,
    /// Rating of the opponent after the match.
    pub opponent_rating: i32,
    /// Standard deviation of the opponent's rating.
    pub opponent_deviation: u32,
}

/// A page of a player's rating history, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct RatingHistoryView {
    /// Rated matches.
    pub matches: Vec<RatedMatchView>,
    /// Value of `before` for the next page; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TallyView {
    /// Number of wins.
    pub wins: u64,
    /// Number of draws.
    pub draws: u64,
    /// Number of losses.
    pub losses: u64,
}

/// A player's results against one opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OpponentView {
    /// Id of the opponent; absent for a bot of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Uuid>,
    /// Displayed name of the opponent.
    pub name: String,
    /// Results of the player in the first seat.
    pub first: TallyView,
    /// Results of the player in the second seat.
    pub second: TallyView,
}

/// The most frequent opponents of a player in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct OpponentsView {
    /// The game's name.
    pub game: String,
    /// Opponents, most frequent first.
    pub opponents: Vec<OpponentView>,
}
