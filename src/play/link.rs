//! Links: how a match sees a player or watcher, who receives notifications and may act.
//!
//! Humans, bots and scripted test players differ only in the implementation of [`Listener`].

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::{
    ClockSetting, EndReason, Event, Match, MatchSetup, NotationWriter, NumberedEvent, OfferKind, Phase, Readings,
    Refusal, Seat, Thought,
};
use crate::json_text::encoded_bytes;
use arena_games::board::Board;
use arena_games::{BySide, Diagnostic, Diagram, GameError, MoveCode, Side, diagnostic};

/// The id of a link. Every connection and every bot has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkId(pub u64);

/// The role of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Watches only.
    Watcher,
    /// A person who wants a seat, which may be held already or free.
    Person {
        player: Uuid,
        /// The display name.
        name: String,
        /// Whether the client itself claims when the opponent stays away.
        claims: bool,
    },
    /// The bot in the seat of this side.
    Bot(Side),
}

/// The reason why an action or a link was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.diagnostic())]
pub enum Rejection {
    /// The match refused the action. Nothing has changed.
    Refused(#[from] Refusal),
    /// The link holds no seat.
    NotSeated,
    /// Another connection of the same player plays the seat.
    Superseded,
    /// The match cannot be stored at present.
    Unavailable {
        /// Whether the action is kept and will be stored once storage works.
        kept: bool,
    },
}

impl Rejection {
    /// No seat is free for this player.
    pub const NO_SEAT: Self = Self::Refused(Refusal::SeatTaken);

    /// Returns the message for clients.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Refused(refusal) => refusal.diagnostic(),
            Self::NotSeated => diagnostic!("not_seated", "you have no seat in this match; join it first"),
            Self::Superseded => diagnostic!(
                "superseded",
                "your seat is now played from another connection; join again to play from this one"
            ),
            Self::Unavailable { kept: true } => diagnostic!(
                "stored_later",
                "the match cannot be stored at the moment; your action is kept and will be stored as soon as possible"
            ),
            Self::Unavailable { kept: false } => diagnostic!(
                "not_stored",
                "the match cannot be stored at the moment, so your action was rejected; try again"
            ),
        }
    }
}

/// A position as shown to all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionView {
    /// The side to move, unless the game is over.
    pub turn: Option<Side>,
    /// The diagram for clients.
    pub diagram: Diagram,
    /// The legal moves.
    pub legal: Vec<MoveCode>,
    /// The legal moves in the usual notation. Empty if the game uses its canonical move texts.
    pub written: Vec<String>,
}

impl PositionView {
    /// Creates the view of `board`.
    #[must_use]
    pub fn of(board: &dyn Board) -> Self {
        let turn = board.outcome().is_none().then(|| board.to_move());
        Self { turn, diagram: board.diagram(), legal: board.legal(), written: board.written_legal() }
    }
}

/// The position after an event. Its view is created on first use and shared.
pub struct PositionSnapshot {
    /// The side to move, unless the match is over.
    pub turn: Option<Side>,
    /// Whether the side to move has made a move, not counting the opening.
    pub has_moved: bool,
    board: Arc<dyn Board>,
    view: OnceLock<PositionView>,
}

impl PositionSnapshot {
    #[must_use]
    pub fn view(&self) -> &PositionView {
        self.view.get_or_init(|| PositionView { turn: self.turn, ..PositionView::of(&*self.board) })
    }

    /// Returns the position.
    #[must_use]
    pub fn board(&self) -> &dyn Board {
        &*self.board
    }
}

impl fmt::Debug for PositionSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

/// The changes that a move made on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// The changed cells: the index in the diagram, and the new letter, or 0.
    pub cells: Vec<(usize, u8)>,
    /// The letters of captured pieces.
    pub captured: Vec<u8>,
}

