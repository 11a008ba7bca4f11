//! The progress of a run on standard error: a bar with the best entrants on a terminal, otherwise an occasional line.

use std::fmt::Write as _;
use std::time::Duration;

use crate::progress::Progress;
use arena_tournament::Plan;
use arena_tournament::report::number_format::{counted, grouped, halves};
use arena_tournament::report::text_width::{cut, padded, width};
use arena_tournament::run::{Progress as Run, RunOutcome};

/// Number of entrants below the bar.
const SHOWN: usize = 8;

/// The progress of one run.
pub(super) struct ProgressView {
    line: Progress,
    quiet: bool,
    names: Vec<String>,
    /// True if keys control the run.
    keys: bool,
    paused: bool,
}

impl ProgressView {
    pub(super) fn new(plan: &Plan, quiet: bool) -> Self {
        let names = plan.entrants.iter().map(|entrant| cut(&entrant.spec.name, 48)).collect();
        let line = Progress::start(quiet, Some(plan.schedule.len()), "{wide_bar} {human_pos}/{human_len}  {msg}");
        Self { line, quiet, names, keys: false, paused: false }
    }

    /// Shows the available keys below the bar.
    pub(super) const fn hint(&mut self, keys: bool) {
        self.keys = keys;
    }

    pub(super) fn show(&mut self, progress: &Run<'_>) {
        if let Some(bar) = self.line.bar() {
            bar.set_length(progress.total);
            bar.set_position(progress.finished);
            let keys = if self.keys { "\n     p pause, + - matches at a time, q finish and stop" } else { "" };
            bar.set_message(state(progress) + &best(&self.names, progress) + keys);
        } else if self.line.is_line_due(self.paused != progress.paused) {
            let (finished, total) = (grouped(progress.finished), grouped(progress.total));
            say!("{finished} of {total} matches  {}", state(progress));
        }
        self.paused = progress.paused;
    }

    /// Removes the bar and prints the rate.
    pub(super) fn finish(self, outcome: &RunOutcome) {
        drop(self.line);
        if !self.quiet {
            let rate = rate(outcome.fresh, outcome.elapsed).map_or(String::new(), |rate| format!(" ({rate})"));
            let matches = counted(outcome.fresh, "match", "matches");
            say!("{matches} played in {:.1} s{rate}.", outcome.elapsed.as_secs_f64());
        }
    }
}

/// Describes the pace and the concurrency, or reports that the run is paused.
fn state(progress: &Run<'_>) -> String {
    if progress.paused {
        "paused".to_owned()
    } else {
        format!("{}, {} at a time", pace(progress), progress.concurrency)
    }
}

/// Formats the current standings, one line per entrant.
fn best(names: &[String], progress: &Run<'_>) -> String {
    let ranking = progress.tally.ranking();
    let columns = names.iter().map(|name| width(name)).max().unwrap_or(0);
    let mut text = String::new();
    for &(rank, entrant) in ranking.iter().take(SHOWN) {
        let results = progress.tally.standings()[entrant].all();
        let score = results.score().map_or(String::new(), |score| format!("{:5.1}%", score * 100.0));
        let points = format!("{}/{}", halves(results.half_points()), grouped(results.played()));
        let _ = write!(text, "\n{rank:>3}  {}  {points:>16}  {score}", padded(&names[entrant], columns));
    }
    if let Some(more) = ranking.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        let _ = write!(text, "\n     and {more} more");
    }
    text
}

/// Returns the matches per second and the remaining time.
fn pace(progress: &Run<'_>) -> String {
    let fresh = progress.finished - progress.earlier;
    let Some(rate) = rate(fresh, progress.elapsed) else { return String::new() };
    let left = progress.total - progress.finished;
    let each = progress.elapsed.div_f64(as_float(fresh));
    let left = Duration::from_secs_f64((each.as_secs_f64() * as_float(left)).min(1e9));
    format!("{rate}, {} left", indicatif::HumanDuration(left))
}

fn rate(matches: u64, elapsed: Duration) -> Option<String> {
    let seconds = elapsed.as_secs_f64();
    if matches == 0 || seconds <= 0.0 {
        return None;
    }
    let rate = as_float(matches) / seconds;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rate is positive and far below 2^64"
    )]
    let text = if rate < 10.0 { format!("{rate:.1}") } else { grouped(rate.round() as u64) };
    Some(format!("{text} matches a second"))
}

#[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
const fn as_float(count: u64) -> f64 {
    count as f64
}
