use proptest::prelude::*;

use super::*;

const fn wdl(wins: u64, draws: u64, losses: u64) -> Wdl {
    Wdl { wins, draws, losses }
}

fn elo(all: Wdl, independent: Wdl) -> Elo {
    super::elo(Results::Trinomial(all), Results::Trinomial(independent))
}

#[test]
fn reproduces_the_worked_example_of_fastchess() {
    let results = wdl(136, 111, 96);
    let elo = elo(results, results);
    assert_eq!(format!("{:.2} ± {:.2}", elo.value.unwrap(), elo.error.unwrap()), "40.70 ± 30.43");
    assert_eq!(elo.note, None);
}

#[test]
fn one_sided_results_give_a_reason_and_a_bound() {
    let won = elo(wdl(10, 0, 0), wdl(10, 0, 0));
    assert_eq!((won.value, won.error, won.note), (None, None, Some(NoFigure::AllWon)));
    // The score 0.05^(1/10) = 0.741134… is 182.7 Elo.
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
fn repeats_widen_the_error_but_keep_the_value() {
    let all = wdl(400, 400, 200);
    let (alone, repeated) = (elo(all, all), elo(all, wdl(40, 40, 20)));
    assert_eq!(alone.value, repeated.value);
    assert!(repeated.error.unwrap() > 3.0 * alone.error.unwrap());
}

proptest! {
    #[test]
    fn figures_are_finite_and_missing_ones_have_a_reason(
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

#[test]
fn reproduces_fastchess_for_matches_and_encounters() {
    // From the tests of fastchess, which give Elo, normalised Elo and the likelihood of superiority to two digits.
    let five = |counts| Results::Pentanomial(Pentanomial(counts));
    let examples = [
        (Results::Trinomial(wdl(136, 111, 96)), "40.70 ± 30.43, 49.77 ± 36.77, 99.60"),
        (Results::Trinomial(wdl(76, 123, 89)), "-15.69 ± 30.46, -20.76 ± 40.13, 15.53"),
        (five([34, 54, 63, 64, 75]), "55.58 ± 27.65, 57.94 ± 28.28, 100.00"),
        (five([379, 10_170, 21_828, 10_640, 343]), "1.59 ± 1.21, 3.05 ± 2.31, 99.51"),
        (five([332, 433, 498, 333, 334]), "-8.64 ± 10.33, -9.17 ± 10.96, 5.05"),
        (five([7_895, 8_757, 5_685, 568, 9_999]), "-21.04 ± 2.95, -19.01 ± 2.65, 0.00"),
    ];
    for (results, expected) in examples {
        let it = difference(results);
        let [elo, elo_error, nelo, nelo_error, los] =
            [it.elo, it.elo_error, it.nelo, it.nelo_error, it.los].map(|figure| figure.unwrap());
        let found = format!("{elo:.2} ± {elo_error:.2}, {nelo:.2} ± {nelo_error:.2}, {:.2}", los * 100.0);
        assert_eq!(found, expected, "{results:?}");
    }
    let counted = difference(five([34, 54, 63, 64, 75]));
    assert_eq!((counted.draw_ratio, counted.pairs_ratio), (Ok(63.0 / 290.0), Ok(139.0 / 88.0)));
    assert_eq!(difference(Results::Trinomial(wdl(1, 2, 1))).pairs_ratio, Err(NoFigure::NoEncounters));
}

#[test]
fn one_sided_encounters_give_reasons_and_bounds() {
    let five = |counts| difference(Results::Pentanomial(Pentanomial(counts)));
    let won = five([0, 0, 0, 0, 5]);
    assert_eq!((won.elo, won.nelo, won.los), (Err(NoFigure::AllWon), Err(NoFigure::AllWon), Err(NoFigure::AllWon)));
    // Five encounters are ten matches, so the bounds are those of ten wins.
    let ten = difference(Results::Trinomial(wdl(10, 0, 0)));
    assert_eq!((won.elo_bound, won.los_bound), (ten.elo_bound, ten.los_bound));
    assert_eq!((ten.los_bound, won.pairs_ratio), (Some(1.0 - 1.0 / 1_024.0), Err(NoFigure::NoneLost)));
    let even = five([0, 0, 7, 0, 0]);
    assert_eq!((even.elo, even.elo_error, even.los), (Ok(0.0), Err(NoFigure::AllAlike), Err(NoFigure::AllAlike)));
    let ahead = five([0, 0, 0, 3, 0]);
    assert!(ahead.elo.unwrap() > 190.0 && ahead.nelo == Err(NoFigure::AllAlike));
    assert_eq!(five([0; 5]).elo, Err(NoFigure::NonePlayed));
}

proptest! {
    #[test]
    fn differences_are_finite_and_change_sign_with_the_view(counts in prop::array::uniform5(0_u64..60)) {
        let [here, there] = [Pentanomial(counts), Pentanomial(counts).reversed()]
            .map(|counts| difference(Results::Pentanomial(counts)));
        let figures = [here.elo, here.elo_error, here.nelo, here.nelo_error, here.los, here.draw_ratio, here.pairs_ratio];
        prop_assert!(figures.into_iter().flatten().chain(here.elo_bound).chain(here.los_bound).all(f64::is_finite));
        for (one, other) in [(here.elo, there.elo), (here.nelo, there.nelo)] {
            prop_assert_eq!(one.is_ok(), other.is_ok());
            if let (Ok(one), Ok(other)) = (one, other) {
                prop_assert!((one + other).abs() < 1e-6);
            }
        }
        if let (Ok(one), Ok(other)) = (here.los, there.los) {
            prop_assert!((one + other - 1.0).abs() < 1e-9);
        }
    }
}
