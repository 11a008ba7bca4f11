//! Setups and events are stored exactly once, in order, and a rejected write does not affect others.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::future::join_all;
use serde_json::json;

use super::accounts::claim;
use super::{back, bot, ended, id, keep, numbered, person, raw, setup, setup_of, store, tamper};
use crate::directory::{Writing, database};
use crate::log::{Disk, SystemDisk};
use crate::{Store, sql};
use arena_games::{BySide, GameId, MoveCode, Side};
use arena_play::{
    ClockSetting, EndReason, Event, EventLog, GameResult, MatchSetup, OfferKind, Readings, Seat, TableLoss, Thought,
    ThoughtSource, Verdict,
};

/// A disk whose writes block while the mutex is held.
#[derive(Clone)]
struct BlockingDisk(Arc<Mutex<()>>);

impl Disk for BlockingDisk {
    fn create(&self, path: &Path, room: u64) -> io::Result<File> {
        SystemDisk.create(path, room)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        let _open = self.0.lock().unwrap();
        SystemDisk.write(file, bytes)
    }
}

const CLOCKS: Option<Readings> = Some(BySide::new(59_000, 60_000));

/// Returns every kind of event, with and without its optional fields.
fn every_event(game: GameId) -> Vec<Event> {
    let moves = game.board(&game.complete_options(&serde_json::Map::new()).unwrap(), None).unwrap().legal();
    let shortages = [(None, None), (Some(TableLoss::Lost), None), (Some(TableLoss::Smaller), Some(0)), (None, None)];
    let thought = |from, win_in, (table, table_mb)| {
        let line = moves.clone();
        Thought { from, value: Some(-7), win_in, depth: 9, nodes: 549_946, line, ms: 12, table, table_mb }
    };
    let mut events = Vec::new();
    for seat in [Seat::Open, Seat::Reserved { player: id(3) }, person(4), bot("be\"gin\"ner")] {
        events.push(Event::Seated { side: Side::Second, seat });
    }
    for clocks in [None, CLOCKS] {
        events.push(Event::Started { clocks });
        for (ply, &mv) in moves.iter().enumerate() {
            events.push(Event::Moved { ply, side: Side::First, mv, clocks });
        }
        events.push(Event::TakenBack { side: Side::Second, ply: 0, clocks });
    }
    let sources = [
        (ThoughtSource::Search, Some(-4)),
        (ThoughtSource::Book, None),
        (ThoughtSource::Random, None),
        (ThoughtSource::Forced, None),
    ];
    for ((from, win_in), shortage) in sources.into_iter().zip(shortages) {
        events.push(Event::Thought { side: Side::First, ply: 2, thought: Box::new(thought(from, win_in, shortage)) });
    }
    for what in [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch] {
        events.push(Event::Offered { side: Side::First, what });
        events.push(Event::Answered { side: Side::Second, what, accept: what == OfferKind::Draw });
    }
    events.push(Event::Away { side: Side::First, grace_ms: 30_000 });
    events.push(Event::Back { side: Side::First });
    let verdict =
        Verdict { outcome: Some(GameResult::Second), by: EndReason::Rules, detail: Some("in \"six\"\n".into()) };
    events.push(Event::Ended { verdict, clocks: CLOCKS });
    events.push(Event::Ended { verdict: Verdict::void(EndReason::Aborted, "called off"), clocks: None });
    events
}

#[tokio::test]
async fn reads_back_every_event_of_every_game() {
    let (dir, store) = store().await;
    let setups: Vec<_> = (1..).zip(GameId::ALL).map(|(n, game)| setup_of(n, *game, person(1), person(2))).collect();
    for setup in &setups {
        store.create(setup).await.unwrap();
        store.append(setup.id, setup.game, numbered(1, every_event(setup.game))).await.unwrap();
        assert_eq!(store.events(setup.id).await.unwrap(), numbered(1, every_event(setup.game)), "{}", setup.game);
    }
    store.close().await.unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    for setup in &setups {
        assert_eq!(store.setup(setup.id).await.unwrap().as_ref(), Some(setup));
        assert_eq!(store.events(setup.id).await.unwrap(), numbered(1, every_event(setup.game)), "{}", setup.game);
    }
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
}

