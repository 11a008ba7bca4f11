//! The JSON bodies of analysis requests. Each key is declared once, and the parser, the OpenAPI document and the page's
//! types are derived from it.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use arena_games::{Diagnostic, FieldError, GameError, Options, Side, typed};
use arena_search::MAX_DEPTH;

/// The greatest number of steps of a page.
pub const MOST_STEPS: usize = 2_000;
const LARGEST_PAGE: u64 = MOST_STEPS as u64;
/// The greatest number of plies of a search, of a tree and of a page of steps.
const DEEPEST: u64 = MAX_DEPTH as u64;
/// All JSON parsers represent integers up to this exactly.
const LARGEST_INTEGER: u64 = 1 << 53;

/// A position and the search to run on it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[cfg_attr(feature = "typescript", ts(optional_fields))]
pub struct AnalyseBody {
    /// The game's name.
    pub game: String,
    /// The game's options.
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    #[schema(value_type = Option<Value>)]
    pub options: Option<GivenOptions>,
    /// The position from which the moves start. The game's initial position by default.
    pub position: Option<String>,
    /// The moves to play first.
    #[cfg_attr(feature = "typescript", ts(optional, type = "string[] | string"))]
    #[schema(value_type = Option<Vec<String>>)]
    pub moves: Option<MoveList>,
    /// The configured bot whose search to use.
    pub bot: Option<String>,
    /// The number of plies of the searched tree to return. Not for `/api/trace`.
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    #[schema(value_type = Option<u32>)]
    pub tree_depth: Option<WholeNumber<0, DEEPEST>>,
    /// The steps that `/api/trace` returns. The first page of all steps by default. Not for `/api/analyse`.
    pub page: Option<TracePage>,
    /// Any switch of a search, by its name in a bot's configuration.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub switches: BTreeMap<String, Value>,
}

/// The steps of a search to return.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", ts(optional_fields))]
pub struct TracePage {
    /// The iteration depth whose steps are returned.
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    #[schema(value_type = Option<u16>)]
    pub depth: Option<WholeNumber<1, DEEPEST>>,
    /// The moves to a node. Only steps at and below that node are returned.
    #[cfg_attr(feature = "typescript", ts(optional, type = "string[] | string"))]
    #[schema(value_type = Option<Vec<String>>)]
    pub below: Option<MoveList>,
    /// The greatest distance in plies below that node.
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    #[schema(value_type = Option<u16>)]
    pub plies: Option<WholeNumber<0, DEEPEST>>,
    /// The number of the first step to return among these, counted from 0.
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    #[schema(value_type = Option<u64>)]
    pub from: Option<WholeNumber<0, LARGEST_INTEGER>>,
    /// The greatest number of steps.
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    #[schema(value_type = Option<usize>)]
    pub count: Option<WholeNumber<1, LARGEST_PAGE>>,
    /// Whether to include the boards of entered nodes, if they have at most sixteen cells.
    pub boards: Option<bool>,
}

/// A position to set up.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", ts(optional_fields))]
pub struct PositionBody {
    /// The game's name.
    pub game: String,
    /// The game's options.
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    #[schema(value_type = Option<Value>)]
    pub options: Option<GivenOptions>,
    /// The position as text from which the moves start. The game's initial position by default.
    pub position: Option<String>,
    /// An alternative to `position`: the contents of each cell, in the order of the diagram. Empty text for an empty
    /// cell.
    pub cells: Option<Vec<String>>,
    /// The side to move if `cells` is given and the pieces do not determine it.
    pub side: Option<Side>,
    /// The moves to play from there.
    #[cfg_attr(feature = "typescript", ts(optional, type = "string[] | string"))]
    #[schema(value_type = Option<Vec<String>>)]
    pub moves: Option<MoveList>,
}

/// A small game to solve exhaustively.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", ts(optional_fields))]
pub struct SolveBody {
    /// The game's name.
    pub game: String,
    /// The game's options.
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    #[schema(value_type = Option<Value>)]
    pub options: Option<GivenOptions>,
    /// The position from which the moves start. The game's initial position by default.
    pub position: Option<String>,
    /// The moves to play first.
    #[cfg_attr(feature = "typescript", ts(optional, type = "string[] | string"))]
    #[schema(value_type = Option<Vec<String>>)]
    pub moves: Option<MoveList>,
    /// Whether to list all positions, if there are at most 2,100.
    pub list: Option<bool>,
    /// Whether to list the positions up to symmetry with the moves between them, if there are at most 2,100.
    pub map: Option<bool>,
}

/// The reason for rejecting a question. The message says what would be valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// The game, its options, the position or a move is invalid.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A switch of the search is invalid.
    #[error(transparent)]
    Settings(#[from] FieldError),
    /// The bot does not exist or plays another game.
    #[error("bot: {0}")]
    Bot(Diagnostic),
    /// The form of the question is invalid.
    #[error(transparent)]
    Form(FieldError),
}

/// The options of a game, an object with game-specific keys.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GivenOptions(pub Options);

impl<'de> Deserialize<'de> for GivenOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Object(options) => Ok(Self(options)),
            _ => Err(D::Error::custom("expected an object, such as {\"heap\": 21}")),
        }
    }
}

/// Moves as a list, or as one text separated by white space. Move numbers are optional in both.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MoveList(pub Vec<String>);

impl<'de> Deserialize<'de> for MoveList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let moves = match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(written_moves(&text)),
            list => serde_json::from_value(list),
        };
        moves.map(Self).map_err(|_| D::Error::custom("expected a list of moves, such as [\"b2\", \"a1\"], or one text"))
    }
}

/// Splits a text into words at white space and commas, without the move numbers among them, as in `1. e4 e5`. A number in
/// a word stays: [`typed::play_line`] reads such words.
#[must_use]
pub fn written_moves(text: &str) -> Vec<String> {
    text.split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !typed::unnumbered(word).is_empty())
        .map(str::to_owned)
        .collect()
}

/// An integer from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WholeNumber<const LEAST: u64, const MOST: u64>(u64);

impl<const LEAST: u64, const MOST: u64> WholeNumber<LEAST, MOST> {
    /// Converts the number to a type that holds `MOST`.
    pub(super) fn to<T: TryFrom<u64>>(self) -> T {
        T::try_from(self.0).ok().expect("the type holds the greatest valid number")
    }
}

impl<'de, const LEAST: u64, const MOST: u64> Deserialize<'de> for WholeNumber<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Value::deserialize(deserializer)?.as_u64().filter(|number| (LEAST..=MOST).contains(number));
        number.map(Self).ok_or_else(|| D::Error::custom(format!("expected a whole number from {LEAST} to {MOST}")))
    }
}
