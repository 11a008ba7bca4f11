//! Converts a match to its record, and a record to the events of its match.

use super::{Opening, Record, SeatRecord, ShortMove};
use arena_games::catalog::Visitor;
use arena_games::{BySide, Game, GameError, Hints, Side};
use arena_play::{Event, Match, MatchSetup, Phase, Thought, ThoughtSource};
use arena_search::win_in;

/// Returns the record of a match that was played here, or `None` while the match is not over.
#[must_use]
pub fn of_match(setup: &MatchSetup, core: &Match) -> Option<Record> {
    let Phase::Over(verdict) = core.phase() else { return None };
    let MatchSetup { id, game, options, position, opening, seed, clock, .. } = setup;
    let Thoughts { nodes, values, not_reproducible } = Thoughts::of(core);
    Some(Record {
        id: *id,
        game: *game,
        options: options.clone(),
        opening: Opening { position: position.clone(), moves: opening.clone() },
        seats: Side::BOTH.map(|side| SeatRecord::of(&core.seats()[side], *clock)),
        seed: *seed,
        moves: core.moves().iter().map(|mv| game.move_text(*mv)).collect(),
        verdict: verdict.in_words(),
        nodes,
        ms: None,
        values: values.iter().any(Option::is_some).then_some(values),
        not_reproducible,
        reproducible: None,
        late_ms: None,
    })
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
    };
    let mut board = setup.board()?;
    let mut events = vec![Event::Started { clocks: None }];
    for (ply, text) in record.moves.iter().enumerate() {
        let mv = record.game.parse_move(text)?;
        let side = board.to_move();
        board.play(mv, ply)?;
        if ply >= setup.opening.len() {
            events.extend(thought(record, ply).map(|thought| Event::Thought { ply, side, thought: Box::new(thought) }));
            events.push(Event::Moved { ply, side, mv, clocks: None });
        }
    }
    events.push(Event::Ended { verdict: record.verdict.clone(), clocks: None });
    Ok((setup, events))
}

/// Rebuilds the thought behind a move: value, nodes and, if recorded, time. A record contains neither the depth nor the
/// expected line, so the depth is 0 and the line is empty.
fn thought(record: &Record, ply: usize) -> Option<Thought> {
    struct WinIn(i32);

    impl Visitor for WinIn {
        type Output = Option<i32>;

        fn visit<G: Game + Hints>(self) -> Self::Output {
            win_in::<G>(self.0)
        }
    }

    let value = record.value(ply)?;
    Some(Thought {
        from: ThoughtSource::Search,
        value: Some(value),
        win_in: record.game.visit(WinIn(value)),
        depth: 0,
        nodes: record.nodes.get(ply).copied().unwrap_or(0),
        line: Vec::new(),
        ms: record.ms.as_ref().and_then(|ms| ms.get(ply)).copied().unwrap_or(0),
        table: None,
        table_mb: None,
    })
}
