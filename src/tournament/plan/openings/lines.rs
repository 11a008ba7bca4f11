//! Reads openings from files of positions, move lists or games, and checks that they are legal.

use std::cell::RefCell;
use std::collections::HashSet;

use serde::Deserialize;
use serde_json::Value;
use toml::Spanned;

use super::line_file::{LineFile, LineFormat};
use super::opening::{MAX_PLIES, Opening};
use arena_bots::analysis::written_moves;
use arena_bots::{FileError, Source};
use arena_games::board::{Board, KeyHistory};
use arena_games::conventions::RecordFormat;
use arena_games::typed::UnreadMove;
use arena_games::{Diagnostic, FieldError, GameId, MoveCode, Options, beginning, diagnostic};
use arena_records::tagged_game::{self, TaggedGame};
use arena_records::{imported_game, pdn, pgn};

/// The most characters that an error quotes from invalid text.
const LONGEST_GIVEN: usize = 100;

/// Creates the error for a file or a list without openings.
pub(crate) fn no_opening() -> Diagnostic {
    diagnostic!("no_opening", "there is no opening")
}

/// Creates the error for an opening after which nobody can move.
fn opening_over() -> Diagnostic {
    diagnostic!("opening_over", "the game is over at the end of this opening")
}

/// Reads the openings of one game.
pub(crate) struct Reader<'a> {
    pub(crate) game: GameId,
    pub(crate) options: &'a Options,
    pub(crate) start: &'a dyn Board,
    /// The most moves taken from an opening.
    pub(crate) plies: Option<usize>,
    /// The defects of the file.
    pub(crate) defects: &'a RefCell<Defects>,
}

#[derive(Debug)]
pub(crate) enum OpeningsFile {
    /// All openings, already read.
    List(Vec<Opening>),
    /// One opening per line, read when it is played.
    Lines(LineFile),
}

/// The parts of an openings file that are not used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defects {
    /// The errors of the openings that were left out.
    pub skipped: Vec<FileError>,
    /// The number of games that were cut because they are longer than an opening may be.
    pub cut: usize,
}

impl Defects {
    /// True if there are no defects.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.skipped.is_empty() && self.cut == 0
    }
}

/// An opening as it was written.
struct UnparsedOpening {
    name: Option<String>,
    position: Option<String>,
    moves: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    opening: Vec<Spanned<RawOpening>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawOpening {
    name: Option<String>,
    position: Option<String>,
    #[serde(default)]
    moves: String,
}

impl Reader<'_> {
    /// Reads the openings of a file; the file's extension determines the format. Only the first of
    /// several openings that lead to the same position is kept. An invalid opening is left out and reported.
    ///
    /// # Errors
    /// [`FileError`] when the file cannot be read, or every opening is invalid.
    pub(crate) fn file(&self, source: &Source<'_>) -> Result<OpeningsFile, FileError> {
        let ending = source.file.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        // Editors on Windows begin a file with a byte order mark.
        let source = &Source { text: source.text.strip_prefix('\u{feff}').unwrap_or(source.text), ..*source };
        let lines = |format| {
            let file = LineFile::new(source, format, self.plies);
            file.check(self).map(|()| OpeningsFile::Lines(file))
        };
        let openings = match ending.as_str() {
            "toml" => self.toml(source)?,
            "json" => self.json(source)?,
            "pgn" | "pdn" => self.games(source),
            "epd" | "fen" => return lines(LineFormat::Epd),
            "txt" => return lines(LineFormat::Text),
            _ => {
                return Err(source.whole(diagnostic!(
                    "openings_file_kind",
                    "a file of openings must end in .epd, .fen, .pgn, .pdn, .txt, .toml or .json"
                )));
            }
        };
        let mut seen = HashSet::new();
        let (mut kept, mut skipped) = (Vec::new(), Vec::new());
        for opening in openings {
            match opening {
                Ok(opening) if seen.insert(self.key(&opening)) => kept.push(opening),
                Ok(_) => {}
                Err(error) => skipped.push(error),
            }
        }
        if kept.is_empty() {
            let empty = || source.whole(no_opening());
            return Err(skipped.into_iter().next().unwrap_or_else(empty));
        }
        self.defects.borrow_mut().skipped.extend(skipped);
        Ok(OpeningsFile::List(kept))
    }

