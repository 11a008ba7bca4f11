"""Generates all children of a node before it looks at the first."""

from arena_game import evaluate, result, serve, utility

INFINITY = float("inf")


def search(state, depth):
    if state.player == "max":
        return max_value(state, -INFINITY, INFINITY, depth)
    return min_value(state, -INFINITY, INFINITY, depth)


def max_value(state, alpha, beta, depth):
    if state.finished:
        return utility(state), None
    if depth == 0:
        return evaluate(state), None
    value, move = -INFINITY, None
    children = [(action, result(state, action)) for action in state.actions]
    for action, after in children:
        child, _ = min_value(after, alpha, beta, depth - 1)
        if child > value:
            value, move = child, action
            alpha = max(alpha, value)
        if value >= beta:
            break
    return value, move


def min_value(state, alpha, beta, depth):
    if state.finished:
        return utility(state), None
    if depth == 0:
        return evaluate(state), None
    value, move = INFINITY, None
    children = [(action, result(state, action)) for action in state.actions]
    for action, after in children:
        child, _ = max_value(after, alpha, beta, depth - 1)
        if child < value:
            value, move = child, action
            beta = min(beta, value)
        if value <= alpha:
            break
    return value, move


serve(search)
