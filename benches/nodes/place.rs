//! What is needed: PostgreSQL, NATS, three nodes with links between them, and trouble.

use std::fs::File;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use minimax_arena::games::seed::Rng;
use tempfile::TempDir;
use tokio::runtime::Handle;

use super::Args;
use super::postgres::Postgres;
use super::proxy::Proxy;
use super::server::Nats;
use super::subjects::Subjects;
use super::sums::Sums;

/// Limits under which the players are not taken for a flood.
const SETTINGS: &str = include_str!("../help/no_flood.toml");

/// So long a node that was killed stays away.
const AWAY: Duration = Duration::from_secs(2);
/// After the last trouble it goes on for so long at least.
const REST: Duration = Duration::from_secs(5);
/// So long the first node may take to lead.
const BEGINS: Duration = Duration::from_secs(60);
/// Who leads, when nobody is known to.
pub(crate) const NOBODY: usize = usize::MAX;

/// What befalls a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Trouble {
    Kill,
    Leader,
    Stop,
    Postgres,
    Nats,
    Inner,
}

/// What players know of the nodes.
pub(crate) struct Nodes {
    pub(crate) addresses: Vec<SocketAddr>,
    leader: AtomicUsize,
}

impl Nodes {
    /// Which one leads, or [`NOBODY`] where that is not known at this moment.
    pub(crate) fn leader(&self) -> usize {
        self.leader.load(Ordering::Relaxed)
    }
}

struct Node {
    address: SocketAddr,
    inner: SocketAddr,
    said: PathBuf,
    links: [Proxy; 3],
    child: Option<Child>,
}

impl Node {
    fn leads(&self) -> bool {
        let said = std::fs::read_to_string(&self.said).unwrap_or_default();
        let last = |words: &str| said.rfind(words);
        self.child.is_some() && last("this node leads") > last("this node follows").max(last("stopping to lead"))
    }

    fn signal(&self, name: &str) -> anyhow::Result<()> {
        let Some(child) = &self.child else { return Ok(()) };
        let done = Command::new("kill").args([name, &child.id().to_string()]).status()?;
        if done.success() { Ok(()) } else { bail!("node {} cannot be signalled", self.address) }
    }

    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A thread for the links alone, so that what nodes say over them does not wait for the players of this program.
fn apart() -> anyhow::Result<Handle> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let handle = runtime.handle().clone();
    std::thread::spawn(move || runtime.block_on(std::future::pending::<()>()));
    Ok(handle)
}

pub(crate) struct Place {
    // Dropped before the servers that they need.
    nodes: Vec<Node>,
    known: Arc<Nodes>,
    postgres: Postgres,
    nats: Nats,
    folder: TempDir,
    program: PathBuf,
    /// The thread of the links.
    apart: Handle,
    /// Where what the nodes print is kept, a file for each of so many lives.
    said: PathBuf,
    lives: usize,
}

