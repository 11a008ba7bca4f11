//! The engines that are running, and what ends them when this process ends without dropping what it holds.
//!
//! An engine sees the end of its input then, and most end by themselves. For those that do not, there is a guard: a
//! shell that reads from a pipe which process groups have been started and which have ended, and that kills the rest
//! when the pipe closes, because this process is gone. So it makes no difference how this process ends, and nothing has
//! to be done while it does. (Linux can signal the children of a thread that ends, but the thread that starts an engine
//! need not outlive it.)

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

/// What the guard does, for any POSIX shell.
const GUARD: &str = r#"groups=' '
while read -r what group; do
    case $what in
        +) groups="$groups$group " ;;
        -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done"#;

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

/// Kills all engines at once: for a process that ends without dropping what it holds.
pub fn kill_all() {
    for pid in registry().groups.drain(..) {
        kill_process_group(pid, Signal::KILL).ok();
    }
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
    command.args(["-c", GUARD]).process_group(0).current_dir("/");
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
