//! Hints: a game's knowledge of its positions that makes a search faster, in four traits. Every method has a default
//! that gives no hint, so a game implements only those for which it has knowledge.
//!
//! Invariant: no hint changes the value that plain minimax finds.

use super::{Game, GameMove, Side};

/// All hints of a game.
pub trait Hints: MoveOrdering + Tactics + ExactEndgame + Symmetry {}

impl<G: MoveOrdering + Tactics + ExactEndgame + Symmetry> Hints for G {}

/// The number of kinds of moves that [`MoveOrdering::piece_to`] distinguishes.
pub const PIECE_TO_SLOTS: usize = 512;

/// Promising moves.
pub trait MoveOrdering: Game {
    /// Returns how promising a move looks before any search. The `static` ordering searches higher ranks earlier, as
    /// [`MoveOrdering::ranking`] returns them. Values beyond ±524287 are clamped.
    fn rank(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// A cheaper form of [`MoveOrdering::rank`], for nodes near the horizon, where little is searched below the move.
    fn cheap_rank(&self, mv: Self::Move) -> i32 {
        self.rank(mv)
    }

    /// Returns the rank of the moves of this position: [`MoveOrdering::rank`], or [`MoveOrdering::cheap_rank`] if
    /// `near_horizon` is set. A game overrides it if the ranks have work in common that can be done once.
    fn ranking(&self, near_horizon: bool) -> impl Fn(Self::Move) -> i32 {
        move |mv| if near_horizon { self.cheap_rank(mv) } else { self.rank(mv) }
    }

    /// Returns the effect of `mv`, such as the moving piece and its target square, as a number below
    /// [`PIECE_TO_SLOTS`]. Called before the move is played or right after it. The continuation history does not
    /// distinguish moves with the same number.
    fn piece_to(&self, mv: Self::Move) -> usize {
        let code = mv.code().0;
        (code ^ code >> 9 ^ code >> 18) as usize % PIECE_TO_SLOTS
    }

    /// Appends the legal moves in natural order, as [`Game::legal`] does, but may omit moves that are hardly ever the
    /// best. At least one move must remain. Called only by searches of limited width, and only if the side to move has
    /// no threat to answer.
    fn plausible_moves(&self, moves: &mut Vec<Self::Move>) {
        self.legal(moves);
    }
}

/// Captures, threats and immediate wins.
pub trait Tactics: Game {
    /// Returns the value of a capture or another forcing move for the side that plays it, or `None` for a quiet move.
    /// Captures are ordered by the value of the victim and then of the attacker (MVV-LVA). Values beyond ±2047 are
    /// clamped.
    fn capture_value(&self, _mv: Self::Move) -> Option<i32> {
        None
    }

    /// Static exchange evaluation: returns whether `mv` gains at least `least` once all exchanges on its target square
    /// are made, in the units of the game's evaluations. Returns false only if the game is sure of it.
    fn see_ge(&self, _mv: Self::Move, _least: i32) -> bool {
        true
    }

