//! The switches of a search. Each is declared once, with its key in files, JSON and flags, its type, default, possible
//! values, help text, place in the summary, and incompatible switches.
//!
//! The macro `search_switches` holds the list. Types with a field for each switch are generated from it: the options
//! of a search and the configuration of a bot. Code that handles all switches alike reads
//! [`SWITCHES`](super::SWITCHES): checks, JSON, summaries and command line flags.

/// Passes the list of switches to another macro, after that macro's own arguments.
///
/// An entry is `/// Sentence.` (the first paragraph is the help text), `key: Type = default`, and further facts as
/// method calls on [`Switch`](super::Switch).
#[macro_export]
macro_rules! search_switches {
    ($then:ident! { $($own:tt)* }) => { $then! { { $($own)* }
        /// Search depth in plies.
        depth: u16 = 6 => { .within(1, super::MAX_DEPTH as i64) }

        /// Pruning method.
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

        /// Keys of the move order, the most important first.
        ///
        /// An empty list is the natural order.
        ordering: Vec<Ordering> = Vec::new() => {
            .default_is("natural")
            .summarised(7, |options| {
                let keys: Vec<String> = options.ordering.iter().map(ToString::to_string).collect();
                (!keys.is_empty()).then(|| format!("{} order", keys.join(" then ")))
            })
            .refused(|options| {
                let tables = options.table_mb == 0 && options.ordering.contains(&Ordering::Table);
                tables.then(|| {
                    diagnostic!("ordering_needs_table", "table needs a transposition table; set table_mb")
                })
            })
        }

        /// Choice among equally good moves.
        ties: Ties = Ties::Random => { .default_is("random for bots, first for analyse") }

        /// Search the depths 1, 2, 3 and so on in turn, each starting with the best move of the previous one.
        deepening: bool = false => { .default_is("only with a limit on nodes or time") }

        /// Half the width of the aspiration window around the value of the previous iteration (needs deepening).
        ///
        /// If the value of an iteration falls outside of its window, the iteration is repeated with a wider one.
        aspiration: Option<i32> = None => {
            .within(1, arena_games::EVALUATION_LIMIT as i64)
            .summarised(1, |options| options.aspiration.map(|width| format!("windows of ±{width}")))
            .refused(|options| {
                options.aspiration?;
                if !options.deepening {
                    return Some(diagnostic!(
                        "aspiration_needs_deepening",
                        "needs the value of the previous iteration; set deepening = true"
                    ));
                }
                if options.exact_root {
                    return Some(diagnostic!(
                        "aspiration_with_exact_root",
                        "narrows the window that exact_root keeps open; set only one of them"
                    ));
                }
                let no_window = matches!(options.pruning, Pruning::None | Pruning::Mtdf | Pruning::Bisection);
                no_window.then(|| {
                    diagnostic!(
                        "pruning_without_window",
                        "pruning {pruning} has no window; set alpha-beta or pvs",
                        pruning = options.pruning.to_string()
                    )
                })
            })
        }

        /// Score quicker wins higher than slower ones.
        distance: bool = true => {}

        /// Compute the exact value of every root move, which takes more nodes.
        exact_root: bool = false => {}

        /// Size of the transposition table in MiB (0 for none).
        table_mb: u32 = 0 => {
            .within(0, super::MAX_TABLE_MB as i64)
            .summarised(2, |options| {
                let folded = if options.symmetry { " folded by symmetry" } else { "" };
                (options.table_mb > 0).then(|| format!("table of {} MiB{folded}", options.table_mb))
            })
        }

        /// Number of search threads (more than one needs a table and is not reproducible).
        threads: u16 = 1 => {
            .within(1, super::MAX_THREADS as i64)
            .unwritten_by_default()
            .summarised(4, |options| (options.threads > 1).then(|| format!("{} threads", options.threads)))
            .refused(|options| {
                if options.threads > 1 && options.table_mb == 0 {
                    return Some(diagnostic!(
                        "threads_need_table",
                        "several threads share a transposition table; set table_mb"
                    ));
                }
                (options.threads > 1 && options.pruning == Pruning::None).then(|| {
                    diagnostic!(
                        "threads_in_minimax",
                        "plain minimax uses one thread; set alpha-beta, pvs or mtdf"
                    )
                })
            })
        }

        /// Share one table entry among positions that are reflections or rotations of each other.
        symmetry: bool = false => {
            .refused(|options| {
                (options.table_mb == 0 && options.symmetry).then(|| {
                    diagnostic!("symmetry_needs_table", "needs a transposition table; set table_mb")
                })
            })
        }

        /// Use the game's own knowledge, which needs no search.
        ///
        /// It consists of immediate wins, immediately losing moves, and the bounds on the distance of a win that follow
        /// from both. The value does not change.
        hints: bool = false => {
            .summarised(6, |options| options.hints.then(|| "the game's hints".to_owned()))
            .refused(|options| {
                (options.hints && options.pruning == Pruning::None).then(|| {
                    diagnostic!(
                        "hints_in_minimax",
                        "plain minimax searches every move; set another kind of pruning"
                    )
                })
            })
        }

        /// Search to the end of the game once at most this many places are empty.
        solve_empties: Option<u32> = None => {
            .within(1, super::MAX_DEPTH as i64)
            .summarised(5, |options| options.solve_empties.map(|empties| format!("solves from {empties} empty places on")))
        }

        /// Play out captures beyond the depth (quiescence search).
        quiescence: bool = false => {
            .changes_value(Change::Horizon)
            .summarised(6, |options| options.quiescence.then(|| "quiescence".to_owned()))
        }

        /// Cut a branch if even passing would be good enough (null move pruning).
        null_move: bool = false => {
            .changes_value(Change::Selective)
            .summarised(6, |options| options.null_move.then(|| "null moves".to_owned()))
        }

        /// Search late moves less deep unless they turn out to be better (late move reductions).
        lmr: bool = false => {
            .changes_value(Change::Selective)
            .summarised(6, |options| options.lmr.then(|| "late-move reduction".to_owned()))
        }

        /// Maximum expected gain of a quiet move per ply (futility pruning).
        ///
        /// Near the horizon, quiet moves that cannot reach the window with that gain, and very late moves, are skipped.
        futility: Option<i32> = None => {
            .within(0, arena_games::EVALUATION_LIMIT as i64)
            .changes_value(Change::Selective)
            .summarised(6, |options| options.futility.map(|_| "futility".to_owned()))
        }

        /// Search answers to a check without reducing the depth (check extensions).
        extensions: bool = false => {
            .changes_value(Change::Selective)
            .summarised(6, |options| options.extensions.then(|| "check extensions".to_owned()))
        }

        /// Number of moves to search per position, the first in order (all moves when in check).
        width: Option<u16> = None => {
            .within(1, u16::MAX as i64)
            .changes_value(Change::Selective)
            .summarised(3, |options| options.width.map(|width| format!("the best {width} moves of each position")))
            .refused(|options| {
                (options.width.is_some() && options.ordering.is_empty()).then(|| {
                    diagnostic!(
                        "width_needs_ordering",
                        "takes the first moves in order; set an ordering such as static"
                    )
                })
            })
        }
    } };
}
