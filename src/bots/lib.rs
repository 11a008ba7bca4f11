//! Bots: named search configurations, and the players that use them.

/// Writes a line to standard error. A failed write, as to a full disk, is ignored. Texts may come from other programs,
/// files and servers, so characters that could control a terminal are replaced.
#[macro_export]
macro_rules! say {
    ($($words:tt)*) => {
        $crate::say(format_args!($($words)*))
    };
}

/// Writes a line to standard error, for [`say!`].
#[doc(hidden)]
pub fn say(words: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let line = arena_play::characters::printable_lines(&words.to_string());
    writeln!(std::io::stderr(), "{line}").unwrap_or_default();
}

pub mod analysis;
pub mod book;
pub mod catalog;
pub mod charset;
pub mod embedded;
pub mod engine;
pub mod evaluator;
mod followed_match;
pub mod module;
mod module_bot;
pub mod player;
pub mod pool;
pub mod remote;
pub mod roster;
pub mod search_memory;
mod search_player;
mod seat_player;
pub mod spec;
pub mod suggest;
mod timing;
pub mod toml_file;
pub mod tree;
pub mod unreadable;

#[cfg(test)]
mod tests;

pub use book::Book;
pub use followed_match::FollowedMatch;
pub use player::{
    Choice, IllegalTries, Player, PlayerError, SearchFigures, ThinkingObserver, ThinkingUpdate, TurnLimits, overtime,
};
pub use pool::{Lease, Pool, PoolFull, Principal, Priority, Reach, Request, Search, Sharing, WorkerId};
pub use roster::Roster;
pub use search_memory::{Loan, SearchMemory};
pub use search_player::{logged_player, make_player};
pub use seat_player::{MakePlayer, SeatPlayer};
pub use spec::{BotSpec, RawBot};
pub use timing::{Allotment, OwnClock};
pub use toml_file::{FileError, Source};
