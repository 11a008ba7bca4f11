//! The setup of a match in this process.

use std::path::PathBuf;

use crate::board_text::BoardStyle;
use arena_bots::BotSpec;
use arena_games::{Options, Side};

/// The players and their settings.
pub(super) struct Setup {
    pub bot: BotSpec,
    pub options: Options,
    /// The person's side.
    pub side: Side,
    pub seed: u64,
    /// The bot that gives hints.
    pub adviser: BotSpec,
    /// How the board is shown at the start.
    pub look: BoardStyle,
    /// File to which the match is written at its end.
    pub save: Option<PathBuf>,
}
