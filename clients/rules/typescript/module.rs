//! The WebAssembly module of the npm package `gametree-arena-rules`. `arena-toolbox` does the work.
//!
//! `exchange.rs` says how the host calls it. Requests and answers are JSON.

#![allow(unsafe_code, reason = "exported functions of WebAssembly need attributes that count as unsafe")]

mod calls;
pub mod exchange;

use std::cell::RefCell;
use std::time::Instant;

use arena_search::Budget;
use arena_toolbox::{Options, Position, Settings, ToolboxError, Weights, games};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::calls::Handles;

thread_local! {
    static POSITIONS: RefCell<Handles<Position>> = RefCell::default();
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Request {
    Games,
    New {
        game: String,
        options: Options,
        start: Option<String>,
    },
    Play {
        position: usize,
        #[serde(rename = "move")]
        mv: String,
    },
    /// Everything that a program rarely asks for.
    Describe {
        position: usize,
    },
    Evaluate {
        position: usize,
        name: Option<String>,
        weights: Weights,
    },
    Perft {
        position: usize,
        depth: u32,
    },
    RandomOpening {
        position: usize,
        plies: usize,
        seed: u64,
        round: u64,
    },
    Search {
        position: usize,
        settings: Value,
    },
    Drop {
        position: usize,
    },
}

impl Handles<Position> {
    /// Stores a position. Returns its number and what programs ask of every position.
    fn store(&mut self, position: Position) -> Value {
        let game = position.game();
        let text = |mv: &arena_toolbox::MoveCode| game.move_text(*mv);
        let mut json = json!({
            "side": position.side(),
            "legal": position.legal().iter().map(text).collect::<Vec<_>>(),
            // JSON parsers would round it.
            "key": position.key().to_string(),
        });
        if let Some(outcome) = position.outcome() {
            json["outcome"] = outcome.winner().map_or("draw", |winner| winner.name()).into();
            json["payoff"] = outcome.payoff().into();
        }
        json["id"] = self.insert(position).into();
        json
    }

    fn answer(&mut self, request: Request) -> Result<Value, ToolboxError> {
        Ok(match request {
            Request::Games => games(),
            Request::New { game, options, start } => {
                let position = Position::new(&game, &options, start.as_deref())?;
                let options = Value::Object(position.options().clone());
                let mut json = self.store(position);
                json["options"] = options;
                json
            }
            Request::Play { position, mv } => {
                let next = self.at(position).play(&mv)?;
                let played = next.moves().last().map(|mv| next.game().move_text(*mv));
                let mut json = self.store(next);
                json["move"] = played.into();
                json
            }
            Request::Describe { position } => {
                let position = self.at(position);
                json!({
                    "text": position.text(),
                    "legal_notation": position.legal_notation(),
                    "diagram": position.diagram(),
                    "svg": position.svg(),
                    "drawing": position.to_string(),
                })
            }
            Request::Evaluate { position, name, weights } => {
                self.at(position).evaluate(name.as_deref(), &weights)?.into()
            }
            Request::Perft { position, depth } => self.at(position).perft(depth).into(),
            Request::RandomOpening { position, plies, seed, round } => {
                let found = self.at(position).random_opening(plies, seed, round);
                found.map_or(Value::Null, |found| found.moves().iter().map(|mv| found.game().move_text(*mv)).collect())
            }
            Request::Search { position, settings } => {
                let began = Instant::now();
                let clock = || began.elapsed();
                let budget = Budget { clock: Some(&clock), ..Budget::UNLIMITED };
                json!(self.at(position).search(&Settings::from_json(&settings)?, budget)?)
            }
            Request::Drop { position } => {
                self.drop(position);
                Value::Null
            }
        })
    }
}

/// Answers the request in the buffer. Returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    calls::answer(|request| POSITIONS.with_borrow_mut(|positions| positions.answer(request)))
}
