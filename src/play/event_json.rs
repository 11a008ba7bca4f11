//! Events as JSON for storage, in the form that serde gives an [`Event`]: `{"kind":{…}}`. Moves are text, so that other
//! programs can read a stored match, and move codes can change.

use super::Event;
use crate::json_text::JsonText;
use arena_games::{BySide, GameId, MoveCode};

/// Encodes an event as JSON.
///
/// ```
/// use arena_games::{GameId, Side};
/// use arena_play::{Event, event_json};
///
/// let game = GameId::ConnectFour;
/// let event = Event::Moved { ply: 0, side: Side::First, mv: game.parse_move("d")?, clocks: None };
/// let json = event_json::encode(game, &event).expect("the move is one of the game");
/// assert_eq!(json, r#"{"moved":{"ply":0,"side":"first","move":"d"}}"#);
/// assert_eq!(event_json::decode(game, &json), Ok(event));
/// # Ok::<(), arena_games::GameError>(())
/// ```
///
/// # Errors
/// Returns a message if the event contains a code that is not a move of the game.
pub fn encode(game: GameId, event: &Event) -> Result<String, String> {
    // Fast path for the most frequent event.
    if let Event::Moved { ply, side, mv, clocks } = event {
        let mut json = JsonText::with_capacity(96);
        json.raw(r#"{"moved":{"ply":"#).number(*ply as u64).raw(r#","side":"#).text(side.name());
        let mut known = true;
        json.raw(r#","move":""#).with(|text| known = game.put_move(*mv, text)).raw("\"");
        if !known {
            return Err(unknown(game, *mv));
        }
        if let Some(BySide { first, second }) = *clocks {
            json.raw(r#","clocks":{"first":"#).number(first).raw(r#","second":"#).number(second).raw("}");
        }
        json.raw("}}");
        return Ok(json.into_string());
    }
    let stored: Event<String> = event.clone().try_map(|mv| text(game, mv))?;
    serde_json::to_string(&stored).map_err(|error| error.to_string())
}

/// Decodes an event from JSON.
///
/// # Errors
/// Returns a message that describes the problem.
pub fn decode(game: GameId, json: &str) -> Result<Event, String> {
    with_codes(game, serde_json::from_str(json).map_err(|error| error.to_string())?)
}

/// Converts the moves of an event from texts to codes.
///
/// # Errors
/// Returns a message if a text is not a move of the game.
pub fn with_codes(game: GameId, event: Event<String>) -> Result<Event, String> {
    event.try_map(|mv| game.parse_move(&mv).map_err(|error| error.to_string()))
}

fn text(game: GameId, mv: MoveCode) -> Result<String, String> {
    let mut text = String::new();
    if game.put_move(mv, &mut text) { Ok(text) } else { Err(unknown(game, mv)) }
}

fn unknown(game: GameId, mv: MoveCode) -> String {
    format!("the number {} is not a move of {game}", mv.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_games::Side;

    const GAME: GameId = GameId::TicTacToe;

    #[test]
    fn json_round_trips() {
        let body = r#"{"side":"first","ply":2,"from":"search","value":-7,"depth":9,"nodes":1,"line":["b2"],"ms":12,"table":"smaller","table_mb":0}"#;
        for (kind, body) in [("thought", body), ("back", r#"{"side":"second"}"#), ("started", "{}")] {
            let json = format!("{{\"{kind}\":{body}}}");
            let event = decode(GAME, &json).expect(kind);
            assert_eq!(encode(GAME, &event), Ok(json));
        }
    }

    #[test]
    fn fast_path_for_moves_equals_serde() {
        for clocks in [None, Some(BySide::new(7, u64::MAX))] {
            let (ply, side) = (12, Side::Second);
            let mv = GAME.parse_move("b2").expect("the text is a point");
            let stored = Event::Moved { ply, side, mv: "b2", clocks };
            let expected = serde_json::to_string(&stored).expect("the event is serializable");
            assert_eq!(encode(GAME, &Event::Moved { ply, side, mv, clocks }), Ok(expected));
        }
    }

    #[test]
    fn rejects_invalid_events() {
        let of = |kind: &str, body: &str| decode(GAME, &format!("{{\"{kind}\":{body}}}"));
        let moved = r#"{"ply":0,"side":"first","move":"b2"}"#;
        assert!(of("moved", moved).is_ok());
        let thought = r#"{"side":"first","ply":0,"from":"book","value":0,"depth":0,"nodes":0,"line":[],"ms":0"#;
        assert!(of("thought", &format!("{thought}}}")).is_ok());
        for (kind, body) in [
            ("moves", moved),
            ("moved", "{}"),
            ("moved", r#"{"ply":0,"side":"first","move":"z9"}"#),
            ("moved", r#"{"ply":0,"side":"first","move":"b2","by":"hand"}"#),
            ("thought", &format!(r#"{thought},"mood":"good"}}"#)),
            ("thought", &format!(r#"{thought},"table":"lent"}}"#)),
            ("back", r#"{"side":"first"},"back":{"side":"first"}"#),
            ("back", ""),
        ] {
            assert!(of(kind, body).is_err(), "{kind} {body}");
        }
        assert!(encode(GAME, &Event::Moved { ply: 0, side: Side::First, mv: MoveCode(99), clocks: None }).is_err());
    }
}
