//! Metrics of the writers.

use prometheus::{Histogram, HistogramOpts};

/// Bounds of the buckets in seconds. They range from a write in memory to a write on a failing disk.
const BOUNDS: [f64; 14] =
    [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

/// Histograms of the writers. Clones share them.
#[derive(Clone, Debug)]
pub struct StoreMetrics {
    /// Time that a log request waits in the queue, in seconds.
    pub queue: Histogram,
    /// Time to write a log group to disk, in seconds.
    pub commit: Histogram,
    /// Number of requests per group.
    pub group: Histogram,
    /// Duration of a database transaction, in seconds.
    pub database: Histogram,
}

impl Default for StoreMetrics {
    fn default() -> Self {
        let histogram = |name: &str, help: &str, bounds: &[f64]| {
            let options = HistogramOpts::new(name, help).buckets(bounds.to_vec());
            Histogram::with_opts(options).expect("metric names are valid and bounds ascend")
        };
        let sizes: Vec<f64> = (0..=10).map(|power| f64::from(1 << power)).collect();
        Self {
            queue: histogram("arena_store_queue_seconds", "time that a write waits for the previous group", &BOUNDS),
            commit: histogram("arena_store_commit_seconds", "time to write a group, including the disk", &BOUNDS),
            database: histogram(
                "arena_store_database_seconds",
                "time of a database transaction; logged writes do not wait for it",
                &BOUNDS,
            ),
            group: histogram("arena_store_group_requests", "number of writes in a group", &sizes),
        }
    }
}

impl StoreMetrics {
    #[must_use]
    pub const fn all(&self) -> [&Histogram; 4] {
        [&self.queue, &self.commit, &self.group, &self.database]
    }
}
