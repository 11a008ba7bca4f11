//! Clocks in a match: periods, delays, increments, and time that is not charged.

use std::time::{Duration, Instant};

use super::{ended, human, mv, play, play_all, terms, tictactoe};
use crate::{Action, ClockSetting, EndReason, GameResult, Match, OfferKind, Refusal, Terms};
use arena_games::{BySide, GameId, Options, Side};

#[test]
fn clock_with_periods_gets_more_time_after_each_period() {
    let now = Instant::now();
    let board = GameId::TicTacToe.board(&Options::new(), None).expect("the game has no options");
    let clock = ClockSetting { moves: Some(2), ..ClockSetting::increment(1_000, 10) };
    let opening = vec![mv("c3")];
    let terms = Terms { clock: Some(BySide::new(clock, clock)), opening, ..terms(None) };
    let mut core = Match::new(board, terms, BySide::new(human(1), human(2)), now).expect("the opening is legal");
    let left = |core: &Match, now| core.clock().map(|clock| clock.readings(now)).expect("there is a clock");
    let at = |ms: u64| now + Duration::from_millis(ms);
    // Moves of the opening do not count. The second side begins.
    assert_eq!((core.moves_to_go(Side::First), core.moves_to_go(Side::Second)), (Some(2), Some(2)));
    play(&mut core, "a1", at(100)).expect("legal");
    assert_eq!((left(&core, at(100)), core.moves_to_go(Side::Second)), (BySide::new(1_000, 910), Some(1)));
    play(&mut core, "b2", at(300)).expect("legal");
    play(&mut core, "a2", at(310)).expect("legal");
    assert_eq!((left(&core, at(310)), core.moves_to_go(Side::Second)), (BySide::new(810, 1_910), Some(2)));
    // A takeback keeps the clock readings, and the move counts again.
    core.handle(Side::Second, Action::Offer(OfferKind::Takeback), at(310)).expect("there is a move");
    core.handle(Side::First, Action::Answer { what: OfferKind::Takeback, accept: true }, at(310)).expect("an offer");
    assert_eq!(core.moves_to_go(Side::Second), Some(1));
    play(&mut core, "a2", at(320)).expect("legal");
    play(&mut core, "c1", at(330)).expect("legal");
    assert_eq!(core.moves_to_go(Side::First), Some(2));
    // The flag falls in a later period as in the first.
    core.tick(core.deadline().expect("a clock runs"));
    assert_eq!(ended(&core), Some((Some(GameResult::First), EndReason::Timeout)));
}

#[test]
fn clock_starts_after_its_delay_at_each_turn() {
    let now = Instant::now();
    let board = GameId::TicTacToe.board(&Options::new(), None).expect("the game has no options");
    let clock = ClockSetting { delay_ms: 500, ..ClockSetting::increment(1_000, 10) };
    let terms = Terms { clock: Some(BySide::new(clock, clock)), ..terms(None) };
    let mut core = Match::new(board, terms, BySide::new(human(1), human(2)), now).expect("no opening");
    let at = |ms: u64| now + Duration::from_millis(ms);
    play_all(&mut core, "a1", at(500));
    play_all(&mut core, "b2", at(1_200));
    let left = core.clock().map(|clock| clock.readings(at(1_700)));
    assert_eq!(left, Some(BySide::new(1_010, 810)), "time within the delay was charged");
    assert_eq!(core.deadline(), Some(at(1_200 + 500 + 1_010)));
}

#[test]
fn clocks_run_for_the_side_to_move_and_gain_the_increment() {
    let (mut core, start) = tictactoe(Some((10_000, 500)));
    let at = |ms| start + Duration::from_millis(ms);
    play(&mut core, "b2", at(2_000)).expect("legal");
    play(&mut core, "a1", at(3_000)).expect("legal");
    let readings = core.clock().expect("there is a clock").readings(at(4_000));
    assert_eq!(readings, BySide::new(7_500, 9_500));
    assert_eq!(core.deadline(), Some(at(3_000 + 8_500)));
    assert_eq!(play(&mut core, "c1", at(11_500)), Err(Refusal::Over));
    assert_eq!(ended(&core), Some((Some(GameResult::Second), EndReason::Timeout)));
}
