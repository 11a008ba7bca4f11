//! A match in this process before its first move.

use std::path::PathBuf;

use crate::bots::BotSpec;
use crate::cli::board_text::Look;
use crate::games::{Options, Side};

/// Who plays what.
pub(super) struct Setup {
    pub bot: BotSpec,
    pub options: Options,
    /// The person's side.
    pub side: Side,
    pub seed: u64,
    /// Whose move a hint is.
    pub adviser: BotSpec,
    /// How the board is shown at first.
    pub look: Look,
    /// Where the match is written at its end.
    pub save: Option<PathBuf>,
}
