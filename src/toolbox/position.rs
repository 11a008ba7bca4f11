//! A position as a value.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use arena_games::board::{Board, KeyHistory};
use arena_games::options::start;
use arena_games::perft::perft;
use arena_games::seed::{Rng, derive};
use arena_games::{
    Diagram, Evaluation, Game, GameError, GameId, GameMove, MoveCode, Options, Outcome, Side, Weights, with_game,
};
use arena_search::trace::{NoTrace, NodeKind, Recorder, Trace, TraceNode};
use arena_search::{Budget, INFINITY, Report, Searched, Searcher, win_in};
use serde::Serialize;

use crate::{Settings, ToolboxError, picture};

/// The greatest number of nodes of a kept tree.
const MOST_NODES: usize = 20_000;
/// A random opening that ends the game is drawn again this often.
const OPENING_TRIES: usize = 100;

/// A position of a game, and the moves that led to it. It never changes.
#[derive(Clone)]
pub struct Position {
    options: Arc<Options>,
    /// The text of the position before the moves. `None` for the initial position.
    start: Option<Arc<str>>,
    moves: Vec<MoveCode>,
    history: KeyHistory,
    board: Box<dyn Board>,
}

/// What a search found. Values are for the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The best move. `None` if the game is over.
    pub best: Option<String>,
    /// The value of the position.
    pub value: i32,
    /// The plies to the win (positive) or loss (negative), if the search found one.
    pub win_in: Option<i32>,
    /// The last depth in plies that was searched completely.
    pub depth: u16,
    /// Best play by both sides.
    pub line: Vec<String>,
    /// The moves that were searched, in the game's order.
    pub root: Vec<RootMove>,
    /// Positions entered.
    pub nodes: u64,
    /// Positions that were finished or at the horizon.
    pub leaves: u64,
    /// Nodes at which the remaining moves were pruned.
    pub cutoffs: u64,
    /// Moves that were pruned and never entered.
    pub pruned_moves: u64,
    /// Nodes whose value came from the transposition table.
    pub table_hits: u64,
    /// The time in milliseconds; 0 without a clock.
    pub ms: u64,
    /// Whether a limit ended the search.
    pub stopped: bool,
    /// The searched tree, if it was asked for.
    pub tree: Option<Node>,
}

/// A move at the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RootMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value, or an upper bound of it.
    pub value: i32,
    /// Whether the value is exact.
    pub exact: bool,
    /// The depth in plies of the search that found it.
    pub depth: u16,
    /// The positions that were entered for it.
    pub nodes: u64,
}

/// A node of a searched tree. Value and window are for the side to move at the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Node {
    /// The move that leads here. `None` at the root.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The side to move.
    pub side: Side,
    /// The value. `None` if the node was pruned or its search was stopped.
    pub value: Option<i32>,
    /// The lower end of the window on entry. `None` if it is infinite.
    pub alpha: Option<i32>,
    /// The upper end of the window on entry. `None` if it is infinite.
    pub beta: Option<i32>,
    /// The kind of node.
    pub kind: NodeKind,
    /// The number of descendants that were searched but not kept.
    pub hidden: u64,
    /// The children in the order of the search.
    pub children: Vec<Node>,
}

impl Node {
    fn of<M: GameMove>(node: TraceNode<M>) -> Self {
        let finite = |bound: i32| (bound.abs() != INFINITY).then_some(bound);
        Self {
            mv: node.mv.map(|mv| mv.to_string()),
            side: node.side,
            value: node.value,
            alpha: finite(node.alpha),
            beta: finite(node.beta),
            kind: node.kind,
            hidden: node.hidden,
            children: node.children.into_iter().map(Self::of).collect(),
        }
    }
}

