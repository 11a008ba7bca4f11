//! The bodies of HTTP that concern the operator.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// What makes a caller the operator. Being on the same machine does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename = "OperatorProof"))]
#[schema(as = OperatorProof)]
pub enum Proof {
    /// The token.
    Token,
    /// The Unix socket.
    Socket,
    /// The cookie of a browser that opened a link of the operator's.
    Browser,
}

/// Whether the caller is the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OperatorView {
    /// Whether it is.
    pub operator: bool,
    /// By what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Proof>,
    /// For how long it still is, where that ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
}

/// A link that makes the browser that opens it the operator's, once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct OperatorLink {
    /// The link, by the address that the server listens on.
    pub url: String,
    /// For how long it can be used.
    pub valid_ms: u64,
}

/// What the page sends of such a link.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct LinkBody {
    /// What stands behind `#operator=`.
    pub link: String,
}

/// What the operator sees of the server at a glance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OperationsView {
    /// The program's version.
    pub version: String,
    /// For how long it runs.
    pub up_ms: u64,
    /// Whether players make no matches for now.
    pub draining: bool,
    /// What is announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announcement: Option<String>,
    /// Why nothing can be stored, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_problem: Option<String>,
    /// How much there is of what.
    pub gauges: Vec<GaugeView>,
    /// The addresses with the most connections, the most first.
    pub busiest: Vec<AddressView>,
}

/// How much there is of something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct GaugeView {
    /// Of what.
    pub gauge: Gauge,
    /// How much.
    pub now: u64,
    /// How much there may be, where that is bounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u64>,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Gauge {
    /// WebSocket connections.
    Connections,
    /// Matches that are open or live.
    Matches,
    /// Those of them that are not in memory.
    Dormant,
    /// Tournaments that are played.
    Tournaments,
    /// Searches that run.
    SearchesRunning,
    /// Searches that have not begun.
    SearchesWaiting,
    /// Searches that have begun and wait for their turn.
    SearchesSuspended,
    /// Bytes lent to searches.
    SearchMemory,
    /// Bytes that are logged and not in the database yet.
    StoreWaiting,
}

/// An address, and how much it uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AddressView {
    /// The address, or the network of an IPv6 address.
    pub address: String,
    /// Its WebSocket connections.
    pub connections: u64,
}

/// What is to be announced.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct AnnounceBody {
    /// The sentence, at most 300 characters; empty to announce nothing any more.
    pub text: String,
}

/// Whether players are to make no matches.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct DrainBody {
    /// Whether that holds from now on.
    pub drain: bool,
}