    /// Parses a line of EPD: the position and then operations, of which `id` is the name, `hmvc` the number of plies
    /// without progress and `fmvn` the move number. Also accepts a FEN, which in the PGN standard has these two numbers
    /// instead, and moves after it.
    pub(super) fn epd(&self, line: &str) -> Result<Opening, FieldError> {
        let name = line.split_once("id \"").and_then(|(_, rest)| rest.split_once('"')).map(|(name, _)| name.to_owned());
        let fields: Vec<&str> = line.split_whitespace().collect();
        if self.game.record_format() != Some(RecordFormat::Pgn) || fields.len() < 4 {
            let position = line.split(';').next().unwrap_or_default().trim().to_owned();
            return self.opening(UnparsedOpening { name, position: Some(position), moves: Vec::new() });
        }
        let is_count = |field: &&&str| field.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-');
        let counts: Vec<&str> = fields[4..].iter().take(2).take_while(is_count).copied().collect();
        let after = &fields[4 + counts.len()..];
        let count = |place: usize, opcode: &str, unknown| match counts.get(place) {
            Some(count) => *count,
            None => operand(after, opcode).unwrap_or(unknown),
        };
        let position = format!("{} {} {}", fields[..4].join(" "), count(0, "hmvc", "0"), count(1, "fmvn", "1"));
        // As after `position fen` in UCI.
        let moves = if after.first() == Some(&"moves") { written_moves(&after[1..].join(" ")) } else { Vec::new() };
        self.opening(UnparsedOpening { name, position: Some(position), moves })
    }

    /// Parses a line of text: moves, numbered or not, or a position, optionally preceded by a name and a colon.
    pub(crate) fn line(&self, line: &str) -> Result<Opening, FieldError> {
        // A mate in chess has the same sign, but no blank before it.
        let comment = line.match_indices('#').find(|(at, _)| line[..*at].ends_with(char::is_whitespace));
        let line = comment.map_or(line, |(at, _)| &line[..at]).trim_end();
        let plain = |name: Option<&str>, text: &str| {
            let name = name.map(|name| name.trim().to_owned());
            let words = written_moves(text);
            let first: Vec<&str> = words.iter().map(String::as_str).take(1).collect();
            if !first.is_empty() && self.start.read_line(&first, usize::MAX).is_ok() {
                return Some(self.opening(UnparsedOpening { name, position: None, moves: words }));
            }
            let position = text.trim();
            let known = self.game.board(self.options, Some(position)).is_ok();
            known
                .then(|| self.opening(UnparsedOpening { name, position: Some(position.to_owned()), moves: Vec::new() }))
        };
        let named = || line.split_once(':').and_then(|(name, rest)| plain(Some(name), rest));
        // A name may begin like a move.
        let found = match plain(None, line) {
            Some(Err(wrong)) => Some(named().unwrap_or(Err(wrong))),
            found => found.or_else(named),
        };
        found.unwrap_or_else(|| {
            let text =
                line.split_once(':').filter(|(_, rest)| rest.contains(' ')).map_or(line, |(_, rest)| rest).trim();
            let position = self.game.board(self.options, Some(text)).err().map(|error| Diagnostic::from(&error));
            let given = beginning(text.split_whitespace().next().unwrap_or_default(), LONGEST_GIVEN);
            let problem = position.unwrap_or_else(|| String::new().into());
            Err(FieldError::new(
                "opening",
                diagnostic!(
                    "neither_move_nor_position",
                    "{given:?} is not a legal first move, and the line is not a position: {problem}",
                    given,
                    problem
                ),
            ))
        })
    }

    fn toml(&self, source: &Source<'_>) -> Result<Vec<Result<Opening, FileError>>, FileError> {
        let raw: RawFile = source.read(source.table()?)?;
        let read = |spanned: Spanned<RawOpening>| {
            let span = spanned.span();
            let RawOpening { name, position, moves } = spanned.into_inner();
            let written = UnparsedOpening { name, position, moves: written_moves(&moves) };
            self.opening(written).map_err(|FieldError { path, problem }| source.at(span, Some(&path), problem))
        };
        Ok(raw.opening.into_iter().map(read).collect())
    }

    /// Reads names with positions or moves, in one object or in nested objects.
    fn json(&self, source: &Source<'_>) -> Result<Vec<Result<Opening, FileError>>, FileError> {
        let value: Value = serde_json::from_str(source.text)
            .map_err(|error| at_line(source, error.line(), FieldError::new("json", error.to_string())))?;
        let kind = || {
            diagnostic!("openings_json", "a JSON file of openings must be an object of names with positions or moves")
        };
        let mut openings = Vec::new();
        let mut objects = vec![value.as_object().ok_or_else(|| source.whole(kind()))?];
        while let Some(entries) = objects.pop() {
            for (name, entry) in entries {
                let opening = match entry {
                    Value::Object(entries) => {
                        objects.push(entries);
                        continue;
                    }
                    Value::String(text) => self.line(text),
                    _ => Err(FieldError::new("opening", kind())),
                };
                let wrong = |FieldError { path, problem }| {
                    let line = source.text.find(&format!("\"{name}\"")).unwrap_or_default();
                    source.at(line..line, Some(&path), Diagnostic::in_field(name, &problem))
                };
                openings.push(opening.map(|opening| Opening { name: Some(name.clone()), ..opening }).map_err(wrong));
            }
        }
        Ok(openings)
    }

