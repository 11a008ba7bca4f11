//! The arena's own bots.

use std::sync::{LazyLock, Mutex};

use arena_bots::{BotSpec, Player, Roster, TurnLimits, make_player};
use arena_games::{GameId, Side};
use arena_records::seat_seed;
use pyo3::prelude::*;
use serde_json::Value;

use super::position::Position;
use super::{object, refusal, to_python};

/// The bots of the program.
pub(crate) fn roster() -> &'static Roster {
    static ROSTER: LazyLock<Roster> = LazyLock::new(|| Roster::load(None).expect("the embedded bots are valid"));
    &ROSTER
}

/// The names of the arena's bots for a game, from weak to strong.
#[pyfunction]
pub(crate) fn bots(py: Python<'_>, game: &str) -> PyResult<Vec<String>> {
    let game: GameId = game.parse().map_err(|error: arena_games::GameError| super::refused(py, &error.into()))?;
    Ok(roster().of(game).map(|bot| bot.name.clone()).collect())
}

/// A bot of the arena, by its name, or configured by a mapping as in a bot's file.
#[pyclass(frozen, module = "gametree_arena_rules")]
pub(crate) struct HouseBot(BotSpec);

#[pymethods]
impl HouseBot {
    #[new]
    #[pyo3(signature = (bot, game = None))]
    fn new(py: Python<'_>, bot: &Bound<'_, PyAny>, game: Option<&str>) -> PyResult<Self> {
        let game: Option<GameId> = game
            .map(str::parse)
            .transpose()
            .map_err(|error: arena_games::GameError| super::refused(py, &error.into()))?;
        if let Ok(name) = bot.extract::<String>() {
            let unknown = || {
                let problem = roster().unknown(&name, game);
                refusal(py, &problem.message, &problem.code)
            };
            return roster().find(&name).cloned().map(Self).ok_or_else(unknown);
        }
        let spec = Value::Object(object(py, Some(bot), "bot")?);
        // A configuration may name its game itself.
        let game = spec["game"].as_str().and_then(|game| game.parse().ok()).or(game);
        let game = game.ok_or_else(|| refusal(py, "the bot needs a game", "bot_without_game"))?;
        let spec = roster().from_json(spec, game);
        spec.map(Self).map_err(|error| refusal(py, &error.to_string(), &error.problem.code))
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The game that it plays.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game.name()
    }

    /// The complete configuration.
    #[getter]
    fn spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.to_json())
    }

    /// Takes a seat in a match that begins at ``position``, before its moves. Chance derives from the match's ``seed``.
    #[pyo3(signature = (position, side = "first", seed = 0))]
    fn seat(&self, py: Python<'_>, position: &Position, side: &str, seed: u64) -> PyResult<Seat> {
        let position = &position.0;
        let known = Side::BOTH.into_iter().find(|known| known.name() == side);
        let side = known.ok_or_else(|| refusal(py, "the side must be first or second", "untranslated"))?;
        if position.game() != self.0.game {
            let problem = format!("{} plays {}, not {}", self.0.name, self.0.game, position.game());
            return Err(refusal(py, &problem, "untranslated"));
        }
        let mut player = make_player(&self.0, position.options(), position.start())
            .map_err(|error| super::refused(py, &error.into()))?;
        player.begin(seat_seed(seed, side));
        Ok(Seat(Mutex::new(player)))
    }

    fn __repr__(&self) -> String {
        format!("<HouseBot {}: {}>", self.0.name, self.0.summary())
    }
}

/// A bot in one seat of a match. It remembers its searches.
#[pyclass(frozen, module = "gametree_arena_rules")]
pub(crate) struct Seat(Mutex<Box<dyn Player>>);

#[pymethods]
impl Seat {
    /// The move in a position of the match, the nodes searched for it, and its value for the mover if it was searched.
    fn choose(&self, py: Python<'_>, position: &Position) -> PyResult<(String, u64, Option<i32>)> {
        let position = &position.0;
        let choice = py.detach(|| {
            let mut player = self.0.lock().expect("a player that panics is not asked again");
            player.choose(position.moves(), TurnLimits::default())
        });
        let choice = choice.map_err(|error| refusal(py, &error.to_string(), "untranslated"))?;
        let choice = choice.ok_or_else(|| refusal(py, "the game is over", "untranslated"))?;
        Ok((position.game().move_text(choice.mv), choice.thought.nodes, choice.thought.value))
    }
}
