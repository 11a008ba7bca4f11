//! How much memory this process may use: that of the machine, or less where a control group or a limit of the process
//! says so.
//!
//! Control groups are read as files: `memory.max` and `memory.high` of version 2, `memory.limit_in_bytes` of version 1, of
//! the process's own group and of all above it. In a container the path that the process sees of itself may not exist
//! below the mount; then that of the mount's root counts, which is the container's own.

use std::fs;
use std::path::Path;

/// What is assumed where the system does not say.
const ASSUMED: u64 = 2 << 30;

/// The memory that this process may use, in bytes.
#[must_use]
pub fn memory() -> u64 {
    let told = below(Path::new("/"));
    told.into_iter().chain(of_process()).min().unwrap_or(ASSUMED)
}

/// The least of what the files below `root` allow.
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

/// The least limit of the group on this line of `/proc/self/cgroup` and of those above it.
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
    // "max", and whatever else is no number, is no limit; version 1 writes a number that no machine has.
    let limit = |file| fs::read_to_string(file).ok().and_then(|text| text.trim().parse::<u64>().ok());
    groups.flat_map(|group| files.iter().map(move |file| group.join(file))).filter_map(limit).min()
}

/// The limits of the process itself, as `ulimit -v` and `ulimit -d` set them.
#[cfg(unix)]
fn of_process() -> Vec<u64> {
    use rustix::process::{Resource, getrlimit};
    [Resource::As, Resource::Data].into_iter().filter_map(|resource| getrlimit(resource).current).collect()
}

#[cfg(not(unix))]
fn of_process() -> Vec<u64> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paths and what stands there.
    type Files<'a> = &'a [(&'a str, &'a str)];

    /// A file system in which these files stand.
    fn read(files: Files<'_>) -> Option<u64> {
        let root = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("below the root")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        below(root.path())
    }

    const MACHINE: (&str, &str) = ("proc/meminfo", "MemFree:  1 kB\nMemTotal:       16384 kB\n");
    const V2: (&str, &str) = ("proc/self/cgroup", "0::/system.slice/arena.service\n");
    const V1: (&str, &str) = ("proc/self/cgroup", "5:cpu,cpuacct:/a\n4:memory:/docker/abc\n1:name=systemd:/x\n");

    #[test]
    fn the_least_of_machine_and_groups_counts() {
        let mib = 1 << 20;
        let cases: &[(Files<'_>, Option<u64>)] = &[
            (&[], None),
            (&[MACHINE], Some(16 * mib)),
            (&[MACHINE, V2], Some(16 * mib)),
            (&[MACHINE, V2, ("sys/fs/cgroup/system.slice/arena.service/memory.max", "4194304\n")], Some(4 * mib)),
            (&[MACHINE, V2, ("sys/fs/cgroup/system.slice/arena.service/memory.max", "max\n")], Some(16 * mib)),
            (&[MACHINE, V2, ("sys/fs/cgroup/system.slice/memory.max", "8388608\n")], Some(8 * mib)),
            (&[MACHINE, V2, ("sys/fs/cgroup/system.slice/arena.service/memory.high", "2097152\n")], Some(2 * mib)),
            // In a container the group's own path is not seen; its limit is that of the mount.
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
    fn this_machine_has_some() {
        assert!(memory() > 1 << 20);
    }
}
