// A bot for connect four that looks one move ahead: it wins if it can, blocks if it must, and else prefers the middle.
//
// clang-19 --target=wasm32 -nostdlib -O3 -Wl,--no-entry -Wl,-z,stack-size=262144 bot.c -o bot.wasm

#define EXPORT(name) __attribute__((export_name(#name)))
enum { COLUMNS = 7, ROWS = 6, CELLS = COLUMNS * ROWS };

// The cells row by row from the top, the side to move, and the legal moves: a move is the number of its column.
static struct {
  unsigned char cells[CELLS];
  unsigned char side;
  unsigned char unused;
  unsigned int moves[COLUMNS];
} position;

EXPORT(input) void *input(void) { return &position; }

// The number of stones of `side` in a row from a cell in one direction.
static int run(int side, int row, int column, int down, int right) {
  int length = 0;
  for (;;) {
    row += down, column += right;
    if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS) return length;
    if (position.cells[row * COLUMNS + column] != side) return length;
    length++;
  }
}

// Whether a stone of `side` in this column would make four in a line.
static int wins(int side, int column) {
  static const int DIRECTIONS[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  int row = ROWS - 1;
  while (position.cells[row * COLUMNS + column] != 0) row--;
  for (int at = 0; at < 4; at++) {
    int down = DIRECTIONS[at][0], right = DIRECTIONS[at][1];
    if (run(side, row, column, down, right) + run(side, row, column, -down, -right) >= 3) return 1;
  }
  return 0;
}

EXPORT(choose) int choose(int count) {
  int own = position.side + 1, best = 0, best_value = -1;
  for (int index = 0; index < count; index++) {
    int column = position.moves[index];
    int value = 3 - (column > 3 ? column - 3 : 3 - column);
    if (wins(own, column)) value = 100;
    else if (wins(3 - own, column)) value = 50;
    if (value > best_value) best = index, best_value = value;
  }
  return best;
}