impl Changed {
    /// Computes the difference between the cells of two diagrams of one board.
    #[must_use]
    pub fn between(before: &[u8], after: &[u8]) -> Self {
        let mut changed = Self { cells: Vec::with_capacity(4), captured: Vec::new() };
        let (mut gone, mut arrived, mut mover) = (0, 0, 0);
        for (start, (old, new)) in (0..).step_by(WORD).zip(before.chunks(WORD).zip(after.chunks(WORD))) {
            // Words of a known length are compared without a call.
            let is_same = match (old.first_chunk::<WORD>(), new.first_chunk::<WORD>()) {
                (Some(old), Some(new)) => old == new,
                _ => old == new,
            };
            if is_same {
                continue;
            }
            for (place, (&old, &new)) in (start..).zip(old.iter().zip(new)).filter(|(_, (old, new))| old != new) {
                changed.cells.push((place, new));
                gone += usize::from(old != 0);
                arrived += usize::from(new != 0);
                mover = if mover == 0 { new } else { mover };
            }
        }
        // Fewer letters than before mean a capture. The captured letters differ in case from the mover's.
        if gone > arrived {
            let is_captured =
                |letter: &u8| *letter != 0 && (mover == 0 || mover.is_ascii_uppercase() != letter.is_ascii_uppercase());
            changed.captured = changed.cells.iter().map(|(place, _)| before[*place]).filter(is_captured).collect();
        }
        changed
    }
}

/// Number of cells that are compared at once.
const WORD: usize = 8;

/// Prepares the events of a match for publication, in order.
pub struct Publisher {
    /// The position after the previous event.
    board: Arc<dyn Board>,
    /// The cells after the previous event.
    cells: Vec<u8>,
    /// The ply of each side's first move after the opening.
    first_moves: BySide<Option<usize>>,
}

impl Publisher {
    /// Creates a publisher for the events after `moves`, which led from `start` to `board`. The first `opening` moves
    /// belong to the opening.
    #[must_use]
    pub fn after(start: &dyn Board, moves: &[MoveCode], opening: usize, board: &dyn Board) -> Self {
        let (mut replayed, mut first_moves) = (start.boxed_clone(), BySide::default());
        for (ply, mv) in moves.iter().enumerate() {
            let first: &mut Option<usize> = &mut first_moves[replayed.to_move()];
            if ply >= opening {
                first.get_or_insert(ply);
            }
            if first_moves.iter().all(|(_, first)| first.is_some()) || replayed.play(*mv, ply).is_err() {
                break;
            }
        }
        Self { board: board.shared_clone(), cells: board.cells(), first_moves }
    }

    /// Prepares the next event, which led to `board`. `next` is the event that followed at once, if any.
    #[must_use]
    pub fn publish(&mut self, numbered: NumberedEvent, next: Option<&Event>, board: &dyn Board) -> Published {
        let NumberedEvent { seq, event } = numbered;
        let written = match &event {
            Event::Thought { thought, .. } => self.board.written_line(&thought.line),
            Event::Moved { mv, .. } => self.board.written_line(&[*mv]),
            _ => Vec::new(),
        };
        match &event {
            Event::Moved { ply, side, .. } => {
                self.first_moves[*side].get_or_insert(*ply);
            }
            Event::TakenBack { ply, .. } => {
                self.first_moves = self.first_moves.map(|first| first.filter(|first| first < ply));
            }
            _ => {}
        }
        let shows = matches!(event, Event::Started { .. } | Event::Moved { .. } | Event::TakenBack { .. });
        // The rules may end a match in a position that is not terminal, for example by repetition.
        let over = matches!(next, Some(Event::Ended { verdict, .. }) if verdict.by == EndReason::Rules);
        let turn = || (!over && board.outcome().is_none()).then(|| board.to_move());
        let has_moved = self.first_moves[board.to_move()].is_some();
        let position = shows.then(|| {
            self.board = board.shared_clone();
            PositionSnapshot { turn: turn(), has_moved, board: Arc::clone(&self.board), view: OnceLock::new() }
        });
        let cells = if shows { std::mem::replace(&mut self.cells, board.cells()) } else { Vec::new() };
        let is_comparable =
            matches!(event, Event::Moved { .. }) && !cells.is_empty() && cells.len() == self.cells.len();
        let changed = is_comparable.then(|| Changed::between(&cells, &self.cells));
        let bytes = EVENT_BYTES
            + match &changed {
                Some(changed) => changed.cells.len() * MOVE_BYTES,
                None => position.as_ref().map_or(0, |position| encoded_bytes(&position.view().diagram)),
            }
            + if let Event::Thought { thought, .. } = &event { thought.line.len() * MOVE_BYTES } else { 0 };
        Published { seq, event, position, written, changed, bytes, texts: Default::default() }
    }
}

