//! Chess in Portable Game Notation: its variants and positions.

use super::{Chess, notation};
use crate::Options;
use crate::conventions::{RecordFormat, RecordNotation, Tags};

pub(super) const NOTATION: RecordNotation<Chess> = RecordNotation {
    format: RecordFormat::Pgn,
    players: ["White", "Black"],
    kind: |position| position.is_chess960().then_some(("Variant", "Chess960")),
    options,
    position: notation::write_x_fen,
};

/// The names of standard chess in the tag `Variant`, in lower case and without blanks and signs.
const STANDARD: &[&str] =
    &["standard", "standardchess", "chess", "normal", "normalchess", "orthodox", "regular", "fromposition"];
/// The names of Chess960.
const CHESS960: &[&str] = &[
    "chess960",
    "960",
    "frc",
    "fischerandom",
    "fischerrandom",
    "fischerandomchess",
    "fischerrandomchess",
    "freestyle",
    "freestylechess",
    "wildfr",
];

/// The start of a game of Chess960 stands in its position, so the option's number does not matter.
fn options(tag: Tags<'_>) -> Result<Options, String> {
    let variant = tag("Variant").unwrap_or_else(|| "standard".to_owned());
    let name: String = variant.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let chess960 = CHESS960.contains(&&*name);
    if !chess960 && !STANDARD.contains(&&*name) {
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
