#!/usr/bin/env python3
"""Checks that comments, documents and error messages are in plain English.

Usage: tests/prose.py

It counts two habits that make sentences hard to read: a sentence that begins with a relative or indefinite word, and
words that technical English rarely needs. It prints the worst files and exits with 1 if a share is above its limit. The
limits are those of well-kept projects, with some room for exceptions.
"""

import re
import subprocess
import sys
from collections import Counter

MOST_OPENINGS = 0.015
MOST_WORDS = 0.005

OPENING = re.compile(
    r"^(What|Who|Whom|Whose|Whoever|Those who|Where (it|they)|(At|In|By|Of) which|Of |The same|None|Nobody|Somebody"
    r"|So (many|much|long|often)|As (many|long|often|far) as|How (many|much|long|often) )"
)
RARE = re.compile(
    r"\b(whoever|whomever|whom|nobody|somebody|anew|besides|mend(ed)?|so (long as|many|often)|none where|no one that"
    r"|(is|are|was|were) told|stands? there|comes? to be|as far as|in place of|wants? to be)\b",
    re.IGNORECASE,
)
HASH = (".py", ".sh", ".toml", ".yaml", ".yml", "tests/run")
SLASHES = (".rs", ".ts", ".svelte", ".js", ".mjs")
GENERATED = ("clients/web/src/wire/",)


def blocks(path, text):
    """Yields the paragraphs that people read in a file."""
    if path.endswith(".md"):
        text = re.sub(r"```.*?```", "\n\n", text, flags=re.DOTALL)
        text = re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)
        for paragraph in re.split(r"\n\s*\n|\n(?=[-*#] )", text):
            yield re.sub(r"^[#>*\-\d. ]+", "", " ".join(paragraph.split()))
        return
    marker = re.compile(r"\s*#(?!!|\[)\s?(.*)" if path.endswith(HASH) else r"\s*(?://[/!]?|/\*\*?|\*(?!/))\s?(.*)")
    paragraph = []
    for line in [*text.splitlines(), ""]:
        found = marker.match(line)
        words = found.group(1).rstrip("*/ ").strip() if found else ""
        if words:
            paragraph.append(words)
        elif paragraph:
            yield " ".join(paragraph)
            paragraph = []
    if path.endswith(".rs"):
        for message in re.finditer(r'(?:#\[error\(|(?:bail|anyhow|say)!\(|context\()\s*"((?:[^"\\]|\\.)*)"', text):
            yield message.group(1)


def sentences(paragraph):
    """Yields the sentences of at least four words, with code and links replaced."""
    paragraph = re.sub(r"`[^`]*`", "X", paragraph)
    paragraph = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)
    for sentence in re.split(r"(?<=[.!?:;])\s+(?=[A-Z`\[\"(])", paragraph):
        if len(sentence.split()) >= 4:
            yield sentence.strip()


def main():
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    total = 0
    hard = {"openings": Counter(), "words": Counter()}
    for path in listed:
        if not path.endswith((".md", *HASH, *SLASHES)) or path.startswith(GENERATED) or ".zh." in path:
            continue
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for paragraph in blocks(path, text):
            for sentence in sentences(paragraph):
                total += 1
                hard["openings"][path] += bool(OPENING.match(sentence))
                hard["words"][path] += bool(RARE.search(sentence))
    status = 0
    for name, most in (("openings", MOST_OPENINGS), ("words", MOST_WORDS)):
        share = hard[name].total() / total
        print(f"hard {name}: {share:.2%} of {total} sentences, at most {most:.1%}")
        if share > most:
            status = 1
            for path, count in hard[name].most_common(10):
                print(f"  {count:4} {path}")
    return status


if __name__ == "__main__":
    sys.exit(main())
