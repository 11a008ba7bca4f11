//! Published counts and positions, passes, the final score, and rejected inputs.

use super::flips::{around, flips, flips_of_last, mobility};
use super::stability::stable;
use super::{Reversi, Turn};
use crate::perft::perft;
use crate::seed::Rng;
use crate::{Diagram, ExactEndgame, Game, NoOptions, Outcome, Side, play_all};

/// Positions 40 to 44 of the FForum endgame test (FFO), in the form of their OBF file: each with its moves from best to
/// worst and their scores.
const FFO: [&str; 5] = [
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; D8:+34; C1:+30;",
    "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X; H4:+0; H3:-2; F8:-2; G5:-4;",
    "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X; G2:+6; A4:+0; C6:-2; C7:-4;",
    "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O; G3:-12; C7:-12; H4:-22; G7:-28;",
    "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O; D2:-14; B8:-14; G2:-18; G6:-18;",
];

fn position(text: &str) -> Reversi {
    Reversi::parse(&NoOptions {}, text).unwrap_or_else(|error| panic!("{error}"))
}

fn start() -> Reversi {
    Reversi::initial(&NoOptions {}).expect("there are no options")
}

fn turn(text: &str) -> Turn {
    text.parse().expect("the text is a move")
}

fn legal(position: &Reversi) -> Vec<String> {
    let moves = position.moves();
    moves.iter().map(ToString::to_string).collect()
}

#[test]
fn perft_matches_the_published_counts() {
    // Aart Bik, aartbik.com/MISC/reversi.html. A pass is a ply. The first passes occur at depth 9.
    let counts = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(perft(&start(), depth), count, "depth {depth}");
    }
}

/// Counts paths of this length, including games that end earlier.
fn with_ended_games(position: &Reversi, depth: u32) -> u64 {
    let moves = position.moves();
    if depth <= 1 || moves.is_empty() {
        return if depth == 0 { 1 } else { moves.len().max(1) as u64 };
    }
    let after = |mv| {
        let mut child = position.clone();
        child.play(mv);
        with_ended_games(&child, depth - 1)
    };
    moves.into_iter().map(after).sum()
}

#[test]
fn perft_at_depth_10_differs_by_the_games_already_over() {
    // That source continues to pass after the end. With our rules, 228 games are over after 9 plies.
    assert_eq!(with_ended_games(&start(), 10), 24_571_284);
    assert_eq!(perft(&start(), 10), 24_571_284 - 228);
}

#[test]
fn black_has_four_first_moves() {
    assert_eq!(start().notation(), "---------------------------OX------XO--------------------------- X");
    assert_eq!(legal(&start()), ["d3", "c4", "f5", "e6"]);
    let after = play_all(&start(), ["d3", "c3", "c4"].map(turn)).expect("the moves are legal");
    assert_eq!(after.notation(), "------------------OX------XXX------XO--------------------------- O");
}

/// Walks from each square in each direction.
fn flips_by_walking(own: u64, other: u64, square: i32) -> u64 {
    let mut flipped = 0;
    for (across, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let mut run = 0;
        for distance in 1..8 {
            let (column, row) = (square % 8 + distance * across, square / 8 + distance * down);
            if !(0..8).contains(&column) || !(0..8).contains(&row) {
                break;
            }
            let bit = 1_u64 << (row * 8 + column);
            if other & bit == 0 {
                flipped |= if own & bit == 0 { 0 } else { run };
                break;
            }
            run |= bit;
        }
    }
    flipped
}

#[test]
fn flips_match_a_direct_walk_on_random_boards() {
    let mut rng = crate::seed::Rng::new(1);
    for _ in 0..2_000 {
        let taken = rng.next_u64() | rng.next_u64();
        let own = taken & rng.next_u64();
        let other = taken & !own;
        let moves = mobility(own, other);
        for square in (0..64).filter(|square| taken >> square & 1 == 0) {
            let walked = flips_by_walking(own, other, square);
            assert_eq!(flips(own, other, square.cast_unsigned()), walked, "{own:x} {other:x} {square}");
            assert_eq!(moves >> square & 1 == 1, walked != 0, "{own:x} {other:x} {square}");
        }
    }
}

#[test]
fn flips_of_the_last_disc_match_the_general_method() {
    let mut rng = Rng::new(13);
    for _ in 0..200 {
        let discs = rng.next_u64() | rng.next_u64() & rng.next_u64();
        for square in 0..64 {
            let own = discs & !(1 << square);
            let flipped = flips(own, !own & !(1 << square), square);
            assert_eq!(flips_of_last(own, square), flipped.count_ones().cast_signed(), "{own:x} {square}");
        }
    }
}

#[test]
fn neighbours_stay_on_the_board() {
    assert_eq!(around(1), 1 << 1 | 1 << 8 | 1 << 9);
    assert_eq!(around(1 << 63), 1 << 62 | 1 << 55 | 1 << 54);
    assert_eq!(around(1 << 27).count_ones(), 8);
}

#[test]
fn ffo_endgames_parse_and_have_their_listed_moves() {
    for (line, empties) in FFO.into_iter().zip([20, 22, 22, 23, 23]) {
        let position = position(line);
        assert_eq!(position.empties(), empties, "{line}");
        assert_eq!(position.notation(), line[..66], "{line}");
        let moves = legal(&position);
        for listed in line.split("; ").skip(1).filter_map(|scored| scored.split(':').next()) {
            assert!(moves.contains(&listed.to_lowercase()), "{listed} of {line}");
        }
    }
}

