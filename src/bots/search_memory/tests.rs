use super::*;
use crate::bots::{Choice, PlayerError, TurnLimits};
use crate::games::{GameError, MoveCode};

struct Nobody;

impl Player for Nobody {
    fn begin(&mut self, _: u64) {}

    fn set_position(&mut self, _: Option<&str>) -> Result<(), GameError> {
        Ok(())
    }

    fn choose(&mut self, _: &[MoveCode], _: TurnLimits<'_>) -> Result<Option<Choice>, PlayerError> {
        Ok(None)
    }
}

/// A budget of so many MiB, with a reserve of one more.
fn memory(mib: u64) -> SearchMemory {
    SearchMemory::with((mib + 1) << 20, 1 << 20, PATIENCE)
}

fn search(table_mb: u32) -> SearchOptions {
    SearchOptions { table_mb, ..SearchOptions::default() }
}

/// A idle player with a table of this size.
fn idle(memory: &SearchMemory, table_mb: u32) -> IdleSlot {
    let (loan, table_mb) = memory.lend(&search(table_mb));
    let mut slot = memory.slot();
    slot.put(HeldPlayer::new(Box::new(Nobody), loan, table_mb, false));
    slot
}

#[test]
fn nothing_is_dropped_while_there_is_room_and_then_what_was_idle_longest() {
    let memory = memory(10);
    let mut slots: Vec<IdleSlot> = (0..4).map(|_| idle(&memory, 2)).collect();
    assert_eq!((memory.idle(), memory.dropped()), (4, 0));
    // The first is used again, so that the second is the one that has been idle longest.
    let held = slots[0].take().expect("there was room");
    slots[0].put(held);
    let (_loan, table_mb) = memory.lend(&search(2));
    assert_eq!((table_mb, memory.dropped()), (2, 1));
    let there: Vec<bool> = slots.iter_mut().map(|slot| slot.take().is_some()).collect();
    assert_eq!(there, [true, false, true, true]);
}

#[test]
fn a_table_is_smaller_before_anybody_waits_and_all_is_given_back() {
    let memory = memory(10);
    let (first, table_mb) = memory.lend(&search(8));
    assert_eq!(table_mb, 8);
    let (second, table_mb) = memory.lend(&search(8));
    assert_eq!(table_mb, 1, "of 1.75 MiB");
    let third: Vec<(Loan, u32)> = (0..4).map(|_| memory.lend(&search(8))).collect();
    assert!(third.iter().all(|(_, table_mb)| *table_mb == 0), "only the reserve is left");
    assert_eq!(memory.shrunk(), 5);
    assert!(memory.lent() <= memory.bound());
    drop((first, second, third));
    assert_eq!(memory.lent(), 0);
}

#[test]
fn what_could_not_make_room_is_not_dropped_in_vain() {
    let memory = memory(10);
    let _rest = idle(&memory, 2);
    let (_loan, table_mb) = memory.lend(&search(64));
    assert_eq!((table_mb, memory.dropped()), (8, 1));
    assert!(memory.promise_now(64 << 20).is_none());
}

#[test]
fn a_slot_that_is_dropped_gives_back_what_is_kept_there() {
    let memory = memory(10);
    let slot = idle(&memory, 4);
    assert!(memory.lent() > 4 << 20);
    drop(slot);
    assert_eq!((memory.lent(), memory.idle()), (0, 0));
}

#[test]
fn what_runs_on_the_reserve_is_kept_only_where_there_is_room_outside_it() {
    let memory = memory(4);
    let most = memory.promise_now(memory.most()).expect("nothing else is lent");
    let (loan, table_mb) = memory.lend(&search(2));
    assert_eq!((table_mb, memory.lent() - most.bytes()), (0, loan.bytes()));
    let mut slot = memory.slot();
    slot.put(HeldPlayer::new(Box::new(Nobody), loan, 0, false));
    assert_eq!((memory.idle(), memory.lent()), (0, most.bytes()));
    let (loan, _) = memory.lend(&search(2));
    drop(most);
    slot.put(HeldPlayer::new(Box::new(Nobody), loan, 0, false));
    assert_eq!((memory.idle(), memory.lock().reserve_lent), (1, 0));
}

#[test]
fn whoever_has_waited_for_long_gets_what_is_idle_and_others_leave_room_for_it() {
    let memory = SearchMemory::with(10 << 20, 0, Duration::ZERO);
    let running = memory.lend(&search(4));
    let _idle = idle(&memory, 2);
    let waits = memory.clone();
    let waiter = std::thread::spawn(move || waits.promise(8 << 20, || false).map(|loan| loan.bytes()));
    while !memory.is_awaited() {
        std::thread::yield_now();
    }
    let (small, table_mb) = memory.lend(&search(4));
    assert_eq!((table_mb, memory.idle()), (0, 1), "8 of the 10 MiB are kept for who waits");
    drop((running, small));
    assert_eq!(waiter.join().expect("it does not panic"), Some(8 << 20));
    assert_eq!((memory.idle(), memory.dropped()), (0, 1));
}

#[test]
fn a_moments_work_is_not_kept_waiting_by_what_is_idle_or_by_who_waits() {
    let memory = memory(10);
    let _running = memory.lend(&search(4));
    let _idle = idle(&memory, 4);
    let (waits, done) = (memory.clone(), std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false)));
    let given_up = std::sync::Arc::clone(&done);
    let waiter = std::thread::spawn(move || waits.promise(9 << 20, || given_up.load(Ordering::Relaxed)).is_some());
    while !memory.is_awaited() {
        std::thread::yield_now();
    }
    assert!(memory.promise_now(5 << 20).is_none());
    assert_eq!(memory.lend_now(5 << 20).map(|loan| loan.bytes()), Some(5 << 20));
    assert!(memory.lend_now(7 << 20).is_none(), "a search that runs is not ended for it");
    done.store(true, Ordering::Relaxed);
    assert!(!waiter.join().expect("it does not panic"));
}

#[test]
fn a_promise_waits_for_what_is_given_back_and_drops_nothing_that_has_just_become_idle() {
    let memory = memory(10);
    let slot = idle(&memory, 8);
    assert!(memory.promise(8 << 20, || true).is_none());
    assert!(memory.promise(11 << 20, || false).is_none(), "it would wait for ever");
    let waits = memory.clone();
    let waiter = std::thread::spawn(move || waits.promise(8 << 20, || false).map(|loan| loan.bytes()));
    while !memory.is_awaited() {
        std::thread::yield_now();
    }
    drop(slot);
    assert_eq!(waiter.join().expect("it does not panic"), Some(8 << 20));
    assert!(!memory.is_awaited());
    assert_eq!((memory.lent(), memory.dropped()), (0, 0));
}
