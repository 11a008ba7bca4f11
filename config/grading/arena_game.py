"""The game of the homework. The states and their values come from the grader, on standard input and output.

A state has the attributes `player` ("max" or "min") and `actions`, which are empty when the game is over.
"""

import sys


class State:
    def __init__(self, name, player, *actions):
        self.name, self.player, self.actions = name, player, actions
        self.finished = not actions


def _ask(*words):
    print(*words, flush=True)
    kind, *rest = sys.stdin.readline().split()
    if kind == "error":
        raise ValueError(" ".join(rest))
    return rest


def result(state, action):
    """Returns the state after an action."""
    return State(*_ask("result", state.name, action))


def utility(state):
    """Returns the value of a finished game for MAX."""
    return float(_ask("utility", state.name)[0])


def evaluate(state):
    """Returns an estimate of the value of a state for MAX."""
    return float(_ask("evaluate", state.name)[0])


def serve(search):
    """Answers all questions with `search(state, depth)`, which returns the value and the best action.

    `depth` is the number of plies to search, or infinite. `position.text` is the position as the game writes it.
    """
    for line in sys.stdin:
        kind, *rest = line.split()
        if kind == "position":
            position.text = " ".join(rest)
        elif kind == "search":
            position.method, depth, *described = rest
            state = State(*described)
            value, action = search(state, float("inf") if depth == "-" else int(depth))
            print("answer", value, "-" if action is None else action, flush=True)


class position:
    text = ""
    method = ""
