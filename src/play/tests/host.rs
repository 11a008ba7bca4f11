//! A running match between its links and its log: the order of notifications, and behaviour while storage fails.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use uuid::Uuid;

use super::{TIMEOUTS, human, mv};
use crate::handle::{Command, MatchHandle, ReplyTo, SendError};
use crate::host::{Host, HostTimeouts, fresh};
use crate::hosted::Hosted;
use crate::link::{LinkId, Listener, ListenerClosed, Notification, Rejection, Role};
use crate::{Action, EndReason, EventLog, EventLogError, Match, MatchSetup, NumberedEvent, OnStored};
use arena_games::seed::Rng;
use arena_games::{BySide, GameId, Options, Side};

/// A log that answers under control of the test.
#[derive(Default)]
struct ControlledLog {
    asked: Mutex<VecDeque<(Vec<NumberedEvent>, OnStored)>>,
    stored: Mutex<Vec<NumberedEvent>>,
}

impl EventLog for ControlledLog {
    fn create(&self, _: &MatchSetup) -> BoxFuture<'_, Result<(), EventLogError>> {
        unreachable!("the match is there")
    }

    fn log(&self, _: Uuid, _: GameId, events: &[NumberedEvent], kept: OnStored) {
        self.asked.lock().unwrap().push_back((events.to_vec(), kept));
    }
}

impl ControlledLog {
    fn is_asked(&self) -> bool {
        !self.asked.lock().unwrap().is_empty()
    }

    /// Answers the oldest write, if there is one.
    fn answer(&self, well: bool) -> bool {
        let Some((events, kept)) = self.asked.lock().unwrap().pop_front() else { return false };
        if well {
            self.stored.lock().unwrap().extend(events);
        }
        kept(if well { Ok(()) } else { Err(EventLogError("the disk is full".to_owned())) });
        true
    }

