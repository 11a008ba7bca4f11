//! The game tree of a question: the states that a program may ask for, created when they are first needed.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use arena_games::options::start;
use arena_games::seed::{Rng, derive};
use arena_games::{
    Evaluation, Game, GameError, GameId, GameMove, MoveCode, Options, Scoring, Side, Weights, with_game,
};

/// What the states of a test are: the game, and how states are valued.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub game: GameId,
    pub options: Options,
    pub evaluation: Option<String>,
    pub weights: Weights,
    /// The utility of a win for MAX, in games without payoffs.
    pub win: i32,
}

impl Setup {
    /// Returns the state at `position`, or at the start of the game.
    pub(crate) fn state(&self, position: Option<&str>) -> Result<Box<dyn State>, GameError> {
        with_game!(self.game, G => {
            let name = self.evaluation.as_deref().unwrap_or("zero");
            let evaluation = Arc::new(<G as Game>::Evaluation::named(name, &self.weights)?);
            Ok(Box::new(Typed::<G> { position: start::<G>(&self.options, position)?, evaluation, win: self.win }))
        })
    }
}

/// A state of any game.
pub(crate) trait State: Send {
    fn max_to_move(&self) -> bool;
    /// Returns the legal moves in the game's natural order. Empty exactly when the game is over.
    fn moves(&self) -> Vec<MoveCode>;
    fn after(&self, mv: MoveCode) -> Box<dyn State>;
    /// Returns the value of a finished game for MAX.
    fn utility(&self) -> Option<f64>;
    /// Returns the value of the given evaluation for MAX.
    fn evaluate(&self) -> f64;
    /// Returns the position as text.
    fn text(&self) -> String;
}

struct Typed<G: Game> {
    position: G,
    evaluation: Arc<G::Evaluation>,
    win: i32,
}

impl<G: Game> State for Typed<G> {
    fn max_to_move(&self) -> bool {
        self.position.to_move() == Side::First
    }

    fn moves(&self) -> Vec<MoveCode> {
        let moves = self.position.moves();
        moves.into_iter().map(GameMove::code).collect()
    }

    fn after(&self, mv: MoveCode) -> Box<dyn State> {
        let mut position = self.position.clone();
        position.play(G::Move::from_code(mv).expect("the code is one of `moves`"));
        Box::new(Self { position, evaluation: Arc::clone(&self.evaluation), win: self.win })
    }

    fn utility(&self) -> Option<f64> {
        let payoff = self.position.outcome()?.payoff();
        Some(match G::SCORING {
            Scoring::Payoff => payoff.into(),
            Scoring::WinLoss | Scoring::Margin => f64::from(payoff.signum()) * f64::from(self.win),
        })
    }

    fn evaluate(&self) -> f64 {
        self.evaluation.evaluate(&self.position).into()
    }

    fn text(&self) -> String {
        self.position.notation()
    }
}

/// The number of a state in its [`Tree`].
pub(crate) type Id = usize;

struct Node {
    state: Box<dyn State>,
    parent: Option<(Id, usize)>,
    ply: usize,
    /// The moves in the order in which the program is given them.
    moves: Vec<MoveCode>,
    children: Option<Range<Id>>,
}

/// The states of one question.
pub(crate) struct Tree {
    game: GameId,
    nodes: Vec<Node>,
    /// The seed of the order of moves. `None` is the natural order.
    shuffle: Option<u64>,
    /// The names of the states of an explicit tree: a letter for an inner node, and its parent's with a number for a leaf.
    names: Vec<String>,
    by_name: HashMap<String, Id>,
}

/// The root of every tree.
pub(crate) const ROOT: Id = 0;

impl Tree {
    pub(crate) fn new(game: GameId, root: Box<dyn State>, shuffle: Option<u64>) -> Self {
        let mut tree = Self { game, nodes: Vec::new(), shuffle, names: Vec::new(), by_name: HashMap::new() };
        tree.add(root, None);
        if game == GameId::Tree {
            tree.name();
        }
        tree
    }

    fn add(&mut self, state: Box<dyn State>, parent: Option<(Id, usize)>) {
        let mut moves = state.moves();
        if let Some(seed) = self.shuffle {
            Rng::new(derive(seed, &[self.nodes.len() as u64])).shuffle(&mut moves);
        }
        let ply = parent.map_or(0, |(parent, _)| self.nodes[parent].ply + 1);
        self.nodes.push(Node { state, parent, ply, moves, children: None });
    }

    /// Creates all states of an explicit tree level by level and names them.
    fn name(&mut self) {
        let mut inner = 0;
        let mut id = ROOT;
        while id < self.nodes.len() {
            let children = self.children(id);
            let name = match self.nodes[id].parent {
                Some((parent, index)) if children.is_empty() => format!("{}{}", self.names[parent], index + 1),
                _ => {
                    inner += 1;
                    letters(inner)
                }
            };
            self.by_name.insert(name.clone(), id);
            self.names.push(name);
            id += 1;
        }
    }

