//! The steps of a search as programs and people read them: a code and values for each, from which a page makes a sentence
//! in any language, in pages of bounded size.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::bodies::MOST_STEPS;
use super::question::{StepsWish, shortened};
use crate::bots::tree::ValueStyle;
use crate::games::{Diagram, Game, GameError, Side, illegal};
use crate::search::steps::{Step, StepFilter, Steps, What, finite};
use crate::search::trace::{Again, Decided};

/// A page has at most so many bytes of JSON.
const MOST_BYTES: usize = 512 << 10;
/// Of moves that were cut, at most so many are listed.
const MOST_CUT_LISTED: usize = 40;
/// A board of more cells is not told with each step: it would fill the page, and could not be drawn on a node.
const MOST_CELLS: usize = 16;

impl StepsWish {
    /// The trace that keeps these steps of a search of `position`.
    ///
    /// # Errors
    /// When a move of `below` is not legal.
    pub(super) fn listener<G: Game>(&self, position: &G) -> Result<Steps<G>, GameError> {
        let mut at = position.clone();
        let mut below = Vec::new();
        for (ply, text) in self.below.iter().enumerate() {
            let mv = at.read_move(text).ok_or_else(|| illegal(&at, shortened(text), ply))?;
            at.play(mv);
            below.push(mv);
        }
        let plies = self.plies.map_or(usize::MAX, usize::from);
        let Self { depth, from, count, boards, .. } = *self;
        Ok(Steps::new(StepFilter { depth, below, plies, from, count: count.min(MOST_STEPS), boards }))
    }
}

/// What a step is. With `max` of [`StepView`], each is one sentence for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum StepCode {
    /// The root is searched to `depth`.
    Iteration,
    /// The node is entered by `move`, with `depth` plies left.
    Enter,
    /// `move` is better than those before it: the window narrows to `value`.
    Raise,
    /// `move` is so good, by `value`, that the other side will avoid this node: `pruned` are not searched.
    Cut,
    /// `move` is searched `depth` plies less deep.
    Reduce,
    /// `move` is searched again: a null window showed that it is better.
    AgainWindow,
    /// `move` is searched again: it is better even when searched less deep.
    AgainDepth,
    /// `move` is not searched: it can hardly change the value.
    Skip,
    /// The node has `value`: its moves were searched.
    Searched,
    /// The node has `value`: the game is over.
    Over,
    /// The node has `value`: the position came before.
    Repetition,
    /// The node has `value` by the evaluation: no ply is left.
    Horizon,
    /// The node has `value` by the evaluation, after captures were played out.
    Quiescence,
    /// The node has `value`, or a bound, by what the game knows without searching.
    Hints,
    /// The node has `value`, or a bound, by the transposition table.
    Table,
    /// The node has at least `value`: even passing would be good enough.
    NullMove,
    /// The node is so far above the window that it is not searched.
    Futility,
}

/// Something that a search did. Values and windows are from the view of the side to move at the root, MAX.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct StepView {
    /// What it is.
    pub code: StepCode,
    /// The node's number, in the order in which nodes are entered.
    pub node: u64,
    /// How many plies below the root it is.
    pub ply: usize,
    /// The side to move there.
    pub side: Side,
    /// Whether that is MAX, the side to move at the root.
    pub max: bool,
    /// The value that MAX is already sure of before the step; none where there is none yet.
    pub alpha: Option<i32>,
    /// The value that MIN is already sure of before the step; none where there is none yet.
    pub beta: Option<i32>,
    /// The move that it is about.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub mv: Option<String>,
    /// The same as people write it, where that is not the move's own text, such as SAN.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub notation: Option<String>,
    /// The value that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub value: Option<i32>,
    /// A number of plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub depth: Option<u16>,
    /// The moves that were cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub pruned: Option<PrunedMoves>,
    /// The cells of the board that is entered, as in a diagram, where that was asked for and it has at most sixteen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cells: Option<Vec<String>>,
}

