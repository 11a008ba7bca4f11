//! Sums over matches: pure folds over the results in the order of the schedule.

mod clusters;
mod curve;
mod entrant_score;
mod from_games;
mod from_records;
mod hashed;
mod match_result;
mod pairs;
mod recorded;
mod tally;

pub use clusters::{Clusters, of_entrants, of_pair};
pub use curve::{Checkpoint, Curve, MOST_ENTRANTS};
pub use entrant_score::{EntrantScore, Failures};
pub use from_games::{GamesRead, add_games};
pub use from_records::{RecordError, RecordSums, RecordTally};
pub(super) use match_result::fingerprint;
pub use match_result::{MatchResult, MoveCost};
pub use pairs::Pairs;
pub use recorded::RecordedEntrant;
pub use tally::Tally;
