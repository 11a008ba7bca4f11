//! The result of perfect play: from an exact search to the end of the game once few squares are empty, or from tables of
//! endings.

use std::sync::Arc;

use crate::plan::Adjudication;
use arena_games::options::start;
use arena_games::{Evaluation, Game, GameError, GameId, GameMove, MoveCode, Options, Weights, with_game};
use arena_play::{EndDetail, EndReason, GameResult, Verdict};
use arena_search::trace::NoTrace;
use arena_search::{Budget, Ordering, Pruning, SearchOptions, Searched, Searcher};
use arena_syzygy::{Tablebases, for_game};

/// Follows matches, one after another, and finds the result of each once it is near its end.
pub(super) trait Solver: Send {
    /// Returns the result of perfect play by both sides after `moves`, or `None` while it is unknown.
    ///
    /// # Errors
    /// [`GameError`] when the position or a move is invalid.
    fn result(&mut self, position: Option<&str>, moves: &[MoveCode]) -> Result<Option<GameResult>, GameError>;
}

/// Solvers, each with the end reason of its results.
pub(super) type Solvers = Vec<(EndReason, Box<dyn Solver>)>;

/// The memory that a solver holds, in bytes.
pub(super) fn memory_bytes() -> u64 {
    search().memory_bytes()
}

/// The options of a solver's search.
fn search() -> SearchOptions {
    SearchOptions {
        depth: 1,
        pruning: Pruning::AlphaBeta,
        ordering: vec![Ordering::Table, Ordering::Static],
        table_mb: 8,
        distance: false,
        hints: true,
        ..SearchOptions::default()
    }
}

/// Creates the solvers that the rules ask for, each with the end reason of its results.
///
/// # Errors
/// [`GameError`] when the options are invalid.
pub(super) fn solvers(
    game: GameId,
    options: &Options,
    rules: &Adjudication,
    tablebases: Option<&Arc<Tablebases>>,
) -> Result<Solvers, GameError> {
    let mut made = Vec::new();
    if let Some((rule, tablebases)) = rules.tablebase.zip(tablebases) {
        let pieces = rule.pieces as usize;
        made.extend(table_solver(game, options, tablebases, pieces)?.map(|it| (EndReason::AdjudicatedTablebase, it)));
    }
    if let Some(rule) = rules.solver {
        made.push((EndReason::AdjudicatedSolved, solver(game, options, rule.empties)?));
    }
    Ok(made)
}

/// Returns the verdict of the first solver that knows the result after `moves`.
///
/// # Errors
/// [`GameError`] when the position or a move is invalid.
pub(super) fn verdict(
    solvers: &mut [(EndReason, Box<dyn Solver>)],
    position: Option<&str>,
    moves: &[MoveCode],
) -> Result<Option<Verdict>, GameError> {
    for (by, solver) in solvers {
        if let Some(ended) = solver.result(position, moves)? {
            let detail = (*by == EndReason::AdjudicatedSolved).then(|| EndDetail::PerfectPlay {}.into());
            return Ok(Some(Verdict { outcome: Some(ended), by: *by, detail }));
        }
    }
    Ok(None)
}

/// Creates a solver of a game with these options, for positions with at most `empties` empty squares.
fn solver(game: GameId, options: &Options, empties: u32) -> Result<Box<dyn Solver>, GameError> {
    Ok(with_game!(game, G => Box::new(Exact::<G> {
        empties,
        evaluation: <G as Game>::Evaluation::named("zero", &Weights::new())?,
        followed: Followed::new(options)?,
        searcher: Searcher::new(),
    })))
}

/// Creates a solver that looks up positions with at most `pieces` pieces. `None` if the game has no tables.
fn table_solver(
    game: GameId,
    options: &Options,
    tablebases: &Arc<Tablebases>,
    pieces: usize,
) -> Result<Option<Box<dyn Solver>>, GameError> {
    with_game!(game, G => {
        let Some(tablebases) = for_game::<G>(tablebases, pieces) else { return Ok(None) };
        Ok(Some(Box::new(LookedUp::<G> { followed: Followed::new(options)?, tablebases })))
    })
}

/// A position that follows the moves of a match.
struct Followed<G: Game> {
    options: Options,
    /// The position after `played` from `position`.
    held: G,
    position: Option<String>,
    played: Vec<MoveCode>,
}

impl<G: Searched> Followed<G> {
    fn new(options: &Options) -> Result<Self, GameError> {
        Ok(Self { options: options.clone(), held: start(options, None)?, position: None, played: Vec::new() })
    }

