//! An event as JSON: encoded once for all readers, and from that text once more for the side to move,
//! which is sent the legal moves as well.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::v2::ClocksLeft;
use super::view::{Clocks, EventView};
use super::{Dialect, FromServer};
use crate::games::board::Board;
use crate::games::{Check, Diagram, GameId, MoveCode, MoveText, Side};
use crate::play::link::Published;
use crate::play::{Event, MatchSetup};

/// The bytes of a move's message, about: room for it is taken once.
const MOVE_BYTES: usize = 512;

/// The text of the message with an event of the match of `setup`; `sees_moves` for the side to move.
#[must_use]
pub fn event_text<'a>(
    setup: &MatchSetup,
    published: &'a Published,
    dialect: Dialect,
    sees_moves: bool,
) -> &'a Arc<str> {
    // What is said alike is written once for both.
    let dialect = if matches!(published.event, Event::Moved { .. }) { dialect } else { Dialect::V1 };
    let [for_mover, for_others] = &published.texts[dialect as usize];
    let plain = for_others.get_or_init(|| {
        move_text(setup, published, dialect).unwrap_or_else(|| {
            let event = Box::new(EventView::new(setup, published, None));
            FromServer::Event { id: setup.id, seq: published.seq, event }.text().into()
        })
    });
    match &published.position {
        Some(position) if sees_moves => for_mover.get_or_init(|| with_legal(plain, setup.game, position.board())),
        _ => plain,
    }
}

/// The message with a move, as [`FromServer::Event`] with [`EventView::Moved`] or
/// [`EventMessage2`](super::v2::EventMessage2) has it, without copies of what stands in it.
#[derive(Serialize)]
struct MoveMessage<'a> {
    r#type: &'static str,
    r#match: Uuid,
    seq: u64,
    event: MoveEvent<'a>,
}

#[derive(Serialize)]
struct MoveEvent<'a> {
    kind: &'static str,
    ply: usize,
    side: Side,
    r#move: MoveText,
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<Difference<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagram: Option<&'a Diagram>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<MoveClocks>,
}

/// The clocks, as each dialect has them.
#[derive(Serialize)]
#[serde(untagged)]
enum MoveClocks {
    V1(Clocks),
    V2(ClocksLeft),
}

/// What is different on the board, as [`ChangedView`](super::v2::ChangedView) has it.
#[derive(Serialize)]
struct Difference<'a> {
    #[serde(serialize_with = "cells")]
    cells: &'a [(usize, u8)],
    last: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
    #[serde(skip_serializing_if = "<[u8]>::is_empty", serialize_with = "letters")]
    captured: &'a [u8],
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Check>,
}

fn cells<S: Serializer>(cells: &[(usize, u8)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cells.iter().map(|(place, letter)| (place, Letter(*letter))))
}

fn letters<S: Serializer>(letters: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(letters.iter().copied().map(Letter))
}

/// What stands in a cell; nothing is an empty text.
struct Letter(u8);

impl Serialize for Letter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            0 => serializer.serialize_str(""),
            letter => serializer.serialize_char(char::from(letter)),
        }
    }
}

