//! The positions to search, and the switches to use.

use arena_bots::analysis::{Question, refinements};
use arena_bots::spec::{EvaluationSpec, OneOrMore, RawEvaluation};
use arena_bots::{BotSpec, RawBot};
use arena_games::conventions::{BenchCase, BenchMoves};
use arena_games::seed::Rng;
use arena_games::{GameError, GameId, Options, Weights};
use arena_search::{Ordering, Pruning, Ties};

/// A position and the depth of its search.
pub(super) struct Case {
    pub name: String,
    pub game: GameId,
    position: Option<String>,
    moves: Vec<String>,
    /// Depth of the search, in plies.
    pub depth: i64,
    /// True if plain minimax can search the position quickly.
    pub small: bool,
}

impl Case {
    /// Creates a case from the game's declaration.
    pub(super) fn of(game: GameId, case: &BenchCase) -> Result<Self, GameError> {
        let position = case.position.map(|position| position());
        let moves = match case.moves {
            BenchMoves::Given(moves) => moves.iter().map(|&mv| mv.to_owned()).collect(),
            BenchMoves::Random(plies) => random_moves(game, position.as_deref(), plies)?,
        };
        let name = match (case.name, moves.len()) {
            (Some(name), _) => format!("{game}, {name}"),
            (None, 0) => format!("{game}, start"),
            (None, plies) => format!("{game}, {plies} plies"),
        };
        Ok(Self { name, game, position, moves, depth: case.depth.into(), small: game.usual_search().small })
    }

    /// Returns the question for a search by `bot`.
    pub(super) fn question(&self, bot: BotSpec) -> Question {
        let options = Options::new();
        Question { options, position: self.position.clone(), moves: self.moves.clone(), bot, tree: None, steps: None }
    }
}

/// Returns this many random moves from a fixed seed, or fewer if the game ends earlier.
fn random_moves(game: GameId, position: Option<&str>, plies: usize) -> Result<Vec<String>, GameError> {
    let (mut board, mut rng) = (game.board(&Options::new(), position)?, Rng::new(2_026));
    let mut moves = Vec::new();
    while moves.len() < plies {
        let legal = board.legal();
        if legal.is_empty() {
            break;
        }
        let code = legal[rng.below(legal.len())];
        board.play(code, moves.len())?;
        moves.push(game.move_text(code));
    }
    Ok(moves)
}

/// Returns all positions of the signature, game by game.
pub(super) fn cases() -> Result<Vec<Case>, GameError> {
    let of_game = |&game: &GameId| game.bench_cases().0.iter().map(move |case| Case::of(game, case));
    GameId::ALL.iter().flat_map(of_game).collect()
}

/// Returns the switches to search a position with. Small positions also get the switches for which there are published
/// counts.
pub(super) fn settings(small: bool) -> Vec<(&'static str, RawBot)> {
    let refined: Vec<_> = refinements().into_iter().map(|one| (one.name, one.search)).collect();
    let last = |name| refined.iter().find(|one| one.0 == name).expect("the name is one of the refinements").1.clone();
    let all = [
        ("all that keep the value", last("aspiration")),
        ("the same by mtdf", RawBot { pruning: Some(Pruning::Mtdf), ..last("deepening") }),
        ("all refinements", last("check extensions")),
    ];
    if small {
        return plain().into_iter().chain(all).collect();
    }
    [("alpha-beta, static", last("static order"))].into_iter().chain(all).collect()
}

fn plain() -> Vec<(&'static str, RawBot)> {
    let search = |pruning, ordering: &[Ordering], deepening| RawBot {
        pruning: Some(pruning),
        ordering: Some(OneOrMore::More(ordering.to_vec())),
        deepening: Some(deepening),
        ties: Some(Ties::First),
        ..RawBot::default()
    };
    let zero = EvaluationSpec { name: "zero".to_owned(), weights: Weights::new() };
    let alpha_beta = || search(Pruning::AlphaBeta, &[], false);
    vec![
        ("none", search(Pruning::None, &[], false)),
        ("alpha-beta", alpha_beta()),
        (
            "alpha-beta, zero",
            RawBot { distance: Some(false), evaluation: Some(RawEvaluation::Weighted(zero)), ..alpha_beta() },
        ),
        ("alpha-beta, static", search(Pruning::AlphaBeta, &[Ordering::Static], false)),
        ("alpha-beta, random", search(Pruning::AlphaBeta, &[Ordering::Random], false)),
        ("alpha-beta, deepening", search(Pruning::AlphaBeta, &[], true)),
        ("alpha-beta, exact root", RawBot { exact_root: Some(true), ..alpha_beta() }),
    ]
}
