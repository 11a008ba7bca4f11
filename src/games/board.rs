//! The object-safe interface of a game, for the layers above the search.

use std::borrow::Cow;
use std::sync::Arc;

use super::conventions::Conventions;
use super::options::start;
use super::{
    Check, Diagram, Game, GameError, GameId, GameMove, MoveCode, Options, Outcome, Side, illegal, put_quoted, typed,
};
use typed::UnreadMove;

/// A position of any game.
pub trait Board: Send + Sync {
    /// Returns the game.
    fn game(&self) -> GameId;
    /// Returns the side to move.
    fn to_move(&self) -> Side;
    /// Returns the legal moves in the game's natural order. Empty exactly when the game is over.
    fn legal(&self) -> Vec<MoveCode>;
    /// The legal move that people mean by `text`: see [`typed::read`].
    fn read_move(&self, text: &str) -> Option<MoveCode>;
    /// Returns the first `most` moves of a line: see [`typed::play_line`].
    ///
    /// # Errors
    /// [`UnreadMove`] for the first text that is no legal move.
    fn read_line(&self, words: &[&str], most: usize) -> Result<Vec<MoveCode>, UnreadMove<MoveCode>>;
    /// Returns whether the game has a usual notation other than the canonical move texts.
    fn has_notation(&self) -> bool;
    /// Returns the moves of a line from here in the usual notation, up to the first illegal move. Empty if the game
    /// uses its canonical move texts.
    fn written_line(&self, line: &[MoveCode]) -> Vec<String>;
    /// Returns the legal moves in the usual notation, in the order of [`Board::legal`]. Empty if the game uses its
    /// canonical move texts.
    fn written_legal(&self) -> Vec<String>;
    /// Appends the canonical texts of the legal moves to `own`, and those in the usual notation to `written` unless the
    /// game has none, in quotes with commas between them.
    fn put_legal(&self, own: &mut String, written: &mut String);
    /// Plays a move after checking it. `ply` is used only in the error.
    ///
    /// # Errors
    /// Returns [`GameError::IllegalMove`] and leaves the board unchanged.
    fn play(&mut self, code: MoveCode, ply: usize) -> Result<(), GameError>;
    /// Returns the result if the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Returns a hash of the position. Equal positions have equal keys.
    fn key(&self) -> u64;
    /// Returns the number of occurrences of a position, identified by its key, that ends the game, for example 3. Also
    /// returns how many plies back the current position can have occurred. `None` if repetition does not matter.
    fn repetition(&self) -> Option<(usize, usize)>;
    /// Returns the outcome of a repetition: see [`Game::repeated`].
    fn repeated(&self, cycle: &[MoveCode]) -> Outcome;
    /// Returns the move that led here.
    fn last_move(&self) -> Option<MoveCode>;
    /// Returns whether `side` could still win.
    fn can_win(&self, side: Side) -> bool;
    /// Returns the position as text.
    fn notation(&self) -> String;
    /// Returns the position as other programs read it: as the game's record format writes it, such as X-FEN in Chess960.
    fn record_notation(&self) -> String;
    /// Returns the diagram for clients.
    fn diagram(&self) -> Diagram;
    /// Returns the contents of the diagram's cells, as [`Game::cells`] does.
    fn cells(&self) -> Vec<u8>;
    /// Returns the names of the cells that mark the last move.
    fn marked(&self) -> Vec<Cow<'static, str>>;
    /// Returns the names of the cells of a winning line.
    fn line(&self) -> Vec<Cow<'static, str>>;
    /// Returns the check that the side to move is in, if any.
    fn check(&self) -> Option<Check>;
    /// Returns a copy.
    fn boxed_clone(&self) -> Box<dyn Board>;
    /// Returns a copy that can be shared.
    fn shared_clone(&self) -> Arc<dyn Board>;
}

/// The positions of a match by their keys and moves, by which repetition is judged. Empty in games where repetition does
/// not matter.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory {
    keys: Vec<u64>,
    /// The moves from each position to the next.
    moves: Vec<MoveCode>,
}

impl KeyHistory {
    /// The history of a match that starts at `board`.
    #[must_use]
    pub fn new(board: &dyn Board) -> Self {
        let mut history = Self::default();
        history.push(board);
        history
    }

