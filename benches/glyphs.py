#!/usr/bin/env python3
"""Writes the outlines of the letters in the server's pictures.

Usage: benches/glyphs.py LATIN CJK > src/server/pictures/glyphs.tsv

LATIN is NotoSans-Bold.ttf, on Debian in the package fonts-noto-core. CJK is NotoSansCJK-Bold.ttc, in fonts-noto-cjk. Needs
fonttools from PyPI. Each line has a letter, its width and its path, in hundredths of the size. A fourth field names an
earlier letter whose path comes first, such as the e of é.
"""

import sys
import unicodedata

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont

FAMILY = "Noto Sans CJK SC"
PIECES = "帥仕相傌俥炮兵將士象馬車砲卒"
# Basic Latin, Latin-1, Latin Extended-A, some letters of Extended-B, Greek, Cyrillic, Vietnamese and punctuation.
RANGES = [
    (0x20, 0x7E),
    (0xA1, 0x17F),
    (0x1A0, 0x1A1),
    (0x1AF, 0x1B0),
    (0x1CD, 0x1DC),
    (0x218, 0x21B),
    (0x386, 0x3CE),
    (0x400, 0x45F),
    (0x490, 0x491),
    (0x1EA0, 0x1EF9),
    (0x2013, 0x2014),
    (0x2018, 0x201E),
    (0x2026, 0x2026),
]


class Letters:
    def __init__(self, font) -> None:
        self.scale = 100 / font["head"].unitsPerEm
        self.font, self.glyphs, self.names = font, font.getGlyphSet(), font.getBestCmap()
        self.written: dict[str, str] = {}

    def path(self, parts) -> str:
        pen = SVGPathPen(self.glyphs, ntos=lambda value: str(round(value)))
        for name, (xx, xy, yx, yy, dx, dy) in parts:
            outer = TransformPen(pen, (self.scale, 0, 0, -self.scale, 0, 0))
            self.glyphs[name].draw(TransformPen(outer, (xx, xy, yx, yy, dx, dy)))
        return pen.getCommands()

    def write(self, letter: str) -> None:
        name = self.names.get(ord(letter))
        if name is None or unicodedata.category(letter) in ("Cn", "Cf"):
            return
        parts, base = [(name, (1, 0, 0, 1, 0, 0))], ""
        glyph = self.font["glyf"][name] if "glyf" in self.font else None
        if glyph is not None and glyph.isComposite():
            parts = []
            for part in glyph.components:
                of, (xx, xy, yx, yy, dx, dy) = part.getComponentInfo()
                if not base and of in self.written and (xx, xy, yx, yy, dx, dy) == (1, 0, 0, 1, 0, 0):
                    base = self.written[of]
                else:
                    parts.append((of, (xx, xy, yx, yy, dx, dy)))
        width = round(self.glyphs[name].width * self.scale)
        print(letter, width, self.path(parts), *([base] if base else []), sep="\t")
        self.written.setdefault(name, letter)


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("glyphs.py: expected the paths of NotoSans-Bold.ttf and NotoSansCJK-Bold.ttc")
    latin = Letters(TTFont(sys.argv[1]))
    # The letters without a dot are parts of others.
    first = [0x131, 0x237]
    codes = first + [code for start, end in RANGES for code in range(start, end + 1) if code not in first]
    for code in codes:
        latin.write(chr(code))
    fonts = TTCollection(sys.argv[2]).fonts
    font = next((font for font in fonts if font["name"].getDebugName(1) == FAMILY), None)
    if font is None:
        sys.exit(f"glyphs.py: {sys.argv[2]} has no font of the family {FAMILY}")
    pieces = Letters(font)
    for letter in PIECES:
        pieces.write(letter)


if __name__ == "__main__":
    main()
