//! The switches of a search, as data.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// No search is deeper, in plies.
pub const MAX_DEPTH: u16 = 250;

/// How branches are cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pruning {
    /// Plain minimax: every branch is searched.
    None,
    /// Fail-soft alpha-beta: a branch that cannot change the value is cut.
    #[default]
    AlphaBeta,
    /// Principal variation search: after the first move, the others only have to be shown to be no better.
    Pvs,
    /// MTD(f): nothing but questions whether the value is at least so much, each closer to it.
    Mtdf,
    /// Such questions of the whole position, each halving what its value may be: to solve games to their end.
    Bisection,
}

/// One key by which moves are ordered; a list of them is applied from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ordering {
    /// As the game lists them.
    Natural,
    /// At random, from the seed, at every node.
    Random,
    /// By the game's own static rank, best first.
    Static,
    /// The move that the transposition table knows first.
    Table,
    /// Captures and other forcing moves first, by the game's count of what they gain.
    Captures,
    /// Moves that lose in the exchange on their target square last.
    Exchange,
    /// The two moves first that cut last at the same ply.
    Killers,
    /// By how often a move cut elsewhere.
    History,
    /// The move first that cut when it last answered the same move.
    Counter,
    /// By how often a move cut elsewhere, and how often it did so as an answer to the last move and to the one before.
    Continuation,
}

/// What is done with root moves of equal value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// One of them at random, from the seed.
    #[default]
    Random,
    /// The first in the order of the search.
    First,
}

/// Everything that a search can be told besides its budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// How many plies deep, 1 to [`MAX_DEPTH`].
    pub depth: u16,
    /// How branches are cut.
    pub pruning: Pruning,
    /// How moves are ordered, the most important key first; empty is natural.
    pub ordering: Vec<Ordering>,
    /// Whether every depth from 1 on is searched in turn, each starting with the best move of the one before.
    pub deepening: bool,
    /// Whether a quicker win is worth more than a slower one.
    pub distance: bool,
    /// Whether every root move gets its exact value, at the price of more nodes.
    pub exact_root: bool,
    /// How many of the best root moves get their exact value and a line of their own, at least 1.
    pub lines: u16,
    /// Whether the line that is reported is played on to the full depth where the table or a narrow window cut it, at
    /// the price of more nodes; otherwise it may end early.
    pub whole_line: bool,
    /// What is done with root moves of equal value.
    pub ties: Ties,
    /// The size of the transposition table in MiB, at most [`super::MAX_TABLE_MB`]; 0 is none.
    pub table_mb: u32,
    /// How many threads search together, 1 to [`super::MAX_THREADS`]. More than one need a table, and how many nodes they
    /// take and which of equal moves they find is not the same twice.
    pub threads: u16,
    /// Whether the table holds one value for all positions that the board's symmetries make of each other.
    pub symmetry: bool,
    /// How far from the last iteration's value the next is expected: each begins with a window so wide on both sides,
    /// and is repeated where the value was outside. For deepening only.
    pub aspiration: Option<i32>,
    /// Whether the search uses what the game knows without searching: wins on the move, moves that lose at once, and
    /// from both how soon a win can come at the earliest. Keeps the value; pruning `none` takes no hints.
    pub hints: bool,
    /// With at most so many empty places left, the search goes on to the end of the game.
    pub solve_empties: Option<u32>,
    /// Whether captures and their like are played out beyond the horizon. Changes the value, as do those below.
    pub quiescence: bool,
    /// Whether a position that is good enough even after passing is searched no further.
    pub null_move: bool,
    /// Whether quiet moves late in the order are searched less deep until one turns out to be better.
    pub lmr: bool,
    /// What a quiet move can gain per ply near the horizon at most; what can decide nothing by that, or comes late there,
    /// is not searched.
    pub futility: Option<i32>,
    /// Whether answers to a check cost no depth.
    pub extensions: bool,
    /// How many moves of a node are searched at most, the best in order; all where a check is to be answered.
    pub width: Option<u16>,
}

impl SearchOptions {
    /// Whether the value is that of plain minimax at the same depth.
    #[must_use]
    pub const fn keeps_value(&self) -> bool {
        !self.quiescence && !self.is_selective()
    }

    /// Whether the search is alpha-beta in the game's own order, with nothing that would make it faster.
    pub(super) fn is_plain(&self) -> bool {
        let natural = matches!(self.ordering.first(), None | Some(Ordering::Natural));
        let bare = self.table_mb == 0 && !self.hints && natural && self.keeps_value();
        self.pruning == Pruning::AlphaBeta && bare
    }

    /// Whether some moves are searched deeper than others.
    #[must_use]
    pub const fn is_selective(&self) -> bool {
        self.null_move || self.lmr || self.futility.is_some() || self.extensions || self.width.is_some()
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            depth: 6,
            pruning: Pruning::default(),
            ordering: Vec::new(),
            deepening: false,
            distance: true,
            exact_root: false,
            lines: 1,
            whole_line: true,
            ties: Ties::default(),
            table_mb: 0,
            threads: 1,
            symmetry: false,
            aspiration: None,
            hints: false,
            solve_empties: None,
            quiescence: false,
            null_move: false,
            lmr: false,
            futility: None,
            extensions: false,
            width: None,
        }
    }
}

macro_rules! words {
    ($type:ty, $what:literal: $($word:literal = $value:expr),+ $(,)?) => {
        impl $type {
            /// Every value there is, as it is written in files and on the command line.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                $(if *self == $value { return f.write_str($word); })+
                unreachable!("every value has a word")
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($word => Ok($value),)+
                    _ => Err(format!("{text:?} is no {}; there are {}", $what, Self::WORDS.join(", "))),
                }
            }
        }
    };
}

words!(Pruning, "pruning":
    "none" = Self::None, "alpha-beta" = Self::AlphaBeta, "pvs" = Self::Pvs, "mtdf" = Self::Mtdf,
    "bisection" = Self::Bisection);
words!(Ordering, "ordering":
    "natural" = Self::Natural, "random" = Self::Random, "static" = Self::Static, "table" = Self::Table,
    "captures" = Self::Captures, "exchange" = Self::Exchange, "killers" = Self::Killers, "history" = Self::History, "counter" = Self::Counter, "continuation" = Self::Continuation);
words!(Ties, "way to break ties": "random" = Self::Random, "first" = Self::First);
