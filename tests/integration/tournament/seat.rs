//! The coverage and the width of the reported range of the first seat's advantage. Each seed draws new openings.

use std::collections::BTreeMap;

use arena_bots::{Roster, Source};
use arena_games::seed::Rng;
use arena_tournament::plan::file::{Overrides, read};
use arena_tournament::rating::{Anchor, Meeting, Wdl, joint};
use arena_tournament::{Control, NoSink, RunOptions, TournamentReport, run};

/// The entrants, from a file of the repository.
const FIELD: &str = include_str!("../../../benches/seat.toml");
/// Number of bootstrap samples of the openings.
const DRAWN_AGAIN: usize = 200;

/// The seat's advantage in Elo, half of its range, and half of the range of a bootstrap by opening.
struct Measured {
    worth: f64,
    error: f64,
    bootstrap: f64,
}

fn measured(seed: u64, rounds: Option<u64>, bootstrapped: bool) -> Measured {
    let source = Source { file: "benches/seat.toml", text: FIELD };
    let overrides = Overrides { seed: Some(seed), rounds, ..Overrides::default() };
    let plan = read(&source, &Roster::load(None).unwrap(), overrides).unwrap_or_else(|error| panic!("{error}")).plan;
    let options = RunOptions { concurrency: 2, records: false, timings: false, notes: false, affinity: false };
    let outcome =
        run(&plan, options, std::iter::empty(), &mut NoSink, &mut |_| {}, &Control::default()).expect("it is played");
    let report = TournamentReport::new(&plan, &outcome.tally, false);
    let (worth, error) = (report.joint.first_advantage.unwrap(), report.joint.first_advantage_error.unwrap());
    let by_opening = outcome.tally.clusters().by_opening(|turn| plan.openings().number(turn) as u64);
    assert_eq!(report.joint.first_advantage_openings, Some(by_opening.len()));
    let bootstrap = if bootstrapped { bootstrap(seed, plan.entrants.len(), &by_opening) } else { 0.0 };
    Measured { worth, error, bootstrap }
}

/// Half the distance between the percentiles 2.5 and 97.5 of the advantage over bootstrap samples of the openings.
fn bootstrap(seed: u64, entrants: usize, by_opening: &[Vec<Meeting>]) -> f64 {
    let mut rng = Rng::new(seed);
    let mut worths: Vec<f64> = (0..DRAWN_AGAIN)
        .map(|_| {
            let mut sums: BTreeMap<(usize, usize), Wdl> = BTreeMap::new();
            for _ in by_opening {
                for meeting in &by_opening[rng.below(by_opening.len())] {
                    let sum = sums.entry((meeting.first, meeting.second)).or_default();
                    *sum = *sum + meeting.all;
                }
            }
            let meeting = |((first, second), all)| Meeting { first, second, all, independent: all };
            let sample: Vec<Meeting> = sums.into_iter().map(meeting).collect();
            joint(entrants, &sample, Anchor::Mean(0.0)).first_advantage.unwrap()
        })
        .collect();
    worths.sort_by(f64::total_cmp);
    (worths[DRAWN_AGAIN * 39 / 40] - worths[DRAWN_AGAIN / 40]) / 2.0
}

/// The number of seeds whose range covers `truth`, and the ratio of widths to the bootstrap.
fn covered(seeds: u32, truth: f64) -> (u32, f64) {
    let (mut covered, mut widths) = (0, [0.0; 2]);
    for seed in 1..=seeds {
        let Measured { worth, error, bootstrap } = measured(seed.into(), None, true);
        covered += u32::from((worth - truth).abs() <= error);
        widths = [widths[0] + error, widths[1] + bootstrap];
    }
    println!(
        "truth {truth:+.1}: {covered} of {seeds} ranges cover it, at a mean of ±{:.1}",
        widths[0] / f64::from(seeds)
    );
    println!(
        "the bootstrap's are ±{:.1}: ours are {:.3} times as wide",
        widths[1] / f64::from(seeds),
        widths[0] / widths[1]
    );
    (covered, widths[0] / widths[1])
}

/// Of 12 matches per round.
fn truth(matches: u64) -> f64 {
    let Measured { worth, error, .. } = measured(0, Some(matches / 12), false);
    println!("{matches} matches: {worth:+.2} ±{error:.2}");
    worth
}

#[test]
fn the_range_of_the_seats_advantage_covers_the_truth() {
    let (covered, wider) = covered(20, truth(2_400));
    assert!((15..=20).contains(&covered) && wider < 1.4, "{covered} of 20, {wider} times as wide");
}

#[test]
#[ignore = "takes minutes: 300 seeds, see docs/benchmarks.md"]
fn the_range_of_the_seats_advantage_covers_the_truth_over_300_seeds() {
    let (covered, wider) = covered(300, truth(20_000));
    assert!((276..=294).contains(&covered) && wider <= 1.2, "{covered} of 300, {wider} times as wide");
}
