//! The openings of a tournament. Each round has one opening for all its pairings, or each encounter has its own. No
//! I/O.

pub mod line_file;
pub(super) mod lines;
mod opening;
pub mod random;
pub mod spec;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::ops::Range;

use self::line_file::{Drawn, LineFile};
use self::lines::Reader;
pub use self::opening::{MAX_PLIES, Opening, OpeningMoves, Order, Per};
use self::opening::{in_order, shuffled};
use arena_bots::FileError;
use arena_games::board::{Board, KeyHistory};
use arena_games::seed::derive;
use arena_games::{FieldError, GameError, GameId, Options};

/// Separates the seeds of openings from those of matches.
const OPENINGS: u64 = 0x6f70_656e;

/// The source of a tournament's openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningTerms {
    /// Random plies. With 0 plies every match begins at the game's own start.
    Random {
        /// The number of plies.
        plies: usize,
    },
    /// A list with at least one opening.
    List {
        /// The openings, which are legal.
        openings: Vec<Opening>,
        /// The order in which they are played.
        order: Order,
    },
    /// A file, of which only the openings that are played are read.
    File {
        /// The file, which has at least one valid opening.
        file: LineFile,
        /// The order in which they are played.
        order: Order,
    },
}

/// The openings of a tournament, and the opening of each round or encounter.
#[derive(Clone)]
pub struct Openings {
    /// Each opening once, identified by the position that it leads to. Except for a list, they are in the order in which they are first played.
    all: Vec<Opening>,
    /// The opening of each turn (a round or an encounter), as an index into `all`. Later turns start again from the
    /// beginning.
    turns: Vec<u32>,
    /// The number of openings to choose from, valid or not.
    available: usize,
    /// The errors of the lines of a file that were drawn but left out.
    skipped: Vec<FileError>,
    /// The boards of positions other than the game's own start.
    boards: HashMap<String, Box<dyn Board>>,
    start: Box<dyn Board>,
}

impl Openings {
    /// Creates the openings of this many turns, which are rounds or encounters.
    ///
    /// # Errors
    /// Returns the error of `random_plies` or `openings` if there are no such openings, or one of them cannot be played.
    pub fn new(
        game: GameId,
        options: &Options,
        start: Box<dyn Board>,
        terms: &OpeningTerms,
        turns: u64,
        seed: u64,
    ) -> Result<Self, FieldError> {
        let seed = derive(seed, &[OPENINGS]);
        let rounds = usize::try_from(turns).unwrap_or(usize::MAX);
        let (boards, skipped) = (HashMap::new(), Vec::new());
        match terms {
            OpeningTerms::Random { plies } => {
                let (all, turns) = random::random(&*start, *plies, rounds, seed)
                    .map_err(|problem| FieldError::new("random_plies", problem))?;
                let all: Vec<Opening> = all.into_iter().map(Opening::of_moves).collect();
                Ok(Self { available: all.len(), all, turns, skipped, boards, start })
            }
            OpeningTerms::File { file, order } => {
                let defects = RefCell::default();
                let reader = Reader { game, options, start: &*start, plies: file.plies(), defects: &defects };
                let Drawn { openings: all, turns, skipped } = file.draw(&reader, *order, rounds, seed);
                let mut made = Self { available: file.len(), all, turns, skipped, boards, start };
                made.check(game, options, terms)?;
                Ok(made)
            }
            OpeningTerms::List { openings, order } => {
                let turns = match order {
                    Order::Sequential => in_order(openings.len()),
                    Order::Random => shuffled(openings.len(), rounds, seed),
                };
                let (all, available) = (openings.clone(), openings.len());
                let mut made = Self { available, all, turns, skipped, boards, start };
                made.check(game, options, terms)?;
                Ok(made)
            }
        }
    }

