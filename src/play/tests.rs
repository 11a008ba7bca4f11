//! Tests of the match core: tables of actions and events, and properties.

mod clocks;
mod endings;
mod fold;
mod host;

use std::sync::Arc;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::link::{Notification, republished};
use super::{
    Action, Claim, ClockSetting, EndReason, Event, GameResult, Match, OfferKind, Phase, Refusal, Seat, Terms, Thought,
    ThoughtSource, Timeouts, Verdict,
};
use arena_games::{BySide, GameId, MoveCode, Options, Side};

const TIMEOUTS: Timeouts = Timeouts {
    grace: Duration::from_secs(30),
    open_seat: Duration::from_secs(600),
    first_move: None,
    untouched: Duration::from_secs(3_600),
};

fn human(number: u128) -> Seat {
    Seat::person(Uuid::from_u128(number), format!("player {number}"))
}

fn terms(clock: Option<(u64, u64)>) -> Terms {
    let setting = |(initial_ms, increment_ms)| ClockSetting::increment(initial_ms, increment_ms);
    let clock = clock.map(setting).map(|clock| BySide::new(clock, clock));
    Terms { clock, timeouts: TIMEOUTS, opening: Vec::new() }
}

/// Creates a match of tic-tac-toe between two people. Returns it with its creation time.
fn tictactoe(clock: Option<(u64, u64)>) -> (Match, Instant) {
    let now = Instant::now();
    let board = GameId::TicTacToe.board(&Options::new(), None).expect("the game has no options");
    (Match::new(board, terms(clock), BySide::new(human(1), human(2)), now).expect("no opening"), now)
}

fn mv(text: &str) -> MoveCode {
    GameId::TicTacToe.parse_move(text).expect("the text is a point")
}

/// Makes the move `text` for the side to move.
fn play(core: &mut Match, text: &str, now: Instant) -> Result<(), Refusal> {
    let side = core.board().to_move();
    let ply = core.moves().len();
    core.handle(side, Action::Move { ply, mv: mv(text), thought: None }, now)
}

fn play_all(core: &mut Match, moves: &str, now: Instant) {
    for text in moves.split_whitespace() {
        play(core, text, now).expect("the move is legal");
    }
}

fn events(core: &mut Match) -> Vec<Event> {
    std::iter::from_fn(|| core.next_event()).map(|numbered| numbered.event).collect()
}

fn ended(core: &Match) -> Option<(Option<GameResult>, EndReason)> {
    core.verdict().map(|verdict| (verdict.outcome, verdict.by))
}

#[test]
fn match_ends_by_the_rules() {
    let (mut core, now) = tictactoe(None);
    play_all(&mut core, "a1 b1 a2 b2 a3", now);
    assert_eq!(ended(&core), Some((Some(GameResult::First), EndReason::Rules)));
    let events = events(&mut core);
    assert_eq!(events.len(), 7);
    assert!(matches!(events[0], Event::Started { clocks: None }));
    assert!(matches!(events[5], Event::Moved { ply: 4, side: Side::First, .. }));
    assert!(matches!(events[6], Event::Ended { .. }));
    assert_eq!(play(&mut core, "c1", now), Err(Refusal::Over));
    assert_eq!(core.deadline(), None);
}

#[test]
fn refused_actions_change_nothing() {
    let (mut core, now) = tictactoe(Some((1_000, 0)));
    play_all(&mut core, "b2", now);
    let before = (core.events().to_vec(), core.moves().to_vec(), core.deadline());
    let make = |ply, text| Action::Move { ply, mv: mv(text), thought: None };
    let refused = [
        (Side::First, make(1, "a1"), "turn"),
        (Side::Second, make(0, "a1"), "ply 0"),
        (Side::Second, make(2, "a1"), "ply 2"),
        (Side::Second, make(1, "b2"), "not legal"),
        (Side::Second, Action::Move { ply: 1, mv: MoveCode(99), thought: None }, "not legal"),
        (Side::First, Action::Sit(human(3)), "free for you"),
        (Side::Second, Action::Offer(OfferKind::Takeback), "no move"),
        (Side::First, Action::Offer(OfferKind::Rematch), "after the match"),
        (Side::First, Action::Answer { what: OfferKind::Draw, accept: true }, "no such offer"),
    ];
    for (side, action, reason) in refused {
        let refusal = core.handle(side, action.clone(), now).expect_err("the action is not possible").to_string();
        assert!(refusal.contains(reason), "{action:?}: {refusal}");
        assert_eq!((core.events().to_vec(), core.moves().to_vec(), core.deadline()), before);
    }
}