#[tokio::test]
async fn reads_back_a_complete_setup() {
    let (_dir, store) = store().await;
    let mut setup = setup_of(1, GameId::Bones, Seat::Reserved { player: id(5) }, bot("parity"));
    setup.position = Some("7".to_owned());
    setup.opening = vec!["1".to_owned(), "2".to_owned()];
    setup.clock = Some(ClockSetting { moves: Some(40), ..ClockSetting::increment(60_000, 1_000) });
    setup.rated = true;
    store.create(&setup).await.unwrap();
    assert_eq!(store.setup(setup.id).await.unwrap(), Some(setup));
    assert_eq!(store.setup(id(2)).await.unwrap(), None);
    assert_eq!(store.events(id(2)).await.unwrap(), []);
}

#[tokio::test]
async fn moves_are_stored_as_text() {
    let (dir, store) = store().await;
    let mv = GameId::TicTacToe.parse_move("b2").unwrap();
    keep(&store, &setup(1), [Event::Moved { ply: 0, side: Side::First, mv, clocks: None }]).await;
    store.catch_up().await;
    let stored: String = sql::value(&raw(dir.path()), "SELECT body FROM packs", []).unwrap();
    let body: serde_json::Value = serde_json::from_str(&stored).unwrap();
    assert_eq!(body, json!([{"moved": {"ply": 0, "side": "first", "move": "b2"}}]));
}

#[tokio::test]
async fn repeated_writes_succeed_and_change_nothing() {
    let (_dir, store) = store().await;
    let (setup, events) = (setup(1), numbered(1, every_event(GameId::TicTacToe)));
    let half = events.len() / 2;
    for _ in 0..2 {
        store.create(&setup).await.unwrap();
        store.append(setup.id, setup.game, events[..half].to_vec()).await.unwrap();
    }
    // Half of these events are new.
    store.append(setup.id, setup.game, events.clone()).await.unwrap();
    // The same events twice in one group.
    let more = back(events.len() as u64 + 1, 3);
    let both = [store.append(setup.id, setup.game, more.clone()), store.append(setup.id, setup.game, more.clone())];
    join_all(both).await.into_iter().for_each(|answer| answer.unwrap());
    let all: Vec<_> = events.into_iter().chain(more).collect();
    assert_eq!(store.events(setup.id).await.unwrap(), all);
}

#[tokio::test]
async fn rejects_a_setup_or_event_that_differs_from_the_stored_one() {
    let (_dir, store) = store().await;
    keep(&store, &setup(1), [Event::Back { side: Side::First }]).await;
    let mut other = setup(1);
    other.seed += 1;
    let sentence = store.create(&other).await.unwrap_err().to_string();
    assert!(sentence.contains(&other.id.to_string()), "{sentence}");

    let other = numbered(1, [Event::Back { side: Side::Second }, Event::Back { side: Side::Second }]);
    let sentence = store.append(id(1), GameId::TicTacToe, other).await.unwrap_err().to_string();
    assert!(sentence.contains("already has another event 1"), "{sentence}");
    assert_eq!(store.setup(id(1)).await.unwrap(), Some(setup(1)));
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 1));
}

