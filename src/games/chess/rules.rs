//! The rules: cozy-chess moves the pieces, and this module decides when a game is over.
//!
//! All draws that depend on the position alone are automatic: stalemate, insufficient material, and 100 plies without a
//! capture or a pawn's move, unless the last of them mates.

use std::borrow::Cow;

use cozy_chess::{BitBoard, Board, Color, File, Piece};

use super::moves::name;
use super::position::{ChessOptions, STANDARD, STARTS, color_of};
use super::{Chess, ChessEvaluation, ChessMove, NAME, notation, pgn};
use crate::conventions::{BenchCase, Conventions};
use crate::{
    BySide, Check, Diagnostic, Diagram, Game, GameError, GameInfo, Grid, OptionInfo, OptionKind, Outcome, Pieces, Side,
    encoding,
};

/// The game is drawn after this many plies without a capture or a pawn's move.
const QUIET_LIMIT: u8 = 100;

impl Chess {
    /// Returns whether neither side could mate by any moves: bare kings, a lone knight or bishop, or bishops that are
    /// all on squares of one colour.
    fn is_dead(&self) -> bool {
        let board = &self.board;
        let strong = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        if !strong.is_empty() {
            return false;
        }
        let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
        let one_colour =
            (bishops & BitBoard::DARK_SQUARES).is_empty() || (bishops & BitBoard::LIGHT_SQUARES).is_empty();
        match knights.len() {
            0 => one_colour,
            1 => bishops.is_empty(),
            _ => false,
        }
    }

    /// Whether `color` could mate with the other side's help, judged by material alone, as `InsufficientMatingMaterial`
    /// of scalachess, the rules of Lichess, does. These have no mating material: a bare king; one knight against a king
    /// and queens at most; bishops of one square colour against a side without knights, pawns and bishops of the other
    /// square colour.
    fn has_mating_material(&self, color: Color) -> bool {
        let board = &self.board;
        let of = |color: Color, pieces: &[Piece]| {
            let all = pieces.iter().fold(BitBoard::EMPTY, |all, piece| all | board.pieces(*piece));
            all & board.colors(color)
        };
        if !of(color, &[Piece::Pawn, Piece::Rook, Piece::Queen]).is_empty() {
            return true;
        }
        let (knights, bishops) = (of(color, &[Piece::Knight]).len(), of(color, &[Piece::Bishop]).len());
        match (knights, bishops) {
            (0, 0) => false,
            // A piece of the other side must take a flight square; a queen would guard the mating squares instead.
            (1, 0) => !of(!color, &[Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook]).is_empty(),
            (0, _) => {
                let all = board.pieces(Piece::Bishop);
                let both = !(all & BitBoard::DARK_SQUARES).is_empty() && !(all & BitBoard::LIGHT_SQUARES).is_empty();
                both || !of(!color, &[Piece::Pawn, Piece::Knight]).is_empty()
            }
            _ => true,
        }
    }

    pub(super) fn is_drawn_by_count(&self) -> bool {
        self.board.halfmove_clock() >= QUIET_LIMIT || self.is_dead()
    }

    /// Returns this position with one ply left before the fifty-move rule applies, if only that rule ended the game.
    pub(super) fn unclaimed(&self) -> Option<Self> {
        let only_count = self.board.halfmove_clock() >= QUIET_LIMIT && !self.is_dead() && self.can_move();
        only_count.then(|| {
            let mut position = self.clone();
            position.board.set_halfmove_clock(QUIET_LIMIT - 1);
            position
        })
    }

    fn can_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }
}

impl Game for Chess {
    type Move = ChessMove;
    type Options = ChessOptions;
    type Evaluation = ChessEvaluation;

    const INFO: GameInfo = GameInfo {
        name: NAME,
        title: "Chess",
        about: "Checkmate the other side's king.",
        sides: BySide::new("White", "Black"),
        options: &[OptionInfo {
            name: "chess960",
            about: "the start by its number in Chess960; 518 is standard chess",
            kind: OptionKind::Integer { min: 0, max: STARTS as i64 - 1, default: STANDARD as i64 },
        }],
    };
    const PIECES: Option<Pieces> =
        Some(Pieces { letters: &["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"], turn: true });
    const CONVENTIONS: Conventions<Self> = Conventions {
        quiescence: true,
        write_move: Some(Self::put_san),
        records: Some(pgn::NOTATION),
        engines: super::engines::PLAY,
        unclaimed: Some(Self::unclaimed),
        bench: &[BenchCase::random(0, 3), BenchCase::random(10, 3)],
        refinements: &[BenchCase::random(0, 5), BenchCase::random(8, 5), BenchCase::random(20, 5)],
        ..Conventions::NONE
    };
    const REPETITION: Option<usize> = Some(3);
    /// Four plies: each side moves a piece there and back.
    const SHORTEST_CYCLE: usize = 4;

