//! The switches of a search as flags, by the names of a bot's file.

use std::str::FromStr;

use crate::bots::RawBot;
use crate::bots::spec::{EvaluationSpec, RawBook, RawEvaluation};
use crate::games::Weights;
use crate::search::{Ordering, Pruning, Ties};

/// Declares the flags, each by the key of a bot's file that it stands for.
macro_rules! search_flags {
    ($($(#[$meta:meta])* $key:ident: Option<$type:ty>,)+) => {
        #[derive(Debug, clap::Args)]
        pub(super) struct SearchFlags {
            $($(#[$meta])* $key: Option<$type>,)+
        }

        impl SearchFlags {
            /// What was given, to be laid over a bot.
            pub(super) fn raw(&self) -> RawBot {
                RawBot { $($key: self.$key.clone().map(Into::into),)+ ..RawBot::default() }
            }
        }
    };
}

search_flags! {
    /// Plies to search [default: 6].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    depth: Option<i64>,
    /// At most so many nodes.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    nodes: Option<i64>,
    /// At most so many milliseconds.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    time_ms: Option<i64>,
    /// How branches are cut: none, alpha-beta, pvs, mtdf or bisection [default: alpha-beta].
    #[arg(long)]
    pruning: Option<Pruning>,
    /// How moves are ordered: natural, random, static, table, captures, exchange, killers, history, counter, continuation; several with commas.
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    ordering: Option<Vec<Ordering>>,
    /// How unfinished positions are judged, with weights as lines:one=3,two=9.
    #[arg(long, value_name = "NAME[:WEIGHT=N,…]")]
    evaluation: Option<EvaluationFlag>,
    /// An opening book by name, the game's own (true), or none (false).
    #[arg(long, value_name = "NAME|true|false")]
    book: Option<BookFlag>,
    /// Which of several best moves is taken: first or random [default: first].
    #[arg(long)]
    ties: Option<Ties>,
    /// What random choices come from.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// Whether every depth from 1 on is searched in turn [default: only with a limit on nodes or time].
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true")]
    deepening: Option<bool>,
    /// Whether quicker wins are worth more than slower ones [default: true].
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true")]
    distance: Option<bool>,
    /// Values every root move exactly, at the price of more nodes.
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true")]
    exact_root: Option<bool>,
    /// The size of the transposition table in MiB [default: 0, none].
    #[arg(long, value_name = "MIB", allow_negative_numbers = true)]
    table_mb: Option<i64>,
    /// How many threads search together [default: 1]; more need a table, and no two runs are the same.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<i64>,
    /// Whether the table holds one value for all positions that symmetries make of each other.
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true")]
    symmetry: Option<bool>,
    /// How far from the value of the iteration before the next is expected; needs deepening.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    aspiration: Option<i64>,
    /// Whether what the game knows without searching is used.
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true")]
    hints: Option<bool>,
    /// Searches to the end of the game with at most so many empty places left.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    solve_empties: Option<i64>,
    /// Whether captures are played out beyond the depth; changes the value.
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true")]
    quiescence: Option<bool>,
    /// Whether a branch ends where even passing would be good enough; changes the value.
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true")]
    null_move: Option<bool>,
    /// Whether late moves are searched less deep; changes the value.
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true")]
    lmr: Option<bool>,
    /// What a quiet move is believed to gain per ply at most; changes the value.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    futility: Option<i64>,
    /// Whether answers to a check cost no depth; changes the value.
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true")]
    extensions: Option<bool>,
    /// At most so many moves of each position are searched, the best in order; changes the value.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    width: Option<i64>,
}

/// A book as a flag names it.
#[derive(Clone, Debug)]
struct BookFlag(RawBook);

impl FromStr for BookFlag {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(match text {
            "true" => RawBook::Default(true),
            "false" => RawBook::Default(false),
            name => RawBook::Name(name.to_owned()),
        }))
    }
}

impl From<BookFlag> for RawBook {
    fn from(flag: BookFlag) -> Self {
        flag.0
    }
}

impl From<EvaluationFlag> for RawEvaluation {
    fn from(flag: EvaluationFlag) -> Self {
        Self::Weighted(flag.0)
    }
}

#[derive(Clone, Debug)]
struct EvaluationFlag(EvaluationSpec);

impl FromStr for EvaluationFlag {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, given) = text.split_once(':').unwrap_or((text, ""));
        let mut weights = Weights::new();
        for weight in given.split(',').filter(|weight| !weight.is_empty()) {
            let (name, value) = weight.split_once('=').ok_or_else(|| format!("{weight:?} is not written weight=10"))?;
            let value = value.parse().map_err(|_| format!("{value:?} is no whole number, which a weight is"))?;
            if weights.insert(name.to_owned(), value).is_some() {
                return Err(format!("the weight {name:?} stands there twice"));
            }
        }
        Ok(Self(EvaluationSpec { name: name.to_owned(), weights }))
    }
}