#[test]
fn passes_exactly_if_there_is_no_move() {
    // f1 is empty, g1 white, h1 black, so only black can move.
    let mut stuck = position(&format!("{}OX{} O", "-".repeat(6), "-".repeat(56)));
    assert_eq!((legal(&stuck), stuck.outcome(), stuck.count_legal()), (vec!["pass".to_owned()], None, 1));
    stuck.play(Turn::PASS);
    assert_eq!((stuck.to_move(), legal(&stuck)), (Side::First, vec!["f1".to_owned()]));
    assert!(!stuck.is_legal(Turn::PASS));
    stuck.play(turn("f1"));
    assert_eq!((stuck.outcome(), stuck.count_legal()), (Some(Outcome::payoff_of(64)), 0));
}

#[test]
fn empty_squares_count_for_the_winner() {
    let score = |text: &str| position(text).outcome().map(Outcome::payoff);
    assert_eq!(score(&format!("{}{} X", "X".repeat(32), "O".repeat(32))), Some(0));
    assert_eq!(score(&format!("{}{} X", "X".repeat(34), "O".repeat(30))), Some(4));
    assert_eq!(score(&format!("{}--{} O", "X".repeat(8), "-".repeat(54))), Some(64));
    assert_eq!(score(&format!("-{}{} O", "X".repeat(15), "O".repeat(48))), None, "white can take a1");
    assert_eq!(score(&format!("-{} X", "O".repeat(63))), Some(-64));
}

#[test]
fn diagram_has_a1_at_the_upper_left() {
    let Diagram::Grid { grid, points, .. } = start().diagram(Some(turn("d3"))) else {
        panic!("the diagram is not a grid")
    };
    assert_eq!((&*points[0], &*points[8], &*points[63]), ("a1", "a2", "h8"));
    assert_eq!((&*grid.cells[27], &*grid.cells[28], &*grid.cells[0]), ("o", "x", ""));
    assert_eq!(grid.last, ["d3"]);
}

#[test]
fn rejects_invalid_positions_with_a_reason() {
    let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    for (text, reason) in [
        (String::new(), "65 letters, got 0"),
        (board.clone(), "65 letters, got 64"),
        (format!("{board}- X"), "got 66"),
        (format!("{board} Z"), "must be X or O, got \"Z\""),
        (format!("{} X", board.replacen('O', "Q", 1)), "letter on d4"),
        (format!("{} X", "-".repeat(64)), "no discs"),
        ("X".repeat(5_000), "bytes long, got 5000"),
    ] {
        let error = Reversi::parse(&NoOptions {}, &text).expect_err(&text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert!(Reversi::parse(&NoOptions {}, "x").is_err());
    assert!("i1".parse::<Turn>().is_err() && "a9".parse::<Turn>().is_err() && "PASS".parse::<Turn>().is_err());
}

/// Returns the payoff for the side to move with best play, by exhaustive search.
fn best_payoff(position: &Reversi) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.payoff() * position.to_move().sign();
    }
    let moves = position.moves();
    let after = |mv| {
        let mut child = position.clone();
        child.play(mv);
        -best_payoff(&child)
    };
    moves.into_iter().map(after).max().expect("the game is not over")
}

#[test]
fn endgame_solver_finds_the_payoff_or_a_bound() {
    let mut rng = Rng::new(3);
    let mut passes = 0;
    for case in 0..300 {
        let mut position = start();
        let left = 1 + case % 6;
        while position.outcome().is_none() && position.empties() > left {
            let moves = position.moves();
            position.play(moves[rng.below(moves.len())]);
        }
        passes += usize::from(legal(&position) == ["pass"]);
        let right = best_payoff(&position);
        for (side, payoff) in [(position.to_move(), right), (!position.to_move(), -right)] {
            assert!(position.payoff_upper_bound(side, 64).is_none_or(|most| most >= payoff), "{}", position.notation());
        }
        let mut nodes = 0;
        let mut found = |window| position.solve_endgame(window, &mut nodes).unwrap_or(right);
        assert_eq!(found((-64, 64)), right, "{}", position.notation());
        for beta in [right - 7, right, right + 1, right + 8] {
            let bound = found((beta - 1, beta));
            let holds = if right >= beta { (beta..=right).contains(&bound) } else { (right..beta).contains(&bound) };
            assert!(holds, "{bound} for {right} at {beta}: {}", position.notation());
        }
        assert!(nodes < 5 * Reversi::MAX_SOLVE_NODES);
    }
    assert!(passes > 5, "{passes}");
}

#[test]
fn stable_discs_are_never_flipped() {
    let mut rng = Rng::new(4);
    let mut found = 0;
    for _ in 0..300 {
        let mut position = start();
        let (mut first, mut second) = (0, 0);
        while position.outcome().is_none() {
            let moves = position.moves();
            position.play(moves[rng.below(moves.len())]);
            let discs = (position.discs(Side::First), position.discs(Side::Second));
            assert_eq!((first & !discs.0, second & !discs.1), (0, 0), "{}", position.notation());
            (first, second) = (stable(discs.0, discs.1), stable(discs.1, discs.0));
            found += u32::from(position.empties() > 8) * (first | second).count_ones();
        }
        if position.empties() == 0 {
            assert_eq!(first | second, u64::MAX, "a full board stays as it is");
        }
    }
    assert!(found > 10_000, "{found}");
}

#[test]
fn stable_discs_bound_the_payoff() {
    // White holds the first row and cannot lose it, so black gets at most the other 56 squares.
    let held = position(&format!("{}{}{} X", "O".repeat(8), "X".repeat(48), "-".repeat(8)));
    assert_eq!(held.payoff_upper_bound(Side::First, 48), Some(48));
    assert_eq!((held.payoff_upper_bound(Side::First, 40), held.payoff_upper_bound(Side::Second, 48)), (None, None));
}
