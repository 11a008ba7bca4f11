//! Operations: bodies of HTTP requests and responses for the operator.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// How the operator was authenticated. A connection from the local machine proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename = "OperatorProof"))]
#[schema(as = OperatorProof)]
pub enum Proof {
    /// The operator token.
    Token,
    /// The Unix socket.
    Socket,
    /// The cookie of a browser that opened an operator link.
    Browser,
}

/// Whether the caller is the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OperatorView {
    /// True if the caller is the operator.
    pub operator: bool,
    /// How the caller was authenticated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Proof>,
    /// Remaining validity in milliseconds, if limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
}

/// A single-use link that gives the rights of the operator to the browser that opens it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct OperatorLink {
    /// The link, with the address that the server listens on.
    pub url: String,
    /// Validity in milliseconds.
    pub valid_ms: u64,
}

/// Redeems an operator link.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct LinkBody {
    /// The part of the link after `#operator=`.
    pub link: String,
}

/// Overview of the server for the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OperationsView {
    /// Version of the program.
    pub version: String,
    /// Uptime in milliseconds.
    pub up_ms: u64,
    /// True if players currently cannot create matches.
    pub draining: bool,
    /// Current announcement, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announcement: Option<String>,
    /// Reason why nothing can be stored, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_problem: Option<String>,
    /// Current values of the gauges.
    pub gauges: Vec<GaugeView>,
    /// Addresses with the most connections, in descending order.
    pub busiest: Vec<AddressView>,
}

/// Current value of a gauge, and its limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct GaugeView {
    /// The gauge.
    pub gauge: Gauge,
    /// Current value.
    pub now: u64,
    /// Limit, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u64>,
}

/// A measured quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Gauge {
    /// Number of WebSocket connections.
    Connections,
    /// Number of open and live matches.
    Matches,
    /// Number of these matches that are not in memory.
    Dormant,
    /// Number of running tournaments.
    Tournaments,
    /// Number of running searches.
    SearchesRunning,
    /// Number of searches that have not started.
    SearchesWaiting,
    /// Number of searches that have started and wait for their turn.
    SearchesSuspended,
    /// Memory lent to searches, in bytes.
    SearchMemory,
    /// Size of the logged data that is not yet in the database, in bytes.
    StoreWaiting,
}

/// An address and its number of connections.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AddressView {
    /// IP address, or the network of an IPv6 address.
    pub address: String,
    /// Number of WebSocket connections.
    pub connections: u64,
}

/// Sets the announcement.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct AnnounceBody {
    /// Text of at most 300 characters. An empty text removes the announcement.
    pub text: String,
}

/// Enables or disables the creation of matches by players.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct DrainBody {
    /// True to disable it.
    pub drain: bool,
}
