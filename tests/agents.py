"""The tools for agents, with the official client of the Model Context Protocol, against the program in ``ARENA_BIN``: over
standard input and output and over HTTP, by the newest protocol and by the last one with a handshake.

Run as a program, it is an agent that plays tic-tac-toe in a tournament.
"""

from __future__ import annotations

import asyncio
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

PROGRAM = os.environ.get("ARENA_BIN", "target/release/arena")
WITHIN_S = 60.0
#: The ways to begin, and the protocol that each leads to.
MODES = {"auto": "2026-07-28", "legacy": "2025-11-25"}
POINTS = [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]


class Agent:
    """A client whose tools raise an error with the text that the model would read."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        result = await self.client.call_tool(tool, arguments)
        self.content = result.content
        if result.is_error:
            raise Refused(result.content[0].text)
        assert json.loads(result.content[0].text) == result.structured_content
        return result.structured_content

    async def refused(self, tool: str, **arguments: Any) -> str:
        try:
            raise AssertionError(await self.call(tool, **arguments))
        except Refused as refused:
            return str(refused)


class Refused(Exception):
    pass


def free(state: dict[str, Any]) -> list[str]:
    taken = [point for kinds in state["pieces"].values() for points in kinds.values() for point in points]
    return [point for point in POINTS if point not in taken]


async def finish(agent: Agent, state: dict[str, Any], **handle: str) -> dict[str, Any]:
    """Plays tic-tac-toe to its end, always at the first free point."""
    while state["status"] != "over":
        if state["your_turn"]:
            state = await agent.call("move", move=free(state)[0], **handle)
        else:
            state = await agent.call("wait_turn", **handle)
    return state


@asynccontextmanager
async def over_http(url: str, key: str, mode: str = "auto") -> AsyncIterator[Agent]:
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=WITHIN_S) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            yield Agent(client)


@asynccontextmanager
async def over_stdio(*arguments: str, mode: str = "auto") -> AsyncIterator[Agent]:
    parameters = StdioServerParameters(command=str(Path(PROGRAM).resolve()), args=["mcp", *arguments])
    with open(os.devnull, "w") as nowhere:
        async with Client(stdio_client(parameters, errlog=nowhere), mode=mode) as client:
            yield Agent(client)


@contextmanager
def server(**settings: Any) -> Iterator[str]:
    environment = os.environ | {f"ARENA_{key.upper()}": str(value) for key, value in settings.items()}
    with tempfile.TemporaryDirectory() as data:
        command = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", data]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[1]
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def ask(url: str, path: str, token: str | None, body: Any) -> Any:
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=WITHIN_S) as answer:
        return json.load(answer)


def keys(url: str, person: str, *bots: str) -> list[str]:
    """The key of a new person, and the keys of its bots."""
    from gametree_arena import Connection

    async def hello() -> str:
        connection = await Connection.open(url)
        token: str = (await connection.ask("hello", name=person))["token"]
        await connection.close()
        return token

    token = asyncio.run(hello())
    key = ask(url, "/api/accounts/claim", token, {"name": person})["key"]
    return [key, *(ask(url, "/api/accounts/bots", token, {"name": name})["key"] for name in bots)]


class Stdio(unittest.TestCase):
    def test_agent_plays_a_match_by_both_protocols(self) -> None:
        for mode, version in MODES.items():
            with self.subTest(mode):
                asyncio.run(self.plays(mode, version))

    async def plays(self, mode: str, version: str) -> None:
        async with over_stdio("--name", "stdio-agent", mode=mode) as agent:
            self.assertEqual(agent.client.protocol_version, version)
            self.assertEqual(agent.client.server_info.name, "minimax-arena")
            tools = (await agent.client.list_tools()).tools
            self.assertTrue(all(tool.output_schema and tool.input_schema and tool.description for tool in tools))
            names = [tool.name for tool in tools]
            self.assertEqual(names[:2] + names[-2:], ["list_games", "list_bots", "run_tournament", "tournament_results"])
            games = (await agent.call("list_games"))["games"]
            game = next(game for game in games if game["game"] == "tictactoe")
            self.assertEqual(game["sides"], ["X", "O"])
            self.assertIn(game["example_move"], POINTS)
            bots = (await agent.call("list_bots", game="tictactoe"))["bots"]
            state = await agent.call("create_match", game="tictactoe", opponent=bots[0]["name"])
            self.assertEqual(state["players"], {"X": "stdio-agent", "O": bots[0]["name"]})
            self.assertTrue(state["your_turn"])
            self.assertNotIn("legal", state)
            end = await finish(agent, state, match=state["match"])
            self.assertIn(end["result"]["by"], ["rules"])
            self.assertEqual(end["ply"], len(end["moves"]))

    def test_agent_organises_as_the_operator(self) -> None:
        async def organises() -> None:
            async with over_stdio() as agent:
                bots = ["tictactoe-random", "tictactoe-perfect"]
                started = await agent.call("run_tournament", game="tictactoe", bots=bots, rounds=2)
                self.assertEqual(started["total"], 4)
                state = started
                while state["state"] in ("running", "waiting"):
                    await asyncio.sleep(0.1)
                    state = await agent.call("tournament_results", tournament=started["tournament"])
                self.assertEqual((state["state"], state["played"]), ("finished", 4))
                self.assertEqual({row["name"] for row in state["entrants"]}, set(bots))
                self.assertEqual(sum(row["points"] for row in state["entrants"]), 4)
                self.assertIn("bots: must be between 2", await agent.refused("run_tournament", game="hex", bots=["x"]))

        asyncio.run(organises())


class Http(unittest.TestCase):
    def test_two_agents_meet_by_both_protocols(self) -> None:
        with server() as url:
            first, second = keys(url, "Ann", "annas-bot")
            for mode, version in MODES.items():
                with self.subTest(mode):
                    asyncio.run(self.meet(url + "/mcp", first, second, mode, version))

    async def meet(self, url: str, first: str, second: str, mode: str, version: str) -> None:
        async with over_http(url, first, mode) as ann, over_http(url, second, mode) as ben:
            self.assertEqual(ann.client.protocol_version, version)
            state = await ann.call("create_match", game="chess", clock_seconds=600, increment_seconds=1, listed=True)
            handle = {"match": state["match"]}
            self.assertEqual(state["status"], "waiting")
            listed = (await ben.call("list_matches", game="chess"))["matches"]
            self.assertEqual([match["match"] for match in listed], [state["match"]])
            self.assertFalse((await ben.call("join_match", **handle))["your_turn"])
            self.assertEqual(await ben.refused("move", move="e7e5", **handle), "it is the first side's turn")
            waiting = asyncio.create_task(ben.call("wait_turn", **handle))
            await asyncio.sleep(0.2)
            moved = await ann.call("move", move="e2e4", ply=0, **handle)
            self.assertEqual((moved["ply"], moved["to_move"]), (1, "Black"))
            self.assertEqual((await ann.call("move", move="e2e4", ply=0, **handle))["ply"], 1, "it is made once")
            state = await waiting
            self.assertTrue(state["your_turn"])
            self.assertEqual(state["pieces"]["White"]["K"], ["e1"])
            self.assertTrue(state["text"].startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"))
            self.assertLessEqual(state["clock_ms"]["Black"], 600_000)
            seen = await ben.call("position", legal=True, picture=True, **handle)
            self.assertEqual(len(seen["legal"]), 20)
            self.assertEqual((ben.content[1].type, ben.content[1].mime_type), ("image", "image/png"))
            reason = await ben.refused("move", move="e7e4", **handle)
            self.assertIn('"e7e4" is not a legal move for Black in this position; nothing has changed (1 illegal', reason)
            self.assertNotIn("e7e5", reason, "the legal moves are not told")
            self.assertEqual((await ben.call("position", **handle))["illegal_tries"], 1)
            self.assertEqual((await ben.call("resign", **handle))["result"]["by"], "resignation")
            self.assertEqual((await ann.call("wait_turn", **handle))["result"]["winner"], "White")

    def test_attempts_run_out(self) -> None:
        async def tries(url: str, key: str, wanted: str) -> dict[str, Any]:
            async with over_http(url, key) as agent:
                state = await agent.call("create_match", game="tictactoe", opponent="tictactoe-perfect")
                handle = {"match": state["match"]}
                self.assertIn("1 left in this turn", await agent.refused("move", move="z9", **handle))
                self.assertIn(wanted, await agent.refused("move", move="castle", **handle))
                return await agent.call("position", **handle)

        with server(agents_attempts=2) as url:
            end = asyncio.run(tries(url + "/mcp", keys(url, "Ann")[0], "so you lose the match"))
            self.assertEqual((end["result"]["by"], end["result"]["winner"], end["illegal_tries"]), ("illegal", "O", 2))
        with server(agents_attempts=2, agents_fallback="random") as url:
            state = asyncio.run(tries(url + "/mcp", keys(url, "Ann")[0], "is played for you at random"))
            self.assertEqual(state["status"], "live")
            self.assertGreaterEqual(state["ply"], 1)

    def test_tools_keep_to_the_rules_of_the_server(self) -> None:
        async def asks(url: str, key: str) -> None:
            async with over_http(url, key) as agent:
                best = await agent.call("analyse", game="tictactoe", moves=["b2"], depth=4)
                self.assertIn(best["best"], POINTS)
                self.assertEqual(len(best["root"]), 8)
                # Mistakes are results, which the model reads.
                self.assertIn("unknown field `colour`", await agent.refused("list_bots", colour="red"))
                self.assertIn("there is no game", await agent.refused("create_match", game="go"))
                self.assertIn("there is no match", await agent.refused("position", match="abc"))
                self.assertIn("between 1 and 25", await agent.refused("wait_turn", seconds=99, match=(
                    await agent.call("create_match", game="tictactoe"))["match"]))

        with server() as url:
            asyncio.run(asks(url + "/mcp", keys(url, "Ann")[0]))
            with self.assertRaises(urllib.error.HTTPError) as refused:
                ask(url, "/mcp", None, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
            self.assertEqual(refused.exception.code, 401)
            refused.exception.close()


class Tournament(unittest.TestCase):
    def run_file(self, entrant: str) -> tuple[dict[str, dict[str, str]], str]:
        """The rows of the CSV by entrant, and the report."""
        file = f"""
