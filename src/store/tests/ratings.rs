//! Ratings follow from the rated matches in order, and only meaningful matches count.

use super::{bot, ended, id, keep, raw, setup_of, store};
use crate::accounts::{Claim, NoticeKind, Whereabouts};
use crate::moderation::AuditEntry;
use crate::ratings::MeasuredBot;
use crate::retention::Retention;
use crate::{MatchFilter, Store, StoreError, sums};
use arena_games::seed::derive;
use arena_games::{GameId, Side};
use arena_play::glicko::Strength;
use arena_play::{ClockSetting, Event, GameResult, MatchSetup, Seat, Speed};

pub(super) const GAME: GameId = GameId::TicTacToe;

pub(super) fn seat(n: u64) -> Seat {
    Seat::person(id(n), format!("person {n}"))
}

/// Players 1 to 4 have claimed names, 5 is a guest, and 6 is a bot of player 1. There is one measured bot.
async fn field(store: &Store) {
    for n in 1..=5 {
        store.create_player(id(n), &format!("person {n}"), [u8::try_from(n).unwrap(); 32], 5).await.unwrap();
    }
    for n in [1, 2, 3, 4, 6] {
        let claim = Claim {
            player: id(n),
            name: format!("person {n}"),
            looks: vec![format!("look {n}")],
            owner: (n == 6).then(|| (id(1), 1)),
            password: None,
            codes: Vec::new(),
            token: None,
            at_ms: 7,
            rated_ms: 7,
        };
        store.claim(claim).await.unwrap();
    }
    let club = MeasuredBot { game: GAME, bot: "club".to_owned(), strength: Strength::measured(150.0, 60.0) };
    store.set_anchors(vec![club]).await.unwrap();
}

pub(super) fn rated(n: u64, first: Seat, second: Seat) -> MatchSetup {
    MatchSetup { rated: true, ..setup_of(n, GAME, first, second) }
}

/// Plays a match of two plies with this outcome.
pub(super) async fn play(store: &Store, setup: &MatchSetup, end: Option<GameResult>) {
    let moves = if setup.game == GAME { ["a1", "b2"] } else { ["1", "1"] };
    let moves = moves.map(|text| setup.game.parse_move(text).unwrap());
    let moved = (0..).zip(moves).map(|(ply, mv)| {
        let side = if ply == 0 { Side::First } else { Side::Second };
        Event::Moved { ply, side, mv, clocks: None }
    });
    keep(store, setup, moved.chain([ended(end)])).await;
}

pub(super) async fn matches(store: &Store, player: u64) -> u64 {
    store.ratings_of(id(player), 9).await.unwrap().iter().map(|row| row.matches).sum()
}

