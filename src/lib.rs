//! `minimax-arena` hosts two-player, zero-sum, perfect-information games between people and configurable minimax
//! bots, over WebSocket and in tournaments.
//!
//! ```text
//! games → search → play → bots → records → tournament → server, cli
//!         (play needs games only)          protocol and store beside records and tournament
//! ```
//!
//! A layer imports only layers to its left. `protocol` and `store` import up to `tournament`; only `server` and
//! `cli` import both.

pub mod bots;
pub mod cli;
pub mod games;
pub mod play;
pub mod records;
pub mod search;
pub mod store;
pub mod tournament;
