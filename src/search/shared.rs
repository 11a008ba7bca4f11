//! The state that the threads of one search share, except the transposition table.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};

/// With fewer plies left no move is deferred, because searching it is quicker than looking for others.
pub(super) const DEFER_MIN_DEPTH: u16 = 4;

/// The number of slots for positions being searched. Sharing a slot costs time but not correctness.
const BUSY_SLOTS: usize = 1 << 12;

pub(super) struct SharedSearch {
    /// Whether the search is over and every thread must return.
    over: AtomicBool,
    /// The nodes that the threads have reported so far.
    nodes: AtomicU64,
    /// The depth of the main thread, whose result is reported.
    main_depth: AtomicU16,
    /// The keys of positions that are being searched.
    busy: Box<[AtomicU64]>,
}

impl SharedSearch {
    pub(super) fn new() -> Self {
        let busy = std::iter::repeat_with(AtomicU64::default).take(BUSY_SLOTS).collect();
        Self { over: AtomicBool::new(false), nodes: AtomicU64::new(0), main_depth: AtomicU16::new(0), busy }
    }

    /// Adds nodes of one thread and returns the new total.
    pub(super) fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    pub(super) fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Records that the main thread starts to search `depth`.
    pub(super) fn set_main_depth(&self, depth: u16) {
        self.main_depth.store(depth, Relaxed);
    }

    /// Returns whether the main thread is beyond `depth`.
    pub(super) fn main_is_beyond(&self, depth: u16) -> bool {
        self.main_depth.load(Relaxed) > depth
    }

    #[expect(clippy::cast_possible_truncation, reason = "the mask keeps only as many bits as there are slots")]
    const fn slot(&self, key: u64) -> &AtomicU64 {
        &self.busy[key as usize & (BUSY_SLOTS - 1)]
    }

    /// Returns whether a thread is searching the position with this key.
    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Marks the position with this key as being searched.
    pub(super) fn mark_busy(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    /// Clears the mark of the position with this key.
    pub(super) fn unmark_busy(&self, key: u64) {
        if self.is_busy(key) {
            self.slot(key).store(0, Relaxed);
        }
    }
}
