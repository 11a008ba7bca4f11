//! Perft, the counting of paths, of every game from its start: how fast its rules are.
//!
//! Run with `cargo bench --bench perft`.

mod help;

use std::hint::black_box;
use std::time::Instant;

use minimax_arena::games::catalog::Visitor;
use minimax_arena::games::perft::perft;
use minimax_arena::games::{Game, GameId, Hints};

/// Runs of each count; the fastest is told, since other work on the machine only slows.
const RUNS: usize = 7;
/// A game is counted as deep as this many paths allow.
const PATHS: u64 = 40_000_000;

struct Count;

impl Visitor for Count {
    type Output = (u32, u64, f64);

    fn visit<G: Game + Hints>(self) -> Self::Output {
        let start = G::initial(&G::Options::default()).expect("the defaults are right");
        let (mut depth, mut paths) = (1, perft(&start, 1));
        while depth < 20 {
            // The next ply multiplies the paths by about as much as the last one did.
            let next = paths.saturating_mul((paths / perft(&start, depth - 1).max(1)).max(1));
            let deeper = if next > PATHS { 0 } else { perft(&start, depth + 1) };
            if deeper <= paths {
                break;
            }
            (depth, paths) = (depth + 1, deeper);
        }
        let seconds = (0..RUNS).map(|_| {
            let began = Instant::now();
            black_box(perft(black_box(&start), depth));
            began.elapsed().as_secs_f64()
        });
        (depth, paths, seconds.fold(f64::INFINITY, f64::min))
    }
}

fn main() {
    if help::asked(include_str!("perft.rs")) {
        return;
    }
    println!("{:<10} {:>5} {:>13} {:>10} {:>10}", "game", "depth", "paths", "ms", "M paths/s");
    for &id in GameId::ALL {
        let (depth, paths, seconds) = id.visit(Count);
        let speed = paths as f64 / seconds / 1e6;
        println!("{:<10} {depth:>5} {paths:>13} {:>10.2} {speed:>10.1}", id.name(), seconds * 1e3);
    }
}
