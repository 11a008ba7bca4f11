//! View of the end of a match.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use arena_games::Diagnostic;
use arena_play::{Detail, EndReason, GameResult, Verdict};

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct VerdictView {
    /// Result; absent if the match is void.
    pub outcome: Option<GameResult>,
    /// How the match ended.
    pub by: EndReason,
    /// Details in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub detail: Option<String>,
    /// The details with their code and values, if they come from the arena itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub circumstance: Option<Diagnostic>,
}

impl From<&Verdict> for VerdictView {
    fn from(verdict: &Verdict) -> Self {
        let Verdict { outcome, by, detail } = verdict.clone();
        let circumstance = detail.as_ref().and_then(Detail::diagnostic);
        Self { outcome, by, detail: detail.as_ref().map(ToString::to_string), circumstance }
    }
}
