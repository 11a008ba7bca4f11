//! Process metrics under the usual names of Prometheus (`process_…`). Only Linux has all of them.

use std::fs;

/// Ticks per second in `/proc` on every Linux.
const TICKS: f64 = 100.0;

/// Formats the metrics as text.
pub(super) fn text() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| -> Option<f64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let bytes = |name| field(name).map(|kib| kib * 1_024.0);
    let all = [
        ("resident_memory_bytes", "gauge", "memory that the process holds", bytes("VmRSS")),
        ("virtual_memory_bytes", "gauge", "addresses that it has", bytes("VmSize")),
        ("threads", "gauge", "its threads", field("Threads")),
        ("cpu_seconds_total", "counter", "processor time that it has used", processor_time()),
        ("start_time_seconds", "gauge", "when it was started, in Unix time", start_time()),
        ("open_fds", "gauge", "files and connections that it has open", open_files()),
        ("max_fds", "gauge", "how many it may have open", most_files()),
    ];
    let mut text = String::new();
    for (name, kind, help, value) in all {
        if let Some(value) = value {
            text.push_str(&format!(
                "# HELP process_{name} {help}\n# TYPE process_{name} {kind}\nprocess_{name} {value}\n"
            ));
        }
    }
    text
}

/// Fields of `/proc/self/stat` that count time, in seconds.
fn seconds(field: usize) -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the program's name in parentheses, which may contain anything.
    let ticks: f64 = stat.rsplit(") ").next()?.split(' ').nth(field)?.parse().ok()?;
    Some(ticks / TICKS)
}

fn processor_time() -> Option<f64> {
    Some(seconds(11)? + seconds(12)?)
}

fn start_time() -> Option<f64> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    let boot: f64 = stat.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()?;
    Some(boot + seconds(19)?)
}

fn open_files() -> Option<f64> {
    // Reading the folder opens one descriptor, too.
    Some(fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1) as f64)
}

#[cfg(unix)]
fn most_files() -> Option<f64> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current.map(|most| most as f64)
}

#[cfg(not(unix))]
const fn most_files() -> Option<f64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn reports_every_metric_with_a_plausible_value() {
        let text = text();
        let value = |name: &str| -> f64 {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} in {text}"))
        };
        assert!(value("process_resident_memory_bytes") > 1e6);
        assert!(value("process_virtual_memory_bytes") >= value("process_resident_memory_bytes"));
        assert!(value("process_threads") >= 1.0);
        assert!(value("process_open_fds") >= 3.0 && value("process_open_fds") <= value("process_max_fds"));
        assert!(value("process_cpu_seconds_total") >= 0.0);
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
        // A build machine is up for less than a year.
        let age = now.as_secs_f64() - value("process_start_time_seconds");
        assert!((-5.0..31_536_000.0).contains(&age), "{age}");
    }
}
