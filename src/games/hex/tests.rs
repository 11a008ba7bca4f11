use std::collections::BTreeSet;

use super::*;
use crate::catalog::GameId;
use crate::conformance::conforms;
use crate::perft::perft;
use crate::seed::Rng;
use crate::{
    Diagram, Evaluation, ExactEndgame, Game, GameMove, MoveOrdering, Options, Outcome, Side, Symmetry, Tactics, Weights,
};

fn start(size: u32, swap: bool) -> Hex {
    Hex::initial(&HexOptions { size, swap }).expect("the options are valid")
}

fn played(size: u32, swap: bool, moves: &str) -> Hex {
    let mut position = start(size, swap);
    for text in moves.split_whitespace() {
        position.play(position.read_move(text).unwrap_or_else(|| panic!("{text} is legal")));
    }
    position
}

fn parse(size: u32, swap: bool, text: &str) -> Result<Hex, String> {
    Hex::parse(&HexOptions { size, swap }, text).map_err(|error| error.to_string())
}

#[test]
fn other_sizes_and_swap_conform() {
    for (size, swap) in [(3, false), (3, true), (4, true), (6, false)] {
        conforms::<Hex>(&HexOptions { size, swap });
    }
}

/// An independent implementation of the rules on a board of letters, which searches for connections after each move.
struct Naive {
    size: usize,
    swap: bool,
    cells: Vec<Option<Side>>,
    to_move: Side,
}

impl Naive {
    fn connected(&self, side: Side) -> bool {
        let (size, mut seen) = (self.size, BTreeSet::new());
        let place = |along: usize, across: usize| if side == Side::First { (along, across) } else { (across, along) };
        let mut open: Vec<(usize, usize)> = (0..size).map(|across| place(0, across)).collect();
        while let Some((row, column)) = open.pop() {
            if row >= size || column >= size || self.cells[row * size + column] != Some(side) {
                continue;
            }
            if !seen.insert((row, column)) {
                continue;
            }
            if (if side == Side::First { row } else { column }) == size - 1 {
                return true;
            }
            // An index that wraps below 0 is also off the board.
            let (up, left) = (row.wrapping_sub(1), column.wrapping_sub(1));
            open.extend([
                (row, column + 1),
                (row, left),
                (row + 1, column),
                (up, column),
                (row + 1, left),
                (up, column + 1),
            ]);
        }
        false
    }

    fn count(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.connected(!self.to_move) {
            return 0;
        }
        let mut sum = 0;
        let side = self.to_move;
        self.to_move = !side;
        for at in 0..self.cells.len() {
            if self.cells[at].is_none() {
                self.cells[at] = Some(side);
                sum += self.count(depth - 1);
                self.cells[at] = None;
            }
        }
        let stones: Vec<usize> = (0..self.cells.len()).filter(|&at| self.cells[at].is_some()).collect();
        if let [only] = stones[..]
            && self.swap
            && side == Side::Second
        {
            let mirrored = only % self.size * self.size + only / self.size;
            self.cells[only] = None;
            self.cells[mirrored] = Some(Side::Second);
            sum += self.count(depth - 1);
            self.cells[mirrored] = None;
            self.cells[only] = Some(Side::First);
        }
        self.to_move = side;
        sum
    }
}

#[test]
fn perft_matches_an_independent_implementation() {
    for (size, swap, depth) in [(3, false, 9), (3, true, 7), (4, false, 4), (4, true, 4), (5, true, 3)] {
        for depth in 1..=depth {
            let cells = vec![None; size * size];
            let mut naive = Naive { size, swap, cells, to_move: Side::First };
            let counted = perft(&start(u32::try_from(size).expect("the size is small"), swap), depth);
            assert_eq!(counted, naive.count(depth), "{size} × {size}, swap {swap}, {depth} plies");
        }
    }
}

#[test]
fn perft_matches_known_counts() {
    let counts = |size, swap, depth| (1..=depth).map(|depth| perft(&start(size, swap), depth)).collect::<Vec<_>>();
    assert_eq!(counts(3, false, 9), [9, 72, 504, 3_024, 15_120, 54_720, 146_880, 207_360, 120_960]);
    assert_eq!(counts(3, true, 6), [9, 81, 576, 3_528, 18_144, 69_840]);
    assert_eq!(counts(4, false, 4), [16, 240, 3_360, 43_680]);
    assert_eq!(counts(11, false, 2), [121, 14_520]);
    assert_eq!(counts(11, true, 2), [121, 14_641]);
}

/// Returns whether the side to move wins, by exhaustive search.
fn wins(position: &Hex, known: &mut std::collections::HashMap<u64, bool>) -> bool {
    if position.outcome().is_some() {
        return false;
    }
    if let Some(&won) = known.get(&position.canonical_key()) {
        return won;
    }
    let moves = position.moves();
    let won = moves.into_iter().any(|mv| {
        let mut child = position.clone();
        child.play(mv);
        !wins(&child, known)
    });
    known.insert(position.canonical_key(), won);
    won
}

