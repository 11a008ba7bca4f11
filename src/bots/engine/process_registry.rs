//! The running engines, and the guard that ends them if this process exits without dropping them.
//!
//! In that case an engine reaches the end of its input, and most engines exit by themselves. For the rest there is a
//! guard: a shell that receives the ids of started and ended process groups through a pipe. When the pipe closes
//! because this process is gone, the guard kills the remaining groups. It works however this process ends, and needs no
//! cleanup code in it.
//!
//! The guard is a script because the alternatives do not fit. The kernel's parent-death signal is set in the child, which
//! needs `unsafe` (`pre_exec`). It also comes when the thread that started the engine ends. A subreaper would have to
//! outlive this process.
//!
//! A process group does not include a child that begins its own session. Each engine is therefore started with an
//! environment variable, [`MARK`], which all of its child processes inherit. Processes with that variable are killed
//! too, where `/proc` shows it. A child in its own session with a cleared environment is not found.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use memchr::memmem;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// Script of the guard, for any POSIX shell.
const GUARD: &str = r#"groups=' '
while read -r what group; do
    case $what in
        +) groups="$groups$group " ;;
        -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
for file in $(grep -ls "$1" /proc/[0-9]*/environ); do
    pid=${file%/environ}
    kill -s KILL "${pid#/proc/}"
done"#;

/// Environment variable of an engine and of all processes that it starts.
pub(super) const MARK: &str = "ARENA_ENGINE";

/// Common prefix of the marks of all engines of this process.
static MARKS: LazyLock<String> = LazyLock::new(|| {
    let started = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{}-{}-", std::process::id(), started.as_nanos())
});

struct Registry {
    groups: Vec<Pid>,
    guard: Option<Child>,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry { groups: Vec::new(), guard: None });

fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers an engine that was started as the leader of its own process group.
pub(super) fn add(pid: Pid) {
    let mut registry = registry();
    registry.groups.push(pid);
    registry.tell_guard('+', pid);
}

/// Unregisters a killed engine. Must be called before it is reaped, because its process id may be reused afterwards.
pub(super) fn remove(pid: Pid) {
    let mut registry = registry();
    registry.groups.retain(|group| *group != pid);
    registry.tell_guard('-', pid);
}

/// Returns a mark for a new engine.
pub(super) fn new_mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}{}.", *MARKS, NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Kills all processes whose mark begins with `mark`.
pub(super) fn kill_marked(mark: &str) {
    let variable = format!("{MARK}={mark}");
    let mut killed: Vec<Pid> = Vec::new();
    loop {
        let before = killed.len();
        for pid in processes().filter(|pid| has(*pid, &variable)) {
            // A killed process may still be listed, but cannot start another.
            if !killed.contains(&pid) && kill_process(pid, Signal::KILL).is_ok() {
                killed.push(pid);
            }
        }
        if killed.len() == before {
            return;
        }
    }
}

fn processes() -> impl Iterator<Item = Pid> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}

/// True if a process has that variable in its environment. False if the environment cannot be read.
fn has(pid: Pid, variable: &str) -> bool {
    let environment = std::fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())).unwrap_or_default();
    memmem::find(&environment, variable.as_bytes()).is_some()
}

/// Kills all engines at once, for a process that exits without dropping them.
pub fn kill_all() {
    for pid in registry().groups.drain(..) {
        kill_process_group(pid, Signal::KILL).ok();
    }
    kill_marked(&MARKS);
}

impl Registry {
    /// Sends a change to the guard. If there is no guard yet or it has exited, a new one is started and gets all
    /// groups. A system without a shell has no guard.
    fn tell_guard(&mut self, what: char, pid: Pid) {
        if self.guard.as_mut().is_some_and(|guard| write(guard, what, pid).is_ok()) {
            return;
        }
        if let Some(mut old) = self.guard.take() {
            old.kill().and_then(|()| old.wait()).ok();
        }
        self.guard = start().ok();
        if let Some(guard) = &mut self.guard {
            for &group in &self.groups {
                write(guard, '+', group).ok();
            }
        }
    }
}

/// Starts a guard in its own process group, which Ctrl-C does not reach.
fn start() -> std::io::Result<Child> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", GUARD, "guard", &format!("{MARK}={}", *MARKS)]);
    command.env_remove(MARK).process_group(0).current_dir("/");
    let guard = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    if let Some(input) = &guard.stdin {
        // A suspended guard must not block this process.
        rustix::io::ioctl_fionbio(input, true)?;
    }
    Ok(guard)
}

fn write(guard: &mut Child, what: char, pid: Pid) -> std::io::Result<()> {
    let input = guard.stdin.as_mut().ok_or(std::io::ErrorKind::BrokenPipe)?;
    writeln!(input, "{what} {}", pid.as_raw_nonzero())
}
