"""Tests the extension in every game."""

from __future__ import annotations

import pickle
import random
import signal
import threading
import time
import unittest
import xml.etree.ElementTree
from collections.abc import Callable

from gametree_arena_rules import HouseBot, Node, Position, RulesError, Search, bots, games
from gametree_arena_rules.stepper import Stepper


def minimax(position: Position, depth: int) -> int:
    """The value for the side to move, by a search written in Python over the rules of the package."""
    if position.payoff is not None:
        return position.payoff * (1 if position.side == "first" else -1) * 1_000_000
    if depth == 0:
        return position.evaluate()
    return max(
        value if after.side == position.side else -value
        for after in map(position.play, position.legal)
        for value in [minimax(after, depth - 1)]
    )


class Rules(unittest.TestCase):
    def test_every_game_is_played_to_its_end(self) -> None:
        choose = random.Random(5)
        self.assertEqual(len(games()), 10)
        for game, info in games().items():
            position = Position(game)
            while position.legal:
                self.assertIsNone(position.outcome)
                again = Position.from_text(game, position.to_text(), position.options)
                self.assertEqual(again.legal, position.legal)
                after = position.play(choose.choice(position.legal))
                self.assertEqual(after.moves[:-1], position.moves)
                position = after
            self.assertIn(position.outcome, ("first", "second", "draw"))
            self.assertEqual(len(info["sides"]), 2)
            copy = pickle.loads(pickle.dumps(position))
            self.assertEqual((copy, hash(copy), copy.moves), (position, hash(position), position.moves))

    def test_positions_do_not_change(self) -> None:
        start = Position("tictactoe")
        self.assertNotEqual(start.play("b2"), start)
        self.assertEqual(start, Position("tictactoe"))
        self.assertEqual(start.play("b2").play("a1"), Position("tictactoe", moves=["b2", "a1"]))
        self.assertEqual((start.side, start.play("b2").side, start.moves), ("first", "second", ()))

    def test_customary_notation_is_read(self) -> None:
        position = Position("chess").play("Nf3")
        self.assertEqual(position.moves, ("g1f3",))
        self.assertIn("Nf6", position.legal_notation)
        self.assertEqual(Position("tictactoe").legal_notation, ())

    def test_wrong_input_is_an_exception_with_the_remedy(self) -> None:
        start = Position("connect4")
        cases: list[tuple[Callable[[], object], str, str]] = [
            (lambda: Position("chequers"), "unknown_game", "checkers"),
            (lambda: Position("bones", {"heap": 0}), "option_range", "heap must be between"),
            (lambda: Position.from_text("chess", "8/8 w"), "position", "position of chess"),
            (lambda: start.play("z"), "not_a_move", "is not a move of connect4"),
            (lambda: Position("connect4", moves=list("dddddd")).play("d"), "illegal_move", "legal: a b c e f g"),
            (lambda: start.evaluate("nonsense"), "unknown_evaluation", "there is no evaluation"),
            (lambda: start.evaluate(weights={"nonsense": 1}), "unknown_weight", "has no weight"),
            (lambda: start.search(depth=0), "range", "depth: must be between 1 and 250"),
            (lambda: start.search(symmetry=True), "symmetry_needs_table", "symmetry: "),
            (lambda: start.search(dept=3), "untranslated", "dept"),  # type: ignore[call-arg]
            (lambda: HouseBot("connect4-clubb"), "unknown_bot", "connect4-club"),
            (lambda: HouseBot("connect4-club").seat(start, "third"), "untranslated", "first or second"),  # type: ignore[arg-type]
            (lambda: HouseBot("connect4-club").seat(Position("chess")), "untranslated", "plays connect4, not chess"),
        ]
        for wrong, code, message in cases:
            with self.assertRaises(RulesError) as raised:
                wrong()
            self.assertEqual(raised.exception.code, code, raised.exception)
            self.assertIn(message, str(raised.exception))
        self.assertTrue(issubclass(RulesError, ValueError))
        with self.assertRaises(TypeError):
            Position("bones", {"heap": object()})

    def test_pictures_are_well_formed(self) -> None:
        for game in games():
            position = Position(game)
            for picture in (position._repr_svg_(), position.search(depth=1, tree=1)._repr_svg_()):
                self.assertTrue(xml.etree.ElementTree.fromstring(picture).tag.endswith("svg"), picture)
        self.assertEqual(str(Position("tictactoe").play("b2")), ". . .\n. x .\n. . .")


