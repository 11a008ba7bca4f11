//! Events as they are stored: a kind and a JSON object. Moves are text, so that a stored match can be read without
//! this program and survives a change of the moves' numbers.
//!
//! Both columns together are the JSON that serde makes of an [`Event`], `{"kind":body}`, taken apart.

use crate::games::{GameId, MoveCode};
use crate::play::Event;

/// The kind and the JSON of an event.
///
/// # Errors
/// A sentence when the event holds a number that is no move of the game.
pub(in crate::store) fn encode(game: GameId, event: &Event) -> Result<(String, String), String> {
    let stored: Event<String> = event.clone().try_map(|mv| text(game, mv))?;
    let json = serde_json::to_string(&stored).map_err(|error| error.to_string())?;
    let parts =
        json.strip_prefix("{\"").and_then(|rest| rest.strip_suffix('}')).and_then(|rest| rest.split_once("\":"));
    let (kind, body) = parts.ok_or_else(|| format!("{json} is no kind with a body"))?;
    Ok((kind.to_owned(), body.to_owned()))
}

/// The event of this kind and JSON.
///
/// # Errors
/// A sentence that says what is wrong.
pub(in crate::store) fn decode(game: GameId, kind: &str, body: &str) -> Result<Event, String> {
    let kind = serde_json::to_string(kind).map_err(|error| error.to_string())?;
    let stored: Event<String> =
        serde_json::from_str(&format!("{{{kind}:{body}}}")).map_err(|error| error.to_string())?;
    stored.try_map(|mv| game.parse_move(&mv).map_err(|error| error.to_string()))
}

fn text(game: GameId, mv: MoveCode) -> Result<String, String> {
    let text = game.move_text(mv);
    // The catalog writes `?` for a number that is no move, and no game has such a move.
    if text == "?" { Err(format!("the number {} is no move of {game}", mv.0)) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Side;

    const GAME: GameId = GameId::TicTacToe;

    #[test]
    fn a_kind_and_a_body_are_an_event_and_back() {
        let body = r#"{"side":"first","ply":2,"from":"search","value":-7,"depth":9,"nodes":1,"line":["b2"],"ms":12,"table":"smaller","table_mb":0}"#;
        for (kind, body) in [("thought", body), ("back", r#"{"side":"second"}"#), ("started", "{}")] {
            let event = decode(GAME, kind, body).expect(kind);
            assert_eq!(encode(GAME, &event), Ok((kind.to_owned(), body.to_owned())));
        }
    }

    #[test]
    fn what_is_no_stored_event_is_refused() {
        let moved = r#"{"ply":0,"side":"first","move":"b2"}"#;
        assert!(decode(GAME, "moved", moved).is_ok());
        let thought = r#"{"side":"first","ply":0,"from":"book","value":0,"depth":0,"nodes":0,"line":[],"ms":0"#;
        assert!(decode(GAME, "thought", &format!("{thought}}}")).is_ok());
        for (kind, body) in [
            ("moves", moved),
            ("moved", "{}"),
            ("moved", r#"{"ply":0,"side":"first","move":"z9"}"#),
            ("moved", r#"{"ply":0,"side":"first","move":"b2","by":"hand"}"#),
            ("thought", &format!(r#"{thought},"mood":"good"}}"#)),
            ("thought", &format!(r#"{thought},"table":"lent"}}"#)),
            ("back", r#"{"side":"first"},"back":{"side":"first"}"#),
            (r#"back":{"side":"first"},"back"#, r#"{"side":"first"}"#),
            ("back", ""),
        ] {
            assert!(decode(GAME, kind, body).is_err(), "{kind} {body}");
        }
        assert!(encode(GAME, &Event::Moved { ply: 0, side: Side::First, mv: MoveCode(99), clocks: None }).is_err());
    }
}
