//! How engines play the game: by the Gomocup protocol, whose moves are column and row from 0.

use super::rules::Gomoku;
use super::{GomokuOptions, Point};
use crate::conventions::{EnginePlay, EngineProtocol};
use crate::{Game, Side};

/// The rules of the protocol: more than five in a row win, or do not.
const FREE: u8 = 0;
const EXACT: u8 = 1;

pub(super) const PLAY: &[EnginePlay<Gomoku>] = &[EnginePlay {
    setup,
    position: write_stones,
    read_position: read_stones,
    write_move: |position, mv| {
        let (column, row) = place(position, mv);
        format!("{column},{row}")
    },
    read_move: |position, text| {
        let (column, row) = text.split_once(',')?;
        point(position, column.trim().parse().ok()?, row.trim().parse().ok()?)
    },
    ..EnginePlay::plain(EngineProtocol::Gomocup)
}];

fn setup(position: &Gomoku) -> Result<String, String> {
    let shape = position.shape();
    if shape.row != 5 {
        return Err(format!("by the protocol of the Gomocup five in a row win, not {}", shape.row));
    }
    let rule = if shape.exact { EXACT } else { FREE };
    let start = match (shape.columns, shape.rows) {
        (columns, rows) if columns == rows => format!("START {columns}"),
        (columns, rows) => format!("RECTSTART {columns},{rows}"),
    };
    Ok(format!("INFO rule {rule}\n{start}\n"))
}

/// Returns the column and row of a point, with rows counted from the top.
fn place(position: &Gomoku, point: Point) -> (usize, usize) {
    (point.column(), (usize::from(position.shape().rows) - 1).saturating_sub(point.row()))
}

fn point(position: &Gomoku, column: usize, row: usize) -> Option<Point> {
    let shape = position.shape();
    let inside = column < usize::from(shape.columns) && row < usize::from(shape.rows);
    inside.then(|| Point::of(column, usize::from(shape.rows) - 1 - row))
}

/// Writes one line per stone: column, row, and 1 for the first side or 2 for the second.
fn write_stones(position: &Gomoku) -> String {
    let shape = position.shape();
    let stones = shape.top_down().filter_map(|point| Some((point, position.stone(point.index())?)));
    let line = |(point, side): (Point, Side)| {
        let (column, row) = place(position, point);
        format!("{column},{row},{}\n", if side == Side::First { 1 } else { 2 })
    };
    stones.map(line).collect()
}

fn read_stones(options: &GomokuOptions, text: &str) -> Result<Gomoku, String> {
    let empty = Gomoku::initial(options).map_err(|error| error.to_string())?;
    let mut stones = Vec::new();
    for line in text.lines() {
        let wrong = || format!("{line:?}: a stone is its column, its row and 1 or 2");
        let numbers: Vec<usize> = line.split(',').map_while(|word| word.trim().parse().ok()).collect();
        let &[column, row, side] = numbers.as_slice() else { return Err(wrong()) };
        let side = match side {
            1 => Side::First,
            2 => Side::Second,
            _ => return Err(wrong()),
        };
        let place = point(&empty, column, row).ok_or_else(wrong)?;
        if stones.iter().any(|(taken, _)| *taken == place) {
            return Err(format!("{line:?}: there is a stone already"));
        }
        stones.push((place, side));
    }
    let firsts = stones.iter().filter(|(_, side)| *side == Side::First).count();
    let to_move = if 2 * firsts > stones.len() { Side::Second } else { Side::First };
    let made = Gomoku::of(empty.shape(), stones, to_move);
    // Parsing the text rejects positions that the rules do not allow.
    Gomoku::parse(options, &made.notation()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_count_from_the_top_left_and_positions_list_stones() {
        let play = EnginePlay::<Gomoku>::of(EngineProtocol::Gomocup).expect("gomoku is played by Gomocup");
        let options = GomokuOptions { columns: 6, rows: 5, ..GomokuOptions::default() };
        let mut position = Gomoku::initial(&options).expect("the options are valid");
        assert_eq!((play.setup)(&position).expect("the protocol supports the options"), "INFO rule 0\nRECTSTART 6,5\n");
        for (text, mv) in [("0,0", "a5"), ("5,4", "f1")] {
            let read = (play.read_move)(&position, text).expect("the text is a point");
            assert_eq!(read.to_string(), mv);
            assert_eq!((play.write_move)(&position, read), text);
            position.play(read);
        }
        assert_eq!((play.position)(&position), "0,0,1\n5,4,2\n");
        assert_eq!((play.read_position)(&options, "0,0,1\n5,4,2\n"), Ok(position.clone()));
        assert!((play.read_position)(&options, "0,0,1\n0,1,1\n").is_err(), "whose turn would it be?");
        assert!((play.read_position)(&options, "0,0,1\n0,0,2\n").is_err(), "two stones on one point");
        assert_eq!([(play.read_move)(&position, "6,0"), (play.read_move)(&position, "0;1")], [None, None]);
        let row = GomokuOptions { row: 4, ..options };
        assert!((play.setup)(&Gomoku::initial(&row).expect("the options are valid")).is_err());
    }
}
