//! Checkers in Portable Draughts Notation: its game type.

use super::Checkers;
use crate::conventions::{RecordFormat, RecordNotation, Tags};
use crate::{Game, Options};

/// The game type of English draughts.
const GAME_TYPE: &str = "21";

pub(super) const NOTATION: RecordNotation<Checkers> = RecordNotation {
    format: RecordFormat::Pdn,
    players: ["Black", "White"],
    kind: |_| Some(("GameType", GAME_TYPE)),
    options,
    position: Game::notation,
};

fn options(tag: Tags<'_>) -> Result<Options, String> {
    match tag("GameType") {
        Some(kind) if kind.split(',').next() != Some(GAME_TYPE) => {
            Err(format!("GameType {kind:?} is not English draughts, which is {GAME_TYPE}"))
        }
        _ => Ok(Options::new()),
    }
}
