//! The results of the position of each day.

use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::daily::DailyRow;
use crate::values::unsigned;
use crate::writes::Write;

impl Store {
    /// Stores the results of a day. Keeps those of the newest [`KEPT_DAYS`](crate::daily::KEPT_DAYS) days.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be written.
    pub async fn set_daily(&self, row: DailyRow) -> Result<(), StoreError> {
        self.write(Write::Daily(row)).await
    }

    /// Returns the results of all stored days, oldest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database or a row in it cannot be read.
    pub fn daily(&self) -> Result<Vec<DailyRow>, StoreError> {
        self.look_up(|connection| {
            sql::all(connection, "SELECT day, answers, correct FROM daily ORDER BY day", [], |row| {
                Ok(DailyRow { day: unsigned(row.get(0)?, "a day")?, answers: row.get(1)?, right: row.get(2)? })
            })
        })
    }
}