/// A stored event with the resulting position.
#[derive(Debug)]
pub struct Published {
    /// Its number.
    pub seq: u64,
    pub event: Event,
    /// The position after a start, a move or a takeback.
    pub position: Option<PositionSnapshot>,
    /// The event's moves in the usual notation, as written by a [`NotationWriter`].
    pub written: Vec<String>,
    /// The changes on the board after a move, if the game has a board.
    pub changed: Option<Changed>,
    /// About how many bytes it is when encoded.
    pub bytes: usize,
    /// The event as text of the protocol, created when first sent: for the side to move, and for all others.
    pub texts: [OnceLock<String>; 2],
}

/// Prepares the events of a match after the first `since`, with their positions, as they were published.
///
/// # Errors
/// Returns an error if a move is not legal, which means that the events belong to another match.
pub fn republished(
    start: &dyn Board,
    opening: &[MoveCode],
    events: &[Event],
    since: usize,
) -> Result<Vec<Published>, GameError> {
    let mut moves: Vec<MoveCode> = opening.to_vec();
    let replay = |moves: &[MoveCode]| {
        let mut board = start.boxed_clone();
        moves.iter().enumerate().try_for_each(|(ply, mv)| board.play(*mv, ply)).map(|()| board)
    };
    let mut board = replay(&moves)?;
    let mut publisher = None;
    let mut published = Vec::new();
    for (index, event) in events.iter().enumerate() {
        if index == since {
            publisher = Some(Publisher::after(start, &moves, opening.len(), &*board));
        }
        match event {
            Event::Moved { mv, .. } => {
                board.play(*mv, moves.len())?;
                moves.push(*mv);
            }
            Event::TakenBack { ply, .. } => {
                moves.truncate(*ply);
                board = replay(&moves)?;
            }
            _ => {}
        }
        if let Some(publisher) = &mut publisher {
            let numbered = NumberedEvent { seq: index as u64 + 1, event: event.clone() };
            published.push(publisher.publish(numbered, events.get(index + 1), &*board));
        }
    }
    Ok(published)
}

/// The current state of a match, for a new link.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Its unchanging part.
    pub setup: Arc<MatchSetup>,
    /// The number of the last event.
    pub seq: u64,
    /// The holders of the seats.
    pub seats: BySide<Seat>,
    /// The rest of the grace period in milliseconds of each side that is away.
    pub away: BySide<Option<u64>>,
    /// The phase of the match.
    pub phase: Phase,
    /// All moves so far, beginning with the opening.
    pub moves: Vec<MoveCode>,
    /// The moves in the usual notation. Empty if the game uses its canonical move texts.
    pub written: Vec<String>,
    pub position: PositionView,
    /// The time control, which is the same for both sides when people play, and the clock readings, if there is a
    /// clock.
    pub clocks: Option<(ClockSetting, Readings)>,
    /// The side whose clock runs.
    pub running: Option<Side>,
    /// The time that each side has for its first move, and what is left of it to the side to move, if its clock waits
    /// for it.
    pub first_move: Option<(Duration, Option<Duration>)>,
    /// The sides with an open offer of a draw, a takeback and a rematch.
    pub offers: [Option<Side>; 3],
    /// Whether both sides agreed to a rematch.
    pub rematch: bool,
    /// The bots' thoughts: ply, side, thought, and its line in the usual notation.
    pub thoughts: Vec<(usize, Side, Thought, Vec<String>)>,
}