name = "Agents"
game = "tictactoe"
rounds = 1
[[entrants]]
bot = "tictactoe-random"
[[entrants]]
name = "agent"
limits = {{ clock = {{ initial_ms = 60000 }} }}
{entrant}
"""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "agents.toml")
            path.write_text(file)
            table = Path(folder, "table.csv")
            command = [PROGRAM, "tournament", str(path), "--data", folder, "--quiet", "--csv", str(table)]
            played = subprocess.run(command, capture_output=True, text=True, timeout=300)
            self.assertEqual(played.returncode, 0, played.stderr)
            return {row["name"]: row for row in csv.DictReader(io.StringIO(table.read_text()))}, played.stdout

    def test_agent_stands_in_the_table_beside_bots(self) -> None:
        command = json.dumps([sys.executable, str(Path(__file__).resolve()), "{url}"])
        rows, report = self.run_file(f'engine = {{ protocol = "mcp", command = {command} }}')
        agent = rows["agent"]
        self.assertEqual((agent["played"], agent["crashes"], agent["illegal"]), ("2", "0", "0"), report)
        # It tries one illegal move in each match.
        self.assertEqual(agent["illegal_tries"], "2")
        moves = int(agent["moves"])
        self.assertAlmostEqual(float(agent["legal_rate"]), moves / (moves + 2), places=5)
        self.assertEqual(rows["tictactoe-random"]["illegal_tries"], "0")
        self.assertIn("Legal moves", report)

    def test_program_of_lines_may_try_again(self) -> None:
        program = (
            "import sys\n"
            "for line in sys.stdin:\n"
            "    word = line.split()[0]\n"
            "    if word == 'uci': print('uciok', flush=True)\n"
            "    if word == 'isready': print('readyok', flush=True)\n"
            "    if word == 'go': print('bestmove z9', flush=True)\n"
        )
        command = json.dumps([sys.executable, "-c", program])
        rows, _ = self.run_file(f'engine = {{ protocol = "text", command = {command}, attempts = 2, fallback = "random" }}')
        agent = rows["agent"]
        self.assertEqual(agent["illegal"], "0")
        self.assertEqual(int(agent["illegal_tries"]), 2 * int(agent["moves"]))
        rows, _ = self.run_file(f'engine = {{ protocol = "text", command = {command}, attempts = 2 }}')
        self.assertEqual((rows["agent"]["illegal"], rows["agent"]["illegal_tries"]), ("2", "4"))

    def test_program_of_lines_resigns(self) -> None:
        program = (
            "import sys\n"
            "answers = {'uci': 'uciok', 'isready': 'readyok', 'go': 'resign'}\n"
            "for line in sys.stdin:\n"
            "    word = line.split()[0]\n"
            "    if word in answers: print(answers[word], flush=True)\n"
        )
        command = json.dumps([sys.executable, "-c", program])
        rows, report = self.run_file(f'engine = {{ protocol = "text", command = {command} }}')
        self.assertEqual((rows["agent"]["losses"], rows["agent"]["crashes"], rows["agent"]["illegal"]), ("2", "0", "0"))
        self.assertNotIn("Attempts at moves", report)
        self.assertNotIn("legal_rate", rows["agent"])

    def test_agent_that_ends_without_a_move_loses_its_match(self) -> None:
        rows, _ = self.run_file('engine = { protocol = "mcp", command = ["true"] }')
        self.assertEqual((rows["agent"]["crashes"], rows["agent"]["losses"]), ("2", "2"))


async def play_seat(url: str) -> None:
    async with over_http(url, os.environ["ARENA_MCP_KEY"]) as agent:
        state = await agent.call("wait_turn")
        print("the agent's own output is no part of the protocol", flush=True)
        await agent.refused("move", move="z9")
        await agent.refused("position", legal=True)
        await finish(agent, await agent.call("position"))


if __name__ == "__main__":
    asyncio.run(play_seat(sys.argv[1]))
