//! Openings as text: from a file of positions, move lists or games to openings that were checked to be possible.

use std::cell::RefCell;
use std::collections::HashSet;

use serde::Deserialize;
use toml::Spanned;

use super::{MAX_PLIES, Opening};
use crate::bots::{FileError, Source};
use crate::games::board::Board;
use crate::games::conventions::RecordFormat;
use crate::games::parser_words::own_words;
use crate::games::{FileFault, GameId, MoveCode, Options, Problem, beginning};
use crate::records::tagged_game::{self, TaggedGame};
use crate::records::{imported_game, pdn, pgn};

/// No tournament has more openings from a file.
pub(in crate::tournament) const MOST_OPENINGS: usize = 100_000;

/// So many letters are told of what cannot be read.
const LONGEST_GIVEN: usize = 100;

/// What an opening is wrong about: the key, and what is wrong.
type Wrong = (&'static str, Problem);

/// The game whose openings are read.
pub(in crate::tournament) struct Reader<'a> {
    pub(in crate::tournament) game: GameId,
    pub(in crate::tournament) options: &'a Options,
    pub(in crate::tournament) start: &'a dyn Board,
    /// No more moves are taken.
    pub(in crate::tournament) plies: Option<usize>,
    /// Games of a file that were left out, each with what is wrong with it.
    pub(in crate::tournament) skipped: &'a RefCell<Vec<FileError>>,
}

