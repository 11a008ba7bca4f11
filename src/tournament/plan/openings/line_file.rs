//! A file with one opening per line. Only the lines that are played are parsed, so that sampling a large book is fast.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::lines::{Reader, at_line};
use super::opening::{Opening, Order, in_order};
use arena_bots::{FileError, Source};
use arena_games::seed::Rng;

/// The format of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineFormat {
    /// A position as EPD or FEN.
    Epd,
    /// Moves or a position, with an optional name.
    Text,
}

/// The file. All clones share its text.
#[derive(Clone, Debug)]
pub struct LineFile {
    name: Arc<str>,
    text: Arc<str>,
    /// The start and the number of each line with an opening.
    lines: Arc<[(u32, u32)]>,
    format: LineFormat,
    /// The most moves taken from a line.
    plies: Option<usize>,
    digest: String,
}

impl PartialEq for LineFile {
    fn eq(&self, other: &Self) -> bool {
        self.content() == other.content()
    }
}

impl Eq for LineFile {}

/// The openings that the turns play.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    /// Each opening once, in the order in which they are first played.
    pub(super) openings: Vec<Opening>,
    /// The opening of each turn, as an index into `openings`.
    pub(super) turns: Vec<u32>,
    /// The errors of the lines that were left out.
    pub(super) skipped: Vec<FileError>,
}

impl LineFile {
    /// Finds the lines of a file without parsing them.
    pub(super) fn new(source: &Source<'_>, format: LineFormat, plies: Option<usize>) -> Self {
        let mut lines = Vec::new();
        let mut start = 0;
        for (number, line) in (1..).zip(source.text.split_inclusive('\n')) {
            let trimmed = line.trim();
            if !trimmed.is_empty() && !trimmed.starts_with('#') {
                lines.push((start, number));
            }
            start += u32::try_from(line.len()).expect("a file is shorter than 4 GiB");
        }
        let digest = Sha256::digest(source.text).iter().map(|byte| format!("{byte:02x}")).collect();
        let (name, text) = (source.file.into(), source.text.into());
        Self { name, text, lines: lines.into(), format, plies, digest }
    }

    /// Moves the first `count` lines to the end.
    pub(super) fn starting_after(self, count: usize) -> Self {
        if count == 0 {
            return self;
        }
        let mut lines = self.lines.to_vec();
        lines.rotate_left(count);
        // The openings depend on the order of the lines.
        Self { lines: lines.into(), digest: format!("{} after {count}", self.digest), ..self }
    }

    /// The number of lines that have an opening, valid or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// True if no line has an opening.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Everything that the openings depend on.
    pub(crate) fn content(&self) -> (LineFormat, Option<usize>, &str) {
        (self.format, self.plies, &self.digest)
    }

    /// The most moves taken from a line.
    pub(super) const fn plies(&self) -> Option<usize> {
        self.plies
    }

    /// Parses the lines in order until one is valid.
    ///
    /// # Errors
    /// The error of the first line, if every line is invalid.
    pub(super) fn check(&self, reader: &Reader<'_>) -> Result<(), FileError> {
        let mut first = None;
        for line in 0..self.lines.len() {
            match self.read(reader, line) {
                Ok(_) => return Ok(()),
                Err(error) => drop(first.get_or_insert(error)),
            }
        }
        let empty = || FileError::new(&*self.name, None, None, "there is no opening in this file");
        Err(first.unwrap_or_else(empty))
    }

    /// Parses every line.
    ///
    /// # Errors
    /// The error of the first invalid line.
    pub(super) fn check_all(&self, reader: &Reader<'_>) -> Result<(), FileError> {
        (0..self.lines.len()).try_for_each(|line| self.read(reader, line).map(drop))
    }

    fn read(&self, reader: &Reader<'_>, line: usize) -> Result<Opening, FileError> {
        let (start, number) = self.lines[line];
        let text = self.text[start as usize..].lines().next().unwrap_or_default().trim();
        let opening = match self.format {
            LineFormat::Epd => reader.epd(text),
            LineFormat::Text => reader.line(text),
        };
        let source = Source { file: &self.name, text: &self.text };
        opening.map_err(|wrong| at_line(&source, number as usize, wrong))
    }

    /// Draws the openings of this many turns. Invalid lines and repeated openings are skipped. With more turns, the
    /// first ones stay the same. The result has fewer turns if the openings then start again from the beginning.
    pub(super) fn draw(&self, reader: &Reader<'_>, order: Order, rounds: usize, seed: u64) -> Drawn {
        let mut drawn = Drawn::default();
        let mut places: HashMap<u32, Option<u32>> = HashMap::new();
        let mut seen = HashSet::new();
        let mut lines = in_order(self.lines.len());
        let mut rng = Rng::new(seed);
        while drawn.turns.len() < rounds {
            if order == Order::Random {
                rng.shuffle(&mut lines);
            }
            let before = drawn.turns.len();
            for &line in &lines {
                if drawn.turns.len() == rounds {
                    break;
                }
                let place = places.entry(line).or_insert_with(|| {
                    let opening = self.read(reader, line as usize).map_err(|error| drawn.skipped.push(error)).ok()?;
                    let new = seen.insert(reader.key(&opening));
                    new.then(|| {
                        drawn.openings.push(opening);
                        u32::try_from(drawn.openings.len() - 1).expect("a file has fewer lines")
                    })
                });
                drawn.turns.extend(*place);
            }
            if order == Order::Sequential || drawn.turns.len() == before {
                break;
            }
        }
        drawn
    }
}
