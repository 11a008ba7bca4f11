//! HTTP responses that list games, bots, matches, players and tournaments.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::account::PlayerClass;
use super::rating::{RatingChange, RatingView, TallyView, Unrated};
use super::view::{
    EventView, MatchSummary, NumberedView, PlayerView, StartView, TournamentState, TournamentStatus, count, notation,
};
use arena_games::{Diagnostic, Diagram, GameError, GameId, OptionKind, Side};
use arena_play::link::{PositionView, Published, republished};
use arena_play::tournament::{FormatName, Phase};
use arena_play::{Match, MatchSetup, ValueScale};

/// Type of a game option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum OptionType {
    /// A whole number.
    Integer,
    /// A boolean.
    Boolean,
    /// One of several names.
    Choice,
    /// A tree of nested lists with integers as leaves.
    Tree,
}

/// An option of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OptionView {
    /// Its name.
    pub name: String,
    /// Description.
    pub about: String,
    /// Type.
    pub kind: OptionType,
    /// Default value.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub default: Value,
    /// Minimum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// Maximum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// Names to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub names: Vec<String>,
}

/// A weight of an evaluation. Bots may change it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct WeightView {
    /// Its name.
    pub name: String,
    /// Description.
    pub about: String,
    /// Default value.
    pub default: i32,
}

/// An evaluation of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct EvaluationView {
    /// Its name.
    pub name: String,
    /// Description.
    pub about: String,
    /// Its weights.
    pub weights: Vec<WeightView>,
}

/// A feature that an evaluation can name if it is an expression.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FeatureView {
    /// Its name.
    pub name: String,
    /// What is counted for a side.
    pub about: String,
}

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct GameView {
    /// Name in messages and files.
    pub name: String,
    /// Display name.
    pub title: String,
    /// The aim of the game.
    pub about: String,
    /// Names of the two sides.
    pub sides: [String; 2],
    /// Options.
    pub options: Vec<OptionView>,
    /// Evaluations, default one first.
    pub evaluations: Vec<EvaluationView>,
    /// Features for expressions. Without features, an evaluation cannot be an expression.
    pub features: Vec<FeatureView>,
    /// Scale of search values without a distance; absent if each value is a payoff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<ValueScale>,
}

impl GameView {
    /// Creates the view of a game with this scale of search values.
    #[must_use]
    pub fn of(id: GameId, scale: Option<ValueScale>) -> Self {
        let info = id.info();
        let options = info.options.iter().map(|option| {
            let (kind, default, min, max) = match &option.kind {
                OptionKind::Integer { min, max, default } => {
                    (OptionType::Integer, (*default).into(), Some(*min), Some(*max))
                }
                OptionKind::Boolean { default } => (OptionType::Boolean, (*default).into(), None, None),
                OptionKind::Choice { default, .. } => (OptionType::Choice, (*default).into(), None, None),
                OptionKind::Tree { default } => {
                    (OptionType::Tree, serde_json::from_str(default).unwrap_or(Value::Null), None, None)
                }
            };
            let names = match option.kind {
                OptionKind::Choice { names, .. } => names.iter().map(|name| (*name).to_owned()).collect(),
                _ => Vec::new(),
            };
            OptionView { name: option.name.into(), about: option.about.into(), kind, default, min, max, names }
        });
        let evaluations = id.evaluations().iter().map(|evaluation| EvaluationView {
            name: evaluation.name.into(),
            about: evaluation.about.into(),
            weights: evaluation
                .weights
                .iter()
                .map(|weight| WeightView {
                    name: weight.name.into(),
                    about: weight.about.into(),
                    default: weight.default,
                })
                .collect(),
        });
        let features = id.features().into_iter();
        let features = features.map(|one| FeatureView { name: one.name.into(), about: one.about.into() });
        Self {
            name: info.name.into(),
            title: info.title.into(),
            about: info.about.into(),
            sides: Side::BOTH.map(|side| info.sides[side].to_owned()),
            options: options.collect(),
            evaluations: evaluations.collect(),
            features: features.collect(),
            scale,
        }
    }
}

/// All games.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GamesView {
    /// The games.
    pub games: Vec<GameView>,
}

/// A configured bot.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct BotView {
    /// Its name.
    pub name: String,
    /// Name of the game that it plays.
    pub game: String,
    /// Description in one sentence.
    pub about: String,
    /// Rank among the bots of its game; 1 is the weakest. 0 for the module of a player.
    pub level: u32,
    /// Complete configuration.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub spec: Value,
    /// Summary of the configuration in one line.
    pub summary: String,
    /// Measured rating, on the scale of the leaderboards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// True for an engine that the server runs, false for a configuration of the server's own search.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub engine: bool,
    /// True for the newest version of a module that a player handed in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub module: bool,
}

/// All bots; those of the same game are sorted from weak to strong.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct BotsView {
    /// The bots.
    pub bots: Vec<BotView>,
    /// Connected bot accounts, which can be challenged, sorted by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<PlayerView>>"))]
    pub here: Vec<PlayerView>,
}

