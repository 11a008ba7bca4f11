//! Settings for accounts.

use serde::{Deserialize, Serialize};

/// Accounts, logins and passwords.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Accounts {
    /// Claimed names in total.
    pub most: u64,
    /// Names claimed from one address per hour.
    pub claims_per_hour: u32,
    /// Login attempts for one account per minute.
    pub logins_per_minute: u32,
    /// Login attempts from one address per minute, for all accounts together.
    pub logins_per_minute_per_address: u32,
    /// Sessions of an account in addition to its first token. A further one ends the oldest.
    pub sessions: usize,
    /// Keys of an account.
    pub keys: usize,
    /// Bots of a person.
    pub bots: usize,
    /// How many days a session lasts, the first token of an account among them.
    pub session_days: u32,
    /// How many days a key lasts at most.
    pub key_days: u32,
    /// Addresses that use a key within a day before its owner and the operator are told.
    pub key_addresses: usize,
    /// How many hours after its claim matches of an account begin to be rated.
    pub rated_after_hours: u32,
    /// Whether matches between players of one address are rated.
    pub rated_same_address: bool,
    /// Passwords that are hashed at a time.
    pub passwords_at_once: usize,
    /// Passwords that may wait to be hashed.
    pub passwords_waiting: usize,
    /// Memory for hashing a password in KiB: argon2's `m`.
    pub password_memory_kb: u32,
    /// Passes over the memory: argon2's `t`.
    pub password_passes: u32,
}

impl Default for Accounts {
    /// `m` and `t` follow OWASP's password storage cheat sheet.
    fn default() -> Self {
        Self {
            most: 1_000_000,
            claims_per_hour: 20,
            logins_per_minute: 10,
            logins_per_minute_per_address: 30,
            sessions: 16,
            keys: 8,
            bots: 8,
            session_days: 180,
            key_days: 365,
            key_addresses: 20,
            rated_after_hours: 24,
            rated_same_address: false,
            passwords_at_once: 2,
            passwords_waiting: 32,
            password_memory_kb: 19_456,
            password_passes: 2,
        }
    }
}
