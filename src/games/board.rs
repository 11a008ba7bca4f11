//! The object-safe face of a game, for the layers above [`crate::search`].

use super::catalog::{Visitor, start};
use super::conventions::Conventions;
use super::{
    Check, Diagram, Game, GameError, GameId, GameMove, Hints, MoveCode, Options, Outcome, Side, illegal, typed,
};

/// A position of some game, and the moves that can be played on it.
pub trait Board: Send + Sync {
    /// Which game this is.
    fn game(&self) -> GameId;
    /// Whose turn it is.
    fn to_move(&self) -> Side;
    /// The legal moves, in the game's natural order; empty exactly when the game is over.
    fn legal(&self) -> Vec<MoveCode>;
    /// The legal move that people mean by `text`: see [`typed::read`].
    fn read_move(&self, text: &str) -> Option<MoveCode>;
    /// Whether people write its moves otherwise than by their canonical text.
    fn has_notation(&self) -> bool;
    /// The moves of a line from here as people write them, up to the first that is not legal; none where they write them
    /// by their canonical text.
    fn written_line(&self, line: &[MoveCode]) -> Vec<String>;
    /// The legal moves as people write them, in the order of [`Board::legal`]; none where they write them by their
    /// canonical text.
    fn written_legal(&self) -> Vec<String>;
    /// Plays a move after checking it. `ply` only serves the error.
    ///
    /// # Errors
    /// [`GameError::IllegalMove`]; the board is unchanged.
    fn play(&mut self, code: MoveCode, ply: usize) -> Result<(), GameError>;
    /// The result when the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// A hash of the position; equal positions have equal keys.
    fn key(&self) -> u64;
    /// The occurrence of a position, recognised by its key, with which the game is drawn, such as the third; and how
    /// many plies back the present position can have occurred. None where repetition does not matter.
    fn repetition(&self) -> Option<(usize, usize)>;
    /// Whether `side` could still win.
    fn can_win(&self, side: Side) -> bool;
    /// The position as text.
    fn notation(&self) -> String;
    /// What a client draws.
    fn diagram(&self) -> Diagram;
    /// What stands on the cells of that, as [`Game::cells`].
    fn cells(&self) -> Vec<u8>;
    /// The names of the cells that the last move is shown by.
    fn marked(&self) -> Vec<String>;
    /// The names of the cells of a line that has won.
    fn line(&self) -> Vec<String>;
    /// The check that is given to the side to move, if there is one.
    fn check(&self) -> Option<Check>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Board>;
}

/// The keys of a match's positions, by which repetition is judged; empty in games where repetition does not matter.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory(Vec<u64>);

impl KeyHistory {
    /// The history of a match that starts at `board`.
    #[must_use]
    pub fn new(board: &dyn Board) -> Self {
        let mut history = Self(Vec::new());
        history.push(board);
        history
    }

    /// Adds the position that a move has led to.
    pub fn push(&mut self, board: &dyn Board) {
        if board.repetition().is_some() {
            self.0.push(board.key());
        }
    }

    /// Removes all positions but the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }

    /// Whether `board`, the position that was added last, has occurred often enough for a draw.
    #[must_use]
    pub fn is_repeated(&self, board: &dyn Board) -> bool {
        board.repetition().is_some_and(|(occurrences, plies)| {
            let key = board.key();
            self.0.iter().rev().take(plies + 1).filter(|earlier| **earlier == key).count() >= occurrences
        })
    }

    /// Whether the game is over at `board`, the position that was added last: by the position alone or by repetition.
    #[must_use]
    pub fn is_over(&self, board: &dyn Board) -> bool {
        board.outcome().is_some() || self.is_repeated(board)
    }
}

impl GameId {
    /// A board at the start of the game, or at `position` when one is given.
    ///
    /// # Errors
    /// When an option or the position is wrong.
    pub fn board(self, options: &Options, position: Option<&str>) -> Result<Box<dyn Board>, GameError> {
        struct Start<'a>(GameId, &'a Options, Option<&'a str>);
        impl Visitor for Start<'_> {
            type Output = Result<Box<dyn Board>, GameError>;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                Ok(Box::new(Position::new(self.0, start::<G>(self.1, self.2)?)))
            }
        }
        self.visit(Start(self, options, position))
    }
}

impl Clone for Box<dyn Board> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// A [`Board`] over the game `G`.
#[derive(Clone)]
struct Position<G: Game> {
    id: GameId,
    position: G,
    last: Option<G::Move>,
}

impl<G: Game> Position<G> {
    const fn new(id: GameId, position: G) -> Self {
        Self { id, position, last: None }
    }
}

impl<G: Game> Board for Position<G> {
    fn game(&self) -> GameId {
        self.id
    }

    fn to_move(&self) -> Side {
        self.position.to_move()
    }

    fn legal(&self) -> Vec<MoveCode> {
        let mut moves = Vec::new();
        self.position.legal(&mut moves);
        moves.into_iter().map(GameMove::code).collect()
    }

    fn read_move(&self, text: &str) -> Option<MoveCode> {
        typed::read(&self.position, text).map(GameMove::code)
    }

    fn has_notation(&self) -> bool {
        G::CONVENTIONS.write_move.is_some()
    }

    fn written_line(&self, line: &[MoveCode]) -> Vec<String> {
        Conventions::line_notation(&self.position, line.iter().map_while(|code| G::Move::from_code(*code)))
            .unwrap_or_default()
    }

    fn written_legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        if self.has_notation() {
            self.position.legal(&mut legal);
        }
        Conventions::notations(&self.position, &legal).unwrap_or_default()
    }

    fn play(&mut self, code: MoveCode, ply: usize) -> Result<(), GameError> {
        let Some(mv) = G::Move::from_code(code) else {
            return Err(GameError::IllegalMove { text: "?".to_owned(), ply, legal: String::new() });
        };
        if !self.position.is_legal(mv) {
            return Err(illegal(&self.position, mv, ply));
        }
        self.position.play(mv);
        self.last = Some(mv);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn repetition(&self) -> Option<(usize, usize)> {
        G::REPETITION.map(|occurrences| (occurrences, self.position.reversible_plies()))
    }

    fn can_win(&self, side: Side) -> bool {
        self.position.can_win(side)
    }

    fn notation(&self) -> String {
        self.position.notation()
    }

    fn diagram(&self) -> Diagram {
        self.position.diagram(self.last)
    }

    fn cells(&self) -> Vec<u8> {
        self.position.cells()
    }

    fn marked(&self) -> Vec<String> {
        self.last.map(|last| self.position.marked(last)).unwrap_or_default()
    }

    fn line(&self) -> Vec<String> {
        self.position.line()
    }

    fn check(&self) -> Option<Check> {
        self.position.check()
    }

    fn boxed_clone(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}
