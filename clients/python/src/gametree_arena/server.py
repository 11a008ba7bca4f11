"""Starts a server of one's own, where the program is installed (``pip install gametree-arena``)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .connection import ArenaError

STOP_WITHIN_S = 30.0


def program() -> str:
    """Returns the path of ``arena``: of this environment, of the user, or on the PATH.

    Raises:
        ArenaError: the program is not installed.
    """
    name = "arena.exe" if sys.platform == "win32" else "arena"
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    for scheme in schemes:
        installed = Path(sysconfig.get_path("scripts", scheme)) / name
        if installed.is_file():
            return str(installed)
    found = shutil.which("arena")
    if found is None:
        raise ArenaError("the program arena is not installed; install it by: pip install gametree-arena")
    return found


@contextmanager
def server(data: str | os.PathLike[str] | None = None, port: int = 0, **settings: str) -> Iterator[str]:
    """Runs a server on this machine and gives its address, such as ``http://127.0.0.1:40123``.

    ``data`` is the folder of its data; without it, they are deleted at the end. ``port`` 0 takes a free one.
    ``settings`` are those of ``arena.toml`` by the names of their environment variables without ``ARENA_``, for example
    ``limits_seats="500"``.

    Raises:
        ArenaError: the program is not installed, or it ended before it served.
    """
    with tempfile.TemporaryDirectory(prefix="arena-") as temporary:
        command = [program(), "serve", "--listen", f"127.0.0.1:{port}", "--data", str(data or temporary)]
        environment = os.environ | {f"ARENA_{key.upper()}": value for key, value in settings.items()}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stdout is not None
            line = process.stdout.readline()
            url = next((word for word in line.split() if word.startswith("http://")), None)
            if url is None:
                raise ArenaError(f"arena ended with {process.wait()} before it served")
            try:
                yield url
            finally:
                process.terminate()
                try:
                    process.wait(STOP_WITHIN_S)
                except subprocess.TimeoutExpired:
                    process.kill()
