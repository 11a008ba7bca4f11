//! Compares this search with the crate `minimax` on the same work: the same rules, the same evaluation and the same
//! value.
//!
//! Run with `cargo bench --bench rivals -- [RUNS]`. The two take turns and medians are compared, because other load on
//! the machine affects both. The crate prints its own tables of paths in between. Its games are those of its examples.
//! If only the searches are compared, it plays on bitboards as fast as those of this project.
//!
//! With `--bare`, it only prints this search's times for the work that `benches/openspiel.py` gives to OpenSpiel.

mod help;

#[path = "rivals/examples.rs"]
mod examples;
#[path = "rivals/judge.rs"]
mod judge;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use judge::{Judge, judge};
use minimax::strategies::negamax::Negamax;
use minimax::{IterativeOptions, IterativeSearch, ParallelOptions, ParallelSearch, Strategy, Winner};
use minimax_arena::games::connect4::ConnectFour;
use minimax_arena::games::perft::perft;
use minimax_arena::games::tictactoe::TicTacToe;
use minimax_arena::games::{Evaluation, EvaluationInfo, Game, Hints, NoOptions};
use minimax_arena::search::trace::NoTrace;
use minimax_arena::search::{Budget, Ordering, Pruning, SearchOptions, Searcher, Ties};

/// Size in MiB.
const TABLE: u32 = 64;

/// Connect four on bitboards for the crate: stones of the side to move, and all stones.
#[derive(Clone, Copy)]
struct Four {
    own: u64,
    stones: u64,
}

impl Four {
    const EMPTY: Self = Self { own: 0, stones: 0 };
}

struct FourRules;

impl minimax::Game for FourRules {
    type S = Four;
    type M = u8;

    fn generate_moves(position: &Four, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            moves.extend((0..7_u8).filter(|column| position.stones & 1 << (7 * column + 5) == 0));
        }
        winner
    }

    fn get_winner(position: &Four) -> Option<Winner> {
        let stones = position.own ^ position.stones;
        let four = [1, 6, 7, 8].into_iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        });
        match position.stones.count_ones() {
            _ if four => Some(Winner::PlayerJustMoved),
            42 => Some(Winner::Draw),
            _ => None,
        }
    }

    fn apply(position: &mut Four, column: u8) -> Option<Four> {
        let stone = (position.stones + (1 << (7 * column))) & 0x3F << (7 * column);
        Some(Four { own: position.own ^ position.stones, stones: position.stones | stone })
    }
}

#[derive(Clone)]
struct FourJudge;

impl minimax::Evaluator for FourJudge {
    type G = FourRules;

    fn evaluate(&self, position: &Four) -> i16 {
        i16::try_from(judge(position.own, position.own ^ position.stones)).expect("the value fits into i16")
    }
}

/// Tic-tac-toe on bitboards for the crate: one bit per point for each side, the side to move first.
#[derive(Clone, Copy)]
struct Three([u16; 2]);

struct ThreeRules;

impl minimax::Game for ThreeRules {
    type S = Three;
    type M = u8;

    fn generate_moves(position: &Three, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            moves.extend((0..9).filter(|point| (position.0[0] | position.0[1]) & 1 << point == 0));
        }
        winner
    }

    fn get_winner(Three([own, other]): &Three) -> Option<Winner> {
        const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        if LINES.into_iter().any(|line| other & line == line) {
            return Some(Winner::PlayerJustMoved);
        }
        (own | other == 0o777).then_some(Winner::Draw)
    }

    fn apply(Three([own, other]): &mut Three, point: u8) -> Option<Three> {
        Some(Three([*other, *own | 1 << point]))
    }
}

/// An evaluation without knowledge: the game is searched to its end.
struct Blank;

impl minimax::Evaluator for Blank {
    type G = ThreeRules;

    fn evaluate(&self, _: &Three) -> i16 {
        0
    }
}

