//! How long the disk alone takes to keep what one group of moves is: an append and `fdatasync`.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// What appending and syncing took, in microseconds.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Appends {
    pub(crate) p50: f64,
    pub(crate) p99: f64,
}

/// Appends `bytes` again and again for a while.
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
