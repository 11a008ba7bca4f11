//! Solutions of small games for programs and people.

use std::collections::HashMap;

use serde::{Serialize, Serializer};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::bodies::SolveBody;
use super::question::{StartOf, shortened};
use super::steps::small_cells;
use arena_games::options::start;
use arena_games::solve::{Games, Reached, Solution, Solved, solve};
use arena_games::{Diagnostic, FieldError, Game, GameError, GameId, Hints, Options, Side, illegal, typed, with_game};
use arena_play::json::from_json;

/// The greatest number of positions that are listed.
const MOST_LISTED: usize = 2_100;

/// A game to solve exhaustively.
#[derive(Clone, Debug)]
pub struct GameToSolve {
    pub game: GameId,
    /// The options of the game.
    pub options: Options,
    /// The position from which the moves start. The game's initial position by default.
    pub position: Option<String>,
    /// The moves to play first.
    pub moves: Vec<String>,
    /// Whether to list all positions, if there are not too many.
    pub list: bool,
    /// Whether to list the positions up to symmetry with the moves between them, if there are not too many.
    pub map: bool,
}

/// The reason why a game is not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// An option, the position or a move is invalid.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The game is too large or of an unsupported kind.
    #[error(transparent)]
    Unsolved(#[from] Diagnostic),
    /// The form of the question is invalid.
    #[error(transparent)]
    Form(#[from] FieldError),
}

impl GameToSolve {
    /// Reads a [`SolveBody`].
    ///
    /// # Errors
    /// Returns an error if a key is missing, unknown or of the wrong type.
    pub fn from_json(body: Value) -> Result<Self, SolveError> {
        let SolveBody { game, options, position, moves, list, map } = from_json(&body)?;
        let StartOf { game, options, position, moves } = StartOf::of(&game, options, position, moves)?;
        let (list, map) = (list.unwrap_or(false), map.unwrap_or(false));
        Ok(Self { game, options, position, moves, list, map })
    }

    /// Solves the game if at most `most` positions are reachable.
    ///
    /// # Errors
    /// Returns an error if the question is invalid or the game is too large.
    pub fn solve(&self, most: usize) -> Result<SolutionView, SolveError> {
        with_game!(self.game, G => self.solve_as::<G>(most))
    }

    fn solve_as<G: Game + Hints>(&self, most: usize) -> Result<SolutionView, SolveError> {
        let GameToSolve { game, options, position, moves, .. } = self;
        let mut root = start::<G>(options, position.as_deref())?;
        typed::play_line(&mut root, moves, usize::MAX)
            .map_err(|wrong| illegal(&root, shortened(&wrong.text), wrong.played.len()))?;
        let solution = solve(&root, most)?;
        Ok(SolutionView {
            all: (self.list && solution.all.len() <= MOST_LISTED).then(|| listed(&solution)),
            map: (self.map && solution.asymmetric <= MOST_LISTED).then(|| map(&solution.all)),
            ..view(*game, &root, &solution)
        })
    }
}

/// A count. Integers up to 2⁵³ are exact, greater ones are rounded.
#[derive(Clone, Copy, Debug, PartialEq, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[cfg_attr(feature = "typescript", ts(as = "f64"))]
#[schema(value_type = f64)]
pub struct Count(pub f64);

impl Count {
    /// Returns the number if it is exact.
    #[must_use]
    pub fn exact(self) -> Option<u64> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, and below 2^53")]
        (self.0 <= EXACT).then_some(self.0 as u64)
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.exact() {
            Some(count) => serializer.serialize_u64(count),
            None => serializer.serialize_f64(self.0),
        }
    }
}

/// The outcomes of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GamesCount {
    /// Games won by the first side.
    pub first: Count,
    /// Drawn games.
    pub drawn: Count,
    /// Games won by the second side.
    pub second: Count,
}

impl From<Games> for GamesCount {
    fn from(Games { first, drawn, second }: Games) -> Self {
        Self { first: Count(first), drawn: Count(drawn), second: Count(second) }
    }
}

/// A solved move.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct SolvedMoveView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The payoff for the first side with best play after the move.
    pub payoff: i32,
    /// The number of plies until the end with best play, including the move.
    pub plies: u32,
    /// The number of nodes in the tree after the move, including its root.
    pub nodes: Count,
    /// The outcomes of the games that begin with the move.
    pub games: GamesCount,
    /// Whether the move ends the game.
    pub over: bool,
    /// The first move that leads to the same position or a symmetric one. Absent if it is this move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// The board after the move, if it is small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<String>>,
}

/// A solved position.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SolvedPosition {
    /// The position as text.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// The payoff for the first side with best play.
    pub payoff: i32,
    /// The number of plies until the end with best play.
    pub plies: u32,
}

/// A position of the map of a game. It stands for all positions that are symmetric to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct MapPosition {
    /// The position as text.
    pub position: String,
    /// The least number of plies from the solved position.
    pub ply: u32,
    /// The side to move.
    pub side: Side,
    /// The payoff for the first side with best play.
    pub payoff: i32,
    /// The number of plies until the end with best play.
    pub plies: u32,
    /// The moves. Empty if the game is over.
    pub moves: Vec<MapMove>,
    /// The board, if it is small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<String>>,
}

