use std::collections::HashSet;

use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::pairing::NextMatch;
use arena_games::seed::Rng;
use arena_games::{BySide, GameId, Options};
use arena_play::tournament::{LiveFormat, Phase, Terms};
use arena_play::{ClockSetting, EndReason, GameResult, Seat, Verdict};

fn terms(format: LiveFormat) -> Terms {
    Terms {
        name: "A class".to_owned(),
        game: GameId::ALL[0],
        options: Options::new(),
        format,
        rounds: None,
        champions: None,
        clock: ClockSetting::increment(60_000, 1_000),
        rated: false,
        invited: false,
        most: None,
        bots: Vec::new(),
        absence_ms: None,
        starts_ms: None,
        lasts_ms: None,
        per_pair: None,
        per_hour: None,
    }
}

/// A tournament that is played at random, with its log.
struct Played {
    state: LiveState,
    log: Vec<Entry>,
    rng: Rng,
}

impl Played {
    fn new(format: LiveFormat, entrants: usize, seed: u64) -> Self {
        Self::with(terms(format), entrants, seed)
    }

    fn with(terms: Terms, entrants: usize, seed: u64) -> Self {
        let log = vec![Entry::Opened { terms: Box::new(terms.clone()), by: None }];
        let mut played = Self { state: LiveState::new(terms), log, rng: Rng::new(seed) };
        for number in 0..entrants {
            let seat = Seat::person(Uuid::from_u128(number as u128), format!("p{number}"));
            played.add(Entry::Entered { seat });
            played.add(Entry::Came { entrant: number });
        }
        played.add(Entry::Began { at_ms: 1 });
        played
    }

    fn add(&mut self, entry: Entry) {
        self.state.apply(&entry).expect("the entry fits");
        self.log.push(entry);
    }

    fn pair(&mut self, index: u64, seats: BySide<usize>) {
        self.add(Entry::Paired { index, id: Uuid::from_u128(index.into()), seats, at_ms: 1 });
    }

    /// Begins all matches that can begin.
    fn begin(&mut self) {
        for seats in self.state.choice() {
            self.pair(self.state.next_index(), seats);
        }
        for pairing in self.state.due().ready {
            self.pair(pairing.index, pairing.seats);
        }
    }

    fn end(&mut self, index: u64, by: EndReason) {
        let outcome = [GameResult::First, GameResult::Second, GameResult::Draw][self.rng.below(3)];
        self.add(Entry::Ended { index, ending: EntryEnd { outcome: Some(outcome), by } });
    }

    /// Ends a random match in progress, if there is one.
    fn end_one(&mut self) -> bool {
        let running: Vec<u64> = self.state.under_way().map(|it| it.index).collect();
        if running.is_empty() {
            return false;
        }
        let index = running[self.rng.below(running.len())];
        self.end(index, EndReason::Rules);
        true
    }
}

/// Replays a log and checks that each stored pairing is chosen again. Returns the number of pairings.
fn replays_to_the_same(log: &[Entry]) -> usize {
    let Entry::Opened { terms, .. } = &log[0] else { panic!("no beginning") };
    let mut state = LiveState::new((**terms).clone());
    let (mut at, mut checked) = (1, 0);
    while at < log.len() {
        if let Entry::Paired { .. } = log[at] {
            for seats in state.choice() {
                assert!(matches!(log[at], Entry::Paired { seats: stored, .. } if stored == seats), "{:?}", log[at]);
                state.apply(&log[at]).expect("it fits");
                (at, checked) = (at + 1, checked + 1);
            }
            continue;
        }
        state.apply(&log[at]).expect("it fits");
        at += 1;
    }
    checked
}