    /// Creates the boards. Checks that each opening is legal and that the game is not over at its end. Keeps the first
    /// of several openings that lead to the same position.
    fn check(&mut self, game: GameId, options: &Options, terms: &OpeningTerms) -> Result<(), FieldError> {
        if self.all.is_empty() {
            return Err(FieldError::new("openings", "the list of openings is empty"));
        }
        let mut firsts: HashMap<u64, u32> = HashMap::new();
        let mut distinct: Vec<Opening> = Vec::new();
        let mut places: Vec<u32> = Vec::with_capacity(self.all.len());
        for (place, opening) in self.all.iter().enumerate() {
            let refused =
                |problem: &dyn Display| FieldError::new("openings", format!("opening {}: {problem}", place + 1));
            let wrong = |error: GameError| refused(&error);
            if let Some(position) = &opening.position
                && !self.boards.contains_key(position)
            {
                let board = game.board(options, Some(position)).map_err(wrong)?;
                self.boards.insert(position.clone(), board);
            }
            let mut board = self.board(opening).boxed_clone();
            let mut history = KeyHistory::new(&*board);
            for (ply, &mv) in opening.moves.iter().enumerate() {
                board.play(mv, ply).map_err(wrong)?;
                history.push(&*board);
            }
            if history.is_over(&*board) {
                return Err(refused(&"the game is already over at its end"));
            }
            let first = firsts.entry(board.key()).or_insert_with(|| {
                distinct.push(opening.clone());
                u32::try_from(distinct.len() - 1).expect("a list of openings is bounded")
            });
            places.push(*first);
        }
        if let OpeningTerms::List { .. } = terms {
            self.available = distinct.len();
        }
        self.all = distinct;
        self.turns.iter_mut().for_each(|turn| *turn = places[*turn as usize]);
        Ok(())
    }

    /// Returns the openings of some of the rounds, for a tournament of its own.
    #[must_use]
    pub fn part(&self, rounds: Range<u64>) -> Self {
        let all: Vec<Opening> = rounds.map(|round| self.of(round).clone()).collect();
        let positions = || all.iter().filter_map(|opening| opening.position.as_ref());
        let board = |position: &String| self.boards.get(position).map(|board| (position.clone(), board.clone()));
        let boards = positions().filter_map(board).collect();
        let turns = in_order(all.len());
        Self { available: all.len(), turns, skipped: Vec::new(), boards, start: self.start.clone(), all }
    }

    /// The number of openings to choose from. For a sampled file this includes those that are not played.
    #[must_use]
    pub const fn available(&self) -> usize {
        self.available
    }

    /// Returns whether these are all openings of their length, one line to each unfinished position.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let plies = self.all.first().map_or(0, |opening| opening.moves.len());
        let alike = self.all.iter().all(|opening| opening.position.is_none() && opening.moves.len() == plies);
        let distinct: HashSet<_> = self.all.iter().map(|opening| &opening.moves).collect();
        plies > 0 && alike && distinct.len() == self.all.len() && random::are_all(&*self.start, plies, self.all.len())
    }

    /// The errors of the lines of a file that were drawn but left out.
    #[must_use]
    pub fn skipped(&self) -> &[FileError] {
        &self.skipped
    }

    /// Iterates over the openings of the turns, until they start again.
    pub fn in_turn(&self) -> impl Iterator<Item = &Opening> {
        self.turns.iter().map(|turn| &self.all[*turn as usize])
    }

    /// Each opening once.
    #[must_use]
    pub fn all(&self) -> &[Opening] {
        &self.all
    }

    /// Returns the opening of a turn, as an index into [`Openings::all`].
    #[must_use]
    pub fn number(&self, turn: u64) -> usize {
        let turns = self.turns.len() as u64;
        usize::try_from(turn % turns).map_or(0, |turn| self.turns[turn] as usize)
    }

    #[must_use]
    pub fn of(&self, turn: u64) -> &Opening {
        &self.all[self.number(turn)]
    }

    /// Returns the board at which an opening's moves begin.
    #[must_use]
    pub fn board(&self, opening: &Opening) -> &dyn Board {
        let own = opening.position.as_ref().and_then(|position| self.boards.get(position));
        &**own.unwrap_or(&self.start)
    }
}
