//! What a run is played on: no result of a reproducible tournament depends on it, those by the clock do.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The computer of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Machine {
    /// Its processor, where the system names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    /// How many processors this program may use.
    pub processors: usize,
    /// The system and its architecture.
    pub system: String,
    /// How many matches were played at a time when the run began.
    pub concurrency: usize,
}

impl Machine {
    /// This computer; `concurrency` is how many matches are played at a time.
    #[must_use]
    pub fn here(concurrency: usize) -> Self {
        let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let named = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        Self {
            processor: named.map(|(_, name)| name.split_whitespace().collect::<Vec<_>>().join(" ")),
            processors: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            concurrency,
        }
    }
}
