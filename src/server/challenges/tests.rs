//! Tests of the limits on challenges.

use std::net::IpAddr;

use super::*;
use arena_protocol::PlayerView;

fn challenge(n: u64) -> ChallengeView {
    let challenger = PlayerView { id: Uuid::from_u128(n.into()), name: String::new() };
    ChallengeView {
        challenge: Uuid::from_u128(u128::from(n) << 64),
        challenger,
        opponent: None,
        game: "tictactoe".to_owned(),
        options: arena_games::Options::new(),
        clock: None,
        seat: arena_protocol::challenge::SeatRequest::default(),
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
    let [home, away] = [1, 2].map(|last| Some(IpAddr::from([192, 0, 2, last])));
    let by = |n: u64, address| Holder::new(Uuid::from_u128(n.into()), address);
    let mut standing = OpenChallenges::default();
    standing.insert(challenge(9), false, by(9, away));
    standing.insert(challenge(1), true, by(1, home));
    standing.insert(challenge(2), true, by(2, home));
    let room =
        |standing: &OpenChallenges, n, address| standing.check_room(&challenge(n), (&by(n, address), true), &limits);
    assert_eq!(room(&standing, 3, home).unwrap_err().code(), "address_challenges");
    assert_eq!(room(&standing, 3, away).unwrap(), None);
    standing.insert(challenge(3), true, by(3, None));
    let evicted = room(&standing, 4, away).unwrap().unwrap();
    assert_eq!(evicted, challenge(3), "the oldest of the guests' challenges");
    for n in 1..=3 {
        standing.remove(challenge(n).challenge);
        standing.insert(challenge(n + 4), false, by(n + 4, None));
    }
    assert!(room(&standing, 4, home).is_err(), "all are of named players");
    assert_eq!(standing.quota.held(), 4);
}

/// A challenge to one player.
fn challenge_to(n: u64, opponent: u64) -> ChallengeView {
    let opponent = PlayerView { id: Uuid::from_u128(opponent.into()), name: String::new() };
    ChallengeView { opponent: Some(opponent), listed: false, ..challenge(n) }
}

#[test]
fn one_address_does_not_fill_an_inbox_and_guests_make_room_for_named_players() {
    let limits = Limits { challenges_to_player: 6, challenges_to_player_per_address: 2, ..Limits::default() };
    let address = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
    let by = |n: u64, last| Holder::new(Uuid::from_u128(n.into()), address(last));
    let mut standing = OpenChallenges::default();
    let mut codes = Vec::new();
    for (n, last) in [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 4), (8, 5)] {
        match standing.check_room(&challenge_to(n, 99), (&by(n, last), true), &limits) {
            Ok(evicted) => {
                assert_eq!(evicted, None);
                standing.insert(challenge_to(n, 99), true, by(n, last));
            }
            Err(refused) => codes.push((n, refused.code().to_owned())),
        }
    }
    let expected = [(3, "their_challenges_from_address"), (8, "their_challenges")];
    assert_eq!(codes, expected.map(|(n, code)| (n, code.to_owned())));
    let named = standing.check_room(&challenge_to(9, 99), (&by(9, 6), false), &limits).unwrap();
    assert_eq!(named, Some(challenge_to(7, 99)), "the oldest of the guests' challenges");
    assert_eq!(standing.check_room(&challenge_to(8, 98), (&by(8, 5), true), &limits).unwrap(), None);
    for n in 1..=7 {
        standing.remove(challenge_to(n, 99).challenge);
    }
    assert!(standing.inboxes.is_empty());
}
