//! Solves test sets exactly and checks every score, to compare the generic search with special solvers.
//!
//! Run with `cargo bench --bench solve -- [--table MIB] [--first N] [--each] [--warm] [--symmetry] [--outcome] [--runs
//! N] FILE…`. A file is either a set of connect four or one of reversi, whose name ends in `.obf`. A line of connect
//! four contains the columns played, 1 to 7, and the score as defined by Pascal Pons (blog.gamesolver.org); an empty
//! board is written as `- 1`. A line of reversi contains the board, the side to move, and moves with their disc
//! differences, the best first.
//!
//! With `--warm`, each set is solved once before it is timed, so that no position pays for memory that is touched for
//! the first time. That cost dominates small sets of easy positions. With `--symmetry`, a position and its images share
//! a table entry. With `--outcome`, only the winner is determined, not the margin. With `--runs`, each set is solved N
//! times, and the least time of each position counts, to reduce the effect of other load.

mod help;

use std::fs;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use minimax_arena::games::connect4::ConnectFour;
use minimax_arena::games::reversi::Reversi;
use minimax_arena::games::{Evaluation, Game, Hints, NoOptions, Weights};
use minimax_arena::search::trace::NoTrace;
use minimax_arena::search::{Budget, MAX_DEPTH, Ordering, Pruning, SearchOptions, Searcher, Ties, margin, win_in};

/// The command line options.
#[derive(Default)]
struct Asked {
    table_mb: u32,
    first: usize,
    each: bool,
    warm: bool,
    outcome: bool,
    symmetry: bool,
    runs: u32,
    files: Vec<String>,
}

impl Asked {
    fn parse() -> Result<Self, String> {
        let mut asked = Self { table_mb: 16, first: usize::MAX, runs: 1, ..Self::default() };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            let mut number = || {
                let value = args.next().ok_or(format!("{arg} needs a number"))?;
                value.parse::<u32>().map_err(|error| format!("{arg} {value}: {error}"))
            };
            match arg.as_str() {
                "--table" => asked.table_mb = number()?,
                "--first" => asked.first = number()? as usize,
                "--runs" => asked.runs = number()?.max(1),
                "--each" => asked.each = true,
                "--warm" => asked.warm = true,
                "--outcome" => asked.outcome = true,
                "--symmetry" => asked.symmetry = true,
                // Passed by cargo.
                "--bench" => {}
                _ => asked.files.push(arg),
            }
        }
        if asked.files.is_empty() {
            let options = "[--table MIB] [--first N] [--each] [--warm] [--symmetry] [--outcome] [--runs N]";
            return Err(format!("which files? cargo bench --bench solve -- {options} FILE…"));
        }
        Ok(asked)
    }
}

/// A position with its known score.
struct Problem<G> {
    name: String,
    position: G,
    score: i32,
}

fn parse<G: Game<Options = NoOptions>>(name: &str, text: &str, score: i32) -> Result<Problem<G>, String> {
    let position = G::parse(&NoOptions {}, text).map_err(|error| format!("{name}: {error}"))?;
    Ok(Problem { name: name.to_owned(), position, score })
}

fn connect_four(line: &str) -> Result<Problem<ConnectFour>, String> {
    let (moves, score) = line.split_once(' ').ok_or(format!("{line}: no score"))?;
    let score = score.trim().parse().map_err(|error| format!("{line}: {error}"))?;
    match moves {
        "-" => {
            let position = ConnectFour::initial(&NoOptions {}).map_err(|error| error.to_string())?;
            Ok(Problem { name: moves.to_owned(), position, score })
        }
        _ => parse(moves, moves, score),
    }
}

fn reversi(line: &str) -> Result<Problem<Reversi>, String> {
    let wrong = || format!("{line}: not a board, a side and moves with their scores");
    let mut parts = line.split(';');
    let board = parts.next().ok_or_else(wrong)?.trim();
    let best = parts.next().and_then(|best| best.split_once(':')).ok_or_else(wrong)?;
    parse(board, board, best.1.trim().parse().map_err(|_| wrong())?)
}

