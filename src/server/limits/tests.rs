//! Connections, searches, requests and messages are counted per network prefix until they end.

use super::*;

#[test]
fn counts_connections_per_network_until_they_end() {
    let limits = Limits { connections: 3, connections_per_address: 2, ..Limits::default() };
    let limiter = ConnectionLimiter::new(&limits, false);
    let enter = |text: &str| limiter.enter(text.parse().expect("a valid address"));
    let first = enter("2001:db8::1").expect("there is room");
    let _second = enter("2001:db8::2").expect("there is room");
    assert!(enter("2001:db8::3").is_none(), "the network is full");
    let _other = enter("192.0.2.1").expect("another network has room");
    assert!(enter("192.0.2.2").is_none(), "the server is full");
    drop(first);
    assert!(enter("2001:db8::3").is_some());
}

#[test]
fn websockets_are_limited_by_the_memory_for_them() {
    let limits = Limits { memory_mb: 1, connections_per_address: 10_000, ..Limits::default() };
    let limiter = ConnectionLimiter::new(&limits, false);
    let enter = || limiter.enter(IpAddr::from([192, 0, 2, 1]));
    let held: Vec<_> = std::iter::repeat_with(enter).map_while(|permit| permit).collect();
    assert_eq!(held.len(), 341);
    limiter.reload(&Limits { memory_mb: 64, ..limits });
    assert!(enter().is_some());
}

#[test]
fn counts_requests_per_network_at_lower_cost_for_files() {
    let limits = Limits { requests: 2, requests_window_ms: 3_600_000, ..Limits::default() };
    let limiter = ConnectionLimiter::new(&limits, false);
    let request = |text: &str, cost| limiter.admit_request(text.parse().expect("a valid address"), cost);
    assert_eq!(request("2001:db8::1", Cost::Request), Ok(()));
    for _ in 0..10 {
        assert_eq!(request("2001:db8::2", Cost::File), Ok(()));
    }
    let wait = request("2001:db8::3", Cost::Request).expect_err("the network is over its limit");
    assert!(wait > Duration::from_secs(1_700) && wait <= Duration::from_secs(1_800), "{wait:?}");
    assert_eq!(request("192.0.2.1", Cost::Request), Ok(()));
}

#[test]
fn connections_of_a_player_share_one_rate_limit() {
    let limits = Limits { messages: 3, messages_window_ms: 3_600_000, ..Limits::default() };
    let limiter = ConnectionLimiter::new(&limits, false);
    let (one, two) = (
        limiter.rate_limit(Uuid::from_u128(1), PlayerKind::Guest),
        limiter.rate_limit(Uuid::from_u128(1), PlayerKind::Guest),
    );
    assert_eq!([&one, &two, &one].map(|limit| limit.admit()), [Ok(()); 3]);
    let wait = two.admit().expect_err("the limit is three");
    assert!(wait > Duration::from_secs(1_100) && wait <= Duration::from_secs(1_200), "{wait:?}");
    assert_eq!(limiter.rate_limit(Uuid::from_u128(2), PlayerKind::Guest).admit(), Ok(()));
}

#[test]
fn reload_applies_to_existing_players() {
    let old = Limits { messages: 1, messages_window_ms: 3_600_000, connections_per_address: 1, ..Limits::default() };
    let limiter = ConnectionLimiter::new(&old, false);
    let player = limiter.rate_limit(Uuid::from_u128(1), PlayerKind::Guest);
    let address = IpAddr::from([192, 0, 2, 1]);
    let _held = limiter.enter(address).expect("the first connection is allowed");
    assert!(player.admit().is_ok() && player.admit().is_err() && limiter.enter(address).is_none());
    limiter.reload(&Limits { connections_per_address: 2, ..old.clone() });
    assert!(player.admit().is_err(), "the limit is unchanged");
    let _second = limiter.enter(address).expect("two connections are allowed");
    assert!(limiter.enter(address).is_none(), "the earlier connection still counts");
    limiter.reload(&Limits { messages: 2, ..old });
    assert_eq!([player.admit().is_ok(), player.admit().is_ok(), player.admit().is_ok()], [true, true, false]);
}

#[test]
fn moves_of_a_network_share_one_limit() {
    let limits = Limits { moves_per_second: 1_000, moves_per_second_per_address: 2, ..Limits::default() };
    let limiter = ConnectionLimiter::new(&limits, false);
    let address = |text: &str| text.parse().expect("a valid address");
    let waits: Vec<bool> = (0..4)
        .map(|n| {
            !limiter.count_move(&limiter.new_rate_limit(), address(&format!("2001:db8::{n}")), Instant::now()).is_zero()
        })
        .collect();
    assert_eq!(waits, [false, false, true, true]);
    assert!(limiter.count_move(&limiter.new_rate_limit(), address("192.0.2.1"), Instant::now()).is_zero());
}
