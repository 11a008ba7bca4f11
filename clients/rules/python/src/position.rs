//! `Position`.

use std::cell::RefCell;

use arena_toolbox::{GameId, MoveCode, Weights};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use serde_json::Value;

use super::search::{self, Search};
use super::{object, refused, to_python};

/// A position of a game, and the moves that led to it. Positions never change: ``play`` returns the next one.
#[pyclass(frozen, weakref, module = "gametree_arena_rules")]
pub(crate) struct Position(pub(crate) arena_toolbox::Position);

thread_local! {
    /// The texts of moves, by game and number, because most positions have the same few moves.
    static TEXTS: RefCell<Vec<Vec<Option<Py<PyString>>>>> = const { RefCell::new(Vec::new()) };
}

/// Moves with greater numbers are written anew each time.
const MOST_TEXTS: usize = 1 << 16;

/// Returns the text of a move.
fn move_text<'py>(py: Python<'py>, game: GameId, mv: MoveCode) -> Bound<'py, PyString> {
    let new = || PyString::new(py, &game.move_text(mv));
    let index = mv.0 as usize;
    if index >= MOST_TEXTS {
        return new();
    }
    TEXTS.with_borrow_mut(|games| {
        let game = game as usize;
        if games.len() <= game {
            games.resize_with(game + 1, Vec::new);
        }
        let texts = &mut games[game];
        if texts.len() <= index {
            texts.resize_with(index + 1, || None);
        }
        texts[index].get_or_insert_with(|| new().unbind()).bind(py).clone()
    })
}

#[pymethods]
impl Position {
    /// The initial position of a game, or the one with the text ``start``, after ``moves``.
    #[new]
    #[pyo3(signature = (game, options = None, start = None, moves = Vec::new()))]
    fn new(
        py: Python<'_>,
        game: &str,
        options: Option<&Bound<'_, PyAny>>,
        start: Option<&str>,
        moves: Vec<String>,
    ) -> PyResult<Self> {
        let options = object(py, options, "options")?;
        let mut position = arena_toolbox::Position::new(game, &options, start).map_err(|error| refused(py, &error))?;
        for mv in moves {
            position = position.play(&mv).map_err(|error| refused(py, &error))?;
        }
        Ok(Self(position))
    }

    /// The position that ``to_text`` has written.
    #[staticmethod]
    #[pyo3(signature = (game, text, options = None))]
    fn from_text(py: Python<'_>, game: &str, text: &str, options: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::new(py, game, options, Some(text), Vec::new())
    }

    /// The position in the game's notation, such as FEN.
    fn to_text(&self) -> String {
        self.0.text()
    }

    /// The game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game().name()
    }

    /// All options of the game.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &Value::Object(self.0.options().clone()))
    }

    /// The text of the position before the moves; None for the initial position.
    #[getter]
    fn start(&self) -> Option<&str> {
        self.0.start()
    }

    /// The moves that led here.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.moves().iter().map(|mv| move_text(py, self.0.game(), *mv)))
    }

    /// The side to move.
    #[getter]
    fn side(&self) -> &'static str {
        self.0.side().name()
    }

    /// The legal moves. Empty exactly if the game is over.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let game = self.0.game();
        PyTuple::new(py, self.0.legal().into_iter().map(|mv| move_text(py, game, mv)))
    }

    /// The legal moves in the usual notation, such as SAN; empty if the game uses its own texts.
    #[getter]
    fn legal_notation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.legal_notation())
    }

    /// The position after a move.
    fn play(&self, py: Python<'_>, r#move: &str) -> PyResult<Self> {
        self.0.play(r#move).map(Self).map_err(|error| refused(py, &error))
    }

    /// The position after up to ``plies`` random moves, or None if a hundred tries left no game to play.
    fn random_opening(&self, plies: usize, seed: u64, round: u64) -> Option<Self> {
        self.0.random_opening(plies, seed, round).map(Self)
    }

    /// The winner, or ``draw``; None while the game is on.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.0.outcome().map(|outcome| outcome.winner().map_or("draw", |winner| winner.name()))
    }

    /// The payoff for the first side; None while the game is on.
    #[getter]
    fn payoff(&self) -> Option<i32> {
        self.0.outcome().map(arena_games::Outcome::payoff)
    }

    /// A hash of the position. Equal positions have equal keys.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// The board as clients draw it.
    #[getter]
    fn diagram<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let diagram = serde_json::to_value(self.0.diagram()).expect("a diagram is JSON");
        to_python(py, &diagram)
    }

    /// The static value for the side to move, by a named evaluation or an expression.
    #[pyo3(signature = (name = None, weights = None))]
    fn evaluate(&self, py: Python<'_>, name: Option<&str>, weights: Option<Weights>) -> PyResult<i32> {
        self.0.evaluate(name, &weights.unwrap_or_default()).map_err(|error| refused(py, &error))
    }

    /// The number of paths of ``depth`` plies.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| self.0.perft(depth))
    }

    /// Searches the position. Other threads of Python run meanwhile, and Ctrl-C ends it.
    #[pyo3(signature = (**settings))]
    fn search(slf: &Bound<'_, Self>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Search> {
        search::search(slf, settings)
    }

    /// Draws the position.
    fn to_svg(&self) -> String {
        self.0.svg()
    }

    fn _repr_svg_(&self) -> String {
        self.0.svg()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Position {} {:?}, {} to move>", self.game(), self.0.text(), self.side())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0.game() == other.0.game() && self.0.options() == other.0.options() && self.0.text() == other.0.text()
    }

    fn __hash__(&self) -> u64 {
        self.0.key()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, position) = (slf.py(), slf.get());
        let parts = (position.game(), position.options(py)?, position.start(), position.moves(py)?);
        Ok((slf.get_type().into_any(), parts.into_pyobject(py)?))
    }
}
