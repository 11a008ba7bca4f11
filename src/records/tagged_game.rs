//! The text format of PGN and of its sibling for draughts: tags, then moves. No I/O.
//!
//! The reader accepts the standard's import format: comments, variations, annotations, and lines that begin with `%`.
//! It keeps only the main line. See S. J. Edwards, "Portable Game Notation Specification and Implementation Guide",
//! 1994.

use unicode_normalization::UnicodeNormalization;

use super::{SearchComment, SeatRecord};
use arena_games::beginning;

/// Suffix of the tag for the player's id, since names need not be unique.
pub(super) const PLAYER_TAG: &str = "PlayerId";
/// Suffix of the tag for the version of the player's program.
pub(super) const VERSION_TAG: &str = "Version";

/// Spellings of results that other programs write, and those of the standard.
const SPELLINGS: [(&str, &str); 7] = [
    ("1/2", "1/2-1/2"),
    ("½", "1/2-1/2"),
    ("½-½", "1/2-1/2"),
    ("½–½", "1/2-1/2"),
    ("1/2–1/2", "1/2-1/2"),
    ("1–0", "1-0"),
    ("0–1", "0-1"),
];

/// One game of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaggedGame {
    /// The line on which the game begins, from 1.
    pub line: usize,
    /// The tags, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The moves as written, without annotations, each with its line.
    pub moves: Vec<(String, usize)>,
    /// Search information from comments, each with the index of its move.
    pub searches: Vec<(usize, SearchComment)>,
    /// The result token that ends the game, if there is one.
    pub result: Option<String>,
}

impl TaggedGame {
    /// Returns the value of a tag, unless it is empty or unknown. The case of the name does not matter.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let value = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())?;
        (!["", "?", "-"].contains(&value)).then_some(value)
    }

    /// Returns the seat of a side, `White` or `Black`, if the game names its player.
    #[must_use]
    pub fn seat(&self, side: &str) -> Option<SeatRecord> {
        let player = self.tag(&format!("{side}{PLAYER_TAG}")).and_then(|id| id.parse().ok());
        let version = self.tag(&format!("{side}{VERSION_TAG}")).map(str::to_owned);
        Some(SeatRecord { player, version, ..SeatRecord::named(normal_name(self.tag(side)?)) })
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_none()
    }
}

/// Returns a name in the form in which names are compared: without blanks around it, and with composed letters (NFC), so
/// that the two encodings of `ü` are one name.
#[must_use]
pub fn normal_name(name: &str) -> String {
    name.trim().nfc().collect()
}

/// Returns a result in the spelling of the standard.
#[must_use]
pub fn normal_result(text: &str) -> &str {
    SPELLINGS.iter().find(|(spelling, _)| *spelling == text).map_or(text, |(_, result)| result)
}

/// An error in a file of games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct Malformed {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

impl Malformed {
    /// Shortens a long problem.
    pub(super) fn new(line: usize, problem: &str) -> Self {
        Self { line, problem: beginning(problem, 300) }
    }
}

/// Iterates over the games of a file. `results` are the tokens that end a game. After a malformed game, reading
/// continues at the next tag that follows an empty line.
pub fn games<'a>(
    text: &'a str,
    results: &'static [&'static str],
) -> impl Iterator<Item = Result<TaggedGame, Malformed>> + 'a {
    let mut reader = Reader { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, fresh: true, results };
    std::iter::from_fn(move || {
        let next = reader.game().transpose();
        if matches!(next, Some(Err(_))) {
            reader.skip_game();
        }
        next
    })
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    /// True at the beginning of a line.
    fresh: bool,
    results: &'static [&'static str],
}

impl<'a> Reader<'a> {
    /// Reads the next game; `None` at the end of the file.
    fn game(&mut self) -> Result<Option<TaggedGame>, Malformed> {
        let mut game = TaggedGame::default();
        loop {
            self.skip_blanks();
            let Some(letter) = self.rest.chars().next() else {
                return Ok((!game.is_empty()).then_some(game));
            };
            if letter == '[' && !game.moves.is_empty() {
                // The previous game has no result.
                return Ok(Some(game));
            }
            if game.is_empty() {
                game.line = self.line;
            }
            match letter {
                '[' => game.tags.push(self.tag()?),
                '{' => {
                    let comment = SearchComment::read(self.comment()?);
                    game.searches.extend(comment.and_then(|comment| Some((game.moves.len().checked_sub(1)?, comment))));
                }
                ';' => self.take(self.rest.find('\n').unwrap_or(self.rest.len())),
                '(' => self.variation()?,
                ')' | '}' | ']' => return Err(self.wrong(format!("{letter:?} closes nothing"))),
                _ => {
                    let (word, line) = (self.result_or_word(), self.line);
                    let joined = if self.results.contains(&word) { None } else { self.joined(word) };
                    let word = joined.as_deref().unwrap_or(word);
                    if self.results.contains(&word) && (word != "0-0" || self.ends_with_no_points(&game)) {
                        game.result = Some(word.to_owned());
                        return Ok(Some(game));
                    }
                    let before = game.moves.last().map(|(mv, _)| mv.as_str());
                    if let Some(mv) = bare(word, before).map(str::to_owned) {
                        game.moves.push((mv, line));
                    }
                }
            }
        }
    }

