//! The conformance suite of all games: random playouts that check everything the layers above rely on.

use std::collections::HashMap;

use super::conventions::Conventions;
use super::seed::Rng;
use super::{Diagram, EVALUATION_LIMIT, Evaluation, Game, GameId, GameMove, Hints, PIECE_TO_SLOTS, Weights, letters};

const PLAYOUTS: u64 = 200;
/// No new playout starts after this many checked positions, because some games are long.
const POSITIONS: usize = 6_000;

/// One in this many positions has its text mangled.
const MANGLE_EVERY: usize = 8;
/// The letters inserted into mangled texts: some that notations use, and some that none uses.
const LETTERS: &str = "xoXO.-_/ :;,KkQWwBbHFm0123456789[]é\0";

/// Checks the game in random playouts with these options.
pub(super) fn conforms<G: Game + Hints>(options: &G::Options) {
    let start = G::initial(options).expect("the options are valid");
    let mut seen: HashMap<String, G> = HashMap::new();
    let mut positions = 0;
    for seed in 0..PLAYOUTS {
        let mut rng = Rng::new(seed);
        let mut position = start.clone();
        for _ply in 0..10_000 {
            positions += 1;
            check_notation(options, &position, &mut seen);
            if positions % MANGLE_EVERY == 0 {
                check_mangled::<G>(options, &position.notation(), &mut rng);
                check_written(&position);
            }
            let moves = check_moves(&position);
            if moves.is_empty() {
                break;
            }
            check_evaluations(&position);
            check_cells(&position);
            check_symmetry(&position);
            check_hints(&position, &moves);
            position.play(moves[rng.below(moves.len())]);
        }
        assert!(position.outcome().is_some(), "{}: a playout does not end", G::INFO.name);
        if positions > POSITIONS {
            break;
        }
    }
}

/// Checks that the cells, line and check of a position agree with its diagram.
fn check_cells<G: Game>(position: &G) {
    let Diagram::Grid { grid, line, check, .. } = position.diagram(None) else { return };
    assert_eq!(letters(&position.cells()), grid.cells, "{}", G::INFO.name);
    assert_eq!((position.line(), position.check()), (line, check), "{}", G::INFO.name);
}

/// Checks that a text with errors is rejected or parsed as another position, and never causes a panic.
fn check_mangled<G: Game + Hints>(options: &G::Options, text: &str, rng: &mut Rng) {
    let letters: Vec<char> = LETTERS.chars().collect();
    let mut mangled: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(2) {
        let (at, letter) = (rng.below(mangled.len().max(1)), letters[rng.below(letters.len())]);
        match rng.below(3) {
            _ if mangled.is_empty() => mangled.push(letter),
            0 => mangled.insert(at, letter),
            1 => mangled[at] = letter,
            _ => drop(mangled.remove(at)),
        }
    }
    let mangled: String = mangled.into_iter().collect();
    if let Ok(position) = G::parse(options, &mangled) {
        let again = G::parse(options, &position.notation()).map(|again| again.notation());
        assert_eq!(again, Ok(position.notation()), "{mangled:?}");
        check_moves(&position);
    }
}

/// Checks that a position and all positions symmetric to it share one canonical key.
fn check_symmetry<G: Game + Hints>(position: &G) {
    for image in position.symmetric_positions() {
        assert_eq!(image.canonical_key(), position.canonical_key(), "{image:?}");
    }
}

/// Checks that the unchecked moves of an unfinished position are the legal ones, and that
/// [`ExactEndgame::max_plies_left`] and [`MoveOrdering::piece_to`] stay within their limits. A winning move must be
/// found exactly if there is one. Otherwise the non-losing moves must be those that the opponent cannot answer with a
/// win.
fn check_hints<G: Game + Hints>(position: &G, moves: &[G::Move]) {
    let after = |mv| {
        let mut child = position.clone();
        child.play(mv);
        child
    };
    for &mv in moves {
        let left = |position: &G| position.max_plies_left().unwrap_or(u32::MAX);
        let child = after(mv);
        assert!(left(position) > 0 && left(&child) <= left(position), "{mv} in {position:?}");
        assert!(position.piece_to(mv).max(child.piece_to(mv)) < PIECE_TO_SLOTS, "{mv} in {position:?}");
    }
    if !moves.is_empty() {
        let mut open = Vec::new();
        position.legal_unchecked(&mut open);
        assert_eq!(open, moves, "{position:?}");
    }
    if !G::FINDS_WINS {
        return;
    }
    let wins = |mv| after(mv).outcome().is_some_and(|outcome| outcome.winner() == Some(position.to_move()));
    let winning = position.winning_move();
    assert_eq!(winning.is_some(), moves.iter().any(|&mv| wins(mv)), "{position:?}");
    if let Some(mv) = winning {
        assert!(wins(mv), "{mv} in {position:?}");
        return;
    }
    let mut non_losing = Vec::new();
    position.non_losing_moves(&mut non_losing);
    let sound: Vec<_> = moves.iter().copied().filter(|&mv| after(mv).winning_move().is_none()).collect();
    assert_eq!(non_losing, sound, "{position:?}");
    if G::BIT_MOVES {
        check_bit_moves(position, &sound);
    }
}

