//! Rows and statements of the writer, one file per table. Callers prepare the rows on their own threads to relieve the
//! writer. This module does not know its callers or how writes are grouped.

pub(super) mod accounts;
pub(super) mod challenges;
pub(super) mod daily;
pub(super) mod events;
pub(super) mod live;
pub(super) mod matches;
pub(super) mod moderation;
pub(super) mod modules;
pub(super) mod notices;
pub(super) mod players;
pub(super) mod rating_fold;
pub(super) mod ratings;
pub(super) mod removed;
pub(super) mod results;
pub(super) mod saved_bots;
pub(super) mod standings;
pub(super) mod take_back;
pub(super) mod tallies;
pub(super) mod tournaments;

/// Time for which a player is associated with an address, in milliseconds.
pub(super) const SEEN_FOR_MS: i64 = 30 * 86_400_000;