class Searches(unittest.TestCase):
    def test_values_are_those_of_minimax_in_python(self) -> None:
        choose = random.Random(3)
        for game in ("tictactoe", "connect4", "bones", "reversi"):
            position = Position(game)
            for _ in range(4):
                position = position.play(choose.choice(position.legal))
            for pruning in ("none", "alpha-beta", "pvs"):
                found = position.search(depth=3, pruning=pruning)
                expected = minimax(position, 3)
                if abs(expected) < 100_000:
                    self.assertEqual(found.value, expected, f"{position!r} by {pruning}")
                else:
                    self.assertEqual(found.value > 0, expected > 0)

    def test_published_counts(self) -> None:
        self.assertEqual(Position("chess").perft(4), 197_281)
        found = Position("tictactoe").search(depth=9, pruning="none", evaluation="zero")
        self.assertEqual((found.nodes, found.value, found.pruned_moves), (549_946, 0, 0))
        self.assertEqual(len(found.line), 9)

    def test_the_tree_is_the_one_that_was_searched(self) -> None:
        def entered(node: Node) -> int:
            return (node.kind != "pruned") + node.hidden + sum(map(entered, node.children))

        found = Position("connect4").search(depth=4, tree=4)
        assert found.tree is not None
        self.assertEqual((entered(found.tree), found.tree.value), (found.nodes, found.value))
        self.assertEqual(found.tree.kind, "inner")
        self.assertIsNone(Position("connect4").search(depth=2).tree)
        self.assertIn("to depth 4", found.to_svg())
        self.assertEqual([move.move for move in found.root], list("abcdefg"))

    def test_settings_apply(self) -> None:
        start = Position("connect4")
        quick = start.search(nodes=1_000)
        self.assertTrue(quick.stopped and quick.nodes <= 1_000 and quick.best in start.legal)
        ordered = start.search(depth=6, ordering=["static", "killers"])
        self.assertLess(ordered.nodes, start.search(depth=6).nodes)
        self.assertEqual(ordered.value, start.search(depth=6, table_mb=1, pruning="pvs").value)
        weighted = Position("chess").play("e4").search(depth=1, evaluation="material", weights={"queen": 0})
        self.assertIn("e2e4", weighted.position.moves)
        self.assertIsInstance(weighted.to_svg(), str)

    def test_other_threads_run_during_a_search(self) -> None:
        ended = threading.Event()
        found: list[Search] = []

        def think() -> None:
            found.append(Position("chess").search(time_ms=400))
            ended.set()

        thread = threading.Thread(target=think)
        thread.start()
        steps = 0
        while not ended.is_set():
            steps += 1
            time.sleep(0.001)
        thread.join()
        self.assertGreater(steps, 20)
        self.assertTrue(found[0].stopped)

    @unittest.skipUnless(hasattr(signal, "setitimer"), "needs timers of POSIX")
    def test_a_signal_ends_a_search(self) -> None:
        def raised(*_: object) -> None:
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, raised)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with self.assertRaises(KeyboardInterrupt):
                Position("gomoku").search(depth=60, pruning="none")
        finally:
            signal.signal(signal.SIGALRM, before)


class Steps(unittest.TestCase):
    def test_a_stepper_shows_each_node_that_was_entered_and_pruned(self) -> None:
        found = Position("tictactoe", moves=["b2", "a1"]).search(depth=3, tree=3)
        stepper = Stepper(found)
        told = []
        for stepper.step in range(stepper.count):
            told.append(stepper.told)
            self.assertTrue(stepper.board.startswith("<svg"))
        for word, count in (("enter", found.nodes), ("leave", found.nodes), ("pruned", found.pruned_moves)):
            self.assertEqual(sum(f" {word} " in text or f" {word}: " in text for text in told), count, word)
        self.assertIn("with the window [−∞, ∞]", told[0])
        self.assertIn(f"with the value {found.value}".replace("-", "−"), told[-1])
        with self.assertRaisesRegex(ValueError, "kept no tree"):
            Stepper(Position("tictactoe").search(depth=2))


class Bots(unittest.TestCase):
    def test_a_bot_plays_as_its_seed_says(self) -> None:
        self.assertIn("connect4-club", bots("connect4"))

        def moves(seed: int) -> tuple[str, ...]:
            bot = HouseBot("tictactoe-random")
            position = Position("tictactoe")
            seat = bot.seat(position, seed=seed)
            while position.legal:
                position = position.play(seat.choose(position)[0])
            return position.moves

        self.assertEqual(moves(1), moves(1))
        self.assertGreater(len({moves(seed) for seed in range(8)}), 1)

    def test_a_bot_is_configured_as_in_its_file(self) -> None:
        bot = HouseBot({"depth": 3, "pruning": "none", "name": "mine"}, "tictactoe")
        position = Position("tictactoe")
        move, nodes, value = bot.seat(position).choose(position)
        self.assertEqual(nodes, 1 + 9 + 72 + 504)
        self.assertIn(move, position.legal)
        self.assertIsNotNone(value)
        self.assertEqual((bot.name, bot.spec["depth"]), ("mine", 3))


if __name__ == "__main__":
    unittest.main()
