"""A search step by step in a notebook. Needs the package ``anywidget``::

    from gametree_arena_rules import Position
    from gametree_arena_rules.stepper import Stepper

    Stepper(Position("tictactoe", moves=["b2", "a1"]).search(depth=3, tree=3))
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import anywidget
import traitlets

from ._rules import Node, Search

VIEW = """
function render({ model, el }) {
  const make = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  const board = make("div"), told = make("p"), back = make("button", "◀"), on = make("button", "▶");
  const slider = Object.assign(make("input"), { type: "range", min: 0, max: model.get("count") - 1 });
  const go = (step) => {
    model.set("step", Math.max(0, Math.min(model.get("count") - 1, step)));
    model.save_changes();
  };
  back.onclick = () => go(model.get("step") - 1);
  on.onclick = () => go(model.get("step") + 1);
  slider.oninput = () => go(Number(slider.value));
  const show = () => {
    board.innerHTML = model.get("board");
    told.textContent = model.get("told");
    slider.value = model.get("step");
  };
  for (const name of ["board", "told", "step"]) model.on(`change:${name}`, show);
  show();
  el.append(back, slider, on, told, board);
}
export default { render };
"""


def steps(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The steps of a search in their order: the moves to the node, and what happened there."""
    at = " ".join(path) or "the root"
    if node.kind == "pruned":
        yield path, f"{at} is pruned: the value of its parent no longer matters"
        return
    yield path, f"enter {at} with the window [{_end(node.alpha, '−∞')}, {_end(node.beta, '∞')}]"
    for child in node.children:
        yield from steps(child, (*path, child.move or "?"))
    hidden = f"; {node.hidden} nodes below are not shown" if node.hidden else ""
    source = {"leaf": "the evaluation or the result", "table": "the table"}.get(node.kind, "the best child")
    yield path, f"leave {at} with the value {_end(node.value, 'unknown')} of {source}{hidden}"


def _end(value: int | None, missing: str) -> str:
    return missing if value is None else str(value).replace("-", "−")


class Stepper(anywidget.AnyWidget):
    """Steps through the tree of a search. Values are for the side to move at the root."""

    _esm = VIEW
    count = traitlets.Int().tag(sync=True)
    step = traitlets.Int().tag(sync=True)
    board = traitlets.Unicode().tag(sync=True)
    told = traitlets.Unicode().tag(sync=True)

    def __init__(self, search: Search) -> None:
        if search.tree is None:
            raise ValueError("the search kept no tree; give search(…, tree=3)")
        self._position = search.position
        self._steps = list(steps(search.tree))
        super().__init__(count=len(self._steps), step=0)
        self.observe(self._show, "step")
        self._show()

    def _show(self, _: Any = None) -> None:
        path, told = self._steps[self.step]
        position = self._position
        for move in path:
            position = position.play(move)
        self.board, self.told = position.to_svg(), f"{self.step + 1} of {len(self._steps)}: {told}"