    fn stored(&self) -> u64 {
        self.stored.lock().unwrap().len() as u64
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Notified {
    Snapshot(u64),
    Ok(u64),
    Refused(u64, Rejection),
    Event(u64),
    Closed,
    Superseded,
}

#[derive(Default)]
struct TestListener {
    heard: Mutex<Vec<Notified>>,
}

impl Listener for TestListener {
    fn notify(&self, _: Uuid, notification: Notification) -> Result<(), ListenerClosed> {
        let heard = match notification {
            Notification::Snapshot { snapshot, .. } => Notified::Snapshot(snapshot.seq),
            Notification::Reply { re, result: Ok(()), .. } => Notified::Ok(re.unwrap()),
            Notification::Reply { re, result: Err(rejection), .. } => Notified::Refused(re.unwrap(), rejection),
            Notification::Event(published) => Notified::Event(published.seq),
            Notification::Closed => Notified::Closed,
            Notification::Superseded => Notified::Superseded,
            other => panic!("{other:?}"),
        };
        self.heard.lock().unwrap().push(heard);
        Ok(())
    }
}

impl TestListener {
    fn heard(&self) -> Vec<Notified> {
        std::mem::take(&mut *self.heard.lock().unwrap())
    }
}

/// A match of two connected people.
struct Table {
    paper: Arc<ControlledLog>,
    hosted: Arc<Hosted>,
    handle: MatchHandle,
    ears: [Arc<TestListener>; 2],
}

fn setup() -> MatchSetup {
    MatchSetup {
        id: Uuid::from_u128(1),
        game: GameId::TicTacToe,
        options: Options::new(),
        position: None,
        opening: Vec::new(),
        seats: BySide::new(human(1), human(2)),
        clock: None,
        rated: false,
        seed: 1,
        created_ms: 0,
        made_by: None,
        listed: false,
    }
}

fn wants(number: usize) -> Role {
    Role::Person { player: Uuid::from_u128(number as u128 + 1), name: "somebody".to_owned(), claims: false }
}

impl Table {
    fn new() -> Self {
        Self::of(setup())
    }

    fn of(setup: MatchSetup) -> Self {
        let now = Instant::now();
        let core = fresh(&setup, TIMEOUTS, now).unwrap();
        let hour = Duration::from_secs(3_600);
        let timeouts = HostTimeouts { presence: hour, linger: hour, first_link: hour };
        let paper = Arc::<ControlledLog>::default();
        let hosted = Hosted::new(Arc::new(setup), core, Arc::clone(&paper) as _, timeouts);
        let handle = MatchHandle::new(Arc::clone(&hosted));
        Self { paper, hosted, handle, ears: Default::default() }
    }

    /// Creates a match whose start is stored and to which both players are connected.
    fn begun() -> Self {
        Self::new().begin()
    }

    fn begin(self) -> Self {
        let table = self;
        assert!(table.paper.answer(true));
        for who in [0, 1] {
            table.handle.attach(table.from(who, 0), wants(who), None).unwrap();
            assert_eq!(table.ears[who].heard(), [Notified::Snapshot(1)]);
        }
        table
    }

    fn from(&self, who: usize, re: u64) -> ReplyTo {
        let listener = Arc::clone(&self.ears[who]) as _;
        ReplyTo { link: LinkId(who as u64), listener, re: Some(re), at: Instant::now() }
    }

    fn moves(&self, who: usize, re: u64, ply: usize, text: &str) -> Result<(), SendError> {
        self.handle.act(self.from(who, re), Action::Move { ply, mv: mv(text), thought: None })
    }

    fn heard(&self) -> [Vec<Notified>; 2] {
        [self.ears[0].heard(), self.ears[1].heard()]
    }
}

#[test]
fn replies_and_notifications_come_after_storage() {
    let table = Table::begun();
    table.moves(0, 1, 0, "b2").unwrap();
    table.moves(1, 2, 1, "a1").unwrap();
    assert_eq!(table.heard(), [vec![], vec![]]);
    assert_eq!(table.handle.overview().plies, 0, "the overview contains only stored events");
    assert!(table.paper.answer(true));
    assert_eq!(table.heard(), [vec![Notified::Ok(1), Notified::Event(2)], vec![Notified::Event(2)]]);
    assert!(table.paper.answer(true), "the second move was queued");
    assert_eq!(table.heard(), [vec![Notified::Event(3)], vec![Notified::Ok(2), Notified::Event(3)]]);
    table.moves(0, 3, 0, "b2").unwrap();
    assert_eq!(table.heard(), [vec![Notified::Ok(3)], vec![]], "the move is already stored");
    assert!(!table.paper.is_asked());
}

#[test]
fn full_queue_returns_the_command() {
    let table = Table::begun();
    table.moves(0, 1, 0, "b2").unwrap();
    let mut taken = 0;
    let back = loop {
        match table.handle.act(table.from(1, 100 + taken), Action::Resign) {
            Ok(()) => taken += 1,
            Err(SendError::Busy(back)) => break back,
            Err(SendError::Stopped(_)) => panic!("the match is running"),
        }
        assert!(taken < 1_000, "the queue has no limit");
    };
    assert!(table.paper.answer(true));
    table.handle.send(*back).expect("the first command waits for the log, which leaves room in the queue");
    while table.paper.answer(true) {}
    let heard = table.ears[1].heard();
    let refused = heard.iter().filter(|heard| matches!(heard, Notified::Refused(..))).count() as u64;
    assert_eq!(refused, taken, "only the first resignation is accepted: {heard:?}");
    table.hosted.with(Host::stop);
    assert_eq!(table.ears[1].heard(), [Notified::Closed]);
    assert!(matches!(table.moves(0, 3, 1, "a1"), Err(SendError::Stopped(_))));
}

#[test]
fn many_simultaneous_links_are_added_without_blocking_moves() {
    let table = Table::begun();
    table.moves(0, 1, 0, "b2").unwrap();
    let watcher = Arc::<TestListener>::default();
    for number in 0..500 {
        let reply_to = ReplyTo { link: LinkId(10 + number), listener: Arc::clone(&watcher) as _, ..table.from(0, 0) };
        table.handle.attach(reply_to, Role::Watcher, None).unwrap();
    }
    table.moves(1, 2, 1, "a1").unwrap();
    while table.paper.answer(true) {}
    assert!(table.ears[1].heard().contains(&Notified::Ok(2)));
    let taken = watcher.heard().into_iter().filter(|heard| *heard == Notified::Snapshot(2)).count();
    assert_eq!(taken, 500);
}

#[test]
fn failing_storage_keeps_one_move_and_rejects_others() {
    let table = Table::begun();
    table.moves(0, 1, 0, "b2").unwrap();
    table.moves(1, 2, 1, "a1").unwrap();
    assert!(table.paper.answer(false));
    let refused = |re, kept| vec![Notified::Refused(re, Rejection::Unavailable { kept })];
    assert_eq!(table.heard(), [refused(1, true), refused(2, false)]);
    table.moves(1, 3, 1, "a1").unwrap();
    assert_eq!(table.heard(), [vec![], refused(3, false)]);
    for well in [false, true] {
        assert!(!table.paper.is_asked(), "the log is retried before the pause is over");
        table.hosted.with(|host| host.attend(Instant::now() + Duration::from_secs(2)));
        assert!(table.paper.answer(well));
    }
    assert_eq!(table.heard(), [vec![Notified::Event(2)], vec![Notified::Event(2)]]);
    table.moves(1, 4, 1, "a1").unwrap();
    assert!(table.paper.answer(true));
    assert_eq!(table.heard(), [vec![Notified::Event(3)], vec![Notified::Ok(4), Notified::Event(3)]]);
}

#[test]
fn leaving_during_shutdown_does_not_count_as_away() {
    for stops in [false, true] {
        let table = Table::begun();
        if stops {
            table.handle.keep_seats();
        }
        table.handle.detach(LinkId(0), None);
        assert_eq!(table.paper.answer(true), !stops);
        assert_eq!(table.handle.overview().away, BySide::new(!stops, false));
        let heard = if stops { vec![] } else { vec![Notified::Event(2)] };
        assert_eq!(table.ears[1].heard(), heard);
    }
}

/// Applies a random command to the match.
fn step(table: &Table, rng: &mut Rng, re: u64, now: Instant) {
    let who = rng.below(2);
    let points = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
    let command = match rng.below(24) {
        0 => Command::Detach { link: LinkId(who as u64), reply_to: None },
        1..=3 => Command::Attach { reply_to: table.from(who, re), role: wants(who), since: None },
        4 => Command::Act {
            reply_to: table.from(who, re),
            action: Action::Fail { by: EndReason::Crash, detail: "a test".into() },
        },
        5..=12 => {
            let ply = table.handle.overview().plies + rng.below(2);
            let mv = mv(points[rng.below(points.len())]);
            Command::Act { reply_to: table.from(who, re), action: Action::Move { ply, mv, thought: None } }
        }
        13..=15 => return drop(table.hosted.with(|host| host.attend(now))),
        kind => {
            table.paper.answer(kind > 17);
            return;
        }
    };
    // Rejected commands were not taken.
    let _ = table.handle.send(command);
}

#[test]
fn links_get_each_stored_event_once_and_in_order() {
    for seed in 0..200 {
        let (table, mut rng, mut now) = (Table::begun(), Rng::new(seed), Instant::now());
        let (mut last, mut answered) = ([1, 1], 0);
        for re in 1..200 {
            now += Duration::from_millis(rng.below(400) as u64);
            step(&table, &mut rng, re, now);
            for (who, heard) in table.heard().into_iter().enumerate() {
                for heard in heard {
                    match heard {
                        Notified::Snapshot(seq) => last[who] = seq,
                        Notified::Event(seq) => {
                            assert_eq!(seq, last[who] + 1, "seed {seed}");
                            last[who] = seq;
                        }
                        Notified::Ok(_) => answered += 1,
                        Notified::Refused(..) | Notified::Closed | Notified::Superseded => {}
                    }
                    assert!(last[who] <= table.paper.stored(), "seed {seed}: notified before storage");
                }
            }
        }
        assert!(answered > 0 || table.handle.is_over(), "seed {seed}");
        // The stored events lead to the published state. Only an absence or the next command may be missing.
        let stored = table.paper.stored.lock().unwrap();
        assert!(stored.iter().zip(1..).all(|(event, seq)| event.seq == seq), "seed {seed}");
        let board = GameId::TicTacToe.board(&Options::new(), None).unwrap();
        let events = stored.iter().map(|numbered| numbered.event.clone());
        let again = Match::replay(board, super::terms(None), BySide::new(human(1), human(2)), events, now).unwrap();
        let shown = table.handle.overview();
        let side_away = |side: Side| again.is_away(side);
        assert_eq!((&shown.phase, shown.plies), (again.phase(), again.moves().len()), "seed {seed}");
        assert_eq!(shown.away, BySide::from_fn(side_away), "seed {seed}");
    }
}
