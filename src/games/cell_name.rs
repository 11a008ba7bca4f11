//! The names of board cells: a letter for the column, starting with `a` at the left, and a number for the row.

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

/// The greatest number of columns and rows.
pub(super) const MOST: usize = 20;

/// The distance in the table between a cell and the one above it.
pub(super) const STRIDE: usize = MOST + 1;

/// The name of each cell in quotes with a comma after it, row by row. The last byte is the length.
static QUOTED: [[u8; 8]; STRIDE * MOST] = {
    let mut all = [[0; 8]; STRIDE * MOST];
    let mut cell = 0;
    while cell < all.len() {
        let (letter, number) = (b'a' + (cell % STRIDE) as u8, (cell / STRIDE + 1) as u8);
        all[cell] = match number {
            0..10 => [b'"', letter, b'0' + number, b'"', b',', 0, 0, 5],
            _ => [b'"', letter, b'0' + number / 10, b'0' + number % 10, b'"', b',', 0, 6],
        };
        cell += 1;
    }
    all
};

/// The name of each cell, row by row.
static NAMES: [&str; STRIDE * MOST] = {
    let mut names = [""; STRIDE * MOST];
    let mut cell = 0;
    while cell < names.len() {
        let [_, name @ .., length] = &QUOTED[cell];
        names[cell] = match std::str::from_utf8(name.split_at(*length as usize - 3).0) {
            Ok(name) => name,
            Err(_) => panic!("a letter and digits are ASCII"),
        };
        cell += 1;
    }
    names
};

/// Returns the index of a cell in the table, given its column and row from 0, on a board of at most 20 × 20.
pub(super) const fn index(column: usize, row: usize) -> usize {
    row * STRIDE + column
}

/// Returns the name of a cell, given its column and row.
pub(super) fn name(column: usize, row: usize) -> &'static str {
    name_at(index(column, row))
}

/// Returns the name of a cell, given its index.
pub(super) fn name_at(index: usize) -> &'static str {
    NAMES[index]
}

/// Appends the names of cells with these indices, as [`GameMove::put_quoted`](super::GameMove::put_quoted) does.
pub(super) fn put_quoted<C: Copy>(cells: &[C], index: impl Fn(C) -> usize, text: &mut String) {
    const AT_ONCE: usize = 64;
    text.reserve(6 * cells.len());
    for (place, part) in cells.chunks(AT_ONCE).enumerate() {
        // Whole entries are copied, and the next entry overwrites what was too much.
        let mut bytes = [0; 8 * AT_ONCE];
        let mut end = 0;
        for cell in part {
            let entry = &QUOTED[index(*cell)];
            bytes[end..end + 8].copy_from_slice(entry);
            end += usize::from(entry[7]);
        }
        let is_last = place == (cells.len() - 1) / AT_ONCE;
        let names = &bytes[..end - usize::from(is_last)];
        text.push_str(std::str::from_utf8(names).expect("letters, digits and signs are ASCII"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_names_round_trip() {
        for column in 0..20 {
            for row in 0..20 {
                assert_eq!(read(name(column, row)), Some((column, row)));
            }
        }
        for text in ["", "a", "1", "a0", "a01", "a21", "u1", "a30", "A1", "a1 ", "a-1", "ä1", "a100"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
