//! Checks a challenge against the rules that its opponent has set.

use super::is_played_at_once;
use crate::protocol::Reason;
use crate::protocol::challenge::{ChallengeRules, ChallengeView};

/// Checks a challenge by a player with this rating. The opponent has `under_way` running matches.
///
/// # Errors
/// The rule that the challenge breaks.
pub(super) fn check(
    rules: &ChallengeRules,
    challenge: &ChallengeView,
    rating: f64,
    under_way: usize,
) -> Result<(), Reason> {
    if rules.closed {
        return Err(Reason::TakesNone);
    }
    if !rules.games.is_empty() && !rules.games.contains(&challenge.game) {
        return Err(Reason::TakesGames { games: rules.games.clone() });
    }
    if let Some(wanted) = rules.clock.filter(|wanted| *wanted != is_played_at_once(challenge.clock)) {
        return Err(Reason::TakesClock { wanted });
    }
    if let Some(wanted) = rules.rated.filter(|wanted| *wanted != challenge.rated) {
        return Err(Reason::TakesRated { wanted });
    }
    if let (Some([least, most]), Some(clock)) = (rules.initial_ms, challenge.clock)
        && !(least..=most).contains(&clock.initial_ms)
    {
        return Err(Reason::TakesInitial { least, most });
    }
    if let Some([least, most]) = rules.rating
        && !(f64::from(least)..=f64::from(most)).contains(&rating)
    {
        return Err(Reason::TakesRating { least, most });
    }
    if let Some(most) = rules.at_once.filter(|at_once| under_way >= *at_once as usize) {
        return Err(Reason::TakesAtOnce { most });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn declines_a_challenge_with_the_rule_that_it_breaks() {
        let challenge = json!({
            "challenge": "0192f0c1-2233-4abc-8def-001122334455",
            "challenger": {"id": "0192f0c1-2233-4abc-8def-001122334456", "name": "Ann"},
            "game": "connect4", "options": {}, "clock": {"initial_ms": 60_000}, "seat": "random", "rated": true,
            "listed": false, "created_ms": 1, "expires_ms": 2, "state": "standing",
        });
        let challenge: ChallengeView = serde_json::from_value(challenge).expect("a valid challenge");
        for (rules, expected) in [
            (json!({}), ""),
            (json!({"games": ["chess", "connect4"], "clock": true, "rated": true, "rating": [1_000, 1_500]}), ""),
            (json!({"initial_ms": [60_000, 60_000], "at_once": 3}), ""),
            (json!({"closed": true}), "no challenges"),
            (json!({"games": ["chess"]}), "challenges to chess only"),
            (json!({"clock": false}), "without a clock"),
            (json!({"rated": false}), "to unrated matches only"),
            (json!({"initial_ms": [1, 59_999]}), "initial_ms from 1 to 59999"),
            (json!({"rating": [1_600, 3_000]}), "rated from 1600 to 3000"),
            (json!({"at_once": 2}), "at most 2 matches at once"),
        ] {
            let rules: ChallengeRules = serde_json::from_value(rules).expect("valid rules");
            let told =
                check(&rules, &challenge, 1_500.0, 2).err().map_or_else(String::new, |reason| reason.to_string());
            assert!(told.contains(expected) && told.is_empty() == expected.is_empty(), "{told:?}: {expected:?}");
        }
    }
}
