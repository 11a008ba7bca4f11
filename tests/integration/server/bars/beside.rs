//! Floods beside people's matches: no loss on time, no disconnect, bounded memory, and the same state afterwards.

use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::super::process::{Process, command};
use super::floods::{ALL, Flood, Target};
use super::people::People;

const MIB: u64 = 1 << 20;
/// Memory budget of searches, small so that it is exhausted.
const BUDGET: u64 = 64 * MIB;
const SUSPENDED: u64 = 32;
const THREADS: u64 = 1;
/// Allowance for connections, matches and requests (a few thousand of about ten KiB per flood), and for memory that the
/// allocator keeps.
const REST: u64 = 256 * MIB;
const MATCHES: u8 = 50;

/// Short timeouts, so that the state recovers soon.
const SHORT: &str = "[limits]\nwrite_ms = 1500\nheader_ms = 1500\nping_ms = 1500\ndead_ms = 3000\n\
                     [matches]\ngrace_ms = 1000\npresence_ms = 1000\nopen_seat_ms = 3000\n";
/// Defaults, except that open seats do not wait for an hour.
const LONG: &str = "[matches]\nopen_seat_ms = 30000\n";

/// The state of the server.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    resident: u64,
    lent: u64,
    sockets: u64,
    matches: u64,
    descriptors: u64,
}

impl State {
    async fn of(server: &Process) -> Self {
        Self {
            lent: server.metric("search_memory_bytes").await,
            sockets: server.metric("sockets").await,
            matches: server.metric("matches").await - server.metric("matches_dormant").await,
            resident: server.resident(),
            descriptors: server.descriptors() as u64,
        }
    }

    fn most(self, other: Self) -> Self {
        Self {
            resident: self.resident.max(other.resident),
            lent: self.lent.max(other.lent),
            sockets: self.sockets.max(other.sockets),
            matches: self.matches.max(other.matches),
            descriptors: self.descriptors.max(other.descriptors),
        }
    }

    /// True if the state equals `before`, except for matches that people are creating, the test's requests and current
    /// searches. Memory in use counts, but not what the allocator keeps.
    fn is_as(self, before: Self) -> bool {
        self.lent <= before.lent + MIB
            && self.sockets == before.sockets
            && self.matches <= before.matches + u64::from(MATCHES) / 2
            && self.descriptors <= before.descriptors + 8
    }
}

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { resident, lent, sockets, matches, descriptors } = self;
        let (resident, lent) = (resident / MIB, lent / MIB);
        write!(f, "{resident} MiB resident, {lent} MiB lent, {sockets} sockets, {matches} matches, {descriptors} files")
    }
}

async fn floods_beside_people(settings: &str, time: Duration, times: usize, after: Duration) {
    let (data, file) = (TempDir::new().unwrap(), tempfile::NamedTempFile::new().unwrap());
    let bots = format!("[bots]\nthreads = {THREADS}\nsuspended = {SUSPENDED}\nmemory_mb = {}\n", BUDGET / MIB);
    std::fs::write(file.path(), format!("{settings}{bots}")).unwrap();
    let server = Process::try_start(command(data.path()).arg("--config").arg(file.path())).expect("it starts");
    assert_eq!(server.metric("search_memory_bound_bytes").await, BUDGET);
    let mut people = People::sit_down(server.address, MATCHES).await;
    tokio::time::sleep(time.min(Duration::from_secs(5)) / 2).await;
    let mut before = State::default();
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        before = before.most(State::of(&server).await);
    }
    println!("before: {before}; {}", people.waited());
    let bound = before.resident + BUDGET + REST;
    let only = std::env::var("FLOOD").ok();
    for flood in ALL.into_iter().filter(|flood| only.as_ref().is_none_or(|only| *only == format!("{flood:?}"))) {
        let until = Instant::now() + time;
        let (poured, most) = tokio::join!(
            flood.pours(Target { address: server.address, until, times }),
            watch(&server, &mut people, until)
        );
        println!("{flood:?}: {poured}\n  most: {most}; {}", people.waited());
        assert!(most.resident <= bound, "{flood:?}: {} MiB, bound {} MiB", most.resident / MIB, bound / MIB);
        assert!(most.lent <= BUDGET, "{flood:?}: {} MiB lent", most.lent / MIB);
        settles(&server, &mut people, flood, before, after).await;
    }
}

/// The maximum of each value until the flood is over.
async fn watch(server: &Process, people: &mut People, until: Instant) -> State {
    let mut most = State::default();
    while Instant::now() < until {
        most = most.most(State::of(server).await);
        people.are_unharmed();
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    most
}

/// Waits until the state is as before.
async fn settles(server: &Process, people: &mut People, flood: Flood, before: State, within: Duration) {
    let began = Instant::now();
    loop {
        let state = State::of(server).await;
        people.are_unharmed();
        if state.is_as(before) {
            println!("  as before after {:.1} s: {state}; {}", began.elapsed().as_secs_f64(), people.waited());
            return;
        }
        assert!(began.elapsed() < within, "{flood:?} leaves {state}, before: {before}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_of_every_kind_do_not_harm_players() {
    floods_beside_people(SHORT, Duration::from_secs(2), 1, Duration::from_secs(40)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes fifteen minutes"]
async fn floods_of_a_minute_do_not_harm_players() {
    floods_beside_people(LONG, Duration::from_secs(60), 2, Duration::from_secs(150)).await;
}
