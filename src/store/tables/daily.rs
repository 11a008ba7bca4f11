//! The table `daily`: the results of the position of each day.

use rusqlite::{Connection, params};

use crate::error::WriteError;

/// Number of days whose results are kept.
pub const KEPT_DAYS: usize = 14;

/// The results of one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyRow {
    /// Days since 1970-01-01.
    pub day: u64,
    /// Number of players who answered.
    pub answers: u32,
    /// Number of those who were right.
    pub right: u32,
}

/// Stores the results of a day, and removes those of the oldest days. Fewer answers than the stored ones change nothing,
/// so that a write can be repeated and two writes can be reordered.
pub(crate) fn write(connection: &Connection, DailyRow { day, answers, right }: DailyRow) -> Result<(), WriteError> {
    connection
        .prepare_cached(
            "INSERT INTO daily (day, answers, correct) VALUES (?1, ?2, ?3) ON CONFLICT (day) DO UPDATE \
             SET answers = excluded.answers, correct = excluded.correct WHERE excluded.answers > answers",
        )?
        .execute(params![i64::try_from(day).unwrap_or(i64::MAX), answers, right])?;
    connection
        .prepare_cached("DELETE FROM daily WHERE day NOT IN (SELECT day FROM daily ORDER BY day DESC LIMIT ?1)")?
        .execute([i64::try_from(KEPT_DAYS).unwrap_or(i64::MAX)])?;
    Ok(())
}
