//! `arena grade`: marks programs that students write.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, anyhow};

use super::Failure;
use super::embedded_file::{beside, find};
use super::output_files::is_stdout;
use super::progress::Progress;
use arena_bots::Source;
use arena_bots::embedded::Files;
use arena_grade::report::{self, Reader};
use arena_grade::sandbox::{self, Profile};
use arena_grade::{Marks, Task};

/// The command that sets the limits of a submission and becomes it.
pub(super) const LAUNCHER: &str = "grade-sandbox";
/// The folder of embedded tasks.
const FOLDER: &str = "grading";

/// Marks programs that search game trees or play games, in Python, JavaScript, Java, C or anything that reads and writes
/// lines.
///
/// A task is a TOML file. Submissions run without network and with limits on time, memory, output, files and processes.
/// docs/grading.md explains tasks, the protocol and the reports.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena grade search minimax.py
  arena grade search --class homework --csv marks.csv
  arena grade --write-samples grading")]
pub(super) struct Args {
    /// The task: a file, or the name of an embedded one, such as search.
    #[arg(required_unless_present = "write_samples")]
    task: Option<PathBuf>,
    /// The submissions: files or folders.
    #[arg(value_name = "SUBMISSION")]
    submissions: Vec<PathBuf>,
    /// Mark every file and folder in DIR.
    #[arg(long, value_name = "DIR")]
    class: Option<PathBuf>,
    /// Write Gradescope's results.json; with several submissions, a folder with one file for each.
    #[arg(long, value_name = "OUT")]
    gradescope: Option<PathBuf>,
    /// Write classroom50's result.json; with several submissions, a folder with one file for each.
    #[arg(long, value_name = "OUT")]
    classroom50: Option<PathBuf>,
    /// Write JUnit's XML; - is standard output.
    #[arg(long, value_name = "OUT")]
    junit: Option<PathBuf>,
    /// Write the marks as CSV; - is standard output.
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Write only points, without what is wrong and why.
    #[arg(long)]
    hide: bool,
    /// Submissions that run at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// Run the submissions with your own rights: without limits on files, network and processes. For programs that you
    /// trust.
    #[arg(long)]
    trusted: bool,
    /// Write the embedded tasks and a sample class into DIR, and mark nothing.
    #[arg(long, value_name = "DIR", exclusive = true)]
    write_samples: Option<PathBuf>,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

/// Sets the limits of a submission for itself and becomes it.
#[derive(Debug, clap::Args)]
#[command(hide = true, override_usage = "arena grade-sandbox <PROFILE> -- <COMMAND>…")]
pub(super) struct Launcher {
    /// The limits as JSON.
    profile: String,
    /// The program and its arguments.
    #[arg(last = true)]
    command: Vec<OsString>,
}

pub(super) fn launch(args: &Launcher) -> super::CommandResult {
    let profile: Profile = serde_json::from_str(&args.profile).context("the limits").map_err(Failure::Usage)?;
    Ok(sandbox::enter(&profile, &args.command).map_err(anyhow::Error::from)?)
}

pub(super) fn run(args: &Args, config: &super::ConfigDir) -> super::CommandResult {
    if let Some(folder) = &args.write_samples {
        return write_samples(folder, config);
    }
    let file = args.task.as_deref().ok_or_else(|| Failure::Usage(anyhow!("name a task")))?;
    let launcher = if args.trusted { None } else { Some(launcher()?) };
    let (name, text) = find(file, config.folder()?, FOLDER, "task")?;
    let open = |path: &str| {
        let read = beside(file, path, config.folder().ok().flatten(), FOLDER);
        read.map(|(_, decoded)| decoded.text)
    };
    let roster = super::modules::roster(config)?;
    let task = arena_grade::read(&Source { file: &name, text: &text }, &roster, &open, launcher)?;
    let submissions = submissions(args)?;
    let outputs = [&args.gradescope, &args.classroom50].into_iter().flatten();
    if submissions.len() > 1 {
        for folder in outputs {
            std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
        }
    }
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let all = mark_all(&task, &submissions, args.concurrency.map_or_else(cores, usize::from), args.quiet)
        .map_err(|problem| Failure::Work(anyhow!("{}: {problem}", task.title)))?;
    write(args, &task, &all)
}

/// Returns the command that starts submissions, after trying whether all limits can be set.
fn launcher() -> Result<Vec<PathBuf>, Failure> {
    let program = std::env::current_exe().context("the path of this program")?;
    let profile = Profile {
        parent: std::process::id(),
        memory: 1 << 30,
        cpu_s: 60,
        file: 1 << 20,
        read: Vec::new(),
        write: None,
        processes: false,
    };
    let profile = serde_json::to_string(&profile).context("the limits")?;
    let tried = std::process::Command::new(&program).args([LAUNCHER, &profile]).output();
    let output = tried.with_context(|| format!("cannot run {}", program.display()))?;
    if output.status.success() {
        return Ok(vec![program, LAUNCHER.into()]);
    }
    let problem = String::from_utf8_lossy(&output.stderr);
    let problem = problem.trim().trim_start_matches("arena: ");
    Err(Failure::Work(anyhow!(
        "submissions cannot be isolated: {problem}; use another machine, or --trusted for programs that you trust"
    )))
}

/// Returns the submissions in the order of their names.
fn submissions(args: &Args) -> Result<Vec<PathBuf>, Failure> {
    let mut all = args.submissions.clone();
    if let Some(class) = &args.class {
        let unreadable = || format!("--class: {} cannot be read", class.display());
        let entries = std::fs::read_dir(class).with_context(unreadable).map_err(Failure::Usage)?;
        let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>();
        let hidden = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let mut paths: Vec<PathBuf> =
            paths.with_context(unreadable)?.into_iter().filter(|path| !hidden(path)).collect();
        paths.sort();
        all.append(&mut paths);
    }
    if all.is_empty() {
        return Err(Failure::Usage(anyhow!("name submissions, or --class with a folder of them")));
    }
    if let Some(missing) = all.iter().find(|path| !path.exists()) {
        return Err(Failure::Usage(anyhow!("there is no submission {}", missing.display())));
    }
    // Reports are named by the submission.
    let mut names = BTreeSet::new();
    if let Some(twice) = all.iter().find(|path| !names.insert(path.file_name())) {
        return Err(Failure::Usage(anyhow!("two submissions are called {}", twice.display())));
    }
    Ok(all)
}

fn mark_all(task: &Task, submissions: &[PathBuf], concurrency: usize, quiet: bool) -> Result<Vec<Marks>, String> {
    let total = submissions.len() as u64;
    let progress = Progress::start(quiet, Some(total), "{wide_bar} {human_pos}/{human_len} {eta}");
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..concurrency.min(submissions.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(submission) = submissions.get(index) else { return };
                    let marks = arena_grade::mark(task, submission);
                    if marks.is_err() {
                        // The task is at fault, so no submission is marked.
                        next.store(submissions.len(), Ordering::Relaxed);
                    }
                    done.lock().expect("marking does not panic").push((index, marks));
                    if let Some(bar) = progress.bar() {
                        bar.inc(1);
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().expect("marking does not panic");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, marks)| marks).collect()
}

fn write(args: &Args, task: &Task, all: &[Marks]) -> super::CommandResult {
    let reader = if args.hide { Reader::Student } else { Reader::Teacher };
    let now = arena_protocol::date::now("%Y-%m-%dT%H:%M:%SZ");
    let variable = |name: &str| std::env::var(name).ok();
    let mut printed = false;
    let mut put = |path: &Path, text: &str| -> anyhow::Result<()> {
        if is_stdout(path) {
            printed = true;
            return Ok(std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes())?);
        }
        std::fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
    };
    for marks in all {
        let place =
            |path: &Path| if all.len() > 1 { path.join(format!("{}.json", marks.submission)) } else { path.into() };
        if let Some(path) = &args.gradescope {
            put(&place(path), &format!("{:#}\n", report::gradescope(marks, reader)))?;
        }
        if let Some(path) = &args.classroom50 {
            put(&place(path), &format!("{:#}\n", report::classroom50(marks, reader, &variable, &now)))?;
        }
    }
    if let Some(path) = &args.junit {
        put(path, &report::junit(all, reader))?;
    }
    if let Some(path) = &args.csv {
        put(path, &report::csv(all, reader))?;
    }
    if !printed {
        let mut text = format!("{}\n", task.title);
        for marks in all {
            text += &format!("\n{}", report::text(marks, reader));
        }
        std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes())?;
    }
    Ok(())
}

fn write_samples(folder: &Path, config: &super::ConfigDir) -> super::CommandResult {
    let files = Files::over(config.folder()?);
    let mut count = 0;
    for name in files.names(FOLDER) {
        let Some((_, text)) = files.one(&format!("{FOLDER}/{name}"))? else { continue };
        let path = folder.join(&name);
        if path.exists() {
            return Err(Failure::Work(anyhow!("{} exists already", path.display())));
        }
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).with_context(|| format!("{} cannot be created", parent.display()))?;
        std::fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))?;
        count += 1;
    }
    say!("Wrote {count} files into {}.", folder.display());
    Ok(())
}
