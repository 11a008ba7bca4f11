//! Hashing for numbers that are already hashes.

use std::hash::Hasher;

use arena_games::seed::mix;

/// A hasher that passes a `u64` through, because it is already well mixed. Hashing it again would be most of the cost
/// of counting.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MixHasher(u64);

impl Hasher for MixHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| mix(hash ^ u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