impl Position {
    /// Creates the initial position, or the one with this text.
    ///
    /// # Errors
    /// Returns an error if there is no such game, or an option or the text is invalid.
    pub fn new(game: &str, options: &Options, text: Option<&str>) -> Result<Self, ToolboxError> {
        let game: GameId = game.parse()?;
        let board = game.board(options, text)?;
        let options = Arc::new(game.complete_options(options)?);
        let history = KeyHistory::new(&*board);
        Ok(Self { options, start: text.map(Arc::from), moves: Vec::new(), history, board })
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.board.game()
    }

    /// Returns all options of the game.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the text of the position before the moves. `None` for the initial position.
    #[must_use]
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// Returns the moves that led here.
    #[must_use]
    pub fn moves(&self) -> &[MoveCode] {
        &self.moves
    }

    /// Returns the side to move.
    #[must_use]
    pub fn side(&self) -> Side {
        self.board.to_move()
    }

    /// Returns the legal moves in the game's order. Empty exactly if the game is over.
    #[must_use]
    pub fn legal(&self) -> Vec<MoveCode> {
        if self.history.repeated(&*self.board).is_some() { Vec::new() } else { self.board.legal() }
    }

    /// Returns the legal moves in the usual notation, such as SAN. Empty if the game uses its own texts.
    #[must_use]
    pub fn legal_notation(&self) -> Vec<String> {
        if self.history.repeated(&*self.board).is_some() { Vec::new() } else { self.board.written_legal() }
    }

    /// Returns the position after a move: its own text, or another form that is customary in the game.
    ///
    /// # Errors
    /// Returns an error that names the legal moves if it is none of them.
    pub fn play(&self, text: &str) -> Result<Self, ToolboxError> {
        let (game, ply) = (self.game(), self.moves.len());
        if self.history.repeated(&*self.board).is_some() {
            let legal = "none, the game is over".to_owned();
            return Err(GameError::IllegalMove { text: arena_games::beginning(text, 32), ply, legal }.into());
        }
        let mut next = self.clone();
        let own = game.parse_move(text).map_err(GameError::from).and_then(|mv| next.board.play(mv, ply).map(|()| mv));
        let mv = match own {
            Ok(mv) => mv,
            Err(error) => {
                let mv = self.board.read_move(text).ok_or(error)?;
                next.board.play(mv, ply)?;
                mv
            }
        };
        next.moves.push(mv);
        next.history.push(&*next.board);
        Ok(next)
    }

    /// Returns the position after up to `plies` random moves, or `None` if a hundred tries left no game to play. Equal
    /// seeds and rounds have equal moves.
    #[must_use]
    pub fn random_opening(&self, plies: usize, seed: u64, round: u64) -> Option<Self> {
        let mut rng = Rng::new(derive(seed, &[round]));
        (0..OPENING_TRIES).find_map(|_| {
            let mut position = self.clone();
            loop {
                let legal = position.legal();
                if legal.is_empty() {
                    return None;
                }
                if position.moves.len() >= plies {
                    return Some(position);
                }
                let mv = self.game().move_text(legal[rng.below(legal.len())]);
                position = position.play(&mv).expect("the move is legal");
            }
        })
    }

