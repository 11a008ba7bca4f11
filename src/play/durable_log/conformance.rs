//! The conformance suite of durable logs: this program's store, and the database that nodes share.

use std::sync::Arc;

use futures::future::join_all;
use serde_json::json;
use uuid::Uuid;

use super::{AppendError, DurableLog, Epoch, LoggedMatch, NewEntry, Write};
use crate::games::{BySide, GameId, MoveCode, Options, Side};
use crate::play::{
    EndReason, Event, GameResult, MatchSetup, NumberedEvent, OfferKind, Readings, Seat, TableLoss, Thought,
    ThoughtSource, Verdict,
};

const GAME: GameId = GameId::TicTacToe;

/// A log that is written by one owner after the other.
pub(crate) trait Logs {
    type Log: DurableLog;

    /// Makes a new owner for these matches. Returns its view of the log. The previous owner is not notified.
    async fn own(&mut self, matches: &[Uuid]) -> (Arc<Self::Log>, Epoch);
}

/// Checks the contract of a durable log.
pub(crate) async fn conforms(logs: &mut impl Logs) {
    reads_back_every_event_of_every_game(logs).await;
    repeated_writes_are_accepted(logs).await;
    refuses_only_contradicting_writes(logs).await;
    refuses_writes_of_earlier_owners(logs).await;
    next_owner_reads_all_acknowledged_writes(logs).await;
}

async fn reads_back_every_event_of_every_game(logs: &mut impl Logs) {
    let setups: Vec<_> = (1..).zip(GameId::ALL).map(|(n, &game)| setup_of(n, game)).collect();
    let (log, epoch) = logs.own(&setups.iter().map(|setup| setup.id).collect::<Vec<_>>()).await;
    for setup in &setups {
        let (id, game) = (setup.id, setup.game);
        assert_eq!(log.read(id, 1).await.unwrap(), None);
        let all = numbered(1, every_event(game));
        let writes = vec![made(setup, epoch), events(id, epoch, game, all.clone())];
        assert_eq!(log.append(writes).await, [Ok(()), Ok(())], "{game}");
        for from in [0, 1, 2, all.len(), all.len() + 1] {
            let expected = LoggedMatch { setup: setup.clone(), events: all[from.max(1) - 1..].to_vec() };
            assert_eq!(log.read(id, from as u64).await.unwrap(), Some(expected), "{game} from {from}");
        }
    }
}

async fn repeated_writes_are_accepted(logs: &mut impl Logs) {
    let setup = setup_of(101, GAME);
    let (log, epoch) = logs.own(&[setup.id]).await;
    let all = numbered(1, every_event(GAME));
    let half = all.len() / 2;
    for _ in 0..2 {
        let writes = vec![made(&setup, epoch), events(setup.id, epoch, GAME, all[..half].to_vec())];
        assert_eq!(log.append(writes).await, [Ok(()), Ok(())]);
    }
    // Half of the events are new, and they are written twice in one call.
    let again = || events(setup.id, epoch, GAME, all.clone());
    assert_eq!(log.append(vec![again(), again()]).await, [Ok(()), Ok(())]);
    // No event is new.
    assert_eq!(log.append(vec![events(setup.id, epoch, GAME, all[..1].to_vec()), again()]).await, [Ok(()), Ok(())]);
    assert_eq!(kept(&*log, setup.id).await, all);
}

