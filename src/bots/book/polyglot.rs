//! Reads opening books in Polyglot's format (`.bin`), which other chess programs use.
//!
//! A file is a sorted list of entries of 16 bytes, all numbers big-endian: the key of a position (8), a move (2), its
//! weight (2) and a number for learning (4). Positions are known by their keys only, so a book is read by following its
//! moves from the initial position.

use std::collections::{HashSet, VecDeque};

use super::polyglot_keys::KEYS;
use super::{BookMove, BookPosition, BuildError, Draft, MAX_BOOK_POSITIONS};
use arena_games::{GameError, GameId, Options};

/// Length of an entry.
const ENTRY: usize = 16;

/// The pieces in the order of their keys.
const PIECES: &str = "pPnNbBrRqQkK";

/// A book in Polyglot's format.
#[derive(Debug)]
pub struct PolyglotBook(Vec<u8>);

impl PolyglotBook {
    /// Takes the content of a file.
    ///
    /// # Errors
    /// Returns an error if it is not a Polyglot book.
    pub fn new(content: Vec<u8>) -> Result<Self, String> {
        if content.is_empty() || !content.len().is_multiple_of(ENTRY) {
            let size = content.len();
            return Err(format!("a Polyglot book consists of entries of 16 bytes, but its size is {size} bytes"));
        }
        let book = Self(content);
        match (1..book.len()).find(|&at| book.key(at - 1) > book.key(at)) {
            Some(at) => {
                Err(format!("entry {} is out of order: a Polyglot book is sorted by the keys of its positions", at + 1))
            }
            None => Ok(book),
        }
    }

    fn len(&self) -> usize {
        self.0.len() / ENTRY
    }

    fn key(&self, at: usize) -> u64 {
        self.0[at * ENTRY..].first_chunk().copied().map_or(0, u64::from_be_bytes)
    }

    fn number(&self, at: usize, offset: usize) -> u16 {
        self.0[at * ENTRY + offset..].first_chunk().copied().map_or(0, u16::from_be_bytes)
    }

    /// Returns the moves with this key and their weights.
    fn entries(&self, key: u64) -> impl Iterator<Item = (u16, u16)> + '_ {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.key(middle) < key { low = middle + 1 } else { high = middle }
        }
        (low..self.len()).take_while(move |&at| self.key(at) == key).map(|at| (self.number(at, 8), self.number(at, 10)))
    }

    /// Returns the first `plies` plies of the book, with the `width` heaviest moves of each position, and the number of
    /// its moves that are illegal there. The value of a move is its weight. A merged book can have a move twice: its
    /// weights are added. Moves of weight 0 are never played and are left out.
    ///
    /// # Errors
    /// Returns [`BuildError`] if the book does not have the initial position, or is too large.
    pub fn draft(&self, plies: usize, width: usize) -> Result<(Draft, u64), BuildError> {
        let game = GameId::Chess;
        let start = game.board(&Options::new(), None)?;
        let mut seen = HashSet::from([start.key()]);
        let mut waiting = VecDeque::from([(start, Vec::<String>::new())]);
        let (mut lines, mut illegal) = (Vec::new(), 0);
        while let Some((board, moves)) = waiting.pop_front() {
            let legal: Vec<String> = board.legal().into_iter().map(|code| game.move_text(code)).collect();
            let key = key(&board.notation(), moves.last().map(String::as_str));
            let mut known: Vec<BookMove> = Vec::new();
            for (mv, weight) in self.entries(key).filter(|(_, weight)| *weight > 0) {
                let (text, castling) = written(mv);
                let Some(mv) = [Some(text), castling].into_iter().flatten().find(|text| legal.contains(text)) else {
                    illegal += 1;
                    continue;
                };
                match known.iter_mut().find(|known| known.mv == mv) {
                    Some(earlier) => earlier.value = earlier.value.saturating_add(weight.into()),
                    None => known.push(BookMove { mv, value: weight.into(), count: None }),
                }
            }
            known.sort_by_key(|known| std::cmp::Reverse(known.value));
            known.truncate(width.max(1));
            if known.is_empty() {
                continue;
            }
            if lines.len() >= MAX_BOOK_POSITIONS {
                return Err(BuildError::TooLarge);
            }
            for known in known.iter().take_while(|_| moves.len() + 1 < plies) {
                let mut next = board.clone();
                next.play(game.parse_move(&known.mv).map_err(GameError::from)?, moves.len())?;
                if seen.insert(next.key()) {
                    waiting.push_back((next, moves.iter().chain([&known.mv]).cloned().collect()));
                }
            }
            lines.push(BookPosition { moves, known });
        }
        if lines.is_empty() {
            let first = self.entries(key(&game.board(&Options::new(), None)?.notation(), None)).next();
            let problem = match first {
                Some(_) if illegal == 0 => "all moves of the initial position have weight 0",
                _ => "the book has no legal move for the initial position of chess",
            };
            return Err(BuildError::Empty(problem.to_owned()));
        }
        Ok((Draft { game, lines }, illegal))
    }
}

