//! Accounts of one network count as one opponent.

use std::time::SystemTime;

use super::accounts::claim;
use super::ratings::{GAME, matches, play, rated, seat};
use super::{bot, id, store, tamper};
use crate::Store;
use crate::accounts::{NoticeKind, Whereabouts};
use crate::ratings::MeasuredBot;
use arena_play::GameResult;
use arena_play::glicko::Strength;

const BOTS: [&str; 3] = ["one", "two", "three"];
const WON: Option<GameResult> = Some(GameResult::First);

fn now_ms() -> u64 {
    u64::try_from(SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap()
}

/// Plays matches and numbers them.
struct Matches<'s>(&'s Store, u64);

impl Matches<'_> {
    async fn beats(&mut self, winner: u64, loser: u64) {
        self.1 += 1;
        play(self.0, &rated(self.1, seat(winner), seat(loser)), WON).await;
    }

    async fn draws(&mut self, player: u64, opponent: &str) {
        self.1 += 1;
        play(self.0, &rated(self.1, seat(player), bot(opponent)), Some(GameResult::Draw)).await;
    }
}

/// A store with these accounts, and three measured bots of 1900.
async fn with_accounts(players: impl IntoIterator<Item = u64>) -> (tempfile::TempDir, Store) {
    let (dir, store) = store().await;
    for n in players {
        let name = format!("person {n}");
        store.create_player(id(n), &name, [u8::try_from(n).unwrap(); 32], 5).await.unwrap();
        store.claim(claim(n, [&name, &format!("look {n}")])).await.unwrap();
    }
    let strength = Strength::measured(400.0, 60.0);
    store.set_anchors(BOTS.map(|bot| MeasuredBot { game: GAME, bot: bot.to_owned(), strength }).into()).await.unwrap();
    (dir, store)
}

async fn share_a_network(store: &Store, players: impl IntoIterator<Item = u64>) {
    for n in players {
        let at = Whereabouts { prefix: [u8::try_from(n).unwrap(); 16], network: [7; 16] };
        store.note_whereabouts(id(n), at, now_ms()).await.unwrap();
    }
}

async fn rating(store: &Store, player: u64) -> f64 {
    store.ratings_of(id(player), now_ms()).await.unwrap()[0].strength.rating
}

#[tokio::test]
async fn nineteen_accounts_that_have_met_bots_only_give_three_wins() {
    let puppets = 20..=38;
    let (_dir, store) = with_accounts(puppets.clone().chain([1])).await;
    share_a_network(&store, puppets.clone()).await;
    let mut play = Matches(&store, 1_000);
    for player in puppets.clone().chain([1]) {
        for draw in 0..9 {
            play.draws(player, BOTS[draw % 3]).await;
        }
    }
    let before = rating(&store, 1).await;
    for puppet in puppets {
        for _ in 0..3 {
            play.beats(1, puppet).await;
        }
    }
    assert_eq!(matches(&store, 1).await, 12, "nine draws and three wins");
    let gained = rating(&store, 1).await - before;
    assert!((1.0..120.0).contains(&gained), "{gained}");
    let notices = store.notices(Some(id(1)), 9).await.unwrap();
    let network = notices.iter().find(|row| row.kind == NoticeKind::OneNetwork).expect("the operator is told");
    assert_eq!(network.times, 2 + 16 * 3);
    let group = store.opponents_of_one_network(id(1), now_ms(), 50).await.unwrap();
    assert_eq!((group.len(), &*group[0].1), (19, "person 20"));
    assert_eq!(store.check().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn accounts_of_one_network_that_know_others_count_ten_times_together() {
    let puppets = 20..=25;
    let (_dir, store) = with_accounts(puppets.clone().chain([1]).chain(60..=74)).await;
    share_a_network(&store, puppets.clone()).await;
    let mut play = Matches(&store, 1_000);
    for player in puppets.clone().chain([1]) {
        for draw in 0..9 {
            play.draws(player, BOTS[draw % 3]).await;
        }
        // Each has met two others of its own.
        for other in [60, 61] {
            play.beats(other + 2 * (player % 20), player).await;
        }
    }
    let before = (matches(&store, 1).await, rating(&store, 1).await);
    for puppet in puppets {
        for _ in 0..4 {
            play.beats(1, puppet).await;
        }
    }
    assert_eq!(matches(&store, 1).await - before.0, 10, "as against one opponent");
    let gained = rating(&store, 1).await - before.1;
    assert!((50.0..250.0).contains(&gained), "{gained}");
    let notices = store.notices(Some(id(1)), 9).await.unwrap();
    assert!(notices.iter().any(|row| row.kind == NoticeKind::OneNetwork && row.times == 14), "{notices:?}");
}

#[tokio::test]
async fn one_opponent_counts_ten_times_a_day_and_thirty_times_a_month() {
    let (dir, store) = with_accounts(1..=4).await;
    let mut play = Matches(&store, 1_000);
    for (winner, loser) in [(1, 3), (1, 4), (2, 3), (2, 4)] {
        play.beats(winner, loser).await;
    }
    for player in [1, 2] {
        play.draws(player, BOTS[0]).await;
    }
    let mut counted = Vec::new();
    for _ in 0..5 {
        let before = matches(&store, 1).await;
        for _ in 0..12 {
            play.beats(1, 2).await;
        }
        counted.push(matches(&store, 1).await - before);
        tamper(dir.path(), "UPDATE rated_matches SET at_ms = at_ms - 86400001");
    }
    assert_eq!(counted, [10, 10, 10, 0, 0]);
    tamper(dir.path(), "UPDATE rated_matches SET at_ms = at_ms - 30 * 86400000");
    let before = matches(&store, 1).await;
    play.beats(1, 2).await;
    assert_eq!(matches(&store, 1).await, before + 1);
}

#[tokio::test]
async fn class_of_thirty_that_plays_one_another_and_bots_is_rated() {
    // Where all people share one address, the operator rates their matches and no addresses are stored.
    let class = 20..=49;
    let (_dir, store) = with_accounts(class.clone()).await;
    let mut play = Matches(&store, 1_000);
    for pupil in class.clone() {
        play.draws(pupil, BOTS[0]).await;
        for other in [1, 2, 3, 4] {
            play.beats(pupil, 20 + (pupil - 20 + other) % 30).await;
        }
    }
    for pupil in class {
        assert_eq!(matches(&store, pupil).await, 9);
        let row = &store.ratings_of(id(pupil), now_ms()).await.unwrap()[0];
        assert_eq!(row.opponents, 9);
    }
    assert!(store.notices(None, 9).await.unwrap().is_empty());
    assert_eq!(store.check().await.unwrap(), [""; 0]);
}
