//! Short fixed searches with the same nodes on every machine, for counting instructions. The counts show the cost of a
//! change of the search if times are too noisy.
//!
//! Run with `benches/instructions.sh DATA` under callgrind, or a single case with `cargo bench --bench instructions --
//! CASE DATA`. A case prints searches, nodes, and a hash of counts and values, which must be equal for two builds.
//! `DATA` is a folder with the test sets of `--bench solve` and `--bench wac`: `connect4/Test_L3_R1`,
//! `connect4/Test_L2_R1`, `reversi/ffo-40-44.obf`, `chess/arasan_wacnew.epd`. Without a case, all cases are listed.

use std::fs;
use std::process::ExitCode;

use minimax_arena::games::checkers::Checkers;
use minimax_arena::games::chess::Chess;
use minimax_arena::games::connect4::ConnectFour;
use minimax_arena::games::gomoku::Gomoku;
use minimax_arena::games::reversi::Reversi;
use minimax_arena::games::tictactoe::TicTacToe;
use minimax_arena::games::{Evaluation, Game, Hints, Weights};
use minimax_arena::search::trace::NoTrace;
use minimax_arena::search::{Budget, MAX_DEPTH, Ordering, Pruning, SearchOptions, Searcher, Ties};

type Error = Box<dyn std::error::Error>;

/// The cases: all of tic-tac-toe by pruning and order, connect four plain and refined, solving, several games with
/// value-preserving refinements, and chess with all refinements.
const CASES: [&str; 11] = [
    "tictactoe-alpha-beta",
    "tictactoe-alpha-beta-static",
    "tictactoe-pvs-static",
    "tictactoe-mtdf",
    "connect4-plain",
    "connect4-refined",
    "refined",
    "solve-L3",
    "solve-L2",
    "solve-reversi",
    "wac",
];

/// The counts of a case.
#[derive(Default)]
struct Counted {
    searches: u64,
    nodes: u64,
    hash: u64,
}

