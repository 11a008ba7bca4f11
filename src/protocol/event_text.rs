//! An event as JSON: encoded once for all readers, and from that text once more for the side to move,
//! which is sent the legal moves as well.

use std::sync::Arc;

use serde::Serialize;
use uuid::Uuid;

use super::v2::{EventMessage2, EventView2};
use super::view::{Clocks, EventView, texts};
use super::{Dialect, FromServer};
use crate::games::{Diagram, Side};
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
    let plain = for_others.get_or_init(|| match dialect {
        Dialect::V1 => move_text(setup, published).unwrap_or_else(|| {
            let event = Box::new(EventView::new(setup, published, None));
            FromServer::Event { id: setup.id, seq: published.seq, event }.text().into()
        }),
        Dialect::V2 => {
            let event = Box::new(EventView2::new(setup, published, None));
            json(&EventMessage2::Event { id: setup.id, seq: published.seq, event })
        }
    });
    match &published.position {
        Some(position) if sees_moves => for_mover.get_or_init(|| {
            let board = position.board();
            with_legal(plain, &texts(setup.game, &board.legal()), &board.written_legal()).into()
        }),
        _ => plain,
    }
}

fn json(message: &impl Serialize) -> Arc<str> {
    let mut text = Vec::with_capacity(MOVE_BYTES);
    serde_json::to_writer(&mut text, message).expect("every message is made of texts, numbers and text keys");
    String::from_utf8(text).expect("JSON is UTF-8").into()
}

/// The message with a move, as [`FromServer::Event`] and [`EventView::Moved`] have it, without a copy of the position.
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
    r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<Side>,
    diagram: &'a Diagram,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<Clocks>,
}

/// The text of a move without the legal ones after it; none for any other event.
fn move_text(setup: &MatchSetup, published: &Published) -> Option<Arc<str>> {
    let (Event::Moved { ply, side, mv, clocks }, Some(position)) = (&published.event, &published.position) else {
        return None;
    };
    let event = MoveEvent {
        kind: "moved",
        ply: *ply,
        side: *side,
        r#move: setup.game.move_text(*mv),
        notation: published.written.first().map(String::as_str),
        turn: position.turn,
        diagram: &position.view().diagram,
        clocks: setup.clock.zip(*clocks).map(|(setting, left)| Clocks::new(setting, left, position.turn)),
    };
    Some(json(&MoveMessage { r#type: "event", r#match: setup.id, seq: published.seq, event }))
}

/// An event's text with the legal moves: they are the last fields of every event that has them, and `event` is the last
/// of the message.
fn with_legal(plain: &str, legal: &[String], written: &[String]) -> String {
    let json = |moves| serde_json::to_string(moves).expect("texts are JSON");
    let before = plain.strip_suffix("}}").expect("an event is an object in an object");
    let mut text = format!("{before},\"legal\":{}", json(legal));
    if !written.is_empty() {
        text.push_str(",\"legal_notation\":");
        text.push_str(&json(written));
    }
    text + "}}"
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use uuid::Uuid;

    use super::*;
    use crate::games::{BySide, GameId, Options, Side};
    use crate::play::link::Publisher;
    use crate::play::{Action, ClockSetting, Match, MatchSetup, Seat, Timeouts};

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
            let whole = json(&EventMessage2::Event { id: setup.id, seq: published.seq, event });
            assert_eq!(*event_text(setup, published, Dialect::V2, sees_moves), whole);
        }
    }
}
