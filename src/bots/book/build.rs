//! Builds opening books, by search or from played matches.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write;

use super::{BookMove, BookPosition};
use crate::analysis::{Question, analyse};
use crate::{BotSpec, TurnLimits};
use arena_games::{GameError, GameId, MoveCode, Options, Side};
use arena_search::Ties;

/// The greatest number of positions of a built book.
pub const MAX_BOOK_POSITIONS: usize = 20_000;

/// The error of building a book.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The game or a move is invalid.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The search completed no depth.
    #[error(
        "the limit of {nodes} nodes ended the search after {moves:?} before depth 1 was completed; raise the limit"
    )]
    Unsearched {
        /// The moves that lead to the position.
        moves: String,
        /// The node limit.
        nodes: u64,
    },
    /// The book would be too large.
    #[error("the book would have more than {MAX_BOOK_POSITIONS} positions; use fewer plies or a smaller width")]
    TooLarge,
    /// The caller stopped the build.
    #[error("the build was interrupted")]
    Stopped,
    /// The book would be empty.
    #[error("{0}")]
    Empty(String),
}

/// A book without a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub game: GameId,
    pub lines: Vec<BookPosition>,
}

impl Draft {
    /// Writes the file of the book. Its first line is `command`, which builds the same file again. The line is omitted
    /// if the command contains control characters, which TOML comments must not have.
    #[must_use]
    pub fn to_toml(&self, name: &str, about: &str, command: &str) -> String {
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let mut file = match command.contains(char::is_control) {
            false => format!("# Made by: {command}\n"),
            true => String::new(),
        };
        file += &format!("name = {}\ngame = \"{}\"\nabout = {}\n", quoted(name), self.game, quoted(about));
        for line in &self.lines {
            write!(file, "\n[[position]]\nmoves = \"{}\"\n", line.moves.join(" "))
                .expect("writing to a string cannot fail");
            let values = line.known.iter().map(|known| format!("{} = {}", key(&known.mv), known.value));
            let counts = line.known.iter().filter_map(|known| Some(format!("{} = {}", key(&known.mv), known.count?)));
            for (what, list) in [("values", values.collect::<Vec<_>>()), ("counts", counts.collect())] {
                if !list.is_empty() {
                    writeln!(file, "{what} = {{ {} }}", list.join(", ")).expect("writing to a string cannot fail");
                }
            }
        }
        file
    }
}

/// Returns a move as a TOML key.
fn key(mv: &str) -> String {
    let bare = mv.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    if bare { mv.to_owned() } else { toml::Value::from(mv).to_string() }
}

/// The parameters of a book built by search.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The bot whose search evaluates the moves.
    pub bot: BotSpec,
    /// The depth of the book in plies.
    pub plies: usize,
    /// The number of best moves per position that are stored and followed.
    pub width: usize,
    /// The node limit of a search. Each position is searched at most twice.
    pub nodes: u64,
}

impl Searched {
    /// Searches the initial position, then the positions after its best moves, and so on. Calls `progress` with the
    /// number of positions so far. The result is deterministic: it depends on no clock, chance or threads.
    ///
    /// # Errors
    /// Returns [`BuildError`] if the node limit is too small or the book would be too large.
    pub fn build(&self, progress: impl FnMut(usize)) -> Result<Draft, BuildError> {
        let mut progress = progress;
        self.build_from(&[], |lines| {
            progress(lines.len());
            true
        })
    }

    /// Does what [`Searched::build`] does, reusing the positions in `found` of an interrupted build. Calls `progress`
    /// with all positions so far after each one, and stops if it returns false.
    ///
    /// # Errors
    /// Returns the errors of [`Searched::build`], or [`BuildError::Stopped`] if `progress` stopped the build.
    pub fn build_from(
        &self,
        finished: &[BookPosition],
        mut progress: impl FnMut(&[BookPosition]) -> bool,
    ) -> Result<Draft, BuildError> {
        let known_before: HashMap<&[String], &BookPosition> =
            finished.iter().map(|position| (position.moves.as_slice(), position)).collect();
        let game = self.bot.game;
        let start = game.board(&Options::new(), None)?;
        let mut seen = HashSet::from([start.key()]);
        let mut waiting = VecDeque::from([(start, Vec::<String>::new())]);
        let mut lines = Vec::new();
        while let Some((board, moves)) = waiting.pop_front() {
            if board.outcome().is_some() {
                continue;
            }
            if lines.len() >= MAX_BOOK_POSITIONS {
                return Err(BuildError::TooLarge);
            }
            let known = match known_before.get(moves.as_slice()) {
                Some(before) => before.known.clone(),
                None => self.best(&moves)?,
            };
            for mv in known.iter().take_while(|_| moves.len() + 1 < self.plies) {
                let mut next = board.clone();
                next.play(game.parse_move(&mv.mv).map_err(GameError::from)?, moves.len())?;
                if seen.insert(next.key()) {
                    waiting.push_back((next, moves.iter().chain([&mv.mv]).cloned().collect()));
                }
            }
            lines.push(BookPosition { moves, known });
            if !progress(&lines) {
                return Err(BuildError::Stopped);
            }
        }
        Ok(Draft { game, lines })
    }