/// The zero evaluation of this search.
#[derive(Clone, Debug)]
struct Nothing;

impl<G: Game> Evaluation<G> for Nothing {
    const ALL: &'static [EvaluationInfo] = &[EvaluationInfo::ZERO];

    fn new(_: usize, _: &[i32]) -> Self {
        Self
    }

    fn evaluate(&self, _: &G) -> i32 {
        0
    }
}

/// Returns the value of the start position, from a newly created search.
fn ours<G: Game<Options = NoOptions> + Hints>(evaluation: &impl Evaluation<G>, options: &SearchOptions) -> i64 {
    static SEED: AtomicU64 = AtomicU64::new(0);
    let start = G::initial(&NoOptions {}).expect("the game has no options");
    let mut searcher = Searcher::new();
    searcher
        .search(&start, options, evaluation, &Budget::UNLIMITED, SEED.fetch_add(1, Relaxed), &mut NoTrace)
        .value
        .into()
}

/// Prints name, depth, value, nodes and the median time in seconds of a search that OpenSpiel also does.
fn print_bare<G: Game<Options = NoOptions> + Hints>(name: &str, depth: u16, runs: usize) {
    let start = G::initial(&NoOptions {}).expect("the game has no options");
    let options = SearchOptions { distance: false, ties: Ties::First, ..bare(depth) };
    let run = |_| {
        let began = Instant::now();
        let report = Searcher::new().search(&start, &options, &Nothing, &Budget::UNLIMITED, 0, &mut NoTrace);
        (began.elapsed().as_secs_f64(), report)
    };
    let found: Vec<_> = (0..runs).map(run).collect();
    let report = &found[0].1;
    let seconds = median(found.iter().map(|(seconds, _)| *seconds).collect());
    println!("{name} {depth} {} {} {seconds:.7}", report.value, report.nodes);
}

/// Alpha-beta without a table, in the order of the rules except for shuffled root moves, like the crate's `Negamax`.
fn bare(depth: u16) -> SearchOptions {
    SearchOptions { depth, whole_line: false, ..SearchOptions::default() }
}

/// Ordering by threats, and hints.
fn refined(depth: u16) -> SearchOptions {
    SearchOptions {
        ordering: vec![Ordering::Static],
        ties: Ties::First,
        hints: true,
        pruning: Pruning::Pvs,
        ..bare(depth)
    }
}

fn deepening(depth: u16, threads: u16) -> SearchOptions {
    let ordering = vec![Ordering::Table, Ordering::Killers, Ordering::Static, Ordering::History];
    SearchOptions { deepening: true, table_mb: TABLE, threads, ordering, ..refined(depth) }
}

fn rival_negamax(depth: u8) -> i64 {
    let mut search = Negamax::new(FourJudge, depth);
    search.choose_move(&Four::EMPTY).expect("the position has moves");
    search.root_value().into()
}

fn example_four(depth: u8) -> i64 {
    let mut search = Negamax::new(examples::FourJudge, depth);
    search.choose_move(&examples::Four::EMPTY).expect("the position has moves");
    search.root_value().into()
}

fn example_three() -> i64 {
    let mut search = Negamax::new(examples::Blank, 9);
    search.choose_move(&examples::Three::EMPTY).expect("the position has moves");
    search.root_value().into()
}

fn rival_options() -> IterativeOptions {
    IterativeOptions::new().with_table_byte_size((TABLE as usize) << 20).with_double_step_increment()
}

fn rival_iterative(depth: u8) -> i64 {
    let mut search = IterativeSearch::new(examples::FourJudge, rival_options());
    search.set_max_depth(depth);
    search.choose_move(&examples::Four::EMPTY).expect("the position has moves");
    search.root_value().into()
}

