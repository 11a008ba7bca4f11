//! The machine of a run. Only results that depend on time depend on it.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The computer of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Machine {
    /// The processor's name, if the system reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    /// The number of processors that this program may use.
    pub processors: usize,
    /// The operating system and its architecture.
    pub system: String,
    /// The number of matches that were played at the same time when the run began.
    pub concurrency: usize,
}

impl Machine {
    /// Describes this computer. `concurrency` is the number of matches that are played at the same time.
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
