//! What Portable Draughts Notation needs to know of checkers: its number among the kinds of draughts, and how captures
//! may be shortened.

use super::{Checkers, CheckersMove};
use crate::games::conventions::{RecordFormat, RecordNotation, Tags};
use crate::games::{Game, Options};

/// English draughts among the kinds of draughts.
const GAME_TYPE: &str = "21";

pub(super) const NOTATION: RecordNotation<Checkers> = RecordNotation {
    format: RecordFormat::Pdn,
    kind: |_| Some(("GameType", GAME_TYPE)),
    options,
    write_move: |_, mv| mv.to_string(),
    read_move,
};

fn options(tag: Tags<'_>) -> Result<Options, String> {
    match tag("GameType") {
        Some(kind) if kind.split(',').next() != Some(GAME_TYPE) => {
            Err(format!("GameType {kind:?} is not English draughts, which is {GAME_TYPE}"))
        }
        _ => Ok(Options::new()),
    }
}

/// The legal move that `text` means: written whole, or, of a capture, by its first and last squares alone.
fn read_move(position: &Checkers, text: &str) -> Option<CheckersMove> {
    let mut legal = Vec::new();
    position.legal(&mut legal);
    let squares = |text: &str| text.split(['-', 'x']).map(str::to_owned).collect::<Vec<_>>();
    let wanted = squares(text);
    if let Some(exact) = legal.iter().find(|mv| squares(&mv.to_string()) == wanted) {
        return Some(*exact);
    }
    let ends = |path: &[String]| path.first().cloned().zip(path.last().cloned());
    let mut fitting =
        legal.into_iter().filter(|mv| wanted.len() == 2 && ends(&squares(&mv.to_string())) == ends(&wanted));
    let found = fitting.next();
    found.filter(|_| fitting.next().is_none())
}
