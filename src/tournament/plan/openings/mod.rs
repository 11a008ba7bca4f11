//! What the matches of a tournament start from, pure: one opening for each round, the same for every pairing, or one for each encounter.

pub mod line_file;
pub(super) mod lines;
pub mod random;
pub mod spec;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use self::line_file::{Drawn, LineFile};
use self::lines::Reader;
use crate::bots::FileError;
use crate::games::board::{Board, KeyHistory};
use crate::games::seed::{Rng, derive};
use crate::games::{GameError, GameId, MoveCode, Options};

/// The moves that are played before the seats take over.
pub type OpeningMoves = Box<[MoveCode]>;

/// No opening is longer, in plies.
pub const MAX_PLIES: usize = 100;

/// Sets the seeds of openings apart from those of matches.
const OPENINGS: u64 = 0x6f70_656e;

/// What a match starts from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// What people call it.
    pub name: Option<String>,
    /// The position, where it is not the game's own start.
    pub position: Option<String>,
    /// The moves from there before the seats take over.
    pub moves: OpeningMoves,
}

impl Opening {
    /// The opening that begins with these moves at the game's own start.
    #[must_use]
    pub fn of_moves(moves: OpeningMoves) -> Self {
        Self { name: None, position: None, moves }
    }
}

/// In which order openings are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As they are listed, over and over.
    #[default]
    Sequential,
    /// Shuffled by the seed; shuffled again when all were played.
    Random,
}

/// What has an opening of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename = "OpeningsPer"))]
pub enum Per {
    /// A round: all its encounters begin alike, and nobody has an easier opening than others.
    #[default]
    Round,
    /// An encounter: more openings for as many matches.
    Encounter,
}

/// Where a tournament's openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningTerms {
    /// So many random plies for each round; with 0, every match begins at the game's own start.
    Random {
        /// How many.
        plies: usize,
    },
    /// These, of which there is at least one.
    List {
        /// The openings; they were checked to be possible.
        openings: Vec<Opening>,
        /// In which order they are played.
        order: Order,
    },
    /// Those of a file, of which only those that are played are read.
    File {
        /// The file; at least one of its openings is possible.
        file: LineFile,
        /// In which order they are played.
        order: Order,
    },
}

/// Why there are no such openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOpening {
    /// No line is so long.
    #[error(transparent)]
    Random(#[from] random::NoOpening),
    /// There is none in the list.
    #[error("the list of openings is empty")]
    None,
    /// The position or a move is wrong.
    #[error("opening {number}: {error}")]
    Wrong {
        /// Its place in the list, from 1.
        number: usize,
        /// What is wrong.
        error: GameError,
    },
    /// Nothing would be left to play.
    #[error("opening {number}: the game is over at its end: nobody would move")]
    Over {
        /// Its place in the list, from 1.
        number: usize,
    },
}

/// The openings of a tournament and which round plays which.
#[derive(Clone)]
pub struct Openings {
    /// Each opening once, in the order in which they are first played where that is known.
    all: Vec<Opening>,
    /// The opening of each turn, a round or an encounter, by place in `all`; turns beyond the end begin again.
    turns: Vec<u32>,
    /// How many there were to choose from, right or wrong.
    available: usize,
    /// What is wrong with the lines of a file that were to be played and were left out.
    skipped: Vec<FileError>,
    /// The boards of the positions that are not the game's own start.
    boards: HashMap<String, Box<dyn Board>>,
    start: Box<dyn Board>,
}