    fn initial(options: &ChessOptions) -> Result<Self, GameError> {
        let number = options.chess960;
        if number >= STARTS {
            let problem = Diagnostic::option_range("chess960", number, 0, STARTS - 1);
            return Err(GameError::Options { game: Self::INFO.name, problem });
        }
        Ok(Self::with_flag(Board::chess960_startpos(number), number != STANDARD))
    }

    fn parse(options: &ChessOptions, text: &str) -> Result<Self, GameError> {
        let start = Self::initial(options)?;
        let board = notation::parse(text).map_err(|problem| GameError::Position { game: Self::INFO.name, problem })?;
        Ok(Self::with_flag(board, start.chess960))
    }

    fn notation(&self) -> String {
        notation::write(self)
    }

    fn written(board: &Grid, to_move: Side) -> String {
        notation::of_cells(&board.cells, to_move)
    }

    fn to_move(&self) -> Side {
        match self.board.side_to_move() {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    fn legal(&self, moves: &mut Vec<ChessMove>) {
        if !self.is_drawn_by_count() {
            self.legal_despite_draw(moves);
        }
    }

    fn legal_despite_draw(&self, moves: &mut Vec<ChessMove>) {
        self.board.generate_moves(|set| {
            moves.extend(set.into_iter().map(|mv| self.outer(mv, set.piece)));
            false
        });
    }

    fn read_move(&self, text: &str) -> Option<ChessMove> {
        text.parse().ok().filter(|mv| self.is_legal(*mv)).or_else(|| super::san::read(self, text))
    }

    fn count_legal(&self) -> usize {
        if self.is_drawn_by_count() { 0 } else { self.count_legal_despite_draw() }
    }

    fn count_legal_despite_draw(&self) -> usize {
        let mut count = 0;
        self.board.generate_moves(|set| {
            count += set.len();
            false
        });
        count
    }

    fn is_legal(&self, mv: ChessMove) -> bool {
        !self.is_drawn_by_count() && self.inner(mv).is_some_and(|mv| self.board.is_legal(mv))
    }

    fn play(&mut self, mv: ChessMove) {
        let mv = self.inner(mv).expect("the move is legal");
        self.board.play_unchecked(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.can_move() {
            let mated = !self.board.checkers().is_empty();
            return Some(if mated { Outcome::win(!self.to_move()) } else { Outcome::DRAW });
        }
        self.is_drawn_by_count().then_some(Outcome::DRAW)
    }

    /// The en passant right is part of the key only if a pawn can use it, as the repetition rule requires.
    fn key(&self) -> u64 {
        if self.can_take_passing_pawn() { self.board.hash() } else { self.board.hash_without_ep() }
    }

    fn reversible_plies(&self) -> usize {
        usize::from(self.board.halfmove_clock())
    }

    fn plies_to_counter_draw(&self) -> Option<usize> {
        Some(QUIET_LIMIT.saturating_sub(self.board.halfmove_clock()).into())
    }

    /// The rule of Lichess for one side's material (`has_mating_material`). FIDE (Laws of Chess, 6.9) asks
    /// whether any series of legal moves leads to mate, so that blocked pawns and forced lines count as well.
    fn can_win(&self, side: Side) -> bool {
        self.has_mating_material(color_of(side))
    }

    fn cells(&self) -> Vec<u8> {
        notation::cells(&self.board)
    }

    fn encode(&self, bytes: &mut Vec<u8>) {
        encoding::encode(self, bytes);
        let file = |file: Option<File>| file.map_or(0, |file| file as u8 + 1);
        for color in Color::ALL {
            let rights = self.board.castle_rights(color);
            bytes.extend([file(rights.short), file(rights.long)]);
        }
        bytes.push(file(self.board.en_passant()));
    }

    fn marked(&self, last: ChessMove) -> Vec<Cow<'static, str>> {
        vec![name(last.from).into(), name(last.to).into()]
    }

    fn check(&self) -> Option<Check> {
        notation::check(&self.board)
    }

    fn diagram(&self, last: Option<ChessMove>) -> Diagram {
        notation::diagram(&self.board, last.map(|last| self.marked(last)).unwrap_or_default())
    }
}
