//! Draws by repetition, in a game that consists of a walk on a random graph with cycles.

use std::fmt;
use std::str::FromStr;

use super::equality::check;
use crate::searcher::Fault;
use crate::trace::NoTrace;
use crate::{Budget, Ordering, Pruning, SearchOptions, Searcher};
use arena_games::seed::mix;
use arena_games::xiangqi::{Xiangqi, XiangqiMove};
use arena_games::{
    BadMoveText, BySide, Diagram, Evaluation, EvaluationInfo, ExactEndgame, Game, GameError, GameInfo, GameMove, Grid,
    MoveCode, MoveOrdering, Outcome, Side, Symmetry, Tactics,
};

const NODES: u64 = 9;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Step(u64);

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Step {
    type Err = BadMoveText;

    fn from_str(text: &str) -> Result<Self, BadMoveText> {
        text.parse().map(Self).map_err(|_| BadMoveText::new("walk", text, "a node"))
    }
}

impl GameMove for Step {
    fn code(self) -> MoveCode {
        MoveCode(u32::try_from(self.0).expect("there are few nodes"))
    }

    fn from_code(code: MoveCode) -> Option<Self> {
        Some(Self(code.0.into()))
    }
}

/// A walker on the graph `graph`, whose edges and terminal nodes are derived from a hash.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Walk {
    graph: u64,
    node: u64,
    to_move: Side,
}

impl Walk {
    fn hash(&self, of: u64) -> u64 {
        mix(self.graph << 16 | of << 8 | self.node)
    }
}

impl Game for Walk {
    type Move = Step;
    type Options = ();
    type Evaluation = Signpost;

    const INFO: GameInfo = GameInfo { name: "walk", title: "", about: "", sides: BySide::new("", ""), options: &[] };
    const REPETITION: Option<usize> = Some(3);

    fn initial((): &()) -> Result<Self, GameError> {
        Ok(Self { graph: 0, node: 0, to_move: Side::First })
    }

    fn parse(options: &(), _: &str) -> Result<Self, GameError> {
        Self::initial(options)
    }

    fn notation(&self) -> String {
        self.node.to_string()
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal(&self, moves: &mut Vec<Step>) {
        let base = moves.len();
        let edges = if self.outcome().is_none() { 1 + self.hash(1) % 3 } else { 0 };
        for edge in 0..edges {
            let step = Step(self.hash(2 + edge) % NODES);
            if !moves[base..].contains(&step) {
                moves.push(step);
            }
        }
    }

    fn play(&mut self, mv: Step) {
        // Some moves leave the turn with the same side.
        if !self.hash(9).is_multiple_of(4) {
            self.to_move = !self.to_move;
        }
        self.node = mv.0;
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.hash(0) % 9 {
            0 if self.node > 0 => Some(Outcome::win(Side::First)),
            1 if self.node > 0 => Some(Outcome::win(Side::Second)),
            _ => None,
        }
    }

    fn key(&self) -> u64 {
        mix(self.graph << 9 | self.node << 1 | u64::from(self.to_move == Side::First))
    }

    fn reversible_plies(&self) -> usize {
        usize::MAX
    }

    fn diagram(&self, _: Option<Step>) -> Diagram {
        let grid = Grid { columns: 1, rows: 1, cells: vec![self.notation().into()], last: Vec::new() };
        Diagram::Grid { grid, points: Vec::new(), line: Vec::new(), check: None }
    }
}

impl MoveOrdering for Walk {}

impl Tactics for Walk {}

impl ExactEndgame for Walk {}

impl Symmetry for Walk {}

/// An evaluation that is a hash of the node, unrelated to the game.
#[derive(Clone, Debug)]
struct Signpost;

impl Evaluation<Walk> for Signpost {
    const ALL: &'static [EvaluationInfo] = &[EvaluationInfo::ZERO];

    fn new(_: usize, _: &[i32]) -> Self {
        Self
    }

