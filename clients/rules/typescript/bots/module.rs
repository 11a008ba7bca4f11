//! The WebAssembly module with the bots and statistics of the npm package `gametree-arena-rules`. `arena-toolbox` does the
//! work.
//!
//! It is a module of its own, because most programs only need the rules, and the bots are larger. `exchange.rs` says how
//! the host calls it. Requests and answers are JSON.

#![allow(unsafe_code, reason = "exported functions of WebAssembly need attributes that count as unsafe")]

#[path = "../calls.rs"]
mod calls;
#[path = "../exchange.rs"]
pub mod exchange;

use std::cell::RefCell;

use arena_toolbox::{HouseBot, MoveCode, Options, Position, Records, Seat, ToolboxError, bots, match_id};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::calls::Handles;

thread_local! {
    static SEATS: RefCell<Handles<Seat>> = RefCell::default();
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Request {
    Bots {
        game: String,
    },
    Bot {
        bot: Value,
        game: Option<String>,
    },
    Seat {
        bot: Value,
        /// The game of the bot.
        game: String,
        position: Reached,
        side: String,
        seed: u64,
    },
    Choose {
        seat: usize,
        position: Reached,
    },
    Drop {
        seat: usize,
    },
    Statistics(Records),
    Report(Records),
    MatchId {
        names: (String, String),
        seed: u64,
        number: u64,
    },
}

/// A position of the module of rules.
#[derive(Deserialize)]
struct Reached {
    game: String,
    options: Options,
    start: Option<String>,
    moves: Vec<String>,
}

impl Reached {
    fn moves(&self) -> Result<Vec<MoveCode>, ToolboxError> {
        let game: arena_games::GameId = self.game.parse()?;
        let read = |text: &String| game.parse_move(text).map_err(|error| arena_games::GameError::from(error).into());
        self.moves.iter().map(read).collect()
    }
}

fn answer(request: Request) -> Result<Value, ToolboxError> {
    SEATS.with_borrow_mut(|seats| {
        Ok(match request {
            Request::Bots { game } => bots(&game)?.into(),
            Request::Bot { bot, game } => {
                let bot = HouseBot::new(bot, game.as_deref())?;
                json!({ "name": bot.name(), "game": bot.game(), "spec": bot.spec(), "summary": bot.summary() })
            }
            Request::Seat { bot, game, position, side, seed } => {
                let start = Position::new(&position.game, &position.options, position.start.as_deref())?;
                seats.insert(HouseBot::new(bot, Some(&game))?.seat(&start, &side, seed)?).into()
            }
            Request::Choose { seat, position } => {
                let choice = seats.at(seat).choose(&position.moves()?)?;
                json!([choice.mv, choice.nodes, choice.value])
            }
            Request::Drop { seat } => {
                seats.drop(seat);
                Value::Null
            }
            Request::Statistics(records) => records.statistics()?,
            Request::Report(records) => records.report()?.into(),
            Request::MatchId { names: (first, second), seed, number } => {
                match_id((&first, &second), seed, number).into()
            }
        })
    })
}

/// Answers the request in the buffer. Returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    calls::answer(answer)
}
