//! Published counts, and the draws, notations and castling rules that this module decides.

use cozy_chess::{Board, Piece};

use super::position::ChessOptions;
use super::{Chess, ChessEvaluation, ChessMove};
use crate::perft::{perft, perft_of_match};
use crate::seed::Rng;
use crate::{Diagram, Evaluation, Game, GameMove, MoveOrdering, Outcome, Side, Symmetry, Tactics, Weights, play_all};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn position(text: &str) -> Chess {
    Chess::parse(&ChessOptions::default(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn start(number: u32) -> Chess {
    Chess::initial(&ChessOptions { chess960: number }).expect("the number is below 960")
}

fn legal(position: &Chess) -> Vec<String> {
    let moves = position.moves();
    assert_eq!(moves.len(), position.count_legal(), "{position:?}");
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn played(position: &Chess, moves: &str) -> Chess {
    let moves = moves.split(' ').map(|text| text.parse().expect("the text is a move"));
    play_all(position, moves).unwrap_or_else(|error| panic!("{error}"))
}

/// The table of the Chess Programming Wiki ("Perft Results"), from depth 1.
#[test]
fn perft_matches_the_published_counts() {
    let table: [(&str, &[u64]); 6] = [
        (START, &[20, 400, 8_902, 197_281, 4_865_609]),
        (KIWIPETE, &[48, 2_039, 97_862, 4_085_603]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467, 422_333]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379, 2_103_487]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2_079, 89_890, 3_894_594]),
    ];
    for (text, counts) in table {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&position(text), depth), *count, "{text} at depth {depth}");
        }
    }
}

/// The counts that cozy-chess 0.3.4 uses in its own tests, from depth 1.
#[test]
fn perft_of_chess960_matches_the_published_counts() {
    let table: [(&str, &[u64]); 4] = [
        ("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", &[29, 502, 14_569, 287_739]),
        ("rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9", &[27, 916, 25_798, 890_435]),
        ("rqbbknr1/1ppp2pp/p5n1/4pp2/P7/1PP5/1Q1PPPPP/R1BBKNRN w GAga - 0 9", &[24, 600, 15_347, 408_207]),
        ("rkb2bnr/pp2pppp/2p1n3/3p4/q2P4/5NP1/PPP1PP1P/RKBNQBR1 w Aha - 0 9", &[29, 861, 24_504, 763_454]),
    ];
    for (text, counts) in table {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&position(text), depth), *count, "{text} at depth {depth}");
        }
    }
}

/// The published suites in `tests/data/perft`, each position up to a limited count. `cargo bench --bench perft --
/// --suite` runs them completely.
#[test]
fn perft_matches_the_published_suites() {
    let suites = [
        (include_str!("../../../tests/data/perft/chess.epd"), 130, 40_000),
        (include_str!("../../../tests/data/perft/chess960.epd"), 960, 2_000),
    ];
    for (text, positions, most) in suites {
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), positions);
        for line in lines {
            let (fen, counts) = line.split_once(" ;D").expect("a line has a position and counts");
            for part in counts.split(" ;D") {
                let (depth, count) = part.split_once(' ').expect("a part has a depth and a count");
                let count: u64 = count.parse().expect("the count is a number");
                if count <= most {
                    assert_eq!(
                        perft(&position(fen), depth.parse().expect("the depth is a number")),
                        count,
                        "{fen} at depth {depth}"
                    );
                }
            }
        }
    }
}

#[test]
fn drawn_positions_end_the_match_but_not_perft() {
    let promoted = position("8/8/8/8/8/K7/P7/k7 w - - 0 1");
    assert_eq!(perft(&promoted, 6), 6_249);
    assert!(perft_of_match(&promoted, 6) < 6_249, "king against king, knight or bishop is drawn");
    let counted = position("4k3/8/8/8/8/8/8/4K2R w K - 99 80");
    assert_eq!((perft(&counted, 2), perft_of_match(&counted, 2)), (66, 0));
}

