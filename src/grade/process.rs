//! The process of a submission: lines in and out, and a thread that kills it at its limits.
//!
//! Time is processor time, so that a busy machine changes no mark. A process that waits without computing is killed after
//! some seconds of waiting, which only count while it sleeps.

use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::sandbox::Profile;

/// Interval between two looks at a process.
const WATCH: Duration = Duration::from_millis(10);
/// Longest line that is read.
const LONGEST_LINE: u64 = 4 << 10;
/// A process that sleeps this long without a line does not answer.
const ASLEEP: Duration = Duration::from_secs(3);
/// Time limit for an answer on a machine that gives the process no time to compute.
const STARVED: Duration = Duration::from_secs(120);

/// Limits of a process while it answers one question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnswerLimits {
    pub time: Duration,
    pub memory: u64,
    /// Bytes of output that is no line of the protocol, and of standard error.
    pub output: u64,
}

/// The prefix of the folders in which submissions run.
pub(crate) const FOLDER_PREFIX: &str = "arena-grade-";

/// Why a process gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    Ended(String),
    OverTime(Duration),
    Asleep,
    Starved,
    Memory(u64),
    Output(u64),
    Line,
    Start(String),
}

impl Failure {
    /// Whether the process was running when it was given up.
    pub(crate) const fn is_endless(&self) -> bool {
        !matches!(self, Self::Ended(_) | Self::Line | Self::Start(_))
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ended(how) => write!(f, "the program ended before it answered: {how}"),
            Self::OverTime(time) => {
                write!(f, "no answer within {} ms of processor time: is there an endless loop?", time.as_millis())
            }
            Self::Asleep => {
                write!(f, "the program waits and does not answer: was the output flushed, and every line read?")
            }
            Self::Starved => f.write_str("no answer: the machine was too busy to run the program; mark it again"),
            Self::Memory(bytes) => write!(f, "the program uses more than {} MB of memory", bytes >> 20),
            Self::Output(bytes) => write!(f, "the program writes more than {} kB besides its answers", bytes >> 10),
            Self::Line => write!(f, "the program writes a line of more than {LONGEST_LINE} bytes"),
            Self::Start(problem) => f.write_str(problem),
        }
    }
}

/// How a submission is started.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    /// The launcher and its arguments; see [`crate::sandbox::enter`]. `None` starts the program without any limits.
    pub launcher: Option<Vec<PathBuf>>,
    pub command: Vec<String>,
    pub folder: PathBuf,
    pub profile: Profile,
}

impl Launch {
    /// Returns the command that starts the program.
    pub(crate) fn command(&self) -> Command {
        let mut command = match &self.launcher {
            Some(launcher) => {
                let mut command = Command::new(&launcher[0]);
                let profile = serde_json::to_string(&self.profile).expect("paths of this program are text");
                command.args(&launcher[1..]).arg(profile).arg("--").args(&self.command);
                command
            }
            None => {
                let mut command = Command::new(&self.command[0]);
                command.args(&self.command[1..]);
                command
            }
        };
        command.current_dir(&self.folder).env_clear().envs(environment(&self.folder));
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
    }
}

/// The environment of a submission. Nothing of the grader's own is handed on, because it may hold secrets.
fn environment(folder: &Path) -> Vec<(&'static str, std::ffi::OsString)> {
    let mut all: Vec<(&str, std::ffi::OsString)> = ["HOME", "TMPDIR"].map(|key| (key, folder.into())).into();
    all.extend(
        [("LANG", "C.UTF-8"), ("PYTHONHASHSEED", "0"), ("PYTHONDONTWRITEBYTECODE", "1")].map(|(k, v)| (k, v.into())),
    );
    all.extend(["PATH", "SystemRoot"].into_iter().filter_map(|key| Some((key, std::env::var_os(key)?))));
    all
}

#[derive(Debug, Default)]
struct Watched {
    asked: Option<Asked>,
    killed: Option<Failure>,
    done: bool,
}

#[derive(Debug)]
struct Asked {
    limits: AnswerLimits,
    since: Instant,
    used: Duration,
    asleep: Duration,
}

type SharedWatch = Arc<(Mutex<Watched>, Condvar)>;

fn lock(shared: &SharedWatch) -> MutexGuard<'_, Watched> {
    shared.0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running submission.
