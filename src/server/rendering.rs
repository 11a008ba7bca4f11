//! Rendering of large answers. A few are rendered at a time on blocking threads.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::edge::Caller;
use super::error::ApiError;
use super::limits::ConnectionLimiter;
use super::origin::{NetworkPrefix, networks};

/// Limits concurrent rendering to half of the processors, so that the others can serve requests.
pub struct Rendering {
    places: Semaphore,
    /// Turns of the networks with a running or waiting rendering. An address renders one answer at a time, and wider networks
    /// as many as several addresses.
    turns: Mutex<HashMap<NetworkPrefix, Arc<Semaphore>>>,
    done: AtomicU64,
    limiter: Arc<ConnectionLimiter>,
}

impl Rendering {
    /// Creates the service. The limiter checks the rates of callers.
    pub(super) fn new(limiter: Arc<ConnectionLimiter>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self { places: Semaphore::new((cores / 2).max(1)), turns: Mutex::default(), done: AtomicU64::new(0), limiter }
    }

    /// Returns how many answers were rendered.
    pub(super) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Waits until fewer answers are rendered for each network of this address than may be.
    async fn turn(&self, address: IpAddr) -> Vec<OwnedSemaphorePermit> {
        let turns: Vec<_> = {
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            turns.retain(|_, turn| Arc::strong_count(turn) > 1);
            let turn = |(network, multiple)| {
                Arc::clone(turns.entry(network).or_insert_with(|| Arc::new(Semaphore::new(multiple))))
            };
            networks(address).map(turn).collect()
        };
        let mut permits = Vec::with_capacity(turns.len());
        // Narrow networks come first for all, so nobody waits in a circle.
        for turn in turns {
            permits.push(turn.acquire_owned().await.expect("the semaphore is never closed"));
        }
        permits
    }

    /// Runs `work` for this address on the blocking pool, as soon as no other answer is rendered for the address and a slot
    /// is free.
    ///
    /// # Errors
    /// Like [`Self::run`].
    pub(super) async fn run_for<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _turn = self.turn(address).await;
        self.run(work).await
    }

    /// Renders an answer for the caller. Checks the rate of the address again after the wait.
    ///
    /// # Errors
    /// Like [`Self::run`], and [`ApiError`].
    pub(super) async fn render<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _turn = self.turn(caller.address).await;
        if !caller.is_operator() {
            self.limiter.admit_answer(None, caller.address).map_err(ApiError::too_much_sent)?;
        }
        self.run(work).await
    }

    /// Runs `work` for any number of clients on the blocking pool, as soon as a slot is free.
    ///
    /// # Errors
    /// Those of `work`, and an internal error if it panics.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _place = self.places.acquire().await.map_err(ApiError::internal)?;
        self.done.fetch_add(1, Ordering::Relaxed);
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(ApiError::internal)?
    }
}
