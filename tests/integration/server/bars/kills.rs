//! A server that is killed repeatedly. Everything acknowledged exists after the next start, and every match continues.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::task::JoinSet;

use super::super::process::{Process, command};
use super::pairs::{Counts, Pair};

/// Memory for two of the bots' tables at a time.
const SETTINGS: &str = "[limits]\nmessages = 1000000\nmatches_per_player = 100000\nplayers_per_minute = 100000\n\
                        connections_per_address = 10000\nrequests = 1000000\n[bots]\nmemory_mb = 8\ndelay_ms = 0\n";
/// Timeout of every wait.
const NEVER: Duration = Duration::from_secs(120);

/// A small disk that is full at times.
struct Disk {
    folder: TempDir,
}

impl Disk {
    /// `None` if a disk cannot be mounted.
    fn mount(size: &str) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(folder.path());
        mount.status().is_ok_and(|status| status.success()).then_some(Self { folder })
    }

    fn filler(&self) -> PathBuf {
        self.folder.path().join("filler")
    }

    /// Fills the disk.
    fn fill(&self) {
        use std::io::Write;
        let mut file = std::fs::File::create(self.filler()).unwrap();
        for size in [1 << 20, 4_096, 1] {
            let block = vec![0; size];
            while file.write_all(&block).is_ok() {}
        }
    }

    fn make_room(&self) {
        std::fs::remove_file(self.filler()).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.folder.path()).status();
    }
}

/// The running test, and the times of first answers.
struct Arena {
    data: PathBuf,
    settings: tempfile::NamedTempFile,
    disk: Option<Disk>,
    pairs: Vec<Pair>,
    counts: Arc<Counts>,
    first_answers: Vec<Duration>,
    random: u64,
}

impl Arena {
    fn new(data: &Path, disk: Option<Disk>, pairs: usize, each: usize) -> Self {
        let settings = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(settings.path(), SETTINGS).unwrap();
        Self {
            data: data.to_owned(),
            settings,
            disk,
            pairs: (0..pairs).map(|number| Pair::new(number, each)).collect(),
            counts: Arc::default(),
            first_answers: Vec::new(),
            random: 0x9E37_79B9_7F4A_7C15,
        }
    }

    /// A random duration up to `most`.
    fn moment(&mut self, most: u64) -> Duration {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        Duration::from_millis(self.random % most)
    }

    fn try_start(&self) -> Option<Process> {
        // The test's output shows why a server does not start.
        let mut command = command(&self.data);
        command.arg("--config").arg(self.settings.path()).env("RUST_LOG", "error").stderr(Stdio::inherit());
        Process::try_start(&mut command)
    }

    async fn start(&mut self) -> Process {
        let began = Instant::now();
        let server = self.try_start().expect("it starts");
        let answer = reqwest::get(format!("http://{}/api/matches?limit=1", server.address)).await.unwrap();
        assert_eq!(answer.status(), 200);
        self.first_answers.push(began.elapsed());
        server
    }

    /// Runs the server once, from its start to SIGKILL.
    async fn lives_and_dies(&mut self, number: usize) {
        let server = self.start().await;
        let (address, joined) = (server.address, Arc::new(AtomicUsize::new(0)));
        let all = self.pairs.len();
        let mut playing = JoinSet::new();
        for pair in self.pairs.drain(..) {
            let (joined, counts) = (Arc::clone(&joined), Arc::clone(&self.counts));
            playing.spawn(pair.plays(address, joined, counts));
        }
        // Every fifth kill comes while matches are being restored.
        if number % 5 != 4 {
            let began = Instant::now();
            while joined.load(Ordering::Relaxed) < all && playing.len() == all {
                assert!(began.elapsed() < NEVER, "all are back after a while");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        let full = self.disk.is_some() && number % 10 == 5;
        tokio::time::sleep(self.moment(1_000)).await;
        if let Some(disk) = self.disk.as_ref().filter(|_| full) {
            disk.fill();
            tokio::time::sleep(Duration::from_secs(1)).await;
            if number % 20 == 5 {
                disk.make_room();
                let taken = self.counts.acknowledged.load(Ordering::Relaxed);
                let began = Instant::now();
                while self.counts.acknowledged.load(Ordering::Relaxed) == taken {
                    assert!(began.elapsed() < NEVER, "moves are taken again once there is room");
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
        }
        drop(server);
        self.pairs = tokio::time::timeout(NEVER, playing.join_all()).await.expect("everybody notices");
        if let Some(disk) = self.disk.as_ref().filter(|_| full && number % 20 != 5) {
            // With a full disk the server starts or states the reason; with space it starts.
            drop(self.try_start());
            disk.make_room();
        }
    }

    /// The last run makes a move in every match.
    async fn goes_on_everywhere(&mut self) {
        let server = self.start().await;
        let mut playing = JoinSet::new();
        for pair in self.pairs.drain(..) {
            playing.spawn(pair.moves_everywhere(server.address, Arc::clone(&self.counts)));
        }
        tokio::time::timeout(NEVER, playing.join_all()).await.expect("no match is stuck");
    }

    fn report(&mut self, kills: usize) {
        self.first_answers.sort_unstable();
        let count = self.first_answers.len();
        let at = |part: usize| self.first_answers[(count * part / 100).min(count - 1)].as_millis();
        println!(
            "{kills} kills, {}; first answer after a start: median {} ms, 99th of a hundred {} ms, slowest {} ms",
            self.counts,
            at(50),
            at(99),
            at(100)
        );
    }
}

/// Asserts that the database is sound, that every match has all its events, and that lists, tallies and ratings equal
/// those recomputed from the matches. The server was killed, so its log is merged first.
fn is_sound(data: &Path) {
    let mut check = Command::new(env!("CARGO_BIN_EXE_arena"));
    let checked = check.args(["data", "check", "--data"]).arg(data).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

async fn kills(data: &Path, disk: Option<Disk>, kills: usize, pairs: usize, each: usize) {
    let mut arena = Arena::new(data, disk, pairs, each);
    for number in 0..kills {
        arena.lives_and_dies(number).await;
        // After every 20th kill, lists, tallies and ratings are recomputed and compared.
        if number % 20 == 19 {
            arena.report(number + 1);
            is_sound(data);
        }
    }
    arena.goes_on_everywhere().await;
    is_sound(data);
    arena.report(kills);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_lose_no_acknowledged_move_and_block_no_match() {
    let data = TempDir::new().unwrap();
    kills(data.path(), None, 5, 10, 10).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes ten minutes"]
async fn two_hundred_kills_lose_no_acknowledged_move_and_block_no_match() {
    let data = TempDir::new().unwrap();
    // Two hundred runs of about seven thousand moves each fit.
    let disk = Disk::mount("1g");
    if disk.is_none() {
        println!("the disk is never full: only root may mount one that is small enough to be filled");
    }
    let folder = disk.as_ref().map_or(data.path().to_owned(), |disk| disk.folder.path().to_owned());
    let times = std::env::var("KILLS").map_or(200, |times| times.parse().expect("KILLS is a number"));
    kills(&folder, disk, times, 50, 20).await;
}