#[tokio::test]
async fn rejected_write_does_not_affect_its_group() {
    let dir = tempfile::tempdir().unwrap();
    let gate = Arc::new(Mutex::new(()));
    let store = Store::open_with(
        dir.path(),
        Writing::new(database(dir.path()), Duration::from_secs(5)),
        BlockingDisk(gate.clone()),
        Duration::from_secs(1),
    );
    let store = store.await.unwrap();
    for n in 1..=7 {
        store.create(&setup(n)).await.unwrap();
    }
    // Count only log groups, because the number of database transactions depends on timing.
    let groups = || store.metrics().commit.get_sample_count();
    let before = groups();
    let game = GameId::TicTacToe;
    let mut with_gap = back(1, 3);
    with_gap.remove(1);
    let nonsense = numbered(1, [Event::Moved { ply: 0, side: Side::First, mv: MoveCode(77), clocks: None }]);
    // While the disk is blocked, requests queue behind the first one.
    let closed = gate.lock().unwrap();
    let asked = join_all([
        store.append(id(1), game, back(1, 2)),
        store.append(id(2), game, back(2, 1)),
        store.append(id(3), game, with_gap),
        store.append(id(9), game, back(1, 1)),
        store.append(id(5), GameId::Bones, back(1, 1)),
        store.append(id(6), game, nonsense),
        store.append(id(7), game, back(0, 2)),
        store.append(id(4), game, back(1, 2)),
    ]);
    // This future is polled last, when all requests have been sent.
    let open = async { drop(closed) };
    let (first, answers, ()) = tokio::join!(biased; store.create(&setup(8)), asked, open);
    first.unwrap();
    let sentences: Vec<_> = answers.into_iter().map(|answer| answer.err().map(|e| e.to_string())).collect();
    let says = |n: usize, part: &str| assert!(sentences[n].as_ref().unwrap().contains(part), "{sentences:?}");
    assert_eq!([&sentences[0], &sentences[7]], [&None, &None]);
    says(1, "event 2");
    says(1, "expected event 1");
    says(2, "event 3");
    says(3, "there is no match");
    says(4, "tictactoe");
    says(5, "77");
    says(6, "event 0");
    // One group for the first request and one for the others.
    assert!(
        groups() - before <= 2,
        "eight of nine requests must share a group, but there were {} groups",
        groups() - before
    );
    assert_eq!(store.health(), Ok(()));
    for (n, stored) in [(1, 2), (2, 0), (3, 0), (4, 2), (5, 0), (6, 0), (7, 0)] {
        assert_eq!(store.events(id(n)).await.unwrap(), back(1, stored));
    }
    store.append(id(2), game, back(1, 1)).await.unwrap();
}

#[tokio::test]
async fn entry_rejected_by_the_database_stays_in_the_log() {
    let (dir, store) = store().await;
    for n in 1..=3 {
        store.create(&setup(n)).await.unwrap();
    }
    store.catch_up().await;
    tamper(
        dir.path(),
        "CREATE TRIGGER poison BEFORE INSERT ON packs WHEN NEW.body LIKE '%away%' \
         BEGIN SELECT RAISE(ABORT, 'poisoned'); END",
    );
    let poisoned = numbered(1, [Event::Away { side: Side::First, grace_ms: 1 }]);
    let answers = join_all([
        store.append(id(1), GameId::TicTacToe, back(1, 2)),
        store.append(id(2), GameId::TicTacToe, poisoned.clone()),
        store.append(id(3), GameId::TicTacToe, back(1, 2)),
    ])
    .await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    store.catch_up().await;
    let taken: i64 = sql::value(&raw(dir.path()), "SELECT COUNT(*) FROM packs", []).unwrap();
    assert_eq!(taken, 2);
    assert_eq!(store.health(), Ok(()), "the disk works");
    for (n, stored) in [(1, back(1, 2)), (2, poisoned.clone()), (3, back(1, 2))] {
        assert_eq!(store.events(id(n)).await.unwrap(), stored);
    }
    store.close().await.unwrap();
    // The rejected entry remains in the log after a restart and is applied when the obstacle is gone.
    tamper(dir.path(), "DROP TRIGGER poison");
    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(store.events(id(2)).await.unwrap(), poisoned);
    assert!(store.tails().is_empty());
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
}

#[tokio::test]
async fn many_matches_share_commits() {
    const MATCHES: u64 = 300;
    const ROUNDS: u64 = 5;
    let (_dir, store) = store().await;
    join_all((0..MATCHES).map(|n| {
        let store = store.clone();
        async move {
            store.create(&setup(n)).await.unwrap();
            for round in 0..ROUNDS {
                store.append(id(n), setup(n).game, back(round * 2 + 1, 2)).await.unwrap();
            }
        }
    }))
    .await;
    let written = store.written();
    assert_eq!(written.requests, MATCHES * (1 + ROUNDS));
    assert!(written.transactions <= written.requests / 10, "{written:?}");
    for n in 0..MATCHES {
        assert_eq!(store.events(id(n)).await.unwrap(), back(1, 2 * ROUNDS));
    }
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
}

