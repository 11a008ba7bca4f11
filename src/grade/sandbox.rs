//! The limits of a submission's process. A launcher, which is this program again, sets them for itself and then becomes
//! the submission.
//!
//! On Linux, Landlock limits files, a filter of system calls (seccomp) the network and other processes, and the limits of
//! resources memory, output and time. All three work without privileges. Where one of them cannot be set, the launcher
//! fails, and nothing is marked.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What a process may do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// The process that starts it, and with which it ends.
    pub parent: u32,
    /// Private memory in bytes.
    pub memory: u64,
    /// Processor time of the whole process, in seconds.
    pub cpu_s: u64,
    /// The size of a file that it writes, in bytes. Its standard error is a file.
    pub file: u64,
    /// Folders and files that it may read and execute, besides the system's.
    pub read: Vec<PathBuf>,
    /// A folder in which it may write. A submission has none, a compiler has its own.
    pub write: Option<PathBuf>,
    /// Whether it may start other processes, as a compiler does.
    pub processes: bool,
}

/// Why the limits cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    #[error("{limit} cannot be limited on this machine: {reason}")]
    Unavailable { limit: &'static str, reason: String },
    #[error("cannot run {program}: {reason}")]
    Program { program: String, reason: String },
}

/// Whether this platform can isolate submissions at all.
pub const SUPPORTED: bool =
    cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")));

/// Sets the limits for this process and runs `command` in its place. Returns only if that fails, or if there is no
/// command.
///
/// # Errors
/// If a limit cannot be set or the program cannot be run.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
pub fn enter(profile: &Profile, command: &[std::ffi::OsString]) -> Result<(), SandboxError> {
    use std::os::unix::process::CommandExt;
    linux::limit_resources(profile)?;
    linux::limit_files(profile)?;
    linux::limit_calls(profile)?;
    let Some((program, arguments)) = command.split_first() else { return Ok(()) };
    let error = std::process::Command::new(program).args(arguments).exec();
    Err(SandboxError::Program { program: program.to_string_lossy().into_owned(), reason: error.to_string() })
}