/// Returns a move in the notation of UCI, and also as castling if it may be that: the book writes castling as the king
/// taking its rook.
fn written(mv: u16) -> (String, Option<String>) {
    let letter = |from: u8, number: u16| char::from(from + (number & 7) as u8);
    let square = |bits: u16| format!("{}{}", letter(b'a', bits), letter(b'1', bits >> 3));
    let promotion = ["", "n", "b", "r", "q"].get(usize::from(mv >> 12 & 7)).copied().unwrap_or("?");
    let text = format!("{}{}{promotion}", square(mv >> 6), square(mv));
    let castling = match text.as_str() {
        "e1h1" => Some("e1g1"),
        "e1a1" => Some("e1c1"),
        "e8h8" => Some("e8g8"),
        "e8a8" => Some("e8c8"),
        _ => None,
    };
    (text, castling.map(str::to_owned))
}

/// Returns Polyglot's key of the position `fen`, which `last` led to.
fn key(fen: &str, last: Option<&str>) -> u64 {
    let mut fields = fen.split(' ');
    let [placement, mover, castling] = [0; 3].map(|_| fields.next().unwrap_or_default());
    let mut squares = [None; 64];
    for (row, text) in placement.split('/').enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as usize,
                None => {
                    if let Some(square) = squares.get_mut(8 * (7 - row.min(7)) + file) {
                        *square = Some(letter);
                    }
                    file += 1;
                }
            }
        }
    }
    let mut key = 0;
    for (square, letter) in squares.iter().enumerate() {
        if let Some(piece) = letter.and_then(|letter| PIECES.find(letter)) {
            key ^= KEYS[64 * piece + square];
        }
    }
    for right in castling.chars().filter_map(|letter| "KQkq".find(letter)) {
        key ^= KEYS[768 + right];
    }
    if let Some(file) = last.and_then(|last| passing(&squares, mover, last)) {
        key ^= KEYS[772 + file];
    }
    if mover == "w" { key ^ KEYS[780] } else { key }
}

