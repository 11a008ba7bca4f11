//! Runs best-move tests of chess: how many positions of an EPD file, such as Win At Chess, an embedded bot solves.
//!
//! Run with `cargo bench --bench wac -- FILE.epd --ms 1000`, or with `--nodes 100000` for results that do not depend on
//! the machine. `--bot NAME` selects a bot other than the strongest; `--every 3` only uses every third position. With
//! `--cpu` (Linux only), the milliseconds are the thread's own processor time, which is not affected by other load.
//!
//! With `--depth 13 --threads 2`, the bench compares the time to that depth with one and with two threads, in turns
//! (`--runs 3` times). It prints the ratio of the elapsed time, of the main thread's processor time (Linux only) and of
//! all nodes. The processor time is the better measure on a busy machine: it is the elapsed time on an idle one.

mod help;

use std::fs;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use arena_bots::{BotSpec, Roster};
use arena_games::chess::{Chess, ChessEvaluation};
use arena_games::{Evaluation, Game};
use arena_search::trace::NoTrace;
use arena_search::{Budget, MAX_DEPTH, MAX_THREADS, SearchOptions, Searcher};
use cozy_chess::Board;
use cozy_chess::util::{display_uci_move, parse_san_move};

const STRONGEST: &str = "chess-champion";

struct Args {
    file: String,
    ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u16>,
    threads: u16,
    runs: u64,
    cpu: bool,
    every: usize,
    bot: String,
}

impl Args {
    fn read() -> Result<Self, String> {
        let bot = STRONGEST.to_owned();
        let mut args = Self {
            file: String::new(),
            ms: None,
            nodes: None,
            depth: None,
            threads: 2,
            runs: 3,
            cpu: false,
            every: 1,
            bot,
        };
        // Cargo adds `--bench`.
        let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            let number = |text: String| text.parse().map_err(|_| format!("{word} takes a whole number, not {text:?}"));
            match word.as_str() {
                "--ms" => args.ms = Some(number(value()?)?),
                "--nodes" => args.nodes = Some(number(value()?)?),
                "--depth" => args.depth = Some(number(value()?)?.try_into().unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)),
                "--threads" => args.threads = number(value()?)?.try_into().unwrap_or(u16::MAX).clamp(2, MAX_THREADS),
                "--runs" => args.runs = number(value()?)?.max(1),
                "--every" => args.every = usize::try_from(number(value()?)?.max(1)).unwrap_or(usize::MAX),
                "--bot" => args.bot = value()?,
                "--cpu" => args.cpu = true,
                file if !file.starts_with('-') && args.file.is_empty() => file.clone_into(&mut args.file),
                _ => {
                    return Err(format!(
                        "{word:?} is unknown; there are --ms, --nodes, --cpu, --depth, --threads, --runs, --every and --bot"
                    ));
                }
            }
        }
        let limited = args.ms.is_some() || args.nodes.is_some() || args.depth.is_some();
        if args.file.is_empty() || !limited {
            return Err("give an EPD file and --ms, --nodes or --depth".to_owned());
        }
        Ok(args)
    }
}

/// A line of the file: the position, its solutions, and the moves that must not be played.
struct Test {
    position: Chess,
    best: Vec<String>,
    bad: Vec<String>,
}

impl Test {
    fn read(line: &str) -> Result<Self, String> {
        let wrong = |problem: String| format!("{problem} in {line:?}");
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        let fen = fields.join(" ");
        let board: Board =
            format!("{fen} 0 1").parse().map_err(|_| wrong("the first four fields are no position".to_owned()))?;
        let position = Chess::parse(&<Chess as Game>::Options::default(), &fen).map_err(|e| wrong(e.to_string()))?;
        let moves = |operation: &str| {
            let operations = line.splitn(5, ' ').nth(4).unwrap_or_default().split(';');
            let sans =
                operations.filter_map(|text| text.trim().strip_prefix(operation)).flat_map(str::split_whitespace);
            sans.map(|san| match parse_san_move(&board, san) {
                Ok(mv) => Ok(display_uci_move(&board, mv).to_string()),
                Err(_) => Err(wrong(format!("{san:?} is no legal move"))),
            })
            .collect::<Result<Vec<_>, _>>()
        };
        Ok(Self { position, best: moves("bm ")?, bad: moves("am ")? })
    }

