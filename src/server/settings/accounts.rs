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
    /// Login attempts per minute from one address for one account.
    pub logins_per_minute: u32,
    /// Login attempts per minute from one address for all accounts together, and for one account from an address that is
    /// known for it.
    pub logins_per_minute_per_address: u32,
    /// Sessions of an account in addition to its first token. A further one ends the oldest.
    pub sessions: usize,
    /// Keys of an account.
    pub keys: usize,
    /// Bots of a person.
    pub bots: usize,
    /// Bot configurations that a person saves.
    pub saved_bots: usize,
    /// Versions of a saved bot. Older ones are dropped.
    pub saved_versions: usize,
    /// Bytes of a person's saved bots with all their versions.
    pub saved_bytes: u64,
    /// Lifetime of sessions in days, including the first token of an account.
    pub session_days: u32,
    /// Maximum lifetime of a key in days.
    pub key_days: u32,
    /// Addresses that may use a key within a day before its owner and the operator are notified.
    pub key_addresses: usize,
    /// Hours after the claim of a name before matches of the account are rated.
    pub rated_after_hours: u32,
    /// True if matches between players of one address are rated.
    pub rated_same_address: bool,
    /// Passwords that are hashed at a time; fewer if they would take more than an eighth of the memory of the process.
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
            saved_bots: 50,
            saved_versions: 20,
            saved_bytes: 262_144,
            session_days: 180,
            key_days: 365,
            key_addresses: 20,
            rated_after_hours: 24,
            rated_same_address: false,
            passwords_at_once: 2,
            passwords_waiting: 256,
            password_memory_kb: 19_456,
            password_passes: 2,
        }
    }
}
