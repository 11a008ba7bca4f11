//! Differences of `arena.v2` from `arena.v1`: a move comes with the changes of the position instead of the complete
//! position.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use uuid::Uuid;

use super::view::{EventView, count, notation, texts};
use arena_games::{Check, Diagram, Side};
use arena_play::link::Published;
use arena_play::{Event, MatchSetup, Readings};

/// An event in `arena.v2`. Moves have a form of their own, and other events are the same as in `arena.v1`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(untagged)]
pub enum EventView2 {
    /// A move.
    Move(MoveView),
    /// Any other event.
    Other(EventView),
}

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MoveView {
    /// A move was made.
    Moved {
        /// Ply, starting at 0.
        ply: u32,
        /// Side that moved.
        side: Side,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The move in the game's usual notation, if that differs from its own text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        notation: Option<String>,
        /// Side to move; absent if the match is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
        /// Changes on the board, if the position is a grid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        changed: Option<ChangedView>,
        /// Complete position otherwise.
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
}

/// Changes on a board since the previous event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ChangedView {
    /// Changed cells: index in the diagram and new content.
    pub cells: Vec<(u32, String)>,
    /// Points of the last move. They replace those of the diagram.
    pub last: Vec<String>,
    /// Points of the winning line, if there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub line: Vec<String>,
    /// Captured pieces, as they were shown in their cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub captured: Vec<String>,
    /// Check against the side to move, if there is one. It replaces that of the diagram.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
}

/// Remaining times in milliseconds. The clock setting is part of the match's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// A message with an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventMessage2 {
    /// An event of a match.
    Event {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Number of the event.
        seq: u64,
        /// The event.
        event: Box<EventView2>,
    },
}

impl EventView2 {
    /// Returns the view of an event of the match of `setup` for the holder of the seat `you`, or for a watcher.
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
            clocks: clocks
                .zip(setup.clock)
                .map(|(left, clock)| ClocksLeft::new(left, clock.running(shown.turn, shown.has_moved))),
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
    use arena_games::seed::Rng;
    use arena_games::{BySide, GameId, Options};
    use arena_play::link::{Changed, Publisher};
    use arena_play::{Action, Seat, Timeouts};

    /// Updates a position like a client of version 2.
    fn follow(drawn: &mut Diagram, event: EventView2) {
        let EventView2::Move(MoveView::Moved { changed, diagram, .. }) = event else { return };
        match (changed, &mut *drawn) {
            (Some(changed), Diagram::Grid { grid, line, check, .. }) => {
                for (place, text) in changed.cells {
                    grid.cells[place as usize] = text;
                }
                (grid.last, *line, *check) = (changed.last, changed.line, changed.check);
            }
            (None, _) => *drawn = diagram.expect("either changes or a diagram are present"),
            (Some(_), _) => panic!("only boards change by cells"),
        }
    }

    #[test]
    fn changes_lead_to_the_positions_of_version_1() {
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
            };
            for seed in 0..20 {
                let (now, mut rng) = (Instant::now(), Rng::new(seed));
                let mut core = arena_play::host::fresh(&setup, Timeouts::ENDLESS, now).expect("the setup is valid");
                let mut publisher = Publisher::after(core.start(), &[], 0, core.board());
                let mut drawn = core.board().diagram();
                while let Some(numbered) = core.next_event() {
                    follow(&mut drawn, EventView2::new(&setup, &publisher.publish(numbered, None, core.board()), None));
                }
                while let Some(side) = core.turn() {
                    let (ply, legal) = (core.moves().len(), core.board().legal());
                    let mv = legal[rng.below(legal.len())];
                    core.handle(side, Action::Move { ply, mv, thought: None }, now).expect("the move is legal");
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
