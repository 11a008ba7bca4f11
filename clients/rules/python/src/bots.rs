//! The arena's own bots.

use std::sync::Mutex;

use pyo3::prelude::*;
use serde_json::Value;

use super::position::Position;
use super::{object, refused, to_python};

/// The names of the arena's bots for a game, from weak to strong.
#[pyfunction]
pub(crate) fn bots(py: Python<'_>, game: &str) -> PyResult<Vec<String>> {
    arena_toolbox::bots(game).map_err(|error| refused(py, &error))
}

/// A bot of the arena, by its name, or configured by a mapping as in a bot's file.
#[pyclass(frozen, module = "gametree_arena_rules")]
pub(crate) struct HouseBot(arena_toolbox::HouseBot);

#[pymethods]
impl HouseBot {
    #[new]
    #[pyo3(signature = (bot, game = None))]
    fn new(py: Python<'_>, bot: &Bound<'_, PyAny>, game: Option<&str>) -> PyResult<Self> {
        let bot = match bot.extract::<String>() {
            Ok(name) => Value::String(name),
            Err(_) => Value::Object(object(py, Some(bot), "bot")?),
        };
        arena_toolbox::HouseBot::new(bot, game).map(Self).map_err(|error| refused(py, &error))
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The game that it plays.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game().name()
    }

    /// The complete configuration.
    #[getter]
    fn spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.spec())
    }

    /// Takes a seat in a match that begins at ``position``, before its moves. Chance derives from the match's ``seed``.
    #[pyo3(signature = (position, side = "first", seed = 0))]
    fn seat(&self, py: Python<'_>, position: &Position, side: &str, seed: u64) -> PyResult<Seat> {
        let seat = self.0.seat(&position.0, side, seed);
        seat.map(|seat| Seat(Mutex::new(seat))).map_err(|error| refused(py, &error))
    }

    fn __repr__(&self) -> String {
        format!("<HouseBot {}: {}>", self.0.name(), self.0.summary())
    }
}

/// A bot in one seat of a match. It remembers its searches.
#[pyclass(frozen, module = "gametree_arena_rules")]
pub(crate) struct Seat(Mutex<arena_toolbox::Seat>);

#[pymethods]
impl Seat {
    /// The move in a position of the match, the nodes searched for it, and its value for the mover if it was searched.
    fn choose(&self, py: Python<'_>, position: &Position) -> PyResult<(String, u64, Option<i32>)> {
        let moves = position.0.moves();
        let choice = py.detach(|| {
            let mut seat = self.0.lock().expect("a player that panics is not asked again");
            seat.choose(moves)
        });
        let choice = choice.map_err(|error| refused(py, &error))?;
        Ok((choice.mv, choice.nodes, choice.value))
    }
}