/// An opening as it was written.
struct Written<'a> {
    name: Option<String>,
    position: Option<String>,
    moves: Vec<&'a str>,
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
    /// The openings of a file; its ending says how it is written. Of openings that are alike, the first is kept.
    ///
    /// # Errors
    /// [`FileError`] with the line of what is wrong.
    pub(in crate::tournament) fn file(&self, source: &Source<'_>) -> Result<Vec<Opening>, FileError> {
        let ending = source.file.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        // Editors on Windows begin a file with a byte order mark.
        let source = &Source { text: source.text.strip_prefix('\u{feff}').unwrap_or(source.text), ..*source };
        let openings = match ending.as_str() {
            "toml" => self.toml(source)?,
            "json" => self.json(source)?,
            "pgn" | "pdn" => self.games(source)?,
            "epd" | "fen" => self.by_line(source, |line| self.epd(line))?,
            "txt" => self.by_line(source, |line| self.line(line))?,
            _ => return Err(source.whole("openings are read from .epd, .fen, .pgn, .pdn, .txt, .toml and .json")),
        };
        let mut seen = HashSet::new();
        let new = |opening: &Opening| seen.insert((opening.position.clone(), opening.moves.clone()));
        let openings: Vec<Opening> = openings.into_iter().filter(new).collect();
        match openings.len() {
            0 => Err(source.whole("there is no opening in this file")),
            1..=MOST_OPENINGS => Ok(openings),
            many => Err(source.whole(format!("{many} openings are more than {MOST_OPENINGS}"))),
        }
    }

    fn by_line(
        &self,
        source: &Source<'_>,
        read: impl Fn(&str) -> Result<Opening, Wrong>,
    ) -> Result<Vec<Opening>, FileError> {
        let lines = (1..).zip(source.text.lines()).map(|(number, line)| (number, line.trim()));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        lines.map(|(number, line)| read(line).map_err(|wrong| at_line(source, number, wrong))).collect()
    }

    /// A line of EPD: the position, then operations, of which `id` is the name; or a FEN, which in the standard of PGN
    /// has two numbers more.
    fn epd(&self, line: &str) -> Result<Opening, Wrong> {
        let name = line.split_once("id \"").and_then(|(_, rest)| rest.split_once('"')).map(|(name, _)| name.to_owned());
        let fields: Vec<&str> = line.split_whitespace().collect();
        let position = if self.game.record_format() == Some(RecordFormat::Pgn) && fields.len() >= 4 {
            let counts: Vec<&str> =
                fields[4..].iter().take(2).copied().filter(|field| field.parse::<u32>().is_ok()).collect();
            let counts = if counts.len() == 2 { counts.join(" ") } else { "0 1".to_owned() };
            format!("{} {counts}", fields[..4].join(" "))
        } else {
            line.split(';').next().unwrap_or_default().trim().to_owned()
        };
        self.opening(Written { name, position: Some(position), moves: Vec::new() })
    }

    /// A line of text: moves or a position, with or without a name and a colon before it.
    pub(in crate::tournament) fn line(&self, line: &str) -> Result<Opening, Wrong> {
        let plain = |name: Option<&str>, text: &str| {
            let name = name.map(|name| name.trim().to_owned());
            let words: Vec<&str> = text.split_whitespace().collect();
            if words.first().is_some_and(|word| self.start.read_move(word).is_some()) {
                return Some(self.opening(Written { name, position: None, moves: words }));
            }
            let position = text.trim();
            let known = self.game.board(self.options, Some(position)).is_ok();
            known.then(|| self.opening(Written { name, position: Some(position.to_owned()), moves: Vec::new() }))
        };
        let named = || line.split_once(':').and_then(|(name, rest)| plain(Some(name), rest));
        plain(None, line).or_else(named).unwrap_or_else(|| {
            let text =
                line.split_once(':').filter(|(_, rest)| rest.contains(' ')).map_or(line, |(_, rest)| rest).trim();
            let position = self.game.board(self.options, Some(text)).err().map(|error| Problem::from(&error));
            let given = beginning(text.split_whitespace().next().unwrap_or_default(), LONGEST_GIVEN);
            let problem = Box::new(position.unwrap_or_else(|| String::new().into()));
            Err(("opening", FileFault::NeitherMoveNorPosition { given, problem }.into()))
        })
    }

    fn toml(&self, source: &Source<'_>) -> Result<Vec<Opening>, FileError> {
        let raw: RawFile = source.read(source.table()?)?;
        let read = |spanned: Spanned<RawOpening>| {
            let span = spanned.span();
            let RawOpening { name, position, moves } = spanned.into_inner();
            let written = Written { name, position, moves: moves.split_whitespace().collect() };
            self.opening(written).map_err(|(key, problem)| source.at(span, Some(key), problem))
        };
        raw.opening.into_iter().map(read).collect()
    }

    /// Names with positions or moves, in one object or in objects in it.
    fn json(&self, source: &Source<'_>) -> Result<Vec<Opening>, FileError> {
        let value: serde_json::Value = serde_json::from_str(source.text)
            .map_err(|error| at_line(source, error.line(), ("json", own_words(&error.to_string()).into())))?;
        let mut openings = Vec::new();
        let mut objects = vec![&value];
        while let Some(object) = objects.pop() {
            let Some(entries) = object.as_object() else {
                return Err(source.whole("a file of openings in JSON is { \"name\": \"position or moves\", … }"));
            };
            for (name, entry) in entries {
                let Some(text) = entry.as_str() else {
                    objects.push(entry);
                    continue;
                };
                let line = source.text.find(&format!("\"{name}\"")).unwrap_or_default();
                let wrong = |(key, problem)| source.at(line..line, Some(key), format!("{name}: {problem}"));
                let opening = self.line(text).map_err(wrong)?;
                openings.push(Opening { name: Some(name.clone()), ..opening });
            }
        }
        Ok(openings)
    }

    /// Games, of which the first moves are the opening. One that is wrong is left out and named, unless all are; one that
    /// is too long asks for `plies`, and is no mistake of the game.
    fn games(&self, source: &Source<'_>) -> Result<Vec<Opening>, FileError> {
        let results = match self.game.record_format() {
            Some(RecordFormat::Pdn) => pdn::RESULTS,
            _ => pgn::RESULTS,
        };
        let read = |game: TaggedGame| {
            if self.game.record_format() == Some(RecordFormat::Pdn)
                && let Err(problem) = imported_game::options(self.game, &game)
            {
                return Err(at_line(source, game.line, ("game", problem.into())));
            }
            let name = match (game.tag("ECO"), game.tag("Opening")) {
                (Some(code), Some(name)) => Some(format!("{code} {name}")),
                (code, name) => name.or(code).map(str::to_owned),
            };
            let moves = game.moves.iter().map(|(mv, _)| mv.as_str()).collect();
            let written = Written { name, position: game.tag("FEN").map(str::to_owned), moves };
            self.opening(written).map_err(|wrong| at_line(source, game.line, wrong))
        };
        let (mut openings, mut skipped) = (Vec::new(), Vec::new());
        for game in tagged_game::games(source.text, results) {
            let game = game
                .map_err(|tagged_game::Malformed { line, problem }| at_line(source, line, ("game", problem.into())));
            match game.and_then(read) {
                Ok(opening) => openings.push(opening),
                Err(error) if error.key.as_deref() == Some("plies") => return Err(error),
                Err(error) => skipped.push(error),
            }
        }
        match skipped.first() {
            Some(first) if openings.is_empty() => Err(first.clone()),
            _ => {
                self.skipped.borrow_mut().extend(skipped);
                Ok(openings)
            }
        }
    }

    /// Plays an opening, which must leave something to play.
    fn opening(&self, written: Written<'_>) -> Result<Opening, Wrong> {
        let Written { name, position, moves } = written;
        let mut board = match &position {
            None => self.start.boxed_clone(),
            Some(text) => {
                self.game.board(self.options, Some(text)).map_err(|error| ("position", Problem::from(&error)))?
            }
        };
        let cut = self.plies.unwrap_or(usize::MAX);
        let mut codes: Vec<MoveCode> = Vec::new();
        for (ply, text) in moves.iter().take(cut).enumerate() {
            let illegal = || {
                let given = beginning(text, LONGEST_GIVEN);
                ("moves", FileFault::OpeningMove { given, number: ply + 1 }.into())
            };
            let mv = board.read_move(text).ok_or_else(illegal)?;
            board.play(mv, ply).map_err(|error| ("moves", Problem::from(&error)))?;
            codes.push(mv);
        }
        if codes.len() > MAX_PLIES {
            let fault = FileFault::LongOpening { given: codes.len(), most: MAX_PLIES };
            return Err(("plies", fault.into()));
        }
        if board.outcome().is_some() {
            return Err((if codes.is_empty() { "position" } else { "moves" }, FileFault::OpeningOver.into()));
        }
        Ok(Opening { name, position, moves: codes.into() })
    }

    /// The opening that is this position.
    pub(in crate::tournament) fn position(&self, text: &str) -> Result<Opening, Wrong> {
        self.opening(Written { name: None, position: Some(text.to_owned()), moves: Vec::new() })
    }

    /// The opening that these moves lead to.
    pub(in crate::tournament) fn moves(&self, text: &str) -> Result<Opening, Wrong> {
        self.opening(Written { name: None, position: None, moves: text.split_whitespace().collect() })
    }
}

