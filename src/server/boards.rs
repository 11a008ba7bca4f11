//! Small boards in lists. The newest position of each match in view is encoded once and shared by all its viewers.
//!
//! Each match has one link for all its viewers. Only its newest position is kept, and it is sent at most once a second.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::lobby::Lobby;
use arena_games::{Diagram, Side};
use arena_play::handle::{MatchHandle, ReplyTo};
use arena_play::link::{LinkId, Listener, ListenerClosed, Notification, Published, Role, Snapshot};
use arena_play::{Event, Phase};
use arena_protocol::FromServer;
use arena_protocol::view::Status;

/// Minimum interval between two updates of a board.
const EVERY: Duration = Duration::from_secs(1);

/// State of a match that a small board shows.
#[derive(Clone)]
struct BoardState {
    status: Status,
    ply: u32,
    turn: Option<Side>,
    diagram: Diagram,
}

/// Listener that receives a match's notifications for its board.
#[derive(Default)]
struct Slot {
    seen: Mutex<ViewedBoard>,
}

#[derive(Default)]
struct ViewedBoard {
    state: Option<BoardState>,
    changed: bool,
    /// True if the match has dropped the link or did not accept it.
    lost: bool,
}

impl Slot {
    fn seen(&self) -> MutexGuard<'_, ViewedBoard> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ViewedBoard {
    fn snapshot(&mut self, snapshot: &Snapshot) {
        let position = &snapshot.position;
        let over = matches!(snapshot.phase, Phase::Over(_));
        self.state = Some(BoardState {
            status: (&snapshot.phase).into(),
            ply: count(snapshot.moves.len()),
            turn: if over { None } else { position.turn },
            diagram: position.diagram.clone(),
        });
        self.changed = true;
    }

    fn event(&mut self, published: &Published) {
        let Some(state) = self.state.as_mut() else { return };
        match &published.event {
            Event::Started { .. } => state.status = Status::Live,
            Event::Moved { ply, .. } => state.ply = count(ply + 1),
            Event::TakenBack { ply, .. } => state.ply = count(*ply),
            Event::Ended { .. } => (state.status, state.turn) = (Status::Finished, None),
            _ => return,
        }
        if let Some(position) = &published.position {
            (state.turn, state.diagram) = (position.turn, position.view().diagram.clone());
        }
        self.changed = true;
    }
}

impl Listener for Slot {
    fn notify(&self, _: Uuid, notification: Notification) -> Result<(), ListenerClosed> {
        let mut seen = self.seen();
        match notification {
            Notification::Snapshot { snapshot, .. } => seen.snapshot(&snapshot),
            Notification::Event(published) => seen.event(&published),
            Notification::Missed { events, .. } => events.iter().for_each(|event| seen.event(event)),
            Notification::Reply { result, .. } => seen.lost |= result.is_err(),
            Notification::Closed => seen.lost = true,
            Notification::Superseded => {}
        }
        Ok(())
    }
}

/// A match in view of at least one client.
struct Board {
    handle: MatchHandle,
    link: LinkId,
    slot: Arc<Slot>,
    viewers: usize,
    /// Counts the encoded updates.
    version: u64,
    sent_at: Option<Instant>,
    text: Arc<str>,
}

impl Board {
    fn new(lobby: &Lobby, handle: MatchHandle) -> Self {
        let (link, slot) = (lobby.new_link(), Arc::default());
        let board = Self { handle, link, slot, viewers: 0, version: 0, sent_at: None, text: Arc::from("") };
        board.attach();
        board
    }

    fn attach(&self) {
        let listener: Arc<dyn Listener> = Arc::<Slot>::clone(&self.slot);
        let reply_to = ReplyTo::now(self.link, listener, None);
        self.slot.seen().lost = false;
        if self.handle.attach(reply_to, Role::Watcher, None).is_err() {
            self.slot.seen().lost = true;
        }
    }

    /// Encodes the newest state if it has changed, at most once a second.
    fn refresh(&mut self, now: Instant) {
        if self.sent_at.is_some_and(|at| now.saturating_duration_since(at) < EVERY) {
            return;
        }
        let state = {
            let mut seen = self.slot.seen();
            if !std::mem::take(&mut seen.changed) {
                return;
            }
            seen.state.clone()
        };
        let Some(BoardState { status, ply, turn, diagram }) = state else { return };
        self.text = FromServer::Board { id: self.handle.id(), status, ply, turn, diagram }.text().into();
        self.sent_at = Some(now);
        self.version += 1;
    }
}

/// A board in view of a client, and the version that was sent to it last.
#[derive(Clone, Copy, Debug)]
pub(super) struct InView {
    pub(super) id: Uuid,
    version: u64,
}

/// All boards in view of any client.
#[derive(Default)]
pub(super) struct Boards {
    boards: HashMap<Uuid, Board>,
}

impl Boards {
    /// Adds a viewer to each of these matches.
    pub(super) fn look(&mut self, lobby: &Lobby, matches: Vec<MatchHandle>) -> Vec<InView> {
        let mut views = Vec::new();
        for handle in matches {
            let id = handle.id();
            let board = self.boards.entry(id).or_insert_with(|| Board::new(lobby, handle));
            board.viewers += 1;
            views.push(InView { id, version: 0 });
        }
        views
    }

    /// Removes a viewer from each of these boards.
    pub(super) fn look_away(&mut self, views: impl IntoIterator<Item = InView>) {
        for view in views {
            let Some(board) = self.boards.get_mut(&view.id) else { continue };
            board.viewers -= 1;
            if board.viewers == 0
                && let Some(board) = self.boards.remove(&view.id)
            {
                board.handle.detach(board.link, None);
            }
        }
    }

    /// Encodes what has changed, and re-attaches to matches that run again.
    pub(super) fn refresh(&mut self, lobby: &Lobby, now: Instant) {
        for board in self.boards.values_mut() {
            if board.slot.seen().lost
                && let Some(again) = lobby.get(board.handle.id())
            {
                board.handle = again;
                board.attach();
            }
            board.refresh(now);
        }
    }

    /// Returns the update of a board in view, if there is a new one.
    pub(super) fn news(&self, view: &mut InView) -> Option<Arc<str>> {
        let board = self.boards.get(&view.id).filter(|board| board.version > view.version)?;
        view.version = board.version;
        Some(Arc::clone(&board.text))
    }
}

/// Converts a count for the wire. Plies stay far below 2^32.
fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
