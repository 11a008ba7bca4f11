// An evaluation of connect four: each line of four that is open to one side only counts for that side.
//
// npx asc evaluation.ts -O3 --runtime stub --use abort= -o evaluation.wasm

const COLUMNS = 7;
const ROWS = 6;
const worth: StaticArray<i32> = [0, 1, 4, 16, 0];
// The cells row by row from the top, then the side to move.
const board = memory.data(COLUMNS * ROWS + 1);

export function input(): i32 {
  return board as i32;
}

// The value for the first side of the line from `cell`, whose next cell is `step` further.
function line(cell: i32, step: i32): i32 {
  let first = 0, second = 0;
  for (let place = 0; place < 4; place++) {
    const stone = load<u8>(board + cell + place * step);
    if (stone == 1) first++;
    else if (stone == 2) second++;
  }
  return second == 0 ? worth[first] : first == 0 ? -worth[second] : 0;
}

export function evaluate(): i32 {
  let sum = 0;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const cell = row * COLUMNS + column;
      const right = column + 3 < COLUMNS, down = row + 3 < ROWS;
      if (right) sum += line(cell, 1);
      if (down) sum += line(cell, COLUMNS);
      if (right && down) sum += line(cell, COLUMNS + 1);
      if (right && row >= 3) sum += line(cell, 1 - COLUMNS);
    }
  }
  return load<u8>(board + COLUMNS * ROWS) == 0 ? sum : -sum;
}