impl Counted {
    /// Searches a position without the results of earlier searches.
    fn search<G: Game + Hints>(
        &mut self,
        searcher: &mut Searcher<G>,
        position: &G,
        (options, evaluation): (&SearchOptions, &str),
        nodes: Option<u64>,
    ) -> Result<(), Error> {
        let evaluation = G::Evaluation::named(evaluation, &Weights::new())?;
        searcher.forget();
        let budget = Budget { nodes, ..Budget::UNLIMITED };
        let report = searcher.search(position, options, &evaluation, &budget, 0, &mut NoTrace);
        self.searches += 1;
        self.nodes += report.nodes;
        let value = u64::from(report.value.cast_unsigned());
        for number in [report.nodes, report.leaves, report.cutoffs, report.pruned, report.table_hits, value] {
            self.hash = (self.hash ^ number).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }

    /// Searches the start position of a game.
    fn start<G: Game + Hints>(&mut self, options: &SearchOptions, evaluation: &str) -> Result<(), Error> {
        let start = G::initial(&G::Options::default())?;
        self.search(&mut Searcher::new(), &start, (options, evaluation), None)
    }
}

fn tictactoe(pruning: Pruning, ordering: &[Ordering]) -> Result<Counted, Error> {
    let ordering = ordering.to_vec();
    let options = SearchOptions { depth: 9, pruning, ordering, distance: false, ..first() };
    let mut counted = Counted::default();
    let (mut searcher, start) = (Searcher::<TicTacToe>::new(), TicTacToe::initial(&Default::default())?);
    for _ in 0..10 {
        counted.search(&mut searcher, &start, (&options, "zero"), None)?;
    }
    Ok(counted)
}

fn first() -> SearchOptions {
    SearchOptions { ties: Ties::First, ..SearchOptions::default() }
}

fn refined(depth: u16, pruning: Pruning) -> SearchOptions {
    use Ordering::{Captures, History, Killers, Static, Table};
    let ordering = vec![Table, Captures, Killers, Static, History];
    SearchOptions { depth, pruning, ordering, deepening: true, table_mb: 4, ..first() }
}

fn solve_connect_four(text: &str, positions: usize) -> Result<Counted, Error> {
    let ordering = vec![Ordering::Static];
    let solving = SearchOptions { depth: 42, pruning: Pruning::Bisection, ordering, hints: true, ..first() };
    let options = SearchOptions { whole_line: false, table_mb: 1, ..solving };
    let (mut counted, mut searcher) = (Counted::default(), Searcher::<ConnectFour>::new());
    for line in text.lines().take(positions) {
        let position = ConnectFour::parse(&Default::default(), line.split(' ').next().unwrap_or_default())?;
        counted.search(&mut searcher, &position, (&options, "zero"), None)?;
    }
    Ok(counted)
}

/// Solves endgames of reversi. From each position, the middle one of the moves is played until fourteen squares are
/// empty.
fn solve_reversi(text: &str) -> Result<Counted, Error> {
    let ordering = vec![Ordering::Table, Ordering::Static];
    let solving = SearchOptions { depth: MAX_DEPTH, pruning: Pruning::Bisection, ordering, hints: true, ..first() };
    let options = SearchOptions { whole_line: false, table_mb: 16, ..solving };
    let (mut counted, mut searcher) = (Counted::default(), Searcher::<Reversi>::new());
    for line in text.lines().take(3) {
        let mut position = Reversi::parse(&Default::default(), line.split(';').next().unwrap_or_default().trim())?;
        while position.empties() > 14 && position.outcome().is_none() {
            let mut moves = Vec::new();
            position.legal(&mut moves);
            position.play(moves[moves.len() / 2]);
        }
        counted.search(&mut searcher, &position, (&options, "zero"), None)?;
    }
    Ok(counted)
}

/// Searches every sixtieth position with the switches of `chess-champion` and 6,000 nodes.
fn wac(text: &str) -> Result<Counted, Error> {
    use Ordering::{Captures, Continuation, Counter, Exchange, Killers, Table};
    let options = SearchOptions {
        depth: 60,
        pruning: Pruning::Pvs,
        deepening: true,
        ordering: vec![Table, Exchange, Captures, Killers, Counter, Continuation],
        table_mb: 64,
        aspiration: Some(40),
        quiescence: true,
        null_move: true,
        lmr: true,
        futility: Some(100),
        extensions: true,
        ..first()
    };
    let (mut counted, mut searcher) = (Counted::default(), Searcher::<Chess>::new());
    for line in text.lines().step_by(60) {
        let fen: Vec<&str> = line.split_whitespace().take(4).collect();
        let position = Chess::parse(&Default::default(), &fen.join(" "))?;
        counted.search(&mut searcher, &position, (&options, "network"), Some(6_000))?;
    }
    Ok(counted)
}

fn run(case: &str, data: &str) -> Result<Counted, Error> {
    let read = |file: &str| fs::read_to_string(format!("{data}/{file}")).map_err(|error| format!("{file}: {error}"));
    let mut counted = Counted::default();
    match case {
        "tictactoe-alpha-beta" => return tictactoe(Pruning::AlphaBeta, &[]),
        "tictactoe-alpha-beta-static" => return tictactoe(Pruning::AlphaBeta, &[Ordering::Static]),
        "tictactoe-pvs-static" => return tictactoe(Pruning::Pvs, &[Ordering::Static]),
        "tictactoe-mtdf" => return tictactoe(Pruning::Mtdf, &[]),
        "connect4-plain" => counted.start::<ConnectFour>(&SearchOptions { depth: 7, ..first() }, "centre")?,
        "connect4-refined" => {
            let options = SearchOptions { hints: true, table_mb: 16, ..refined(11, Pruning::Pvs) };
            counted.start::<ConnectFour>(&options, "centre")?;
        }
        "refined" => {
            for pruning in [Pruning::AlphaBeta, Pruning::Pvs, Pruning::Mtdf] {
                counted.start::<Chess>(&refined(4, pruning), "tapered")?;
                counted.start::<Checkers>(&refined(7, pruning), "zero")?;
                counted.start::<Gomoku>(&refined(2, pruning), "zero")?;
                counted.start::<Reversi>(&refined(6, pruning), "zero")?;
            }
        }
        "solve-L3" => return solve_connect_four(&read("connect4/Test_L3_R1")?, 60),
        "solve-L2" => return solve_connect_four(&read("connect4/Test_L2_R1")?, 25),
        "solve-reversi" => return solve_reversi(&read("reversi/ffo-40-44.obf")?),
        "wac" => return wac(&read("chess/arasan_wacnew.epd")?),
        _ => return Err(format!("{case:?} is no case; there are {}", CASES.join(", ")).into()),
    }
    Ok(counted)
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    let Some(case) = words.next() else {
        println!("{}", CASES.join("\n"));
        return ExitCode::SUCCESS;
    };
    match run(&case, &words.next().unwrap_or_else(|| ".".to_owned())) {
        Ok(Counted { searches, nodes, hash }) => {
            println!("{case}: {searches} searches, {nodes} nodes, hash {hash:016x}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
