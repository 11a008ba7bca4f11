//! Where a search or a count begins: the flags that `analyse` and `perft` share.

use serde_json::Value;

use crate::games::Options;

/// What UCI calls the start of the game.
const START: &str = "startpos";

// No documentation: it would become that of the command which has these flags.
#[derive(Debug, clap::Args)]
pub(super) struct StartFlags {
    /// The position to start from, as --json prints it, or startpos; the start of the game unless given.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// An option of the game, as heap=21; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = super::game_option)]
    options: Vec<(String, Value)>,
}

impl StartFlags {
    /// The game's options.
    pub(super) fn options(&self) -> Options {
        self.options.iter().cloned().collect()
    }

    /// The position; none at the start of the game.
    pub(super) fn position(&self) -> Option<&str> {
        self.position.as_deref().filter(|text| text.trim() != START)
    }
}
