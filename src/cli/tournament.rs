//! `arena tournament`: bots against each other, and what came of it.

mod output;
mod progress;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};

use super::Failure;
use super::serve::Signals;
use crate::bots::shipped::Files;
use crate::bots::{FileError, Roster, Source};
use crate::tournament::journal::{Journal, JournalError, Opened};
use crate::tournament::run::{Control, RunError, Setting, run};
use crate::tournament::spec::{MAX_CONCURRENCY, Overrides, read};
use crate::tournament::text::grouped;
use crate::tournament::{Plan, Report, text};
use output::Outputs;
use progress::Shown;

/// Plays a tournament and prints the crosstable.
///
/// The same file and seed give the same results, byte for byte, at any concurrency and after any interruption; only
/// times differ, which is why --json, --csv and --records leave them out unless --timings is given.
///
/// Example: arena tournament tictactoe-depths --json results.json
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The tournament's file, or the name of one that ships, as tictactoe-depths.
    file: PathBuf,
    /// How many matches at a time [default: the file's, or one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_CONCURRENCY as i64))]
    concurrency: Option<u16>,
    /// Writes the results as JSON; - is the standard output, in place of the table.
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
    /// Writes the entrants' results as CSV, a row each; - is the standard output.
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Writes every match's record, a line of JSON each, in the order of the schedule; - is the standard output.
    #[arg(long, value_name = "OUT")]
    records: Option<PathBuf>,
    /// Adds milliseconds to --json, --csv and --records; they are never the same twice.
    #[arg(long)]
    timings: bool,
    /// The folder for data: every run keeps a journal in its folder tournaments.
    #[arg(long, value_name = "DIR", env = "ARENA_DATA", default_value = "data")]
    data: PathBuf,
    /// Goes on from the journal of a run that was interrupted.
    #[arg(long)]
    resume: bool,
    /// Takes this seed in place of the file's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: Option<u64>,
    /// Plays so many rounds in place of the file's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,
    /// Shows no progress.
    #[arg(long, short)]
    quiet: bool,
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        Self::Work(error.into())
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Self::Work(error.into())
    }
}

pub(super) fn run_command(args: &Args, config: &super::ConfigDir) -> super::CommandResult {
    let roster = Roster::load(config.folder()?)?;
    let (name, text) = find(&args.file, config.folder()?)?;
    let overrides = Overrides { seed: args.seed, rounds: args.rounds };
    let file = read(&Source { file: &name, text: &text }, &roster, overrides)?;
    let plan = file.plan;
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let concurrency = args.concurrency.map(usize::from).or(file.concurrency).unwrap_or_else(cores);

    output::check(args)?;
    let opened = if args.resume { Journal::resume(&args.data, &plan)? } else { Journal::begin(&args.data, &plan)? };
    tell_journal(args, &opened);
    let mut outputs = Outputs::open(args, opened.journal)?;
    let setting = Setting { concurrency, records: outputs.wants_records(), timings: args.timings };
    let control = Arc::new(Control::default());
    stop_on_interrupt(&control)?;
    let mut shown = Shown::new(&plan, args.quiet);
    let earlier = outputs.journal().matches()?;
    let outcome = run(&plan, setting, earlier, &mut outputs, &mut |progress| shown.show(progress), &control)
        .map_err(|error| outputs.unwritten().map_or_else(|| error.into(), Failure::from))?;
    shown.finish(&outcome);
    outputs.finish(&plan, &outcome.tally, args)?;
    if outcome.complete {
        return Ok(());
    }
    let (played, all) = (grouped(outcome.tally.played()), grouped(outcome.total));
    Err(Failure::Work(anyhow!("stopped after {played} of {all} matches; go on with: {}", resume_command(args))))
}

/// The text of the tournament's file, and the name to call it by.
fn find(file: &Path, config: Option<&Path>) -> Result<(String, String), FileError> {
    let wrong = |problem: String| FileError { file: file.display().to_string(), line: None, key: None, problem };
    if file.is_file() {
        let text = std::fs::read_to_string(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        return Ok((file.display().to_string(), text));
    }
    let files = Files::over(config);
    // Where no clone is at hand, the path that a file has in one still names what ships.
    let name = file.strip_prefix("config/tournaments").unwrap_or(file).to_string_lossy().into_owned();
    let name = name.strip_suffix(".toml").unwrap_or(&name);
    let found = if name.contains(['/', '\\']) { None } else { files.one(&format!("tournaments/{name}.toml"))? };
    if let Some(found) = found {
        return Ok(found);
    }
    let stem = |(path, _): &(String, String)| {
        Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let known: Vec<String> = files.all("tournaments")?.iter().map(stem).collect();
    Err(wrong(format!("there is no such file, and no tournament of that name ships; there are {}", known.join(", "))))
}

fn tell_journal(args: &Args, opened: &Opened) {
    if args.quiet {
        return;
    }
    if let Some(aside) = &opened.moved_aside {
        eprintln!("The journal of an earlier run was put aside as {}.", aside.display());
    }
    if args.resume {
        match opened.matches {
            0 => eprintln!("There is nothing to go on from: beginning anew."),
            matches => eprintln!("Going on after {} matches.", grouped(matches)),
        }
    }
}

/// The first Ctrl-C (or SIGTERM) stops after the matches being played; the second ends the process, which loses no finished match.
fn stop_on_interrupt(control: &Arc<Control>) -> anyhow::Result<()> {
    let control = Arc::clone(control);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()
        .context("no runtime to wait for Ctrl-C in")?;
    let mut signals = {
        let _inside = runtime.enter();
        Signals::new().context("the signals that ask to stop cannot be heard")?
    };
    let wait = async move {
        signals.next().await;
        control.stop();
        eprintln!("Stopping after the matches being played; Ctrl-C again stops at once.");
        signals.next().await;
        std::process::exit(1);
    };
    std::thread::Builder::new()
        .name("interrupt".to_owned())
        .spawn(move || runtime.block_on(wait))
        .context("no thread to wait for Ctrl-C in")?;
    Ok(())
}

fn resume_command(args: &Args) -> String {
    let mut command = format!("arena tournament {} --resume", args.file.display());
    for (flag, value) in [("--seed", args.seed), ("--rounds", args.rounds)] {
        if let Some(value) = value {
            command.push_str(&format!(" {flag} {value}"));
        }
    }
    if args.data != Path::new("data") {
        command.push_str(&format!(" --data {}", args.data.display()));
    }
    command
}
