//! A PostgreSQL server of a test's own, on a free port of this machine.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

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

/// Whom a folder of ours belongs to: number and group.
fn owner(folder: &TempDir) -> (u32, u32) {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(folder.path()).unwrap();
    (found.uid(), found.gid())
}

/// A running server.
pub(crate) struct Postgres {
    folder: TempDir,
    port: u16,
    /// It does not start as root; then it runs as this user, who owns nothing: number and group.
    user: Option<(u32, u32)>,
    child: Option<Child>,
}

impl Postgres {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let user = (owner(&folder).0 == 0).then(|| {
            let users = fs::read_to_string("/etc/passwd").unwrap();
            let fields = users.lines().map(|line| line.split(':').collect::<Vec<_>>());
            let fields = fields.into_iter().find(|fields| fields[0] == "nobody").expect("a user called nobody");
            (fields[2].parse().unwrap(), fields[3].parse().unwrap())
        });
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = Self { folder, port, user, child: None };
        let made = server
            .program("initdb")
            .args(["--no-sync", "--auth=trust", "--username=arena", "--encoding=UTF8", "--locale=C", "-D", "data"])
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        server.begin();
        server
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(programs().join(name));
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command
    }

    pub(crate) fn begin(&mut self) {
        let said = fs::File::options().create(true).append(true).open(self.folder.path().join("said")).unwrap();
        let mut command = self.program("postgres");
        command.args(["-D", "data", "-c", "listen_addresses=127.0.0.1", "-p", &self.port.to_string(), "-k"]);
        command.arg(self.folder.path());
        self.child = Some(command.stdout(Stdio::null()).stderr(said).spawn().unwrap());
        let began = Instant::now();
        let is_ready = || {
            let asked = self.program("pg_isready").args(["-h", "127.0.0.1", "-p", &self.port.to_string()]).output();
            asked.unwrap().status.success()
        };
        while !is_ready() {
            assert!(began.elapsed() < super::LONG, "PostgreSQL does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ends at once, as in a crash: nothing is written any more.
    pub(crate) fn crash(&mut self) {
        if let Some(mut child) = self.child.take() {
            Command::new("kill").args(["-QUIT", &child.id().to_string()]).status().unwrap();
            child.wait().unwrap();
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://arena@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.crash();
    }
}