pub(crate) struct Process {
    child: Arc<Mutex<Child>>,
    into: ChildStdin,
    out: BufReader<ChildStdout>,
    errors: std::fs::File,
    shared: SharedWatch,
    watcher: Option<JoinHandle<()>>,
    /// Bytes of output that was no line of the protocol.
    ignored: u64,
    limits: AnswerLimits,
    line: String,
}

impl Process {
    pub(crate) fn start(launch: &Launch, limits: AnswerLimits) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::Start(format!("cannot run {}: {error}", launch.command[0]));
        let errors = tempfile::tempfile().map_err(failed)?;
        let mut command = launch.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors.try_clone().map_err(failed)?);
        let mut child = command.spawn().map_err(failed)?;
        let into = child.stdin.take().expect("it is piped");
        let out = BufReader::new(child.stdout.take().expect("it is piped"));
        let child = Arc::new(Mutex::new(child));
        let shared = SharedWatch::default();
        let watcher = {
            let (child, shared, errors) =
                (Arc::clone(&child), Arc::clone(&shared), errors.try_clone().map_err(failed)?);
            std::thread::spawn(move || watch(&child, &shared, &errors))
        };
        Ok(Self { child, into, out, errors, shared, watcher: Some(watcher), ignored: 0, limits, line: String::new() })
    }

    /// Begins a question: the limits count from here.
    pub(crate) fn ask(&mut self, lines: &str) -> Result<(), Failure> {
        self.ignored = 0;
        let used = usage(lock_child(&self.child).id()).map_or(Duration::ZERO, |usage| usage.time);
        let asked = Asked { limits: self.limits, since: Instant::now(), used, asleep: Duration::ZERO };
        lock(&self.shared).asked = Some(asked);
        self.send(lines)
    }

    /// Ends a question.
    pub(crate) fn answered(&mut self) {
        lock(&self.shared).asked = None;
    }

    pub(crate) fn send(&mut self, lines: &str) -> Result<(), Failure> {
        if self.into.write_all(lines.as_bytes()).and_then(|()| self.into.flush()).is_err() {
            return Err(self.ended());
        }
        Ok(())
    }

    /// Returns the next line.
    pub(crate) fn line(&mut self) -> Result<&str, Failure> {
        let mut bytes = std::mem::take(&mut self.line).into_bytes();
        bytes.clear();
        match (&mut self.out).take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return Err(self.ended()),
            Ok(_) if bytes.last() != Some(&b'\n') => {
                return Err(if bytes.len() as u64 >= LONGEST_LINE { Failure::Line } else { self.ended() });
            }
            Ok(_) => {}
        }
        if let Some(asked) = &mut lock(&self.shared).asked {
            asked.asleep = Duration::ZERO;
        }
        self.line = String::from_utf8_lossy(&bytes).into_owned();
        Ok(self.line.trim())
    }

    /// Counts a line that is not of the protocol, such as a message for debugging.
    pub(crate) fn ignore(&mut self) -> Result<(), Failure> {
        self.ignored += self.line.len() as u64;
        if self.ignored > self.limits.output { Err(Failure::Output(self.limits.output)) } else { Ok(()) }
    }

    /// Returns why the process has ended.
    fn ended(&mut self) -> Failure {
        // A process that has closed its output is of no more use.
        let status = {
            let mut child = lock_child(&self.child);
            let patience = Instant::now();
            loop {
                match child.try_wait() {
                    Ok(None) if patience.elapsed() < Duration::from_secs(1) => std::thread::sleep(WATCH),
                    status => break status.ok().flatten(),
                }
            }
        };
        if let Some(failure) = &lock(&self.shared).killed {
            return failure.clone();
        }
        let how = match status {
            None => "it closed its output".to_owned(),
            Some(status) => status.to_string(),
        };
        match self.last_words() {
            words if words.is_empty() && status.is_some_and(|status| status.success()) => {
                Failure::Ended(format!("{how}; it has to answer questions until its input ends"))
            }
            words if words.is_empty() => Failure::Ended(how),
            words if ["not permitted", "Permission denied"].iter().any(|sign| words.contains(sign)) => {
                Failure::Ended(format!("{words} ({how}); submissions cannot use files, the network or other processes"))
            }
            words => Failure::Ended(format!("{words} ({how})")),
        }
    }

    /// Returns the last line of standard error, and the place in the program if Python names one.
    fn last_words(&mut self) -> String {
        const LAST: u64 = 2 << 10;
        let length = self.errors.metadata().map_or(0, |about| about.len());
        let mut bytes = Vec::new();
        let read = self.errors.seek(SeekFrom::Start(length.saturating_sub(LAST)));
        if read.is_err() || (&mut self.errors).take(LAST).read_to_end(&mut bytes).is_err() {
            return String::new();
        }
        let text = String::from_utf8_lossy(&bytes);
        let line = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
        let said: String = line.chars().filter(|letter| !letter.is_control()).take(200).collect();
        match text.lines().rev().find_map(python_place) {
            Some((file, line)) => format!("{said}, {file} line {line}"),
            None => said,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        lock(&self.shared).done = true;
        self.shared.1.notify_all();
        if let Some(watcher) = self.watcher.take() {
            watcher.join().unwrap_or_default();
        }
        kill(&self.child);
        lock_child(&self.child).wait().map(drop).unwrap_or_default();
    }
}