fn rival_parallel(depth: u8) -> i64 {
    let threads = ParallelOptions::new().with_num_threads(2);
    let mut search = ParallelSearch::new(examples::FourJudge, rival_options(), threads);
    search.set_max_depth(depth);
    search.choose_move(&examples::Four::EMPTY).expect("the position has moves");
    search.root_value().into()
}

fn rival_tictactoe() -> i64 {
    let mut search = Negamax::new(Blank, 9);
    search.choose_move(&Three([0; 2])).expect("the position has moves");
    search.root_value().into()
}

/// Counts the paths of 0 to 10 plies, because the crate counts all of them.
fn our_perft() -> i64 {
    let start = ConnectFour::initial(&NoOptions {}).expect("the game has no options");
    (0..=10).map(|depth| perft(&start, depth).cast_signed()).sum()
}

fn rival_perft() -> i64 {
    let mut start = examples::Four::EMPTY;
    minimax::perft::<examples::FourRules>(&mut start, 10, false).iter().map(|count| count.cast_signed()).sum()
}

type Work<'a> = &'a dyn Fn() -> i64;

/// Returns the time in seconds and the result.
fn timed(work: Work<'_>) -> (f64, i64) {
    let began = Instant::now();
    let result = work();
    (began.elapsed().as_secs_f64(), result)
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// Runs both in turn. Returns a table row and the median of this side.
fn compare(name: &str, runs: usize, ours: Work<'_>, rival: Work<'_>) -> (String, f64) {
    let pairs: Vec<_> = (0..runs).map(|_| (timed(ours), timed(rival))).collect();
    let (here, there): (Vec<f64>, Vec<f64>) = pairs.iter().map(|((ours, _), (rival, _))| (*ours, *rival)).unzip();
    let values: Vec<_> = pairs.iter().map(|((_, ours), (_, rival))| (ours, rival)).collect();
    let equal = values.iter().all(|(ours, rival)| ours == rival);
    let (here, there) = (median(here), median(there));
    let (ours, rival) = values[0];
    let verdict = if equal { "equal" } else { "DIFFERENT" };
    (format!("{name:<46} {here:>10.5} {there:>10.5} {:>7.2} {ours:>12} {rival:>12} {verdict}", there / here), here)
}

fn main() {
    if help::asked(include_str!("rivals.rs")) {
        return;
    }
    let runs = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(5).max(1);
    if std::env::args().any(|arg| arg == "--bare") {
        print_bare::<TicTacToe>("tic_tac_toe", 9, runs);
        print_bare::<ConnectFour>("connect_four", 8, runs);
        return;
    }
    let tictactoe = || ours::<TicTacToe>(&Nothing, &SearchOptions { distance: false, ..bare(9) });
    let four = |options: SearchOptions| move || ours::<ConnectFour>(&Judge, &options);
    let (plain, ordered) = (four(bare(10)), four(refined(10)));
    let (one, two) = (four(deepening(14, 1)), four(deepening(14, 2)));
    let rows = [
        compare("tic-tac-toe to its end, plain", runs, &tictactoe, &example_three),
        compare("the same, the crate on bitboards", runs, &tictactoe, &rival_tictactoe),
        compare("connect four to 10, plain", runs, &plain, &|| example_four(10)),
        compare("the same, the crate on this evaluation's code", runs, &plain, &|| rival_negamax(10)),
        compare("the same, with an order and hints", runs, &ordered, &|| example_four(10)),
        compare("connect four, iterative to 14, 64 MB", runs, &one, &|| rival_iterative(14)),
        compare("the same, two threads", runs, &two, &|| rival_parallel(14)),
        compare("connect four, perft 0 to 10", runs, &our_perft, &rival_perft),
    ];
    println!("{:<46} {:>10} {:>10} {:>7} {:>12} {:>12}", "work", "seconds", "minimax's", "ratio", "value", "minimax's");
    rows.iter().for_each(|(line, _)| println!("{line}"));
    println!("two threads take {:.2} times fewer seconds than one", rows[5].1 / rows[6].1);
}
