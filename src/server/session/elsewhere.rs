//! What a connection says that belongs to another node.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::Session;
use crate::protocol::conversation::Again;
use crate::protocol::{Envelope, FromClient, Subject};
use crate::server::error::ApiError;
use crate::server::nodes::{BY_NODE, Goodbye, Nodes, Speaker, Upstream};
use crate::server::queue::NOBODY;

/// So long it is tried to make a connection to a node that is reached, and so often.
const OPENED_WITHIN: Duration = Duration::from_secs(4);
const AGAIN: Duration = Duration::from_millis(100);
/// A client whose connections to other nodes are lost more often than this, without such a pause, is better off elsewhere.
const MOST_LOST: u32 = 10;
const CALM: Duration = Duration::from_secs(10);

/// The other nodes, as a connection knows them.
pub(super) struct Elsewhere {
    nodes: Arc<Nodes>,
    /// By which it says there who it is.
    hello: String,
    /// Whether the connection is one from another node: what is said there belongs here, or will in a moment.
    ends_here: bool,
    lines: Vec<Upstream>,
    goodbye: Arc<OnceLock<Goodbye>>,
    /// Told when a line is lost, and what it was about has been found.
    found: Arc<Notify>,
    /// How often lines were lost, and when the last one was.
    lost: u32,
    lost_at: Instant,
}

impl Elsewhere {
    pub(super) fn new(nodes: Arc<Nodes>, ends_here: bool) -> Self {
        Self {
            nodes,
            hello: String::new(),
            ends_here,
            lines: Vec::new(),
            goodbye: Arc::default(),
            found: Arc::default(),
            lost: 0,
            lost_at: Instant::now(),
        }
    }

    /// Whether a message belongs to another node.
    pub(super) fn has(&self, message: &FromClient) -> Option<Subject> {
        Subject::of(message).filter(|subject| !self.nodes.serves(*subject))
    }

    /// Whether a message is about something that has left the node at which this client had to do with it.
    pub(super) fn has_moved(&self, message: &FromClient) -> bool {
        Subject::of(message).is_some_and(|subject| self.lines.iter().any(|line| line.has_lost(subject, &self.nodes)))
    }

    /// Gives up the lines, but for the one in this place, over which the client has to do with this; whether there are any.
    fn leave_others(&self, subject: Subject, place: Option<usize>) -> bool {
        let others = self.lines.iter().enumerate().filter(|(at, line)| Some(*at) != place && line.has(subject));
        others.map(|(_, line)| line.lose()).count() > 0
    }

    /// Why the connection is to end, where another node has to do with it.
    pub(super) fn goodbye(&self) -> Option<Goodbye> {
        self.goodbye.get().cloned()
    }

    /// Ends the lines that are lost, or that something has left that is had there: what is to be said again. None where they are
    /// lost too often.
    fn take_lost(&mut self) -> Option<Vec<Again>> {
        let is_over = |line: &mut Upstream| line.is_lost() || line.has_lost_any(&self.nodes);
        let over: Vec<Upstream> = self.lines.extract_if(.., is_over).collect();
        if over.is_empty() {
            return Some(Vec::new());
        }
        if self.lost_at.elapsed() > CALM {
            self.lost = 0;
        }
        (self.lost, self.lost_at) = (self.lost + 1, Instant::now());
        (self.lost <= MOST_LOST).then(|| over.into_iter().flat_map(Upstream::take).collect())
    }
}

impl Session {
    /// Notes by which token this player is known at every node, and comes to the one that leads; false where the connection is
    /// to end, since it does not take it.
    pub(super) async fn come_to_leader(&mut self, token: &str, name: &str, capabilities: Vec<String>) -> bool {
        let Some(elsewhere) = self.elsewhere.as_mut().filter(|elsewhere| !elsewhere.ends_here) else { return true };
        // With the name, in case that it is new and the other node has not heard of it yet.
        let (token, name) = (Some(token.to_owned()), Some(name.to_owned()));
        let message = FromClient::Hello { token, name, capabilities: Some(capabilities) };
        elsewhere.hello = Envelope { re: None, message }.text();
        match self.line_to(Subject::Lobby).await {
            Ok(_) => true,
            Err(error) => self.gives_up(&error),
        }
    }

    /// Whether this is said by another node, in the name of a client that has come there.
    pub(super) fn is_said_by_node(&self, text: &str) -> bool {
        self.elsewhere.as_ref().is_some_and(|elsewhere| elsewhere.ends_here) && text.starts_with(BY_NODE)
    }

    /// Whether a message is one that belongs to another node, or that came to this one from there.
    pub(super) fn may_belong_elsewhere(&self, message: &FromClient) -> bool {
        let elsewhere = self.elsewhere.as_ref().filter(|_| self.is_known());
        elsewhere.is_some_and(|elsewhere| elsewhere.has(message).is_some() || elsewhere.has_moved(message))
    }

