// The texts of the position setup. The server describes errors in a position.

import { say } from "../core/language.svelte";

export const words = say("components/setup", {
  board: "The position that is searched",
  how: "On the board",
  play: "Make moves",
  place: "Place pieces",
  tools: "Piece to place",
  clear: "Nothing",
  turn: "To move",
  fresh: "From the start",
  empty: "Empty the board",
  back: "Take a move back",
  position: (fen: boolean) => (fen ? "Position (FEN)" : "Position"),
  positionHint: "the start of the game",
  moves: "Moves from there",
  movesHint: "none",
  over: "The game is over here.",
  toMove: (side: string) => `${side} to move.`,
});
