//! Searched trees for people and programs: JSON, and drawings in SVG and DOT.
//!
//! The search's own record of a tree is generic over the game. This module converts it to text, values and sketches, so
//! that one drawing serves all games.

mod canvas;
mod dot;
mod glyph;
mod layout;
mod sketch;
mod svg;
mod value;

#[cfg(test)]
mod tests;

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use arena_games::conventions::Conventions;
use arena_games::{BySide, Game, Scoring, Side};
use arena_search::INFINITY;
use arena_search::trace::{NodeKind, TraceNode};

pub use dot::dot;
use sketch::Sketch;
pub use svg::svg;
pub use value::{ValueStyle, grouped, signed};

/// Trees with more nodes are not drawn, because neither people nor browsers could handle them.
pub const MOST_DRAWN: usize = 3_000;

/// A node of a searched tree. Value and window are for the side to move at the root.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TreeNode {
    /// The move that leads here. Absent at the root.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub mv: Option<String>,
    /// The move in the usual notation, for example SAN. Absent if the game uses its canonical move texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub notation: Option<String>,
    /// The value found. Absent if the search of the node was not completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub value: Option<i32>,
    /// Whether the true value may be lower or higher because of a cutoff here or below. Absent if the value is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub bound: Option<NodeBound>,
    /// The payoff, for the side to move at the root, of a leaf of an explicit tree that was never visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub payoff: Option<i32>,
    /// The value that the side to move at the root had already secured on entry. `None` if there was none yet.
    pub alpha: Option<i32>,
    /// The value that the other side had already secured on entry. `None` if there was none yet.
    pub beta: Option<i32>,
    /// The side to move here.
    pub side: Side,
    /// The kind of node.
    pub kind: NodeKind,
    /// Whether the node is on the line of best play.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub chosen: bool,
    /// The number of descendants that were searched but are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<u64>"))]
    pub hidden: u64,
    /// The children in search order.
    pub children: Vec<TreeNode>,
    /// The text of the value or the payoff.
    #[serde(skip)]
    text: Option<String>,
    /// Whether the game is over at the node.
    #[serde(skip)]
    over: bool,
    #[serde(skip)]
    sketch: Sketch,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The direction in which a value is a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum NodeBound {
    /// The true value may be higher.
    Lower,
    /// The true value may be lower.
    Upper,
}

/// A searched tree with the captions of its drawing.
#[derive(Clone, Debug)]
pub struct SearchedTree {
    pub root: TreeNode,
    /// The line above the drawing.
    pub title: String,
    /// A text alternative of the drawing.
    pub description: String,
    /// The names of the sides.
    pub sides: BySide<&'static str>,
    /// The format of values.
    pub style: ValueStyle,
    /// Whether to show windows. Without pruning, all of them are infinite.
    pub windows: bool,
}

/// The parameters of converting a recorded tree.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a, M> {
    /// The line of best play from the root.
    pub line: &'a [M],
    /// The format of values.
    pub style: ValueStyle,
    /// Whether the tree will be drawn, which needs sketches of the positions.
    pub drawn: bool,
}

impl TreeNode {
    /// Converts the recorded tree with the root `node` at `position`.
    #[must_use]
    pub fn read<G: Game>(position: &G, node: &TraceNode<G::Move>, reading: Reading<'_, G::Move>) -> Self {
        let root_side = position.to_move();
        Self::read_below(position, node, reading, Some(reading.line), root_side)
    }

    /// `line` is the remaining line of best play if this node is on it.
    fn read_below<G: Game>(
        position: &G,
        node: &TraceNode<G::Move>,
        reading: Reading<'_, G::Move>,
        line: Option<&[G::Move]>,
        root_side: Side,
    ) -> Self {
        let child_of = |child: &TraceNode<G::Move>| {
            let mv = child.mv?;
            let below = line.and_then(|line| line.split_first()).filter(|(first, _)| **first == mv);
            let mut after = position.clone();
            after.play(mv);
            let read = Self::read_below(&after, child, reading, below.map(|(_, rest)| rest), root_side);
            Some(Self { notation: Conventions::notation(position, mv), ..read })
        };
        let children: Vec<Self> = node.children.iter().filter_map(child_of).collect();
        let bound = bound(node, &children);
        // The search never visited a pruned leaf, but a drawing of an explicit tree shows its payoff.
        let payoff = (G::SCORING == Scoring::Payoff && node.kind == NodeKind::Pruned)
            .then(|| node.outcome.map(|outcome| outcome.payoff() * root_side.sign()))
            .flatten();
        Self {
            mv: node.mv.map(|mv| mv.to_string()),
            notation: None,
            value: node.value,
            bound,
            payoff,
            alpha: finite(node.alpha),
            beta: finite(node.beta),
            side: node.side,
            kind: node.kind,
            chosen: line.is_some(),
            hidden: node.hidden,
            children,
            text: node.value.or(payoff).map(|value| format!("{}{}", sign_of(bound), reading.style.short(value))),
            over: node.outcome.is_some(),
            sketch: if reading.drawn { Sketch::of(position, node.mv) } else { Sketch::None },
        }
    }

    /// Returns the number of nodes of this tree, including its root.
    #[must_use]
    pub fn size(&self) -> usize {
        1 + self.children.iter().map(Self::size).sum::<usize>()
    }

    /// Returns the number of searched nodes that are not shown, at the root and below.
    #[must_use]
    pub fn hidden_below(&self) -> u64 {
        self.hidden + self.children.iter().map(Self::hidden_below).sum::<u64>()
    }

    const fn is_pruned(&self) -> bool {
        matches!(self.kind, NodeKind::Pruned)
    }

    /// Returns whether the node is drawn as a leaf: the search went no further, or could not have.
    fn is_leaf(&self) -> bool {
        self.kind == NodeKind::Leaf || (self.is_pruned() && self.over)
    }

    /// Returns the window on entry, as `[3, ∞]`.
    fn window(&self, style: ValueStyle) -> String {
        let low = self.alpha.map_or_else(|| "−∞".to_owned(), |alpha| style.shortest(alpha));
        let high = self.beta.map_or_else(|| "∞".to_owned(), |beta| style.shortest(beta));
        format!("[{low}, {high}]")
    }
}

/// Returns whether the value is a bound. A value outside its window is a bound if there was a cutoff at or below the
/// node. Nodes that are not shown may contain cutoffs.
fn bound<M>(node: &TraceNode<M>, children: &[TreeNode]) -> Option<NodeBound> {
    let value = node.value.filter(|_| node.kind == NodeKind::Inner)?;
    let cut = node.hidden > 0 || children.iter().any(|child| child.is_pruned() || child.bound.is_some());
    match (cut, value <= node.alpha, value >= node.beta) {
        (true, true, _) => Some(NodeBound::Upper),
        (true, _, true) => Some(NodeBound::Lower),
        _ => None,
    }
}

const fn sign_of(bound: Option<NodeBound>) -> &'static str {
    match bound {
        Some(NodeBound::Upper) => "≤ ",
        Some(NodeBound::Lower) => "≥ ",
        None => "",
    }
}

/// Returns an end of a window, or `None` if it is infinite.
fn finite(bound: i32) -> Option<i32> {
    (bound.abs() != INFINITY).then_some(bound)
}
