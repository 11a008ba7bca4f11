//! Measures perft, the counting of paths, of every game from its start: the speed of its rules.
//!
//! Run with `cargo bench --bench perft`. With `-- --suite [--paths N] [FILE…]` it checks published counts instead:
//! those of `tests/data/perft`, or of files in the same format (a position, and after each ` ;D` a depth and its count,
//! as in widespread suites of standard chess and Chess960). A file's name begins with the game's; otherwise it is chess.
//! Positions are counted to the listed depths, or only as far as their counts are at most N. The exit code is 1 if a
//! count differs. With `--rival PROGRAM` an engine that understands `go perft` counts the same positions of xiangqi in
//! turn, and both speeds are printed.

mod help;

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use arena_games::perft::perft;
use arena_games::xiangqi::Xiangqi;
use arena_games::{Game, GameId, with_game};

/// Runs per count. The fastest one is reported, because other load only slows a run down.
const RUNS: usize = 7;
/// A game is counted to the largest depth with at most this many paths.
const PATHS: u64 = 40_000_000;

fn count<G: Game>() -> (u32, u64, f64) {
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

/// The suites of the repository.
const SUITES: [&str; 3] =
    ["tests/data/perft/chess.epd", "tests/data/perft/chess960.epd", "tests/data/perft/xiangqi.epd"];

/// The command line options.
struct Asked {
    suite: bool,
    /// Larger counts are not checked.
    paths: u64,
    rival: Option<String>,
    files: Vec<String>,
}

impl Asked {
    fn parse() -> Result<Self, String> {
        let mut asked = Self { suite: false, paths: u64::MAX, rival: None, files: Vec::new() };
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
                "--rival" => asked.rival = Some(args.next().ok_or("--rival needs a program")?),
                _ => asked.files.push(arg),
            }
        }
        if asked.files.is_empty() {
            asked.files = SUITES.map(str::to_owned).to_vec();
        }
        Ok(asked)
    }
}

/// Counts the paths of a game's position, to check counts of suites.
fn count_paths<G: Game>(text: &str, depth: u32) -> Result<u64, String> {
    let start = G::parse(&G::Options::default(), text).map_err(|error| error.to_string())?;
    Ok(perft(&start, depth))
}

/// A position of a suite, and the count of each depth.
struct Position {
    /// The number of its line, from 1.
    line: usize,
    text: String,
    counts: Vec<(u32, u64)>,
}

fn read(file: &str) -> Result<Vec<Position>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|(number, line)| {
            let mut parts = line.split(';').map(str::trim);
            let text = parts.next().unwrap_or_default().to_owned();
            let count = |part: &str| {
                let read = part.strip_prefix('D').and_then(|part| part.split_once(' '));
                let read = read.and_then(|(depth, count)| Some((depth.parse().ok()?, count.trim().parse().ok()?)));
                read.ok_or_else(|| format!("{file}, line {}: {part:?} is no depth and count", number + 1))
            };
            let counts = parts.filter(|part| !part.is_empty()).map(count).collect::<Result<_, _>>()?;
            Ok(Position { line: number + 1, text, counts })
        })
        .collect()
}

/// Checks the counts of a file. Returns the number of wrong ones.
fn check(file: &str, most: u64) -> Result<usize, String> {
    let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let game = GameId::ALL.iter().copied().find(|game| stem.starts_with(game.name())).unwrap_or(GameId::Chess);
    let positions = read(file)?;
    let (mut counts, mut paths, mut wrong, mut deepest) = (0, 0, 0, 0);
    let began = Instant::now();
    for Position { line, text, counts: published } in &positions {
        for &(depth, published) in published.iter().filter(|(_, published)| *published <= most) {
            let found = with_game!(game, G => count_paths::<G>(text, depth))
                .map_err(|error| format!("{file}, line {line}: {error}"))?;
            (counts, paths, deepest) = (counts + 1, paths + found, deepest.max(depth));
            if found != published {
                wrong += 1;
                println!("{file}, line {line}: {text} at depth {depth}: {found}, not {published}");
            }
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    let positions = positions.len();
    println!(
        "{file}: {positions} positions, {counts} counts to depth {deepest}, {paths} paths, {seconds:.1} s, {wrong} wrong"
    );
    Ok(wrong)
}

/// Counts the positions of the suite of xiangqi in turn with an engine. Prints the speed of both.
fn compare(program: &str) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{program}: {error}");
    let mut engine = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(told)?;
    let mut input = engine.stdin.take().ok_or("the engine has no input")?;
    let mut lines = BufReader::new(engine.stdout.take().ok_or("the engine has no output")?).lines();
    writeln!(input, "uci\nsetoption name UCI_Variant value xiangqi").map_err(told)?;
    let (mut paths, mut own, mut others) = (0, 0.0, 0.0);
    for Position { text, counts, .. } in read(SUITES[2])? {
        let Some(&(depth, _)) = counts.last() else { continue };
        let position =
            Xiangqi::parse(&<Xiangqi as Game>::Options::default(), &text).map_err(|error| error.to_string())?;
        writeln!(input, "position fen {text}\nisready").map_err(told)?;
        while lines.next().transpose().map_err(told)?.ok_or("the engine has ended")? != "readyok" {}
        let began = Instant::now();
        let found = perft(&position, depth);
        own += began.elapsed().as_secs_f64();
        let began = Instant::now();
        writeln!(input, "go perft {depth}").map_err(told)?;
        let counted = loop {
            let line = lines.next().transpose().map_err(told)?.ok_or("the engine has ended")?;
            if let Some(number) = line.strip_prefix("Nodes searched: ") {
                break number.trim().parse::<u64>().map_err(|error| error.to_string())?;
            }
        };
        others += began.elapsed().as_secs_f64();
        if counted != found {
            return Err(format!("{text} at depth {depth}: {found}, but {program} counts {counted}"));
        }
        paths += found;
    }
    writeln!(input, "quit").map_err(told)?;
    engine.wait().map_err(told)?;
    let speed = |seconds: f64| paths as f64 / seconds / 1e6;
    println!("xiangqi: {paths} paths, {:.1} M paths/s; {program}: {:.1} M paths/s", speed(own), speed(others));
    println!("ratio: {:.2}", others / own);
    Ok(())
}

fn main() -> ExitCode {
    if help::asked(include_str!("perft.rs")) {
        return ExitCode::SUCCESS;
    }
    let checked = Asked::parse().and_then(|asked| {
        if let Some(program) = &asked.rival {
            return compare(program).map(|()| 0);
        }
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
        let (depth, paths, seconds) = with_game!(id, G => count::<G>());
        let speed = paths as f64 / seconds / 1e6;
        println!("{:<10} {depth:>5} {paths:>13} {:>10.2} {speed:>10.1}", id.name(), seconds * 1e3);
    }
}
