//! Ends that the rules of other games than tic-tac-toe bring: repetition, and flags that fall against a side that cannot mate.

use std::time::{Duration, Instant};

use super::{TIMEOUTS, ended, human, terms};
use crate::{Action, Claim, EndReason, GameResult, Match, OfferKind, Refusal};
use arena_games::{BySide, GameId, Options, Side};

/// Creates a match between two people.
fn match_of(game: GameId, position: Option<&str>, clock: Option<(u64, u64)>) -> (Match, Instant) {
    let now = Instant::now();
    let board = game.board(&Options::new(), position).expect("the position is valid");
    (Match::new(board, terms(clock), BySide::new(human(1), human(2)), now).expect("no opening"), now)
}

/// Plays moves of any game. Returns `false` once one is refused because the match is over.
fn go_on(core: &mut Match, moves: &str, now: Instant) -> bool {
    moves.split_whitespace().all(|text| {
        let mv = core.board().game().parse_move(text).expect("the text is a move");
        let (side, ply) = (core.board().to_move(), core.moves().len());
        match core.handle(side, Action::Move { ply, mv, thought: None }, now) {
            Ok(()) => true,
            Err(Refusal::Over) => false,
            Err(refusal) => panic!("{text}: {refusal}"),
        }
    })
}

#[test]
fn third_occurrence_of_a_position_draws() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8";
    let (mut core, now) = match_of(GameId::Chess, None, None);
    assert!(go_on(&mut core, there_and_back, now));
    assert!(go_on(&mut core, "g1f3 g8f6 f3g1", now));
    assert_eq!(core.verdict(), None, "the initial position occurred only twice");
    assert!(go_on(&mut core, "f6g8", now));
    assert_eq!(ended(&core), Some((Some(GameResult::Draw), EndReason::Rules)));
    assert_eq!(core.verdict().and_then(|verdict| verdict.detail.clone()), Some("the position was repeated".into()));
    assert!(!go_on(&mut core, "e2e4", now));

    // Castling rights and en passant captures distinguish positions with the same pieces.
    let (mut core, now) = match_of(GameId::Chess, Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), None);
    assert!(go_on(&mut core, "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8", now));
    assert!(go_on(&mut core, "e1e2", now));
    assert_eq!(core.verdict(), None, "the start and its next position have castling");
    assert!(go_on(&mut core, "e8e7", now));
    assert_eq!(ended(&core), Some((Some(GameResult::Draw), EndReason::Rules)));
    let (mut core, now) = match_of(GameId::Chess, Some("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"), None);
    assert!(go_on(&mut core, "e2e4 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2 e7e8 e2e1", now));
    assert_eq!(core.verdict(), None, "after e2e4 the pawn could be taken");
    assert!(go_on(&mut core, "e8e7", now));
    assert_eq!(ended(&core), Some((Some(GameResult::Draw), EndReason::Rules)));

    let (mut core, now) = match_of(GameId::Checkers, Some("B:WK32:BK1"), None);
    assert!(go_on(&mut core, "1-5 32-28 5-1 28-32 1-5 32-28 5-1", now));
    assert_eq!(core.verdict(), None);
    assert!(go_on(&mut core, "28-32", now));
    assert_eq!(ended(&core), Some((Some(GameResult::Draw), EndReason::Rules)));
}

#[test]
fn repetition_ignores_moves_taken_back() {
    let (mut core, now) = match_of(GameId::Chess, None, None);
    assert!(go_on(&mut core, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", now));
    core.handle(Side::First, Action::Offer(OfferKind::Takeback), now).expect("the side has moved");
    core.handle(Side::Second, Action::Answer { what: OfferKind::Takeback, accept: true }, now).expect("offered");
    assert_eq!(core.moves().len(), 6);
    assert!(go_on(&mut core, "f3g1", now));
    assert_eq!(core.verdict(), None, "the position occurred only twice");
    assert!(go_on(&mut core, "f6g8", now));
    assert_eq!(ended(&core), Some((Some(GameResult::Draw), EndReason::Rules)));
}

#[test]
fn a_flag_that_falls_against_a_side_without_mating_material_draws() {
    let after = Duration::from_millis(1_001);
    for (position, side, outcome) in [
        ("4k2n/8/8/8/8/8/8/Q3K3 w - - 0 1", Side::First, GameResult::Draw),
        ("4k2b/8/8/8/8/8/8/R3K3 w - - 0 1", Side::First, GameResult::Draw),
        ("4k2n/8/8/8/8/8/8/R3K3 w - - 0 1", Side::First, GameResult::Second),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Side::First, GameResult::Draw),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", Side::Second, GameResult::First),
        ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", Side::First, GameResult::Second),
    ] {
        let (mut core, now) = match_of(GameId::Chess, Some(position), Some((1_000, 0)));
        assert_eq!(core.turn(), Some(side));
        core.tick(now + after);
        assert_eq!(ended(&core), Some((Some(outcome), EndReason::Timeout)), "{position}");
    }
}

#[test]
fn time_and_absence_alone_spare_whoever_cannot_be_mated() {
    let position = "4k2n/8/8/8/8/8/8/Q3K3 w - - 0 1";
    let late = || Action::Fail { by: EndReason::Timeout, detail: "late".into() };
    let crashed = || Action::Fail { by: EndReason::Crash, detail: "a panic".into() };
    for (action, outcome, by) in [
        (late(), GameResult::Draw, EndReason::Timeout),
        (crashed(), GameResult::Second, EndReason::Crash),
        (Action::Resign, GameResult::Second, EndReason::Resignation),
    ] {
        let (mut core, now) = match_of(GameId::Chess, Some(position), None);
        core.handle(Side::First, action, now).expect("live");
        assert_eq!(ended(&core), Some((Some(outcome), by)));
    }
    let gone = TIMEOUTS.grace + Duration::from_millis(1);
    let (mut core, now) = match_of(GameId::Chess, Some(position), Some((3_600_000, 0)));
    core.handle(Side::First, Action::Away, now).expect("live");
    let mut claimed = core.clone();
    core.tick(now + gone);
    assert_eq!(ended(&core), Some((Some(GameResult::Draw), EndReason::Absence)));
    claimed.set_claims(Side::Second, true);
    claimed.handle(Side::Second, Action::Claim(Claim::Win), now + gone).expect("it is time");
    assert_eq!(ended(&claimed), Some((Some(GameResult::Draw), EndReason::Absence)));
}
