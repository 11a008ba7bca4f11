//! Xiangqi in Portable Game Notation: the tags `Game`, `Red` and `Black`, and moves in WXF.

use super::Xiangqi;
use crate::conventions::{RecordFormat, RecordNotation, Tags};
use crate::{Game, Options};

pub(super) const NOTATION: RecordNotation<Xiangqi> = RecordNotation {
    format: RecordFormat::Pgn,
    players: ["Red", "Black"],
    kind: |_| Some(("Game", "Chinese Chess")),
    options,
    position: Game::notation,
};

/// The names of the game in the tags `Game` and `Variant`, in lower case and without blanks and signs.
const NAMES: &[&str] = &["chinesechess", "xiangqi"];

fn options(tag: Tags<'_>) -> Result<Options, String> {
    let Some(game) = tag("Game").or_else(|| tag("Variant")) else { return Ok(Options::new()) };
    let name: String = game.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    if NAMES.contains(&&*name) { Ok(Options::new()) } else { Err(format!("the game {game:?} is not Chinese Chess")) }
}
