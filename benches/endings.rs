//! Endings in which draws hang on the way to a position, searched with tables and without: every value is to be the same.
//!
//! Run with `cargo bench --bench endings -- [--endings N] [--chess N] [--seed N] [--deepest N] [--chess-deepest N]`: so many
//! endings of one or two kings a side in English draughts (1,760 unless given) and of king and one piece against king in
//! chess (none unless given), at all distances from the draw by count, and known positions of both; to each depth from 4 to
//! the deepest (12 in draughts and 8 in chess unless given), by every way of pruning, with tables of 1 and of 16 MiB that are
//! kept from depth to depth, against alpha-beta without a table. The exit code is 1 where a value is another. Depths from 9
//! on take hours in chess; so how far it has come is told on standard error as it goes on.

mod help;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering as Memory};
use std::time::Instant;

use minimax_arena::games::checkers::Checkers;
use minimax_arena::games::chess::Chess;
use minimax_arena::games::seed::Rng;
use minimax_arena::games::{Evaluation, Game, Hints, Weights};
use minimax_arena::search::trace::NoTrace;
use minimax_arena::search::{Budget, Ordering, Pruning, SearchOptions, Searcher, Ties};

/// It is told how far it has come after so many positions.
const TELL_EVERY: usize = 20;
/// The least depth.
const FROM: u16 = 4;
/// Positions of which a table that ignores the path gets one or the other wrong.
const OF_DRAUGHTS: [&str; 1] = ["B:WK25:BK27,K9:H70"];
const OF_CHESS: [&str; 4] = [
    "8/8/2R5/8/4K3/8/8/6k1 w - - 94 100",
    "5k2/8/8/8/5K2/8/8/1Q6 w - - 92 100",
    "7k/8/8/8/8/8/r5PP/6K1 b - - 0 1",
    "8/8/8/8/8/3k4/8/3KQ3 b - - 90 100",
];

/// What is asked for on the command line.
struct Asked {
    endings: usize,
    chess: usize,
    seed: u64,
    deepest: u16,
    chess_deepest: u16,
}

impl Asked {
    fn parse() -> Result<Self, String> {
        let mut asked = Self { endings: 1_760, chess: 0, seed: 17, deepest: 12, chess_deepest: 8 };
        let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
        while let Some(arg) = args.next() {
            let value = args.next().ok_or_else(|| format!("{arg} needs a number"))?;
            let number: u32 = value.parse().map_err(|error| format!("{arg} {value}: {error}"))?;
            let depth = || u16::try_from(number).map_err(|error| format!("{arg} {value}: {error}"));
            match arg.as_str() {
                "--endings" => asked.endings = number as usize,
                "--chess" => asked.chess = number as usize,
                "--seed" => asked.seed = number.into(),
                "--deepest" => asked.deepest = depth()?,
                "--chess-deepest" => asked.chess_deepest = depth()?,
                _ => return Err(format!("{arg} is no option; --help lists them")),
            }
        }
        Ok(asked)
    }
}

/// Endings of a few kings, as PDN writes them.
fn king_endings(asked: &Asked) -> Vec<String> {
    let mut rng = Rng::new(asked.seed);
    let mut ending = || {
        let mut squares: Vec<u32> = (1..=32).collect();
        rng.shuffle(&mut squares);
        let (white, black) = (1 + rng.below(2), 1 + rng.below(2));
        let kings = |squares: &[u32]| squares.iter().map(|at| format!("K{at}")).collect::<Vec<_>>().join(",");
        let side = ["B", "W"][rng.below(2)];
        let quiet = [0, 60, 66, 68, 70, 72, 74, 76][rng.below(8)];
        format!("{side}:W{}:B{}:H{quiet}", kings(&squares[..white]), kings(&squares[white..white + black]))
    };
    (0..asked.endings).map(|_| ending()).collect()
}

