"""Writes beside itself, into its home and into the temporary folder."""

import os

for path in ["/tmp/arena-grade-was-here", "../arena-grade-was-here", os.path.expanduser("~/arena-grade-was-here")]:
    try:
        open(path, "w").close()
    except OSError:
        continue
    raise SystemExit("could write " + path)
raise SystemExit("could not write a file")
