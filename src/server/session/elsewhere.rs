//! What a connection says that belongs to another node.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::Session;
use crate::protocol::from_client::Create;
use crate::protocol::{FromClient, SeatChoice};
use crate::server::error::ApiError;
use crate::server::nodes::{Goodbye, Nodes, Speaker, Subject, Upstream};

/// So long it is tried to make a connection to a node that is reached, and so often.
const OPENED_WITHIN: Duration = Duration::from_secs(3);
const AGAIN: Duration = Duration::from_millis(100);

/// The other nodes, as a connection knows them.
pub(super) struct Elsewhere {
    nodes: Arc<Nodes>,
    /// By which it says there who it is.
    hello: String,
    /// Whether the connection is one from another node: what is said there belongs here, or will in a moment.
    ends_here: bool,
    lines: Vec<Upstream>,
    goodbye: Arc<OnceLock<Goodbye>>,
}

impl Elsewhere {
    pub(super) fn new(nodes: Arc<Nodes>, ends_here: bool) -> Self {
        Self { nodes, hello: String::new(), ends_here, lines: Vec::new(), goodbye: Arc::default() }
    }

    /// Whether a message belongs to another node.
    pub(super) fn has(&self, message: &FromClient) -> Option<Subject> {
        subject(message).filter(|subject| !self.nodes.serves(*subject))
    }

    /// Why the connection is to end, where another node has to do with it.
    pub(super) fn goodbye(&self) -> Option<Goodbye> {
        self.goodbye.get().cloned()
    }
}

/// What a message is about, if that lives at one node. Whoever has a seat kept in a match that is made waits to hear of it where
/// all are known who are there.
fn subject(message: &FromClient) -> Option<Subject> {
    use FromClient as F;
    match message {
        F::Hello { .. } | F::Ping => None,
        F::Create(Create { seats, .. }) => {
            let is_kept = seats.iter().any(|seat| matches!(seat, SeatChoice::Player(_)));
            is_kept.then_some(Subject::Lobby)
        }
        F::Join { id, .. }
        | F::Watch { id, .. }
        | F::Leave { id }
        | F::Move { id, .. }
        | F::Resign { id }
        | F::Abort { id }
        | F::Claim { id, .. }
        | F::Offer { id, .. }
        | F::Answer { id, .. } => Some(Subject::Match(*id)),
        F::Challenge(_)
        | F::Accept { .. }
        | F::Decline { .. }
        | F::Withdraw { .. }
        | F::Pair(_)
        | F::Unpair
        | F::Enter { .. }
        | F::Rest { .. }
        | F::Quit { .. }
        | F::Subscribe { .. }
        | F::Unsubscribe { .. } => Some(Subject::Lobby),
    }
}

impl Session {
    /// Notes by which token this player is known at every node, and comes to the one that leads; false where the connection is
    /// to end, since it does not take it.
    pub(super) async fn come_to_leader(&mut self, token: &str, name: &str, capabilities: Vec<String>) -> bool {
        let Some(elsewhere) = self.elsewhere.as_mut().filter(|elsewhere| !elsewhere.ends_here) else { return true };
        // With the name, in case that it is new and the other node has not heard of it yet.
        let (token, name) = (Some(token.to_owned()), Some(name.to_owned()));
        let hello = FromClient::Hello { token, name, capabilities: Some(capabilities) };
        elsewhere.hello = serde_json::to_string(&hello).unwrap_or_default();
        match self.line_to(Subject::Lobby).await {
            Ok(_) => true,
            Err(error) => self.gives_up(&error),
        }
    }

    /// Passes on what is said about this, unless it has come here meanwhile; false then.
    pub(super) async fn pass_on(&mut self, subject: Subject, text: &str) -> bool {
        loop {
            match self.line_to(subject).await {
                Ok(None) => return false,
                Ok(Some(line)) => {
                    if line.say(text).await {
                        return true;
                    }
                }
                Err(error) => {
                    self.gives_up(&error);
                    return true;
                }
            }
        }
    }

    /// Ends the connection, which may come again.
    fn gives_up(&self, error: &ApiError) -> bool {
        self.speaker().inspect(|speaker| speaker.say_goodbye(Goodbye::for_now(error.to_string())));
        false
    }

    fn speaker(&self) -> Option<Speaker> {
        let elsewhere = self.elsewhere.as_ref()?;
        Some(Speaker {
            caller: self.caller,
            dialect: self.writer.dialect,
            hello: elsewhere.hello.clone(),
            queue: self.queue.clone(),
            room: self.settings.limits.outgoing,
            cut: self.cut.clone(),
            goodbye: Arc::clone(&elsewhere.goodbye),
        })
    }

    /// The connection to the node at which this lives; none where it lives here.
    async fn line_to(&mut self, subject: Subject) -> Result<Option<&Upstream>, ApiError> {
        let speaker = self.speaker();
        let (Some(elsewhere), Some(speaker)) = (&mut self.elsewhere, speaker) else { return Ok(None) };
        if elsewhere.ends_here {
            return elsewhere.nodes.await_here(subject).await.map(|()| None);
        }
        let began = Instant::now();
        let place = loop {
            let Some(reached) = elsewhere.nodes.reach(subject).await? else { return Ok(None) };
            elsewhere.lines.retain(|line| !line.has_ended());
            // The one to whoever leads may have come to a node to which there is another one already: everything for a node is
            // said over the line over which something was said before.
            let to_there = |line: &Upstream| line.is_to(&reached.node);
            let in_use = elsewhere.lines.iter().position(|line| to_there(line) && line.is_in_use());
            if let Some(place) = in_use.or_else(|| elsewhere.lines.iter().position(to_there)) {
                break place;
            }
            if let Some(line) = Upstream::open(&elsewhere.nodes, reached, speaker.clone()).await? {
                elsewhere.lines.push(line);
                break elsewhere.lines.len() - 1;
            }
            if began.elapsed() >= OPENED_WITHIN {
                return Err(elsewhere.nodes.unreachable());
            }
            tokio::time::sleep(AGAIN).await;
        };
        Ok(elsewhere.lines.get(place))
    }
}