    fn is_solved_by(&self, mv: &str) -> bool {
        let is = |texts: &[String]| texts.iter().any(|text| text == mv);
        !is(&self.bad) && (self.best.is_empty() || is(&self.best))
    }
}

/// Returns the processor time of the thread, from Linux's counters.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Searches each position with both options, in turns, and prints the ratios of what the searches cost.
fn compare_threads(
    lines: &[&str],
    options: &[SearchOptions; 2],
    evaluation: &ChessEvaluation,
    runs: u64,
) -> Result<(), String> {
    let mut searchers = [Searcher::<Chess>::new(), Searcher::new()];
    let print = |name: &str, [one, several]: [[f64; 3]; 2]| {
        println!(
            "{:.3} s, {:.3} s with {} threads: {:.2} times as fast, {:.2} by processor time, {:.2} of the nodes  {name}",
            one[0],
            several[0],
            options[1].threads,
            one[0] / several[0],
            one[1] / several[1],
            several[2] / one[2]
        );
    };
    let mut totals = [[0.0; 3]; 2];
    for line in lines {
        let position = Test::read(line)?.position;
        let mut costs = [[0.0; 3]; 2];
        for seed in 0..runs {
            for ((searcher, options), cost) in searchers.iter_mut().zip(options).zip(&mut costs) {
                searcher.forget();
                let (start, thread) = (Instant::now(), processor_time());
                let budget = &Budget::UNLIMITED;
                let report = searcher.search(&position, options, evaluation, budget, seed, &mut NoTrace);
                let worked =
                    processor_time().zip(thread).map_or(f64::NAN, |(now, before)| (now - before).as_secs_f64());
                for (sum, cost) in cost.iter_mut().zip([start.elapsed().as_secs_f64(), worked, report.nodes as f64]) {
                    *sum += cost;
                }
            }
        }
        print(line, costs);
        for (total, cost) in totals.iter_mut().flatten().zip(costs.iter().flatten()) {
            *total += cost;
        }
    }
    print("in all", totals);
    Ok(())
}

fn run() -> Result<(), String> {
    let args = Args::read()?;
    let roster = Roster::load(None).map_err(|error| error.to_string())?;
    let spec: &BotSpec = roster.find(&args.bot).ok_or_else(|| roster.unknown(&args.bot, None).message)?;
    let evaluation =
        ChessEvaluation::named(&spec.evaluation.name, &spec.evaluation.weights).map_err(|error| error.to_string())?;
    let text = fs::read_to_string(&args.file).map_err(|error| format!("{} cannot be read: {error}", args.file))?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).step_by(args.every).collect();
    if let Some(depth) = args.depth {
        let options = |threads| SearchOptions { depth, threads, ..spec.search.clone() };
        return compare_threads(&lines, &[options(1), options(args.threads)], &evaluation, args.runs);
    }
    let mut searcher = Searcher::<Chess>::new();
    let (mut solved, mut nodes, mut depths) = (0, 0, 0);
    let began = Instant::now();
    for line in &lines {
        let test = Test::read(line)?;
        searcher.forget();
        let (start, thread) = (Instant::now(), processor_time().filter(|_| args.cpu));
        let clock = || match (thread, processor_time().filter(|_| thread.is_some())) {
            (Some(before), Some(now)) => now - before,
            _ => start.elapsed(),
        };
        let time = args.ms.map(Duration::from_millis);
        let budget = Budget { nodes: args.nodes, time, clock: Some(&clock), ..Budget::UNLIMITED };
        let report = searcher.search(&test.position, &spec.search, &evaluation, &budget, spec.seed, &mut NoTrace);
        let best = report.best.map(|mv| mv.to_string()).unwrap_or_default();
        (nodes, depths) = (nodes + report.nodes, depths + u64::from(report.depth));
        if test.is_solved_by(&best) {
            solved += 1;
        } else {
            println!("{best:<6} depth {:>2}  {line}", report.depth);
        }
    }
    let mean = depths as f64 / lines.len().max(1) as f64;
    let speed = nodes as f64 / began.elapsed().as_secs_f64() / 1e6;
    println!("{}: {solved} of {} solved, mean depth {mean:.1}, {speed:.2} M nodes/s", spec.name, lines.len());
    Ok(())
}

fn main() -> ExitCode {
    if help::asked(include_str!("wac.rs")) {
        return ExitCode::SUCCESS;
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}
