//! Memory budgets for data that clients make the server hold.

use crate::machine;
use crate::settings::Limits;

/// Default of the total budget: its maximum in bytes, and the divisor of the memory available to the process.
const MOST_MEMORY: u64 = 1 << 30;
const PART_OF_MEMORY: u64 = 4;

/// Minimum of the memory for WebSockets, and of that for other connections.
const LEAST_FOR_CONNECTIONS: usize = 4 << 20;

/// Most memory of a connection before its first request is complete: the buffer with the head of a request, and the
/// connection's own state.
const CONNECTION: usize = 28 << 10;

/// Additional memory of TLS: the records that are being read and written, and the keys.
const TLS: usize = 36 << 10;

/// Memory that is counted for a WebSocket with empty buffers. It uses 6 KiB, or 15 KiB with TLS.
const WEBSOCKET: usize = 12 << 10;

/// The budgets in bytes, and the numbers of connections that fit into theirs.
pub(super) struct Memory {
    pub(super) outgoing: usize,
    pub(super) bodies: usize,
    pub(super) positions: usize,
    pub(super) sockets: u32,
    pub(super) sockets_with_tls: u32,
    pub(super) websockets: u32,
}

impl Memory {
    pub(super) fn of(limits: &Limits) -> Self {
        let all = match limits.memory_mb {
            0 => (machine::memory() / PART_OF_MEMORY).min(MOST_MEMORY),
            mib => u64::from(mib) << 20,
        };
        let all = usize::try_from(all).unwrap_or(usize::MAX);
        let connections = (all / 8).max(LEAST_FOR_CONNECTIONS);
        let fit = |each: usize| u32::try_from(connections / each).unwrap_or(u32::MAX);
        Self {
            outgoing: all / 4,
            bodies: all / 4,
            positions: all / 4,
            sockets: fit(CONNECTION),
            sockets_with_tls: fit(CONNECTION + TLS),
            websockets: fit(WEBSOCKET),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_fit_into_a_quarter_of_the_budget() {
        for memory_mb in [32, 128, 1_024] {
            let memory = Memory::of(&Limits { memory_mb, ..Limits::default() });
            let all = (memory_mb as usize) << 20;
            for (number, each) in [
                (memory.sockets, CONNECTION),
                (memory.sockets_with_tls, CONNECTION + TLS),
                (memory.websockets, WEBSOCKET),
            ] {
                let bytes = number as usize * each;
                assert!(bytes <= all / 8 && bytes + each > all / 8, "{memory_mb} MiB");
            }
            assert_eq!(memory.outgoing + memory.bodies + memory.positions, all / 4 * 3);
        }
        let least = Memory::of(&Limits { memory_mb: 1, ..Limits::default() });
        assert_eq!((least.sockets, least.sockets_with_tls, least.websockets), (146, 64, 341), "some fit always");
    }
}
