//! The hints of chess: captures, exchanges, and safe null moves.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::{Chess, ChessMove, notation};
use crate::{ExactEndgame, MoveOrdering, Symmetry, Tactics};

/// Returns the value of a piece for the order of captures.
const fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight => 3,
        Piece::Bishop => 4,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 10,
    }
}

impl MoveOrdering for Chess {
    /// Orders promotions to a queen first, then captures, then other moves, then promotions to lesser pieces. Captures
    /// are ordered by the most valuable victim, then by the least valuable attacker.
    fn rank(&self, mv: ChessMove) -> i32 {
        let promotion = match mv.promotion {
            None => 0,
            Some(Piece::Queen) => 1_000,
            Some(_) => -1_000,
        };
        let moved = || self.board.piece_on(mv.from).map_or(0, worth);
        let capture = match self.board.piece_on(mv.to) {
            Some(victim) if !self.board.colors(self.board.side_to_move()).has(mv.to) => 16 * worth(victim) - moved(),
            _ => 0,
        };
        promotion + capture
    }

    /// Combines the piece and its target square.
    fn piece_to(&self, mv: ChessMove) -> usize {
        let piece = self.board.piece_on(mv.from).or_else(|| self.board.piece_on(mv.to));
        piece.map_or(Piece::NUM, |piece| piece as usize) * Square::NUM + mv.to as usize
    }
}

impl Tactics for Chess {
    /// Captures, by the most valuable victim and then the least valuable attacker, and promotions to a queen.
    fn capture_value(&self, mv: ChessMove) -> Option<i32> {
        let board = &self.board;
        let queened = mv.promotion == Some(Piece::Queen);
        // Castling may be encoded as the capture of the own rook.
        let taken = board.colors(!board.side_to_move()).has(mv.to);
        if !taken && !queened && board.en_passant() != Some(mv.to.file()) {
            return None;
        }
        let piece = board.piece_on(mv.from)?;
        let passing = !taken && piece == Piece::Pawn && mv.from.file() != mv.to.file();
        let victim = if passing { Some(Piece::Pawn) } else { board.piece_on(mv.to).filter(|_| taken) };
        let gain = if queened { 16 * (worth(Piece::Queen) - worth(Piece::Pawn)) } else { 0 };
        (victim.is_some() || queened).then(|| victim.map_or(0, |victim| 16 * worth(victim)) + gain - worth(piece))
    }

    /// Returns whether the exchange on the target square gains at least `least`. Both sides capture there with their
    /// least valuable piece as long as that pays. Pins are ignored.
    fn see_ge(&self, mv: ChessMove, least: i32) -> bool {
        see_ge(self, mv, least)
    }

    fn noisy(&self, moves: &mut Vec<ChessMove>) {
        if self.is_drawn_by_count() {
            return;
        }
        let board = &self.board;
        let us = board.side_to_move();
        let (others, last) = (board.colors(!us), Rank::Eighth.relative_to(us).bitboard());
        let passing = board
            .en_passant()
            .map_or(BitBoard::EMPTY, |file| Square::new(file, Rank::Sixth.relative_to(us)).bitboard());
        let king = board.king(us);
        board.generate_moves_for(!king.bitboard(), |set| {
            let pawn = set.piece == Piece::Pawn;
            let targets = set.to & if pawn { others | passing | last } else { others };
            moves.extend(targets.into_iter().map(|to| ChessMove {
                from: set.from,
                to,
                promotion: (pawn && last.has(to)).then_some(Piece::Queen),
            }));
            false
        });
        for to in get_king_moves(king) & others {
            if board.is_legal(Move { from: king, to, promotion: None }) {
                moves.push(ChessMove { from: king, to, promotion: None });
            }
        }
    }

    fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Detects checks by the moving piece only, not discovered checks.
    fn gives_check(&self, mv: ChessMove) -> bool {
        let board = &self.board;
        let us = board.side_to_move();
        let king = board.king(!us);
        let reach = match mv.promotion.or_else(|| board.piece_on(mv.from)) {
            Some(Piece::Pawn) => get_pawn_attacks(mv.to, us),
            Some(Piece::Knight) => get_knight_moves(mv.to),
            Some(Piece::Bishop) => get_bishop_moves(mv.to, board.occupied()),
            Some(Piece::Rook) => get_rook_moves(mv.to, board.occupied()),
            Some(Piece::Queen) => get_bishop_moves(mv.to, board.occupied()) | get_rook_moves(mv.to, board.occupied()),
            Some(Piece::King) | None => return false,
        };
        reach.has(king)
    }

