use std::f64::consts::LN_10;

use proptest::prelude::*;

use super::*;

/// The Elo of one unit of a logistic regression.
const UNIT: f64 = 400.0 / LN_10;
const Z95: f64 = super::normal::Z95;

fn meeting(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Meeting {
    let all = Wdl { wins, draws, losses };
    Meeting { first, second, all, independent: all }
}

fn close(found: Figure, expected: f64, tolerance: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

/// The American League of 1987: home wins and losses of each team (rows) against each (columns). The order is
/// Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore. From A. Agresti, "Categorical Data Analysis".
const HOME: [[(u64, u64); 7]; 7] = [
    [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
    [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
    [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
    [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
    [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
    [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
    [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
];

#[test]
fn reproduces_a_published_fit_with_a_home_advantage() {
    let games = |(home, row): (usize, &[(u64, u64); 7])| {
        let one = move |(away, &(wins, losses)): (usize, &(u64, u64))| meeting(home, away, wins, 0, losses);
        row.iter().enumerate().map(one).filter(|it| it.all.played() > 0).collect::<Vec<_>>()
    };
    let meetings: Vec<Meeting> = HOME.iter().enumerate().flat_map(games).collect();
    let fitted = joint(7, &meetings, Anchor::Entrant(6, 0.0));
    // Strengths and standard errors from the vignette of the R package BradleyTerry2.
    let published = [
        (1.6196, 0.3474),
        (1.4754, 0.3446),
        (1.3271, 0.3403),
        (1.2813, 0.3404),
        (1.1438, 0.3378),
        (0.7047, 0.3350),
        (0.0, 0.0),
    ];
    for (rating, (strength, error)) in fitted.ratings.iter().zip(published) {
        close(rating.elo, strength * UNIT, 6e-5 * UNIT);
        close(rating.error, error * Z95 * UNIT, 6e-5 * Z95 * UNIT);
    }
    close(fitted.first_advantage, 0.3023 * UNIT, 6e-5 * UNIT);
    close(fitted.first_advantage_error, 0.1309 * Z95 * UNIT, 6e-5 * Z95 * UNIT);
    assert_eq!(fitted.draw_ratio, Ok(0.0));
}

#[test]
fn two_entrants_with_a_seat_advantage_match_the_closed_form() {
    let fitted = joint(2, &[meeting(0, 1, 30, 0, 10), meeting(1, 0, 24, 0, 16)], Anchor::Entrant(1, 100.0));
    let (one, other) = (3.0_f64.ln(), 1.5_f64.ln());
    close(fitted.ratings[0].elo, 100.0 + (one - other) / 2.0 * UNIT, 1e-6);
    close(fitted.first_advantage, (one + other) / 2.0 * UNIT, 1e-6);
    let deviation = (1.0 / 30.0 + 1.0 / 10.0 + 1.0 / 24.0 + 1.0_f64 / 16.0).sqrt() / 2.0;
    close(fitted.ratings[0].error, Z95 * deviation * UNIT, 1e-6);
    close(fitted.ratings[1].elo, 100.0, 1e-9);
    close(fitted.ratings[1].error, 0.0, 1e-6);
    close(fitted.superiority(0, 1), normal::cumulative((one - other) / 2.0 / deviation), 1e-9);
    close(fitted.superiority(1, 0), normal::cumulative((other - one) / 2.0 / deviation), 1e-9);
}

#[test]
fn two_entrants_with_draws_differ_by_the_elo_of_their_score() {
    for (wins, draws, losses) in [(136, 111, 96), (300, 690, 10), (2, 995, 3)] {
        let half = [meeting(0, 1, wins, draws, losses), meeting(1, 0, losses, draws, wins)];
        let fitted = joint(2, &half, Anchor::Mean(0.0));
        let played = f64::from(u32::try_from(wins + draws + losses).unwrap());
        let [win, draw, loss] = [wins, draws, losses].map(|it| f64::from(u32::try_from(it).unwrap()) / played);
        let score = win + draw / 2.0;
        let difference = elo::logistic(score);
        close(fitted.ratings[0].elo, difference / 2.0, 1e-6);
        close(fitted.ratings[1].elo, -difference / 2.0, 1e-6);
        close(fitted.first_advantage, 0.0, 1e-6);
        let nu = draw / (win * loss).sqrt();
        close(fitted.draw_ratio, nu / (2.0 + nu), 1e-9);
        // The error of the score, converted to the scale of ratings.
        let variance = (win + draw / 4.0 - score * score) / (2.0 * played);
        let error = Z95 * variance.sqrt() / (score * (1.0 - score)) * UNIT / 2.0;
        close(fitted.ratings[0].error, error, 1e-6);
    }
    // Although 690 of 1,000 matches are drawn, the difference is the 104 Elo of the score.
    assert!((elo::logistic(0.645) - 103.7).abs() < 0.1);
}

#[test]
fn drawish_results_give_the_true_ratings() {
    // Three entrants have 0, −60 and −150 Elo, and the first seat is worth 30. Nearly half of the matches are drawn.
    // Each meeting has exactly the expected points, so the fit must return these differences.
    let strengths = [0.0, -60.0, -150.0];
    let met = |(first, second): (usize, usize)| {
        let expected = 1.0 / (1.0 + 10_f64.powf((strengths[second] - strengths[first] - 30.0) / 400.0));
        let half_points = (expected * 2e6).round();
        let draws = 450_001.0 - (450_001.0 - half_points).rem_euclid(2.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below two millions")]
        let [wins, draws] = [(half_points - draws) / 2.0, draws].map(|count| count as u64);
        meeting(first, second, wins, draws, 1_000_000 - wins - draws)
    };
    let meetings: Vec<Meeting> = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)].map(met).into();
    let fitted = joint(3, &meetings, Anchor::Entrant(0, 0.0));
    for (rating, strength) in fitted.ratings.iter().zip(strengths) {
        close(rating.elo, strength, 1e-3);
    }
    close(fitted.first_advantage, 30.0, 1e-3);
}

#[test]
fn errors_are_clustered_by_opening() {
    // In three of four openings the first seat wins both matches, otherwise it wins one. Without clusters this looks
    // like scatter.
    let opening = |ahead: bool| {
        if ahead {
            vec![meeting(0, 1, 1, 0, 0), meeting(1, 0, 1, 0, 0)]
        } else {
            vec![meeting(0, 1, 1, 0, 0), meeting(1, 0, 0, 1, 0)]
        }
    };
    let clusters: Vec<Vec<Meeting>> = (0..20).map(|number| opening(number % 4 > 0)).collect();
    let all = [meeting(0, 1, 20, 0, 0), meeting(1, 0, 15, 5, 0)];
    let by_model = joint(2, &all, Anchor::Mean(0.0));
    let by_opening = joint_clustered(2, &all, &clusters, Anchor::Mean(0.0));
    assert_eq!((by_opening.clusters, by_model.clusters), (Some(20), None));
    let errors = [&by_opening, &by_model].map(|fitted| fitted.ratings[0].error.unwrap());
    assert!(errors[0] < 0.6 * errors[1], "{errors:?}");
    for (one, other) in by_opening.ratings.iter().zip(&by_model.ratings) {
        assert_eq!(one.elo, other.elo);
    }
    // Playing the same openings repeatedly adds no information.
    let thrice: Vec<Vec<Meeting>> = clusters
        .iter()
        .map(|cluster| {
            let three =
                |it: &Meeting| Wdl { wins: 3 * it.all.wins, draws: 3 * it.all.draws, losses: 3 * it.all.losses };
            cluster.iter().map(|it| Meeting { all: three(it), independent: three(it), ..*it }).collect()
        })
        .collect();
    let all = [meeting(0, 1, 60, 0, 0), meeting(1, 0, 45, 15, 0)];
    let again = joint_clustered(2, &all, &thrice, Anchor::Mean(0.0));
    close(again.ratings[0].error, errors[0], 1e-6);
}

#[test]
fn equal_results_give_no_likelihood_of_superiority() {
    // A champion meets a field. The first three rivals have the same results in each opening; the others have their
    // own.
    for entrants in 5..12 {
        let way = |rival: usize| if rival <= 3 { 1 } else { rival as u64 };
        let results = |rival: usize, number: u64| match (way(rival) * number + way(rival) / 4) % (way(rival) + 2) {
            0 => (1, 0, 0),
            1 => (0, 0, 1),
            _ => (0, 1, 0),
        };
        let cluster = |number: u64| -> Vec<Meeting> {
            let pair = |rival: usize| {
                let ((a, b, c), (d, e, f)) = (results(rival, number + 1), results(rival, number));
                [meeting(0, rival, a, b, c), meeting(rival, 0, d, e, f)]
            };
            (1..entrants).flat_map(pair).collect()
        };
        let clusters: Vec<Vec<Meeting>> = (0..72).map(cluster).collect();
        let sum = |at: usize, of: fn(Wdl) -> u64| clusters.iter().map(|cluster| of(cluster[at].all)).sum();
        let whole = |(at, one): (usize, &Meeting)| {
            meeting(one.first, one.second, sum(at, |it| it.wins), sum(at, |it| it.draws), sum(at, |it| it.losses))
        };
        let all: Vec<Meeting> = clusters[0].iter().enumerate().map(whole).collect();
        let fitted = joint_clustered(entrants, &all, &clusters, Anchor::Mean(0.0));
        for (one, other) in [(1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2)] {
            assert_eq!(fitted.superiority(one, other), Err(NoFigure::TooFew), "{one} and {other} of {entrants}");
        }
        assert!(fitted.superiority(1, 4).is_ok(), "{entrants}");
    }
}

#[test]
fn a_draw_is_half_a_win_if_nu_is_infinite() {
    // There are no losses, so the likeliest ν and θ are both infinite. A draw then counts half, as in logistic Elo.
    let fitted = joint(2, &[meeting(0, 1, 10, 5, 0), meeting(1, 0, 0, 5, 10)], Anchor::Entrant(1, 0.0));
    close(fitted.ratings[0].elo, elo::logistic(5.0 / 6.0), 1e-6);
    assert_eq!(fitted.draw_ratio, Err(NoFigure::Endless));
    let drawn = joint(3, &[meeting(0, 1, 0, 4, 0), meeting(1, 2, 0, 4, 0)], Anchor::Mean(1_500.0));
    for rating in &drawn.ratings {
        close(rating.elo, 1_500.0, 1e-9);
        assert!(rating.error.unwrap() > 0.0);
    }
}

#[test]
fn a_seat_that_decides_everything_has_no_finite_advantage() {
    let fitted = joint(2, &[meeting(0, 1, 5, 0, 0), meeting(1, 0, 5, 0, 0)], Anchor::Mean(0.0));
    assert_eq!(fitted.first_advantage, Err(NoFigure::Endless));
    close(fitted.ratings[0].elo, 0.0, 1e-9);
}

#[test]
fn entrants_that_won_or_lost_everything_get_a_bound() {
    let field = [
        meeting(0, 1, 6, 2, 4),
        meeting(1, 0, 5, 1, 6),
        meeting(2, 0, 4, 0, 0),
        meeting(1, 2, 0, 0, 4),
        meeting(3, 0, 0, 0, 5),
        meeting(4, 3, 0, 2, 0),
    ];
    let fitted = joint(6, &field, Anchor::Mean(0.0));
    assert!(fitted.ratings[0].elo.is_ok() && fitted.ratings[1].elo.is_ok());
    assert_eq!(fitted.ratings[2].elo, Err(NoFigure::AllWon));
    let Some(EloBound::AtLeast(least)) = fitted.ratings[2].bound else { panic!("{:?}", fitted.ratings[2]) };
    assert!(least > 50.0 && least < 500.0, "{least}");
    // Entrant 3 lost to the field but drew with 4, which never met the field.
    assert_eq!(fitted.ratings[3].elo, Err(NoFigure::Unconnected));
    assert!(matches!(fitted.ratings[3].bound, Some(EloBound::AtMost(most)) if most < 0.0));
    assert_eq!((fitted.ratings[4].elo, fitted.ratings[4].bound), (Err(NoFigure::Unconnected), None));
    assert_eq!(fitted.ratings[5].elo, Err(NoFigure::NonePlayed));
    assert_eq!(fitted.superiority(0, 2), Err(NoFigure::Unconnected));
    assert_eq!(fitted.superiority(0, 0), Err(NoFigure::TooFew));
}

#[test]
fn a_bound_is_where_the_sweep_has_a_probability_of_5_percent() {
    let field = [meeting(0, 1, 5, 0, 5), meeting(1, 0, 5, 0, 5), meeting(2, 0, 10, 0, 0)];
    let fitted = joint(3, &field, Anchor::Mean(0.0));
    let Some(EloBound::AtLeast(least)) = fitted.ratings[2].bound else { panic!("no bound") };
    assert!((least - elo::logistic(0.05_f64.powf(0.1))).abs() < 1e-6, "{least}");
    let turned = joint(3, &[field[0], field[1], meeting(0, 2, 10, 0, 0)], Anchor::Mean(0.0));
    let Some(EloBound::AtMost(most)) = turned.ratings[2].bound else { panic!("no bound") };
    assert!((least + most).abs() < 1e-6);
}

#[test]
fn an_anchor_selects_its_own_group() {
    let field = [meeting(0, 1, 3, 0, 3), meeting(1, 2, 3, 0, 3), meeting(3, 4, 3, 0, 1), meeting(4, 3, 2, 0, 2)];
    let fitted = joint(5, &field, Anchor::Entrant(3, 2_000.0));
    close(fitted.ratings[3].elo, 2_000.0, 1e-9);
    assert!(fitted.ratings[4].elo.unwrap() < 2_000.0);
    assert_eq!(fitted.ratings[0].elo, Err(NoFigure::Unconnected));
}

#[test]
fn fields_without_matches_and_without_entrants() {
    assert!(joint(0, &[], Anchor::Mean(0.0)).ratings.is_empty());
    let idle = joint(2, &[], Anchor::Mean(0.0));
    assert!(idle.ratings.iter().all(|rating| rating.error.is_err()), "{idle:?}");
}

#[test]
fn repeats_widen_errors_and_keep_ratings() {
    let all = [meeting(0, 1, 40, 20, 20), meeting(1, 0, 30, 20, 30)];
    let few = all.map(|it| Meeting { independent: Wdl { wins: 10, draws: 5, losses: 5 }, ..it });
    let (alone, repeated) = (joint(2, &all, Anchor::Mean(0.0)), joint(2, &few, Anchor::Mean(0.0)));
    close(repeated.ratings[0].elo, alone.ratings[0].elo.unwrap(), 1e-9);
    close(repeated.ratings[0].error, alone.ratings[0].error.unwrap() * 2.0, 1e-6);
}

/// A field in which each two met in both orders of seats, with points that follow from their numbers.
fn large(entrants: usize) -> Vec<Meeting> {
    let met = |first: usize, second: usize| {
        let ahead = u64::try_from((second + entrants - first) * 6 / entrants).unwrap();
        meeting(first, second, 1 + ahead, 3, 12 - ahead)
    };
    let pairs = (0..entrants).flat_map(|a| (0..entrants).map(move |b| (a, b)));
    pairs.filter(|(a, b)| a != b).map(|(a, b)| met(a, b)).collect()
}

#[test]
fn a_large_field_is_rated_in_order() {
    let entrants = 120;
    let meetings = large(entrants);
    let fitted = joint(entrants, &meetings, Anchor::Mean(0.0));
    let elos: Vec<f64> = fitted.ratings.iter().map(|rating| rating.elo.unwrap()).collect();
    assert!(elos.windows(2).all(|two| two[0] > two[1]));
    assert!(elos.iter().sum::<f64>().abs() < 1e-6);
}

proptest! {
    #[test]
    fn all_figures_are_finite(
        results in prop::collection::vec((0_usize..5, 0_usize..5, 0_u64..4, 0_u64..3, 0_u64..4), 0..14),
    ) {
        let meetings: Vec<Meeting> =
            results.into_iter().filter(|it| it.0 != it.1).map(|(a, b, w, d, l)| meeting(a, b, w, d, l)).collect();
        let fitted = joint(5, &meetings, Anchor::Mean(0.0));
        let mut figures = vec![fitted.first_advantage, fitted.first_advantage_error, fitted.draw_ratio];
        for rating in &fitted.ratings {
            figures.extend([rating.elo, rating.error]);
            if let Some(EloBound::AtLeast(bound) | EloBound::AtMost(bound)) = rating.bound {
                figures.push(Ok(bound));
                prop_assert!(rating.elo.is_err());
            }
        }
        for a in 0..5 {
            for b in 0..5 {
                figures.push(fitted.superiority(a, b));
                if let (Ok(one), Ok(other)) = (fitted.superiority(a, b), fitted.superiority(b, a)) {
                    prop_assert!((one + other - 1.0).abs() < 1e-9);
                }
            }
        }
        prop_assert!(figures.into_iter().flatten().all(f64::is_finite));
        prop_assert!(fitted.ratings.iter().all(|rating| rating.elo != Err(NoFigure::Endless)), "{:?}", meetings);
    }
}

#[test]
fn the_rated_group_does_not_depend_on_the_numbering() {
    // Every meeting was a clean sweep, so each group has one entrant.
    let field = |number: fn(usize) -> usize| {
        let meetings = [(0, 1), (1, 2), (0, 2)].map(|(a, b)| meeting(number(a), number(b), 20, 0, 0));
        let ratings = joint(3, &meetings, Anchor::Mean(0.0)).ratings;
        [0, 1, 2].map(|entrant| ratings[number(entrant)])
    };
    let ordered = field(|entrant| entrant);
    assert_eq!(ordered[0].elo, Ok(0.0), "the one with most points");
    assert!(matches!(ordered[2].bound, Some(EloBound::AtMost(elo)) if elo < 0.0));
    assert_eq!(ordered, field(|entrant| 2 - entrant));
    assert_eq!(ordered, field(|entrant| (entrant + 1) % 3));
}
