//! Exhaustive solution of a small game. Every reachable position is visited once and solved backwards from the ends.
//! All lines of play are counted.
//!
//! Counts follow the tree of moves, in which a position occurs once for every path to it. Solving follows the distinct
//! positions, which are far fewer.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Diagnostic, Game, Hints, Outcome, Side, diagnostic};

/// The greatest length of a game in plies.
const MOST_PLIES: usize = 2_048;

/// The outcomes of all games that start from a position.
///
/// Counts are exact up to 2⁵³ and rounded beyond.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Games {
    /// Games won by the first side.
    pub first: f64,
    /// Drawn games.
    pub drawn: f64,
    /// Games won by the second side.
    pub second: f64,
}

impl Games {
    /// Returns the number of all games.
    #[must_use]
    pub fn total(self) -> f64 {
        self.first + self.drawn + self.second
    }

    fn add(&mut self, other: Self) {
        self.first += other.first;
        self.drawn += other.drawn;
        self.second += other.second;
    }
}

/// The solution of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    /// The payoff for the first side with best play.
    pub payoff: i32,
    /// The number of plies until the end with best play. A winning side minimises it, any other side maximises it.
    pub plies: u32,
    /// The number of nodes in the tree of moves from this position, including itself.
    pub nodes: f64,
    /// The outcomes of its games.
    pub games: Games,
}

/// A move of the solved position.
#[derive(Clone, Debug)]
pub struct SolvedMove<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The position after the move.
    pub position: G,
    /// The solution of that position.
    pub solved: Solved,
    /// The first move that leads to the same position or a symmetric one. Often the move itself.
    pub like: G::Move,
}

/// A solved game.
#[derive(Clone, Debug)]
pub struct Solution<G: Game> {
    /// The solution of the starting position.
    pub solved: Solved,
    /// Its moves in the game's natural order. Empty if the game is over.
    pub moves: Vec<SolvedMove<G>>,
    /// The number of distinct reachable positions, including the starting position.
    pub positions: usize,
    /// The number of reachable positions up to symmetry.
    pub asymmetric: usize,
    /// The number of nodes of the tree at each ply, starting with the starting position.
    pub by_ply: Vec<f64>,
    /// All reachable positions, the starting position first.
    pub all: Vec<Reached<G>>,
}

/// A position that is reachable in a solved game.
#[derive(Clone, Debug)]
pub struct Reached<G> {
    /// The position.
    pub position: G,
    /// Its solution.
    pub solved: Solved,
    /// The index of the position after each of its moves, in the game's natural order of moves.
    pub next: Vec<usize>,
}

/// A position that is being solved.
struct Node<G> {
    position: G,
    children: Vec<usize>,
    solved: Option<Solved>,
}

impl<G> Node<G> {
    fn reached(self) -> Reached<G> {
        let solved = self.solved.expect("every visited position is solved");
        Reached { position: self.position, solved, next: self.children }
    }
}

/// A position whose moves are being followed.
struct Frame<M> {
    node: usize,
    moves: Vec<M>,
    next: usize,
}

/// Solves the game from `root` if it has at most `most` positions.
///
/// ```
/// use arena_games::{GameError, Options, options, solve, tictactoe::TicTacToe};
///
/// let start: TicTacToe = options::start(&Options::new(), None)?;
/// let solution = solve::solve(&start, 10_000).expect("the game is small");
/// assert_eq!((solution.solved.payoff, solution.positions, solution.asymmetric), (0, 5_478, 765));
/// # Ok::<(), GameError>(())
/// ```
///
/// # Errors
/// Returns an error if the game has more positions, or is one in which positions recur.
pub fn solve<G: Game + Hints>(root: &G, most: usize) -> Result<Solution<G>, Diagnostic> {
    if G::REPETITION.is_some() || root.plies_to_counter_draw().is_some() {
        return Err(repeats());
    }
    let nodes = visited(root, most)?;
    let mut keys = HashSet::with_capacity(nodes.len());
    keys.extend(nodes.iter().map(|node| node.position.canonical_key()));
    let own = nodes[0].solved.expect("the root is solved last");
    let legal = root.moves();
    let mut first_of = HashMap::new();
    let moves = legal.into_iter().zip(&nodes[0].children).map(|(mv, child)| {
        let Node { position, solved, .. } = &nodes[*child];
        let like = *first_of.entry(position.canonical_key()).or_insert(mv);
        SolvedMove { mv, position: position.clone(), solved: solved.expect("children are solved first"), like }
    });
    Ok(Solution {
        solved: own,
        moves: moves.collect(),
        positions: nodes.len(),
        asymmetric: keys.len(),
        by_ply: layers(&nodes),
        all: nodes.into_iter().map(Node::reached).collect(),
    })
}

