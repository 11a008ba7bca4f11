//! Pausing, changing concurrency and stopping do not change a byte.

use arena_tournament::run::{Control, run};
use arena_tournament::{Batch, Finished, Progress, ResultSink, SinkError};

use super::determinism::EIGHT;
use super::{Collected, at, plan, played};

/// Collects results, and pauses the run after the first ones.
struct Pausing<'a> {
    collected: Collected,
    control: &'a Control,
    paused: bool,
}

impl ResultSink for Pausing<'_> {
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError> {
        if !std::mem::replace(&mut self.paused, true) {
            self.control.pause();
        }
        self.collected.keep(batch)
    }

    fn next(&mut self, finished: &Finished) -> Result<(), SinkError> {
        self.collected.next(finished)
    }
}

#[test]
fn a_paused_run_continues_with_other_concurrency_to_the_same_bytes() {
    let plan = plan(EIGHT);
    let (report, undisturbed, _) = played(&plan, 2);
    let control = Control::default();
    let mut sink = Pausing { collected: Collected::default(), control: &control, paused: false };
    let mut looked = 0;
    let mut show = |progress: &Progress<'_>| {
        if progress.paused {
            looked += 1;
            assert!(progress.finished < progress.total, "nothing is begun in a pause");
        }
        match looked {
            3 if progress.paused => {
                control.set_concurrency(5);
                control.go_on();
            }
            3 => looked = 4,
            4 => {
                assert_eq!(progress.concurrency, 5);
                control.set_concurrency(1);
                looked = 5;
            }
            _ => {}
        }
    };
    let outcome = run(&plan, at(2), std::iter::empty(), &mut sink, &mut show, &control).unwrap();
    assert!(outcome.complete && looked >= 3);
    assert_eq!(sink.collected.records, undisturbed.records);
    assert_eq!(arena_tournament::TournamentReport::new(&plan, &outcome.tally, false), report);
}

#[test]
fn a_paused_run_can_be_stopped() {
    let plan = plan(EIGHT);
    let control = Control::default();
    let mut sink = Pausing { collected: Collected::default(), control: &control, paused: false };
    let mut show = |progress: &Progress<'_>| {
        if progress.paused {
            control.stop();
        }
    };
    let outcome = run(&plan, at(2), std::iter::empty(), &mut sink, &mut show, &control).unwrap();
    assert!(!outcome.complete);
    assert_eq!(outcome.fresh, sink.collected.indexes.len() as u64);
    assert_eq!(outcome.tally.played(), outcome.fresh);
}

#[test]
fn a_run_paused_at_the_start_plays_nothing_until_continued() {
    let plan = plan(EIGHT);
    let control = Control::default();
    control.pause();
    let mut looked = 0;
    let mut show = |progress: &Progress<'_>| {
        looked += 1;
        if looked == 2 {
            assert_eq!(progress.finished, 0);
            control.go_on();
        }
    };
    let outcome = run(&plan, at(1), std::iter::empty(), &mut Collected::default(), &mut show, &control).unwrap();
    assert!(outcome.complete);
}