    /// Returns the result if the game is over, by the position or by repetition.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.history.outcome(&*self.board)
    }

    /// Returns a hash of the position. Equal positions have equal keys.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.board.key()
    }

    /// Returns the position in the game's notation.
    #[must_use]
    pub fn text(&self) -> String {
        self.board.notation()
    }

    /// Returns the position as clients draw it.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        self.board.diagram()
    }

    /// Draws the position as a picture.
    #[must_use]
    pub fn svg(&self) -> String {
        picture::svg(self.board.diagram().grid(), with_game!(self.game(), G => G::CONVENTIONS.hexagons))
    }

    /// Returns the static value of the position for the side to move. Without a name, uses the game's first evaluation.
    ///
    /// # Errors
    /// Returns an error if the evaluation or a weight is unknown, or an expression is invalid.
    pub fn evaluate(&self, evaluation: Option<&str>, weights: &Weights) -> Result<i32, ToolboxError> {
        with_game!(self.game(), G => self.evaluated::<G>(evaluation, weights))
    }

    fn evaluated<G: Game>(&self, evaluation: Option<&str>, weights: &Weights) -> Result<i32, ToolboxError> {
        let (position, _) = self.replayed::<G>()?;
        Ok(named::<G>(evaluation, weights)?.evaluate(&position) * position.to_move().sign())
    }

    /// Counts the paths of `depth` plies by the moves alone, as published tables do.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        with_game!(self.game(), G => {
            let (position, _) = self.replayed::<G>().expect("the position was reached before");
            perft(&position, depth)
        })
    }

    /// Searches the position. The settings replace the limits on nodes and time in `budget`.
    ///
    /// # Errors
    /// Returns an error that names the setting and what would be valid.
    pub fn search(&self, settings: &Settings, budget: Budget<'_>) -> Result<Found, ToolboxError> {
        with_game!(self.game(), G => self.searched::<G>(settings, budget))
    }

    fn searched<G: Searched>(&self, settings: &Settings, budget: Budget<'_>) -> Result<Found, ToolboxError> {
        let options = settings.options()?;
        let none = Weights::new();
        let evaluation = named::<G>(settings.evaluation.as_deref(), settings.weights.as_ref().unwrap_or(&none))?;
        let (position, history) = self.replayed::<G>()?;
        let budget = Budget { nodes: settings.nodes, time: settings.time_ms.map(Duration::from_millis), ..budget };
        let mut searcher = Searcher::new();
        let searcher = searcher.with_history(&history);
        let seed = settings.seed.unwrap_or(0);
        let mut recorder = settings.tree.map(|plies| Recorder::new(plies, MOST_NODES));
        let trace: &mut dyn Trace<G> = match &mut recorder {
            Some(recorder) => recorder,
            None => &mut NoTrace,
        };
        let report = G::search(searcher, &position, &options, &evaluation, &budget, seed, trace);
        Ok(found::<G>(&report, options.distance, recorder.and_then(Recorder::into_root)))
    }

    /// Returns the position as the game's own type, with the keys of earlier positions and the moves played there.
    #[expect(clippy::type_complexity, reason = "the pair is used in two places")]
    fn replayed<G: Game>(&self) -> Result<(G, Vec<(u64, G::Move)>), GameError> {
        let mut position: G = start(&self.options, self.start())?;
        let mut history = Vec::new();
        for mv in self.moves.iter().filter_map(|code| G::Move::from_code(*code)) {
            if G::REPETITION.is_some() {
                history.push((position.key(), mv));
            }
            position.play(mv);
        }
        Ok((position, history))
    }
}

/// Draws the position as text, row by row from the top.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&picture::text(self.board.diagram().grid()))
    }
}

fn named<G: Game>(evaluation: Option<&str>, weights: &Weights) -> Result<G::Evaluation, GameError> {
    G::Evaluation::named(evaluation.unwrap_or(G::Evaluation::ALL[0].name), weights)
}

fn found<G: Game>(report: &Report<G::Move>, distance: bool, tree: Option<TraceNode<G::Move>>) -> Found {
    let root = report.root.iter().map(|root| RootMove {
        mv: root.mv.to_string(),
        value: root.value,
        exact: root.exact,
        depth: root.depth,
        nodes: root.nodes,
    });
    Found {
        best: report.best.map(|mv| mv.to_string()),
        value: report.value,
        win_in: win_in::<G>(report.value).filter(|_| distance),
        depth: report.depth,
        line: report.line.iter().map(ToString::to_string).collect(),
        root: root.collect(),
        nodes: report.nodes,
        leaves: report.leaves,
        cutoffs: report.cutoffs,
        pruned_moves: report.pruned,
        table_hits: report.table_hits,
        ms: u64::try_from(report.elapsed.as_millis()).unwrap_or(u64::MAX),
        stopped: report.stopped,
        tree: tree.map(Node::of),
    }
}
