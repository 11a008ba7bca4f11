//! All integration tests in one binary, which links once; one module per area.
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report, in helper functions too")]

mod analyse;
mod architecture;
mod arena;
mod bench;
mod book;
#[cfg(all(feature = "cluster", unix))]
mod cluster;
mod command_line;
mod engines;
mod export;
mod fuzz;
mod grade;
mod match_command;
mod modules;
mod operator;
mod perft;
mod play;
mod server;
mod stats;
mod tournament;
mod tune;
mod uci;
mod verify;