proptest! {
    #[test]
    fn a_log_replays_to_the_same_pairings(entrants in 2_usize..20, seed in 0_u64..100, league in any::<bool>()) {
        let format = if league { LiveFormat::League } else { LiveFormat::Arena };
        let mut played = Played::new(format, entrants, seed);
        for _ in 0..150 {
            played.begin();
            match played.rng.below(10) {
                0 => {
                    let entrant = played.rng.below(entrants);
                    let here = played.state.entrants()[entrant].here;
                    played.add(if here { Entry::Went { entrant } } else { Entry::Came { entrant } });
                }
                1 if league => {
                    let entrant = played.rng.below(entrants);
                    played.add(Entry::Version { entrant, version: "2".to_owned() });
                }
                _ => {
                    played.end_one();
                }
            }
            let busy: Vec<usize> = played.state.under_way().flat_map(|it| it.seats.into_array()).collect();
            prop_assert_eq!(busy.iter().collect::<HashSet<_>>().len(), busy.len(), "an entrant plays twice");
        }
        let paired = played.log.iter().filter(|entry| matches!(entry, Entry::Paired { .. })).count();
        prop_assert_eq!(replays_to_the_same(&played.log), paired);
        prop_assert_eq!(LiveState::of_log(&played.log), Ok(played.state));
    }

    #[test]
    fn a_schedule_ends_although_entrants_come_and_go(
        entrants in 2_usize..9, seed in 0_u64..50, format in 0_usize..4
    ) {
        let formats = [LiveFormat::RoundRobin, LiveFormat::Gauntlet, LiveFormat::Swiss, LiveFormat::Knockout];
        let mut played = Played::new(formats[format], entrants, seed);
        let mut left = 10_000;
        while played.state.phase() != Phase::Closed {
            left -= 1;
            prop_assert!(left > 0, "it does not end");
            played.begin();
            let due = played.state.due();
            for pairing in due.forfeited {
                played.end(pairing.index, EndReason::Absence);
            }
            if played.rng.below(4) == 0 {
                let entrant = played.rng.below(entrants);
                let chance = played.rng.below(8);
                played.add(match chance {
                    0 => Entry::Left { entrant },
                    1..4 => Entry::Went { entrant },
                    _ => Entry::Came { entrant },
                });
            }
            // The waiting time for an absent entrant is over.
            if let Some(pairing) = played.state.due().called.first()
                && played.rng.below(3) == 0
            {
                played.end(pairing.index, EndReason::Absence);
            }
            played.end_one();
        }
        prop_assert_eq!(Some(played.state.results()), played.state.total());
        prop_assert_eq!(LiveState::of_log(&played.log), Ok(played.state));
    }
}

#[test]
fn all_entrants_of_a_league_meet_with_balanced_seats() {
    let mut played = Played::new(LiveFormat::League, 30, 1);
    for _ in 0..100 {
        played.begin();
        while played.end_one() {}
    }
    let entrants = played.state.entrants();
    for (a, entrant) in entrants.iter().enumerate() {
        assert!((0..a).all(|b| played.state.meetings(a, b) > 0), "{a}");
        assert!(entrant.surplus.abs() <= 8, "{}", entrant.surplus);
    }
}

#[test]
fn a_thousand_entrants_are_paired_without_immediate_rematches() {
    let mut played = Played::new(LiveFormat::League, 1_000, 1);
    played.begin();
    assert_eq!(played.state.under_way().count(), 500);
    let first: HashSet<_> = played.state.under_way().map(|it| it.seats).collect();
    while played.end_one() {}
    played.begin();
    assert!(played.state.under_way().all(|it| !first.contains(&it.seats) && !first.contains(&it.seats.exchanged())));
}

#[test]
fn two_of_four_meet_once_more_while_the_others_play_and_then_wait_for_them() {
    let mut played = Played::new(LiveFormat::League, 4, 1);
    played.begin();
    let running = |played: &Played| played.state.under_way().map(|it| (it.index, it.seats)).collect::<Vec<_>>();
    let [(index, seats), (other, _)] = running(&played)[..] else { panic!("two matches of four entrants") };
    played.end(index, EndReason::Rules);
    played.begin();
    let again =
        running(&played).into_iter().find(|(index, _)| *index != other).expect("the two are free and meet again");
    assert_eq!(again.1, seats.exchanged());
    played.end(again.0, EndReason::Rules);
    played.begin();
    assert_eq!(running(&played).len(), 1, "after two matches in a row they wait");
    played.end(other, EndReason::Rules);
    played.begin();
    let mixed = running(&played);
    assert_eq!(mixed.len(), 2);
    assert!(mixed.iter().all(|(_, pair)| *pair != seats && *pair != seats.exchanged()), "{mixed:?}");
}

