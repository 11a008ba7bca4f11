//! Measures how long the disk alone takes to persist a group of moves: an append and `fdatasync`.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// Duration of an append and sync, in microseconds.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Appends {
    pub(crate) p50: f64,
    pub(crate) p99: f64,
}

/// Appends `bytes` repeatedly for the given time.
pub(crate) fn measure(directory: &Path, bytes: usize, time: Duration) -> anyhow::Result<Appends> {
    let path = directory.join("appends");
    let mut file = File::create(&path)?;
    let batch = vec![b'x'; bytes];
    let until = Instant::now() + time;
    let mut took = Vec::new();
    while Instant::now() < until {
        let began = Instant::now();
        file.write_all(&batch)?;
        file.sync_data()?;
        took.push(began.elapsed().as_secs_f64() * 1e6);
    }
    std::fs::remove_file(path)?;
    took.sort_by(f64::total_cmp);
    let at = |part: usize| took.get(took.len() * part / 100).copied().unwrap_or_default();
    Ok(Appends { p50: at(50), p99: at(99) })
}
