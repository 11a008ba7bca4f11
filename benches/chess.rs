//! Compares perft of chess with the bare crate that generates its moves, to show the cost of this project's rules.
//!
//! Run with `cargo bench --bench chess`, or `cargo bench --bench chess -- 5` for a depth other than 6. Both count in
//! bulk at the last ply and take turns. The result is the median of the ratios, because other load affects both alike.

mod help;

use std::hint::black_box;
use std::time::Instant;

use cozy_chess::Board;
use minimax_arena::games::Game;
use minimax_arena::games::chess::Chess;
use minimax_arena::games::perft::perft;

const RUNS: usize = 7;

fn bare(board: &Board, depth: u32) -> u64 {
    let mut paths = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            paths += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            paths += bare(&child, depth - 1);
        }
        false
    });
    paths
}

/// Returns the result and the time in seconds.
fn timed(count: impl FnOnce() -> u64) -> (u64, f64) {
    let began = Instant::now();
    let paths = black_box(count());
    (paths, began.elapsed().as_secs_f64())
}

fn main() {
    if help::asked(include_str!("chess.rs")) {
        return;
    }
    let depth = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(6).max(1);
    let start = Chess::initial(&<Chess as Game>::Options::default()).expect("the default options are valid");
    let board = Board::default();
    let mut ratios = Vec::new();
    for _ in 0..RUNS {
        let (ours, took) = timed(|| perft(black_box(&start), depth));
        let (theirs, bare_took) = timed(|| bare(black_box(&board), depth));
        assert_eq!(ours, theirs, "the paths at depth {depth}");
        ratios.push(bare_took / took);
        let speed = |seconds: f64| ours as f64 / seconds / 1e6;
        println!("{ours} paths: {:.0} M/s; bare cozy-chess {:.0} M/s", speed(took), speed(bare_took));
    }
    ratios.sort_by(f64::total_cmp);
    println!("median of the ratios: {:.0} %", 100.0 * ratios[RUNS / 2]);
}