    /// Returns whether `0-0`, which was just read, is the result of a game of draughts, and not castling in chess.
    fn ends_with_no_points(&self, game: &TaggedGame) -> bool {
        let rest = self.rest.trim_start();
        game.tag("Result").map_or(rest.is_empty() || rest.starts_with('['), |result| result == "0-0")
    }

    fn wrong(&self, problem: String) -> Malformed {
        Malformed::new(self.line, &problem)
    }

    /// Skips the rest of a malformed game.
    fn skip_game(&mut self) {
        let mut empty = false;
        let mut bytes = 0;
        for (number, line) in self.rest.split_inclusive('\n').enumerate() {
            if number > 0 && empty && line.starts_with('[') {
                break;
            }
            // The rest of the faulty line does not count as an empty line.
            empty = number > 0 && line.trim().is_empty();
            bytes += line.len();
        }
        self.take(bytes);
    }

    /// Advances by `bytes`.
    fn take(&mut self, bytes: usize) {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.fresh = taken.ends_with('\n') || (taken.is_empty() && self.fresh);
        self.rest = rest;
    }

    fn skip_blanks(&mut self) {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            let had_break = self.rest[..blanks].ends_with('\n');
            self.take(blanks);
            if !(self.rest.starts_with('%') && (had_break || self.fresh)) {
                return;
            }
            self.take(self.rest.find('\n').map_or(self.rest.len(), |end| end + 1));
        }
    }

    /// Reads `[Name "value"]`, in which a backslash escapes a quote or a backslash. Other programs write quotes without a
    /// backslash, so the value ends at the last quote before a `]`, unless more of the game follows on the line.
    fn tag(&mut self) -> Result<(String, String), Malformed> {
        let form = || self.wrong("a tag is written [Name \"value\"]".to_owned());
        let (name, value) = self.rest[1..].split_once('"').ok_or_else(form)?;
        let name = name.trim();
        if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_+#=:-".contains(letter)) {
            return Err(form());
        }
        let is_escaped = |at: usize| value[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
        let (mut end, mut searched) = (None, 0);
        for (at, _) in value.match_indices('"') {
            if value[std::mem::replace(&mut searched, at)..at].contains('\n') {
                break;
            }
            let Some(rest) = value[at + 1..].trim_start().strip_prefix(']') else { continue };
            // `"C:\"]` ends with a backslash, so an escaped quote closes the value if no other does.
            if end.is_none() || !is_escaped(at) {
                end = Some((at, rest));
            }
            let next = rest.trim_start_matches([' ', '\t', '\r']).chars().next();
            let is_more = next.is_none_or(|next| next.is_ascii_digit() || "\n[{(;*".contains(next));
            if is_more && !is_escaped(at) {
                break;
            }
        }
        let (end, rest) = end.ok_or_else(form)?;
        let (name, text, bytes) = (name.to_owned(), unescaped(&value[..end]), self.rest.len() - rest.len());
        self.take(bytes);
        Ok((name, text))
    }

    /// Skips a comment and returns its content.
    fn comment(&mut self) -> Result<&'a str, Malformed> {
        let end = self.rest.find('}').ok_or_else(|| self.wrong("a comment is not closed by }".to_owned()))?;
        let inner = &self.rest[1..end];
        self.take(end + 1);
        Ok(inner)
    }

    /// Skips a variation and all that are nested in it.
    fn variation(&mut self) -> Result<(), Malformed> {
        let opened = self.wrong("a variation is not closed by )".to_owned());
        let mut depth = 0_usize;
        loop {
            match self.rest.find(['(', ')', '{', ';']) {
                None => return Err(opened),
                Some(at) => {
                    self.take(at);
                    match self.rest.as_bytes()[0] {
                        b'{' => {
                            self.comment()?;
                            continue;
                        }
                        b';' => {
                            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
                            continue;
                        }
                        b'(' => depth += 1,
                        _ => depth -= 1,
                    }
                    self.take(1);
                    if depth == 0 {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest;
        let is_end = |letter: char| letter.is_whitespace() || "(){}[];".contains(letter);
        let end_after = |from: usize| rest[from..].find(is_end).map_or(rest.len(), |at| from + at);
        let mut end = end_after(0);
        // A promotion such as `e8(Q)+` is not the beginning of a variation.
        let promotes = rest[..end].ends_with(['1', '8', '=']);
        let piece = rest.as_bytes().get(end..end + 3);
        if promotes && matches!(piece, Some([b'(', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')'])) {
            end = end_after(end + 3);
        }
        let word = &rest[..end];
        self.take(end);
        word
    }

    /// Returns the next word, and a result in the spelling of the standard. Blanks may surround the dash of a draw.
    fn result_or_word(&mut self) -> &'a str {
        let word = self.word();
        if matches!(word, "1/2" | "½") {
            let other = self.rest.trim_start().strip_prefix(['-', '–']);
            if let Some(rest) = other.and_then(|rest| rest.trim_start().strip_prefix(word)) {
                self.take(self.rest.len() - rest.len());
            }
        }
        normal_result(word)
    }

    /// Joins a word of digits with its continuation if blanks surround its dash or cross, as in the move `11 - 15` and
    /// the result `1 - 0`. Returns `None` if there is nothing to join.
    fn joined(&mut self, word: &str) -> Option<String> {
        let is_link = |letter: char| matches!(letter, '-' | 'x' | ':');
        let is_digit = |letter: char| letter.is_ascii_digit();
        if !word.starts_with(is_digit) || !word.chars().all(|letter| is_digit(letter) || is_link(letter)) {
            return None;
        }
        let mut whole = word.to_owned();
        loop {
            let blank = |text: &'a str| text.trim_start_matches([' ', '\t', '\r', '\n']);
            let mut rest = blank(self.rest);
            if !whole.ends_with(is_link) {
                let Some(behind) = rest.strip_prefix(is_link) else { break };
                // A second dash does not belong to the move. A capture may have several crosses.
                if whole.contains('-') || !blank(behind).starts_with(is_digit) {
                    break;
                }
                whole.extend(rest.chars().next());
                rest = blank(behind);
            }
            let digits = rest.len() - rest.trim_start_matches(|letter| is_digit(letter) || is_link(letter)).len();
            if !rest.starts_with(is_digit) {
                break;
            }
            whole.push_str(&rest[..digits]);
            self.take(self.rest.len() - rest.len() + digits);
        }
        (whole != word).then_some(whole)
    }
}

/// Decodes a tag's value. A backslash before another letter is part of the value.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = if letter == '\\' { letters.next_if(|next| matches!(next, '"' | '\\')) } else { None };
        text.push(escaped.unwrap_or(letter));
    }
    text
}