/// Returns the file and the line that a line of a Python traceback names, if the file is the submission's.
fn python_place(text: &str) -> Option<(&str, u32)> {
    let (path, rest) = text.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
    if !path.contains(FOLDER_PREFIX) {
        return None;
    }
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    Some((path.rsplit('/').next()?, rest[..digits].parse().ok()?))
}

fn lock_child(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills the process and those that it started in its group. It has not been waited for, so its id is its own.
pub(crate) fn kill(child: &Mutex<Child>) {
    let mut child = lock_child(child);
    if !matches!(child.try_wait(), Ok(None)) {
        return;
    }
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        kill_process_group(Pid::from_child(&child), Signal::KILL).unwrap_or_default();
    }
    child.kill().unwrap_or_default();
}

/// Looks at the process until it is done, and kills it when it exceeds a limit.
fn watch(child: &Mutex<Child>, shared: &SharedWatch, errors: &std::fs::File) {
    let id = lock_child(child).id();
    let mut watched = lock(shared);
    loop {
        watched = shared.1.wait_timeout(watched, WATCH).unwrap_or_else(PoisonError::into_inner).0;
        if watched.done {
            return;
        }
        let Some(asked) = &mut watched.asked else { continue };
        let limits = asked.limits;
        // Without figures of the system, all time counts. The system limits private memory; shared memory and the
        // program's own code come on top.
        let usage = usage(id);
        let used = usage.as_ref().map_or_else(|| asked.since.elapsed(), |usage| usage.time.saturating_sub(asked.used));
        if usage.as_ref().is_some_and(|usage| usage.asleep) {
            asked.asleep += WATCH;
        }
        let written = errors.metadata().map_or(0, |about| about.len());
        let failure = if used > limits.time {
            Failure::OverTime(limits.time)
        } else if asked.asleep > ASLEEP {
            Failure::Asleep
        } else if asked.since.elapsed() > STARVED {
            Failure::Starved
        } else if usage.is_some_and(|usage| usage.memory > limits.memory / 4 * 5) {
            Failure::Memory(limits.memory)
        } else if written > limits.output {
            Failure::Output(limits.output)
        } else {
            continue;
        };
        watched.killed = Some(failure);
        drop(watched);
        kill(child);
        return;
    }
}

/// What a process uses.
struct Usage {
    time: Duration,
    /// Resident memory in bytes.
    memory: u64,
    /// Whether its first thread sleeps.
    asleep: bool,
}

/// The ticks per second in which Linux tells processor time, on all machines that it runs on here.
#[cfg(target_os = "linux")]
const TICKS: u64 = 100;

#[cfg(target_os = "linux")]
fn usage(id: u32) -> Option<Usage> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program, in parentheses, may contain anything.
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let asleep = fields.next()? == "S";
    let mut ticks = fields.skip(10).map_while(|field| field.parse::<u64>().ok());
    let ticks = ticks.next()? + ticks.next()?;
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).map_or("0 kB", str::trim);
    let kilobytes: u64 = resident.strip_suffix(" kB")?.parse().ok()?;
    Some(Usage { time: Duration::from_millis(ticks * 1000 / TICKS), memory: kilobytes << 10, asleep })
}

#[cfg(not(target_os = "linux"))]
fn usage(_: u32) -> Option<Usage> {
    None
}
