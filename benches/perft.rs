//! Measures perft, the counting of paths, of every game from its start: the speed of its rules.
//!
//! Run with `cargo bench --bench perft`. With `-- --suite [--paths N] [FILE…]` it checks published counts instead:
//! those of `tests/data/perft`, or of files in the same format (a position, and after each ` ;D` a depth and its count,
//! as in widespread suites of standard chess and Chess960). Positions are counted to the listed depths, or only as far
//! as their counts are at most N. The exit code is 1 if a count differs.

mod help;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use minimax_arena::games::catalog::Visitor;
use minimax_arena::games::chess::Chess;
use minimax_arena::games::perft::perft;
use minimax_arena::games::{Game, GameId, Hints};

/// Runs per count. The fastest one is reported, because other load only slows a run down.
const RUNS: usize = 7;
/// A game is counted to the largest depth with at most this many paths.
const PATHS: u64 = 40_000_000;

struct Count;

impl Visitor for Count {
    type Output = (u32, u64, f64);

    fn visit<G: Game + Hints>(self) -> Self::Output {
        let start = G::initial(&G::Options::default()).expect("the default options are valid");
        let (mut depth, mut paths) = (1, perft(&start, 1));
        while depth < 20 {
            // The next ply multiplies the paths by about the same factor as the last one.
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

/// The suites of the repository.
const SUITES: [&str; 2] = ["tests/data/perft/chess.epd", "tests/data/perft/chess960.epd"];

/// The command line options.
struct Asked {
    suite: bool,
    /// Larger counts are not checked.
    paths: u64,
    files: Vec<String>,
}

impl Asked {
    fn parse() -> Result<Self, String> {
        let mut asked = Self { suite: false, paths: u64::MAX, files: Vec::new() };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            match arg.as_str() {
                // Passed by cargo.
                "--bench" => {}
                "--suite" => asked.suite = true,
                "--paths" => {
                    let value = args.next().ok_or("--paths needs a number")?;
                    asked.paths = value.parse::<u64>().map_err(|error| format!("--paths {value}: {error}"))?;
                }
                _ => asked.files.push(arg),
            }
        }
        if asked.files.is_empty() {
            asked.files = SUITES.map(str::to_owned).to_vec();
        }
        Ok(asked)
    }
}

/// Checks the counts of a file. Returns the number of wrong ones.
fn check(file: &str, most: u64) -> Result<usize, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let (mut positions, mut counts, mut paths, mut wrong, mut deepest) = (0, 0, 0, 0, 0);
    let began = Instant::now();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty()) {
        let place = || format!("{file}, line {}", number + 1);
        let mut parts = line.split(';').map(str::trim);
        let position = parts.next().unwrap_or_default();
        let start = Chess::parse(&<Chess as Game>::Options::default(), position)
            .map_err(|error| format!("{}: {error}", place()))?;
        positions += 1;
        for part in parts.filter(|part| !part.is_empty()) {
            let read = part.strip_prefix('D').and_then(|part| part.split_once(' '));
            let read =
                read.and_then(|(depth, count)| Some((depth.parse::<u32>().ok()?, count.trim().parse::<u64>().ok()?)));
            let (depth, published) = read.ok_or_else(|| format!("{}: {part:?} is no depth and count", place()))?;
            if published > most {
                continue;
            }
            let found = perft(&start, depth);
            (counts, paths, deepest) = (counts + 1, paths + found, deepest.max(depth));
            if found != published {
                wrong += 1;
                println!("{}: {position} at depth {depth}: {found}, not {published}", place());
            }
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{file}: {positions} positions, {counts} counts to depth {deepest}, {paths} paths, {seconds:.1} s, {wrong} wrong"
    );
    Ok(wrong)
}

fn main() -> ExitCode {
    if help::asked(include_str!("perft.rs")) {
        return ExitCode::SUCCESS;
    }
    let checked = Asked::parse().and_then(|asked| {
        if !asked.suite {
            speeds();
            return Ok(0);
        }
        asked.files.iter().map(|file| check(file, asked.paths)).sum::<Result<usize, String>>()
    });
    match checked {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// Measures how many paths per second each game counts.
fn speeds() {
    println!("{:<10} {:>5} {:>13} {:>10} {:>10}", "game", "depth", "paths", "ms", "M paths/s");
    for &id in GameId::ALL {
        let (depth, paths, seconds) = id.visit(Count);
        let speed = paths as f64 / seconds / 1e6;
        println!("{:<10} {depth:>5} {paths:>13} {:>10.2} {speed:>10.1}", id.name(), seconds * 1e3);
    }
}
