//! The refinements of alpha-beta, applied cumulatively: the rows of `analyse --compare` and of the bench's table.

use crate::RawBot;
use crate::spec::OneOrMore;
use arena_search::{Ordering, Pruning, Ties};

/// A search with one more refinement than the previous one.
#[derive(Clone, Debug)]
pub struct Refinement {
    /// The added refinement.
    pub name: &'static str,
    /// Whether the value is still that of plain minimax at the same depth.
    pub keeps_value: bool,
    /// The switches. All others, including the depth, have their defaults.
    pub search: RawBot,
}

type Step = (&'static str, fn(RawBot) -> RawBot);

fn ordered(raw: RawBot, keys: &[Ordering]) -> RawBot {
    RawBot { ordering: Some(OneOrMore::More(keys.to_vec())), ..raw }
}

/// The steps that keep the value. Each is applied on top of the previous ones.
const EXACT: &[Step] = &[
    ("plain alpha-beta", |raw| RawBot { pruning: Some(Pruning::AlphaBeta), ..ordered(raw, &[]) }),
    ("static order", |raw| ordered(raw, &[Ordering::Static])),
    ("captures first", |raw| ordered(raw, &[Ordering::Captures, Ordering::Static])),
    ("killers", |raw| ordered(raw, &[Ordering::Captures, Ordering::Killers, Ordering::Static])),
    ("history", |raw| ordered(raw, &[Ordering::Captures, Ordering::Killers, Ordering::Static, Ordering::History])),
    ("counter moves", |raw| ordered(raw, &[&all_but_table()[..4], &[Ordering::History]].concat())),
    ("continuation history", |raw| ordered(raw, &all_but_table())),
    ("table", |raw| RawBot { table_mb: Some(4), ..raw }),
    ("table's move first", |raw| ordered(raw, &[&[Ordering::Table], &all_but_table()[..]].concat())),
    ("symmetry", |raw| RawBot { symmetry: Some(true), ..raw }),
    ("hints", |raw| RawBot { hints: Some(true), ..raw }),
    ("pvs", |raw| RawBot { pruning: Some(Pruning::Pvs), ..raw }),
    ("deepening", |raw| RawBot { deepening: Some(true), ..raw }),
    ("aspiration", |raw| RawBot { aspiration: Some(30), ..raw }),
];

/// The steps that change the value.
const SELECTIVE: &[Step] = &[
    ("quiescence", |raw| RawBot { quiescence: Some(true), ..raw }),
    ("null move", |raw| RawBot { null_move: Some(true), ..raw }),
    ("late-move reduction", |raw| RawBot { lmr: Some(true), ..raw }),
    ("futility", |raw| RawBot { futility: Some(100), ..raw }),
    ("check extensions", |raw| RawBot { extensions: Some(true), ..raw }),
];

const fn all_but_table() -> [Ordering; 5] {
    [Ordering::Captures, Ordering::Killers, Ordering::Counter, Ordering::Static, Ordering::Continuation]
}

/// Returns all refinements, starting with plain alpha-beta. Those that change the value come last.
#[must_use]
pub fn refinements() -> Vec<Refinement> {
    let mut search = RawBot { ties: Some(Ties::First), ..RawBot::default() };
    let steps = EXACT.iter().map(|step| (step, true)).chain(SELECTIVE.iter().map(|step| (step, false)));
    let refine = |((name, step), keeps_value): (&Step, bool)| {
        search = step(std::mem::take(&mut search));
        Refinement { name, keeps_value, search: search.clone() }
    };
    steps.map(refine).collect()
}
