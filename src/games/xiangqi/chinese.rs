//! Moves in Chinese notation: `炮二平五`, `前馬退六`.
//!
//! The parts are those of the WXF notation. Red's numbers are Chinese numerals, Black's are digits. Two or three pieces on
//! one file have the places 前, 中 and 後. Four or five soldiers also have 二, 三 and 四 between the first and the last. The
//! file replaces the name if two files have several soldiers: `前七平八`.

use super::board::Kind;
use super::wxf::{Direction, Name, Which, only};
use super::{Xiangqi, XiangqiMove};
use crate::Side;

const NUMERALS: &str = "一二三四五六七八九";
const DIGITS: &str = "１２３４５６７８９";

/// The characters of each kind: Red's and Black's as written, then others that are read.
const PIECES: [(Kind, &str); 7] = [
    (Kind::Advisor, "仕士"),
    (Kind::Elephant, "相象"),
    (Kind::Soldier, "兵卒"),
    (Kind::Horse, "馬馬马傌㐷"),
    (Kind::Cannon, "炮炮砲包"),
    (Kind::Rook, "車車车俥伡"),
    (Kind::General, "帥將帅将"),
];

fn numeral(side: Side, number: usize) -> char {
    let numerals = if side == Side::First { NUMERALS } else { DIGITS };
    numerals.chars().nth(number - 1).expect("numbers are 1 to 9")
}

/// Returns the character of a place from the front, from 0, among so many.
fn place_name(place: usize, of: usize) -> char {
    match place {
        0 => '前',
        _ if place + 1 == of => '後',
        1 if of == 3 => '中',
        _ => NUMERALS.chars().nth(place).expect("at most five soldiers"),
    }
}

fn written(name: Name, side: Side) -> String {
    let (_, characters) = PIECES.iter().find(|(kind, _)| *kind == name.kind).expect("every kind has characters");
    let piece = characters.chars().nth(side as usize).expect("each side has one");
    let [first, second] = match name.which {
        Which::File(file) => [piece, numeral(side, file)],
        Which::Place { place, of, .. } => [place_name(place, of), piece],
        Which::PlaceAndFile { place, of, file } => [place_name(place, of), numeral(side, file)],
    };
    let direction = match name.direction {
        Direction::Forwards => '進',
        Direction::Backwards => '退',
        Direction::Sideways => '平',
    };
    [first, second, direction, numeral(side, name.number)].into_iter().collect()
}

impl Xiangqi {
    /// Returns a legal move in Chinese notation: `炮二平五`.
    #[must_use]
    pub fn chinese(&self, mv: XiangqiMove) -> String {
        write(self, mv)
    }
}

/// Writes a legal move in traditional characters.
fn write(position: &Xiangqi, mv: XiangqiMove) -> String {
    written(Name::new(position, mv), position.to_move)
}

/// Reads a move in traditional or simplified characters, with digits or numerals for either side.
pub(super) fn read(position: &Xiangqi, text: &str) -> Option<XiangqiMove> {
    let text = plain(text.trim());
    let is_chinese = text.chars().count() == 4 && text.chars().any(|letter| "+-=".contains(letter));
    if is_chinese { only(position, |name| plain(&written(name, position.to_move)) == text) } else { None }
}

/// Replaces characters of the same meaning by one.
fn plain(text: &str) -> String {
    let plain = |letter: char| {
        let digit =
            [NUMERALS, DIGITS, "123456789"].iter().find_map(|all| all.chars().position(|other| other == letter));
        let piece = PIECES.iter().find(|(_, characters)| characters.contains(letter));
        match letter {
            _ if digit.is_some() => char::from_digit(digit.map_or(0, |digit| digit as u32 + 1), 10).unwrap_or(letter),
            _ if piece.is_some() => piece.map_or(letter, |(kind, _)| char::from(kind.letter())),
            '進' | '进' => '+',
            '退' => '-',
            '平' => '=',
            '后' => '後',
            letter => letter,
        }
    };
    text.chars().map(plain).collect()
}
