//! Games as PGN and PDN write them: tags in brackets, then moves with numbers, comments, glyphs and variations.
//!
//! S. J. Edwards, "Portable Game Notation Specification and Implementation Guide" (1994), sections 7 and 8. Read is what
//! an opening needs: the tags, and the moves of the main line.

/// One game of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Game {
    /// The line that it begins in, from 1.
    pub(super) line: usize,
    /// Tags and their values.
    pub(super) tags: Vec<(String, String)>,
    /// The moves of the main line, each with its line.
    pub(super) moves: Vec<(usize, String)>,
}

impl Game {
    /// The value of a tag.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// The games of a file.
///
/// # Errors
/// The line, and what is wrong: a comment or a variation that does not end, or a tag that is none.
pub(super) fn games(text: &str) -> Result<Vec<Game>, (usize, String)> {
    let mut reader = Reader { line: 1, games: Vec::new(), game: Game::default(), depth: 0, opened: 0 };
    let mut rest = text.trim_start_matches('\u{feff}');
    while let Some(first) = rest.chars().next() {
        rest = reader.step(first, rest)?;
    }
    if reader.depth > 0 {
        return Err((reader.opened, "this variation has no end: ) is missing".to_owned()));
    }
    reader.end();
    Ok(reader.games)
}

struct Reader {
    line: usize,
    games: Vec<Game>,
    game: Game,
    /// Variations that are open, and the line of the outermost.
    depth: usize,
    opened: usize,
}

impl Reader {
    /// Takes in what stands at the beginning of `rest`, and gives what follows.
    fn step<'a>(&mut self, first: char, rest: &'a str) -> Result<&'a str, (usize, String)> {
        match first {
            '\n' => {
                self.line += 1;
                Ok(&rest[1..])
            }
            '[' if self.depth == 0 => self.tag(rest),
            '{' => {
                let end = rest.find('}').ok_or((self.line, "this comment has no end: } is missing".to_owned()))?;
                self.line += rest[..end].matches('\n').count();
                Ok(&rest[end + 1..])
            }
            ';' | '%' => Ok(&rest[rest.find('\n').unwrap_or(rest.len())..]),
            '(' => {
                if self.depth == 0 {
                    self.opened = self.line;
                }
                self.depth += 1;
                Ok(&rest[1..])
            }
            ')' => {
                let closed = self.depth.checked_sub(1);
                self.depth = closed.ok_or((self.line, "this ) ends no variation".to_owned()))?;
                Ok(&rest[1..])
            }
            _ if first.is_whitespace() => Ok(&rest[first.len_utf8()..]),
            _ => Ok(self.word(rest)),
        }
    }

    fn tag<'a>(&mut self, rest: &'a str) -> Result<&'a str, (usize, String)> {
        let wrong = || (self.line, "a tag is written [Name \"value\"]".to_owned());
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let inner = line.trim_end().strip_prefix('[').and_then(|it| it.strip_suffix(']')).ok_or_else(wrong)?;
        let (name, value) = inner.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
        let value = value.trim().strip_prefix('"').and_then(|it| it.strip_suffix('"')).ok_or_else(wrong)?;
        let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
        if !self.game.moves.is_empty() {
            self.end();
        }
        if self.game.tags.is_empty() {
            self.game.line = self.line;
        }
        self.game.tags.push((name.to_owned(), value));
        Ok(&rest[line.len()..])
    }

    fn word<'a>(&mut self, rest: &'a str) -> &'a str {
        let stops = |letter: char| letter.is_whitespace() || "{}();".contains(letter);
        let (word, after) = rest.split_at(rest.find(stops).filter(|&at| at > 0).unwrap_or(rest.len()));
        if self.depth > 0 || word.starts_with('$') {
            return after;
        }
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*" | "2-0" | "0-2" | "1-1") {
            self.end();
            return after;
        }
        // A number may stand right before its move: 1.e4, 3...Nf6.
        let numbered = word.split_once('.').filter(|(number, _)| number.chars().all(|it| it.is_ascii_digit()));
        let word = numbered.map_or(word, |(_, mv)| mv.trim_start_matches('.'));
        let is_glyph = !word.is_empty() && word.chars().all(|letter| "!?+-=".contains(letter));
        if word.is_empty() || is_glyph {
            return after;
        }
        if self.game.line == 0 {
            self.game.line = self.line;
        }
        self.game.moves.push((self.line, word.to_owned()));
        after
    }

    /// The game is over.
    fn end(&mut self) {
        let game = std::mem::take(&mut self.game);
        if game != Game::default() {
            self.games.push(game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: &Game) -> Vec<&str> {
        game.moves.iter().map(|(_, mv)| mv.as_str()).collect()
    }

    #[test]
    fn numbers_comments_glyphs_and_variations_are_left_out() {
        let text = "[Event \"A \\\"test\\\"\"]\n[ECO \"C50\"]\n\n1. e4 {best (by\ntest)} e5 $1 2.Nf3 (2. f4 exf4 (2... d5) 3. \
                    Nf3) 2...Nc6 ; to the end (\n3. Bc4! !? Bc5 1/2-1/2\n\n1. d4 d5 *\n% an escape\n[FEN \"x\"]\n\n*\n";
        let found = games(text).unwrap();
        assert_eq!(found.len(), 3);
        assert_eq!(moves(&found[0]), ["e4", "e5", "Nf3", "Nc6", "Bc4!", "Bc5"]);
        assert_eq!((found[0].tag("Event"), found[0].tag("ECO")), (Some("A \"test\""), Some("C50")));
        assert_eq!((found[0].line, found[0].moves[4].0, found[1].line), (1, 6, 8));
        assert_eq!(moves(&found[1]), ["d4", "d5"]);
        assert_eq!((found[2].tag("FEN"), moves(&found[2]).len()), (Some("x"), 0));
    }

    #[test]
    fn draughts_are_written_alike() {
        let found = games("[Event \"match\"]\n1. 11-15 23-19 2. 8-11 22x17 0-1\n").unwrap();
        assert_eq!(moves(&found[0]), ["11-15", "23-19", "8-11", "22x17"]);
    }

    #[test]
    fn what_has_no_end_is_named_with_its_line() {
        assert_eq!(games("1. e4\n{never").unwrap_err().0, 2);
        assert_eq!(games("1. e4\n\n(1. d4\n").unwrap_err().0, 3);
        assert_eq!(games("1. e4 )").unwrap_err().0, 1);
        assert_eq!(games("[Event x]\n").unwrap_err().0, 1);
        assert!(games("").unwrap().is_empty());
    }
}
