//! Openings of random plies.

use std::collections::{HashMap, HashSet};

use super::opening::{MAX_PLIES, OpeningMoves, in_order, shuffled};
use arena_games::board::{Board, KeyHistory};
use arena_games::seed::{Rng, derive};
use arena_games::{Diagnostic, MoveCode, diagnostic};

/// Up to this many positions are listed, so that none repeats before all have been played.
const LISTED: usize = 20_000;

/// The search for one opening gives up after this many positions.
const LOOKED_AT: usize = 200_000;

/// The error when no opening of the requested length was found.
fn none(plies: usize, reason: &str) -> Diagnostic {
    diagnostic!("no_line_so_long", "no sequence of {plies} plies leaves the game unfinished: {reason}", plies, reason)
}

/// Returns openings of `plies` random plies, and the opening of each round. No opening ends the game. Positions repeat
/// only when there are no others left, or when a sample found no new one.
///
/// # Errors
/// When no sequence of that length leaves the game unfinished.
pub(super) fn random(
    start: &dyn Board,
    plies: usize,
    rounds: usize,
    seed: u64,
) -> Result<(Vec<OpeningMoves>, Vec<u32>), Diagnostic> {
    if plies == 0 {
        return Ok((vec![OpeningMoves::default()], vec![0]));
    }
    match list(start, plies, LISTED) {
        Listing::All(openings) if openings.is_empty() => Err(none(plies, &longest(start))),
        Listing::All(openings) => Ok(in_turn(&openings, rounds, seed)),
        Listing::Many => sampled(start, plies, rounds, seed).map(|lines| (lines, in_order(rounds))),
    }
}

/// Returns one line to each unfinished position after `plies` plies.
///
/// # Errors
/// When there is none, or when there are too many.
pub(super) fn every(start: &dyn Board, plies: usize) -> Result<Vec<OpeningMoves>, Diagnostic> {
    match list(start, plies, LISTED) {
        Listing::All(openings) if openings.is_empty() => Err(none(plies, &longest(start))),
        Listing::All(openings) => Ok(openings),
        Listing::Many => Err(diagnostic!(
            "many_openings",
            "there are more than {most} different openings of {plies} plies; use fewer plies, or random_plies",
            most = LISTED,
            plies
        )),
    }
}

/// Follows the moves that `known` returns for the key of each position, to the end of the line or to `plies` plies.
/// Returns one line per unfinished position, or `None` if there are more than [`LISTED`].
pub(super) fn along(
    start: &dyn Board,
    plies: usize,
    known: &dyn Fn(u64) -> Vec<MoveCode>,
) -> Option<Vec<OpeningMoves>> {
    let mut ends = Vec::new();
    let mut layer = vec![(start.boxed_clone(), Vec::new())];
    let mut seen = HashSet::from([start.key()]);
    for ply in 0..=plies {
        let mut next = Vec::new();
        for (board, line) in layer {
            let mut grown = false;
            for mv in known(board.key()).into_iter().filter(|_| ply < plies) {
                let mut child = board.boxed_clone();
                if child.play(mv, ply).is_err() || child.outcome().is_some() {
                    continue;
                }
                grown = true;
                if seen.insert(child.key()) {
                    next.push((child, line.iter().copied().chain([mv]).collect()));
                }
            }
            if !grown && !line.is_empty() {
                ends.push(OpeningMoves::from(line));
            }
        }
        if next.len() + ends.len() > LISTED {
            return None;
        }
        layer = next;
    }
    Some(ends)
}

enum Listing {
    /// One line for each position.
    All(Vec<OpeningMoves>),
    /// More positions than asked for, at this depth or before.
    Many,
}

/// Returns whether there are exactly `number` unfinished positions after `plies` plies, and never more before.
pub(super) fn are_all(start: &dyn Board, plies: usize, number: usize) -> bool {
    matches!(list(start, plies, number), Listing::All(openings) if openings.len() == number)
}

