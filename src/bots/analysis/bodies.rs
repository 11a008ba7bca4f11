//! The questions that programs ask as JSON, each key declared once: what reads them, the OpenAPI document and the
//! page's types follow from these.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use crate::bots::SpecError;
use crate::games::{GameError, Options, Side, parser_words};
use crate::search::MAX_DEPTH;

/// The most steps of a page.
pub const MOST_STEPS: usize = 2_000;
const LARGEST_PAGE: u64 = MOST_STEPS as u64;
/// The most plies of a search, of a tree and of a page of steps.
const DEEPEST: u64 = MAX_DEPTH as u64;
/// Integers up to this are exact in every reader of JSON.
const LARGEST_INTEGER: u64 = 1 << 53;

/// A position and the search that it is to be put to.
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
    /// Where the moves begin; the start of the game unless given.
    pub position: Option<String>,
    /// The moves to play first.
    #[cfg_attr(feature = "typescript", ts(optional, type = "string[] | string"))]
    #[schema(value_type = Option<Vec<String>>)]
    pub moves: Option<MoveList>,
    /// A configured bot whose search to use.
    pub bot: Option<String>,
    /// How many plies of the searched tree to tell; `/api/trace` has none.
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    #[schema(value_type = Option<u32>)]
    pub tree_depth: Option<WholeNumber<0, DEEPEST>>,
    /// Which steps of the search `/api/trace` tells, the first page of all unless given; `/api/analyse` tells none.
    pub page: Option<TracePage>,
    /// Any switch of a search, by its name in the configuration of a bot.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub switches: BTreeMap<String, Value>,
}

/// Which steps of a search are told.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", ts(optional_fields))]
pub struct TracePage {
    /// Only those of this depth of iterative deepening.
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    #[schema(value_type = Option<u16>)]
    pub depth: Option<WholeNumber<1, DEEPEST>>,
    /// Only those at and below the node that these moves lead to.
    #[cfg_attr(feature = "typescript", ts(optional, type = "string[] | string"))]
    #[schema(value_type = Option<Vec<String>>)]
    pub below: Option<MoveList>,
    /// Only those of nodes at most so many plies below that node.
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    #[schema(value_type = Option<u16>)]
    pub plies: Option<WholeNumber<0, DEEPEST>>,
    /// Of these, those from this number on, counted from 0.
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    #[schema(value_type = Option<u64>)]
    pub from: Option<WholeNumber<0, LARGEST_INTEGER>>,
    /// At most so many.
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    #[schema(value_type = Option<usize>)]
    pub count: Option<WholeNumber<1, LARGEST_PAGE>>,
    /// Whether the nodes that are entered are told with their boards, where these have at most sixteen cells.
    pub boards: Option<bool>,
}

/// A position as it is set up.
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
    /// Where the moves begin, as text; the start of the game unless given.
    pub position: Option<String>,
    /// In place of `position`: what stands on each cell of the board, in the order of its diagram, empty for nothing.
    pub cells: Option<Vec<String>>,
    /// Whose turn it is on a board that is given by `cells`, where its pieces do not tell.
    pub side: Option<Side>,
    /// The moves from there.
    #[cfg_attr(feature = "typescript", ts(optional, type = "string[] | string"))]
    #[schema(value_type = Option<Vec<String>>)]
    pub moves: Option<MoveList>,
}

/// A small game that is to be solved whole.
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
    /// Where the moves begin; the start of the game unless given.
    pub position: Option<String>,
    /// The moves to play first.
    #[cfg_attr(feature = "typescript", ts(optional, type = "string[] | string"))]
    #[schema(value_type = Option<Vec<String>>)]
    pub moves: Option<MoveList>,
    /// Whether every position is listed, where there are at most 2,100.
    pub list: Option<bool>,
}

/// Why a question is refused. The sentence says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// The game, its options, the position or a move.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A switch of the search.
    #[error(transparent)]
    Settings(#[from] SpecError),
    /// There is no such bot, or it plays another game.
    #[error("bot: {0}")]
    Bot(String),
    /// The form of the question.
    #[error("{0}")]
    Form(String),
}

/// Reads the body of a question.
///
/// # Errors
/// When a key is missing, unknown, of the wrong type or out of range, which the sentence names.
pub(super) fn read<T: DeserializeOwned + Serialize>(body: Value) -> Result<T, QuestionError> {
    if !body.is_object() {
        return Err(QuestionError::Form("expected a JSON object with at least a game".to_owned()));
    }
    parser_words::json(&body).map_err(QuestionError::Form)
}

/// The options of a game: an object whose keys only the game knows.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GivenOptions(pub Options);

impl<'de> Deserialize<'de> for GivenOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Object(options) => Ok(Self(options)),
            _ => Err(D::Error::custom("expected an object, as {\"heap\": 21}")),
        }
    }
}

/// Moves as a list, or as one text with blanks between them, where move numbers may stand.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MoveList(pub Vec<String>);

impl<'de> Deserialize<'de> for MoveList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let moves = match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(written_moves(&text)),
            list => serde_json::from_value(list),
        };
        moves.map(Self).map_err(|_| D::Error::custom("expected a list of moves, as [\"b2\", \"a1\"], or one text"))
    }
}

/// The moves of a text, which are separated by blanks. The numbers that people write before them, as in `1. e4 e5
/// 2.Nf3` or `3... d5`, are left out.
#[must_use]
pub fn written_moves(text: &str) -> Vec<String> {
    let unnumbered = |word: &'_ str| {
        let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let mv = after.trim_start_matches(['.', '…']);
        // Digits alone are a move in some games.
        if after.len() < word.len() && mv.len() < after.len() { mv.to_owned() } else { word.to_owned() }
    };
    text.split_whitespace().map(unnumbered).filter(|word| !word.is_empty()).collect()
}

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WholeNumber<const LEAST: u64, const MOST: u64>(u64);

impl<const LEAST: u64, const MOST: u64> WholeNumber<LEAST, MOST> {
    /// The number, in a type that holds `MOST`.
    pub(super) fn to<T: TryFrom<u64>>(self) -> T {
        T::try_from(self.0).ok().expect("the type holds the largest number that is read")
    }
}

impl<'de, const LEAST: u64, const MOST: u64> Deserialize<'de> for WholeNumber<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Value::deserialize(deserializer)?.as_u64().filter(|number| (LEAST..=MOST).contains(number));
        number.map(Self).ok_or_else(|| D::Error::custom(format!("expected a whole number from {LEAST} to {MOST}")))
    }
}