#[tokio::test]
async fn only_meaningful_matches_count() {
    let (_dir, store) = store().await;
    field(&store).await;
    let clock = Some(ClockSetting::increment(1_000, 0));
    let mut n = 1_000;
    let mut next = |first: Seat, second: Seat| {
        n += 1;
        rated(n, first, second)
    };
    let won = Some(GameResult::First);
    let mut unusual = MatchSetup { rated: true, ..setup_of(999, GameId::Bones, seat(1), seat(2)) };
    unusual.options.insert("heap".to_owned(), 7.into());
    let casual = MatchSetup { rated: false, ..next(seat(1), seat(2)) };
    let positioned = MatchSetup { position: Some("x".to_owned()), ..next(seat(1), seat(2)) };
    let opened = MatchSetup { opening: vec!["a1".to_owned()], ..next(seat(1), seat(2)) };
    let early = MatchSetup { created_ms: 6, ..next(seat(1), seat(2)) };
    for (setup, end) in [
        (unusual, won),
        (casual, won),
        (positioned, won),
        (opened, won),
        (early, won),
        (next(seat(1), seat(1)), won),
        (next(seat(1), seat(6)), won),
        (next(seat(6), seat(1)), won),
        (next(seat(1), seat(5)), won),
        (next(seat(1), bot("unmeasured")), won),
        (next(seat(1), seat(2)), None),
    ] {
        play(&store, &setup, end).await;
        assert_eq!((matches(&store, 1).await, matches(&store, 2).await), (0, 0), "{setup:?}");
    }
    // A match that ends before both sides have moved does not count either.
    keep(&store, &next(seat(1), seat(2)), [ended(won)]).await;
    assert_eq!(matches(&store, 1).await, 0);

    play(&store, &next(seat(1), seat(2)), won).await;
    play(&store, &MatchSetup { clock, ..next(seat(2), seat(1)) }, won).await;
    play(&store, &next(seat(6), bot("club")), Some(GameResult::Draw)).await;
    let ratings = store.ratings_of(id(1), 9).await.unwrap();
    let by_speed: Vec<_> = ratings.iter().map(|row| (row.speed, row.strength.rating > 1_500.0, row.matches)).collect();
    assert_eq!(by_speed, [(Speed::Clock, false, 1), (Speed::Untimed, true, 1)]);
    assert!(ratings.iter().all(|row| row.is_provisional));
    assert_eq!(matches(&store, 6).await, 1);
    assert_eq!(store.check().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn one_match_counts_until_both_have_met_three_others_and_then_ten_a_day() {
    let (_dir, store) = store().await;
    field(&store).await;
    let mut n = 2_000;
    let mut beats = async |winner: u64, loser: u64| {
        n += 1;
        play(&store, &rated(n, seat(winner), seat(loser)), Some(GameResult::First)).await;
    };
    for _ in 0..5 {
        beats(2, 1).await;
    }
    assert_eq!(matches(&store, 2).await, 1, "they play nobody else");
    let noticed = store.notices(Some(id(2)), 9).await.unwrap();
    assert_eq!((noticed[0].kind, noticed[0].times, noticed.len()), (NoticeKind::FewOpponents, 4, 1));
    for (winner, loser) in [(1, 3), (1, 4), (2, 3), (2, 4)] {
        beats(winner, loser).await;
    }
    assert_eq!(matches(&store, 2).await, 3);
    for _ in 0..15 {
        beats(2, 1).await;
        // The bot of one is no other interest than its person.
        beats(2, 6).await;
    }
    assert_eq!(matches(&store, 2).await, 12, "ten of the same two interests within a day");
    let row = &store.ratings_of(id(2), 9).await.unwrap()[0];
    assert_eq!(row.opponents, 3);
    assert_eq!(store.check().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn matches_of_one_address_and_of_new_accounts_do_not_count() {
    let (_dir, store) = store().await;
    field(&store).await;
    // The results are stored with the present time, so the addresses need it, too.
    let now = u64::try_from(std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap();
    let won = Some(GameResult::First);
    let at = |prefix: u8| Whereabouts { prefix: [prefix; 16], network: [prefix; 16] };
    store.note_whereabouts(id(1), at(7), now).await.unwrap();
    store.note_whereabouts(id(2), at(8), now).await.unwrap();
    store.note_whereabouts(id(2), at(7), now).await.unwrap();
    play(&store, &rated(4_001, seat(1), seat(2)), won).await;
    play(&store, &rated(4_002, seat(2), seat(6)), won).await;
    assert_eq!((matches(&store, 1).await, matches(&store, 2).await), (0, 0), "a bot is where its person is");
    let noticed = store.notices(None, 9).await.unwrap();
    let notices: Vec<_> = noticed.iter().map(|row| (row.player, row.kind, row.times)).collect();
    let same = NoticeKind::SameAddress;
    assert!(
        notices.contains(&(id(1), same, 1)) && notices.contains(&(id(2), same, 1)) && notices.len() == 2,
        "{notices:?}"
    );
    play(&store, &rated(4_003, seat(1), seat(3)), won).await;
    assert_eq!(matches(&store, 1).await, 1);

    store.create_player(id(9), "new", [9; 32], 5).await.unwrap();
    let made_ms = rated(4_004, seat(1), seat(9)).created_ms;
    let claim = Claim {
        player: id(9),
        name: "new".to_owned(),
        looks: vec!["new".to_owned()],
        owner: None,
        password: None,
        codes: Vec::new(),
        token: None,
        at_ms: 7,
        rated_ms: made_ms + 1,
    };
    store.claim(claim).await.unwrap();
    play(&store, &rated(4_004, seat(1), seat(9)), won).await;
    assert_eq!(matches(&store, 1).await, 1, "the account is too new");
    play(&store, &rated(4_006, seat(1), seat(9)), won).await;
    assert_eq!(matches(&store, 1).await, 2);
}

#[tokio::test]
async fn ratings_and_meetings_follow_from_the_results() -> Result<(), StoreError> {
    let (_dir, store) = store().await;
    field(&store).await;
    let ends = [None, Some(GameResult::First), Some(GameResult::Second), Some(GameResult::Draw)];
    for n in 0..300_u64 {
        let random = |what, below| usize::try_from(derive(n, &[what]) % below).unwrap();
        let who = |what| match random(what, 7) {
            0 => bot("club"),
            one => seat(one as u64),
        };
        let setup = rated(3_000 + n, who(1), who(2));
        play(&store, &setup, ends[random(3, 4)]).await;
    }
    assert_eq!(store.check().await?, [""; 0]);
    assert!(matches(&store, 1).await > 2);
    let board = store.best_rated(GAME, Speed::Untimed, false, 100, 9).await?;
    let ratings: Vec<f64> = board.iter().map(|(_, row)| row.strength.rating).collect();
    assert!(ratings.is_sorted_by(|a, b| a >= b), "{ratings:?}");

    // Pages over all rated matches of a player yield each one once. The newest has the current rating.
    let now = store.ratings_of(id(1), 0).await?[0].clone();
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let (page, next) = store.rated_matches(id(1), GAME, Speed::Untimed, before, 3).await?;
        assert!(page.len() == 3 || next.is_none());
        all.extend(page);
        before = next;
        if before.is_none() {
            break;
        }
    }
    assert_eq!((all.len() as u64, all[0].after.0), (now.matches, now.strength.rating));
    let tally = store.tally(id(1)).await?[&GAME];
    let meetings = store.meetings(id(1), GAME, 100).await?;
    let sides = meetings.iter().flat_map(|row| [row.tallies.first, row.tallies.second]);
    let sum = sides.fold((0, 0, 0), |sum, one| (sum.0 + one.wins, sum.1 + one.draws, sum.2 + one.losses));
    assert_eq!(sum, (tally.wins, tally.draws, tally.losses));
    assert!(meetings.iter().any(|row| row.player == Some(id(2)) && row.name == "person 2"), "{meetings:?}");
    assert!(meetings.iter().any(|row| row.player.is_none() && row.name == "club"), "{meetings:?}");

    Ok(())
}

#[tokio::test]
async fn voiding_a_match_undoes_its_effects() {
    let (_dir, store) = store().await;
    field(&store).await;
    let (first, second) = (Some(GameResult::First), Some(GameResult::Second));
    let played = [
        (seat(1), seat(2), first),
        (seat(2), seat(3), first),
        (seat(3), bot("club"), Some(GameResult::Draw)),
        (bot("club"), seat(1), second),
    ];
    let mut setups = Vec::new();
    for (n, (one, other, end)) in (2_000..).zip(played) {
        let setup = rated(n, one, other);
        play(&store, &setup, end).await;
        setups.push(setup);
    }
    let strength = |rows: &[crate::ratings::RatingRow]| rows.first().map(|row| row.strength.rating.round());
    let third_before = strength(&store.ratings_of(id(3), 9).await.unwrap());
    let entry = |of: &MatchSetup| AuditEntry {
        proof: "token".into(),
        action: "void".into(),
        subject: of.id,
        detail: "unfair".to_owned(),
        at_ms: 9,
    };
    store.void_match(entry(&setups[0])).await.unwrap();
    assert_eq!(store.check().await.unwrap(), Vec::<String>::new());
    assert_eq!((matches(&store, 1).await, matches(&store, 2).await, matches(&store, 3).await), (1, 1, 2));
    // The rating of a later opponent of the loser changes as well.
    assert_ne!(strength(&store.ratings_of(id(3), 9).await.unwrap()), third_before);
    let events = store.events(setups[0].id).await.unwrap();
    let void = events
        .iter()
        .any(|numbered| matches!(&numbered.event, Event::Ended { verdict, .. } if verdict.outcome.is_none()));
    assert!(void, "{events:?}");
    // Voiding a match twice changes nothing more, and a match that was never played cannot be voided.
    store.void_match(entry(&setups[0])).await.unwrap();
    for setup in &setups[1..] {
        store.void_match(entry(setup)).await.unwrap();
    }
    assert_eq!(store.check().await.unwrap(), Vec::<String>::new());
    assert_eq!((matches(&store, 1).await, store.meetings(id(1), GAME, 9).await.unwrap().len()), (0, 0));
    assert!(store.void_match(entry(&setup_of(9_999, GAME, seat(1), seat(2)))).await.is_err());
    assert_eq!(store.audit_log().await.unwrap().len(), 5);
}

#[tokio::test]
async fn removed_matches_still_count() -> Result<(), StoreError> {
    let (dir, store) = store().await;
    field(&store).await;
    let (first, second) = (Some(GameResult::First), Some(GameResult::Second));
    let played = [
        (seat(1), seat(2), first),
        (seat(2), bot("club"), Some(GameResult::Draw)),
        (seat(3), seat(1), second),
        (bot("club"), bot("other"), first),
        (seat(1), seat(4), second),
        (bot("club"), seat(1), first),
    ];
    for (n, (one, other, end)) in (2_000..).zip(played) {
        play(&store, &rated(n, one, other), end).await;
    }
    let counted = async || -> Result<_, StoreError> {
        assert_eq!(store.check().await?, [""; 0]);
        let mut all = Vec::new();
        for player in 1..=3 {
            let ratings = store.ratings_of(id(player), 0).await?;
            all.push((store.tally(id(player)).await?, store.meetings(id(player), GAME, 9).await?, ratings));
        }
        Ok(all)
    };
    let before = counted().await?;
    // Pretend that the matches ended one millisecond apart.
    let connection = raw(dir.path());
    sums::keep(&connection).unwrap();
    connection.execute_batch("UPDATE matches SET finished_ms = key").unwrap();

    let kept_since = |age_ms, count, at_least_ms| store.kept_since(Retention { age_ms, count, at_least_ms }, 100);
    assert_eq!(kept_since(None, None, 0).await?, None);
    assert_eq!(kept_since(Some(98), None, 0).await?, Some(2));
    assert_eq!(kept_since(None, Some(2), 0).await?, Some(5));
    assert_eq!(kept_since(None, Some(7), 0).await?, None, "there are fewer matches");
    assert_eq!(kept_since(Some(98), Some(2), 0).await?, Some(5), "either limit suffices");
    assert_eq!(kept_since(Some(98), Some(2), 97).await?, Some(3), "the most recent matches are always kept");

    let number = async || store.matches(&MatchFilter::default()).await.map(|page| page.items.len());
    assert!(store.remove_ended_before(5).await?);
    assert!(!store.remove_ended_before(5).await?);
    assert_eq!((number().await?, counted().await?), (2, before.clone()));
    assert!(store.setup(id(2_000)).await?.is_none() && store.setup(id(2_005)).await?.is_some());
    let (history, next) = store.rated_matches(id(1), GAME, Speed::Untimed, None, 9).await?;
    assert_eq!((history.len(), next), (2, None), "removed matches are not listed");
    while store.remove_ended_before(i64::MAX).await? {}
    assert_eq!(
        (number().await?, counted().await?),
        (1, before),
        "the newest match is kept so that keys are not reused"
    );

    // Voiding a match after the removal also updates sums that include removed matches.
    let entry = AuditEntry {
        proof: "token".into(),
        action: "void".into(),
        subject: id(2_005),
        detail: String::new(),
        at_ms: 9,
    };
    store.void_match(entry).await?;
    assert_eq!(store.check().await?, [""; 0]);
    assert_eq!((matches(&store, 1).await, matches(&store, 2).await), (3, 2));
    Ok(())
}
