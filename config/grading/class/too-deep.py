"""The test for the depth comes a ply too late."""

from arena_game import evaluate, result, serve, utility

INFINITY = float("inf")


def search(state, depth):
    if state.player == "max":
        return max_value(state, -INFINITY, INFINITY, depth)
    return min_value(state, -INFINITY, INFINITY, depth)


def max_value(state, alpha, beta, depth):
    if state.finished:
        return utility(state), None
    if depth < 0:
        return evaluate(state), None
    value, move = -INFINITY, None
    for action in state.actions:
        child, _ = min_value(result(state, action), alpha, beta, depth - 1)
        if child > value:
            value, move = child, action
            alpha = max(alpha, value)
        if value >= beta:
            break
    return value, move


def min_value(state, alpha, beta, depth):
    if state.finished:
        return utility(state), None
    if depth < 0:
        return evaluate(state), None
    value, move = INFINITY, None
    for action in state.actions:
        child, _ = max_value(result(state, action), alpha, beta, depth - 1)
        if child < value:
            value, move = child, action
            beta = min(beta, value)
        if value <= alpha:
            break
    return value, move


serve(search)
