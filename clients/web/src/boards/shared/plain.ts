// The board of a game that has no folder here: crosses and noughts where its diagram is a grid, buttons where not.

import type { GameBoard } from "../board";
import Mark from "./Mark.svelte";
import PlainBoard from "./PlainBoard.svelte";
import PlainIcon from "./PlainIcon.svelte";

export default { Board: PlainBoard, Icon: PlainIcon, Piece: Mark, signs: { first: "x", second: "o" } } satisfies GameBoard;
