//! Matches in lists. Configurations are replaced by names, so that the size of a row is bounded for any input.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{MatchSummary, SeatView};

/// Maximum size of an option in lists, as JSON in bytes. Larger ones are left out.
const LONGEST_OPTION: usize = 128;

/// Maximum length of a verdict's detail in characters.
const LONGEST_DETAIL: usize = 200;

/// Number of bytes of a digest that are sent.
const DIGEST: usize = 8;

impl SeatView {
    /// Reduces the configuration of a bot to its name, its game and a digest.
    #[must_use]
    pub fn brief(self) -> Self {
        match self {
            Self::Bot { name, spec, digest: None } => {
                let hash = Sha256::digest(spec.to_string().as_bytes());
                let digest = hash.iter().take(DIGEST).map(|byte| format!("{byte:02x}")).collect();
                let game = spec.get("game").cloned().unwrap_or(Value::Null);
                Self::Bot { spec: json!({ "name": name, "game": game }), name, digest: Some(digest) }
            }
            other => other,
        }
    }
}

impl MatchSummary {
    /// Reduces the match to a few hundred bytes; at most a few thousand.
    #[must_use]
    pub fn brief(mut self) -> Self {
        self.seats = self.seats.map(SeatView::brief);
        self.options.retain(|_, value| !is_long(value));
        if let Some(verdict) = &mut self.verdict
            && let Some(detail) = &mut verdict.detail
            && let Some((end, _)) = detail.char_indices().nth(LONGEST_DETAIL)
        {
            detail.truncate(end);
            verdict.circumstance = None;
        }
        self
    }
}

fn is_long(value: &Value) -> bool {
    match value {
        Value::String(text) => text.len() > LONGEST_OPTION,
        Value::Array(_) | Value::Object(_) => value.to_string().len() > LONGEST_OPTION,
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Status;
    use uuid::Uuid;

    fn summary(spec: Value, tree: Value) -> MatchSummary {
        let bot = SeatView::Bot { name: "\u{10ffff}".repeat(80), spec, digest: None };
        MatchSummary {
            id: Uuid::nil(),
            game: "tree".to_owned(),
            options: [("tree".to_owned(), tree), ("misere".to_owned(), true.into())].into_iter().collect(),
            seats: [bot.clone(), bot],
            status: Status::Live,
            plies: 3,
            created_ms: 1,
            ended_ms: None,
            clock: None,
            verdict: None,
        }
    }

    #[test]
    fn brief_row_is_short_and_keeps_name_and_game_of_a_bot() {
        let about = "x".repeat(100_000);
        let spec = json!({"name": "mine", "game": "tree", "about": about, "depth": 3});
        let whole = summary(spec, Value::Array(vec![1.into(); 10_000]));
        let brief = whole.brief();
        assert!(serde_json::to_string(&brief).expect("a summary serialises").len() < 2_500);
        assert_eq!(brief.options.keys().collect::<Vec<_>>(), ["misere"]);
        let SeatView::Bot { spec, digest, .. } = &brief.seats[0] else { panic!("the seat is not a bot") };
        assert_eq!(spec["game"], "tree");
        assert_eq!(digest.as_ref().map(String::len), Some(16));
    }

    #[test]
    fn digests_distinguish_configurations_and_short_options_remain() {
        let digest = |depth: u32| match summary(json!({"depth": depth}), json!([1, 2])).brief().seats {
            [SeatView::Bot { digest, .. }, _] => digest,
            _ => None,
        };
        assert_eq!(digest(3), digest(3));
        assert_ne!(digest(3), digest(4));
        assert_eq!(summary(json!({}), json!([1, 2])).brief().options["tree"], json!([1, 2]));
    }
}