/// Lists one line to each unfinished position after `plies` plies, ply by ply.
fn list(start: &dyn Board, plies: usize, most: usize) -> Listing {
    let mut layer = vec![(start.boxed_clone(), Vec::new())];
    for ply in 0..plies {
        let mut next = Vec::new();
        let mut seen = HashSet::new();
        for (board, line) in &layer {
            for mv in board.legal() {
                let child = played(&**board, mv, ply);
                if child.outcome().is_none() && seen.insert(child.key()) {
                    let line: Vec<MoveCode> = line.iter().copied().chain([mv]).collect();
                    next.push((child, line));
                }
            }
            if next.len() > most {
                return Listing::Many;
            }
        }
        layer = next;
    }
    Listing::All(layer.into_iter().map(|(_, line)| line.into()).collect())
}

fn played(board: &dyn Board, mv: MoveCode, ply: usize) -> Box<dyn Board> {
    let mut child = board.boxed_clone();
    child.play(mv, ply).expect("the move is one of the legal ones");
    child
}

/// Describes the longest unfinished line among the lengths that can be listed.
fn longest(start: &dyn Board) -> String {
    let possible = |plies: &usize| matches!(list(start, *plies, LISTED), Listing::All(found) if !found.is_empty());
    match (0..MAX_PLIES).take_while(possible).last() {
        None => "the game is over at its start".to_owned(),
        Some(most) => format!("at most {most} plies are possible here"),
    }
}

/// Shuffles the openings, again each time all have been played. Returns those that are used, in the order of their
/// first use, and the opening of each round.
fn in_turn(openings: &[OpeningMoves], rounds: usize, seed: u64) -> (Vec<OpeningMoves>, Vec<u32>) {
    let (mut used, mut places) = (Vec::new(), HashMap::new());
    let mut turns = shuffled(openings.len(), rounds, seed);
    for turn in &mut turns {
        *turn = *places.entry(*turn).or_insert_with(|| {
            used.push(openings[*turn as usize].clone());
            u32::try_from(used.len() - 1).expect("the list is bounded")
        });
    }
    (used, turns)
}

/// Draws random lines. A line to a position that was already drawn is retried up to 20 times.
fn sampled(start: &dyn Board, plies: usize, rounds: usize, seed: u64) -> Result<Vec<OpeningMoves>, Diagnostic> {
    let mut seen = HashSet::new();
    let mut chosen = Vec::with_capacity(rounds);
    for round in 0..rounds {
        let mut rng = Rng::new(derive(seed, &[round as u64]));
        let mut found = None;
        for _attempt in 0..20 {
            let (line, key) = one(start, plies, &mut rng)?;
            let new = seen.insert(key);
            found = Some(line);
            if new {
                break;
            }
        }
        chosen.extend(found);
    }
    Ok(chosen)
}

