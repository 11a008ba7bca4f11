//! The rules. The side to move wins exactly if the heap is not a multiple of the largest take plus one.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::BonesEvaluation;
use crate::conventions::{BenchCase, BenchMoves, Conventions};
use crate::seed::mix;
use crate::{
    BadMoveText, BySide, Diagnostic, Diagram, ExactEndgame, Game, GameError, GameInfo, GameMove, Grid, MoveCode,
    MoveOrdering, OptionInfo, OptionKind, Outcome, Side, Symmetry, Tactics, beginning, encoding, position_error,
};

const MAX_HEAP: u32 = 1_000;
const MAX_TAKE: u32 = 100;

/// The number of bones that a move takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BonesMove(u32);

impl fmt::Display for BonesMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for BonesMove {
    type Err = BadMoveText;

    fn from_str(text: &str) -> Result<Self, BadMoveText> {
        text.parse()
            .ok()
            .filter(|_| !text.starts_with(['+', '0']))
            .and_then(|take| Self::from_code(MoveCode(take)))
            .ok_or_else(|| BadMoveText::new(Bones::INFO.name, text, "a move is how many bones are taken, as 2"))
    }
}

impl GameMove for BonesMove {
    fn code(self) -> MoveCode {
        MoveCode(self.0)
    }

    fn from_code(code: MoveCode) -> Option<Self> {
        (1..=MAX_TAKE).contains(&code.0).then_some(Self(code.0))
    }
}

/// The options of the game of bones.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BonesOptions {
    /// The number of bones at the start.
    pub heap: u32,
    /// The greatest number of bones that a move may take.
    pub most: u32,
}

impl Default for BonesOptions {
    fn default() -> Self {
        Self { heap: 21, most: 3 }
    }
}

/// A position of the game of bones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bones {
    heap: u32,
    most: u32,
    to_move: Side,
    start: u32,
}

impl Bones {
    /// Returns the number of bones left.
    #[must_use]
    pub const fn heap(&self) -> u32 {
        self.heap
    }

    /// Returns the greatest number of bones that a move may take.
    #[must_use]
    pub const fn most(&self) -> u32 {
        self.most
    }
}

impl Game for Bones {
    type Move = BonesMove;
    type Options = BonesOptions;
    type Evaluation = BonesEvaluation;

    const INFO: GameInfo = GameInfo {
        name: "bones",
        title: "Game of bones",
        about: "Take one, two or three bones from the heap; who cannot take loses.",
        sides: BySide::new("First", "Second"),
        options: &[
            OptionInfo {
                name: "heap",
                about: "bones on the heap at the start",
                kind: OptionKind::Integer { min: 1, max: MAX_HEAP as i64, default: 21 },
            },
            OptionInfo {
                name: "most",
                about: "the most bones that a turn may take",
                kind: OptionKind::Integer { min: 1, max: MAX_TAKE as i64, default: 3 },
            },
        ],
    };
    const CONVENTIONS: Conventions<Self> = Conventions {
        small: true,
        bench: &[
            BenchCase {
                name: Some("24 left"),
                position: Some(|| "24 first".to_owned()),
                moves: BenchMoves::Given(&[]),
                depth: 24,
            },
            BenchCase { name: Some("cut off"), position: None, moves: BenchMoves::Given(&[]), depth: 12 },
        ],
        refinements: &[BenchCase::random(0, 16), BenchCase::random(1, 16), BenchCase::random(2, 16)],
        ..Conventions::NONE
    };

    fn initial(options: &BonesOptions) -> Result<Self, GameError> {
        let refuse = |option: &str, given: u32, most: u32| {
            let problem = Diagnostic::option_range(option, given, 1, most);
            Err(GameError::Options { game: Self::INFO.name, problem })
        };
        let &BonesOptions { heap, most } = options;
        if !(1..=MAX_HEAP).contains(&heap) {
            return refuse("heap", heap, MAX_HEAP);
        }
        if !(1..=MAX_TAKE).contains(&most) {
            return refuse("most", most, MAX_TAKE);
        }
        Ok(Self { heap, most, to_move: Side::First, start: heap })
    }

    fn parse(options: &BonesOptions, text: &str) -> Result<Self, GameError> {
        let refuse = |problem| GameError::Position { game: Self::INFO.name, problem };
        let mut words = text.split_whitespace();
        let heap =
            words.next().and_then(|word| word.parse().ok()).filter(|heap| *heap <= MAX_HEAP).ok_or_else(|| {
                refuse(position_error::form(&format!(
                    "the bones left, 0 to {MAX_HEAP}, then first or second, as 6 first"
                )))
            })?;
        let to_move = match words.next() {
            None | Some("first") => Side::First,
            Some("second") => Side::Second,
            Some(other) => {
                return Err(refuse(position_error::unknown_side(&beginning(other, 20), "first or second")));
            }
        };
        if words.next().is_some() {
            return Err(refuse(position_error::form("the bones left and the side to move, and nothing more")));
        }
        let start = Self::initial(options)?;
        Ok(Self { heap, to_move, start: start.start.max(heap), ..start })
    }

    fn notation(&self) -> String {
        format!("{} {}", self.heap, self.to_move)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal(&self, moves: &mut Vec<BonesMove>) {
        moves.extend((1..=self.most.min(self.heap)).map(BonesMove));
    }

    fn count_legal(&self) -> usize {
        self.most.min(self.heap) as usize
    }

    fn is_legal(&self, mv: BonesMove) -> bool {
        mv.0 <= self.most.min(self.heap)
    }

    fn play(&mut self, mv: BonesMove) {
        self.heap -= mv.0;
        self.to_move = !self.to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.heap == 0).then(|| Outcome::win(!self.to_move))
    }

    fn key(&self) -> u64 {
        let side = u64::from(self.to_move == Side::Second);
        mix(u64::from(self.heap) | u64::from(self.most) << 20 | side << 40)
    }

    fn encode(&self, bytes: &mut Vec<u8>) {
        encoding::encode(self, bytes);
        bytes.extend([self.heap, self.most].into_iter().flat_map(u32::to_le_bytes));
    }

    fn diagram(&self, last: Option<BonesMove>) -> Diagram {
        let cell = |index| if index < self.heap { "bone" } else { "" }.into();
        Diagram::Heap {
            grid: Grid {
                columns: self.start,
                rows: 1,
                cells: (0..self.start).map(cell).collect(),
                last: last.iter().map(|last| last.to_string().into()).collect(),
            },
            left: self.heap,
            most: self.most,
        }
    }
}

impl MoveOrdering for Bones {
    /// Prefers the move that leaves the opponent a lost heap.
    fn rank(&self, mv: BonesMove) -> i32 {
        i32::from((self.heap - mv.0).is_multiple_of(self.most + 1))
    }
}

impl Tactics for Bones {
    const FINDS_WINS: bool = true;

    /// Takes all remaining bones.
    fn winning_move(&self) -> Option<BonesMove> {
        (1..=self.most).contains(&self.heap).then_some(BonesMove(self.heap))
    }

    /// Leaves more bones than the opponent can take.
    fn non_losing_moves(&self, moves: &mut Vec<BonesMove>) {
        let most = self.heap.saturating_sub(self.most + 1).min(self.most);
        moves.extend((1..=most).map(BonesMove));
    }
}

impl ExactEndgame for Bones {
    /// Every move takes at least one bone.
    fn empties(&self) -> Option<u32> {
        Some(self.heap)
    }
}

impl Symmetry for Bones {
    fn colour_flipped(&self) -> Option<Self> {
        Some(Self { to_move: !self.to_move, ..self.clone() })
    }
}