    /// Adds the position that a move has led to.
    pub fn push(&mut self, board: &dyn Board) {
        if board.repetition().is_some() {
            if !self.keys.is_empty() {
                self.moves.extend(board.last_move());
            }
            self.keys.push(board.key());
        }
    }

    /// Removes all positions but the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.keys.truncate(count);
        self.moves.truncate(count.saturating_sub(1));
    }

    /// Returns the outcome if `board`, the position that was added last, has occurred often enough to end the game.
    #[must_use]
    pub fn repeated(&self, board: &dyn Board) -> Option<Outcome> {
        let (occurrences, plies) = board.repetition()?;
        let key = board.key();
        let mut earlier = self.keys.iter().enumerate().rev().take(plies + 1).filter(|(_, earlier)| **earlier == key);
        let (first, _) = earlier.nth(occurrences - 1)?;
        Some(board.repeated(&self.moves[first..]))
    }

    /// Returns the outcome if the game is over at `board`, the position that was added last: by the position alone or by
    /// repetition.
    #[must_use]
    pub fn outcome(&self, board: &dyn Board) -> Option<Outcome> {
        board.outcome().or_else(|| self.repeated(board))
    }

    /// Whether the game is over at `board`, the position that was added last.
    #[must_use]
    pub fn is_over(&self, board: &dyn Board) -> bool {
        self.outcome(board).is_some()
    }
}

impl GameId {
    /// Creates a board at the game's initial position, or at `position` if given.
    ///
    /// ```
    /// use arena_games::{GameError, GameId, Options};
    ///
    /// let mut board = GameId::TicTacToe.board(&Options::new(), None)?;
    /// board.play(GameId::TicTacToe.parse_move("b2")?, 0)?;
    /// assert_eq!(board.legal().len(), 8);
    /// # Ok::<(), GameError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if an option or the position is invalid.
    pub fn board(self, options: &Options, position: Option<&str>) -> Result<Box<dyn Board>, GameError> {
        with_game!(self, G => Ok(Box::new(Position::new(self, start::<G>(options, position)?))))
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
        let moves = self.position.moves();
        moves.into_iter().map(GameMove::code).collect()
    }

    fn read_move(&self, text: &str) -> Option<MoveCode> {
        typed::read(&self.position, text).map(GameMove::code)
    }

    fn read_line(&self, words: &[&str], most: usize) -> Result<Vec<MoveCode>, UnreadMove<MoveCode>> {
        let codes = |moves: Vec<G::Move>| moves.into_iter().map(GameMove::code).collect();
        let read = typed::play_line(&mut self.position.clone(), words, most);
        read.map(codes).map_err(|UnreadMove { played, text }| UnreadMove { played: codes(played), text })
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

    fn put_legal(&self, own: &mut String, written: &mut String) {
        let mut legal = Vec::with_capacity(256);
        self.position.legal(&mut legal);
        G::Move::put_quoted(&legal, own);
        if let Some(write) = G::CONVENTIONS.write_move {
            put_quoted(&legal, written, |mv, text| write(&self.position, mv, text));
        }
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

    fn repeated(&self, cycle: &[MoveCode]) -> Outcome {
        let moves: Vec<G::Move> = cycle.iter().filter_map(|code| G::Move::from_code(*code)).collect();
        self.position.repeated(&moves)
    }

    fn last_move(&self) -> Option<MoveCode> {
        self.last.map(GameMove::code)
    }

    fn can_win(&self, side: Side) -> bool {
        self.position.can_win(side)
    }

    fn notation(&self) -> String {
        self.position.notation()
    }

    fn record_notation(&self) -> String {
        G::CONVENTIONS.records.map_or_else(|| self.position.notation(), |records| (records.position)(&self.position))
    }

    fn diagram(&self) -> Diagram {
        self.position.diagram(self.last)
    }

    fn cells(&self) -> Vec<u8> {
        self.position.cells()
    }

    fn marked(&self) -> Vec<Cow<'static, str>> {
        self.last.map(|last| self.position.marked(last)).unwrap_or_default()
    }

    fn line(&self) -> Vec<Cow<'static, str>> {
        self.position.line()
    }

    fn check(&self) -> Option<Check> {
        self.position.check()
    }

    fn boxed_clone(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }

    fn shared_clone(&self) -> Arc<dyn Board> {
        Arc::new(self.clone())
    }
}
