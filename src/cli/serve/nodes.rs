//! `arena serve --database --nats`: one of several nodes that show one lobby. It carries connections to the node that leads,
//! until it leads itself.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use anyhow::{Context, anyhow};
use tokio::sync::watch;

use super::reload::{Configuration, Hangups};
use super::{Signals, announce};
use crate::cli::{CommandResult, Failure};
use crate::cluster::node::{Given, Node, Standing};
use crate::server::auth::new_token;
use crate::server::front::{Front, Leader, Others};
use crate::server::{Ground, Parts, Running, listen, start_on};
use crate::settings::Settings;
use crate::store::{Store, StoreError};

/// After a failure it is tried again so much later.
const AGAIN: Duration = Duration::from_millis(500);

/// What makes the server one of several nodes.
#[derive(Clone, Debug, Default, clap::Args)]
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
    /// Where clients reach this node, as they are told when they have to change [default: the address of --listen]
    #[arg(long, value_name = "URL", env = "ARENA_ADDRESS")]
    address: Option<String>,
}

/// A server that is one of several nodes.
pub(super) struct NodeServer {
    settings: Settings,
    database: String,
    nats: String,
    inner: SocketAddr,
    /// None: where it listens.
    address: Option<String>,
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
        if inner.ip().is_unspecified() {
            let problem =
                anyhow!("the other nodes need an address of this machine: name one with --inner, as 10.0.0.1:7070");
            return Err(Failure::Usage(problem));
        }
        Ok(Some(NodeServer { settings: settings.clone(), database, nats, inner, address: self.address }))
    }
}

/// Why a node does not go on as it was.
enum Turn {
    /// It is asked to stop.
    Stop,
    /// It leads from now on, or does not any more.
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
    let inner = TcpListener::bind(server.inner).with_context(|| format!("--inner {}", server.inner))?;
    inner.set_nonblocking(true)?;
    let sockets = Sockets { token: new_token(), clients, inner };
    let given = Given {
        database: server.database.clone(),
        nats: server.nats.clone(),
        inner: format!("{} {}", sockets.inner.local_addr()?, sockets.token),
        address: address.clone(),
    };
    let own = given.inner.clone();
    let node = Node::join(given).await.map_err(work)?;
    println!("node        {address}\ndata        {}", settings.server.data.display());
    let mut standing = node.standing();
    let (tell, others) = watch::channel(Others::default());
    tokio::spawn(pass_on(node.standing(), tell, own));
    loop {
        let front = Front::start(settings, again(&sockets.clients)?, others.clone()).map_err(work)?;
        let Some(store) = follow(settings, &node, &mut signals).await? else { break };
        eprintln!("arena: this node follows");
        let turn = tokio::select! {
            () = signals.next() => Turn::Stop,
            led = standing.wait_for(|standing| standing.leads) => led.map_or(Turn::Stop, |_| Turn::Changed),
        };
        front.stop().await;
        if matches!(turn, Turn::Stop) {
            close(&store).await;
            break;
        }
        let ground = Ground {
            store,
            listener: again(&sockets.clients)?,
            inner: Some((again(&sockets.inner)?, sockets.token.clone())),
        };
        let running = start_on(settings.clone(), parts(), ground).await.map_err(work)?;
        eprintln!("arena: this node leads");
        announce(&running, &settings.server.data)?;
        let turn = lead(&running, &mut standing, &mut signals, &mut hangups, &mut configuration).await;
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
        if matches!(turn, Turn::Stop) {
            break;
        }
    }
    node.leave().await;
    Ok(())
}

fn with_addresses(farewell: &str, addresses: &[String]) -> String {
    if addresses.is_empty() {
        return farewell.to_owned();
    }
    format!("{farewell}: {}", addresses.join(" or "))
}

/// Opens the store, however long it takes to reach what nodes share; none when a signal comes before.
async fn follow(settings: &Settings, node: &Node, signals: &mut Signals) -> Result<Option<Store>, Failure> {
    let mut told = false;
    loop {
        let opened = tokio::select! {
            () = signals.next() => return Ok(None),
            opened = Store::open_shared(&settings.server.data, node.log()) => opened,
        };
        match opened {
            Ok(store) => return Ok(Some(store)),
            Err(error @ StoreError::NotWritten(_)) => {
                if !std::mem::replace(&mut told, true) {
                    eprintln!("arena: waiting: {error}");
                }
                tokio::time::sleep(AGAIN).await;
            }
            Err(error) => return Err(work(error)),
        }
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
    standing: &mut watch::Receiver<Standing>,
    signals: &mut Signals,
    hangups: &mut Hangups,
    configuration: &mut Configuration,
) -> Turn {
    loop {
        tokio::select! {
            () = signals.next() => return Turn::Stop,
            _ = standing.wait_for(|standing| !standing.leads) => return Turn::Changed,
            () = hangups.next() => eprintln!("arena: SIGHUP: {}", configuration.reload(running)),
        }
    }
}

/// Tells the front what it has to know of the others.
async fn pass_on(mut standing: watch::Receiver<Standing>, tell: watch::Sender<Others>, own: String) {
    loop {
        let others = {
            let seen = standing.borrow_and_update();
            let leader = seen.leader.as_ref().filter(|leader| leader.inner != own).and_then(|leader| {
                let (inner, token) = leader.inner.split_once(' ')?;
                Some(Leader { inner: inner.parse().ok()?, token: token.to_owned() })
            });
            let addresses = seen.others.iter().map(|other| other.address.clone()).filter(|address| !address.is_empty());
            Others { leader, addresses: addresses.collect() }
        };
        tell.send_if_modified(|known| std::mem::replace(known, others.clone()) != others);
        if standing.changed().await.is_err() {
            return;
        }
    }
}
