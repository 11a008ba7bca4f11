//! The memory for what clients make the server hold.

use crate::machine;
use crate::settings::Limits;

/// The most memory for what clients make the server hold if the settings do not say: in bytes, and as a part of what the
/// process may use.
const MOST_MEMORY: u64 = 1 << 30;
const PART_OF_MEMORY: u64 = 4;

/// The memory for what clients make the server hold, in bytes.
pub(super) struct Memory {
    pub(super) outgoing: usize,
    pub(super) bodies: usize,
    pub(super) positions: usize,
}

impl Memory {
    pub(super) fn of(limits: &Limits) -> Self {
        let all = match limits.memory_mb {
            0 => (machine::memory() / PART_OF_MEMORY).min(MOST_MEMORY),
            mib => u64::from(mib) << 20,
        };
        let all = usize::try_from(all).unwrap_or(usize::MAX);
        Self { outgoing: all / 2, bodies: all / 4, positions: all / 4 }
    }
}
