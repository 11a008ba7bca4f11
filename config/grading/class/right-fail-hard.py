"""Alpha-beta search whose results stay in the window (fail-hard)."""

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
    value, move = alpha, None
    for action in state.actions:
        child, _ = min_value(result(state, action), alpha, beta, depth - 1)
        if child > value:
            value, move = child, action
            alpha = max(alpha, value)
        if value >= beta:
            return beta, action
    return value, move


def min_value(state, alpha, beta, depth):
    if state.finished:
        return utility(state), None
    if depth == 0:
        return evaluate(state), None
    value, move = beta, None
    for action in state.actions:
        child, _ = max_value(result(state, action), alpha, beta, depth - 1)
        if child < value:
            value, move = child, action
            beta = min(beta, value)
        if value <= alpha:
            return alpha, action
    return value, move


serve(search)
