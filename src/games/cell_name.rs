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
const MOST: usize = 20;

/// The name of each cell in quotes with a comma after it, column by column. The last byte is the length.
static QUOTED: [[u8; 8]; MOST * MOST] = {
    let mut all = [[0; 8]; MOST * MOST];
    let mut cell = 0;
    while cell < all.len() {
        let (letter, number) = (b'a' + (cell / MOST) as u8, (cell % MOST + 1) as u8);
        all[cell] = match number {
            0..10 => [b'"', letter, b'0' + number, b'"', b',', 0, 0, 5],
            _ => [b'"', letter, b'0' + number / 10, b'0' + number % 10, b'"', b',', 0, 6],
        };
        cell += 1;
    }
    all
};

/// The name of each cell, column by column.
static NAMES: [&str; MOST * MOST] = {
    let mut names = [""; MOST * MOST];
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

/// Returns the name of a cell, given its column and row from 0, on a board of at most 20 × 20.
pub(super) fn name(column: usize, row: usize) -> &'static str {
    NAMES[column * MOST + row]
}

/// Appends the names of cells, given as columns and rows, as [`GameMove::put_quoted`](super::GameMove::put_quoted) does.
pub(super) fn put_quoted(cells: impl ExactSizeIterator<Item = (usize, usize)>, text: &mut String) {
    const ASCII: &str = "letters, digits and signs are ASCII";
    // Whole entries are copied, and the next entry overwrites what was too much.
    let mut bytes = [0; 512];
    let mut end = 0;
    text.reserve(6 * cells.len());
    for (column, row) in cells {
        if end > bytes.len() - 8 {
            text.push_str(std::str::from_utf8(&bytes[..end]).expect(ASCII));
            end = 0;
        }
        let entry = &QUOTED[column * MOST + row];
        bytes[end..end + 8].copy_from_slice(entry);
        end += usize::from(entry[7]);
    }
    text.push_str(std::str::from_utf8(&bytes[..end.saturating_sub(1)]).expect(ASCII));
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