/// A move on the map of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MapMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The index of the position after the move, or of a symmetric one.
    pub to: usize,
    /// Whether no other move has a better payoff, a quicker win or a later loss.
    pub best: bool,
}

/// A solved game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct SolutionView {
    /// The game.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub game: GameId,
    /// The solved position, after the moves.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// The payoff for the first side with best play: 1 for a win, 0 for a draw, −1 for a loss, or more in games with
    /// greater payoffs.
    pub payoff: i32,
    /// The number of plies until the end with best play.
    pub plies: u32,
    /// The number of nodes of the tree of all moves.
    pub nodes: Count,
    /// The outcomes of all games.
    pub games: GamesCount,
    /// The number of distinct reachable positions.
    pub positions: usize,
    /// The number of reachable positions up to symmetry.
    pub asymmetric: usize,
    /// The number of nodes of the tree at each ply.
    pub by_ply: Vec<Count>,
    /// The moves.
    pub moves: Vec<SolvedMoveView>,
    /// The board, if it is small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<String>>,
    /// The number of columns of the board, if it is small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<u32>,
    /// All reachable positions, if requested and at most 2,100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<SolvedPosition>>,
    /// The reachable positions up to symmetry, by ply, if requested and at most 2,100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<Vec<MapPosition>>,
}

fn listed<G: Game>(solution: &Solution<G>) -> Vec<SolvedPosition> {
    let view = |Reached { position, solved, .. }: &Reached<G>| SolvedPosition {
        position: position.notation(),
        side: position.to_move(),
        payoff: solved.payoff,
        plies: solved.plies,
    };
    solution.all.iter().map(view).collect()
}

/// Returns the positions up to symmetry, ply by ply. The first position that is found stands for its symmetric ones.
fn map<G: Game + Hints>(all: &[Reached<G>]) -> Vec<MapPosition> {
    let mut known = HashMap::from([(all[0].position.canonical_key(), 0)]);
    let mut queue = vec![(0, 0)];
    let mut views = Vec::new();
    while let Some(&(index, ply)) = queue.get(views.len()) {
        let Reached { position, solved, next } = &all[index];
        let legal = position.moves();
        let moves = legal.into_iter().zip(next).map(|(mv, &after)| {
            let to = *known.entry(all[after].position.canonical_key()).or_insert_with(|| {
                queue.push((after, ply + 1));
                queue.len() - 1
            });
            let Solved { payoff, plies, .. } = all[after].solved;
            MapMove { mv: mv.to_string(), to, best: (payoff, plies + 1) == (solved.payoff, solved.plies) }
        });
        views.push(MapPosition {
            position: position.notation(),
            ply,
            side: position.to_move(),
            payoff: solved.payoff,
            plies: solved.plies,
            moves: moves.collect(),
            cells: small_cells(&position.diagram(None)),
        });
    }
    views
}

fn view<G: Game + Hints>(game: GameId, root: &G, solution: &Solution<G>) -> SolutionView {
    let Solved { payoff, plies, nodes, games } = solution.solved;
    let moves = solution.moves.iter().map(|entry| SolvedMoveView {
        mv: entry.mv.to_string(),
        payoff: entry.solved.payoff,
        plies: entry.solved.plies + 1,
        nodes: Count(entry.solved.nodes),
        games: entry.solved.games.into(),
        over: entry.position.outcome().is_some(),
        like: (entry.like != entry.mv).then(|| entry.like.to_string()),
        cells: small_cells(&entry.position.diagram(Some(entry.mv))),
    });
    let diagram = root.diagram(None);
    let cells = small_cells(&diagram);
    SolutionView {
        game,
        position: root.notation(),
        side: root.to_move(),
        payoff,
        plies,
        nodes: Count(nodes),
        games: games.into(),
        positions: solution.positions,
        asymmetric: solution.asymmetric,
        by_ply: solution.by_ply.iter().copied().map(Count).collect(),
        moves: moves.collect(),
        columns: cells.as_ref().and(diagram.columns()),
        cells,
        all: None,
        map: None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn map_of_tic_tac_toe_has_each_position_once_up_to_symmetry() {
        let request =
            GameToSolve::from_json(json!({ "game": "tictactoe", "map": true })).expect("the question is valid");
        let SolutionView { map, all, .. } = request.solve(10_000).expect("the game is small");
        assert!(all.is_none());
        let map = map.expect("the game has few positions up to symmetry");
        let mut by_ply = [0; 10];
        for position in &map {
            by_ply[position.ply as usize] += 1;
        }
        assert_eq!(by_ply, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
        // A game ends early in a win, and otherwise on a full board.
        let ends = map.iter().filter(|position| position.moves.is_empty());
        assert!(ends.clone().all(|end| end.plies == 0 && (end.payoff != 0 || end.ply == 9)));
        assert_eq!(ends.clone().filter(|end| end.payoff == 0).count(), 3);
        // In answer to a corner, only the centre holds the draw.
        let corner = &map[map[0].moves.iter().find(|mv| mv.mv == "a1").expect("a1 is legal").to];
        assert_eq!(corner.moves.iter().filter(|mv| mv.best).count(), 1);
        for position in &map {
            assert!(position.moves.is_empty() || position.moves.iter().any(|mv| mv.best));
            assert!(position.moves.iter().all(|mv| map[mv.to].ply == position.ply + 1));
        }
    }
}
