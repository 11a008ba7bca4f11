#!/usr/bin/env python3
"""Says what a program consists of: the sizes of its sections, and of its code by crate.

    cargo build --profile dist --locked --features cluster,mcp --config 'profile.dist.strip=false'
    benches/size.py target/dist/arena

Code that is generated for the types of another crate, such as a sort of moves, counts for the crate that declares it.
Needs `nm` and `size` of the GNU binutils.
"""

import collections
import re
import subprocess
import sys

MB = 1_000_000
CRATES = 30


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main():
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    program = sys.argv[1]
    sections = [line.split() for line in output("size", "-A", program).splitlines()]
    sizes = {words[0]: int(words[1]) for words in sections if len(words) == 3 and words[1].isdigit()}
    stripped = {name: size for name, size in sizes.items() if not name.startswith((".debug", ".comment", "Total"))}
    for name, size in sorted(stripped.items(), key=lambda item: -item[1])[:8]:
        print(f"{size / MB:8.2f} MB  {name}")
    code = collections.Counter()
    for line in output("nm", "-S", "--size-sort", "-C", program).splitlines():
        match line.split(" ", 3):
            case [_, size, "t" | "T" | "w" | "W", name]:
                crate = re.search(r"[a-zA-Z_]\w*(?=::|\[)", name)
                code[crate.group(0) if crate else "C and others"] += int(size, 16)
    if not code:
        sys.exit(f"{program} has no names of functions; build it with strip=false")
    print()
    for crate, size in code.most_common(CRATES):
        print(f"{size / MB:8.2f} MB  {crate}")


if __name__ == "__main__":
    main()
