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
    let moves = position.moves();
    for mv in moves {
        let written = Conventions::written(position, mv);
        assert_eq!(position.read_move(&written), Some(mv), "{written} in {position:?}");
    }
}

fn check_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let moves = position.moves();
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

/// Returns an evaluation by its name, or an expression.
fn evaluation<G: Game>(text: &str) -> G::Evaluation {
    G::Evaluation::named(text, &Weights::new()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns an expression of each feature, which differs from the name of an evaluation.
fn single_features<G: Game>() -> impl Iterator<Item = String> {
    G::Evaluation::FEATURES.iter().map(|feature| format!("1*{}", feature.info.name))
}

fn check_evaluations<G: Game + Hints>(position: &G) {
    let named = G::Evaluation::ALL.iter().map(|info| (info.name.to_owned(), info.antisymmetric));
    for (name, antisymmetric) in named.chain(single_features::<G>().map(|text| (text, true))) {
        let evaluation = evaluation::<G>(&name);
        let value = evaluation.evaluate(position);
        assert!(value.abs() <= EVALUATION_LIMIT, "{name} of {position:?} is {value}");
        for image in position.symmetric_positions() {
            assert_eq!(evaluation.evaluate(&image), value, "{name} of {image:?}");
        }
        if let Some(colour_flipped) = position.colour_flipped().filter(|_| antisymmetric) {
            assert_eq!(evaluation.evaluate(&colour_flipped), -value, "{name} of {colour_flipped:?}");
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

/// Calls `visit` with the positions of a random match. Stops when it returns true.
fn random_match<G: Game>(seed: u64, mut visit: impl FnMut(&G) -> bool) {
    let mut rng = Rng::new(seed);
    let mut position = G::initial(&G::Options::default()).expect("the options are valid");
    loop {
        let moves = position.moves();
        if moves.is_empty() || visit(&position) {
            break;
        }
        position.play(moves[rng.below(moves.len())]);
    }
}

/// Checks that every evaluation except `zero`, and every feature, is not 0 for some position of a few random matches.
fn some_position_has_a_value<G: Game>() {
    let named = G::Evaluation::ALL.iter().map(|info| info.name.to_owned()).filter(|name| name != "zero");
    let mut silent: Vec<_> = named.chain(single_features::<G>()).collect();
    for seed in 1..40 {
        random_match::<G>(seed, |position| {
            silent.retain(|name| evaluation::<G>(name).evaluate(position) == 0);
            silent.is_empty()
        });
    }
    assert!(silent.is_empty(), "{}: {silent:?} are always 0", G::INFO.name);
}

#[test]
fn no_evaluation_is_always_zero() {
    GameId::ALL.iter().for_each(|&id| with_game!(id, G => some_position_has_a_value::<G>()));
}

/// Checks that an expression has the values of an evaluation with these weights.
fn equals<G: Game>(name: &str, weights: &[(&str, i32)], expression: &str) {
    let weights = weights.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    let built_in = G::Evaluation::named(name, &weights).expect("the evaluation exists");
    let expressed = evaluation::<G>(expression);
    for seed in 1..30 {
        random_match::<G>(seed, |position| {
            assert_eq!(expressed.evaluate(position), built_in.evaluate(position), "{expression} of {position:?}");
            false
        });
    }
}

#[test]
fn expressions_of_the_same_terms_have_the_values_of_built_in_evaluations() {
    use super::{checkers::Checkers, chess::Chess, connect4::ConnectFour, gomoku::Gomoku, reversi::Reversi};
    use super::{tictactoe::TicTacToe, xiangqi::Xiangqi};
    equals::<TicTacToe>("lines", &[], "2*one + 8*two + 192*win + 3*centre");
    equals::<ConnectFour>("centre", &[], "2*centre");
    equals::<ConnectFour>("threats", &[], "4*three + 10*parity + 1000*win + 500*fork + 2*centre");
    // Not linear, so compiled to a program.
    equals::<ConnectFour>("threats", &[], "4*three + 10*parity + max(1000*win, 500*fork) + abs(2*centre)");
    let mobility = "10*mobility + 4*potential + 100*corner - 40*x_square - 15*c_square";
    equals::<Reversi>("mobility", &[], mobility);
    equals::<Reversi>("corners", &[], "20*corner - 8*x_square - 4*c_square - 3*their_disc - 2*disc");
    equals::<Reversi>("discs", &[], "(3*disc - their_disc*-1) / 1 - disc");
    equals::<Gomoku>(
        "shapes",
        &[],
        "2*one + 8*two + 30*three + 40*four + 14*open_two + 60*open_three + 8*turn_two + 20*turn_three + 9000*row \
         - 8000*lost + 3000*open_four",
    );
    equals::<Gomoku>("centre", &[], "1*centre");
    equals::<Checkers>("men", &[], "100*man + 140*king");
    let weights = ["trade", "chase", "opposition", "corner"].map(|name| (name, 0));
    let advanced = "100*man + 140*king + 3*advance + 6*back + 8*bridge + 4*centre + 2*mobility + 3*tempo + 25*crowning \
                    - 25*trapped";
    equals::<Checkers>("advanced", &weights, advanced);
    equals::<Chess>("material", &[], "100*pawn + 310*knight + 330*bishop + 500*rook + 950*queen");
    let material = "100*soldier + 200*(crossed + advisor + elephant) + 400*horse + 450*cannon + 900*rook";
    equals::<Xiangqi>("material", &[], material);
    let weights = [("pieces", 0), ("advisor", 0), ("elephant", 0)];
    let activity =
        "4*rook_moves + 3*cannon_moves + 8*horse_moves - 7*blocked + 70*bare + 18*masked + 7*palace + 12*tempo";
    equals::<Xiangqi>("mobility", &weights, activity);
}

#[test]
fn hex_expression_has_the_value_of_the_evaluation_without_the_swap() {
    use super::hex::Hex;
    let [built_in, expressed] = ["two-distance", "4*ways - 100*distance + 60*turn"].map(evaluation::<Hex>);
    let [path, expressed_path] = ["path", "50*turn - 100*path"].map(evaluation::<Hex>);
    let mut plies = 0;
    random_match::<Hex>(7, |position| {
        if plies != 1 {
            assert_eq!(expressed.evaluate(position), built_in.evaluate(position), "{position:?}");
            assert_eq!(expressed_path.evaluate(position), path.evaluate(position), "{position:?}");
        }
        plies += 1;
        false
    });
}

/// Returns the error of an expression over the features of tic-tac-toe.
fn refused(text: &str) -> String {
    super::tictactoe::TicTacToeEvaluation::named(text, &Weights::new()).unwrap_err().to_string()
}

#[test]
fn an_invalid_expression_is_rejected_with_the_column_and_a_hint() {
    for (text, message) in [
        ("3*centr", "unknown feature \"centr\" at column 3; did you mean \"centre\"? (the features are: one, two, win"),
        ("2*one + their_tow", "unknown feature \"their_tow\" at column 9; did you mean \"their_two\"?"),
        ("2*mobility", "unknown feature \"mobility\" at column 3 (the features are: one, two"),
        ("centre +", "expected a number, a feature or \"(\" at column 9"),
        ("1*one two", "expected an operator at column 7"),
        ("(one + two", "expected \")\" at column 11"),
        ("min(one)", "expected \",\" at column 8"),
        ("max one", "expected \"(\" at column 5"),
        ("1*one ÷ 2", "expected an operator at column 7"),
        ("0.5*one", "the number at column 1 must be a whole number up to 1000000"),
        ("1000001*one", "the number at column 1 must be a whole number"),
        ("one/(2 - 2)", "division by zero at column 4"),
        ("7", "the same value for both sides"),
        ("one + their_one", "the same value for both sides"),
        (&"-".repeat(30), "nested too deeply at column"),
        (&format!("1*one{}", " + one".repeat(60)), "at most 320 bytes long, got 365"),
    ] {
        assert!(refused(text).contains(message), "{text}: {}", refused(text));
    }
    // A deep expression with many pending operands.
    let nested = (0..14).fold("one".to_owned(), |inner, _| format!("one+one*min(1,{inner})"));
    assert!(refused(&nested).contains("nested too deeply"), "{}", refused(&nested));
    let weights = Weights::from([("one".to_owned(), 1)]);
    let error = super::tictactoe::TicTacToeEvaluation::named("2*one", &weights).unwrap_err().to_string();
    assert!(error.contains("no weights besides its numbers"), "{error}");
    let error = super::bones::BonesEvaluation::named("2*heap", &Weights::new()).unwrap_err().to_string();
    assert!(error.contains("bones has no features"), "{error}");
}

#[test]
fn values_of_expressions_saturate_and_divisions_by_zero_are_zero() {
    use super::tictactoe::TicTacToe;
    let mut position = TicTacToe::initial(&Default::default()).expect("the game has no options");
    position.play("b2".parse().expect("the text is a move"));
    // X has four lines with one stone, and O has none.
    let huge = format!("one{}", "*1000000".repeat(8));
    for (text, value) in [
        ("1*one", 4),
        ("-(one - their_one) + 7", -8),
        ("7*one/2", 14),
        ("-one/3", -1),
        ("centre/their_centre + one*one", 16),
        ("one/their_one + (one + 1)/(their_one + 2)", 2),
        ("min(one, 3) - max(their_one, 1)", 6),
        (&huge, EVALUATION_LIMIT),
        (&format!("{huge}*one"), EVALUATION_LIMIT),
    ] {
        assert_eq!(evaluation::<TicTacToe>(text).evaluate(&position), value, "{text}");
    }
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
