//! Matches a second in a tournament: random play, so that it is the arena that is measured and not a search; and what
//! the arena costs a ply beyond the rules of the game.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use minimax_arena::bots::{Roster, Source};
use minimax_arena::games::catalog::{Visitor, start};
use minimax_arena::games::seed::{Rng, derive};
use minimax_arena::games::{Game, GameId, Hints, Options};
use minimax_arena::tournament::plan::file::{Overrides, read};
use minimax_arena::tournament::{Control, NoSink, Plan, RunOptions, run};

/// A round robin of so many bots that move at random.
fn random_players(game: &str, entrants: usize, rounds: u64) -> Plan {
    let mut text = format!("name = \"random\"\ngame = \"{game}\"\nrounds = {rounds}\n");
    for number in 0..entrants {
        text.push_str(&format!("[[entrants]]\nname = \"random {number}\"\nrandom_move = 1.0\n"));
    }
    let roster = Roster::load(None).expect("what ships is right");
    read(&Source { file: "bench", text: &text }, &roster, Overrides::default()).expect("the file is right").plan
}

/// Plays all of it, and gives the plies that were played.
fn play(plan: &Plan, concurrency: usize, records: bool) -> u64 {
    let setting = RunOptions { concurrency, records, timings: false, notes: false, affinity: false };
    let outcome =
        run(plan, setting, std::iter::empty(), &mut NoSink, &mut |_| {}, &Control::default()).expect("nothing fails");
    assert!(outcome.complete);
    outcome.tally.standings().iter().map(|standing| standing.moves).sum()
}

fn matches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tournament");
    group.sample_size(10);
    for (game, entrants, rounds) in [
        ("tictactoe", 2, 10_000),
        ("tictactoe", 4, 1_666),
        ("bones", 2, 10_000),
        ("connect4", 2, 5_000),
        ("connect4", 4, 833),
        ("chess", 2, 100),
    ] {
        let plan = random_players(game, entrants, rounds);
        group.throughput(Throughput::Elements(plan.schedule.len()));
        for (concurrency, records) in [(1, false), (2, false), (2, true)] {
            let name = format!("{game}, {entrants} random{}", if records { ", with records" } else { "" });
            let id = BenchmarkId::new(name, format!("concurrency {concurrency}"));
            group.bench_function(id, |bencher| bencher.iter(|| play(&plan, concurrency, records)));
        }
    }
    group.finish();
}

/// Random playouts on the bare game: as many plies, or a few more, as `plies`.
struct Playouts(u64);

impl Visitor for Playouts {
    type Output = u64;

    fn visit<G: Game + Hints>(self) -> u64 {
        let begin = start::<G>(&Options::new(), None).expect("a game has a start");
        let (mut moves, mut keys, mut done) = (Vec::new(), Vec::new(), 0);
        for playout in 0.. {
            if done >= self.0 {
                break;
            }
            let mut position = begin.clone();
            let mut rng = Rng::new(derive(7, &[playout]));
            keys.clear();
            while position.outcome().is_none() && !repeated(&position, &mut keys) {
                moves.clear();
                position.legal(&mut moves);
                position.play(moves[rng.below(moves.len())]);
                done += 1;
            }
        }
        done
    }
}

/// Whether the position has occurred so often that the game is drawn, where that is a rule.
fn repeated<G: Game>(position: &G, keys: &mut Vec<u64>) -> bool {
    let Some(occurrences) = G::REPETITION else { return false };
    let key = position.key();
    keys.push(key);
    let back = position.reversible_plies() + 1;
    keys.iter().rev().take(back).filter(|earlier| **earlier == key).count() >= occurrences
}

/// What a ply of a tournament costs beyond the same random playouts on the bare game: the median of interleaved runs.
fn referee(_: &mut Criterion) {
    for (game, rounds) in [("tictactoe", 10_000), ("connect4", 4_000), ("chess", 60)] {
        let plan = random_players(game, 2, rounds);
        let id: GameId = game.parse().expect("the game is there");
        let micros = |work: &dyn Fn() -> u64| {
            let began = Instant::now();
            let plies = work();
            (began.elapsed().as_secs_f64() * 1e6 / plies as f64, plies)
        };
        let mut costs: Vec<(f64, f64)> = (0..9)
            .map(|_| {
                let (whole, plies) = micros(&|| play(&plan, 1, false));
                let (bare, _) = micros(&|| id.visit(Playouts(plies)));
                (whole - bare, bare)
            })
            .collect();
        costs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (cost, bare) = costs[costs.len() / 2];
        println!("{game}: the referee costs {cost:.2} µs a ply beyond {bare:.2} µs of the rules (one thread)");
    }
}

criterion_group!(benches, matches, referee);
criterion_main!(benches);