/// A page of matches, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct MatchesView {
    /// The matches.
    pub matches: Vec<MatchSummary>,
    /// Value of `before` for the next page; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A match in detail.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct MatchView {
    /// Summary of the match.
    #[serde(flatten)]
    pub summary: MatchSummary,
    /// Tournament of the match, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Uuid>,
    /// Reason why it does not count for ratings; absent if it counts or may count, and in bot tournaments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Unrated>,
    /// Ratings of both sides before and after the match, if it counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<[RatingChange; 2]>,
    /// Record, once the match has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<crate::typescript::Record>"))]
    pub record: Option<Value>,
}

/// Position of a match before its events.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct EventsStart {
    /// Start of the match, where it differs from the game's initial position.
    #[serde(flatten)]
    pub start: StartView,
    /// Ply of the next move.
    pub ply: u32,
    /// Moves of the opening in the game's usual notation, if that differs from the moves' own texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// Side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    /// Position.
    pub diagram: Diagram,
}

/// A page of the events of a match.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct EventsView {
    /// The match.
    #[serde(rename = "match")]
    pub id: Uuid,
    /// Initial position.
    pub start: EventsStart,
    /// Events in order.
    pub events: Vec<NumberedView>,
    /// Value of `since` for the next page; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

impl EventsView {
    /// Returns up to `limit` events of a match after number `since`, and the position before its first event.
    ///
    /// # Errors
    /// Returns an error if a move is not legal, which means that the events belong to another match.
    pub fn page(setup: &MatchSetup, core: &Match, since: u64, limit: usize) -> Result<Self, GameError> {
        let opening = &core.terms().opening;
        let all = core.events();
        let since = usize::try_from(since).unwrap_or(usize::MAX).min(all.len());
        let end = since.saturating_add(limit).min(all.len());
        let published = republished(core.start(), opening, &all[..end], since)?;
        let mut board = core.start().boxed_clone();
        for (ply, mv) in opening.iter().enumerate() {
            board.play(*mv, ply)?;
        }
        let position = PositionView::of(&*board);
        let is_withheld = setup.withholds_thoughts() && !matches!(core.phase(), arena_play::Phase::Over(_));
        let view = |published: &Published| {
            let event = EventView::new(setup, published, None);
            let event = if is_withheld { event.without_thought() } else { event };
            NumberedView { seq: published.seq, event }
        };
        Ok(Self {
            id: setup.id,
            start: EventsStart {
                start: StartView::new(setup),
                ply: count(opening.len()),
                notation: notation(&core.start().written_line(opening)),
                turn: position.turn,
                diagram: position.diagram,
            },
            events: published.iter().map(view).collect(),
            next: (end < all.len()).then_some(end as u64),
        })
    }
}

/// A player with tallies and ratings.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct PlayerPage {
    /// Id of the player.
    pub id: Uuid,
    /// Displayed name.
    pub name: String,
    /// Time when the player was created, in Unix milliseconds.
    pub created_ms: u64,
    /// Kind of player.
    pub class: PlayerClass,
    /// Owner, for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Uuid>,
    /// Tallies by name of the game.
    pub tallies: std::collections::BTreeMap<String, TallyView>,
    /// Current ratings by game and speed.
    pub ratings: Vec<RatingView>,
}

/// A row of a leaderboard: a person or a bot.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct StandingView {
    /// Id of the player, for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Uuid>,
    /// Name of the bot, for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Displayed name.
    pub name: String,
    /// Wins, draws and losses.
    #[serde(flatten)]
    pub tally: TallyView,
}

/// The leaderboard of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LeaderboardView {
    /// The game's name.
    pub game: String,
    /// Rows, best first.
    pub rows: Vec<StandingView>,
}

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct TournamentSummary {
    /// The tournament.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// Format.
    pub format: FormatName,
    /// Status in terms of `arena.v1`.
    pub status: TournamentStatus,
    /// Detailed state.
    pub state: TournamentState,
    /// Reason for a failure or a block, in English. For clients of `arena.v1`, `paused` while it is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The same with its code and values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Diagnostic>,
    /// Number of concurrent matches, while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<u32>,
    /// Number of matches played.
    pub played: u64,
    /// Total number of matches.
    pub total: u64,
    /// Time when it was started, in Unix milliseconds.
    pub created_ms: u64,
    /// Name of the leader; absent if several share the lead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<String>,
    /// Phase of a live tournament; absent for others. `GET /api/tournaments/{id}/live` returns more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// Player who opened or started it; absent if the operator did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub by: Option<Uuid>,
}

/// A tournament and its source file.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TournamentPage {
    /// Summary of the tournament.
    #[serde(flatten)]
    pub summary: TournamentSummary,
    /// Complete text of the file.
    pub source: String,
}

/// A configured tournament that can be started.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TournamentFileView {
    /// Name by which it is started.
    pub file: String,
    /// Its title.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// Number of entrants.
    pub entrants: u32,
    /// Number of matches.
    pub matches: u64,
}

/// The tournaments of this server.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct TournamentsView {
    /// Started tournaments, newest first: all of them, or a page if the request has parameters.
    pub tournaments: Vec<TournamentSummary>,
    /// Value of `before` for the next page; absent on the last page and if all were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Tournaments that can be started.
    pub available: Vec<TournamentFileView>,
    /// True if the caller may start and stop tournaments.
    pub operator: bool,
}

/// Records of a tournament.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RecordsView {
    /// Records in schedule order.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<crate::typescript::Record>"))]
    pub records: Vec<Value>,
    /// Total number of records.
    pub total: u64,
}