/// Draws one random line that leaves the game unfinished. The search is depth first, so that a dead end costs only its
/// last plies.
fn one(start: &dyn Board, plies: usize, rng: &mut Rng) -> Result<(OpeningMoves, u64), Diagnostic> {
    let shuffled = |board: &dyn Board, rng: &mut Rng| {
        let mut moves = board.legal();
        rng.shuffle(&mut moves);
        moves
    };
    let mut line = Vec::with_capacity(plies);
    let mut history = KeyHistory::new(start);
    let mut path = vec![(start.boxed_clone(), shuffled(start, rng))];
    for _ in 0..LOOKED_AT {
        let Some((board, left)) = path.last_mut() else { break };
        let Some(mv) = left.pop() else {
            path.pop();
            line.pop();
            continue;
        };
        let child = played(&**board, mv, line.len());
        history.truncate(line.len() + 1);
        history.push(&*child);
        if history.is_over(&*child) {
            continue;
        }
        line.push(mv);
        if line.len() == plies {
            return Ok((line.into(), child.key()));
        }
        let moves = shuffled(&*child, rng);
        path.push((child, moves));
    }
    Err(none(plies, &format!("none found among {LOOKED_AT} positions")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_games::{GameId, Options};

    fn board(game: GameId, options: &str) -> Box<dyn Board> {
        let options: Options = serde_json::from_str(options).unwrap();
        game.board(&options, None).unwrap()
    }

    /// Returns the opening of each round.
    fn expanded(start: &dyn Board, plies: usize, rounds: usize, seed: u64) -> Vec<OpeningMoves> {
        let (all, turns) = random(start, plies, rounds, seed).unwrap();
        turns.iter().map(|&turn| all[turn as usize].clone()).collect()
    }

    fn key_after(start: &dyn Board, opening: &OpeningMoves) -> u64 {
        let board = opening.iter().enumerate().fold(start.boxed_clone(), |board, (ply, &mv)| played(&*board, mv, ply));
        assert_eq!(board.outcome(), None);
        board.key()
    }

    #[test]
    fn all_72_openings_of_two_plies_come_before_a_repetition() {
        let start = board(GameId::TicTacToe, "{}");
        let openings = expanded(&*start, 2, 100, 1);
        let keys: Vec<_> = openings.iter().map(|opening| key_after(&*start, opening)).collect();
        assert_eq!(openings.len(), 100);
        assert_eq!(keys[..72].iter().collect::<HashSet<_>>().len(), 72);
        assert_eq!(keys[72..].iter().collect::<HashSet<_>>().len(), 28);
    }

    #[test]
    fn openings_do_not_end_the_game_and_transpositions_count_once() {
        let start = board(GameId::TicTacToe, "{}");
        // There are 9·8/2 · 7·6/2 positions with two stones of each side.
        let openings = expanded(&*start, 4, 756, 3);
        assert_eq!(openings.iter().map(|opening| key_after(&*start, opening)).collect::<HashSet<_>>().len(), 756);
        for plies in 5..=8 {
            expanded(&*start, plies, 50, 3).iter().for_each(|opening| {
                key_after(&*start, opening);
            });
        }
    }

    #[test]
    fn openings_depend_on_the_seed_and_more_rounds_only_add() {
        let start = board(GameId::TicTacToe, "{}");
        let openings = |rounds, seed| expanded(&*start, 3, rounds, seed);
        assert_eq!(openings(40, 1), openings(40, 1));
        assert_ne!(openings(40, 1), openings(40, 2));
        assert_eq!(openings(600, 1)[..40], openings(40, 1));
    }

    #[test]
    fn rejects_too_many_plies_with_the_maximum() {
        let start = board(GameId::TicTacToe, "{}");
        let error = random(&*start, 9, 1, 1).unwrap_err().to_string();
        assert_eq!(error, "no sequence of 9 plies leaves the game unfinished: at most 8 plies are possible here");
        let heap = board(GameId::Bones, r#"{"heap": 3}"#);
        assert!(random(&*heap, 2, 5, 1).is_ok());
        assert!(random(&*heap, 3, 1, 1).unwrap_err().to_string().contains("at most 2"));
    }

    #[test]
    fn sampled_lines_reach_distinct_positions() {
        // The tree has 10 moves at each of the first two plies and ends after the third.
        let start = board(GameId::Tree, &format!(r#"{{"tree": {}}}"#, wide_tree()));
        let openings = sampled(&*start, 2, 30, 5).unwrap();
        let keys: HashSet<_> = openings.iter().map(|opening| key_after(&*start, opening)).collect();
        assert_eq!(keys.len(), 30);
        assert!(sampled(&*start, 4, 1, 5).is_err());
    }

    fn wide_tree() -> String {
        let inner = format!("[{}]", ["[1,2]"; 10].join(","));
        format!("[{}]", [inner.as_str(); 10].join(","))
    }
}