#[test]
fn applies_a_repeated_move_once() {
    let (mut core, now) = tictactoe(None);
    let action = Action::Move { ply: 0, mv: mv("b2"), thought: None };
    assert_eq!(core.handle(Side::First, action.clone(), now), Ok(()));
    assert_eq!(core.handle(Side::First, action, now), Ok(()));
    assert_eq!(core.moves().len(), 1);
}

#[test]
fn open_seat_is_taken_or_expires() {
    let now = Instant::now();
    let board = GameId::TicTacToe.board(&Options::new(), None).expect("the game has no options");
    let seats = BySide::new(human(1), Seat::Open);
    let mut core = Match::new(board, terms(Some((1_000, 0))), seats, now).expect("no opening");
    assert_eq!(core.phase(), &Phase::Waiting);
    assert_eq!(play(&mut core, "b2", now), Err(Refusal::NotStarted));
    let mut expired = core.clone();
    expired.tick(now + TIMEOUTS.open_seat);
    assert_eq!(ended(&expired), Some((None, EndReason::Aborted)));
    core.handle(Side::Second, Action::Sit(human(2)), now).expect("the seat is open");
    assert_eq!(core.turn(), Some(Side::First));
    let refused = core.handle(Side::Second, Action::Sit(human(3)), now);
    assert_eq!(refused, Err(Refusal::SeatTaken));
}

#[test]
fn reserved_seat_admits_only_its_player() {
    let now = Instant::now();
    let board = GameId::Bones.board(&Options::new(), None).expect("the default options are valid");
    let seats = BySide::new(human(1), Seat::Reserved { player: Uuid::from_u128(7) });
    let mut core = Match::new(board, terms(None), seats, now).expect("no opening");
    assert!(core.handle(Side::Second, Action::Sit(human(2)), now).is_err());
    assert!(core.handle(Side::Second, Action::Sit(human(7)), now).is_ok());
}

#[test]
fn resignation_and_failure_lose_and_an_early_abort_voids() {
    let (mut core, now) = tictactoe(None);
    core.handle(Side::Second, Action::Resign, now).expect("resigning out of turn is allowed");
    assert_eq!(ended(&core), Some((Some(GameResult::First), EndReason::Resignation)));

    let (mut core, now) = tictactoe(None);
    let detail = "it panicked".into();
    core.handle(Side::First, Action::Fail { by: EndReason::Crash, detail }, now).expect("live");
    assert_eq!(ended(&core), Some((Some(GameResult::Second), EndReason::Crash)));

    let (mut core, now) = tictactoe(None);
    play_all(&mut core, "b2", now);
    let mut late = core.clone();
    core.handle(Side::Second, Action::Abort, now).expect("one move only");
    assert_eq!(ended(&core), Some((None, EndReason::Aborted)));
    play_all(&mut late, "a1", now);
    assert_eq!(late.handle(Side::Second, Action::Abort, now), Err(Refusal::TooLate));
}

#[test]
fn draw_offers_are_accepted_declined_or_expire() {
    let (mut core, now) = tictactoe(None);
    let offer = Action::Offer(OfferKind::Draw);
    let answer = |accept| Action::Answer { what: OfferKind::Draw, accept };
    core.handle(Side::First, offer.clone(), now).expect("live");
    assert_eq!(core.offered(OfferKind::Draw), Some(Side::First));
    assert_eq!(core.handle(Side::First, offer.clone(), now), Err(Refusal::AlreadyOffered));
    assert_eq!(core.handle(Side::First, answer(true), now), Err(Refusal::NoSuchOffer));
    core.handle(Side::Second, answer(false), now).expect("there is an offer");
    assert_eq!(
        core.handle(Side::First, offer.clone(), now),
        Err(Refusal::AlreadyOffered),
        "no second offer before a move"
    );
    play_all(&mut core, "b2", now);
    core.handle(Side::First, offer.clone(), now).expect("a move was made");
    play_all(&mut core, "a1", now);
    assert_eq!(core.offered(OfferKind::Draw), None, "a move of the other side declines");
    core.handle(Side::Second, offer.clone(), now).expect("live");
    core.handle(Side::First, offer.clone(), now).expect("offering back accepts");
    assert_eq!(ended(&core), Some((Some(GameResult::Draw), EndReason::Agreement)));
}

