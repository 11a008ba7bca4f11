//! What HTTP lists: games, bots, matches, players, tournaments.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::account::PlayerClass;
use super::rating::{RatingView, TallyView, Unrated};
use super::view::{MatchSummary, NumberedView, PlayerView, TournamentState, TournamentStatus};
use crate::bots::tree::{ValueScale, ValueStyle};
use crate::games::catalog::Visitor;
use crate::games::{Diagram, Game, GameId, Hints, OptionKind, Side};
use crate::records::Record;
use crate::search::SearchOptions;
use crate::tournament::Failure;
use crate::tournament::live::Phase;
use crate::tournament::pairing::FormatName;

/// What an option of a game may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum OptionType {
    /// A whole number.
    Integer,
    /// Yes or no.
    Boolean,
    /// A tree of nested lists, with whole numbers as leaves.
    Tree,
}

/// An option that a match of a game may set.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OptionView {
    /// Its name.
    pub name: String,
    /// What it sets.
    pub about: String,
    /// What it may be.
    pub kind: OptionType,
    /// What it is unless given.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub default: Value,
    /// The least that it may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// The greatest that it may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
}

/// A number that an evaluation uses and a bot may change.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct WeightView {
    /// Its name.
    pub name: String,
    /// What it weighs.
    pub about: String,
    /// What it is unless given.
    pub default: i32,
}

/// An evaluation that a game offers.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct EvaluationView {
    /// Its name.
    pub name: String,
    /// How it judges.
    pub about: String,
    /// Its weights.
    pub weights: Vec<WeightView>,
}

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct GameView {
    /// The name in messages and files.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// The aim of the game.
    pub about: String,
    /// What the two sides are called.
    pub sides: [String; 2],
    /// Its options.
    pub options: Vec<OptionView>,
    /// Its evaluations, the default one first.
    pub evaluations: Vec<EvaluationView>,
    /// How values of its searches are read where they come without a distance; none where each is a payoff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<ValueScale>,
}

/// How the values of a game are read, without distances.
struct ScaleOf;

impl Visitor for ScaleOf {
    type Output = Option<ValueScale>;

    fn visit<G: Game + Hints>(self) -> Self::Output {
        ValueStyle::of::<G>(&SearchOptions { distance: false, ..SearchOptions::default() }).scale()
    }
}

impl GameView {
    /// The view of a game.
    #[must_use]
    pub fn of(id: GameId) -> Self {
        let info = id.info();
        let options = info.options.iter().map(|option| {
            let (kind, default, min, max) = match &option.kind {
                OptionKind::Integer { min, max, default } => {
                    (OptionType::Integer, (*default).into(), Some(*min), Some(*max))
                }
                OptionKind::Boolean { default } => (OptionType::Boolean, (*default).into(), None, None),
                OptionKind::Tree { default } => {
                    (OptionType::Tree, serde_json::from_str(default).unwrap_or(Value::Null), None, None)
                }
            };
            OptionView { name: option.name.into(), about: option.about.into(), kind, default, min, max }
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
        Self {
            name: info.name.into(),
            title: info.title.into(),
            about: info.about.into(),
            sides: Side::BOTH.map(|side| info.sides[side].to_owned()),
            options: options.collect(),
            evaluations: evaluations.collect(),
            scale: id.visit(ScaleOf),
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
    /// The game that it plays.
    pub game: String,
    /// One sentence about it.
    pub about: String,
    /// Its place among the bots of its game, from 1 for the weakest.
    pub level: u32,
    /// Its whole configuration.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub spec: Value,
    /// What it does, in a line.
    pub summary: String,
    /// What it was measured to be, on the scale of the leaderboards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// Whether it is a program that the server runs, and no configuration of the server's own search.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub engine: bool,
}

/// The bots, those of a game from weak to strong.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct BotsView {
    /// The bots.
    pub bots: Vec<BotView>,
    /// Accounts of programs that are connected at the moment, by name: they are challenged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<PlayerView>>"))]
    pub here: Vec<PlayerView>,
}

/// A page of matches, the newest first.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct MatchesView {
    /// The matches.
    pub matches: Vec<MatchSummary>,
    /// To be given as `before` for the next page, unless this is the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// One match.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct MatchView {
    /// How it stands.
    #[serde(flatten)]
    pub summary: MatchSummary,
    /// The tournament that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Uuid>,
    /// Why it does not count for ratings; absent where it does, or will, and in tournaments of bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Unrated>,
    /// Its record, once it is finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Record>"))]
    pub record: Option<Value>,
}

/// The position from which the events of a match go on.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct EventsStart {
    /// The ply to come.
    pub ply: u32,
    /// The moves of the opening as people write them, where that is not the moves' own texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    /// The position to draw.
    pub diagram: Diagram,
}

/// All events of a match.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct EventsView {
    /// The match.
    #[serde(rename = "match")]
    pub id: Uuid,
    /// Where it began.
    pub start: EventsStart,
    /// What happened.
    pub events: Vec<NumberedView>,
}

/// A player and what came of the player's matches.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct PlayerPage {
    /// The player's id.
    pub id: Uuid,
    /// The name to show.
    pub name: String,
    /// When the player first came, in Unix milliseconds.
    pub created_ms: u64,
    /// What the player is.
    pub class: PlayerClass,
    /// Whose, for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Uuid>,
    /// By the game's name.
    pub tallies: std::collections::BTreeMap<String, TallyView>,
    /// Ratings by game and speed, as of now.
    pub ratings: Vec<RatingView>,
}

/// A line of a leaderboard: a person or a bot.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct StandingView {
    /// The player's id, for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Uuid>,
    /// The bot's name, for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// The name to show.
    pub name: String,
    /// What came of the matches.
    #[serde(flatten)]
    pub tally: TallyView,
}

/// The best in a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LeaderboardView {
    /// The game's name.
    pub game: String,
    /// The best first.
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
    /// Its format.
    pub format: FormatName,
    /// Where it stands, in the words of the first clients.
    pub status: TournamentStatus,
    /// Where it stands.
    pub state: TournamentState,
    /// Why it failed or is blocked, for people; `paused` in a pause, for the first clients.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Why it failed or is blocked, with its values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// How many matches are played at a time, while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<u32>,
    /// Matches played.
    pub played: u64,
    /// Matches in all.
    pub total: u64,
    /// When it was started, in Unix milliseconds.
    pub created_ms: u64,
    /// Who leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<String>,
    /// Where it stands, if it is one that people and programs enter; `GET /api/tournaments/{id}/live` tells more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The player who opened it or had it played; none where the operator did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub by: Option<Uuid>,
}

/// A tournament and the file that it was started from.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TournamentPage {
    /// How it stands.
    #[serde(flatten)]
    pub summary: TournamentSummary,
    /// The file, whole.
    pub source: String,
}

/// A tournament that is configured and can be started.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TournamentFileView {
    /// The name to start it by.
    pub file: String,
    /// Its title.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// How many entrants it has.
    pub entrants: u32,
    /// How many matches it has.
    pub matches: u64,
}

/// The tournaments of this server.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct TournamentsView {
    /// Those that were started, the newest first: all of them, or a page where the request has a parameter.
    pub tournaments: Vec<TournamentSummary>,
    /// To be given as `before` for the next page, unless this is the last, or all were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Those that can be started.
    pub available: Vec<TournamentFileView>,
    /// Whether the caller may start and stop tournaments.
    pub operator: bool,
}

/// Records of a tournament.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RecordsView {
    /// The records, in the order of the schedule.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<Record>"))]
    pub records: Vec<Value>,
    /// How many there are in all.
    pub total: u64,
}
