//! The bodies of HTTP that concern the operator.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What makes a caller the operator. Being on the same machine does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "OperatorProof")]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OperatorView {
    /// Whether it is.
    pub operator: bool,
    /// By what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by: Option<Proof>,
    /// For how long it still is, where that ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub left_ms: Option<u64>,
}

/// A link that makes the browser that opens it the operator's, once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OperatorLink {
    /// The link, by the address that the server listens on.
    pub url: String,
    /// For how long it can be used.
    pub valid_ms: u64,
}

/// What the page sends of such a link.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkBody {
    /// What stands behind `#operator=`.
    pub link: String,
}
