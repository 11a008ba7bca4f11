//! Matches a second in a tournament: random play, so that it is the arena that is measured and not a search.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use minimax_arena::bots::{Roster, Source};
use minimax_arena::tournament::spec::{Overrides, read};
use minimax_arena::tournament::{Control, NoSink, Plan, Setting, run};

/// A round robin of so many bots that move at random.
fn random_players(game: &str, entrants: usize, rounds: u64) -> Plan {
    let mut text = format!("name = \"random\"\ngame = \"{game}\"\nrounds = {rounds}\n");
    for number in 0..entrants {
        text.push_str(&format!("[[entrants]]\nname = \"random {number}\"\nrandom_move = 1.0\n"));
    }
    let roster = Roster::load(None).expect("what ships is right");
    read(&Source { file: "bench", text: &text }, &roster, Overrides::default()).expect("the file is right").plan
}

fn play(plan: &Plan, concurrency: usize, records: bool) {
    let setting = Setting { concurrency, records, timings: false };
    let outcome =
        run(plan, setting, std::iter::empty(), &mut NoSink, &mut |_| {}, &Control::default()).expect("nothing fails");
    assert!(outcome.complete);
}

fn matches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tournament");
    group.sample_size(10);
    for (name, plan) in [
        ("tictactoe, 2 random", random_players("tictactoe", 2, 10_000)),
        ("tictactoe, 4 random", random_players("tictactoe", 4, 1_666)),
        ("bones, 2 random", random_players("bones", 2, 10_000)),
    ] {
        group.throughput(Throughput::Elements(plan.schedule.len()));
        for concurrency in [1, 2] {
            let id = BenchmarkId::new(name, format!("concurrency {concurrency}"));
            group.bench_function(id, |bencher| bencher.iter(|| play(&plan, concurrency, false)));
        }
    }
    let plan = random_players("tictactoe", 2, 10_000);
    group.throughput(Throughput::Elements(plan.schedule.len()));
    group.bench_function("tictactoe, 2 random, with records/concurrency 2", |bencher| {
        bencher.iter(|| play(&plan, 2, true));
    });
    group.finish();
}

criterion_group!(benches, matches);
criterion_main!(benches);
