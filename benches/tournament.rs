//! Measures matches per second in a tournament of random movers, so that the arena dominates and not a search. Also
//! measures the cost of the arena per ply beyond the rules of the game.

use std::time::Instant;

use arena_bots::{Roster, Source};
use arena_games::options::start;
use arena_games::seed::{Rng, derive};
use arena_games::{Game, GameId, Options, with_game};
use arena_tournament::plan::file::{Overrides, read};
use arena_tournament::{Control, NoSink, Plan, RunOptions, run};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Creates a round robin of this many bots that move at random.
fn random_players(game: &str, entrants: usize, rounds: u64) -> Plan {
    let mut text = format!("name = \"random\"\ngame = \"{game}\"\nrounds = {rounds}\n");
    for number in 0..entrants {
        text.push_str(&format!("[[entrants]]\nname = \"random {number}\"\nrandom_move = 1.0\n"));
    }
    let roster = Roster::load(None).expect("the embedded files are valid");
    read(&Source { file: "bench", text: &text }, &roster, Overrides::default()).expect("the file is valid").plan
}

/// Plays the whole tournament. Returns the number of plies.
fn play(plan: &Plan, concurrency: usize, records: bool) -> u64 {
    let setting = RunOptions { concurrency, records, timings: false, notes: false, affinity: false };
    let outcome = run(plan, setting, std::iter::empty(), &mut NoSink, &mut |_| {}, &Control::default())
        .expect("the run succeeds");
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

/// Random playouts with the bare rules, of `plies` plies or a few more.
fn playouts<G: Game>(plies: u64) -> u64 {
    let begin = start::<G>(&Options::new(), None).expect("the game has a start position");
    let (mut moves, mut keys, mut done) = (Vec::new(), Vec::new(), 0);
    for playout in 0.. {
        if done >= plies {
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

/// True if the game is drawn because the position has been repeated, in games with that rule.
fn repeated<G: Game>(position: &G, keys: &mut Vec<u64>) -> bool {
    let Some(occurrences) = G::REPETITION else { return false };
    let key = position.key();
    keys.push(key);
    let back = position.reversible_plies() + 1;
    keys.iter().rev().take(back).filter(|earlier| **earlier == key).count() >= occurrences
}

/// Measures the cost per ply of a tournament beyond the same random playouts with the bare rules: the median of
/// interleaved runs.
fn referee(_: &mut Criterion) {
    for (game, rounds) in [("tictactoe", 10_000), ("connect4", 4_000), ("chess", 60)] {
        let plan = random_players(game, 2, rounds);
        let id: GameId = game.parse().expect("the game exists");
        let micros = |work: &dyn Fn() -> u64| {
            let began = Instant::now();
            let plies = work();
            (began.elapsed().as_secs_f64() * 1e6 / plies as f64, plies)
        };
        let mut costs: Vec<(f64, f64)> = (0..9)
            .map(|_| {
                let (whole, plies) = micros(&|| play(&plan, 1, false));
                let (bare, _) = micros(&|| with_game!(id, G => playouts::<G>(plies)));
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
