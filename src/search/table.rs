//! The transposition table: values of positions that were searched before and reached by another order of moves.
//!
//! Greenblatt, Eastlake and Crocker, "The Greenblatt chess program", AFIPS FJCC 31 (1967); buckets of two, one kept by
//! depth and one always replaced, after Breuker, Uiterwijk and van den Herik, "Replacement schemes for transposition
//! tables", ICCA Journal 17:4 (1994). Threads share the table without locks as in Hyatt and Mann, "A lockless
//! transposition table implementation for parallel search", ICGA Journal 25:1 (2002): the key of a slot that two
//! writers have torn no longer matches.
//!
//! Positions near the end of a game are many, quickly searched and soon useless. They go to a partition of the table
//! that fits into the processor's cache.

use std::alloc::{Layout, handle_alloc_error};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use zerocopy::FromZeros;

/// The greatest table size in MiB.
pub const MAX_TABLE_MB: u32 = 4096;

/// Marks the absence of a move: an index beyond every move list.
pub(super) const NO_MOVE: u16 = u16::MAX;

const AGES: u8 = 16;

/// The number of buckets in the endgame partition: half a MiB, which fits into a processor's cache.
const ENDGAME_BUCKETS: usize = 1 << 14;

/// The relation of a stored value to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is at most the stored one.
    Upper = 1,
    /// The true value is at least the stored one.
    Lower = 2,
    /// The stored value is the true one.
    Exact = 3,
}

/// The stored data of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The value relative to the position: the distance of a win counts from this position, not from the root.
    pub value: i32,
    /// The best move, as its index in the game's natural order, or [`NO_MOVE`].
    pub mv: u16,
    /// The depth of the search in plies.
    pub depth: u8,
    /// The relation of the value to the true value.
    pub bound: Bound,
    /// Whether the value follows from finished games alone, so that it holds at every greater depth.
    pub proven: bool,
    /// Whether the entry was stored from the canonical position among all symmetric ones. Its move is an index into the
    /// moves of that position only.
    pub is_canonical: bool,
}

impl Entry {
    /// Packs 32 bits of value, 16 of move, 8 of depth, 2 of bound, 1 each of `proven` and `is_canonical`, and 4 of age.
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
    /// The key XOR the data.
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// Returns the data if it belongs to `key`.
    fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data == key && data != 0).then_some(data)
    }

    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// Two slots per bucket: one for the deepest search, one for the latest entry or the one displaced from the first.
const BUCKET: usize = 2;
/// The size of a cache line in bytes. A bucket lies within one line.
const LINE: usize = 64;

/// A table of fixed size. Clones share their memory: an entry stored through one is found through the other. Do not
/// clear one while a search uses the other.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable {
    slots: Arc<Box<[Slot]>>,
    /// The index of the first slot of the first bucket, aligned so that no bucket crosses a cache line.
    first: usize,
    /// The number of buckets minus one.
    mask: usize,
    megabytes: u32,
    age: u8,
    /// The number of times the table was cleared, modulo the number of buckets in the endgame partition. Stored keys
    /// are XORed with it. All keys of a bucket share their low bits, so a slot written before the last clearing shows
    /// other bits.
    generation: u64,
}

impl TranspositionTable {
    /// Creates an empty table of at most this size. The number of buckets is a power of two.
    pub(super) fn new(megabytes: u32) -> Self {
        let bytes = (megabytes.clamp(1, MAX_TABLE_MB) as usize) << 20;
        Self::of(bytes / (BUCKET * size_of::<Slot>()), megabytes)
    }

    /// Creates a table whose number of buckets is the largest power of two up to `fitting`. It reports `megabytes` as
    /// its size.
    pub(super) fn of(fitting: usize, megabytes: u32) -> Self {
        let buckets = 1_usize << fitting.ilog2();
        // Memory that the system zeroes on first access makes large tables quick to create. Rust requests such memory
        // only for allocations aligned to at most 16 bytes.
        let slots = <[Slot]>::new_box_zeroed_with_elems(BUCKET * buckets + LINE / size_of::<Slot>())
            .unwrap_or_else(|_| handle_alloc_error(Layout::new::<Slot>()));
        let first = slots.as_ptr().align_offset(LINE);
        let first = if first < LINE / size_of::<Slot>() { first } else { 0 };
        Self { slots: Arc::new(slots), first, mask: buckets - 1, megabytes, age: 0, generation: 0 }
    }

    pub(super) const fn megabytes(&self) -> u32 {
        self.megabytes
    }

    /// Clears the table. The memory is touched only once in many calls.
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