#[tokio::test]
async fn lists_unfinished_matches_with_their_makers() {
    let (_dir, store) = store().await;
    let count = 60;
    for n in 1..=count {
        let ends = (n % 3 == 0).then(|| ended(None));
        keep(&store, &setup(n), [Event::Started { clocks: None }].into_iter().chain(ends)).await;
    }
    store.create_guest(id(1), "Ann", [1; 32], 5, Some(vec![7; 8])).await.unwrap();
    let open = setup_of(count + 1, GameId::TicTacToe, person(1), Seat::Open);
    let open = MatchSetup { made_by: Some(id(1)), ..open };
    keep(&store, &open, [Event::Seated { side: Side::Second, seat: person(2) }]).await;
    let heads = store.unfinished_matches().await.unwrap();
    let expected: Vec<_> = (1..=count + 1).filter(|n| n % 3 != 0).map(id).collect();
    assert_eq!(heads.iter().map(|head| head.id).collect::<Vec<_>>(), expected);
    let (last, others) = heads.split_last().unwrap();
    assert!(others.iter().all(|head| (head.maker, head.is_guests) == (None, false)), "{heads:?}");
    assert_eq!((last.maker, last.is_guests, &last.network), (Some(id(1)), true, &Some(vec![7; 8])));
    while store.forget_networks(6).await.unwrap() {}
    assert_eq!(store.unfinished_matches().await.unwrap().last().unwrap().network, None);
}

#[tokio::test]
async fn removes_matches_that_guests_made_without_players_who_have_a_name() {
    let (_dir, store) = store().await;
    for n in 1..=2 {
        store.create_player(id(n), &format!("person {n}"), [u8::try_from(n).unwrap(); 32], 5).await.unwrap();
    }
    store.claim(claim(2, ["ann", "ann"])).await.unwrap();
    let mut made = Vec::new();
    for (first, second, maker) in [(person(1), bot("b"), 1), (person(1), person(2), 1), (bot("a"), bot("b"), 2)] {
        for version_7 in [true, false] {
            let setup = setup_of(made.len() as u64 + 1, GameId::TicTacToe, first.clone(), second.clone());
            let id = if version_7 { arena_play::match_id::time_ordered() } else { setup.id };
            let setup = MatchSetup { id, made_by: Some(super::id(maker)), ..setup };
            keep(&store, &setup, [Event::Started { clocks: None }, ended(None)]).await;
            made.push(setup.id);
        }
    }
    store.catch_up().await;
    assert!(store.event_bytes(made[0]).unwrap() > 10 && store.used_bytes().unwrap() > 100_000);
    let mut from = Some(0);
    while let Some(ms) = from {
        from = store.remove_of_guests(ms, i64::MAX).await.unwrap();
    }
    let mut left = Vec::new();
    for id in &made {
        left.push(store.setup(*id).await.unwrap().is_some());
    }
    assert_eq!(
        left,
        [false, true, true, true, true, true],
        "a guest made only the first without a tournament or a name"
    );
    assert_eq!(store.check().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn names_a_missing_event() {
    let (dir, store) = store().await;
    keep(&store, &setup(1), [Event::Back { side: Side::First }]).await;
    for seq in [2, 3] {
        store.catch_up().await;
        store.append(id(1), GameId::TicTacToe, back(seq, 1)).await.unwrap();
    }
    store.catch_up().await;
    tamper(dir.path(), "DELETE FROM packs WHERE first_seq = 2");
    let sentence = store.events(id(1)).await.unwrap_err().to_string();
    assert!(sentence.contains(&format!("event 2 of match {}", id(1))), "{sentence}");
    assert_eq!(store.check().await.unwrap(), [format!("events are missing in match {}", id(1))]);
}
