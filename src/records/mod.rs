//! Records: all that is needed to replay a match.

pub mod record;

pub use record::{Opening, Record, SeatRecord};
