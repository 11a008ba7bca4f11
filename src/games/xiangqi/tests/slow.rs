//! A deliberately simple move generator that shares no code with the game: it walks on an array of letters and tests
//! each move by looking for a capture of the general.

/// A position: the letters of a FEN by rank from Red's first, and by file.
#[derive(Clone)]
pub(super) struct Slow {
    cells: [[char; 9]; 10],
    pub(super) red_to_move: bool,
}

const EMPTY: char = '.';

impl Slow {
    pub(super) fn new(fen: &str) -> Self {
        let mut cells = [[EMPTY; 9]; 10];
        let (placement, rest) = fen.split_once(' ').expect("a side to move");
        for (row, text) in placement.split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        cells[9 - row][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        Self { cells, red_to_move: rest.starts_with('w') }
    }

    fn at(&self, file: i32, rank: i32) -> Option<char> {
        let row = usize::try_from(rank).ok().and_then(|rank| self.cells.get(rank))?;
        usize::try_from(file).ok().and_then(|file| row.get(file)).copied()
    }

    fn is_own(letter: char, red: bool) -> bool {
        letter.is_alphabetic() && letter.is_uppercase() == red
    }

    /// Returns where the piece on a point can go, without regard to checks.
    fn targets(&self, file: i32, rank: i32) -> Vec<(i32, i32)> {
        let letter = self.at(file, rank).expect("a point");
        let red = letter.is_uppercase();
        let in_palace = |file: i32, rank: i32| (3..6).contains(&file) && if red { rank < 3 } else { rank > 6 };
        let at_home = |rank: i32| if red { rank < 5 } else { rank > 4 };
        let mut found = Vec::new();
        let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let diagonal = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
        match letter.to_ascii_lowercase() {
            'k' => found.extend(
                straight.iter().map(|(x, y)| (file + x, rank + y)).filter(|(file, rank)| in_palace(*file, *rank)),
            ),
            'a' => found.extend(
                diagonal.iter().map(|(x, y)| (file + x, rank + y)).filter(|(file, rank)| in_palace(*file, *rank)),
            ),
            'b' => {
                for (x, y) in diagonal {
                    if self.at(file + x, rank + y) == Some(EMPTY) && at_home(rank + 2 * y) {
                        found.push((file + 2 * x, rank + 2 * y));
                    }
                }
            }
            'n' => {
                for (x, y) in straight {
                    if self.at(file + x, rank + y) == Some(EMPTY) {
                        let outwards = diagonal.iter().filter(|(a, b)| a * x + b * y > 0);
                        found.extend(outwards.map(|(a, b)| (file + x + a, rank + y + b)));
                    }
                }
            }
            'p' => {
                found.push((file, if red { rank + 1 } else { rank - 1 }));
                if !at_home(rank) {
                    found.extend([(file - 1, rank), (file + 1, rank)]);
                }
            }
            piece => {
                for (x, y) in straight {
                    let (mut a, mut b, mut screens) = (file + x, rank + y, 0);
                    while let Some(other) = self.at(a, b) {
                        let taken = other != EMPTY;
                        let fits = match (piece, screens) {
                            ('r', 0) => true,
                            ('c', 0) => !taken,
                            ('c', 1) => taken,
                            _ => false,
                        };
                        if fits {
                            found.push((a, b));
                        }
                        screens += i32::from(taken);
                        (a, b) = (a + x, b + y);
                    }
                }
            }
        }
        found.retain(|(file, rank)| self.at(*file, *rank).is_some_and(|other| !Self::is_own(other, red)));
        found
    }

    fn points() -> impl Iterator<Item = (i32, i32)> {
        (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank)))
    }

    /// Returns whether a side's general could be captured, or faces the other.
    pub(super) fn is_attacked(&self, red: bool) -> bool {
        let find = |letter| Self::points().find(|(file, rank)| self.at(*file, *rank) == Some(letter));
        let (own, other) = if red { ('K', 'k') } else { ('k', 'K') };
        let (general, other) = (find(own).expect("a general"), find(other).expect("a general"));
        let between = general.1.min(other.1) + 1..general.1.max(other.1);
        let facing = general.0 == other.0 && between.clone().all(|rank| self.at(general.0, rank) == Some(EMPTY));
        facing
            || Self::points().any(|(file, rank)| {
                self.at(file, rank).is_some_and(|letter| Self::is_own(letter, !red))
                    && self.targets(file, rank).contains(&general)
            })
    }

    /// Returns the texts of the legal moves in alphabetical order.
    pub(super) fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (file, rank) in Self::points() {
            if !self.at(file, rank).is_some_and(|letter| Self::is_own(letter, self.red_to_move)) {
                continue;
            }
            for (a, b) in self.targets(file, rank) {
                let mut after = self.clone();
                let piece = after.cells[rank as usize][file as usize];
                after.cells[rank as usize][file as usize] = EMPTY;
                after.cells[b as usize][a as usize] = piece;
                if !after.is_attacked(self.red_to_move) {
                    let letter = |file: i32| char::from(b'a' + file as u8);
                    moves.push(format!("{}{rank}{}{b}", letter(file), letter(a)));
                }
            }
        }
        moves.sort_unstable();
        moves
    }
}
