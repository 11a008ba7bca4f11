//! A player, or anybody who watches, as a match sees it: a link that is notified of what happens and may act.
//!
//! Person, bot and scripted test player differ only in what stands behind their [`Listener`].

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use uuid::Uuid;

use super::{
    ClockSetting, EndReason, Event, Match, MatchSetup, NotationWriter, NumberedEvent, OfferKind, Phase, Readings,
    Refusal, Seat, Thought,
};
use crate::games::board::Board;
use crate::games::{BySide, Diagram, GameError, MoveCode, Side};

/// Identifies a link of a match; every connection and every bot has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkId(pub u64);

/// In which role a link takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Only watches.
    Watcher,
    /// A person who wants a seat: one that is held already, or one that is free.
    Person {
        /// The player.
        player: Uuid,
        /// The name to show.
        name: String,
        /// Whether the client claims by itself where the opponent stays away.
        claims: bool,
    },
    /// The bot in this seat.
    Bot(Side),
}

/// Why an action or a link came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The match refused it; nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The link holds no seat.
    #[error("you hold no seat in this match; join it first")]
    NotSeated,
    /// Another connection of the same player plays the seat.
    #[error("this seat is played from another connection now; join again to play from here")]
    Superseded,
    /// No seat is free for this player.
    #[error("no seat of this match is free for you; you can watch it")]
    NoSeat,
    /// The match cannot be stored at the moment.
    #[error("{}", unavailable(*kept))]
    Unavailable {
        /// Whether the action is kept and will be stored as soon as that works.
        kept: bool,
    },
}

const fn unavailable(kept: bool) -> &'static str {
    if kept {
        "this cannot be stored right now; it is kept until that works again, and sending it again does no harm"
    } else {
        "the match cannot be stored right now, and this was not taken; send it again in a moment"
    }
}

/// A position as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionView {
    /// Whose turn it is, unless the game is over.
    pub turn: Option<Side>,
    /// What a client draws.
    pub diagram: Diagram,
    /// The legal moves.
    pub legal: Vec<MoveCode>,
    /// The same as people write them; empty where they write them by their canonical text.
    pub written: Vec<String>,
}

impl PositionView {
    /// The position of `board`.
    #[must_use]
    pub fn of(board: &dyn Board) -> Self {
        let turn = board.outcome().is_none().then(|| board.to_move());
        Self { turn, diagram: board.diagram(), legal: board.legal(), written: board.written_legal() }
    }
}

/// A position that an event led to. What is shown of it is made when somebody asks, once for all.
pub struct Shown {
    /// Whose turn it is, unless the match is over.
    pub turn: Option<Side>,
    board: Box<dyn Board>,
    view: OnceLock<PositionView>,
}

impl Shown {
    /// The position as everybody may see it.
    #[must_use]
    pub fn view(&self) -> &PositionView {
        self.view.get_or_init(|| PositionView { turn: self.turn, ..PositionView::of(&*self.board) })
    }

    /// The position itself.
    #[must_use]
    pub fn board(&self) -> &dyn Board {
        &*self.board
    }
}

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

/// What a move has changed on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Cells by their place in the diagram, and the letter that stands there now, or 0.
    pub cells: Vec<(usize, u8)>,
    /// The letters that were taken off the board.
    pub captured: Vec<u8>,
}

impl Changed {
    /// What is different between the cells of two diagrams of one board.
    #[must_use]
    pub fn between(before: &[u8], after: &[u8]) -> Self {
        let differ = before.iter().zip(after).enumerate().filter(|(_, (before, after))| before != after);
        let (mut cells, mut arrived, mut gone) = (Vec::new(), Vec::new(), Vec::new());
        for (place, (before, after)) in differ {
            cells.push((place, *after));
            gone.extend(Some(*before).filter(|letter| *letter != 0));
            arrived.extend(Some(*after).filter(|letter| *letter != 0));
        }
        // Where there are fewer than before, those are missing that are not the mover's: whose letters are of the other case
        // than what has arrived.
        let fewer = gone.len() > arrived.len();
        let is_movers = |letter: &u8| {
            arrived.first().is_some_and(|mover| mover.is_ascii_uppercase() == letter.is_ascii_uppercase())
        };
        gone.retain(|letter| fewer && !is_movers(letter));
        Self { cells, captured: gone }
    }
}

/// Goes through the events of a match, one after the other, and adds what is shown with each.
pub struct Publisher {
    writer: NotationWriter,
    /// What stood on the cells after the event before.
    cells: Vec<u8>,
}

impl Publisher {
    /// After these moves, which have led from `start` to `board`.
    #[must_use]
    pub fn after(start: &dyn Board, moves: &[MoveCode], board: &dyn Board) -> Self {
        Self { writer: NotationWriter::after(start, moves), cells: board.cells() }
    }

