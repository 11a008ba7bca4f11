//! The rules: walk from the root to a leaf, whose value is the first side's payoff.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::TreeEvaluation;
use super::nodes::{MAX_NODES, Nodes};
use crate::conventions::{BenchCase, BenchMoves, Conventions};
use crate::seed::Rng;
use crate::seed::mix;
use crate::{
    BadMoveText, BySide, Diagnostic, Diagram, ExactEndgame, Game, GameError, GameInfo, GameMove, Grid, MoveCode,
    MoveOrdering, OptionInfo, OptionKind, Outcome, Scoring, Side, Symmetry, Tactics, diagnostic, encoding,
    position_error,
};

/// Longer texts are rejected before they are parsed.
const MAX_TEXT: usize = 1 << 20;
/// The tree of the textbook: three moves for MAX, each with three answers for MIN.
const TEXTBOOK: &str = "[[3,12,8],[2,4,6],[14,5,2]]";

/// A child of a node, by its index from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Child(u32);

impl fmt::Display for Child {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Child {
    type Err = BadMoveText;

    fn from_str(text: &str) -> Result<Self, BadMoveText> {
        text.parse()
            .ok()
            .filter(|index: &u32| index.to_string() == text)
            .and_then(|index| Self::from_code(MoveCode(index)))
            .ok_or_else(|| BadMoveText::new(Tree::INFO.name, text, "a move is the index of a child, from 0"))
    }
}

impl GameMove for Child {
    fn code(self) -> MoveCode {
        MoveCode(self.0)
    }

    fn from_code(code: MoveCode) -> Option<Self> {
        ((code.0 as usize) < MAX_NODES).then_some(Self(code.0))
    }
}

/// The options of a tree game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TreeOptions {
    /// The tree as nested arrays of leaf values.
    pub tree: Value,
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self { tree: serde_json::from_str(TEXTBOOK).expect("the textbook's tree is valid JSON") }
    }
}

/// A node of a tree and the side to move there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    tree: Arc<Nodes>,
    node: u32,
    to_move: Side,
}

impl Tree {
    fn at_root(tree: &Value, to_move: Side) -> Result<Self, Diagnostic> {
        Ok(Self { tree: Arc::new(Nodes::read(tree)?), node: 0, to_move })
    }

    const fn index(&self) -> usize {
        self.node as usize
    }

    /// Returns the value of a leaf, or the mean of an inner node.
    pub(super) fn mean(&self) -> i32 {
        self.tree.nodes[self.index()].value
    }

    fn is_leaf(&self) -> bool {
        self.tree.nodes[self.index()].children == 0
    }

    /// Returns the child indices from the root to this node.
    fn path(&self) -> Vec<u32> {
        let mut path = Vec::new();
        let mut node = self.node;
        while node != 0 {
            let parent = self.tree.nodes[node as usize].parent;
            path.push(node - self.tree.nodes[parent as usize].first_child);
            node = parent;
        }
        path.reverse();
        path
    }
}

/// A case of `arena bench`: a tree of branching factor 5 and depth 6 with fixed random leaves.
const fn random_leaves(depth: u16) -> BenchCase {
    BenchCase {
        name: Some("5^6 random leaves"),
        position: Some(|| random_subtree(6, &mut Rng::new(2_026)).to_string()),
        moves: BenchMoves::Given(&[]),
        depth,
    }
}

fn random_subtree(depth: u32, rng: &mut Rng) -> serde_json::Value {
    match depth {
        0 => serde_json::Value::from(rng.below(201) as i64 - 100),
        _ => (0..5).map(|_| random_subtree(depth - 1, rng)).collect(),
    }
}

impl Game for Tree {
    type Move = Child;
    type Options = TreeOptions;
    type Evaluation = TreeEvaluation;

    const INFO: GameInfo = GameInfo {
        name: "tree",
        title: "Game tree",
        about: "Walk down a tree in turns; the first side gets the value of the leaf.",
        sides: BySide::new("MAX", "MIN"),
        options: &[OptionInfo {
            name: "tree",
            about: "the tree as nested arrays of leaf values",
            kind: OptionKind::Tree { default: TEXTBOOK },
        }],
    };
    const CONVENTIONS: Conventions<Self> = Conventions {
        small: true,
        bench: &[
            BenchCase { name: Some("textbook"), position: None, moves: BenchMoves::Given(&[]), depth: 2 },
            random_leaves(6),
            BenchCase { name: Some("cut off"), moves: BenchMoves::Given(&["2"]), ..random_leaves(4) },
        ],
        refinements: &[random_leaves(6)],
        ..Conventions::NONE
    };
    const SCORING: Scoring = Scoring::Payoff;

    fn initial(options: &TreeOptions) -> Result<Self, GameError> {
        Self::at_root(&options.tree, Side::First).map_err(|problem| GameError::Options {
            game: Self::INFO.name,
            problem: Diagnostic::in_field("tree", &problem),
        })
    }

    fn parse(_: &TreeOptions, text: &str) -> Result<Self, GameError> {
        let refuse = |problem| GameError::Position { game: Self::INFO.name, problem };
        if text.len() > MAX_TEXT {
            return Err(refuse(position_error::too_long(text, MAX_TEXT)));
        }
        let (tree, to_move) = match text.trim_end().strip_suffix("second") {
            Some(tree) => (tree, Side::Second),
            None => (text.trim_end().strip_suffix("first").unwrap_or(text), Side::First),
        };
        let tree: Value = serde_json::from_str(tree).map_err(|error| {
            let error = error.to_string();
            refuse(diagnostic!("tree_syntax", "expected nested arrays of numbers, as [[3,12],[2,4]]: {error}", error))
        })?;
        Self::at_root(&tree, to_move).map_err(refuse)
    }

    fn notation(&self) -> String {
        let tree = self.tree.json(self.index());
        match self.to_move {
            Side::First => tree.to_string(),
            Side::Second => format!("{tree} second"),
        }
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal(&self, moves: &mut Vec<Child>) {
        moves.extend((0..self.tree.nodes[self.index()].children).map(Child));
    }

    fn count_legal(&self) -> usize {
        self.tree.nodes[self.index()].children as usize
    }

    fn is_legal(&self, mv: Child) -> bool {
        mv.0 < self.tree.nodes[self.index()].children
    }

    fn play(&mut self, mv: Child) {
        self.node = self.tree.nodes[self.index()].first_child + mv.0;
        self.to_move = !self.to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_leaf().then(|| Outcome::payoff_of(self.mean()))
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.node) | u64::from(self.to_move == Side::Second) << 32)
    }

    fn encode(&self, bytes: &mut Vec<u8>) {
        encoding::encode(self, bytes);
        bytes.extend([self.node, self.tree.nodes[self.index()].children].into_iter().flat_map(u32::to_le_bytes));
    }

    fn diagram(&self, last: Option<Child>) -> Diagram {
        let cell = |child: usize| match self.tree.nodes[child].children {
            0 => self.tree.nodes[child].value.to_string().into(),
            _ => "…".into(),
        };
        let children = self.tree.children(self.index());
        Diagram::Tree {
            grid: Grid {
                columns: self.tree.nodes[self.index()].children,
                rows: 1,
                cells: children.map(cell).collect(),
                last: last.iter().map(|last| last.to_string().into()).collect(),
            },
            tree: self.tree.json(0),
            path: self.path(),
        }
    }
}

impl MoveOrdering for Tree {}

impl Tactics for Tree {}

impl ExactEndgame for Tree {}

impl Symmetry for Tree {}
