//! Converts a match to its record, and a record to the events of its match.

use super::{Opening, Record, SeatRecord, ShortMove};
use arena_games::{BySide, GameError, MoveCode, Side, with_game};
use arena_play::{EndReason, Event, Match, MatchSetup, Phase, Thought, ThoughtSource, Verdict};
use arena_search::win_in;
use serde_json::Value;

/// Returns the record of a match that was played here, or `None` while the match is not over.
#[must_use]
pub fn of_match(setup: &MatchSetup, core: &Match) -> Option<Record> {
    let Phase::Over(verdict) = core.phase() else { return None };
    Some(record(setup, core, verdict.in_words()))
}

/// Returns the record of a match so far. A match that is not over has no outcome and counts as aborted.
#[must_use]
pub fn so_far(setup: &MatchSetup, core: &Match) -> Record {
    let unfinished = Verdict { outcome: None, by: EndReason::Aborted, detail: None };
    of_match(setup, core).unwrap_or_else(|| record(setup, core, unfinished))
}

fn record(setup: &MatchSetup, core: &Match, verdict: Verdict) -> Record {
    let MatchSetup { id, game, options, position, opening, seed, clock, .. } = setup;
    let Thoughts { nodes, values, not_reproducible } = Thoughts::of(core);
    Record {
        id: *id,
        game: *game,
        options: options.clone(),
        opening: Opening { position: position.clone(), moves: opening.clone() },
        seats: Side::BOTH.map(|side| SeatRecord::of(&core.seats()[side], *clock)),
        seed: *seed,
        moves: core.moves().iter().map(|mv| game.move_text(*mv)).collect(),
        verdict,
        nodes,
        ms: None,
        values: values.iter().any(Option::is_some).then_some(values),
        not_reproducible,
        reproducible: None,
        late_ms: None,
        tries: None,
    }
}

/// The results of the bots' searches, by ply.
struct Thoughts {
    nodes: Vec<u64>,
    values: Vec<Option<i32>>,
    not_reproducible: Vec<ShortMove>,
}

impl Thoughts {
    fn of(core: &Match) -> Self {
        let mut nodes = vec![0; core.moves().len()];
        let mut values = vec![None; nodes.len()];
        let mut not_reproducible: Vec<ShortMove> = Vec::new();
        for event in core.events() {
            // A later thought for a ply replaces an earlier one, whose move was taken back. `TakenBack` clears the
            // values, since a person may make the next move.
            match event {
                Event::Thought { ply, side, thought } => {
                    if let Some(table) = thought.table {
                        let table_mb = thought.table_mb;
                        not_reproducible.push(ShortMove { ply: *ply, side: *side, table, table_mb });
                    }
                    if *ply >= nodes.len() {
                        continue;
                    }
                    nodes[*ply] = thought.nodes;
                    values[*ply] = thought.value;
                }
                Event::TakenBack { ply, .. } => {
                    // The bot still remembers what it found in the moves that were taken back. Its play is therefore
                    // not reproducible from the ply to which the match went back.
                    not_reproducible.iter_mut().for_each(|short| short.ply = short.ply.min(*ply));
                    nodes.iter_mut().skip(*ply).for_each(|nodes| *nodes = 0);
                    values.iter_mut().skip(*ply).for_each(|value| *value = None);
                }
                _ => {}
            }
        }
        Self { nodes, values, not_reproducible }
    }
}

/// Returns the setup and the events of the recorded match.
///
/// # Errors
/// [`GameError`] when the record's options, its position or one of its moves is invalid.
pub fn events_of(record: &Record, created_ms: u64) -> Result<(MatchSetup, Vec<Event>), GameError> {
    let setup = MatchSetup {
        id: record.id,
        game: record.game,
        options: record.options.clone(),
        position: record.opening.position.clone(),
        opening: record.opening.moves.clone(),
        seats: BySide::from(record.seats.each_ref().map(SeatRecord::seat)),
        clock: None,
        rated: false,
        seed: record.seed,
        created_ms,
        made_by: None,
        listed: false,
    };
    let mut board = setup.board()?;
    let mut events = vec![Event::Started { clocks: None }];
    for (ply, text) in record.moves.iter().enumerate() {
        let mv = record.game.parse_move(text)?;
        let side = board.to_move();
        let is_made = ply >= setup.opening.len();
        let thought = || thought(record, ply).or_else(|| unsearched(record, side, mv, || board.legal().len() == 1));
        let thought = is_made.then(thought).flatten();
        board.play(mv, ply)?;
        if is_made {
            events.extend(thought.map(|thought| Event::Thought { ply, side, thought: Box::new(thought) }));
            events.push(Event::Moved { ply, side, mv, clocks: None });
        }
    }
    events.push(Event::Ended { verdict: record.verdict.clone(), clocks: None });
    Ok((setup, events))
}

