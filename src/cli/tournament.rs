//! `arena tournament`: plays a tournament between bots and reports the results.

mod controls;
mod flags;
mod lines;
mod output;
mod page;
mod progress;
mod remote;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};

use super::embedded_file::{beside, find, here};
use super::{Failure, tablebases};
use arena_bots::charset::Decoded;
use arena_bots::engine::EngineLog;
use arena_bots::unreadable::{self, cause};
use arena_bots::{FileError, Roster, Source};
use arena_games::Diagnostic;
use arena_syzygy::Tablebases;
use arena_tournament::Plan;
use arena_tournament::plan::file::read_with;
use arena_tournament::plan::{Defects, Engines, MAX_PLIES, Machine, OpeningsSource, Overrides};
use arena_tournament::report::number_format::{counted, grouped};
use arena_tournament::run::affinity;
use arena_tournament::run::journal::{Journal, JournalError, Opened};
use arena_tournament::run::match_runner::logged;
use arena_tournament::run::{Control, Progress, RunOptions, run_at, run_with};
pub(super) use controls::Controls;
pub(super) use flags::RunFlags;
use lines::JsonLines;
use output::{LiveOutputs, Outputs};
use page::Page;
use progress::ProgressView;

/// Plays a tournament and prints the crosstable.
///
/// The same file and seed give the same results, byte for byte, at any concurrency and after any interruption. Only
/// times differ, so --json, --csv and --records omit them unless --timings is given.
///
/// Keys in a terminal: p pauses and resumes, + and - change the concurrency, q stops after the running matches.
/// Signals: SIGUSR1 pauses and resumes, Ctrl-C (or SIGTERM) stops after the running matches, and a second one stops at
/// once. None of these changes a result, and --resume continues the run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena tournament tictactoe-depths --json results.json
  arena match tictactoe-club tictactoe-casual --print | arena tournament -")]
pub(super) struct Args {
    /// The tournament file, or the name of an embedded one, such as tictactoe-depths; - is standard input.
    file: PathBuf,
    #[command(flatten)]
    run: RunFlags,
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        Self::Work(error.into())
    }
}

impl From<Diagnostic> for Failure {
    fn from(error: Diagnostic) -> Self {
        Self::Work(error.into())
    }
}

/// A tournament on the standard input has at most this many bytes.
const LARGEST_INPUT: u64 = 16 << 20;

pub(super) fn run_command(args: &Args, config: &super::ConfigDir) -> super::CommandResult {
    let typed = args.file == Path::new("-");
    let near = args.file.parent().filter(|_| args.file.is_file()).unwrap_or(Path::new(""));
    let roster = super::modules::roster_near(near, config)?;
    let (name, text) = if typed {
        let text = unreadable::limited_text(std::io::stdin(), LARGEST_INPUT)
            .map_err(|error| Failure::Usage(anyhow!("cannot read standard input: {}", cause(&error))))?;
        ("the standard input".to_owned(), text)
    } else {
        find(&args.file, config.folder()?, "tournaments", "tournament")?
    };
    let open = |path: &str| match typed {
        true => here(path),
        false => beside(&args.file, path, config.folder().ok().flatten(), "tournaments"),
    };
    let source = Source { file: &name, text: &text };
    play(&args.run, &source, &roster, &open, &resume_command(args), &Failure::from)
}

/// Opens a file by the path given in a tournament file. Returns its name for messages and its text, or an error
/// message.
pub(super) type OpenFile<'a> = &'a dyn Fn(&str) -> Result<(String, Decoded), String>;

