//! Settings for WebAssembly modules that players hand in.

settings! {
    /// WebAssembly modules that players hand in. Those in the operator's folder of bots do not count.
    "modules" Modules {
        /// Modules of a player. 0 means that nobody can hand one in.
        per_player: usize = 8, in 0..=1_000;
        /// Versions of all modules of a player. The newest refused version of each module counts too.
        versions_per_player: usize = 64, in 1..=100_000;
        /// Bytes of all versions of a player.
        bytes_per_player: u64 = 4 << 20, in 1_024..=1 << 40;
        /// Versions in all.
        versions: usize = 1_000, in 1..=1_000_000;
        /// Bytes of all versions in all. In memory, a compiled module takes up to eight times as much.
        bytes: u64 = 16 << 20, in 1_024..=1 << 40;
        /// Modules that a player may hand in per hour.
        per_hour: u32 = 20, in 1..=1_000_000, read at_start;
        /// Modules from one address that are analysed or tested.
        waiting_per_address: usize = 4, in 1..=1_000_000;
        /// Modules that are analysed or tested, in all. A player has one at a time.
        waiting: usize = 32, in 1..=1_000_000;
    }
}