#[test]
fn a_league_comes_to_rest_when_all_pairs_have_their_matches_until_the_next_season() {
    let mut played = Played::new(LiveFormat::League, 5, 1);
    let capped = Terms { per_pair: Some(3), ..terms(LiveFormat::League) };
    played.log[0] = Entry::Opened { terms: Box::new(capped), by: None };
    played.state = LiveState::of_log(&played.log).expect("the log fits");
    let all = |played: &mut Played| {
        for _ in 0..200 {
            played.begin();
            played.end_one();
        }
        assert_eq!(played.state.under_way().count(), 0);
        (0..5).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| played.state.meetings(a, b)).collect::<Vec<_>>()
    };
    assert_eq!(all(&mut played), [3; 10]);
    played.add(Entry::Season { at_ms: 2 });
    assert_eq!(all(&mut played), [3; 10]);
}

#[test]
fn points_decide_between_equal_ratings_in_a_league() {
    let mut played = Played::new(LiveFormat::League, 2, 1);
    played.pair(0, BySide::new(0, 1));
    let ending = EntryEnd { outcome: Some(GameResult::Second), by: EndReason::Absence };
    played.add(Entry::Ended { index: 0, ending });
    assert_eq!(played.state.ranking(), [(1, 1), (2, 0)]);
}

#[test]
fn a_players_league_ends_at_its_match_limit() {
    let mut played = Played::new(LiveFormat::League, 4, 1);
    let opener = Opener { player: Uuid::from_u128(9), matches: 5, until_ms: 10 };
    played.log[0] = Entry::Opened { terms: Box::new(terms(LiveFormat::League)), by: Some(opener.clone()) };
    played.state = LiveState::of_log(&played.log).expect("a log");
    assert_eq!(played.state.opener(), Some(&opener));
    for _ in 0..3 {
        played.begin();
        while played.end_one() {}
    }
    assert_eq!((played.state.phase(), played.state.results()), (Phase::Closed, 6), "matches in progress finish");
    let text = serde_json::to_string(&Entry::Opened { terms: Box::new(terms(LiveFormat::League)), by: None });
    assert!(!text.expect("an entry").contains("\"by\""), "an absent opener is not written");
}

#[test]
fn server_bots_rest_while_no_player_is_present() {
    let mut played = Played::new(LiveFormat::League, 1, 1);
    for name in ["one", "two", "three"] {
        let seat = Seat::Bot { name: name.to_owned(), spec: serde_json::json!({}) };
        played.add(Entry::Entered { seat });
    }
    let until_it_rests = |played: &mut Played| {
        for _ in 0..10_000 {
            played.begin();
            if !played.end_one() {
                return played.state.results();
            }
        }
        panic!("it does not rest");
    };
    played.add(Entry::Went { entrant: 0 });
    assert_eq!(until_it_rests(&mut played), 60, "each pair meets twenty times");
    played.add(Entry::Came { entrant: 0 });
    for _ in 0..100 {
        played.begin();
        assert!(played.end_one(), "a player always finds one");
    }
    played.add(Entry::Went { entrant: 0 });
    let rested = until_it_rests(&mut played);
    played.add(Entry::Season { at_ms: 5 });
    assert_eq!(until_it_rests(&mut played), rested + 60, "the limit is per season");
}

#[test]
fn two_entrants_alone_keep_meeting() {
    let mut played = Played::new(LiveFormat::League, 2, 1);
    for _ in 0..3 {
        played.begin();
        assert!(played.end_one());
    }
    assert_eq!(played.state.meetings(0, 1), 3);
}

#[test]
fn a_new_version_is_uncertain_and_a_new_season_starts_from_zero() {
    let mut played = Played::new(LiveFormat::League, 4, 1);
    for _ in 0..100 {
        played.begin();
        played.end_one();
    }
    let strength = |played: &Played| played.state.entrants()[2].strength;
    let before = strength(&played);
    assert!(before.deviation < 150.0, "{before:?}");
    played.add(Entry::Version { entrant: 2, version: "two".to_owned() });
    assert_eq!((strength(&played).rating, strength(&played).deviation), (before.rating, 200.0));
    let played_before = played.state.entrants()[2].season;
    played.add(Entry::Season { at_ms: 5 });
    let (at_ms, rows) = &played.state.seasons()[0];
    let row = rows.iter().find(|row| row.name == "p2").expect("every entrant is in the table");
    assert_eq!((*at_ms, row.wins, row.losses), (5, played_before.wins, played_before.losses));
    assert_eq!(played.state.entrants()[2].season.played(), 0);
}

