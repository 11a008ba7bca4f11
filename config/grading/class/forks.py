"""Starts processes until it may not."""

import os

for _ in range(20):
    os.fork()