#[test]
fn takeback_undoes_the_last_move_of_the_asking_side() {
    let (mut core, now) = tictactoe(Some((10_000, 0)));
    play_all(&mut core, "b2 a1 c1", now);
    core.handle(Side::Second, Action::Offer(OfferKind::Takeback), now).expect("the side has moved");
    core.handle(Side::First, Action::Answer { what: OfferKind::Takeback, accept: true }, now).expect("offered");
    assert_eq!(core.moves(), [mv("b2")]);
    assert_eq!(core.turn(), Some(Side::Second));
    assert_eq!(core.clock().and_then(super::Clock::running), Some(Side::Second));
    play_all(&mut core, "a3 c1", now);
    core.handle(Side::First, Action::Offer(OfferKind::Takeback), now).expect("the side has moved");
    core.handle(Side::Second, Action::Answer { what: OfferKind::Takeback, accept: true }, now).expect("offered");
    assert_eq!(core.moves(), [mv("b2"), mv("a3")]);
}

#[test]
fn events_after_a_number_are_published_as_among_all() {
    let (mut core, now) = tictactoe(None);
    play_all(&mut core, "b2 a1 c1", now);
    core.handle(Side::Second, Action::Offer(OfferKind::Takeback), now).expect("the side has moved");
    core.handle(Side::First, Action::Answer { what: OfferKind::Takeback, accept: true }, now).expect("offered");
    play_all(&mut core, "a3 c1", now);
    let published = |since| {
        let mut published = republished(core.start(), &[], core.events(), since).expect("the moves are legal");
        // An estimate, which depends on the first diagram.
        published.iter_mut().for_each(|published| published.bytes = 0);
        published
    };
    let all = published(0);
    assert_eq!(all.len(), core.events().len());
    for since in 0..=all.len() {
        let told = published(since);
        assert_eq!(format!("{told:?}"), format!("{:?}", &all[since..]), "after {since}");
    }
}

#[test]
fn a_notification_weighs_about_as_much_as_its_text() {
    let now = Instant::now();
    let options = Options::from_iter([("size".to_owned(), 19.into())]);
    let board = GameId::Gomoku.board(&options, None).expect("there is such a board");
    let mut core = Match::new(board, terms(None), BySide::new(human(1), human(2)), now).expect("no opening");
    for (ply, text) in ["a1", "c3", "e5"].into_iter().enumerate() {
        let mv = GameId::Gomoku.parse_move(text).expect("a point");
        core.handle(core.board().to_move(), Action::Move { ply, mv, thought: None }, now).expect("it is legal");
    }
    let events = republished(core.start(), &[], core.events(), 0).expect("the moves are legal");
    let (started, moved) = (&events[0], events.last().expect("three moves"));
    let diagram = serde_json::to_string(&started.position.as_ref().expect("a start shows one").view().diagram);
    let diagram = diagram.expect("a diagram is JSON").len();
    assert!((diagram..diagram + 512).contains(&started.bytes), "{} for {diagram}", started.bytes);
    assert!((200..512).contains(&moved.bytes), "a move on a board is sent as its changes: {}", moved.bytes);
    let bytes: usize = events.iter().map(|published| published.bytes).sum();
    let missed = Notification::Missed { re: None, seq: 3, events: events.into_iter().map(Arc::new).collect() };
    assert!(missed.bytes() >= bytes && bytes > diagram);
}

