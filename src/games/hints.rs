//! Hints: what a game knows of its positions that makes a search faster, in four traits. Every method has a default
//! that gives no hint, so a game implements only those that it has knowledge for.
//!
//! No hint ever changes the value that plain minimax finds.

use super::{Game, GameMove, Side};

/// All hints of a game.
pub trait Hints: MoveOrdering + Tactics + ExactEndgame + Symmetry {}

impl<G: MoveOrdering + Tactics + ExactEndgame + Symmetry> Hints for G {}

/// [`MoveOrdering::piece_to`] distinguishes so many kinds of moves.
pub const PIECE_TO_SLOTS: usize = 512;

/// Which moves look promising.
pub trait MoveOrdering: Game {
    /// How promising a move looks before any search; higher is searched earlier by the `static` ordering. Values beyond
    /// ±524287 are clamped.
    fn rank(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// As [`MoveOrdering::rank`], but quick to compute: for nodes near the horizon, where little is searched below the
    /// move.
    fn cheap_rank(&self, mv: Self::Move) -> i32 {
        self.rank(mv)
    }

    /// What `mv` does, such as the piece that moves and its target square, as a number below [`PIECE_TO_SLOTS`]. Called
    /// before the move is played or right after it. The continuation history treats moves with the same number alike.
    fn piece_to(&self, mv: Self::Move) -> usize {
        let code = mv.code().0;
        (code ^ code >> 9 ^ code >> 18) as usize % PIECE_TO_SLOTS
    }

    /// Appends the legal moves in natural order, as [`Game::legal`] does, but may leave out moves that are hardly ever
    /// the best, as long as one move is left. Called only by searches of a bounded width, where the side to move has no
    /// threat to answer.
    fn plausible_moves(&self, moves: &mut Vec<Self::Move>) {
        self.legal(moves);
    }
}

/// Captures, threats and wins on the move.
pub trait Tactics: Game {
    /// What a capture or another forcing move is worth to the side that plays it; none for a quiet move. For captures,
    /// the value of the victim before that of the attacker (MVV-LVA). Values beyond ±2047 are clamped.
    fn capture_value(&self, _mv: Self::Move) -> Option<i32> {
        None
    }

    /// Static exchange evaluation: whether what `mv` takes or becomes is worth `least` or more once everything on its target
    /// square has been exchanged, in the units of the game's evaluations. False only where the game is sure of it.
    fn see_ge(&self, _mv: Self::Move, _least: i32) -> bool {
        true
    }

    /// Appends the noisy moves, which quiescence plays out: those with a [`Tactics::capture_value`]. None where they are not
    /// worth playing out.
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

    /// Whether the side to move has to answer a threat at once, as in check, so that a static evaluation says nothing
    /// of the position.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether the other side is [`Tactics::in_check`] after `mv`, as far as that is cheap to find.
    fn gives_check(&self, _mv: Self::Move) -> bool {
        false
    }

    /// The position after a null move, by which the side to move gives its turn away; none where the rules' own passes do
    /// that, or where having to move may be a disadvantage (zugzwang).
    fn after_null_move(&self) -> Option<Self> {
        None
    }

    /// Whether [`Tactics::winning_move`] and [`Tactics::non_losing_moves`] are implemented. Only where turns alternate and, as
    /// long as there are [`ExactEndgame::empties`], nothing but a win of the side that moved last ends the game.
    const FINDS_WINS: bool = false;

    /// A move that wins the game at once, exactly if there is one.
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// Appends the legal moves in natural order, as [`Game::legal`] does, without those that the other side answers
    /// with a win at once: none where every move loses so. Called only where no move wins at once.
    fn non_losing_moves(&self, moves: &mut Vec<Self::Move>) {
        self.legal(moves);
    }
}

/// What is certain of the end of a game before it is reached.
pub trait ExactEndgame: Game {
    /// A position with at most so many [`ExactEndgame::empties`] belongs to the endgame: a search meets many such
    /// positions, and each is searched quickly. 0 where the transposition table need not tell the two apart.
    const ENDGAME_EMPTIES: u32 = 0;

    /// How many empty places are left, where the game ends at the latest when there are none.
    fn empties(&self) -> Option<u32> {
        None
    }

    /// After how many plies the game is over at the latest, whatever is played.
    fn max_plies_left(&self) -> Option<u32> {
        None
    }

    /// An upper bound of the payoff that `side` can still get, however the game goes on. Only a bound of at most
    /// `enough` is of use to the caller; none where there is no such bound or finding it would take too long.
    fn payoff_upper_bound(&self, _side: Side, _enough: i32) -> Option<i32> {
        None
    }

    /// The greatest number of nodes that one call of [`ExactEndgame::solve_endgame`] adds.
    const MAX_SOLVE_NODES: u64 = 0;

    /// The payoff for the side to move when both play on as well as they can, where the game finds that faster by itself
    /// than by being searched: exact within the window, an upper bound at or below it, a lower bound at or above it. Adds
    /// the positions that it looks at to `nodes`. Only for games whose value does not depend on when they end.
    fn solve_endgame(&self, _window: (i32, i32), _nodes: &mut u64) -> Option<i32> {
        None
    }

    /// Whether moves are bits of a word too, so that a search to the end of the game needs no lists of them: then the
    /// methods that follow are implemented. Only where [`Tactics::FINDS_WINS`], and where no position has more than eight
    /// moves.
    const BIT_MOVES: bool = false;

    /// What the game keeps beside a position while it is searched in that way, so that no node finds anew what the one
    /// before had to find anyway.
    fn bits_memo(&self) -> u64 {
        0
    }

    /// The moves that [`Tactics::non_losing_moves`] appends, a bit each, the first in natural order the lowest.
    fn non_losing_bits(&self, _memo: u64) -> u64 {
        0
    }

    /// [`MoveOrdering::rank`] of such a move, and [`ExactEndgame::bits_memo`] of the position after it.
    fn rank_bit(&self, _mv: u64) -> (i32, u64) {
        (0, 0)
    }

    /// The position after such a move.
    fn child_by_bit(&self, _mv: u64) -> Self {
        self.clone()
    }
}

/// Positions that are worth the same because the board or the sides are symmetric.
pub trait Symmetry: Game {
    /// A key that a position shares with all that are symmetric to it. The default calls
    /// [`Symmetry::symmetric_positions`], which allocates: a game with symmetries should find it faster.
    fn canonical_key(&self) -> u64 {
        self.symmetric_positions().iter().map(Game::key).fold(self.key(), u64::min)
    }

    /// The same position with the two sides exchanged, also whose turn it is, where that makes sense.
    fn colour_flipped(&self) -> Option<Self> {
        None
    }

    /// The positions that the board's symmetries make of this one, itself not included.
    fn symmetric_positions(&self) -> Vec<Self> {
        Vec::new()
    }
}

/// The other positions that the symmetries of a square board make of one: `mirrored`, and three quarter turns of both.
pub(in crate::games) fn images_of_a_square<P: Clone>(position: &P, mirrored: P, turned: impl Fn(&P) -> P) -> Vec<P> {
    let mut images = vec![mirrored.clone()];
    for start in [position.clone(), mirrored] {
        let turns = std::iter::successors(Some(start), |position| Some(turned(position)));
        images.extend(turns.skip(1).take(3));
    }
    images
}