/// Returns the first moves with which the first side wins.
fn winning_openings(size: u32) -> Vec<String> {
    let (position, mut known) = (start(size, false), std::collections::HashMap::new());
    let moves = position.moves();
    let winning = moves.into_iter().filter(|&mv| {
        let mut child = position.clone();
        child.play(mv);
        !wins(&child, &mut known)
    });
    winning.map(|mv| mv.to_string()).collect()
}

/// Found by searching the whole board. A proof for boards of every size that the acute corner and the cell beside it
/// lose: A. Beck, M. Bleicher and D. Crowe, "Excursions into Mathematics", 1969.
#[test]
fn winning_openings_of_a_small_board_match() {
    assert_eq!(winning_openings(3), ["c1", "a2", "b2", "c2", "a3"]);
}

#[test]
fn second_side_wins_with_swap() {
    let mut known = std::collections::HashMap::new();
    assert!(wins(&start(3, false), &mut known));
    assert!(!wins(&start(3, true), &mut std::collections::HashMap::new()));
}

/// There are no draws: on every full board exactly one side is connected, and it is the one that moved last.
#[test]
fn exactly_one_side_wins_on_every_full_board() {
    let mut rng = Rng::new(7);
    for size in [3, 5, 8, 11, 19] {
        for _ in 0..20 {
            let mut position = start(size, false);
            let mut moves = Vec::new();
            while position.outcome().is_none() {
                moves.clear();
                position.legal(&mut moves);
                position.play(moves[rng.below(moves.len())]);
            }
            let side = usize::try_from(size).expect("the size is small");
            let naive = |of: Side| {
                let cells = position.shape.cells().map(|cell| position.stone(cell)).collect();
                Naive { size: side, swap: false, cells, to_move: of }.connected(of)
            };
            assert_eq!(position.outcome(), Some(Outcome::win(!position.to_move())));
            assert_eq!([naive(!position.to_move()), naive(position.to_move())], [true, false]);
        }
    }
}

#[test]
fn diagram_marks_a_shortest_winning_chain() {
    let position = played(4, false, "b1 a1 b2 a2 a3 c3 d3 d4 b3 c4 a4");
    assert_eq!(position.outcome(), Some(Outcome::win(Side::First)));
    let Diagram::Grid { grid, points, line, .. } = position.diagram("a4".parse().ok()) else {
        panic!("the diagram is not a grid")
    };
    assert_eq!((grid.columns, grid.rows, grid.last), (4, 4, vec!["a4".into()]));
    assert_eq!(line, ["b1", "b2", "a3", "a4"]);
    assert_eq!((&*points[0], &*points[1], &*points[15]), ("a1", "b1", "d4"));
    assert_eq!((&*grid.cells[0], &*grid.cells[1], &*grid.cells[3]), ("o", "x", ""));
}

#[test]
fn swap_mirrors_the_first_stone_and_is_legal_only_as_first_answer() {
    let position = played(5, true, "d2 swap");
    assert_eq!(played(5, true, "d2 swap-pieces"), position, "as in GTP");
    assert_eq!(position.notation(), "...../...../...../.o.../..... x");
    assert_eq!(position.to_move(), Side::First);
    let Diagram::Grid { grid, .. } = position.diagram(Some(HexMove::SWAP)) else { panic!("the diagram is not a grid") };
    assert_eq!(grid.last, ["b4"]);
    for (moves, swap) in [("", true), ("d2", false), ("d2 swap", true), ("d2 a1", true), ("d2 a1 b1", true)] {
        assert_eq!(played(5, swap, moves).read_move("swap"), None, "{moves}");
    }
    let after = played(5, true, "d2 swap c3");
    assert_eq!(after.to_move(), Side::Second);
    assert_eq!(parse(5, true, &after.notation()), Ok(after));
}

#[test]
fn parses_moves_as_cells_or_swap() {
    let code = |text: &str| GameId::Hex.parse_move(text).map(|code| code.0);
    assert_eq!((code("a1"), code("s19"), code("swap")), (Ok(0), Ok(18 << 5 | 18), Ok(1 << 10)));
    for wrong in ["", "a", "a0", "a20", "t1", "A1", "a01", "a1 ", "Swap", "é1"] {
        assert!(code(wrong).is_err(), "{wrong}");
    }
    assert_eq!(HexMove::from_code(crate::MoveCode(19)), None, "there is no twentieth column");
}

