//! Checks a challenge against the rules that its opponent has set.

use crate::error::ApiError;
use arena_games::diagnostic;
use arena_play::Speed;
use arena_protocol::challenge::{ChallengeRules, ChallengeView};
use arena_store::PlayerRow;

/// Checks a challenge by a player with this rating. The opponent has `under_way` running matches.
///
/// # Errors
/// The rule that the challenge breaks.
pub(super) fn check(
    rules: &ChallengeRules,
    challenge: &ChallengeView,
    rating: f64,
    under_way: usize,
) -> Result<(), ApiError> {
    let declined = |diagnostic| Err(ApiError::conflict(diagnostic));
    if rules.closed {
        return declined(diagnostic!("takes_none", "this player accepts no challenges"));
    }
    if !rules.games.is_empty() && !rules.games.contains(&challenge.game) {
        let (games, list) = (&rules.games, rules.games.join(", "));
        return declined(diagnostic!("takes_games", "this player accepts only challenges to {list}", games));
    }
    if let Some(wanted) = rules.clock.filter(|wanted| *wanted != (Speed::of(challenge.clock) == Speed::Clock)) {
        let with = if wanted { "with" } else { "without" };
        return declined(diagnostic!(
            "takes_clock",
            "this player accepts only challenges {with} a continuous clock",
            wanted
        ));
    }
    if let Some(wanted) = rules.rated.filter(|wanted| *wanted != challenge.rated) {
        let kind = if wanted { "rated" } else { "unrated" };
        return declined(diagnostic!("takes_rated", "this player accepts only challenges to {kind} matches", wanted));
    }
    if let (Some([least, most]), Some(clock)) = (rules.initial_ms, challenge.clock)
        && !(least..=most).contains(&clock.initial_ms)
    {
        return declined(diagnostic!(
            "takes_initial",
            "this player accepts only clocks with initial_ms between {least} and {most}",
            least,
            most
        ));
    }
    if let Some([least, most]) = rules.rating
        && !(f64::from(least)..=f64::from(most)).contains(&rating)
    {
        return declined(diagnostic!(
            "takes_rating",
            "this player accepts only challengers rated between {least} and {most}",
            least,
            most
        ));
    }
    if let Some(most) = rules.at_once.filter(|at_once| under_way >= *at_once as usize) {
        return declined(diagnostic!(
            "takes_at_once",
            "this player already plays {most} matches and accepts no more at once",
            most
        ));
    }
    Ok(())
}

/// Refuses a rated match between two players with the same owner.
pub(super) fn check_interests(one: &PlayerRow, other: &PlayerRow, rated: bool) -> Result<(), ApiError> {
    if rated && one.owner() == other.owner() {
        return Err(ApiError::forbidden(diagnostic!(
            "one_person",
            "a match between two players of the same person cannot be rated"
        )));
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
            (json!({"games": ["chess"]}), "only challenges to chess"),
            (json!({"clock": false}), "without a continuous clock"),
            (json!({"rated": false}), "only challenges to unrated matches"),
            (json!({"initial_ms": [1, 59_999]}), "initial_ms between 1 and 59999"),
            (json!({"rating": [1_600, 3_000]}), "rated between 1600 and 3000"),
            (json!({"at_once": 2}), "already plays 2 matches"),
        ] {
            let rules: ChallengeRules = serde_json::from_value(rules).expect("valid rules");
            let refusal =
                check(&rules, &challenge, 1_500.0, 2).err().map_or_else(String::new, |reason| reason.to_string());
            assert!(
                refusal.contains(expected) && refusal.is_empty() == expected.is_empty(),
                "{refusal:?}: {expected:?}"
            );
        }
    }
}