    /// Appends the noisy moves that quiescence search plays: those with a [`Tactics::capture_value`]. Appends nothing
    /// if they are not worth playing.
    fn noisy(&self, moves: &mut Vec<Self::Move>) {
        let base = moves.len();
        self.legal(moves);
        let mut kept = base;
        for index in base..moves.len() {
            if self.capture_value(moves[index]).is_some() {
                moves.swap(kept, index);
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// Returns whether the side to move must answer a threat at once, for example a check. A static evaluation is then
    /// meaningless.
    fn in_check(&self) -> bool {
        false
    }

    /// Returns whether the opponent is [`Tactics::in_check`] after `mv`. May miss checks that are expensive to detect.
    fn gives_check(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Returns the position after a null move, which passes the turn. `None` if the rules have passes of their own, or
    /// if having to move may be a disadvantage (zugzwang).
    fn after_null_move(&self) -> Option<Self> {
        None
    }

    /// Whether [`Tactics::winning_move`] and [`Tactics::non_losing_moves`] are implemented. Requires that turns
    /// alternate and that, while there are [`ExactEndgame::empties`], only a win of the side that moved last ends the
    /// game.
    const FINDS_WINS: bool = false;

    /// Returns a move that wins at once, exactly if there is one.
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// Appends the legal moves in natural order, as [`Game::legal`] does, without those that the opponent answers with
    /// an immediate win. Appends nothing if every move loses this way. Called only if no move wins at once.
    fn non_losing_moves(&self, moves: &mut Vec<Self::Move>) {
        self.legal(moves);
    }
}

/// Knowledge about the end of the game before it is reached.
pub trait ExactEndgame: Game {
    /// Positions with at most this many [`ExactEndgame::empties`] belong to the endgame: a search meets many of them,
    /// and each is searched quickly. 0 if the transposition table need not separate them.
    const ENDGAME_EMPTIES: u32 = 0;

    /// Returns the number of empty places. The game must end when there are none, if not earlier.
    fn empties(&self) -> Option<u32> {
        None
    }

    /// Returns the greatest number of plies until the game is over.
    fn max_plies_left(&self) -> Option<u32> {
        None
    }

    /// Returns an upper bound of the payoff that `side` can still get. Only a bound of at most `enough` is useful to
    /// the caller. `None` if there is no such bound or it takes too long to find.
    fn payoff_upper_bound(&self, _side: Side, _enough: i32) -> Option<i32> {
        None
    }

    /// The greatest number of nodes that one call of [`ExactEndgame::solve_endgame`] adds.
    const MAX_SOLVE_NODES: u64 = 0;

    /// Returns the payoff for the side to move with best play, if the game can find it faster than a search. It is
    /// exact within the window, an upper bound at or below it, and a lower bound at or above it. Adds the visited
    /// positions to `nodes`. Only for games whose value does not depend on when they end.
    fn solve_endgame(&self, _window: (i32, i32), _nodes: &mut u64) -> Option<i32> {
        None
    }

    /// Whether moves can also be bits of a word, so that a search to the end of the game needs no move lists. The
    /// following methods are then implemented. Requires [`Tactics::FINDS_WINS`] and at most eight moves per position.
    const BIT_MOVES: bool = false;

    /// Returns data that the bit-move search caches along with a position, so that it need not be computed again in the
    /// child.
    fn bits_memo(&self) -> u64 {
        0
    }

    /// Returns the moves that [`Tactics::non_losing_moves`] appends, as bits from the lowest in natural order.
    fn non_losing_bits(&self, _memo: u64) -> u64 {
        0
    }

    /// Returns [`MoveOrdering::rank`] of such a move, and [`ExactEndgame::bits_memo`] of the position after it.
    fn rank_bit(&self, _mv: u64) -> (i32, u64) {
        (0, 0)
    }

    /// Returns the position after such a move.
    fn child_by_bit(&self, _mv: u64) -> Self {
        self.clone()
    }
}

/// Positions with equal values because the board or the sides are symmetric.
pub trait Symmetry: Game {
    /// Returns a key that a position shares with all symmetric ones. The default calls
    /// [`Symmetry::symmetric_positions`], which allocates. Games with symmetries should override it.
    fn canonical_key(&self) -> u64 {
        self.symmetric_positions().iter().map(Game::key).fold(self.key(), u64::min)
    }

    /// Returns the position with the sides and the turn exchanged, if the game has such a symmetry.
    fn colour_flipped(&self) -> Option<Self> {
        None
    }

    /// Returns the images of this position under the board's symmetries, without itself.
    fn symmetric_positions(&self) -> Vec<Self> {
        Vec::new()
    }
}

/// Returns the other images of a position on a square board: `mirrored`, and three quarter turns of both.
pub(crate) fn images_of_a_square<P: Clone>(position: &P, mirrored: P, turned: impl Fn(&P) -> P) -> Vec<P> {
    let mut images = vec![mirrored.clone()];
    for start in [position.clone(), mirrored] {
        let turns = std::iter::successors(Some(start), |position| Some(turned(position)));
        images.extend(turns.skip(1).take(3));
    }
    images
}
