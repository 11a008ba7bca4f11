"""Measures the server's cost of spectators: processor time per event sent to a spectator, and memory per spectator.

Usage: python3 benches/watchers.py ARENA [WATCHERS] [MOVES]      (Linux; standard library only; default 500 watchers and 2,000 moves)

The server runs on the first processor, everything else on the second. Two connections play random matches of gomoku, one after
the other: first alone, then with WATCHERS connections that watch and receive every move. The additional processor time per move
is the cost of the watchers. Joining is not counted.
"""

import json
import os
import pathlib
import random
import selectors
import signal
import socket
import subprocess
import sys
import tempfile

# Under these limits, the watchers are not rate-limited.
LIMITS = pathlib.Path(__file__).with_name("help") / "no_flood.toml"


class Connection:
    """A WebSocket that reads texts only on request."""

    def __init__(self, address: tuple[str, int], name: str) -> None:
        self.stream = socket.create_connection(address)
        self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""
        self.stream.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Protocol: arena.v1\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.stream.recv(4096)
        self.rest = self.rest.split(b"\r\n\r\n", 1)[1]
        self.send({"type": "hello", "name": name})
        self.until("welcome")

    def send(self, message: dict) -> None:
        text = json.dumps(message).encode()
        length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self.stream.sendall(b"\x81" + length + bytes(4) + text)

    def read(self) -> dict:
        """Returns the next text."""
        while True:
            if len(self.rest) >= 2:
                head, length = 2, self.rest[1]
                if length >= 126:
                    head += 2 if length == 126 else 8
                    length = int.from_bytes(self.rest[2:head], "big") if len(self.rest) >= head else 1 << 62
                if len(self.rest) >= head + length:
                    kind, text, self.rest = self.rest[0], self.rest[head : head + length], self.rest[head + length :]
                    if kind == 0x81:
                        return json.loads(text)
                    continue
            more = self.stream.recv(1 << 16)
            if not more:
                raise RuntimeError("the server has closed a connection")
            self.rest += more

    def until(self, kind: str) -> dict:
        while (message := self.read())["type"] != kind:
            if message["type"] in ("error", "bye"):
                raise RuntimeError(message)
        return message


def processor_time(pid: int) -> float:
    """Returns the processor time of a process in seconds."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    """Returns the resident memory of a process in KiB."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


def play(server: int, players: list[Connection], watchers: list[Connection], moves: int) -> tuple[float, int, int]:
    """Returns the processor time per move in microseconds, the number of moves, and the KiB taken by the first match of all watchers."""
    rng = random.Random(1)
    ready = selectors.DefaultSelector()
    spent, made, grown = 0.0, 0, 0
    while made < moves:
        players[0].send({"type": "create", "game": "gomoku", "seats": ["me", "open"]})
        game = players[0].until("created")["match"]
        players[1].send({"type": "join", "match": game})
        players[0].until("snapshot")
        state = players[1].until("snapshot")["state"]
        before = resident(server)
        for watcher in watchers:
            watcher.send({"type": "watch", "match": game})
            watcher.until("snapshot")
        grown = grown or resident(server) - before
        cells = state["diagram"]["points"]
        rng.shuffle(cells)
        for watcher in watchers:
            watcher.stream.setblocking(False)
            ready.register(watcher.stream, selectors.EVENT_READ)
        began = processor_time(server)
        over = False
        for ply, cell in enumerate(cells):
            mover = players[ply % 2]
            mover.send({"type": "move", "match": game, "ply": ply, "move": cell})
            mover.until("ok")
            made += 1
            for player in players:
                while (event := player.until("event")["event"])["kind"] != "moved":
                    pass
                over = over or "turn" not in event
            for key, _ in ready.select(0):
                key.fileobj.recv(1 << 16)
            if over or made >= moves:
                break
        while ready.select(0.3):
            for key, _ in ready.select(0):
                key.fileobj.recv(1 << 16)
        spent += processor_time(server) - began
        if not over:
            players[0].send({"type": "resign", "match": game})
        for watcher in watchers:
            ready.unregister(watcher.stream)
            watcher.stream.setblocking(True)
            watcher.rest = b""
            watcher.send({"type": "leave", "match": game})
            watcher.until("ok")
        for player in players:
            player.send({"type": "leave", "match": game})
            player.until("ok")
    return spent * 1e6 / made, made, grown


def main() -> None:
    program, count, moves = sys.argv[1], *(int(text) for text in (sys.argv[2:] + ["500", "2000"][len(sys.argv[2:]) :])[:2])
    allowed = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/arena.toml", "w", encoding="ascii") as settings:
            settings.write(LIMITS.read_text(encoding="ascii"))
        environment = os.environ | {"ARENA_TOURNAMENTS_SAMPLES": "false"}
        command = [program, "serve", "--listen", "127.0.0.1:0", "--data", f"{folder}/data", "--config", f"{folder}/arena.toml"]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, preexec_fn=lambda: os.sched_setaffinity(0, {allowed[0]}), text=True
        ) as server:
            try:
                os.sched_setaffinity(0, {allowed[-1]})
                line = next(line for line in server.stdout if "http://" in line)
                port = int(line.split("http://", 1)[1].split("/")[0].split()[0].rsplit(":", 1)[1])
                address = ("127.0.0.1", port)
                players = [Connection(address, name) for name in ("Ann", "Ben")]
                play(server.pid, players, [], moves // 4)
                alone, _, _ = play(server.pid, players, [], moves)
                before = resident(server.pid)
                watchers = [Connection(address, f"w{number}") for number in range(count)]
                idle = resident(server.pid) - before
                watched, made, grown = play(server.pid, players, watchers, moves)
                print(f"{made} moves; processor time a move: {alone:.0f} µs alone, {watched:.0f} µs with {count} watchers:")
                print(f"{(watched - alone) / count:.1f} µs for each event that a watcher is sent")
                print(f"memory of a connection {idle / count:.1f} KiB, and {grown / count:.1f} KiB more while it watches")
            finally:
                server.send_signal(signal.SIGTERM)


main()
