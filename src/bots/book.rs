//! Opening books: moves with values for positions near the start.
//!
//! A book is a TOML file: `name`, `game`, `about`, and for each position the moves that lead to it from the start
//! (empty for the start itself) with the values of the moves to play there:
//!
//! ```toml
//! name = "classic"
//! game = "tictactoe"
//!
//! [[position]]
//! moves = ""
//! values = { b2 = 4, a1 = 3 }
//! ```
//!
//! A bot plays the move of the highest value; among equals one at random from the seed.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use super::toml_file::{FileError, Source};
use crate::games::{GameId, MoveCode, Options};

/// An opening book.
#[derive(Debug, PartialEq, Eq)]
pub struct Book {
    /// Its name.
    pub name: String,
    /// The game that it is for.
    pub game: GameId,
    /// One sentence about it; may be empty.
    pub about: String,
    positions: HashMap<u64, Vec<(MoveCode, i32)>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBookFile {
    name: String,
    game: GameId,
    #[serde(default)]
    about: String,
    #[serde(default)]
    position: Vec<toml::Spanned<RawPosition>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPosition {
    moves: String,
    values: BTreeMap<String, i32>,
}

impl Book {
    /// Reads a book and checks every move in it.
    ///
    /// # Errors
    /// [`FileError`] with the line, when something is no move of the game or not legal there.
    pub fn read(source: &Source<'_>) -> Result<Self, FileError> {
        let raw: RawBookFile = source.read(source.table()?)?;
        let mut positions = HashMap::new();
        for position in raw.position {
            let span = position.span();
            let position = position.into_inner();
            let (key, moves) = read_position(raw.game, &position)
                .map_err(|(key, problem)| source.at(span.clone(), Some(key), problem))?;
            if positions.insert(key, moves).is_some() {
                return Err(source.at(span, Some("moves"), "this position stands in the book twice"));
            }
        }
        Ok(Self { name: raw.name, game: raw.game, about: raw.about, positions })
    }

    /// All moves in the position with this key, in the order of their codes; empty when the book does not know it.
    #[must_use]
    pub fn moves(&self, key: u64) -> Vec<MoveCode> {
        self.positions.get(&key).into_iter().flatten().map(|(mv, _)| *mv).collect()
    }

    /// The moves of the highest value in the position with this key, in the order of their codes; empty when the book
    /// does not know it.
    #[must_use]
    pub fn best(&self, key: u64) -> Vec<MoveCode> {
        let Some(moves) = self.positions.get(&key) else { return Vec::new() };
        let best = moves.iter().map(|(_, value)| *value).max();
        moves.iter().filter(|(_, value)| Some(*value) == best).map(|(mv, _)| *mv).collect()
    }
}

type Entry = (u64, Vec<(MoveCode, i32)>);

fn read_position(game: GameId, raw: &RawPosition) -> Result<Entry, (&'static str, String)> {
    let mut board = game.board(&Options::new(), None).map_err(|error| ("moves", error.to_string()))?;
    for (ply, text) in raw.moves.split_whitespace().enumerate() {
        let mv = game.parse_move(text).map_err(|error| ("moves", error.to_string()))?;
        board.play(mv, ply).map_err(|error| ("moves", error.to_string()))?;
    }
    if raw.values.is_empty() {
        return Err(("values", "a position in a book has at least one move".to_owned()));
    }
    let legal = board.legal();
    let mut moves = Vec::new();
    for (text, value) in &raw.values {
        let mv = game.parse_move(text).map_err(|error| ("values", error.to_string()))?;
        if !legal.contains(&mv) {
            return Err(("values", format!("{text} is not legal after {:?}", raw.moves)));
        }
        moves.push((mv, *value));
    }
    moves.sort_unstable();
    Ok((board.key(), moves))
}
