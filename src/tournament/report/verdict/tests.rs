use arena_bots::RawBot;
use arena_games::{GameId, MoveCode, Options};
use arena_play::{EndReason, GameResult, Verdict};

use super::*;
use crate::plan::{Adjudication, Limits, OpeningTerms, Per, Plan, TournamentConfig};
use crate::{MatchResult, Tally};

/// The report of a tournament whose matches end as `winner` says for the entrants of the first and the second seat,
/// and the number of the match. No two matches are alike.
fn report(
    format: Format,
    names: &[&str],
    rounds: u64,
    winner: impl Fn(usize, usize, u64) -> (Option<usize>, EndReason),
) -> TournamentReport {
    let bot = |name: &&str| {
        let raw = RawBot { name: Some((*name).to_owned()), game: Some(GameId::ConnectFour), ..RawBot::default() };
        (raw.check(&[]).expect("the bot is valid"), Limits::default())
    };
    let plan = Plan::new(TournamentConfig {
        name: "N".to_owned(),
        game: GameId::ConnectFour,
        options: Options::new(),
        format,
        rounds,
        seed: 1,
        openings: OpeningTerms::Random { plies: 0 },
        openings_per: Per::Round,
        entrants: names.iter().map(bot).collect(),
        adjudication: Adjudication::default(),
    })
    .expect("the plan is valid");
    let mut tally = plan.tally();
    let next = |tally: &Tally, index| match tally.pairer() {
        Some(pairer) => pairer.get(index),
        None => plan.schedule.get(index),
    };
    let mut index = 0;
    while let Some(pairing) = next(&tally, index) {
        index += 1;
        let seats = pairing.seats;
        let (won, by) = winner(seats.first, seats.second, pairing.index);
        let outcome =
            won.map_or(GameResult::Draw, |won| if won == seats.first { GameResult::First } else { GameResult::Second });
        let moves = vec![MoveCode(u32::try_from(pairing.index).expect("few matches"))];
        let verdict = Verdict { outcome: Some(outcome), by, detail: None };
        let (costs, notes) = (Vec::new(), Vec::new());
        tally.add(
            &pairing,
            &MatchResult {
                index: pairing.index,
                moves,
                costs,
                notes,
                late_ms: None,
                tries: Default::default(),
                verdict,
                voided: 0,
            },
        );
    }
    TournamentReport::new(&plan, &tally, false)
}

#[test]
fn eight_wins_of_eight_are_significant_by_the_sign_test() {
    let all_won = |rounds| report(Format::RoundRobin, &["a", "b"], rounds, |_, _, _| (Some(0), EndReason::Rules));
    let eight = all_won(4);
    assert_eq!(
        eight.verdict,
        [
            "a is first with 8 points from 8 matches (100.0%), ahead of b.",
            "a is significantly stronger than the other entrant: the likelihood is at least 99.6% (by the sign \
             test where one side won everything)."
        ]
    );
    assert!(eight.pairs[0].sign_test.is_some_and(|bound| (bound - 0.996_1).abs() < 1e-4));
    let two = all_won(1);
    assert!(two.verdict[1].contains("b (likelihood that a is stronger: at least 75.0%)"), "{:?}", two.verdict);
}

#[test]
fn a_leader_by_a_few_points_is_not_called_stronger() {
    let found = report(Format::RoundRobin, &["depth-9", "depth-3"], 10, |_, _, index| {
        (Some(usize::from(index < 12)), EndReason::Rules)
    });
    assert!(
        found.verdict[0].starts_with("depth-3 is first with 12 points from 20 matches (60.0%)"),
        "{:?}",
        found.verdict
    );
    assert!(
        found.verdict[1].starts_with("No significant difference between depth-3 and depth-9"),
        "{:?}",
        found.verdict
    );
    let document = found.document();
    for text in [document.to_markdown(), document.to_html(), document.to_text(100, false)] {
        let [verdict, standings] = ["No significant difference", "Nodes/move"].map(|part| text.find(part));
        assert!(verdict.is_some() && verdict < standings, "{text}");
    }
    assert_eq!(found.verdict, found.findings.iter().map(ToString::to_string).collect::<Vec<_>>());
}