#[test]
fn present_entrants_wait_and_entrants_that_left_forfeit() {
    let mut played = Played::new(LiveFormat::RoundRobin, 3, 1);
    played.add(Entry::Went { entrant: 0 });
    let due = played.state.due();
    assert_eq!((due.ready.len(), due.called.len()), (1, 0), "the other two can play: {due:?}");
    played.begin();
    played.end_one();
    played.begin();
    played.end_one();
    let due = played.state.due();
    assert_eq!((due.ready.len(), due.called.len()), (0, 2), "each of them waits for the third: {due:?}");
    played.add(Entry::Left { entrant: 0 });
    assert_eq!(played.state.due().forfeited.len(), 4);
}

#[test]
fn conflicting_terms_are_rejected_by_key() {
    let league = terms(LiveFormat::League);
    assert_eq!(league.check(), Ok(()));
    let cases = [
        ("rounds", Terms { rounds: Some(2), ..league.clone() }),
        ("lasts_ms", Terms { lasts_ms: Some(2), ..league.clone() }),
        ("per_pair", Terms { per_pair: Some(0), ..league.clone() }),
        ("per_pair", Terms { per_pair: Some(1), ..terms(LiveFormat::Arena) }),
        ("per_hour", Terms { per_hour: Some(0), ..league.clone() }),
        ("per_hour", Terms { per_hour: Some(1), ..terms(LiveFormat::Swiss) }),
        ("champions", Terms { champions: Some(2), ..league.clone() }),
        ("most", Terms { most: Some(1_001), ..league.clone() }),
        ("name", Terms { name: " ".to_owned(), ..league.clone() }),
        ("name", Terms { name: "Cl\u{202e}ass".to_owned(), ..league.clone() }),
        ("clock", Terms { clock: ClockSetting { per_move: true, ..league.clock }, ..league.clone() }),
        ("absence_ms", Terms { absence_ms: Some(0), ..terms(LiveFormat::Swiss) }),
    ];
    for (key, terms) in cases {
        assert_eq!(terms.check().expect_err(key).path, key);
    }
}

#[test]
fn a_league_keeps_its_pace_over_a_restart() {
    let terms = Terms { per_hour: Some(60), ..terms(LiveFormat::League) };
    let mut played = Played::with(terms, 2, 1);
    let (begun_ms, minute) = (1_000_000, 60_000);
    let mut index = 0;
    let mut begins = |played: &mut Played, now_ms: u64| {
        // The state is rebuilt from the log each time, as after a restart.
        let state = LiveState::of_log(&played.log).expect("the log is valid");
        let at_ms = state.beginning(now_ms)?;
        let (id, seats) = (Uuid::from_u128(index.into()), BySide::new(0, 1));
        played.add(Entry::Paired { index, id, seats, at_ms });
        played.end(index, EndReason::Rules);
        index += 1;
        Some(at_ms)
    };
    assert_eq!(begins(&mut played, begun_ms), Some(begun_ms), "the first match begins at once");
    assert_eq!(begins(&mut played, begun_ms), None);
    assert_eq!(begins(&mut played, begun_ms + minute - 1), None);
    assert_eq!(begins(&mut played, begun_ms + minute + 100), Some(begun_ms + minute), "a short delay does not add up");
    assert_eq!(begins(&mut played, begun_ms + 2 * minute), Some(begun_ms + 2 * minute));
    let late_ms = begun_ms + 10 * minute;
    assert_eq!(begins(&mut played, late_ms), Some(late_ms), "lost time is not made up for");
    assert_eq!(begins(&mut played, late_ms + minute - 1), None);
    assert_eq!(begins(&mut played, begun_ms), Some(begun_ms), "a clock that was set back does not stop the league");
}

/// Ends the running and forfeited matches of a schedule as `outcome` says, until the tournament is over.
fn play_out(played: &mut Played, outcome: impl Fn(BySide<usize>) -> GameResult) {
    while played.state.phase() != Phase::Closed {
        let due = played.state.due();
        assert!(due.ready.len() + due.forfeited.len() > 0, "nobody can play: {due:?}");
        for pairing in due.ready {
            played.pair(pairing.index, pairing.seats);
            let ending = EntryEnd { outcome: Some(outcome(pairing.seats)), by: EndReason::Rules };
            played.add(Entry::Ended { index: pairing.index, ending });
        }
        for pairing in due.forfeited {
            let left = pairing.seats.map(|entrant| played.state.entrants()[entrant].left);
            let outcome = match (left.first, left.second) {
                (true, false) => GameResult::Second,
                (false, true) => GameResult::First,
                _ => GameResult::Draw,
            };
            let ending = EntryEnd { outcome: Some(outcome), by: EndReason::Absence };
            played.add(Entry::Ended { index: pairing.index, ending });
        }
    }
}

