//! The third part of a generation: plays a model against the best evaluation so far.
//!
//! Encounters are two matches from one random opening with exchanged sides, at equal nodes. A sequential test of the
//! encounters decides, in the order of their numbers.

use std::path::Path;

use arena_games::seed::{Rng, derive};
use arena_games::{BySide, Side};
use arena_tournament::rating::sprt::{Hypotheses, Model, TestVerdict};
use arena_tournament::rating::{Pentanomial, Results};
use serde::{Deserialize, Serialize};

use super::evaluator::Evaluator;
use super::player::{Match, Player, Trainable, best};
use super::{TrainError, parallel};

/// The hypotheses in normalised Elo, and both error rates.
const ELO: (f64, f64) = (0.0, 20.0);
const ERROR_RATE: f64 = 0.05;
/// The encounters that are played before the test is looked at.
const BATCH: u64 = 32;

/// How a model is tested.
#[derive(Clone, Debug, PartialEq)]
pub struct TestSettings {
    /// The seed of the openings.
    pub seed: u64,
    /// The nodes of each search.
    pub nodes: u64,
    /// The number of random moves of each opening.
    pub random_plies: usize,
    /// The greatest number of encounters.
    pub encounters: u64,
}

/// The result of a test, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tested {
    /// The digest of the tested model.
    pub model: String,
    /// The opponent: a digest, or `base`.
    pub opponent: String,
    /// The encounters by the model's half points, 0 to 4.
    pub encounters: [u64; 5],
    /// Whether the model is accepted.
    pub accepted: bool,
}

impl Tested {
    /// Returns the share of the points that the model won.
    #[must_use]
    pub fn score(&self) -> f64 {
        Pentanomial(self.encounters).score().unwrap_or(0.5)
    }

    /// Reads the result of an earlier test. `None` if there is none.
    pub(crate) fn read(path: &Path) -> Result<Option<Self>, TrainError> {
        if !path.exists() {
            return Ok(None);
        }
        let text = std::fs::read(path).map_err(TrainError::file(path))?;
        let read = serde_json::from_slice(&text);
        read.map(Some).map_err(|error| TrainError::games(path, format!("not the result of a test: {error}")))
    }
}

/// Plays the test. Returns the encounters by the candidate's half points, and whether the candidate is accepted: if the
/// test says so, or if it ends undecided with more than half of the points.
pub(crate) fn test<G: Trainable>(
    candidate: &Evaluator<G>,
    opponent: &Evaluator<G>,
    settings: &TestSettings,
    threads: usize,
    progress: &mut dyn FnMut(u64, f64),
) -> (Pentanomial, bool) {
    let hypotheses =
        Hypotheses::new(ELO.0, ELO.1, ERROR_RATE, ERROR_RATE, Model::Normalized).expect("the hypotheses are valid");
    let mut counts = Pentanomial::default();
    let mut done = 0;
    while done < settings.encounters {
        let next = settings.encounters.min(done + BATCH);
        let points = parallel::map(
            threads,
            done..next,
            || [Player::<G>::new(settings.nodes), Player::<G>::new(settings.nodes)],
            |players, number| encounter(players, [candidate, opponent], settings, derive(settings.seed, &[number])),
        );
        for half_points in points {
            counts.count(half_points);
            let llr = hypotheses.llr(Results::Pentanomial(counts)).ok();
            if let Some(verdict) = llr.and_then(|llr| hypotheses.verdict(llr)) {
                return (counts, verdict == TestVerdict::H1);
            }
        }
        done = next;
        progress(done, counts.score().unwrap_or(0.5));
    }
    (counts, counts.half_points() > 2 * counts.encounters())
}

/// Plays two matches from one opening. Returns the candidate's half points.
fn encounter<G: Trainable>(
    players: &mut [Player<G>; 2],
    evaluators: [&Evaluator<G>; 2],
    settings: &TestSettings,
    seed: u64,
) -> usize {
    let half_points = Side::BOTH.map(|candidate| {
        let mut begun = Match::<G>::random(settings.random_plies, &mut Rng::new(seed));
        players.iter_mut().for_each(Player::forget);
        let seats = BySide::from_fn(|side| usize::from(side != candidate));
        loop {
            if let Some(outcome) = begun.outcome() {
                break outcome.winner().map_or(1, |winner| if winner == candidate { 2 } else { 0 });
            }
            let seat = seats[begun.position.to_move()];
            let report = players[seat].search(&begun, evaluators[seat], seed);
            begun.play(best(&report));
        }
    });
    half_points[0] + half_points[1]
}