#[test]
fn parses_positions_or_rejects_them_with_a_reason() {
    let position = parse(3, false, "x../.o./x.o x").expect("the position is valid");
    assert_eq!((position.notation(), position.to_move()), ("x../.o./x.o x".to_owned(), Side::First));
    assert_eq!(parse(3, false, "x../.o./...").map(|position| position.to_move()), Ok(Side::First));
    for (swap, text, reason) in [
        (false, "x../.o./...  o", "x must be to move"),
        (false, "xx./.../... x", "got 2 and 0"),
        (false, "o../.../... x", "got 0 and 1"),
        (true, "oo./.../...", "at most one stone, got 0 and 2"),
        (false, "x../.o.", "got 2 rows"),
        (false, "x../.o./..", "row 3 must have 3 points, got 2"),
        (false, "x../.z./...", "letter on b2"),
        (false, "x../.o./... q", "must be x or o, got \"q\""),
        (false, "xo./xo./xo. x", "x is to move but has already connected"),
        (false, "xxx/xxx/xxx o", "got 9 and 0"),
    ] {
        let refused = parse(3, swap, text).expect_err(text);
        assert!(refused.contains(reason), "{text}: {refused}");
    }
    let refused = parse(4, false, "xxoo/xxoo/xxoo/xxo. o").expect_err("the position has two chains");
    assert!(refused.contains("they were connected before"), "{refused}");
    assert!(parse(3, true, "o../.../...").is_ok_and(|position| position.to_move() == Side::First));
    for (size, name) in [(2, "got 2"), (20, "got 20")] {
        let error = Hex::initial(&HexOptions { size, swap: false }).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains("between 3 and 19"), "{error}");
    }
}

#[test]
fn saving_a_broken_bridge_ranks_first() {
    // The stones of X on c2 and b4 form a bridge over b3 and c3. O has taken c3.
    let position = played(5, false, "c2 e1 b4 c3");
    let moves = position.moves();
    let best = moves.into_iter().max_by_key(|&mv| position.rank(mv)).expect("the game is not over");
    assert_eq!(best.to_string(), "b3");
}

#[test]
fn ranking_prefers_the_cells_that_both_sides_need() {
    let mut rng = Rng::new(7);
    for _ in 0..40 {
        let mut position = start(7, false);
        for _ in 0..rng.below(20) {
            let empties: Vec<HexMove> = position.empties().iter().collect();
            position.play(empties[rng.below(empties.len())]);
            if position.outcome().is_some() {
                position = start(7, false);
            }
        }
        for side in Side::BOTH {
            let (through, distance) = (position.distances_through(side), position.distance(side));
            let nearest: Vec<i32> = position.empties().iter().map(|cell| through[cell.number()]).collect();
            if distance.ways > 0 {
                let ways = nearest.iter().filter(|sum| **sum == distance.two).count();
                assert_eq!(nearest.iter().min(), Some(&distance.two), "{position:?}");
                assert_eq!(i32::try_from(ways), Ok(distance.ways), "{position:?}");
            }
        }
    }
    // Both stones are in a corner. Their surroundings matter less than the paths through the centre.
    let position = played(11, false, "b2 j10");
    let [first, second] = Side::BOTH.map(|side| position.distances_through(side));
    let sum = |mv: HexMove| first[mv.number()] + second[mv.number()];
    let ranking = position.ranking(true);
    let best = position.empties().iter().max_by_key(|&mv| ranking(mv)).expect("there are empty cells");
    assert_eq!(Some(sum(best)), position.empties().iter().map(sum).min(), "{best}");
}

#[test]
fn two_paths_are_worth_more_than_one() {
    let value = |position: &Hex, name: &str| {
        let evaluation = HexEvaluation::named(name, &Weights::new()).expect("the evaluation exists");
        evaluation.evaluate(position)
    };
    // A bridge over the middle against a stone straight below: equally long paths, but one stone blocks the second.
    let bridge = played(5, false, "c2 a1 b4 e5");
    let straight = played(5, false, "c2 a1 c4 e5");
    assert!(value(&bridge, "two-distance") > value(&straight, "two-distance"));
    assert_eq!(value(&start(11, false), "path"), 50, "equal distances, and the turn");
    let near = played(11, false, "f5 a1 f6 a2");
    assert!(value(&near, "path") > 0 && value(&near, "two-distance") > 0);
}

/// The opponent takes over a strong first stone, which must be included in the value.
#[test]
fn first_stone_that_can_be_swapped_has_no_positive_value() {
    let evaluation = HexEvaluation::named("two-distance", &Weights::new()).expect("the evaluation exists");
    assert!(evaluation.evaluate(&played(7, true, "d4")) < 0);
    assert!(evaluation.evaluate(&played(7, false, "d4")) > evaluation.evaluate(&played(7, true, "d4")));
}

#[test]
fn swap_counts_as_a_remaining_ply() {
    assert_eq!(start(4, false).max_plies_left(), Some(16));
    let left = ["", "a1", "a1 swap", "a1 b1"].map(|moves| played(4, true, moves).max_plies_left());
    assert_eq!(left, [Some(17), Some(16), Some(15), Some(14)]);
    assert!(played(4, true, "a1").after_null_move().is_none() && played(4, true, "a1 swap").colour_flipped().is_none());
    assert!(played(4, true, "a1 b1").after_null_move().is_some());
    assert_eq!(GameId::Hex.complete_options(&Options::new()).map(|options| options.len()), Ok(2));
}
