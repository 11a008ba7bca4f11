use proptest::prelude::*;

use super::*;

const fn wdl(wins: u64, draws: u64, losses: u64) -> Wdl {
    Wdl { wins, draws, losses }
}

#[test]
fn the_worked_example_of_fastchess() {
    let results = wdl(136, 111, 96);
    let elo = elo(results, results);
    assert_eq!(format!("{:.2} ± {:.2}", elo.value.unwrap(), elo.error.unwrap()), "40.70 ± 30.43");
    assert_eq!(elo.note, None);
}

#[test]
fn a_score_without_an_end_says_so_and_gives_a_bound() {
    let won = elo(wdl(10, 0, 0), wdl(10, 0, 0));
    assert_eq!((won.value, won.error, won.note), (None, None, Some(NoFigure::AllWon)));
    // 0.05^(1/10) = 0.741134…, which is 182.7 Elo.
    assert!((won.bound.unwrap() - 182.7).abs() < 0.1, "{won:?}");
    let lost = elo(wdl(0, 0, 10), wdl(0, 0, 10));
    assert_eq!((lost.note, lost.bound), (Some(NoFigure::AllLost), won.bound.map(|bound| -bound)));
    let drawn = elo(wdl(0, 7, 0), wdl(0, 7, 0));
    assert_eq!((drawn.value, drawn.error, drawn.note), (Some(0.0), None, Some(NoFigure::AllDrawn)));
    assert_eq!(elo(Wdl::default(), Wdl::default()).note, Some(NoFigure::NonePlayed));
    let few = elo(wdl(1, 0, 1), wdl(1, 0, 1));
    assert_eq!((few.value, few.error, few.note), (Some(0.0), None, Some(NoFigure::TooFew)));
}

#[test]
fn repeats_widen_the_error_but_leave_the_value() {
    let all = wdl(400, 400, 200);
    let (alone, repeated) = (elo(all, all), elo(all, wdl(40, 40, 20)));
    assert_eq!(alone.value, repeated.value);
    assert!(repeated.error.unwrap() > 3.0 * alone.error.unwrap());
}

proptest! {
    #[test]
    fn every_figure_is_finite_and_a_missing_one_has_a_reason(
        wins in 0_u64..50, draws in 0_u64..50, losses in 0_u64..50,
        part in 0_u64..=50,
    ) {
        let independent = wdl(wins.min(part), draws.min(part), losses.min(part));
        let found = elo(wdl(wins, draws, losses), independent);
        for figure in [found.value, found.error, found.bound].into_iter().flatten() {
            prop_assert!(figure.is_finite());
        }
        prop_assert!(found.error.is_none_or(|error| error > 0.0));
        prop_assert_eq!(found.note.is_none(), found.value.is_some() && found.error.is_some());
        let mirrored = elo(wdl(losses, draws, wins), independent.reversed());
        let negated = mirrored.value.map(|value| -value);
        let same = match (found.value, negated) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-9,
            (a, b) => a == b,
        };
        prop_assert!(same);
    }
}