/// Rebuilds the thought behind a move that a bot made without a search: at random or from its book. Returns `None` if
/// the bot's settings permit both or neither.
fn unsearched(record: &Record, side: Side, mv: MoveCode, is_forced: impl FnOnce() -> bool) -> Option<Thought> {
    let spec = record.seats[side as usize].spec.as_ref()?;
    let is_random = spec.get("random_move").and_then(Value::as_f64).is_some_and(|chance| chance > 0.0);
    let has_book = spec.get("book").is_some_and(|book| *book != Value::Bool(false));
    let from = match (is_random, has_book) {
        (true, false) if is_forced() => ThoughtSource::Forced,
        (true, false) => ThoughtSource::Random,
        (false, true) => ThoughtSource::Book,
        _ => return None,
    };
    Some(Thought { line: vec![mv], ..without_figures(from) })
}

/// Rebuilds the thought behind a move: value, nodes and, if recorded, time. A record contains neither the depth nor the
/// expected line, so the depth is 0 and the line is empty.
fn thought(record: &Record, ply: usize) -> Option<Thought> {
    let value = record.value(ply)?;
    Some(Thought {
        value: Some(value),
        win_in: with_game!(record.game, G => win_in::<G>(value)),
        nodes: record.nodes.get(ply).copied().unwrap_or(0),
        ms: record.ms.as_ref().and_then(|ms| ms.get(ply)).copied().unwrap_or(0),
        ..without_figures(ThoughtSource::Search)
    })
}

const fn without_figures(from: ThoughtSource) -> Thought {
    Thought {
        from,
        value: None,
        win_in: None,
        depth: 0,
        nodes: 0,
        line: Vec::new(),
        ms: 0,
        table: None,
        table_mb: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Returns the sources of the moves of a match that began with `a1`, with the second side's settings.
    fn sources(moves: &[&str], spec: &Value) -> Vec<(usize, ThoughtSource)> {
        let record = serde_json::from_value(json!({
            "id": "00000000-0000-0000-0000-000000000001",
            "game": "tictactoe",
            "options": {},
            "opening": { "moves": ["a1"] },
            "seats": [{ "name": "a", "player": "00000000-0000-0000-0000-000000000002" }, { "name": "b", "spec": spec }],
            "seed": 1,
            "moves": moves,
            "verdict": { "outcome": null, "by": "aborted" },
            "nodes": vec![0; moves.len()],
            "values": [null, null, null, 7],
        }))
        .unwrap();
        let (_, events) = events_of(&record, 0).unwrap();
        let thoughts = events.iter().filter_map(|event| match event {
            Event::Thought { ply, thought, .. } => Some((*ply, thought.from)),
            _ => None,
        });
        thoughts.collect()
    }

    #[test]
    fn settings_tell_where_an_unsearched_move_came_from() {
        let moves = ["a1", "b2", "c3", "a3"];
        let search = (3, ThoughtSource::Search);
        let random = json!({ "random_move": 0.1, "book": false });
        assert_eq!(sources(&moves, &random), [(1, ThoughtSource::Random), search]);
        let book = json!({ "random_move": 0.0, "book": "classic" });
        assert_eq!(sources(&moves, &book), [(1, ThoughtSource::Book), search]);
        for unclear in [json!({ "random_move": 0.1, "book": "classic" }), json!({ "engine": ["x"] }), Value::Null] {
            assert_eq!(sources(&moves, &unclear), [search], "{unclear}");
        }
    }

    #[test]
    fn only_legal_move_of_a_random_bot_is_forced() {
        let moves = ["a1", "b2", "c3", "a3", "c1", "b1", "b3", "c2", "a2"];
        // A bot at random that has moved first is left with one cell.
        let mut record: Record = serde_json::from_value(json!({
            "id": "00000000-0000-0000-0000-000000000001",
            "game": "tictactoe",
            "options": {},
            "opening": { "moves": moves[..8] },
            "seats": [{ "name": "a", "spec": { "random_move": 1.0 } }, { "name": "b" }],
            "seed": 1,
            "moves": moves,
            "verdict": { "outcome": "draw", "by": "rules" },
            "nodes": vec![0; 9],
        }))
        .unwrap();
        let source = |record: &Record| match &events_of(record, 0).unwrap().1[1] {
            Event::Thought { thought, .. } => thought.from,
            other => panic!("{other:?}"),
        };
        assert_eq!(source(&record), ThoughtSource::Forced);
        record.opening.moves.truncate(6);
        assert_eq!(source(&record), ThoughtSource::Random);
    }
}
