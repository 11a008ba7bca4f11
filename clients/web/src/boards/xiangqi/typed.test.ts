import { expect, test } from "vitest";
import type { GridDiagram } from "../../core/types";
import type { Side } from "../../wire";
import { wxf } from "./typed";

/** Builds the diagram of the pieces of a FEN. */
function board(fen: string): GridDiagram {
  const cells = [...fen.replaceAll("/", "").replace(/\d/g, (count) => " ".repeat(Number(count)))].map((mark) => mark.trim());
  return { kind: "grid", columns: 9, rows: 10, points: cells.map((_, i) => `${i}`), cells, last: [] };
}
const START = board("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR");

test.each<[string, Side, GridDiagram, Record<string, string | undefined>]>([
  ["from the start", "first", START, {
    炮二平五: "C2=5", 砲2平5: "C2=5", "Ｃ２．５": "C2=5", "n2+3": "H2+3", "B3+5": "E3+5", 马八进七: "H8+7", 车一进一: "R1+1", 炮二平: undefined, "+C=5": undefined, 前炮平五: undefined,
  }],
  ["Black's digits", "second", START, { "馬８進７": "H8+7", 卒５进１: "P5+1", "炮 8 平 5": "C8=5" }],
  ["two horses", "first", board("4k4/9/9/9/4N4/9/9/4N4/9/3K5"), {
    前馬退四: "H+-4", 后马进六: "H-+6", "+H-4": "H+-4", "+n-4": "H+-4", "N--4": "H--4", 中馬退四: undefined,
  }],
  ["two elephants on a file", "first", board("4k4/9/9/9/9/2B6/9/9/9/2BK5"), { 后相进五: "E7+5", "-E+5": "E7+5", "B7+5": "E7+5" }],
  ["three soldiers", "first", board("4k4/4P4/4P4/9/9/4P4/9/9/9/3K5"), {
    前兵平六: "15=6", 中兵平六: "25=6", 二五平六: "25=6", 後兵平六: "35=6", 三兵平六: "35=6", 四兵平六: undefined, "+P=6": "15=6",
  }],
  ["four soldiers", "second", board("4K4/9/9/9/9/4p4/4p4/4p4/4p4/3k5"), { 前卒平6: "15=6", 二卒平6: "25=6", 後卒平6: "45=6", 中卒平6: undefined }],
  ["two soldiers", "first", board("4k4/4P4/4P4/9/9/9/9/9/9/3K5"), { 前兵平六: "P+=6", "后兵平六": "P-=6" }],
  ["two pairs of soldiers", "first", board("4k4/2P1P4/2P1P4/9/9/9/9/9/9/3K5"), {
    前七平八: "17=8", 后五平六: "25=6", 前兵平八: undefined, "27=8": "27=8", 前六平五: undefined,
  }],
])("other texts are read as WXF: %s", (_, side, diagram, texts) => {
  for (const [text, name] of Object.entries(texts)) expect([text, wxf(text, diagram, side)]).toEqual([text, name]);
});
