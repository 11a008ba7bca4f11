"""Tic-tac-toe with rules of its own, whose loop over the winning lines stops at the first empty line."""

from arena_game import position, serve

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in LINES:
        if board[a] == board[b] == board[c]:
            return board[a]
    return "."


def value(board, player):
    if winner(board) != ".":
        return 1 if winner(board) == "x" else -1
    if "." not in board:
        return 0
    values = []
    for square in range(9):
        if board[square] == ".":
            board[square] = player
            values.append(value(board, "o" if player == "x" else "x"))
            board[square] = "."
    return max(values) if player == "x" else min(values)


def search(state, depth):
    board, player = position.text.replace("/", "").split()
    board = list(board)
    best = None
    for action in state.actions:
        square = "abc".index(action[0]) + 3 * (3 - int(action[1]))
        board[square] = player
        found = value(board, "o" if player == "x" else "x")
        board[square] = "."
        if best is None or (found > best[0] if player == "x" else found < best[0]):
            best = found, action
    return best


serve(search)