    /// Reads games, whose first moves are the opening. A game of another variant is an error.
    fn games(&self, source: &Source<'_>) -> Vec<Result<Opening, FileError>> {
        let results = match self.game.record_format() {
            Some(RecordFormat::Pdn) => pdn::RESULTS,
            _ => pgn::RESULTS,
        };
        let read = |game: TaggedGame| {
            let wrong = |problem: String| at_line(source, game.line, FieldError::new("game", problem));
            if self.game.record_format().is_some() {
                imported_game::options(self.game, &game).map_err(wrong)?;
            }
            let name = match (game.tag("ECO"), game.tag("Opening")) {
                (Some(code), Some(name)) => Some(format!("{code} {name}")),
                (code, name) => name.or(code).map(str::to_owned),
            };
            let position = game.tag("FEN").map(str::to_owned);
            if game.moves.is_empty() && position.is_none() {
                return Err(wrong("the game has neither moves nor a position".to_owned()));
            }
            let moves: Vec<String> = game.moves.iter().take(MAX_PLIES).map(|(mv, _)| mv.clone()).collect();
            let is_cut = game.moves.len() > MAX_PLIES && self.plies.is_none();
            let opening = self.opening(UnparsedOpening { name, position, moves });
            let opening = opening.map_err(|wrong| at_line(source, game.line, wrong))?;
            self.defects.borrow_mut().cut += usize::from(is_cut);
            Ok(opening)
        };
        let malformed =
            |tagged_game::Malformed { line, problem }| at_line(source, line, FieldError::new("game", problem));
        tagged_game::games(source.text, results).map(|game| game.map_err(malformed).and_then(read)).collect()
    }

    /// Plays an opening. The game must not be over at its end.
    fn opening(&self, written: UnparsedOpening) -> Result<Opening, FieldError> {
        let UnparsedOpening { name, position, moves } = written;
        let mut board = match &position {
            None => self.start.boxed_clone(),
            Some(text) => {
                self.game.board(self.options, Some(text)).map_err(|error| FieldError::new("position", &error))?
            }
        };
        let cut = self.plies.unwrap_or(usize::MAX);
        let mut history = KeyHistory::new(&*board);
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        let (codes, unread): (Vec<MoveCode>, _) = match board.read_line(&words, cut) {
            Ok(codes) => (codes, None),
            Err(UnreadMove { played, text }) => (played, Some(text)),
        };
        for (ply, &mv) in codes.iter().enumerate() {
            if history.is_over(&*board) {
                return Err(FieldError::new("moves", opening_over()));
            }
            board.play(mv, ply).map_err(|error| FieldError::new("moves", &error))?;
            history.push(&*board);
        }
        if let Some(text) = unread {
            let (given, number) = (beginning(&text, LONGEST_GIVEN), codes.len() + 1);
            return Err(FieldError::new(
                "moves",
                diagnostic!("opening_move", "ply {number}: {given:?} is not legal", given, number),
            ));
        }
        if codes.len() > MAX_PLIES {
            let problem = diagnostic!(
                "opening_too_long",
                "the opening has {given} plies, at most {most} are allowed; shorten it with plies",
                given = codes.len(),
                most = MAX_PLIES
            );
            return Err(FieldError::new("plies", problem));
        }
        if history.is_over(&*board) {
            return Err(FieldError::new(if codes.is_empty() { "position" } else { "moves" }, opening_over()));
        }
        Ok(Opening { name, position, moves: codes.into() })
    }

    /// Returns the key of the position that an opening of this reader leads to.
    pub(super) fn key(&self, opening: &Opening) -> u64 {
        let known = "the opening has been read";
        let mut board = match &opening.position {
            None => self.start.boxed_clone(),
            Some(text) => self.game.board(self.options, Some(text)).expect(known),
        };
        for (ply, &mv) in opening.moves.iter().enumerate() {
            board.play(mv, ply).expect(known);
        }
        board.key()
    }

    /// Returns the opening that consists of this position.
    pub(crate) fn position(&self, text: &str) -> Result<Opening, FieldError> {
        self.opening(UnparsedOpening { name: None, position: Some(text.to_owned()), moves: Vec::new() })
    }

    /// Returns the opening that consists of these moves.
    pub(crate) fn moves(&self, text: &str) -> Result<Opening, FieldError> {
        self.opening(UnparsedOpening { name: None, position: None, moves: written_moves(text) })
    }
}

/// Returns the operand of an EPD operation, which ends with a semicolon.
fn operand<'a>(words: &[&'a str], opcode: &str) -> Option<&'a str> {
    let begins = |at: &usize| *at == 0 || words[at - 1].ends_with(';');
    let at = (0..words.len()).find(|at| words[*at] == opcode && begins(at))?;
    words.get(at + 1).map(|operand| operand.trim_end_matches(';'))
}

pub(super) fn at_line(source: &Source<'_>, line: usize, FieldError { path, problem }: FieldError) -> FileError {
    FileError::new(source.file, Some(line), Some(&path), problem)
}

#[cfg(test)]
mod tests;
