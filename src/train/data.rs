//! The first part of a generation: plays matches and stores them.
//!
//! A position is kept if it is quiet and new: the side to move has no threat to answer, the best move is no capture, and
//! neither the position nor an image of it was kept before in the same file. The rest of a training then sees each
//! position once, and learns nothing from positions in which a static evaluation is meaningless.

use std::collections::HashSet;

use arena_games::seed::{Rng, derive};
use arena_games::{Game, GameMove};

use super::Settings;
use super::TrainError;
use super::evaluator::Evaluator;
use super::games_file::{BLOCK, GamesFile, Record};
use super::parallel;
use super::player::{Match, Player, Trainable, best};

/// Plays the matches that the file lacks. `progress` is called with the number of matches in the file.
pub(crate) fn play<G: Trainable>(
    file: &mut GamesFile,
    evaluator: &Evaluator<G>,
    settings: &Settings,
    threads: usize,
    progress: &mut dyn FnMut(u64),
) -> Result<(), TrainError> {
    let seed = derive(settings.seed, &[file.header().generation]);
    let mut seen = HashSet::new();
    for block in 0..file.blocks() {
        for record in file.read(block)? {
            replay::<G>(&record, |position, value, _| {
                if value.is_some() {
                    seen.insert(position.canonical_key());
                }
            })
            .ok_or_else(|| TrainError::games(file.path(), format!("block {block} has a move that is not legal")))?;
        }
    }
    let mut done = settings.games.min(file.blocks() as u64 * BLOCK);
    progress(done);
    while done < settings.games {
        let next = settings.games.min(done + BLOCK * threads as u64 * 2);
        let played = parallel::map(
            threads,
            done..next,
            || Player::<G>::new(settings.nodes),
            |player, number| one(player, evaluator, settings, derive(seed, &[number])),
        );
        for block in played.chunks(usize::try_from(BLOCK).expect("blocks are small")) {
            let records: Vec<Record> = block.iter().map(|(record, keys)| keep_new(record, keys, &mut seen)).collect();
            file.append(&records)?;
        }
        done = next;
        progress(done);
    }
    Ok(())
}

/// Plays a match. Also returns the canonical key of each position.
fn one<G: Trainable>(
    player: &mut Player<G>,
    evaluator: &Evaluator<G>,
    settings: &Settings,
    seed: u64,
) -> (Record, Vec<u64>) {
    let mut rng = Rng::new(seed);
    let random = rng.below(settings.random_plies + 1);
    let mut begun = Match::<G>::random(random, &mut rng);
    let mut values = vec![None; begun.moves().count()];
    let mut keys = vec![0; values.len()];
    player.forget();
    let outcome = loop {
        if let Some(outcome) = begun.outcome() {
            break outcome;
        }
        let report = player.search(&begun, evaluator, seed);
        let mv = best(&report);
        let quiet = !begun.position.in_check() && begun.position.capture_value(mv).is_none();
        values.push(quiet.then_some(report.value));
        keys.push(begun.position.canonical_key());
        begun.play(mv);
    };
    let plies = begun.moves().map(GameMove::code).zip(values).collect();
    (Record { payoff: outcome.payoff(), plies }, keys)
}

/// Returns the match without the values of positions that are known.
fn keep_new(record: &Record, keys: &[u64], seen: &mut HashSet<u64>) -> Record {
    let new = |((mv, value), key): (&(_, Option<i32>), &u64)| (*mv, value.filter(|_| seen.insert(*key)));
    Record { payoff: record.payoff, plies: record.plies.iter().zip(keys).map(new).collect() }
}

/// Calls `visit` with the positions of a match, their values and the payoff for the side to move. `None` if a move is not
/// legal.
pub(crate) fn replay<G: Game>(record: &Record, mut visit: impl FnMut(&G, Option<i32>, i32)) -> Option<()> {
    let mut position = G::initial(&G::Options::default()).ok()?;
    for (code, value) in &record.plies {
        let mv = G::Move::from_code(*code).filter(|mv| position.is_legal(*mv))?;
        visit(&position, *value, record.payoff * position.to_move().sign());
        position.play(mv);
    }
    Some(())
}
