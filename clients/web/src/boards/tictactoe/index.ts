import type { GameBoard } from "../board";
import plain from "../shared/plain";
import { words } from "./board.words";
import Icon from "./Icon.svelte";

export default { ...plain, Icon, whole: true, forks: true, won: () => words.won, idle: ["quiescence", "null_move", "extensions"] } satisfies GameBoard;
