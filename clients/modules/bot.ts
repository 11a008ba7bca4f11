// A bot for connect four that looks one move ahead: it wins if it can, blocks if it must, and else prefers the middle.
//
// npx asc bot.ts -O3 --runtime stub --use abort= -o bot.wasm

const COLUMNS = 7;
const ROWS = 6;
// The cells row by row from the top, the side to move, and the legal moves: a move is the number of its column.
const SIDE = COLUMNS * ROWS;
const MOVES = SIDE + 2;
const position = memory.data(MOVES + 4 * COLUMNS, 4);

export function input(): i32 {
  return position as i32;
}

// The number of stones of `side` in a row from a cell in one direction.
function run(side: i32, row: i32, column: i32, down: i32, right: i32): i32 {
  let length = -1;
  do {
    row += down;
    column += right;
    length++;
    if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS) break;
  } while (load<u8>(position + row * COLUMNS + column) == side);
  return length;
}

// Whether the lines through a cell in one direction have three more stones of `side`.
function four(side: i32, row: i32, column: i32, down: i32, right: i32): bool {
  return run(side, row, column, down, right) + run(side, row, column, -down, -right) >= 3;
}

// Whether a stone of `side` in this column would make four in a line.
function wins(side: i32, column: i32): bool {
  let row = ROWS - 1;
  while (load<u8>(position + row * COLUMNS + column) != 0) row--;
  return four(side, row, column, 0, 1) || four(side, row, column, 1, 0)
    || four(side, row, column, 1, 1) || four(side, row, column, 1, -1);
}

export function choose(count: i32): i32 {
  const own = load<u8>(position + SIDE) + 1;
  let best = 0, bestValue = -1;
  for (let index = 0; index < count; index++) {
    const column = load<i32>(position + MOVES + 4 * index);
    let value = 3 - abs(column - 3);
    if (wins(own, column)) value = 100;
    else if (wins(3 - own, column)) value = 50;
    if (value > bestValue) {
      best = index;
      bestValue = value;
    }
  }
  return best;
}
