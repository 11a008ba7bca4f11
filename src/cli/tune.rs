//! `arena tune`: improves the weights of a bot's evaluation by matches.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};

use super::Failure;
use super::embedded_file::{beside, find};
use super::output_files::{self, is_stdout};
use super::progress::Progress;
use super::terminal::columns;
use super::tournament::{Controls, tell_damage, tell_skipped};
use arena_bots::Source;
use arena_games::Diagnostic;
use arena_tournament::report::WIDTH;
use arena_tournament::report::number_format::{counted, grouped};
use arena_tournament::run::Control;
use arena_tournament::run::journal::Journal;
use arena_tune::spec::{MAX_ENCOUNTERS, Overrides};
use arena_tune::{Tuning, TuningProgress, TuningReport, read, tune};

/// Improves the weights of a bot's evaluation by matches between variants of it (SPSA), tests the result against the
/// start, and prints the resulting bot.
///
/// The same file and seed give the same weights, at any concurrency and after any interruption.
///
/// Example: arena tune tictactoe-lines --html tuning.html
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The tuning file, or the name of an embedded one, such as tictactoe-lines.
    file: PathBuf,
    /// Concurrent matches [default: from the file, or one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// Write the report as JSON, with the whole curve; - is standard output, instead of the text.
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
    /// Write the report as Markdown; - is standard output.
    #[arg(long, value_name = "OUT")]
    markdown: Option<PathBuf>,
    /// Write the report with its curves as one HTML file; - is standard output.
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    /// Explain the figures.
    #[arg(long)]
    explain: bool,
    /// Data folder: every run keeps a journal in its subfolder tournaments.
    #[arg(long, value_name = "DIR", env = "ARENA_DATA", default_value = "data")]
    data: PathBuf,
    /// Continue an interrupted run from its journal.
    #[arg(long)]
    resume: bool,
    /// Use this seed instead of the file's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: Option<u64>,
    /// Learn from N encounters instead of the file's number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_ENCOUNTERS))]
    encounters: Option<u64>,
    /// Reject a file of openings with an invalid or overlong one instead of skipping or cutting it.
    #[arg(long)]
    strict: bool,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &Args, config: &super::ConfigDir) -> super::CommandResult {
    let near = args.file.parent().filter(|_| args.file.is_file()).unwrap_or(Path::new(""));
    let roster = super::modules::roster_near(near, config)?;
    let (name, text) = find(&args.file, config.folder()?, "tuning", "tuning")?;
    let overrides = Overrides { seed: args.seed, encounters: args.encounters, strict: args.strict };
    let open =
        |path: &str| beside(&args.file, path, config.folder().ok().flatten(), "tuning").map_err(Diagnostic::from);
    let tuning = read(&Source { file: &name, text: &text }, &roster, overrides, &open)?;
    tell_skipped(&tuning.plan);
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let concurrency = args.concurrency.map(usize::from).or(tuning.concurrency).unwrap_or_else(cores);
    output_files::check(&outputs(args).collect::<Vec<_>>(), &[name])?;
    let (data, plan) = (&args.data, &tuning.plan);
    let opened = if args.resume { Journal::resume_up_to_damage(data, plan)? } else { Journal::begin(data, plan)? };
    tell_damage(&opened);
    if let Some(aside) = &opened.moved_aside {
        say!("The damaged journal was renamed to {}.", aside.display());
    }
    if args.resume && !args.quiet {
        say!("Continuing after {}.", counted(opened.matches, "match", "matches"));
    }
    let mut kept = opened.journal;
    let control = Arc::new(Control::default());
    let _levers = Controls::signals(&control)?;
    let mut shown = ProgressView::new(&tuning, args.quiet);
    let earlier = kept.matches()?;
    let tuned = tune(&tuning, concurrency, earlier, &mut kept, &mut |course| shown.show(course), &control)?;
    drop(shown);
    write(args, &TuningReport::new(&tuning, &tuned))?;
    if tuned.complete {
        return Ok(());
    }
    let done = tuned.curve.last().map_or(0, |point| point.encounters);
    let command = resume_command(args);
    Err(Failure::Work(anyhow!("stopped after {} encounters; to continue, run: {command}", grouped(done))))
}

/// Returns the requested outputs with their flags.
fn outputs(args: &Args) -> impl Iterator<Item = (&'static str, &Path)> {
    let all = [("--json", &args.json), ("--markdown", &args.markdown), ("--html", &args.html)];
    all.into_iter().filter_map(|(flag, path)| path.as_deref().map(|path| (flag, path)))
}

fn write(args: &Args, report: &TuningReport) -> Result<(), Failure> {
    let mut reported = false;
    for (flag, path) in outputs(args) {
        let content = match flag {
            "--json" => report.to_json(),
            "--markdown" => report.document().to_markdown(),
            _ => report.document().to_html(),
        };
        if is_stdout(path) {
            reported = true;
            std::io::stdout().lock().write_all(content.as_bytes())?;
        } else {
            std::fs::write(path, content).with_context(|| format!("{flag}: {} cannot be written", path.display()))?;
        }
    }
    if !reported {
        std::io::stdout()
            .lock()
            .write_all(report.document().to_text(columns().unwrap_or(WIDTH), args.explain).as_bytes())?;
    }
    Ok(())
}

fn resume_command(args: &Args) -> String {
    let mut command = format!("arena tune {} --resume", args.file.display());
    for (flag, value) in [("--seed", args.seed), ("--encounters", args.encounters)] {
        if let Some(value) = value {
            let _ = write!(command, " {flag} {value}");
        }
    }
    if args.data != Path::new("data") {
        let _ = write!(command, " --data {}", args.data.display());
    }
    command
}

/// Shows the progress of a tuning on standard error.
struct ProgressView {
    line: Progress,
    names: Vec<String>,
    encounters: u64,
    test: u64,
}

impl ProgressView {
    fn new(tuning: &Tuning, quiet: bool) -> Self {
        let line = Progress::start(quiet, Some(tuning.encounters), "{wide_bar} {human_pos}/{human_len} {eta}\n{msg}");
        let names = tuning.weights.iter().map(|weight| weight.name.clone()).collect();
        Self { line, names, encounters: tuning.encounters, test: tuning.test.encounters }
    }

    fn show(&mut self, course: &TuningProgress<'_>) {
        if let Some(bar) = self.line.bar() {
            bar.set_position(course.encounters);
            bar.set_message(summary_text(&self.names, self.test, course));
        } else if self.line.is_line_due(false) {
            let (done, all) = (grouped(course.encounters), grouped(self.encounters));
            say!("{done} of {all} encounters: {}", summary_text(&self.names, self.test, course));
        }
    }
}

/// Summarises the current weights or the state of the test.
fn summary_text(names: &[String], most: u64, course: &TuningProgress<'_>) -> String {
    if let Some(test) = course.test {
        let llr = test.llr.map_or_else(|none| none.text().to_owned(), |llr| format!("{llr:.2}"));
        let played = grouped(test.encounters().0.encounters());
        return format!("testing, {played} of at most {} encounters, LLR {llr}", grouped(most));
    }
    let values = names.iter().zip(course.estimates).map(|(name, value)| format!("{name} {value:.2}"));
    values.collect::<Vec<_>>().join("  ")
}
