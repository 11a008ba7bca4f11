#!/usr/bin/env python3
"""Counts the cost of the feature `cluster` when it is not used: instructions per move, measured with callgrind.

Usage: benches/feature.py WITH WITHOUT [MOVES [ROUNDS]]    (two builds of the program; default 700 moves and 1 round)

Each program serves matches of tic-tac-toe between two connections, once with few moves and once with MOVES more. The
difference is the cost of the moves, without starting and waiting. Threads wait for each other differently in each run, so the
counts vary. With several rounds, the programs take turns and the medians are compared. The error of that comparison is printed
too: the middle 95 % of the results for rounds resampled from the measured ones. Needs valgrind.
"""

import base64
import json
import os
import random
import re
import socket
import statistics
import struct
import subprocess
import sys
import tempfile

# The first side wins with these moves.
SCRIPT = ["b2", "a1", "c1", "a3", "a2", "c3", "c2"]


class Client:
    """A WebSocket that masks with four zero bytes, which leaves the payload unchanged."""

    def __init__(self, address):
        self.socket = socket.create_connection(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        host = "%s:%s" % address
        head = f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self.socket.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.file = self.socket.makefile("rb")
        while self.file.readline() not in (b"\r\n", b""):
            pass
        self.number = 0

    def ask(self, **message):
        self.number += 1
        body = json.dumps({**message, "id": self.number}).encode()
        size = struct.pack("!BB", 0x81, 0x80 | len(body)) if len(body) < 126 else struct.pack("!BBH", 0x81, 0xFE, len(body))
        self.socket.sendall(size + bytes(4) + body)
        return self.find(lambda told: told.get("re") == self.number)

    def find(self, fits):
        while True:
            first, size = self.file.read(2)
            if size == 126:
                (size,) = struct.unpack("!H", self.file.read(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self.file.read(8))
            body = self.file.read(size)
            if first & 0x0F == 1:
                told = json.loads(body)
                if fits(told):
                    return told


def play(address, moves):
    players = [Client(address), Client(address)]
    for number, player in enumerate(players):
        player.ask(type="hello", name=f"player {number}")
    made = 0
    while made < moves:
        match = players[0].ask(type="create", game="tictactoe", seats=["me", "open"])["match"]
        players[1].ask(type="join", match=match)
        for ply, move in enumerate(SCRIPT):
            answer = players[ply % 2].ask(type="move", match=match, ply=ply, move=move)
            assert answer["type"] == "ok", answer
            made += 1
        for player in players:
            player.ask(type="leave", match=match)
    return made


def instructions(program, moves):
    with tempfile.TemporaryDirectory() as folder:
        # The program would set this variable itself and re-execute under valgrind.
        environment = {**os.environ, "MALLOC_MMAP_THRESHOLD_": "1048576", "ARENA_TOURNAMENTS_SAMPLES": "false"}
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", program, "serve"]
        command += ["--listen", "127.0.0.1:0", "--data", f"{folder}/data", "--config", f"{folder}/arena.toml"]
        with open(f"{folder}/arena.toml", "w", encoding="utf-8") as settings:
            settings.write("[limits]\nmessages = 1000000\n")
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=folder)
        port = int(re.search(r":(\d+)", server.stdout.readline()).group(1))
        made = play(("127.0.0.1", port), moves)
        server.terminate()
        _, said = server.communicate()
        return int(re.search(r"Collected : (\d+)", said).group(1)), made


def difference(costs):
    return 100 * (statistics.median(costs[0]) / statistics.median(costs[1]) - 1)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    programs = sys.argv[1:3]
    given = [int(number) for number in sys.argv[3:]]
    moves, rounds = given + [700, 1][len(given) :]
    costs = [[], []]
    for _ in range(rounds):
        for program, counted in zip(programs, costs):
            (few, less), (many, more) = instructions(program, 140), instructions(program, 140 + moves)
            counted.append((many - few) / (more - less))
            print(f"{counted[-1]:12.0f} instructions a move: {program}", flush=True)
    print(f"{difference(costs):+.2f} % with the feature", end="")
    if rounds > 1:
        drawn = random.Random(1)
        again = sorted(difference([drawn.choices(counted, k=rounds) for counted in costs]) for _ in range(10_000))
        print(f", from {again[250]:+.2f} to {again[9_749]:+.2f}", end="")
    print()


main()
