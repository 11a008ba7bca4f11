//! A PostgreSQL server of a test's own: at a Unix socket in a temporary folder, so that it needs no port.

use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, geteuid, kill_process};
use sqlx::ConnectOptions;
use tempfile::TempDir;

use crate::cluster::postgres::options;

/// So long a start may take, on a machine that has other things to do.
const LONG: Duration = Duration::from_secs(240);

/// The folder of the server's programs: ARENA_POSTGRES names it, else the newest that Debian's packages have.
fn programs() -> PathBuf {
    if let Some(named) = std::env::var_os("ARENA_POSTGRES") {
        return named.into();
    }
    let versions =
        fs::read_dir("/usr/lib/postgresql").into_iter().flatten().map(|entry| entry.unwrap().path().join("bin"));
    let mut found: Vec<_> = versions.filter(|bin| bin.join("initdb").is_file()).collect();
    found.sort();
    found.pop().expect("PostgreSQL, as Debian's package has it, or its folder of programs in ARENA_POSTGRES")
}

/// It does not start as root; then it runs as this user, who owns nothing: number and group.
fn unprivileged() -> Option<(u32, u32)> {
    geteuid().is_root().then(|| {
        let users = fs::read_to_string("/etc/passwd").unwrap();
        let fields = users.lines().map(|line| line.split(':').collect::<Vec<_>>()).find(|fields| fields[0] == "nobody");
        let fields = fields.expect("a user called nobody");
        (fields[2].parse().unwrap(), fields[3].parse().unwrap())
    })
}

pub(super) struct Server {
    folder: TempDir,
    child: Option<Child>,
}

impl Server {
    pub(super) async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        if let Some((user, group)) = unprivileged() {
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let mut server = Self { folder, child: None };
        let made = server
            .program("initdb")
            .args(["--no-sync", "--auth=trust", "--username=arena", "--encoding=UTF8", "--locale=C", "-D"])
            .arg(server.data())
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        server.begin().await;
        server
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(programs().join(name));
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        if let Some((user, group)) = unprivileged() {
            command.uid(user).gid(group);
        }
        command
    }

    pub(super) async fn begin(&mut self) {
        let said = fs::File::options().create(true).append(true).open(self.folder.path().join("said")).unwrap();
        let mut command = self.program("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(self.folder.path()).args(["-c", "listen_addresses="]);
        self.child = Some(command.stdout(Stdio::null()).stderr(said).spawn().unwrap());
        let began = Instant::now();
        while options(&self.url()).unwrap().connect().await.is_err() {
            let said = || fs::read_to_string(self.folder.path().join("said")).unwrap();
            assert!(began.elapsed() < LONG, "PostgreSQL does not start: {}", said());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Ends at once, as in a crash: nothing is written any more.
    pub(super) fn crash(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = kill_process(Pid::from_child(&child), Signal::QUIT);
            child.wait().unwrap();
        }
    }

    pub(super) fn url(&self) -> String {
        url(self.folder.path())
    }
}

fn url(socket: &Path) -> String {
    format!("postgres://arena@localhost/postgres?host={}", socket.display())
}

impl Drop for Server {
    fn drop(&mut self) {
        self.crash();
    }
}
