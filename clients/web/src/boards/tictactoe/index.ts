import type { GameBoard } from "../board";
import plain from "../shared/plain";
import Icon from "./Icon.svelte";

export default { ...plain, Icon, whole: true, won: () => "Three in a row." } satisfies GameBoard;
