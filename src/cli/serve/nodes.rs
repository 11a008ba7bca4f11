//! `arena serve --database --nats`: one of several nodes that show one lobby. It serves while it lives, as the others count it, and
//! leads when that is its turn; while it does not, it carries connections to one that does.

mod others;

use std::io::Write as _;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use tokio::sync::watch;

use super::reload::{Configuration, Hangups};
use super::{Signals, announce};
use crate::cli::{CommandResult, Failure};
use crate::cluster::Gate;
use crate::cluster::leases::Life;
use crate::cluster::node::{Given, Node, Standing};
use crate::server::auth::new_token;
use crate::server::front::Front;
use crate::server::nodes::{Membership, Others};
use crate::server::{Ground, Parts, Running, bind, listen, start_on};
use crate::settings::Settings;
use crate::store::{Store, StoreError};
use others::{lives, look, pass_on};

/// After a failure it is tried again so much later.
const AGAIN: Duration = Duration::from_millis(500);

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

/// Why a node does not serve any more.
enum Turn {
    /// It is asked to stop.
    Stop,
    /// The others may have taken over.
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
    let Some(node) = join(given, &mut signals).await?.map(Arc::new) else { return Ok(()) };
    // It serves also where nobody can read that.
    writeln!(std::io::stdout(), "node        {address}\ndata        {}", settings.server.data.display()).ok();
    let gate = node.keep_short(settings.server.data.clone(), server.snapshot_after);
    tokio::spawn(pass_on(node.standing(), tell, own.clone()));
    loop {
        let Some((store, life)) = follow(settings, &node, &gate, &mut signals).await? else {
            front.stop().await;
            break;
        };
        let watched = store.clone();
        let ground = Ground {
            store,
            listener: again(&sockets.clients)?,
            arrivals: Some(front.hand_over()),
            inner: Some((again(&sockets.inner)?, sockets.token.clone())),
            member: Some(Membership {
                life: life.0,
                lives: lives(&node, life),
                look: look(&node, own.clone()),
                others: others.clone(),
            }),
        };
        let running = start_on(settings.clone(), parts(), ground).await.map_err(work)?;
        let mut serving = Serving { running, store: watched, life, leads: false };
        let turn = serving.until_changed(&node, settings, (&mut signals, &mut hangups), &mut configuration).await?;
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
        let what = if serving.leads { "stopping to lead" } else { "stopping" };
        say!("arena: {what}; once more to stop at once");
        tokio::select! {
            closed = serving.running.shut_down_saying(farewell) => {
                if let Err(error) = closed {
                    say!("arena: {error}");
                }
            }
            () = signals.next() => {
                say!("arena: stopped at once");
                std::process::exit(1);
            }
        }
        let Some(carries_on) = carries_on else { break };
        front = carries_on;
    }
    node.leave().await;
    Ok(())
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
            Err(error) if !std::mem::replace(&mut told, true) => say!("arena: waiting: {error}"),
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

/// Follows what nodes share until this node lives: its store then, and its life. None when a signal asks it to stop.
async fn follow(
    settings: &Settings,
    node: &Node,
    gate: &Gate,
    signals: &mut Signals,
) -> Result<Option<(Store, Life)>, Failure> {
    let mut standing = node.standing();
    loop {
        let opened = tokio::select! {
            () = signals.next() => return Ok(None),
            opened = open(settings, node, gate) => opened,
        };
        let store = opened?;
        tokio::select! {
            () = signals.next() => {
                close(&store).await;
                return Ok(None);
            }
            life = settle(&store, &mut standing) => {
                if let Some(life) = life {
                    return Ok(Some((store, life)));
                }
                close(&store).await;
            }
            // Its follower has ended, which is what closing it complains of.
            () = store.left_behind() => drop(store.close().await),
        }
    }
}

/// Waits until the node lives, and its store has everything that was written before; none where that life ends first. What it
/// wrote earlier in the same life, and is still on its way, comes to nothing after that.
async fn settle(store: &Store, standing: &mut watch::Receiver<Standing>) -> Option<Life> {
    let life = standing.wait_for(|standing| standing.life.is_some()).await.ok()?.life;
    tokio::select! {
        settled = store.settle() => settled.ok().and(life),
        _ = standing.wait_for(|standing| standing.life != life) => None,
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
                        say!("arena: this node has taken the snapshot up to change {reached}");
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
            say!("arena: waiting: {error}");
        }
        tokio::time::sleep(AGAIN).await;
    }
}

async fn close(store: &Store) {
    if let Err(error) = store.close().await {
        say!("arena: {error}");
    }
}

/// A node that serves.
struct Serving {
    running: Running,
    store: Store,
    life: Life,
    leads: bool,
}

impl Serving {
    /// Serves until the node's life ends, and leads from when that is its turn.
    async fn until_changed(
        &mut self,
        node: &Node,
        settings: &Settings,
        (signals, hangups): (&mut Signals, &mut Hangups),
        configuration: &mut Configuration,
    ) -> Result<Turn, Failure> {
        say!("arena: this node follows");
        let (mut standing, mut turn, life) = (node.standing(), node.standing(), self.life);
        let changed = async {
            tokio::select! {
                _ = standing.wait_for(|standing| standing.life != Some(life)) => {}
                () = self.store.left_behind() => {}
            }
        };
        let mut changed = std::pin::pin!(changed);
        loop {
            tokio::select! {
                biased;
                () = signals.next() => return Ok(Turn::Stop),
                () = &mut changed => return Ok(Turn::Changed),
                () = hangups.next() => say!("arena: SIGHUP: {}", configuration.reload(&self.running)),
                // What it is told is let go of at once: whoever tells it waits for that.
                () = async { drop(turn.wait_for(|standing| standing.leads).await) }, if !self.leads => {
                    let led = tokio::select! {
                        () = signals.next() => return Ok(Turn::Stop),
                        () = &mut changed => return Ok(Turn::Changed),
                        led = self.running.lead() => led,
                    };
                    if let Err(error) = led {
                        tracing::warn!(%error, "this node cannot lead");
                        return Ok(Turn::Changed);
                    }
                    self.leads = true;
                    say!("arena: this node leads");
                    announce(&self.running, &settings.server.data).ok();
                }
            }
        }
    }
}