impl Snapshot {
    /// Creates the snapshot of `core` at `now`.
    #[must_use]
    pub fn of(setup: &Arc<MatchSetup>, core: &Match, now: Instant) -> Self {
        let opening = &core.terms().opening;
        let mut writer = NotationWriter::after(core.start(), opening);
        let (mut written, mut thoughts) = (core.start().written_line(opening), Vec::new());
        for event in core.events() {
            let moves = writer.write(event);
            match event {
                Event::Thought { side, ply, thought } => thoughts.push((*ply, *side, (**thought).clone(), moves)),
                Event::Moved { .. } => written.extend(moves),
                Event::TakenBack { ply, .. } => written.truncate(*ply),
                _ => {}
            }
        }
        let mut position = PositionView::of(core.board());
        position.turn = core.turn();
        let has_moved = core.has_moved(core.board().to_move());
        Self {
            setup: Arc::clone(setup),
            seq: core.events().len() as u64,
            seats: core.seats().clone(),
            away: BySide::from_fn(|side| core.grace_left_ms(side, now)),
            phase: core.phase().clone(),
            moves: core.moves().to_vec(),
            written,
            position,
            clocks: core.clock().map(|clock| (clock.settings().first, clock.readings(now))),
            running: setup.clock.and_then(|clock| clock.running(core.turn(), has_moved)),
            first_move: core.first_move(now),
            offers: [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch].map(|what| core.offered(what)),
            rematch: core.rematch_agreed(),
            thoughts,
        }
    }

    /// Returns about how many bytes it is when encoded.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let line =
            |(_, _, thought, _): &(usize, Side, Thought, Vec<String>)| EVENT_BYTES + thought.line.len() * MOVE_BYTES;
        EVENT_BYTES
            + encoded_bytes(&self.position.diagram)
            + self.setup.position.as_ref().map_or(0, String::len)
            + (self.moves.len() + self.written.len() + self.position.legal.len()) * MOVE_BYTES
            + self.thoughts.iter().map(line).sum::<usize>()
    }
}

/// About the bytes of an encoded event without diagram and moves, and of a move in a list.
const EVENT_BYTES: usize = 256;
const MOVE_BYTES: usize = 12;

/// A notification for a link.
#[derive(Clone, Debug)]
pub enum Notification {
    /// The link was added: the current state of the match.
    Snapshot {
        /// The number of the request.
        re: Option<u64>,
        /// The state.
        snapshot: Box<Snapshot>,
    },
    /// The link was added: the events that it missed.
    Missed {
        /// The number of the request.
        re: Option<u64>,
        /// The number of the last event.
        seq: u64,
        /// The events after the last one that the link has, in order.
        events: Vec<Arc<Published>>,
    },
    /// The reply to a request. `Ok` is sent once the events are stored.
    Reply {
        /// The number of the request.
        re: Option<u64>,
        /// When the request was received.
        asked: Instant,
        result: Result<(), Rejection>,
    },
    /// A new event.
    Event(Arc<Published>),
    /// Another connection has taken over the seat of this link, which continues as a watcher.
    Superseded,
    /// The match has stopped. No more notifications follow.
    Closed,
}

impl Notification {
    /// Returns about how many bytes it is when encoded.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Self::Snapshot { snapshot, .. } => snapshot.bytes(),
            Self::Missed { events, .. } => EVENT_BYTES + events.iter().map(|published| published.bytes).sum::<usize>(),
            Self::Event(published) => published.bytes,
            Self::Reply { .. } | Self::Superseded | Self::Closed => EVENT_BYTES,
        }
    }
}

/// The listener is gone or too slow. It gets no more notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListenerClosed;

/// The receiver of a link's notifications. Implementations must not block: a slow listener must not slow a match.
pub trait Listener: Send + Sync {
    /// Notifies of something about the match `id`.
    ///
    /// # Errors
    /// Returns [`ListenerClosed`] if the listener is gone. The match then removes the link.
    fn notify(&self, id: Uuid, notification: Notification) -> Result<(), ListenerClosed>;
}
