//! Boards in view: of each match that somebody looks at from a list, the newest position, encoded once for all.
//!
//! A match is heard by one link of its own however many look, and only its newest position is kept; it is told once a
//! second at most.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::lobby::Lobby;
use crate::games::{Diagram, Side};
use crate::play::handle::{Asker, MatchHandle};
use crate::play::player::{Gone, LinkId, Listener, Published, Role, Snapshot, Told};
use crate::play::{Event, Phase};
use crate::protocol::FromServer;
use crate::protocol::view::Status;

/// How often a board is told.
const EVERY: Duration = Duration::from_secs(1);

/// How a match stands, as far as a small board shows it.
#[derive(Clone)]
struct Sight {
    status: Status,
    ply: u32,
    turn: Option<Side>,
    diagram: Diagram,
}

/// Where the link of a board hears what happens.
#[derive(Default)]
struct Slot {
    sight: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    sight: Option<Sight>,
    changed: bool,
    /// The match has let go of the link, or did not take it.
    lost: bool,
}

impl Slot {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.sight.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    fn snapshot(&mut self, snapshot: &Snapshot) {
        let scene = &snapshot.scene;
        let over = matches!(snapshot.phase, Phase::Over(_));
        self.sight = Some(Sight {
            status: (&snapshot.phase).into(),
            ply: count(snapshot.moves.len()),
            turn: if over { None } else { scene.turn },
            diagram: scene.diagram.clone(),
        });
        self.changed = true;
    }

    fn event(&mut self, published: &Published) {
        let Some(sight) = self.sight.as_mut() else { return };
        match &published.event {
            Event::Started { .. } => sight.status = Status::Live,
            Event::Moved { ply, .. } => sight.ply = count(ply + 1),
            Event::TakenBack { ply, .. } => sight.ply = count(*ply),
            Event::Ended { .. } => (sight.status, sight.turn) = (Status::Finished, None),
            _ => return,
        }
        if let Some(scene) = &published.scene {
            (sight.turn, sight.diagram) = (scene.turn, scene.diagram.clone());
        }
        self.changed = true;
    }
}

impl Listener for Slot {
    fn tell(&self, _: Uuid, told: Told) -> Result<(), Gone> {
        let mut seen = self.seen();
        match told {
            Told::Snapshot { snapshot, .. } => seen.snapshot(&snapshot),
            Told::Event(published) => seen.event(&published),
            Told::Missed { events, .. } => events.iter().for_each(|event| seen.event(event)),
            Told::Answer { result, .. } => seen.lost |= result.is_err(),
            Told::Closed => seen.lost = true,
            Told::Superseded => {}
        }
        Ok(())
    }
}

/// A match that somebody looks at.
struct Board {
    handle: MatchHandle,
    link: LinkId,
    slot: Arc<Slot>,
    viewers: usize,
    /// Counts what was told.
    version: u64,
    told_at: Option<Instant>,
    text: Arc<str>,
}

impl Board {
    fn attach(&self) {
        let listener: Arc<dyn Listener> = Arc::<Slot>::clone(&self.slot);
        let asker = Asker { link: self.link, listener, re: None, at: Instant::now() };
        self.slot.seen().lost = self.handle.attach(asker, Role::Watcher, None).is_err();
    }

    /// Encodes what has changed, once a second at most.
    fn refresh(&mut self, now: Instant) {
        if self.told_at.is_some_and(|at| now.saturating_duration_since(at) < EVERY) {
            return;
        }
        let sight = {
            let mut seen = self.slot.seen();
            if !std::mem::take(&mut seen.changed) {
                return;
            }
            seen.sight.clone()
        };
        let Some(Sight { status, ply, turn, diagram }) = sight else { return };
        self.text = FromServer::Board { id: self.handle.id(), status, ply, turn, diagram }.text().into();
        self.told_at = Some(now);
        self.version += 1;
    }
}

/// A board that a viewer has in view, and what it was told of it last.
#[derive(Clone, Copy, Debug)]
pub(super) struct InView {
    pub(super) id: Uuid,
    version: u64,
}

/// The matches that anybody looks at.
#[derive(Default)]
pub(super) struct Boards {
    boards: HashMap<Uuid, Board>,
    /// Links that could not be taken away yet, since their matches had too much to do.
    leaving: Vec<(MatchHandle, LinkId)>,
}

impl Boards {
    /// One more looks at these matches.
    pub(super) fn look(&mut self, lobby: &Lobby, handles: Vec<MatchHandle>) -> Vec<InView> {
        let mut views = Vec::new();
        for handle in handles {
            let id = handle.id();
            let board = self.boards.entry(id).or_insert_with(|| {
                let board = Board {
                    handle,
                    link: lobby.new_link(),
                    slot: Arc::default(),
                    viewers: 0,
                    version: 0,
                    told_at: None,
                    text: Arc::from(""),
                };
                board.attach();
                board
            });
            board.viewers += 1;
            views.push(InView { id, version: 0 });
        }
        views
    }

    /// One fewer looks at them.
    pub(super) fn look_away(&mut self, views: impl IntoIterator<Item = InView>) {
        for view in views {
            let Some(board) = self.boards.get_mut(&view.id) else { continue };
            board.viewers -= 1;
            if board.viewers == 0
                && let Some(board) = self.boards.remove(&view.id)
            {
                self.leaving.push((board.handle, board.link));
            }
        }
    }

    /// Reads what has changed, comes back to matches that run again, and leaves those that nobody looks at.
    pub(super) fn refresh(&mut self, lobby: &Lobby, now: Instant) {
        self.leaving.retain(|(handle, link)| !handle.try_detach(*link));
        for board in self.boards.values_mut() {
            if board.slot.seen().lost
                && let Some(handle) = lobby.get(board.handle.id())
            {
                board.handle = handle;
                board.attach();
            }
            board.refresh(now);
        }
    }

    /// What is new about a board in view, if anything.
    pub(super) fn news(&self, view: &mut InView) -> Option<Arc<str>> {
        let board = self.boards.get(&view.id).filter(|board| board.version > view.version)?;
        view.version = board.version;
        Some(Arc::clone(&board.text))
    }
}

/// A count on the wire; plies stay far below 2^32.
fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
