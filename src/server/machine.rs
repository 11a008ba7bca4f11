//! The load of the machine, and the memory limit of this process: the machine's memory, or less if a control group says
//! so.
//!
//! Control group limits are read from files: `memory.max` and `memory.high` of version 2, `memory.limit_in_bytes` of
//! version 1, for the process's own group and all groups above it. In a container, the path that the process sees may
//! not exist below the mount. The limit of the mount's root then applies, which is that of the container.

use std::fs;
use std::path::Path;

/// Assumed limit if the system reports none.
const ASSUMED: u64 = 2 << 30;

/// Returns the memory that this process may use, in bytes.
#[must_use]
pub fn memory() -> u64 {
    let limits = below(Path::new("/"));
    limits.into_iter().chain(address_space()).min().unwrap_or(ASSUMED)
}

/// Returns the mean number of threads of all programs that ran or were ready within the last minute, if the system
/// reports it.
#[must_use]
pub(crate) fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Returns the smallest limit in the files below `root`.
fn below(root: &Path) -> Option<u64> {
    let machine = fs::read_to_string(root.join("proc/meminfo")).ok().and_then(|text| total(&text));
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    groups.lines().filter_map(|line| group_limit(root, line)).chain(machine).min()
}

/// `MemTotal` of `/proc/meminfo`, in bytes.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}

/// Returns the smallest limit of the group on this line of `/proc/self/cgroup` and of its ancestors.
fn group_limit(root: &Path, line: &str) -> Option<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (controllers, path) = (parts.next()?, parts.next()?);
    let (mount, files): (_, &[&str]) = if controllers.is_empty() {
        (root.join("sys/fs/cgroup"), &["memory.max", "memory.high"])
    } else if controllers.split(',').any(|controller| controller == "memory") {
        (root.join("sys/fs/cgroup/memory"), &["memory.limit_in_bytes"])
    } else {
        return None;
    };
    let own = mount.join(path.trim_start_matches('/'));
    let groups = own.ancestors().take_while(|group| group.starts_with(&mount));
    // "max" and other text means no limit. Version 1 writes a number that exceeds every machine's memory.
    let limit = |file| fs::read_to_string(file).ok().and_then(|text| text.trim().parse::<u64>().ok());
    groups.flat_map(|group| files.iter().map(move |file| group.join(file))).filter_map(limit).min()
}

/// Returns the smallest limit of the process's address space, as set by `ulimit -v` and `ulimit -d`. It is an upper bound of
/// its memory, but no budget: stacks of threads and the allocator reserve address space that is never used, so a process
/// can reach the limit, and abort, with little memory in use.
#[cfg(unix)]
#[must_use]
pub fn address_space() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    [Resource::As, Resource::Data].into_iter().filter_map(|resource| getrlimit(resource).current).min()
}

#[cfg(not(unix))]
#[must_use]
pub const fn address_space() -> Option<u64> {
    None
}

/// Returns freed memory of all of the allocator's arenas to the system. By itself, glibc returns only what is at the end
/// of an arena, so that a server would keep the memory of its highest load. Other allocators return it themselves.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn return_freed() {
    #[expect(unsafe_code, reason = "glibc has no safe interface for this")]
    // SAFETY: `malloc_trim` has no preconditions, and glibc documents it as safe to call from several threads.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) const fn return_freed() {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paths and contents of files.
    type Files<'a> = &'a [(&'a str, &'a str)];

    /// Reads the limit from a file system with these files.
    fn read(files: Files<'_>) -> Option<u64> {
        let root = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("the path has a parent")).expect("a temporary folder");
            fs::write(path, text).expect("the file can be written");
        }
        below(root.path())
    }

    const MACHINE: (&str, &str) = ("proc/meminfo", "MemFree:  1 kB\nMemTotal:       16384 kB\n");
    const V2: (&str, &str) = ("proc/self/cgroup", "0::/system.slice/arena.service\n");
    const V1: (&str, &str) = ("proc/self/cgroup", "5:cpu,cpuacct:/a\n4:memory:/docker/abc\n1:name=systemd:/x\n");

    #[test]
    fn uses_the_smallest_limit_of_machine_and_groups() {
        let mib = 1 << 20;
        let cases: &[(Files<'_>, Option<u64>)] = &[
            (&[], None),
            (&[MACHINE], Some(16 * mib)),
            (&[MACHINE, V2], Some(16 * mib)),
            (&[MACHINE, V2, ("sys/fs/cgroup/system.slice/arena.service/memory.max", "4194304\n")], Some(4 * mib)),
            (&[MACHINE, V2, ("sys/fs/cgroup/system.slice/arena.service/memory.max", "max\n")], Some(16 * mib)),
            (&[MACHINE, V2, ("sys/fs/cgroup/system.slice/memory.max", "8388608\n")], Some(8 * mib)),
            (&[MACHINE, V2, ("sys/fs/cgroup/system.slice/arena.service/memory.high", "2097152\n")], Some(2 * mib)),
            // In a container the group's own path does not exist. The limit of the mount applies.
            (&[MACHINE, V2, ("sys/fs/cgroup/memory.max", "1048576\n")], Some(mib)),
            (&[MACHINE, V1, ("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "3145728\n")], Some(3 * mib)),
            (&[MACHINE, V1, ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")], Some(16 * mib)),
            (&[MACHINE, V1, ("sys/fs/cgroup/cpu/a/memory.limit_in_bytes", "1")], Some(16 * mib)),
            (&[("proc/self/cgroup", "nonsense\n0::\n:::\n"), MACHINE], Some(16 * mib)),
        ];
        for (files, expected) in cases {
            assert_eq!(read(files), *expected, "{files:?}");
        }
    }

    #[test]
    fn finds_memory_on_this_machine() {
        assert!(memory() > 1 << 20);
    }
}