    /// The next event, which led to `board`, and what came of it at once, if anything.
    #[must_use]
    pub fn publish(&mut self, numbered: NumberedEvent, next: Option<&Event>, board: &dyn Board) -> Published {
        let NumberedEvent { seq, event } = numbered;
        let written = self.writer.write(&event);
        let shows = matches!(event, Event::Started { .. } | Event::Moved { .. } | Event::TakenBack { .. });
        // A match may end by its rules in a position that is not the end of the game, as by repetition.
        let over = matches!(next, Some(Event::Ended { verdict, .. }) if verdict.by == EndReason::Rules);
        let turn = || (!over && board.outcome().is_none()).then(|| board.to_move());
        let position = shows.then(|| Shown { turn: turn(), board: board.boxed_clone(), view: OnceLock::new() });
        let cells = if shows { std::mem::replace(&mut self.cells, board.cells()) } else { Vec::new() };
        let is_comparable =
            matches!(event, Event::Moved { .. }) && !cells.is_empty() && cells.len() == self.cells.len();
        let changed = is_comparable.then(|| Changed::between(&cells, &self.cells));
        Published { seq, event, position, written, changed, texts: Default::default() }
    }
}

/// An event that is stored, with the position it led to.
#[derive(Debug)]
pub struct Published {
    /// Its number.
    pub seq: u64,
    /// The event.
    pub event: Event,
    /// The position after a start, a move or a takeback.
    pub position: Option<Shown>,
    /// The moves in it as people write them, as a [`NotationWriter`] does.
    pub written: Vec<String>,
    /// What a move has changed, where a board is shown.
    pub changed: Option<Changed>,
    /// The event as text in each dialect of the protocol, filled in when it is first sent: for the side to move, and for
    /// everybody else.
    pub texts: [[OnceLock<String>; 2]; 2],
}

/// All events of a match from its first on, each with its position, as they were published.
///
/// # Errors
/// When a move is not legal: the events are not of this match.
pub fn republished(
    start: &dyn Board,
    opening: &[MoveCode],
    events: impl IntoIterator<Item = Event>,
) -> Result<Vec<Published>, GameError> {
    let mut moves: Vec<MoveCode> = opening.to_vec();
    let replay = |moves: &[MoveCode]| {
        let mut board = start.boxed_clone();
        moves.iter().enumerate().try_for_each(|(ply, mv)| board.play(*mv, ply)).map(|()| board)
    };
    let mut board = replay(&moves)?;
    let mut publisher = Publisher::after(start, opening, &*board);
    let mut published = Vec::new();
    let mut events = events.into_iter().peekable();
    for seq in 1.. {
        let Some(event) = events.next() else { break };
        match &event {
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
        published.push(publisher.publish(NumberedEvent { seq, event }, events.peek(), &*board));
    }
    Ok(published)
}

/// The present state of a match, for a link that is added.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Its unchanging part.
    pub setup: Arc<MatchSetup>,
    /// The number of its last event.
    pub seq: u64,
    /// Who sits where.
    pub seats: BySide<Seat>,
    /// Who is away.
    pub away: BySide<bool>,
    /// Where it stands.
    pub phase: Phase,
    /// All moves so far, those of the opening first.
    pub moves: Vec<MoveCode>,
    /// The same as people write them; empty where they write them by their canonical text.
    pub written: Vec<String>,
    /// The position.
    pub position: PositionView,
    /// The clocks' setting, which is the same for both where people play, and what they show, when there are any.
    pub clocks: Option<(ClockSetting, Readings)>,
    /// Who has an open offer of a draw, of a takeback and of a rematch.
    pub offers: [Option<Side>; 3],
    /// Whether both agreed to a rematch.
    pub rematch: bool,
    /// What the bots thought about their moves, each with its line as people write it.
    pub thoughts: Vec<(usize, Side, Thought, Vec<String>)>,
}

impl Snapshot {
    /// The match `core` at `now`.
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
        Self {
            setup: Arc::clone(setup),
            seq: core.events().len() as u64,
            seats: core.seats().clone(),
            away: BySide::from_fn(|side| core.is_away(side)),
            phase: core.phase().clone(),
            moves: core.moves().to_vec(),
            written,
            position,
            clocks: core.clock().map(|clock| (clock.settings().first, clock.readings(now))),
            offers: [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch].map(|what| core.offered(what)),
            rematch: core.rematch_agreed(),
            thoughts,
        }
    }
}

/// What a link is notified of.
#[derive(Clone, Debug)]
pub enum Notification {
    /// It takes part now: the match as it stands.
    Snapshot {
        /// The number of the request.
        re: Option<u64>,
        /// The match.
        snapshot: Box<Snapshot>,
    },
    /// It takes part now: what it has missed.
    Missed {
        /// The number of the request.
        re: Option<u64>,
        /// The number of the last event there is.
        seq: u64,
        /// The events after the one it knows, in order.
        events: Vec<Arc<Published>>,
    },
    /// The answer to what it asked. `Ok` is given once it is stored.
    Reply {
        /// The number of the request.
        re: Option<u64>,
        /// When the request was received.
        asked: Instant,
        /// How it went.
        result: Result<(), Rejection>,
    },
    /// Something happened.
    Event(Arc<Published>),
    /// The seat that it played is played by another connection now; it goes on as a watcher.
    Superseded,
    /// The match stops: no more notifications will come.
    Closed,
}

/// The listener is gone, or cannot follow: it gets no more notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone;

/// Where a link is notified. Notifying must not wait: a slow listener never slows a match.
pub trait Listener: Send + Sync {
    /// Notifies of something about the match `id`.
    ///
    /// # Errors
    /// [`Gone`] when nobody listens any more; the match drops the link then.
    fn notify(&self, id: Uuid, notification: Notification) -> Result<(), Gone>;
}
