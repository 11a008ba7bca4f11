"""Waits for something that never comes."""

import time

time.sleep(100_000)
