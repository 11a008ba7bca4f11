//! What the server's bots think while they think, for viewers who asked for it.
//!
//! The thread of a search leaves its newest results here after each depth and goes on. A few times a second the topics
//! write the results of each match as one message for all its viewers. Results that were replaced meanwhile are not
//! sent, so neither a slow viewer nor a quick search fills a queue.
//!
//! Fair play: nobody sees this in a match in which a person plays for a rating or in a tournament, and a person sees it
//! in no match of a game of which that person plays a rated match with a clock. The final thought of each move is
//! withheld by [`MatchSetup::withholds_thoughts`].

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use super::error::ApiError;
use arena_bots::{ThinkingObserver, ThinkingUpdate};
use arena_games::{GameId, MoveCode, Side, diagnostic};
use arena_play::MatchSetup;
use arena_play::handle::MatchHandle;
use arena_protocol::FromServer;
use arena_protocol::view::{ThinkingMove, ThoughtView, notation};

/// Maximum number of root moves in a message, the best ones.
const MOST_MOVES: usize = 12;

/// The newest results of a search, and the position that is searched.
struct Latest {
    moves: Arc<[MoveCode]>,
    side: Side,
    update: ThinkingUpdate,
}

/// A match with at least one viewer.
struct Watched {
    setup: Arc<MatchSetup>,
    viewers: usize,
    /// Results that are not written yet.
    latest: Option<Latest>,
    /// Counts the written messages.
    version: u64,
    text: Arc<str>,
}

/// A viewer of a match, and the version that was sent to it last.
#[derive(Clone, Copy, Debug)]
pub(super) struct InView {
    pub(super) id: Uuid,
    pub(super) game: GameId,
    /// The person behind the viewer.
    pub(super) person: Uuid,
    version: u64,
}

/// The matches whose bots are watched while they think.
#[derive(Default)]
pub struct Thinking {
    watched: Mutex<HashMap<Uuid, Watched>>,
    /// Number of these matches, so that a search can look without the lock.
    count: AtomicUsize,
}

impl Thinking {
    /// Adds a viewer.
    pub(super) fn look(&self, handle: &MatchHandle, person: Uuid) -> InView {
        let (id, setup) = (handle.id(), handle.setup());
        let mut watched = self.lock();
        let entry = watched.entry(id).or_insert_with(|| Watched {
            setup: Arc::clone(setup),
            viewers: 0,
            latest: None,
            version: 0,
            text: Arc::from(""),
        });
        entry.viewers += 1;
        self.count.store(watched.len(), Ordering::Relaxed);
        InView { id, game: setup.game, person, version: 0 }
    }

    /// Removes a viewer of each of these matches.
    pub(super) fn look_away(&self, views: impl IntoIterator<Item = InView>) {
        let mut watched = self.lock();
        for InView { id, .. } in views {
            let Some(entry) = watched.get_mut(&id) else { continue };
            entry.viewers -= 1;
            if entry.viewers == 0 {
                watched.remove(&id);
            }
        }
        self.count.store(watched.len(), Ordering::Relaxed);
    }

    /// Writes the newest results. Returns whether there are any.
    pub(super) fn refresh(&self) -> bool {
        if self.count.load(Ordering::Relaxed) == 0 {
            return false;
        }
        let take = |entry: &mut Watched| entry.latest.take().map(|latest| (Arc::clone(&entry.setup), latest));
        let fresh: Vec<_> = self.lock().values_mut().filter_map(take).collect();
        // Written outside the lock, for which searches wait.
        let texts: Vec<_> = fresh.iter().filter_map(|(setup, latest)| Some((setup.id, text(setup, latest)?))).collect();
        let mut watched = self.lock();
        for (id, text) in &texts {
            if let Some(entry) = watched.get_mut(id) {
                entry.version += 1;
                entry.text = Arc::clone(text);
            }
        }
        !texts.is_empty()
    }

    /// Returns the message for a viewer, if there is a new one.
    pub(super) fn news(&self, view: &mut InView) -> Option<Arc<str>> {
        let watched = self.lock();
        let entry = watched.get(&view.id).filter(|entry| entry.version > view.version)?;
        view.version = entry.version;
        Some(Arc::clone(&entry.text))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Watched>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes the message. Returns `None` if the moves belong to another match.
fn text(setup: &MatchSetup, latest: &Latest) -> Option<Arc<str>> {
    let game = setup.game;
    let mut board = game.board(&setup.options, setup.position.as_deref()).ok()?;
    for (ply, mv) in latest.moves.iter().enumerate() {
        board.play(*mv, ply).ok()?;
    }
    let ThinkingUpdate { thought, root } = &latest.update;
    let written = board.written_line(&thought.line);
    let thought = Box::new(ThoughtView::new(game, latest.side, latest.moves.len(), thought, &written));
    let moves = root.iter().take(MOST_MOVES).map(|one| ThinkingMove {
        mv: game.move_text(one.mv),
        notation: notation(&board.written_line(&[one.mv])).and_then(|written| written.into_iter().next()),
        value: one.value,
        exact: one.exact,
        nodes: one.nodes,
    });
    Some(FromServer::Thinking { id: setup.id, thought, moves: moves.collect() }.text().into())
}

/// Observer of one search of a bot in a match.
pub(super) struct SearchInMatch {
    pub(super) thinking: Arc<Thinking>,
    pub(super) id: Uuid,
    pub(super) side: Side,
    pub(super) moves: Arc<[MoveCode]>,
}

impl ThinkingObserver for SearchInMatch {
    fn is_watched(&self) -> bool {
        self.thinking.count.load(Ordering::Relaxed) > 0 && self.thinking.lock().contains_key(&self.id)
    }

    fn deepened(&self, update: ThinkingUpdate) {
        if let Some(entry) = self.thinking.lock().get_mut(&self.id) {
            entry.latest = Some(Latest { moves: Arc::clone(&self.moves), side: self.side, update });
        }
    }
}

/// Rejects a match in which a person plays for a rating or in a tournament, and a match without a bot of this server.
///
/// # Errors
/// An error with the code `rated_thinking` or `no_bot_thinks`.
pub(super) fn check_match(handle: &MatchHandle, is_of_tournament: bool) -> Result<(), ApiError> {
    if !handle.has_bot() {
        return Err(ApiError::conflict(diagnostic!("no_bot_thinks", "no bot of this server plays in this match")));
    }
    if (handle.setup().rated || is_of_tournament) && !handle.is_between_bots() {
        return Err(ApiError::forbidden(diagnostic!(
            "rated_thinking",
            "a bot's thinking is not shown in a rated match or a tournament match of a person; look at it after the \
             match"
        )));
    }
    Ok(())
}

/// The error for a person who plays a rated match of the same game.
pub(super) fn plays_rated() -> ApiError {
    ApiError::forbidden(diagnostic!(
        "thinking_while_rated",
        "you are playing a rated match of this game; you can watch a bot think after it"
    ))
}
