//! The rules: when a game is over. `docs/xiangqi.md` describes them with their sources.

use std::borrow::Cow;

use super::board::{BOARD, Kind};
use super::generate::Generator;
use super::position::{MOST_QUIET, QUIET, Ruleset, Xiangqi, XiangqiOptions};
use super::{NAME, XiangqiEvaluation, XiangqiMove, chinese, engines, notation, pgn, repetition, wxf};
use crate::conventions::{BenchCase, Conventions};
use crate::{
    BySide, Check, Diagnostic, Diagram, Game, GameError, GameInfo, Grid, OptionInfo, OptionKind, Outcome,
    Pieces as PieceSet, Side,
};

/// Checks of a side beyond this many since the last capture extend the limit.
const CHECKS_COUNTED: u16 = 10;

impl Xiangqi {
    /// Returns the counted plies since the last capture. Each check of a side beyond its tenth, with its answer, does
    /// not count; of the two sides, the one with more checks decides.
    pub(super) fn quiet(&self) -> u16 {
        let beyond = self.checks.first.max(self.checks.second).saturating_sub(CHECKS_COUNTED);
        self.plies.saturating_sub(2 * beyond)
    }

    /// Returns whether no series of moves leads to a mate or stalemate. Neither side has a rook, horse or soldier, and
    /// there are no cannons; or one, and no advisors; or one against a single advisor; or one on each side and nothing
    /// else. The tests look at every position of such sets.
    pub(super) fn is_dead(&self) -> bool {
        let kind = |kind| self.pieces.kind(kind);
        if kind(Kind::Rook) | kind(Kind::Horse) | kind(Kind::Soldier) != 0 {
            return false;
        }
        let (cannons, advisors) = (kind(Kind::Cannon), kind(Kind::Advisor));
        let red = self.pieces.of(Side::First);
        match (cannons.count_ones(), advisors.count_ones()) {
            (0, _) | (1, 0) => true,
            (1, 1) => kind(Kind::Elephant) == 0 && (cannons & red == 0) != (advisors & red == 0),
            (2, 0) => kind(Kind::Elephant) == 0 && (cannons & red).count_ones() == 1,
            _ => false,
        }
    }

    fn is_drawn_by_count(&self) -> bool {
        self.quiet() >= self.limit || self.is_dead()
    }

    /// Returns this position with one ply left before the limit of quiet plies, if only that limit ended the game.
    fn unclaimed(&self) -> Option<Self> {
        let only_count = self.quiet() >= self.limit && !self.is_dead() && self.can_move();
        only_count.then(|| Self { plies: self.limit.saturating_sub(1), checks: BySide::default(), ..self.clone() })
    }

    fn can_move(&self) -> bool {
        Generator::new(self).any(BOARD)
    }
}

impl Game for Xiangqi {
    type Move = XiangqiMove;
    type Options = XiangqiOptions;
    type Evaluation = XiangqiEvaluation;

    const INFO: GameInfo = GameInfo {
        name: NAME,
        title: "Xiangqi",
        about: "Chinese chess: checkmate the other side's general, or leave it without a move.",
        sides: BySide::new("Red", "Black"),
        options: &[
            OptionInfo {
                name: "rules",
                about: "repetition: axf lets perpetual check and perpetual chase lose, simple only perpetual check",
                kind: OptionKind::Choice { names: Ruleset::NAMES, default: "axf" },
            },
            OptionInfo {
                name: "quiet",
                about: "the game is drawn after this many plies without a capture",
                kind: OptionKind::Integer { min: 1, max: MOST_QUIET as i64, default: QUIET as i64 },
            },
        ],
    };
    const PIECES: Option<PieceSet> =
        Some(PieceSet { letters: &["K", "A", "B", "N", "R", "C", "P", "k", "a", "b", "n", "r", "c", "p"], turn: true });
    const CONVENTIONS: Conventions<Self> = Conventions {
        quiescence: true,
        write_move: Some(|position, mv, text| text.push_str(&position.wxf(mv))),
        records: Some(pgn::NOTATION),
        engines: engines::PLAY,
        unclaimed: Some(Self::unclaimed),
        bench: &[BenchCase::random(0, 3), BenchCase::random(16, 3)],
        refinements: &[BenchCase::random(0, 5), BenchCase::random(10, 5), BenchCase::random(30, 5)],
        ..Conventions::NONE
    };
    const REPETITION: Option<usize> = Some(3);
    const LOSING_REPETITIONS: bool = true;
    /// Four plies: each side moves a piece there and back.
    const SHORTEST_CYCLE: usize = 4;

