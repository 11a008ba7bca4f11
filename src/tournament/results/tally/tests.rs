use super::*;
use crate::pairing::Schedule;
use crate::rating::{Meeting, Pentanomial};
use crate::results::{Failures, MoveCost};
use arena_games::{BySide, MoveCode};
use arena_play::Verdict;

fn result(index: u64, moves: &[u32], outcome: Option<GameResult>) -> MatchResult {
    MatchResult {
        index,
        moves: moves.iter().map(|&code| MoveCode(code)).collect(),
        costs: vec![
            MoveCost { side: Side::First, nodes: 10, micros: 3, value: None },
            MoveCost { side: Side::Second, nodes: 20, micros: 4, value: None },
            MoveCost { side: Side::First, nodes: 30, micros: 5, value: None },
        ],
        notes: Vec::new(),
        late_ms: None,
        tries: Default::default(),
        verdict: Verdict { outcome, by: EndReason::Rules, detail: None },
        voided: 0,
    }
}

fn wdl(wins: u64, draws: u64, losses: u64) -> Wdl {
    Wdl { wins, draws, losses }
}

#[test]
fn sums_of_a_small_tournament() {
    let schedule = Schedule::round_robin(3, 1).unwrap();
    let mut tally = Tally::new(vec![false; 3]);
    // The lower number wins, except that 1 and 2 draw.
    for pairing in schedule.iter() {
        let outcome = match pairing.pair() {
            (1, 2) => GameResult::Draw,
            (low, _) if pairing.seats.first == low => GameResult::First,
            _ => GameResult::Second,
        };
        tally.add(&pairing, &result(pairing.index, &[0, 1, 2], Some(outcome)));
    }
    assert_eq!((tally.played(), tally.distinct(), tally.repeats(), tally.voided()), (6, 6, 0, 0));
    let standings = tally.standings();
    assert_eq!(standings[0].seats, BySide::new(wdl(2, 0, 0), wdl(2, 0, 0)));
    assert_eq!(standings[1].seats, BySide::new(wdl(0, 1, 1), wdl(0, 1, 1)));
    assert_eq!(standings[2].all(), wdl(0, 2, 2));
    assert_eq!((standings[0].moves, standings[0].nodes, standings[0].micros), (6, 120, 24));
    assert_eq!((tally.pair(0, 1), tally.pair(1, 0), tally.pair(2, 1)), (wdl(2, 0, 0), wdl(0, 0, 2), wdl(0, 2, 0)));
    assert_eq!(tally.ranking(), [(1, 0), (2, 1), (2, 2)]);
    assert_eq!(tally.pairs().encounters(0, 1), (Pentanomial([0, 0, 0, 0, 1]), Pentanomial([0, 0, 0, 0, 1])));
    assert_eq!(tally.pairs().encounters(2, 0).0, Pentanomial([1, 0, 0, 0, 0]));
    assert_eq!(standings[1].encounters, Pentanomial([1, 0, 1, 0, 0]));
    let meetings = tally.pairs().meetings();
    assert_eq!(meetings.len(), 6);
    assert!(meetings.contains(&Meeting { first: 1, second: 0, all: wdl(0, 0, 1), independent: wdl(0, 0, 1) }));
    assert_eq!(tally.ends(), &BTreeMap::from([(EndReason::Rules, 6)]));
}

#[test]
fn a_repeat_counts_for_the_score_but_not_as_independent() {
    let pairings: Vec<_> = Schedule::round_robin(2, 2).unwrap().iter().collect();
    for (random, repeats) in [(false, 2), (true, 0)] {
        let mut tally = Tally::new(vec![random, false]);
        for pairing in &pairings {
            tally.add(pairing, &result(pairing.index, &[4, 0], Some(GameResult::First)));
        }
        assert_eq!((tally.played(), tally.distinct(), tally.repeats()), (4, 2, repeats));
        assert_eq!(tally.standings()[0].all(), wdl(2, 0, 2));
        assert_eq!(tally.standings()[0].independent.played(), 4 - repeats);
        assert_eq!(tally.pairs().independent(0, 1).played(), 4 - repeats);
        let new = 2 - repeats / 2;
        assert_eq!(tally.pairs().encounters(0, 1), (Pentanomial([0, 0, 2, 0, 0]), Pentanomial([0, 0, new, 0, 0])));
        assert_eq!(tally.standings()[1].independent_encounters.encounters(), new);
    }
}

