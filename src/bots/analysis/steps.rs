//! The steps of a search for programs and people: a code and values for each step, which clients can turn into
//! sentences in any language, in pages of limited size.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::bodies::MOST_STEPS;
use super::question::{StepsRequest, shortened};
use crate::tree::ValueStyle;
use arena_games::{Diagram, Game, GameError, Side, illegal, typed};
use arena_search::steps::{Step, StepFilter, StepKind, Steps, finite};
use arena_search::trace::{Decided, ResearchReason};

/// The greatest size of a page in bytes of JSON.
const MOST_BYTES: usize = 512 << 10;
/// The greatest number of pruned moves that are listed.
const MOST_CUT_LISTED: usize = 40;
/// Boards with more cells are not included in steps: they would fill the page and be illegible.
const MOST_CELLS: usize = 16;

impl StepsRequest {
    /// Creates the trace that keeps these steps of a search of `position`.
    ///
    /// # Errors
    /// Returns an error if a move of `below` is not legal.
    pub(super) fn listener<G: Game>(&self, position: &G) -> Result<Steps<G>, GameError> {
        let mut at = position.clone();
        let below = typed::play_line(&mut at, &self.below, usize::MAX)
            .map_err(|wrong| illegal(&at, shortened(&wrong.text), wrong.played.len()))?;
        let plies = self.plies.map_or(usize::MAX, usize::from);
        let Self { depth, from, count, boards, .. } = *self;
        Ok(Steps::new(StepFilter { depth, below, plies, from, count: count.min(MOST_STEPS), boards }))
    }
}

/// The kind of a step. Together with `max` of [`StepView`], each kind corresponds to one sentence for readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum StepCode {
    /// The root is searched to `depth`.
    Iteration,
    /// The node is entered by `move` with `depth` plies left.
    Enter,
    /// `move` is better than the previous ones: the window narrows to `value`.
    Raise,
    /// With `value`, `move` is so good that the opponent will avoid this node. `pruned` are not searched.
    Cut,
    /// The depth of `move` is reduced by `depth` plies.
    Reduce,
    /// `move` is searched again, because a null window showed that it is better.
    AgainWindow,
    /// `move` is searched again, because it is better even at reduced depth.
    AgainDepth,
    /// `move` is skipped because it is unlikely to change the value.
    Skip,
    /// The node has `value` after its moves were searched.
    Searched,
    /// The node has `value` because the game is over.
    Over,
    /// The node has `value` because the position is repeated.
    Repetition,
    /// The node has `value` by the evaluation at the horizon.
    Horizon,
    /// The node has `value` by the evaluation, after captures were played out.
    Quiescence,
    /// The node has `value`, or a bound, by the game's hints.
    Hints,
    /// The node has `value`, or a bound, by the transposition table.
    Table,
    /// The node has at least `value`, because even passing is good enough.
    NullMove,
    /// The node is so far above the window that it is not searched.
    Futility,
}

/// A step of a search. Values and windows are for the side to move at the root, MAX.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct StepView {
    /// The kind of step.
    pub code: StepCode,
    /// The number of the node, in the order in which nodes are entered.
    pub node: u64,
    /// The number of plies below the root.
    pub ply: usize,
    /// The side to move at the node.
    pub side: Side,
    /// Whether that side is MAX, the side to move at the root.
    pub max: bool,
    /// The value that MAX has already secured before the step. `None` if there is none yet.
    pub alpha: Option<i32>,
    /// The value that MIN has already secured before the step. `None` if there is none yet.
    pub beta: Option<i32>,
    /// The move of the step.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub mv: Option<String>,
    /// The move in the usual notation, for example SAN. Absent if the game uses its canonical move texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub notation: Option<String>,
    /// The value of the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub value: Option<i32>,
    /// A number of plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub depth: Option<u16>,
    /// The pruned moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub pruned: Option<PrunedMoves>,
    /// The cells of the entered board, as in a diagram, if requested and at most sixteen.
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
    /// The moves in the usual notation. Absent if the game uses its canonical move texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// Their number.
    pub count: usize,
    /// The number of them that lead to leaves: to the end of the game or to the horizon.
    pub leaves: usize,
}

/// A page of the steps of a search.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct StepsPage {
    /// The number of the first step, counted from 0 among all requested steps.
    pub from: u64,
    /// The steps.
    pub steps: Vec<StepView>,
    /// The total number of requested steps.
    pub total: u64,
    /// The number of the first step of the next page. `None` after the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
    /// The format of values.
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    #[schema(ignore)]
    pub style: Option<ValueStyle>,
}

impl StepsPage {
    /// Creates the page of the kept steps of a search with `side` to move at the root.
    pub(super) fn new<G: Game>(recorded: Steps<G>, from: u64, side: Side, style: ValueStyle) -> Self {
        let (recorded, total) = recorded.into_parts();
        let mut steps = Vec::new();
        let mut bytes = 0;
        for step in &recorded {
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
        StepKind::Iteration(depth) => (StepCode::Iteration, None, None, Some(*depth), None),
        StepKind::Enter(mv, left) => (StepCode::Enter, mv.as_ref().and_then(text), None, Some(*left), None),
        StepKind::Raise(mv, value) => (StepCode::Raise, text(mv), Some(*value), None, None),
        StepKind::Cut(mv, value, pruned, leaves) => {
            let moves = pruned.iter().take(MOST_CUT_LISTED).map(ToString::to_string).collect();
            let others: Vec<String> = notation.take(MOST_CUT_LISTED).collect();
            let others = (!others.is_empty()).then_some(others);
            let pruned = PrunedMoves { moves, notation: others, count: pruned.len(), leaves: *leaves };
            (StepCode::Cut, text(mv), Some(*value), None, Some(pruned))
        }
        StepKind::Reduce(mv, plies) => (StepCode::Reduce, text(mv), None, Some(*plies), None),
        StepKind::Research(mv, ResearchReason::Window) => (StepCode::AgainWindow, text(mv), None, None, None),
        StepKind::Research(mv, ResearchReason::Depth) => (StepCode::AgainDepth, text(mv), None, None, None),
        StepKind::Skip(mv) => (StepCode::Skip, text(mv), None, None, None),
        StepKind::Leave(value, decided) => (code_of(*decided), None, Some(*value), None, None),
    };
    let (alpha, beta) = (finite(*alpha), finite(*beta));
    let cells = board.as_deref().and_then(small_cells);
    let (node, ply, side, max) = (*node, *ply, *side, *side == root);
    StepView { code, node, ply, side, max, alpha, beta, mv, notation: written, value, depth, pruned, cells }
}

/// Returns the cells of a small board.
pub(super) fn small_cells(board: &Diagram) -> Option<Vec<String>> {
    match board {
        Diagram::Grid { grid, .. } if grid.cells.len() <= MOST_CELLS => {
            Some(grid.cells.iter().map(ToString::to_string).collect())
        }
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
