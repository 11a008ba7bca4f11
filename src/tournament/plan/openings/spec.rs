//! The table `[openings]` of a tournament file.

use std::cell::RefCell;

use serde::Deserialize;
use toml::Spanned;

use super::lines::{Defects, OpeningsFile, Reader, no_opening};
use super::opening::{MAX_PLIES, Opening, Order, Per};
use super::{OpeningTerms, Openings, random};
use arena_bots::charset::Decoded;
use arena_bots::spec::unknown_book;
use arena_bots::toml_file::Located;
use arena_bots::{FileError, Roster, Source};
use arena_games::{Diagnostic, GameId, Options, diagnostic};

/// Reads a file that a tournament names, by its path as written there. Returns a name to show and the text.
pub type ReadFile<'a> = dyn Fn(&str) -> Result<(String, Decoded), Diagnostic> + 'a;

/// The table `[openings]`, as written in the file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawOpenings {
    random_plies: Option<i64>,
    all_plies: Option<i64>,
    file: Option<String>,
    book: Option<String>,
    positions: Option<Vec<Spanned<String>>>,
    lines: Option<Vec<Spanned<String>>>,
    plies: Option<i64>,
    order: Option<Order>,
    start: Option<i64>,
    #[serde(default)]
    pub(crate) per: Per,
}

/// Everything needed to find the openings of a tournament.
pub struct OpeningsTable<'a> {
    /// The file.
    pub source: &'a Source<'a>,
    /// The whole file.
    pub file: &'a Located<'a>,
    /// The table `[openings]`, or the whole file.
    pub table: &'a Located<'a>,
    pub game: GameId,
    /// The options of the game.
    pub options: &'a Options,
    /// The bots and books.
    pub roster: &'a Roster,
    /// Reads a file of openings.
    pub read: &'a ReadFile<'a>,
    /// Whether a file with an invalid opening is rejected.
    pub strict: bool,
}

/// The source of a tournament's openings, for reports. Results do not depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningsSource {
    /// The file's path, as written in the tournament file.
    pub file: Option<String>,
    pub book: Option<String>,
    /// A notice about lines of the file in a character set other than UTF-8.
    pub notice: Option<String>,
    /// The defects of the file.
    pub defects: Defects,
}

impl OpeningsSource {
    /// Adds the errors of the lines that were left out when the openings were drawn.
    #[must_use]
    pub fn drawn(mut self, openings: &Openings) -> Self {
        self.defects.skipped.extend_from_slice(openings.skipped());
        self
    }
}

