//! Counts how many of the 119 composed mates of XiangqiBench an embedded bot finds. Red mates in 3 to 11 plies in each.
//!
//! Run with `cargo bench --bench mates -- --ms 1000`, or with `--nodes 500000` for results that do not depend on the
//! machine. A mate is found if the search proves it within the limit. Two positions have a soldier on a point that it
//! cannot reach; the rules refuse them, and they count as not found. `--bot NAME` selects a bot other than the strongest.
//! The positions are those of the Python package xiangqibench 0.1.1, which pip installs into a folder under
//! target/ on the first run; `--file FILE` names its `cases.jsonl` elsewhere.

mod help;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use arena_bots::Roster;
use arena_games::xiangqi::{Xiangqi, XiangqiEvaluation};
use arena_games::{Evaluation, Game};
use arena_search::trace::NoTrace;
use arena_search::{Budget, Searcher, win_in};
use serde::Deserialize;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/xiangqibench");

/// The read parts of a position of the suite.
#[derive(Deserialize)]
struct Case {
    id: String,
    fen: String,
    win_in_plies: i32,
    first_winning_move: Option<String>,
}

struct Args {
    file: String,
    ms: Option<u64>,
    nodes: Option<u64>,
    bot: String,
}

impl Args {
    fn read() -> Result<Self, String> {
        let file = format!("{FOLDER}/xiangqibench/data/cases.jsonl");
        let mut args = Self { file, ms: None, nodes: None, bot: "xiangqi-strong".to_owned() };
        // Cargo adds `--bench`.
        let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            let number = |text: String| text.parse().map_err(|_| format!("{word} takes a whole number, not {text:?}"));
            match word.as_str() {
                "--ms" => args.ms = Some(number(value()?)?),
                "--nodes" => args.nodes = Some(number(value()?)?),
                "--bot" => args.bot = value()?,
                "--file" => args.file = value()?,
                _ => return Err(format!("{word:?} is unknown; there are --ms, --nodes, --bot and --file")),
            }
        }
        if args.ms.is_none() && args.nodes.is_none() {
            return Err("give --ms or --nodes".to_owned());
        }
        Ok(args)
    }
}

/// Installs the package, without those that it needs.
fn install() -> Result<(), String> {
    let words = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", FOLDER, "xiangqibench==0.1.1"];
    match Command::new("python3").args(words).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("pip could not install xiangqibench: {status}")),
        Err(error) => Err(format!("python3: {error}")),
    }
}

fn run() -> Result<(), String> {
    let args = Args::read()?;
    if args.file.starts_with(FOLDER) && !Path::new(&args.file).exists() {
        install()?;
    }
    let text = fs::read_to_string(&args.file).map_err(|error| format!("{}: {error}", args.file))?;
    let roster = Roster::load(None).map_err(|error| error.to_string())?;
    let spec = roster.find(&args.bot).ok_or_else(|| roster.unknown(&args.bot, None).message)?;
    let evaluation =
        XiangqiEvaluation::named(&spec.evaluation.name, &spec.evaluation.weights).map_err(|error| error.to_string())?;
    let mut searcher = Searcher::<Xiangqi>::new();
    let (mut cases, mut found, mut shortest, mut as_listed, mut nodes) = (0, 0, 0, 0, 0);
    let began = Instant::now();
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))?;
        cases += 1;
        let position = match Xiangqi::parse(&<Xiangqi as Game>::Options::default(), &case.fen) {
            Ok(position) => position,
            Err(error) => {
                println!("{}: {error}: {}", case.id, case.fen);
                continue;
            }
        };
        searcher.forget();
        let start = Instant::now();
        let clock = || start.elapsed();
        let time = args.ms.map(Duration::from_millis);
        let budget = Budget { nodes: args.nodes, time, clock: Some(&clock), ..Budget::UNLIMITED };
        let report = searcher.search(&position, &spec.search, &evaluation, &budget, spec.seed, &mut NoTrace);
        let best = report.best.map(|mv| mv.to_string());
        let win = win_in::<Xiangqi>(report.value).filter(|plies| *plies > 0);
        nodes += report.nodes;
        found += u32::from(win.is_some());
        shortest += u32::from(win.is_some_and(|plies| plies <= case.win_in_plies));
        as_listed += u32::from(best == case.first_winning_move);
        if win.is_none() {
            let (best, plies) = (best.unwrap_or_default(), case.win_in_plies);
            println!(
                "{}: {best} at depth {}, but there is a mate in {plies} plies: {}",
                case.id, report.depth, case.fen
            );
        }
    }
    let speed = nodes as f64 / began.elapsed().as_secs_f64() / 1e6;
    println!(
        "{}: {found} of {cases} mates found, {shortest} of them the shortest, {as_listed} with the listed move; \
         {speed:.2} M nodes/s",
        spec.name
    );
    Ok(())
}

fn main() -> ExitCode {
    if help::asked(include_str!("mates.rs")) {
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
