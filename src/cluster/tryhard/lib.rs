//! Replacement for the crate `tryhard` with only the functions that `async-nats` uses. The original enables Tokio's
//! feature `test-util`, which makes every read of the clock in the program take a lock.

use std::time::Duration;

/// Prepares to call `make` repeatedly until it succeeds.
pub const fn retry_fn<F>(make: F) -> RetryFn<F> {
    RetryFn { make }
}

/// A function to retry.
#[derive(Debug)]
pub struct RetryFn<F> {
    make: F,
}

impl<F> RetryFn<F> {
    /// Sets the maximum number of retries.
    pub fn retries(self, most: u32) -> RetryFuture<F> {
        RetryFuture { make: self.make, most }
    }
}

/// A function to retry with a maximum number of retries.
#[derive(Debug)]
pub struct RetryFuture<F> {
    make: F,
    most: u32,
}

impl<F> RetryFuture<F> {
    /// Calls the function until it succeeds or the retries are used up. After each failure waits for the time that
    /// `wait` returns for the number of failures so far, starting at 1, and the last error.
    ///
    /// # Errors
    /// The error of the last attempt.
    pub async fn custom_backoff<T, E, Fut>(mut self, mut wait: impl FnMut(u32, &E) -> Duration) -> Result<T, E>
    where
        F: FnMut() -> Fut,
        Fut: Future<Output = Result<T, E>>,
    {
        let mut failures = 0;
        loop {
            let pause = match (self.make)().await {
                Err(error) if failures < self.most => {
                    failures += 1;
                    wait(failures, &error)
                }
                ended => return ended,
            };
            tokio::time::sleep(pause).await;
        }
    }
}
