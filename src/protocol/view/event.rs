//! Views of the events of a match.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Clocks, SeatView, ThoughtView, VerdictView, count, legal, legal_notation};
use arena_games::{Diagram, Side};
use arena_play::link::{Published, Shown};
use arena_play::{Event, MatchSetup, OfferKind, Readings, match_id};

/// An event of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventView {
    /// A seat was taken.
    Seated {
        /// Side of the seat.
        side: Side,
        /// New holder.
        seat: SeatView,
    },
    /// The match started.
    Started {
        /// Ply of the next move.
        ply: u32,
        /// Side to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
        /// Position.
        diagram: Diagram,
        /// Clocks, if there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
        /// Legal moves, if it is the reader's turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
        /// Legal moves in the game's usual notation, if that differs from the moves' own texts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal_notation: Option<Vec<String>>,
    },
    /// A move was made.
    Moved {
        /// Ply, starting at 0.
        ply: u32,
        /// Side that moved.
        side: Side,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The move in the game's usual notation, such as SAN, if that differs from its own text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        notation: Option<String>,
        /// Side to move; absent if the match is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
        /// Position.
        diagram: Diagram,
        /// Clocks, if there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
        /// Legal moves, if it is the reader's turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
        /// Legal moves in the game's usual notation, if that differs from the moves' own texts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal_notation: Option<Vec<String>>,
    },
    /// Thoughts of a bot about its next move.
    Thought(ThoughtView),
    /// A side made an offer.
    Offered {
        /// Side that made it.
        side: Side,
        /// Kind of offer.
        what: OfferKind,
    },
    /// The other side answered an offer.
    Answered {
        /// Side that answered.
        side: Side,
        /// Kind of offer.
        what: OfferKind,
        /// True if it was accepted.
        accept: bool,
        /// New match, if both players agreed to a rematch.
        #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
        id: Option<Uuid>,
    },
    /// Moves were taken back.
    TakenBack {
        /// Number of remaining moves.
        ply: u32,
        /// Side that requested it.
        side: Side,
        /// Side to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
        /// Position.
        diagram: Diagram,
        /// Clocks, if there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
        /// Legal moves, if it is the reader's turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
        /// Legal moves in the game's usual notation, if that differs from the moves' own texts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal_notation: Option<Vec<String>>,
    },
    /// A side lost its connection.
    Away {
        /// The side.
        side: Side,
        /// Grace period in milliseconds for which the seat is reserved.
        grace_ms: u64,
    },
    /// A side has returned.
    Back {
        /// The side.
        side: Side,
    },
    /// The match is over.
    Ended {
        /// Verdict.
        verdict: VerdictView,
        /// The clocks at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
    },
}

impl EventView {
    /// Creates the view of an event of the match of `setup` for the holder of the seat `you`, or for a watcher.
    #[must_use]
    pub fn new(setup: &MatchSetup, published: &Published, you: Option<Side>) -> Self {
        let game = setup.game;
        let position = published.position.as_ref().map(Shown::view);
        let turn = position.and_then(|position| position.turn);
        let running = published.position.as_ref().zip(setup.clock);
        let running = running.and_then(|(shown, clock)| clock.running(turn, shown.has_moved));
        let shown = |readings: &Option<Readings>, running| {
            setup.clock.zip(*readings).map(|(setting, left)| Clocks::new(setting, left, running))
        };
        // `Started`, `Moved` and `TakenBack` always come with a position. The fallback is never drawn.
        let diagram = || position.map_or_else(empty_diagram, |position| position.diagram.clone());
        let legal = position.and_then(|position| legal(game, position, you));
        let legal_notation = position.and_then(|position| legal_notation(position, you));
        match &published.event {
            Event::Seated { side, seat } => Self::Seated { side: *side, seat: SeatView::of(seat, false) },
            Event::Started { clocks } => Self::Started {
                ply: count(setup.opening.len()),
                turn,
                diagram: diagram(),
                clocks: shown(clocks, running),
                legal,
                legal_notation,
            },
            Event::Moved { ply, side, mv, clocks } => Self::Moved {
                ply: count(*ply),
                side: *side,
                mv: game.move_text(*mv),
                notation: published.written.first().cloned(),
                turn,
                diagram: diagram(),
                clocks: shown(clocks, running),
                legal,
                legal_notation,
            },
            Event::TakenBack { side, ply, clocks } => Self::TakenBack {
                ply: count(*ply),
                side: *side,
                turn,
                diagram: diagram(),
                clocks: shown(clocks, running),
                legal,
                legal_notation,
            },
            Event::Thought { side, ply, thought } => {
                Self::Thought(ThoughtView::new(game, *side, *ply, thought, &published.written))
            }
            Event::Offered { side, what } => Self::Offered { side: *side, what: *what },
            Event::Answered { side, what, accept } => Self::Answered {
                side: *side,
                what: *what,
                accept: *accept,
                id: (*accept && *what == OfferKind::Rematch).then(|| match_id::rematch(setup.id)),
            },
            Event::Away { side, grace_ms } => Self::Away { side: *side, grace_ms: *grace_ms },
            Event::Back { side } => Self::Back { side: *side },
            Event::Ended { verdict, clocks } => Self::Ended { verdict: verdict.into(), clocks: shown(clocks, None) },
        }
    }
}

/// An event of a stored match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NumberedView {
    /// Number of the event.
    pub seq: u64,
    /// The event.
    pub event: EventView,
}

fn empty_diagram() -> Diagram {
    let grid = arena_games::Grid { columns: 0, rows: 0, cells: Vec::new(), last: Vec::new() };
    Diagram::Grid { grid, points: Vec::new(), line: Vec::new(), check: None }
}