#[test]
fn limits_the_number_of_takebacks_per_side() {
    let (mut core, now) = tictactoe(None);
    let offer = Action::Offer(OfferKind::Takeback);
    let accept = Action::Answer { what: OfferKind::Takeback, accept: true };
    for _ in 0..super::action::MOST_TAKEBACKS {
        play_all(&mut core, "b2", now);
        core.handle(Side::First, offer.clone(), now).expect("below the limit");
        core.handle(Side::Second, accept.clone(), now).expect("offered");
    }
    play_all(&mut core, "b2", now);
    assert_eq!(core.handle(Side::First, offer.clone(), now), Err(Refusal::TooManyTakebacks));
    play_all(&mut core, "a1", now);
    assert_eq!(core.handle(Side::Second, offer, now), Ok(()), "each side has its own limit");
}

#[test]
fn rematch_is_agreed_once_and_only_after_the_end() {
    let (mut core, now) = tictactoe(None);
    core.handle(Side::First, Action::Resign, now).expect("live");
    let offer = Action::Offer(OfferKind::Rematch);
    core.handle(Side::First, offer.clone(), now).expect("over");
    core.handle(Side::Second, Action::Answer { what: OfferKind::Rematch, accept: true }, now).expect("offered");
    assert!(core.rematch_agreed());
    assert_eq!(core.handle(Side::Second, offer.clone(), now), Err(Refusal::AlreadyOffered));
}

#[test]
fn absence_beyond_the_grace_time_loses() {
    let (mut core, now) = tictactoe(Some((3_600_000, 0)));
    core.handle(Side::First, Action::Away, now).expect("live");
    assert_eq!(core.deadline(), Some(now + TIMEOUTS.grace));
    let mut returns = core.clone();
    returns.handle(Side::First, Action::Back, now + TIMEOUTS.grace / 2).expect("in time");
    returns.tick(now + TIMEOUTS.grace);
    assert_eq!(returns.verdict(), None);
    let mut both = core.clone();
    both.handle(Side::Second, Action::Away, now + TIMEOUTS.grace / 2).expect("live");
    both.tick(now + TIMEOUTS.grace);
    assert_eq!(ended(&both), Some((None, EndReason::Absence)));
    core.tick(now + TIMEOUTS.grace);
    assert_eq!(ended(&core), Some((Some(GameResult::Second), EndReason::Absence)));
}

#[test]
fn absence_does_not_lose_without_a_clock_or_by_correspondence() {
    let day = Duration::from_secs(86_400);
    let correspondence = ClockSetting { per_move: true, ..ClockSetting::increment(3 * 86_400_000, 0) };
    for clock in [None, Some(correspondence)] {
        let now = Instant::now();
        let board = GameId::TicTacToe.board(&Options::new(), None).expect("the game has no options");
        let timeouts = Timeouts { untouched: day * 30, ..TIMEOUTS };
        let terms = Terms { clock: clock.map(|clock| BySide::new(clock, clock)), timeouts, opening: Vec::new() };
        let mut core = Match::new(board, terms, BySide::new(human(1), human(2)), now).expect("no opening");
        for side in Side::BOTH {
            core.handle(side, Action::Away, now).expect("live");
        }
        assert!(matches!(events(&mut core)[..], [Event::Started { .. }, Event::Away { grace_ms: 0, .. }, _]));
        core.tick(now + day * 2);
        assert_eq!(core.verdict(), None);
        let claim = core.handle(Side::Second, Action::Claim(Claim::Win), now + day * 2);
        assert_eq!(claim, Err(Refusal::NothingToClaim));
        play_all(&mut core, "b2", now + day * 2);
        let mut left = core.clone();
        left.tick(now + day * 32);
        let expected =
            if clock.is_some() { (Some(GameResult::First), EndReason::Timeout) } else { (None, EndReason::Aborted) };
        assert_eq!(ended(&left), Some(expected));
        // Each move has its whole time, whatever the previous one took.
        play_all(&mut core, "a1", now + day * 4);
        let readings = core.clock().map(|clock| clock.readings(now + day * 5));
        assert_eq!(readings, clock.map(|_| BySide::new(2 * 86_400_000, 3 * 86_400_000)));
    }
}