    /// Returns the children of a state, which are created if necessary.
    pub(crate) fn children(&mut self, id: Id) -> Range<Id> {
        if let Some(children) = &self.nodes[id].children {
            return children.clone();
        }
        let first = self.nodes.len();
        let states: Vec<_> = self.nodes[id].moves.iter().map(|mv| self.nodes[id].state.after(*mv)).collect();
        for (index, state) in states.into_iter().enumerate() {
            self.add(state, Some((id, index)));
        }
        let children = first..self.nodes.len();
        self.nodes[id].children = Some(children.clone());
        children
    }

    pub(crate) fn max_to_move(&self, id: Id) -> bool {
        self.nodes[id].state.max_to_move()
    }

    pub(crate) fn utility(&self, id: Id) -> Option<f64> {
        self.nodes[id].state.utility()
    }

    pub(crate) fn evaluate(&self, id: Id) -> f64 {
        self.nodes[id].state.evaluate()
    }

    pub(crate) fn text(&self, id: Id) -> String {
        self.nodes[id].state.text()
    }

    pub(crate) fn ply(&self, id: Id) -> usize {
        self.nodes[id].ply
    }

    pub(crate) fn parent(&self, id: Id) -> Option<(Id, usize)> {
        self.nodes[id].parent
    }

    pub(crate) fn moves(&self, id: Id) -> &[MoveCode] {
        &self.nodes[id].moves
    }

    /// Returns the text of a move, by its index.
    pub(crate) fn action(&self, id: Id, index: usize) -> String {
        self.game.move_text(self.nodes[id].moves[index])
    }

    /// Returns the texts of all moves, separated by spaces.
    pub(crate) fn actions(&self, id: Id) -> String {
        let texts: Vec<String> = (0..self.nodes[id].moves.len()).map(|index| self.action(id, index)).collect();
        texts.join(" ")
    }

    /// Returns the index of the move with this text.
    pub(crate) fn action_index(&self, id: Id, text: &str) -> Option<usize> {
        let code = self.game.parse_move(text).ok()?;
        self.nodes[id].moves.iter().position(|mv| *mv == code)
    }

    /// Returns the name of a state in the protocol.
    pub(crate) fn state_name(&self, id: Id) -> String {
        self.names.get(id).cloned().unwrap_or_else(|| id.to_string())
    }

    /// Returns the state of this name, if the program can know it.
    pub(crate) fn find(&self, name: &str) -> Option<Id> {
        if self.names.is_empty() {
            return name.parse().ok().filter(|id| *id < self.nodes.len());
        }
        self.by_name.get(name).copied()
    }

    /// Returns how people name a state.
    pub(crate) fn place(&self, id: Id) -> String {
        if let Some(name) = self.names.get(id) {
            return if self.moves(id).is_empty() { format!("leaf {name}") } else { format!("node {name}") };
        }
        let mut path = Vec::new();
        let mut at = id;
        while let Some((parent, index)) = self.nodes[at].parent {
            path.push(self.action(parent, index));
            at = parent;
        }
        path.reverse();
        if path.is_empty() { "the root".to_owned() } else { format!("the position after {}", path.join(" ")) }
    }

    /// Returns how people name the child of a state, by its index.
    pub(crate) fn child_place(&self, id: Id, index: usize) -> String {
        let number = ordinal(index + 1);
        if self.names.is_empty() {
            return format!("the {number} child ({}) of {}", self.action(id, index), self.place(id));
        }
        format!("{}'s {number} child", self.place(id))
    }
}

/// Returns the letters of a number from 1, as spreadsheets name columns.
fn letters(mut number: usize) -> String {
    let mut text = Vec::new();
    while number > 0 {
        number -= 1;
        text.push(char::from(b'A' + u8::try_from(number % 26).expect("it is below 26")));
        number /= 26;
    }
    text.into_iter().rev().collect()
}

fn ordinal(number: usize) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    WORDS.get(number - 1).map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}

/// Returns a value as people write it.
pub(crate) fn number(value: f64) -> String {
    let size = if value.is_infinite() { "∞".to_owned() } else { value.abs().to_string() };
    if value < 0.0 { format!("−{size}") } else { size }
}

/// Returns a random tree as nested arrays.
pub(crate) fn random_tree(rng: &mut Rng, plies: usize, branching: [usize; 2], values: [i32; 2]) -> serde_json::Value {
    let between = |rng: &mut Rng, low: usize, high: usize| low + rng.below(high - low + 1);
    if plies == 0 {
        let span = usize::try_from(i64::from(values[1]) - i64::from(values[0])).expect("the task was checked");
        return (i64::from(values[0]) + i64::try_from(rng.below(span + 1)).expect("it is small")).into();
    }
    let children = between(rng, branching[0], branching[1]);
    (0..children).map(|_| random_tree(rng, plies - 1, branching, values)).collect()
}