fn repeats() -> Diagnostic {
    diagnostic!(
        "repeats",
        "positions of this game can repeat, so their value depends on earlier moves and it cannot be solved"
    )
}

/// Visits all reachable positions, the root first. Each is solved after its children.
fn visited<G: Game + Hints>(root: &G, most: usize) -> Result<Vec<Node<G>>, Diagnostic> {
    let mut walk = Walk { most, nodes: Vec::new(), known: HashMap::new(), path: Vec::new() };
    walk.enter(root.clone())?;
    while let Some(frame) = walk.path.last_mut() {
        let node = frame.node;
        let Some(&mv) = frame.moves.get(frame.next) else {
            walk.path.pop();
            walk.nodes[node].solved = Some(from_children(&walk.nodes, node));
            continue;
        };
        frame.next += 1;
        let mut child = walk.nodes[node].position.clone();
        child.play(mv);
        let index = match walk.known.get(&child.key()) {
            // The position is on the current path.
            Some(&index) if walk.nodes[index].solved.is_none() => return Err(repeats()),
            Some(&index) => index,
            None => walk.enter(child)?,
        };
        walk.nodes[node].children.push(index);
    }
    Ok(walk.nodes)
}

/// A walk through a game, without recursion because a game may be long.
struct Walk<G: Game> {
    most: usize,
    nodes: Vec<Node<G>>,
    known: HashMap<u64, usize>,
    path: Vec<Frame<G::Move>>,
}

impl<G: Game> Walk<G> {
    fn enter(&mut self, position: G) -> Result<usize, Diagnostic> {
        let index = self.nodes.len();
        if index >= self.most {
            return Err(diagnostic!(
                "many_positions",
                "more than {most} positions can be reached from here; start closer to the end of the game",
                most = self.most
            ));
        }
        if self.path.len() >= MOST_PLIES {
            return Err(diagnostic!(
                "long_games",
                "games from here can exceed {most} plies; start closer to the end of the game",
                most = MOST_PLIES
            ));
        }
        let moves = position.moves();
        self.known.insert(position.key(), index);
        self.nodes.push(Node { position, children: Vec::with_capacity(moves.len()), solved: None });
        self.path.push(Frame { node: index, moves, next: 0 });
        Ok(index)
    }
}

/// Solves a position from the solutions of its children.
fn from_children<G: Game>(nodes: &[Node<G>], index: usize) -> Solved {
    let Node { position, children, .. } = &nodes[index];
    if let Some(outcome) = position.outcome() {
        return ended(outcome);
    }
    let side = position.to_move();
    let mut found = Solved { payoff: 0, plies: 0, nodes: 1.0, games: Games::default() };
    let mut best: Option<(i32, i64)> = None;
    for child in children.iter().filter_map(|child| nodes[*child].solved) {
        found.nodes += child.nodes;
        found.games.add(child.games);
        let worth = worth(child, side);
        if best.is_none_or(|best| worth > best) {
            best = Some(worth);
            (found.payoff, found.plies) = (child.payoff, child.plies + 1);
        }
    }
    found
}