/// Returns the score of a position with the value `value`: the number of stones that the winner has left.
fn stones_to_spare(position: &ConnectFour, value: i32) -> i32 {
    let win = win_in::<ConnectFour>(value).unwrap_or(0);
    let plies = position.plies().cast_signed() + win.abs();
    win.signum() * (22 - (plies + 1) / 2)
}

/// Solves all problems independently and prints the means. Returns the number of wrong scores.
fn solve<G: Game + Hints>(
    file: &str,
    problems: &[Problem<G>],
    options: &SearchOptions,
    score: impl Fn(&G, i32) -> i32,
    asked: &Asked,
) -> usize {
    let evaluation: G::Evaluation = Evaluation::named("zero", &Weights::new()).expect("every game has this evaluation");
    let mut searcher = Searcher::new();
    let mut search = |position: &G| {
        searcher.forget();
        let start = Instant::now();
        let report = searcher.search(position, options, &evaluation, &Budget::UNLIMITED, 0, &mut NoTrace);
        (report, start.elapsed())
    };
    if asked.warm {
        problems.iter().for_each(|problem| drop(search(&problem.position)));
    }
    let (mut nodes, mut time, mut wrong) = (0, Duration::ZERO, 0);
    let before = on_processor();
    let mut least = vec![Duration::MAX; problems.len()];
    for _ in 1..asked.runs {
        for (problem, least) in problems.iter().zip(&mut least) {
            *least = search(&problem.position).1.min(*least);
        }
    }
    for (Problem { name, position, score: expected }, least) in problems.iter().zip(least) {
        let (report, taken) = search(position);
        let taken = taken.min(least);
        let (found, expected) = match asked.outcome {
            true => (report.value.signum(), expected.signum()),
            false => (score(position, report.value), *expected),
        };
        if found != expected {
            println!("{name}: {found}, should be {expected}");
            wrong += 1;
        }
        if asked.each {
            println!("{name}: {found}, {} nodes, {:.6} s", report.nodes, taken.as_secs_f64());
        }
        nodes += report.nodes;
        time += taken;
    }
    let count = problems.len() as f64;
    let seconds = time.as_secs_f64();
    println!(
        "{file}: {count} positions, {wrong} wrong, mean {:.2} µs ({:.2} on the processor), {:.1} nodes, {:.2} M nodes/s",
        seconds / count * 1e6,
        (on_processor() - before) * 1e6 / count / f64::from(asked.runs),
        nodes as f64 / count,
        nodes as f64 / seconds / 1e6
    );
    wrong
}

/// Returns the processor time of this program in seconds, or 0 if the system does not report it.
fn on_processor() -> f64 {
    let told = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn run(asked: &Asked) -> Result<usize, String> {
    let mut wrong = 0;
    for file in &asked.files {
        let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let lines = text.lines().filter(|line| !line.trim().is_empty()).take(asked.first);
        let solving = SearchOptions {
            hints: true,
            whole_line: false,
            ties: Ties::First,
            table_mb: asked.table_mb,
            distance: !asked.outcome,
            symmetry: asked.symmetry,
            ..SearchOptions::default()
        };
        if file.ends_with(".obf") {
            let problems: Vec<_> = lines.map(reversi).collect::<Result<_, _>>()?;
            let ordering = vec![Ordering::Table, Ordering::Static];
            let options = SearchOptions { depth: MAX_DEPTH, pruning: Pruning::Bisection, ordering, ..solving };
            wrong += solve(file, &problems, &options, |_, value| margin::<Reversi>(value).unwrap_or(0), asked);
        } else {
            let problems: Vec<_> = lines.map(connect_four).collect::<Result<_, _>>()?;
            let ordering = vec![Ordering::Static];
            let options = SearchOptions { depth: 42, pruning: Pruning::Bisection, ordering, ..solving };
            wrong += solve(file, &problems, &options, stones_to_spare, asked);
        }
    }
    Ok(wrong)
}

fn main() -> ExitCode {
    if help::asked(include_str!("solve.rs")) {
        return ExitCode::SUCCESS;
    }
    match Asked::parse().and_then(|asked| run(&asked)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(wrong) => {
            eprintln!("{wrong} scores are wrong");
            ExitCode::FAILURE
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}
