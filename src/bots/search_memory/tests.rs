use super::*;
use crate::{Choice, PlayerError, TurnLimits};
use arena_games::{GameError, MoveCode};

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

/// Creates a budget of `mib` MiB, plus a reserve of one MiB.
fn memory(mib: u64) -> SearchMemory {
    SearchMemory::with((mib + 1) << 20, 1 << 20, PATIENCE)
}

fn search(table_mb: u32) -> SearchOptions {
    SearchOptions { table_mb, ..SearchOptions::default() }
}

/// Creates an idle player with a table of this size.
fn idle(memory: &SearchMemory, table_mb: u32) -> IdleSlot {
    let (loan, table_mb) = memory.lend(&search(table_mb));
    let mut slot = memory.slot();
    slot.put(HeldPlayer::new(Box::new(Nobody), loan, table_mb, false));
    slot
}

#[test]
fn the_longest_idle_player_is_dropped_first_and_only_when_room_is_short() {
    let memory = memory(10);
    let mut slots: Vec<IdleSlot> = (0..4).map(|_| idle(&memory, 2)).collect();
    assert_eq!((memory.idle(), memory.dropped()), (4, 0));
    // The first slot is used again, so the second one has been idle longest.
    let held = slots[0].take().expect("the player was kept");
    slots[0].put(held);
    let (_loan, table_mb) = memory.lend(&search(2));
    assert_eq!((table_mb, memory.dropped()), (2, 1));
    let there: Vec<bool> = slots.iter_mut().map(|slot| slot.take().is_some()).collect();
    assert_eq!(there, [true, false, true, true]);
}

#[test]
fn tables_shrink_when_memory_is_short_and_all_loans_are_returned() {
    let memory = memory(10);
    let (first, table_mb) = memory.lend(&search(8));
    assert_eq!(table_mb, 8);
    let (second, table_mb) = memory.lend(&search(8));
    assert_eq!(table_mb, 1, "1.75 MiB are left");
    let third: Vec<(Loan, u32)> = (0..4).map(|_| memory.lend(&search(8))).collect();
    assert!(third.iter().all(|(_, table_mb)| *table_mb == 0), "only the reserve is left");
    assert_eq!(memory.shrunk(), 5);
    assert!(memory.lent() <= memory.bound());
    drop((first, second, third));
    assert_eq!(memory.lent(), 0);
}

#[test]
fn idle_players_are_not_dropped_if_that_would_not_make_enough_room() {
    let memory = memory(10);
    let _rest = idle(&memory, 2);
    let (_loan, table_mb) = memory.lend(&search(64));
    assert_eq!((table_mb, memory.dropped()), (8, 1));
    assert!(memory.promise_now(64 << 20).is_none());
}

#[test]
fn a_module_gets_all_of_its_memory_or_none() {
    let memory = memory(10);
    let running = memory.lend(&search(4));
    let mut rest = idle(&memory, 4);
    let module = memory.lend_whole(4 << 20).expect("the idle player is dropped");
    assert_eq!((module.bytes(), memory.dropped(), rest.take().is_none()), (4 << 20, 1, true));
    assert!(memory.lend_whole(4 << 20).is_none(), "the reserve is for histories");
    drop(running);
    assert!(memory.lend_whole(4 << 20).is_some());
}

#[test]
fn dropping_a_slot_returns_its_memory() {
    let memory = memory(10);
    let slot = idle(&memory, 4);
    assert!(memory.lent() > 4 << 20);
    drop(slot);
    assert_eq!((memory.lent(), memory.idle()), (0, 0));
}

#[test]
fn a_player_on_the_reserve_is_kept_only_if_there_is_room_outside_it() {
    let memory = memory(4);
    let most = memory.promise_now(memory.most()).expect("all memory is free");
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
fn a_long_waiting_borrower_gets_idle_memory_and_new_loans_leave_room_for_it() {
    let memory = SearchMemory::with(10 << 20, 0, Duration::ZERO);
    let running = memory.lend(&search(4));
    let _idle = idle(&memory, 2);
    let waits = memory.clone();
    let waiter = std::thread::spawn(move || waits.promise(8 << 20, || false).map(|loan| loan.bytes()));
    while !memory.is_awaited() {
        std::thread::yield_now();
    }
    let (small, table_mb) = memory.lend(&search(4));
    assert_eq!((table_mb, memory.idle()), (0, 1), "8 of the 10 MiB are kept for the waiting borrower");
    drop((running, small));
    assert_eq!(waiter.join().expect("the waiter does not panic"), Some(8 << 20));
    assert_eq!((memory.idle(), memory.dropped()), (0, 1));
}

#[test]
fn a_promise_without_waiting_does_not_go_before_waiting_borrowers() {
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
    done.store(true, Ordering::Relaxed);
    assert!(!waiter.join().expect("the waiter does not panic"));
}

#[test]
fn a_promise_waits_for_returned_memory_and_keeps_recently_idle_players() {
    let memory = memory(10);
    let slot = idle(&memory, 8);
    assert!(memory.promise(8 << 20, || true).is_none());
    assert!(memory.promise(11 << 20, || false).is_none(), "more than the maximum is refused at once");
    let waits = memory.clone();
    let waiter = std::thread::spawn(move || waits.promise(8 << 20, || false).map(|loan| loan.bytes()));
    while !memory.is_awaited() {
        std::thread::yield_now();
    }
    drop(slot);
    assert_eq!(waiter.join().expect("the waiter does not panic"), Some(8 << 20));
    assert!(!memory.is_awaited());
    assert_eq!((memory.lent(), memory.dropped()), (0, 0));
}
