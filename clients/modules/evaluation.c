// An evaluation of connect four: each line of four that is open to one side only counts for that side.
//
// clang-19 --target=wasm32 -nostdlib -O3 -Wl,--no-entry -Wl,-z,stack-size=262144 evaluation.c -o evaluation.wasm

#define EXPORT(name) __attribute__((export_name(#name)))
enum { COLUMNS = 7, ROWS = 6, FIRST = 1, SECOND = 2 };

// The cells row by row from the top, then the side to move.
static unsigned char board[COLUMNS * ROWS + 1];
static const int WORTH[] = {0, 1, 4, 16};

EXPORT(input) unsigned char *input(void) { return board; }

// The value for the first side of the line from `cell`, whose next cell is `step` further.
static int line(int cell, int step) {
  int count[3] = {0};
  for (int place = 0; place < 4; place++) count[board[cell + place * step]]++;
  if (count[SECOND] == 0) return WORTH[count[FIRST] & 3];
  if (count[FIRST] == 0) return -WORTH[count[SECOND] & 3];
  return 0;
}

EXPORT(evaluate) int evaluate(void) {
  int sum = 0;
  for (int row = 0; row < ROWS; row++) {
    for (int column = 0; column < COLUMNS; column++) {
      int cell = row * COLUMNS + column;
      int right = column + 3 < COLUMNS, down = row + 3 < ROWS;
      if (right) sum += line(cell, 1);
      if (down) sum += line(cell, COLUMNS);
      if (right && down) sum += line(cell, COLUMNS + 1);
      if (right && row >= 3) sum += line(cell, 1 - COLUMNS);
    }
  }
  return board[COLUMNS * ROWS] == 0 ? sum : -sum;
}
