//! The bodies of HTTP that concern the operator.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Whether the caller is the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OperatorView {
    /// Whether it is.
    pub operator: bool,
    /// By what: `token`, `socket`, or `browser` for the cookie that a link was exchanged for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by: Option<String>,
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
