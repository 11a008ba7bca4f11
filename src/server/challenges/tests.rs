//! Tests of the limits on challenges.

use super::*;

fn challenge(n: u64) -> ChallengeView {
    let challenger = PlayerView { id: Uuid::from_u128(n.into()), name: String::new() };
    ChallengeView {
        challenge: Uuid::from_u128(u128::from(n) << 64),
        challenger,
        opponent: None,
        game: "tictactoe".to_owned(),
        options: arena_games::Options::new(),
        clock: None,
        seat: arena_protocol::challenge::SeatWish::default(),
        rated: false,
        listed: true,
        created_ms: 100 - n,
        expires_ms: u64::MAX,
        state: ChallengeState::Standing,
        reason: None,
        id: None,
    }
}

#[test]
fn a_full_table_evicts_the_oldest_challenge_of_a_guest_and_never_a_named_players() {
    let limits = Limits { challenges: 4, challenges_per_address: 2, ..Limits::default() };
    let [home, away] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
    let mut standing = Standing::default();
    standing.insert(challenge(9), false, Some(away));
    standing.insert(challenge(1), true, Some(home));
    standing.insert(challenge(2), true, Some(home));
    let refused = standing.check_room(&challenge(3), Some(home), &limits).unwrap_err();
    assert_eq!(refused.code(), "address_challenges");
    assert_eq!(standing.check_room(&challenge(3), Some(away), &limits).unwrap(), None);
    // After a restart the address of a challenge is unknown.
    standing.insert(challenge(3), true, None);
    let evicted = standing.check_room(&challenge(4), Some(away), &limits).unwrap().unwrap();
    assert_eq!(evicted, challenge(3), "the oldest of the guests' challenges");
    for n in 1..=3 {
        standing.remove(challenge(n).challenge);
        standing.insert(challenge(n + 4), false, None);
    }
    assert!(standing.check_room(&challenge(4), Some(home), &limits).is_err(), "all are of named players");
    assert!(standing.of_guests.is_empty() && !standing.per_household.contains_key(&home));
}
