//! Writes results of tournaments to the store and reads them.

use std::time::Duration;

use tokio::runtime::Handle;
use uuid::Uuid;

use arena_records::{Record, SeatRecord};
use arena_store::Store;
use arena_tournament::{Batch, Finished, MatchResult, Plan, ResultSink, SinkError, Spectators};

/// Number of results that are read at a time.
const PAGE: u32 = 1_000;

/// The error for a stored result that does not belong to a match of the schedule.
pub(super) fn out_of_place(index: u64) -> SinkError {
    SinkError(format!("match {index} is out of place"))
}

/// Sink that writes results to the store.
pub(super) struct StoreSink<'a> {
    pub(super) store: &'a Store,
    pub(super) runtime: &'a Handle,
    pub(super) plan: &'a Plan,
    pub(super) id: Uuid,
    pub(super) spectators: &'a Spectators,
}

impl ResultSink for StoreSink<'_> {
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError> {
        if batch.finished.is_empty() {
            return Ok(());
        }
        let record =
            |finished: &Finished| (finished.pairing.index, self.plan.record(&finished.pairing, &finished.played, true));
        let results: Vec<(u64, Record)> = batch.finished.iter().map(record).collect();
        let mut pause = Duration::from_millis(100);
        loop {
            match self.runtime.block_on(self.store.put_results(self.id, results.clone())) {
                Ok(()) => {
                    let stored: Vec<u64> = results.iter().map(|(index, _)| *index).collect();
                    self.spectators.stored(&stored);
                    return Ok(());
                }
                // The store may fail for a while, for example when the disk is full. The tournament waits and
                // continues.
                Err(error @ arena_store::StoreError::NotWritten(_)) => tracing::warn!(%error, "a tournament waits"),
                Err(error) => return Err(SinkError(error.to_string())),
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_secs(2));
        }
    }

    fn next(&mut self, _: &Finished) -> Result<(), SinkError> {
        Ok(())
    }

    fn discard(&mut self, from: u64) -> Result<(), SinkError> {
        let dropped = self.runtime.block_on(self.store.drop_results(self.id, from));
        dropped.map_err(|error| SinkError(error.to_string()))
    }
}

/// The stored results in the order of the schedule.
pub(super) struct StoredResults<'a> {
    store: &'a Store,
    runtime: &'a Handle,
    id: Uuid,
    next: u64,
    page: std::vec::IntoIter<(u64, Record)>,
}

impl<'a> StoredResults<'a> {
    pub(super) fn new(store: &'a Store, runtime: &'a Handle, id: Uuid) -> Self {
        Self::after(store, runtime, id, 0)
    }

    /// The results from the index `next` on.
    pub(super) fn after(store: &'a Store, runtime: &'a Handle, id: Uuid, next: u64) -> Self {
        Self { store, runtime, id, next, page: Vec::new().into_iter() }
    }

    /// Returns the next result and the seats of its match.
    pub(super) fn next_with_seats(&mut self) -> Option<Result<(MatchResult, [SeatRecord; 2]), SinkError>> {
        if self.page.len() == 0 {
            match self.runtime.block_on(self.store.results(self.id, self.next, PAGE)) {
                Ok(page) => self.page = page.into_iter(),
                Err(error) => return Some(Err(SinkError(error.to_string()))),
            }
        }
        let (index, record) = self.page.next()?;
        self.next = index + 1;
        let result = MatchResult::of_record(index, &record);
        let seats = record.seats;
        Some(result.map(|result| (result, seats)).map_err(|error| SinkError(format!("match {index}: {error}"))))
    }
}

impl Iterator for StoredResults<'_> {
    type Item = Result<MatchResult, SinkError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.next_with_seats()?.map(|(result, _)| result))
    }
}
