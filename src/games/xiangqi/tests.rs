//! Tests of the rules against published counts and verdicts, and against a deliberately simple generator.

mod slow;

use std::collections::HashSet;

use super::board::{Kind, Point};
use super::position::Ruleset;
use super::{Xiangqi, XiangqiMove, XiangqiOptions, notation};
use crate::board::KeyHistory;
use crate::conformance::conforms;
use crate::perft::perft;
use crate::seed::Rng;
use crate::{Game, GameId, GameMove, Hints, Options, Outcome, Side, Tactics};
use slow::Slow;

fn position(fen: &str) -> Xiangqi {
    Xiangqi::parse(&XiangqiOptions::default(), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn legal(position: &Xiangqi) -> Vec<XiangqiMove> {
    position.moves()
}

fn refused(fen: &str) -> String {
    Xiangqi::parse(&XiangqiOptions::default(), fen).expect_err(fen).to_string()
}

/// The published suites, with their counts up to a limit.
const SUITES: [&str; 2] = [
    include_str!("../../../tests/data/perft/xiangqi.epd"),
    include_str!("../../../tests/data/perft/xiangqi-unchecked.epd"),
];

#[test]
fn perft_matches_the_published_counts() {
    let mut positions = 0;
    let lines = SUITES.iter().flat_map(|suite| suite.lines()).filter(|line| !line.starts_with('#'));
    for line in lines {
        let (fen, counts) = line.split_once(" ;").expect("a position and its counts");
        let position = notation::read(&XiangqiOptions::default(), fen).expect("the position can be read");
        positions += 1;
        for (depth, count) in (1..).zip(counts.split(';')) {
            let count: u64 = count.trim().split(' ').nth(1).expect("a count").parse().expect("a number");
            if count <= 400_000 {
                assert_eq!(perft(&position, depth), count, "{fen} at depth {depth}");
            }
        }
    }
    assert_eq!(positions, 28);
}

#[derive(serde::Deserialize)]
struct Case {
    name: String,
    fen: String,
    moves: Vec<String>,
    checks: String,
    result: String,
}

#[derive(serde::Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

fn cases() -> Vec<Case> {
    let text = include_str!("../../../tests/data/xiangqi/repetition.json");
    serde_json::from_str::<Cases>(text).expect("the file has cases").cases
}

/// Plays moves with ranks from 1 and returns the outcome after each, by the position or by repetition.
fn outcomes(options: &Options, fen: &str, moves: &[&str]) -> Vec<Option<Outcome>> {
    let mut board = GameId::Xiangqi.board(options, Some(fen)).expect("the position is valid");
    if let Some(outcome) = board.outcome() {
        return vec![Some(outcome)];
    }
    let mut history = KeyHistory::new(&*board);
    let play = |(ply, text): (usize, &&str)| {
        let mv = XiangqiMove::read(text, 1).expect("a move");
        board.play(mv.code(), ply).expect("the move is legal");
        history.push(&*board);
        history.outcome(&*board)
    };
    moves.iter().enumerate().map(play).collect()
}

#[test]
fn repetitions_have_the_published_verdicts() {
    let mut ends = 0;
    for Case { name, fen, moves, checks, result } in cases() {
        let mut now = position(&fen);
        for (text, check) in moves.iter().zip(checks.chars()) {
            now.play(XiangqiMove::read(text, 1).expect("a move"));
            assert_eq!(now.in_check(), check == '+', "{name}: {text}");
        }
        let expected = match result.as_str() {
            "red wins" => Outcome::win(Side::First),
            "black wins" => Outcome::win(Side::Second),
            _ => Outcome::DRAW,
        };
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let found = outcomes(&Options::new(), &fen, &moves);
        assert_eq!(found.last(), Some(&Some(expected)), "{name}");
        ends += 1;
        // The draw of one case is not claimed.
        if position(&fen).is_dead() {
            continue;
        }
        let early = found.iter().position(Option::is_some).expect("it ends");
        assert!(early + 1 == moves.len() || name.starts_with("the same with a further cycle of checks"), "{name}");
    }
    assert_eq!(ends, 25);
}

#[test]
fn simple_rules_let_only_perpetual_check_lose() {
    let simple: Options = [("rules".to_owned(), "simple".into())].into_iter().collect();
    for Case { name, fen, moves, checks, .. } in cases() {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let end = *outcomes(&simple, &fen, &moves).last().expect("the game ends");
        let perpetual = checks.ends_with("+.+.+.+.") || checks.ends_with("+.+.+.+");
        let winner = end.expect("the position is repeated").winner();
        assert_eq!(winner.is_some(), perpetual, "{name}");
    }
}

#[test]
fn random_games_have_the_moves_of_a_simple_generator() {
    let mut checks = 0;
    for seed in 0..100 {
        let mut rng = Rng::new(seed);
        let mut now = Xiangqi::initial(&XiangqiOptions::default()).expect("the options are valid");
        for _ in 0..150 {
            let slow = Slow::new(&now.notation());
            let mut moves = Vec::new();
            now.legal_despite_draw(&mut moves);
            let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
            texts.sort_unstable();
            assert_eq!(texts, slow.legal(), "{}", now.notation());
            assert_eq!(now.in_check(), slow.is_attacked(slow.red_to_move), "{}", now.notation());
            assert_eq!(now.count_legal_despite_draw(), moves.len());
            for mv in &moves {
                let mut after = now.clone();
                after.play(*mv);
                assert_eq!(now.gives_check(*mv), after.in_check(), "{mv} in {}", now.notation());
                assert_eq!(after.key(), position_key(&after), "{mv} in {}", now.notation());
            }
            checks += usize::from(now.in_check());
            if moves.is_empty() {
                break;
            }
            let captures: Vec<XiangqiMove> =
                moves.iter().copied().filter(|mv| now.capture_value(*mv).is_some()).collect();
            let mut noisy = Vec::new();
            now.noisy(&mut noisy);
            assert_eq!(noisy, captures);
            now.play(moves[rng.below(moves.len())]);
        }
    }
    assert!(checks > 200, "{checks}");
}

/// The same games as `tests/xiangqi.py`, which writes the file with pyffish.
#[test]
fn random_games_have_the_moves_of_pyffish() {
    const GAMES: &str = include_str!("../../../tests/data/xiangqi/random.txt");
    let fold = |digest: u64, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for line in GAMES.lines() {
        let [seed, plies, digest] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut state: u64 = seed.parse().expect("a seed");
        let mut now = Xiangqi::initial(&XiangqiOptions::default()).expect("the options are valid");
        let (mut played, mut found) = (0, 0xcbf2_9ce4_8422_2325);
        let last = 20 + state % 121;
        loop {
            let mut moves = Vec::new();
            now.legal_despite_draw(&mut moves);
            let mut moves: Vec<_> = moves.into_iter().map(|mv| (mv.written(1), mv)).collect();
            moves.sort_unstable_by(|one, other| one.0.cmp(&other.0));
            let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
            found = (texts.join(" ") + "\n").bytes().fold(found, fold);
            if moves.is_empty() || played == last {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            now.play(moves[(state >> 33) as usize % moves.len()].1);
            played += 1;
        }
        let found = format!("{found:016x}");
        assert_eq!((played.to_string().as_str(), found.as_str()), (plies, digest), "tests/xiangqi.py --game {seed}");
    }
    assert_eq!(GAMES.lines().count(), 1_000);
}

/// The key of a position that is set up anew.
fn position_key(position: &Xiangqi) -> u64 {
    notation::read(&XiangqiOptions::default(), &position.notation()).expect("a position").key()
}

#[test]
fn conforms_with_other_options() {
    conforms::<Xiangqi>(&XiangqiOptions { rules: Ruleset::Simple, quiet: 30 });
}

#[test]
fn a_side_without_a_move_has_lost() {
    // Mate, stalemate, and a stalemate at the last quiet ply.
    for (fen, winner) in [
        ("3aka3/4a1N2/9/9/9/9/9/9/9/4K4 b - - 0 1", None),
        ("4k4/9/9/9/9/9/9/4p4/3p1p3/4K4 w - - 0 1", Some(Side::Second)),
        ("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1", Some(Side::First)),
        ("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 120 1", Some(Side::First)),
    ] {
        let Some(winner) = winner else {
            assert!(refused(fen).contains("at most 2 pieces of the kind advisor"), "{fen}");
            continue;
        };
        assert_eq!(position(fen).outcome(), Some(Outcome::win(winner)), "{fen}");
    }
}

#[test]
fn quiet_plies_draw_and_only_captures_reset_them() {
    let mut now = position("3k5/9/9/9/p8/9/9/9/9/R4K3 w - - 118 60");
    now.play("a0b0".parse().expect("a move"));
    assert_eq!((now.outcome(), now.plies_to_counter_draw()), (None, Some(1)));
    let mut moved = now.clone();
    moved.play("a5a4".parse().expect("a move"));
    assert_eq!(moved.outcome(), Some(Outcome::DRAW), "a soldier's move does not count as progress");
    let mut taken = position("3k5/9/9/9/p8/9/9/9/9/R4K3 w - - 119 60");
    taken.play("a0a5".parse().expect("a move"));
    assert_eq!((taken.outcome(), taken.reversible_plies()), (None, 0));
}

#[test]
fn checks_beyond_the_tenth_extend_the_limit() {
    let options = XiangqiOptions { rules: Ruleset::Axf, quiet: 40 };
    let mut now = Xiangqi::parse(&options, "4k4/R8/9/9/9/9/9/9/9/3K5 w - - 0 1").expect("the position is valid");
    let cycle = ["a8a9", "e9e8", "a9a8", "e8e9"];
    let mut plies = 0;
    for text in cycle.iter().cycle() {
        if now.outcome().is_some() {
            break;
        }
        now.play(text.parse().expect("a move"));
        plies += 1;
        assert!(plies < 400);
        if plies == 60 {
            // 30 checks, of which 20 do not count, each with its answer.
            assert_eq!((now.quiet(), now.outcome()), (20, None));
            break;
        }
    }
    assert_eq!(plies, 60);
}

#[test]
fn fens_are_read_with_other_letters() {
    let usual = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let start = Xiangqi::initial(&XiangqiOptions::default()).expect("the options are valid");
    assert_eq!(start.notation(), usual);
    for other in [
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKABNR w",
    ] {
        assert_eq!(position(other), start);
        assert_eq!(position(other).notation(), usual);
    }
    assert_eq!(position("4k4/9/9/9/9/9/9/9/9/R2K5 b - - 7 31").notation(), "4k4/9/9/9/9/9/9/9/9/R2K5 b - - 7 31");
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (fen, reason) in [
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "face each other"),
        ("4k4/9/9/9/9/9/9/9/9/2K6 w", "Red's general cannot be on c0"),
        ("9/9/9/4k4/9/9/9/9/9/3K5 w", "Black's general cannot be on e6"),
        ("4k4/9/9/9/2B6/9/9/9/9/3K5 w", "Red's elephant cannot be on c5"),
        ("4k4/9/9/9/9/2b6/9/9/9/3K5 w", "Black's elephant cannot be on c4"),
        ("4k4/9/9/9/9/9/9/9/4A4/A2K5 w", "Red's advisor cannot be on a0"),
        ("4k4/9/9/PPPPPP3/9/9/9/9/9/3K5 w", "Red may have at most 5 pieces of the kind soldier, got 6"),
        ("4k4/9/9/9/9/9/9/9/P8/3K5 w", "Red's soldier cannot be on a1"),
        ("4k4/9/9/9/9/9/1P7/9/9/3K5 w", "Red's soldier cannot be on b3"),
        ("4k4/9/9/9/9/9/9/9/4R4/3K5 w", "Black is in check, but the other side is to move"),
        ("4k4/9/9/9/9/9/9/9/9/9 w", "Red has no general"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 x", "must be w (or r) for Red or b for Black, got \"x\""),
        ("4k4/9/9/9/9/9/9/9/9/3KX4 w", "rank 0 must be one of"),
        ("4k4/9/9/9/9/9/9/9/9/3K4 w", "row 0 must have 9 points, got 8"),
        ("4k4/9/9/9/9/9/9/9/3K5 w", "got 9 rows"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - x 1", "plies without a capture must be between"),
    ] {
        assert!(refused(fen).contains(reason), "{fen}: {}", refused(fen));
    }
}

#[test]
fn options_are_checked() {
    let set = |name: &str, value: serde_json::Value| [(name.to_owned(), value)].into_iter().collect::<Options>();
    for (options, valid) in [
        (set("rules", "simple".into()), true),
        (set("rules", "asian".into()), false),
        (set("quiet", 0.into()), false),
        (set("quiet", 1_001.into()), false),
        (set("quiet", 100.into()), true),
    ] {
        assert_eq!(GameId::Xiangqi.board(&options, None).is_ok(), valid, "{options:?}");
    }
}

#[test]
fn moves_are_written_in_wxf_and_chinese() {
    let pairs = "4k4/9/2P3P2/9/2P3P2/9/9/9/9/3K5 w";
    let three = "4k4/9/4P4/4P4/4P4/9/9/9/9/3K5 w";
    let four = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w";
    let five = "3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/5K3 w";
    let horses = "3k5/9/9/4N4/9/4N4/9/9/9/5K3 w";
    for (fen, mv, wxf, chinese) in [
        (notation::START, "h2e2", "C2=5", "炮二平五"),
        (notation::START, "h0g2", "H2+3", "馬二進三"),
        (notation::START, "e0e1", "K5+1", "帥五進一"),
        (notation::START, "a3a4", "P9+1", "兵九進一"),
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", "h9g7", "H8+7", "馬８進７"),
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", "b7e7", "C2=5", "炮２平５"),
        (horses, "e6f4", "H+-4", "前馬退四"),
        (horses, "e4d2", "H--6", "後馬退六"),
        (pairs, "c7b7", "17=8", "前七平八"),
        (pairs, "g5f5", "23=4", "後三平四"),
        (three, "e6d6", "25=6", "中兵平六"),
        (three, "e7d7", "15=6", "前兵平六"),
        (four, "e7d7", "25=6", "二兵平六"),
        (four, "e6d6", "35=6", "三兵平六"),
        (four, "e5d5", "45=6", "後兵平六"),
        (five, "e6d6", "35=6", "三兵平六"),
        (five, "e5d5", "45=6", "四兵平六"),
        (five, "e8f8", "15=4", "前兵平四"),
    ] {
        let position = position(fen);
        let mv: XiangqiMove = mv.parse().expect("a move");
        assert!(position.is_legal(mv), "{mv} in {fen}");
        assert_eq!((position.wxf(mv).as_str(), position.chinese(mv).as_str()), (wxf, chinese), "{mv} in {fen}");
    }
    let start = position(notation::START);
    for (text, mv) in [
        ("C2.5", "h2e2"),
        ("c2=5", "h2e2"),
        ("炮二平五", "h2e2"),
        ("砲2平5", "h2e2"),
        ("炮２平５", "h2e2"),
        ("马二进三", "h0g2"),
        ("N2+3", "h0g2"),
        ("傌八進七", "b0c2"),
        ("相三进五", "g0e2"),
        ("B3+5", "g0e2"),
    ] {
        assert_eq!(start.read_move(text), mv.parse().ok(), "{text}");
        assert_eq!(crate::typed::read(&start, text), mv.parse().ok(), "{text}");
    }
    assert_eq!(position(horses).read_move("+H-4"), "e6f4".parse().ok());
    assert_eq!(position(horses).read_move("前马退四"), "e6f4".parse().ok());
}

/// A position with pieces on random points, some of them often on the same files.
fn random_position(rng: &mut Rng) -> Option<Xiangqi> {
    let mut pieces = super::board::Pieces::default();
    let files = 2 + rng.below(8);
    let general = |rank: usize, rng: &mut Rng| Point::at(3 + rng.below(3), rank + rng.below(3));
    pieces.put(Side::First, Kind::General, general(0, rng)?);
    pieces.put(Side::Second, Kind::General, general(7, rng)?);
    for kind in Kind::ALL {
        let most = match kind {
            Kind::General => 0,
            Kind::Soldier => 5,
            _ => 2,
        };
        for side in Side::BOTH {
            for _ in 0..rng.below(most + 1) {
                let point = Point::at(rng.below(files), rng.below(10))?;
                if pieces.occupied() & point.set() == 0 {
                    pieces.put(side, kind, point);
                }
            }
        }
    }
    let placed = Xiangqi::new(pieces, Side::BOTH[rng.below(2)], &XiangqiOptions::default());
    Xiangqi::parse(&XiangqiOptions::default(), &placed.notation()).ok()
}

#[test]
fn notations_round_trip_in_random_positions() {
    let mut rng = Rng::new(11);
    let mut positions = 0;
    while positions < 10_000 {
        let Some(position) = random_position(&mut rng) else { continue };
        positions += 1;
        let moves = legal(&position);
        // Names are read by comparison with those of all legal moves.
        for write in [Xiangqi::wxf, Xiangqi::chinese] {
            let names: HashSet<String> = moves.iter().map(|mv| write(&position, *mv)).collect();
            assert_eq!(names.len(), moves.len(), "{names:?} in {}", position.notation());
        }
        if let Some(&mv) = moves.get(rng.below(moves.len().max(1))) {
            let (wxf, chinese) = (position.wxf(mv), position.chinese(mv));
            assert_eq!(position.read_move(&wxf), Some(mv), "{wxf} in {}", position.notation());
            assert_eq!(position.read_move(&chinese), Some(mv), "{chinese} in {}", position.notation());
            assert_eq!(XiangqiMove::read(&mv.written(1), 1), Some(mv));
        }
    }
}

/// Calls `found` with all positions of these pieces, beside the generals.
fn every_position(kinds: &[(Side, Kind)], found: &mut impl FnMut(&Xiangqi)) {
    fn extend(pieces: super::board::Pieces, kinds: &[(Side, Kind)], found: &mut impl FnMut(&Xiangqi)) {
        let Some((&(side, kind), rest)) = kinds.split_first() else {
            for to_move in Side::BOTH {
                let position = Xiangqi::new(pieces, to_move, &XiangqiOptions::default());
                if !position.is_attacked(!to_move) {
                    found(&position);
                }
            }
            return;
        };
        for point in super::board::points(notation::reachable(kind, side) & !pieces.occupied()) {
            let mut more = pieces;
            more.put(side, kind, point);
            extend(more, rest, found);
        }
    }
    let generals = [(Side::First, Kind::General), (Side::Second, Kind::General)];
    extend(super::board::Pieces::default(), &[&generals[..], kinds].concat(), found);
}

fn has_end(kinds: &[(Side, Kind)]) -> bool {
    let mut ends = false;
    every_position(kinds, &mut |position| ends |= position.count_legal_despite_draw() == 0);
    ends
}

#[test]
fn dead_positions_have_no_mate_and_no_stalemate() {
    use Kind::{Advisor, Cannon, Elephant};
    use Side::{First, Second};
    for (kinds, dead) in [
        (vec![], true),
        (vec![(First, Advisor), (First, Advisor), (First, Elephant)], true),
        (vec![(First, Elephant), (First, Elephant), (First, Advisor)], true),
        (vec![(First, Cannon)], true),
        (vec![(First, Cannon), (First, Elephant)], true),
        (vec![(First, Cannon), (Second, Elephant)], true),
        (vec![(First, Cannon), (First, Elephant), (Second, Elephant)], true),
        (vec![(First, Cannon), (Second, Advisor)], true),
        (vec![(First, Cannon), (Second, Cannon)], true),
        (vec![(First, Cannon), (First, Advisor)], false),
        (vec![(First, Cannon), (Second, Advisor), (Second, Advisor)], false),
        (vec![(First, Cannon), (First, Elephant), (Second, Advisor)], false),
        (vec![(First, Cannon), (Second, Cannon), (Second, Elephant)], false),
    ] {
        assert_eq!(has_end(&kinds), !dead, "{kinds:?}");
        every_position(&kinds, &mut |position| assert_eq!(position.is_dead(), dead, "{}", position.notation()));
    }
}

#[test]
fn exchanges_know_screens() {
    for (fen, mv, gain) in [
        // A rook takes a protected soldier, and a cannon takes an unprotected one.
        ("3k5/9/4r4/9/4p4/9/9/9/4R4/5K3 w", "e1e5", -800),
        ("3k5/9/9/9/4p4/9/4P4/9/4C4/5K3 w", "e1e5", 100),
        // The captured rook's place is protected by a cannon over the piece behind it.
        ("3kc4/9/4n4/9/4r4/9/9/9/4R4/5K3 w", "e1e5", 0),
        // The capturing cannon leaves its line, so that the rook behind it protects.
        ("3k5/9/9/4r4/4p4/9/4P4/9/4C4/4RK3 w", "e1e5", -350),
    ] {
        let position = position(fen);
        let mv: XiangqiMove = mv.parse().expect("a move");
        assert!(position.is_legal(mv), "{fen}");
        assert!(position.see_ge(mv, gain) && !position.see_ge(mv, gain + 1), "{mv} in {fen}");
    }
}

#[test]
fn symmetric_positions_share_their_moves() {
    fn images<G: Game + Hints>(position: &G) -> usize {
        position
            .symmetric_positions()
            .iter()
            .chain(&position.colour_flipped())
            .filter(|image| image.count_legal() == position.count_legal())
            .count()
    }
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        if let Some(position) = random_position(&mut rng) {
            assert_eq!(images(&position), 2, "{}", position.notation());
        }
    }
}