    /// Passes on what belongs to another node; what belongs here comes back.
    pub(super) async fn pass_on(&mut self, envelope: Envelope, text: &str) -> Option<Envelope> {
        loop {
            if self.elsewhere.as_ref().is_some_and(|elsewhere| elsewhere.has_moved(&envelope.message)) {
                self.come_again().await;
            }
            let subject = self.elsewhere.as_ref().and_then(|elsewhere| elsewhere.has(&envelope.message));
            let Some(subject) = subject else { return Some(envelope) };
            let place = match self.line_to(subject).await {
                Ok(place) => place,
                Err(error) => {
                    self.gives_up(&error);
                    return None;
                }
            };
            let elsewhere = self.elsewhere.as_ref()?;
            // It may have moved while a node was waited for.
            if elsewhere.leave_others(subject, place) {
                continue;
            }
            let Some(line) = place.and_then(|place| elsewhere.lines.get(place)) else { return Some(envelope) };
            if matches!(envelope.message, FromClient::Enter { .. }) {
                self.queue.forget_pairings();
            }
            line.say(envelope, text).await;
            return None;
        }
    }

    /// Comes back when a connection to another node is lost, and what it was about is found.
    pub(in crate::server) async fn has_found(&self) {
        match &self.elsewhere {
            Some(elsewhere) => elsewhere.found.notified().await,
            None => std::future::pending().await,
        }
    }

    /// What this client had at nodes that do not have it any more, it has again from now on, at those that do.
    pub(in crate::server) async fn come_again(&mut self) {
        let mut again: VecDeque<Again> = VecDeque::new();
        loop {
            let Some(elsewhere) = &mut self.elsewhere else { return };
            let Some(lost) = elsewhere.take_lost() else {
                let error = elsewhere.nodes.unreachable();
                self.gives_up(&error);
                return;
            };
            // What was lost just now was said before the rest.
            again = lost.into_iter().chain(again).collect();
            let Some(next) = again.pop_front() else { break };
            if let Err(error) = self.say_again(next).await {
                self.gives_up(&error);
                return;
            }
        }
        // Whoever leads is to know that the player is there.
        if let Err(error) = self.line_to(Subject::Lobby).await {
            self.gives_up(&error);
        }
    }

    async fn say_again(&mut self, again: Again) -> Result<(), ApiError> {
        let (Envelope { re, message }, unasked) = match again {
            Again::Tell(message) => {
                self.queue.send(&message);
                return Ok(());
            }
            Again::Ask { envelope, unasked } => (envelope, unasked),
        };
        let place = match Subject::of(&message) {
            Some(subject) => self.line_to(subject).await?,
            None => None,
        };
        let lines = self.elsewhere.as_ref().map(|elsewhere| &elsewhere.lines);
        if let Some(line) = place.and_then(|place| lines?.get(place)) {
            let envelope = Envelope { re, message };
            if unasked {
                line.say_unasked(envelope).await;
            } else {
                let text = envelope.text();
                line.say(envelope, &text).await;
            }
            return Ok(());
        }
        let (re, now) = (if unasked { Some(NOBODY) } else { re }, Instant::now());
        if let FromClient::Leave { id } = message
            && self.stop_following(id, re, now)
        {
            return Ok(());
        }
        let done = Box::pin(self.act(re, message, now)).await;
        match done {
            Err(error) if !unasked => {
                self.queue.send(&error.message(re));
                Ok(())
            }
            done => done,
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
            cut: self.cut.clone(),
            goodbye: Arc::clone(&elsewhere.goodbye),
            found: Arc::clone(&elsewhere.found),
        })
    }

    /// Which of the connections is the one to the node at which this lives; none where it lives here.
    async fn line_to(&mut self, subject: Subject) -> Result<Option<usize>, ApiError> {
        let speaker = self.speaker();
        let (Some(elsewhere), Some(speaker)) = (&mut self.elsewhere, speaker) else { return Ok(None) };
        if elsewhere.ends_here {
            return elsewhere.nodes.await_here(subject).await.map(|()| None);
        }
        let began = Instant::now();
        loop {
            let Some(reached) = elsewhere.nodes.reach(subject).await? else { return Ok(None) };
            let is_there = |line: &Upstream| line.is_to(&reached.node) && !line.is_lost();
            if let Some(place) = elsewhere.lines.iter().position(is_there) {
                return Ok(Some(place));
            }
            if let Some(line) = Upstream::open(&elsewhere.nodes, reached, speaker.clone()).await? {
                elsewhere.lines.push(line);
                return Ok(Some(elsewhere.lines.len() - 1));
            }
            if began.elapsed() >= OPENED_WITHIN {
                return Err(elsewhere.nodes.unreachable());
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}
