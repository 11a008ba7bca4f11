//! The engines that are running, and what ends them when this process ends without dropping what it holds.
//!
//! An engine sees the end of its input then, and most end by themselves. For those that do not, there is a guard: a
//! shell that reads from a pipe which process groups have been started and which have ended, and that kills the rest
//! when the pipe closes, because this process is gone. So it makes no difference how this process ends, and nothing has
//! to be done while it does. (Linux can signal the children of a thread that ends, but the thread that starts an engine
//! need not outlive it.)
//!
//! A process group does not hold a child that begins a session of its own. So each engine is started with a variable in its
//! environment, [`MARK`], which all that it starts inherit: whoever has it is killed too, where `/proc` tells. A child with a
//! cleared environment in a session of its own is not found.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use memchr::memmem;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// What the guard does, for any POSIX shell.
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

/// The variable that an engine and all that it starts have in their environment.
pub(super) const MARK: &str = "ARENA_ENGINE";

/// What the marks of all engines of this process begin with.
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

/// An engine was started, as the first process of a group of its own.
pub(super) fn add(pid: Pid) {
    let mut registry = registry();
    registry.groups.push(pid);
    registry.tell_guard('+', pid);
}

/// An engine was killed. Called before it is reaped: afterwards its number may belong to another process.
pub(super) fn remove(pid: Pid) {
    let mut registry = registry();
    registry.groups.retain(|group| *group != pid);
    registry.tell_guard('-', pid);
}

/// The mark of an engine that is to be started.
pub(super) fn new_mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}{}.", *MARKS, NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Kills all processes whose mark begins so.
pub(super) fn kill_marked(mark: &str) {
    let variable = format!("{MARK}={mark}");
    let mut killed: Vec<Pid> = Vec::new();
    loop {
        let before = killed.len();
        for pid in processes().filter(|pid| has(*pid, &variable)) {
            // One that has been killed can still be there, but starts no other.
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

/// Whether a process has that in its environment; one that may not be looked at has not.
fn has(pid: Pid, variable: &str) -> bool {
    let environment = std::fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())).unwrap_or_default();
    memmem::find(&environment, variable.as_bytes()).is_some()
}

/// Kills all engines at once: for a process that ends without dropping what it holds.
pub fn kill_all() {
    for pid in registry().groups.drain(..) {
        kill_process_group(pid, Signal::KILL).ok();
    }
    kill_marked(&MARKS);
}

impl Registry {
    /// Sends a change to the guard. Where there is no guard yet, or it has ended, a new one is started and sent all
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

/// Starts a guard in a process group of its own, which Ctrl-C does not reach.
fn start() -> std::io::Result<Child> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", GUARD, "guard", &format!("{MARK}={}", *MARKS)]);
    command.env_remove(MARK).process_group(0).current_dir("/");
    let guard = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    if let Some(input) = &guard.stdin {
        // A guard that somebody has suspended must not block this process.
        rustix::io::ioctl_fionbio(input, true)?;
    }
    Ok(guard)
}

fn write(guard: &mut Child, what: char, pid: Pid) -> std::io::Result<()> {
    let input = guard.stdin.as_mut().ok_or(std::io::ErrorKind::BrokenPipe)?;
    writeln!(input, "{what} {}", pid.as_raw_nonzero())
}