    fn follow(&mut self, position: Option<&str>, moves: &[MoveCode]) -> Result<&G, GameError> {
        if self.position.as_deref() != position || !moves.starts_with(&self.played) {
            self.held = start(&self.options, position)?;
            self.position = position.map(str::to_owned);
            self.played.clear();
        }
        for (ply, &code) in moves.iter().enumerate().skip(self.played.len()) {
            let Some(mv) = G::Move::from_code(code).filter(|mv| self.held.is_legal(*mv)) else {
                return Err(GameError::IllegalMove { text: "?".to_owned(), ply, legal: String::new() });
            };
            self.held.play(mv);
            self.played.push(code);
        }
        Ok(&self.held)
    }
}

/// Returns the result if the side to move wins (1), loses (-1) or draws (0).
fn result_of<G: Game>(position: &G, sign: i32) -> GameResult {
    match sign {
        0 => GameResult::Draw,
        1 => position.to_move().into(),
        _ => (!position.to_move()).into(),
    }
}

/// Solves by exact search.
struct Exact<G: Searched> {
    empties: u32,
    evaluation: G::Evaluation,
    followed: Followed<G>,
    searcher: Searcher<G>,
}

impl<G: Searched> Solver for Exact<G> {
    fn result(&mut self, position: Option<&str>, moves: &[MoveCode]) -> Result<Option<GameResult>, GameError> {
        let held = self.followed.follow(position, moves)?;
        let few = held.empties().is_some_and(|empties| empties <= self.empties);
        if !few || held.outcome().is_some() {
            return Ok(None);
        }
        let options = SearchOptions { solve_empties: Some(self.empties), ..search() };
        self.searcher.forget();
        let report =
            G::search(&mut self.searcher, held, &options, &self.evaluation, &Budget::UNLIMITED, 0, &mut NoTrace);
        Ok(Some(result_of(held, report.value.signum())))
    }
}

/// Looks positions up in tables of endings. They know the result right after a capture or a pawn move.
struct LookedUp<G: Game> {
    followed: Followed<G>,
    tablebases: Arc<dyn arena_search::Tablebases<G>>,
}

impl<G: Searched> Solver for LookedUp<G> {
    fn result(&mut self, position: Option<&str>, moves: &[MoveCode]) -> Result<Option<GameResult>, GameError> {
        let held = self.followed.follow(position, moves)?;
        let sign = if held.outcome().is_none() { self.tablebases.result(held) } else { None };
        Ok(sign.map(|sign| result_of(held, sign)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::adjudication::can_be_solved;

    fn result(game: GameId, empties: u32, moves: &str) -> Option<GameResult> {
        let mut solver = solver(game, &Options::new(), empties).expect("the defaults are right");
        let codes: Vec<MoveCode> =
            moves.split_whitespace().map(|text| game.parse_move(text).expect("a move")).collect();
        solver.result(None, &codes).expect("legal moves")
    }

    #[test]
    fn solves_a_match_once_few_enough_squares_are_empty() {
        assert_eq!(result(GameId::TicTacToe, 9, ""), Some(GameResult::Draw));
        assert_eq!(result(GameId::TicTacToe, 7, "a1 b1"), Some(GameResult::First));
        assert_eq!(result(GameId::TicTacToe, 6, "a1 b1"), None);
        assert_eq!(result(GameId::Bones, 21, ""), Some(GameResult::First), "21 is one more than a multiple of four");
        assert_eq!(result(GameId::Bones, 20, "1"), Some(GameResult::First));
        assert_eq!(result(GameId::Bones, 20, ""), None);
        let late = "a a a a a a b b b b b b c c c c c c f d d d d d d";
        assert_eq!(result(GameId::ConnectFour, 16, late), None, "17 places are empty");
        assert!(result(GameId::ConnectFour, 17, late).is_some());
        assert_eq!([GameId::Chess, GameId::Checkers, GameId::Tree].map(can_be_solved), [false; 3]);
    }

    #[test]
    fn follows_one_match_after_another() {
        let mut solver = solver(GameId::TicTacToe, &Options::new(), 7).expect("defaults");
        let mut after = |moves: &[u32]| {
            let moves: Vec<MoveCode> = moves.iter().copied().map(MoveCode).collect();
            solver.result(None, &moves)
        };
        let code = |text| GameId::TicTacToe.parse_move(text).expect("a move").0;
        let (corner, edge, centre) = (code("a1"), code("b1"), code("b2"));
        assert_eq!(after(&[corner]), Ok(None));
        assert_eq!(after(&[corner, edge]), Ok(Some(GameResult::First)));
        assert_eq!(after(&[corner, centre]), Ok(Some(GameResult::Draw)));
        assert!(after(&[corner, corner]).is_err());
    }
}
