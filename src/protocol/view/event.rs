//! How the events of a match look from outside.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Clocks, SeatView, ThoughtView, VerdictView, count, legal, legal_notation};
use crate::games::{Diagram, Side};
use crate::play::link::{Published, Shown};
use crate::play::{Event, MatchSetup, OfferKind, Readings, match_id};

/// Something that happened in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventView {
    /// A seat was taken.
    Seated {
        /// Which.
        side: Side,
        /// By whom.
        seat: SeatView,
    },
    /// The match began.
    Started {
        /// The ply to come.
        ply: u32,
        /// Whose turn it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
        /// The position to draw.
        diagram: Diagram,
        /// The clocks, when there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
        /// The legal moves, when it is the reader's turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
        /// The same as people write them, where that is not the moves' own texts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal_notation: Option<Vec<String>>,
    },
    /// A move was made.
    Moved {
        /// Its ply, from 0.
        ply: u32,
        /// Who made it.
        side: Side,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The move as people write it, where that is not its own text, such as SAN.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        notation: Option<String>,
        /// Whose turn it is now, unless the match is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
        /// The position to draw.
        diagram: Diagram,
        /// The clocks, when there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
        /// The legal moves, when it is the reader's turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
        /// The same as people write them, where that is not the moves' own texts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal_notation: Option<Vec<String>>,
    },
    /// A bot's thoughts about the move that it makes next.
    Thought(ThoughtView),
    /// A side offered something.
    Offered {
        /// Who.
        side: Side,
        /// What.
        what: OfferKind,
    },
    /// The other side answered an offer.
    Answered {
        /// Who answered.
        side: Side,
        /// To what.
        what: OfferKind,
        /// Whether it agreed.
        accept: bool,
        /// The new match, when both agreed to a rematch.
        #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
        id: Option<Uuid>,
    },
    /// Moves were taken back.
    TakenBack {
        /// How many moves are left.
        ply: u32,
        /// Who had asked for it.
        side: Side,
        /// Whose turn it is now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
        /// The position to draw.
        diagram: Diagram,
        /// The clocks, when there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
        /// The legal moves, when it is the reader's turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
        /// The same as people write them, where that is not the moves' own texts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal_notation: Option<Vec<String>>,
    },
    /// A side's connection was lost.
    Away {
        /// Whose.
        side: Side,
        /// For how many milliseconds its seat is held.
        grace_ms: u64,
    },
    /// A side is back.
    Back {
        /// Who.
        side: Side,
    },
    /// The match is over.
    Ended {
        /// How.
        verdict: VerdictView,
        /// The clocks at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
    },
}

impl EventView {
    /// What the holder of the seat `you`, or a mere watcher, sees of an event of the match of `setup`.
    #[must_use]
    pub fn new(setup: &MatchSetup, published: &Published, you: Option<Side>) -> Self {
        let game = setup.game;
        let position = published.position.as_ref().map(Shown::view);
        let turn = position.and_then(|position| position.turn);
        let shown = |readings: &Option<Readings>, running| {
            setup.clock.zip(*readings).map(|(setting, left)| Clocks::new(setting, left, running))
        };
        // These three events always come with the position they led to; without it there is nothing to draw.
        let diagram = || position.map_or_else(empty_diagram, |position| position.diagram.clone());
        let legal = position.and_then(|position| legal(game, position, you));
        let legal_notation = position.and_then(|position| legal_notation(position, you));
        match &published.event {
            Event::Seated { side, seat } => Self::Seated { side: *side, seat: SeatView::of(seat, false) },
            Event::Started { clocks } => Self::Started {
                ply: count(setup.opening.len()),
                turn,
                diagram: diagram(),
                clocks: shown(clocks, turn),
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
                clocks: shown(clocks, turn),
                legal,
                legal_notation,
            },
            Event::TakenBack { side, ply, clocks } => Self::TakenBack {
                ply: count(*ply),
                side: *side,
                turn,
                diagram: diagram(),
                clocks: shown(clocks, turn),
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
    /// The event's number.
    pub seq: u64,
    /// The event.
    pub event: EventView,
}

fn empty_diagram() -> Diagram {
    let grid = crate::games::Grid { columns: 0, rows: 0, cells: Vec::new(), last: Vec::new() };
    Diagram::Grid { grid, points: Vec::new(), line: Vec::new(), check: None }
}