impl Openings {
    /// Works out the openings of so many turns, which are rounds or encounters.
    ///
    /// # Errors
    /// [`BadOpening`] when there are none of that kind, or one cannot be played.
    pub fn new(
        game: GameId,
        options: &Options,
        start: Box<dyn Board>,
        terms: &OpeningTerms,
        turns: u64,
        seed: u64,
    ) -> Result<Self, BadOpening> {
        let seed = derive(seed, &[OPENINGS]);
        let rounds = usize::try_from(turns).unwrap_or(usize::MAX);
        let (boards, skipped) = (HashMap::new(), Vec::new());
        match terms {
            OpeningTerms::Random { plies } => {
                let (all, turns) = random::random(&*start, *plies, rounds, seed)?;
                let all: Vec<Opening> = all.into_iter().map(Opening::of_moves).collect();
                Ok(Self { available: all.len(), all, turns, skipped, boards, start })
            }
            OpeningTerms::File { file, order } => {
                let defects = RefCell::default();
                let reader = Reader { game, options, start: &*start, plies: file.plies(), defects: &defects };
                let Drawn { openings: all, turns, skipped } = file.draw(&reader, *order, rounds, seed);
                let mut made = Self { available: file.len(), all, turns, skipped, boards, start };
                made.check(game, options)?;
                Ok(made)
            }
            OpeningTerms::List { openings, order } => {
                let turns = match order {
                    Order::Sequential => in_order(openings.len()),
                    Order::Random => shuffled(openings.len(), rounds, seed),
                };
                let (all, available) = (openings.clone(), openings.len());
                let mut made = Self { available, all, turns, skipped, boards, start };
                made.check(game, options)?;
                Ok(made)
            }
        }
    }

    /// Makes the boards, and checks that every opening can be played and leaves something to play.
    fn check(&mut self, game: GameId, options: &Options) -> Result<(), BadOpening> {
        if self.all.is_empty() {
            return Err(BadOpening::None);
        }
        for (place, opening) in self.all.iter().enumerate() {
            let wrong = |error| BadOpening::Wrong { number: place + 1, error };
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
                return Err(BadOpening::Over { number: place + 1 });
            }
        }
        Ok(())
    }

    /// The openings of some of the rounds, as the openings of a tournament of its own.
    #[must_use]
    pub fn part(&self, rounds: Range<u64>) -> Self {
        let all: Vec<Opening> = rounds.map(|round| self.of(round).clone()).collect();
        let positions = || all.iter().filter_map(|opening| opening.position.as_ref());
        let board = |position: &String| self.boards.get(position).map(|board| (position.clone(), board.clone()));
        let boards = positions().filter_map(board).collect();
        let turns = in_order(all.len());
        Self { available: all.len(), turns, skipped: Vec::new(), boards, start: self.start.clone(), all }
    }

    /// How many openings there were to choose from: of a file that was sampled, those that are not played count, too.
    #[must_use]
    pub const fn available(&self) -> usize {
        self.available
    }

    /// What is wrong with the lines of a file that were to be played and were left out.
    #[must_use]
    pub fn skipped(&self) -> &[FileError] {
        &self.skipped
    }

    /// The openings of the turns, until they begin again.
    pub fn in_turn(&self) -> impl Iterator<Item = &Opening> {
        self.turns.iter().map(|turn| &self.all[*turn as usize])
    }

    /// Each opening once.
    #[must_use]
    pub fn all(&self) -> &[Opening] {
        &self.all
    }

    /// Which opening a turn plays, by place in [`Openings::all`].
    #[must_use]
    pub fn number(&self, turn: u64) -> usize {
        let turns = self.turns.len() as u64;
        usize::try_from(turn % turns).map_or(0, |turn| self.turns[turn] as usize)
    }

    /// The opening of a turn.
    #[must_use]
    pub fn of(&self, turn: u64) -> &Opening {
        &self.all[self.number(turn)]
    }

    /// The board that an opening's moves begin at.
    #[must_use]
    pub fn board(&self, opening: &Opening) -> &dyn Board {
        let own = opening.position.as_ref().and_then(|position| self.boards.get(position));
        &**own.unwrap_or(&self.start)
    }
}

/// The turns 0, 1, 2, ….
fn in_order(count: usize) -> Vec<u32> {
    (0..count).map(|place| u32::try_from(place).expect("a list of openings is bounded")).collect()
}

/// The turns of `rounds` rounds in random order, again in another one when all were there.
fn shuffled(count: usize, rounds: usize, seed: u64) -> Vec<u32> {
    let mut chosen = Vec::with_capacity(rounds);
    let mut order = in_order(count);
    let mut rng = Rng::new(seed);
    while chosen.len() < rounds && count > 0 {
        rng.shuffle(&mut order);
        chosen.extend(order.iter().take(rounds - chosen.len()));
    }
    chosen
}