impl OpeningsTable<'_> {
    fn wrong(&self, key: &str, problem: impl Into<Diagnostic>) -> FileError {
        self.source.wrong(self.table, key, problem)
    }

    /// Returns the openings that the table asks for.
    ///
    /// # Errors
    /// [`FileError`] with the file, the line and the key.
    pub fn terms(&self, raw: RawOpenings) -> Result<(OpeningTerms, OpeningsSource), FileError> {
        let given = [
            ("random_plies", raw.random_plies.is_some()),
            ("all_plies", raw.all_plies.is_some()),
            ("file", raw.file.is_some()),
            ("book", raw.book.is_some()),
            ("positions", raw.positions.is_some()),
            ("lines", raw.lines.is_some()),
        ];
        let given: Vec<&str> = given.into_iter().filter_map(|(key, is)| is.then_some(key)).collect();
        if given.len() > 1 && given != ["positions", "lines"] {
            return Err(self.wrong(
                given[1],
                diagnostic!(
                    "openings_twice",
                    "openings must come from one source, but {other} is set too",
                    other = given[0]
                ),
            ));
        }
        let source = given.first().copied().unwrap_or("random_plies");
        if raw.order.is_some() && source == "random_plies" {
            return Err(self.wrong(
                "order",
                diagnostic!("order_of_random", "random openings have no order; remove it or list the openings"),
            ));
        }
        if raw.plies.is_some() && !["file", "book", "lines", "positions"].contains(&source) {
            return Err(self.wrong(
                "plies",
                diagnostic!("nothing_to_cut", "shortens the lines of a file or a book, but neither is set"),
            ));
        }
        let plies = raw.plies.map(|plies| self.plies("plies", plies, 1)).transpose()?;
        let defects = RefCell::default();
        let mut notice = None;
        let order = raw.order.unwrap_or_default();
        let first = raw.start.unwrap_or(1);
        if raw.start.is_some() && (source == "random_plies" || order == Order::Random) {
            return Err(self.wrong("start", "it counts listed openings in sequential order, not random ones"));
        }
        let (file, book) = (raw.file.clone(), raw.book.clone());
        // Checks `start` and returns the number of openings before it.
        let before = |count: usize| match usize::try_from(first) {
            Ok(first) if (1..=count).contains(&first) => Ok(first - 1),
            _ => Err(self.wrong("start", Diagnostic::range(first, 1, count))),
        };
        let mut openings = match source {
            "random_plies" => {
                let plies = self.plies("random_plies", raw.random_plies.unwrap_or(0), 0)?;
                return Ok((OpeningTerms::Random { plies }, OpeningsSource::default()));
            }
            "all_plies" => self.every(self.plies("all_plies", raw.all_plies.unwrap_or(0), 1)?)?,
            "book" => self.book(&raw.book.unwrap_or_default(), plies)?,
            "file" => {
                let (name, read) =
                    (self.read)(&raw.file.unwrap_or_default()).map_err(|problem| self.wrong("file", problem))?;
                notice = read.notice().map(|notice| format!("{name}: {notice}"));
                let source = Source { file: &name, text: &read.text };
                match self.reader(plies, &defects, |reader| self.file(reader, &source))? {
                    OpeningsFile::List(openings) => openings,
                    OpeningsFile::Lines(lines) => {
                        let skipped = before(lines.len())?;
                        let lines = lines.starting_after(skipped);
                        let terms = OpeningTerms::File { file: lines, order };
                        return Ok((terms, OpeningsSource { file, book, notice, defects: defects.into_inner() }));
                    }
                }
            }
            _ => self.inline(raw.positions.unwrap_or_default(), raw.lines.unwrap_or_default(), plies)?,
        };
        let before = before(openings.len())?;
        openings.rotate_left(before);
        let terms = OpeningTerms::List { openings, order };
        Ok((terms, OpeningsSource { file, book, notice, defects: defects.into_inner() }))
    }

    /// Reads the openings of a file.
    fn file(&self, reader: &Reader<'_>, source: &Source<'_>) -> Result<OpeningsFile, FileError> {
        let found = reader.file(source)?;
        if self.strict {
            if let OpeningsFile::Lines(lines) = &found {
                lines.check_all(reader)?;
            }
            let defects = reader.defects.borrow();
            if let Some(first) = defects.skipped.first() {
                return Err(first.clone());
            }
            if defects.cut > 0 {
                return Err(source.whole(diagnostic!(
                    "games_cut",
                    "{given} games are longer than {most} plies",
                    given = defects.cut,
                    most = MAX_PLIES
                )));
            }
        }
        Ok(found)
    }

    fn plies(&self, key: &str, value: i64, least: usize) -> Result<usize, FileError> {
        let fits = usize::try_from(value).ok().filter(|plies| (least..=MAX_PLIES).contains(plies));
        fits.ok_or_else(|| self.wrong(key, Diagnostic::range(value, least, MAX_PLIES)))
    }

    /// Calls `with` with a reader for this game.
    fn reader<T>(
        &self,
        plies: Option<usize>,
        defects: &RefCell<Defects>,
        with: impl FnOnce(&Reader<'_>) -> Result<T, FileError>,
    ) -> Result<T, FileError> {
        let start = self
            .game
            .board(self.options, None)
            .map_err(|error| self.source.wrong(self.file, "options", Diagnostic::from(&error)))?;
        with(&Reader { game: self.game, options: self.options, start: &*start, plies, defects })
    }

    fn inline(
        &self,
        positions: Vec<Spanned<String>>,
        lines: Vec<Spanned<String>>,
        plies: Option<usize>,
    ) -> Result<Vec<Opening>, FileError> {
        self.reader(plies, &RefCell::default(), |reader| {
            let at = |text: &Spanned<String>, key: &str, problem| self.source.at(text.span(), Some(key), problem);
            let mut openings = Vec::new();
            for text in &positions {
                let opening = reader.position(text.get_ref()).map_err(|error| at(text, "positions", error.problem))?;
                openings.push(opening);
            }
            for text in &lines {
                openings.push(reader.moves(text.get_ref()).map_err(|error| at(text, "lines", error.problem))?);
            }
            if openings.is_empty() { Err(self.wrong("lines", no_opening())) } else { Ok(openings) }
        })
    }

    /// Returns one line to each position after `plies` plies.
    fn every(&self, plies: usize) -> Result<Vec<Opening>, FileError> {
        let start = self
            .game
            .board(self.options, None)
            .map_err(|error| self.source.wrong(self.file, "options", Diagnostic::from(&error)))?;
        match random::every(&*start, plies) {
            Ok(lines) => Ok(lines.into_iter().map(Opening::of_moves).collect()),
            Err(error) => Err(self.wrong("all_plies", error)),
        }
    }

    /// Returns every line of a book, to its end or to `plies` plies.
    fn book(&self, name: &str, plies: Option<usize>) -> Result<Vec<Opening>, FileError> {
        let books = || self.roster.books().iter().filter(|book| book.game == self.game);
        let Some(book) = books().find(|book| book.name == name) else {
            let known: Vec<&str> = books().map(|book| book.name.as_str()).collect();
            return Err(self.wrong("book", unknown_book(name, self.game, &known)));
        };
        let start = self
            .game
            .board(self.options, None)
            .map_err(|error| self.source.wrong(self.file, "options", Diagnostic::from(&error)))?;
        let lines = random::along(&*start, plies.unwrap_or(MAX_PLIES), &|key| book.moves(key));
        match lines {
            Some(lines) if !lines.is_empty() => Ok(lines.into_iter().map(Opening::of_moves).collect()),
            Some(_) => {
                let problem =
                    diagnostic!("book_without_line", "the book {book:?} has no line from this position", book = name);
                Err(self.wrong("book", problem))
            }
            None => Err(self
                .wrong("book", diagnostic!("book_too_long", "the book has too many lines; shorten them with plies"))),
        }
    }
}
