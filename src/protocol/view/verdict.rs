//! How a match ended, with what is said of it in words that can be told in any language.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use crate::play::{Circumstance, EndReason, GameResult, Verdict};

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct VerdictView {
    /// Who won; none when the match is void.
    pub outcome: Option<GameResult>,
    /// What decided it.
    pub by: EndReason,
    /// More about it, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub detail: Option<String>,
    /// The same with its values, where the arena itself says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub circumstance: Option<Circumstance>,
}

impl From<&Verdict> for VerdictView {
    fn from(verdict: &Verdict) -> Self {
        let Verdict { outcome, by, detail } = verdict.clone();
        let circumstance = detail.as_deref().and_then(Circumstance::read);
        Self { outcome, by, detail, circumstance }
    }
}