async fn refuses_only_contradicting_writes(logs: &mut impl Logs) {
    let [good, other, one, two, three, four, five] = std::array::from_fn(|n| setup_of(110 + n as u64, GAME));
    let all = [&good, &other, &one, &two, &three, &four, &five];
    let (log, epoch) = logs.own(&all.map(|setup| setup.id)).await;
    let answers = log.append(all[..6].iter().map(|setup| made(setup, epoch)).collect()).await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(log.append(vec![events(other.id, epoch, GAME, back(1, 2))]).await, [Ok(())]);

    let mut another = other.clone();
    another.seed += 1;
    let nonsense = numbered(1, [Event::Moved { ply: 0, side: Side::First, mv: MoveCode(77), clocks: None }]);
    let mut with_gap = back(1, 3);
    with_gap.remove(1);
    let answers = log.append(vec![
        events(good.id, epoch, GAME, back(1, 2)),
        made(&another, epoch),
        events(one.id, epoch, GAME, back(2, 1)),
        events(two.id, epoch, GAME, with_gap),
        events(three.id, epoch, GAME, nonsense),
        events(four.id, epoch, GAME, back(0, 2)),
        events(five.id, epoch, GAME, back(1, 1)),
        events(good.id, epoch, GAME, back(3, 1)),
    ]);
    let answers = answers.await;
    assert_eq!([&answers[0], &answers[7]], [&Ok(()), &Ok(())]);
    let says = [(1, "another"), (2, "1 is to come"), (3, "2 is to come"), (4, "77"), (5, "event 0"), (6, "no match")];
    for (n, part) in says {
        assert!(
            matches!(&answers[n], Err(AppendError::Refused(sentence)) if sentence.contains(part)),
            "{n}: {answers:?}"
        );
    }
    let wrong_game = GameId::ALL.iter().copied().find(|game| *game != GAME).unwrap();
    let changed = numbered(2, [Event::Back { side: Side::Second }]);
    for write in [events(good.id, epoch, wrong_game, back(4, 1)), events(other.id, epoch, GAME, changed)] {
        let answer = log.append(vec![write]).await;
        assert!(matches!(&answer[..], [Err(AppendError::Refused(_))]), "{answer:?}");
    }
    let counts = [(&good, 3), (&other, 2), (&one, 0), (&two, 0), (&three, 0), (&four, 0)];
    for (setup, count) in counts {
        let expected = LoggedMatch { setup: (*setup).clone(), events: back(1, count) };
        assert_eq!(log.read(setup.id, 1).await.unwrap(), Some(expected));
    }
    assert_eq!(log.read(five.id, 1).await.unwrap(), None);
}

async fn refuses_writes_of_earlier_owners(logs: &mut impl Logs) {
    let (setup, unmade) = (setup_of(120, GAME), setup_of(121, GAME));
    let (old, before) = logs.own(&[setup.id, unmade.id]).await;
    assert_eq!(
        old.append(vec![made(&setup, before), events(setup.id, before, GAME, back(1, 1))]).await,
        [Ok(()), Ok(())]
    );
    let (new, epoch) = logs.own(&[setup.id, unmade.id]).await;
    assert!(epoch > before, "{epoch:?} after {before:?}");
    let late = || vec![events(setup.id, before, GAME, back(2, 1)), made(&unmade, before)];
    assert_eq!(old.append(late()).await, [Err(AppendError::Stale), Err(AppendError::Stale)]);
    // A late write is also refused through the new owner's log, next to valid writes, and even if it repeats stored
    // events.
    let mut writes = late();
    writes.push(events(setup.id, before, GAME, back(1, 1)));
    writes.push(events(setup.id, epoch, GAME, back(2, 2)));
    // An epoch that was never assigned is refused.
    writes.push(events(setup.id, Epoch(epoch.0 + 1), GAME, back(4, 1)));
    let stale = || Err(AppendError::Stale);
    assert_eq!(new.append(writes).await, [stale(), stale(), stale(), Ok(()), stale()]);
    assert_eq!(kept(&*new, setup.id).await, back(1, 3));
    assert_eq!(new.read(unmade.id, 1).await.unwrap(), None);
}

/// One owner writes to several matches concurrently until another owner takes them over.
async fn next_owner_reads_all_acknowledged_writes(logs: &mut impl Logs) {
    let setups: Vec<_> = (130..138).map(|n| setup_of(n, GAME)).collect();
    let ids: Vec<_> = setups.iter().map(|setup| setup.id).collect();
    let (log, before) = logs.own(&ids).await;
    let answers = log.append(setups.iter().map(|setup| made(setup, before)).collect()).await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    let writers = ids.iter().map(|&id| {
        let log = Arc::clone(&log);
        tokio::spawn(async move {
            let mut told = 0;
            while log.append(vec![events(id, before, GAME, back(told + 1, 1))]).await == [Ok(())] {
                told += 1;
                tokio::task::yield_now().await;
            }
            told
        })
    });
    let writers: Vec<_> = writers.collect();
    while kept(&*log, ids[0]).await.len() < 5 {
        tokio::task::yield_now().await;
    }
    let (new, epoch) = logs.own(&ids).await;
    let mut read = Vec::new();
    for id in &ids {
        read.push(kept(&*new, *id).await.len() as u64);
    }
    let more = ids.iter().zip(&read).map(|(id, count)| events(*id, epoch, GAME, away(count + 1)));
    let answers = new.append(more.collect()).await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    for ((writer, id), read) in join_all(writers).await.into_iter().zip(&ids).zip(read) {
        assert!(writer.unwrap() <= read, "the next owner does not read an acknowledged write");
        let expected: Vec<_> = back(1, read).into_iter().chain(away(read + 1)).collect();
        assert_eq!(kept(&*new, *id).await, expected);
    }
}

