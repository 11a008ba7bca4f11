//! How many searches a server runs and suspends at most, and the memory that they share.

use std::time::Duration;

use super::machine;
use crate::bots::{SearchMemory, Sharing};
use crate::search::SearchOptions;
use crate::settings::Bots;

/// The searches that run at once would not fit into the memory that is theirs.
#[derive(Debug, thiserror::Error)]
#[error(
    "memory_mb = {memory_mb} in [bots] is too little for {threads} searches at once: give at least {least}, or fewer `threads`"
)]
pub struct TooLittle {
    /// The memory of all searches, in MiB.
    memory_mb: u64,
    /// How many search at once.
    threads: usize,
    /// The least memory for so many, in MiB.
    least: u64,
}

/// How many searches run and are suspended, and their memory. At most half of that is kept for searches without a table,
/// which bounds how many can be suspended, and how many threads there are where the settings do not say.
///
/// # Errors
/// When the searches that run at once would not fit in.
pub(super) fn of(bots: &Bots) -> Result<(Sharing, SearchMemory), TooLittle> {
    let memory = match u64::from(bots.memory_mb) {
        0 => machine::memory() / 4,
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
        return Err(TooLittle { memory_mb: memory >> 20, threads, least });
    }
    let suspended = bots.suspended.min(fit(memory / 2).saturating_sub(threads));
    let slice = Duration::from_millis(bots.slice_ms);
    let sharing = Sharing { threads, suspended, waiting: bots.queue, slice };
    Ok((sharing, SearchMemory::new(memory, threads + suspended)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(memory_mb: u32, threads: usize) -> Result<(Sharing, SearchMemory), TooLittle> {
        super::of(&Bots { memory_mb, threads, suspended: 100, ..Bots::default() })
    }

    #[test]
    fn so_many_searches_can_be_under_way_as_fit_into_half_of_the_memory() {
        let (sharing, memory) = of(1_024, 2).expect("there is room");
        assert_eq!((sharing.threads, sharing.suspended), (2, 100));
        assert!(memory.most() > 768 << 20);
        let (sharing, memory) = of(32, 2).expect("there is room");
        assert!(sharing.suspended < 10, "{}", sharing.suspended);
        assert!(memory.most() >= 16 << 20);
        // Without a setting there are only as many threads as the memory has room for.
        let (sharing, _) = of(8, 0).expect("there is room");
        assert_eq!(sharing.threads, 1);
    }

    #[test]
    fn more_threads_than_the_memory_allows_are_refused_by_name() {
        let refused = of(8, 16).map(|_| ()).expect_err("16 of 2.3 MiB").to_string();
        for part in ["memory_mb = 8 in [bots]", "16 searches", "at least 36", "`threads`"] {
            assert!(refused.contains(part), "{refused}");
        }
    }
}