    /// Returns `None` if the side has only its king and pawns, because zugzwang is frequent then.
    fn after_null_move(&self) -> Option<Self> {
        let own = self.board.colors(self.board.side_to_move());
        let pieces = own & !(self.board.pieces(Piece::Pawn) | self.board.pieces(Piece::King));
        if pieces.is_empty() {
            return None;
        }
        Some(Self { board: self.board.null_move()?, chess960: self.chess960 })
    }
}

impl ExactEndgame for Chess {}

impl Symmetry for Chess {
    fn colour_flipped(&self) -> Option<Self> {
        let board = notation::colour_flipped(&self.board)?;
        Some(Self { board, chess960: self.chess960 })
    }
}

/// Returns the value of a piece in an exchange, in hundredths of a pawn.
const fn exchanged(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 310,
        Piece::Bishop => 330,
        Piece::Rook => 500,
        Piece::Queen => 950,
        Piece::King => 10_000,
    }
}

/// The swap algorithm of static exchange evaluation, which ends as soon as it can compare with the bound.
fn see_ge(position: &Chess, mv: ChessMove, least: i32) -> bool {
    let ChessMove { from, to, promotion } = mv;
    let board = &position.board;
    let mut side = board.side_to_move();
    let Some(moved) = board.piece_on(from) else { return least <= 0 };
    let victim = board.piece_on(to).filter(|_| !board.colors(side).has(to));
    let passing = victim.is_none() && moved == Piece::Pawn && from.file() != to.file();
    let castles = victim.is_none() && board.colors(side).has(to);
    if castles {
        return least <= 0;
    }
    let mut balance = victim.map_or(0, exchanged) - least;
    if passing {
        balance += exchanged(Piece::Pawn);
    }
    let mut at_risk = exchanged(moved);
    if let Some(piece) = promotion {
        balance += exchanged(piece) - exchanged(Piece::Pawn);
        at_risk = exchanged(piece);
    }
    // Decided if the gain is too small even without a recapture, or sufficient even if the piece is lost.
    if balance < 0 {
        return false;
    }
    balance -= at_risk;
    if balance >= 0 {
        return true;
    }
    let mut occupied = (board.occupied() ^ from.bitboard()) | to.bitboard();
    if passing {
        occupied ^= Square::new(to.file(), from.rank()).bitboard();
    }
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = attackers(board, to, occupied);
    // From here on, `balance` is the gain of the side not to move if it stops.
    loop {
        side = !side;
        attackers &= occupied;
        let own = attackers & board.colors(side);
        let Some(least_valuable) = Piece::ALL.into_iter().find(|&piece| !(own & board.pieces(piece)).is_empty()) else {
            break;
        };
        if least_valuable == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            break;
        }
        balance = -balance - 1 - exchanged(least_valuable);
        let from = (own & board.pieces(least_valuable)).next_square().expect("the set is not empty");
        occupied ^= from.bitboard();
        if balance >= 0 {
            side = !side;
            break;
        }
        // A piece behind the capturing piece now attacks the square, too.
        if matches!(least_valuable, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(to, occupied) & diagonal;
        }
        if matches!(least_valuable, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(to, occupied) & straight;
        }
    }
    side != board.side_to_move()
}

/// Returns all pieces of both sides that attack `square` with the given occupied squares.
fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let knights = get_knight_moves(square) & board.pieces(Piece::Knight);
    let kings = get_king_moves(square) & board.pieces(Piece::King);
    let pawns = [Color::White, Color::Black].into_iter().fold(BitBoard::EMPTY, |all, color| {
        all | get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn)
    });
    let diagonal = get_bishop_moves(square, occupied) & (board.pieces(Piece::Bishop) | board.pieces(Piece::Queen));
    let straight = get_rook_moves(square, occupied) & (board.pieces(Piece::Rook) | board.pieces(Piece::Queen));
    knights | kings | pawns | diagonal | straight
}
