//! Positions of any game as values, for programs in other languages: rules, evaluations and searches by name. With
//! the feature `bots` also the arena's bots and the statistics of records.
//!
//! The packages in `clients/rules` are thin layers over this crate, so that Python and JavaScript have the same names and
//! results. It does no I/O and reads no clock: the caller passes one.
//!
//! ```
//! use arena_search::Budget;
//! use arena_toolbox::{Options, Position, Settings};
//!
//! let start = Position::new("tictactoe", &Options::new(), None)?;
//! let position = start.play("b2")?.play("a1")?;
//! let settings = Settings { depth: Some(7), ..Settings::default() };
//! let found = position.search(&settings, Budget::UNLIMITED)?;
//! assert_eq!((found.value, found.depth), (0, 7));
//! # Ok::<(), arena_toolbox::ToolboxError>(())
//! ```

#![warn(missing_docs)]

mod catalogue;
#[cfg(feature = "bots")]
mod house_bot;
mod picture;
mod position;
mod settings;
#[cfg(feature = "bots")]
mod statistics;
#[cfg(test)]
mod tests;

use arena_games::{Diagnostic, FieldError, GameError};

pub use arena_games::{GameId, MoveCode, Options, Side, Weights};
pub use catalogue::games;
#[cfg(feature = "bots")]
pub use house_bot::{Choice, HouseBot, Seat, bots, roster};
pub use position::{Found, Node, Position, RootMove};
pub use settings::Settings;
#[cfg(feature = "bots")]
pub use statistics::{Records, match_id};

/// The input is wrong. The message says what would be valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolboxError {
    /// In the game, its options, a position, a move or an evaluation.
    #[error(transparent)]
    Game(#[from] GameError),
    /// In a setting of a search or of a bot.
    #[error(transparent)]
    Setting(#[from] FieldError),
    /// In anything else.
    #[error(transparent)]
    Other(#[from] Diagnostic),
}

impl ToolboxError {
    /// Returns the code of the message, as in [`Diagnostic::code`].
    #[must_use]
    pub fn code(&self) -> String {
        match self {
            Self::Game(error) => Diagnostic::from(error).code.into_owned(),
            Self::Setting(error) => error.problem.code.clone().into_owned(),
            Self::Other(error) => error.code.clone().into_owned(),
        }
    }
}
