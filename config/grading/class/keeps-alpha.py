"""Alpha and beta are global and are never reset."""

from arena_game import evaluate, result, serve, utility

INFINITY = float("inf")
window = [-INFINITY, INFINITY]


def search(state, depth):
    if state.player == "max":
        value, move = max_value(state, *window, depth)
        window[0] = max(window[0], value)
    else:
        value, move = min_value(state, *window, depth)
        window[1] = min(window[1], value)
    return value, move


def max_value(state, alpha, beta, depth):
    if state.finished:
        return utility(state), None
    if depth == 0:
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
    if depth == 0:
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
