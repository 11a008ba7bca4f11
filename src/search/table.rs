//! The transposition table: values of positions that were searched before, reached by another order of moves.
//!
//! Greenblatt, Eastlake and Crocker, "The Greenblatt chess program", AFIPS FJCC 31 (1967); buckets of two, one kept
//! by depth and one always replaced, after Breuker, Uiterwijk and van den Herik, "Replacement schemes for transposition
//! tables", ICCA Journal 17:4 (1994). Threads share it without locks as in Hyatt and Mann, "A lockless transposition
//! table implementation for parallel search", ICGA Journal 25:1 (2002): a slot that was torn by two writers does not
//! have the key that it is looked up by.
//!
//! Positions near the end of a game are many, quickly searched and soon useless: they go to a partition of the table
//! that is small enough for the processor's cache.

use std::alloc::{Layout, handle_alloc_error};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use zerocopy::FromZeros;

/// No table is larger, in MiB.
pub const MAX_TABLE_MB: u32 = 4096;

/// Stands for no move: an index that no list of moves reaches.
pub(super) const NO_MOVE: u16 = u16::MAX;

const AGES: u8 = 16;

/// The buckets of the endgame partition: half a MiB, which a processor's cache holds.
const ENDGAME_BUCKETS: usize = 1 << 14;

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at most that.
    Upper = 1,
    /// It is at least that.
    Lower = 2,
    /// It is that.
    Exact = 3,
}

/// What is stored of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Relative to the position: wins are scored by their distance from there, not from the root of the search.
    pub value: i32,
    /// The best move, as its index in the game's natural order, or [`NO_MOVE`].
    pub mv: u16,
    /// How many plies deep it was searched.
    pub depth: u8,
    /// What the value says of the true one.
    pub bound: Bound,
    /// Whether finished games alone made the value, so that it holds at every greater depth too.
    pub proven: bool,
    /// Whether the entry was stored from the canonical one of all symmetric positions: its move is an index into the
    /// moves of that position only.
    pub is_canonical: bool,
}

impl Entry {
    /// 32 bits of value, 16 of move, 8 of depth, 2 of bound, 1 each of `proven` and `is_canonical`, 4 of age.
    fn pack(self, age: u8) -> u64 {
        u64::from(self.value.cast_unsigned())
            | u64::from(self.mv) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(self.proven) << 58
            | u64::from(self.is_canonical) << 59
            | u64::from(age) << 60
    }

    #[expect(clippy::cast_possible_truncation, reason = "each field is cut out of the word by its width")]
    const fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            value: (data as u32).cast_signed(),
            mv: (data >> 32) as u16,
            depth: (data >> 48) as u8,
            bound,
            proven: data >> 58 & 1 == 1,
            is_canonical: data >> 59 & 1 == 1,
        })
    }
}

#[derive(Debug, FromZeros)]
struct Slot {
    /// The key, exclusive-or the data.
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// The data, if it belongs to `key`.
    fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data == key && data != 0).then_some(data)
    }

    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// Two slots: the first is for the deepest search, the second for what came last or was replaced in the first.
const BUCKET: usize = 2;
/// The size of a cache line in bytes: a bucket lies within one.
const LINE: usize = 64;

/// A table of fixed size. A clone shares its memory: what one stores, the other finds. Neither may be cleared while a
/// search uses the other.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable {
    slots: Arc<Box<[Slot]>>,
    /// The index of the first slot of the first bucket, chosen so that no bucket crosses a cache line.
    first: usize,
    /// The number of buckets less one.
    mask: usize,
    megabytes: u32,
    age: u8,
    /// How often the table was cleared, below the number of buckets in the endgame partition. Stored keys are exclusive-ored with it: a
    /// bucket shares the low bits of its keys, so a slot that was filled before the last clearing shows other bits.
    generation: u64,
}

impl TranspositionTable {
    /// An empty table of at most so many MiB: the number of its buckets is a power of two.
    pub(super) fn new(megabytes: u32) -> Self {
        let bytes = (megabytes.clamp(1, MAX_TABLE_MB) as usize) << 20;
        Self::of(bytes / (BUCKET * size_of::<Slot>()), megabytes)
    }

    /// A table whose number of buckets is the largest power of two up to `fitting`, and which reports `megabytes` as
    /// its size.
    pub(super) fn of(fitting: usize, megabytes: u32) -> Self {
        let buckets = 1_usize << fitting.ilog2();
        // The system gives memory that becomes zero when it is touched, so that a large table takes no time to make;
        // but Rust only asks for that where nothing needs to be aligned to more than 16 bytes.
        let slots = <[Slot]>::new_box_zeroed_with_elems(BUCKET * buckets + LINE / size_of::<Slot>())
            .unwrap_or_else(|_| handle_alloc_error(Layout::new::<Slot>()));
        let first = slots.as_ptr().align_offset(LINE);
        let first = if first < LINE / size_of::<Slot>() { first } else { 0 };
        Self { slots: Arc::new(slots), first, mask: buckets - 1, megabytes, age: 0, generation: 0 }
    }

    pub(super) const fn megabytes(&self) -> u32 {
        self.megabytes
    }

