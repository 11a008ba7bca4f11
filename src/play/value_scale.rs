//! How clients read the values of a search.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// How to read values that decide the game, for clients that format values themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ValueScale {
    /// A value beyond this is a win. A value below its negation is a loss.
    pub decided_beyond: i32,
    /// The base of wins that are scored by distance: a win in n plies has this value minus n. `None` for other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<i32>,
    /// The base of wins that are scored by margin: a win by n has this value plus n. `None` for other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
}
