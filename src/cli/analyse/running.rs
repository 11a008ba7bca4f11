//! A search while it runs: what it knows so far, on a terminal, and Ctrl-C, which ends it without losing that.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::bots::analysis::Analysis;
use crate::bots::tree::grouped;
use crate::cli::serve::Signals;

/// The exit code of a process that SIGINT ended.
const INTERRUPTED: i32 = 130;

/// A line on the standard error with the deepest finding yet; nothing where that is no terminal.
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
        line.set_message("searching; Ctrl-C ends it and prints what was found");
        line.enable_steady_tick(Duration::from_millis(100));
        Self { line: Some(line) }
    }

    /// A depth was searched to its end.
    pub(super) fn tell(&self, found: &Analysis) {
        if let Some(line) = &self.line {
            line.set_message(so_far(found));
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

/// Depth, value and line, the nodes last: a narrow terminal cuts the end off.
fn so_far(found: &Analysis) -> String {
    let nodes = grouped(found.nodes);
    format!("depth {}  {}  {}  ({nodes} nodes)", found.depth, found.value_text, found.line.join(" "))
}

/// Sets what it returns at the first Ctrl-C; the second one ends the process.
///
/// # Errors
/// When the system gives no thread, or does not pass the signals on.
pub(super) fn stop_at_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()
        .context("no runtime to wait for Ctrl-C in")?;
    let mut signals = {
        let _inside = runtime.enter();
        Signals::new().context("the signals that ask to stop cannot be heard")?
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
        .context("no thread to wait for Ctrl-C in")?;
    Ok(stop)
}
