//! Chess in Portable Game Notation: its moves and variants.

use super::Chess;
use crate::games::conventions::{RecordFormat, RecordNotation, Tags};
use crate::games::{Game, Options};

pub(super) const NOTATION: RecordNotation<Chess> = RecordNotation {
    format: RecordFormat::Pgn,
    kind: |position| position.is_chess960().then_some(("Variant", "Chess960")),
    options,
    read_move: Game::read_move,
};

/// The position contains the start of a Chess960 game, so the number in the option is irrelevant.
fn options(tag: Tags<'_>) -> Result<Options, String> {
    let variant = tag("Variant").unwrap_or_else(|| "standard".to_owned()).to_ascii_lowercase();
    let chess960 = ["chess960", "chess 960", "fischerandom", "fischerrandom", "freestyle chess"].contains(&&*variant);
    if !chess960 && !["standard", "chess", "normal", "from position"].contains(&&*variant) {
        return Err(format!("the variant {variant:?} is neither standard chess nor Chess960"));
    }
    let mut options = Options::new();
    if chess960 {
        options.insert("chess960".to_owned(), 0.into());
        if tag("FEN").is_none() {
            return Err("a game of Chess960 needs the tag FEN: its start is one of 960".to_owned());
        }
    }
    Ok(options)
}