/// Moves that are not searched.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct PrunedMoves {
    /// The first forty of them.
    pub moves: Vec<String>,
    /// The same as people write them, where that is not by the moves' own texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// How many there are.
    pub count: usize,
    /// How many of them lead to leaves: to the end of the game or to the horizon.
    pub leaves: usize,
}

/// A page of the steps of a search.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct StepsPage {
    /// The number of the first, counted from 0 among all that were asked for.
    pub from: u64,
    /// The steps.
    pub steps: Vec<StepView>,
    /// How many steps there are in all that fit the question.
    pub total: u64,
    /// The number of the first step of the next page; none after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
    /// How values are written.
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    #[schema(ignore)]
    pub style: Option<ValueStyle>,
}

impl StepsPage {
    /// The page of the steps that were kept, of a search with `side` to move at the root.
    pub(super) fn new<G: Game>(kept: Steps<G>, from: u64, side: Side, style: ValueStyle) -> Self {
        let (kept, total) = kept.into_parts();
        let mut steps = Vec::new();
        let mut bytes = 0;
        for step in &kept {
            let view = view(step, side);
            bytes += serde_json::to_string(&view).map_or(0, |text| text.len());
            if bytes > MOST_BYTES && !steps.is_empty() {
                break;
            }
            steps.push(view);
        }
        let end = from + steps.len() as u64;
        Self { from, steps, total, next: (end < total && end > from).then_some(end), style: Some(style) }
    }
}

fn view<M: ToString>(step: &Step<M>, root: Side) -> StepView {
    let Step { node, ply, side, window: (alpha, beta), what, notation, board } = step;
    let mut notation = notation.iter().cloned();
    let written = notation.next();
    let text = |mv: &M| Some(mv.to_string());
    let (code, mv, value, depth, pruned) = match what {
        What::Iteration(depth) => (StepCode::Iteration, None, None, Some(*depth), None),
        What::Enter(mv, left) => (StepCode::Enter, mv.as_ref().and_then(text), None, Some(*left), None),
        What::Raise(mv, value) => (StepCode::Raise, text(mv), Some(*value), None, None),
        What::Cut(mv, value, pruned, leaves) => {
            let moves = pruned.iter().take(MOST_CUT_LISTED).map(ToString::to_string).collect();
            let others: Vec<String> = notation.take(MOST_CUT_LISTED).collect();
            let others = (!others.is_empty()).then_some(others);
            let pruned = PrunedMoves { moves, notation: others, count: pruned.len(), leaves: *leaves };
            (StepCode::Cut, text(mv), Some(*value), None, Some(pruned))
        }
        What::Reduce(mv, plies) => (StepCode::Reduce, text(mv), None, Some(*plies), None),
        What::Again(mv, Again::Window) => (StepCode::AgainWindow, text(mv), None, None, None),
        What::Again(mv, Again::Depth) => (StepCode::AgainDepth, text(mv), None, None, None),
        What::Skip(mv) => (StepCode::Skip, text(mv), None, None, None),
        What::Leave(value, decided) => (code_of(*decided), None, Some(*value), None, None),
    };
    let (alpha, beta) = (finite(*alpha), finite(*beta));
    let cells = board.as_deref().and_then(small_cells);
    let (node, ply, side, max) = (*node, *ply, *side, *side == root);
    StepView { code, node, ply, side, max, alpha, beta, mv, notation: written, value, depth, pruned, cells }
}

/// The cells of a small board.
pub(super) fn small_cells(board: &Diagram) -> Option<Vec<String>> {
    match board {
        Diagram::Grid { grid, .. } if grid.cells.len() <= MOST_CELLS => Some(grid.cells.clone()),
        _ => None,
    }
}

const fn code_of(decided: Decided) -> StepCode {
    match decided {
        Decided::Searched => StepCode::Searched,
        Decided::Over => StepCode::Over,
        Decided::Repetition => StepCode::Repetition,
        Decided::Horizon => StepCode::Horizon,
        Decided::Quiescence => StepCode::Quiescence,
        Decided::Hints => StepCode::Hints,
        Decided::Table => StepCode::Table,
        Decided::NullMove => StepCode::NullMove,
        Decided::Futility => StepCode::Futility,
    }
}