/// Checks that moves as bits agree with move lists.
fn check_bit_moves<G: Game + Hints>(position: &G, sound: &[G::Move]) {
    let mut bits = position.non_losing_bits(position.bits_memo());
    assert!(sound.len() <= 8, "{position:?}");
    for &mv in sound {
        let bit = bits & bits.wrapping_neg();
        bits ^= bit;
        let mut after = position.clone();
        after.play(mv);
        assert_eq!(position.child_by_bit(bit), after, "{mv} in {position:?}");
        let (rank, memo) = position.rank_bit(bit);
        assert_eq!(rank, position.rank(mv), "{mv} in {position:?}");
        assert_eq!(after.non_losing_bits(memo), after.non_losing_bits(after.bits_memo()), "{mv} in {position:?}");
    }
    assert_eq!(bits, 0, "{position:?}");
}

/// Checks that the usual notation is read back and distinguishes all moves.
fn check_written<G: Game>(position: &G) {
    let mut moves = Vec::new();
    position.legal(&mut moves);
    for mv in moves {
        let written = Conventions::written(position, mv);
        assert_eq!(position.read_move(&written), Some(mv), "{written} in {position:?}");
    }
}

fn check_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal(&mut moves);
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "{position:?}");
    assert_eq!(moves.len(), position.count_legal(), "{position:?}");
    for (index, &mv) in moves.iter().enumerate() {
        assert!(position.is_legal(mv), "{mv} in {position:?}");
        assert!(!moves[..index].contains(&mv), "{mv} twice in {position:?}");
        assert_eq!(mv.to_string().parse(), Ok(mv));
        assert_eq!(G::Move::from_code(mv.code()), Some(mv));
    }
    let mut quoted = String::from("[");
    G::Move::put_quoted(&moves, &mut quoted);
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(quoted + "]", serde_json::to_string(&texts).expect("texts are serializable"), "{position:?}");
    moves
}

fn check_notation<G: Game>(options: &G::Options, position: &G, seen: &mut HashMap<String, G>) {
    let text = position.notation();
    let read = G::parse(options, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read.notation(), text);
    assert_eq!(read.to_move(), position.to_move(), "{text}");
    assert_eq!(read.outcome(), position.outcome(), "{text}");
    if let Some(other) = seen.get(&text) {
        if other == position {
            assert_eq!(other.key(), position.key(), "{text}");
        }
    } else {
        seen.insert(text, position.clone());
    }
}

fn check_evaluations<G: Game + Hints>(position: &G) {
    for info in G::Evaluation::ALL {
        let evaluation = G::Evaluation::named(info.name, &Weights::new()).expect("a listed evaluation exists");
        let value = evaluation.evaluate(position);
        assert!(value.abs() <= EVALUATION_LIMIT, "{} of {position:?} is {value}", info.name);
        for image in position.symmetric_positions() {
            assert_eq!(evaluation.evaluate(&image), value, "{} of {image:?}", info.name);
        }
        if let Some(colour_flipped) = position.colour_flipped().filter(|_| info.antisymmetric) {
            assert_eq!(evaluation.evaluate(&colour_flipped), -value, "{} of {colour_flipped:?}", info.name);
        }
    }
}

#[test]
fn every_game_conforms() {
    for &id in GameId::ALL {
        with_game!(id, G => conforms::<G>(&Default::default()));
        assert_eq!(id.name().parse(), Ok(id));
        assert_eq!(id.evaluations().iter().filter(|info| info.name == "zero").count(), 1, "{id}");
    }
}

/// Checks that every evaluation except `zero` is not 0 for some position of a playout.
fn some_position_has_a_value<G: Game>() {
    let mut rng = Rng::new(1);
    let mut position = G::initial(&G::Options::default()).expect("the options are valid");
    let mut silent: Vec<_> = G::Evaluation::ALL.iter().map(|info| info.name).filter(|name| *name != "zero").collect();
    loop {
        let mut moves = Vec::new();
        position.legal(&mut moves);
        if moves.is_empty() {
            break;
        }
        silent.retain(|name| {
            let evaluation = G::Evaluation::named(name, &Weights::new()).expect("a listed evaluation exists");
            evaluation.evaluate(&position) == 0
        });
        position.play(moves[rng.below(moves.len())]);
    }
    assert!(silent.is_empty(), "{}: {silent:?} are always 0", G::INFO.name);
}

#[test]
fn no_evaluation_is_always_zero() {
    GameId::ALL.iter().for_each(|&id| with_game!(id, G => some_position_has_a_value::<G>()));
}

#[test]
fn unknown_weight_or_evaluation_error_lists_the_known_ones() {
    type E = super::tictactoe::TicTacToeEvaluation;
    let error = E::named("liens", &Weights::new()).unwrap_err().to_string();
    assert!(error.contains("\"liens\"") && error.contains("lines, classic, zero"), "{error}");
    let error = E::named("lines", &Weights::from([("three".to_owned(), 1)])).unwrap_err().to_string();
    assert!(error.contains("\"three\"") && error.contains("one, two, win, centre"), "{error}");
    let error = E::named("lines", &Weights::from([("one".to_owned(), 10_001)])).unwrap_err().to_string();
    assert!(error.contains("10001"), "{error}");
}