#[test]
fn absent_opponent_can_be_claimed_against() {
    let (mut core, now) = tictactoe(Some((3_600_000, 0)));
    core.set_claims(Side::Second, true);
    let claim = |core: &mut Match, what, at| core.handle(Side::Second, Action::Claim(what), at);
    assert_eq!(claim(&mut core, Claim::Win, now), Err(Refusal::NothingToClaim));
    core.handle(Side::First, Action::Away, now).expect("live");
    let wait = TIMEOUTS.grace / 2;
    assert_eq!(claim(&mut core, Claim::Win, now + wait), Err(Refusal::TooEarly { wait }));
    core.tick(now + TIMEOUTS.grace * 2);
    assert_eq!(core.verdict(), None, "the match does not end without a claim");
    assert_eq!(core.deadline(), Some(now + Duration::from_secs(3_600)), "before the flag falls");
    for (what, outcome) in [(Claim::Win, GameResult::Second), (Claim::Draw, GameResult::Draw)] {
        let mut core = core.clone();
        claim(&mut core, what, now + TIMEOUTS.grace).expect("the grace time is over");
        assert_eq!(ended(&core), Some((Some(outcome), EndReason::Absence)));
        assert_eq!(claim(&mut core, what, now + TIMEOUTS.grace), Err(Refusal::Over));
    }
    core.handle(Side::First, Action::Back, now + TIMEOUTS.grace).expect("the side may return");
    assert_eq!(claim(&mut core, Claim::Win, now + TIMEOUTS.grace * 3), Err(Refusal::NothingToClaim));
    // The match ends on its own if the side that is still there does not claim.
    core.handle(Side::Second, Action::Away, now + TIMEOUTS.grace).expect("live");
    core.tick(now + TIMEOUTS.grace * 2);
    assert_eq!(ended(&core), Some((Some(GameResult::First), EndReason::Absence)));
}

#[test]
fn opening_is_played_first_and_cannot_be_taken_back() {
    let now = Instant::now();
    let board = GameId::TicTacToe.board(&Options::new(), None).expect("the game has no options");
    let terms = Terms { opening: vec![mv("a1"), mv("b2")], ..terms(None) };
    let mut core = Match::new(board.clone(), terms.clone(), BySide::new(human(1), human(2)), now).expect("legal");
    assert_eq!((core.moves().len(), core.turn()), (2, Some(Side::First)));
    let takeback = Action::Offer(OfferKind::Takeback);
    assert_eq!(core.handle(Side::First, takeback, now), Err(Refusal::NothingToTakeBack));
    let twice = Terms { opening: vec![mv("a1"), mv("a1")], ..terms };
    assert!(Match::new(board, twice, BySide::new(human(1), human(2)), now).is_err());
}

#[test]
fn thought_event_precedes_its_move() {
    let (mut core, now) = tictactoe(None);
    let thought = Thought {
        from: ThoughtSource::Search,
        value: Some(3),
        win_in: None,
        depth: 2,
        nodes: 17,
        line: vec![mv("b2")],
        ms: 1,
        table: None,
        table_mb: None,
    };
    let action = Action::Move { ply: 0, mv: mv("b2"), thought: Some(Box::new(thought)) };
    core.handle(Side::First, action, now).expect("legal");
    let events = events(&mut core);
    assert!(matches!(events[..], [Event::Started { .. }, Event::Thought { ply: 0, .. }, Event::Moved { ply: 0, .. }]));
}

#[test]
fn verdict_states_the_payoff() {
    let now = Instant::now();
    let board = GameId::Tree.board(&Options::new(), None).expect("the default options are valid");
    let mut core = Match::new(board, terms(None), BySide::new(human(1), human(2)), now).expect("no opening");
    for (ply, side) in Side::BOTH.into_iter().enumerate() {
        core.handle(side, Action::Move { ply, mv: MoveCode(0), thought: None }, now).expect("legal");
    }
    let detail = Some("the first side gets 3".into());
    assert_eq!(core.verdict(), Some(&Verdict { outcome: Some(GameResult::First), by: EndReason::Rules, detail }));
}
