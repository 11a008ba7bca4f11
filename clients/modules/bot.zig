//! A bot for connect four that looks one move ahead: it wins if it can, blocks if it must, and else prefers the middle.
//!
//! zig build-exe bot.zig -target wasm32-freestanding -fno-entry -rdynamic -O ReleaseSmall

const columns = 7;
const rows = 6;

/// The cells row by row from the top, the side to move, and the legal moves: a move is the number of its column.
var position: extern struct {
    cells: [columns * rows]u8,
    side: u8,
    moves: [columns]u32,
} = undefined;

export fn input() *anyopaque {
    return &position;
}

/// The number of stones of `side` in a row from a cell in one direction.
fn run(side: u8, from_row: i32, from_column: i32, down: i32, right: i32) i32 {
    var row = from_row + down;
    var column = from_column + right;
    var length: i32 = 0;
    while (row >= 0 and row < rows and column >= 0 and column < columns) {
        if (position.cells[@intCast(row * columns + column)] != side) break;
        row += down;
        column += right;
        length += 1;
    }
    return length;
}

/// Whether a stone of `side` in this column would make four in a line.
fn wins(side: u8, column: i32) bool {
    const directions = [_][2]i32{ .{ 0, 1 }, .{ 1, 0 }, .{ 1, 1 }, .{ 1, -1 } };
    var row: i32 = rows - 1;
    while (position.cells[@intCast(row * columns + column)] != 0) row -= 1;
    for (directions) |step| {
        const there = run(side, row, column, step[0], step[1]);
        if (there + run(side, row, column, -step[0], -step[1]) >= 3) return true;
    }
    return false;
}

export fn choose(count: i32) i32 {
    const own = position.side + 1;
    var best: i32 = 0;
    var best_value: i32 = -1;
    for (position.moves[0..@intCast(count)], 0..) |move, index| {
        const column: i32 = @intCast(move);
        var value = 3 - @as(i32, @intCast(@abs(column - 3)));
        if (wins(3 - own, column)) value = 50;
        if (wins(own, column)) value = 100;
        if (value > best_value) {
            best = @intCast(index);
            best_value = value;
        }
    }
    return best;
}
