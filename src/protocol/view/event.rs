//! Views of the events of a match.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{SeatView, ThoughtView, VerdictView, count, legal, legal_notation};
use arena_games::board::Board;
use arena_games::{Check, Diagram, Side, letter};
use arena_play::link::{Changed, PositionSnapshot, Published};
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
        /// Remaining times, if there are clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClocksLeft>,
        /// Legal moves, if it is the reader's turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
        /// Legal moves in the game's usual notation, if that differs from the moves' own texts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal_notation: Option<Vec<String>>,
    },
    /// A move was made.
    Moved {
        /// Ply that the move made, starting at 0. The next move has the ply after it.
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
        /// Changes on the board, if the position is a grid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        changed: Option<ChangedView>,
        /// Position, if it is not a grid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        diagram: Option<Diagram>,
        /// Remaining times, if there are clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClocksLeft>,
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
        /// Remaining times, if there are clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClocksLeft>,
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
        /// Remaining times at the end, if there are clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClocksLeft>,
    },
}

impl EventView {
    /// Removes the value and the line of a thought. Other events stay unchanged.
    #[must_use]
    pub fn without_thought(self) -> Self {
        match self {
            Self::Thought(thought) => Self::Thought(thought.withheld()),
            other => other,
        }
    }

