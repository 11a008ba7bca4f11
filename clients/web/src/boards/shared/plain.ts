// The board of a game without a folder: crosses and noughts for a grid diagram, otherwise buttons.

import type { GameBoard } from "../board";
import Mark from "./Mark.svelte";
import PlainBoard from "./PlainBoard.svelte";
import PlainIcon from "./PlainIcon.svelte";

export default { Board: PlainBoard, Icon: PlainIcon, Piece: Mark, signs: { first: "x", second: "o" } } satisfies GameBoard;
