//! What the switches of a search may be, as data.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};

use super::switches::search_switches;
use crate::games::nearest::known_names;

/// Declares a choice between words: the type, all its values, and each as it is written in files and on the command line.
macro_rules! words {
    ($(#[$meta:meta])* pub enum $type:ident: $what:literal {
        $($(#[$about:meta])+ $variant:ident = $word:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $type {
            $($(#[$about])+ #[serde(rename = $word)] $variant,)+
        }

        impl $type {
            /// Every value there is.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// Every value there is, as it is written.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$variant => $word,)+ })
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(format!("{text:?} is no {}; there are {}", $what, known_names(text, Self::WORDS.iter().copied()))),
                }
            }
        }
    };
}

words! {
    /// How branches are cut.
    #[derive(Default)]
    pub enum Pruning: "pruning" {
        /// Plain minimax: every branch is searched.
        None = "none",
        /// Fail-soft alpha-beta: a branch that cannot change the value is cut.
        #[default]
        AlphaBeta = "alpha-beta",
        /// Principal variation search: after the first move, the others only have to be shown to be no better.
        Pvs = "pvs",
        /// MTD(f): nothing but questions whether the value is at least so much, each closer to it.
        Mtdf = "mtdf",
        /// Such questions of the whole position, each halving what its value may be: to solve games to their end.
        Bisection = "bisection",
    }
}

words! {
    /// One key by which moves are ordered; a list of them is applied from the first to the last.
    pub enum Ordering: "ordering" {
        /// As the game lists them.
        Natural = "natural",
        /// At random, from the seed, at every node.
        Random = "random",
        /// By the game's own static rank, best first.
        Static = "static",
        /// The move that the transposition table knows first.
        Table = "table",
        /// Captures and other forcing moves first, by the game's count of what they gain.
        Captures = "captures",
        /// Moves that lose in the exchange on their target square last.
        Exchange = "exchange",
        /// The two moves first that cut last at the same ply.
        Killers = "killers",
        /// By how often a move cut elsewhere.
        History = "history",
        /// The move first that cut when it last answered the same move.
        Counter = "counter",
        /// By how often a move cut elsewhere, and how often it did so as an answer to the last move and to the one before.
        Continuation = "continuation",
    }
}

impl Ordering {
    /// Whether it goes by what cutoffs elsewhere have left behind.
    pub(super) const fn needs_history(self) -> bool {
        matches!(self, Self::Killers | Self::History | Self::Counter | Self::Continuation)
    }
}

words! {
    /// What is done with root moves of equal value.
    #[derive(Default)]
    pub enum Ties: "way to break ties" {
        /// One of them at random, from the seed.
        #[default]
        Random = "random",
        /// The first in the order of the search.
        First = "first",
    }
}

/// One ordering key or a list of them, as an order is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OneOrMore {
    /// One.
    One(Ordering),
    /// A list.
    More(Vec<Ordering>),
}

impl From<Vec<Ordering>> for OneOrMore {
    fn from(keys: Vec<Ordering>) -> Self {
        Self::More(keys)
    }
}

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            One(Ordering),
            More(Vec<Ordering>),
        }
        match Written::deserialize(deserializer) {
            Ok(Written::One(key)) => Ok(Self::One(key)),
            Ok(Written::More(keys)) => Ok(Self::More(keys)),
            Err(_) => Err(de::Error::custom(format_args!("expected {}, or a list of them", listed(Ordering::WORDS)))),
        }
    }
}

/// Words as a sentence lists them: with `or` before the last.
pub(super) fn listed(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        words => words.join(""),
    }
}

/// Declares the options of a search from the list of its switches.
macro_rules! search_options {
    ({} $($(#[doc = $about:literal])+ $key:ident: $type:ty = $default:expr => { $($facts:tt)* })+) => {
        /// The options of a search; its limits are those of the [`Budget`](super::Budget).
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct SearchOptions {
            $($(#[doc = $about])+ pub $key: $type,)+
            /// How many of the best root moves get their exact value and a line of their own, at least 1. Not a switch
            /// of a bot's file: only an analysis sets it.
            pub lines: u16,
            /// Whether the line that is reported is played on to the full depth where the table or a narrow window cut it,
            /// at the price of more nodes; otherwise it may end early. No switch of a bot's file.
            pub whole_line: bool,
        }

        impl Default for SearchOptions {
            fn default() -> Self {
                Self { $($key: $default,)+ lines: 1, whole_line: true }
            }
        }

    };
}

search_switches!(search_options! {});

impl SearchOptions {
    /// Whether the search is alpha-beta in the game's own order, with nothing that would make it faster.
    pub(super) fn is_plain(&self) -> bool {
        let natural = matches!(self.ordering.first(), None | Some(Ordering::Natural));
        let bare = self.table_mb == 0 && !self.hints && natural && self.keeps_value();
        self.pruning == Pruning::AlphaBeta && bare
    }
}
