//! A failure affects only the match or the entrant that caused it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arena_bots::{Choice, Player, PlayerError, TurnLimits};
use arena_games::{GameError, MoveCode};
use arena_play::{EndReason, Thought, ThoughtSource};
use arena_tournament::results::Failures;
use arena_tournament::run::match_runner::built_in;
use arena_tournament::run::run_with;
use arena_tournament::{Batch, Control, Finished, Plan, ResultSink, SinkError, TournamentReport, run};

use super::{Collected, at, plan, played};

const THREE: &str = r#"
    name = "three"
    game = "tictactoe"
    rounds = 20
    [[entrants]]
    bot = "tictactoe-random"
    [[entrants]]
    name = "faulty"
    [[entrants]]
    bot = "tictactoe-casual"
"#;

/// Plays well until its second move.
struct Faulty {
    inner: Box<dyn Player>,
    fault: EndReason,
    turns: u32,
}

impl Player for Faulty {
    fn begin(&mut self, seed: u64) {
        self.turns = 0;
        self.inner.begin(seed);
    }

    fn set_position(&mut self, position: Option<&str>) -> Result<(), GameError> {
        self.inner.set_position(position)
    }

    fn choose(&mut self, moves: &[MoveCode], limits: TurnLimits<'_>) -> Result<Option<Choice>, PlayerError> {
        self.turns += 1;
        match (self.turns, self.fault) {
            (1, _) => self.inner.choose(moves, limits),
            (_, EndReason::Crash) => panic!("out of ideas"),
            (_, EndReason::Stall) => Ok(None),
            _ => {
                let thought = Thought {
                    from: ThoughtSource::Search,
                    value: Some(0),
                    win_in: None,
                    depth: 1,
                    nodes: 1,
                    line: vec![],
                    ms: 0,
                    table: None,
                    table_mb: None,
                };
                Ok(Some(Choice { mv: moves[0], thought, elapsed: Duration::ZERO, figures: Default::default() }))
            }
        }
    }
}

fn played_with_faults(plan: &Plan, fault: EndReason) -> (TournamentReport, Collected) {
    let good = built_in(plan);
    let players = |entrant| {
        let inner = good(entrant)?;
        let player: Box<dyn Player> = if entrant == 1 { Box::new(Faulty { inner, fault, turns: 0 }) } else { inner };
        Ok(player)
    };
    let mut sink = Collected::default();
    let control = Control::default();
    let outcome = run_with(plan, &players, at(2), std::iter::empty(), &mut sink, &mut |_| {}, &control).unwrap();
    assert!(outcome.complete);
    (TournamentReport::new(plan, &outcome.tally, false), sink)
}

#[test]
fn a_failing_bot_loses_only_that_match_and_is_counted_by_reason() {
    let plan = plan(THREE);
    let sound = played(&plan, 1).0;
    let between_the_others = |report: &TournamentReport| {
        let of = |pair: &&arena_tournament::report::PairRow| ![&pair.a, &pair.b].contains(&&"faulty".to_owned());
        report.pairs.iter().find(of).unwrap().results
    };
    for (fault, detail) in
        [(EndReason::Crash, "out of ideas"), (EndReason::Stall, "no move"), (EndReason::Illegal, "is not legal here")]
    {
        let (report, written) = played_with_faults(&plan, fault);
        let faulty = report.entrants.iter().find(|row| row.name == "faulty").unwrap();
        assert_eq!((faulty.results.wins, faulty.results.draws, faulty.results.losses), (0, 0, 80), "{fault:?}");
        assert_eq!(report.ends[&fault], 80);
        assert_eq!(report.ends[&EndReason::Rules], 40);
        assert_eq!(report.void, 0);
        assert!(report.warnings.iter().any(|it| it.code == "warning_failed" && it.args["matches"] == 80));
        let Failures { crashes, stalls, illegal, late, late_ms, .. } = faulty.failures;
        let counted =
            [EndReason::Crash, EndReason::Stall, EndReason::Illegal].map(|by| if by == fault { 80 } else { 0 });
        assert_eq!(([crashes, stalls, illegal], late, late_ms), (counted, 0, None), "{fault:?}");
        assert!(report.entrants.iter().filter(|row| row.name != "faulty").all(|row| row.failures.all() == 0));
        let document = report.document();
        for text in [document.to_text(100, false), document.to_markdown(), document.to_html()] {
            assert!(text.contains("matches were lost because") && text.contains("Illegal move"), "{text}");
        }
        assert!(report.to_csv().lines().next().unwrap().ends_with(",crashes,stalls,illegal,late,late_ms"));
        assert_eq!(between_the_others(&report), between_the_others(&sound));
        let lost = written.records.lines().filter(|line| line.contains(detail)).count();
        assert_eq!(lost, 80, "{fault:?}");
    }
}

#[test]
fn a_failure_of_the_arena_voids_and_repeats_the_match() {
    let plan = plan(THREE);
    let good = built_in(&plan);
    let calls = AtomicU64::new(0);
    let refusal = || GameError::Position { game: "tictactoe", problem: "no memory".into() };
    let players = |entrant| if calls.fetch_add(1, Ordering::Relaxed) == 1 { Err(refusal()) } else { good(entrant) };
    let control = Control::default();
    let mut sink = Collected::default();
    let outcome = run_with(&plan, &players, at(1), std::iter::empty(), &mut sink, &mut |_| {}, &control).unwrap();
    let report = TournamentReport::new(&plan, &outcome.tally, false);
    assert_eq!((report.void, report.matches), (1, 120));
    let (undisturbed, written, _) = played(&plan, 1);
    assert_eq!(sink.records, written.records);
    assert_eq!(report.entrants, undisturbed.entrants);

    let never = |_| Err(refusal());
    let error = run_with(&plan, &never, at(2), std::iter::empty(), &mut sink, &mut |_| {}, &control).unwrap_err();
    assert!(error.code == "tournament_unplayable" && error.message.contains("no memory"), "{error}");
}

#[test]
fn full_disk_ends_the_run() {
    struct Full(u32);
    impl ResultSink for Full {
        fn keep(&mut self, _: &Batch) -> Result<(), SinkError> {
            self.0 += 1;
            if self.0 > 3 { Err(SinkError("no space left".to_owned())) } else { Ok(()) }
        }
        fn next(&mut self, _: &Finished) -> Result<(), SinkError> {
            Ok(())
        }
    }
    let plan = plan(&THREE.replace("20", "2000"));
    let control = Control::default();
    let error = run(&plan, at(2), std::iter::empty(), &mut Full(0), &mut |_| {}, &control).unwrap_err();
    assert!(error.to_string().contains("no space left"), "{error}");
}

#[test]
fn a_stopped_run_finishes_only_its_current_matches() {
    let plan = plan(&THREE.replace("20", "2000"));
    let control = Control::default();
    let mut sink = Collected::default();
    let stop_soon = &mut |progress: &arena_tournament::Progress<'_>| {
        assert!(progress.finished <= progress.total);
        control.stop();
    };
    let outcome = run(&plan, at(3), std::iter::empty(), &mut sink, stop_soon, &control).unwrap();
    assert!(!outcome.complete);
    assert!(outcome.tally.played() < plan.schedule.len());
    // Every finished match is stored, counted and reported, in the order of the schedule.
    let told = sink.indexes.len() as u64;
    assert!(sink.indexes.is_sorted());
    assert_eq!((told, sink.kept.len() as u64), (outcome.tally.played(), outcome.fresh));
    assert_eq!(told, outcome.fresh);
}
