//! Number of running and suspended searches, and the memory that they share.

use std::time::Duration;

use super::accounts::passwords;
use super::machine;
use crate::settings::{Accounts, Bots};
use arena_bots::{SearchMemory, Sharing};
use arena_search::SearchOptions;

/// The concurrent searches do not fit into their memory.
#[derive(Debug, thiserror::Error)]
#[error(
    "memory_mb = {memory_mb} in [bots] is too little for {threads} searches at once: give at least {least}, or fewer `threads`"
)]
pub struct InsufficientMemory {
    /// Memory of all searches in MiB.
    memory_mb: u64,
    /// Number of concurrent searches.
    threads: usize,
    /// Minimum memory for this number of searches in MiB.
    least: u64,
}

/// Divisor of the memory available to the process that gives the default for searches and passwords together.
const PART_OF_MEMORY: u64 = 4;

/// Computes how many searches run and are suspended, and their memory. Without a size in the settings, the memory of
/// passwords is subtracted, but searches keep at least half. At most half of the memory is reserved for searches without
/// a table. That limits the number of suspended searches, and the number of threads if the settings do not give one.
///
/// # Errors
/// If the concurrent searches do not fit into the memory.
pub(super) fn of(bots: &Bots, accounts: &Accounts) -> Result<(Sharing, SearchMemory), InsufficientMemory> {
    within(machine::memory(), bots, accounts)
}

/// Like [`of`], for a process with `available` bytes of memory.
fn within(available: u64, bots: &Bots, accounts: &Accounts) -> Result<(Sharing, SearchMemory), InsufficientMemory> {
    let memory = match u64::from(bots.memory_mb) {
        0 => {
            let both = available / PART_OF_MEMORY;
            let (_, of_passwords) = passwords::capacity(accounts, available);
            both.saturating_sub(of_passwords).max(both / 2)
        }
        given => given << 20,
    };
    let fit = |bytes: u64| usize::try_from(bytes / SearchOptions::MOST_WITHOUT_TABLE).unwrap_or(usize::MAX);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = match bots.threads {
        0 => (cores - 1).min(fit(memory / 2)).max(1),
        given => given,
    };
    if threads > fit(memory) {
        let least = (threads as u64 * SearchOptions::MOST_WITHOUT_TABLE).div_ceil(1 << 20);
        return Err(InsufficientMemory { memory_mb: memory >> 20, threads, least });
    }
    let suspended = bots.suspended.min(fit(memory / 2).saturating_sub(threads));
    let slice = Duration::from_millis(bots.slice_ms);
    let sharing = Sharing { threads, suspended, waiting: bots.queue, slice };
    Ok((sharing, SearchMemory::new(memory, threads + suspended)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(memory_mb: u32, threads: usize) -> Result<(Sharing, SearchMemory), InsufficientMemory> {
        super::of(&Bots { memory_mb, threads, suspended: 100, ..Bots::default() }, &Accounts::default())
    }

    #[test]
    fn searches_are_limited_to_half_of_the_memory() {
        let (sharing, memory) = of(1_024, 2).expect("there is room");
        assert_eq!((sharing.threads, sharing.suspended), (2, 100));
        assert!(memory.most() > 768 << 20);
        let (sharing, memory) = of(32, 2).expect("there is room");
        assert!(sharing.suspended < 10, "{}", sharing.suspended);
        assert!(memory.most() >= 16 << 20);
        // By default there are only as many threads as the memory has room for.
        let (sharing, _) = of(8, 0).expect("there is room");
        assert_eq!(sharing.threads, 1);
    }

    #[test]
    fn passwords_have_their_own_part_of_the_default_memory() {
        let mib = 1 << 20;
        let memory = |available: u64, memory_mb| {
            let bots = Bots { memory_mb, threads: 1, ..Bots::default() };
            let (_, memory) = within(available * mib, &bots, &Accounts::default()).expect("there is room");
            memory.bound() / mib
        };
        assert_eq!([4_096, 512, 256, 64].map(|available| memory(available, 0)), [1_024 - 38, 128 - 38, 64 - 19, 8]);
        assert_eq!(memory(512, 100), 100, "a size in the settings is that of searches alone");
    }

    #[test]
    fn refuses_more_threads_than_the_memory_allows() {
        let refused = of(8, 16).map(|_| ()).expect_err("16 of 2.3 MiB").to_string();
        for part in ["memory_mb = 8 in [bots]", "16 searches", "at least 36", "`threads`"] {
            assert!(refused.contains(part), "{refused}");
        }
    }
}