impl Place {
    pub(crate) async fn start(args: &Args) -> anyhow::Result<Self> {
        let folder = TempDir::new()?;
        std::fs::write(folder.path().join("settings.toml"), SETTINGS)?;
        let (postgres, nats) = (Postgres::start(), Nats::start());
        let port = 20_000 + u16::try_from(std::process::id() % 10_000)?;
        let addresses: Vec<_> = (2..5).map(|n| SocketAddr::from(([127, 0, 0, n], port))).collect();
        let known = Arc::new(Nodes { addresses: addresses.clone(), leader: AtomicUsize::new(NOBODY) });
        let said = args.said.clone().unwrap_or_else(|| folder.path().to_owned());
        std::fs::create_dir_all(&said).with_context(|| format!("--said {}", said.display()))?;
        let program = args.program.clone();
        let apart = apart()?;
        let mut place =
            Self { nodes: Vec::new(), known, postgres, nats, folder, program, apart: apart.clone(), said, lives: 0 };
        for address in addresses {
            let inner = SocketAddr::new(address.ip(), port + 1);
            let ip = match address.ip() {
                std::net::IpAddr::V4(ip) => ip.octets(),
                std::net::IpAddr::V6(_) => bail!("an address of version 4"),
            };
            let to = |url: &str| -> anyhow::Result<SocketAddr> {
                let rest = url.rsplit(['@', '/']).find(|part| part.contains(':')).context("an address")?;
                Ok(rest.parse()?)
            };
            let link = |to| apart.spawn(Proxy::start(ip, to));
            let links =
                [link(to(&place.postgres.url())?).await?, link(to(&place.nats.url())?).await?, link(inner).await?];
            links.iter().for_each(|link| link.delay(Duration::from_millis(args.delay)));
            place.nodes.push(Node { address, inner, said: PathBuf::new(), links, child: None });
        }
        for number in 0..place.nodes.len() {
            place.begin(number)?;
        }
        let began = Instant::now();
        while place.look() == NOBODY {
            if began.elapsed() > BEGINS {
                bail!("no node leads: {}", std::fs::read_to_string(&place.nodes[0].said)?);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(place)
    }

    pub(crate) fn nodes(&self) -> Arc<Nodes> {
        Arc::clone(&self.known)
    }

    /// Begins to pass on events over NATS, beside the nodes.
    pub(crate) async fn subjects(&self, sums: &Arc<Sums>) -> anyhow::Result<Subjects> {
        let links = std::array::from_fn(|node| self.nodes[node].links[1].address);
        Subjects::start(links, &self.apart, Arc::clone(sums)).await
    }

    /// Looks who leads.
    fn look(&self) -> usize {
        let mut leading = (0..self.nodes.len()).filter(|node| self.nodes[*node].leads());
        let leader = match (leading.next(), leading.next()) {
            (Some(leader), None) => leader,
            _ => NOBODY,
        };
        self.known.leader.store(leader, Ordering::Relaxed);
        leader
    }

    /// Starts a node.
    fn begin(&mut self, number: usize) -> anyhow::Result<()> {
        let (postgres, nats) = (self.postgres.url(), self.nats.url());
        self.lives += 1;
        let node = &mut self.nodes[number];
        node.said = self.said.join(format!("{} {}.log", self.lives, node.address.ip()));
        let through = |url: &str, link: &Proxy| {
            let (head, rest) = url.rsplit_once(':').unwrap_or((url, ""));
            let path = rest.find('/').map_or("", |at| &rest[at..]);
            let head = head.rsplit_once(['@', '/']).map_or(head, |(_, host)| &head[..head.len() - host.len()]);
            format!("{head}{}{path}", link.address)
        };
        let mut command = Command::new(&self.program);
        command.current_dir(self.folder.path()).env("RUST_LOG", "warn").env("MALLOC_MMAP_THRESHOLD_", "1048576");
        command.args(["serve", "--listen", &node.address.to_string(), "--inner", &node.inner.to_string()]);
        command.args(["--inner-at", &node.links[2].address.to_string()]);
        command.args(["--database", &through(&postgres, &node.links[0])]);
        command.args(["--nats", &through(&nats, &node.links[1])]);
        command.args(["--snapshot-after", "5000", "--config"]).arg(self.folder.path().join("settings.toml"));
        command.arg("--data").arg(self.folder.path().join(format!("data {number}")));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&node.said)?);
        node.child = Some(command.spawn().with_context(|| format!("{}", self.program.display()))?);
        Ok(())
    }

    /// Waits for so long, and looks who leads meanwhile.
    async fn wait(&self, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until {
            self.look();
            tokio::time::sleep(Duration::from_millis(20).min(until.saturating_duration_since(Instant::now()))).await;
        }
    }

    /// Has nodes get into trouble for as long as it was asked: what befell which.
    pub(crate) async fn trouble(&mut self, args: &Args, sums: &Sums) -> anyhow::Result<Vec<String>> {
        let (end, lasts) = (Instant::now() + Duration::from_secs(args.seconds), Duration::from_secs(args.lasts));
        let (mut rng, mut befallen) = (Rng::new(args.seed), Vec::new());
        for trouble in args.troubles.iter().cycle() {
            let next = Instant::now() + Duration::from_secs(args.every);
            // What has happened is over before the end, so that the rest is seen.
            if next + lasts + REST > end {
                break;
            }
            self.wait(Duration::from_secs(args.every)).await;
            let leader = self.look();
            let number =
                if *trouble == Trouble::Leader && leader != NOBODY { leader } else { rng.below(self.nodes.len()) };
            let role = if number == leader { "leads" } else { "follows" };
            let node = self.nodes[number].address.ip();
            befallen.push(format!("{:.1} s: {trouble:?} of {node}, which {role}", sums.now()));
            match trouble {
                Trouble::Kill | Trouble::Leader => {
                    self.nodes[number].kill();
                    self.wait(AWAY).await;
                    self.begin(number)?;
                }
                Trouble::Stop => {
                    self.nodes[number].signal("-STOP")?;
                    self.wait(lasts).await;
                    self.nodes[number].signal("-CONT")?;
                }
                Trouble::Postgres | Trouble::Nats | Trouble::Inner => {
                    let link = match trouble {
                        Trouble::Postgres => 0,
                        Trouble::Nats => 1,
                        _ => 2,
                    };
                    self.nodes[number].links[link].cut();
                    self.wait(lasts).await;
                    self.nodes[number].links[link].mend();
                }
            }
        }
        self.wait(end.saturating_duration_since(Instant::now())).await;
        Ok(befallen)
    }
}
