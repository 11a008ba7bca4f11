//! Positions of any game as values, for programs in other languages: rules, evaluations and searches by name.
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
mod picture;
mod position;
mod settings;
#[cfg(test)]
mod tests;

use arena_games::{Diagnostic, FieldError, GameError};

pub use arena_games::{GameId, MoveCode, Options, Side, Weights};
pub use catalogue::games;
pub use position::{Found, Node, Position, RootMove};
pub use settings::Settings;

/// The input is wrong. The message says what would be valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolboxError {
    /// In the game, its options, a position, a move or an evaluation.
    #[error(transparent)]
    Game(#[from] GameError),
    /// In a setting of a search.
    #[error(transparent)]
    Setting(#[from] FieldError),
}

impl ToolboxError {
    /// Returns the code of the message, as in [`Diagnostic::code`].
    #[must_use]
    pub fn code(&self) -> String {
        match self {
            Self::Game(error) => Diagnostic::from(error).code.into_owned(),
            Self::Setting(error) => error.problem.code.clone().into_owned(),
        }
    }
}
