import type { GameBoard } from "../board";
import plain from "../shared/plain";
import Icon from "./Icon.svelte";

export default { ...plain, Icon, won: () => "Three in a row." } satisfies GameBoard;
