//! What `arena.v2` says otherwise than `arena.v1`: a move comes with what it has changed in place of the whole position.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use uuid::Uuid;

use super::view::{EventView, count, notation, texts};
use crate::games::{Check, Diagram, Side};
use crate::play::link::Published;
use crate::play::{Event, MatchSetup, Readings};

/// An event as `arena.v2` tells it: a move in its own way, everything else as `arena.v1` does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(untagged)]
pub enum EventView2 {
    /// A move.
    Move(MoveView),
    /// Anything else.
    Other(EventView),
}

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MoveView {
    /// A move was made.
    Moved {
        /// Its ply, from 0.
        ply: u32,
        /// Who made it.
        side: Side,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The move as people write it, where that is not its own text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        notation: Option<String>,
        /// Whose turn it is now, unless the match is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
        /// What is different on the board, where the position is shown as one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        changed: Option<ChangedView>,
        /// The position to draw, where it is shown otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        diagram: Option<Diagram>,
        /// What both sides have left, when there are clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClocksLeft>,
        /// The legal moves, when it is the reader's turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
        /// The same as people write them, where that is not the moves' own texts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal_notation: Option<Vec<String>>,
    },
}

/// What is different on a board since the event before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ChangedView {
    /// Cells by their place among the diagram's, and what stands there now.
    pub cells: Vec<(u32, String)>,
    /// The points of the move, in place of the diagram's.
    pub last: Vec<String>,
    /// The points of the winning line, when there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub line: Vec<String>,
    /// What was taken off the board, as it stood in its cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub captured: Vec<String>,
    /// The check that is given to the side to move, if there is one, in place of the diagram's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
}

/// What both sides have left, in milliseconds; how the clocks are set, the match's state has told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ClocksLeft {
    /// The first side.
    pub first: u64,
    /// The second side.
    pub second: u64,
    /// Whose clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Side>,
}

impl ClocksLeft {
    /// What is left on both, and whose runs.
    #[must_use]
    pub const fn new(left: Readings, running: Option<Side>) -> Self {
        Self { first: left.first, second: left.second, running }
    }
}

/// A message with an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventMessage2 {
    /// Something happened in a match.
    Event {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// The event's number.
        seq: u64,
        /// The event.
        event: Box<EventView2>,
    },
}

impl EventView2 {
    /// What the holder of the seat `you`, or a mere watcher, sees of an event of the match of `setup`.
    #[must_use]
    pub fn new(setup: &MatchSetup, published: &Published, you: Option<Side>) -> Self {
        let (Event::Moved { ply, side, mv, clocks }, Some(shown)) = (&published.event, &published.position) else {
            return Self::Other(EventView::new(setup, published, you));
        };
        let board = shown.board();
        let sees_moves = shown.turn.is_some() && shown.turn == you;
        let changed = published.changed.as_ref();
        Self::Move(MoveView::Moved {
            ply: count(*ply),
            side: *side,
            mv: setup.game.move_text(*mv),
            notation: published.written.first().cloned(),
            turn: shown.turn,
            changed: changed.map(|changed| ChangedView {
                cells: changed.cells.iter().map(|(place, letter)| (count(*place), text(*letter))).collect(),
                last: board.marked(),
                line: board.line(),
                captured: changed.captured.iter().map(|letter| text(*letter)).collect(),
                check: board.check(),
            }),
            diagram: changed.is_none().then(|| shown.view().diagram.clone()),
            clocks: clocks.map(|left| ClocksLeft::new(left, shown.turn)),
            legal: sees_moves.then(|| texts(setup.game, &board.legal())),
            legal_notation: sees_moves.then(|| notation(&board.written_legal())).flatten(),
        })
    }
}

fn text(letter: u8) -> String {
    if letter == 0 { String::new() } else { char::from(letter).to_string() }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::games::seed::Rng;
    use crate::games::{BySide, GameId, Options};
    use crate::play::link::{Changed, Publisher};
    use crate::play::{Action, Seat, Timeouts};

    /// What a reader of the second version draws after a move.
    fn follow(drawn: &mut Diagram, event: EventView2) {
        let EventView2::Move(MoveView::Moved { changed, diagram, .. }) = event else { return };
        match (changed, &mut *drawn) {
            (Some(changed), Diagram::Grid { grid, line, check, .. }) => {
                for (place, text) in changed.cells {
                    grid.cells[place as usize] = text;
                }
                (grid.last, *line, *check) = (changed.last, changed.line, changed.check);
            }
            (None, _) => *drawn = diagram.expect("either of the two"),
            (Some(_), _) => panic!("only boards change by cells"),
        }
    }

    #[test]
    fn what_changes_leads_to_what_the_first_version_shows() {
        for &game in GameId::ALL {
            let setup = MatchSetup {
                id: Uuid::from_u128(7),
                game,
                options: game.complete_options(&Options::new()).expect("defaults are right"),
                position: None,
                opening: Vec::new(),
                seats: BySide::from_fn(|side| Seat::person(Uuid::from_u128(side as u128 + 1), side.to_string())),
                clock: None,
                rated: false,
                seed: 1,
                created_ms: 1,
            };
            for seed in 0..20 {
                let (now, mut rng) = (Instant::now(), Rng::new(seed));
                let mut core = crate::play::host::fresh(&setup, Timeouts::ENDLESS, now).expect("the setup is right");
                let mut publisher = Publisher::after(core.start(), &[], core.board());
                let mut drawn = core.board().diagram();
                while let Some(numbered) = core.next_event() {
                    follow(&mut drawn, EventView2::new(&setup, &publisher.publish(numbered, None, core.board()), None));
                }
                while let Some(side) = core.turn() {
                    let (ply, legal) = (core.moves().len(), core.board().legal());
                    let mv = legal[rng.below(legal.len())];
                    core.handle(side, Action::Move { ply, mv, thought: None }, now).expect("it is legal");
                    while let Some(numbered) = core.next_event() {
                        let published = publisher.publish(numbered, None, core.board());
                        follow(&mut drawn, EventView2::new(&setup, &published, None));
                    }
                    assert_eq!(drawn, core.board().diagram(), "{game} {:?}", core.moves());
                }
            }
        }
    }

    #[test]
    fn what_is_captured_and_who_is_in_check_is_told() {
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
            let mut board = game.board(&Options::new(), None).expect("the usual start");
            let mut before = Vec::new();
            for (ply, text) in moves.split_whitespace().enumerate() {
                before = board.cells();
                board.play(game.parse_move(text).expect("a move"), ply).expect("it is legal");
            }
            let changed = Changed::between(&before, &board.cells());
            assert_eq!(String::from_utf8_lossy(&changed.captured), captured, "{game} {moves}");
            assert_eq!(board.check().is_some(), check, "{game} {moves}");
        }
    }
}
