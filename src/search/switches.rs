//! The switches of a search. Each is declared once, with its key in files, JSON and flags, its type, default, possible
//! values, help text, place in the summary, and incompatible switches.
//!
//! The macro [`search_switches`] holds the list. Types with a field for each switch are generated from it: the options
//! of a search and the configuration of a bot. Code that handles all switches alike reads
//! [`SWITCHES`](super::SWITCHES): checks, JSON, summaries and command line flags.

/// Passes the list of switches to another macro, after that macro's own arguments.
///
/// An entry is `/// Sentence.` (the first paragraph is the help text), `key: Type = default`, and further facts as
/// method calls on [`Switch`](super::Switch).
macro_rules! search_switches {
    ($then:ident! { $($own:tt)* }) => { $then! { { $($own)* }
        /// How deep the search goes, in plies.
        depth: u16 = 6 => { .within(1, super::MAX_DEPTH as i64) }

        /// How branches are cut.
        pruning: Pruning = Pruning::AlphaBeta => {
            .summarised(0, |options| {
                let pruning = match options.pruning {
                    Pruning::None => "plain minimax".to_owned(),
                    other => other.to_string(),
                };
                let deepening = if options.deepening { ", deepening" } else { "" };
                Some(format!("{pruning} to depth {}{deepening}", options.depth))
            })
        }

        /// How moves are ordered, the most important key first.
        ///
        /// Empty is natural.
        ordering: Vec<Ordering> = Vec::new() => {
            .default_is("natural")
            .summarised(7, |options| {
                let keys: Vec<String> = options.ordering.iter().map(ToString::to_string).collect();
                (!keys.is_empty()).then(|| format!("{} order", keys.join(" then ")))
            })
            .refused(|options| {
                let tables = options.table_mb == 0 && options.ordering.contains(&Ordering::Table);
                tables.then(|| Unfit::NoTable.because("table orders by a transposition table, which there is only with table_mb"))
            })
        }

        /// Which of several best moves is taken.
        ties: Ties = Ties::Random => { .default_is("random for bots, first for analyse") }

        /// Whether depth 1, 2, 3 and so on are searched in turn, each beginning with the best move of the one before.
        deepening: bool = false => { .default_is("only with a limit on nodes or time") }

        /// Half the width of the window round the value of the iteration before (aspiration window); needs deepening.
        ///
        /// An iteration whose value falls outside of its window is repeated with a wider one.
        aspiration: Option<i32> = None => {
            .within(1, crate::games::EVALUATION_LIMIT as i64)
            .summarised(1, |options| options.aspiration.map(|width| format!("windows of ±{width}")))
            .refused(|options| {
                options.aspiration?;
                if !options.deepening {
                    let why = "it expects the value of the iteration before, so it needs deepening = true";
                    return Some(Unfit::NoDeepening.because(why));
                }
                if options.exact_root {
                    let why = "it narrows the window that exact_root keeps open: set one of them";
                    return Some(Unfit::ExactRoot.because(why));
                }
                let no_window = matches!(options.pruning, Pruning::None | Pruning::Mtdf | Pruning::Bisection);
                no_window.then(|| {
                    let why = format!("pruning {} has no window: it goes with alpha-beta and pvs", options.pruning);
                    Unfit::NoWindow.because(why)
                })
            })
        }

        /// Whether quicker wins are worth more than slower ones.
        distance: bool = true => {}

        /// Whether every root move gets its exact value, at the price of more nodes.
        exact_root: bool = false => {}

        /// The size of the transposition table in MiB; 0 is none.
        table_mb: u32 = 0 => {
            .within(0, super::MAX_TABLE_MB as i64)
            .summarised(2, |options| {
                let folded = if options.symmetry { " folded by symmetry" } else { "" };
                (options.table_mb > 0).then(|| format!("table of {} MiB{folded}", options.table_mb))
            })
        }

        /// How many threads search together; more than one need a table, and no two such runs are the same.
        threads: u16 = 1 => {
            .within(1, super::MAX_THREADS as i64)
            .unwritten_by_default()
            .summarised(4, |options| (options.threads > 1).then(|| format!("{} threads", options.threads)))
            .refused(|options| {
                if options.threads > 1 && options.table_mb == 0 {
                    let why = "several share what they find in a transposition table, which there is only with table_mb";
                    return Some(Unfit::NoTable.because(why));
                }
                (options.threads > 1 && options.pruning == Pruning::None).then(|| {
                    Unfit::Plain.because("plain minimax is searched by one: several go with alpha-beta, pvs or mtdf")
                })
            })
        }

        /// Whether positions that are reflections or rotations of each other share one entry of the table.
        symmetry: bool = false => {
            .refused(|options| {
                (options.table_mb == 0 && options.symmetry).then(|| {
                    Unfit::NoTable.because("it is a transposition table's, which there is only with table_mb")
                })
            })
        }

        /// Whether the game's own knowledge is used, which needs no search.
        ///
        /// Wins on the move, moves that lose at once, and from both how soon a win can come. Keeps the value.
        hints: bool = false => {
            .summarised(6, |options| options.hints.then(|| "the game's hints".to_owned()))
            .refused(|options| {
                (options.hints && options.pruning == Pruning::None).then(|| {
                    Unfit::Plain.because("plain minimax searches every move: hints go with the other ways of pruning")
                })
            })
        }

        /// Once at most this many places are empty, the search goes to the end of the game.
        solve_empties: Option<u32> = None => {
            .within(1, super::MAX_DEPTH as i64)
            .summarised(5, |options| options.solve_empties.map(|empties| format!("solves from {empties} empty places on")))
        }

        /// Whether captures are played out beyond the depth (quiescence search).
        quiescence: bool = false => {
            .changes_value(Change::Horizon)
            .summarised(6, |options| options.quiescence.then(|| "quiescence".to_owned()))
        }

        /// Whether a branch is cut where even passing would be good enough (null move).
        null_move: bool = false => {
            .changes_value(Change::Selective)
            .summarised(6, |options| options.null_move.then(|| "null moves".to_owned()))
        }

        /// Whether late moves are searched less deep unless they turn out to be better (late move reductions).
        lmr: bool = false => {
            .changes_value(Change::Selective)
            .summarised(6, |options| options.lmr.then(|| "late-move reduction".to_owned()))
        }

        /// The most that a quiet move is expected to gain in a ply (futility pruning).
        ///
        /// Near the horizon, moves that could not change the result by that much, and very late ones, are not searched.
        futility: Option<i32> = None => {
            .within(0, crate::games::EVALUATION_LIMIT as i64)
            .changes_value(Change::Selective)
            .summarised(6, |options| options.futility.map(|_| "futility".to_owned()))
        }

        /// Whether answers to a check cost no depth.
        extensions: bool = false => {
            .changes_value(Change::Selective)
            .summarised(6, |options| options.extensions.then(|| "check extensions".to_owned()))
        }

        /// At most this many moves of each position are searched, the first in order; all where a check has to be
        /// answered.
        width: Option<u16> = None => {
            .within(1, u16::MAX as i64)
            .changes_value(Change::Selective)
            .summarised(3, |options| options.width.map(|width| format!("the best {width} moves of each position")))
            .refused(|options| {
                (options.width.is_some() && options.ordering.is_empty()).then(|| {
                    Unfit::NoOrdering.because("it takes the first moves in order, so it needs an ordering, such as static")
                })
            })
        }
    } };
}
pub(crate) use search_switches;
