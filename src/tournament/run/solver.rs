//! The result of perfect play, from an exact search to the end of the game once few squares are empty.

use arena_games::catalog::{Visitor, start};
use arena_games::{Evaluation, Game, GameError, GameId, GameMove, Hints, MoveCode, Options, Weights};
use arena_play::{Circumstance, EndReason, GameResult, Verdict};
use arena_search::trace::NoTrace;
use arena_search::{Budget, Ordering, Pruning, SearchOptions, Searcher};

/// Follows matches, one after another, and solves each by exact search once few enough squares are empty.
pub(super) trait Solver: Send {
    /// Returns the result of perfect play by both sides after `moves`, or `None` while too many squares are empty.
    ///
    /// # Errors
    /// [`GameError`] when the position or a move is invalid.
    fn result(&mut self, position: Option<&str>, moves: &[MoveCode]) -> Result<Option<GameResult>, GameError>;
}

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

/// Creates a solver of a game with these options, for positions with at most `empties` empty squares.
///
/// # Errors
/// [`GameError`] when the options are invalid.
pub(super) fn solver(game: GameId, options: &Options, empties: u32) -> Result<Box<dyn Solver>, GameError> {
    struct Make<'a>(&'a Options, u32);
    impl Visitor for Make<'_> {
        type Output = Result<Box<dyn Solver>, GameError>;
        fn visit<G: Game + Hints>(self) -> Self::Output {
            Ok(Box::new(Exact::<G> {
                options: self.0.clone(),
                empties: self.1,
                evaluation: G::Evaluation::named("zero", &Weights::new())?,
                held: start(self.0, None)?,
                position: None,
                played: Vec::new(),
                searcher: Searcher::new(),
            }))
        }
    }
    game.visit(Make(options, empties))
}

/// The verdict of a match that was solved.
pub(super) fn solved_verdict(ended: GameResult) -> Verdict {
    let detail = Some(Circumstance::PerfectPlay {}.into());
    Verdict { outcome: Some(ended), by: EndReason::AdjudicatedSolved, detail }
}

struct Exact<G: Game + Hints> {
    options: Options,
    empties: u32,
    evaluation: G::Evaluation,
    /// The position after `played` from `position`.
    held: G,
    position: Option<String>,
    played: Vec<MoveCode>,
    searcher: Searcher<G>,
}

impl<G: Game + Hints> Exact<G> {
    fn follow(&mut self, position: Option<&str>, moves: &[MoveCode]) -> Result<(), GameError> {
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
        Ok(())
    }
}

impl<G: Game + Hints> Solver for Exact<G> {
    fn result(&mut self, position: Option<&str>, moves: &[MoveCode]) -> Result<Option<GameResult>, GameError> {
        self.follow(position, moves)?;
        let few = self.held.empties().is_some_and(|empties| empties <= self.empties);
        if !few || self.held.outcome().is_some() {
            return Ok(None);
        }
        let options = SearchOptions { solve_empties: Some(self.empties), ..search() };
        self.searcher.forget();
        let report = self.searcher.search(&self.held, &options, &self.evaluation, &Budget::UNLIMITED, 0, &mut NoTrace);
        let winner = match report.value.signum() {
            0 => return Ok(Some(GameResult::Draw)),
            1 => self.held.to_move(),
            _ => !self.held.to_move(),
        };
        Ok(Some(GameResult::from(winner)))
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