/// Null moves, which consist of signs or digits only.
const NULL_MOVES: [&str; 3] = ["--", "0000", "@@@@"];

/// Annotations in letters: a novelty, a diagram, an editor's remark and zugzwang.
const REMARKS: [&str; 5] = ["N", "TN", "D", "RR", "ZZ"];

/// Removes the move number and annotations from a word that follows the move `before`. Returns `None` if nothing is
/// left, as of `12.`, `12...`, `$3`, `!?` and `±`.
fn bare<'a>(word: &'a str, before: Option<&str>) -> Option<&'a str> {
    const DOTS: [char; 2] = ['.', '…'];
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let word = if digits.starts_with(DOTS) { digits.trim_start_matches(DOTS) } else { word };
    let word = word.split_once('$').map_or(word, |(mv, _)| mv);
    if NULL_MOVES.contains(&word) {
        return Some(word);
    }
    let word = without_signs(word);
    // One letter is a move in games whose moves are single letters.
    let is_remark = REMARKS.contains(&word) && before.is_some_and(|before| before.chars().count() > 1);
    let is_number = word.chars().all(|letter| letter.is_ascii_digit());
    (!is_number && !is_remark).then_some(word)
}

/// Removes judgements such as `!?`, `±`, `+=` and `N`, and the sign of a capture in passing, from the end of a move.
/// Keeps the sign of a check or mate.
fn without_signs(word: &str) -> &str {
    let is_figurine = |letter: char| matches!(letter, '♔'..='♟');
    // The parenthesis belongs to a promotion such as `e8(Q)`.
    let is_sign = |letter: char| !letter.is_alphanumeric() && !is_figurine(letter) && letter != ')';
    let mut mv = word.trim_end_matches(is_sign);
    if let Some(rest) = mv.strip_suffix("TN").filter(|rest| !rest.is_empty()) {
        mv = rest.trim_end_matches(is_sign);
    }
    if let Some(rest) = mv.strip_suffix('N') {
        // A pawn that arrives on the first or last rank becomes a knight.
        let promotes = !rest.starts_with(|letter| "KQRBNO0".contains(letter) || is_figurine(letter));
        let is_whole = match rest.chars().next_back() {
            Some('1' | '8') => !promotes,
            Some('=' | '(' | '/') | None => false,
            Some(last) => is_sign(last) || is_figurine(last) || matches!(last, '2'..='7') || "OQRBN0)".contains(last),
        };
        mv = if is_whole { rest.trim_end_matches(is_sign) } else { mv };
    }
    if let Some(rest) = mv.strip_suffix("e.p").or_else(|| mv.strip_suffix("ep")) {
        mv = rest.trim_end_matches(is_sign);
    }
    let signs = &word[mv.len()..];
    let judges = |rest: &str| rest.starts_with(['+', '-', '=', '/', '−', '–']);
    let checks = signs.starts_with('#') || signs.strip_prefix('+').is_some_and(|rest| !judges(rest));
    &word[..mv.len() + usize::from(checks && !mv.is_empty())]
}

#[cfg(test)]
mod tests;
