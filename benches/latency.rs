//! Measures the time between two checks of a search's stop flag and clock, which is the maximum delay before it stops.
//!
//! Run with `cargo bench --bench latency`. On a busy machine, the longest times are caused by other processes. The
//! number of nodes between checks is covered by tests: see `search/tests/stopping.rs`.

mod help;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use arena_games::options::start;
use arena_games::{Evaluation, Game, GameId, Hints, Options, Weights, with_game};
use arena_search::trace::NoTrace;
use arena_search::{Budget, Ordering, Pruning, SearchOptions, Searcher, Ties};
use serde_json::json;

/// Duration of each search.
const TIME: Duration = Duration::from_millis(500);

fn watch<G: Game + Hints>(game: &str, options: &Options, plies: usize, (name, search): &(&str, SearchOptions)) {
    let mut position = start::<G>(options, None).expect("the options are valid");
    for ply in 0..plies {
        let mut moves = Vec::new();
        position.legal(&mut moves);
        match moves.len() {
            0 => break,
            many => position.play(moves[ply * 7 % many]),
        }
    }
    let evaluation =
        G::Evaluation::named(G::Evaluation::ALL[0].name, &Weights::new()).expect("the game has this evaluation");
    let (began, looks) = (Instant::now(), Mutex::new(Vec::with_capacity(1 << 20)));
    let clock = || {
        let now = began.elapsed();
        looks.lock().expect("no thread panics").push(now);
        now
    };
    let budget = Budget { time: Some(TIME), clock: Some(&clock), ..Budget::UNLIMITED };
    let report = Searcher::new().search(&position, search, &evaluation, &budget, 1, &mut NoTrace);
    let looks = looks.into_inner().expect("no thread panics");
    let mut gaps: Vec<f64> = looks.windows(2).map(|pair| (pair[1] - pair[0]).as_secs_f64() * 1e6).collect();
    gaps.sort_by(f64::total_cmp);
    let at = |share: f64| gaps.get((gaps.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!(
        "{:<12} {:<10} {:>9} nodes {:>7} looks  p50 {:>7.0} µs  p99 {:>7.0} µs  p99.9 {:>7.0} µs  longest {:>8.0} µs",
        game,
        name,
        report.nodes,
        gaps.len(),
        at(0.5),
        at(0.99),
        at(0.999),
        gaps.last().copied().unwrap_or_default()
    );
}

fn searches() -> Vec<(&'static str, SearchOptions)> {
    let plain = SearchOptions { depth: 200, ties: Ties::First, deepening: true, ..SearchOptions::default() };
    let refined = SearchOptions {
        pruning: Pruning::Pvs,
        ordering: vec![Ordering::Table, Ordering::Captures, Ordering::Killers, Ordering::Static, Ordering::History],
        table_mb: 16,
        hints: true,
        symmetry: true,
        ..plain.clone()
    };
    let selective = SearchOptions { quiescence: true, null_move: true, lmr: true, extensions: true, ..refined.clone() };
    vec![
        ("minimax", SearchOptions { pruning: Pruning::None, ..plain.clone() }),
        ("plain", plain),
        ("solving", SearchOptions { solve_empties: Some(64), depth: 1, ..refined.clone() }),
        ("refined", refined),
        ("selective", selective),
    ]
}

fn main() {
    if help::asked(include_str!("latency.rs")) {
        return;
    }
    let large = json!({"size": 19});
    for (game, options, plies) in [
        ("tictactoe", json!({}), 0),
        ("bones", json!({"heap": 200}), 0),
        ("connect4", json!({}), 8),
        ("reversi", json!({}), 20),
        ("checkers", json!({}), 20),
        ("chess", json!({}), 16),
        ("gomoku", json!({}), 4),
        ("gomoku", large, 12),
        ("hex", json!({}), 4),
    ] {
        let id: GameId = game.parse().expect("the game exists");
        let options = options.as_object().cloned().expect("the options are an object");
        for search in searches() {
            with_game!(id, G => watch::<G>(game, &options, plies, &search));
        }
    }
}
