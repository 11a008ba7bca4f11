//! JSON texts of events. Each event is encoded once for all readers. A second text for the side to move extends it by
//! the legal moves.

use super::FromServer;
use super::view::{ClocksLeft, EventView};
use arena_games::board::Board;
use arena_play::json_text::JsonText;
use arena_play::link::{Changed, Published};
use arena_play::{Event, MatchSetup};

/// Approximate size of a move message, for preallocation.
const MOVE_BYTES: usize = 512;

/// Returns the message with an event of the match of `setup`. `sees_moves` adds the legal moves for the side to move.
/// Withheld thoughts lack their value and line; a snapshot has them once the match is over.
#[must_use]
pub fn event_text<'a>(setup: &MatchSetup, published: &'a Published, sees_moves: bool) -> &'a str {
    let [for_mover, for_others] = &published.texts;
    let plain = for_others.get_or_init(|| {
        move_text(setup, published).unwrap_or_else(|| {
            let event = EventView::new(setup, published, None);
            let event = Box::new(if setup.withholds_thoughts() { event.without_thought() } else { event });
            FromServer::Event { id: setup.id, seq: published.seq, event }.text()
        })
    });
    match &published.position {
        Some(position) if sees_moves => for_mover.get_or_init(|| with_legal(plain, position.board())),
        _ => plain,
    }
}

/// Encodes a move without legal moves, as [`FromServer::Event`] with [`EventView::Moved`] would. Returns `None` for other
/// events.
fn move_text(setup: &MatchSetup, published: &Published) -> Option<String> {
    let (Event::Moved { ply, side, mv, clocks }, Some(position)) = (&published.event, &published.position) else {
        return None;
    };
    let turn = position.turn;
    let mut json = JsonText::with_capacity(MOVE_BYTES);
    json.raw(r#"{"type":"event","match":"#).id(setup.id).raw(r#","seq":"#).number(published.seq);
    json.raw(r#","event":{"kind":"moved","ply":"#).number(*ply as u64);
    json.raw(r#","side":"#).text(side.name()).raw(r#","move":""#);
    json.with(|text| _ = setup.game.put_move(*mv, text)).raw("\"");
    if let Some(written) = published.written.first() {
        json.raw(r#","notation":"#).text(written);
    }
    if let Some(turn) = turn {
        json.raw(r#","turn":"#).text(turn.name());
    }
    match &published.changed {
        Some(changed) => put_changed(&mut json, changed, position.board()),
        None => drop(json.raw(r#","diagram":"#).value(&position.view().diagram)),
    }
    if let Some((left, setting)) = clocks.zip(setup.clock) {
        let running = setting.running(turn, position.has_moved);
        json.raw(r#","clocks":"#).value(&ClocksLeft::new(left, running));
    }
    json.raw("}}");
    Some(json.into_string())
}

/// Encodes the changes on the board as [`ChangedView`](super::view::ChangedView) would.
fn put_changed(json: &mut JsonText, changed: &Changed, board: &dyn Board) {
    json.raw(r#","changed":{"cells":["#);
    for (place, (cell, letter)) in changed.cells.iter().enumerate() {
        json.raw(if place == 0 { "[" } else { ",[" }).number(*cell as u64).raw(",");
        json.raw("\"").raw(arena_games::letter(*letter)).raw("\"]");
    }
    json.raw(r#"],"last":"#).texts(&board.marked());
    let line = board.line();
    if !line.is_empty() {
        json.raw(r#","line":"#).texts(&line);
    }
    for (place, letter) in changed.captured.iter().enumerate() {
        json.raw(if place == 0 { r#","captured":[""# } else { ",\"" }).raw(arena_games::letter(*letter)).raw("\"");
    }
    if !changed.captured.is_empty() {
        json.raw("]");
    }
    if let Some(check) = board.check() {
        json.raw(r#","check":"#).value(&check);
    }
    json.raw("}");
}

/// Inserts the legal moves into an event's text. This works because they are the last fields of an event, and `event`
/// is the last field of the message.
fn with_legal(plain: &str, board: &dyn Board) -> String {
    const END: &str = "}}";
    let before = plain.strip_suffix(END).expect("an event message ends with two braces");
    let mut json = JsonText::with_capacity(before.len() + MOVE_BYTES);
    let mut written = String::new();
    json.raw(before).raw(r#","legal":["#).with(|text| board.put_legal(text, &mut written)).raw("]");
    if !written.is_empty() {
        json.raw(r#","legal_notation":["#).raw(&written).raw("]");
    }
    json.raw(END);
    json.into_string()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use uuid::Uuid;

    use super::*;
    use arena_games::{BySide, GameId, Options, Side};
    use arena_play::link::Publisher;
    use arena_play::{Action, ClockSetting, Match, Seat, Timeouts};

    #[test]
    fn texts_equal_the_serialised_messages() {
        let seat = |n| Seat::person(Uuid::from_u128(n), format!("person {n}"));
        for game in [GameId::TicTacToe, GameId::Chess, GameId::Bones, GameId::Tree] {
            for clock in [None, Some(ClockSetting::increment(60_000, 1_000))] {
                let setup = MatchSetup {
                    id: Uuid::from_u128(7),
                    game,
                    options: game.complete_options(&Options::new()).expect("default options are valid"),
                    position: None,
                    opening: Vec::new(),
                    seats: BySide::new(seat(1), seat(2)),
                    clock,
                    rated: false,
                    seed: 1,
                    created_ms: 1,
                    made_by: None,
                    listed: false,
                };
                let hour = Duration::from_secs(3_600);
                let timeouts = Timeouts { grace: hour, open_seat: hour, first_move: Some(hour), untouched: hour };
                let now = Instant::now();
                let mut core = arena_play::host::fresh(&setup, timeouts, now).expect("the setup is valid");
                let mut publisher = Publisher::after(core.start(), &[], 0, core.board());
                make_a_move(&mut core, now);
                while let Some(numbered) = core.next_event() {
                    compare(&setup, &publisher.publish(numbered, None, core.board()));
                }
            }
        }
    }

    fn make_a_move(core: &mut Match, now: Instant) {
        let side = core.turn().expect("the match has started");
        let mv = core.board().legal()[0];
        core.handle(side, Action::Move { ply: 0, mv, thought: None }, now).expect("the move is legal");
        core.handle(Side::First, Action::Resign, now).ok();
    }

    fn compare(setup: &MatchSetup, published: &Published) {
        let turn = published.position.as_ref().and_then(|position| position.turn);
        for you in [None, Some(Side::First), Some(Side::Second)] {
            let event = Box::new(EventView::new(setup, published, you));
            let whole = FromServer::Event { id: setup.id, seq: published.seq, event }.text();
            let sees_moves = turn.is_some() && turn == you;
            assert_eq!(event_text(setup, published, sees_moves), whole);
        }
    }
}