    /// Begins a new search, which may replace the entries of earlier searches, however deep.
    pub(super) const fn advance_age(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Returns the number of buckets in the endgame partition: the first ones of the table, which other positions
    /// share.
    fn endgame_buckets(&self) -> usize {
        (self.mask + 1).min(ENDGAME_BUCKETS)
    }

    /// Returns the slots that may hold the position. `endgame` selects the endgame partition.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the mask keeps only as many bits as there are buckets")]
    fn bucket(&self, key: u64, endgame: bool) -> [&Slot; BUCKET] {
        let mask = if endgame { self.endgame_buckets() - 1 } else { self.mask };
        let at = self.first + BUCKET * (key as usize & mask);
        let bucket = &self.slots[at..at + BUCKET];
        [&bucket[0], &bucket[1]]
    }

    /// Returns the share of slots that hold entries of the current search, in thousandths, from a sample.
    pub(super) fn per_mille(&self) -> u16 {
        const SAMPLE: usize = 500;
        let step = (self.mask / SAMPLE).max(1);
        let slots =
            || (0..=self.mask).step_by(step).flat_map(|bucket| &self.slots[self.first + BUCKET * bucket..][..BUCKET]);
        let is_current = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            Entry::unpack(data).is_some() && data >> 60 == u64::from(self.age)
        };
        u16::try_from(1_000 * slots().filter(is_current).count() / slots().count()).expect("it is at most 1000")
    }

    /// Returns the position's entry from a search of this depth if there is one, otherwise the one in the depth slot.
    #[inline(always)]
    pub(super) fn probe(&self, key: u64, depth: u16, endgame: bool) -> Option<Entry> {
        let [deep, recent] = self.bucket(key, endgame);
        let read = |slot: &Slot| slot.read(key ^ self.generation).and_then(Entry::unpack);
        let (deep, recent) = (read(deep), read(recent));
        recent.filter(|entry| u16::from(entry.depth) == depth || deep.is_none()).or(deep)
    }

    /// Stores `entry`, in the endgame partition if `endgame` is set.
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
    fn entries_round_trip_through_packing() {
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
    fn size_is_the_largest_power_of_two_that_fits() {
        assert_eq!((TranspositionTable::new(1).mask + 1) * BUCKET * size_of::<Slot>(), 1 << 20);
        assert_eq!((TranspositionTable::new(7).mask + 1) * BUCKET * size_of::<Slot>(), 4 << 20);
    }

    #[test]
    fn keeps_the_deepest_and_the_latest_entry_until_the_next_search() {
        let mut table = TranspositionTable::new(1);
        let keys = [1_u64, 2, 3, 4].map(|n| n << 40);
        table.store(keys[0], entry(10, 9), false);
        table.store(keys[1], entry(20, 3), false);
        table.store(keys[2], entry(30, 5), false);
        let probed = |table: &TranspositionTable, key| table.probe(key, 9, false).map(|entry| entry.value);
        assert_eq!(keys.map(|key| probed(&table, key)), [Some(10), None, Some(30), None]);
        table.advance_age();
        table.store(keys[3], entry(40, 1), false);
        assert_eq!(keys.map(|key| probed(&table, key)), [None, None, Some(30), Some(40)]);
        table.clear();
        assert_eq!(keys.map(|key| probed(&table, key)), [None; 4]);
    }

    #[test]
    fn clear_removes_every_entry_however_often() {
        let mut table = TranspositionTable::of(4, 1);
        for round in 0..20 {
            for key in 0..64_u64 {
                assert_eq!(table.probe(key, 3, false), None, "round {round}");
            }
            table.store(1, entry(round, 9), false);
            table.store(5, entry(round, 3), false);
            assert_eq!([1, 5].map(|key| table.probe(key, 9, false).map(|hit| hit.value)), [Some(round); 2]);
            for key in 0..64 {
                table.store(key, entry(round, 7), false);
            }
            table.clear();
        }
    }

    #[test]
    fn per_mille_counts_the_entries_of_the_current_search() {
        let mut table = TranspositionTable::new(1);
        assert_eq!(table.per_mille(), 0);
        for key in 0..=table.mask as u64 {
            table.store(key, entry(1, 4), false);
        }
        assert_eq!(table.per_mille(), 500, "one of two slots in each bucket");
        table.advance_age();
        assert_eq!(table.per_mille(), 0);
    }

    #[test]
    fn torn_slot_is_not_found() {
        let table = TranspositionTable::new(1);
        table.store(5, entry(1, 4), false);
        table.bucket(5, false)[0].data.store(entry(2, 4).pack(0), Relaxed);
        assert_eq!(table.probe(5, 4, false), None);
    }
}