    fn evaluate(&self, position: &Walk) -> i32 {
        i32::try_from(position.hash(8) % 201).expect("below 201") - 100
    }
}

#[test]
fn every_search_equals_plain_minimax_with_draws_by_repetition() {
    for graph in 0..60 {
        check(&Walk { graph, node: 0, to_move: Side::First }, &Signpost, 8, graph, None);
    }
}

#[test]
fn detects_a_table_that_ignores_the_path() {
    let wrong = |graph| {
        let walk = Walk { graph, node: 0, to_move: Side::First };
        check(&walk, &Signpost, 8, graph, Some(Fault::IgnoresPath))
    };
    assert!((0..60).map(wrong).sum::<usize>() > 0);
}

/// Returns the value of a walk after positions with the keys in `history`, at depth 1.
fn value(walk: &Walk, history: &[u64]) -> i32 {
    let options = SearchOptions { depth: 1, ..SearchOptions::default() };
    // The moves do not matter, because every repetition is a draw.
    let history: Vec<(u64, Step)> = history.iter().map(|key| (*key, Step(0))).collect();
    Searcher::new().with_history(&history).search(walk, &options, &Signpost, &Budget::UNLIMITED, 0, &mut NoTrace).value
}

#[test]
fn history_repetition_needs_the_number_of_occurrences_in_the_rules() {
    // Find a node with a single edge that does not end the game.
    let (walk, next) = (0..)
        .find_map(|graph| {
            let walk = Walk { graph, node: 0, to_move: Side::First };
            let moves = walk.moves();
            let mut next = walk.clone();
            next.play(*moves.first()?);
            (moves.len() == 1 && next.outcome().is_none() && next.node > 0).then_some((walk, next))
        })
        .expect("some graph has such a node");
    let guess = Signpost.evaluate(&next);
    assert_ne!(guess, 0);
    assert_eq!(value(&walk, &[]), guess);
    assert_eq!(value(&walk, &[next.key()]), guess, "the second occurrence");
    assert_eq!(value(&walk, &[next.key(), walk.key(), next.key()]), 0, "the third");
}

/// Plays moves of xiangqi. Returns the position and its history.
fn played(start: &str, moves: &[&str]) -> (Xiangqi, Vec<(u64, XiangqiMove)>) {
    let mut position = Xiangqi::parse(&<Xiangqi as Game>::Options::default(), start).expect("the position is valid");
    let mut history = Vec::new();
    for text in moves {
        let mv = text.parse().expect("a move");
        assert!(position.is_legal(mv), "{text}");
        history.push((position.key(), mv));
        position.play(mv);
    }
    (position, history)
}

#[test]
fn no_search_walks_into_a_lost_repetition() {
    let cycle = ["a8a9", "e9e8", "a9a8", "e8e9"];
    // One more check, and the answer to it, is the third occurrence.
    let moves = [&cycle[..], &cycle[..2]].concat();
    let (position, history) = played("4k4/R8/9/9/9/9/9/9/9/3K5 w - - 0 1", &moves);
    let losing: XiangqiMove = "a9a8".parse().expect("a move");
    let evaluation = super::evaluation::<Xiangqi>("material");
    let ordering = vec![Ordering::Table, Ordering::Captures, Ordering::Killers, Ordering::Static];
    let plain = SearchOptions { ordering, deepening: true, table_mb: 1, ..SearchOptions::default() };
    for depth in 2..=6 {
        for selective in [false, true] {
            for pruning in [Pruning::AlphaBeta, Pruning::Pvs, Pruning::Mtdf] {
                let options = SearchOptions {
                    depth,
                    pruning,
                    null_move: selective,
                    lmr: selective,
                    quiescence: selective,
                    ..plain.clone()
                };
                let mut searcher = Searcher::new();
                // The first search fills the table with values of other paths.
                searcher.search(&position, &options, &evaluation, &Budget::UNLIMITED, 0, &mut NoTrace);
                let report = searcher.with_history(&history).search(
                    &position,
                    &options,
                    &evaluation,
                    &Budget::UNLIMITED,
                    0,
                    &mut NoTrace,
                );
                assert!(report.value > 0 && report.best != Some(losing), "{options:?}: {report:?}");
            }
        }
    }
}