#[test]
fn a_void_match_counts_only_as_void() {
    let pairing = Schedule::round_robin(2, 1).unwrap().get(0).unwrap();
    let mut tally = Tally::new(vec![false; 2]);
    tally.add(&pairing, &result(0, &[4], None));
    assert_eq!((tally.played(), tally.voided(), tally.distinct()), (0, 1, 0));
    assert_eq!(tally.standings()[0], EntrantScore::default());
    tally.add(&pairing, &MatchResult { voided: 2, ..result(0, &[4], Some(GameResult::Draw)) });
    assert_eq!((tally.played(), tally.voided()), (1, 3));
}

#[test]
fn an_encounter_with_a_void_match_is_incomplete() {
    let pairings: Vec<_> = Schedule::round_robin(2, 2).unwrap().iter().collect();
    let mut tally = Tally::new(vec![true; 2]);
    let outcomes = [Some(GameResult::First), None, None, Some(GameResult::First)];
    for (pairing, outcome) in pairings.iter().zip(outcomes) {
        tally.add(pairing, &result(pairing.index, &[4], outcome));
    }
    assert_eq!((tally.played(), tally.pairs().encounters(0, 1).0.encounters()), (2, 0));
}

#[test]
fn a_failure_counts_for_the_loser() {
    let pairings: Vec<_> = Schedule::round_robin(2, 3).unwrap().iter().collect();
    let mut tally = Tally::new(vec![true; 2]);
    let ends = [
        (EndReason::Crash, GameResult::First),
        (EndReason::Timeout, GameResult::First),
        (EndReason::Illegal, GameResult::Second),
        (EndReason::Stall, GameResult::Second),
        (EndReason::Rules, GameResult::Second),
        // A timeout against a side that cannot win is a draw and not a loss.
        (EndReason::Timeout, GameResult::Draw),
    ];
    let mut expected = [Failures::default(); 2];
    for (pairing, (by, ended)) in pairings.iter().zip(ends) {
        let verdict = Verdict { outcome: Some(ended), by, detail: None };
        let late_ms = Some(70 + pairing.index).filter(|_| by == EndReason::Timeout);
        tally.add(pairing, &MatchResult { verdict, late_ms, ..result(pairing.index, &[4], Some(ended)) });
        let loser = ended.winner().map(|winner| pairing.seats[!winner]);
        let failures = loser.map(|loser| &mut expected[loser]);
        match (by, failures) {
            (EndReason::Crash, Some(failures)) => failures.crashes += 1,
            (EndReason::Timeout, Some(failures)) => {
                (failures.late, failures.late_ms) = (failures.late + 1, Some(70 + pairing.index));
            }
            (EndReason::Illegal, Some(failures)) => failures.illegal += 1,
            (EndReason::Stall, Some(failures)) => failures.stalls += 1,
            _ => {}
        }
    }
    assert_eq!([tally.standings()[0].failures, tally.standings()[1].failures], expected);
    assert_eq!(expected.iter().map(Failures::all).sum::<u64>(), 4);
}

#[test]
fn a_sparse_entrant_ranks_below_all_others() {
    let encounters = Schedule::round_robin(4, 20).unwrap();
    let mut tally = Tally::new(vec![true; 4]);
    // The last entrant has won its only encounter. Among the others the lower number wins most of the time.
    for pairing in encounters.iter() {
        let (low, high) = pairing.pair();
        let played = high != 3 || (low == 2 && pairing.round == 0);
        let low_wins = high != 3 && pairing.round < 16;
        let winner = if (pairing.seats.first == low) == low_wins { GameResult::First } else { GameResult::Second };
        if played {
            tally.add(&pairing, &result(pairing.index, &[0], Some(winner)));
        }
    }
    assert_eq!(tally.standings()[3].all(), wdl(2, 0, 0));
    assert_eq!(tally.ranking().iter().map(|&(_, entrant)| entrant).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!([0, 1, 2, 3].map(|entrant| tally.is_sparse(entrant)), [false, false, false, true]);
}

#[test]
fn entrants_without_matches_rank_last() {
    let schedule = Schedule::round_robin(5, 1).unwrap();
    let mut tally = Tally::new(vec![true; 5]);
    let pairing = schedule.iter().find(|pairing| pairing.seats == BySide::new(3, 1)).unwrap();
    tally.add(&pairing, &result(pairing.index, &[0], Some(GameResult::First)));
    assert_eq!(tally.ranking(), [(1, 3), (2, 1), (3, 0), (3, 2), (3, 4)]);
    assert_eq!(tally.pair(3, 1), wdl(1, 0, 0));
}