/// Returns the worth of reaching a position for `side`: the payoff first, then a quick end if it is a win, and a late
/// one if not.
fn worth(solved: Solved, side: Side) -> (i32, i64) {
    let payoff = solved.payoff * side.sign();
    (payoff, if payoff > 0 { -i64::from(solved.plies) } else { i64::from(solved.plies) })
}

fn ended(outcome: Outcome) -> Solved {
    let mut games = Games::default();
    *match outcome.winner() {
        Some(Side::First) => &mut games.first,
        None => &mut games.drawn,
        Some(Side::Second) => &mut games.second,
    } = 1.0;
    Solved { payoff: outcome.payoff(), plies: 0, nodes: 1.0, games }
}

/// Returns the number of nodes of the tree of moves at each ply.
fn layers<G>(nodes: &[Node<G>]) -> Vec<f64> {
    let mut layers = Vec::new();
    // An ordered map, so that sums of rounded numbers are always the same.
    let mut at = BTreeMap::from([(0, 1.0)]);
    while !at.is_empty() {
        layers.push(at.values().sum());
        let mut next: BTreeMap<usize, f64> = BTreeMap::new();
        for (node, times) in at {
            for child in &nodes[node].children {
                *next.entry(*child).or_default() += times;
            }
        }
        at = next;
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bones::Bones;
    use crate::chess::Chess;
    use crate::connect4::ConnectFour;
    use crate::tictactoe::TicTacToe;
    use crate::tree::Tree;
    use crate::{Options, options};

    fn at<G: Game>(position: Option<&str>) -> G {
        options::start(&Options::new(), position).expect("the position is valid")
    }

    #[test]
    fn tic_tac_toe_matches_the_published_numbers() {
        let whole = solve(&at::<TicTacToe>(None), 10_000).expect("the game is small");
        let Solved { payoff, plies, nodes, games } = whole.solved;
        assert_eq!((payoff, plies, nodes), (0, 9, 549_946.0));
        assert_eq!((games.first, games.second, games.drawn), (131_184.0, 77_904.0, 46_080.0));
        assert_eq!((whole.positions, whole.asymmetric), (5_478, 765));
        let layers = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872].map(f64::from);
        assert_eq!(whole.by_ply, layers);
        // Up to symmetry there are three first moves: corner, edge and centre. All of them draw.
        let mut kinds: Vec<String> = whole.moves.iter().map(|mv| mv.like.to_string()).collect();
        kinds.sort();
        kinds.dedup();
        assert_eq!((kinds.len(), whole.moves.len()), (3, 9));
        assert!(whole.moves.iter().all(|mv| mv.solved.payoff == 0));
    }

    #[test]
    fn heap_is_lost_exactly_for_multiples_of_four() {
        for heap in 1..=12 {
            let whole = solve(&at::<Bones>(Some(&format!("{heap} first"))), 100).expect("the game is small");
            assert_eq!(whole.solved.payoff, if heap % 4 == 0 { -1 } else { 1 }, "{heap}");
        }
        let nodes = |heap: u32| {
            solve(&at::<Bones>(Some(&format!("{heap} first"))), 100).expect("the game is small").solved.nodes
        };
        assert_eq!([6, 8, 12].map(nodes), [52.0, 177.0, 2_031.0]);
        let long = solve(&at::<Bones>(Some("1000 first")), 3_000).expect("the game has two thousand positions");
        assert!(long.solved.nodes.is_finite() && long.solved.payoff == -1);
    }

    #[test]
    fn solves_trees_by_payoff_and_rejects_large_games() {
        assert_eq!(solve(&at::<Tree>(None), 100).expect("the textbook's tree is small").solved.payoff, 3);
        let code = |unsolved: Option<Diagnostic>| unsolved.map(|problem| problem.code);
        assert_eq!(code(solve(&at::<ConnectFour>(None), 500).err()).as_deref(), Some("many_positions"));
        assert_eq!(code(solve(&at::<Chess>(None), 500).err()).as_deref(), Some("repeats"));
    }
}