#[test]
fn equal_entrants_share_the_first_place() {
    let found = report(Format::RoundRobin, &["a", "b"], 4, |_, _, _| (None, EndReason::Rules));
    assert_eq!(found.verdict, ["a and b share first place with 4 points from 8 matches each."]);
    let swiss = report(Format::Swiss, &["a", "b", "c", "d"], 2, |_, _, _| (None, EndReason::Rules));
    assert_eq!(swiss.verdict, ["a, b, c and d share first place with 2 points from 4 matches each."]);
}

#[test]
fn the_verdict_on_a_gauntlet_is_about_the_entrant_that_meets_the_others() {
    let format = Format::Gauntlet { champions: 1 };
    let found = report(format, &["mine", "club", "master", "random"], 2, |first, second, index| {
        let other = first.max(second);
        let won = [0, [0, other][usize::try_from(index % 2).unwrap()], other, 0][other];
        (Some(won), EndReason::Rules)
    });
    let [first, second] = &found.verdict[..] else { panic!("{:?}", found.verdict) };
    assert!(
        first.starts_with("mine scored 6 points from 12 matches (50.0%). Of 3 opponents, it outscored 1"),
        "{first}"
    );
    assert!(first.ends_with("is behind 1: master (0–4)."), "{first}");
    assert!(second.starts_with("No significant difference between mine and"), "{second}");
}

#[test]
fn losses_on_time_that_decide_a_pairing_are_named() {
    let late = |late: u64, won: u64| {
        report(Format::RoundRobin, &["engine", "bot"], 10, move |_, _, index| {
            let by = if index < late { EndReason::Timeout } else { EndReason::Rules };
            (Some(usize::from(index < late.max(20 - won))), by)
        })
    };
    let decisive = "Lost on time: 10 of 12 losses of engine against bot, which decided the pairing.";
    assert_eq!(late(10, 8).verdict.last().map(String::as_str), Some(decisive));
    let large = "Lost on time: 2 of 4 losses of engine against bot.";
    assert_eq!(late(2, 16).verdict.last().map(String::as_str), Some(large));
    assert!(!late(1, 12).verdict.iter().any(|text| text.contains("on time")), "one of eight losses is a small share");
}

fn insignificant(likelihood: f64, bound: bool) -> String {
    let others = vec![Likelihood { name: "depth-9".to_owned(), likelihood, bound }];
    Finding::Insignificant { name: "depth-3".to_owned(), others, more: 0 }.to_string()
}

#[test]
fn a_difference_that_may_be_chance_is_called_insignificant() {
    assert_eq!(
        insignificant(0.61, false),
        "No significant difference between depth-3 and depth-9 (likelihood that depth-3 is stronger: 61.0%); \
         significant means 97.5%."
    );
    assert!(insignificant(0.75, true).contains("stronger: at least 75.0%"));
    assert!(insignificant(0.25, true).contains("stronger: at most 25.0%"));
}

#[test]
fn a_leader_with_a_lower_rating_is_not_called_stronger() {
    let first = |elo| Finding::First {
        winners: vec!["a".to_owned()],
        points: 5.5,
        matches: 10,
        byes: 0,
        score: Some(0.55),
        under_way: false,
        second: Some("b".to_owned()),
        elo,
    };
    assert_eq!(first(Some(35.4)).to_string(), "a is first with 5½ points from 10 matches (55.0%), 35 Elo ahead of b.");
    assert!(first(Some(-20.0)).to_string().ends_with("although its rating is 20 Elo below that of b."));
    assert!(first(Some(0.2)).to_string().ends_with("level with b in Elo."));
    assert!(first(None).to_string().ends_with("ahead of b."));
}

#[test]
fn losses_on_time_are_named_with_their_share() {
    let share = |decisive| LateShare { name: "a".to_owned(), against: "b".to_owned(), late: 10, losses: 14, decisive };
    let text = |decisive| Finding::OnTime { shares: vec![share(decisive)], more: 0 }.to_string();
    assert_eq!(text(false), "Lost on time: 10 of 14 losses of a against b.");
    assert_eq!(text(true), "Lost on time: 10 of 14 losses of a against b, which decided the pairing.");
}
