//! What `async-nats` uses of the crate `tryhard`, which stands in for that one in every build: the original asks for Tokio's
//! feature `test-util`, and with that each look at the clock takes a lock, in all of the program.

use std::time::Duration;

/// Has what `make` makes tried again while it fails.
pub const fn retry_fn<F>(make: F) -> RetryFn<F> {
    RetryFn { make }
}

/// What may be tried again.
#[derive(Debug)]
pub struct RetryFn<F> {
    make: F,
}

impl<F> RetryFn<F> {
    /// At most so many times.
    pub fn retries(self, most: u32) -> RetryFuture<F> {
        RetryFuture { make: self.make, most }
    }
}

/// What may be tried again so many times.
#[derive(Debug)]
pub struct RetryFuture<F> {
    make: F,
    most: u32,
}

impl<F> RetryFuture<F> {
    /// Tries, and waits after each failure for as long as `wait` says of how many there were, from one on, and of the last one.
    ///
    /// # Errors
    /// The last failure.
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
