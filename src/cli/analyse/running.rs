//! Progress of a running search on a terminal, and Ctrl-C, which ends the search but keeps its result.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::serve::Signals;
use arena_bots::analysis::Analysis;
use arena_bots::tree::grouped;

/// Exit code of a process that was ended by SIGINT.
const INTERRUPTED: i32 = 130;

/// A line on standard error with the deepest result so far, if standard error is a terminal.
pub(super) struct Progress {
    line: Option<ProgressBar>,
}

impl Progress {
    pub(super) fn start(quiet: bool) -> Self {
        if quiet || !std::io::stderr().is_terminal() {
            return Self { line: None };
        }
        let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{spinner} {elapsed}  {wide_msg}");
        line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        line.set_message("searching; Ctrl-C stops and prints the result so far");
        line.enable_steady_tick(Duration::from_millis(100));
        Self { line: Some(line) }
    }

    /// Shows the result of a completed depth.
    pub(super) fn tell(&self, analysis: &Analysis) {
        if let Some(line) = &self.line {
            line.set_message(so_far(analysis));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

/// Formats depth, value and line. The nodes come last, because a narrow terminal cuts off the end.
fn so_far(analysis: &Analysis) -> String {
    let nodes = grouped(analysis.nodes);
    format!("depth {}  {}  {}  ({nodes} nodes)", analysis.depth, analysis.value_text, analysis.line.join(" "))
}

/// Returns a flag that the first Ctrl-C sets. The second Ctrl-C ends the process.
///
/// # Errors
/// If the system cannot create a thread or register the signal handler.
pub(super) fn stop_at_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()
        .context("cannot start the runtime that waits for Ctrl-C")?;
    let mut signals = {
        let _inside = runtime.enter();
        Signals::new().context("cannot register the handlers of stop signals")?
    };
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let wait = async move {
        signals.next().await;
        stopped.store(true, Relaxed);
        signals.next().await;
        std::process::exit(INTERRUPTED);
    };
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || runtime.block_on(wait))
        .context("cannot start the thread that waits for Ctrl-C")?;
    Ok(stop)
}
