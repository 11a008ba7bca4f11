//! `arena serve --database --nats`: one of several nodes that show one lobby. It carries connections to the node that leads,
//! until it leads itself.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use anyhow::{Context, anyhow};
use tokio::sync::watch;

use super::reload::{Configuration, Hangups};
use super::{Signals, announce};
use crate::cli::{CommandResult, Failure};
use crate::cluster::Gate;
use crate::cluster::leases::Neighbour;
use crate::cluster::node::{Given, Node, Standing};
use crate::server::auth::new_token;
use crate::server::front::{Front, Leader, Others};
use crate::server::{Ground, Leads, Parts, Running, bind, listen, start_on};
use crate::settings::Settings;
use crate::store::{Store, StoreError};

/// After a failure it is tried again so much later.
const AGAIN: Duration = Duration::from_millis(500);

/// So many other nodes are remembered.
const REMEMBERED: usize = 16;
/// Changes are read at some tens of thousands a second.
const SNAPSHOT_AFTER: u64 = 100_000;

/// What makes the server one of several nodes.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct NodeFlags {
    /// The PostgreSQL database that nodes share, as postgres://arena:secret@db.example/arena: with it and --nats this server
    /// is one of several that show one lobby; its data directory is a copy of what they share
    #[arg(long, value_name = "URL", env = "ARENA_DATABASE", hide_env_values = true, requires = "nats")]
    database: Option<String>,
    /// The NATS server over which nodes tell each other that something has happened
    #[arg(long, value_name = "URL", env = "ARENA_NATS", hide_env_values = true)]
    nats: Option<String>,
    /// The address of this machine at which the other nodes reach it, for nobody else [default: that of --listen, at a
    /// free port]
    #[arg(long, value_name = "ADDR:PORT", env = "ARENA_INNER")]
    inner: Option<SocketAddr>,
    /// Where the other nodes reach --inner, if that is another address, as behind the port map of a container
    #[arg(long, value_name = "ADDR:PORT", env = "ARENA_INNER_AT")]
    inner_at: Option<SocketAddr>,
    /// Where clients reach this node, as they are told when they have to change [default: the address of --listen]
    #[arg(long, value_name = "URL", env = "ARENA_ADDRESS")]
    address: Option<String>,
    /// After so many changes, a move or an account each, a node puts a copy of its database into the one that nodes share, so
    /// that the changes before it can go: what a node has to read that comes new or was away
    #[arg(long, value_name = "NUMBER", env = "ARENA_SNAPSHOT_AFTER", default_value_t = SNAPSHOT_AFTER,
        value_parser = clap::value_parser!(u64).range(1..))]
    snapshot_after: u64,
}

impl Default for NodeFlags {
    fn default() -> Self {
        Self { database: None, nats: None, inner: None, inner_at: None, address: None, snapshot_after: SNAPSHOT_AFTER }
    }
}

/// A server that is one of several nodes.
pub(super) struct NodeServer {
    settings: Settings,
    database: String,
    nats: String,
    inner: SocketAddr,
    /// None: there.
    inner_at: Option<SocketAddr>,
    /// None: where it listens.
    address: Option<String>,
    snapshot_after: u64,
}

impl NodeFlags {
    /// The node that these flags make of a server, if they do.
    ///
    /// # Errors
    /// When the other nodes could not reach it.
    pub(super) fn node(self, settings: &Settings) -> Result<Option<NodeServer>, Failure> {
        let (Some(database), Some(nats)) = (self.database, self.nats) else { return Ok(None) };
        let listens = settings.server.listen;
        let inner = self.inner.unwrap_or_else(|| SocketAddr::new(listens.ip(), 0));
        if self.inner_at.unwrap_or(inner).ip().is_unspecified() {
            let problem = anyhow!(
                "the other nodes need an address of this machine: name one with --inner, as 10.0.0.1:7070, or with --inner-at"
            );
            return Err(Failure::Usage(problem));
        }
        let Self { inner_at, address, snapshot_after, .. } = self;
        Ok(Some(NodeServer { settings: settings.clone(), database, nats, inner, inner_at, address, snapshot_after }))
    }
}

/// Why a node does not lead any more.
enum Turn {
    /// It is asked to stop.
    Stop,
    /// Another one may lead.
    Changed,
}

/// The sockets of a node, which it has whether it leads or not.
struct Sockets {
    clients: TcpListener,
    inner: TcpListener,
    token: String,
}

fn work(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Work(error.into())
}