#[test]
fn byes_and_tie_breaks_count_in_the_ranking() {
    let once = |format, entrants| Played::with(Terms { rounds: Some(1), ..terms(format) }, entrants, 1);
    let mut swiss = once(LiveFormat::Swiss, 3);
    play_out(&mut swiss, |_| GameResult::Draw);
    assert_eq!(swiss.state.ranking(), [(1, 2), (2, 0), (2, 1)], "a bye counts like a won encounter");
    assert_eq!(swiss.state.points(), [1.0, 1.0, 2.0]);
    let (plan, tally) = report_tally(&swiss);
    let report = crate::TournamentReport::new(&plan, &tally, false);
    let rows = report.placing.swiss;
    let rows: Vec<_> = rows.iter().map(|row| (&*row.name, row.points, row.byes)).collect();
    assert_eq!(rows, [("p2", 2.0, 1), ("p0", 1.0, 0), ("p1", 1.0, 0)], "the report agrees");
    // The better seed has a bye and then wins the final, in which it plays fewer matches than the others.
    let mut knockout = once(LiveFormat::Knockout, 3);
    play_out(&mut knockout, |seats| match seats.into_array().into_iter().min() {
        Some(best) if seats.first == best => GameResult::First,
        _ => GameResult::Second,
    });
    assert_eq!(knockout.state.ranking(), [(1, 0), (2, 1), (3, 2)]);
}

#[test]
fn the_next_match_is_known_until_a_round_has_to_end() {
    let mut played = Played::with(Terms { rounds: Some(2), ..terms(LiveFormat::Swiss) }, 4, 1);
    for round in 0..2 {
        played.begin();
        let next = played.state.next_match();
        assert!(matches!(next, NextMatch::Paired(pairing) if pairing.leg == 1 && pairing.round == round), "{next:?}");
        for index in [4 * round, 4 * round + 2] {
            played.end(index, EndReason::Rules);
        }
        played.begin();
        let expected = if round == 0 { NextMatch::AfterRound } else { NextMatch::Unknown };
        assert_eq!(played.state.next_match(), expected);
        for index in [4 * round + 1, 4 * round + 3] {
            played.end(index, EndReason::Rules);
        }
    }
    assert_eq!(played.state.next_match(), NextMatch::Unknown);
}

#[test]
fn a_swiss_tournament_does_not_pair_entrants_that_left() {
    let mut played = Played::with(Terms { rounds: Some(4), ..terms(LiveFormat::Swiss) }, 5, 1);
    played.add(Entry::Left { entrant: 1 });
    play_out(&mut played, |_| GameResult::Draw);
    let swiss = played.state.scheduled().and_then(|it| it.pairer.swiss()).expect("a Swiss tournament");
    let byes: Vec<_> = swiss.history().iter().map(|round| round.bye).collect();
    assert_eq!(byes, [Some(4), None, None, None], "four are left");
    let paired = |round: usize| swiss.history()[round].pairs.iter().flat_map(|(a, b)| [*a, *b]).collect::<HashSet<_>>();
    assert!((1..4).all(|round| paired(round) == HashSet::from([0, 2, 3, 4])));
}

#[test]
fn an_entrant_that_never_came_gets_no_bye_and_returns_when_it_comes() {
    let mut played = Played::new(LiveFormat::Swiss, 3, 1);
    played.log.truncate(1);
    played.state = LiveState::new(Terms { rounds: Some(3), ..terms(LiveFormat::Swiss) });
    for number in 0..3 {
        let seat = Seat::person(Uuid::from_u128(number), format!("p{number}"));
        played.add(Entry::Entered { seat });
    }
    played.add(Entry::Came { entrant: 0 });
    played.add(Entry::Came { entrant: 1 });
    played.add(Entry::Began { at_ms: 1 });
    let byes = |played: &Played| -> Vec<Option<usize>> {
        let swiss = played.state.scheduled().and_then(|it| it.pairer.swiss()).expect("a Swiss tournament");
        swiss.history().iter().map(|round| round.bye).collect()
    };
    for index in 0..2 {
        let seats = played.state.scheduled().and_then(|it| it.get(index)).expect("the match is paired").seats;
        let outcome = if seats.first == 0 { GameResult::First } else { GameResult::Second };
        played.add(Entry::Ended { index, ending: EntryEnd { outcome: Some(outcome), by: EndReason::Absence } });
    }
    assert_eq!(byes(&played), [Some(1), None], "the two that are present meet");
    played.add(Entry::Came { entrant: 2 });
    played.begin();
    while played.end_one() {
        played.begin();
    }
    assert!(matches!(byes(&played)[..], [Some(1), None, Some(_)]), "it is paired again: {:?}", byes(&played));
}

