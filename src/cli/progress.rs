//! The progress of a command on standard error: a bar on a terminal, otherwise an occasional line.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Interval between lines if there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// The progress of one run. A bar disappears on drop.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    /// The time of the last line, if lines are printed.
    last_line: Option<Instant>,
}

impl Progress {
    /// Shows nothing if `quiet` is set. Without a total, the bar is a spinner. The template is that of indicatif.
    pub(super) fn start(quiet: bool, total: Option<u64>, template: &str) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let bar = (!quiet && is_terminal).then(|| {
            let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
            bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
            if total.is_none() {
                bar.enable_steady_tick(Duration::from_millis(100));
            }
            bar
        });
        Self { bar, last_line: (!quiet && !is_terminal).then(Instant::now) }
    }

    /// The bar, if there is a terminal.
    pub(super) const fn bar(&self) -> Option<&ProgressBar> {
        self.bar.as_ref()
    }

    /// True if a line is to be printed now: the last one was printed a while ago, or the caller has news.
    pub(super) fn is_line_due(&mut self, news: bool) -> bool {
        let is_due = self.last_line.is_some_and(|last| news || last.elapsed() >= LINE_EVERY);
        if is_due {
            self.last_line = Some(Instant::now());
        }
        is_due
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