async fn kept(log: &impl DurableLog, id: Uuid) -> Vec<NumberedEvent> {
    log.read(id, 1).await.unwrap().unwrap().events
}

fn made(setup: &MatchSetup, epoch: Epoch) -> Write {
    Write { id: setup.id, epoch, entry: NewEntry::Match(Box::new(setup.clone())) }
}

fn events(id: Uuid, epoch: Epoch, game: GameId, events: Vec<NumberedEvent>) -> Write {
    Write { id, epoch, entry: NewEntry::Events { game, events } }
}

fn numbered(from: u64, events: impl IntoIterator<Item = Event>) -> Vec<NumberedEvent> {
    (from..).zip(events).map(|(seq, event)| NumberedEvent { seq, event }).collect()
}

/// Events that change nothing, because they are the cheapest.
fn back(from: u64, count: u64) -> Vec<NumberedEvent> {
    numbered(from, (0..count).map(|_| Event::Back { side: Side::First }))
}

fn away(seq: u64) -> Vec<NumberedEvent> {
    numbered(seq, [Event::Away { side: Side::First, grace_ms: 1 }])
}

fn id(n: u64) -> Uuid {
    Uuid::from_u64_pair(7, n)
}

fn person(n: u64) -> Seat {
    Seat::Human { player: id(n), name: format!("person {n}"), version: None }
}

fn bot(name: &str) -> Seat {
    Seat::Bot { name: name.to_owned(), spec: json!({"name": name, "depth": 3}) }
}

fn setup_of(n: u64, game: GameId) -> MatchSetup {
    MatchSetup {
        id: id(n),
        game,
        options: game.complete_options(&Options::new()).unwrap(),
        position: None,
        opening: Vec::new(),
        seats: BySide::new(person(1), bot("be\"gin\"ner")),
        clock: None,
        rated: n.is_multiple_of(2),
        seed: n,
        created_ms: 1_700_000_000_000 + n,
    }
}

const CLOCKS: Option<Readings> = Some(BySide::new(59_000, 60_000));

/// All kinds of events, with and without optional fields.
pub(crate) fn every_event(game: GameId) -> Vec<Event> {
    let moves = game.board(&game.complete_options(&serde_json::Map::new()).unwrap(), None).unwrap().legal();
    let shortages = [(None, None), (Some(TableLoss::Lost), None), (Some(TableLoss::Smaller), Some(0))];
    let thought = |from, win_in, (table, table_mb)| {
        let line = moves.clone();
        Thought { from, value: Some(-7), win_in, depth: 9, nodes: 549_946, line, ms: 12, table, table_mb }
    };
    let mut events = Vec::new();
    for seat in [Seat::Open, Seat::Reserved { player: id(3) }, person(4), bot("beginner")] {
        events.push(Event::Seated { side: Side::Second, seat });
    }
    for clocks in [None, CLOCKS] {
        events.push(Event::Started { clocks });
        for (ply, &mv) in moves.iter().enumerate() {
            events.push(Event::Moved { ply, side: Side::First, mv, clocks });
        }
        events.push(Event::TakenBack { side: Side::Second, ply: 0, clocks });
    }
    let sources = [(ThoughtSource::Search, Some(-4)), (ThoughtSource::Book, None), (ThoughtSource::Random, None)];
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
        Verdict { outcome: Some(GameResult::Second), by: EndReason::Rules, detail: Some("in \"six\"\n".to_owned()) };
    events.push(Event::Ended { verdict, clocks: CLOCKS });
    events.push(Event::Ended { verdict: Verdict::void(EndReason::Aborted, "called off"), clocks: None });
    events
}
