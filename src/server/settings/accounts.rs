//! Settings for accounts.

settings! {
    /// Accounts, logins and passwords.
    "accounts" Accounts {
        /// Claimed names in total.
        most: u64 = 1_000_000, in 1..=1 << 40;
        /// Names claimed from one address per hour.
        claims_per_hour: u32 = 20, in 1..=1_000_000, read at_start;
        /// Login attempts per minute from one address for one account.
        logins_per_minute: u32 = 10, in 1..=1_000_000, read at_start;
        /// Login attempts per minute from one address for all accounts together, and for one account from an address
        /// that is known for it.
        logins_per_minute_per_address: u32 = 30, in 1..=1_000_000, read at_start;
        /// Sessions of an account in addition to its first token. A further one ends the oldest.
        sessions: usize = 16, in 1..=1_000;
        /// Keys of an account.
        keys: usize = 8, in 1..=1_000;
        /// Bots of a person.
        bots: usize = 8, in 0..=1_000;
        /// Bot configurations that a person saves.
        saved_bots: usize = 50, in 0..=10_000;
        /// Versions of a saved bot. Older ones are dropped.
        saved_versions: usize = 20, in 1..=1_000;
        /// Bytes of a person's saved bots with all their versions.
        saved_bytes: u64 = 262_144, in 0..=1 << 30;
        /// Lifetime of sessions in days, including the first token of an account.
        session_days: u32 = 180, in 1..=36_500;
        /// Maximum lifetime of a key in days.
        key_days: u32 = 365, in 1..=36_500;
        /// Addresses that may use a key within a day before its owner and the operator are notified.
        key_addresses: usize = 20, in 2..=10_000;
        /// Hours after the claim of a name before matches of the account are rated.
        rated_after_hours: u32 = 24, in 0..=87_600;
        /// True if matches between players of one address are rated.
        rated_same_address: bool = false;
        /// Passwords that are hashed at a time; fewer if they would take more than an eighth of the memory of the
        /// process.
        passwords_at_once: usize = 2, in 1..=64, read at_start;
        /// Passwords that may wait to be hashed.
        passwords_waiting: usize = 256, in 0..=10_000, read at_start;
        /// Memory for hashing a password in KiB: argon2's `m`, from OWASP's password storage cheat sheet.
        password_memory_kb: u32 = 19_456, in 64..=1 << 22, read at_start;
        /// Passes over the memory: argon2's `t`, from the same sheet.
        password_passes: u32 = 2, in 1..=100, read at_start;
    }
}