/// The same socket once more, for one who accepts from it.
fn again(listener: &TcpListener) -> std::io::Result<tokio::net::TcpListener> {
    tokio::net::TcpListener::from_std(listener.try_clone()?)
}

/// Runs the node until a signal asks it to stop.
pub(super) async fn serve(
    server: NodeServer,
    parts: impl Fn() -> Parts,
    mut configuration: Configuration,
) -> CommandResult {
    let mut signals = Signals::new().context("signals cannot be heard")?;
    let mut hangups = Hangups::new().context("SIGHUP cannot be heard")?;
    let settings = &server.settings;
    if settings.server.has_acme() {
        return Err(work(anyhow!(
            "acme_domains in [server] is for one machine: the authority's question could come to any node; \
             give all nodes the same tls_certificate and tls_key"
        )));
    }
    let clients = listen(&settings.server).map_err(work)?.into_std()?;
    let scheme = if settings.server.has_tls() { "https" } else { "http" };
    let listens = clients.local_addr()?;
    let address = server.address.clone().unwrap_or_else(|| format!("{scheme}://{listens}"));
    let inner = bind(server.inner, settings.server.backlog).with_context(|| format!("--inner {}", server.inner))?;
    let sockets = Sockets { token: new_token(), clients, inner: inner.into_std()? };
    let given = Given {
        database: server.database.clone(),
        nats: server.nats.clone(),
        inner: format!("{} {}", server.inner_at.map_or_else(|| sockets.inner.local_addr(), Ok)?, sockets.token),
        address: address.clone(),
    };
    let own = given.inner.clone();
    let (tell, others) = watch::channel(Others::default());
    let start_front =
        || -> Result<Front, Failure> { Front::start(settings, again(&sockets.clients)?, others.clone()).map_err(work) };
    // Whoever comes before it has joined the others is told so.
    let mut front = start_front()?;
    let Some(node) = join(given, &mut signals).await? else { return Ok(()) };
    println!("node        {address}\ndata        {}", settings.server.data.display());
    let gate = node.keep_short(settings.server.data.clone(), server.snapshot_after);
    tokio::spawn(pass_on(node.standing(), tell, own));
    loop {
        let Some(store) = follow(settings, &node, &gate, &mut signals).await? else {
            front.stop().await;
            break;
        };
        let watched = store.clone();
        let ground = Ground {
            store,
            listener: again(&sockets.clients)?,
            arrivals: Some(front.hand_over()),
            inner: Some((again(&sockets.inner)?, sockets.token.clone())),
            leads: Some(leads(&node)),
        };
        let running = start_on(settings.clone(), parts(), ground).await.map_err(work)?;
        eprintln!("arena: this node leads");
        announce(&running, &settings.server.data)?;
        let turn = lead(&running, &watched, &node, &mut signals, &mut hangups, &mut configuration).await;
        // Who comes while what was led is given up, which takes longer where the database cannot be reached, is carried on.
        let carries_on = match turn {
            Turn::Stop => None,
            Turn::Changed => Some(start_front()?),
        };
        let farewell = match turn {
            Turn::Stop => "this node stops; another one takes over",
            Turn::Changed => "this node cannot reach the others, who take over",
        };
        let farewell = with_addresses(farewell, &others.borrow().addresses);
        eprintln!("arena: stopping to lead; once more to stop at once");
        tokio::select! {
            closed = running.shut_down_saying(farewell) => {
                if let Err(error) = closed {
                    eprintln!("arena: {error}");
                }
            }
            () = signals.next() => {
                eprintln!("arena: stopped at once");
                std::process::exit(1);
            }
        }
        let Some(carries_on) = carries_on else { break };
        front = carries_on;
    }
    node.leave().await;
    Ok(())
}

/// Whether a node that leads may at that time, as it was last told.
fn leads(node: &Node) -> Leads {
    let standing = node.standing();
    Box::new(move |now| standing.borrow().until.is_some_and(|until| now < until.into_std()))
}

/// Joins the other nodes, however long it takes to reach what they share. None when a signal asks it to stop.
async fn join(given: Given, signals: &mut Signals) -> Result<Option<Node>, Failure> {
    let mut told = false;
    loop {
        let joined = tokio::select! {
            () = signals.next() => return Ok(None),
            joined = Node::join(given.clone()) => joined,
        };
        match joined {
            Ok(node) => return Ok(Some(node)),
            Err(error) if !error.may_pass() => return Err(work(error)),
            Err(error) if !std::mem::replace(&mut told, true) => eprintln!("arena: waiting: {error}"),
            Err(_) => {}
        }
        tokio::select! {
            () = signals.next() => return Ok(None),
            () = tokio::time::sleep(AGAIN) => {}
        }
    }
}

