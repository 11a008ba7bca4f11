//! The pieces of a position or table, such as `KRPvKR`.

use cozy_chess::{Board, Color, Piece};

/// The most pieces of a table, kings included.
pub const MAX_PIECES: usize = 7;

/// The pieces in the order of a table's name, with their letters.
const LETTERS: [(Piece, char); 6] = [
    (Piece::King, 'K'),
    (Piece::Queen, 'Q'),
    (Piece::Rook, 'R'),
    (Piece::Bishop, 'B'),
    (Piece::Knight, 'N'),
    (Piece::Pawn, 'P'),
];

/// How many pieces of each kind both sides have, indexed by [`Color`] and [`Piece`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Material([[u8; Piece::NUM]; Color::NUM]);

impl Material {
    pub(crate) const fn new(counts: [[u8; Piece::NUM]; Color::NUM]) -> Self {
        Self(counts)
    }

    pub(crate) fn of(board: &Board) -> Self {
        Self(Color::ALL.map(|color| Piece::ALL.map(|piece| board.colored_pieces(color, piece).len() as u8)))
    }

    /// Reads a name such as `KRPvKR`. `None` if it is not the name of a table.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let (white, black) = name.split_once('v')?;
        let mut counts = [[0; Piece::NUM]; Color::NUM];
        for (counts, letters) in counts.iter_mut().zip([white, black]) {
            for letter in letters.chars() {
                let (piece, _) = LETTERS.iter().find(|(_, known)| *known == letter)?;
                counts[*piece as usize] += 1;
            }
        }
        let found = Self(counts);
        let kings = counts.iter().all(|counts| counts[Piece::King as usize] == 1);
        (kings && (3..=MAX_PIECES).contains(&found.len()) && found.name() == name).then_some(found)
    }

    pub(crate) fn name(self) -> String {
        let side = |color: Color| {
            let counts = self.0[color as usize];
            LETTERS.iter().flat_map(move |(piece, letter)| vec![*letter; counts[*piece as usize].into()])
        };
        side(Color::White).chain(['v']).chain(side(Color::Black)).collect()
    }

    pub(crate) const fn swapped(self) -> Self {
        let [white, black] = self.0;
        Self([black, white])
    }

    /// Returns the material as tables are named: with the side first that has more or stronger pieces.
    pub(crate) fn stronger_first(self) -> Self {
        let strength = |color: Color| {
            let counts = LETTERS.map(|(piece, _)| self.count(color, piece));
            (counts.iter().sum::<usize>(), counts)
        };
        if strength(Color::Black) > strength(Color::White) { self.swapped() } else { self }
    }

    pub(crate) fn count(self, color: Color, piece: Piece) -> usize {
        self.0[color as usize][piece as usize].into()
    }

    pub(crate) fn len(self) -> usize {
        self.0.iter().flatten().map(|count| usize::from(*count)).sum()
    }

    pub(crate) fn has_pawns(self) -> bool {
        Color::ALL.into_iter().any(|color| self.count(color, Piece::Pawn) > 0)
    }

    pub(crate) fn is_symmetric(self) -> bool {
        self == self.swapped()
    }

    /// Returns how many kinds of pieces of one colour occur exactly once.
    pub(crate) fn unique(self) -> usize {
        self.0.iter().flatten().filter(|count| **count == 1).count()
    }

    /// Returns the colour whose pawns are encoded first: the one with fewer pawns, if it has any.
    pub(crate) fn leading_color(self) -> Color {
        let [white, black] = Color::ALL.map(|color| self.count(color, Piece::Pawn));
        if black > 0 && (white == 0 || white > black) { Color::Black } else { Color::White }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_names_of_tables() {
        for name in ["KQvK", "KRPvKR", "KPvKP", "KBBNPPvK"] {
            assert_eq!(Material::parse(name).expect(name).name(), name);
        }
        for name in ["", "KvK", "KQ", "QvK", "KQQ", "KQvKK", "KRQvK", "KQvk", "KQRBNPPvK", "KQvKvK", "Kév"] {
            assert_eq!(Material::parse(name), None, "{name}");
        }
    }
}
