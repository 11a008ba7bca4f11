//! The positions that are searched, and the switches.

use serde_json::Value;

use crate::bots::analysis::{Question, refinements};
use crate::bots::spec::{EvaluationSpec, OneOrMore, RawEvaluation};
use crate::bots::{BotSpec, RawBot};
use crate::games::seed::Rng;
use crate::games::{GameError, GameId, Options, Weights};
use crate::search::{Ordering, Pruning, Ties};

/// A position and how deep to search it.
pub(super) struct Case {
    /// What to call it.
    pub name: String,
    /// The game.
    pub game: GameId,
    position: Option<String>,
    moves: Vec<String>,
    /// How deep.
    pub depth: i64,
    /// Whether plain minimax searches it soon.
    pub small: bool,
}

impl Case {
    /// The position after `plies` moves from the game's own start that chance picked once and for all.
    pub(super) fn played(game: GameId, plies: usize, depth: i64) -> Result<Self, GameError> {
        let (mut board, mut rng) = (game.board(&Options::new(), None)?, Rng::new(2_026));
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
        let name = match moves.len() {
            0 => format!("{game}, start"),
            plies => format!("{game}, {plies} plies"),
        };
        Ok(Self { name, game, position: None, moves, depth, small: false })
    }

    /// The tree with random leaves.
    pub(super) fn random_tree(depth: i64) -> Result<Self, GameError> {
        let case = Self::played("tree".parse()?, 0, depth)?;
        Ok(Self { name: "tree, 5^6 random leaves".to_owned(), position: Some(random_tree()), small: true, ..case })
    }

    /// What is asked of a search of it.
    pub(super) fn question(&self, bot: BotSpec) -> Question {
        let options = Options::new();
        Question { options, position: self.position.clone(), moves: self.moves.clone(), bot, tree: None }
    }
}

/// All positions of the signature.
pub(super) fn cases() -> Result<Vec<Case>, GameError> {
    let small = |name: &str, game: &str, position: Option<&str>, moves: &[&str], depth| {
        let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
        let game: GameId = game.parse()?;
        Ok::<_, GameError>(Case {
            name: name.to_owned(),
            game,
            position: position.map(str::to_owned),
            moves,
            depth,
            small: true,
        })
    };
    let cut = Case::random_tree(4)?;
    let mut all = vec![
        small("tictactoe, empty board", "tictactoe", None, &[], 9)?,
        small("tictactoe, an opening", "tictactoe", None, &["a1", "b2"], 6)?,
        small("tictactoe, a fork", "tictactoe", Some("x../.o./..x o"), &[], 6)?,
        small("bones, 24 left", "bones", Some("24 first"), &[], 24)?,
        small("bones, cut off", "bones", None, &[], 12)?,
        small("tree, textbook", "tree", None, &[], 2)?,
        Case::random_tree(6)?,
        Case { name: "tree, cut off".to_owned(), moves: vec!["2".to_owned()], ..cut },
    ];
    let large = [
        ("connect4", [0, 12], 7),
        ("reversi", [0, 20], 5),
        ("checkers", [0, 20], 6),
        ("chess", [0, 10], 3),
        ("gomoku", [0, 8], 2),
    ];
    for (game, plies, depth) in large {
        for plies in plies {
            all.push(Case::played(game.parse()?, plies, depth)?);
        }
    }
    Ok(all)
}

/// A tree of branching 5 and depth 6 with the same random leaves for ever.
fn random_tree() -> String {
    fn subtree(depth: u32, rng: &mut Rng) -> Value {
        match depth {
            0 => Value::from(rng.below(201) as i64 - 100),
            _ => (0..5).map(|_| subtree(depth - 1, rng)).collect(),
        }
    }
    subtree(6, &mut Rng::new(2_026)).to_string()
}

/// The switches that a position is searched with: a small one with those that published counts are for too.
pub(super) fn settings(small: bool) -> Vec<(&'static str, RawBot)> {
    let refined: Vec<_> = refinements().into_iter().map(|one| (one.name, one.search)).collect();
    let last = |name| refined.iter().find(|one| one.0 == name).expect("it is one of the refinements").1.clone();
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