fn at_line(source: &Source<'_>, line: usize, (key, problem): Wrong) -> FileError {
    let problem = problem.shortened(300);
    FileError::new(source.file, Some(line), Some(key), problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(game: GameId, file: &str, text: &str, plies: Option<usize>) -> Result<Vec<Opening>, FileError> {
        let options = Options::new();
        let start = game.board(&options, None).unwrap();
        let skipped = RefCell::default();
        Reader { game, options: &options, start: &*start, plies, skipped: &skipped }.file(&Source { file, text })
    }

    #[test]
    fn bad_games_of_a_file_are_left_out_by_name() {
        let pdn = "[Event \"a\"]\n1. 11-15 23x18 0-1\n\n[Event \"b\"]\n1. 11-15 23-9 0-1\n\n[Event x]\n\n\
                   [GameType \"20\"]\n1. 32-28 *\n\n[FEN \"W:W25,32:B1,22,14\"]\n1... 25x9 *\n";
        let (game, options) = (GameId::Checkers, Options::new());
        let start = game.board(&options, None).unwrap();
        let skipped = RefCell::default();
        let reader = Reader { game, options: &options, start: &*start, plies: Some(2), skipped: &skipped };
        let found = reader.file(&Source { file: "x.pdn", text: pdn }).unwrap();
        let moves = |opening| shown(game, opening).2;
        assert_eq!(found.iter().map(moves).collect::<Vec<_>>(), [vec!["11-15", "23-18"], vec!["25x18x9"]]);
        let said: Vec<String> = skipped.take().iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(said[0].starts_with("x.pdn, line 4: moves: \"23-9\" is no legal move"), "{said:?}");
        assert!(said[1].starts_with("x.pdn, line 7: game: a tag is written") && said[2].contains("21"), "{said:?}");
        let only = reader.file(&Source { file: "x.pdn", text: "1. 11-15 1-5 *" }).unwrap_err();
        assert!(only.to_string().contains("\"1-5\" is no legal move"), "where all are wrong, the first is refused");
    }

    fn shown(game: GameId, opening: &Opening) -> (Option<&str>, Option<&str>, Vec<String>) {
        let moves = opening.moves.iter().map(|&mv| game.move_text(mv)).collect();
        (opening.name.as_deref(), opening.position.as_deref(), moves)
    }

    #[test]
    fn every_kind_of_file_is_read() {
        let chess = GameId::Chess;
        let pgn = "[ECO \"C20\"]\n[Opening \"King's Pawn\"]\n\n1. e4 {!} e5 2. Nf3 (2. f4) Nc6 *\n\n1. e4 e5 2. Nc3 *";
        let found = read(chess, "x.pgn", pgn, Some(2)).unwrap();
        assert_eq!(found.len(), 1, "alike after two plies");
        let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
        assert_eq!(shown(chess, &found[0]), (Some("C20 King's Pawn"), None, moves.clone()));
        let epd = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; id \"open\";\n";
        let found = read(chess, "x.epd", epd, None).unwrap();
        let position = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(shown(chess, &found[0]), (Some("open"), Some(position), vec![]));
        let text = "# two\nopen: e4 e5\n\ne2e4 e7e5 g1f3\n";
        let found = read(chess, "x.txt", text, None).unwrap();
        assert_eq!((found.len(), shown(chess, &found[0])), (2, (Some("open"), None, moves)));
        let toml = format!("[[opening]]\nname = \"there\"\nposition = \"{position}\"\nmoves = \"Nf3 Nc6\"\n");
        let found = read(chess, "x.toml", &toml, None).unwrap();
        assert_eq!(shown(chess, &found[0]).2, ["g1f3", "b8c6"]);
        let json = "{\"open\": \"e4 e5\"}";
        for (file, text) in [("x.pgn", pgn), ("x.epd", epd), ("x.txt", text), ("x.toml", &toml), ("x.json", json)] {
            let marked = read(chess, file, &format!("\u{feff}{text}"), None);
            assert_eq!(marked, read(chess, file, text, None), "{file} with a byte order mark");
        }
    }

    #[test]
    fn ballots_of_draughts_are_positions_with_names() {
        let game = GameId::Checkers;
        let fen = "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,10,11,12,13,2,3,4,6,7,8,9";
        let json = format!("{{\"all\": {{\"001 09-13 21-17 05-09\": \"{fen}\"}}}}");
        let found = read(game, "x.json", &json, None).unwrap();
        assert_eq!(shown(game, &found[0]), (Some("001 09-13 21-17 05-09"), Some(fen), vec![]));
        let found = read(game, "x.txt", &format!("ballot 1: {fen}\n{fen}\n"), None).unwrap();
        assert_eq!(shown(game, &found[0]), (Some("ballot 1"), Some(fen), vec![]));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let wrong = |file: &str, text: &str| {
            let error = read(GameId::TicTacToe, file, text, None).unwrap_err();
            (error.line, error.key.unwrap_or_default(), error.problem.to_string())
        };
        let (line, key, problem) = wrong("x.txt", "a1 b2\n\na1 a1\n");
        assert_eq!((line, key.as_str()), (Some(3), "moves"));
        assert!(problem.contains("\"a1\" is no legal move here, at ply 2"), "{problem}");
        let over = FileFault::OpeningOver.to_string();
        let (line, key, problem) = wrong("x.txt", "a1 b1 a2 b2 a3\n");
        assert_eq!((line, key.as_str(), problem.as_str()), (Some(1), "moves", over.as_str()));
        let (line, _, problem) = wrong("x.txt", "zz\n");
        assert!(line == Some(1) && problem.contains("no move") && problem.contains("no position"), "{problem}");
        let (line, key, _) = wrong("x.toml", "\n[[opening]]\nmoves = \"c9\"\n");
        assert_eq!((line, key.as_str()), (Some(2), "moves"));
        assert!(wrong("x.txt", "# nothing\n").2.contains("no opening"));
        assert!(wrong("x.doc", "a1").2.contains(".epd"));
        assert_eq!(wrong("x.json", "{\n\"a\": 3 4}").0, Some(2));
    }
}