/// Plays the tournament described by `source`. `open` opens the files that it refers to, `resume` is the command that
/// continues the run, and `reword` converts an error in the file.
pub(super) fn play(
    args: &RunFlags,
    source: &Source<'_>,
    roster: &Roster,
    open: OpenFile<'_>,
    resume: &str,
    reword: &dyn Fn(FileError) -> Failure,
) -> super::CommandResult {
    let venue = remote::venue(args)?;
    // Engines that run on workers need not be installed here.
    let engines = if venue.is_some() { Engines::Unseen } else { Engines::Probed };
    let overrides = Overrides { engines, seed: args.seed, rounds: args.rounds, strict: args.strict };
    let read = RefCell::new(vec![source.file.to_owned()]);
    let noted = |path: &str| {
        let opened = open(path).map_err(Diagnostic::from)?;
        read.borrow_mut().push(opened.0.clone());
        Ok(opened)
    };
    let file = read_with(source, roster, overrides, &noted).map_err(reword)?;
    let mut plan = file.plan;
    tell_skipped(&plan);
    if let Some(anchor) = &args.anchor {
        let anchor = plan.anchor_named(anchor).map_err(|problem| Failure::Usage(anyhow!("--anchor: {problem}")))?;
        plan.anchor = Some(anchor);
    }
    let concurrency =
        args.concurrency.map(usize::from).or(file.concurrency).unwrap_or_else(|| usual_concurrency(&plan));
    let concurrency = if venue.is_some() { remote::CONCURRENCY } else { concurrency };
    plan.machine = venue.is_none().then(|| Machine::here(concurrency));
    let opened_tables = open_tables(args, &plan, venue.is_some())?;
    let plan = Arc::new(plan);

    output::check(args, plan.config.game, &read.into_inner())?;
    let opened = if args.resume { Journal::resume(&args.data, &plan)? } else { Journal::begin(&args.data, &plan)? };
    tell_journal(args, &opened);
    let damage = damage(&opened);
    let lines = || RefCell::new(JsonLines::begin(&plan, plan.schedule.len(), opened.matches, concurrency));
    let lines = args.json_lines.then(lines);
    let control = Arc::new(Control::default().with_tablebases(opened_tables));
    let page = args.serve.map(|address| Page::open(address, roster, (&plan, source.text), &control)).transpose()?;
    let live = LiveOutputs { lines: lines.as_ref(), page: page.as_ref() };
    let mut outputs = Outputs::open(args, &plan, opened.journal, live)?;
    let affinity = venue.is_none() && args.affinity.unwrap_or_else(|| affinity::advisable(&plan, concurrency));
    let setting = RunOptions {
        concurrency,
        records: outputs.wants_records(),
        timings: args.timings,
        notes: outputs.wants_notes(),
        affinity,
    };
    let controls = Controls::signals(&control)?;
    let mut shown = ProgressView::new(&plan, args.quiet);
    let keys = controls.keys(&control);
    shown.hint(keys);
    let earlier = outputs.journal().matches()?;
    let mut show = |progress: &Progress<'_>| {
        shown.show(progress);
        if let Some(lines) = &lines {
            lines.borrow_mut().standings(progress);
        }
        if let Some(page) = &page {
            page.progress(progress);
        }
    };
    let log = dialogue(args, &plan)?;
    let players = logged(&plan, log.as_ref());
    let played = match &venue {
        Some(venue) => run_at(&plan, &**venue, setting, earlier, &mut outputs, &mut show, &control),
        None => run_with(&plan, &players, setting, earlier, &mut outputs, &mut show, &control),
    };
    let outcome = played.map_err(|error| outputs.unwritten().map_or_else(|| error.into(), Failure::from))?;
    drop(controls);
    shown.finish(&outcome);
    if let Some(problem) = log.as_ref().and_then(EngineLog::problem) {
        say!("--log: incomplete: {problem}");
    }
    outputs.finish(&plan, &outcome.tally, args, damage.as_deref())?;
    if let Some(page) = &page {
        page.end(&outcome);
    }
    if let Some(lines) = lines {
        lines.into_inner().done(&outcome)?;
    }
    if outcome.complete {
        return Ok(());
    }
    let (played, all) = (grouped(outcome.tally.played()), grouped(outcome.total));
    Err(Failure::Work(anyhow!("stopped after {played} of {all} matches; to continue, run: {resume}")))
}

/// Opens the tables of endings. They are given exactly if the rules of adjudication ask for them.
fn open_tables(args: &RunFlags, plan: &Plan, on_workers: bool) -> Result<Option<Arc<Tablebases>>, Failure> {
    let wrong = |problem: &str| Err(Failure::Usage(anyhow!("{problem}")));
    match (&args.tb, plan.config.adjudication.tablebase) {
        (None, None) => Ok(None),
        (_, Some(_)) if on_workers => {
            wrong("--nats: workers have no Syzygy tables, which adjudication.tablebase needs")
        }
        (None, Some(_)) => wrong("adjudication.tablebase needs Syzygy tables: give their folder with --tb"),
        (Some(_), None) => wrong("--tb: the file has no rule `tablebase` in [adjudication]"),
        (Some(folders), Some(_)) => {
            let opened = tablebases::open(folders)?;
            if !args.quiet {
                say!("Adjudicating with {opened}.");
            }
            Ok(Some(opened))
        }
    }
}

