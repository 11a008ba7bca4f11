//! An evaluation of connect four: each line of four that is open to one side only counts for that side.
//!
//! zig build-exe evaluation.zig -target wasm32-freestanding -fno-entry -rdynamic -O ReleaseSmall

const columns = 7;
const rows = 6;
const worth = [_]i32{ 0, 1, 4, 16, 0 };

/// The cells row by row from the top, then the side to move.
var board: [columns * rows + 1]u8 = undefined;

export fn input() *anyopaque {
    return &board;
}

/// The value for the first side of the line from `cell`, whose next cell is `step` further.
fn line(cell: i32, step: i32) i32 {
    var count = [_]usize{ 0, 0, 0 };
    for (0..4) |place| {
        count[board[@intCast(cell + step * @as(i32, @intCast(place)))]] += 1;
    }
    if (count[2] == 0) return worth[count[1]];
    return if (count[1] == 0) -worth[count[2]] else 0;
}

export fn evaluate() i32 {
    var sum: i32 = 0;
    for (0..rows) |row| {
        for (0..columns) |column| {
            const cell: i32 = @intCast(row * columns + column);
            const right = column + 3 < columns;
            if (right) sum += line(cell, 1);
            if (row + 3 < rows) sum += line(cell, columns);
            if (right and row + 3 < rows) sum += line(cell, columns + 1);
            if (right and row >= 3) sum += line(cell, 1 - columns);
        }
    }
    return if (board[columns * rows] == 0) sum else -sum;
}
