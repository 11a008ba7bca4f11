//! The names of board cells: a letter for the column, starting with `a` at the left, and a number for the row.

use std::fmt;

/// Returns the column and row of a cell name, both from 0. `None` if no board up to 20 × 20, the greatest size, has
/// such a cell.
pub(super) fn read(text: &str) -> Option<(usize, usize)> {
    let (&letter, digits) = text.as_bytes().split_first()?;
    let row = match *digits {
        [digit @ b'1'..=b'9'] => digit - b'0',
        [b'1', digit @ b'0'..=b'9'] => 10 + digit - b'0',
        [b'2', b'0'] => 20,
        _ => return None,
    };
    matches!(letter, b'a'..=b't').then(|| (usize::from(letter - b'a'), usize::from(row - 1)))
}

/// Writes the name of a cell, given its column and row from 0, on a board of at most 20 × 20.
pub(super) fn write(f: &mut fmt::Formatter<'_>, column: usize, row: usize) -> fmt::Result {
    // Cell names are written for every reader of a match. Writing a name at once is faster than writing its parts.
    let (letter, number) = (b"abcdefghijklmnopqrst"[column], row + 1);
    let name = [letter, b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
    let name = if number < 10 { &[letter, name[2]][..] } else { &name };
    f.write_str(std::str::from_utf8(name).expect("a letter and digits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name(usize, usize);

    impl fmt::Display for Name {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write(f, self.0, self.1)
        }
    }

    #[test]
    fn cell_names_round_trip() {
        for column in 0..20 {
            for row in 0..20 {
                assert_eq!(read(&Name(column, row).to_string()), Some((column, row)));
            }
        }
        for text in ["", "a", "1", "a0", "a01", "a21", "u1", "a30", "A1", "a1 ", "a-1", "ä1", "a100"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