/// Returns the file of a pawn that `last` has moved by two squares beside a pawn of the mover. The key does not ask
/// whether taking it is legal.
fn passing(squares: &[Option<char>; 64], mover: &str, last: &str) -> Option<usize> {
    let &[file, from, to_file, to, ..] = last.as_bytes() else { return None };
    let (moved, own, rank) = match (mover, from, to) {
        ("b", b'2', b'4') => ('P', 'p', 3),
        ("w", b'7', b'5') => ('p', 'P', 4),
        _ => return None,
    };
    let at = usize::from(file.wrapping_sub(b'a')).min(7);
    let beside = [at.checked_sub(1), Some(at + 1).filter(|&at| at < 8)];
    let is_taken = beside.into_iter().flatten().any(|at| squares[8 * rank + at] == Some(own));
    (file == to_file && squares[8 * rank + at] == Some(moved) && is_taken).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key after these moves.
    fn key_after(moves: &str) -> u64 {
        let mut board = GameId::Chess.board(&Options::new(), None).expect("the start");
        for (ply, text) in moves.split_whitespace().enumerate() {
            board.play(GameId::Chess.parse_move(text).expect("a move"), ply).expect("legal");
        }
        key(&board.notation(), moves.split_whitespace().last())
    }

    /// A book with these entries: the moves before, the code of the move, and its weight.
    fn book(entries: &[(&str, u16, u16)]) -> Vec<u8> {
        let mut entries: Vec<_> = entries.iter().map(|(moves, mv, weight)| (key_after(moves), *mv, *weight)).collect();
        entries.sort_by_key(|(key, ..)| *key);
        let bytes = |(key, mv, weight): (u64, u16, u16)| {
            [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
        };
        entries.into_iter().flat_map(bytes).collect()
    }

    /// The code of a move in the notation of UCI.
    fn code(text: &str) -> u16 {
        let number = |at: usize, from: u8| u16::from(text.as_bytes()[at] - from);
        let promotion =
            text.as_bytes().get(4).map_or(0, |piece| "nbrq".find(char::from(*piece)).map_or(0, |at| at + 1));
        number(2, b'a') | number(3, b'1') << 3 | number(0, b'a') << 6 | number(1, b'1') << 9 | (promotion as u16) << 12
    }

    #[test]
    fn keys_are_those_of_the_published_examples() {
        for (moves, key) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(key_after(moves), key, "{moves}");
        }
    }

    #[test]
    fn a_book_without_a_first_move_says_why() {
        for (entry, problem) in [
            (("", code("e2e4"), 0), "all moves of the initial position have weight 0"),
            (("", code("e2e5"), 9), "the book has no legal move for the initial position of chess"),
            (("e2e4", code("e7e5"), 9), "the book has no legal move for the initial position of chess"),
        ] {
            let drafted = PolyglotBook::new(book(&[entry])).expect("sorted").draft(7, 2);
            let refused = drafted.expect_err("nothing can be played").to_string();
            assert!(refused.contains(problem), "{refused}");
        }
    }

    #[test]
    fn follows_the_heaviest_moves_and_castling() {
        let castle = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
        let mut entries = vec![
            ("", code("e2e4"), 30),
            ("", code("d2d4"), 50),
            ("", code("a2a4"), 0),
            ("d2d4", code("d7d5"), 1),
            (castle, code("e1h1"), 7),
        ];
        let moves: Vec<&str> = castle.split(' ').collect();
        let before: Vec<String> = (0..moves.len()).map(|ply| moves[..ply].join(" ")).collect();
        entries.extend((1..moves.len()).map(|ply| (before[ply].as_str(), code(moves[ply]), 9)));
        // An illegal move is left out and counted.
        entries.push(("e2e4", code("e2e5"), 65_535));
        let (draft, illegal) = PolyglotBook::new(book(&entries)).expect("sorted").draft(7, 2).expect("a book");
        let line = |at: usize| (draft.lines[at].moves.join(" "), draft.lines[at].known.clone());
        let known = |mv: &str, value| BookMove { mv: mv.to_owned(), value, count: None };
        assert_eq!(line(0), (String::new(), vec![known("d2d4", 50), known("e2e4", 30)]));
        assert_eq!(line(draft.lines.len() - 1), (castle.to_owned(), vec![known("e1g1", 7)]));
        assert_eq!((draft.lines.len(), illegal), (8, 1));
        let (draft, _) = PolyglotBook::new(book(&entries)).expect("sorted").draft(2, 1).expect("a book");
        assert_eq!(draft.lines.len(), 2, "the heaviest move only, two plies deep");
    }

    #[test]
    fn weights_of_a_repeated_move_are_added() {
        let castle = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
        let moves: Vec<&str> = castle.split(' ').collect();
        let before: Vec<String> = (0..moves.len()).map(|ply| moves[..ply].join(" ")).collect();
        let mut entries = vec![
            ("", code("e2e4"), 5),
            ("", code("d2d4"), 8),
            ("", code("e2e4"), 7),
            // Both forms of castling are one move.
            (castle, code("e1h1"), 65_535),
            (castle, code("e1g1"), 65_535),
        ];
        entries.extend((1..moves.len()).map(|ply| (before[ply].as_str(), code(moves[ply]), 9)));
        let (draft, illegal) = PolyglotBook::new(book(&entries)).expect("sorted").draft(7, 2).expect("a book");
        let known = |mv: &str, value| BookMove { mv: mv.to_owned(), value, count: None };
        assert_eq!(draft.lines[0].known, [known("e2e4", 12), known("d2d4", 8)], "the sum decides which is heaviest");
        assert_eq!(draft.lines.last().expect("castling").known, [known("e1g1", 131_070)]);
        assert_eq!(illegal, 0);
        let text = draft.to_toml("merged", "", "arena book build");
        super::super::Book::read(&crate::Source { file: "merged.toml", text: &text }).expect("the file is valid");
    }

    #[test]
    fn malformed_files_are_refused() {
        let bytes = book(&[("", code("e2e4"), 1), ("e2e4", code("e7e5"), 1), ("d2d4", code("d7d5"), 1)]);
        let error = |bytes: &[u8]| PolyglotBook::new(bytes.to_vec()).expect_err("not a book");
        assert!(error(&[]).contains("its size is 0 bytes"));
        assert!(error(&bytes[..47]).contains("its size is 47 bytes"));
        let turned = [&bytes[16..32], &bytes[..16], &bytes[32..]].concat();
        assert!(error(&turned).starts_with("entry 2 is out of order"));
        let other = PolyglotBook::new(book(&[("e2e4", code("e7e5"), 1)])).expect("sorted");
        assert!(matches!(other.draft(4, 3), Err(BuildError::Empty(_))));
    }
}