/// Chess endings of king and one piece against king, as FEN. A position in which the side that is not to move stands in
/// check, or which is over, is drawn anew.
fn chess_endings(asked: &Asked) -> Vec<String> {
    let mut rng = Rng::new(asked.seed);
    let mut ending = || {
        let mut squares: Vec<usize> = (0..64).collect();
        rng.shuffle(&mut squares);
        let piece = ['Q', 'R', 'P'][rng.below(3)];
        let mut board = [[' '; 8]; 8];
        for (at, letter) in squares.into_iter().zip(['K', 'k', piece]) {
            board[at / 8][at % 8] = letter;
        }
        let rank = |cells: [char; 8]| cells.map(|cell| if cell == ' ' { '1' } else { cell }).iter().collect::<String>();
        let side = ["w", "b"][rng.below(2)];
        let quiet = [0, 84, 88, 90, 92, 94, 96][rng.below(7)];
        format!("{} {side} - - {quiet} 100", board.map(rank).join("/"))
    };
    let is_live = |text: &String| {
        let position = Chess::parse(&<Chess as Game>::Options::default(), text);
        position.is_ok_and(|position| position.outcome().is_none())
    };
    std::iter::repeat_with(&mut ending).filter(is_live).take(asked.chess).collect()
}

/// How many searches there were, and what is wrong with their values.
fn differences<G: Game + Hints>(text: &str, evaluation: &str, deepest: u16) -> (usize, Vec<String>) {
    let position = G::parse(&G::Options::default(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let judge = G::Evaluation::named(evaluation, &Weights::default()).expect("it is one of the game's");
    let value = |searcher: &mut Searcher<G>, options: &SearchOptions| {
        searcher.search(&position, options, &judge, &Budget::UNLIMITED, 0, &mut NoTrace).value
    };
    let base = SearchOptions { ties: Ties::First, ordering: vec![Ordering::Static], ..SearchOptions::default() };
    let plain = |depth: u16| value(&mut Searcher::new(), &SearchOptions { depth, ..base.clone() });
    let expected: Vec<i32> = (FROM..=deepest).map(plain).collect();
    let ordering = vec![Ordering::Table, Ordering::Killers, Ordering::History, Ordering::Static];
    let (mut searches, mut wrong) = (0, Vec::new());
    let with_tables = Pruning::ALL.iter().filter(|pruning| **pruning != Pruning::None);
    for (&pruning, table_mb) in with_tables.flat_map(|pruning| [1, 16].map(|table_mb| (pruning, table_mb))) {
        let mut searcher = Searcher::new();
        for (depth, expected) in (FROM..=deepest).zip(&expected) {
            let options = SearchOptions { depth, pruning, table_mb, ordering: ordering.clone(), ..base.clone() };
            let found = value(&mut searcher, &options);
            searches += 1;
            if found != *expected {
                let how = format!("{pruning:?}, {table_mb} MiB");
                wrong.push(format!("{text} at depth {depth}, {how}: {found}, not {expected}"));
            }
        }
    }
    (searches, wrong)
}

fn main() -> ExitCode {
    if help::asked(include_str!("endings.rs")) {
        return ExitCode::SUCCESS;
    }
    let asked = match Asked::parse() {
        Ok(asked) => asked,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    let began = Instant::now();
    let draughts: Vec<String> = OF_DRAUGHTS.iter().map(|&text| text.to_owned()).chain(king_endings(&asked)).collect();
    let chess: Vec<String> = OF_CHESS.iter().map(|&text| text.to_owned()).chain(chess_endings(&asked)).collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new((0_usize, 0, Vec::new())));
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Memory::Relaxed);
                    let (searches, wrong) = match number.checked_sub(chess.len()) {
                        None => differences::<Chess>(&chess[number], "material", asked.chess_deepest),
                        Some(place) => match draughts.get(place) {
                            Some(text) => differences::<Checkers>(text, "advanced", asked.deepest),
                            None => return,
                        },
                    };
                    wrong.iter().for_each(|line| println!("{line}"));
                    let mut found = found.lock().expect("no thread panics while it holds this");
                    found.0 += 1;
                    found.1 += searches;
                    found.2.extend(wrong);
                    if found.0.is_multiple_of(TELL_EVERY) {
                        let (positions, searches, wrong) = (found.0, found.1, found.2.len());
                        eprintln!("{positions} positions, {searches} searches, {wrong} other values so far");
                    }
                }
            });
        }
    });
    let (_, searches, wrong) = found.into_inner().expect("no thread panics while it holds this");
    let (positions, seconds) = (draughts.len() + chess.len(), began.elapsed().as_secs_f64());
    println!("{positions} positions, {searches} searches with tables, {} other values, {seconds:.0} s", wrong.len());
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
