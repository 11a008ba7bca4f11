//! The setup of a match in this process.

use std::path::PathBuf;

use crate::bots::BotSpec;
use crate::cli::board_text::Look;
use crate::games::{Options, Side};

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
    pub look: Look,
    /// File to which the match is written at its end.
    pub save: Option<PathBuf>,
}
