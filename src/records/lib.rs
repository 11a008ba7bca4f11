//! Records of finished matches, which contain all that is needed to replay them.

#![warn(missing_docs)]

mod events;
mod game_writer;
pub mod imported_game;
pub mod pdn;
pub mod pgn;
mod record;
pub mod replay;
pub mod samples;
pub mod search_comment;
pub mod tagged_game;
pub mod verify;

pub use events::{events_of, of_match, so_far};
pub use record::{Opening, Record, SeatRecord, ShortMove, seat_seed};
pub use replay::replay;
pub use search_comment::{MoveNote, SearchComment};
pub use tagged_game::normal_name;
pub use verify::{Checked, Difference, Verifier};
