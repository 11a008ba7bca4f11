import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";

export default { Board, Icon, Piece, signs: { first: "max", second: "min" }, analysis: { treeDepth: 6 } } satisfies GameBoard;