fn with_addresses(farewell: &str, addresses: &[String]) -> String {
    if addresses.is_empty() {
        return farewell.to_owned();
    }
    format!("{farewell}: {}", addresses.join(" or "))
}

/// Follows what nodes share until this node leads: its store then, with everything that was acknowledged before. None when a
/// signal asks it to stop.
async fn follow(
    settings: &Settings,
    node: &Node,
    gate: &Gate,
    signals: &mut Signals,
) -> Result<Option<Store>, Failure> {
    let mut standing = node.standing();
    loop {
        let opened = tokio::select! {
            () = signals.next() => return Ok(None),
            opened = open(settings, node, gate) => opened,
        };
        let store = opened?;
        eprintln!("arena: this node follows");
        tokio::select! {
            () = signals.next() => {
                close(&store).await;
                return Ok(None);
            }
            led = standing.wait_for(|standing| standing.leads) => return Ok(led.is_ok().then_some(store)),
            // Its follower has ended, which is what closing it complains of.
            () = store.left_behind() => drop(store.close().await),
        }
    }
}

/// Opens the store, however long it takes to reach what nodes share.
async fn open(settings: &Settings, node: &Node, gate: &Gate) -> Result<Store, Failure> {
    let data = &settings.server.data;
    let mut told = false;
    loop {
        let error = match Store::open_shared(data, node.log()).await {
            Ok(store) => return Ok(store),
            Err(StoreError::LeftBehind { .. }) => {
                let _held = gate.lock().await;
                match Store::take_snapshot(data, &*node.log()).await {
                    Ok(reached) => {
                        eprintln!("arena: this node has taken the snapshot up to change {reached}");
                        continue;
                    }
                    Err(error) => error,
                }
            }
            Err(error) => error,
        };
        if !matches!(error, StoreError::NotWritten(_)) {
            return Err(work(error));
        }
        if !std::mem::replace(&mut told, true) {
            eprintln!("arena: waiting: {error}");
        }
        tokio::time::sleep(AGAIN).await;
    }
}

async fn close(store: &Store) {
    if let Err(error) = store.close().await {
        eprintln!("arena: {error}");
    }
}

/// Leads until that ends.
async fn lead(
    running: &Running,
    store: &Store,
    node: &Node,
    signals: &mut Signals,
    hangups: &mut Hangups,
    configuration: &mut Configuration,
) -> Turn {
    let mut standing = node.standing();
    loop {
        tokio::select! {
            () = signals.next() => return Turn::Stop,
            _ = standing.wait_for(|standing| !standing.leads) => return Turn::Changed,
            () = store.left_behind() => return Turn::Changed,
            () = hangups.next() => eprintln!("arena: SIGHUP: {}", configuration.reload(running)),
        }
    }
}

/// Tells the front what it has to know of the others. Those that are not on the list any more are remembered for a while: who
/// cannot reach the database may be reached all the same, and may lead when this one cannot look who does.
async fn pass_on(mut standing: watch::Receiver<Standing>, tell: watch::Sender<Others>, own: String) {
    let mut known: Vec<Neighbour> = Vec::new();
    let reached_at = |node: &Neighbour| {
        let (inner, token) = node.inner.split_once(' ')?;
        Some(Leader { inner: inner.parse().ok()?, token: token.to_owned() })
    };
    loop {
        let others = {
            let seen = standing.borrow_and_update();
            let listed: Vec<&Neighbour> = seen.others.iter().filter(|node| node.inner != own).collect();
            for node in &listed {
                known.retain(|earlier| earlier.inner != node.inner && earlier.address != node.address);
                known.insert(0, Neighbour::clone(node));
            }
            known.truncate(REMEMBERED);
            let told: Vec<&Neighbour> = if listed.is_empty() { known.iter().collect() } else { listed };
            let addresses = told.iter().map(|node| node.address.clone()).filter(|address| !address.is_empty());
            Others {
                leader: seen.leader.as_ref().filter(|leader| leader.inner != own).and_then(reached_at),
                nodes: known.iter().filter_map(reached_at).collect(),
                addresses: addresses.collect(),
            }
        };
        tell.send_if_modified(|known| std::mem::replace(known, others.clone()) != others);
        if standing.changed().await.is_err() {
            return;
        }
    }
}
