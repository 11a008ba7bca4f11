//! What the threads of one search share besides the transposition table.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};

/// With fewer plies left no move is deferred: searching it takes less time than looking for others.
pub(super) const DEFER_MIN_DEPTH: u16 = 4;

/// The slots for positions that are being searched. Two positions that share a slot cost time, not correctness.
const BUSY_SLOTS: usize = 1 << 12;

/// What the threads of one search share besides the table.
pub(super) struct SharedSearch {
    /// The search is over: every thread returns.
    over: AtomicBool,
    /// The nodes of all threads, as far as they have added them.
    nodes: AtomicU64,
    /// The depth that the main thread, whose result is reported, is searching.
    main_depth: AtomicU16,
    /// The keys of positions that are being searched.
    busy: Box<[AtomicU64]>,
}

impl SharedSearch {
    pub(super) fn new() -> Self {
        let busy = std::iter::repeat_with(AtomicU64::default).take(BUSY_SLOTS).collect();
        Self { over: AtomicBool::new(false), nodes: AtomicU64::new(0), main_depth: AtomicU16::new(0), busy }
    }

    /// Adds nodes of one thread, and gives the number of all.
    pub(super) fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    pub(super) fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// The main thread begins to search `depth`.
    pub(super) fn set_main_depth(&self, depth: u16) {
        self.main_depth.store(depth, Relaxed);
    }

    /// Whether the main thread is beyond `depth`.
    pub(super) fn main_is_beyond(&self, depth: u16) -> bool {
        self.main_depth.load(Relaxed) > depth
    }

    #[expect(clippy::cast_possible_truncation, reason = "the mask keeps only as many bits as there are slots")]
    const fn slot(&self, key: u64) -> &AtomicU64 {
        &self.busy[key as usize & (BUSY_SLOTS - 1)]
    }

    /// Whether some thread is searching the position with this key.
    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// This thread begins to search the position with this key.
    pub(super) fn mark_busy(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    /// This thread has searched the position with this key.
    pub(super) fn unmark_busy(&self, key: u64) {
        if self.is_busy(key) {
            self.slot(key).store(0, Relaxed);
        }
    }
}
