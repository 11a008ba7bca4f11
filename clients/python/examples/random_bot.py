"""Plays a random legal move in every game."""

import random

from gametree_arena import Bot, Clock, Position


class RandomBot(Bot):
    def choose(self, position: Position, clock: Clock | None) -> str:
        return random.choice(position.legal)