    /// Creates the view of an event of the match of `setup` for the holder of the seat `you`, or for a watcher.
    #[must_use]
    pub fn new(setup: &MatchSetup, published: &Published, you: Option<Side>) -> Self {
        let game = setup.game;
        let position = published.position.as_ref().map(PositionSnapshot::view);
        let turn = position.and_then(|position| position.turn);
        let running = published.position.as_ref().zip(setup.clock);
        let running = running.and_then(|(shown, clock)| clock.running(turn, shown.has_moved));
        let shown = |readings: &Option<Readings>, running| readings.map(|left| ClocksLeft::new(left, running));
        // `Started` and `TakenBack` always come with a position. The fallback is never drawn.
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
            Event::Moved { ply, side, mv, clocks } => {
                let changed = published.position.as_ref().zip(published.changed.as_ref());
                let changed = changed.map(|(shown, changed)| ChangedView::new(changed, shown.board()));
                Self::Moved {
                    ply: count(*ply),
                    side: *side,
                    mv: game.move_text(*mv),
                    notation: published.written.first().cloned(),
                    turn,
                    diagram: changed.is_none().then(diagram),
                    changed,
                    clocks: shown(clocks, running),
                    legal,
                    legal_notation,
                }
            }
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

/// Changes on a board since the previous event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ChangedView {
    /// Changed cells: index in the diagram and new content.
    pub cells: Vec<(u32, Cow<'static, str>)>,
    /// Points of the last move. They replace those of the diagram.
    pub last: Vec<Cow<'static, str>>,
    /// Points of the winning line, if there is one. They replace those of the diagram.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub line: Vec<Cow<'static, str>>,
    /// Captured pieces, as they were shown in their cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub captured: Vec<Cow<'static, str>>,
    /// Check against the side to move, if there is one. It replaces that of the diagram.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
}

impl ChangedView {
    /// Creates the view of the changes that led to `board`.
    fn new(changed: &Changed, board: &dyn Board) -> Self {
        Self {
            cells: changed.cells.iter().map(|(place, cell)| (count(*place), letter(*cell).into())).collect(),
            last: board.marked(),
            line: board.line(),
            captured: changed.captured.iter().map(|piece| letter(*piece).into()).collect(),
            check: board.check(),
        }
    }

    /// Applies the changes to the diagram of the previous position. Returns `None` if it has no such cells.
    #[must_use]
    pub fn apply(self, diagram: Diagram) -> Option<Diagram> {
        let Diagram::Grid { mut grid, points, .. } = diagram else { return None };
        for (place, text) in self.cells {
            *grid.cells.get_mut(usize::try_from(place).ok()?)? = text;
        }
        grid.last = self.last;
        Some(Diagram::Grid { grid, points, line: self.line, check: self.check })
    }
}

/// Remaining times in milliseconds. The clock setting is part of the match's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ClocksLeft {
    /// First side.
    pub first: u64,
    /// Second side.
    pub second: u64,
    /// Side whose clock is running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Side>,
}

impl ClocksLeft {
    /// Creates the view of these remaining times.
    #[must_use]
    pub const fn new(left: Readings, running: Option<Side>) -> Self {
        Self { first: left.first, second: left.second, running }
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

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use arena_games::seed::Rng;
    use arena_games::{BySide, GameId, Options};
    use arena_play::link::{Changed, Publisher};
    use arena_play::{Action, Seat, Timeouts};

    /// Updates a position like a client.
    fn follow(drawn: &mut Diagram, event: EventView) {
        let EventView::Moved { changed, diagram, .. } = event else { return };
        *drawn = match changed {
            Some(changed) => changed.apply(drawn.clone()).expect("only boards change by cells"),
            None => diagram.expect("either changes or a diagram are present"),
        };
    }

    #[test]
    fn changes_of_each_move_lead_to_its_position() {
        for &game in GameId::ALL {
            let setup = MatchSetup {
                id: Uuid::from_u128(7),
                game,
                options: game.complete_options(&Options::new()).expect("default options are valid"),
                position: None,
                opening: Vec::new(),
                seats: BySide::from_fn(|side| Seat::person(Uuid::from_u128(side as u128 + 1), side.to_string())),
                clock: None,
                rated: false,
                seed: 1,
                created_ms: 1,
                made_by: None,
                listed: false,
            };
            for seed in 0..20 {
                let (now, mut rng) = (Instant::now(), Rng::new(seed));
                let mut core = arena_play::host::fresh(&setup, Timeouts::ENDLESS, now).expect("the setup is valid");
                let mut publisher = Publisher::after(core.start(), &[], 0, core.board());
                let mut drawn = core.board().diagram();
                while let Some(numbered) = core.next_event() {
                    follow(&mut drawn, EventView::new(&setup, &publisher.publish(numbered, None, core.board()), None));
                }
                while let Some(side) = core.turn() {
                    let (ply, legal) = (core.moves().len(), core.board().legal());
                    let mv = legal[rng.below(legal.len())];
                    core.handle(side, Action::Move { ply, mv, thought: None }, now).expect("the move is legal");
                    while let Some(numbered) = core.next_event() {
                        let published = publisher.publish(numbered, None, core.board());
                        follow(&mut drawn, EventView::new(&setup, &published, None));
                    }
                    assert_eq!(drawn, core.board().diagram(), "{game} {:?}", core.moves());
                }
            }
        }
    }

    #[test]
    fn reports_captures_and_checks() {
        let cases = [
            (GameId::Chess, "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5", "", true),
            (GameId::Chess, "e2e4 d7d5 e4d5", "p", false),
            (GameId::Chess, "e2e4 a7a6 e4e5 d7d5 e5d6", "p", false),
            (GameId::Chess, "e2e4 d7d5 e4d5 d8d5", "P", false),
            (GameId::Chess, "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1", "", false),
            (GameId::Checkers, "11-15 22-18 15x22", "M", false),
            (GameId::Reversi, "d3", "", false),
        ];
        for (game, moves, captured, check) in cases {
            let mut board = game.board(&Options::new(), None).expect("the default start is valid");
            let mut before = Vec::new();
            for (ply, text) in moves.split_whitespace().enumerate() {
                before = board.cells();
                board.play(game.parse_move(text).expect("the move has valid syntax"), ply).expect("the move is legal");
            }
            let changed = Changed::between(&before, &board.cells());
            assert_eq!(String::from_utf8_lossy(&changed.captured), captured, "{game} {moves}");
            assert_eq!(board.check().is_some(), check, "{game} {moves}");
        }
    }
}
