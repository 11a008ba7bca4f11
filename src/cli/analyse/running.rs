//! Progress of a running search on a terminal, and Ctrl-C, which ends the search but keeps its result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::Context;

use crate::progress::Progress;
use crate::serve::Signals;
use arena_bots::analysis::Analysis;
use arena_bots::tree::grouped;

/// Exit code of a process that was ended by SIGINT.
const INTERRUPTED: i32 = 130;

/// Shows the deepest result so far.
pub(super) fn progress(quiet: bool) -> Progress {
    let progress = Progress::start(quiet, None, "{spinner} {elapsed}  {wide_msg}");
    if let Some(bar) = progress.bar() {
        bar.set_message("searching; Ctrl-C ends it and prints what was found");
    }
    progress
}

/// Formats depth, value and line. The nodes come last, because a narrow terminal cuts off the end.
pub(super) fn so_far(found: &Analysis) -> String {
    let nodes = grouped(found.nodes);
    format!("depth {}  {}  {}  ({nodes} nodes)", found.depth, found.value_text, found.line.join(" "))
}

/// Returns a flag that the first Ctrl-C sets. The second Ctrl-C ends the process.
///
/// # Errors
/// If the system cannot create a thread or register the signal handler.
pub(super) fn stop_at_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()
        .context("cannot create a runtime for signals")?;
    let mut signals = {
        let _inside = runtime.enter();
        Signals::new().context("cannot register handlers of SIGINT and SIGTERM")?
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
        .context("cannot create a thread for signals")?;
    Ok(stop)
}
