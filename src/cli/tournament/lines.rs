//! The progress of a run as JSON lines on standard output, one event per line, for programs.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use arena_games::BySide;
use arena_tournament::Plan;
use arena_tournament::run::{Finished, Progress, RunOutcome};

/// Minimum time between two events with standings.
const STANDINGS_EVERY: Duration = Duration::from_secs(1);
/// Maximum number of entrants in the standings.
const BEST: usize = 100;

/// Writes the events of one run.
pub(super) struct JsonLines {
    names: Vec<String>,
    standings_at: Option<Instant>,
    /// The error that ended the output, if any.
    gone: Option<std::io::Error>,
}

impl JsonLines {
    /// Writes the start event.
    pub(super) fn begin(plan: &Plan, total: u64, earlier: u64, concurrency: usize) -> Self {
        let names: Vec<String> = plan.entrants.iter().map(|entrant| entrant.name().to_owned()).collect();
        let mut lines = Self { names, standings_at: None, gone: None };
        lines.write_event(&json!({
            "event": "started",
            "name": plan.config.name,
            "game": plan.config.game,
            "seed": plan.config.seed,
            "entrants": lines.names,
            "total": total,
            "earlier": earlier,
            "concurrency": concurrency,
        }));
        lines
    }

    /// Writes the event of a finished match, in the order of the results. Matches of earlier runs are included.
    pub(super) fn finished(&mut self, finished: &Finished) {
        let BySide { first, second } = finished.pairing.seats;
        let event = json!({
            "event": "match",
            "index": finished.pairing.index,
            "round": finished.pairing.round,
            "first": self.names[first],
            "second": self.names[second],
            "outcome": finished.played.verdict.outcome,
            "by": finished.played.verdict.by,
            "plies": finished.played.moves.len(),
        });
        self.write_event(&event);
    }

    /// Writes the standings.
    pub(super) fn standings(&mut self, progress: &Progress<'_>) {
        if self.standings_at.is_some_and(|standings_at| standings_at.elapsed() < STANDINGS_EVERY) {
            return;
        }
        self.standings_at = Some(Instant::now());
        let row = |&(rank, entrant): &(usize, usize)| {
            let results = progress.tally.standings()[entrant].all();
            json!({
                "rank": rank,
                "name": self.names[entrant],
                "wins": results.wins,
                "draws": results.draws,
                "losses": results.losses,
                "points": results.points(),
            })
        };
        let entrants: Vec<Value> = progress.tally.ranking().iter().take(BEST).map(row).collect();
        let event = json!({
            "event": "standings",
            "counted": progress.tally.played(),
            "finished": progress.finished,
            "total": progress.total,
            "paused": progress.paused,
            "concurrency": progress.concurrency,
            "entrants": entrants,
        });
        self.write_event(&event);
    }

    /// Writes the final event.
    ///
    /// # Errors
    /// If an event could not be written.
    pub(super) fn done(mut self, outcome: &RunOutcome) -> std::io::Result<()> {
        let event = json!({
            "event": "done",
            "complete": outcome.complete,
            "counted": outcome.tally.played(),
            "fresh": outcome.fresh,
            "total": outcome.total,
        });
        self.write_event(&event);
        self.gone.map_or(Ok(()), Err)
    }

    /// Takes the error that ended the output, if any.
    pub(super) const fn gone(&mut self) -> Option<std::io::Error> {
        self.gone.take()
    }

    fn write_event(&mut self, event: &Value) {
        if self.gone.is_none() {
            self.gone = writeln!(std::io::stdout().lock(), "{event}").err();
        }
    }
}
