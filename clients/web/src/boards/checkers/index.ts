import type { GameBoard } from "../board";
import { counted } from "../shared/grid";
import Board from "./Board.svelte";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";
import { owner, pieceName } from "./pieces";

export default {
  Board,
  Icon,
  Piece,
  pieceName,
  signs: { first: "m", second: "M" },
  standing: (diagram, side) => (diagram.kind === "grid" ? counted(diagram, side, owner, "piece") : undefined),
  won: () => "The other side has no move left.",
  analysis: { depth: 8, big: true, exchanges: true },
  records: "pdn",
} satisfies GameBoard;
