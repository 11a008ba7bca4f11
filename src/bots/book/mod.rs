//! Opening books: moves with values for positions near the initial one.
//!
//! A book is a TOML file with `name`, `game`, `about`, and a list of positions. Each position has the moves that lead
//! to it from the initial position (empty for the initial position itself) and the values of the moves to play there:
//!
//! ```toml
//! name = "classic"
//! game = "tictactoe"
//!
//! [[position]]
//! moves = ""
//! values = { b2 = 4, a1 = 3 }
//! counts = { b2 = 20, a1 = 8 }
//! ```
//!
//! A bot plays the move with the highest value, or a random one among equals, derived from the seed. The optional
//! `counts` are for people: they say how often each move was played in the matches from which the book was built.

mod build;
mod polyglot;
mod polyglot_keys;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use build::{BuildError, Draft, Harvest, MAX_BOOK_POSITIONS, Searched};
pub use polyglot::PolyglotBook;

use super::toml_file::{FileError, Source};
use arena_games::{GameId, MoveCode, Options};

/// An opening book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    pub name: String,
    pub game: GameId,
    /// A description of one sentence. May be empty.
    pub about: String,
    /// The first 16 digits of the SHA-256 of the positions and values. Books with equal content have equal digests,
    /// whatever their order and comments.
    pub digest: String,
    /// The positions, in the order of the file.
    pub lines: Vec<BookPosition>,
    positions: HashMap<u64, Vec<(MoveCode, i32)>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BookPosition {
    /// The moves that lead to it from the initial position.
    pub moves: Vec<String>,
    /// The moves to play there, the best first.
    pub known: Vec<BookMove>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BookMove {
    #[serde(rename = "move")]
    pub mv: String,
    /// The value. Comparable only within the book.
    pub value: i32,
    /// The number of times the move was played, if counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
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
    #[serde(default)]
    counts: BTreeMap<String, u64>,
}

impl Book {
    /// Reads a book and checks every move in it.
    ///
    /// # Errors
    /// Returns [`FileError`] with the line of an invalid or illegal move.
    pub fn read(source: &Source<'_>) -> Result<Self, FileError> {
        let raw: RawBookFile = source.read(source.table()?)?;
        let mut positions = HashMap::new();
        let mut lines = Vec::new();
        for position in raw.position {
            let span = position.span();
            let position = position.into_inner();
            let (key, moves, line) = read_position(raw.game, &position)
                .map_err(|(key, problem)| source.at(span.clone(), Some(key), problem))?;
            if positions.insert(key, moves).is_some() {
                return Err(source.at(span, Some("moves"), "this position stands in the book twice"));
            }
            lines.push(line);
        }
        let digest = digest(raw.game, &lines);
        Ok(Self { name: raw.name, game: raw.game, about: raw.about, digest, lines, positions })
    }

    /// Returns all moves in the position with this key, in the order of their codes. Empty if the book does not have
    /// it.
    #[must_use]
    pub fn moves(&self, key: u64) -> Vec<MoveCode> {
        self.positions.get(&key).into_iter().flatten().map(|(mv, _)| *mv).collect()
    }

    /// Returns the moves with the highest value in the position with this key, in the order of their codes. Empty if
    /// the book does not have it.
    #[must_use]
    pub fn best(&self, key: u64) -> Vec<MoveCode> {
        let Some(moves) = self.positions.get(&key) else { return Vec::new() };
        let best = moves.iter().map(|(_, value)| *value).max();
        moves.iter().filter(|(_, value)| Some(*value) == best).map(|(mv, _)| *mv).collect()
    }
}

/// A position's key, its moves as codes with their values, and its text form.
type Entry = (u64, Vec<(MoveCode, i32)>, BookPosition);

/// Returns the digest of a book, independent of the order of its file.
fn digest(game: GameId, lines: &[BookPosition]) -> String {
    let mut texts: Vec<String> = lines
        .iter()
        .map(|line| {
            let mut known: Vec<_> = line.known.iter().map(|known| format!("{}={}", known.mv, known.value)).collect();
            known.sort_unstable();
            format!("{}:{}", line.moves.join(" "), known.join(" "))
        })
        .collect();
    texts.sort_unstable();
    let hash = Sha256::digest(format!("{game}\n{}", texts.join("\n")));
    hash.iter().take(8).fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}

fn read_position(game: GameId, raw: &RawPosition) -> Result<Entry, (&'static str, String)> {
    let mut board = game.board(&Options::new(), None).map_err(|error| ("moves", error.to_string()))?;
    let mut path = Vec::new();
    for (ply, text) in raw.moves.split_whitespace().enumerate() {
        let mv = game.parse_move(text).map_err(|error| ("moves", error.to_string()))?;
        board.play(mv, ply).map_err(|error| ("moves", error.to_string()))?;
        path.push(game.move_text(mv));
    }
    if let Some(text) = raw.counts.keys().find(|text| !raw.values.contains_key(*text)) {
        return Err(("counts", format!("{text} is counted, but has no value")));
    }
    if raw.values.is_empty() {
        return Err(("values", "a position in a book has at least one move".to_owned()));
    }
    let legal = board.legal();
    let (mut moves, mut known) = (Vec::new(), Vec::new());
    for (text, value) in &raw.values {
        let mv = game.parse_move(text).map_err(|error| ("values", error.to_string()))?;
        if !legal.contains(&mv) {
            return Err(("values", format!("{text} is not legal after {:?}", raw.moves)));
        }
        moves.push((mv, *value));
        known.push(BookMove { mv: game.move_text(mv), value: *value, count: raw.counts.get(text).copied() });
    }
    moves.sort_unstable();
    known.sort_by_key(|known| std::cmp::Reverse(known.value));
    Ok((board.key(), moves, BookPosition { moves: path, known }))
}
