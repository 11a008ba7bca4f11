//! Flags for the start position, shared by several commands.

use serde_json::Value;

use arena_games::Options;

/// What UCI calls the start of the game.
const START: &str = "startpos";

// No doc comment: it would replace that of the command.
#[derive(Debug, clap::Args)]
pub(super) struct StartFlags {
    /// Start position, as --json prints it, or startpos [default: the start of the game].
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// An option of the game, such as heap=21; repeatable.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = super::game_option)]
    options: Vec<(String, Value)>,
}

impl StartFlags {
    pub(super) fn options(&self) -> Options {
        self.options.iter().cloned().collect()
    }

    /// Returns the position, or `None` for the start of the game.
    pub(super) fn position(&self) -> Option<&str> {
        self.position.as_deref().filter(|text| text.trim() != START)
    }
}
