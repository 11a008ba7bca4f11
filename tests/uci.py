"""`arena engine` under python-chess: ``ARENA_BIN`` names the program."""

import os
import time
import unittest

import chess
import chess.engine

PROGRAM = os.environ["ARENA_BIN"]
Limit = chess.engine.Limit


class Engine(unittest.TestCase):
    def start(self, *arguments: str) -> chess.engine.SimpleEngine:
        engine = chess.engine.SimpleEngine.popen_uci([PROGRAM, "engine", *arguments], timeout=30)
        self.addCleanup(engine.close)
        return engine

    def test_two_of_them_play_a_whole_game(self) -> None:
        players = [self.start("chess", "--bot", name) for name in ("chess-club", "chess-casual")]
        board = chess.Board()
        while not board.is_game_over(claim_draw=True) and board.ply() < 200:
            played = players[board.ply() % 2].play(board, Limit(nodes=2_000), info=chess.engine.INFO_ALL)
            self.assertIn(played.move, board.legal_moves)
            if "pv" in played.info:
                self.assertEqual(played.info["pv"][0], played.move)
            board.push(played.move)
        self.assertTrue(board.is_game_over(claim_draw=True) or board.ply() == 200)

    def test_mates_are_counted_in_moves_and_several_lines_are_told(self) -> None:
        engine = self.start()
        mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
        found = engine.analyse(mate, Limit(depth=4))
        self.assertEqual(found["score"].white().mate(), 1)
        self.assertEqual(found["pv"][0], chess.Move.from_uci("d1d8"))
        lines = engine.analyse(chess.Board(), Limit(depth=4), multipv=3)
        self.assertEqual(len({line["pv"][0] for line in lines}), 3)
        values = [line["score"].white().score(mate_score=10_000) for line in lines]
        self.assertEqual(values, sorted(values, reverse=True))

    def test_an_endless_search_ends_when_it_is_told_to(self) -> None:
        engine = self.start()
        engine.configure({"Hash": 4})
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 4:
                    break
        self.assertIsNotNone(analysis.wait().move)
        # The engine still answers.
        engine.ping()

    def test_clocks_and_pondering(self) -> None:
        engine = self.start()
        board = chess.Board()
        clock = Limit(white_clock=2.0, black_clock=2.0, white_inc=0.1, black_inc=0.1)
        for _ in range(6):
            began = time.monotonic()
            played = engine.play(board, clock, ponder=True)
            self.assertLess(time.monotonic() - began, 2.0, "what is left on the clock is not used up")
            board.push(played.move)
            # Sometimes the expected move, sometimes another.
            answer = played.ponder if played.ponder and board.ply() % 4 == 1 else next(iter(board.legal_moves))
            board.push(answer)

    def test_options_change_what_they_name(self) -> None:
        with self.assertNoLogs("chess.engine", level="WARNING"):
            engine = self.start()
            self.assertLessEqual({"Hash", "Threads", "MultiPV", "Ponder", "UCI_LimitStrength", "UCI_Elo"}, set(engine.options))
            elo = engine.options["UCI_Elo"]
            self.assertLess(elo.min, elo.max)
            engine.configure({"Hash": 16, "Threads": 2})
            whole = engine.analyse(chess.Board(), Limit(depth=7))
            self.assertEqual(whole["depth"], 7)
            # The weakest measured bot searches less deep than requested.
            engine.configure({"UCI_LimitStrength": True, "UCI_Elo": elo.min, "Threads": 1})
            self.assertIsNotNone(engine.play(chess.Board(), Limit(depth=7)).move)
            limited = engine.play(chess.Board(), Limit(depth=7), info=chess.engine.INFO_ALL).info
            self.assertLess(limited.get("depth", 0), 7)
            engine.configure({"UCI_LimitStrength": False})
            self.assertEqual(engine.analyse(chess.Board(), Limit(depth=7))["depth"], 7)

    def test_all_nodes_are_told(self) -> None:
        engine = self.start("chess", "--bot", "chess-strong")
        found = engine.analyse(chess.Board(), Limit(nodes=30_000))
        # Includes the nodes of an incomplete last depth.
        self.assertGreaterEqual(found["nodes"], 30_000)

    def test_chess960_castles_by_taking_the_rook(self) -> None:
        engine = self.start()
        board = chess.Board("1k6/8/8/8/8/8/8/R4K1R w KQ - 0 1", chess960=True)
        played = engine.play(board, Limit(depth=3))
        self.assertIn(played.move, board.legal_moves)
        board.push_uci("f1h1")
        board.push_uci("b8b7")
        self.assertIn(engine.play(board, Limit(depth=2)).move, board.legal_moves)

    def test_a_game_that_is_over_has_no_move(self) -> None:
        engine = self.start()
        mated = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
        self.assertIsNone(engine.play(mated, Limit(depth=2)).move)


if __name__ == "__main__":
    unittest.main()
