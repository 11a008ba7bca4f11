//! Clocks in a match: periods, delays, increments, and time that is not charged.

use std::time::{Duration, Instant};

use super::{TIMEOUTS, ended, human, mv, play, play_all, terms, tictactoe};
use crate::{Action, ClockSetting, EndDetail, EndReason, GameResult, Match, OfferKind, Refusal, Terms, Timeouts};
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

/// Creates a match whose clocks start after each side's first move, for which there are ten seconds.
fn begun_by_moves(clock: ClockSetting) -> (Match, Instant) {
    let now = Instant::now();
    let board = GameId::TicTacToe.board(&Options::new(), None).expect("the game has no options");
    let timeouts = Timeouts { first_move: Some(Duration::from_secs(10)), ..TIMEOUTS };
    let terms = Terms { clock: Some(BySide::new(clock, clock)), timeouts, opening: Vec::new() };
    (Match::new(board, terms, BySide::new(human(1), human(2)), now).expect("no opening"), now)
}

#[test]
fn clock_starts_after_the_first_move_of_its_side() {
    let (mut core, start) = begun_by_moves(ClockSetting::increment(1_000, 100));
    let at = |ms| start + Duration::from_millis(ms);
    let clock = |core: &Match, ms| {
        let clock = core.clock().expect("there is a clock");
        (clock.running(), clock.readings(at(ms)))
    };
    assert_eq!(clock(&core, 5_000), (None, BySide::new(1_000, 1_000)));
    play(&mut core, "b2", at(5_000)).expect("legal");
    assert_eq!(clock(&core, 9_000), (None, BySide::new(1_000, 1_000)), "a first move costs and gains no time");
    play(&mut core, "a1", at(9_000)).expect("legal");
    assert_eq!(clock(&core, 9_300), (Some(Side::First), BySide::new(700, 1_000)));
    play(&mut core, "c1", at(9_300)).expect("legal");
    assert_eq!(clock(&core, 9_500), (Some(Side::Second), BySide::new(800, 800)));
    core.tick(core.deadline().expect("a clock runs"));
    assert_eq!(ended(&core), Some((Some(GameResult::First), EndReason::Timeout)));
}

#[test]
fn match_is_aborted_without_a_first_move_of_each_side() {
    let (mut core, start) = begun_by_moves(ClockSetting::increment(1_000, 0));
    let at = |ms| start + Duration::from_millis(ms);
    assert_eq!(core.deadline(), Some(at(10_000)));
    let mut idle = core.clone();
    // An offer does not extend the time.
    idle.handle(Side::First, Action::Offer(OfferKind::Draw), at(8_000)).expect("live");
    idle.tick(at(10_000));
    assert_eq!(ended(&idle), Some((None, EndReason::Aborted)));
    assert_eq!(idle.verdict().and_then(|it| it.detail.clone()), Some(EndDetail::NotBegun {}.into()));
    play(&mut core, "b2", at(9_000)).expect("legal");
    assert_eq!(core.deadline(), Some(at(19_000)));
    core.tick(at(19_000));
    assert_eq!(ended(&core), Some((None, EndReason::Aborted)));
}

#[test]
fn the_rest_of_the_time_for_the_first_move_counts_down_in_each_first_turn() {
    let (mut core, start) = begun_by_moves(ClockSetting::increment(1_000, 0));
    let at = |ms| start + Duration::from_millis(ms);
    let rest = |ms: Option<u64>| Some((Duration::from_secs(10), ms.map(Duration::from_millis)));
    assert_eq!(core.first_move(at(4_000)), rest(Some(6_000)));
    play(&mut core, "b2", at(9_000)).expect("legal");
    assert_eq!(core.first_move(at(9_500)), rest(Some(9_500)), "each side has its own time");
    play(&mut core, "a1", at(10_000)).expect("legal");
    assert_eq!(core.first_move(at(10_100)), rest(None), "the clock runs");
    core.handle(Side::First, Action::Resign, at(10_200)).expect("live");
    assert_eq!(core.first_move(at(10_300)), rest(None));
}

#[test]
fn time_per_move_runs_from_the_start() {
    let (core, start) = begun_by_moves(ClockSetting { per_move: true, ..ClockSetting::increment(60_000, 0) });
    assert_eq!(core.deadline(), Some(start + Duration::from_secs(60)));
    assert_eq!(core.first_move(start), None);
}

#[test]
fn taking_back_a_move_takes_back_the_time_that_it_added() {
    let (mut core, start) = begun_by_moves(ClockSetting { moves: Some(2), ..ClockSetting::increment(1_000, 100) });
    let at = |ms| start + Duration::from_millis(ms);
    play_all(&mut core, "b2 a1", start);
    play(&mut core, "c1", at(400)).expect("legal");
    let left = |core: &Match, ms| core.clock().expect("there is a clock").readings(at(ms));
    assert_eq!(left(&core, 400), BySide::new(1_700, 1_000));
    core.handle(Side::First, Action::Offer(OfferKind::Takeback), at(500)).expect("there is a move");
    core.handle(Side::Second, Action::Answer { what: OfferKind::Takeback, accept: true }, at(500)).expect("an offer");
    assert_eq!(left(&core, 500), BySide::new(600, 900));
    play(&mut core, "c1", at(600)).expect("legal");
    assert_eq!(left(&core, 600), BySide::new(1_600, 900));
    // The opponent's reply is taken back as well, with its period.
    play(&mut core, "a3", at(700)).expect("legal");
    assert_eq!(left(&core, 700), BySide::new(1_600, 1_900));
    core.handle(Side::First, Action::Offer(OfferKind::Takeback), at(700)).expect("there is a move");
    core.handle(Side::Second, Action::Answer { what: OfferKind::Takeback, accept: true }, at(700)).expect("an offer");
    assert_eq!(left(&core, 700), BySide::new(500, 800));
}