    fn initial(options: &XiangqiOptions) -> Result<Self, GameError> {
        Self::parse(options, notation::START)
    }

    fn parse(options: &XiangqiOptions, text: &str) -> Result<Self, GameError> {
        if !(1..=MOST_QUIET).contains(&options.quiet) {
            let problem = Diagnostic::option_range("quiet", options.quiet, 1, MOST_QUIET);
            return Err(GameError::Options { game: Self::INFO.name, problem });
        }
        notation::parse(options, text).map_err(|problem| GameError::Position { game: Self::INFO.name, problem })
    }

    fn notation(&self) -> String {
        notation::write(self)
    }

    fn written(board: &Grid, to_move: Side) -> String {
        notation::of_cells(&board.cells, to_move)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal(&self, moves: &mut Vec<XiangqiMove>) {
        if !self.is_drawn_by_count() {
            self.legal_despite_draw(moves);
        }
    }

    fn legal_unchecked(&self, moves: &mut Vec<XiangqiMove>) {
        self.legal_despite_draw(moves);
    }

    fn legal_despite_draw(&self, moves: &mut Vec<XiangqiMove>) {
        Generator::new(self).list(BOARD, moves);
    }

    fn count_legal(&self) -> usize {
        if self.is_drawn_by_count() { 0 } else { self.count_legal_despite_draw() }
    }

    fn count_legal_despite_draw(&self) -> usize {
        Generator::new(self).count()
    }

    fn is_legal(&self, mv: XiangqiMove) -> bool {
        !self.is_drawn_by_count() && Generator::new(self).is_legal(mv)
    }

    fn read_move(&self, text: &str) -> Option<XiangqiMove> {
        let own = text.parse().ok().filter(|mv| self.is_legal(*mv));
        own.or_else(|| wxf::read(self, text)).or_else(|| chinese::read(self, text))
    }

    #[inline]
    fn play(&mut self, mv: XiangqiMove) {
        self.make(mv);
    }

    /// A side without a legal move has lost, in check or not, even after the last quiet ply.
    fn outcome(&self) -> Option<Outcome> {
        if !self.can_move() {
            return Some(Outcome::win(!self.to_move));
        }
        self.is_drawn_by_count().then_some(Outcome::DRAW)
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn reversible_plies(&self) -> usize {
        usize::from(self.plies)
    }

    fn repeated(&self, cycle: &[XiangqiMove]) -> Outcome {
        repetition::judge(self, cycle)
    }

    fn plies_to_counter_draw(&self) -> Option<usize> {
        Some(self.limit.saturating_sub(self.quiet()).into())
    }

    fn counter_state(&self) -> u64 {
        [self.plies, self.checks.first, self.checks.second].into_iter().fold(0, |all, part| all << 16 | u64::from(part))
    }

    /// A side can win if it has a piece that can cross the river.
    fn can_win(&self, side: Side) -> bool {
        [Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Soldier].iter().any(|kind| self.pieces.own(side, *kind) != 0)
    }

    fn cells(&self) -> Vec<u8> {
        notation::cells(&self.pieces)
    }

    fn marked(&self, last: XiangqiMove) -> Vec<Cow<'static, str>> {
        vec![last.from.to_string().into(), last.to.to_string().into()]
    }

    fn check(&self) -> Option<Check> {
        let point = || self.pieces.general(self.to_move).to_string().into();
        self.check.then(|| Check { point: point(), mate: !self.can_move() })
    }

    fn diagram(&self, last: Option<XiangqiMove>) -> Diagram {
        notation::diagram(self, last.map(|last| self.marked(last)).unwrap_or_default())
    }
}