    /// Returns the best moves after `moves`, with their exact values at the greatest depth completed within the node
    /// limit.
    fn best(&self, moves: &[String]) -> Result<Vec<BookMove>, BuildError> {
        let mut bot = BotSpec { nodes: Some(self.nodes), time_ms: None, book: None, ..self.bot.clone() };
        let search = &mut bot.search;
        (search.exact_root, search.deepening, search.aspiration) = (true, true, None);
        (search.ties, search.threads) = (Ties::First, 1);
        let mut question =
            Question { options: Options::new(), position: None, moves: moves.to_vec(), bot, tree: None, steps: None };
        let mut analysis = analyse(&question, TurnLimits::default())?.analysis;
        if analysis.depth == 0 {
            return Err(BuildError::Unsearched { moves: moves.join(" "), nodes: self.nodes });
        }
        if analysis.stopped {
            // The interrupted depth has values of some moves only, so repeat the search to the last completed depth.
            (question.bot.search.depth, question.bot.nodes) = (analysis.depth, None);
            (question.bot.search.deepening, question.bot.search.solve_empties) = (true, None);
            analysis = analyse(&question, TurnLimits::default())?.analysis;
        }
        let mut known: Vec<BookMove> =
            analysis.root.into_iter().map(|root| BookMove { mv: root.mv, value: root.value, count: None }).collect();
        known.sort_by_key(|known| std::cmp::Reverse(known.value));
        known.truncate(self.width.max(1));
        Ok(known)
    }
}

/// The number of times a move was played, and its points: two for a win, one for a draw.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    played: u64,
    points: u64,
}

/// Counts the moves played in the openings of matches.
#[derive(Debug)]
pub struct Harvest {
    game: GameId,
    plies: usize,
    /// For each position, the moves that first led to it, and the scores of the moves played there.
    positions: Vec<(Vec<String>, HashMap<MoveCode, Score>)>,
    by_key: HashMap<u64, usize>,
}

impl Harvest {
    /// Creates an empty count that covers the first `plies` plies of each match.
    #[must_use]
    pub fn new(game: GameId, plies: usize) -> Self {
        Self { game, plies, positions: Vec::new(), by_key: HashMap::new() }
    }

    /// Counts a match that started from the game's initial position with default options.
    ///
    /// # Errors
    /// Returns an error if a move is invalid.
    pub fn add(&mut self, moves: &[String], winner: Option<Side>) -> Result<(), BuildError> {
        let mut board = self.game.board(&Options::new(), None)?;
        for (ply, text) in moves.iter().enumerate().take(self.plies) {
            let code = self.game.parse_move(text).map_err(GameError::from)?;
            let side = board.to_move();
            let next = self.positions.len();
            let place = *self.by_key.entry(board.key()).or_insert(next);
            if place == next {
                self.positions.push((moves[..ply].to_vec(), HashMap::new()));
            }
            board.play(code, ply)?;
            let score = self.positions[place].1.entry(code).or_default();
            score.played += 1;
            score.points += winner.map_or(1, |winner| 2 * u64::from(winner == side));
        }
        Ok(())
    }

    /// Returns the moves that were played at least `least` times. The value of a move is its share of points, in per
    /// mille, with two draws added. These keep a single lucky match from outweighing many good ones (the rule of
    /// succession; Laplace 1774).
    ///
    /// # Errors
    /// Returns an error if there are no such moves, or too many positions.
    pub fn draft(self, least: u64) -> Result<Draft, BuildError> {
        let Self { game, mut positions, .. } = self;
        positions.sort_by_key(|(moves, _)| moves.len());
        let lines: Vec<BookPosition> = positions
            .into_iter()
            .filter_map(|(moves, scores)| {
                let mut known: Vec<(MoveCode, Score)> =
                    scores.into_iter().filter(|(_, score)| score.played >= least).collect();
                known.sort_by_key(|&(code, score)| (std::cmp::Reverse(value(score)), code));
                let known: Vec<BookMove> = known
                    .into_iter()
                    .map(|(code, score)| BookMove {
                        mv: game.move_text(code),
                        value: value(score),
                        count: Some(score.played),
                    })
                    .collect();
                (!known.is_empty()).then_some(BookPosition { moves, known })
            })
            .collect();
        match lines.len() {
            0 => Err(BuildError::Empty(format!(
                "no move of {game} was played at least {least} times from the initial position"
            ))),
            more if more > MAX_BOOK_POSITIONS => Err(BuildError::TooLarge),
            _ => Ok(Draft { game, lines }),
        }
    }
}

fn value(score: Score) -> i32 {
    let share = (score.points + 2) * 500 / (score.played + 2);
    i32::try_from(share).expect("the share is at most a thousand")
}
