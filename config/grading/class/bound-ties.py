"""Takes the last root move whose value equals the best, although that may be a bound."""

from arena_game import evaluate, result, serve, utility

INFINITY = float("inf")


def search(state, depth):
    if state.player == "max":
        best, ties = -INFINITY, []
        for action in state.actions:
            child, _ = min_value(result(state, action), best, INFINITY, depth - 1)
            if child > best:
                best, ties = child, []
            if child == best:
                ties.append(action)
        return best, ties[-1]
    best, ties = INFINITY, []
    for action in state.actions:
        child, _ = max_value(result(state, action), -INFINITY, best, depth - 1)
        if child < best:
            best, ties = child, []
        if child == best:
            ties.append(action)
    return best, ties[-1]


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