#[test]
fn a_tournament_ends_when_all_have_left() {
    for format in [LiveFormat::RoundRobin, LiveFormat::Gauntlet, LiveFormat::Swiss, LiveFormat::Knockout] {
        let mut played = Played::new(format, 5, 1);
        (0..5).for_each(|entrant| played.add(Entry::Left { entrant }));
        play_out(&mut played, |_| unreachable!("nobody plays"));
        assert_eq!(Some(played.state.results()), played.state.total(), "{format:?}");
    }
}

/// Returns the plan and the sums of the report of a tournament, which are made from its stored results.
fn report_tally(played: &Played) -> (crate::Plan, crate::Tally) {
    let plan = crate::Plan::entered(&played.state, Uuid::nil(), |_| None).expect("the plan is valid");
    let mut tally = plan.entered_tally(&played.state);
    let mut results: Vec<(u64, EntryEnd, BySide<usize>)> = Vec::new();
    let mut replayed = LiveState::new(played.state.terms().clone());
    let mut seats = std::collections::HashMap::new();
    for entry in &played.log[1..] {
        match entry {
            Entry::Paired { index, seats: of, .. } => drop(seats.insert(*index, *of)),
            Entry::Ended { index, ending } => {
                let of = seats.get(index).copied();
                let of = of.or_else(|| Some(replayed.scheduled()?.get(*index)?.seats)).expect("the match is known");
                results.push((*index, *ending, of));
            }
            _ => {}
        }
        replayed.apply(entry).expect("the log is valid");
    }
    results.sort_by_key(|(index, ..)| *index);
    for (index, ending, seats) in results {
        let known = tally.pairer().and_then(|pairer| pairer.get(index));
        let scheduled = played.state.terms().format.is_scheduled();
        assert!(!scheduled || known.is_none_or(|pairing| pairing.seats == seats), "{known:?} {seats:?}");
        let pairing = if scheduled { known } else { Some(crate::Pairing { index, round: 0, leg: 0, seats }) };
        let Some(pairing) = pairing else { break };
        let verdict = Verdict { outcome: ending.outcome, by: ending.by, detail: None };
        let (moves, costs, notes) = (Vec::new(), Vec::new(), Vec::new());
        let result = crate::MatchResult {
            index,
            moves,
            costs,
            notes,
            late_ms: None,
            tries: Default::default(),
            verdict,
            voided: 0,
        };
        tally.add(&pairing, &result);
    }
    plan.rank_as_entered(&mut tally, &played.state);
    (plan, tally)
}

proptest! {
    #[test]
    fn a_report_ranks_and_pairs_as_the_live_table(entrants in 2_usize..9, seed in 0_u64..50, format in 0_usize..6) {
        let formats = [
            LiveFormat::RoundRobin, LiveFormat::Gauntlet, LiveFormat::Swiss, LiveFormat::Knockout, LiveFormat::Arena,
            LiveFormat::League,
        ];
        let mut played = Played::new(formats[format], entrants, seed);
        for _ in 0..60 {
            played.begin();
            for pairing in played.state.due().forfeited {
                played.end(pairing.index, EndReason::Absence);
            }
            if played.rng.below(6) == 0 {
                let entrant = played.rng.below(entrants);
                let chance = played.rng.below(4);
                played.add(match chance {
                    0 => Entry::Left { entrant },
                    1 => Entry::Went { entrant },
                    2 => Entry::Came { entrant },
                    _ => Entry::Returned { entrant },
                });
            }
            played.end_one();
        }
        let (_, tally) = report_tally(&played);
        prop_assert_eq!(tally.ranking(), played.state.ranking());
    }
}