/// The text of a move without the legal ones after it; none for any other event.
fn move_text(setup: &MatchSetup, published: &Published, dialect: Dialect) -> Option<Arc<str>> {
    let (Event::Moved { ply, side, mv, clocks }, Some(position)) = (&published.event, &published.position) else {
        return None;
    };
    let turn = position.turn;
    let changed = published.changed.as_ref().filter(|_| dialect == Dialect::V2);
    let event = MoveEvent {
        kind: "moved",
        ply: *ply,
        side: *side,
        r#move: MoveText(setup.game, *mv),
        notation: published.written.first().map(String::as_str),
        turn,
        changed: changed.map(|changed| Difference {
            cells: &changed.cells,
            last: position.board().marked(),
            line: position.board().line(),
            captured: &changed.captured,
            check: position.board().check(),
        }),
        diagram: changed.is_none().then(|| &position.view().diagram),
        clocks: clocks.and_then(|left| match dialect {
            Dialect::V1 => Some(MoveClocks::V1(Clocks::new(setup.clock?, left, turn))),
            Dialect::V2 => Some(MoveClocks::V2(ClocksLeft::new(left, turn))),
        }),
    };
    let message = MoveMessage { r#type: "event", r#match: setup.id, seq: published.seq, event };
    Some(text(Vec::with_capacity(MOVE_BYTES), |json| write(json, &message)))
}

/// An event's text with the legal moves: they are the last fields of every event that has them, and `event` is the last
/// of the message.
fn with_legal(plain: &str, game: GameId, board: &dyn Board) -> Arc<str> {
    const END: &str = "}}";
    let before = plain.strip_suffix(END).expect("an event is an object in an object");
    let (legal, written) = (board.legal(), board.written_legal());
    text(Vec::with_capacity(before.len() + MOVE_BYTES), |json| {
        json.extend_from_slice(before.as_bytes());
        json.extend_from_slice(b",\"legal\":");
        write(json, &Texts(game, &legal));
        if !written.is_empty() {
            json.extend_from_slice(b",\"legal_notation\":");
            write(json, &written);
        }
        json.extend_from_slice(END.as_bytes());
    })
}

/// The texts of moves.
struct Texts<'a>(GameId, &'a [MoveCode]);

impl Serialize for Texts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.1.iter().map(|mv| MoveText(self.0, *mv)))
    }
}

fn text(mut json: Vec<u8>, fill: impl FnOnce(&mut Vec<u8>)) -> Arc<str> {
    fill(&mut json);
    std::str::from_utf8(&json).expect("JSON is UTF-8").into()
}

fn write(json: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(json, value).expect("every message is made of texts, numbers and text keys");
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use uuid::Uuid;

    use super::*;
    use crate::games::{BySide, Options};
    use crate::play::link::Publisher;
    use crate::play::{Action, ClockSetting, Match, Seat, Timeouts};
    use crate::protocol::v2::{EventMessage2, EventView2};

    #[test]
    fn both_texts_are_those_of_the_whole_message() {
        let seat = |n| Seat::person(Uuid::from_u128(n), format!("person {n}"));
        for game in [GameId::TicTacToe, GameId::Chess, GameId::Bones, GameId::Tree] {
            for clock in [None, Some(ClockSetting::increment(60_000, 1_000))] {
                let setup = MatchSetup {
                    id: Uuid::from_u128(7),
                    game,
                    options: game.complete_options(&Options::new()).expect("defaults are right"),
                    position: None,
                    opening: Vec::new(),
                    seats: BySide::new(seat(1), seat(2)),
                    clock,
                    rated: false,
                    seed: 1,
                    created_ms: 1,
                };
                let hour = Duration::from_secs(3_600);
                let timeouts = Timeouts { grace: hour, open_seat: hour, untouched: hour };
                let now = Instant::now();
                let mut core = crate::play::host::fresh(&setup, timeouts, now).expect("the setup is right");
                let mut publisher = Publisher::after(core.start(), &[], core.board());
                make_a_move(&mut core, now);
                while let Some(numbered) = core.next_event() {
                    compare(&setup, &publisher.publish(numbered, None, core.board()));
                }
            }
        }
    }

    fn make_a_move(core: &mut Match, now: Instant) {
        let side = core.turn().expect("it has begun");
        let mv = core.board().legal()[0];
        core.handle(side, Action::Move { ply: 0, mv, thought: None }, now).expect("it is legal");
        core.handle(Side::First, Action::Resign, now).ok();
    }

    fn compare(setup: &MatchSetup, published: &Published) {
        let turn = published.position.as_ref().and_then(|position| position.turn);
        for you in [None, Some(Side::First), Some(Side::Second)] {
            let event = Box::new(EventView::new(setup, published, you));
            let whole = FromServer::Event { id: setup.id, seq: published.seq, event }.text();
            let sees_moves = turn.is_some() && turn == you;
            assert_eq!(&**event_text(setup, published, Dialect::V1, sees_moves), whole);
            let event = Box::new(EventView2::new(setup, published, you));
            let whole = EventMessage2::Event { id: setup.id, seq: published.seq, event };
            let whole = serde_json::to_string(&whole).expect("a message is JSON");
            assert_eq!(&**event_text(setup, published, Dialect::V2, sees_moves), whole);
        }
    }
}