#[test]
fn castling_is_a_king_move_in_chess_and_a_rook_capture_in_chess960() {
    let castles = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let king: Vec<String> = legal(&castles).into_iter().filter(|text| text.starts_with("e1")).collect();
    assert_eq!(king, ["e1c1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g1"]);
    assert_eq!(played(&castles, "e1g1 e8c8").notation(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    let rook: ChessMove = "e1h1".parse().expect("the text is a move");
    assert!(!castles.is_legal(rook));

    let options = ChessOptions { chess960: 0 };
    let castles = Chess::parse(&options, "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").expect("the position is valid");
    assert!(castles.is_legal(rook) && !castles.is_legal("e1g1".parse().expect("the text is a move")));
    assert_eq!(played(&castles, "e1h1 e8a8").notation(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");

    let between = position("1r3kr1/5pp1/8/8/8/8/5PP1/1R3KR1 w GBgb - 0 1");
    assert_eq!(played(&between, "f1g1 f8b8").notation(), "2kr2r1/5pp1/8/8/8/8/5PP1/1R3RK1 w - - 2 2");
}

#[test]
fn chess960_positions_have_their_published_numbers() {
    assert_eq!(start(518), position(START));
    assert_eq!(start(518).notation(), START);
    assert_eq!(start(0).notation(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    assert_eq!(start(959).notation(), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1");
    let error = Chess::initial(&ChessOptions { chess960: 960 }).expect_err("the number is too large").to_string();
    assert!(error.contains("960") && error.contains("0 and 959"), "{error}");
}

/// cozy-chess, which moves the pieces, also writes moves and positions, in slower code.
#[test]
fn writes_moves_and_positions_like_cozy_chess() {
    let mut rng = Rng::new(7);
    for number in (0..960).step_by(7).chain([518; 60]) {
        let mut now = start(number);
        for _ in 0..200 {
            let moves = now.moves();
            let fen = if now.chess960 { format!("{:#}", now.board) } else { now.board.to_string() };
            if now.board.en_passant().is_none() || now.can_take_passing_pawn() {
                assert_eq!(now.notation(), fen);
            } else {
                assert!(now.notation().contains(" - ") && now.notation() != fen);
            }
            for &mv in &moves {
                let inner = now.inner(mv).expect("the move is legal");
                assert_eq!(now.san(mv), cozy_chess::util::display_san_move(&now.board, inner).to_string(), "{fen}");
            }
            if moves.is_empty() {
                break;
            }
            now.play(moves[rng.below(moves.len())]);
        }
    }
}

#[test]
fn reads_all_common_forms_of_fen() {
    assert_eq!(position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), position(START));
    assert_eq!(position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"), position(START));
    // The outermost rook, as in X-FEN.
    let outermost = position("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    assert_eq!(outermost, start(0));
}

#[test]
fn en_passant_counts_only_if_it_is_possible() {
    let quiet = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let written = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!((written.notation().as_str(), written.key()), (quiet, position(quiet).key()));
    assert_eq!(written, position(quiet));
    assert_eq!(played(&position(START), "e2e4"), written);

    let taken = position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    let gone = position("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    assert!(taken.notation().contains(" e3 ") && taken != gone && taken.key() != gone.key());
    assert_eq!(played(&taken, "d4e3").notation(), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
    // The capturing pawn is pinned to its king.
    let pinned = position("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1");
    assert!(pinned.notation().contains(" - 0 1"), "{}", pinned.notation());
}

#[test]
fn mate_wins_and_other_ends_draw() {
    let white = Some(Outcome::win(Side::First));
    for (text, outcome) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", white),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::DRAW)),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Some(Outcome::DRAW)),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", Some(Outcome::DRAW)),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", Some(Outcome::DRAW)),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", Some(Outcome::DRAW)),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", None),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 90", Some(Outcome::DRAW)),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 149 90", Some(Outcome::DRAW)),
        // Mate on the hundredth ply takes precedence.
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90", white),
    ] {
        let position = position(text);
        assert_eq!(position.outcome(), outcome, "{text}");
        assert_eq!(legal(&position).is_empty(), outcome.is_some(), "{text}");
    }
    let late = position("4k3/8/8/8/8/8/7P/R3K3 w - - 99 90");
    assert_eq!(played(&late, "a1a2").outcome(), Some(Outcome::DRAW));
    assert_eq!(played(&late, "h2h3").outcome(), None);
    assert_eq!(late.reversible_plies(), 99);
}

#[test]
fn a_side_can_win_by_the_material_rule_of_lichess() {
    // White's pieces, Black's pieces, and whether White has mating material, and Black.
    let cases = [
        ("P", "", true, false),
        ("Q", "N", true, false),
        ("QQ", "N", true, false),
        ("R", "N", true, true),
        ("QR", "N", true, true),
        ("P", "N", true, true),
        ("B", "N", true, true),
        ("N", "N", true, true),
        ("Q", "NN", true, true),
        ("R", "B", true, false),
        ("Q", "B", true, false),
        ("N", "B", true, true),
        ("P", "B", true, true),
        ("Q", "BN", true, true),
        ("Q", "R", true, true),
    ];
    for (white, black, first, second) in cases {
        // The pieces stand on the files b and e, from where none gives check.
        let row = |pieces: &str| {
            let cell = |at| pieces.chars().nth(at).unwrap_or('1');
            format!("1{}2{}3", cell(0), cell(1))
        };
        let (white_row, black_row) = (row(white), row(black).to_ascii_lowercase());
        for turn in ["w", "b"] {
            let text = format!("7k/8/8/{black_row}/{white_row}/8/8/K7 {turn} - - 0 1");
            let position = position(&text);
            assert_eq!((position.can_win(Side::First), position.can_win(Side::Second)), (first, second), "{text}");
        }
    }
    // Bishops of one square colour, on both sides and on one, then of both square colours.
    let bishops = [
        ("k7/1b6/8/3r4/8/8/6B1/7K w - - 0 1", false),
        ("k7/8/8/3r4/8/5B2/6B1/7K w - - 0 1", false),
        ("k7/b7/8/3r4/8/8/6B1/7K w - - 0 1", true),
        ("k7/8/8/3r4/8/4B3/6B1/7K w - - 0 1", true),
    ];
    for (text, first) in bishops {
        assert_eq!(position(text).can_win(Side::First), first, "{text}");
    }
}

#[test]
fn a_move_number_of_zero_is_read_as_one() {
    assert_eq!(position(&START.replace("0 1", "0 0")).notation(), START);
}

#[test]
fn rejects_invalid_moves() {
    for text in ["", "e2", "e2e", "e2e9", "i2e4", "e7e8k", "e7e8Q", "e7e8qq", "e2e2", "O-O", "Nf3", "é2e4", "e2 e4"] {
        let error = text.parse::<ChessMove>().expect_err(text).to_string();
        assert!(error.contains("e7e8q"), "{error}");
    }
}

#[test]
fn rejects_invalid_positions_with_a_reason() {
    for (text, reason) in [
        ("", "six fields"),
        ("startpos", "six fields"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2", "six fields"),
        ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8 ranks, separated by /, got 7"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6"),
        ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7 must have 8 squares, got 7"),
        ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'x' on rank 7"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "w or b"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KZkq - 0 1", "castling"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w K - 0 1", "castling"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KK - 0 1", "castling"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e4 0 1", "en passant"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", "en passant"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 65536 1", "0 and 65535"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -1", "1 and 65535"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "white must have one king, got 0"),
        ("8/8/8/8/8/8/8/K7 w KQkq - 0 1", "black must have one king, got 0"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "black must have one king, got 2"),
        ("k7/8/8/8/8/8/8/K6P w - - 0 1", "no pawn on rank 1"),
        ("k6p/8/8/8/8/8/8/K7 w - - 0 1", "no pawn on rank 8"),
        ("k7/8/pppppppp/p7/8/8/8/K7 w - - 0 1", "black may have at most 8 pawns, got 9"),
        ("k7/8/8/8/8/NNNNNNNN/NNNNNNNN/K7 w - - 0 1", "white may have at most 16 pieces, got 17"),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", "black is in check, but the other side is to move"),
        ("k6R/8/8/8/8/8/8/K6r w - - 0 1", "both kings are in check"),
        ("kK6/8/8/8/8/8/8/8 w - - 0 1", "adjacent squares"),
    ] {
        let error = Chess::parse(&ChessOptions::default(), text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let long = "q".repeat(1 << 20);
    let error = Chess::parse(&ChessOptions::default(), &long).expect_err("the text is too long").to_string();
    assert!(error.contains("120") && error.len() < 200, "{error}");
}

#[test]
fn ranks_promotions_then_captures_by_victim_and_attacker() {
    let position = position("3q1r1k/4P3/8/2N5/1p2P3/R7/8/6K1 w - - 0 1");
    let mut moves = position.moves();
    moves.sort_by_key(|mv| -position.rank(*mv));
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(texts[..3], ["e7d8q", "e7f8q", "e7e8q"], "{texts:?}");
    assert!(texts[texts.len() - 9..].iter().all(|text| text.len() == 5), "{texts:?}");
}

#[test]
fn see_gives_the_gain_of_the_best_exchange() {
    for (text, mv, gain) in [
        // An undefended piece, a defended one, and one whose defence does not pay.
        ("4k3/8/3p4/8/8/8/3Q4/4K3 w - - 0 1", "d2d6", 100),
        ("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1", "d2d6", 100 - 950),
        ("4k3/2p5/3r4/8/8/8/3Q4/4K3 w - - 0 1", "d2d6", 500 - 950),
        ("4k3/2p5/3q4/8/8/8/3R4/4K3 w - - 0 1", "d2d6", 950 - 500),
        // A second rook behind the first recaptures.
        ("4k3/8/3p4/2n5/8/8/3R4/3RK3 w - - 0 1", "d2d6", 100),
        ("3rk3/8/3p4/8/8/8/3R4/3RK3 w - - 0 1", "d2d6", 100),
        ("3rk3/3r4/3p4/8/8/8/3R4/3RK3 w - - 0 1", "d2d6", 100 - 500),
        // The king captures only an undefended piece.
        ("8/8/3pk3/8/8/8/3R4/4K3 w - - 0 1", "d2d6", 100 - 500),
        ("8/8/3pk3/8/8/8/3R4/3RK3 w - - 0 1", "d2d6", 100),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 500 + 850),
        // A quiet move may lose the moved piece.
        ("4k3/2p5/8/8/8/8/3Q4/4K3 w - - 0 1", "d2d6", -950),
        ("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "d2d6", 0),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 0),
    ] {
        let (there, mv) = (position(text), mv.parse().expect("the text is a move"));
        assert!(there.is_legal(mv), "{text} {mv}");
        assert!(there.see_ge(mv, gain) && !there.see_ge(mv, gain + 1), "{text} {mv} {gain}");
    }
}

#[test]
fn noisy_moves_and_checks_are_as_defined() {
    let mut rng = Rng::new(5);
    let mut checks = 0;
    for start in 0..40 {
        let mut at = if start % 2 == 0 { position(KIWIPETE) } else { position(START) };
        for _ in 0..80 {
            let (mut all, mut noisy) = (Vec::new(), Vec::new());
            at.legal(&mut all);
            at.noisy(&mut noisy);
            let lesser = |mv: &ChessMove| mv.promotion.is_some_and(|piece| piece != Piece::Queen);
            let mut wanted: Vec<ChessMove> = all.clone();
            wanted.retain(|mv| at.capture_value(*mv).is_some() && !lesser(mv));
            let sorted = |moves: &[ChessMove]| {
                let mut codes: Vec<_> = moves.iter().map(|mv| mv.code()).collect();
                codes.sort();
                codes
            };
            assert_eq!(sorted(&noisy), sorted(&wanted), "{at:?}");
            let marked: Vec<bool> = all.iter().map(|mv| at.san(*mv).ends_with(['+', '#'])).collect();
            let gives = |mv: &ChessMove| {
                let mut after = at.clone();
                after.play(*mv);
                after.in_check()
            };
            assert_eq!(marked, all.iter().map(gives).collect::<Vec<_>>(), "{at:?}");
            let Some(&mv) = all.get(rng.below(all.len().max(1))) else { break };
            let told = at.gives_check(mv);
            at.play(mv);
            assert!(at.in_check() || !told, "{mv} {at:?}");
            checks += u32::from(told);
        }
    }
    assert!(checks > 50, "{checks}");
}

#[test]
fn evaluations_score_material_and_position() {
    let value = |name: &str, text: &str| {
        ChessEvaluation::named(name, &Weights::new()).expect("the evaluation exists").evaluate(&position(text))
    };
    assert_eq!(value("material", KIWIPETE), 0);
    assert_eq!(value("material", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 500);
    assert_eq!(value("material", "q3k3/8/8/8/8/8/8/R3K3 w - - 0 1"), -450);
    assert_eq!(value("tapered", START), 58, "only the tempo counts");
    let far = value("tapered", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1");
    let near = value("tapered", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1");
    assert!(far > near + 50 && near > 50, "{far} {near}");
}

#[test]
fn flipping_colours_twice_is_the_identity() {
    for text in [KIWIPETE, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"] {
        let there = position(text);
        let back = there.colour_flipped().and_then(|position| position.colour_flipped());
        assert_eq!(back.as_ref(), Some(&there));
    }
}

#[test]
fn diagram_has_rank_8_at_the_top() {
    let Diagram::Grid { grid, points, line, .. } = played(&position(START), "e2e4").diagram("e2e4".parse().ok()) else {
        panic!("the diagram is not a grid")
    };
    assert_eq!((grid.columns, grid.rows, line.len()), (8, 8, 0));
    assert_eq!((&*points[0], &*points[63]), ("a8", "h1"));
    assert_eq!(grid.cells.concat(), "rnbqkbnrppppppppPPPPPPPPRNBQKBNR");
    assert_eq!((&*grid.cells[36], &*points[36]), ("P", "e4"));
    assert_eq!(grid.last, ["e2", "e4"]);
}

#[test]
fn diagram_marks_check_and_mate() {
    let checked = |moves: &str| match played(&position(START), moves).diagram(None) {
        Diagram::Grid { check, .. } => check.map(|check| (check.point, check.mate)),
        _ => None,
    };
    assert_eq!(checked("f2f3 e7e5"), None);
    assert_eq!(checked("f2f3 e7e5 a2a3 d8h4"), Some(("e1".into(), false)));
    assert_eq!(checked("f2f3 e7e5 g2g4 d8h4"), Some(("e1".into(), true)));
}

#[test]
fn position_is_small_enough_to_copy() {
    assert!(size_of::<Chess>() <= size_of::<Board>() + 8, "{}", size_of::<Chess>());
}