/// Returns the default concurrency: one match per processor, or per two processors if an engine ponders.
fn usual_concurrency(plan: &Plan) -> usize {
    let ponders = plan.entrants.iter().any(|entrant| entrant.spec.engine.as_ref().is_some_and(|it| it.ponder));
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    if ponders { (cores / 2).max(1) } else { cores }
}

/// Opens the log of the communication with engines.
fn dialogue(args: &RunFlags, plan: &Plan) -> Result<Option<EngineLog>, Failure> {
    let Some(path) = &args.log else { return Ok(None) };
    if plan.entrants.iter().all(|entrant| entrant.spec.engine.is_none()) {
        say!("No engine plays, so --log stays empty.");
    }
    let log = EngineLog::open(path, args.resume);
    Ok(Some(log.with_context(|| format!("--log: {} cannot be written", path.display()))?))
}

/// Reports how a file of openings was decoded, and which openings were skipped or cut.
pub(super) fn tell_skipped(plan: &Plan) {
    const NAMED: usize = 10;
    let OpeningsSource { file, notice, defects: Defects { skipped, cut }, .. } = &plan.openings_source;
    if let Some(notice) = notice {
        say!("{notice}");
    }
    for error in skipped.iter().take(NAMED) {
        say!("{error}; opening skipped");
    }
    if skipped.len() > NAMED {
        say!("{} more openings skipped ({} in all)", skipped.len() - NAMED, skipped.len());
    }
    if *cut > 0 {
        let file = file.as_deref().unwrap_or_default();
        say!("{file}: {} cut after {MAX_PLIES} plies", counted(*cut as u64, "game", "games"));
    }
}

fn tell_journal(args: &RunFlags, opened: &Opened) {
    tell_damage(opened);
    if args.quiet {
        return;
    }
    if let Some(aside) = &opened.moved_aside {
        say!("The journal of an earlier run was renamed to {}.", aside.display());
    }
    if args.resume {
        match opened.matches {
            0 => say!("The journal has no matches: starting from the beginning."),
            matches => say!("Continuing after {}.", counted(matches, "match", "matches")),
        }
    }
}

/// Warns of damaged journal lines, even with --quiet.
pub(super) fn tell_damage(opened: &Opened) {
    let file = opened.journal.file().display();
    match opened.damaged.as_slice() {
        [] => {}
        [line] => say!("{file}: line {line} is damaged; its match is replayed."),
        lines => say!("{file}: {} are damaged; their matches are replayed.", named(lines)),
    }
    if opened.torn {
        say!("{file}: the last line is incomplete; its match is replayed.");
    }
}

/// Returns the same warning for the end of the report.
fn damage(opened: &Opened) -> Option<String> {
    match opened.damaged.as_slice() {
        [] => None,
        [line] => Some(format!("Journal: line {line} was damaged; its match was replayed.")),
        lines => Some(format!("Journal: {} were damaged; their matches were replayed.", named(lines))),
    }
}

/// Formats line numbers: `3 lines (4, 9, 12)`.
fn named(lines: &[u64]) -> String {
    let first: Vec<String> = lines.iter().take(10).map(u64::to_string).collect();
    let more = if lines.len() > first.len() { " and more" } else { "" };
    format!("{} lines ({}{more})", lines.len(), first.join(", "))
}

fn resume_command(args: &Args) -> String {
    let mut command = format!("arena tournament {} --resume", args.file.display());
    for (flag, value) in [("--seed", args.run.seed), ("--rounds", args.run.rounds)] {
        if let Some(value) = value {
            command.push_str(&format!(" {flag} {value}"));
        }
    }
    if args.run.data != Path::new("data") {
        command.push_str(&format!(" --data {}", args.run.data.display()));
    }
    command
}
