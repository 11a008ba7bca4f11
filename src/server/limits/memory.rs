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

/// Additional memory of TLS: the records of 16 KiB that are being read and written, and the keys.
const TLS: usize = 36 << 10;

/// Memory that is counted for a WebSocket with empty buffers. It uses 8 KiB. With TLS it uses 15 KiB, and 33 KiB while its
/// client has sent part of a record; another record may wait to be sent.
const WEBSOCKET: usize = 12 << 10;

/// The budgets in bytes, and the numbers of connections that fit into theirs.
pub(super) struct Memory {
    pub(super) outgoing: usize,
    pub(super) bodies: usize,
    pub(super) positions: usize,
    pub(super) sockets: u32,
    pub(super) websockets: u32,
}

impl Memory {
    /// Returns the budgets. `has_tls` says whether this server decrypts its connections itself.
    pub(super) fn of(limits: &Limits, has_tls: bool) -> Self {
        let all = match limits.memory_mb {
            0 => (machine::memory() / PART_OF_MEMORY).min(MOST_MEMORY),
            mib => u64::from(mib) << 20,
        };
        let all = usize::try_from(all).unwrap_or(usize::MAX);
        let connections = (all / 8).max(LEAST_FOR_CONNECTIONS);
        let tls = if has_tls { TLS } else { 0 };
        let fit = |each: usize| u32::try_from(connections / (each + tls)).unwrap_or(u32::MAX);
        Self {
            outgoing: all / 4,
            bodies: all / 4,
            positions: all / 4,
            sockets: fit(CONNECTION),
            websockets: fit(WEBSOCKET),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_fit_into_a_quarter_of_the_budget() {
        for (memory_mb, tls) in [(32, 0), (128, TLS), (1_024, 0), (1_024, TLS)] {
            let memory = Memory::of(&Limits { memory_mb, ..Limits::default() }, tls > 0);
            let all = (memory_mb as usize) << 20;
            for (number, each) in [(memory.sockets, CONNECTION + tls), (memory.websockets, WEBSOCKET + tls)] {
                let bytes = number as usize * each;
                assert!(bytes <= all / 8 && bytes + each > all / 8, "{memory_mb} MiB");
            }
            assert_eq!(memory.outgoing + memory.bodies + memory.positions, all / 4 * 3);
        }
        let least = |has_tls| Memory::of(&Limits { memory_mb: 1, ..Limits::default() }, has_tls);
        let least = [false, true].map(|has_tls| (least(has_tls).sockets, least(has_tls).websockets));
        assert_eq!(least, [(146, 341), (64, 85)], "some fit always");
    }
}
