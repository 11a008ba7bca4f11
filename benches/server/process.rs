//! Process information from the system, and pinning to processors.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use rustix::process::{Pid, Signal, kill_process};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Ticks per second in `/proc`, the same on every Linux.
const TICKS: f64 = 100.0;

/// Returns the processors that this process may use.
pub(crate) fn processors() -> anyhow::Result<Vec<usize>> {
    let allowed = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU).filter(|&processor| allowed.is_set(processor)).collect())
}

/// Pins this thread, and everything that it starts from now on, to `processor`.
pub(crate) fn pin(processor: usize) -> anyhow::Result<()> {
    let mut only = CpuSet::new();
    only.set(processor);
    sched_setaffinity(None, &only).context("processes cannot be pinned here")
}

/// Returns the processor time that a process has used, in seconds.
pub(crate) fn processor_time(pid: u32) -> anyhow::Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The second field is the program's name in brackets, which may contain anything.
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |field: usize| -> anyhow::Result<f64> { Ok(fields.get(field).context("a short line")?.parse()?) };
    Ok((ticks(11)? + ticks(12)?) / TICKS)
}

/// Returns the resident memory of a process, in KiB.
pub(crate) fn resident(pid: u32) -> anyhow::Result<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// A process that is killed on drop.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    /// Starts `command` on `processor`, with its output in a pipe.
    pub(crate) fn start(command: &mut Command, processor: usize) -> anyhow::Result<Self> {
        pin(processor)?;
        let program = command.get_program().to_owned();
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        Ok(Self(child.with_context(|| format!("{} cannot be started", program.display()))?))
    }

    /// Stops the process gracefully, with a time limit.
    pub(crate) fn stop(mut self) -> anyhow::Result<()> {
        if let Ok(pid) = i32::try_from(self.0.id()) {
            kill_process(Pid::from_raw(pid).context("no process")?, Signal::TERM)?;
        }
        let until = Instant::now() + Duration::from_secs(20);
        while self.0.try_wait()?.is_none() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
