#!/usr/bin/env python3
"""Writes the outlines of the letters in the server's pictures.

Usage: benches/glyphs.py FONT > src/server/pictures/glyphs.tsv

FONT is NotoSansCJK-Bold.ttc, on Debian in the package fonts-noto-cjk. Needs fonttools from PyPI. Each line has a letter, its
width and its path, in hundredths of the size.
"""

import sys

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

FAMILY = "Noto Sans CJK SC"
LETTERS = [*map(chr, range(0x20, 0x7F)), *"½–·帥仕相傌俥炮兵將士象馬車砲卒"]


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("glyphs.py: expected the path of NotoSansCJK-Bold.ttc")
    fonts = TTCollection(sys.argv[1]).fonts
    font = next((font for font in fonts if font["name"].getDebugName(1) == FAMILY), None)
    if font is None:
        sys.exit(f"glyphs.py: {sys.argv[1]} has no font of the family {FAMILY}")
    scale = 100 / font["head"].unitsPerEm
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    for letter in LETTERS:
        glyph = glyphs[names[ord(letter)]]
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        print(letter, round(glyph.width * scale), pen.getCommands(), sep="\t")


if __name__ == "__main__":
    main()