/// Fails, because submissions cannot be isolated on this platform.
///
/// # Errors
/// Always.
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"))))]
pub fn enter(_: &Profile, _: &[std::ffi::OsString]) -> Result<(), SandboxError> {
    let reason = "only Linux on x86-64, ARM64 and RISC-V is supported".to_owned();
    Err(SandboxError::Unavailable { limit: "a submission", reason })
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
mod linux {
    use std::collections::BTreeMap;

    use landlock::{
        ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
        path_beneath_rules,
    };
    use rustix::process::{Resource, Rlimit, setrlimit};
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
        apply_filter,
    };

    use super::{Profile, SandboxError};

    /// What interpreters and compilers read.
    const SYSTEM: [&str; 18] = [
        "/usr",
        "/bin",
        "/sbin",
        "/lib",
        "/lib32",
        "/lib64",
        "/libx32",
        "/etc",
        "/opt",
        "/nix/store",
        "/proc/self",
        "/proc/cpuinfo",
        "/proc/meminfo",
        "/proc/stat",
        "/sys/devices/system/cpu",
        "/sys/fs/cgroup",
        "/dev/urandom",
        "/dev/zero",
    ];

    /// Greatest number of open files.
    const OPEN_FILES: u64 = 256;

    fn unavailable(limit: &'static str) -> impl Fn(String) -> SandboxError {
        move |reason| SandboxError::Unavailable { limit, reason }
    }

    pub(super) fn limit_resources(profile: &Profile) -> Result<(), SandboxError> {
        let limits = [
            ("memory", Resource::Data, profile.memory),
            ("processor time", Resource::Cpu, profile.cpu_s),
            ("the size of files", Resource::Fsize, profile.file),
            ("open files", Resource::Nofile, OPEN_FILES),
            ("core dumps", Resource::Core, 0),
        ];
        for (limit, resource, most) in limits {
            setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
                .map_err(|error| unavailable(limit)(error.to_string()))?;
        }
        // The process ends with the grader.
        let unavailable = unavailable("the life of the process");
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
            .map_err(|error| unavailable(error.to_string()))?;
        // The grader may have ended before that.
        let parent = rustix::process::getppid().map(|parent| parent.as_raw_pid().unsigned_abs());
        if parent == Some(profile.parent) { Ok(()) } else { Err(unavailable("the grader has ended".to_owned())) }
    }

    pub(super) fn limit_files(profile: &Profile) -> Result<(), SandboxError> {
        let restrict = || -> Result<(), RulesetError> {
            let read = AccessFs::from_read(ABI::V6);
            let mut rules = Ruleset::default()
                .set_compatibility(CompatLevel::HardRequirement)
                .handle_access(AccessFs::from_all(ABI::V1))?
                .set_compatibility(CompatLevel::BestEffort)
                .handle_access(AccessFs::from_all(ABI::V6))?
                .scope(Scope::from_all(ABI::V6))?
                .create()?
                .add_rules(path_beneath_rules(SYSTEM, read))?
                .add_rules(path_beneath_rules(&profile.read, read))?
                .add_rules(path_beneath_rules(["/dev/null"], AccessFs::ReadFile | AccessFs::WriteFile))?;
            if let Some(folder) = &profile.write {
                rules = rules.add_rules(path_beneath_rules([folder], AccessFs::from_all(ABI::V6)))?;
            }
            rules.restrict_self().map(drop)
        };
        restrict().map_err(|error| unavailable("access to files (Landlock)")(error.to_string()))
    }

    /// A condition on an argument of a system call.
    fn when(argument: u8, operator: SeccompCmpOp, value: u64) -> SeccompCondition {
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value).expect("the argument exists")
    }

    fn rule(conditions: Vec<SeccompCondition>) -> SeccompRule {
        SeccompRule::new(conditions).expect("there is a condition")
    }

    /// Makes system calls fail: those of the network, of other processes, and those that change files in ways that
    /// Landlock does not limit.
    pub(super) fn limit_calls(profile: &Profile) -> Result<(), SandboxError> {
        let mut refused = vec![
            libc::SYS_socket,
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_pidfd_open,
            libc::SYS_pidfd_send_signal,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_rt_tgsigqueueinfo,
            libc::SYS_tkill,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_mount,
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_userfaultfd,
            libc::SYS_keyctl,
            libc::SYS_add_key,
            libc::SYS_io_uring_setup,
            libc::SYS_mq_open,
            libc::SYS_shmget,
            libc::SYS_setpriority,
            libc::SYS_fchownat,
            libc::SYS_fchown,
            libc::SYS_setxattr,
            libc::SYS_lsetxattr,
            libc::SYS_fsetxattr,
            libc::SYS_removexattr,
            libc::SYS_lremovexattr,
            libc::SYS_fremovexattr,
        ];
        if !profile.processes {
            refused.extend([libc::SYS_truncate, libc::SYS_fchmod, libc::SYS_fchmodat, libc::SYS_utimensat]);
        }
        #[cfg(target_arch = "x86_64")]
        {
            refused.extend([libc::SYS_chown, libc::SYS_lchown]);
            if !profile.processes {
                refused.extend([libc::SYS_fork, libc::SYS_vfork, libc::SYS_creat, libc::SYS_chmod]);
                refused.extend([libc::SYS_utime, libc::SYS_utimes, libc::SYS_futimesat]);
            }
        }
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> = refused.into_iter().map(|call| (call, Vec::new())).collect();
        let own = u64::from(std::process::id());
        rules.insert(
            libc::SYS_prlimit64,
            vec![rule(vec![when(0, SeccompCmpOp::Ne, 0), when(0, SeccompCmpOp::Ne, own)])],
        );
        // A compiler's driver is the parent of other processes.
        if !profile.processes {
            for call in [libc::SYS_kill, libc::SYS_tgkill] {
                rules.insert(call, vec![rule(vec![when(0, SeccompCmpOp::Ne, own)])]);
            }
            // Threads are allowed.
            let thread = u64::try_from(libc::CLONE_THREAD).expect("the flag is positive");
            rules.insert(libc::SYS_clone, vec![rule(vec![when(0, SeccompCmpOp::MaskedEq(thread), 0)])]);
            let cut = u64::try_from(libc::O_TRUNC).expect("the flag is positive");
            rules.insert(libc::SYS_openat, vec![rule(vec![when(2, SeccompCmpOp::MaskedEq(cut), cut)])]);
            #[cfg(target_arch = "x86_64")]
            rules.insert(libc::SYS_open, vec![rule(vec![when(1, SeccompCmpOp::MaskedEq(cut), cut)])]);
        }
        install(rules, libc::EPERM)?;
        if profile.processes {
            return Ok(());
        }
        // The arguments of these are in memory, where a filter cannot see them. Libraries then use the older calls.
        install([libc::SYS_clone3, libc::SYS_openat2].map(|call| (call, Vec::new())).into(), libc::ENOSYS)
    }

    fn install(rules: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> Result<(), SandboxError> {
        let unavailable = unavailable("the network and other processes (seccomp)");
        let error = SeccompAction::Errno(error.unsigned_abs());
        let machine = std::env::consts::ARCH.try_into().expect("the platform is one of those above");
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, error, machine);
        let program = filter.and_then(BpfProgram::try_from).map_err(|error| unavailable(error.to_string()))?;
        apply_filter(&program).map_err(|error| unavailable(error.to_string()))
    }
}
