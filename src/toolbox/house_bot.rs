//! The arena's own bots.

use std::sync::LazyLock;

use arena_bots::{BotSpec, Player, Roster, TurnLimits, make_player};
use arena_games::{Diagnostic, GameId, MoveCode, Side};
use arena_records::seat_seed;
use serde_json::Value;

use crate::{Position, ToolboxError};

/// Returns the bots of the program.
///
/// # Panics
/// Panics if the bots in the program are invalid, which its tests rule out. In a WebAssembly module, the trained models
/// must have been provided.
pub fn roster() -> &'static Roster {
    static ROSTER: LazyLock<Roster> = LazyLock::new(|| Roster::load(None).expect("the embedded bots are valid"));
    &ROSTER
}

/// Returns the names of the arena's bots for a game, from weak to strong.
///
/// # Errors
/// Returns an error if there is no such game.
pub fn bots(game: &str) -> Result<Vec<String>, ToolboxError> {
    let game: GameId = game.parse()?;
    Ok(roster().of(game).map(|bot| bot.name.clone()).collect())
}

/// A bot of the arena.
pub struct HouseBot(BotSpec);

impl HouseBot {
    /// Finds the bot with this name, or creates the one that this object configures as in a bot's file. A configuration
    /// may name its game itself.
    ///
    /// # Errors
    /// Returns an error if there is no such bot or game, or the configuration is invalid.
    pub fn new(bot: Value, game: Option<&str>) -> Result<Self, ToolboxError> {
        let game: Option<GameId> = game.map(str::parse).transpose()?;
        if let Value::String(name) = bot {
            let found = roster().find(&name).cloned();
            return found.map(Self).ok_or_else(|| roster().unknown(&name, game).into());
        }
        let game = bot["game"].as_str().and_then(|game| game.parse().ok()).or(game);
        let without =
            || Diagnostic { code: "bot_without_game".into(), ..Diagnostic::untranslated("the bot needs a game") };
        Ok(Self(roster().from_json(bot, game.ok_or_else(without)?)?))
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the game that it plays.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.0.game
    }

    /// Returns the complete configuration.
    #[must_use]
    pub fn spec(&self) -> Value {
        self.0.to_json()
    }

    /// Describes the bot in a line.
    #[must_use]
    pub fn summary(&self) -> String {
        self.0.summary()
    }

    /// Takes a seat in a match that begins at `position`, before its moves. Chance derives from the match's `seed`.
    ///
    /// # Errors
    /// Returns an error if the bot plays another game, or `side` is neither `first` nor `second`.
    pub fn seat(&self, position: &Position, side: &str, seed: u64) -> Result<Seat, ToolboxError> {
        let known = Side::BOTH.into_iter().find(|known| known.name() == side);
        let side = known.ok_or_else(|| Diagnostic::untranslated("the side must be first or second"))?;
        if position.game() != self.0.game {
            let problem = format!("{} plays {}, not {}", self.0.name, self.0.game, position.game());
            return Err(Diagnostic::untranslated(&problem).into());
        }
        let mut player = make_player(&self.0, position.options(), position.start())?;
        player.begin(seat_seed(seed, side));
        Ok(Seat { player, game: self.0.game })
    }
}

/// A bot in one seat of a match. It remembers its searches.
pub struct Seat {
    player: Box<dyn Player>,
    game: GameId,
}

/// What a bot chose.
pub struct Choice {
    /// The move.
    pub mv: String,
    /// The nodes searched for it.
    pub nodes: u64,
    /// Its value for the mover. `None` if it was not searched.
    pub value: Option<i32>,
}

impl Seat {
    /// Chooses a move after all moves of the match.
    ///
    /// # Errors
    /// Returns an error if the game is over or the bot fails.
    pub fn choose(&mut self, moves: &[MoveCode]) -> Result<Choice, ToolboxError> {
        let untranslated = |problem: &str| Diagnostic::untranslated(problem);
        let choice = self.player.choose(moves, TurnLimits::default());
        let choice = choice.map_err(|error| untranslated(&error.to_string()))?;
        let choice = choice.ok_or_else(|| untranslated("the game is over"))?;
        let mv = self.game.move_text(choice.mv);
        Ok(Choice { mv, nodes: choice.thought.nodes, value: choice.thought.value })
    }
}
