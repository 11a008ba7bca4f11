//! Memory budgets for data that clients make the server hold.

use crate::machine;
use crate::settings::Limits;

/// Default of the total budget: its maximum in bytes, and the divisor of the memory available to the process.
const MOST_MEMORY: u64 = 1 << 30;
const PART_OF_MEMORY: u64 = 4;

/// The budgets in bytes.
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
