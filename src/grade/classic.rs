//! A mistake in rules that students write themselves: in tic-tac-toe, a loop over the winning lines that compares the
//! squares of a line and ends at the first line of equal squares, even if they are empty.

/// Says what the program does.
pub(crate) const TEXT: &str = "the loop over the winning lines stops at the first empty line: three empty squares are \
                               equal too, so wins in later lines are not seen";

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

type Cells = [u8; 9];

fn winner(cells: &Cells) -> u8 {
    let equal = |line: &&[usize; 3]| line.iter().all(|cell| cells[*cell] == cells[line[0]]);
    LINES.iter().find(equal).map_or(b'.', |line| cells[line[0]])
}

/// The value for x of minimax with this mistake.
fn value(cells: &mut Cells, to_move: u8) -> f64 {
    match winner(cells) {
        b'x' => return 1.0,
        b'o' => return -1.0,
        _ => {}
    }
    let other = if to_move == b'x' { b'o' } else { b'x' };
    let mut best: Option<f64> = None;
    for cell in 0..cells.len() {
        if cells[cell] == b'.' {
            cells[cell] = to_move;
            let value = value(cells, other);
            cells[cell] = b'.';
            best = Some(best.map_or(value, |best| if to_move == b'x' { best.max(value) } else { best.min(value) }));
        }
    }
    best.unwrap_or(0.0)
}

/// Returns who wins at a value.
pub(crate) fn sign(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}

/// Whether a program with this mistake answers this value, up to the size of a win.
pub(crate) fn explains(position: &str, given: Option<f64>) -> bool {
    let Some((board, to_move)) = position.split_once(' ') else { return false };
    let bytes: Vec<u8> = board.bytes().filter(|byte| *byte != b'/').collect();
    let Ok(mut cells) = Cells::try_from(bytes) else { return false };
    let side = if to_move.starts_with('x') { b'x' } else { b'o' };
    given.is_some_and(|given| sign(given) == value(&mut cells, side))
}
