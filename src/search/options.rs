//! The data types of search options.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};

/// Declares an enum whose values are written as words, in files and on the command line.
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
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The words for all values, in the order of `ALL`.
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
                    _ => Err(format!("{text:?} is not a value of {}; expected one of {}", $what, Self::WORDS.join(", "))),
                }
            }
        }
    };
}

words! {
    /// How branches are pruned.
    #[derive(Default)]
    pub enum Pruning: "pruning" {
        /// Plain minimax: every branch is searched.
        None = "none",
        /// Fail-soft alpha-beta: skips branches that cannot change the value.
        #[default]
        AlphaBeta = "alpha-beta",
        /// Principal variation search: after the first move, null windows test whether another move is better.
        Pvs = "pvs",
        /// MTD(f): a series of null windows that converges on the value.
        Mtdf = "mtdf",
        /// Bisection with null windows of the whole position, which halve the range of possible values. Used to solve
        /// games.
        Bisection = "bisection",
    }
}

words! {
    /// A key of the move order. A list of keys is applied from first to last.
    pub enum Ordering: "ordering" {
        /// The order in which the game lists the moves.
        Natural = "natural",
        /// A random order at every node, derived from the seed.
        Random = "random",
        /// The game's own static rank, best first.
        Static = "static",
        /// The transposition table's move first.
        Table = "table",
        /// Captures and other forcing moves first, by the game's estimate of their gain.
        Captures = "captures",
        /// Moves that lose material in the exchange on their target square last.
        Exchange = "exchange",
        /// The last two moves that caused a cutoff at the same ply first.
        Killers = "killers",
        /// By how often a move caused cutoffs elsewhere.
        History = "history",
        /// First the move that caused a cutoff when it last answered the same move.
        Counter = "counter",
        /// By how often a move caused cutoffs elsewhere, in general and as an answer to each of the last two moves.
        Continuation = "continuation",
    }
}

impl Ordering {
    /// Returns whether the key depends on earlier cutoffs.
    pub(super) const fn needs_history(self) -> bool {
        matches!(self, Self::Killers | Self::History | Self::Counter | Self::Continuation)
    }
}

words! {
    /// How ties between root moves are broken.
    #[derive(Default)]
    pub enum Ties: "way to break ties" {
        /// A random one: the root moves are shuffled by the seed before they are searched.
        #[default]
        Random = "random",
        /// The first one in the order in which the ordering keys rank the root moves.
        First = "first",
    }
}

/// One ordering key or a list of them, as written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OneOrMore {
    /// A single key.
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
        enum OneOrMany {
            One(Ordering),
            More(Vec<Ordering>),
        }
        match OneOrMany::deserialize(deserializer) {
            Ok(OneOrMany::One(key)) => Ok(Self::One(key)),
            Ok(OneOrMany::More(keys)) => Ok(Self::More(keys)),
            Err(_) => Err(de::Error::custom(format_args!("expected {}, or a list of them", listed(Ordering::WORDS)))),
        }
    }
}

/// Joins words for a sentence, with `or` before the last.
pub(super) fn listed(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        words => words.join(""),
    }
}

/// Declares the options of a search from the list of switches.
macro_rules! search_options {
    ({} $($(#[doc = $about:literal])+ $key:ident: $type:ty = $default:expr => { $($facts:tt)* })+) => {
        /// The options of a search. Its limits are in [`Budget`](super::Budget).
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct SearchOptions {
            $($(#[doc = $about])+ pub $key: $type,)+
            /// The number of best root moves that get an exact value and a line of their own, at least 1. Set only by
            /// an analysis; not a switch in a bot's file.
            pub lines: u16,
            /// Whether the reported line is extended to the full depth if a table hit or a null window cut it short.
            /// This costs nodes. Not a switch in a bot's file.
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
    /// Returns whether the search is alpha-beta in the game's own order, without any enhancement.
    pub(super) fn is_plain(&self) -> bool {
        let natural = matches!(self.ordering.first(), None | Some(Ordering::Natural));
        let bare = self.table_mb == 0 && !self.hints && natural && self.keeps_value();
        self.pruning == Pruning::AlphaBeta && bare
    }
}
