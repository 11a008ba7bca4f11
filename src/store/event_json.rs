//! Events as they are stored: a kind and a JSON object. Moves are text, so that a stored match can be read without
//! this program and survives a change of the moves' numbers.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::games::{GameId, MoveCode, Side};
use crate::play::{Event, OfferKind, Readings, Seat, Shortage, TableLoss, Thought, ThoughtSource, Verdict};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seated {
    side: Side,
    seat: Seat,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Started {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clocks: Option<Readings>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Thinking {
    side: Side,
    ply: usize,
    from: ThoughtSource,
    value: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    win_in: Option<i32>,
    depth: u16,
    nodes: u64,
    line: Vec<String>,
    ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<TableLoss>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table_mb: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Moved {
    ply: usize,
    side: Side,
    #[serde(rename = "move")]
    mv: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clocks: Option<Readings>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Offered {
    side: Side,
    what: OfferKind,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answered {
    side: Side,
    what: OfferKind,
    accept: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TakenBack {
    side: Side,
    ply: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clocks: Option<Readings>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Away {
    side: Side,
    grace_ms: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Back {
    side: Side,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Over {
    verdict: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clocks: Option<Readings>,
}

/// The kind and the JSON of an event.
///
/// # Errors
/// A sentence when the event holds a number that is no move of the game.
pub(super) fn encode(game: GameId, event: &Event) -> Result<(&'static str, String), String> {
    match event {
        Event::Seated { side, seat } => json("seated", &Seated { side: *side, seat: seat.clone() }),
        Event::Started { clocks } => json("started", &Started { clocks: *clocks }),
        Event::Thought { side, ply, thought } => {
            let Thought { from, value, win_in, depth, nodes, ref line, ms, shortage } = **thought;
            let line = line.iter().map(|&mv| text(game, mv)).collect::<Result<_, _>>()?;
            let (table, table_mb) = (shortage.map(|it| it.table), shortage.and_then(|it| it.table_mb));
            let (side, ply) = (*side, *ply);
            json("thought", &Thinking { side, ply, from, value, win_in, depth, nodes, line, ms, table, table_mb })
        }
        Event::Moved { ply, side, mv, clocks } => {
            json("moved", &Moved { ply: *ply, side: *side, mv: text(game, *mv)?, clocks: *clocks })
        }
        Event::Offered { side, what } => json("offered", &Offered { side: *side, what: *what }),
        Event::Answered { side, what, accept } => {
            json("answered", &Answered { side: *side, what: *what, accept: *accept })
        }
        Event::TakenBack { side, ply, clocks } => {
            json("taken_back", &TakenBack { side: *side, ply: *ply, clocks: *clocks })
        }
        Event::Away { side, grace_ms } => json("away", &Away { side: *side, grace_ms: *grace_ms }),
        Event::Back { side } => json("back", &Back { side: *side }),
        Event::Ended { verdict, clocks } => json("ended", &Over { verdict: verdict.clone(), clocks: *clocks }),
    }
}

/// The event of this kind and JSON.
///
/// # Errors
/// A sentence that says what is wrong.
pub(super) fn decode(game: GameId, kind: &str, body: &str) -> Result<Event, String> {
    Ok(match kind {
        "seated" => {
            let Seated { side, seat } = parse(body)?;
            Event::Seated { side, seat }
        }
        "started" => Event::Started { clocks: parse::<Started>(body)?.clocks },
        "thought" => {
            let Thinking { side, ply, from, value, win_in, depth, nodes, line, ms, table, table_mb } = parse(body)?;
            let line = line.iter().map(|mv| code(game, mv)).collect::<Result<_, _>>()?;
            let shortage = table.map(|table| Shortage { table, table_mb });
            let thought = Thought { from, value, win_in, depth, nodes, line, ms, shortage };
            Event::Thought { side, ply, thought: Box::new(thought) }
        }
        "moved" => {
            let Moved { ply, side, mv, clocks } = parse(body)?;
            Event::Moved { ply, side, mv: code(game, &mv)?, clocks }
        }
        "offered" => {
            let Offered { side, what } = parse(body)?;
            Event::Offered { side, what }
        }
        "answered" => {
            let Answered { side, what, accept } = parse(body)?;
            Event::Answered { side, what, accept }
        }
        "taken_back" => {
            let TakenBack { side, ply, clocks } = parse(body)?;
            Event::TakenBack { side, ply, clocks }
        }
        "away" => {
            let Away { side, grace_ms } = parse(body)?;
            Event::Away { side, grace_ms }
        }
        "back" => Event::Back { side: parse::<Back>(body)?.side },
        "ended" => {
            let Over { verdict, clocks } = parse(body)?;
            Event::Ended { verdict, clocks }
        }
        unknown => return Err(format!("there is no kind of event {unknown:?}")),
    })
}

fn json(kind: &'static str, body: &impl Serialize) -> Result<(&'static str, String), String> {
    serde_json::to_string(body).map(|body| (kind, body)).map_err(|error| error.to_string())
}

fn parse<T: DeserializeOwned>(body: &str) -> Result<T, String> {
    serde_json::from_str(body).map_err(|error| error.to_string())
}

fn text(game: GameId, mv: MoveCode) -> Result<String, String> {
    let text = game.move_text(mv);
    // The catalog writes `?` for a number that is no move, and no game has such a move.
    if text == "?" { Err(format!("the number {} is no move of {game}", mv.0)) } else { Ok(text) }
}

fn code(game: GameId, text: &str) -> Result<MoveCode, String> {
    game.parse_move(text).map_err(|error| error.to_string())
}