    /// Forgets everything, as if it were new. Except once in many times this does not touch the memory.
    pub(super) fn clear(&mut self) {
        self.age = 0;
        self.generation += 1;
        if self.generation < self.endgame_buckets() as u64 {
            return;
        }
        self.generation = 0;
        for slot in &**self.slots {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }

    /// A new search begins: entries of earlier ones may be replaced, however deep.
    pub(super) const fn advance_age(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// How many buckets the endgame partition has: the first ones of the table, which other positions use too.
    fn endgame_buckets(&self) -> usize {
        (self.mask + 1).min(ENDGAME_BUCKETS)
    }

    /// The slots that the position may be in; `endgame` says that it belongs to the endgame partition.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the mask keeps only as many bits as there are buckets")]
    fn bucket(&self, key: u64, endgame: bool) -> [&Slot; BUCKET] {
        let mask = if endgame { self.endgame_buckets() - 1 } else { self.mask };
        let at = self.first + BUCKET * (key as usize & mask);
        let bucket = &self.slots[at..at + BUCKET];
        [&bucket[0], &bucket[1]]
    }

    /// The entry of the position: of a search of that depth if there is one, otherwise of the deepest.
    #[inline(always)]
    pub(super) fn probe(&self, key: u64, depth: u16, endgame: bool) -> Option<Entry> {
        let [deep, recent] = self.bucket(key, endgame);
        let read = |slot: &Slot| slot.read(key ^ self.generation).and_then(Entry::unpack);
        let (deep, recent) = (read(deep), read(recent));
        recent.filter(|entry| u16::from(entry.depth) == depth || deep.is_none()).or(deep)
    }

    /// Stores `entry`, in the endgame partition or anywhere.
    pub(super) fn store(&self, key: u64, entry: Entry, endgame: bool) {
        let [deep, recent] = self.bucket(key, endgame);
        let (check, held) = (deep.check.load(Relaxed), deep.data.load(Relaxed));
        let stored = check ^ held;
        let here = (stored ^ self.generation ^ key) & (self.endgame_buckets() as u64 - 1) == 0;
        let current = Entry::unpack(held).filter(|_| here && held >> 60 == u64::from(self.age));
        let key = key ^ self.generation;
        if current.is_some_and(|old| old.depth > entry.depth) {
            recent.write(key, entry.pack(self.age));
            return;
        }
        if current.is_some() && stored != key {
            recent.write(stored, held);
        }
        deep.write(key, entry.pack(self.age));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, mv: 7, depth, bound: Bound::Lower, proven: true, is_canonical: false }
    }

    #[test]
    fn an_entry_survives_packing() {
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            for value in [0, -1, 1_000_000, -1_000_000, i32::MAX, i32::MIN] {
                for (proven, is_canonical) in [(false, true), (true, false)] {
                    let entry = Entry { value, mv: 40_000, depth: 250, bound, proven, is_canonical };
                    assert_eq!(Entry::unpack(entry.pack(15)), Some(entry));
                }
            }
        }
        assert_eq!(Entry::unpack(0), None);
    }

    #[test]
    fn the_size_is_the_largest_power_of_two_that_fits() {
        assert_eq!((TranspositionTable::new(1).mask + 1) * BUCKET * size_of::<Slot>(), 1 << 20);
        assert_eq!((TranspositionTable::new(7).mask + 1) * BUCKET * size_of::<Slot>(), 4 << 20);
    }

    #[test]
    fn the_deeper_and_the_latest_stay_until_another_search() {
        let mut table = TranspositionTable::new(1);
        let keys = [1_u64, 2, 3, 4].map(|n| n << 40);
        table.store(keys[0], entry(10, 9), false);
        table.store(keys[1], entry(20, 3), false);
        table.store(keys[2], entry(30, 5), false);
        let found = |table: &TranspositionTable, key| table.probe(key, 9, false).map(|entry| entry.value);
        assert_eq!(keys.map(|key| found(&table, key)), [Some(10), None, Some(30), None]);
        table.advance_age();
        table.store(keys[3], entry(40, 1), false);
        assert_eq!(keys.map(|key| found(&table, key)), [None, None, Some(30), Some(40)]);
        table.clear();
        assert_eq!(keys.map(|key| found(&table, key)), [None; 4]);
    }

    #[test]
    fn clearing_leaves_nothing_however_often() {
        let mut table = TranspositionTable::of(4, 1);
        for round in 0..20 {
            for key in 0..64_u64 {
                assert_eq!(table.probe(key, 3, false), None, "round {round}");
            }
            table.store(1, entry(round, 9), false);
            table.store(5, entry(round, 3), false);
            assert_eq!([1, 5].map(|key| table.probe(key, 9, false).map(|found| found.value)), [Some(round); 2]);
            for key in 0..64 {
                table.store(key, entry(round, 7), false);
            }
            table.clear();
        }
    }

    #[test]
    fn a_torn_slot_is_not_found() {
        let table = TranspositionTable::new(1);
        table.store(5, entry(1, 4), false);
        table.bucket(5, false)[0].data.store(entry(2, 4).pack(0), Relaxed);
        assert_eq!(table.probe(5, 4, false), None);
    }
}
