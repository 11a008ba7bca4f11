//! Searches tic-tac-toe to the end of the game with each pruning and ordering, connect four and reversi with built-in
//! evaluations and with expressions of the same values, and connect four to one depth with several threads. The last is
//! only meaningful on an idle machine with that many cores.
//!
//! Run with `cargo bench --bench search`.

use std::hint::black_box;

use arena_games::connect4::ConnectFour;
use arena_games::reversi::Reversi;
use arena_games::tictactoe::TicTacToe;
use arena_games::{Evaluation, Game, Hints, Weights};
use arena_search::trace::NoTrace;
use arena_search::{Budget, Ordering, Pruning, Report, SearchOptions, Searcher, Ties};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

type Point = <TicTacToe as Game>::Move;

/// A search of the whole game from the empty board.
struct Whole {
    start: TicTacToe,
    options: SearchOptions,
    evaluation: <TicTacToe as Game>::Evaluation,
    searcher: Searcher<TicTacToe>,
}

impl Whole {
    fn new(pruning: Pruning, ordering: &[Ordering]) -> Self {
        let ordering = ordering.to_vec();
        Self {
            start: TicTacToe::initial(&<TicTacToe as Game>::Options::default()).expect("the game has no options"),
            options: SearchOptions {
                depth: 9,
                pruning,
                ordering,
                distance: false,
                ties: Ties::First,
                ..SearchOptions::default()
            },
            evaluation: Evaluation::named("zero", &Weights::new()).expect("every game has this evaluation"),
            searcher: Searcher::new(),
        }
    }

    fn run(&mut self) -> Report<Point> {
        let start = black_box(&self.start);
        self.searcher.search(start, &self.options, &self.evaluation, &Budget::UNLIMITED, 0, &mut NoTrace)
    }
}

fn full_depth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tic-tac-toe to depth 9");
    let orders: [(&str, &[Ordering]); 2] = [("natural", &[]), ("static", &[Ordering::Static])];
    for word in Pruning::WORDS {
        for (order, keys) in orders {
            let mut whole = Whole::new(word.parse().expect("the word names a pruning"), keys);
            let report = whole.run();
            assert_eq!(report.value, 0, "tic-tac-toe is a draw");
            // Reported as throughput: nodes per second.
            group.throughput(Throughput::Elements(report.nodes));
            group.bench_function(BenchmarkId::new(*word, order), |bencher| bencher.iter(|| whole.run()));
        }
    }
    group.finish();
}

/// Measures a search with a built-in evaluation and with expressions of the same values, which enter the same nodes.
fn expressed<G: Game + Hints>(criterion: &mut Criterion, depth: u16, evaluations: &[&str]) {
    let mut group = criterion.benchmark_group(format!("{} to depth {depth}, expressions", G::INFO.title));
    let start = G::initial(&G::Options::default()).expect("the defaults are valid");
    let options =
        SearchOptions { depth, ordering: vec![Ordering::Static], ties: Ties::First, ..SearchOptions::default() };
    let mut searcher = Searcher::new();
    for text in evaluations {
        let evaluation: G::Evaluation = Evaluation::named(text, &Weights::new()).expect("the evaluation is valid");
        let mut run = || searcher.search(black_box(&start), &options, &evaluation, &Budget::UNLIMITED, 0, &mut NoTrace);
        group.throughput(Throughput::Elements(run().nodes));
        group.bench_function(BenchmarkId::from_parameter(text), |bencher| bencher.iter(&mut run));
    }
    group.finish();
}

fn expressions(criterion: &mut Criterion) {
    expressed::<ConnectFour>(criterion, 8, &["centre", "2*centre"]);
    let threats = "4*three + 10*parity + 1000*win + 500*fork + 2*centre";
    expressed::<ConnectFour>(criterion, 8, &["threats", threats]);
    let mobility = "10*mobility + 4*potential + 100*corner - 40*x_square - 15*c_square";
    expressed::<Reversi>(criterion, 6, &["mobility", mobility]);
}

/// Measures the time to one depth of connect four, each search with a new table.
fn threads(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("connect four to depth 14, threads");
    group.sample_size(10);
    let start = ConnectFour::initial(&<ConnectFour as Game>::Options::default()).expect("the game has no options");
    let evaluation: <ConnectFour as Game>::Evaluation =
        Evaluation::named("centre", &Weights::new()).expect("the game has this evaluation");
    for threads in [1, 2, 4] {
        let options = SearchOptions {
            depth: 14,
            threads,
            pruning: Pruning::Pvs,
            ordering: vec![Ordering::Table, Ordering::Killers, Ordering::Static, Ordering::History],
            deepening: true,
            hints: true,
            table_mb: 64,
            ties: Ties::First,
            ..SearchOptions::default()
        };
        let mut searcher = Searcher::new();
        group.bench_function(BenchmarkId::from_parameter(threads), |bencher| {
            bencher.iter(|| {
                searcher.forget();
                searcher.search(black_box(&start), &options, &evaluation, &Budget::UNLIMITED, 0, &mut NoTrace)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, full_depth, expressions, threads);
criterion_main!(benches);
