//! The same events over subjects of NATS, a subject a match: what they would take if nodes told each other of them so.
//!
//! Whoever watches at a match's own node passes on what he sees there, over a link between a node and NATS; it comes to two
//! listeners, over the links of the two other nodes, as it would to these.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::StreamExt;
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use super::sums::Sums;

/// What every subject begins with.
const SUBJECTS: &str = "bench.events";

/// An event that was seen at its match's own node.
struct Seen {
    /// The match.
    id: String,
    /// When its move was said, since the beginning.
    said: Duration,
    text: String,
}

/// Where events are passed on.
#[derive(Clone)]
pub(crate) struct Subjects {
    seen: mpsc::UnboundedSender<Seen>,
    sums: Arc<Sums>,
}

impl Subjects {
    /// Begins to pass on and to listen, over these links to NATS and on this thread.
    pub(crate) async fn start(links: [SocketAddr; 3], apart: &Handle, sums: Arc<Sums>) -> anyhow::Result<Self> {
        let [from, to @ ..] = links;
        for link in to {
            let client = async_nats::connect(link.to_string()).await?;
            let mut told = client.subscribe(format!("{SUBJECTS}.*")).await?;
            client.flush().await?;
            let sums = Arc::clone(&sums);
            apart.spawn(async move {
                let _client = client;
                while let Some(message) = told.next().await {
                    if let Some((said, _)) = message.payload.split_first_chunk() {
                        let said = Duration::from_nanos(u64::from_le_bytes(*said));
                        sums.told_by_subject(sums.since_beginning(Instant::now()).saturating_sub(said));
                    }
                }
            });
        }
        let client = async_nats::connect(from.to_string()).await?;
        let (seen, mut to_tell) = mpsc::unbounded_channel::<Seen>();
        apart.spawn(async move {
            while let Some(Seen { id, said, text }) = to_tell.recv().await {
                let mut payload = (said.as_nanos() as u64).to_le_bytes().to_vec();
                payload.extend_from_slice(text.as_bytes());
                if client.publish(format!("{SUBJECTS}.{id}"), payload.into()).await.is_err() {
                    return;
                }
            }
        });
        Ok(Self { seen, sums })
    }

    /// Passes on an event of a match whose move was said then.
    pub(crate) fn pass_on(&self, id: String, said: Instant, text: String) {
        self.seen.send(Seen { id, said: self.sums.since_beginning(said), text }).ok();
    }
}
